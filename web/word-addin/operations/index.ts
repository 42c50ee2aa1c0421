/** All operations, by the names that the server has for them. */

import type { Name, Operation } from "./operation";
import { listParagraphs } from "./paragraphs";
import { insertPicture } from "./pictures";
import { rangesAt } from "./places";
import { readMarkup, readText } from "./reading";
import { replace, search } from "./search";
import { getSelection, setSelection } from "./selection";
import { applyStyle, listStyles, readFormat } from "./styles";
import * as tables from "./tables";
import { insertText } from "./text";

export const OPERATIONS: { [Op in Name]: Operation<Op> } = {
  insertText,
  getSelection,
  search,
  replace,
  insertPicture,
  "table.create": tables.createTable,
  "table.insertRows": tables.insertRows,
  "table.insertColumns": tables.insertColumns,
  "table.deleteRows": tables.deleteRows,
  "table.deleteColumns": tables.deleteColumns,
  "table.setCellText": tables.setCellText,
  "table.mergeCells": tables.mergeCells,
  "table.applyStyle": tables.applyTableStyle,
  applyStyle,
  listStyles,
  listParagraphs,
  "document.text": readText,
  "document.ooxml": readMarkup,
  "range.at": rangesAt,
  "selection.set": setSelection,
  "format.read": readFormat,
};

/** Those that change nothing. */
const READING: ReadonlySet<Name> = new Set<Name>([
  ...(["getSelection", "search", "listStyles", "document.text", "document.ooxml"] as const),
  ...(["range.at", "selection.set", "format.read"] as const),
]);

/** Whether an operation changes the document; listing paragraphs does where it makes controls. */
export function writes(name: Name, args: object): boolean {
  if (name === "listParagraphs") return !("createControls" in args) || args.createControls !== false;
  return !READING.has(name);
}
