/** An operation: what is asked becomes calls of Word, in the one context of the document. */

import type { Ops } from "../../protocol/word";
import type { Handles } from "../handles";

export type Name = keyof Ops;
export type Arguments<Op extends Name> = Ops[Op]["arguments"];
export type Answer<Op extends Name> = Ops[Op]["answer"];

export type Operation<Op extends Name> = (
  context: Word.RequestContext,
  args: Arguments<Op>,
  handles: Handles,
) => Promise<Answer<Op>>;
