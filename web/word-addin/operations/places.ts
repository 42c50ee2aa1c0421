/** Places that the caller knows by paragraph and offset. */

import type { Point } from "../../protocol/word";
import { Refusal, unsupported } from "../refusal";
import type { Operation } from "./operation";

/** Of what is searched for; with codes for what is no letter, a query has at most 255 characters. */
const LONGEST = 80;

export const rangesAt: Operation<"range.at"> = async (context, args, handles) => {
  const paragraphs = context.document.body.paragraphs.load("text");
  await context.sync();
  const ends = args.places.flatMap(({ start, end }) => [start, end]);
  const sought = ends.map((point) => seek(paragraphs.items[point.paragraph], point));
  await context.sync();
  const cursors = sought.map((each) => each());
  const ranges = args.places.map((_, at) => cursors[2 * at]!.expandTo(cursors[2 * at + 1]!));
  return { rangeIds: ranges.map((range) => handles.keep(range)) };
};

/** Word has no offsets: the text at one is searched for, and the match that stands there is taken. */
function seek(paragraph: Word.Paragraph | undefined, { offset, text }: Point): () => Word.Range {
  if (paragraph?.text !== text) {
    throw new Refusal("E_CONFLICT", "The document has changed meanwhile.", "Read it again.");
  }
  if (offset === 0) return () => paragraph.getRange("Start");
  if (offset >= text.length) return () => paragraph.getRange("Content").getRange("End");
  const [sought, number] = landmark(text, offset);
  const found = paragraph.search(escaped(sought), { matchCase: true }).load("text");
  return () => {
    // Word also finds what it takes for the same, such as other quotation marks.
    const match = found.items.filter((each) => each.text === sought)[number];
    if (match) return match.getRange("Start");
    throw unsupported("Word does not find its own text there.", "Use search, and the rangeId that it gives.");
  };
}

/** A text that begins at an offset, and which of its matches it is. */
function landmark(text: string, offset: number): [string, number] {
  for (let length = Math.min(text.length - offset, LONGEST); length > 0; length--) {
    const sought = text.slice(offset, offset + length);
    let at = text.indexOf(sought);
    for (let number = 0; at >= 0 && at <= offset; number++) {
      if (at === offset) return [sought, number];
      at = text.indexOf(sought, at + sought.length);
    }
  }
  throw unsupported("There is no way to name this place to Word.", "Use search, and the rangeId that it gives.");
}

const escaped = (text: string) => text.replaceAll("^", "^^").replaceAll("\t", "^t").replaceAll("\v", "^l");
