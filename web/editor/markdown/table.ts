/** A table as one sees it; a click goes to the source of the cell. */

import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { element } from "../element";
import { parse, rendered } from "./render";

const ROW_HEIGHT = 36;

interface Cell {
  at: number;
  content: Node[];
}

export class Table extends WidgetType {
  constructor(private readonly source: string) {
    super();
  }

  override eq(other: Table): boolean {
    return other.source === this.source;
  }

  override get estimatedHeight(): number {
    return (this.source.split("\n").length - 1) * ROW_HEIGHT;
  }

  override toDOM(view: EditorView): HTMLElement {
    const found = parse(this.source).topNode.getChild("Table");
    if (!found) return element("div", "", {}, this.source);
    const header = found.getChild("TableHeader");
    const line = found.getChild("TableDelimiter");
    const sides = line ? alignments(this.source.slice(line.from, line.to)) : [];
    const row = (node: SyntaxNode, tag: "th" | "td") =>
      element(
        "tr",
        "",
        {},
        ...cells(node, this.source, sides.length).map((cell, index) => drawn(cell, tag, sides[index])),
      );
    const table = element(
      "table",
      "md-table",
      {},
      element("thead", "", {}, header ? row(header, "th") : null),
      element("tbody", "", {}, ...found.getChildren("TableRow").map((each) => row(each, "td"))),
    );
    const frame = element("div", "md-table-frame", { dir: "auto" }, table);
    frame.onmousedown = (event) => this.enter(event, view, frame);
    return frame;
  }

  override ignoreEvent({ target }: Event): boolean {
    return !(target instanceof Element && target.closest("[data-href], [data-wiki]"));
  }

  private enter(event: MouseEvent, view: EditorView, frame: HTMLElement): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.button !== 0 || target?.closest("[data-wiki]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = Number(target?.closest<HTMLElement>("[data-at]")?.dataset["at"] ?? 0);
    view.dispatch({ selection: { anchor: view.posAtDOM(frame) + at }, userEvent: "select.pointer" });
    view.focus();
  }
}

function drawn({ at, content }: Cell, tag: "th" | "td", side = ""): HTMLElement {
  return element(tag, side, { data: { at: String(at) } }, ...content);
}

/** The cells of a row, also the empty ones, as many as the table has columns. */
function cells(row: SyntaxNode, source: string, count: number): Cell[] {
  const found: Cell[] = [];
  let cell: Cell = { at: row.from, content: [] };
  for (let child = row.firstChild; child; child = child.nextSibling) {
    if (child.name === "TableCell") cell = { at: child.from, content: rendered(child, source) };
    else if (child.name === "TableDelimiter") {
      if (child.from > row.from) found.push(cell);
      cell = { at: Math.min(child.to, row.to), content: [] };
    }
  }
  if (cell.content.length) found.push(cell);
  while (found.length < count) found.push({ at: row.to, content: [] });
  return found.slice(0, count);
}

function alignments(line: string): string[] {
  const parts = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|");
  return parts.map((part) => {
    const [left, right] = [part.trim().startsWith(":"), part.trim().endsWith(":")];
    return left && right ? "md-center" : right ? "md-right" : left ? "md-left" : "";
  });
}
