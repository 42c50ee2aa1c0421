"""The paragraphs of a Word document in the terms of Word's own interface."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from quire.core.errors import InvalidArgumentError
from quire.formats.docx.text.control import LONGEST_TAG
from quire.formats.docx.text.place import Place
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.tools.scope import Scope, resolve
from quire.tools.support import lacking
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.core.anchor import Range
    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.edit.controls import Control
    from quire.workspace.session import OpenDocument

LONGEST_PREFIX = LONGEST_TAG - len(":99999999")


class ListParagraphs(InWindow):
    scope: Scope = "document"
    create_controls: Annotated[bool, Field(description="Put a hidden content control around each that has none.")] = (
        True
    )
    control_tag_prefix: Annotated[
        str, Field(max_length=LONGEST_PREFIX, description="What the tags of new controls begin with.")
    ] = "mcp-paragraph"
    include_text: Annotated[bool, Field(description="Tell the texts.")] = True
    max_chars: Annotated[int | None, Field(ge=1, description="Tell so much of each text as its excerpt.")] = None
    filter_empty: Annotated[bool, Field(description="Leave out paragraphs without text.")] = True


class ListedParagraph(Answer):
    index: Annotated[int, Field(description="Number of the paragraph in the document, from 0.")]
    text: str | None = present()
    excerpt: str | None = present()
    range_id: str
    cc_id: int | None = present("Id of the content control around it.")
    cc_tag: str | None = present("Tag of the content control around it.")


class ParagraphList(Answer):
    paragraphs: list[ListedParagraph]
    applied: bool
    suggestion_id: str | None = present("Present when new controls wait for approval.")


_BLOCKS = lacking("Markdown has no content controls: list_blocks names its paragraphs")


@tool("text", family="word", name="listParagraphs", writes=True, idempotent=True, markdown=_BLOCKS)
def list_paragraphs(session: Session, args: ListParagraphs) -> ParagraphList:
    """List the paragraphs, those in cells included, each with a lasting rangeId and its content control. One without a
    control gets a hidden one, which changes the document, unless createControls is false."""
    from quire.formats.docx.edit.controls import controls

    check_prefix(args.control_tag_prefix)
    document = session.document(args.window_id)
    scope = resolve(document, args.scope)
    wanted = list(_wanted(document.word, scope, args))
    suggestion, applied = _create_controls(document, wanted, args) if args.create_controls else (None, True)
    found = dict(enumerate(controls(document.word.body)))
    return ParagraphList(
        paragraphs=[_listed(document.word, index, found[index], args) for index in wanted],
        applied=applied,
        suggestion_id=suggestion,
    )


def check_prefix(prefix: str) -> None:
    """Refuse what no tag can begin with."""
    if re.search(r"[\x00-\x1f\x7f]", prefix):
        raise InvalidArgumentError(
            f"controlTagPrefix {prefix!r} has control characters in it.", "Use letters and digits."
        )


def _wanted(document: DocxDocument, scope: Range, args: ListParagraphs) -> Iterator[int]:
    """The numbers of the paragraphs in a scope; one at whose start it ends is not in it."""
    if not len(document.body):
        return
    first, start = document.body.at(scope.start)
    for index, block in enumerate(document.body.from_(first), first):
        if start > scope.end or (start == scope.end and index > first and start > scope.start):
            return
        if block.text.strip() or not args.filter_empty:
            yield index
        start += len(block.text) + 1


def _create_controls(document: OpenDocument, wanted: list[int], args: ListParagraphs) -> tuple[str | None, bool]:
    """Put a control around each paragraph that has none and can have one."""
    from quire.formats.docx.edit.controls import can_be_wrapped, controls, wrap

    body, known = document.word.body, dict(enumerate(controls(document.word.body)))
    lacking = [index for index in wanted if known[index] is None and can_be_wrapped(body[index])]
    if not lacking:
        return None, True
    places = [document.word.span(_place(document.word, index)) for index in lacking]
    tags = [f"{args.control_tag_prefix}:{index}" for index in lacking]
    outcome = document.propose(wrap(places, tags), manner="acts")
    return outcome.suggestion_id, outcome.applied


def _place(document: DocxDocument, index: int) -> Place:
    return Place(document.package.main, document.body[index].key)


def _listed(document: DocxDocument, index: int, control: Control | None, args: ListParagraphs) -> ListedParagraph:
    text = document.body[index].text
    return ListedParagraph(
        index=index,
        text=text if args.include_text else None,
        excerpt=text[: args.max_chars] if args.max_chars else None,
        range_id=f"rangeId:{document.id(_place(document, index))}",
        cc_id=control.id if control else None,
        cc_tag=control.tag if control else None,
    )
