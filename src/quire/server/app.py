"""The HTTP side: MCP for programs, a page for people."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import secrets
import socket
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import anyio
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from wsproto.utilities import LocalProtocolError

from quire.core.author import Author
from quire.core.errors import FailureError
from quire.server import live, word
from quire.server.gate import COOKIE, NEEDS_LINK, Gate, Tickets, page_secret
from quire.server.live import Live
from quire.server.mcp import QuireServer
from quire.server.pictures import Pictures
from quire.server.profile import WORD_PORT
from quire.workspace.session import Client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anyio.abc import TaskGroup
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from quire.server.certificates import Certificates
    from quire.server.link import Link
    from quire.server.profile import Profile

logger = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024 * 1024
IDLE_SECONDS = 75
"""Longer than clients keep an idle connection: who closes it first must not be the one that is about to be asked."""
PAGE = Path(__file__).parent / "page"
"""What the build makes of web/editor."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
DRAWING_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"
)
"""Of the frame that draws diagrams: it has no origin, and reaches nothing."""


class Web:
    """The pages and the MCP endpoint of one server."""

    def __init__(self, link: Link, profile: Profile, tasks: TaskGroup, token: str, host: str) -> None:
        self._token = token
        self._link = link
        self._person = Client(Author("browser", "person"), profile.roots, fetches=profile.fetches)
        self._live = Live(link, self._person, tasks)
        self._tickets = Tickets(token)
        self.sessions = StreamableHTTPSessionManager(
            QuireServer(link, profile, tasks).build(), max_request_body_size=MOST_BYTES
        )
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/w/{label}", self._page),
                Route("/enter", self._enter),
                Route("/export/{document}/{target}", self._export),
                Route("/redline/{document}/{version:int}", self._redline),
                Route("/proof/{document}", self._proof),
                Mount(f"/{live.PATH}", self._live.app),
                Route("/picture/{document}", Pictures(link, self._person).show),
                Route("/page/drawing.html", self._drawing),
                Mount("/page", StaticFiles(directory=PAGE, check_dir=False)),
                Route("/mcp", StreamableHTTPASGIApp(self.sessions)),
            ],
            middleware=[Middleware(Gate, token=token, host=host)],
        )

    async def _enter(self, request: Request) -> Response:
        """Let a browser in that shows a ticket."""
        if not self._tickets.take(request.query_params.get("ticket", "")):
            return PlainTextResponse(f"This link was used, or is too old.\n\n{NEEDS_LINK}", 401)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, page_secret(self._token), httponly=True, samesite="strict")
        return response

    async def _export(self, request: Request) -> Response:
        """A copy of a document in another format, for the person to take along."""
        return await self._hand_out("page_export", request.path_params)

    async def _redline(self, request: Request) -> Response:
        """A copy of a Word document with all that came since a version as tracked changes."""
        return await self._hand_out("page_redline", request.path_params)

    async def _hand_out(self, tool: str, arguments: dict[str, Any]) -> Response:
        reply = await self._link.call(self._person, tool, arguments)
        if reply.is_error or reply.structured is None:
            return JSONResponse(reply.structured, 409)
        made = reply.structured
        return Response(b64decode(made["data"]), media_type="application/octet-stream", headers={
            "content-disposition": f"attachment; filename*=UTF-8''{quote(made['name'])}",
            "x-quire-simplified": quote(json.dumps(made["simplified"])), "x-content-type-options": "nosniff",
            "cache-control": "no-store",
        })  # fmt: skip

    async def _drawing(self, _: Request) -> Response:
        return FileResponse(PAGE / "drawing.html", headers={"content-security-policy": DRAWING_POLICY})

    async def _page(self, _: Request) -> Response:
        try:
            page = (PAGE / "index.html").read_text(encoding="utf-8")
        except FileNotFoundError:
            return PlainTextResponse("The editor's page was not built: install Quire again, or 'make run'.", 503)
        nonce = secrets.token_urlsafe(12)
        return HTMLResponse(page.replace("{nonce}", nonce), headers={
            "content-security-policy": POLICY.format(nonce=nonce), "cache-control": "no-store",
            "referrer-policy": "no-referrer", "x-content-type-options": "nosniff",
        })  # fmt: skip

    async def _proof(self, request: Request) -> Response:
        """A Word document to draw: too large for an answer on the socket."""
        asked = {"document": request.path_params["document"]}
        reply = await self._link.call(self._person, "page_proof", asked)
        if reply.is_error or reply.structured is None:
            return JSONResponse({"ok": False, **(reply.structured or {})}, 404)
        found = reply.structured
        return Response(b64decode(found["data"]), media_type="application/octet-stream", headers={
            "quire-revision": str(found["revision"]), "quire-look": found["look"],
            "cache-control": "no-store", "x-content-type-options": "nosniff",
        })  # fmt: skip


class _Uvicorn(uvicorn.Server):
    """uvicorn as a part of a program that has its own way to end."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().shutdown(sockets)
        except LocalProtocolError:  # a web socket closed itself this moment, and cannot be closed again
            await anyio.sleep(0.05)
            await super().shutdown(sockets)


def _next(port: int) -> int:
    """Another port to try, but not the one of Word's pane."""
    return port + 2 if port + 1 == WORD_PORT else port + 1


def bind(host: str, port: int) -> socket.socket:
    """A socket to serve on; refuses with a way out where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so asyncio sets TCP_NODELAY on connections
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(2048)  # from now on who connects waits, and is not refused
    except OSError as error:
        bound.close()
        taken = error.errno == errno.EADDRINUSE
        raise FailureError(
            f"Port {port} on {host} cannot be used: {error.strerror}.",
            "Another program has it. If that is Quire, 'quire open' shows its page; else "
            f"try --port {_next(port)} (make run PORT={_next(port)}), or --port 0 for any free one."
            if taken
            else "Give an address of this machine with --host, and a port that you may use.",
        ) from error
    return bound


def address(bound: socket.socket) -> str:
    """The web address of a bound socket."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(web: Web, bound: socket.socket) -> None:
    """Serve until cancelled, then let go of every connection in order."""
    config = uvicorn.Config(
        web.app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=1,
        timeout_keep_alive=IDLE_SECONDS, ws="wsproto", ws_max_size=MOST_BYTES,
    )  # fmt: skip
    server = _Uvicorn(config)
    with bound:
        async with anyio.create_task_group() as tasks, web.sessions.run():
            tasks.start_soon(_serve_shielded, server, bound)
            try:
                await anyio.sleep_forever()
            finally:
                server.should_exit = True  # then the sessions end, and with them the streams that it would wait for


def bind_word(port: int) -> socket.socket | None:
    """A socket to serve Word on; None where another process serves it already."""
    try:
        return bind("127.0.0.1", port)
    except FailureError as error:
        logger.warning("Word is not served by this process. %s", error.message)
        return None


async def serve_word(side: ASGIApp, bound: socket.socket, certificates: Certificates) -> None:
    """Serve Word's side over HTTPS until cancelled."""
    config = uvicorn.Config(
        side, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=1,
        ws="wsproto", ws_max_size=word.MOST_BYTES, ssl_certfile=certificates.leaf, ssl_keyfile=certificates.key,
    )  # fmt: skip
    server = _Uvicorn(config)
    with bound:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_serve_shielded, server, bound)
            try:
                await anyio.sleep_forever()
            finally:
                server.should_exit = True


async def _serve_shielded(server: uvicorn.Server, bound: socket.socket) -> None:
    # uvicorn ends well only when it is asked to; cancelled, it leaves its connections behind.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[bound])
        for connection in list(server.server_state.connections):  # whose clients did not close them in time
            if connection.transport is not None:
                connection.transport.abort()
        await anyio.sleep(0)  # what is aborted lets go of its socket at the loop's next turn
