/** Markup becomes what it means, in the lines that are seen; at the cursor it is shown as it is written. */

import { syntaxTree } from "@codemirror/language";
import { type Range } from "@codemirror/state";
import { type Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type SyntaxNode, type SyntaxNodeRef } from "@lezer/common";
import { Canvas } from "./canvas";
import { frontMatterEnd } from "./frontmatter";
import { InlineFormula } from "./formula";
import { allowed, Picture, type Pictures, pictures } from "./picture";
import { decoded } from "./render";
import { revealed } from "./revealed";
import { WIKI_LINK } from "./syntax";
import { Bullet, CodeHead, Rule, TaskBox, Words } from "./widgets";

type Draw = (node: SyntaxNodeRef, canvas: Canvas, shown: Pictures) => void;

const DEEPEST = 8;
const ALERT = /^\s*>\s*\[!(note|tip|important|warning|caution)\]\s*$/i;
const TAGS: Record<string, string> = {
  u: "md-underline",
  ins: "md-underline",
  mark: "md-highlight",
  kbd: "md-key",
  sub: "md-sub",
  sup: "md-sup",
};

const heading =
  (level: number): Draw =>
  ({ from, to }, canvas) => {
    for (const line of canvas.lines(from, to)) canvas.line(line.from, `md-line-h${level}`);
  };

/** Hide the marks around something, unless it is being edited. */
const bare =
  (mark: string, className = ""): Draw =>
  (node, canvas) => {
    if (className) canvas.mark(node.from, node.to, className);
    if (canvas.isRevealed(node.from, node.to)) return;
    for (const each of node.node.getChildren(mark)) canvas.hide(each.from, each.to);
  };

const link: Draw = ({ node, from, to }, canvas) => {
  const marks = node.getChildren("LinkMark");
  const [open, close] = marks;
  if (!open || !close) return;
  const url = node.getChild("URL");
  const label = node.getChild("LinkLabel");
  const address = url ? canvas.text(url.from, url.to) : reference(canvas, label ?? { from, to });
  if (address === null) return;
  canvas.mark(from, to, "md-link", { "data-href": address.replace(/^<|>$/g, "") });
  if (canvas.isRevealed(from, to) || spansLines(canvas, close.from, to)) return;
  canvas.hide(open.from, open.to);
  canvas.hide(close.from, to);
};

/** Where a link by name leads to. */
function reference(canvas: Canvas, label: { from: number; to: number }): string | null {
  const name = canvas.text(label.from, label.to).replace(/^\[|\]$/g, "");
  return name && !/^[ x]$/i.test(name) ? `[${name}]` : null;
}

const autolink: Draw = ({ node, from, to }, canvas) => {
  const url = node.getChild("URL");
  if (!url) return;
  canvas.mark(from, to, "md-link", { "data-href": canvas.text(url.from, url.to) });
  if (canvas.isRevealed(from, to)) return;
  canvas.hide(from, url.from);
  canvas.hide(url.to, to);
};

const address: Draw = ({ node, from, to }, canvas) => {
  const around = node.parent?.name ?? "";
  if (!["Link", "Image", "Autolink", "LinkReference"].includes(around))
    canvas.mark(from, to, "md-link", { "data-href": canvas.text(from, to) });
};

const wikiLink: Draw = ({ node, from, to }, canvas) => {
  const target = WIKI_LINK.exec(canvas.text(from, to))?.[1];
  const isShown = canvas.isRevealed(from, to);
  canvas.mark(from, to, "md-link md-wiki", target && !isShown ? { "data-wiki": target } : {});
  if (!isShown) for (const mark of node.getChildren("WikiMark")) canvas.hide(mark.from, mark.to);
};

const image: Draw = ({ node, from, to }, canvas, shown) => {
  const url = node.getChild("URL");
  if (!url || canvas.isRevealed(from, to) || spansLines(canvas, from, to)) return;
  const [, end] = node.getChildren("LinkMark");
  const description = canvas.text(from + 2, end?.from ?? from + 2);
  canvas.replace(from, to, new Picture(canvas.text(url.from, url.to).replace(/^<|>$/g, ""), description, shown));
};

const formula: Draw = ({ from, to }, canvas) => {
  if (!canvas.isRevealed(from, to) && !spansLines(canvas, from, to))
    canvas.replace(from, to, new InlineFormula(canvas.text(from, to)));
};

const quote: Draw = ({ node, from, to }, canvas) => {
  const depth = ancestors(node, "Blockquote") + 1;
  const alert = depth === 1 ? ALERT.exec(canvas.state.doc.lineAt(from).text)?.[1]?.toLowerCase() : undefined;
  const look = depth > 1 ? `md-quote-${Math.min(depth, 4)}` : "md-line-quote";
  for (const line of canvas.lines(from, to)) {
    canvas.line(line.from, alert ? `${look} md-alert md-alert-${alert}` : look);
    if (alert && line.isFirst && !canvas.isRevealed(line.from, line.to))
      canvas.replace(line.from, line.to, new Words(alert, "md-alert-name"));
  }
};

const quoteMark: Draw = ({ from, to }, canvas) => {
  const line = canvas.state.doc.lineAt(from);
  if (canvas.isRevealed(line.from, line.to) || ALERT.test(line.text)) return;
  canvas.hide(from, canvas.text(to, to + 1) === " " ? to + 1 : to);
};

/** A list item hangs as deep as it is nested; the blanks that say so in the source are not seen. */
const item: Draw = ({ node, from, to }, canvas) => {
  const depth = Math.min(DEEPEST, ancestors(node, "ListItem") + 1);
  const inner = nestedLists(node);
  for (const line of canvas.lines(from, to)) {
    if (inner.some((list) => list.from <= line.to && line.from <= list.to)) continue;
    canvas.line(line.from, `md-line-item md-depth-${depth}${line.isFirst ? " md-line-first" : ""}`);
    const blanks = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
    const isCode = canvas.state.doc.lineAt(from).from !== line.from && insideCode(node, line.from + blanks);
    if (blanks && !isCode && !isTouched(canvas, line.from, line.from + blanks))
      canvas.hide(line.from, line.from + blanks);
  }
};

function nestedLists(node: SyntaxNode): SyntaxNode[] {
  return [...node.getChildren("BulletList"), ...node.getChildren("OrderedList")];
}

function insideCode(node: SyntaxNode, at: number): boolean {
  return [...node.getChildren("FencedCode"), ...node.getChildren("CodeBlock")].some(
    (each) => each.from < at && at <= each.to,
  );
}

/** The mark of a list: whoever stands behind it sees it drawn, whoever goes into it sees what it is made of. */
const listMark: Draw = ({ node, from, to }, canvas) => {
  const task = node.nextSibling?.name === "Task" ? node.nextSibling.getChild("TaskMarker") : null;
  const isOrdered = node.parent?.parent?.name === "OrderedList";
  const end = task && !isOrdered ? task.from : canvas.text(to, to + 1) === " " ? to + 1 : to;
  if (isTouched(canvas, from, end)) return canvas.mark(from, to, "md-mark");
  if (isOrdered) canvas.mark(from, end, "md-number");
  else if (task) canvas.hide(from, end);
  else canvas.replace(from, end, new Bullet());
};

const taskMark: Draw = ({ node, from, to }, canvas) => {
  const end = canvas.text(to, to + 1) === " " ? to + 1 : to;
  const isDone = canvas.text(from + 1, to - 1) !== " ";
  if (isDone && node.parent) canvas.mark(end, node.parent.to, "md-done");
  if (isTouched(canvas, from, end)) return;
  const task = canvas.text(end, Math.min(node.parent?.to ?? end, end + 100)) || "Task";
  canvas.replace(from, end, new TaskBox(isDone, task));
};

const code: Draw = ({ node, from, to }, canvas) => {
  const isShown = canvas.isRevealed(from, to);
  const first = canvas.state.doc.lineAt(from);
  const marks = node.getChildren("CodeMark");
  const close = marks.length > 1 ? marks.at(-1) : undefined;
  for (const line of canvas.lines(from, to)) {
    const isLast = close !== undefined && line.from <= close.from && close.from <= line.to;
    canvas.line(
      line.from,
      `md-line-code${line.isFirst ? " first" : ""}${isLast ? " last" : ""}${isShown ? "" : " drawn"}`,
    );
  }
  if (isShown || !close) return;
  const info = node.getChild("CodeInfo");
  const inside = node.getChild("CodeText");
  const taken = () => (inside ? canvas.text(inside.from, inside.to) : "");
  canvas.replace(from, first.to, new CodeHead(info ? canvas.text(info.from, info.to) : "", taken));
  canvas.hide(close.from, close.to);
};

const indented: Draw = ({ from, to }, canvas) => {
  for (const line of canvas.lines(from, to)) canvas.line(line.from, "md-line-code");
};

const rule: Draw = ({ from, to }, canvas) => {
  if (!canvas.isLineRevealed(from)) canvas.replace(from, to, new Rule());
};

const headerMark: Draw = ({ node, from, to }, canvas) => {
  if (canvas.isLineRevealed(from)) return;
  if (node.parent?.name.startsWith("Setext")) {
    if (!canvas.isLineRevealed(node.parent.from)) canvas.line(from, "md-line-thin");
    return canvas.hide(from, to);
  }
  if (from === node.parent?.from)
    return canvas.hide(from, to + (/^[ \t]*/.exec(canvas.text(to, to + 20))?.[0].length ?? 0));
  const before = canvas.text(node.parent?.from ?? from, from);
  canvas.hide(from - (before.length - before.trimEnd().length), to);
};

const escape: Draw = ({ from, to }, canvas) => {
  if (!canvas.isRevealed(from, to)) canvas.hide(from, from + 1);
};

const entity: Draw = ({ from, to }, canvas) => {
  if (!canvas.isRevealed(from, to)) canvas.replace(from, to, new Words(decoded(canvas.text(from, to)), ""));
};

/** Tags that only say how their text looks: `<u>`, `<kbd>` and the like. */
const tag: Draw = ({ node, from, to }, canvas) => {
  const name = /^<(\w+)>$/.exec(canvas.text(from, to))?.[1]?.toLowerCase() ?? "";
  const look = TAGS[name];
  if (!look) return canvas.mark(from, to, "md-mark");
  let close = node.nextSibling;
  while (close && !(close.name === "HTMLTag" && canvas.text(close.from, close.to).toLowerCase() === `</${name}>`))
    close = close.nextSibling;
  if (!close) return;
  canvas.mark(to, close.from, look);
  if (canvas.isRevealed(from, close.to)) return;
  canvas.hide(from, to);
  canvas.hide(close.from, close.to);
};

const footnote: Draw = ({ from, to }, canvas) => {
  const name = canvas.text(from + 2, to - 1);
  canvas.mark(from, to, "md-footnote", { "data-footnote": name, title: definition(canvas, name) });
  if (canvas.isRevealed(from, to)) return;
  canvas.hide(from, from + 2);
  canvas.hide(to - 1, to);
};

const NEAR = 200_000;

function definition(canvas: Canvas, name: string): string {
  const near = canvas.text(canvas.from, Math.min(canvas.state.doc.length, canvas.to + NEAR));
  const at = near.indexOf(`\n[^${name}]:`);
  return at < 0
    ? ""
    : near
        .slice(at + name.length + 5, at + 400)
        .split("\n\n")[0]!
        .trim();
}

const footnoteLabel: Draw = ({ from, to }, canvas) => {
  canvas.line(from, "md-line-footnote");
  canvas.mark(from, to, "md-footnote-label");
  if (canvas.isRevealed(from, to)) return;
  canvas.hide(from, from + 2);
  canvas.hide(to - 2, to - 1);
};

const html: Draw = ({ from, to }, canvas) => {
  for (const line of canvas.lines(from, to)) canvas.line(line.from, "md-line-html");
};

const tableSource: Draw = ({ from, to }, canvas) => {
  for (const line of canvas.lines(from, to)) canvas.line(line.from, "md-line-table");
};

const DRAW: Record<string, Draw> = {
  ATXHeading1: heading(1),
  ATXHeading2: heading(2),
  ATXHeading3: heading(3),
  ATXHeading4: heading(4),
  ATXHeading5: heading(5),
  ATXHeading6: heading(6),
  SetextHeading1: heading(1),
  SetextHeading2: heading(2),
  HeaderMark: headerMark,
  Emphasis: bare("EmphasisMark"),
  StrongEmphasis: bare("EmphasisMark"),
  Strikethrough: bare("StrikethroughMark"),
  Highlight: bare("HighlightMark"),
  InlineCode: bare("CodeMark", "md-inline-code"),
  Link: link,
  Autolink: autolink,
  URL: address,
  WikiLink: wikiLink,
  Image: image,
  Formula: formula,
  Blockquote: quote,
  QuoteMark: quoteMark,
  ListItem: item,
  ListMark: listMark,
  TaskMarker: taskMark,
  FencedCode: code,
  CodeBlock: indented,
  HorizontalRule: rule,
  Escape: escape,
  Entity: entity,
  HTMLTag: tag,
  HTMLBlock: html,
  CommentBlock: html,
  FootnoteReference: footnote,
  FootnoteLabel: footnoteLabel,
  Table: tableSource,
};

function ancestors(node: SyntaxNode, name: string): number {
  let count = 0;
  for (let each = node.parent; each; each = each.parent) if (each.name === name) count += 1;
  return count;
}

function spansLines(canvas: Canvas, from: number, to: number): boolean {
  return canvas.state.doc.lineAt(from).to < to;
}

/** Whether the cursor is inside of a mark; behind it does not count. */
function isTouched(canvas: Canvas, from: number, to: number): boolean {
  return canvas.isRevealed(from, to - 1);
}

function drawn(view: EditorView): DecorationSet {
  const { state } = view;
  const tree = syntaxTree(state);
  const shown = state.facet(pictures);
  const front = frontMatterEnd(state.doc);
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    const canvas = new Canvas(state, from, to);
    if (from < front) for (const line of canvas.lines(0, front)) canvas.line(line.from, "md-line-front");
    tree.iterate({
      from: Math.max(from, front ? front + 1 : 0),
      to,
      enter: (node) => {
        if (node.from >= front || !front) DRAW[node.name]?.(node, canvas, shown);
      },
    });
    canvas.collect(ranges);
  }
  return Canvas.drawn(ranges);
}

export const marks = ViewPlugin.fromClass(
  class {
    drawn: DecorationSet;
    private isBehind = false;

    constructor(view: EditorView) {
      this.drawn = drawn(view);
    }

    update(update: ViewUpdate): void {
      this.isBehind ||= isOther(update);
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

function isOther({ startState, state, docChanged, viewportChanged, transactions }: ViewUpdate): boolean {
  return (
    docChanged ||
    viewportChanged ||
    syntaxTree(startState) !== syntaxTree(state) ||
    startState.field(revealed, false) !== state.field(revealed) ||
    transactions.some((each) => each.effects.some((effect) => effect.is(allowed)))
  );
}
