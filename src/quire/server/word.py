"""The bridge to Word: documents that are open there, each behind the socket of its add-in's pane.

A document has one socket and is asked one thing at a time. Whatever becomes of the socket, everyone who waits is
answered: of a change whose answer did not come it is said that its effect is unknown. A pane that comes back soon is
the same document, with the same label and the same handles.
"""

from __future__ import annotations

import hmac
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import anyio
import socketio
from pydantic import TypeAdapter, ValidationError
from socketio.exceptions import ConnectionRefusedError as RefusedError

from quire import __version__
from quire.core.errors import FailureError, ForbiddenError, LateError, NotFoundError, QuireError, UnsupportedError
from quire.server.farbridge import UNKNOWN, lost, missing
from quire.server.names import Names
from quire.server.pane import EVENT, NAMESPACE, PATH, PROTOCOL, Failed, Greeting, Hello, State, Succeeded
from quire.tools.wordops import VERSION, operations
from quire.workspace.guests import Guest

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from quire.server.link import Link
    from quire.tools.wordops import Operation

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 30.0
AWAY_SECONDS = 60.0
"""For so long a pane that was lost may come back."""
MOST_CHARACTERS = 64 * 1024 * 1024
MOST_BYTES = 2 * MOST_CHARACTERS
"""What the socket itself takes: more, so that an answer that is too long is an error and no broken connection."""
MOST_REMEMBERED = 50
"""Changes whose answers are kept: a call is repeated, if at all, at once."""

_ENVELOPE: TypeAdapter[Succeeded | Failed] = TypeAdapter(Succeeded | Failed)


@dataclass(slots=True)
class Waiting:
    """A change under way, or answered: repeated under its key it is not carried out again."""

    done: anyio.Event = field(default_factory=anyio.Event)
    data: dict[str, Any] | None = None
    error: QuireError | None = None


class Pane:
    """A document in Word."""

    def __init__(self, greeting: Greeting) -> None:
        self.session = greeting.session
        self.names = Names(sha256(greeting.session.encode()).hexdigest()[:8])
        self.label = ""
        self.turn = anyio.Lock()
        self.gone = anyio.Event()
        self.absences = 0
        self.socket: str | None = None
        self.known: OrderedDict[str, Waiting] = OrderedDict()
        self.greet(greeting)

    def greet(self, greeting: Greeting) -> None:
        self.greeting = greeting
        self.state = State(title=greeting.title, paused=greeting.paused, read_only=greeting.read_only)

    @property
    def guest(self) -> Guest:
        return Guest(
            session=self.session,
            title=self.state.title or "Document",
            url=self.greeting.url,
            platform=self.greeting.platform,
            sets=tuple(self.greeting.sets),
            is_paused=self.state.paused,
            is_read_only=self.state.read_only,
            is_away=self.socket is None,
            label=self.label,
        )

    def connect(self, socket: str) -> str | None:
        """Have a socket; the one that it had, if that is still there."""
        self.gone.set()  # what was asked over the socket before is not answered over this one
        before, self.socket, self.gone = self.socket, socket, anyio.Event()
        return before

    def disconnect(self) -> None:
        self.socket = None
        self.absences += 1
        self.gone.set()

    def begin(self, key: str) -> tuple[Waiting, bool]:
        """What is known of a change, and whether it is new."""
        if known := self.known.get(key):
            return known, False
        self.known[key] = found = Waiting()
        while len(self.known) > MOST_REMEMBERED:
            self.known.popitem(last=False)
        return found, True


class WordBridge:
    """The documents in Word that are connected to this process."""

    def __init__(self, link: Link, token: str, tasks: TaskGroup, *, patience: float = PATIENCE_SECONDS) -> None:
        self._link = link
        self._token = token
        self._tasks = tasks
        self._patience = patience
        self._panes: dict[str, Pane] = {}  # by session
        self._sockets: dict[str, Pane] = {}
        self._server = socketio.AsyncServer(
            async_mode="asgi", transports=["websocket"], cors_allowed_origins=[], max_http_buffer_size=MOST_BYTES,
            namespaces=[NAMESPACE],
        )  # fmt: skip
        for name, handler in {"connect": self._connect, "disconnect": self._disconnect, "state": self._hear}.items():
            self._server.on(name, handler, namespace=NAMESPACE)
        self.app = socketio.ASGIApp(self._server, socketio_path=PATH)
        tasks.start_soon(self._follow_workspace)

    @property
    def panes(self) -> list[Pane]:
        return list(self._panes.values())

    # Coming and going

    async def _connect(self, socket: str, environ: dict[str, Any], auth: object = None) -> None:
        try:
            greeting = Greeting.model_validate(auth)
        except ValidationError as error:
            raise RefusedError(f"This is no greeting: {_short(error)}") from error
        if not environ.get("HTTP_ORIGIN"):
            raise RefusedError("Only the add-in's own page may connect.")
        if not hmac.compare_digest(greeting.token.encode(), self._token.encode()):
            raise RefusedError("The key is wrong: run 'quire word install' again, and restart Word.")
        if greeting.protocol != PROTOCOL:
            raise RefusedError(f"The pane speaks protocol {greeting.protocol}, this Quire {PROTOCOL}: reload the pane.")
        pane = self._panes.get(greeting.session)
        resumed = pane is not None
        if pane is None:
            pane = self._panes[greeting.session] = Pane(greeting)
        pane.greet(greeting)
        before = pane.connect(socket)
        self._sockets[socket] = pane
        self._tasks.start_soon(self._welcome, pane, socket, before, resumed)

    async def _welcome(self, pane: Pane, socket: str, before: str | None, resumed: bool) -> None:
        if before is not None:  # the same pane, which noticed earlier than we that its socket is dead
            self._sockets.pop(before, None)
            await self._server.disconnect(before, namespace=NAMESPACE)
        await self._offer(pane)
        hello = Hello(version=__version__, label=pane.label, resumed=resumed, most_characters=MOST_CHARACTERS)
        await self._server.emit("hello", hello.model_dump(by_alias=True), to=socket, namespace=NAMESPACE)

    async def _disconnect(self, socket: str, *_: object) -> None:
        pane = self._sockets.pop(socket, None)
        if pane is None or pane.socket != socket:
            return
        pane.disconnect()
        self._tasks.start_soon(self._offer, pane)
        self._tasks.start_soon(self._forget_later, pane, pane.absences)

    async def _forget_later(self, pane: Pane, absence: int) -> None:
        await anyio.sleep(AWAY_SECONDS)
        if pane.socket is None and pane.absences == absence:
            del self._panes[pane.session]
            await self._withdraw(pane)

    async def _hear(self, socket: str, data: object = None) -> None:
        """The pane tells what has changed in it."""
        pane = self._sockets.get(socket)
        try:
            state = State.model_validate(data)
        except ValidationError as error:
            logger.warning("A pane told what is no state: %s", _short(error))
            return
        if pane is not None and pane.state != state:
            pane.state = state
            await self._offer(pane)

    async def _offer(self, pane: Pane) -> None:
        try:
            labels = await self._link.offer(self, [pane.guest], set())
            pane.label = labels[pane.session]
        except QuireError as error:
            logger.warning("%r could not be made a window: %s", pane.state.title, error.message)

    async def _withdraw(self, pane: Pane) -> None:
        try:
            await self._link.offer(self, [], {pane.session})
        except QuireError as error:
            logger.warning("%r could not be let go of: %s", pane.state.title, error.message)

    async def _follow_workspace(self) -> None:
        """Whoever holds the workspace next learns what is open in Word."""
        while True:
            try:
                await self._link.changed_hands()
                for pane in list(self._panes.values()):
                    await self._offer(pane)
            except QuireError as error:
                logger.warning("The workspace is out of reach: %s", error.message)
                await anyio.sleep(1)

    # Asking

    async def ask(self, session: str, operation: str, arguments: dict[str, Any], key: str) -> dict[str, Any]:
        """Have the add-in of a document carry out an operation, once for a key; what it answers, checked."""
        pane, wanted = self._panes.get(session), operations().get(operation)
        if wanted is None:
            raise UnsupportedError(f"This process asks Word for no {operation!r}.", "End older Quire processes.")
        if pane is None:
            raise NotFoundError("The document is no longer open in Word.", "workspace_list_windows tells what is open.")
        if not wanted.changes(arguments):
            return await self._ask(pane, wanted, arguments)
        waiting, is_new = pane.begin(key)
        if not is_new:
            await waiting.done.wait()
        else:
            try:
                waiting.data = await self._ask(pane, wanted, arguments)
            except QuireError as error:
                waiting.error = error
            finally:
                waiting.done.set()
        if waiting.error is not None or waiting.data is None:
            raise waiting.error or lost(operation)
        return waiting.data

    async def _ask(self, pane: Pane, operation: Operation, arguments: dict[str, Any]) -> dict[str, Any]:
        asked = {**pane.names.bare(arguments), "version": VERSION}
        async with pane.turn:
            _require(pane, operation, arguments)
            answer = await self._send(pane, operation, asked)
        return pane.names.full(_checked(operation, answer))

    async def _send(self, pane: Pane, operation: Operation, asked: dict[str, Any]) -> object:
        """What the add-in answers; whoever waits is answered when it goes, too."""
        box, gone, over = list[object](), pane.gone, anyio.Event()

        def take(*answer: object) -> None:
            if not over.is_set():  # one that comes late is dropped
                box.append(answer[0] if answer else None)
                over.set()

        event = f"{EVENT}{operation.name}"
        with anyio.move_on_after(self._patience):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_relay, gone, over)
                await self._server.emit(event, asked, to=pane.socket, namespace=NAMESPACE, callback=take)
                await over.wait()
                tasks.cancel_scope.cancel()
        if box:
            return box[0]
        over.set()
        if gone.is_set():
            raise lost(operation.name)
        raise LateError(
            f"Word did not answer {operation.name} within {self._patience:g} seconds: it is busy, or shows a dialog.",
            UNKNOWN if operation.writes else "Try again when Word is free.",
        )


async def _relay(first: anyio.Event, second: anyio.Event) -> None:
    await first.wait()
    second.set()


def _require(pane: Pane, operation: Operation, arguments: dict[str, Any]) -> None:
    """Refuse what the person at the pane does not want now."""
    if pane.socket is None:
        raise missing(pane.guest)
    if pane.state.paused:
        raise ForbiddenError(
            f"The person has paused Quire in {pane.state.title!r}.", "Ask them to press Resume in Quire's pane in Word."
        )
    if pane.state.read_only and operation.changes(arguments):
        raise ForbiddenError(
            f"{pane.state.title!r} is read-only for Quire.",
            "Reading works; ask the person to allow changes in Quire's pane in Word.",
        )


def _checked(operation: Operation, answer: object) -> dict[str, Any]:
    """What an answer holds, if it is one."""
    try:
        envelope = _ENVELOPE.validate_python(answer)
        if isinstance(envelope, Succeeded):
            done = operation.answer.model_validate(envelope.data)
            return done.model_dump(mode="json", by_alias=True, exclude_none=True)
    except ValidationError as error:
        logger.warning("The add-in answered %s wrongly: %s", operation.name, _short(error))
        raise FailureError(
            f"The add-in's answer to {operation.name} is not what it should be: {_short(error)}",
            f"{UNKNOWN if operation.writes else 'Try again.'} Reload the pane if it happens again.",
        ) from error
    if envelope.diagnostics:
        logger.debug("%s failed in Word: %s", operation.name, envelope.diagnostics)
    raise QuireError.told(envelope.code, envelope.message, envelope.hint or _HINTS[envelope.code])


_HINTS = {
    "E_INVALID_ARG": "Give what the tool's schema says.",
    "E_NOT_FOUND": "Search again, or list what there is: ids of an earlier answer may mean nothing any more.",
    "E_UNSUPPORTED": "This Word cannot do it; save the document there, and open the file here.",
    "E_PERMISSION": "The document may be protected; ask the person in Word.",
    "E_RUNTIME": "Read the document in Word before you try again; the pane there has diagnostics.",
    "E_TIMEOUT": "Try again when Word is free.",
    "E_CONFLICT": "The document has changed meanwhile: read it again.",
}


def _short(error: ValidationError) -> str:
    """What is wrong with a message, in a line."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg']}."
