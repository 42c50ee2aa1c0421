/** Where links lead: to the web in another tab, to documents beside this one here, to footnotes in the text. */

import type { Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const LONGEST_SHOWN = 400;

/** Opens a document beside this one. */
export type OpenBeside = (path: string) => void;

export function links(open: OpenBeside) {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      const target = event.target instanceof Element ? event.target : null;
      const { wiki, href, footnote } =
        target?.closest<HTMLElement>("[data-wiki], [data-href], [data-footnote]")?.dataset ?? {};
      const isWanted = event.button === 0 && (event.ctrlKey || event.metaKey || wiki !== undefined);
      if (!isWanted) return false;
      if (wiki !== undefined) open(documentName(wiki));
      else if (href !== undefined) follow(view, href, open);
      else if (footnote !== undefined) jump(view, footnote);
      else return false;
      event.preventDefault();
      return true;
    },
    mouseover({ target }, view) {
      const found = target instanceof Element ? target.closest<HTMLElement>("[data-footnote]") : null;
      if (found) found.title = footnoteText(view.state.doc, found.dataset["footnote"] ?? "");
      return false;
    },
  });
}

function follow(view: EditorView, href: string, open: OpenBeside): void {
  if (/^(?:https?:|www\.)/i.test(href))
    window.open(/^www\./i.test(href) ? `https://${href}` : href, "_blank", "noopener,noreferrer");
  else if (href.startsWith("#")) toHeading(view, decodeURIComponent(href.slice(1)));
  else if (!/^[a-z][a-z0-9+.-]+:/i.test(href)) open(decodeURIComponent(href.replace(/#.*$/, "")));
}

function documentName(wiki: string): string {
  const name = wiki.replace(/#.*$/, "").trim();
  return /\.\w+$/.test(name) ? name : `${name}.md`;
}

function jump(view: EditorView, footnote: string): void {
  const at = view.state.doc.toString().indexOf(`\n[^${footnote}]:`);
  if (at >= 0) goTo(view, at + 1);
}

function footnoteText(text: Text, name: string): string {
  const [, behind = ""] = text.toString().split(`\n[^${name}]:`, 2);
  return behind
    .slice(0, LONGEST_SHOWN)
    .replace(/\n\s*\n[^]*$/, "")
    .trim();
}

function toHeading(view: EditorView, slug: string): void {
  for (const found of view.state.doc.toString().matchAll(/^#{1,6}\s+(.*)$/gm))
    if (slugOf(found[1] ?? "") === slug.toLowerCase()) return goTo(view, found.index);
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

export function goTo(view: EditorView, at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }) });
  view.focus();
}
