/** The cells of a table, as one goes through them: row by row, without those that a merged one covers. */

/** The cells behind one in its table, or those before it, the nearest first. */
export function cellsFrom(cell: HTMLElement, way: 1 | -1): HTMLElement[] {
  const table = cell.closest("table");
  const all = [...(table?.querySelectorAll<HTMLElement>("td") ?? [])].filter(
    (each) => each.closest("table") === table && each.checkVisibility(),
  );
  const at = all.indexOf(cell);
  return way > 0 ? all.slice(at + 1) : all.slice(0, at).reverse();
}

/** The paragraphs of a cell, but not those of tables in it. */
export function paragraphsOf(cell: HTMLElement): HTMLElement[] {
  return [...cell.querySelectorAll("p")].filter((each) => each.closest("td") === cell);
}
