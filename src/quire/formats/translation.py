"""Markdown for documents of another kind: how one reads, and what is to be done to it so that Markdown stands in it.

Positions stay those of the document's own text. What is written within a line is read as part of that line: a dash or a
number sign is no list and no heading there.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from quire.core.content import Code, Content, Markup, Paragraph, Text
from quire.core.document import Intent
from quire.core.errors import UnsupportedError
from quire.core.notation import to_json
from quire.core.rewriting import with_spans
from quire.formats import restatement
from quire.formats.docx.content.rendition import content as said_by
from quire.formats.docx.view import grid
from quire.formats.markdown.composing import markdown as written
from quire.formats.markdown.content import content as read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.core.anchor import Range
    from quire.core.content import Span
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place

_GUARD = "x "
"""What makes sure that a text is read as the middle of a line."""


def markdown(document: DocxDocument) -> str:
    """What a Word document says, as Markdown."""
    return written(said_by(document))


def excerpt(document: DocxDocument, where: Range) -> str:
    """What the paragraphs of a range of the body say, as Markdown."""
    first, _ = document.body.at(where.start)
    last, start = document.body.at(where.end)
    return written(said_by(document, None, first, max(first, last - (start == where.end))))


def express(document: DocxDocument, intent: Intent) -> Intent:
    """An intent that brings Markdown, in terms of a Word document; any other stays as it is."""
    if intent.verb == "write":
        (where,) = intent.ranges
        if not intent.arguments.get("beyond"):
            where.within(len(document))
        return write(document, where, str(intent.arguments["content"]))
    if intent.verb == "restate":
        return restate(document, said_by(document), str(intent.arguments["content"]))
    if intent.verb == "insert_diagram":
        code = Code(str(intent.arguments["code"]).strip("\r\n"), "mermaid")
        return replace(intent, arguments={**intent.arguments, "content": to_json(Content((code,)))})
    if intent.verb in _BRINGING:
        text = str(intent.arguments["content"])
        return replace(intent, arguments={**intent.arguments, "content": _brought(text), "text": text})
    if intent.verb in _MODIFYING:
        brought = [_MODIFYING[intent.verb](operation) for operation in intent.arguments["operations"]]
        return replace(intent, arguments={**intent.arguments, "operations": brought})
    return intent


_BRINGING = ("update_block", "insert_block", "update_section", "insert_section")
"""The verbs that bring blocks in Markdown."""


def _brought(text: str) -> dict[str, Any]:
    """Blocks in Markdown, as an intent holds them."""
    return to_json(_with_tags(read(text)))


def _modifying_list(operation: dict[str, Any]) -> dict[str, Any]:
    return {**operation, "content": _brought(operation["content"])} if "content" in operation else operation


def _modifying_table(operation: dict[str, Any]) -> dict[str, Any]:
    """In a cell of Markdown there are no blocks: each line of what it is to say is a paragraph."""

    def said(text: str) -> dict[str, Any]:
        lines = [_line(line) for line in text.splitlines()]
        notes = {name: blocks for line in lines for name, blocks in line.notes.items()}
        return to_json(_with_tags(Content(tuple(block for line in lines for block in line.blocks), notes)))

    made = dict(operation)
    made |= {key: said(text) for key, text in operation.items() if key in ("content", "header")}
    made |= {key: [said(text) for text in texts] for key, texts in operation.items() if key == "cells"}
    return made


_MODIFYING = {"modify_list": _modifying_list, "modify_table": _modifying_table}
"""The verbs whose operations bring Markdown, and what makes an operation bring content."""


def restate(document: DocxDocument, said: Content, text: str) -> Intent:
    """Markdown instead of what the document says somewhere."""
    return restatement.restate(document, said, read(written(said)), _with_tags(read(text)))


def write(document: DocxDocument, where: Range, text: str) -> Intent:
    """Markdown in the place of a range."""
    first, start = document.at(where.start)
    last, end = document.at(where.end)
    begins, ends = text[:1] in ("\r", "\n"), text[-1:] in ("\r", "\n")
    is_whole = start == 0 and end == len(document.text_of(last))
    if is_whole and not where.is_empty and not (first == last and _is_paragraph(text)):
        with suppress(UnsupportedError):  # it may still be written anew
            return restate(document, _said_in(document, first, last), text)
    is_in_line = not begins and (start > 0 or not (where.is_empty or is_whole))
    is_line = not re.search(r"[\r\n]", text.strip("\r\n"))
    made = _line(text.strip("\r\n")) if is_line and is_in_line else _blocks(text.strip("\r\n"), is_line=is_line)
    arguments = {"content": to_json(_with_tags(made)), "begins": begins, "ends": ends}
    return Intent("compose", (where,), arguments)


def _is_paragraph(text: str) -> bool:
    blocks = read(text).blocks
    return not blocks or (len(blocks) == 1 and isinstance(blocks[0], Paragraph))


def _said_in(document: DocxDocument, first: Place, last: Place) -> Content:
    """What some paragraphs say."""
    story = document.story(first.part)
    numbers = story.index(first.key), story.index(last.key)
    said = Content() if first.part != last.part else said_by(document, first.part, *numbers)
    if not said.blocks or any(grid.standing_at(story, number) for number in numbers):
        raise UnsupportedError("That is no row of blocks.", "Write it anew.")
    return said


def _line(text: str) -> Content:
    """What a text says in the middle of a line."""
    inside = text.strip(" \t")
    made = read(_GUARD + inside)
    first = made.blocks[0] if len(made.blocks) == 1 else None
    spans: tuple[Span, ...] = (Text(inside),)
    if isinstance(first, Paragraph) and isinstance(first.spans[0], Text) and first.spans[0].text.startswith("x"):
        opening = replace(first.spans[0], text=first.spans[0].text.removeprefix(_GUARD.strip()).removeprefix(" "))
        spans = (opening, *first.spans[1:]) if opening.text else first.spans[1:]
    return _spaced(Content((Paragraph(spans),), made.notes), text)


def _blocks(text: str, *, is_line: bool) -> Content:
    """What a text says that begins a line."""
    made = read(text.strip(" \t") if is_line else text)
    if is_line and text and text.isspace():
        return Content((Paragraph((Text(text),)),))
    return _spaced(made, text)


def _spaced(content: Content, text: str) -> Content:
    """Content with the blanks that stand around it, which count within a line."""
    if not content.blocks:
        return content
    blocks = list(content.blocks)
    before, behind = text[: len(text) - len(text.lstrip(" \t"))], text[len(text.rstrip(" \t")) :]
    if isinstance(blocks[0], Paragraph) and before:
        blocks[0] = Paragraph((Text(before), *blocks[0].spans))
    if isinstance(blocks[-1], Paragraph) and behind:
        blocks[-1] = Paragraph((*blocks[-1].spans, Text(behind)))
    return Content(tuple(blocks), content.notes)


def _with_tags(content: Content) -> Content:
    """Content in which tags that no other format knows are text: nothing that was written is lost."""

    def shown(span: Span) -> Iterable[Span]:
        is_tag = isinstance(span, Markup) and not span.source.startswith("<!--")
        return (Text(span.source),) if is_tag and isinstance(span, Markup) else (span,)

    return with_spans(content, shown)
