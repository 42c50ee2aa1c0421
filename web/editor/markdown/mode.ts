/** Live preview or source: F6 goes from one to the other, in all documents, and it is remembered. */

import { Compartment, type Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin } from "@codemirror/view";

export type Mode = "live" | "source";

const KEY = "quire.mode";
const changes = new EventTarget();

export function mode(): Mode {
  return localStorage.getItem(KEY) === "source" ? "source" : "live";
}

export function toggleMode(): boolean {
  localStorage.setItem(KEY, mode() === "live" ? "source" : "live");
  changes.dispatchEvent(new Event("change"));
  return true;
}

/** An extension that is there only in live preview. */
export function inMode(live: Extension, source: Extension): Extension {
  const place = new Compartment();
  const chosen = () => (mode() === "live" ? live : source);
  const following = ViewPlugin.define((view: EditorView) => {
    const follow = () => view.dispatch({ effects: place.reconfigure(chosen()) });
    changes.addEventListener("change", follow);
    return { destroy: () => changes.removeEventListener("change", follow) };
  });
  return [place.of(chosen()), following, keymap.of([{ key: "F6", run: toggleMode, preventDefault: true }])];
}

/** Hear of every change of mode. */
export function onMode(hear: () => void): () => void {
  changes.addEventListener("change", hear);
  return () => changes.removeEventListener("change", hear);
}
