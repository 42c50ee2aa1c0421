/** The document that is open in Word: what is asked of it is done in order, in one context. */

import type { Asked } from "../protocol/word";
import { Handles } from "./handles";
import { OPERATIONS } from "./operations";
import type { Answer, Arguments, Name, Operation } from "./operations/operation";
import { need } from "./requirements";

export class OpenDocument {
  private readonly context = new Word.RequestContext();
  private readonly handles = new Handles();

  /** Where it is kept; empty for one that was never saved. */
  get url(): string {
    return Office.context.document.url ?? "";
  }

  get title(): string {
    const name = this.url.split(/[\\/]/).pop()?.split("?")[0] ?? "";
    try {
      return decodeURIComponent(name) || "Document";
    } catch {
      return name; // a name with a percent sign of its own
    }
  }

  get kept(): number {
    return this.handles.size;
  }

  async perform<Op extends Name>(op: Op, args: Arguments<Op> & Asked): Promise<Answer<Op>> {
    const operation: Operation<Op> = OPERATIONS[op];
    // Given an object, Word runs in its context: what was kept there stays good.
    return Word.run(this.context.document, async (context) => {
      const shared = context as Word.RequestContext;
      const before = this.handles.size;
      const work = () => operation(shared, args, this.handles);
      try {
        const answer = await (args.tracked ? tracked(shared, work) : work());
        this.handles.tidy(this.handles.size - before);
        return answer;
      } catch (error) {
        this.handles.takeBack(before);
        await shared.sync().catch(() => undefined); // what it still had to ask, lest it be asked with the next
        throw error;
      }
    });
  }
}

/** Have Word track what is done, then track as before. */
async function tracked<Result>(context: Word.RequestContext, work: () => Promise<Result>): Promise<Result> {
  need("WordApi 1.4", "track changes for an add-in");
  const { document } = context;
  document.load("changeTrackingMode");
  await context.sync();
  const before = document.changeTrackingMode;
  document.changeTrackingMode = "TrackAll";
  try {
    const answer = await work();
    await context.sync();
    return answer;
  } finally {
    document.changeTrackingMode = before;
    await context.sync();
  }
}
