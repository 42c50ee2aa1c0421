"""A document in another format: what it says, written anew, and what is simpler there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal, get_args

from quire.core.content import Content, Picture
from quire.core.pictures import inline, sources
from quire.core.rewriting import with_spans
from quire.core.simplification import omitted, simplified

if TYPE_CHECKING:
    from quire.core.content import Span
    from quire.core.document import Document
    from quire.formats.docx.document import DocxDocument
    from quire.formats.markdown.document import MarkdownDocument

Target = Literal["markdown", "docx", "html"]
TARGETS: tuple[Target, ...] = get_args(Target)

Fetch = Callable[[str], bytes | None]
"""The bytes of a picture that a document names and does not hold; None where it is not at hand."""
Illustrate = Callable[[Content], Content]
"""Content with pictures in the place of the code of diagrams, as far as they can be drawn."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A file in another format, what is simpler in it, and the files that lie beside it, by their relative names."""

    data: bytes
    simpler: tuple[str, ...]
    beside: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a document says, the pictures that are at hand, and what is not told."""

    content: Content
    pictures: Mapping[str, bytes]
    omitted: tuple[str, ...] = ()


def convert(
    document: Document, target: Target, title: str, fetch: Fetch, illustrate: Illustrate = lambda said: said
) -> Converted:
    """A document in another format, for a file whose name begins with its title."""
    told = _told(document, fetch, illustrate)
    match target:
        case "docx":
            return _as_docx(told)
        case "html":
            return _as_html(told, title)
        case "markdown":
            return _as_markdown(told, title)


# What a document says


def _told(document: Document, fetch: Fetch, illustrate: Illustrate) -> _Told:
    from quire.formats.docx.document import DocxDocument
    from quire.formats.markdown.document import MarkdownDocument

    if isinstance(document, DocxDocument):
        return _told_by_docx(document)
    if isinstance(document, MarkdownDocument):
        return _told_by_markdown(document, fetch, illustrate)
    raise TypeError(f"{type(document).__name__} is no document that can be converted")


def _told_by_markdown(document: MarkdownDocument, fetch: Fetch, illustrate: Illustrate) -> _Told:
    from quire.formats.markdown.content import content
    from quire.formats.markdown.normal import normalised

    said = illustrate(normalised(content(document)))
    found = {source: inline(source) or fetch(source) for source in sources(said)}
    return _Told(said, {source: data for source, data in found.items() if data})


def _told_by_docx(document: DocxDocument) -> _Told:
    from quire.formats.docx.content.rendition import content
    from quire.formats.docx.edit.omission import OMISSIONS

    said = content(document)
    package = document.package
    pictures = {source: package.part(source) for source in sources(said) if package.has(source)}
    return _Told(said, pictures, omitted(document, OMISSIONS))


# How it is written


def _as_docx(told: _Told) -> Converted:
    from quire.formats.docx.content.composition import new_document
    from quire.formats.docx.content.simplification import simplifications

    _, simpler = simplified(told.content, simplifications(told.pictures))
    return Converted(new_document(told.content, told.pictures), (*told.omitted, *simpler))


def _as_html(told: _Told, title: str) -> Converted:
    from quire.formats.html.page import page
    from quire.formats.html.simplification import simplifications

    _, simpler = simplified(told.content, simplifications(told.pictures))
    return Converted(page(told.content, title, told.pictures).encode("utf-8"), (*told.omitted, *simpler))


def _as_markdown(told: _Told, title: str) -> Converted:
    """Markdown, with its pictures in a folder beside it."""
    from quire.formats.markdown.composing import markdown
    from quire.formats.markdown.omission import OMISSIONS

    names = _names(told.pictures, f"{title}-pictures")

    def renamed(span: Span) -> tuple[Span]:
        if isinstance(span, Picture) and span.source in names:
            return (replace(span, source=names[span.source]),)
        return (span,)

    written = markdown(with_spans(told.content, renamed)).encode("utf-8")
    beside = {names[source]: data for source, data in told.pictures.items()}
    return Converted(written, (*told.omitted, *omitted(told.content, OMISSIONS)), beside)


def _names(pictures: Mapping[str, bytes], folder: str) -> dict[str, str]:
    """The file of each picture, in a folder; no two have the same."""
    names: dict[str, str] = {}
    for source in pictures:
        path = PurePosixPath(source)
        name, number = path.name, 2
        while f"{folder}/{name}" in names.values():
            name, number = f"{path.stem}-{number}{path.suffix}", number + 1
        names[source] = f"{folder}/{name}"
    return names
