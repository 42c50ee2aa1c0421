/** Markup inside of a line: emphasis, links, pictures, formulas, footnotes. */

import type { SyntaxNode } from "@lezer/common";
import type { Canvas, Draw } from "./canvas";
import { InlineFormula } from "./formula";
import { Picture, pictures } from "./picture";
import { addressOf } from "./references";
import { decoded } from "./render";
import { WIKI_LINK } from "./syntax";
import { Words } from "./widgets";

const TAGS: Record<string, string> = {
  u: "md-underline",
  ins: "md-underline",
  mark: "md-highlight",
  kbd: "md-key",
  sub: "md-sub",
  sup: "md-sup",
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
  const [open, close] = node.getChildren("LinkMark");
  const address = addressIn(node, canvas);
  if (!open || !close || !address) return;
  canvas.mark(from, to, "md-link", { "data-href": address });
  if (canvas.isRevealed(from, to) || canvas.spansLines(close.from, to)) return;
  canvas.hide(open.from, open.to);
  canvas.hide(close.from, to);
};

/** Where a link leads or a picture is: said in it, or elsewhere under its name; what has no address is plain text. */
function addressIn(node: SyntaxNode, canvas: Canvas): string | undefined {
  const url = node.getChild("URL");
  if (url) return canvas.text(url.from, url.to).replace(/^<|>$/g, "");
  const [open, close] = node.getChildren("LinkMark");
  if (!open || !close) return undefined;
  const label = node.getChild("LinkLabel");
  const isNamed = label && label.to - label.from > 2;
  const name = isNamed ? canvas.text(label.from + 1, label.to - 1) : canvas.text(open.to, close.from);
  return addressOf(canvas.state, name);
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

const image: Draw = ({ node, from, to }, canvas) => {
  const address = addressIn(node, canvas);
  if (!address || canvas.isRevealed(from, to)) return;
  const [open, close] = node.getChildren("LinkMark");
  const description = canvas.text(open?.to ?? from, close?.from ?? from);
  canvas.replace(from, to, new Picture(address, description, canvas.state.facet(pictures)));
};

const formula: Draw = ({ from, to }, canvas) => {
  if (!canvas.isRevealed(from, to) && !canvas.spansLines(from, to))
    canvas.replace(from, to, new InlineFormula(canvas.text(from, to)));
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
  canvas.mark(from, to, "md-footnote", { "data-footnote": canvas.text(from + 2, to - 1) });
  if (canvas.isRevealed(from, to)) return;
  canvas.hide(from, from + 2);
  canvas.hide(to - 1, to);
};

export const INLINES: Record<string, Draw> = {
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
  Escape: escape,
  Entity: entity,
  HTMLTag: tag,
  FootnoteReference: footnote,
};
