/** Small things drawn in place of their marks. */

import { syntaxTree } from "@codemirror/language";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { button, element } from "../element";

export class Bullet extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return element("span", "md-bullet", { ariaHidden: "true" }, "•");
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

export class Rule extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return element("span", "md-rule", { role: "separator" });
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Words in place of a mark, such as the name of an alert or what an entity stands for. */
export class Words extends WidgetType {
  constructor(
    private readonly words: string,
    private readonly className: string,
  ) {
    super();
  }

  override eq(other: Words): boolean {
    return other.words === this.words && other.className === this.className;
  }

  override toDOM(): HTMLElement {
    return element("span", this.className, {}, this.words);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The box of a task: to tick it is to type an `x`. */
export class TaskBox extends WidgetType {
  constructor(
    private readonly isDone: boolean,
    private readonly task: string,
  ) {
    super();
  }

  override eq(other: TaskBox): boolean {
    return other.isDone === this.isDone && other.task === this.task;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = element("input", "md-task", { type: "checkbox", checked: this.isDone, ariaLabel: this.task });
    box.onchange = () => {
      const at = view.posAtDOM(box) + 1;
      view.dispatch({ changes: { from: at, to: at + 1, insert: this.isDone ? " " : "x" }, userEvent: "input" });
      view.focus();
    };
    return box;
  }
}

/** The head of a block of code: its language, and a way to take it along. */
export class CodeHead extends WidgetType {
  constructor(private readonly language: string) {
    super();
  }

  override eq(other: CodeHead): boolean {
    return other.language === this.language;
  }

  override toDOM(view: EditorView): HTMLElement {
    const take = () => void navigator.clipboard.writeText(codeAt(view, view.posAtDOM(head)));
    const copy = button("Copy", "md-copy", take, "Copy the code");
    const head = element("span", "md-code-head", {}, element("span", "", {}, this.language), copy);
    return head;
  }
}

function codeAt({ state }: EditorView, at: number): string {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  while (node && node.name !== "FencedCode") node = node.parent;
  const code = node?.getChild("CodeText");
  return code ? state.sliceDoc(code.from, code.to) : "";
}
