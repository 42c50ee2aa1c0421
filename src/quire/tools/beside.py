"""What lies beside a document: the pictures that it shows, and those that a person drops into it."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, unquote

from pydantic import Field

from quire.core.errors import InvalidArgumentError, NotFoundError
from quire.tools.pages import OnePage
from quire.tools.registry import tool
from quire.tools.schema import Answer
from quire.workspace import files
from quire.workspace.session import Session

if TYPE_CHECKING:
    from pathlib import Path

ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".svg")
FOLDER = "assets"
MOST_BYTES = 20 << 20


class Find(OnePage):
    source: Annotated[str, Field(min_length=1, max_length=4000, description="The picture as the document names it.")]


class Found(Answer):
    """Where a picture is."""

    path: str


@tool("pages", family="person")
def page_picture(session: Session, args: Find) -> Found:
    """Find the file of a picture that a document names."""
    folder = session.tab(args.document).path.parent
    bare = re.sub(r"[?#].*$", "", args.source)
    for name in dict.fromkeys((args.source, unquote(args.source), unquote(bare))):
        path = session.client.roots.resolve(str(folder / name))
        if path.suffix.lower() in ENDINGS and path.is_file():
            return Found(path=str(path))
    raise NotFoundError(f"There is no picture {args.source!r} beside the document.", f"Kinds: {', '.join(ENDINGS)}.")


class Keep(OnePage):
    name: Annotated[str, Field(min_length=1, max_length=400, description="What the picture is called.")]
    data: Annotated[str, Field(description="The picture in base64.")]


class Kept(Answer):
    """How the document names the picture now."""

    source: str


@tool("pages", family="person", writes=True)
def page_keep_picture(session: Session, args: Keep) -> Kept:
    """Put a picture into the folder for them beside a document."""
    document = session.tab(args.document)
    name, data = _name(args.name), _data(args.data)
    folder = session.client.roots.resolve(str(document.path.parent / FOLDER))
    files.make_folder(folder)
    path = _free(folder, name, data)
    files.write(session.client.roots.resolve(str(path)), data, set())
    return Kept(source=quote(f"{FOLDER}/{path.name}"))


def _name(given: str) -> str:
    """A plain name of the same kind, that means no other folder."""
    stem, dot, ending = re.split(r"[/\\]", given)[-1].rpartition(".")
    if f".{ending.lower()}" not in ENDINGS or not dot:
        raise InvalidArgumentError(f"{given!r} is not named as a picture is.", f"Kinds: {', '.join(ENDINGS)}.")
    plain = re.sub(r"[^\w-]+", "-", stem).strip("-.")[:80] or "picture"
    return f"{plain}.{ending.lower()}"


def _data(given: str) -> bytes:
    try:
        data = b64decode(given, validate=True)
    except Base64Error as error:
        raise InvalidArgumentError("The picture is not in base64.", "Send it again.") from error
    if not 0 < len(data) <= MOST_BYTES:
        raise InvalidArgumentError(
            f"The picture has {len(data):,} bytes.", f"It may have {MOST_BYTES >> 20} MB; make it smaller first."
        )
    return data


def _free(folder: Path, name: str, data: bytes) -> Path:
    """A name that nothing else has; a picture that is there already keeps its own."""
    stem, _, ending = name.rpartition(".")
    for number in range(1, 10_000):
        path = folder / (name if number == 1 else f"{stem}-{number}.{ending}")
        if files.current_digest(path) in (None, files.digest(data)):
            return path
    raise InvalidArgumentError(f"There are too many pictures called {name!r}.", "Give it another name.")
