/** What is drawn in the part of a text that is in sight. */

import { syntaxTree } from "@codemirror/language";
import { type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Draws what is in sight, and again when it is another; `isStale` tells of what else makes it so. */
export function inSight(drawn: (view: EditorView) => DecorationSet, isStale = (_: ViewUpdate) => false) {
  return ViewPlugin.fromClass(
    class {
      drawn: DecorationSet;
      private isBehind = false;

      constructor(view: EditorView) {
        this.drawn = drawn(view);
      }

      update(update: ViewUpdate): void {
        this.isBehind ||= isOther(update) || isStale(update);
        if (update.view.composing)
          this.drawn = this.drawn.map(update.changes); // nothing may move under an input method
        else if (this.isBehind) {
          this.drawn = drawn(update.view);
          this.isBehind = false;
        }
      }
    },
    {
      decorations: (plugin) => plugin.drawn,
      eventHandlers: {
        compositionend: (_, view) => void setTimeout(() => view.dispatch({})),
      },
    },
  );
}

function isOther({ startState, state, docChanged, viewportChanged }: ViewUpdate): boolean {
  return docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state);
}
