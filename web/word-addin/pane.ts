/** The pane beside the document: whether the server is there, what it did last, and what it may do. */

import type { Failed, Hello } from "../protocol/word";
import { Connection, type Witness } from "./connection";
import { OpenDocument } from "./document";
import type { Name } from "./operations/operation";
import { supported } from "./requirements";
import { Switches } from "./switches";
import { followTheme } from "./theme";

const SHOWN = 20;

class Pane implements Witness {
  private readonly document = new OpenDocument();
  private readonly switches = new Switches();
  private readonly log: string[] = [];
  private hello: Hello | null = null;
  private standing: [kind: "waiting" | "connected" | "lost", words: string, why?: string] = ["waiting", "Connecting…"];

  constructor() {
    find("document").textContent = this.document.title;
    this.offer("paused", "paused");
    this.offer("read-only", "readOnly");
    find("copy").onclick = () => void this.copy();
    this.switches.onChange(() => this.show());
    new Connection(this.document, this.switches, this);
    this.show();
  }

  connected(hello: Hello): void {
    this.hello = hello;
    find("window").textContent = hello.label;
    this.note(`connected as ${hello.label}${hello.resumed ? " again" : ""}`);
    this.stand("connected", "Connected");
  }

  lost(why: string): void {
    this.note(`not connected: ${why}`);
    this.stand("lost", "Not connected", why);
  }

  done(op: Name, failure: Failed | null): void {
    this.note(failure ? `${op}: ${failure.code} ${failure.message} ${failure.diagnostics}` : `${op}: done`);
    const list = find("operations");
    list.prepend(entry(op, failure));
    while (list.childElementCount > SHOWN) list.lastElementChild?.remove();
    find("none").hidden = true;
    this.show();
  }

  private offer(id: string, name: "paused" | "readOnly"): void {
    const box = find(id) as HTMLInputElement;
    box.checked = this.switches[name];
    box.onchange = () => this.switches.set({ [name]: box.checked });
  }

  private stand(...standing: typeof this.standing): void {
    this.standing = standing;
    this.show();
  }

  private show(): void {
    const state = find("state");
    const [kind, words, why = ""] = this.standing;
    const isPaused = kind === "connected" && this.switches.paused;
    state.dataset["state"] = isPaused ? "paused" : kind;
    const said = isPaused ? "Paused" : kind === "connected" && this.switches.readOnly ? "Connected, read only" : words;
    if (state.textContent !== said) state.textContent = said;
    find("why").textContent = why;
    find("diagnostics").textContent = this.diagnostics();
  }

  private note(what: string): void {
    this.log.push(`${new Date().toISOString()} ${what}`);
    if (this.log.length > 200) this.log.shift();
  }

  private diagnostics(): string {
    const { platform, diagnostics } = Office.context;
    return [
      `Quire ${this.hello?.version ?? "?"}, protocol ${this.hello?.protocol ?? "?"}, ${this.standing[1]}`,
      `Word ${diagnostics?.version ?? "?"} on ${platform ?? "?"}`,
      `Sets: ${supported().join(", ")}`,
      `Ranges and tables kept: ${this.document.kept}`,
      ...this.log,
    ].join("\n");
  }

  private async copy(): Promise<void> {
    const told = find("copied");
    try {
      await navigator.clipboard.writeText(this.diagnostics());
      told.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(find("diagnostics"));
      told.textContent = "Selected: copy with the keyboard";
    }
  }
}

function entry(op: string, failure: Failed | null): HTMLElement {
  const made = document.createElement("li");
  if (failure) made.className = "failed";
  const parts = { op, result: failure?.code ?? "done", why: failure?.message ?? "" };
  for (const [className, text] of Object.entries(parts)) {
    if (text) made.append(Object.assign(document.createElement("span"), { className, textContent: text }));
  }
  return made;
}

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The pane has no ${id}.`);
  return found;
}

function fail(why: string): void {
  find("state").textContent = "Not connected";
  find("state").dataset["state"] = "lost";
  find("why").textContent = why;
}

if (typeof Office === "undefined") {
  fail("Microsoft's library did not load: is there a connection to the internet?");
} else {
  void Office.onReady(({ host }) => {
    followTheme();
    if (host === Office.HostType.Word) new Pane();
    else fail("This pane works in Word.");
  });
}
