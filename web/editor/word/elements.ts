/**
 * The elements that a Word document is drawn with. Nothing out of a document gets a name, an address or a style that could
 * do more than look: only these are made, and what stands for no text says so.
 */

import type { Description } from "docx-preview";

/** What tells a page the number of a paragraph, and the mark of what stands before it. */
const STAMP = /^quire-paragraph-(\d+)-(\w+)$/;
const COMMENT_EDGE = /^(start|end) of comment #(.+)$/;
const TAB = "\u2003";
const NO_BREAK_HYPHEN = "\u2011";
const SAFE_LINK = /^(https?:|mailto:)/i;
const PLAIN = new Set(["lang", "colSpan", "rowSpan", "dateTime"]);

/** Makes elements for one drawing, and keeps the style sheets apart. */
export class Elements {
  readonly styles: string[] = [];

  readonly make = (given: Description | Node | string): Node => {
    if (typeof given === "string") return document.createTextNode(given);
    if (given instanceof Node) return given;
    const { tagName, children = [] } = given;
    if (tagName === "style") this.styles.push(children.filter((child) => typeof child === "string").join(""));
    if (tagName === "#comment") return edge(String(children[0] ?? ""));
    if (tagName === "style") return document.createComment("");
    if (tagName === "wbr") return document.createTextNode(NO_BREAK_HYPHEN);
    const made = tagName === "#fragment" ? document.createDocumentFragment() : element(given);
    made.append(...children.map(this.make));
    return made;
  };
}

/** Where a passage with a comment begins or ends; all other remarks of the library are left out. */
function edge(remark: string): Node {
  const found = COMMENT_EDGE.exec(remark);
  if (!found) return document.createComment("");
  const made = document.createElement("span");
  [made.dataset["edge"], made.dataset["comment"]] = [found[1], found[2]];
  return made;
}

function element(given: Description): Element {
  const { ns, tagName, className, style, children = [] } = given;
  const made = ns ? document.createElementNS(ns, tagName) : document.createElement(tagName);
  if (className) made.setAttribute("class", className);
  if (style && (made instanceof HTMLElement || made instanceof SVGElement)) dress(made, style);
  for (const [name, value] of Object.entries(given))
    if (PLAIN.has(name) && value !== undefined && value !== null) Object.assign(made, { [name]: value });
  if (made instanceof HTMLElement) explain(made, given, children);
  return made;
}

function dress(made: HTMLElement | SVGElement, style: Record<string, string> | string): void {
  if (typeof style === "string") made.style.cssText = style;
  else Object.assign(made.style, style);
}

/** Say what an element is to the text. */
function explain(made: HTMLElement, given: Description, children: readonly unknown[]): void {
  const [only] = children;
  const isText = children.length === 1 && typeof only === "string";
  switch (given.tagName) {
    case "span":
      return explainSpan(made, given, isText ? (only as string) : null);
    case "sup":
      if (isText) made.className = "note";
      if (isText) setApart(made);
      return;
    case "img":
      return explainPicture(made as HTMLImageElement);
    case "a":
      return explainLink(made as HTMLAnchorElement, String(given["href"] ?? ""));
    case "div":
      if (!given.className?.endsWith("-wrapper")) setApart(made);
      return;
    case "del":
    case "header":
    case "footer":
    case "ol":
      return setApart(made);
  }
}

function explainSpan(made: HTMLElement, given: Description, text: string | null): void {
  const stamp = STAMP.exec(String(given["id"] ?? ""));
  if (stamp) [made.dataset["line"], made.dataset["lead"]] = [stamp[1], stamp[2]];
  else if (made.className.endsWith("-comment-ref")) setApart(made);
  else if (text === TAB && !given.className) made.dataset["stands"] = "\t";
  else if (text !== null && given.style) made.dataset["stands"] = "symbol";
}

/** Not for typing in. */
function setApart(made: HTMLElement): void {
  made.contentEditable = "false";
}

/** A picture comes out of the file, or not at all. */
function explainPicture(made: HTMLImageElement): void {
  setApart(made);
  made.alt = "Picture";
  Object.defineProperty(made, "src", {
    set(address: string | null) {
      if (address?.startsWith("blob:")) made.setAttribute("src", address);
    },
  });
}

function explainLink(made: HTMLAnchorElement, address: string): void {
  if (!SAFE_LINK.test(address)) return;
  made.href = address;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  made.title = `${address} (Ctrl click to open)`;
}
