/** What is drawn over the visible part of a text: collected piece by piece, then handed to the editor. */

import { type EditorState, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type WidgetType } from "@codemirror/view";
import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { isRevealed } from "./revealed";

/** Draws one kind of node. */
export type Draw = (node: SyntaxNodeRef, canvas: Canvas) => void;

const hidden = Decoration.replace({});

export class Canvas {
  private readonly ranges: Range<Decoration>[] = [];

  constructor(
    readonly state: EditorState,
    readonly from: number,
    readonly to: number,
  ) {}

  text(from: number, to: number): string {
    return this.state.sliceDoc(from, to);
  }

  isRevealed(from: number, to: number): boolean {
    return isRevealed(this.state, from, to);
  }

  /** Whether the source is shown anywhere in the line of a place. */
  isLineRevealed(at: number): boolean {
    const line = this.state.doc.lineAt(at);
    return this.isRevealed(line.from, line.to);
  }

  /** Whether the cursor is inside of something; behind it does not count. */
  isEntered(from: number, to: number): boolean {
    return this.isRevealed(from, to - 1);
  }

  spansLines(from: number, to: number): boolean {
    return this.state.doc.lineAt(from).to < to;
  }

  hide(from: number, to: number): void {
    if (to > from && !this.spansLines(from, to)) this.ranges.push(hidden.range(from, to));
  }

  mark(from: number, to: number, className: string, attributes: Record<string, string> = {}): void {
    if (to > from) this.ranges.push(Decoration.mark({ class: className, attributes }).range(from, to));
  }

  /** Draw something in place of text; it may not go over a line's end. */
  replace(from: number, to: number, widget: WidgetType): void {
    if (!this.spansLines(from, to)) this.ranges.push(Decoration.replace({ widget }).range(from, to));
  }

  /** Give a line a look. */
  line(at: number, className: string): void {
    const { from } = this.state.doc.lineAt(at);
    this.ranges.push(Decoration.line({ class: className }).range(from));
  }

  /** The lines of a stretch that can be seen. */
  *lines(from: number, to: number): Generator<{ from: number; to: number; text: string; isFirst: boolean }> {
    for (let at = Math.max(from, this.from); at <= Math.min(to, this.to);) {
      const line = this.state.doc.lineAt(at);
      yield { from: line.from, to: line.to, text: line.text, isFirst: line.from <= from };
      at = line.to + 1;
    }
  }

  collect(into: Range<Decoration>[]): void {
    into.push(...this.ranges);
  }

  static drawn(ranges: Range<Decoration>[]): DecorationSet {
    return Decoration.set(ranges, true);
  }
}

/** How many nodes of a kind there are around one. */
export function ancestors(node: SyntaxNode, name: string): number {
  let count = 0;
  for (let each = node.parent; each; each = each.parent) if (each.name === name) count += 1;
  return count;
}
