"""The pictures of documents for their pages: files beside them, and what a person wants to see from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from starlette.responses import JSONResponse, Response

from quire.core.errors import ForbiddenError, QuireError, UnsupportedError
from quire.formats.html.picture import content_type
from quire.server.engine import refusal
from quire.workspace import files

if TYPE_CHECKING:
    from starlette.requests import Request

    from quire.server.link import Link
    from quire.workspace.session import Client

MOST_BYTES = 32 * 1024 * 1024
HEADERS = {
    # Opened by itself, a picture is a page: one in which nothing runs.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=60",
}


class Pictures:
    """Shows pictures to those who were let in."""

    def __init__(self, link: Link, client: Client) -> None:
        self._link = link
        self._client = client

    async def show(self, request: Request) -> Response:
        """One picture, by its document and by how that names it."""
        source = request.query_params.get("source", "")
        try:
            data = await (self._fetched(source) if _is_address(source) else self._found(request, source))
            return Response(data, media_type=_kind(data), headers=HEADERS)
        except QuireError as error:
            return JSONResponse(refusal(error).structured, 404)

    async def _found(self, request: Request, source: str) -> bytes:
        given = {"document": request.path_params["document"], "source": source}
        reply = await self._link.call(self._client, "page_picture", given)
        found = reply.structured or {}
        if reply.is_error:
            raise QuireError.told(found["code"], found["message"], found["hint"])
        return await anyio.to_thread.run_sync(files.read, Path(found["path"]), MOST_BYTES)

    async def _fetched(self, address: str) -> bytes:
        if not self._client.fetches:
            raise ForbiddenError(
                "This server was started with --no-fetch, so it fetches no pictures.", "Save the picture beside it."
            )
        from quire.workspace import web

        return await anyio.to_thread.run_sync(web.WEB.fetch, re.sub("^//", "https://", address))


def _is_address(source: str) -> bool:
    return source.lower().startswith(("http:", "https:", "//"))


def _kind(data: bytes) -> str:
    """The type of a picture by what is in it, whatever its name or its server say."""
    if known := content_type(data):
        return known
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    if b"<svg" in data[:4096]:
        return "image/svg+xml"
    raise UnsupportedError("This is no picture that a page can show.", "Use PNG, JPEG, GIF, WebP, AVIF, BMP or SVG.")
