/** The data before the text of a document, between lines of `---`. */

import { type EditorState, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const MOST_LINES = 300;

/** Where the front matter ends; 0 if there is none. */
export function frontMatterEnd(text: Text): number {
  if (!/^---\s*$/.test(text.line(1).text)) return 0;
  const last = Math.min(text.lines, MOST_LINES);
  for (let number = 2; number <= last; number++) {
    const line = text.line(number);
    if (/^(?:---|\.\.\.)\s*$/.test(line.text)) return line.to;
  }
  return 0;
}

/** The names in it, for a look from outside. */
export function fieldNames(source: string): string[] {
  return [...source.matchAll(/^([\w-]+)\s*:/gm)].map((found) => found[1] ?? "");
}

const line = Decoration.line({ class: "md-line-front" });

function drawn({ doc }: EditorState): DecorationSet {
  const end = frontMatterEnd(doc);
  const count = end ? doc.lineAt(end).number : 0;
  return Decoration.set(Array.from({ length: count }, (_, index) => line.range(doc.line(index + 1).from)));
}

/** Shows it as what it is: a rule and a heading is what Markdown alone would make of it. */
export const frontMatter = StateField.define<DecorationSet>({
  create: drawn,
  update: (value, { docChanged, state }) => (docChanged ? drawn(state) : value),
  provide: (field) => EditorView.decorations.from(field),
});
