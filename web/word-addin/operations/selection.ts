/** What the person has selected. */

import { supports } from "../requirements";
import { plain, rangeOf } from "../scope";
import type { Spot } from "../../protocol/word";
import type { Answer, Operation } from "./operation";
import type { Handles } from "../handles";

const MODES = { all: "Select", start: "Start", end: "End" } as const;

export const getSelection: Operation<"getSelection"> = (context, _, handles) => tell(context, handles);

export const setSelection: Operation<"selection.set"> = async (context, args, handles) => {
  rangeOf(context, args.scope, handles).select(MODES[args.edge]);
  await context.sync();
  return tell(context, handles);
};

async function tell(context: Word.RequestContext, handles: Handles): Promise<Answer<"getSelection">> {
  const selected = context.document.getSelection();
  selected.load(positions("text"));
  const rangeId = handles.keep(selected);
  await context.sync();
  return { text: plain(selected.text), rangeId, ...positionsOf(selected), ...(await spotsOf(context, selected)) };
}

/** Where a range is by paragraph; one that is not in the body, such as one in a header, is nowhere there. */
async function spotsOf(context: Word.RequestContext, range: Word.Range): Promise<{ first?: Spot; last?: Spot }> {
  try {
    const [first, last] = [spotOf(context, range.getRange("Start")), spotOf(context, range.getRange("End"))];
    await context.sync();
    return { first: first(), last: last() };
  } catch (error) {
    if (error instanceof OfficeExtension.Error) return {};
    throw error;
  }
}

function spotOf(context: Word.RequestContext, cursor: Word.Range): () => Spot {
  const paragraph = cursor.paragraphs.getFirst();
  const before = context.document.body.getRange("Start").expandTo(paragraph.getRange("Whole")).paragraphs.load("text");
  const within = paragraph.getRange("Start").expandTo(cursor).load("text");
  return () => ({ paragraph: before.items.length - 1, offset: within.text.length });
}

/** What to load of a range: its position only where Word knows it, for elsewhere all would fail. */
export function positions(...properties: string[]): string[] {
  return supports("WordApiDesktop 1.4") ? [...properties, "start", "end"] : properties;
}

export function positionsOf(range: Word.Range): { start: number; end: number } | Record<string, never> {
  return supports("WordApiDesktop 1.4") ? { start: range.start, end: range.end } : {};
}
