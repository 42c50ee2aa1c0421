"""The process that holds the workspace: it carries out the calls of its own clients and of other processes."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import asdict
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, Unpack, cast

import anyio
import anyio.to_thread
from anyio.abc import SocketAttribute
from pydantic import TypeAdapter, ValidationError

from quire import __version__, formats
from quire.core.errors import FailureError, QuireError
from quire.server import wire
from quire.server.collector import Collector
from quire.server.engine import Call, Engine
from quire.server.farbridge import FarBridge, lost
from quire.server.home import Address
from quire.server.wire import LostError, Wire
from quire.workspace.guests import ElsewhereError, Guest
from quire.workspace.session import Client

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from anyio.abc import SocketListener, SocketStream, TaskGroup
    from anyio.streams.stapled import MultiListener

    from quire.server.home import Home
    from quire.server.peer import Bridge, Listener
    from quire.server.wire import Message
    from quire.tools.registry import Reply

logger = logging.getLogger(__name__)

TIDY_SECONDS = 1.0
READY_SECONDS = 2.0
"""When all that Word documents take is loaded, if none was opened before: the first is not to wait for that."""
REJOIN_SECONDS = 5.0
ROOM_SECONDS = 0.5
"""How long to wait where the system has no room for another connection."""
MOST_STRANGERS = 64
"""So many may be about to prove who they are at once; whoever comes then waits at the door."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_CALL: TypeAdapter[Call] = TypeAdapter(Call)
_CLIENT: TypeAdapter[Client] = TypeAdapter(Client)
_GUESTS: TypeAdapter[list[Guest]] = TypeAdapter(list[Guest])


async def _get_ready() -> None:
    await anyio.sleep(READY_SECONDS)
    await anyio.to_thread.run_sync(formats.load, abandon_on_cancel=True)


class News:
    """What has changed and was not yet told to one process: at most once each, however long that takes to listen."""

    def __init__(self) -> None:
        self._changed: dict[str, None] = {}
        self._arrived = anyio.Event()

    def add(self, changed: list[str]) -> None:
        self._changed.update(dict.fromkeys(changed))
        self._arrived.set()

    async def tell(self, connection: Wire) -> None:
        while True:
            await self._arrived.wait()
            self._arrived, changed = anyio.Event(), list(self._changed)
            self._changed.clear()
            await connection.send({"changed": changed})


class Host:
    """The workspace in this process. One call at a time, in a thread, so that the others can still be heard."""

    def __init__(self, home: Home, engine: Engine, tasks: TaskGroup, on_change: Listener) -> None:
        self._home = home
        self._strangers = anyio.Semaphore(MOST_STRANGERS)
        self._tasks = tasks
        self._turn = anyio.CapacityLimiter(1)
        self._scope = anyio.CancelScope()
        self._door: socket.socket | None = None
        self._is_ending = False
        self._untidy = anyio.Event()
        self._relays: dict[Wire, News] = {}
        self._bridges: dict[str, Bridge] = {}  # by the sessions of their documents
        self._on_change = on_change
        self._engine = engine
        self._collector = Collector()
        self._changed: list[str] = []
        self._engine.on_change = self._changed.extend

    async def open(self) -> None:
        """Listen for other processes."""
        self._token = self._home.token  # read once: whoever comes must not depend on what the system can open then
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
        self._tasks.start_soon(self._run, listener)
        self._port: int = listener.extra(SocketAttribute.local_port)  # noqa: S610 - not Django
        self._door = listener.extra(SocketAttribute.raw_socket)  # noqa: S610
        self._collector.start()
        self.announce()

    def announce(self, url: str | None = None) -> None:
        """Tell other processes where this one is; `url` is its web address."""
        self._home.announce(Address(self._port, os.getpid(), __version__, url))

    async def call(self, call: Call) -> Reply:
        try:
            reply = await self._in_turn(self._engine.call, call)
        except ElsewhereError as elsewhere:
            reply = await self._call_elsewhere(call, elsewhere.guest)
        self._untidy.set()
        self._tell()
        return reply

    async def _call_elsewhere(self, call: Call, guest: Guest) -> Reply:
        """Have Word carry out a call. Nobody else waits for that."""
        numbers = count()

        async def ask(operation: str, arguments: dict[str, Any]) -> dict[str, Any]:
            bridge = await self._bridge_to(guest, operation)
            return await bridge.ask(guest.session, operation, arguments, f"{call.key}-{next(numbers)}")

        document = self._engine.elsewhere(call, guest, ask)
        reply = await self._engine.call_elsewhere(call, document)
        if document.is_changed:
            await self._in_turn(self._engine.note, call, document, reply)
        return reply

    async def _bridge_to(self, guest: Guest, operation: str) -> Bridge:
        """The way to a document in Word; whoever holds it tells a new host of it only in a moment."""
        with anyio.move_on_after(REJOIN_SECONDS):
            while guest.session not in self._bridges:
                await anyio.sleep(REJOIN_SECONDS / 100)
        if bridge := self._bridges.get(guest.session):
            return bridge
        raise lost(operation)

    async def offer(self, bridge: Bridge, guests: list[Guest], left: set[str]) -> dict[str, str]:
        """Have documents in Word as windows, and let those go that have left."""
        self._bridges.update({guest.session: bridge for guest in guests})
        for session in left:
            self._bridges.pop(session, None)
        labels = await self._in_turn(self._engine.receive, guests, left)
        self._tell()
        return labels

    async def read(self, client: Client, uri: str) -> str:
        return await self._in_turn(self._engine.read, client, uri)

    async def close(self) -> None:
        """Stop: what is under way is finished, and whoever waits for it asks the next host.

        Nobody is taken in from now on, not even at the moment when that is cancelled: such a one would go unheard."""
        if self._door is not None and not self._is_ending:
            asyncio.get_running_loop().remove_reader(self._door)
        self._is_ending = True
        for relay in list(self._relays):
            await relay.close()
        self._collector.stop()
        await self._in_turn(self._engine.close)
        self._scope.cancel()
        self._home.release()

    async def _in_turn(self, work: Callable[[Unpack[Ts]], T], *arguments: *Ts) -> T:
        return await anyio.to_thread.run_sync(work, *arguments, limiter=self._turn)

    def _tell(self) -> None:
        """Tell everyone who listens what changed; nobody waits for those who do not."""
        changed, self._changed[:] = list(dict.fromkeys(self._changed)), []
        if not changed:
            return
        self._on_change(changed)
        for news in self._relays.values():
            news.add(changed)

    async def _keep_tidy(self) -> None:
        """What was answered survives the end of the process at once, and that of the machine a moment later."""
        while True:
            await self._untidy.wait()
            self._untidy = anyio.Event()
            await anyio.sleep(0 if self._collector.is_due else TIDY_SECONDS)
            await self.tidy()

    async def tidy(self) -> None:
        """Do what could wait until nobody does."""
        try:
            await self._in_turn(self._engine.sync)
        except QuireError as error:
            logger.warning("%s %s", error.message, error.hint)
        await self._in_turn(self._collector.collect, self._engine.held)

    async def _run(self, listener: MultiListener[SocketStream]) -> None:
        """Hear other processes, and bring the journal onto the disk, until closed."""
        with self._scope:
            async with listener, anyio.create_task_group() as tasks:
                tasks.start_soon(self._keep_tidy)
                tasks.start_soon(_get_ready)
                await self._hear(cast("SocketListener", listener.listeners[0]), tasks)

    async def _hear(self, door: SocketListener, tasks: TaskGroup) -> None:
        """Take in who connects. Where the system has no room for more, those who are in are served all the same."""
        while not self._is_ending:
            await self._strangers.acquire()
            try:
                tasks.start_soon(self._serve, await door.accept())
            except OSError as error:
                self._strangers.release()
                logger.warning("Another process could not be heard: %s", error)
                await anyio.sleep(ROOM_SECONDS)

    async def _serve(self, stream: SocketStream) -> None:
        connection = Wire(stream)
        bridge = FarBridge(connection)
        async with stream:
            try:
                try:
                    with anyio.fail_after(wire.HANDSHAKE_SECONDS):
                        await wire.greet(connection, self._token, __version__)
                finally:
                    self._strangers.release()
                news = self._relays[connection] = News()
                async with anyio.create_task_group() as requests:
                    requests.start_soon(news.tell, connection)
                    while True:
                        message = await connection.receive()
                        if "told" in message:
                            bridge.take(message)
                        else:
                            requests.start_soon(self._answer, connection, bridge, message)
            except* (LostError, TimeoutError):
                logger.debug("a relay is gone")
            finally:
                self._relays.pop(connection, None)
                bridge.lose()
                await self._dismiss(bridge)

    async def _dismiss(self, bridge: FarBridge) -> None:
        """Let go of the documents in Word that a process held which is gone."""
        left = {session for session, known in self._bridges.items() if known is bridge}
        if left and not self._scope.cancel_called:
            with anyio.CancelScope(shield=True):
                await self.offer(bridge, [], left)

    async def _answer(self, connection: Wire, bridge: FarBridge, request: Message) -> None:
        if "ping" in request:
            await connection.send({"pong": True})
            return
        try:
            if "call" in request:
                answer: Message = {"reply": asdict(await self.call(_CALL.validate_python(request["call"])))}
            elif "guests" in request:
                guests = _GUESTS.validate_python(request["guests"])
                answer = {"labels": await self.offer(bridge, guests, set(request["left"]))}
            else:
                answer = {"text": await self.read(_CLIENT.validate_python(request["client"]), request["read"])}
        except QuireError as error:
            answer = {"error": [error.code, error.message, error.hint]}
        except (ValidationError, KeyError) as error:  # another version's idea of a call
            raise LostError from error
        try:
            await connection.send({"id": request["id"], **answer})
        except FailureError as error:
            await connection.send({"id": request["id"], "error": [error.code, error.message, error.hint]})
