/** Suggestions drawn on a paragraph: what goes is struck through, what comes is shown where it will be. */

import type { EditorState } from "@codemirror/state";
import type { PageSuggestion } from "../../protocol/wire";
import { element } from "../element";
import { type Decisions, deciding, pieces } from "../suggestions";
import type { Paragraph } from "./lines";

/** Something to draw, at offsets in the text of a paragraph. */
export interface Mark {
  kind: "goes" | "outdated" | "comes" | "buttons";
  from: number;
  to: number;
  text: string;
  suggestion: string;
  isFocused: boolean;
  isStale: boolean;
}

/** What is to be drawn for suggestions, by the number of the line, from 1; `areKin` tells whether a line stands with the
 * one before it, and not, say, behind a table. */
export function marks(
  state: EditorState,
  list: readonly PageSuggestion[],
  focused: string | null,
  areKin: (line: number) => boolean,
): Map<number, Mark[]> {
  const found = new Map<number, Mark[]>();
  const add = (from: number, to: number, mark: Omit<Mark, "from" | "to">) => {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const end = Math.min(to, line.to);
      if (end > at || from === to)
        found.set(line.number, [
          ...(found.get(line.number) ?? []),
          { ...mark, from: at - line.from, to: end - line.from },
        ]);
      at = line.to + 1;
    }
  };
  for (const { id, start, end, original, proposed, isStale } of list) {
    const last = Math.min(end, state.doc.length);
    const mark = { suggestion: id, isFocused: id === focused, isStale, text: "" };
    if (isStale || state.sliceDoc(start, last) !== original) {
      if (last > start) add(start, last, { ...mark, kind: "outdated" });
    } else {
      for (const { fromA, toA, fromB, toB } of pieces(original, proposed)) {
        if (toA > fromA) add(start + fromA, start + toA, { ...mark, kind: "goes" });
        if (toB > fromB) {
          const { at, text } = shown(state, start + toA, proposed.slice(fromB, toB), areKin);
          add(at, at, { ...mark, kind: "comes", text });
        }
      }
    }
    if (id === focused) add(last, last, { ...mark, kind: "buttons" });
  }
  return found;
}

/** Where a text is shown that comes: new paragraphs below the one that they follow, not in the one that they precede. */
function shown(state: EditorState, at: number, text: string, areKin: (line: number) => boolean) {
  const line = state.doc.lineAt(at);
  const isBehind = text.endsWith("\n") && at === line.from && line.number > 1 && areKin(line.number);
  return isBehind ? { at: at - 1, text: `\n${text.slice(0, -1)}` } : { at, text };
}

/** Draw marks on a paragraph with that text, in place of those that are on it. */
export function draw(paragraph: Paragraph, text: string, wanted: readonly Mark[], decide: Decisions): void {
  const key = JSON.stringify(wanted);
  if (key === paragraph.marks) return;
  wipe(paragraph);
  // From the end, so that what is drawn moves nothing that is still to be drawn.
  for (const mark of wanted.toSorted((one, other) => one.to - other.to).reverse()) {
    const wording = paragraph.wording(text);
    if (!wording) break;
    if (mark.kind === "goes" || mark.kind === "outdated") {
      for (const { node, from, to } of wording.between(mark.from, mark.to)) wrap(node, from, to, mark);
    } else {
      const { node, offset } = wording.spot(mark.from);
      const range = document.createRange();
      range.setStart(node, offset);
      range.insertNode(mark.kind === "comes" ? ghost(mark) : deciding(mark.suggestion, mark.isStale, decide));
    }
    paragraph.forget();
  }
  paragraph.marks = key;
}

/** Take all marks away. */
export function wipe(paragraph: Paragraph): void {
  if (!paragraph.marks) return;
  for (const each of paragraph.elements) {
    for (const mark of each.querySelectorAll(".suggestion.comes, .decide")) mark.remove();
    for (const mark of each.querySelectorAll(".suggestion")) mark.replaceWith(...mark.childNodes);
    each.normalize();
  }
  paragraph.marks = "";
  paragraph.forget();
}

function look({ kind, isFocused, isStale }: Mark): string {
  return `suggestion ${kind}${isFocused ? " focused" : ""}${isStale ? " stale" : ""}`;
}

function wrap(node: Text, from: number, to: number, mark: Mark): void {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  const tag = mark.kind === "goes" ? "s" : "span";
  range.surroundContents(element(tag, look(mark), { data: { suggestion: mark.suggestion } }));
}

function ghost(mark: Mark): HTMLElement {
  const data = { suggestion: mark.suggestion };
  return element("ins", look(mark), { contentEditable: "false", data }, mark.text);
}
