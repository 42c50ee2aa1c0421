"""A process's way to the workspace: as its host, or through the host, whichever is possible at the moment.

When the host ends, the next call makes another process the host; a call that was under way is repeated under its own
key, so that it is carried out once.
"""

from __future__ import annotations

import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from quire.core.errors import FailureError, QuireError
from quire.server.engine import Call, Engine, refusal
from quire.server.host import Host
from quire.server.relay import Relay
from quire.server.wire import LostError
from quire.tools import registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from anyio.abc import TaskGroup

    from quire.server.home import Home
    from quire.server.peer import Bridge, Listener, Peer
    from quire.tools.registry import Reply
    from quire.workspace.guests import Guest
    from quire.workspace.session import Client

PATIENCE_SECONDS = 20.0
PAUSE_SECONDS = 0.05
MOST_TRIES = 20

T = TypeVar("T")


class Link:
    """The workspace, for as long as this process lives."""

    def __init__(self, home: Home, tasks: TaskGroup, *, welcome: bool = True) -> None:
        self._home = home
        self._tasks = tasks
        self._welcome = welcome
        self._choosing = anyio.Lock()
        self._peer: Peer | None = None
        self._failures = 0
        self._failure = QuireError("")
        self._listeners: list[Listener] = []
        self.hosting = anyio.Event()

    def listen(self, listener: Listener) -> None:
        """Have a listener told of every change of a resource."""
        self._listeners.append(listener)

    async def call(self, client: Client, tool: str, arguments: dict[str, Any], key: str = "") -> Reply:
        """Carry out a call, once, whatever becomes of the host meanwhile: also if it is repeated under its key."""
        try:
            if prepare := registry.preparation(tool, client):
                arguments = await anyio.to_thread.run_sync(prepare, client, arguments)
            call = Call(client, tool, arguments, key=key or secrets.token_hex(16))
            return await self._with_peer(lambda peer: peer.call(call))
        except QuireError as error:
            return refusal(error)

    async def offer(self, bridge: Bridge, guests: list[Guest], left: set[str]) -> dict[str, str]:
        """Offer documents in Word as windows; the labels that they get."""
        return await self._with_peer(lambda peer: peer.offer(bridge, guests, left))

    async def changed_hands(self) -> None:
        """Wait until whoever holds the workspace now is gone."""
        peer = await self.connect()
        await (peer.lost if isinstance(peer, Relay) else anyio.Event()).wait()

    async def read(self, client: Client, uri: str) -> str:
        """The text of a resource."""
        return await self._with_peer(lambda peer: peer.read(client, uri))

    async def _with_peer(self, ask: Callable[[Peer], Awaitable[T]]) -> T:
        """Ask the workspace, and whoever holds it next if it is lost on the way."""
        for _ in range(MOST_TRIES):
            peer = await self.connect()
            try:
                return await ask(peer)
            except LostError:
                await self._forget(peer)
        raise FailureError("The workspace was lost again and again.", "Try again; 'quire doctor' says what is wrong.")

    async def connect(self) -> Peer:
        """The way to the workspace, found anew if it was lost."""
        seen = self._failures
        async with self._choosing:
            if self._peer is None and self._failures > seen:
                raise self._failure  # it was tried while this one waited
            if self._peer is None:
                try:
                    self._peer = await self._find()
                except QuireError as error:
                    self._failures, self._failure = self._failures + 1, error
                    raise
            return self._peer

    @property
    def host(self) -> Host | None:
        """The workspace itself, if this process holds it."""
        return self._peer if isinstance(self._peer, Host) else None

    async def close(self) -> None:
        if self._peer is not None:
            await self._peer.close()

    async def _forget(self, peer: Peer) -> None:
        async with self._choosing:
            if self._peer is peer:
                self._peer = None

    async def _find(self) -> Peer:
        self._home.prepare()
        deadline = anyio.current_time() + PATIENCE_SECONDS
        while anyio.current_time() < deadline:
            if self._home.claim():
                return await self._become_host()
            address = self._home.address()
            try:
                if address is not None:
                    return await Relay.connect(address, self._home.token, self._tasks, self._tell)
            except LostError:
                pass  # the host is about to end, or only about to begin
            await anyio.sleep(PAUSE_SECONDS)
        raise FailureError(
            "Another Quire process holds the workspace but does not answer.",
            "End that process, or set QUIRE_HOME to another folder; 'quire doctor' names it.",
        )

    async def _become_host(self) -> Host:
        try:
            engine = await anyio.to_thread.run_sync(lambda: Engine(self._home.folder, welcome=self._welcome))
        except BaseException:
            self._home.release()
            raise
        host = Host(self._home, engine, self._tasks, self._tell)
        try:
            await host.open()
        except BaseException:
            with anyio.CancelScope(shield=True):
                await host.close()
            raise
        self.hosting.set()
        return host

    def _tell(self, changed: list[str]) -> None:
        for listener in self._listeners:
            listener(changed)


@asynccontextmanager
async def linked(home: Home, *, welcome: bool = True) -> AsyncIterator[Link]:
    """A link to the workspace; at the end, what this process held is given up."""
    refused: QuireError | None = None
    async with anyio.create_task_group() as tasks:
        link = Link(home, tasks, welcome=welcome)
        try:
            yield link
        except QuireError as error:
            refused = error
        finally:
            with anyio.CancelScope(shield=True):
                await link.close()
            tasks.cancel_scope.cancel()
    if refused is not None:  # raised out here, for a task group would wrap it
        raise refused
