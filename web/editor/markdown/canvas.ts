/** What is drawn over the visible part of a text: collected piece by piece, then handed to the editor. */

import { type EditorState, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type WidgetType } from "@codemirror/view";
import { isRevealed } from "./revealed";

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

  hide(from: number, to: number): void {
    if (to > from) this.ranges.push(hidden.range(from, to));
  }

  mark(from: number, to: number, className: string, attributes: Record<string, string> = {}): void {
    if (to > from) this.ranges.push(Decoration.mark({ class: className, attributes }).range(from, to));
  }

  /** Draw something in place of text; it may not go over a line's end. */
  replace(from: number, to: number, widget: WidgetType): void {
    this.ranges.push(Decoration.replace({ widget }).range(from, to));
  }

  widget(at: number, widget: WidgetType): void {
    this.ranges.push(Decoration.widget({ widget, side: 1 }).range(at));
  }

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
