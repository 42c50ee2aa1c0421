/** Where links lead: to the web in another tab, to documents beside this one here, to footnotes in the text. */

import type { Extension, Text as Source } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { inside } from "./around";
import { WIKI_LINK } from "./syntax";

const LONGEST_SHOWN = 400;

/** Opens a document beside this one. */
export type OpenBeside = (path: string) => void;

/** A click with Ctrl follows a link, as does Ctrl Enter at one; a wiki link needs only the click. */
export function links(open: OpenBeside): Extension {
  return [
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const target = marked(event.target);
        const isWanted = event.ctrlKey || event.metaKey || target?.dataset["wiki"] !== undefined;
        if (!target || !isWanted || event.button !== 0) return false;
        event.preventDefault();
        followMarked(view, target, open);
        return true;
      },
      mouseover({ target }, view) {
        const name = marked(target)?.dataset["footnote"];
        if (name) marked(target)!.title = footnoteText(view.state.doc, name);
        return false;
      },
    }),
    keymap.of([{ key: "Mod-Enter", run: (view) => followHere(view, open) }]),
  ];
}

function marked(target: EventTarget | Node | null): HTMLElement | null {
  const found = target instanceof Text ? target.parentElement : target;
  return found instanceof Element ? found.closest<HTMLElement>("[data-wiki], [data-href], [data-footnote]") : null;
}

function followMarked(view: EditorView, { dataset }: HTMLElement, open: OpenBeside): void {
  if (dataset["wiki"] !== undefined) open(documentName(dataset["wiki"]));
  else if (dataset["href"] !== undefined) follow(view, dataset["href"], open);
  else if (dataset["footnote"] !== undefined) jump(view, dataset["footnote"]);
}

function followHere(view: EditorView, open: OpenBeside): boolean {
  const wiki = inside(view.state, "WikiLink");
  const target = WIKI_LINK.exec(wiki ? view.state.sliceDoc(wiki.from, wiki.to) : "")?.[1];
  const found = marked(view.domAtPos(view.state.selection.main.head).node);
  if (target) open(documentName(target));
  else if (found) followMarked(view, found, open);
  return target !== undefined || found !== null;
}

function follow(view: EditorView, href: string, open: OpenBeside): void {
  if (/^(?:https?:|www\.)/i.test(href))
    window.open(/^www\./i.test(href) ? `https://${href}` : href, "_blank", "noopener,noreferrer");
  else if (href.startsWith("#")) toHeading(view, plain(href.slice(1)));
  else if (!/^[a-z][a-z0-9+.-]+:/i.test(href)) open(plain(href.replace(/#.*$/, "")));
}

/** An address as a name; one with a stray `%` in it is one already. */
function plain(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function documentName(wiki: string): string {
  const name = wiki.replace(/#.*$/, "").trim();
  return /\.\w+$/.test(name) ? name : `${name}.md`;
}

function jump(view: EditorView, footnote: string): void {
  const at = view.state.doc.toString().indexOf(`\n[^${footnote}]:`);
  if (at >= 0) goTo(view, at + 1);
}

function footnoteText(text: Source, name: string): string {
  const [, behind = ""] = text.toString().split(`\n[^${name}]:`, 2);
  return behind
    .slice(0, LONGEST_SHOWN)
    .replace(/\n\s*\n[^]*$/, "")
    .trim();
}

function toHeading(view: EditorView, slug: string): void {
  for (const found of view.state.doc.toString().matchAll(/^#{1,6}\s+(.*)$/gm))
    if (slugOf(found[1] ?? "") === slug.toLowerCase()) return goTo(view, found.index);
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

export function goTo(view: EditorView, at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }) });
  view.focus();
}
