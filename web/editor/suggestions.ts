/** Suggestions drawn in the text: what goes is struck through, what comes is shown where it will be. */

import { Change, presentableDiff } from "@codemirror/merge";
import {
  type EditorState,
  type Extension,
  Facet,
  Prec,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from "@codemirror/view";
import type { PageSuggestion } from "../protocol/wire";
import { button, element } from "./element";

/** What a person can do with suggestions; the server does it. */
export interface Decisions {
  accept(suggestion: string): void;
  reject(suggestion: string): void;
  acceptAll(): void;
  rejectAll(): void;
  edit(suggestion: string): void;
}

interface Pending {
  list: PageSuggestion[];
  focused: string | null;
  drawn: DecorationSet;
}

const LONGEST_COMPARED = 20_000;
const MOST_COMPARED = 5000;

export const setSuggestions = StateEffect.define<PageSuggestion[]>();
export const focusSuggestion = StateEffect.define<string | null>();

const decisions = Facet.define<Decisions, Decisions | null>({ combine: (found) => found[0] ?? null });

export const pending = StateField.define<Pending>({
  create: () => ({ list: [], focused: null, drawn: Decoration.none }),
  update(value, transaction) {
    let { list, focused } = value;
    let isNew = false;
    if (transaction.docChanged) list = list.map((each) => moved(each, transaction));
    if (transaction.isUserEvent("input") || transaction.isUserEvent("delete") || transaction.isUserEvent("select"))
      focused = null;
    for (const effect of transaction.effects) {
      if (effect.is(setSuggestions)) [list, isNew] = [effect.value, true];
      if (effect.is(focusSuggestion)) focused = effect.value;
    }
    if (focused && !list.some((each) => each.id === focused)) focused = successor(value, list)?.id ?? null;
    if (isNew || focused !== value.focused) return { list, focused, drawn: draw(transaction.state, list, focused) };
    return transaction.docChanged ? { list, focused, drawn: value.drawn.map(transaction.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.drawn),
});

/** A suggestion after a change, as the server moves it. */
function moved(suggestion: PageSuggestion, { changes }: Transaction): PageSuggestion {
  const start = changes.mapPos(suggestion.start, 1);
  const isPoint = suggestion.start === suggestion.end;
  return { ...suggestion, start, end: isPoint ? start : Math.max(start, changes.mapPos(suggestion.end, -1)) };
}

/** The one that takes the place of the focused one, once that is decided. */
function successor(before: Pending, list: PageSuggestion[]): PageSuggestion | undefined {
  const behind = before.list.slice(before.list.findIndex((each) => each.id === before.focused) + 1);
  const known = new Set(list.map((each) => each.id));
  const next = behind.find((each) => known.has(each.id));
  return list.find((each) => each.id === next?.id) ?? list.at(-1);
}

function draw(state: EditorState, list: PageSuggestion[], focused: string | null): DecorationSet {
  const ranges = list.flatMap((each) => drawOne(state, each, each.id === focused));
  return Decoration.set(ranges, true);
}

function drawOne(state: EditorState, suggestion: PageSuggestion, isFocused: boolean): Range<Decoration>[] {
  const { id, start, original, proposed } = suggestion;
  const end = Math.min(suggestion.end, state.doc.length);
  const look = `suggestion${isFocused ? " focused" : ""}${suggestion.isStale ? " stale" : ""}`;
  const mark = (from: number, to: number, className: string) =>
    Decoration.mark({ class: `${look} ${className}`, attributes: { "data-suggestion": id } }).range(from, to);
  const ghost = (at: number, text: string) =>
    Decoration.widget({ widget: new Ghost(id, text, look), side: 1 }).range(at);
  const found: Range<Decoration>[] = [];
  if (suggestion.isStale || state.sliceDoc(start, end) !== original) {
    if (end > start) found.push(mark(start, end, "outdated"));
  } else {
    for (const { fromA, toA, fromB, toB } of pieces(original, proposed)) {
      if (toA > fromA) found.push(mark(start + fromA, start + toA, "goes"));
      if (toB > fromB) found.push(ghost(start + toA, proposed.slice(fromB, toB)));
    }
  }
  if (isFocused) found.push(Decoration.widget({ widget: new Buttons(suggestion), side: 2 }).range(end));
  return found;
}

const compared = new Map<string, readonly Change[]>();

/** What differs, word by word; all of it, where that would take long. */
export function pieces(original: string, proposed: string): readonly Change[] {
  if (original.length + proposed.length > LONGEST_COMPARED) return [new Change(0, original.length, 0, proposed.length)];
  const key = `${original}\0${proposed}`;
  const known = compared.get(key) ?? presentableDiff(original, proposed);
  if (compared.size > MOST_COMPARED) compared.clear();
  compared.set(key, known);
  return known;
}

class Ghost extends WidgetType {
  constructor(
    private readonly id: string,
    private readonly text: string,
    private readonly look: string,
  ) {
    super();
  }

  override eq(other: Ghost): boolean {
    return other.id === this.id && other.text === this.text && other.look === this.look;
  }

  override toDOM(): HTMLElement {
    return element("ins", `${this.look} comes`, { data: { suggestion: this.id } }, this.text);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

class Buttons extends WidgetType {
  constructor(private readonly suggestion: PageSuggestion) {
    super();
  }

  override eq(other: Buttons): boolean {
    return other.suggestion.id === this.suggestion.id && other.suggestion.isStale === this.suggestion.isStale;
  }

  override toDOM(view: EditorView): HTMLElement {
    const decide = view.state.facet(decisions);
    return decide ? deciding(this.suggestion.id, this.suggestion.isStale, decide) : element("span");
  }
}

/** Buttons for a suggestion, below the place where they are put: they cover words, but move none. */
export function deciding(suggestion: string, isStale: boolean, decide: Decisions): HTMLElement {
  const box = element(
    "span",
    "box",
    { role: "group", ariaLabel: "Decide on this suggestion" },
    isStale ? null : button("Accept", "accept", () => decide.accept(suggestion), "Accept (Enter)"),
    isStale ? null : button("Edit", "edit", () => decide.edit(suggestion), "Edit, then accept"),
    button("Reject", "reject", () => decide.reject(suggestion), "Reject (Escape)"),
  );
  requestAnimationFrame(() => {
    const edge = box.closest(".cm-content, section")?.getBoundingClientRect().right ?? Infinity;
    box.classList.toggle("leftwards", box.getBoundingClientRect().right > edge);
  });
  return element("span", "decide", { contentEditable: "false" }, box);
}

/** Go to the next suggestion behind the focused one or the cursor, or to the one before. */
export function go(view: EditorView, way: 1 | -1): boolean {
  const { list, focused } = view.state.field(pending);
  if (!list.length) return false;
  const at = list.findIndex((each) => each.id === focused);
  const cursor = view.state.selection.main.head;
  const behind = list.findIndex((each) => each.end >= cursor);
  const first = way > 0 ? (behind < 0 ? 0 : behind) : (behind < 0 ? list.length : behind) - 1;
  const next = list[((at < 0 ? first : at + way) + list.length) % list.length];
  if (next) show(view, next.id);
  return true;
}

/** Focus a suggestion and bring it into sight. */
export function show(view: EditorView, id: string): void {
  const found = view.state.field(pending).list.find((each) => each.id === id);
  if (!found) return;
  const at = Math.min(found.start, view.state.doc.length);
  view.dispatch({
    selection: { anchor: at },
    effects: [focusSuggestion.of(id), EditorView.scrollIntoView(at, { y: "center" })],
  });
  view.focus();
}

function onFocused(act: (decide: Decisions, suggestion: PageSuggestion) => void) {
  return (view: EditorView): boolean => {
    const { list, focused } = view.state.field(pending);
    const found = list.find((each) => each.id === focused);
    const decide = view.state.facet(decisions);
    if (!found || !decide) return false;
    act(decide, found);
    return true;
  };
}

function onAll(act: (decide: Decisions) => void) {
  return (view: EditorView): boolean => {
    const decide = view.state.facet(decisions);
    if (!decide || !view.state.field(pending).list.length) return false;
    act(decide);
    return true;
  };
}

const keys = keymap.of([
  { key: "Enter", run: onFocused((decide, { id, isStale }) => !isStale && decide.accept(id)) },
  { key: "Escape", run: onFocused((decide, { id }) => decide.reject(id)) },
  { key: "Tab", run: (view) => go(view, 1), shift: (view) => go(view, -1) },
  { key: "Mod-Shift-Enter", run: onAll((decide) => decide.acceptAll()) },
  { key: "Mod-Shift-Backspace", run: onAll((decide) => decide.rejectAll()) },
]);

const clicks = EditorView.domEventHandlers({
  mousedown(event, view) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".decide")) return true;
    const id = target?.closest<HTMLElement>("[data-suggestion]")?.dataset["suggestion"];
    if (id) setTimeout(() => view.dispatch({ effects: focusSuggestion.of(id) }));
    return false;
  },
});

export function suggestions(decide: Decisions): Extension {
  return [pending, decisions.of(decide), Prec.highest(keys), clicks];
}
