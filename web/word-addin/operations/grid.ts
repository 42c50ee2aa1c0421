/** Where the cells of a table with merged cells are: Word numbers the cells of a row, tools the columns of the grid. */

import { invalid } from "../refusal";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** A cell: its number in its row, the columns that it takes, whether it goes on with the cell above. */
export interface Place {
  row: number;
  cell: number;
  start: number;
  end: number;
  goesOn: boolean;
}

export class Grid {
  private constructor(
    private readonly rows: Place[][],
    /** Whether it was not read, but guessed from the number of cells. */
    readonly isAssumed: boolean,
  ) {}

  /** A table without merged cells. */
  static uniform(rows: number, columns: number): Grid {
    const places = (row: number) =>
      Array.from({ length: columns }, (_, at) => ({ row, cell: at, start: at, end: at + 1, goesOn: false }));
    return new Grid(
      Array.from({ length: rows }, (_, row) => places(row)),
      true,
    );
  }

  /** The first table of a package in one XML text. */
  static read(ooxml: string): Grid {
    const source = new DOMParser().parseFromString(ooxml, "application/xml");
    const table = source.getElementsByTagNameNS(W, "tbl")[0];
    return new Grid(table ? rowsOf(table) : [], false);
  }

  get height(): number {
    return this.rows.length;
  }

  get width(): number {
    return Math.max(0, ...this.rows.flatMap((row) => row.map(({ end }) => end)));
  }

  /** The cell that covers a place; of a merged area, the one that holds its text. */
  at(row: number, column: number): Place {
    this.check(row, column);
    let found = this.covering(row, column);
    while (found.goesOn && found.row > 0) found = this.covering(found.row - 1, column);
    return found;
  }

  /** The cell that begins at a place: what lies inside a merged one is refused. */
  own(row: number, column: number): Place {
    const found = this.at(row, column);
    if (found.row === row && found.start === column) return found;
    let below = row + 1;
    while (this.rows[below]?.some((place) => place.goesOn && place.start === found.start)) below++;
    const [rows, columns] = [told("row", found.row, below), told("column", found.start, found.end)];
    throw invalid(
      `Row ${row}, column ${column} is no cell of its own: a merged cell covers ${rows}, ${columns}.`,
      `To replace what that cell says, name its first place: row ${found.row}, column ${found.start}.`,
    );
  }

  /** The cell at a place, also where it goes on with the one above. */
  covering(row: number, column: number): Place {
    const found = this.rows[row]?.find(({ start, end }) => start <= column && column < end);
    if (found) return found;
    throw invalid(`There is no cell in row ${row} and column ${column}.`, "Rows may begin or end with gaps.");
  }

  /** All cells that hold a text of their own. */
  places(): Place[] {
    return this.rows.flat().filter(({ goesOn }) => !goesOn);
  }

  /** A cell of a row that Word knows by its number. */
  anyOf(row: number): Place {
    this.check(row, 0);
    return this.rows[row]!.find(({ goesOn }) => !goesOn) ?? this.at(row, 0);
  }

  /** A cell that begins, or ends, where a column does; else any that covers it. */
  besideColumn(column: number, side: "start" | "end"): Place {
    this.check(0, column);
    const covering = this.rows.flatMap((row) => row.filter(({ start, end }) => start <= column && column < end));
    const fits = covering.filter((place) => !place.goesOn && place[side] === column + (side === "end" ? 1 : 0));
    return fits.find(({ start, end }) => end - start === 1) ?? fits[0] ?? this.at(0, column);
  }

  private check(row: number, column: number): void {
    if (row < this.height && column < this.width) return;
    throw invalid(
      `The table has ${this.height} rows and ${this.width} columns: there is no row ${row}, column ${column}.`,
      "Rows and columns count from 0.",
    );
  }
}

function told(what: string, start: number, end: number): string {
  return end - start === 1 ? `${what} ${start}` : `${what}s ${start} to ${end - 1}`;
}

function rowsOf(table: Element): Place[][] {
  const own = (name: string) =>
    [...table.getElementsByTagNameNS(W, name)].filter((each) => around(each, "tbl") === table);
  const cells = own("tc");
  return own("tr").map((row, number) => {
    const mine = cells.filter((each) => around(each, "tr") === row);
    let column = Number(property(row, "trPr", "gridBefore") ?? 0);
    return mine.map((cell, at) => {
      const start = column;
      column += Number(property(cell, "tcPr", "gridSpan") ?? 1);
      const merge = property(cell, "tcPr", "vMerge");
      return { row: number, cell: at, start, end: column, goesOn: merge !== null && merge !== "restart" };
    });
  });
}

function around(inner: Element, name: string): Element | null {
  let found = inner.parentElement;
  while (found && !(found.namespaceURI === W && found.localName === name)) found = found.parentElement;
  return found;
}

/** The value of a property: empty if it is there without one, null if it is not. */
function property(owner: Element, group: string, name: string): string | null {
  const properties = [...owner.children].find((child) => child.localName === group);
  const found = [...(properties?.children ?? [])].find((child) => child.localName === name);
  return found ? (found.getAttributeNS(W, "val") ?? "") : null;
}
