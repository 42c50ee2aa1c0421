"""Pictures in Word documents in the terms of Word's own interface."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from quire.core.anchor import Range
from quire.core.errors import FailureError, ForbiddenError, InvalidArgumentError
from quire.core.pictures import Wrap
from quire.tools import registry
from quire.tools.registry import tool
from quire.tools.schema import Answer, present
from quire.tools.scope import InScope, Location, target
from quire.tools.support import lacking
from quire.workspace.session import Client, Session

if TYPE_CHECKING:
    from quire.core.document import Intent

MOST_BYTES = 20 << 20
MOST_POINTS = 1584
"""As large as Word's own pages."""
_PREFIX = re.compile(r"data:[^,]{0,200},", re.IGNORECASE)

Size = Annotated[float | None, Field(gt=0, le=MOST_POINTS, allow_inf_nan=False)]


class InsertPicture(InScope):
    source: Annotated[Literal["url", "base64"], Field(description="What data is.")]
    data: Annotated[str, Field(min_length=1, description="Address (https) of the picture, or itself in base64.")]
    location: Location = "replace"
    width: Annotated[Size, Field(description="Width in points.")] = None
    height: Annotated[Size, Field(description="Height in points.")] = None
    lock_aspect_ratio: Annotated[
        bool, Field(description="Keep the proportions; width and height are then the most that it takes.")
    ] = True
    alt_text: Annotated[str | None, Field(description="What the picture shows, for those who do not see it.")] = None
    wrap_type: Annotated[Wrap, Field(description="In the line, or with the text around, before or behind it.")] = (
        "inline"
    )


class PictureInserted(Answer):
    shape_id: str | None = present("Names a picture that stands apart from the line.")
    range_id: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")


def _fetch(client: Client, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with the picture itself in place of its address."""
    args = registry.tools()["insertPicture"].checked(arguments)
    if not isinstance(args, InsertPicture) or args.source != "url":
        return arguments
    if not client.fetches:
        raise ForbiddenError(
            "This server was started with --no-fetch, so it fetches no pictures.",
            "Give the picture itself, with source base64.",
        )
    from quire.workspace import web

    return {**arguments, "source": "base64", "data": b64encode(web.WEB.fetch(args.data)).decode()}


_NAMED = lacking("a Markdown document names pictures and holds none: insert `![description](file)`")


@tool("pictures", family="word", name="insertPicture", writes=True, prepare=_fetch, markdown=_NAMED)
def insert_picture(session: Session, args: InsertPicture) -> PictureInserted:
    """Insert a picture (PNG, JPEG, GIF, BMP) at the selection, a saved range, or an end of the document."""
    document = session.document(args.window_id)
    _ = document.word
    where = target(document, args.scope, args.location)
    intent = _intent(where, args)
    outcome = document.propose(intent, manner="acts")
    place = Range(where.start, where.start + 1) if outcome.applied else where
    (name,) = document.mark("range", place)
    return PictureInserted(
        shape_id=None if args.wrap_type == "inline" else f"shape-{intent.arguments['number']}",
        range_id=name,
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
    )


def _intent(where: Range, args: InsertPicture) -> Intent:
    from quire.formats.docx.edit.pictures import picture

    if args.source == "url":
        raise FailureError(f"{args.data!r} was not fetched.", "Give the picture itself, with source base64.")
    return picture(
        where,
        b64encode(decoded(args.data)).decode(),
        width=args.width,
        height=args.height,
        locked=args.lock_aspect_ratio,
        alt=args.alt_text or "",
        wrap=args.wrap_type,
    )


def decoded(data: str) -> bytes:
    """The bytes of a picture."""
    bare = "".join(_PREFIX.sub("", data, count=1).split())
    if len(bare) > MOST_BYTES * 4 // 3 + 4:
        raise InvalidArgumentError(f"The picture has more than {MOST_BYTES >> 20} MB.", "Give a smaller one.")
    try:
        return b64decode(bare.replace("-", "+").replace("_", "/") + "=" * (-len(bare) % 4), validate=True)
    except (Base64Error, ValueError) as error:
        raise InvalidArgumentError(
            f"The data is no base64: {error}.", "Give the bytes of a picture in base64, or an address with source url."
        ) from error
