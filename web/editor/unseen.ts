/** Characters that cannot be seen, shown as a dot with their number. */

import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { element } from "./element";

// CodeMirror's own plugin for this leaves its marks where they were when somebody changes what is above the screen.
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]/g;

class Dot extends WidgetType {
  constructor(private readonly code: number) {
    super();
  }

  override eq(other: Dot): boolean {
    return other.code === this.code;
  }

  override toDOM(): HTMLElement {
    const name = `Unseen character U+${this.code.toString(16).toUpperCase().padStart(4, "0")}`;
    return element("span", "unseen", { role: "img", ariaLabel: name, title: name }, "•");
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const matches = new MatchDecorator({
  regexp: UNSEEN,
  decoration: ([found]) => Decoration.replace({ widget: new Dot(found!.charCodeAt(0)) }),
});

export const unseen = ViewPlugin.fromClass(
  class {
    dots: DecorationSet;

    constructor(view: EditorView) {
      this.dots = matches.createDeco(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.dots = matches.createDeco(update.view);
    }
  },
  { decorations: (plugin) => plugin.dots },
);
