"""The document that is open, what is kept of it, and what was done to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from quire.core.anchor import Range as Place
from quire.core.document import Intent, put
from quire.core.transaction import Transaction
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.review.tracking import TRACK
from tests.word.host.batch import Batch
from tests.word.host.objects import Anchor, Bag, OfficeError, Root, WordObject

DESKTOP = {"WordApi": "1.9", "WordApiDesktop": "1.4"}
AUTHOR = {"author": "Word", "date": "2026-01-01T00:00:00Z"}


@dataclass
class Turn:
    """What is undone at once, and where everything was at one end of it."""

    places: WeakKeyDictionary[Anchor, Place]
    changes: list[Transaction] = field(default_factory=list)

    @classmethod
    def begin(cls, anchors: WeakSet[Anchor]) -> Turn:
        return cls(WeakKeyDictionary({anchor: anchor.place for anchor in anchors}))

    def restore(self) -> None:
        for anchor, place in self.places.items():
            anchor.place = place


class Host:
    """Word, as far as an add-in can tell."""

    def __init__(self, data: bytes) -> None:
        self.references: dict[str, WordObject] = {}
        self._names = count(1)
        self.open(data)

    def open(self, data: bytes) -> None:
        """Begin anew with another document, as another Word would; what was kept means nothing any more."""
        self.document = DocxDocument.read(data)
        self.anchors: WeakSet[Anchor] = WeakSet()
        self.references.clear()
        self.selection = self.anchor(Place(0, 0))
        self.tracking = "Off"
        self.root = Root(self)
        self._turns = [Turn.begin(self.anchors)]
        self._undone: list[Turn] = []
        self._failure: str | None = None

    def answer(self, batch: str) -> str:
        """Answer to one `sync()`."""
        code, self._failure = self._failure, None
        if code:
            failure = {"Code": code, "Message": "It was told to.", "ActionIndex": 0, "Location": ""}
            return json.dumps({"HttpStatusCode": 200, "ErrorCode": "", "Body": {"Results": [], "Error": failure}})
        return json.dumps(Batch(self, json.loads(batch)).answer())

    def fail_next(self, code: str = "GeneralException") -> None:
        """Answer with an error, once."""
        self._failure = code

    # What is kept

    def anchor(self, place: Place) -> Anchor:
        made = Anchor(place)
        self.anchors.add(made)
        return made

    def keep(self, found: WordObject) -> None:
        if not isinstance(found, (Root, Bag)) and not self.name(found):
            found.reference = f"reference-{next(self._names)}"
            self.references[found.reference] = found

    def name(self, found: WordObject) -> str | None:
        return found.reference if found.reference in self.references else None

    def referenced(self, name: str) -> WordObject:
        try:
            return self.references[name]
        except KeyError:
            raise OfficeError("ItemNotFound", "The object is not tracked any more.") from None

    # What is done

    def act(self, wanted: Intent | Transaction) -> Transaction:
        if isinstance(wanted, Intent) and self.tracking != "Off":
            wanted = replace(wanted, arguments={**wanted.arguments, TRACK: AUTHOR})
        change = self.document.plan(wanted) if isinstance(wanted, Intent) else wanted
        self._apply(change)
        self._turns[-1].changes.append(change)
        self._undone.clear()
        return change

    def amend(self, change: Transaction, wanted: Intent) -> Transaction:
        """Do something else than what was done last."""
        assert self._turns[-1].changes.pop() is change
        self._apply(change.inverse())
        return self.act(wanted)

    def _apply(self, change: Transaction) -> None:
        self.document = self.document.apply(change)
        for anchor in self.anchors:
            anchor.place = anchor.place.map(change.mapping)

    # What the person does

    def select(self, start: int, end: int) -> None:
        self.selection.place = Place(start, end)

    def type(self, position: int, text: str) -> None:
        self._apply(self.document.plan(put(position, position, text)))

    def turn(self) -> None:
        """What is done from now on is undone apart from what was done before."""
        if self._turns[-1].changes:
            self._turns.append(Turn.begin(self.anchors))

    def undo(self) -> None:
        """Undo the last turn that has made a difference."""
        before = self.data()
        while self.data() == before:
            self._undo_turn()

    def redo(self) -> None:
        before = self.data()
        while self.data() == before:
            self._redo_turn()

    def _undo_turn(self) -> None:
        if not self._turns[-1].changes:
            self._turns.pop()
        done = self._turns.pop()
        after = Turn.begin(self.anchors)
        for change in reversed(done.changes):
            self._apply(change.inverse())
        done.restore()
        self._undone.append(replace(after, changes=done.changes))
        self._turns.append(Turn.begin(self.anchors))

    def _redo_turn(self) -> None:
        done = self._undone.pop()
        begun = self._turns.pop()
        for change in done.changes:
            self._apply(change)
        done.restore()
        self._turns += [replace(begun, changes=done.changes), Turn.begin(self.anchors)]

    def data(self) -> bytes:
        return self.document.write()

    def settings(self, **others: Any) -> str:
        """What the page has to know of it before it begins."""
        said = {"sets": DESKTOP, "platform": "PC", "url": "C:\\letters\\lease.docx", "theme": "", **others}
        return f"globalThis.host = {json.dumps(said)};"
