"""One caller's dealings with the workspace: finding documents, opening, saving, editing."""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from quire import formats
from quire.core.anchor import Range
from quire.core.author import Author
from quire.core.errors import (
    ConflictError,
    ForbiddenError,
    InvalidArgumentError,
    NotFoundError,
    QuireError,
    UnsupportedError,
)
from quire.core.mirror import Update, agree, followed, rebased, wishes
from quire.workspace import files
from quire.workspace.diagrams import with_diagrams
from quire.workspace.files import Roots
from quire.workspace.guests import ElsewhereError
from quire.workspace.redlining import UNTRACKED, Redlined, redlined, stamp
from quire.workspace.settings import Approval
from quire.workspace.sheet import Sheet
from quire.workspace.windows import Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quire.core.document import Document, Intent, Node
    from quire.core.event import Edited
    from quire.core.handle import Kind
    from quire.core.history import Change
    from quire.core.manuscript import Manuscript
    from quire.core.past import Past
    from quire.core.suggestion import Suggestion
    from quire.formats import Format
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.receipt import Receipt
    from quire.workspace.guests import Guest
    from quire.workspace.settings import Manner
    from quire.workspace.store import Outcome, Store
    from quire.workspace.version import Version

NEW_WINDOW = "new"
DiskStanding = Literal["same", "changed", "gone"]
"""How a document's file is, beside what it was when it was last read or written."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who calls, and what they were granted."""

    author: Author
    roots: Roots
    approval: Approval = "agent"
    read_only: bool = False
    toolsets: tuple[str, ...] = ()
    fetches: bool = True  # whether pictures may be fetched from the net for it


class Session:
    """The workspace as one client may use it."""

    def __init__(self, store: Store, client: Client) -> None:
        self.store = store
        self.client = client

    # Finding

    def guest(self, window_id: str | None = None) -> Guest | None:
        """The document in Word that has that label; without one, the one in front, if it is one in Word."""
        guests = self.store.guests
        return guests.front if window_id is None else guests.find(window_id)

    def window(self, window_id: str | None = None) -> Window:
        """The window of that label, or that has the tab of that id; without one, the focused window."""
        if guest := self.guest(window_id):
            raise ElsewhereError(guest)
        windows = self.store.desk.windows
        if window_id is None:
            return windows.focused
        return windows.of_tab(window_id) or windows.find(window_id)

    def document(self, window_id: str | None = None) -> OpenDocument:
        """The document in front in a window, or the one whose tab is named."""
        window = self.window(window_id)
        if window_id in window.tabs:
            return OpenDocument(self, str(window_id))
        if window.active is None:
            raise NotFoundError(
                f"Window {window.label!r} has no open document.",
                "Use workspace_open_document, workspace_new_document or tabs_reopen_closed first.",
            )
        return OpenDocument(self, window.active)

    def tab(self, tab_id: str | None, window_id: str | None = None) -> OpenDocument:
        """The document of a tab; without one, that in front."""
        if tab_id is None:
            return self.document(window_id)
        tabs = self.window(window_id).tabs if window_id is not None else self.store.desk.windows.tabs
        if tab_id not in tabs:
            told = ", ".join(f"{tab} ({self.store.sheet(tab).title})" for tab in tabs)
            raise NotFoundError(f"There is no tab {tab_id!r} here.", f"Open tabs: {told or 'none'}.")
        return OpenDocument(self, tab_id)

    def file(self, path: str | None, tab_id: str | None, window_id: str | None = None) -> OpenDocument:
        """The document of a file, which is opened if need be, or of a tab; without either, the one in front."""
        if path is not None and tab_id is not None:
            raise InvalidArgumentError("Both file_path and session_id are given.", "Give one of them.")
        if path is None:
            return self.tab(tab_id, window_id)
        found = self._of_path(self.client.roots.resolve(path))
        if found is not None and found in self.store.desk.windows.tabs:
            return OpenDocument(self, found)
        return self.open(path, window_id)[0]

    def compare(self, original: str, revised: str, author: str) -> tuple[Format, bytes | str]:
        """What became of one file in another: a Word file with tracked changes, or for texts what differs by lines."""
        paths = [self.client.roots.resolve(each) for each in (original, revised)]
        known, other = (formats.of_path(str(path)) for path in paths)
        if known is not other:
            raise InvalidArgumentError(
                f"One is a {known.title} document and the other a {other.title} document.",
                "Compare two of the same kind; export_document turns one into the other.",
            )
        documents = [known.read(files.read(path, known.most_bytes)) for path in paths]
        if known is formats.DOCX:
            old, new = (cast("DocxDocument", each) for each in documents)
            return known, new.compared_with(old, author, now())
        before, after = (each.text.splitlines() for each in documents)
        return known, "\n".join(unified_diff(before, after, paths[0].name, paths[1].name, lineterm=""))

    def unsaved(self, *paths: str) -> list[str]:
        """The names of those files that are open here and hold less than their documents."""
        real = dict.fromkeys(self.client.roots.resolve(each) for each in paths)
        opened = ((path, self._of_path(path)) for path in real)
        return [path.name for path, tab in opened if tab is not None and self.store.manuscript(tab).is_dirty]

    def deliver(self, path: str, data: bytes, *, overwrite: bool) -> tuple[Path, int]:
        """Write a file that is no document's."""
        real = self.client.roots.resolve(path)
        present = files.current_digest(real)
        if present is not None and not overwrite:
            raise ConflictError(
                f"{str(real)!r} exists already.", "Pass allow_overwrite: true to replace it, or use another path."
            )
        self.make_way(real)
        files.write(real, data, {present})
        return real, len(data)

    # Opening and closing

    def new_document(
        self, title: str | None = None, window_id: str | None = None, known: Format = formats.MARKDOWN
    ) -> OpenDocument:
        """An empty document in a tab of its own."""
        sheet = Sheet(_new_id(), known.name, title or self._free_title())
        self.store.add(sheet, known.blank())
        return self._show(sheet.id, window_id)

    def open(self, path: str, window_id: str | None = None, *, reload: bool = False) -> tuple[OpenDocument, str]:
        """The document of a file, opened or brought to the front, and what a reader should know of it."""
        real = self.client.roots.resolve(path)
        found = self._of_path(real)
        if found is not None:
            return self._reopen(found, window_id, reload=reload)
        known = formats.of_path(str(real))
        data = files.read(real, known.most_bytes)
        sheet = Sheet(_new_id(), known.name, real.name, str(real), files.digest(data))
        self.store.add(sheet, known.read(data))
        self.store.note_recent(str(real))
        return self._show(sheet.id, window_id), f"Opened {real.name}."

    def _reopen(self, document: str, window_id: str | None, *, reload: bool) -> tuple[OpenDocument, str]:
        """Bring a known document to the front. Unsaved text stays; without any, what is on disk is taken."""
        opened = self._show(document, window_id)
        self.store.note_recent(str(opened.path))
        if reload:
            outcome = opened.reload(manner="acts")
            return opened, outcome.tell(f"Loaded {opened.sheet.title} from disk; undo brings the text from before back")
        present = files.current_digest(opened.path)
        changed = present not in (None, opened.sheet.digest, opened.sheet.writing)
        if changed and not opened.manuscript.is_dirty:
            opened.reload(manner="taken over")
            return opened, f"{opened.sheet.title} was changed on disk; this is what it holds now."
        if present is None:
            return opened, f"The file of {opened.sheet.title} is gone from the disk; this is the text that it had."
        if changed:
            return (
                opened,
                f"{opened.sheet.title} has unsaved changes and was changed on disk too; this is the unsaved text.",
            )
        if opened.manuscript.is_dirty:
            return opened, f"{opened.sheet.title} has unsaved changes; this is the unsaved text."
        return opened, f"{opened.sheet.title} was open already."

    def make_way(self, path: Path) -> None:
        """See that no other document is bound to a path; one that was closed with nothing unsaved lets go of it."""
        other = self._of_path(path)
        if other is None:
            return
        windows = self.store.desk.windows
        if windows.of_tab(other) is not None:
            raise ConflictError(
                f"{str(path)!r} is open as tab {other!r}.", "Save under another name, or close that tab first."
            )
        if self.store.manuscript(other).is_dirty:
            raise ConflictError(
                f"{str(path)!r} was closed with unsaved changes.",
                "Save under another name, or open it and save it first.",
            )
        self.store.arrange(windows.only({*windows.tabs, *windows.closed} - {other}))

    def _of_path(self, path: Path) -> str | None:
        return next((sheet.id for sheet in self.store.sheets.values() if sheet.path == str(path)), None)

    def _show(self, document: str, window_id: str | None) -> OpenDocument:
        """Bring a document to the front, in its own window if it has one, else in the one asked for."""
        windows = self.store.desk.windows
        window = windows.of_tab(document) or self._target(window_id)
        closed_in = next((each for each in windows.windows if document in each.closed), None)
        if closed_in and closed_in.label != window.label:
            windows = windows.put(replace(closed_in, closed=tuple(tab for tab in closed_in.closed if tab != document)))
        self.store.arrange(windows.put(window.with_tab(document)).focus(window.label))
        self.store.receive(self.store.guests.focus(None))
        return OpenDocument(self, document)

    def _target(self, window_id: str | None) -> Window:
        windows = self.store.desk.windows
        if window_id == NEW_WINDOW or not windows.windows:
            return Window(windows.free_label())
        return windows.focused if window_id is None else self.window(window_id)

    def _free_title(self) -> str:
        taken = {sheet.title for sheet in self.store.sheets.values()}
        number = 1
        while f"Untitled-{number}" in taken:
            number += 1
        return f"Untitled-{number}"

    def close_tab(self, document: OpenDocument) -> None:
        window = document.window
        self.store.arrange(self.store.desk.windows.put(window.without_tab(document.id)))

    def move(self, document: OpenDocument, window_id: str) -> None:
        """Take a tab out of its window and to the front of another."""
        if window_id != NEW_WINDOW and self.window(window_id).label == document.window.label:
            return
        self.close_tab(document)
        self._show(document.id, window_id)

    def reopen_closed(self, window_id: str | None = None) -> OpenDocument | None:
        """The tab closed last in a window, with its unsaved text."""
        window = self.window(window_id)
        if not window.closed:
            return None
        return self._show(window.closed[-1], window.label)

    def close_window(self, window_id: str | None = None) -> Window:
        window = self.window(window_id)
        self.store.arrange(self.store.desk.windows.close(window.label))
        return window

    def switch(self, document: OpenDocument) -> None:
        """Bring a tab to the front of its window."""
        self.store.arrange(self.store.desk.windows.put(document.window.with_tab(document.id)))

    def focus(self, window_id: str | None = None) -> Window:
        """Bring a window to the front, with the tab that is named, if one is."""
        if guest := self.guest(window_id):
            self.store.receive(self.store.guests.focus(guest.label))
            return Window(guest.label)
        self.store.receive(self.store.guests.focus(None))
        window = self.window(window_id)
        if window_id in window.tabs:
            self.switch(OpenDocument(self, str(window_id)))
        self.store.arrange(self.store.desk.windows.focus(window.label))
        return self.window(window.label)

    # Deciding

    def require_approval(self) -> None:
        """Refuse a yes that is a person's to give."""
        if self._is_for_a_person:
            raise ForbiddenError(
                "Here only a person may accept suggestions.",
                "Leave them pending: the person decides in the editor, or with 'quire review' in a terminal.",
            )

    def require_own(self, change: Change) -> None:
        """Refuse to turn back, either way, what a person did or decided."""
        if change.by_person and self._is_for_a_person:
            raise ForbiddenError(
                "Here only a person may undo or redo what a person did or decided.",
                "Ask the person, who has Ctrl-Z in the editor; or suggest an edit that puts it right.",
            )

    def require_author(self, wanted_by: Iterable[str]) -> None:
        """Refuse to turn down what others want: with approval by a person, agents only withdraw what is theirs."""
        others = {*wanted_by} - {self.client.author.name}
        if others and self._is_for_a_person:
            raise ForbiddenError(
                f"Here only a person may reject what others want: this is by {', '.join(map(repr, sorted(others)))}.",
                "Leave it pending for the person; what you suggested yourself you can reject by its ID.",
            )

    @property
    def _is_for_a_person(self) -> bool:
        """Whether this client has no say in what a person decides."""
        asked = "person" in (self.client.approval, self.store.desk.settings.approval)
        return asked and not self.client.author.is_person


class OpenDocument:
    """A document of the workspace, in the hands of one client."""

    def __init__(self, session: Session, document: str) -> None:
        self._session = session
        self._store = session.store
        self.id = document

    @property
    def manuscript(self) -> Manuscript:
        return self._store.manuscript(self.id)

    @property
    def document(self) -> Document:
        return self.manuscript.document

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def is_word(self) -> bool:
        return self.sheet.format == formats.DOCX.name

    @property
    def markdown(self) -> str:
        """What it says, as Markdown."""
        return formats.named(self.sheet.format).markdown(self.document)

    def excerpt(self, where: Range) -> str:
        """What the blocks of a range say, as Markdown."""
        return formats.named(self.sheet.format).excerpt(self.document, where)

    @property
    def word(self) -> DocxDocument:
        """The document, if it is one of Word."""
        if not self.is_word:
            raise UnsupportedError(
                f"{self.sheet.title!r} is a {formats.named(self.sheet.format).title} document, "
                "and this tool is for Word documents.",
                "Name a .docx (by file_path, session_id or windowId); for Markdown there are the document_, format_, "
                "block_, list_ and table_ tools.",
            )
        return cast("DocxDocument", self.document)

    @property
    def sheet(self) -> Sheet:
        return self._store.sheet(self.id)

    @property
    def path(self) -> Path:
        """Where its file is."""
        if self.sheet.path is None:
            raise UnsupportedError(
                f"{self.sheet.title!r} has no file yet.", "Give it one with workspace_save_document_as."
            )
        return Path(self.sheet.path)

    @property
    def window(self) -> Window:
        window = self._store.desk.windows.of_tab(self.id)
        if window is None:
            raise NotFoundError(f"{self.sheet.title!r} is in no window.", "Open it again.")
        return window

    @property
    def revision(self) -> str:
        """Names this state of the text; another document's is another name."""
        return f"{self.id}:{self.manuscript.revision}"

    @property
    def is_active(self) -> bool:
        return self.window.active == self.id

    # Its blocks

    def node(self, name: str, past: Past | None = None) -> Node:
        """The block of a name; if it is the name from an earlier state, the block must be unchanged since."""
        return past.node(name) if past else self._store.node(self.id, name)

    def past(self, revision: str | None) -> Past | None:
        """The document as a caller saw it who names that revision; None if that is how it is now."""
        if revision in (None, self.revision):
            return None
        document, _, number = str(revision).rpartition(":")
        if document != self.id or not re.fullmatch(r"\d{1,15}", number, re.ASCII):
            raise InvalidArgumentError(
                f"{revision!r} is no revision of {self.sheet.title!r}.",
                f"get_document_revision tells the revision of a document; this one is at {self.revision!r}.",
            )
        return self._store.past(self.id, int(number))

    def give_out(self, *nodes: Node) -> None:
        """The client gets to know these names: from now on they mean these blocks or nothing."""
        self._store.give_out(self.id, nodes)

    # Editing

    def propose(
        self, *intents: Intent, manner: Manner, reason: str | None = None, track: bool | None = None
    ) -> Outcome:
        """Do or stage what is wanted; `track` decides whether it is a tracked change, if the document does not."""
        expressed = [self._tracked(self.expressed(intent), track) for intent in intents]
        return self._store.propose(self.id, expressed, manner, reason)

    def _tracked(self, intent: Intent, wanted: bool | None) -> Intent:
        """An intent that will be tracked, where the caller or the document asks for that."""
        if not self.is_word or intent.verb in UNTRACKED:
            return intent
        if not (self.word.is_tracking if wanted is None else wanted):
            return intent
        by = {"author": self._session.client.author.name, "date": now()}
        return replace(intent, arguments={**intent.arguments, "track": by})

    def expressed(self, intent: Intent) -> Intent:
        """An intent in terms of the document's format; it may bring Markdown to any."""
        told = formats.named(self.sheet.format).express(self.document, intent)
        return with_diagrams(told) if self.is_word else told

    def is_computed(self, intent: Intent) -> bool:
        """Whether an edit cannot be made because Word computes text there: it is in the result of a field."""
        if not self.is_word or not any(self.word.is_computed(place) for place in intent.ranges):
            return False
        try:
            self.document.plan(self.expressed(intent))
        except UnsupportedError:
            return True
        return False

    def mark(self, kind: Kind, *places: Range) -> list[str]:
        """Give places names that keep meaning them, whatever happens to the text."""
        return self._store.mark(self.id, kind, *places)

    def select(self, start: int, end: int) -> None:
        self._store.select(self.id, Range(start, end))

    # A page's copy

    def at(self, revision: int) -> Document:
        """The document as it was at a revision that is not long ago."""
        found = self.document
        for edited in reversed(self._store.since(self.id, revision)):
            found = found.apply(edited.transaction.inverse())
        return found

    def updates(self, revision: int) -> list[Update]:
        """What a page does that has the text of a revision, to have that of now."""
        found, after = list[Update](), self.document
        for edited in reversed(self._store.since(self.id, revision)):
            before = after.apply(edited.transaction.inverse())
            found.append(Update(followed(before, after, edited.transaction), edited.origin))
            after = before
        return found[::-1]

    def type(self, revision: int, updates: Sequence[Update]) -> None:
        """Take over what was typed in a page that has the text of a revision."""
        for update in rebased(updates, self.updates(revision)):
            self._type(update)

    def _type(self, update: Update) -> None:
        before = self.document
        intents = [self._tracked(intent, None) for intent in wishes(before, update.changes)]
        outcome = self._store.propose(self.id, intents, "acts", origin=update.origin)
        if self.document is before:
            self._store.confirm(self.id, update.origin)
        done = followed(before, self.document, outcome.transaction)
        if not agree(before, done, update.changes):
            raise ConflictError(
                "This cannot be typed here: the document would not become what the page shows.",
                "The page shows the document again as it is; try another place, or another way.",
            )

    def undo(self) -> Change | None:
        """Take the last change back; suggestions that it fulfilled wait again."""
        for change in self.manuscript.history.done[-1:]:
            self._session.require_own(change)
        return self._store.undo(self.id)

    def redo(self) -> Change | None:
        """Do again what was last undone; suggestions that it fulfilled are accepted again."""
        for change in self.manuscript.history.undone[-1:]:
            self._session.require_own(change)
            if change.fulfilled:  # doing it again is to accept once more
                self._session.require_approval()
        return self._store.redo(self.id)

    def take_back(self, revision: int) -> None:
        """Undo the change that made a revision, and leave those after it."""
        self._store.take_back(self.id, revision)

    # Deciding

    def accept(self, suggestion: str, content: str | None = None) -> Edited:
        self._session.require_approval()
        return self._store.accept(self.id, suggestion, content)

    def accept_all(self) -> Edited:
        self._session.require_approval()
        return self._store.accept_all(self.id)

    def reject(self, suggestion: str) -> None:
        self._session.require_author([self.manuscript.suggestion(suggestion).author.name])
        self._store.reject(self.id, suggestion)

    def reject_all(self) -> tuple[Suggestion, ...]:
        self._session.require_author(each.author.name for each in self.manuscript.suggestions)
        return self._store.reject_all(self.id)

    # Its file

    def receipt(self) -> Receipt | None:
        """What saving would change; None where that cannot be told, since all of it is one text."""
        return self.word.receipt() if self.is_word else None

    def save(self) -> Path:
        """Write the text to its file, if nobody else changed that meanwhile."""
        client = self._session.client
        # What a person named in a terminal may be anywhere, and is the person's to save on the page too.
        path = self.path if client.author.is_person else client.roots.resolve(str(self.path))
        self._write(path, self._data(path), {self.sheet.digest, self.sheet.writing})
        return path

    def save_as(self, path: str, *, overwrite: bool = False) -> Path:
        """Write the text to another file, which is the document's from then on."""
        real = self._session.client.roots.resolve(path)
        if str(real) == self.sheet.path:
            return self.save()
        self._session.make_way(real)
        data = self._data(real)
        present = files.current_digest(real)
        if present not in (None, files.digest(data), self.sheet.writing) and not overwrite:
            raise ConflictError(f"{str(real)!r} exists already.", "Use overwrite: true to replace it, or another path.")
        self._write(real, data, {present})
        return real

    def copy_to(self, path: str, *, overwrite: bool = False) -> tuple[Path, int]:
        """Write the document to a file: a copy, or its own if it may be overwritten. Where, and how many bytes."""
        real = self._session.client.roots.resolve(path)
        if str(real) == self.sheet.path and overwrite:
            return self.save(), real.stat().st_size
        return self._session.deliver(path, self._data(real), overwrite=overwrite)

    def redline_to(self, path: str, author: str, *, overwrite: bool = False) -> tuple[Path, int]:
        """Write a copy in which all that differs from the file is a tracked change of an author."""
        self._check_elsewhere(path)
        return self._session.deliver(path, self.word.redlined(author, now()), overwrite=overwrite)

    def suggestions_to(self, path: str, *, overwrite: bool = False) -> tuple[Path, int, Redlined]:
        """Write a copy in which all pending suggestions are tracked changes of their authors."""
        self._check_elsewhere(path)
        _ = self.word  # refused for others
        found = redlined(self.manuscript)
        return *self._session.deliver(path, found.data, overwrite=overwrite), found

    def import_changes(self, author: str | None) -> tuple[Suggestion, ...]:
        """Let tracked changes, all or those of an author, be suggestions."""
        change, found = self.word.proposals(author)
        wanted = [(each.intent, Author(each.author or "unknown", "person"), _time(each.date)) for each in found]
        return self._store.adopt(self.id, change, wanted, "tracked changes became suggestions")

    def _check_elsewhere(self, path: str) -> None:
        """Refuse to put tracked changes of what the document does not track into its own file."""
        real = self._session.client.roots.resolve(path)
        if str(real) == self.sheet.path:
            raise UnsupportedError(
                f"{str(real)!r} is the document's own file, which holds what its edits are compared with.",
                "Save the tracked changes under another name.",
            )
        self._check_ending(real)

    def _data(self, path: Path) -> bytes:
        """What a file of that name would hold."""
        self._check_ending(path)
        return formats.named(self.sheet.format).write(self.document)

    def _check_ending(self, path: Path) -> None:
        """Refuse a name that a file of this kind cannot have."""
        known = formats.named(self.sheet.format)
        endings = known.endings(self.document)
        own = [Path(self.sheet.path).suffix.lower()] if self.sheet.path else []  # some files have the wrong one
        if path.suffix.lower() not in {*endings, *own}:
            raise UnsupportedError(
                f"{self.sheet.title!r} is a {known.title} document ({endings[0]}) and cannot be saved as "
                f"{path.suffix or path.name!r}.",
                f"Use a name that ends in {endings[0]}; export_document writes .md, .docx, .html and .pdf.",
            )

    def _write(self, path: Path, data: bytes, expected: set[str | None]) -> None:
        self._keep_file(path, data)
        self._store.about_to_save(self.id, files.digest(data))
        files.write(path, data, expected)
        sheet = replace(self.sheet, path=str(path), title=path.name, digest=files.digest(data))
        self._store.saved(self.id, sheet, data)
        self._store.note_recent(str(path))

    def _keep_file(self, path: Path, data: bytes) -> None:
        """Before it is overwritten for the first time, what the file holds is kept as a version."""
        if str(path) == self.sheet.path and not self._store.versions(self.id):
            held = self._held(path)
            if held is not None and held[0] != data:
                self._store.keep(self.id, "before saving", *held)

    def _held(self, path: Path) -> tuple[bytes, int] | None:
        """What a file holds and how long its text is, if it can be told and is such a document."""
        known = formats.named(self.sheet.format)
        try:
            data = files.read(path, known.most_bytes)
            is_base = self.is_word and self.word.base.package.is_of(data)
            return data, len(self.word.base if is_base else known.read(data))
        except QuireError:
            return None

    @property
    def versions(self) -> list[Version]:
        return self._store.versions(self.id)

    def version(self, number: int) -> Document:
        """The document as a version has it."""
        return formats.named(self.sheet.format).read(self._store.version(self.id, number))

    def redline_since(self, number: int, author: str) -> bytes:
        """A copy in which all that differs from a version is a tracked change of an author."""
        return self.word.compared_with(cast("DocxDocument", self.version(number)), author, now())

    def go_back(self, number: int) -> Outcome:
        """Take what a version holds, as a change that undo can take back."""
        data = self._store.version(self.id, number)
        self._store.keep(self.id, "replaced")
        return self.propose(formats.named(self.sheet.format).renew(data), manner="acts", reason="an earlier version")

    def look_at_disk(self, known: str = "") -> tuple[DiskStanding, str]:
        """Whether the file is as it was when it was last read or written, and a stamp of it: with one that is known to
        be of the same file, it is not read again."""
        path = self._session.client.roots.resolve(str(self.path))
        stamp = files.stamp(path)
        if stamp and stamp == known:
            return "same", stamp
        present = files.current_digest(path)
        if present is None:
            return "gone", ""
        return "same" if present in (self.sheet.digest, self.sheet.writing) else "changed", stamp

    def on_disk(self) -> Document:
        """The document as the file has it."""
        known = formats.named(self.sheet.format)
        return known.read(files.read(self._session.client.roots.resolve(str(self.path)), known.most_bytes))

    def insist(self) -> None:
        """Let the next saving replace what someone else put into the file, which is kept as a version."""
        path = self._session.client.roots.resolve(str(self.path))
        held = files.read(path, formats.named(self.sheet.format).most_bytes)
        if (found := self._held(path)) is not None:
            self._store.keep(self.id, "on disk", *found)
        self._store.update_sheet(replace(self.sheet, digest=files.digest(held)))

    def reload(self, manner: Manner) -> Outcome:
        """Take what its file holds now, as a change that undo can take back."""
        if manner != "taken over" and self._session.client.read_only:
            raise ForbiddenError("Loading from disk again changes the document, and this client may only read.",
                                 "Open it without reload, or start Quire without --read-only.")  # fmt: skip
        known = formats.named(self.sheet.format)
        data = files.read(self._session.client.roots.resolve(str(self.path)), known.most_bytes)
        if self.manuscript.is_dirty:
            self._store.keep(self.id, "replaced")
        outcome = self.propose(known.renew(data), manner=manner, reason="loaded from disk again")
        if outcome.applied:
            self._store.saved(self.id, replace(self.sheet, digest=files.digest(data)), data)
            self._store.refounded(self.id, data)
        return outcome


def now() -> str:
    """The time as Word documents tell it."""
    return stamp(time.time())


def _time(date: str) -> float:
    """The time that a Word document tells; now, if it tells none."""
    try:
        told = datetime.fromisoformat(date)
    except ValueError:
        return time.time()
    return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()


def _new_id() -> str:
    return f"tab-{secrets.token_hex(4)}"
