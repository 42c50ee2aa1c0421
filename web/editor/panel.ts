/** The suggestions beside the text: who wants what, since when and why, and the yes and no. */

import type { PageSuggestion } from "../protocol/wire";
import { button, element } from "./element";
import { type Decisions, pieces } from "./suggestions";

const LONGEST_SHOWN = 600;
const AT_ONCE = 40;

export interface Panel extends Decisions {
  show(suggestion: string): void;
  acceptWith(suggestion: string, content: string): void;
}

export class SuggestionPanel {
  readonly root = element("aside", "panel", { id: "suggestions", ariaLabel: "Suggestions" });
  private edited: string | null = null;
  private list: PageSuggestion[] = [];
  private focused: string | null = null;
  private items = new Map<string, HTMLElement>();
  private isDue = false;
  /** How many are drawn; the rest is when it comes near. */
  private most = AT_ONCE;
  private readonly more = new IntersectionObserver(
    (seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      this.most += AT_ONCE;
      this.draw();
    },
    { root: this.root, rootMargin: "600px" },
  );

  constructor(private readonly decide: Panel) {}

  /** Open the words of a suggestion for changes. */
  edit(suggestion: string): void {
    this.edited = suggestion;
    this.draw();
    this.root.querySelector<HTMLTextAreaElement>("textarea")?.focus({ preventScroll: true });
    this.root.querySelector(".editing")?.scrollIntoView({ block: "nearest" });
  }

  update(list: PageSuggestion[], focused: string | null): void {
    this.list = list;
    this.focused = focused;
    if (!list.some((each) => each.id === this.edited)) this.edited = null;
    if (!this.isDue) requestAnimationFrame(() => this.draw());
    this.isDue = true;
  }

  private draw(): void {
    this.isDue = false;
    const fresh = this.list.filter((each) => !each.isStale).length;
    const before = this.items;
    this.items = new Map();
    const place = this.list.findIndex((each) => each.id === (this.edited ?? this.focused));
    this.most = Math.max(AT_ONCE, Math.min(this.most, this.list.length), place + AT_ONCE / 2);
    const drawn = this.list.slice(0, this.most);
    const words = this.list.length ? `Suggestions (${this.list.length})` : "Suggestions";
    const held = this.root.querySelector<HTMLElement>(":focus");
    this.root.replaceChildren(
      element("header", "", {}, element("h2", "", {}, words)),
      this.list.length ? this.all(fresh) : this.nothing(),
      element("ol", "", {}, ...drawn.map((each) => this.item(each, before))),
    );
    if (held?.isConnected) held.focus({ preventScroll: true }); // it was out of the page for a moment
    this.more.disconnect();
    if (drawn.length < this.list.length) this.more.observe(this.root.appendChild(element("div", "rest")));
    this.root.querySelector(".focused")?.scrollIntoView({ block: "nearest" });
  }

  private nothing(): HTMLElement {
    return element(
      "p",
      "hint",
      {},
      "Nothing waits. What agents suggest appears here and in the text, for you to decide.",
    );
  }

  private all(fresh: number): HTMLElement {
    return element(
      "div",
      "all",
      {},
      button("Accept all", "accept", () => this.decide.acceptAll(), "Accept all that are not stale (Ctrl Shift Enter)"),
      button("Reject all", "reject", () => this.decide.rejectAll(), "Reject all (Ctrl Shift Backspace)"),
      element("p", "hint", {}, `Tab goes to the next, Enter accepts, Escape rejects.${fresh ? "" : " All are stale."}`),
    );
  }

  /** The item of a suggestion: the one from before, if nothing about it is another. */
  private item(each: PageSuggestion, before: Map<string, HTMLElement>): HTMLElement {
    const looks = `item${each.id === this.focused ? " focused" : ""}${each.isStale ? " stale" : ""}`;
    const key = `${each.id} ${looks} ${each.id === this.edited}`;
    const found = before.get(key) ?? this.drawn(each, looks);
    this.items.set(key, found);
    return found;
  }

  private drawn(each: PageSuggestion, looks: string): HTMLElement {
    return element(
      "li",
      looks,
      { data: { id: each.id } },
      element(
        "button",
        "preview",
        { type: "button", onclick: () => this.decide.show(each.id), title: "Show it in the text" },
        this.who(each),
        difference(each.original, each.proposed),
        each.change ? element("span", "change", {}, each.change) : null,
        each.reason ? element("span", "reason", {}, each.reason) : null,
        each.isStale ? element("span", "why", {}, "Stale: the text has changed since. It can only be rejected.") : null,
      ),
      each.id === this.edited ? this.editor(each) : this.buttons(each),
    );
  }

  private who(each: PageSuggestion): HTMLElement {
    const made = new Date(each.madeAt);
    const time = element("time", "", { dateTime: each.madeAt, title: made.toLocaleString() }, ago(made));
    return element("span", "who", {}, element("strong", "", {}, each.author), time);
  }

  private buttons(each: PageSuggestion): HTMLElement {
    return element(
      "div",
      "choices",
      {},
      each.isStale ? null : button("Accept", "accept", () => this.decide.accept(each.id)),
      each.isStale ? null : button("Edit", "edit", () => this.edit(each.id)),
      button("Reject", "reject", () => this.decide.reject(each.id)),
    );
  }

  private editor(each: PageSuggestion): HTMLElement {
    const words = element("textarea", "", { value: each.proposed, rows: 4, ariaLabel: "What to write instead" });
    const close = () => {
      this.edited = null;
      this.draw();
    };
    words.onkeydown = (event) => {
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.decide.acceptWith(each.id, words.value);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return element(
      "div",
      "choices editing",
      {},
      words,
      button("Accept this", "accept", () => this.decide.acceptWith(each.id, words.value), "Ctrl Enter"),
      button("Cancel", "", close, "Escape"),
    );
  }
}

/** What changes, in one text. */
export function difference(before: string, after: string): HTMLElement {
  const shown = element("span", "difference");
  const [original, proposed] = [short(before.trimEnd()), short(after.trimEnd())];
  let at = 0;
  for (const { fromA, toA, fromB, toB } of pieces(original, proposed)) {
    shown.append(original.slice(at, fromA));
    if (toA > fromA) shown.append(element("del", "", {}, original.slice(fromA, toA)));
    if (toB > fromB) shown.append(element("ins", "", {}, proposed.slice(fromB, toB)));
    at = toA;
  }
  shown.append(original.slice(at));
  return shown;
}

function short(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

export function ago(moment: Date): string {
  const seconds = Math.max(0, (Date.now() - moment.getTime()) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return moment.toLocaleDateString();
}
