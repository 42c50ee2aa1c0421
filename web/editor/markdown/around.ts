/** What the cursor is in. */

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** The innermost node of a kind at the cursor. */
export function inside(state: EditorState, name: string): SyntaxNode | null {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(state.selection.main.head, side);
    while (node && node.name !== name) node = node.parent;
    if (node) return node;
  }
  return null;
}
