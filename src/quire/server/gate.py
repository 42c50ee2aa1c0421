"""Who gets in over HTTP: only callers on this machine's own pages and programs, and only with the token."""

from __future__ import annotations

import hmac
import secrets
import time
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocketClose

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

COOKIE = "quire"
DRAWING = "/page/drawing.js"
"""A program for a frame that has no origin, to which browsers give no cookie; there is nothing secret in it."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
TICKET_SECONDS = 3600
NEEDS_LINK = """\
This browser is not known to Quire yet.

Run 'quire open' in a terminal: it prints a link that lets the browser in. (Where Quire was started with 'make run',
that is '.venv/bin/quire open' in its folder.)
"""


class Gate:
    """Checks `Host`, `Origin` and the token of every request and socket, before anything else sees it."""

    def __init__(self, app: ASGIApp, token: str, host: str) -> None:
        self._app = app
        self._token = token
        self._hosts = {*LOOPBACK, host}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (refusal := self._refusal(scope)):
            await (refusal if scope["type"] == "http" else WebSocketClose(reason="refused"))(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if hostname(f"//{headers.get('host', '')}") not in self._hosts:
            return _refuse(421, "This address is not one of this server's.")
        if scope["path"] == DRAWING:
            return None
        origin = headers.get("origin")
        if origin is not None and netloc(origin) != headers["host"]:
            return _refuse(403, "Only pages of this server itself may call it.")
        if scope["path"] == "/enter" or self._is_known(scope, headers):
            return None
        if "text/html" in headers.get("accept", ""):
            return PlainTextResponse(NEEDS_LINK, 401)
        return _refuse(401, "The token is missing or wrong. 'quire open' shows a link; programs send it as a bearer.")

    def _is_known(self, scope: Scope, headers: Headers) -> bool:
        kind, _, value = headers.get("authorization", "").partition(" ")
        query = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
        if _same(value if kind.lower() == "bearer" else query[0], self._token):
            return True
        # Browsers send a cookie to every port of this machine: it opens the pages, not what programs use.
        return scope["path"] != "/mcp" and _same(_cookie(headers), page_secret(self._token))


def page_secret(token: str) -> str:
    """What a browser that came in with a ticket keeps as its cookie."""
    return _sign(token, "page")


def pane_secret(token: str) -> str:
    """What the add-in's pane in Word shows: it stands in the manifest, and opens nothing but the pane's socket."""
    return _sign(token, "pane")


def ticket(token: str) -> str:
    """A pass for a browser, good for one entry. Whoever knows the token can write one."""
    body = f"{int(time.time()) + TICKET_SECONDS}-{secrets.token_urlsafe(12)}"
    return f"{body}.{_sign(token, f'ticket:{body}')}"


def entry(url: str, token: str) -> str:
    """A link that lets a browser in, once."""
    return f"{url}/enter?ticket={ticket(token)}"


class Tickets:
    """The tickets that were used already."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._used: set[str] = set()

    def take(self, given: str) -> bool:
        """Whether a ticket is good; from now on it is not."""
        body, _, signature = given.rpartition(".")
        if given in self._used or not _same(signature, _sign(self._token, f"ticket:{body}")):
            return False
        self._used.add(given)
        return int(body.partition("-")[0]) > time.time()


def _sign(token: str, what: str) -> str:
    return hmac.new(token.encode(), what.encode(), "sha256").hexdigest()


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode(), known.encode())


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def hostname(url: str) -> str | None:
    """The host of an address, without its port."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def netloc(url: str) -> str | None:
    """The host of an address, with its port if it names one."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return None


def _refuse(status: int, why: str) -> JSONResponse:
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse({"ok": False, "code": "E_PERMISSION", "message": why}, status, headers)
