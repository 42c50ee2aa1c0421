/** Putting text into the document. */

import type { Handles } from "../handles";
import { refuseObjects } from "../objects";
import { need } from "../requirements";
import { checkText, endOfDocument, fresh, inWord, rangeOf } from "../scope";
import type { Arguments, Operation } from "./operation";

type Insertion = Arguments<"insertText">;

export const insertText: Operation<"insertText"> = async (context, args, handles) => {
  checkText(args.text);
  if (!args.keepFormatting) need("WordApiDesktop 1.3", "write text without the formatting of its neighbours");
  const inserted = args.scope === "document" ? intoDocument(context, args) : await intoRange(context, args, handles);
  if (!args.keepFormatting) inserted.font.reset();
  const rangeId = handles.keep(inserted);
  return { rangeId, length: [...args.text].length };
};

function intoDocument(context: Word.RequestContext, args: Insertion): Word.Range {
  const { body } = context.document;
  const end = endOfDocument(args.location);
  if (!args.newParagraph) return body.insertText(args.text, end);
  const [first, ...more] = lines(args.text);
  const begin = body.insertParagraph(first, end);
  return throughLines(begin, more);
}

async function intoRange(context: Word.RequestContext, args: Insertion, handles: Handles): Promise<Word.Range> {
  const range = rangeOf(context, args.scope, handles);
  if (args.location === "replace") await refuseObjects(context, range);
  if (!args.newParagraph) return range.insertText(args.text, inWord(args.location));
  const now = fresh(range);
  if (args.location === "replace") {
    now.load("isEmpty");
    await context.sync();
    if (!now.isEmpty) return inPlaceOf(context, range, args.text);
  }
  const [first, ...more] = lines(args.text);
  const isBefore = args.location === "start" || args.location === "before";
  const beside = isBefore ? now.paragraphs.getFirst() : now.paragraphs.getLast();
  return throughLines(beside.insertParagraph(first, isBefore ? "Before" : "After"), more);
}

/** A paragraph of its own where a range was: what else its paragraphs hold is parted from it. */
async function inPlaceOf(context: Word.RequestContext, range: Word.Range, text: string): Promise<Word.Range> {
  const { paragraphs } = fresh(range);
  const ends = [
    range.getRange("Start").compareLocationWith(paragraphs.getFirst().getRange("Start")),
    range.getRange("End").compareLocationWith(paragraphs.getLast().getRange("Content").getRange("End")),
  ] as const;
  await context.sync();
  const inserted = range.insertText(text, "Replace");
  if (ends[0].value !== "Equal") inserted.insertText("\n", "Before");
  if (ends[1].value !== "Equal") inserted.insertText("\n", "After");
  return inserted;
}

function throughLines(first: Word.Paragraph, more: string[]): Word.Range {
  let last = first;
  for (const line of more) last = last.insertParagraph(line, "After");
  const begin = first.getRange("Content");
  return last === first ? begin : begin.expandTo(last.getRange("Content"));
}

const lines = (text: string) => text.split("\n") as [string, ...string[]];
