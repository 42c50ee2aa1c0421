/** What the person has selected. */

import { supports } from "../requirements";
import { plain, rangeOf } from "../scope";
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
  return { text: plain(selected.text), rangeId, ...positionsOf(selected) };
}

/** What to load of a range: its position only where Word knows it, for elsewhere all would fail. */
export function positions(...properties: string[]): string[] {
  return supports("WordApiDesktop 1.4") ? [...properties, "start", "end"] : properties;
}

export function positionsOf(range: Word.Range): { start: number; end: number } | Record<string, never> {
  return supports("WordApiDesktop 1.4") ? { start: range.start, end: range.end } : {};
}
