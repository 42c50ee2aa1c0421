"""What a workspace must hold after the calls that were answered: a model of it, kept by the client.

The pure values of the core are the model; the journal, the processes and the files are what is put to the test.
Suggestions are known here by the text that they propose and documents by their titles, since a call that was never
answered never told its ids.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING, Any

from quire.core.author import Author
from quire.core.document import put
from quire.core.errors import NotFoundError, QuireError
from quire.core.event import Edited, Event, Record, Rejected, Saved, Selected, Staged
from quire.core.manuscript import Manuscript, plan
from quire.core.suggestion import Suggestion, look
from quire.formats.markdown.document import MarkdownDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent

AUTHOR = Author("agent", "agent")
UNTITLED = "Untitled-1"

View = dict[str, Any]
"""A workspace as a client sees it, with no ids in it."""


@dataclass(frozen=True)
class Page:
    """A document, and what its file holds; None where it has none."""

    manuscript: Manuscript = field(default_factory=lambda: Manuscript(document=MarkdownDocument()))
    file: str | None = None
    has_path: bool = False

    def after(self, event: Event) -> Page:
        record = Record(self.manuscript.sequence + 1, 0.0, AUTHOR, event)
        return replace(self, manuscript=self.manuscript.after(record))

    def saved(self) -> Page:
        return replace(self.after(Saved()), file=self.manuscript.document.text, has_path=True)

    def view(self) -> View:
        manuscript = self.manuscript
        return {
            "text": manuscript.document.text,
            "revision": manuscript.revision,
            "selection": (manuscript.selection.start, manuscript.selection.end),
            "dirty": manuscript.is_dirty,
            "path": self.has_path,
            "suggestions": [
                (each.proposed, each.original, each.range.start, each.range.end, each.is_stale(manuscript.document))
                for each in manuscript.suggestions
            ],
        }


@dataclass(frozen=True)
class Ledger:
    """All that was answered so far."""

    staging: str = "suggest"
    pages: dict[str, Page] = field(default_factory=lambda: {UNTITLED: Page()})
    active: str = UNTITLED

    def view(self) -> View:
        return {
            "staging": self.staging,
            "active": self.active,
            "pages": {title: page.view() for title, page in self.pages.items()},
        }

    @property
    def files(self) -> dict[str, str | None]:
        return {title: page.file for title, page in self.pages.items()}

    def put(self, title: str, page: Page) -> Ledger:
        return replace(self, pages={**self.pages, title: page})

    def text(self, title: str) -> str:
        return self.pages[title].manuscript.document.text

    def pending(self, title: str) -> list[str]:
        return [suggestion.id for suggestion in self.pages[title].manuscript.suggestions]

    def found(self, files: dict[str, str | None]) -> Ledger:
        """This ledger with what the files were found to hold."""
        return replace(self, pages={title: replace(page, file=files[title]) for title, page in self.pages.items()})


@dataclass(frozen=True)
class Move:
    """A call, and what comes of it."""

    tool: str
    arguments: dict[str, Any]
    effect: Callable[[Ledger], Ledger]

    def after(self, ledger: Ledger) -> tuple[Ledger, bool]:
        """The ledger once this was called, and whether it was refused, which changes nothing."""
        try:
            return self.effect(ledger), False
        except QuireError:
            return ledger, True


def outcomes(ledger: Ledger, certain: Sequence[Move], possible: Sequence[Move]) -> Iterator[Ledger]:
    """All that may have come of calls under way at once, some of which were answered."""
    count = len(possible)
    for happened in chain.from_iterable(combinations(possible, size) for size in range(count + 1)):
        for order in permutations([*certain, *happened]):
            result = ledger
            for move in order:
                result, _ = move.after(result)
            yield result


# What can be done to a document, by its title


def insert(title: str, position: int, text: str) -> Callable[[Ledger], Ledger]:
    return lambda ledger: _propose(ledger, title, put(position, position, text), text)


def replace_first(title: str, search: str, text: str) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        start = ledger.text(title).find(search)
        return ledger if start < 0 else _propose(ledger, title, put(start, start + len(search), text), text)

    return effect


def _propose(ledger: Ledger, title: str, intent: Intent, text: str) -> Ledger:
    page = ledger.pages[title]
    document = page.manuscript.document
    change = plan(document, [intent])
    if ledger.staging == "auto-approve":
        return ledger.put(title, page.after(Edited(change)))
    suggestion = Suggestion(text, intent, *look(document, intent, change), AUTHOR, 0.0)
    return ledger.put(title, page.after(Staged((suggestion,))))


def accept(title: str, suggestion: str) -> Callable[[Ledger], Ledger]:
    return lambda ledger: ledger.put(
        title, ledger.pages[title].after(ledger.pages[title].manuscript.accept(suggestion))
    )


def reject(title: str, suggestion: str) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        page = ledger.pages[title]
        return ledger.put(title, page.after(Rejected((page.manuscript.suggestion(suggestion).id,))))

    return effect


def undo(title: str) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        page = ledger.pages[title]
        done = page.manuscript.history.done
        return ledger.put(title, page.after(Edited(done[-1].transaction.inverse(), "undo"))) if done else ledger

    return effect


def redo(title: str) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        page = ledger.pages[title]
        undone = page.manuscript.history.undone
        return ledger.put(title, page.after(Edited(undone[-1].transaction, "redo"))) if undone else ledger

    return effect


def select(title: str, place: Range) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        page = ledger.pages[title]
        return ledger.put(title, page.after(Selected(place.within(len(page.manuscript.document)))))

    return effect


def save(title: str) -> Callable[[Ledger], Ledger]:
    def effect(ledger: Ledger) -> Ledger:
        if not ledger.pages[title].has_path:
            raise NotFoundError(f"{title} has no file")
        return ledger.put(title, ledger.pages[title].saved())

    return effect


def save_as(title: str) -> Callable[[Ledger], Ledger]:
    return lambda ledger: ledger.put(title, ledger.pages[title].saved())


def create(title: str) -> Callable[[Ledger], Ledger]:
    return lambda ledger: replace(ledger.put(title, Page()), active=title)


def switch(title: str) -> Callable[[Ledger], Ledger]:
    return lambda ledger: replace(ledger, active=title)
