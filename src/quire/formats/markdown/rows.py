"""Tables by the numbers of their rows and columns, as Word's own interface has them.

An empty header row, which Markdown demands, is no row here: row 0 is the first that says something, or could.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import MOST_COLUMNS, Intent, put
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.formats.markdown.blocks import Table, Tree
from quire.formats.markdown.grid import Grid, cell_text
from quire.formats.markdown.insertion import adds_leaves
from quire.formats.markdown.patch import patch
from quire.formats.markdown.placement import place_block
from quire.formats.markdown.tables import removal, table_at
from quire.formats.markdown.width import width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from quire.core.transaction import Transaction
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Planner

    Said = dict[str, Any]

_NARROWEST = 3


# A new table


def _create(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A table before or behind the block that a range begins or ends in. What it replaces gives way first."""
    (where,), said = intent.ranges, intent.arguments
    if said.get("replaces"):
        cleared = document.plan(put(where.start, where.end, ""))
        at = Range(where.start, where.start)
        return cleared + _create(document.apply(cleared), Intent(intent.verb, (at,), {**said, "replaces": False}))
    position = _edge(document.tree, where.start if said["before"] else where.end, before=said["before"])
    texts = [[cell_text(cell) for cell in row] for row in said["rows"]]
    rows = texts if said["header"] else [[""] * len(texts[0]), *texts]
    change = patch(document, [place_block(document, position, list(_lines(rows)))])
    if not adds_leaves(document, change, ["tableCell"] * len(rows) * len(rows[0])):
        raise UnsupportedError(
            f"A table at position {position}, or the text around it, would be read as something else.",
            "Put it beside another block, behind no code or HTML that is not closed.",
        )
    return change


def _edge(tree: Tree, position: int, *, before: bool) -> int:
    """Where the block at a position begins or ends; a table is one block."""
    path = tree.path_at(position)
    block = next((each for each in path if isinstance(each, Table)), path[-1])
    if isinstance(block, Tree):
        return position
    return block.start if before else block.end


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(_NARROWEST, *map(width, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        padded = (text + " " * (most - width(text)) for text, most in zip(row, widths, strict=True))
        yield f"| {' | '.join(padded)} |"
        if number == 0:
            yield f"| {' | '.join('-' * most for most in widths)} |"


# Rows and columns of a table


def _on_grid(operate: Callable[[Grid, Said], Grid | None]) -> Planner:
    """A planner for what happens to the table at a place; without any grid, it goes."""

    def plan(document: MarkdownDocument, intent: Intent) -> Transaction:
        table = table_at(document, intent.ranges[0].start)
        grid = operate(Grid.read(document.text, table), intent.arguments)
        if grid is None:
            return patch(document, [removal(document.tree, table)])
        return patch(document, grid.edits(document.text, (table.start, table.end)))

    return plan


def _first(grid: Grid) -> int:
    """The number that the grid has for row 0."""
    return int(grid.header.is_blank and bool(grid.body))


def _insert_rows(grid: Grid, said: Said) -> Grid:
    (at,) = _known("row", [said["at"]], len(grid.rows) - _first(grid))
    at += _first(grid) + (not said["before"])
    if at == 0:
        raise UnsupportedError(
            "No row can stand before the header row of a Markdown table.",
            "Insert it after row 0, or let the header become a row with table_toggle_header_row first.",
        )
    for _ in range(said["count"]):
        grid = grid.with_row(at, [])
    return grid


def _insert_columns(grid: Grid, said: Said) -> Grid:
    (at,) = _known("column", [said["at"]], grid.columns)
    if grid.columns + said["count"] > MOST_COLUMNS:
        raise InvalidArgumentError(
            f"The table would have {grid.columns + said['count']} columns.", f"At most {MOST_COLUMNS} are possible."
        )
    for _ in range(said["count"]):
        grid = grid.with_column(at + (not said["before"]), [])
    return grid


def _delete_rows(grid: Grid, said: Said) -> Grid | None:
    count = len(grid.rows) - _first(grid)
    numbers = _known("row", said["numbers"], count)
    if len(numbers) == count:
        return None
    if 0 in numbers and not _first(grid):
        grid = grid.without_header_texts()
        numbers = [number + 1 for number in numbers]
    else:
        numbers = [number + _first(grid) for number in numbers]
    for number in reversed(numbers):
        grid = grid.without_row(number)
    return grid


def _delete_columns(grid: Grid, said: Said) -> Grid | None:
    numbers = _known("column", said["numbers"], grid.columns)
    if len(numbers) == grid.columns:
        return None
    for number in reversed(numbers):
        grid = grid.without_column(number)
    return grid


def _set_cell(grid: Grid, said: Said) -> Grid:
    (row,) = _known("row", [said["row"]], len(grid.rows) - _first(grid))
    (column,) = _known("column", [said["column"]], grid.columns)
    return grid.with_cell(row + _first(grid), column, cell_text(said["text"]))


def _known(what: str, numbers: Iterable[int], count: int) -> list[int]:
    """Numbers, each once, if all of them are there."""
    wanted = sorted(set(numbers))
    for number in wanted:
        if not 0 <= number < count:
            raise InvalidArgumentError(
                f"There is no {what} {number}.", f"The {what}s of this table go from 0 to {count - 1}."
            )
    return wanted


VERBS: dict[str, Planner] = {
    "create_table": _create,
    "insert_rows": _on_grid(_insert_rows),
    "insert_columns": _on_grid(_insert_columns),
    "delete_rows": _on_grid(_delete_rows),
    "delete_columns": _on_grid(_delete_columns),
    "set_cell": _on_grid(_set_cell),
}
