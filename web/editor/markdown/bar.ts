/** What one can do with a Markdown document, as buttons over it. */

import { type EditorView, type Panel, showPanel } from "@codemirror/view";
import { button, element } from "../element";
import { mode, onMode, toggleMode } from "./mode";

export interface BarButton {
  words: string;
  title: string;
  className?: string;
  run(view: EditorView): boolean;
}

function bar(buttons: BarButton[]): (view: EditorView) => Panel {
  return (view) => {
    const made = buttons.map(({ words, title, className = "", run }) => {
      const found = button(words, className, () => (run(view), view.focus()), title);
      found.ariaLabel = title;
      found.onmousedown = (event) => event.preventDefault(); // the selection stays
      return found;
    });
    const turn = button("", "md-mode", () => (toggleMode(), view.focus()), "Live preview or source (F6)");
    const show = () => {
      turn.textContent = mode() === "live" ? "Source" : "Preview";
    };
    show();
    return {
      dom: element(
        "div",
        "md-bar",
        { role: "toolbar", ariaLabel: "Markdown" },
        ...made,
        element("span", "space"),
        turn,
      ),
      top: true,
      destroy: onMode(show),
    };
  };
}

export function markdownBar(buttons: BarButton[]) {
  return showPanel.of(bar(buttons));
}
