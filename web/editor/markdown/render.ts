/** A piece of Markdown as elements, for what is drawn in place of its source. Nothing in it is run or loaded. */

import type { SyntaxNode, Tree } from "@lezer/common";
import { element } from "../element";
import { parser } from "../language";
import { drawFormula } from "./formula";
import { WIKI_LINK } from "./syntax";

export function parse(source: string): Tree {
  return parser.parse(source);
}

type Draw = (node: SyntaxNode, source: string) => Node | null;

const wrap =
  (tag: "em" | "strong" | "del" | "mark", className = ""): Draw =>
  (node, source) =>
    element(tag, className, {}, ...rendered(node, source));

const nothing: Draw = () => null;

const DRAW: Record<string, Draw> = {
  Emphasis: wrap("em"),
  StrongEmphasis: wrap("strong"),
  Strikethrough: wrap("del"),
  Highlight: wrap("mark", "md-highlight"),
  InlineCode: (node, source) => element("code", "md-inline-code", { dir: "ltr" }, ...rendered(node, source)),
  Link: (node, source) => linked(node, source, of(node.getChild("URL"), source)),
  Autolink: (node, source) => linked(node, source, of(node.getChild("URL"), source)),
  URL: (node, source) => (node.parent?.name === "Link" ? null : linked(node, source, of(node, source))),
  WikiLink: (node, source) => {
    const [, target = "", shown = target] = WIKI_LINK.exec(of(node, source)) ?? [];
    return element("span", "md-link", { data: { wiki: target } }, shown);
  },
  Image: (node, source) => element("em", "md-picture-name", {}, `🖼 ${rendered(node, source).map(textOf).join("")}`),
  Formula: (node, source) => drawFormula(of(node, source)),
  FootnoteReference: (node, source) => element("sup", "md-footnote", {}, of(node, source).slice(2, -1)),
  Escape: (node, source) => document.createTextNode(of(node, source).slice(1)),
  Entity: (node, source) => document.createTextNode(decoded(of(node, source))),
  HTMLTag: (node, source) => (/^<br\b/i.test(of(node, source)) ? element("br") : null),
  HardBreak: () => element("br"),
  EmphasisMark: nothing,
  StrikethroughMark: nothing,
  HighlightMark: nothing,
  CodeMark: nothing,
  LinkMark: nothing,
  LinkTitle: nothing,
  LinkLabel: nothing,
};

/** What is inside of a node. */
export function rendered(node: SyntaxNode, source: string, from = node.from, to = node.to): Node[] {
  const made: Node[] = [];
  let at = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from > at) made.push(document.createTextNode(source.slice(at, child.from)));
    const drawn = DRAW[child.name]?.(child, source);
    if (drawn) made.push(drawn);
    at = child.to;
  }
  if (to > at) made.push(document.createTextNode(source.slice(at, to)));
  return made;
}

function linked(node: SyntaxNode, source: string, address: string): HTMLElement {
  const words = node.name === "URL" ? [address] : node.name === "Autolink" ? [address] : rendered(node, source);
  return element("span", "md-link", { data: { href: address } }, ...words);
}

function of(node: SyntaxNode | null, source: string): string {
  return node ? source.slice(node.from, node.to) : "";
}

function textOf(node: Node): string {
  return node.textContent ?? "";
}

/** The character that an entity stands for. */
export function decoded(entity: string): string {
  return new DOMParser().parseFromString(entity, "text/html").documentElement.textContent ?? entity;
}
