/** What is pasted or dropped: HTML becomes Markdown, pictures are kept beside the document. */

import { syntaxTree } from "@codemirror/language";
import { EditorView } from "@codemirror/view";

/** Keeps a picture; how the document names it then, or null if it could not be kept. */
export type KeepPicture = (name: string, data: string) => Promise<string | null>;

/** What HTML says with elements, and plain text cannot. */
const MEANING = /<(?:a\s[^>]*href|b|strong|i|em|u|s|del|h[1-6]|ul|ol|table|img|code|pre|blockquote)\b/i;
const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/svg+xml": "svg" };

export function pasting(keep: KeepPicture) {
  let isPlain = false;
  return EditorView.domEventHandlers({
    keydown(event) {
      if (event.key.toLowerCase() === "v") isPlain = event.shiftKey;
      return false;
    },
    paste(event, view) {
      return isPlain ? false : take(view, event.clipboardData, keep);
    },
    drop(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const files = pictures(event.dataTransfer);
      if (!files.length || at === null) return false;
      view.dispatch({ selection: { anchor: at } });
      void insertPictures(view, files, keep);
      event.preventDefault();
      return true;
    },
  });
}

function take(view: EditorView, data: DataTransfer | null, keep: KeepPicture): boolean {
  const html = data?.getData("text/html") ?? "";
  const files = pictures(data);
  if (files.length && !html.replace(/<(?:meta|img|html|body|head)\b[^>]*>|<\/[^>]*>|<!--.*?-->/gi, "").trim()) {
    void insertPictures(view, files, keep);
    return true;
  }
  if (!html || isInCode(view) || !MEANING.test(html)) return false;
  void insertHtml(view, html, data?.getData("text/plain") ?? "");
  return true;
}

function isInCode(view: EditorView): boolean {
  const { name, parent } = syntaxTree(view.state).resolveInner(view.state.selection.main.from, -1);
  return /Code/.test(name) || /Code/.test(parent?.name ?? "");
}

async function insertHtml(view: EditorView, html: string, plain: string): Promise<void> {
  const { toMarkdown } = await import("./html");
  insert(view, toMarkdown(html) || plain);
}

async function insertPictures(view: EditorView, files: File[], keep: KeepPicture): Promise<void> {
  for (const file of files) {
    const ending = ENDINGS[file.type] ?? file.type.replace("image/", "");
    const name = /\.\w+$/.test(file.name) ? file.name : `picture.${ending}`;
    const source = await keep(name, await base64(file));
    if (source !== null) insert(view, `![${description(name)}](${source})`);
  }
}

function description(name: string): string {
  return name.replace(/^.*[/\\]|\.\w+$/g, "").replace(/[[\]]/g, "");
}

function insert(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: "input.paste", scrollIntoView: true });
}

function pictures(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
