/** What a person can do, each under a name and some with keys. */

import { button, element } from "./element";

export interface Command {
  name: string;
  keys?: string;
  /** One of many of a kind, of which one is told. */
  isHidden?: boolean;
  run(): void;
}

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Keys that the editor itself knows, for the sheet of shortcuts. */
const EDITING: [string, string][] = [
  ["Undo", "Mod-z"],
  ["Redo", "Mod-Shift-z"],
  ["Next suggestion", "Tab"],
  ["Suggestion before", "Shift-Tab"],
  ["Accept the suggestion", "Enter"],
  ["Reject the suggestion", "Escape"],
  ["Accept all suggestions", "Mod-Shift-Enter"],
  ["Reject all suggestions", "Mod-Shift-Backspace"],
];

export class Commands {
  private readonly list: Command[] = [];

  constructor() {
    document.addEventListener("keydown", (event) => this.press(event), { capture: true });
  }

  /** Those that are told. */
  get told(): Command[] {
    return this.list.filter((each) => !each.isHidden);
  }

  add(...commands: Command[]): void {
    this.list.push(...commands);
  }

  named(name: string): Command | undefined {
    return this.list.find((each) => each.name === name);
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const command = this.list.find((each) => each.keys?.split(" ").some((keys) => isPressed(keys, event)));
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command.run();
  }

  /** A sheet with all keys. */
  help(): void {
    const commands = this.told.filter((each) => each.keys).map((each) => [each.name, each.keys!] as [string, string]);
    const dialog = element(
      "dialog",
      "help",
      { aria: { labelledby: "help" } },
      element("h2", "", { id: "help" }, "Keyboard shortcuts"),
      element("div", "columns", {}, table("Workspace", commands), table("Text and suggestions", EDITING)),
      element(
        "form",
        "",
        { method: "dialog" },
        button("Close", "", () => dialog.close()),
      ),
    );
    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  }
}

function table(title: string, rows: [string, string][]): HTMLElement {
  const list = element("dl");
  for (const [name, keys] of rows)
    list.append(element("dt", "", {}, name), element("dd", "", {}, ...keys.split(" ").flatMap(pressed)));
  return element("section", "", {}, element("h3", "", {}, title), list);
}

function pressed(keys: string, index: number): (Node | string)[] {
  return [...(index ? [" or "] : []), element("kbd", "", {}, shown(keys))];
}

/** Keys as they are called on this machine. */
export function shown(keys: string): string {
  return keys
    .split(" ")[0]!
    .replace(/-(?=.)/g, " ")
    .replace("Mod", IS_MAC ? "⌘" : "Ctrl")
    .replace("Alt", IS_MAC ? "⌥" : "Alt")
    .replace(/\b[a-z]$/, (letter) => letter.toUpperCase());
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const [key, ...held] = keys.split(/-(?=.)/).reverse();
  const isMod = event.ctrlKey || event.metaKey;
  if (isMod !== held.includes("Mod") || event.altKey !== held.includes("Alt")) return false;
  if (event.shiftKey !== held.includes("Shift") && key !== "/") return false;
  if (event.key.toLowerCase() === key!.toLowerCase()) return true;
  return event.altKey && [`Digit${key}`, `Key${key!.toUpperCase()}`].includes(event.code); // where Alt makes other letters
}
