/** Two texts, one against the other, in a dialog with what can be done about them. */

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { element } from "./element";

export interface Compared {
  title: string;
  /** What is told of the two texts. */
  words: string;
  before: string;
  after: string;
}

export interface Way {
  value: string;
  words: string;
}

/** Show what differs; what the person chose, or null. */
export function compare({ title, words, before, after }: Compared, ways: Way[]): Promise<string | null> {
  const place = element("div", "texts");
  const heading = element("h2", "", { id: "compared" }, title);
  const dialog = element(
    "dialog",
    "compare",
    { aria: { labelledby: heading.id } },
    element(
      "form",
      "",
      { method: "dialog" },
      heading,
      element("p", "hint", {}, before === after ? "There is no difference between the texts." : words),
      place,
      element(
        "div",
        "choices",
        {},
        ...ways.map(({ value, words }) => element("button", "accept", { type: "submit", value }, words)),
        element("button", "", { type: "submit", value: "" }, "Close"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  const view = drawn(before, after, place);
  return new Promise((resolve) => {
    dialog.onclose = () => {
      resolve(dialog.returnValue || null);
      view.destroy();
      dialog.remove();
    };
  });
}

function drawn(before: string, after: string, parent: HTMLElement): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
  return new EditorView({
    parent,
    doc: after,
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "What differs", tabindex: "0" }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        highlightChanges: true,
        collapseUnchanged: { margin: 2, minSize: 6 },
        diffConfig: { scanLimit: 500, timeout: 400 },
      }),
    ],
  });
}
