/** Markdown as Quire reads it: GitHub's, with highlights, formulas, wiki links and footnotes. */

import { GFM, type MarkdownConfig, type MarkdownExtension } from "@lezer/markdown";
import { Tag, tags } from "@lezer/highlight";

export const highlighted = Tag.define();
const DOLLAR = 36;
const EQUALS = 61;
const BRACKET = 91;
const LONGEST_FORMULA = 5000;

const HIGHLIGHT = { resolve: "Highlight", mark: "HighlightMark" };

const highlight: MarkdownConfig = {
  defineNodes: [
    { name: "Highlight", style: { "Highlight/...": highlighted } },
    { name: "HighlightMark", style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: "Highlight",
      parse(cx, next, pos) {
        if (next !== EQUALS || cx.char(pos + 1) !== EQUALS || cx.char(pos + 2) === EQUALS) return -1;
        const opens = !/\s|^$/.test(cx.slice(pos + 2, Math.min(pos + 3, cx.end)));
        const closes = !/\s|^$/.test(cx.slice(Math.max(cx.offset, pos - 1), pos));
        return cx.addDelimiter(HIGHLIGHT, pos, pos + 2, opens, closes);
      },
      after: "Emphasis",
    },
  ],
};

const formula: MarkdownConfig = {
  defineNodes: [{ name: "Formula", style: tags.special(tags.string) }],
  parseInline: [
    {
      name: "Formula",
      parse(cx, next, pos) {
        if (next !== DOLLAR) return -1;
        const found = FORMULA.exec(cx.slice(pos, Math.min(cx.end, pos + LONGEST_FORMULA)));
        return found ? cx.addElement(cx.elt("Formula", pos, pos + found[0].length)) : -1;
      },
      after: "Escape",
    },
  ],
};
const FORMULA = /^(?:\$\$(?:[^$\\]|\\[^])+\$\$|\$(?!\s)(?:[^$\\]|\\[^])*?(?<!\s)\$(?!\d))/;

const wikiLink: MarkdownConfig = {
  defineNodes: [
    { name: "WikiLink", style: { "WikiLink/...": tags.link } },
    { name: "WikiMark", style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: "WikiLink",
      parse(cx, next, pos) {
        const found = next === BRACKET ? WIKI_LINK.exec(cx.slice(pos, Math.min(cx.end, pos + 500))) : null;
        if (!found) return -1;
        const [whole, target = "", shown] = found;
        const end = pos + whole.length;
        const text = shown === undefined ? pos + 2 : pos + 3 + target.length;
        const marks = [cx.elt("WikiMark", pos, text), cx.elt("WikiMark", end - 2, end)];
        return cx.addElement(cx.elt("WikiLink", pos, end, marks));
      },
      before: "Link",
    },
  ],
};
export const WIKI_LINK = /^\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/;

const footnote: MarkdownConfig = {
  defineNodes: [
    { name: "FootnoteReference", style: tags.labelName },
    { name: "FootnoteDefinition", block: true },
    { name: "FootnoteLabel", style: tags.labelName },
  ],
  parseInline: [
    {
      name: "FootnoteReference",
      parse(cx, next, pos) {
        const found = next === BRACKET ? /^\[\^[^\s\]]+\]/.exec(cx.slice(pos, Math.min(cx.end, pos + 100))) : null;
        return found ? cx.addElement(cx.elt("FootnoteReference", pos, pos + found[0].length)) : -1;
      },
      before: "Link",
    },
  ],
  parseBlock: [
    {
      name: "FootnoteDefinition",
      leaf(_, { content }) {
        const label = /^\[\^[^\s\]]+\]:/.exec(content)?.[0].length;
        if (!label) return null;
        return {
          nextLine: () => false,
          finish(cx, leaf) {
            const { start } = leaf;
            const inside = cx.parser.parseInline(leaf.content.slice(label), start + label);
            const children = [cx.elt("FootnoteLabel", start, start + label), ...inside];
            cx.addLeafElement(leaf, cx.elt("FootnoteDefinition", start, start + leaf.content.length, children));
            return true;
          },
        };
      },
      before: "LinkReference",
    },
  ],
};

export const syntax: MarkdownExtension = [GFM, highlight, formula, wikiLink, footnote];
