/** How Markdown looks while it is written. */

import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const look = HighlightStyle.define([
  { tag: tags.heading1, class: "md-heading md-heading1" },
  { tag: tags.heading2, class: "md-heading md-heading2" },
  { tag: tags.heading3, class: "md-heading md-heading3" },
  { tag: [tags.heading4, tags.heading5, tags.heading6], class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: tags.strikethrough, class: "md-strikethrough" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.quote, class: "md-quote" },
  { tag: [tags.link, tags.url], class: "md-link" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: "md-mark" },
]);

export function language(format: string): Extension {
  return format === "markdown" ? [markdown({ base: markdownLanguage }), syntaxHighlighting(look)] : [];
}
