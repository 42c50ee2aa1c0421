/** HTML as Markdown, by Turndown; loaded when some is pasted. */

import { gfm } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";

const turndown = new Turndown({
  headingStyle: "atx",
  hr: "---",
  bulletListMarker: "-",
  codeBlockStyle: "fenced",
  emDelimiter: "*",
});
turndown.use(gfm);
turndown.remove(["script", "style", "meta", "title", "head" as "link", "noscript"]);
turndown.addRule("underline", { filter: "u", replacement: (content) => (content.trim() ? `<u>${content}</u>` : "") });
turndown.addRule("mark", { filter: "mark", replacement: (content) => (content.trim() ? `==${content}==` : "") });
turndown.addRule("struck", {
  filter: ["s", "del", "strike" as "del"],
  replacement: (content) => (content.trim() ? `~~${content}~~` : ""),
});
turndown.addRule("item", {
  filter: "li",
  replacement(content, node, options) {
    const parent = node.parentNode as HTMLElement | null;
    const start = Number(parent?.getAttribute("start") ?? 1);
    const index = parent ? [...parent.children].indexOf(node as Element) : 0;
    const mark = parent?.nodeName === "OL" ? `${start + index}. ` : `${options.bulletListMarker} `;
    const inside = content
      .trim()
      .replace(/\n/g, `\n${" ".repeat(mark.length)}`)
      .replace(/^ +$/gm, "");
    return mark + inside + (node.nextSibling ? "\n" : "");
  },
});
turndown.addRule("picture", {
  filter: "img",
  replacement(_, node) {
    const source = (node as Element).getAttribute("src") ?? "";
    const words = ((node as Element).getAttribute("alt") ?? "").replace(/[[\]\n]/g, " ");
    return /^https?:/i.test(source) ? `![${words}](${source.replace(/[()\s]/g, encodeURIComponent)})` : words;
  },
});

/** A document of HTML in which nothing runs, loads or has a style: those would break the page's policy. */
export function inert(html: string): Document {
  const bare = html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, " data-style="));
  return new DOMParser().parseFromString(bare, "text/html");
}

export function toMarkdown(html: string): string {
  const { body } = inert(html);
  for (const each of body.querySelectorAll<HTMLElement>("b, strong"))
    if (/font-weight:\s*(?:normal|400)/.test(each.dataset["style"] ?? "")) each.replaceWith(...each.childNodes); // Google Docs
  return turndown.turndown(body).trim();
}
