/** Formulas, drawn by KaTeX once there is one. */

import { type EditorView, WidgetType } from "@codemirror/view";
import { element } from "../element";

type Katex = (typeof import("katex"))["default"];

let library: Promise<Katex> | null = null;

function katex(): Promise<Katex> {
  library ??= import("katex").then((found) => {
    document.head.append(element("link", "", { rel: "stylesheet", href: "/page/formula.css" }));
    return found.default;
  });
  return library;
}

/** The element of a formula, with its dollars; `onDrawn` is told when it has its size. */
export function drawFormula(source: string, onDrawn: () => void = () => {}): HTMLElement {
  const isBlock = source.startsWith("$$");
  const tex = isBlock ? source.slice(2, -2) : source.slice(1, -1);
  const drawn = element("span", isBlock ? "md-formula block" : "md-formula", {}, tex.trim());
  katex()
    .then((found) => found.render(tex, drawn, { displayMode: isBlock, strict: "ignore", maxSize: 40, maxExpand: 500 }))
    .catch((error: Error) => {
      drawn.replaceChildren(source);
      drawn.classList.add("failed");
      drawn.title = error.message;
    })
    .finally(onDrawn);
  return drawn;
}

export class InlineFormula extends WidgetType {
  constructor(private readonly source: string) {
    super();
  }

  override eq(other: InlineFormula): boolean {
    return other.source === this.source;
  }

  override toDOM(view: EditorView): HTMLElement {
    return drawFormula(this.source, () => view.requestMeasure());
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
