/** The addresses that a document gives names to: `[name]: address`. */

import { type EditorState, StateField, type Text, type Transaction } from "@codemirror/state";

const DEFINITION = /^ {0,3}\[([^\]\n^][^\]\n]*)\]:[ \t]*\n?[ \t]*<?([^\s>]+)/gm;

export const references = StateField.define<Map<string, string>>({
  create: ({ doc }) => found(doc),
  update: (value, transaction) => (isAbout(transaction) ? found(transaction.newDoc) : value),
});

/** The address behind a name. */
export function addressOf(state: EditorState, name: string): string | undefined {
  return state.field(references).get(key(name));
}

function found(text: Text): Map<string, string> {
  const all = text.toString().matchAll(DEFINITION);
  return new Map([...all].map(([, name = "", address = ""]) => [key(name), address]));
}

/** Whether a change may be one of a definition: only then is it worth to go through the text again. */
function isAbout({ changes, docChanged, startState, newDoc }: Transaction): boolean {
  if (!docChanged) return false;
  let is = false;
  changes.iterChangedRanges((from, to, start, end) => {
    is ||= lines(startState.doc, from, to).includes("]:") || lines(newDoc, start, end).includes("]:");
  });
  return is;
}

/** The lines of a stretch, and the one before, on which its meaning may depend. */
function lines(text: Text, from: number, to: number): string {
  const before = text.lineAt(Math.max(0, text.lineAt(from).from - 1));
  return text.sliceString(before.from, text.lineAt(to).to);
}

function key(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, " ");
}
