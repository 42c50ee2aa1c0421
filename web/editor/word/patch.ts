/** Another text in a paragraph that is drawn, until it is drawn again as the server has it. */

import type { Paragraph } from "./lines";
import { difference } from "./typing";

const HARD = /[\t\v\ufffc\u00ad]/;

/** Change what is shown in place; false where that takes more than other letters. */
export function patch(paragraph: Paragraph, old: string, now: string): boolean {
  const wording = paragraph.wording(old);
  if (!wording) return false;
  const { start, oldEnd, newEnd } = difference(old, now);
  const inserted = now.slice(start, newEnd);
  if (HARD.test(old.slice(start, oldEnd)) || HARD.test(inserted)) return false;
  const { node, offset } = wording.spot(start);
  for (const piece of wording.between(start, oldEnd)) piece.node.deleteData(piece.from, piece.to - piece.from);
  if (node instanceof Text) node.insertData(offset, inserted);
  else if (inserted) node.insertBefore(document.createTextNode(inserted), node.childNodes[offset] ?? null);
  paragraph.forget();
  return true;
}
