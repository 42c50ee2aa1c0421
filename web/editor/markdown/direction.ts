/** Lines run as their text does: from right to left where it begins in Hebrew or Arabic. Code runs from left to right. */

import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, type Line, Prec, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, Direction, EditorView } from "@codemirror/view";
import { frontMatterEnd } from "./frontmatter";
import { inSight } from "./sight";

const LONGEST_READ = 2000;
const MOST_LOOKED_BACK = 50;

const MARKUP = /`[^`]*`|<[^<>]*>|&#?\w+;|\[(?:!\w+|x)\]/gi;
const LETTER = /[\p{L}\u200e\u200f]/u;
const LEFTWARDS = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text runs from right to left; null if no letter says so. */
function isLeftwards(text: string): boolean | null {
  const first = LETTER.exec(text.slice(0, LONGEST_READ).replace(MARKUP, ""))?.[0];
  return first === undefined ? null : LEFTWARDS.test(first);
}

/** Lines that all run one way. */
interface Block {
  from: number;
  to: number;
  isLeftwards: boolean;
}

/** Code, and what would fall apart if its lines ran this way and that; what is inside of another comes behind it. */
function blocks(state: EditorState, from: number, to: number): Block[] {
  const front = frontMatterEnd(state.doc);
  const found: Block[] = front ? [{ from: 0, to: front, isLeftwards: false }] : [];
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      const isCode = name === "FencedCode" || name === "CodeBlock";
      if (!isCode && name !== "Table" && name !== "Blockquote") return;
      const text = state.sliceDoc(start, Math.min(end, start + LONGEST_READ));
      found.push({ from: start, to: end, isLeftwards: !isCode && isLeftwards(text) === true });
    },
  });
  return found;
}

/** How the nearest line with letters before a line runs. */
function before(state: EditorState, number: number): boolean {
  for (let each = number - 1; each > 0 && number - each <= MOST_LOOKED_BACK; each -= 1) {
    const found = isLeftwards(state.doc.line(each).text);
    if (found !== null) return found;
  }
  return false;
}

/** The lines in sight, and whether they run from right to left.
 *
 * One without letters runs as the one before it: what is typed there will most likely do so, too. */
function* running({ state, visibleRanges }: EditorView): Iterable<[Line, boolean]> {
  for (const { from, to } of visibleRanges) {
    const found = blocks(state, from, to);
    let isLeft = before(state, state.doc.lineAt(from).number);
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const block = found.findLast((each) => each.from <= line.to && line.from <= each.to);
      isLeft = block?.isLeftwards ?? isLeftwards(line.text) ?? isLeft;
      yield [line, isLeft];
      at = line.to + 1;
    }
  }
}

const leftwards = Decoration.line({ attributes: { dir: "rtl" } });

function drawn(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const [line, isLeft] of running(view)) if (isLeft) ranges.push(leftwards.range(line.from));
  return Decoration.set(ranges);
}

const fromLeft = Decoration.mark({ attributes: { dir: "ltr" }, bidiIsolate: Direction.LTR });

/** Code among letters from right to left is on its own: what is around it does not turn it. */
function isolated(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const [{ from, to, text }, isLeft] of running(view))
    if (isLeft || LEFTWARDS.test(text))
      syntaxTree(view.state).iterate({
        from,
        to,
        enter({ name, from: start, to: end }) {
          if (name === "InlineCode") ranges.push(fromLeft.range(Math.max(from, start), Math.min(to, end)));
        },
      });
  return Decoration.set(ranges);
}

const isolates = inSight(isolated);

export const direction: Extension = [
  inSight(drawn),
  Prec.lowest(isolates), // around all else that is drawn there
  EditorView.bidiIsolatedRanges.of((view) => view.plugin(isolates)?.drawn ?? Decoration.none),
  EditorView.perLineTextDirection.of(true),
];
