"""Pages, live: they call tools as the person who uses them, and hear of every change, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio
import socketio
from pydantic import BaseModel, ConfigDict, ValidationError

from quire.core.errors import InvalidArgumentError
from quire.server.engine import refusal
from quire.tools.resources import INTERNAL

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from quire.server.link import Link
    from quire.tools.registry import Reply
    from quire.workspace.session import Client

PATH = "live"
MOST_BYTES = 64 * 1024 * 1024
LOOK_SECONDS = 2.0
"""The workspace may change hands, and the next host does not know at once whom to tell of changes."""
DESK_SECONDS = 0.1
"""Tabs, marks and agents are told of so often at the most."""

Envelope = dict[str, Any]


class PageCall(BaseModel):
    """A page's call of a tool. Repeated under its key, it is answered again but not carried out again."""

    model_config = ConfigDict(extra="forbid", strict=True)

    tool: str
    arguments: dict[str, Any]
    key: str = ""


@dataclass(slots=True)
class Room:
    """The pages that show one document, and what they were told of it."""

    revision: int
    mark: str
    is_busy: bool = False
    has_changed: bool = False


class Live:
    """The Socket.IO side of one server."""

    def __init__(self, link: Link, client: Client, tasks: TaskGroup) -> None:
        self._link = link
        self._client = client
        self._tasks = tasks
        self._rooms: dict[str, Room] = {}
        self._desk_changed = anyio.Event()
        self._server = socketio.AsyncServer(
            async_mode="asgi", transports=["websocket"], cors_allowed_origins=[], max_http_buffer_size=MOST_BYTES
        )
        for name, handler in {"call": self._call, "watch": self._watch, "disconnect": self._disconnect}.items():
            self._server.on(name, handler)
        self.app = socketio.ASGIApp(self._server, socketio_path=PATH)
        link.listen(self._on_change)
        tasks.start_soon(self._tell_of_desk)
        tasks.start_soon(self._look_around)

    # What pages say

    async def _call(self, _: str, data: object = None) -> Envelope:
        try:
            call = PageCall.model_validate(data)
        except ValidationError as error:
            return _envelope(refusal(InvalidArgumentError(f"This is no call: {error}", "Send tool and arguments.")))
        return _envelope(await self._link.call(self._client, call.tool, call.arguments, call.key))

    async def _watch(self, page: str, document: object = None) -> Envelope:
        """Show a document in a page, in place of the one before."""
        for room in self._server.rooms(page):
            if room != page:
                await self._server.leave_room(page, room)
        reply = await self._link.call(self._client, "page_open", {"document": document})
        if not reply.is_error and reply.structured:
            opened = reply.structured
            await self._server.enter_room(page, opened["document"])
            self._rooms.setdefault(opened["document"], Room(opened["revision"], opened["mark"]))
            self._tasks.start_soon(self._tell, opened["document"])  # of what happened on the way
        self._tidy()
        return _envelope(reply)

    async def _disconnect(self, page: str, *_: object) -> None:
        del page  # it has left its rooms already
        self._tidy()

    def _tidy(self) -> None:
        """Let go of documents that no page shows any more."""
        peopled = self._server.manager.rooms.get("/", {})
        self._rooms = {name: room for name, room in self._rooms.items() if name in peopled}

    # What pages hear

    def _on_change(self, changed: list[str]) -> None:
        names = [uri.removeprefix(INTERNAL) for uri in changed if uri.startswith(INTERNAL)]
        if names:
            self._desk_changed.set()
        for name in names:
            if name in self._rooms:
                self._tasks.start_soon(self._tell, name)

    async def _tell(self, document: str) -> None:
        """Tell the pages of a document what has happened to it, in order."""
        room = self._rooms.get(document)
        if room is None:
            return
        room.has_changed = True
        if room.is_busy:
            return
        room.is_busy = True
        try:
            while room.has_changed:
                room.has_changed = False
                await self._tell_once(document, room)
        finally:
            room.is_busy = False

    async def _tell_once(self, document: str, room: Room) -> None:
        following = {"document": document, "revision": room.revision, "mark": room.mark}
        reply = await self._link.call(self._client, "page_news", following)
        if reply.is_error or reply.structured is None:
            return  # it was closed; the desk tells
        news = reply.structured
        if (news["revision"], news["mark"]) != (room.revision, room.mark):
            room.revision, room.mark = news["revision"], news["mark"]
            await self._server.emit("news", news, room=document)

    async def _look_around(self) -> None:
        """Look for what nobody told of."""
        while True:
            await anyio.sleep(LOOK_SECONDS)
            for document in list(self._rooms):
                await self._tell(document)

    async def _tell_of_desk(self) -> None:
        while True:
            await self._desk_changed.wait()
            await anyio.sleep(DESK_SECONDS)
            self._desk_changed = anyio.Event()
            reply = await self._link.call(self._client, "page_desk", {})
            if not reply.is_error:
                await self._server.emit("desk", reply.structured)


def _envelope(reply: Reply) -> Envelope:
    if reply.is_error:
        return {"ok": False, **(reply.structured or {})}
    data = reply.text if reply.structured is None else reply.structured.get("result", reply.structured)
    return {"ok": True, "data": data}
