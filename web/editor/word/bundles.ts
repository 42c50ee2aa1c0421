/**
 * Long documents in bundles: the browser lays out those that are in sight. Numbers of lists are counters of the style
 * sheet, which do not reach from one bundle to the next; so each is told where to begin.
 */

import { element } from "../element";

const SIZE = 30;
const NUMBERED = /(?:^|\s)docx-num-(\d+)-(\d+)(?=\s|$)/;

/** A level of a list, as the document defines it. */
export interface Level {
  id: string;
  level: number;
  start: number;
}

/** Put what is on the pages into bundles. */
export function bundle(wrapper: HTMLElement): void {
  for (const article of wrapper.querySelectorAll<HTMLElement>("article")) {
    if (Number(article.style.columnCount) > 1) continue; // a column ends within a bundle
    article.style.columnCount = "";
    const blocks = [...article.childNodes];
    for (let first = 0; first < blocks.length; first += SIZE) {
      const inner = element("div", "counted");
      inner.append(...blocks.slice(first, first + SIZE));
      article.append(element("div", "bundle", {}, inner));
    }
  }
}

/** Have lists go on from bundle to bundle. */
export function count(wrapper: HTMLElement, levels: readonly Level[]): void {
  if (!levels.length) return;
  const starts = new Map(levels.map(({ id, level, start }) => [`docx-num-${id}-${level}`, start - 1]));
  const values = new Map<string, number>();
  for (const found of wrapper.querySelectorAll<HTMLElement>(".counted, article p")) {
    if (found.tagName === "P") pass(found, starts, values);
    else
      found.style.counterReset = [...starts].map(([name, start]) => `${name} ${values.get(name) ?? start}`).join(" ");
  }
}

/** What a paragraph does to the counters: its level counts on, the one below begins again. */
function pass(paragraph: HTMLElement, starts: ReadonlyMap<string, number>, values: Map<string, number>): void {
  const found = NUMBERED.exec(paragraph.className);
  if (!found) return;
  const own = `docx-num-${found[1]}-${found[2]}`;
  const below = `docx-num-${found[1]}-${Number(found[2]) + 1}`;
  const start = starts.get(own);
  if (start !== undefined) values.set(own, (values.get(own) ?? start) + 1);
  const first = starts.get(below);
  if (first !== undefined) values.set(below, first);
}
