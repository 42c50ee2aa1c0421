"""The workspace at work: a call comes in, is carried out in one unit, and is answered.

The one place where an exception becomes an answer.
"""

from __future__ import annotations

import json
import logging
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from quire import formats
from quire.core.author import Author
from quire.core.errors import FailureError, QuireError
from quire.server.collector import uncollected
from quire.server.wire import LostError
from quire.tools import live, registry, resources
from quire.tools.live import LiveDocument
from quire.tools.registry import Reply
from quire.workspace import files
from quire.workspace.files import Roots
from quire.workspace.guests import ElsewhereError, Guest
from quire.workspace.journal import open_journal
from quire.workspace.session import Client, Session
from quire.workspace.store import DESK, Caller, Store
from quire.workspace.windows import Window, Windows

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from quire.workspace.sheet import Sheet

logger = logging.getLogger(__name__)

SYSTEM = Author("quire", "person")
"""The program itself, when it does what nobody asked for: the first window."""

_REPORT = "Try again; if it happens again, please report it with the log that Quire wrote to stderr."


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool, as it travels between processes.

    The key names the call: repeated with the same key, it is answered again but not carried out again."""

    client: Client
    tool: str
    arguments: dict[str, Any]
    key: str = ""


_REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)
_GUEST: TypeAdapter[Guest] = TypeAdapter(Guest)
_PROMISE = b"elsewhere:"
"""What is kept in the place of an answer that Word is still to give."""


class Engine:
    """The workspace of one home folder. Calls come one at a time."""

    def __init__(self, home: Path, *, welcome: bool = True) -> None:
        self._home = home
        self._closed = False
        self._journal = open_journal(home / "journal.db")
        self.store = Store(self._journal, self._rescue)
        self.on_change: Callable[[list[str]], None] = lambda _: None
        self._furnish(welcome=welcome)

    def close(self) -> None:
        self._closed = True
        self._journal.close()

    @property
    def held(self) -> Set[str]:
        """The documents that are in memory."""
        return self.store.held

    def sync(self) -> None:
        """Put the journal in order, and bring it onto the disk itself."""
        if not self._closed:
            self.store.settle()
            self._journal.sync()

    def call(self, call: Call) -> Reply:
        """Carry out a call and answer it; what went wrong is an answer too. What is for Word raises ElsewhereError."""
        if self._closed:
            raise LostError
        try:
            with uncollected():
                return self._answered_before(call) or self._carry_out(call)
        except ElsewhereError:
            raise
        except QuireError as error:
            return refusal(error)
        except Exception as error:
            logger.exception("%s failed", call.tool)
            return refusal(
                FailureError(f"{call.tool} failed: {type(error).__name__}: {error}. Nothing was changed.", _REPORT)
            )

    def elsewhere(self, call: Call, guest: Guest, ask: live.Ask) -> LiveDocument:
        """A document in Word, for a call."""
        return LiveDocument(guest, ask, call.client.author, self.store.desk.settings)

    async def call_elsewhere(self, call: Call, document: LiveDocument) -> Reply:
        """Carry out a call in Word, while the workspace goes on."""
        try:
            return await live.run(registry.find(call.tool, call.client), call.arguments, document)
        except QuireError as error:
            return refusal(error)
        except Exception as error:
            logger.exception("%s failed in Word", call.tool)
            told = f"{call.tool} failed: {type(error).__name__}: {error}."
            return refusal(FailureError(told, "Read the document in Word before you try again."))

    def note(self, call: Call, document: LiveDocument, reply: Reply) -> None:
        """Note what was changed in Word."""
        tool = registry.find(call.tool, call.client)
        with self.store.unit(Caller(call.client.author, tool.name)):
            self.store.note_elsewhere(document.guest, document.written, staged=document.is_tracked)
            self.store.remember_answer(call.key, _REPLY.dump_json(reply))

    def receive(self, guests: list[Guest], left: set[str]) -> dict[str, str]:
        """Take documents in Word in as windows, and let those go that have left; the labels of the former."""
        session = Session(self.store, Client(SYSTEM, Roots(())))
        known, before = self.store.guests, resources.marks(session)
        for name in left:
            known = known.without(name)
        labels = dict[str, str]()
        for guest in guests:
            labels[guest.session] = known.label_for(guest)
            known = known.put(replace(guest, label=labels[guest.session]))
        self.store.receive(known)
        if changed := [uri for uri, mark in resources.marks(session).items() if mark != before[uri]]:
            self.on_change(changed)
        return labels

    def read(self, client: Client, uri: str) -> str:
        """The text of a resource."""
        if self._closed:
            raise LostError
        try:
            return resources.read(Session(self.store, client), uri)
        except QuireError:
            raise
        except Exception as error:
            logger.exception("%s could not be read", uri)
            raise FailureError(f"{uri} could not be read: {type(error).__name__}: {error}.", _REPORT) from error

    def _answered_before(self, call: Call) -> Reply | None:
        known = self.store.answer(call.key) if call.key else None
        if known and known.startswith(_PROMISE):
            raise ElsewhereError(_GUEST.validate_json(known.removeprefix(_PROMISE)))
        return _REPLY.validate_json(known) if known else None

    def _carry_out(self, call: Call) -> Reply:
        tool = registry.find(call.tool, call.client)
        session = Session(self.store, call.client)
        before = resources.marks(session)
        try:
            with self.store.unit(Caller(call.client.author, tool.name)):
                reply = tool.run(session, call.arguments)
                if call.key:
                    self.store.remember_answer(call.key, _REPLY.dump_json(reply))
        except ElsewhereError as elsewhere:
            if tool.name not in live.known():
                raise live.refused(tool, elsewhere.guest) from elsewhere
            self._promise(call, elsewhere.guest)
            raise
        after = resources.marks(session)
        changed = [uri for uri in after if after[uri] != before[uri]]
        changed += [resources.internal(name) for name in self._touched(call.client)]
        if changed:
            self.on_change(changed)
        return reply

    def _promise(self, call: Call, guest: Guest) -> None:
        """Keep in mind to which document in Word a call went: repeated, it goes there again, and to no other."""
        if call.key:
            self.store.promise(call.key, _PROMISE + _GUEST.dump_json(guest))

    def _touched(self, client: Client) -> frozenset[str]:
        """What pages show anew: also that an agent called, if it changed nothing."""
        return self.store.touched if client.author.is_person else self.store.touched | {DESK}

    def _furnish(self, *, welcome: bool) -> None:
        """A new workspace has a window, and in it an empty document unless others are about to be opened."""
        if self.store.desk.windows.windows:
            return
        with self.store.unit(Caller(SYSTEM)):
            self.store.arrange(Windows().put(Window("main")))
            if welcome:
                Session(self.store, Client(SYSTEM, Roots(()))).new_document()

    def _rescue(self, sheet: Sheet, content: bytes) -> None:
        """Keep unsaved text that no tab can bring back any more."""
        folder = self._home / "rescued"
        files.make_folder(folder)
        known = formats.named(sheet.format)
        name = re.sub(r"[^\w-]+", "-", Path(sheet.title).stem)[:80]
        place = folder / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{sheet.id}{known.extensions[0]}"
        files.write(place, content, set())
        logger.warning("Unsaved text of %r was put into %s", sheet.title, place)


def refusal(error: QuireError) -> Reply:
    """What went wrong, as an answer."""
    # A file system's names may be no text; an answer always is.
    message, hint = (_short(words).encode("utf-8", "replace").decode() for words in (error.message, error.hint))
    told = {"ok": False, "code": error.code, "message": message, "hint": hint}
    return Reply(json.dumps(told, ensure_ascii=False), told, is_error=True)


LONGEST_MESSAGE = 2_000


def _short(words: str) -> str:
    """Words that name a value of any length, without its middle."""
    half = LONGEST_MESSAGE // 2
    return words if len(words) <= LONGEST_MESSAGE else f"{words[:half]} … {words[-half:]}"
