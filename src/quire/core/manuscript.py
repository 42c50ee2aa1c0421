"""A document with all that has happened to it."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Document, Intent, put
from quire.core.errors import ConflictError, NotFoundError, QuireError
from quire.core.event import Edited, Event, Listed, Marked, Record, Rejected, Saved, Selected, Staged
from quire.core.handle import Handle, carried, with_fresh
from quire.core.history import Change, History
from quire.core.suggestion import Suggestion
from quire.core.transaction import AFTER, BEFORE, Replace, Transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from quire.core.transaction import Mapping as TextMapping


@dataclass(frozen=True)
class Standing:
    """All that is known of a document but its text."""

    sequence: int = 0
    revision: int = 0
    changed_at: float = 0.0
    selection: Range = field(default=Range(0, 0))
    history: History = field(default=History())
    saved_mark: int = 0
    listed: int | None = None
    suggestions: tuple[Suggestion, ...] = ()
    handles: Mapping[str, Handle] = field(default_factory=dict)

    @property
    def is_dirty(self) -> bool:
        return self.history.mark != self.saved_mark


@dataclass(frozen=True)
class Manuscript(Standing):
    """A document and its standing: a fold over the events that happened to it."""

    document: Document = field(kw_only=True)

    @classmethod
    def of(cls, document: Document, standing: Standing) -> Manuscript:
        return cls(document=document, **{each.name: getattr(standing, each.name) for each in fields(Standing)})

    def after(self, record: Record) -> Manuscript:
        """The manuscript once this has happened to it."""
        return replace(self._with(record.event, record), sequence=record.sequence)

    def _with(self, event: Event, record: Record) -> Manuscript:
        match event:
            case Edited():
                return self._edited(event, record.at, by_person=record.author.is_person)
            case Staged():
                return replace(self, suggestions=self._with_suggestions(event.suggestions))
            case Rejected():
                return self._rejected(set(event.suggestions))
            case Selected():
                return replace(self, selection=event.range)
            case Saved():
                return replace(self, saved_mark=self.history.mark, document=self.document.settled())
            case Listed():
                return replace(self, listed=self.revision)
            case Marked():
                return replace(self, handles=with_fresh(self.handles, event.handles))

    def _with_suggestions(self, fresh: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
        """Their order is that of their texts, also when two come to stand at the same place."""
        pending = list(self.suggestions)
        for suggestion in fresh:
            insort(pending, suggestion, key=lambda each: each.range)
        return tuple(pending)

    def _rejected(self, rejected: Set[str]) -> Manuscript:
        history = self.history.without(rejected)
        return replace(
            self,
            suggestions=tuple(each for each in self.suggestions if each.id not in rejected),
            history=history,
            handles=carried(self.handles, self.history, history),
        )

    def _edited(self, event: Edited, at: float, *, by_person: bool = False) -> Manuscript:
        revision = self.revision + 1
        history = self._history_after(event, revision, by_person=by_person)
        return replace(
            self,
            document=self.document.apply(event.transaction),
            revision=revision,
            changed_at=at,
            selection=self.selection.map(event.transaction.mapping),
            history=history,
            handles=carried(self.handles, self.history, history) if event.way == "edit" else self.handles,
            suggestions=self._pending_after(event),
        )

    def _history_after(self, event: Edited, revision: int, *, by_person: bool) -> History:
        displaced = tuple(self._displaced(event)) if event.accepted else ()
        change = Change(revision, event.transaction, by_person, event.accepted, displaced, event.brings)
        match event.way:
            case "undo":
                return self.history.undo(by_person=by_person)
            case "redo":
                return self.history.redo(by_person=by_person)
            case "edit" if not event.transaction.steps:
                return self.history
            case "edit" if event.joins:
                return self.history.extend(change)
            case "edit":
                return self.history.record(change)

    def can_extend(self, change: Transaction) -> bool:
        """Whether a change can be one with the last, for undo: nobody needs to come back to the state between."""
        mark, done = self.history.mark, self.history.done
        is_named = mark == self.saved_mark or any(handle.mark == mark for handle in self.handles.values())
        if is_named or self.history.undone or not done:
            return False
        return len(done[-1].transaction.joined(change).steps) == 1

    def _pending_after(self, event: Edited) -> tuple[Suggestion, ...]:
        """The suggestions that wait once the text has changed, in their order.

        Of those that come to stand at one place, that one is first whose text was."""
        settled, brought = self._decided(event)
        renewed = {each.id for each in brought}
        moved = [known for known in self._still_pending(event.transaction, settled) if known[1].id not in renewed]
        if not brought:
            return tuple(each for _, each in moved)
        back = event.transaction.inverse().mapping
        known = [*moved, *((_spread(each.range, back), each) for each in brought)]
        return tuple(each for _, each in sorted(known, key=lambda place: (place[1].range, place[0])))

    def _decided(self, event: Edited) -> tuple[Set[str], tuple[Suggestion, ...]]:
        """The suggestions that wait no longer with a change, and those that it lets wait where they were."""
        match event.way:
            case "edit":
                return set(event.accepted), event.brings
            case "undo":
                change = self.history.done[-1]
                waiting = {*change.fulfilled, *(each.id for each in self.suggestions)}
                back = tuple(each for each in change.displaced if each.id in waiting)
                return {each.id for each in change.brought}, back
            case "redo":
                change = self.history.undone[-1]
                return set(change.fulfilled), change.brought

    def _displaced(self, event: Edited) -> Iterator[Suggestion]:
        """The suggestions that are accepted, and those that taking the change back would not put where they are."""
        back = event.transaction.inverse().mapping
        moved = {each.id: each for _, each in self._still_pending(event.transaction, set(event.accepted))}
        for suggestion in self.suggestions:
            if suggestion.id not in moved or moved[suggestion.id].map(back, AFTER) != suggestion:
                yield suggestion

    def _still_pending(self, change: Transaction, settled: Set[str]) -> Iterator[tuple[Range, Suggestion]]:
        """The other suggestions, moved, each with its place before: those before a settled one stay before its text,
        the rest behind it."""
        mapping, side = change.mapping, BEFORE if settled else AFTER
        for suggestion in self.suggestions:
            if suggestion.id in settled:
                side = AFTER
            else:
                yield suggestion.range, suggestion.map(mapping, side)

    def suggestion(self, identifier: str) -> Suggestion:
        """The pending suggestion of that id."""
        for suggestion in self.suggestions:
            if suggestion.id == identifier:
                return suggestion
        raise NotFoundError(
            f"No suggestion {identifier!r} is pending here.",
            "suggestion_list shows the pending ones; it may have been accepted or rejected already.",
        )

    def handle(self, name: str) -> tuple[Handle, Range]:
        """The handle of a name, and where it is now."""
        found = self.handles.get(name)
        place = found.now(self.history) if found else None
        if found is None or place is None:
            raise NotFoundError(
                f"There is no place {name!r} here, or it is gone.",
                "Search or read again, and use the ids of the answer.",
            )
        return found, place

    def accept(self, identifier: str, content: str | None = None) -> Edited:
        """The change that fulfils a suggestion, maybe with another content than the proposed one.

        Refused when the text that it was made for has changed."""
        suggestion = self.suggestion(identifier)
        if suggestion.is_stale(self.document):
            raise ConflictError(
                f"Suggestion {identifier!r} is stale: the text that it was made for has changed since.",
                "Reject it, read the document and suggest the change again.",
            )
        place = suggestion.place(self.document)
        intent = suggestion.intent if content is None else put(place.start, place.end, content)
        return Edited(self.document.plan(intent), accepted=(identifier,))

    def accept_all(self) -> Edited:
        """One change that fulfils every suggestion that can be: not those that are stale, or become so on the way."""
        manuscript, whole = self, Edited(Transaction())
        while (edited := manuscript._accept_apart()).accepted:
            manuscript = manuscript._edited(edited, self.changed_at)
            whole = Edited(whole.transaction + edited.transaction, accepted=whole.accepted + edited.accepted)
        return whole

    def _accept_apart(self) -> Edited:
        """One change that fulfils all suggestions that do not meet, without those that can no longer be done."""
        chosen = list(self._apart())
        try:
            change = self._plan(chosen)
        except QuireError:
            chosen = [suggestion for suggestion in chosen if self._is_possible(suggestion)]
            change = self._plan(chosen)
        return Edited(change, accepted=tuple(suggestion.id for suggestion in chosen))

    def _plan(self, suggestions: Sequence[Suggestion]) -> Transaction:
        return plan(self.document, [suggestion.intent for suggestion in suggestions])

    def _is_possible(self, suggestion: Suggestion) -> bool:
        try:
            self._plan([suggestion])
        except QuireError:
            return False
        return True

    def _apart(self) -> Iterator[Suggestion]:
        """Fresh suggestions in document order, none of which saw a text that one before it saw, too."""
        taken: list[Range] = []
        for suggestion in self.suggestions:
            places = _merged(seen.range for seen in suggestion.seen)
            if any(_overlaps(taken, place) for place in places) or suggestion.is_stale(self.document):
                continue
            for place in places:
                insort(taken, place)
            yield suggestion


def _spread(place: Range, mapping: TextMapping) -> Range:
    """A range behind a change, with all that was put in at its edges."""
    return Range(mapping.position(place.start, BEFORE), mapping.position(place.end, AFTER))


def _merged(places: Iterable[Range]) -> list[Range]:
    """Ranges as ones that have no text in common."""
    merged: list[Range] = []
    for place in sorted(places):
        if merged and place.start < merged[-1].end:
            merged[-1] = Range(merged[-1].start, max(merged[-1].end, place.end))
        else:
            merged.append(place)
    return merged


def _overlaps(taken: list[Range], place: Range) -> bool:
    """Whether a range has text in common with one of ranges that have none in common themselves."""
    index = bisect_right(taken, place)
    before, behind = taken[max(0, index - 1) : index], taken[index : index + 1]
    return any(each.end > place.start and each.start < place.end for each in (*before, *behind))


def plan(document: Document, intents: Sequence[Intent]) -> Transaction:
    """One change that does all that is wanted.

    Each part is planned on the document as it is, which is read only once. Parts that get into each other's way are
    planned from the end, each on what the ones behind it left."""
    ordered = sorted(intents, key=lambda intent: intent.start)
    joined = _joined([(intent, document.plan(intent)) for intent in ordered])
    return joined if joined is not None else _plan_in_turn(document, ordered)


def _joined(parts: Sequence[tuple[Intent, Transaction]]) -> Transaction | None:
    """One change that makes all of these, which were planned on the same text; None if they are not apart."""
    if len(parts) == 1:
        return parts[0][1]
    if not all(_goes_backwards(change.steps) for _, change in parts):
        return None
    steps = [(_place(step), _rank(intent, step), step) for intent, change in parts for step in change.steps[::-1]]
    joined = [step for _, _, step in sorted(steps, key=itemgetter(0, 1))][::-1]
    return Transaction(tuple(joined)) if _goes_backwards(joined) else None


def _goes_backwards(steps: Sequence[Replace]) -> bool:
    """Whether each step is about one range of the text, before that of the step made earlier: none moves another."""
    if any(len(step.shifts) != 1 or not isinstance(step.address, int) for step in steps):
        return False
    return all(_place(earlier).start >= _place(step).end for earlier, step in pairwise(steps))


def _place(step: Replace) -> Range:
    at, deleted, _ = step.shifts[0]
    return Range(at, at + deleted)


def _rank(intent: Intent, step: Replace) -> int:
    """The order of insertions at one place: at the end of a text, between two texts, at the beginning of one."""
    at = step.shifts[0].at
    if any(place.is_empty and place.start == at for place in intent.ranges):
        return 1
    return 0 if any(place.end == at for place in intent.ranges) else 2


def _plan_in_turn(document: Document, intents: Sequence[Intent]) -> Transaction:
    whole = Transaction()
    for intent in reversed(intents):
        change = document.plan(intent.map(whole.mapping, BEFORE))
        document = document.apply(change)
        whole += change
    return whole
