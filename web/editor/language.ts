/** How Markdown looks while it is written. */

import { commonmarkLanguage, markdown } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
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
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName], class: "code-keyword" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], class: "code-string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "code-value" },
  { tag: [tags.comment, tags.meta], class: "code-comment" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    class: "code-function",
  },
  { tag: [tags.typeName, tags.className, tags.attributeName, tags.propertyName], class: "code-name" },
]);

/** Markdown, with the languages of its code, which are loaded when there is some. */
export function language(): Extension {
  return [
    markdown({ base: commonmarkLanguage, extensions: syntax, codeLanguages: languages, completeHTMLTags: false }),
    syntaxHighlighting(look),
  ];
}
