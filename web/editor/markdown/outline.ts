/** The headings of a document beside it: where one is, and a way to each of them. */

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { button, element } from "../element";
import { frontMatterEnd } from "./frontmatter";
import { goTo } from "./links";

const KEY = "quire.outline";
const PAUSE = 200;
const NARROW = 760;

interface Heading {
  at: number;
  level: number;
  words: string;
}

function headings(state: EditorState): Heading[] {
  const found: Heading[] = [];
  const front = frontMatterEnd(state.doc);
  syntaxTree(state).iterate({
    from: front,
    enter({ type, name, from, to }) {
      if (type.isTop) return true;
      const level = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1]);
      if (level && from >= front) found.push({ at: from, level, words: plain(state.sliceDoc(from, to)) });
      return false;
    },
  });
  return found;
}

/** The words of a heading without its markup. */
function plain(source: string): string {
  return source
    .replace(/\n[=-]+\s*$/, "")
    .replace(/^#+\s*|\s+#+\s*$/g, "")
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
    .replace(/(\*\*|__|~~|==|`)/g, "")
    .trim();
}

class Outline {
  private readonly root = element("nav", "md-outline", { ariaLabel: "Outline" });
  private list: Heading[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView) {
    this.root.hidden = localStorage.getItem(KEY) !== "open" || innerWidth < NARROW;
    view.dom.append(this.root);
    this.plan();
  }

  toggle(): void {
    this.root.hidden = !this.root.hidden;
    localStorage.setItem(KEY, this.root.hidden ? "closed" : "open");
    this.draw();
    this.view.requestMeasure();
  }

  update(update: ViewUpdate): void {
    if (this.root.hidden) return;
    if (update.docChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) this.plan();
    else if (update.selectionSet) this.follow();
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.root.remove();
  }

  private plan(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), PAUSE);
  }

  private draw(): void {
    if (this.root.hidden) return;
    this.list = headings(this.view.state);
    const highest = Math.min(...this.list.map((each) => each.level));
    const items = this.list.map((each, index) =>
      element(
        "li",
        `md-level-${each.level - highest}`,
        {},
        button(each.words || "…", "", () => this.go(index)),
      ),
    );
    this.root.replaceChildren(
      items.length ? element("ol", "", {}, ...items) : element("p", "hint", {}, "No headings yet."),
    );
    this.follow();
  }

  private follow(): void {
    const cursor = this.view.state.selection.main.head;
    const at = this.list.findLastIndex((each) => each.at <= cursor);
    for (const [index, each] of this.root.querySelectorAll("button").entries()) {
      if (index === at) each.setAttribute("aria-current", "location");
      else each.removeAttribute("aria-current");
      if (index === at) each.scrollIntoView({ block: "nearest" });
    }
  }

  private go(index: number): void {
    const found = headings(this.view.state)[index];
    if (!found) return;
    if (innerWidth < NARROW) this.toggle();
    goTo(this.view, found.at);
  }
}

export const outline = ViewPlugin.fromClass(Outline);

export function toggleOutline(view: EditorView): boolean {
  view.plugin(outline)?.toggle();
  return true;
}
