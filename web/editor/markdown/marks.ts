/** Markup becomes what it means, in the lines that are seen; at the cursor it is shown as it is written. */

import { syntaxTree } from "@codemirror/language";
import { type Range } from "@codemirror/state";
import { type Decoration, type DecorationSet, type EditorView } from "@codemirror/view";
import { Canvas } from "./canvas";
import { frontMatterEnd } from "./frontmatter";
import { INLINES } from "./inlines";
import { LINES } from "./lines";
import { LISTS } from "./lists";
import { allowed } from "./picture";
import { revealed } from "./revealed";
import { inSight } from "./sight";

const DRAW = { ...INLINES, ...LINES, ...LISTS };

function drawn(view: EditorView): DecorationSet {
  const { state } = view;
  const tree = syntaxTree(state);
  const front = frontMatterEnd(state.doc);
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    const canvas = new Canvas(state, from, to);
    tree.iterate({
      from: Math.max(from, front ? front + 1 : 0),
      to,
      enter: (node) => {
        if (node.from >= front || !front) DRAW[node.name]?.(node, canvas);
      },
    });
    canvas.collect(ranges);
  }
  return Canvas.drawn(ranges);
}

export const marks = inSight(
  drawn,
  ({ startState, state, transactions }) =>
    startState.field(revealed, false) !== state.field(revealed) ||
    transactions.some((each) => each.effects.some((effect) => effect.is(allowed))),
);
