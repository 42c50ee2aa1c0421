"""What Word sees of Quire: the add-in's pane and its socket, over HTTPS, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketClose

from quire.server import pane
from quire.server.gate import LOOPBACK, hostname, netloc

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from quire.server.word import WordBridge

OFFICE_JS = "https://appsforoffice.microsoft.com"
FRAMES = " ".join(
    f"https://*.{host}"
    for host in ("officeapps.live.com", "office.com", "microsoft365.com", "cloud.microsoft", "sharepoint.com")
)
"""Where Word in a browser shows panes."""
POLICY = (
    f"default-src 'none'; script-src 'self' {OFFICE_JS}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    f"connect-src 'self' wss://{{host}}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' {FRAMES}"
)


def word_side(bridge: WordBridge) -> ASGIApp:
    """The pane and its socket."""
    files = StaticFiles(directory=pane.FOLDER) if pane.FOLDER.is_dir() else _unbuilt
    return Starlette(
        routes=[Mount(f"/{pane.PATH}", bridge.app), Mount("/word-addin", files)],
        middleware=[Middleware(Doorway)],
    )


_unbuilt = PlainTextResponse("The pane was not built: install Quire again, or 'make run'.", 503)


class Doorway:
    """Lets in who names this machine; on the socket only the pane itself, which shows its key there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if scope["type"] == "websocket" and not (_is_here(host) and _is_own(headers, host)):
            await WebSocketClose(reason="refused")(scope, receive, send)
        elif scope["type"] == "http" and not _is_here(host):
            await PlainTextResponse("This address is not one of this server's.", 421)(scope, receive, send)
        else:
            await self._app(scope, receive, _guarded(send, host))


def _is_here(host: str) -> bool:
    return hostname(f"//{host}") in LOOPBACK


def _is_own(headers: Headers, host: str) -> bool:
    origin = headers.get("origin", "")
    return origin.startswith("https://") and netloc(origin) == host


def _guarded(send: Send, host: str) -> Send:
    """Sends with what a browser is to know of the pane."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["content-security-policy"] = POLICY.format(host=host)
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "no-referrer"
            headers["cache-control"] = "no-cache"
        await send(message)

    return guarded
