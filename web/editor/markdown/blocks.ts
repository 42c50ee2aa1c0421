/** Blocks that are drawn as a whole: tables, formulas, diagrams, front matter. At the cursor, they are their source. */

import { syntaxTree } from "@codemirror/language";
import {
  type EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { type SyntaxNodeRef, type Tree } from "@lezer/common";
import { element } from "../element";
import { drawDiagram } from "./diagram";
import { drawFormula } from "./formula";
import { fieldNames, frontMatterEnd } from "./frontmatter";
import { isRevealed, revealed } from "./revealed";
import { Table } from "./table";

const NEAR = 5000;
const PAUSE = 300;

/** Something drawn in place of a block; a click goes to its source. */
class Block extends WidgetType {
  constructor(
    private readonly kind: string,
    private readonly source: string,
    private readonly height: number,
    private readonly draw: (source: string, onDrawn: () => void) => HTMLElement,
  ) {
    super();
  }

  override eq(other: Block): boolean {
    return other.kind === this.kind && other.source === this.source;
  }

  override get estimatedHeight(): number {
    return this.height;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = element(
      "div",
      `md-block md-block-${this.kind}`,
      {},
      this.draw(this.source, () => view.requestMeasure()),
    );
    frame.onmousedown = (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      view.dispatch({ selection: { anchor: view.posAtDOM(frame) }, userEvent: "select.pointer" });
      view.focus();
    };
    return frame;
  }
}

function front(source: string): HTMLElement {
  const names = fieldNames(source);
  return element("span", "md-front", {}, `Front matter${names.length ? `: ${names.join(", ")}` : ""}`);
}

/** What is drawn in place of a block; null where it is shown line by line. */
function widget(state: EditorState, { name, from, to, node }: SyntaxNodeRef): WidgetType | null {
  if (name === "Table") return new Table(state.sliceDoc(from, to));
  if (name === "Paragraph" && state.sliceDoc(from, from + 2) === "$$") {
    const formula = node.firstChild;
    const isAlone = formula?.name === "Formula" && formula.from === from && formula.to === to;
    return isAlone ? new Block("formula", state.sliceDoc(from, to), 70, drawFormula) : null;
  }
  if (name !== "FencedCode") return null;
  const [info, code] = [node.getChild("CodeInfo"), node.getChild("CodeText")];
  const isDiagram = info && code && node.getChildren("CodeMark").length > 1;
  if (!isDiagram || state.sliceDoc(info.from, info.to).trim().toLowerCase() !== "mermaid") return null;
  return new Block("diagram", state.sliceDoc(code.from, code.to), 240, drawDiagram);
}

function found(state: EditorState, tree: Tree, from: number, to: number): Range<Decoration>[] {
  const ranges: Range<Decoration>[] = [];
  const end = frontMatterEnd(state.doc);
  const add = (made: WidgetType, start: number, stop: number) =>
    ranges.push(
      Decoration.replace({ widget: made, block: true }).range(state.doc.lineAt(start).from, state.doc.lineAt(stop).to),
    );
  if (end && from <= end) add(new Block("front", state.sliceDoc(0, end), 30, front), 0, end);
  tree.iterate({
    from,
    to,
    enter(node) {
      if (node.type.isTop) return true;
      const made = end && node.from <= end ? null : widget(state, node);
      if (made) add(made, node.from, node.to);
      return false;
    },
  });
  return ranges;
}

interface Blocks {
  all: DecorationSet;
  drawn: DecorationSet;
  tree: Tree;
  isChecked: boolean;
}

const recheck = StateEffect.define<null>();

function whole(state: EditorState): Blocks {
  const tree = syntaxTree(state);
  return visible(state, {
    all: Decoration.set(found(state, tree, 0, state.doc.length)),
    drawn: Decoration.none,
    tree,
    isChecked: true,
  });
}

function visible(state: EditorState, blocks: Blocks): Blocks {
  return { ...blocks, drawn: blocks.all.update({ filter: (from, to) => !isRevealed(state, from, to) }) };
}

/** After a change, only the blocks around it are looked at; those far behind, in a moment. */
function after(value: Blocks, transaction: Transaction): Blocks {
  const { state, changes } = transaction;
  let [from, to] = [state.doc.length, 0];
  changes.iterChangedRanges((_, __, start, end) => {
    from = Math.min(from, start);
    to = Math.max(to, end);
  });
  const near = { ...value, all: value.all.map(changes) };
  return looked(near, state, Math.max(0, from - NEAR), Math.min(state.doc.length, to + NEAR));
}

/** Look again at the blocks of a stretch. */
function looked(value: Blocks, state: EditorState, start: number, end: number): Blocks {
  const tree = syntaxTree(state);
  const [from, to] = [edge(tree, start, -1), edge(tree, end, 1)];
  const add = found(state, tree, from, to);
  const all = value.all.update({ filterFrom: from, filterTo: to, filter: () => false, add, sort: true });
  return visible(state, { ...value, all, tree, isChecked: false });
}

/** Where the block at a place begins or ends. */
function edge(tree: Tree, at: number, side: -1 | 1): number {
  let node = tree.resolve(at, side);
  while (node.parent && !node.parent.type.isTop) node = node.parent;
  if (node.type.isTop) return at;
  return side < 0 ? node.from : node.to;
}

const blocks = StateField.define<Blocks>({
  create: whole,
  update(value, transaction) {
    const { state, startState } = transaction;
    if (transaction.effects.some((effect) => effect.is(recheck))) return whole(state);
    if (transaction.docChanged) return after(value, transaction);
    if (syntaxTree(state) !== value.tree)
      // more of the text was read meanwhile
      return looked(value, state, Math.min(value.tree.length, state.doc.length), state.doc.length);
    return state.field(revealed) === startState.field(revealed, false) ? value : visible(state, value);
  },
  provide: (field) => [EditorView.decorations.from(field, (value) => value.drawn)],
});

const checking = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly view: EditorView) {}

    update(update: ViewUpdate): void {
      if (!update.docChanged) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE);
    }

    private check(): void {
      if (!this.view.composing && !this.view.state.field(blocks).isChecked)
        this.view.dispatch({ effects: recheck.of(null) });
    }

    destroy(): void {
      clearTimeout(this.timer);
    }
  },
);

/** Up and down lead into a block that is drawn, not over it. */
function step(isDown: boolean): Command {
  return (view) => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const beyond = view.moveVertically(main, isDown).head;
    let next: number | null = null;
    view.state.field(blocks).drawn.between(Math.min(main.head, beyond), Math.max(main.head, beyond), (from, to) => {
      next = isDown ? (next ?? from) : view.state.doc.lineAt(to).from;
    });
    if (next === null) return false;
    view.dispatch({ selection: { anchor: next }, scrollIntoView: true, userEvent: "select" });
    return true;
  };
}

const steps = Prec.high(
  keymap.of([
    { key: "ArrowDown", run: step(true) },
    { key: "ArrowUp", run: step(false) },
  ]),
);

export const drawnBlocks: Extension = [blocks, checking, steps];
