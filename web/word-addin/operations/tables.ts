/** Tables. Word numbers the cells of each row; the tools' columns are those of the grid. */

import type { Handles } from "../handles";
import { objectsIn, refuseObjects } from "../objects";
import { invalid, notFound, unsupported } from "../refusal";
import { need } from "../requirements";
import { checkText, endOfDocument, fresh, rangeOf } from "../scope";
import { Grid } from "./grid";
import type { Answer, Arguments, Operation } from "./operation";
import { findStyle } from "./names";

const MOST_COLUMNS = 63;

type Changed = Answer<"table.insertRows">;
/** What is done to a table; it tells if the table is gone with it. */
type Change<Args> = (
  table: Word.Table,
  grid: Grid,
  args: Args,
  context: Word.RequestContext,
) => Promise<"gone" | void> | void;

export const createTable: Operation<"table.create"> = async (context, args, handles) => {
  const values = filled(args);
  const table =
    args.scope === "document"
      ? context.document.body.insertTable(args.rows, args.cols, endOfDocument(args.location), values)
      : await besideRange(context, args, values, handles);
  if (args.header) table.headerRowCount = 1;
  const tableId = handles.keepTable(table);
  const rangeId = handles.keep(table.getRange("Whole"));
  return { tableId, rangeId };
};

/** A table goes before or behind the paragraphs of a range; what it replaces is gone first. */
async function besideRange(
  context: Word.RequestContext,
  args: Arguments<"table.create">,
  values: string[][],
  handles: Handles,
): Promise<Word.Table> {
  let range = rangeOf(context, args.scope, handles);
  if (args.location === "replace") {
    await refuseObjects(context, range);
    range = range.insertText("", "Replace");
  }
  const { paragraphs } = fresh(range);
  const isBefore = args.location === "start" || args.location === "before";
  const beside = isBefore ? paragraphs.getFirst() : paragraphs.getLast();
  return beside.insertTable(args.rows, args.cols, isBefore ? "Before" : "After", values);
}

function filled({ rows, cols, data = [] }: Arguments<"table.create">): string[][] {
  data.flat().forEach(checkText);
  if (data.length > rows || data.some((row) => row.length > cols)) {
    throw invalid(`The data has more than ${rows} rows or ${cols} columns.`, "Raise rows or cols, or give less data.");
  }
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => data[row]?.[col] ?? ""));
}

export const insertRows = changing<Arguments<"table.insertRows">>((table, grid, { at, count, where }) => {
  const { row, cell } = grid.anyOf(at);
  table.getCell(row, cell).insertRows(where === "before" ? "Before" : "After", count);
});

export const insertColumns = changing<Arguments<"table.insertColumns">>((table, grid, { at, count, where }) => {
  if (grid.width + count > MOST_COLUMNS) {
    throw invalid(`A table has at most ${MOST_COLUMNS} columns.`, `This one has ${grid.width} already.`);
  }
  const { row, cell } = grid.besideColumn(at, where === "before" ? "start" : "end");
  table.getCell(row, cell).insertColumns(where === "before" ? "Before" : "After", count);
});

export const deleteRows = changing<Arguments<"table.deleteRows">>(async (table, grid, args, context) => {
  const rows = checked(args.indexes, grid.height, "rows");
  if (!args.allowObjects) await keepObjects(context, table, grid, (row) => rows.includes(row));
  if (rows.length === grid.height) return gone(table);
  for (const row of rows) table.deleteRows(row, 1);
});

export const deleteColumns = changing<Arguments<"table.deleteColumns">>(async (table, grid, args, context) => {
  const columns = checked(args.indexes, grid.width, "columns");
  if (!args.allowObjects) await keepObjects(context, table, grid, (_, column) => columns.includes(column));
  if (columns.length === grid.width) return gone(table);
  for (const column of columns) table.deleteColumns(column, 1);
});

export const setCellText = changing<Arguments<"table.setCellText">>(async (table, grid, args, context) => {
  checkText(args.text);
  const { row, cell } = grid.own(args.row, args.col);
  const { body } = table.getCell(row, cell);
  const inner = body.tables.load("rowCount");
  await refuseObjects(context, body);
  if (inner.items.length) throw unsupported("There is a table in the cell.", "Set the texts of that table's cells.");
  body.insertText(args.text, "Replace");
});

export const mergeCells = changing<Arguments<"table.mergeCells">>((table, grid, args) => {
  need("WordApi 1.4", "merge cells");
  const [right, bottom] = [args.startCol + args.colSpan, args.startRow + args.rowSpan];
  const [first, last] = [grid.at(args.startRow, args.startCol), grid.at(bottom - 1, right - 1)];
  for (let row = args.startRow; row < bottom; row++) {
    if (grid.covering(row, args.startCol).start < args.startCol || grid.covering(row, right - 1).end > right) {
      throw invalid("The area cuts through merged cells.", "Take all of them in, or none.");
    }
  }
  if (first.row < args.startRow) throw invalid("The area cuts through merged cells.", "Take all of them in, or none.");
  table.mergeCells(first.row, first.cell, bottom - 1, last.cell);
});

const FLAGS = {
  bandedRows: "styleBandedRows",
  bandedColumns: "styleBandedColumns",
  lastRow: "styleTotalRow",
  firstColumn: "styleFirstColumn",
  lastColumn: "styleLastColumn",
} as const;

export const applyTableStyle = changing<Arguments<"table.applyStyle">>(async (table, _, { style }, context) => {
  if (typeof style === "string") return (await findStyle(context, style, "table")).applyTo(table);
  const { firstRow, ...flags } = style;
  const given = Object.entries(flags) as [keyof typeof FLAGS, boolean][];
  if (firstRow === undefined && !given.length) {
    throw invalid("There is nothing to apply.", "Give a style's name or at least one flag.");
  }
  if (firstRow !== undefined) table.headerRowCount = firstRow ? 1 : 0;
  for (const [name, value] of given) table[FLAGS[name]] = value;
});

/** An operation that changes a table, and tells how large it is then. */
function changing<Args extends { tableRef: string }>(change: Change<Args>) {
  return async (context: Word.RequestContext, args: Args, handles: Handles): Promise<Changed> => {
    const table = await tableOf(context, args.tableRef, handles);
    const tableId = handles.keepTable(table);
    const grid = await gridOf(context, table);
    const end = await carriedOut(context, table, grid, (known) => change(table, known, args, context));
    if (end === "gone") return { tableId, rows: 0, cols: 0 };
    const now = await gridOf(context, table);
    return { tableId, rows: now.height, cols: now.width };
  };
}

/** A table that looks uniform may have cells that go on with those above: where one is missing, its markup tells. */
async function carriedOut<End>(
  context: Word.RequestContext,
  table: Word.Table,
  grid: Grid,
  change: (grid: Grid) => Promise<End> | End,
): Promise<End> {
  try {
    const end = await change(grid);
    await context.sync();
    return end;
  } catch (error) {
    const isMissing = error instanceof OfficeExtension.Error && error.code === "ItemNotFound";
    if (!isMissing || !grid.isAssumed) throw error;
    return carriedOut(context, table, await readGrid(context, table), change);
  }
}

function gone(table: Word.Table): "gone" {
  table.delete();
  return "gone";
}

/** The table of a name, or around or in the range of one. */
async function tableOf(context: Word.RequestContext, ref: string, handles: Handles): Promise<Word.Table> {
  const found = handles.find(ref);
  if (found instanceof Word.Table) return found;
  const place = fresh(found);
  const choices = [place.parentTableOrNullObject, place.tables.getFirstOrNullObject()];
  for (const each of choices) each.load("rowCount");
  await context.sync();
  const table = choices.find((each) => !each.isNullObject);
  if (table) return table;
  throw notFound(`There is no table at "${ref}".`, "Use the tableId of table.create, or a range in a table.");
}

async function gridOf(context: Word.RequestContext, table: Word.Table): Promise<Grid> {
  table.load("rowCount,isUniform,values");
  await context.sync();
  const columns = table.values[0]?.length ?? 0;
  const isUniform = table.isUniform && table.values.every((row) => row.length === columns);
  return isUniform ? Grid.uniform(table.rowCount, columns) : readGrid(context, table);
}

async function readGrid(context: Word.RequestContext, table: Word.Table): Promise<Grid> {
  const source = table.getRange("Whole").getOoxml();
  await context.sync();
  return Grid.read(source.value);
}

/** The last first, so that the others keep their numbers. */
function checked(indexes: number[], count: number, what: string): number[] {
  const wrong = indexes.find((index) => index < 0 || index >= count);
  if (wrong !== undefined) throw invalid(`The table has ${count} ${what}: there is no ${wrong}.`, "They count from 0.");
  return [...new Set(indexes)].sort((one, other) => other - one);
}

/** Refuse to delete cells with something in them besides text. */
async function keepObjects(
  context: Word.RequestContext,
  table: Word.Table,
  grid: Grid,
  goes: (row: number, column: number) => boolean,
): Promise<void> {
  const bodies = grid
    .places()
    .filter(({ row, start }) => goes(row, start))
    .map(({ row, cell }) => table.getCell(row, cell).body);
  const told = await objectsIn(context, ...bodies);
  if (!told.length) return;
  throw unsupported(`There would be deleted: ${told.join(", ")}.`, "If that is wanted: allowObjects true.");
}
