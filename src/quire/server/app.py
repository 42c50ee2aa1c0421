"""The HTTP side: MCP for programs, a page for people."""

from __future__ import annotations

import contextlib
import errno
import html
import json
import secrets
import socket
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route

from quire import __version__
from quire.core.author import Author
from quire.core.errors import FailureError
from quire.server.gate import COOKIE, Gate, Tickets, page_secret
from quire.server.mcp import QuireServer
from quire.workspace.session import Client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anyio.abc import TaskGroup
    from starlette.requests import Request
    from starlette.responses import Response

    from quire.server.link import Link
    from quire.server.profile import Profile

MOST_BYTES = 64 * 1024 * 1024


class Web:
    """The pages and the MCP endpoint of one server."""

    def __init__(self, link: Link, profile: Profile, tasks: TaskGroup, token: str, host: str) -> None:
        self._link = link
        self._client = Client(Author("browser", "person"), profile.roots)
        self._token = token
        self._tickets = Tickets(token)
        self.sessions = StreamableHTTPSessionManager(
            QuireServer(link, profile, tasks).build(), max_request_body_size=MOST_BYTES
        )
        self.app = Starlette(
            routes=[
                Route("/", self._status),
                Route("/enter", self._enter),
                Route("/mcp", StreamableHTTPASGIApp(self.sessions)),
            ],
            middleware=[Middleware(Gate, token=token, host=host)],
        )

    async def _enter(self, request: Request) -> Response:
        """Let a browser in that shows a ticket."""
        if not self._tickets.take(request.query_params.get("ticket", "")):
            return PlainTextResponse("This link was used, or is too old. 'quire open' shows a new one.", 401)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, page_secret(self._token), httponly=True, samesite="strict")
        return response

    async def _status(self, _: Request) -> Response:
        nonce = secrets.token_urlsafe(12)
        rows = [await self._row(tab) for tab in await self._tabs()]
        policy = f"default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; frame-ancestors 'none'"
        return HTMLResponse(_PAGE.format(nonce=nonce, version=__version__, rows="".join(rows)), headers={
            "content-security-policy": policy, "cache-control": "no-store", "referrer-policy": "no-referrer",
        })  # fmt: skip

    async def _tabs(self) -> list[dict[str, Any]]:
        windows = await self._ask("workspace_list_windows")
        return [tab for window in windows for tab in await self._ask("tabs_list", windowId=window["label"])]

    async def _row(self, tab: dict[str, Any]) -> str:
        info = await self._ask("workspace_get_document_info", windowId=tab["id"])
        pending = await self._ask("suggestion_list", windowId=tab["id"])
        cells = (tab["title"], tab["filePath"] or "not saved yet", "yes" if tab["isDirty"] else "no",
                 info["wordCount"], pending["count"])  # fmt: skip
        return "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>"

    async def _ask(self, tool: str, **arguments: Any) -> Any:
        reply = await self._link.call(self._client, tool, arguments)
        if reply.is_error:
            raise FailureError(reply.text)
        return json.loads(reply.text)


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Quire</title>
<style nonce="{nonce}">
  body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
         color-scheme: light dark }}
  table {{ border-collapse: collapse; width: 100% }}
  th, td {{ text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid gray }}
</style></head><body>
<h1>Quire</h1>
<p>Version {version} is running. Agents reach it over MCP at <code>/mcp</code>; <code>quire review</code> in a terminal
shows what they suggest.</p>
<table><thead><tr><th>Document</th><th>File</th><th>Unsaved</th><th>Words</th><th>Suggestions</th></tr></thead>
<tbody>{rows}</tbody></table>
</body></html>
"""


class _Uvicorn(uvicorn.Server):
    """uvicorn as a part of a program that has its own way to end."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def bind(host: str, port: int) -> socket.socket:
    """A socket to serve on; refuses with a way out where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(2048)  # from now on who connects waits, and is not refused
    except OSError as error:
        bound.close()
        taken = error.errno == errno.EADDRINUSE
        raise FailureError(
            f"Port {port} on {host} cannot be used: {error.strerror}.",
            f"Another program has it, maybe another Quire: try --port {port + 1}, or --port 0 for any free one."
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
    config = uvicorn.Config(web.app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=1)
    server = _Uvicorn(config)
    with bound:
        async with anyio.create_task_group() as tasks, web.sessions.run():
            tasks.start_soon(_serve_shielded, server, bound)
            try:
                await anyio.sleep_forever()
            finally:
                server.should_exit = True  # then the sessions end, and with them the streams that it would wait for


async def _serve_shielded(server: uvicorn.Server, bound: socket.socket) -> None:
    # uvicorn ends well only when it is asked to; cancelled, it leaves its connections behind.
    with anyio.CancelScope(shield=True):
        await server.serve(sockets=[bound])
