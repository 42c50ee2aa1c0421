"""A process that is not the host: it hands calls on to the one that is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING

import anyio

from quire.core.errors import LateError, QuireError
from quire.server import wire
from quire.server.wire import LostError, Message, Wire
from quire.tools.registry import Reply

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from quire.server.engine import Call
    from quire.server.home import Address
    from quire.server.peer import Bridge, Listener
    from quire.workspace.guests import Guest
    from quire.workspace.session import Client


PING_SECONDS = 5.0
SILENCE_SECONDS = 15.0


class Relay:
    """The workspace in another process. When that is gone, every waiting call ends in LostError."""

    def __init__(self, connection: Wire, tasks: TaskGroup, on_change: Listener) -> None:
        self._wire = connection
        self._tasks = tasks
        self._bridge: Bridge | None = None
        self.lost = anyio.Event()
        self._on_change = on_change
        self._waiting: dict[int, tuple[anyio.Event, list[Message]]] = {}
        self._count = 0
        self._lost = False
        self._heard = anyio.current_time()

    @classmethod
    async def connect(cls, address: Address, token: str, tasks: TaskGroup, on_change: Listener) -> Relay:
        """A relay to the host at an address; LostError if none answers there."""
        try:
            connection = Wire(await anyio.connect_tcp("127.0.0.1", address.port))
        except OSError as error:
            raise LostError from error
        try:
            with anyio.fail_after(wire.HANDSHAKE_SECONDS):
                await wire.introduce(connection, token)
        except BaseException as error:
            await connection.close()
            if isinstance(error, TimeoutError):
                raise LostError from error
            raise
        relay = cls(connection, tasks, on_change)
        tasks.start_soon(relay._listen)
        return relay

    async def call(self, call: Call) -> Reply:
        return Reply(**(await self._ask({"call": asdict(call)}))["reply"])

    async def read(self, client: Client, uri: str) -> str:
        return str((await self._ask({"read": uri, "client": asdict(client)}))["text"])

    async def offer(self, bridge: Bridge, guests: list[Guest], left: set[str]) -> dict[str, str]:
        self._bridge = bridge
        asked = {"guests": [asdict(guest) for guest in guests], "left": list(left)}
        return dict((await self._ask(asked))["labels"])

    async def close(self) -> None:
        await self._wire.close()

    async def _ask(self, request: Message) -> Message:
        if self._lost:
            raise LostError
        self._count += 1
        number, arrived, box = self._count, anyio.Event(), list[Message]()
        self._waiting[number] = (arrived, box)
        try:
            asked = anyio.current_time()
            await self._send({"id": number, **request})
            while not arrived.is_set():
                with anyio.move_on_after(PING_SECONDS):
                    await arrived.wait()
                    break
                await self._ping(asked)
        finally:
            del self._waiting[number]
        if not box:
            raise LostError
        if "error" in box[0]:
            raise QuireError.told(*box[0]["error"])
        return box[0]

    async def _send(self, message: Message) -> None:
        with anyio.move_on_after(SILENCE_SECONDS) as waiting:
            await self._wire.send(message)
        if waiting.cancelled_caught:
            await self._give_up()

    async def _ping(self, asked: float) -> None:
        """Ask for a sign of life. A host at work gives one; one that is stopped is not waited for without end."""
        if anyio.current_time() - max(asked, self._heard) > SILENCE_SECONDS:
            await self._give_up()
        await self._send({"ping": True})

    async def _give_up(self) -> None:
        self._lost = True
        await self.close()
        raise LateError(
            "The Quire process that holds the workspace does not answer.",
            "The call may still be carried out: read the document before you repeat it. 'quire doctor' names the "
            "process; end it if it hangs.",
        )

    async def _ask_word(self, bridge: Bridge, asked: Message) -> None:
        """Ask Word for the host."""
        try:
            told: Message = {"data": await bridge.ask(asked["session"], asked["op"], asked["arguments"], asked["key"])}
        except QuireError as error:
            told = {"error": [error.code, error.message, error.hint]}
        with suppress(LostError):
            await self._wire.send({"told": asked["ask"], **told})

    async def _listen(self) -> None:
        try:
            while True:
                message = await self._wire.receive()
                self._heard = anyio.current_time()
                self._take(message)
        except LostError:
            self._lost = True
            self.lost.set()
            for arrived, _ in self._waiting.values():
                arrived.set()
            await self.close()

    def _take(self, message: Message) -> None:
        if "changed" in message:
            self._on_change(message["changed"])
        elif "ask" in message and self._bridge:
            self._tasks.start_soon(self._ask_word, self._bridge, message)
        elif waiting := self._waiting.get(message.get("id", 0)):
            arrived, box = waiting
            box.append(message)
            arrived.set()
