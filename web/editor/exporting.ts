/** Copies of the document in front for the person to take along, and on paper. */

import { Refusal } from "./connection";
import { element } from "./element";
import type { Command } from "./commands";
import type { Bench } from "./workbench";

const TARGETS = { html: "a web page (HTML)", pdf: "PDF", docx: "a Word document", markdown: "Markdown" } as const;

type Target = keyof typeof TARGETS;

export function exporting(bench: Bench): Command[] {
  const copies = (Object.keys(TARGETS) as Target[]).map((target) => ({
    name: `Download as ${TARGETS[target]}`,
    run: () => void bench.notices.attempt(() => download(bench, `export/{document}/${target}`)),
  }));
  return [...copies, { name: "Print", keys: "Alt-p", run: () => print() }];
}

/** Has the browser keep what an address gives for the document in front. */
export async function download(bench: Bench, address: string): Promise<void> {
  const tab = bench.tab();
  if (!tab) return;
  await bench.settle();
  const answer = await fetch(`/${address.replace("{document}", encodeURIComponent(tab.id))}`);
  if (!answer.ok) {
    const { code, message, hint } = (await answer.json()) as { code: string; message: string; hint: string };
    throw new Refusal(code, message, hint ?? "");
  }
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.+)$/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "",
  );
  const copy = URL.createObjectURL(await answer.blob());
  element("a", "", { href: copy, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(copy), 60_000);
  const simpler = JSON.parse(decodeURIComponent(answer.headers.get("x-quire-simplified") ?? "[]")) as string[];
  bench.notices.say(`Downloaded ${name}.`, simpler.length ? `Simpler there: ${simpler.join("; ")}` : "");
}
