/** Which part of the document an operation acts on. */

import type { Handles } from "./handles";
import { invalid } from "./refusal";

export type Location = "start" | "end" | "before" | "after" | "replace";

const PLACES = { start: "Start", end: "End", before: "Before", after: "After", replace: "Replace" } as const;

/** A location in Word's word for it. */
export function inWord<Name extends Location>(location: Name): (typeof PLACES)[Name] {
  return PLACES[location];
}

/** The range that a scope names, as it was kept: what is put in its place stays in it. */
export function rangeOf(context: Word.RequestContext, scope: string, handles: Handles): Word.Range {
  if (scope === "document") return context.document.body.getRange("Content");
  if (scope === "selection") return context.document.getSelection();
  const found = handles.find(scope);
  return found instanceof Word.Table ? found.getRange("Whole") : found;
}

/**
 * A range for asking what is in it and around it.
 *
 * A kept one would remember what it was told once, such as that it is in no table.
 */
export function fresh(range: Word.Range): Word.Range {
  return range.getRange("Whole");
}

/** The document as a whole has a start and an end, and nothing beside it. */
export function endOfDocument(location: Location): "Start" | "End" {
  if (location === "start" || location === "end") return inWord(location);
  throw invalid(
    `location "${location}" has no meaning for the whole document.`,
    "Use start or end; replace with target document replaces all of its text.",
  );
}

/** Text that Word takes as it is: line ends make paragraphs, tabs are tabs. */
export function checkText(text: string): void {
  const found = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/.exec(text);
  if (!found) return;
  const code = found[0].charCodeAt(0).toString(16).padStart(4, "0");
  throw invalid(`The text has the control character U+${code} in it.`, "Use \\n for paragraphs and \\t for tabs.");
}

/** Text as Word tells it, with line ends for the ends of paragraphs and of cells. */
export function plain(text: string): string {
  return text.replace(/\r\n|\r\u0007|[\r\u0007]/g, "\n");
}
