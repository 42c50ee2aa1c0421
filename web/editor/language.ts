/** How Markdown is read and how it looks while it is written. */

import {
  commonmarkLanguage,
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
} from "@codemirror/lang-markdown";
import { HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { MarkdownParser } from "@lezer/markdown";
import { code } from "./markdown/code";
import { highlighted, syntax } from "./markdown/syntax";

const look = HighlightStyle.define([
  { tag: tags.heading1, class: "md-heading md-heading1" },
  { tag: tags.heading2, class: "md-heading md-heading2" },
  { tag: tags.heading3, class: "md-heading md-heading3" },
  { tag: [tags.heading4, tags.heading5, tags.heading6], class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: tags.strikethrough, class: "md-strikethrough" },
  { tag: highlighted, class: "md-highlight" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.quote, class: "md-quote" },
  { tag: [tags.link, tags.url], class: "md-link" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: "md-mark" },
]);

/** The parser, without other languages nested in it: to look for those costs the more the longer the text is. */
export const parser = (commonmarkLanguage.parser as MarkdownParser).configure(syntax);
const markdown = new Language(commonmarkLanguage.data, parser, [], "markdown");

/** Enter goes on with a list or a quote, and on an empty item ends it. */
const lists = keymap.of([
  { key: "Enter", run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: "Backspace", run: deleteMarkupBackward },
]);

export function language(): Extension {
  return [markdown, Prec.high(lists), syntaxHighlighting(look), code];
}
