/** Markup of whole lines: headings, quotes, code, rules. */

import { ancestors, type Draw } from "./canvas";
import { CodeHead, Rule, Words } from "./widgets";

const ALERT = /^\s*>\s*\[!(note|tip|important|warning|caution)\]\s*$/i;

const heading =
  (level: number): Draw =>
  ({ from, to }, canvas) => {
    for (const line of canvas.lines(from, to)) canvas.line(line.from, `md-line-h${level}`);
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
  canvas.replace(from, first.to, new CodeHead(info ? canvas.text(info.from, info.to) : ""));
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

export const LINES: Record<string, Draw> = {
  ATXHeading1: heading(1),
  ATXHeading2: heading(2),
  ATXHeading3: heading(3),
  ATXHeading4: heading(4),
  ATXHeading5: heading(5),
  ATXHeading6: heading(6),
  SetextHeading1: heading(1),
  SetextHeading2: heading(2),
  HeaderMark: headerMark,
  Blockquote: quote,
  QuoteMark: quoteMark,
  FencedCode: code,
  CodeBlock: indented,
  HorizontalRule: rule,
  HTMLBlock: html,
  CommentBlock: html,
  FootnoteLabel: footnoteLabel,
  Table: tableSource,
};
