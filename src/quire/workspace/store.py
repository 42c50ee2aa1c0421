"""The one writer: nothing changes a document, a window or a setting but this, and all is durable before it is told.

A call is a unit: what it changes is written to the journal together when it ends, and if anything fails, memory and
journal are as they were before it.
"""

from __future__ import annotations

import logging
import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import TypeAdapter, ValidationError

from quire import formats
from quire.core.anchor import Range
from quire.core.author import Author
from quire.core.errors import ConflictError, FailureError, InvalidArgumentError, NotFoundError, QuireError
from quire.core.event import Edited, Event, Listed, Marked, Record, Rejected, Saved, Selected, Staged
from quire.core.handle import Handle
from quire.core.listing import Listing
from quire.core.manuscript import Manuscript, plan
from quire.core.past import Past, Trail
from quire.core.retraction import retraction
from quire.core.suggestion import Suggestion, look
from quire.core.transaction import AFTER, Transaction
from quire.workspace.audit import MOST_CHARACTERS, Action, AuditEntry
from quire.workspace.files import digest
from quire.workspace.guests import Guest, Guests
from quire.workspace.journal import Batch, Snapshot
from quire.workspace.settings import Manner, Settings
from quire.workspace.version import WORKING_SECONDS, Version, Why
from quire.workspace.windows import Window, Windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from quire.core.document import Document, Intent, Node
    from quire.core.handle import Kind
    from quire.core.history import Change
    from quire.workspace.journal import Journal
    from quire.workspace.sheet import Sheet

logger = logging.getLogger(__name__)

DESK = "desk"
"""What the windows, recent files and settings are kept as."""
MOST_RECENT = 10
PAUSE_SECONDS = 1.5
"""Who types no letter for so long has made a change, for undo."""


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A file that was opened or saved."""

    path: str
    at: float


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies open: small, and stored as a whole."""

    windows: Windows = field(default=Windows())
    recent: tuple[RecentFile, ...] = ()
    settings: Settings = field(default=Settings())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an edit: it was applied, or it waits."""

    applied: bool
    transaction: Transaction
    suggestions: tuple[Suggestion, ...] = ()
    dry: bool = False

    @property
    def suggestion_id(self) -> str | None:
        """The one suggestion that was made, if the edit waits."""
        return self.suggestions[0].id if self.suggestions else None

    def position(self, wanted: int) -> int:
        """Where the first text was put in; where it was to be, if there is none."""
        return min((start for start, _ in self.transaction.touches()), default=wanted)

    def tell(self, done: str) -> str:
        """What was done, what waits to be done, or what would be done."""
        if self.dry:
            return f"Dry run, nothing changed: {done}."
        return f"{done}." if self.applied else f"{done} as a suggestion: it waits for approval."


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes the changes of a unit, with which tool."""

    author: Author
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """What an agent did last, and when."""

    tool: str
    at: float


_DESK: TypeAdapter[Desk] = TypeAdapter(Desk)


class _State(NamedTuple):
    """All that a unit may change, as it was before."""

    desk: Desk
    guests: Guests
    sheets: dict[str, Sheet]
    manuscripts: dict[str, Manuscript]
    listings: dict[str, Listing]
    trails: dict[str, Trail]


class Store:
    """Documents, windows and settings, in memory and in the journal."""

    def __init__(self, journal: Journal, rescue: Callable[[Sheet, bytes], None]) -> None:
        self._journal = journal
        self._rescue = rescue
        self._manuscripts: dict[str, Manuscript] = {}
        self._listings: dict[str, Listing] = {}
        self._trails: dict[str, Trail] = {}
        self._batch = Batch()
        self._caller: Caller | None = None
        self._before: _State
        self._noted = ("", 0)  # the document and the revision that the newest note in the audit log is about
        self._kept: dict[str, float] = {}  # when a version of a document was last kept
        self._unsettled: dict[str, Author] = {}  # what something happened to since, and by whom
        self.touched: frozenset[str] = frozenset()
        self.visits: dict[str, Visit] = {}
        self.sheets = journal.sheets()
        self.desk = self._stored_desk()
        self.guests = Guests()  # they are nobody's but Word's: the journal does not know them

    # Reading

    def manuscript(self, document: str) -> Manuscript:
        """The document of that id, from memory or from the journal."""
        if document not in self._manuscripts:
            self._manuscripts[document] = self._load(document)
        return self._manuscripts[document]

    @property
    def held(self) -> Set[str]:
        """The documents that are in memory."""
        return frozenset(self._manuscripts)

    def sheet(self, document: str) -> Sheet:
        return self.sheets[document]

    def audit(self, most: int) -> list[AuditEntry]:
        return self._journal.audit(most)

    def versions(self, document: str) -> list[Version]:
        """The versions that are kept of a document, the newest first."""
        return self._journal.versions(_owner(self.sheet(document)))

    def version(self, document: str, number: int) -> bytes:
        """What a version of a document holds."""
        found = self._journal.version(_owner(self.sheet(document)), number)
        if found is None:
            raise NotFoundError(f"There is no version {number} of this document.", "List its versions again.")
        return found

    def answer(self, call: str) -> bytes | None:
        """What was answered to a call that is repeated because its first answer never arrived."""
        return self._journal.answer(call)

    # A unit of work

    @contextmanager
    def unit(self, caller: Caller) -> Iterator[None]:
        """What is changed inside is written together at the end, or undone together; `touched` tells what it was."""
        self._before = _State(
            self.desk, self.guests, dict(self.sheets), dict(self._manuscripts), dict(self._listings),
            dict(self._trails),
        )  # fmt: skip
        self._caller, self._batch = caller, Batch()
        self.touched = frozenset()
        if caller.tool and not caller.author.is_person:
            self.visits[caller.author.name] = Visit(caller.tool, time.time())
        try:
            yield
            if self._batch:
                self._journal.commit(self._batch)
        except BaseException:
            self.desk, self.guests, self.sheets, self._manuscripts, self._listings, self._trails = self._before
            raise
        finally:
            self._caller, batch, self._batch = None, self._batch, Batch()
        self.touched = frozenset({*batch.documents, *({DESK} if batch.named else ())})
        self._unsettled.update(dict.fromkeys((name for name, _ in batch.records), caller.author))

    def settle(self) -> None:
        """Do what takes long, while nobody waits: keep a version of what is worked on, now and then, and let a snapshot
        stand for a long line of records. Nothing is lost where that fails: it is tried again. What was closed is left
        to the journal."""
        unsettled, self._unsettled = self._unsettled, {}
        for document, author in unsettled.items():
            if document in self.sheets:
                try:
                    with self.unit(Caller(author)):
                        self._settle(document)
                except QuireError as error:
                    logger.warning("The journal could not be put in order: %s", error.message)
        for closed in self._manuscripts.keys() - set(self.desk.windows.tabs):
            del self._manuscripts[closed]

    def _settle(self, document: str) -> None:
        passed = time.time() - self._kept.setdefault(document, time.time())
        if abs(passed) > WORKING_SECONDS:  # however the clock was set
            self.keep(document, "working")
        if self._journal.is_long(document):
            self._batch.snapshots[document] = self._snapshot(document)

    def remember_answer(self, call: str, answer: bytes) -> None:
        """Keep the answer with the changes that it tells of, so that repeating the call does not repeat them."""
        if self._batch:
            self._batch.answers[call] = answer

    def promise(self, call: str, body: bytes) -> None:
        """Keep what is known of a call that is not answered yet."""
        self._journal.commit(Batch(answers={call: body}))

    # Documents

    def add(self, sheet: Sheet, document: Document) -> None:
        """Take a document in."""
        self.update_sheet(sheet)
        self._manuscripts[sheet.id] = Manuscript(document=document, changed_at=time.time())
        self._batch.snapshots[sheet.id] = self._snapshot(sheet.id)

    def update_sheet(self, sheet: Sheet) -> None:
        self.sheets[sheet.id] = self._batch.sheets[sheet.id] = sheet

    def propose(
        self, document: str, intents: Sequence[Intent], manner: Manner, reason: str | None = None, origin: str = ""
    ) -> Outcome:
        """Plan an edit on today's text, then apply or stage it: the one place where that is decided.

        `origin` names the page that it was typed in."""
        manuscript = self.manuscript(document)
        change = plan(manuscript.document, intents)
        if manner == "dryRun":
            return Outcome(applied=False, transaction=change, dry=True)
        if not change:
            return Outcome(applied=True, transaction=change)
        if self.desk.settings.stages(self._author, manner):
            return Outcome(applied=False, transaction=change, suggestions=self._stage(document, intents, reason))
        event = Edited(change, origin=origin, joins=self._goes_on(document, change, origin))
        self._happen(document, event)
        if event.joins:
            self._amend(document)
        else:
            self._note("applied", document, manuscript, change, reason=reason)
        return Outcome(applied=True, transaction=change)

    def _goes_on(self, document: str, change: Transaction, origin: str) -> bool:
        """Whether a change is more of the typing that the last change was: in the same page, place and line."""
        last = self._trails.get(document, Trail()).changes[-1:]
        if not (origin and last and last[0].origin == origin and last[0].way == "edit"):
            return False
        manuscript = self.manuscript(document)
        is_at_once = 0 <= time.time() - manuscript.changed_at < PAUSE_SECONDS  # the clock may have been set back
        return is_at_once and not any("\n" in step.new for step in change.steps) and manuscript.can_extend(change)

    def confirm(self, document: str, origin: str) -> None:
        """Count what was typed in a page as happened, though it changes nothing any more."""
        self._happen(document, Edited(Transaction(), origin=origin))

    def _stage(self, document: str, intents: Sequence[Intent], reason: str | None) -> tuple[Suggestion, ...]:
        manuscript = self.manuscript(document)
        suggestions = tuple(self._suggestion(manuscript.document, intent, reason) for intent in intents)
        self._happen(document, Staged(suggestions))
        for suggestion in suggestions:
            self._note_suggestion("staged", document, suggestion)
        return suggestions

    def adopt(
        self, document: str, change: Transaction, wanted: Sequence[tuple[Intent, Author, float]], reason: str
    ) -> tuple[Suggestion, ...]:
        """Make suggestions of what a document holds: a change takes it out, and each piece of it is wanted again."""
        before = self.manuscript(document)
        self._happen(document, Edited(change))
        self._note("applied", document, before, change, reason=reason)
        now = self.manuscript(document).document
        suggestions = tuple(
            replace(self._suggestion(now, intent, None), author=author, made_at=at) for intent, author, at in wanted
        )
        self._happen(document, Staged(suggestions))
        for suggestion in suggestions:
            self._note_suggestion("staged", document, suggestion)
        return suggestions

    def _suggestion(self, document: Document, intent: Intent, reason: str | None) -> Suggestion:
        change = document.plan(intent)
        if intent.verb == "put":  # where it really goes: behind a byte order mark, for one
            intent = replace(intent, ranges=tuple(Range(start, end) for start, end in change.touches()))
        seen, original, proposed = look(document, intent, change)
        identifier = f"sug-{secrets.token_hex(4)}"
        return Suggestion(identifier, intent, seen, original, proposed, self._author, time.time(), reason)

    def accept(self, document: str, suggestion: str, content: str | None = None) -> Edited:
        """Do what was suggested, or with another content what comes to the place of it."""
        return self._fulfil(document, self.manuscript(document).accept(suggestion, content))

    def accept_all(self, document: str) -> Edited:
        """Accept what is not stale, as one change."""
        return self._fulfil(document, self.manuscript(document).accept_all())

    def _fulfil(self, document: str, edited: Edited) -> Edited:
        known = {suggestion.id: suggestion for suggestion in self.manuscript(document).suggestions}
        if edited.accepted:
            self._happen(document, edited)
        for identifier in edited.accepted:
            self._note_suggestion("accepted", document, known[identifier])
        return edited

    def reject(self, document: str, suggestion: str) -> None:
        self._turn_down(document, [self.manuscript(document).suggestion(suggestion)])

    def reject_all(self, document: str) -> tuple[Suggestion, ...]:
        pending = self.manuscript(document).suggestions
        self._turn_down(document, pending)
        return pending

    def _turn_down(self, document: str, suggestions: Sequence[Suggestion]) -> None:
        if suggestions:
            self._happen(document, Rejected(tuple(suggestion.id for suggestion in suggestions)))
        for suggestion in suggestions:
            self._note_suggestion("rejected", document, suggestion)

    def undo(self, document: str) -> Change | None:
        """Take the last change back, and tell which it was; nothing if there is none."""
        manuscript = self.manuscript(document)
        if not manuscript.history.done:
            return None
        change = manuscript.history.done[-1]
        back = change.transaction.inverse()
        self._happen(document, Edited(back, "undo"))
        self._note("undone", document, manuscript, back)
        return change

    def redo(self, document: str) -> Change | None:
        """Do again what was last undone, and tell what it was; nothing if there is nothing."""
        manuscript = self.manuscript(document)
        if not manuscript.history.undone:
            return None
        change = manuscript.history.undone[-1]
        self._happen(document, Edited(change.transaction, "redo"))
        self._note("redone", document, manuscript, change.transaction)
        return change

    def take_back(self, document: str, revision: int) -> None:
        """Undo the change that made a revision, and leave those after it."""
        manuscript = self.manuscript(document)
        done = manuscript.history.done
        place = next((index for index, change in enumerate(done) if change.revision == revision), None)
        if place is None:
            raise NotFoundError(
                "This change is not among those that can be undone.",
                "It was undone already, or is too long ago: go back to a version from before.",
            )
        change, since = retraction(done[place].transaction, [each.transaction for each in done[place + 1 :]])
        formats.named(self.sheet(document).format).write(manuscript.document.apply(change))  # refuses what would not do
        again = tuple(each.map(since.mapping, AFTER) for each in done[place].accepted)
        self._happen(document, Edited(change, brings=again))
        self._note("undone", document, manuscript, change, undoes=revision)

    def keep(self, document: str, why: Why, content: bytes | None = None, characters: int = 0) -> None:
        """Keep a version: the document as it is, or as a file has it, whose text is so long."""
        if content is None:
            known, now = formats.named(self.sheet(document).format), self.manuscript(document).document
            content, characters = known.write(now), len(now)
        self._keep(document, why, content, characters)

    def _keep(self, document: str, why: Why, held: bytes, characters: int) -> None:
        owner = _owner(self.sheet(document))
        version = Version(owner, time.time(), self._author.name, why, digest(held), characters)
        self._batch.versions.append((version, held))
        self._kept[document] = version.at

    def saved(self, document: str, sheet: Sheet, data: bytes) -> None:
        """The file of that sheet now holds the text, as this data."""
        owner, heir = _owner(self.sheet(document)), _owner(sheet)
        if owner != heir and self.sheet(document).path is None:
            self._batch.heirs[owner] = heir
        self.update_sheet(replace(sheet, writing=None))
        self._happen(document, Saved())
        self._keep(document, "saved", data, len(self.manuscript(document).document))
        self._note("saved", document, self.manuscript(document), Transaction())

    def refounded(self, document: str, data: bytes) -> None:
        """What is known of a document begins anew with its file, which holds just that."""
        manuscript, known = self.manuscript(document), formats.named(self.sheet(document).format)
        found = known.rebase(manuscript.document, data)
        if found is not manuscript.document:
            self._manuscripts[document] = replace(manuscript, document=found)
            self._batch.snapshots[document] = self._snapshot(document)

    def about_to_save(self, document: str, digest: str) -> None:
        """Write down at once what a file is about to hold: if saving is cut off there, it is known as our own text."""
        sheet = replace(self.sheet(document), writing=digest)
        self._journal.commit(Batch(sheets={document: sheet}))
        self.sheets[document] = self._before.sheets[document] = sheet

    def give_out(self, document: str, nodes: Sequence[Node]) -> None:
        """Remember what the names of blocks mean that a client gets to know."""
        manuscript = self.manuscript(document)
        if manuscript.listed != manuscript.revision:
            self._happen(document, Listed())
        self._listings[document] = self._listings.get(document, Listing()).give(nodes)

    def node(self, document: str, name: str) -> Node:
        """The block of a name, if it still means what it meant when it was given out."""
        manuscript = self.manuscript(document)
        if document not in self._listings and manuscript.listed not in (None, manuscript.revision):
            raise ConflictError(
                f"{name!r} was given out before Quire was started anew, and the document has changed since.",
                "List the blocks again.",
            )
        return self._listings.get(document, Listing()).resolve(name, manuscript.document)

    def past(self, document: str, revision: int) -> Past:
        """The document as it was at an earlier revision."""
        changes = [edited.transaction for edited in self.since(document, revision)]
        return Past(self.manuscript(document).document, changes)

    def since(self, document: str, revision: int) -> Sequence[Edited]:
        """What was changed behind a revision."""
        manuscript, trail = self.manuscript(document), self._trails.get(document, Trail())
        age = manuscript.revision - revision
        if not 0 <= age <= manuscript.revision:
            raise InvalidArgumentError(
                f"The document never had a revision {revision}.", f"It is at revision {manuscript.revision} now."
            )
        if age > len(trail.changes):
            raise ConflictError(
                f"Revision {revision} is too long ago: what has changed since is no longer known.",
                "Read the document again and repeat the edit with its new revision, or without one.",
            )
        return trail.changes[len(trail.changes) - age :]

    def mark(self, document: str, kind: Kind, *places: Range) -> list[str]:
        """Give places names that keep meaning them, whatever happens to the text."""
        mark = self.manuscript(document).history.mark
        handles = {f"{kind}Id:{secrets.token_hex(6)}": Handle(place, mark, kind) for place in places}
        if handles:
            self._happen(document, Marked(handles))
        return list(handles)

    def select(self, document: str, place: Range) -> None:
        manuscript = self.manuscript(document)
        place.within(len(manuscript.document))
        if place != manuscript.selection:
            self._happen(document, Selected(place))

    # The desk

    def arrange(self, windows: Windows) -> None:
        """Put the windows so. A document that can no longer be reopened from anywhere is let go of."""
        kept = {*windows.tabs, *windows.closed}
        for document in [each for each in self.sheets if each not in kept and not self._is_awaited(each)]:
            self._let_go(document)
        self._set_desk(replace(self.desk, windows=windows))

    def _is_awaited(self, document: str) -> bool:
        """Whether opening its file again is to bring back more than the file has."""
        manuscript = self.manuscript(document)
        return self.sheet(document).path is not None and bool(manuscript.is_dirty or manuscript.suggestions)

    def note_recent(self, path: str) -> None:
        rest = [recent for recent in self.desk.recent if recent.path != path]
        self._set_desk(replace(self.desk, recent=(RecentFile(path, time.time()), *rest)[:MOST_RECENT]))

    def set_settings(self, settings: Settings) -> None:
        self._set_desk(replace(self.desk, settings=settings))

    def receive(self, guests: Guests) -> None:
        """Have these documents in Word as windows from now on."""
        self.guests = guests

    def note_elsewhere(self, guest: Guest, written: str, *, staged: bool) -> None:
        """Note a change that was made in Word."""
        self._batch.audit.append(
            AuditEntry(
                at=time.time(), author=self._author, action="staged" if staged else "applied", document=guest.label,
                title=guest.title, path=guest.url or None, revision=0, tool=self._caller.tool if self._caller else "",
                after=written[:MOST_CHARACTERS],
            )
        )  # fmt: skip

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._batch.named[DESK] = _DESK.dump_json(desk)

    # Inside

    @property
    def _author(self) -> Author:
        if self._caller is None:
            raise RuntimeError("documents change only inside a unit")
        return self._caller.author

    def _happen(self, document: str, event: Event) -> None:
        manuscript = self.manuscript(document)
        record = Record(manuscript.sequence + 1, time.time(), self._author, event)
        self._manuscripts[document] = manuscript.after(record)
        if isinstance(event, Edited):
            self._follow(document, event)
        self._batch.records.append((document, record))

    def _follow(self, document: str, change: Edited) -> None:
        """Keep in mind what has changed, for names and revisions that were given out before."""
        if document in self._listings:
            self._listings[document] = self._listings[document].after(change.transaction.mapping)
        self._trails[document] = self._trails.get(document, Trail()).after(change)

    def _snapshot(self, document: str) -> Snapshot:
        manuscript = self.manuscript(document)
        return Snapshot(formats.named(self.sheet(document).format).write(manuscript.document), manuscript)

    def _load(self, document: str) -> Manuscript:
        """A document as the journal has it; of a damaged one, as much as can be read."""
        sheet = self.sheets[document]
        try:
            manuscript = self._ground(sheet)
        except (ValidationError, QuireError) as error:
            return self._heal(document, Manuscript(document=self._from_disk(sheet)), error)
        try:
            for record in self._journal.records(document, manuscript.sequence):
                if record.sequence != manuscript.sequence + 1:
                    raise FailureError(f"what happened between {manuscript.sequence} and {record.sequence} is lost")
                manuscript = manuscript.after(record)
                if isinstance(record.event, Edited):
                    self._follow(document, record.event)
        except (ValidationError, QuireError, IndexError) as error:
            return self._heal(document, manuscript, error)
        return manuscript

    def _ground(self, sheet: Sheet) -> Manuscript:
        stored = self._journal.snapshot(sheet.id)
        if stored is None:
            raise FailureError("nothing is stored of it")
        known = formats.named(sheet.format)
        document = known.read(stored.content)
        if stored.standing.is_dirty:
            document = known.rebase(document, _file_of(sheet))
        return Manuscript.of(document, stored.standing)

    def _from_disk(self, sheet: Sheet) -> Document:
        known = formats.named(sheet.format)
        try:
            return known.read(Path(sheet.path).read_bytes()) if sheet.path else known.blank()
        except (OSError, QuireError):
            return known.blank()

    def _heal(self, document: str, manuscript: Manuscript, error: Exception) -> Manuscript:
        """Go on from what could be read; the journal as it was is kept aside."""
        aside = self._journal.copy_aside()
        logger.error(
            "The record of %r was damaged (%s). It goes on from what can be read; the old journal is kept as %s.",
            self.sheets[document].title, error, aside,
        )  # fmt: skip
        self._manuscripts[document] = manuscript
        self._journal.commit(Batch(snapshots={document: self._snapshot(document)}))
        return manuscript

    def _let_go(self, document: str) -> None:
        """Forget a document; unsaved text goes to a file of its own first."""
        manuscript, sheet = self.manuscript(document), self.sheets.pop(document)
        if manuscript.is_dirty:
            self._rescue(sheet, formats.named(sheet.format).write(manuscript.document))
        self._manuscripts.pop(document, None)
        self._listings.pop(document, None)
        self._trails.pop(document, None)
        self._batch.sheets.pop(document, None)
        self._batch.snapshots.pop(document, None)
        self._batch.forgotten.add(document)

    def _stored_desk(self) -> Desk:
        """The windows as they were, without tabs of which the journal knows nothing."""
        try:
            stored = self._journal.named(DESK)
            desk = _DESK.validate_json(stored or b"") if stored or self.sheets else Desk()
        except (ValidationError, FailureError) as error:
            logger.error("The stored windows cannot be read and are arranged anew: %s", error)
            desk = Desk(Windows().put(Window("main", tuple(self.sheets), next(iter(self.sheets), None))))
        return replace(desk, windows=desk.windows.only(set(self.sheets)))

    def _note(
        self, action: Action, document: str, before: Manuscript, change: Transaction, reason: str | None = None,
        undoes: int | None = None,
    ) -> None:  # fmt: skip
        after, touched = self.manuscript(document).document, change.touches()
        if not touched:
            self._log(action, document, None, None, "", "", reason)
            return
        start, end = min(start for start, _ in touched), max(end for _, end in touched)
        new_end = change.mapping.position(end, AFTER)
        old = before.document.slice(start, min(end, start + MOST_CHARACTERS))
        new = after.slice(start, min(new_end, start + MOST_CHARACTERS))
        self._log(action, document, start, end, old, new, reason, undoes=undoes)

    def _amend(self, document: str) -> None:
        """Note all of what was typed where the first of it was noted, unless something else was since."""
        manuscript = self.manuscript(document)
        change = manuscript.history.done[-1].transaction
        at_first = replace(manuscript, document=manuscript.document.apply(change.inverse()))
        before = self._before.manuscripts.get(document)
        if not self._batch.audit:
            self._batch.amends = before is not None and self._noted == (document, before.revision)
        elif self._batch.audit[-1].document == document:
            self._batch.audit.pop()
        self._note("applied", document, at_first, change)

    def _note_suggestion(self, action: Action, document: str, suggestion: Suggestion) -> None:
        place = suggestion.range
        self._log(
            action, document, place.start, place.end, suggestion.original, suggestion.proposed,
            suggestion.reason, suggestion.id,
        )  # fmt: skip

    def _log(
        self, action: Action, document: str, start: int | None, end: int | None, before: str, after: str,
        reason: str | None, suggestion: str | None = None, undoes: int | None = None,
    ) -> None:  # fmt: skip
        sheet, caller = self.sheet(document), self._caller
        entry = AuditEntry(
            at=time.time(),
            author=self._author,
            action=action,
            document=document,
            title=sheet.title,
            path=sheet.path,
            revision=self.manuscript(document).revision,
            tool=caller.tool if caller else "",
            start=start,
            end=end,
            before=before[:MOST_CHARACTERS],
            after=after[:MOST_CHARACTERS],
            reason=reason,
            suggestion=suggestion,
            undoes=undoes,
        )
        self._batch.audit.append(entry)
        self._noted = (document, entry.revision)


def _owner(sheet: Sheet) -> str:
    """Whose versions those of a document are: its file's, which stay when it is closed."""
    return sheet.path or sheet.id


def _file_of(sheet: Sheet) -> bytes | None:
    """What the file of a document holds, if that is what it held when it was last read or written."""
    try:
        data = Path(sheet.path).read_bytes() if sheet.path else None
    except OSError:
        return None
    return data if data is not None and digest(data) in (sheet.digest, sheet.writing) else None
