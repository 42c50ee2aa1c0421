/** Formatting by keys and buttons. The server does it, with the tools that agents have; plain typing stays here. */

import { EditorSelection, Prec } from "@codemirror/state";
import { type Command, type EditorView, type KeyBinding, keymap } from "@codemirror/view";
import type { Arguments } from "../connection";
import { inside } from "./around";
import type { BarButton } from "./bar";

export type Mark = Arguments<"format_toggle">["mark"];
export type ListType = Arguments<"list_toggle">["type"];

/** What the server does to the selection. */
export interface Formatting {
  toggle(mark: Mark): void;
  setBlock(wish: { type: "paragraph" } | { type: "heading"; level: number }): void;
  toggleList(type: ListType): void;
  indent(): void;
  outdent(): void;
}

const MARKS: Record<Mark, [open: string, close: string]> = {
  bold: ["**", "**"],
  italic: ["*", "*"],
  underline: ["<u>", "</u>"],
  strike: ["~~", "~~"],
  highlight: ["==", "=="],
  code: ["`", "`"],
};

/** Toggle a mark on the selection or the word; where there is none, open one to type into. */
function toggle(format: Formatting, mark: Mark): Command {
  return (view) => {
    const { main } = view.state.selection;
    if (!main.empty || view.state.wordAt(main.head)) format.toggle(mark);
    else type(view, ...MARKS[mark]);
    return true;
  };
}

/** Type something on both sides of the cursor or the selection. */
function type(view: EditorView, before: string, after: string): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: [
      { from, insert: before },
      { from: to, insert: after },
    ],
    selection: EditorSelection.range(from + before.length, to + before.length),
    userEvent: "input",
  });
}

/** A link on the selection, with the cursor where its address goes; in a link, its address is selected. */
export const link: Command = (view) => {
  const { from, to } = view.state.selection.main;
  const around = inside(view.state, "Link");
  const address = around?.getChild("URL");
  if (address) {
    view.dispatch({ selection: EditorSelection.range(address.from, address.to), userEvent: "select" });
    return true;
  }
  const chosen = view.state.sliceDoc(from, to);
  const isAddress = /^(?:https?:\/\/|www\.)\S+$/i.test(chosen);
  view.dispatch({
    changes: { from, to, insert: isAddress ? `[](${chosen})` : `[${chosen}]()` },
    selection: { anchor: isAddress ? from + 1 : from + chosen.length + 3 },
    userEvent: "input",
  });
  return true;
};

/** Tick the task at the cursor. */
const tick: Command = (view) => {
  const box = inside(view.state, "Task")?.getChild("TaskMarker");
  if (!box) return false;
  const isDone = view.state.sliceDoc(box.from + 1, box.to - 1) !== " ";
  view.dispatch({ changes: { from: box.from + 1, to: box.to - 1, insert: isDone ? " " : "x" }, userEvent: "input" });
  return true;
};

/** In a list, Tab nests. */
function inList(act: () => void): Command {
  return (view) => {
    if (!inside(view.state, "ListItem")) return false;
    act();
    return true;
  };
}

function bindings(format: Formatting): KeyBinding[] {
  const heading = (level: number): Command => {
    return () => (format.setBlock(level ? { type: "heading", level } : { type: "paragraph" }), true);
  };
  const list = (kind: ListType): Command => {
    return () => (format.toggleList(kind), true);
  };
  const levels = [0, 1, 2, 3, 4, 5, 6].flatMap((level) => [
    { key: `Mod-${level}`, run: heading(level) },
    { key: `Mod-Alt-${level}`, run: heading(level) },
  ]);
  return [
    { key: "Mod-b", run: toggle(format, "bold") },
    { key: "Mod-i", run: toggle(format, "italic") },
    { key: "Mod-u", run: toggle(format, "underline") },
    { key: "Mod-Shift-x", run: toggle(format, "strike") },
    { key: "Mod-Shift-h", run: toggle(format, "highlight") },
    { key: "Mod-Shift-k", run: toggle(format, "code") },
    { key: "Mod-`", run: toggle(format, "code") },
    { key: "Mod-k", run: link },
    { key: "Mod-Enter", run: tick },
    { key: "Mod-Shift-7", run: list("ordered") },
    { key: "Mod-Shift-8", run: list("bullet") },
    { key: "Mod-Shift-9", run: list("task") },
    { key: "Tab", run: inList(() => format.indent()), shift: inList(() => format.outdent()) },
    ...levels,
  ].map((binding) => ({ ...binding, preventDefault: !/Tab|Enter/.test(binding.key) }));
}

export function keys(format: Formatting) {
  return Prec.highest(keymap.of(bindings(format)));
}

export function buttons(format: Formatting): BarButton[] {
  const list = (kind: ListType): Command => {
    return () => (format.toggleList(kind), true);
  };
  return [
    { words: "B", title: "Bold (Ctrl B)", className: "bold", run: toggle(format, "bold") },
    { words: "I", title: "Italic (Ctrl I)", className: "italic", run: toggle(format, "italic") },
    { words: "U", title: "Underline (Ctrl U)", className: "underline", run: toggle(format, "underline") },
    { words: "S", title: "Strike through (Ctrl Shift X)", className: "strike", run: toggle(format, "strike") },
    { words: "‹›", title: "Code (Ctrl Shift K)", run: toggle(format, "code") },
    { words: "Link", title: "Link (Ctrl K)", run: link },
    { words: "•", title: "List (Ctrl Shift 8)", run: list("bullet") },
    { words: "1.", title: "1. Numbered list (Ctrl Shift 7)", run: list("ordered") },
    { words: "☑", title: "Tasks (Ctrl Shift 9)", run: list("task") },
  ];
}
