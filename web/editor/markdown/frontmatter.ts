/** The data before the text of a document, between lines of `---`. */

import type { Text } from "@codemirror/state";

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
