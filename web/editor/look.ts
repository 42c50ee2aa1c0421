/** How the page looks, as the person wants it on this machine: theme, letters, width, focus and typewriter mode. */

import { EditorState, type Extension, type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { element } from "./element";

const KEPT = "quire.look";

const CHOICES = {
  theme: {
    system: "Light or dark, as the system",
    paper: "Paper (light)",
    white: "White, more contrast",
    sepia: "Sepia",
    night: "Night (dark)",
    forest: "Forest (dark)",
  },
  font: { serif: "Serif", sans: "Sans serif", mono: "Fixed width" },
  size: { small: "Small", normal: "Normal", large: "Large", huge: "Very large" },
  width: { narrow: "Narrow", normal: "Normal", wide: "Wide", full: "All there is" },
} as const;

const LABELS = { theme: "Theme", font: "Letters", size: "Size of the text", width: "Width of the text" } as const;

type Choice = keyof typeof CHOICES;
type Mode = "focus" | "typewriter";

interface Wishes {
  theme: string;
  font: string;
  size: string;
  width: string;
  focus: boolean;
  typewriter: boolean;
}

const USUAL: Wishes = {
  theme: "system",
  font: "serif",
  size: "normal",
  width: "normal",
  focus: false,
  typewriter: false,
};

export class Look {
  private wishes = kept();
  private readonly selects = new Map<Choice, HTMLSelectElement>();
  /** What a person chooses from. */
  readonly controls = element(
    "div",
    "look",
    {},
    ...(Object.keys(CHOICES) as Choice[]).map((name) => this.choice(name)),
  );

  constructor() {
    addEventListener("storage", ({ key }) => key === KEPT && this.apply(kept()));
    this.apply(this.wishes);
  }

  has(mode: Mode): boolean {
    return this.wishes[mode];
  }

  toggle(mode: Mode): void {
    this.wish({ [mode]: !this.wishes[mode] });
  }

  /** The next theme. */
  turn(): void {
    const themes = Object.keys(CHOICES.theme);
    this.wish({ theme: themes[(themes.indexOf(this.wishes.theme) + 1) % themes.length]! });
  }

  private wish(change: Partial<Wishes>): void {
    this.apply({ ...this.wishes, ...change });
    localStorage.setItem(KEPT, JSON.stringify(this.wishes));
  }

  private apply(wishes: Wishes): void {
    this.wishes = wishes;
    const { dataset } = document.documentElement;
    for (const [name, select] of this.selects) dataset[name] = select.value = wishes[name];
    document.body.classList.toggle("focus-mode", wishes.focus);
    document.body.classList.toggle("typewriter-mode", wishes.typewriter);
  }

  private choice(name: Choice): HTMLElement {
    const select = element("select", "", { name });
    for (const [value, words] of Object.entries(CHOICES[name])) select.append(new Option(words, value));
    select.onchange = () => this.wish({ [name]: select.value });
    this.selects.set(name, select);
    return element("label", "", {}, LABELS[name], select);
  }

  /** Lets an editor follow the modes. */
  extension(): Extension {
    return [
      presentParagraph,
      EditorState.transactionExtender.of((transaction) => {
        const isByPerson = ["select", "input", "delete"].some((event) => transaction.isUserEvent(event));
        if (!this.has("typewriter") || !isByPerson || transaction.isUserEvent("select.pointer")) return null;
        return { effects: middle(transaction.newSelection.main.head) };
      }),
    ];
  }
}

function middle(position: number): StateEffect<unknown> {
  return EditorView.scrollIntoView(position, { y: "center" });
}

function kept(): Wishes {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Wishes>;
    const known = Object.entries(CHOICES).filter(([name, values]) => String(found[name as Choice]) in values);
    const chosen = Object.fromEntries(known.map(([name]) => [name, found[name as Choice]]));
    return { ...USUAL, ...chosen, focus: found.focus === true, typewriter: found.typewriter === true };
  } catch {
    return USUAL; // something else wrote there
  }
}

const presentLine = Decoration.line({ class: "present" });

/** Marks the lines of the paragraph that the cursor is in. */
const presentParagraph = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;

    constructor(view: EditorView) {
      this.lines = present(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.selectionSet) this.lines = present(update.view);
    }
  },
  { decorations: (plugin) => plugin.lines },
);

const MOST_LINES = 200;

function present({ state }: EditorView): DecorationSet {
  const here = state.doc.lineAt(state.selection.main.head).number;
  const found: Range<Decoration>[] = [];
  const isWritten = (number: number) =>
    number >= 1 && number <= state.doc.lines && /\S/.test(state.doc.line(number).text);
  let first = here;
  while (isWritten(first - 1) && here - first < MOST_LINES) first -= 1;
  for (let line = first; line === here || (isWritten(line) && line - here < MOST_LINES); line += 1)
    found.push(presentLine.range(state.doc.line(line).from));
  return Decoration.set(found);
}
