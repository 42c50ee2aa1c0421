/** Where the source is shown: at the cursor, and wherever a suggestion would change it. */

import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { pending } from "../suggestions";

interface Stretch {
  from: number;
  to: number;
}

interface Revealed {
  stretches: readonly Stretch[];
  /** While the mouse selects, nothing may move under it. */
  isHeld: boolean;
}

const hold = StateEffect.define<boolean>();

export const revealed = StateField.define<Revealed>({
  create: (state) => ({ stretches: found(state), isHeld: false }),
  update(value, transaction) {
    let { isHeld } = value;
    for (const effect of transaction.effects) if (effect.is(hold)) isHeld = effect.value;
    const { state, startState, changes, docChanged } = transaction;
    if (isHeld)
      return {
        stretches: docChanged
          ? value.stretches.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) }))
          : value.stretches,
        isHeld,
      };
    const isSame =
      isHeld === value.isHeld &&
      state.selection.eq(startState.selection) &&
      state.field(pending).list === startState.field(pending).list;
    return isSame ? value : { stretches: found(state), isHeld };
  },
});

/** The selections and suggestions, in order, those that touch each other as one. */
function found(state: EditorState): Stretch[] {
  const suggested = state.field(pending).list.map(({ start, end }) => ({ from: start, to: end }));
  const all = [...state.selection.ranges.map(({ from, to }) => ({ from, to })), ...suggested];
  all.sort((one, other) => one.from - other.from);
  const merged: Stretch[] = [];
  for (const each of all) {
    const last = merged.at(-1);
    if (last && each.from <= last.to) last.to = Math.max(last.to, each.to);
    else merged.push(each);
  }
  return merged;
}

/** Whether any of a stretch is to be seen as source. */
export function isRevealed(state: EditorState, from: number, to: number): boolean {
  const { stretches } = state.field(revealed);
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.to ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (stretches[low]?.from ?? Infinity) <= to;
}

export const holding = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0) return false;
    view.dispatch({ effects: hold.of(true) });
    const release = () => {
      removeEventListener("mouseup", release, true);
      removeEventListener("dragend", release, true);
      setTimeout(() => view.dispatch({ effects: hold.of(false) }));
    };
    addEventListener("mouseup", release, true);
    addEventListener("dragend", release, true);
    return false;
  },
});
