/** What a person types on the pages, done to the copy: the pages follow it. */

import { deleteCharBackward, deleteCharForward, deleteGroupBackward, deleteGroupForward } from "@codemirror/commands";
import type { Command, EditorView } from "@codemirror/view";
import { isUnseen, shownText } from "./wording";

const DELETIONS: Record<string, Command> = {
  deleteContentBackward: deleteCharBackward,
  deleteContentForward: deleteCharForward,
  deleteWordBackward: deleteGroupBackward,
  deleteWordForward: deleteGroupForward,
  deleteSoftLineBackward: (view) => deleteTo(view, "from"),
  deleteHardLineBackward: (view) => deleteTo(view, "from"),
  deleteSoftLineForward: (view) => deleteTo(view, "to"),
  deleteHardLineForward: (view) => deleteTo(view, "to"),
  deleteByCut: deleteCharBackward,
  deleteContent: deleteCharBackward,
};

/** Do what a kind of input wants done at the selection. */
export function type(view: EditorView, inputType: string, text: string | null): void {
  if (inputType === "insertParagraph") put(view, "\n");
  else if (inputType === "insertLineBreak") put(view, "\v");
  else if (inputType.startsWith("insert")) put(view, text ?? "");
  else DELETIONS[inputType]?.(view);
}

/** Text in place of the selection. */
export function put(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main;
  const insert = view.state.toText(text.replace(/\r\n?/g, "\n"));
  if (!insert.length && from === to) return;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.type",
  });
}

function deleteTo(view: EditorView, edge: "from" | "to"): boolean {
  const { head, empty } = view.state.selection.main;
  if (!empty) return deleteCharBackward(view);
  const end = view.state.doc.lineAt(head)[edge];
  view.dispatch({
    changes: { from: Math.min(head, end), to: Math.max(head, end) },
    userEvent: "delete",
  });
  return true;
}

/** Take over what the browser itself has changed in a line, as input methods have it do. */
export function takeOver(view: EditorView, number: number, elements: readonly HTMLElement[]): void {
  const line = view.state.doc.line(number);
  const places = [...line.text].length === 0 ? [] : seen(line.text);
  const old = places.map((place) => line.text[place]).join("");
  const now = [...shownText(elements)].filter((character) => !isUnseen(character)).join("");
  const { start, oldEnd, newEnd } = difference(old, now);
  if (start === oldEnd && start === newEnd) return;
  const from = line.from + (start < places.length ? (places[start] ?? 0) : (places.at(-1) ?? -1) + 1);
  const to = oldEnd > start ? line.from + (places[oldEnd - 1] ?? 0) + 1 : from;
  const insert = view.state.toText(now.slice(start, newEnd));
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.type.compose",
  });
}

/** Where the characters of a text are that can be seen. */
function seen(text: string): number[] {
  return Array.from({ length: text.length }, (_, place) => place).filter((place) => !isUnseen(text[place]));
}

/** The one range in which two texts differ. */
export function difference(old: string, now: string): { start: number; oldEnd: number; newEnd: number } {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let [oldEnd, newEnd] = [old.length, now.length];
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1])
    [oldEnd, newEnd] = [oldEnd - 1, newEnd - 1];
  return { start, oldEnd, newEnd };
}
