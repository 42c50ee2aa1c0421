"""The kinds of document: how each is read from a file and written to one.

What a kind can do is imported with its first document, or when there is time: a server is to answer its client before.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from quire.core.anchor import Range
from quire.core.document import Document, Intent, rewrite
from quire.core.errors import NotFoundError, UnsupportedError

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of document."""

    name: str
    title: str
    extensions: tuple[str, ...]
    most_bytes: int
    blank: Callable[[], Document]
    read: Callable[[bytes], Document]
    write: Callable[[Document], bytes]
    renew: Callable[[bytes], Intent]  # the change that makes a document hold what a file holds
    rebase: Callable[[Document, bytes | None], Document]  # the same document, whose file holds this or is not known
    endings: Callable[[Document], tuple[str, ...]]  # how the name of a file may end that holds a document
    markdown: Callable[[Document], str]  # what a document says
    express: Callable[[Document, Intent], Intent]  # an intent that brings Markdown, in the format's own terms
    excerpt: Callable[[Document, Range], str]  # what the blocks of a range say, as Markdown


def _blank_markdown() -> Document:
    return _markdown("")


def _markdown(text: str) -> Document:
    from quire.formats.markdown.document import MarkdownDocument

    return MarkdownDocument(text)


def _read_markdown(data: bytes) -> Document:
    if b"\0" in data:
        raise UnsupportedError("The file is not text: it has NUL bytes.", "Open a Markdown or plain text file.")
    try:
        return _markdown(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise UnsupportedError(
            f"The file is not UTF-8: byte 0x{data[error.start]:02X} at offset {error.start} does not fit.",
            "Convert it to UTF-8 first, for example with iconv, and open it again.",
        ) from error


def _write_markdown(document: Document) -> bytes:
    return document.text.encode("utf-8")


def _renew_markdown(data: bytes) -> Intent:
    return rewrite(_read_markdown(data).text)


def _rebase_markdown(document: Document, _: bytes | None) -> Document:
    return document


def _markdown_endings(_: Document) -> tuple[str, ...]:
    return MARKDOWN.extensions


def _express_markdown(_: Document, intent: Intent) -> Intent:
    if intent.verb == "write":
        return replace(intent, verb="put")
    return replace(intent, verb="rewrite") if intent.verb == "restate" else intent


def _text(document: Document) -> str:
    return document.text


def _blank_docx() -> Document:
    from quire.formats.docx.style.blank import blank

    return _read_docx(blank())


def _read_docx(data: bytes) -> Document:
    from quire.formats.docx.document import DocxDocument

    return DocxDocument.read(data)


def _word(document: Document) -> DocxDocument:
    from quire.formats.docx.document import DocxDocument

    if not isinstance(document, DocxDocument):
        raise TypeError(f"{type(document).__name__} is no Word document")
    return document


def _write_docx(document: Document) -> bytes:
    return _word(document).write()


def _renew_docx(data: bytes) -> Intent:
    return Intent("renew", (), {"data": b64encode(data).decode()})


def _rebase_docx(document: Document, data: bytes | None) -> Document:
    return _word(document).based_on(data)


def _docx_endings(document: Document) -> tuple[str, ...]:
    """Word refuses to open a file whose name says that it is another kind: with macros or not, template or not."""
    return (f".{_word(document).package.variant}",)


def _docx_markdown(document: Document) -> str:
    from quire.formats.translation import markdown

    return markdown(_word(document))


def _slice(document: Document, where: Range) -> str:
    return document.slice(where.start, where.end)


def _docx_excerpt(document: Document, where: Range) -> str:
    from quire.formats.translation import excerpt

    return excerpt(_word(document), where)


def _express_docx(document: Document, intent: Intent) -> Intent:
    from quire.formats.translation import express

    return express(_word(document), intent)


MARKDOWN = Format(
    "markdown",
    "Markdown",
    (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd", ".txt", ""),
    128 * 1024 * 1024,
    _blank_markdown,
    _read_markdown,
    _write_markdown,
    _renew_markdown,
    _rebase_markdown,
    _markdown_endings,
    _text,
    _express_markdown,
    _slice,
)
DOCX = Format(
    "docx",
    "Word",
    (".docx", ".docm", ".dotx", ".dotm"),
    256 * 1024 * 1024,
    _blank_docx,
    _read_docx,
    _write_docx,
    _renew_docx,
    _rebase_docx,
    _docx_endings,
    _docx_markdown,
    _express_docx,
    _docx_excerpt,
)
FORMATS = {known.name: known for known in (MARKDOWN, DOCX)}


def load() -> None:
    """Import what every kind can do, before anybody waits for it."""
    for module in ("markdown.document", "docx.document", "translation"):
        import_module(f"{__name__}.{module}")


def named(name: str) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise NotFoundError(f"There is no document format {name!r}.", f"Formats: {', '.join(FORMATS)}.")
    return FORMATS[name]


def of_path(path: str) -> Format:
    """The format of a file, by how its name ends."""
    extension = PurePath(path).suffix.lower()
    for known in FORMATS.values():
        if extension in known.extensions:
            return known
    raise UnsupportedError(
        f"{PurePath(path).name!r} is not a kind of document that Quire edits.",
        f"It edits files that end in {', '.join(e for f in FORMATS.values() for e in f.extensions if e)}.",
    )
