"""Names of places keep meaning them through edits, undo, redo and what is forgotten."""

from __future__ import annotations

from quire.core import history as histories
from quire.core.anchor import Range
from quire.core.author import Author
from quire.core.event import Edited, Marked, Record
from quire.core.handle import MOST, Handle
from quire.core.manuscript import Manuscript
from quire.core.transaction import Replace, Transaction
from quire.formats.markdown.document import MarkdownDocument


class Line:
    """A document to which things happen one after the other."""

    def __init__(self, text: str) -> None:
        self.now = Manuscript(document=MarkdownDocument(text))

    def _happen(self, event: Edited | Marked) -> None:
        self.now = self.now.after(Record(self.now.sequence + 1, 0.0, Author("Ada", "person"), event))

    def put(self, at: int, old: str, new: str) -> None:
        self._happen(Edited(Transaction((Replace.text(at, old, new),))))

    def undo(self) -> None:
        self._happen(Edited(self.now.history.done[-1].transaction.inverse(), "undo"))

    def redo(self) -> None:
        self._happen(Edited(self.now.history.undone[-1].transaction, "redo"))

    def mark(self, start: int, end: int, name: str = "it") -> None:
        self._happen(Marked({name: Handle(Range(start, end), self.now.history.mark)}))

    def text(self, name: str = "it") -> str | None:
        place = self.now.handles[name].now(self.now.history) if name in self.now.handles else None
        return None if place is None else self.now.document.slice(place.start, place.end)


def test_a_handle_follows_its_text_through_edits_around_it() -> None:
    line = Line("one two three")
    line.mark(4, 7)
    line.put(0, "", "zero ")
    line.put(18, "", " four")
    assert line.text() == "two"


def test_what_undo_takes_away_redo_brings_back_with_its_handle() -> None:
    line = Line("one three")
    line.put(4, "", "two ")
    line.mark(4, 7)
    line.undo()
    assert line.text() is None
    line.redo()
    assert line.text() == "two"


def test_a_handle_from_before_an_undone_change_is_where_it_was() -> None:
    line = Line("one two three")
    line.mark(4, 7)
    line.put(4, "two ", "")
    assert line.text() is None
    line.undo()
    assert line.text() == "two"


def test_a_new_edit_after_an_undo_moves_the_handles_of_what_was_undone() -> None:
    line = Line("one two three")
    line.put(0, "", "zero ")
    line.mark(9, 12)
    line.mark(0, 4, "gone")
    line.undo()
    line.put(0, "one", "eins")
    assert line.text() == "two"
    assert line.text("gone") is None


def test_a_handle_of_what_was_undone_comes_back_with_what_a_new_edit_deleted() -> None:
    line = Line("one two three")
    line.put(0, "", "zero ")
    line.mark(9, 12)
    line.undo()
    line.put(4, "two ", "")
    assert line.text() is None
    line.undo()
    assert line.text() == "two"


def test_handles_of_what_was_undone_and_is_gone_are_let_go_of() -> None:
    line = Line("one two three")
    for number in range(3):
        line.put(0, "", "zero ")
        line.mark(0, 4, f"h{number}")
        line.undo()
    line.put(0, "", "null ")
    assert not line.now.handles


def test_a_handle_outlives_the_changes_that_are_forgotten() -> None:
    line = Line("one two three")
    line.mark(4, 7)
    for _ in range(histories.MOST_CHANGES + 5):
        line.put(0, "", "x")
    assert line.text() == "two"


def test_the_oldest_handles_are_let_go_of() -> None:
    line = Line("one two three")
    for number in range(MOST + 1):
        line.mark(4, 7, f"h{number}")
    assert line.text("h0") is None
    assert line.text(f"h{MOST}") == "two"
