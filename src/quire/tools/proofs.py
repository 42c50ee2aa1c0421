"""What a page draws Word documents from."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Annotated, cast

from pydantic import Field

from quire.core.errors import ConflictError
from quire.tools.pages import OnePage
from quire.tools.registry import tool
from quire.tools.schema import Answer
from quire.workspace.session import OpenDocument, Session

if TYPE_CHECKING:
    from quire.formats.docx.document import DocxDocument

MOST_PARAGRAPHS = 1000

Line = Annotated[int, Field(ge=0, description="The number of a paragraph of the body, from 0.")]


class Proof(Answer):
    """A Word document as a file to draw from: each of its paragraphs says which it is."""

    revision: int
    look: Annotated[str, Field(description="Names all that is not the body: styles, pictures, notes, headers.")]
    data: Annotated[str, Field(description="The file in base64.")]


@tool("pages", family="person")
def page_proof(session: Session, args: OnePage) -> Proof:
    """A Word document as it is now, to be drawn."""
    from quire.formats.docx.view.proof import look, proof

    document = session.tab(args.document)
    return Proof(
        revision=document.manuscript.revision,
        look=look(document.word),
        data=b64encode(proof(document.word)).decode(),
    )


class SomeLines(OnePage):
    revision: Annotated[int, Field(ge=0, description="The revision of which all is drawn, but for these lines.")]
    lines: Annotated[list[Line], Field(max_length=MOST_PARAGRAPHS, description="What is to be drawn in any case.")]


class ProofParagraph(Answer):
    """A paragraph; `lead` tells what stands between it and the one before, `next` the same of the one behind."""

    line: int
    lead: str
    source: str
    next: str | None


class ProofParagraphs(Answer):
    """What is to be drawn anew: some paragraphs, or null for all, where they are too many or nobody knows which."""

    revision: int
    look: str
    opening: Annotated[str, Field(description="A start tag under which the paragraphs can be read.")]
    paragraphs: list[ProofParagraph] | None


@tool("pages", family="person")
def page_paragraphs(session: Session, args: SomeLines) -> ProofParagraphs:
    """The paragraphs of a Word document that changed since a revision, as they are now, to be drawn."""
    from quire.formats.docx.view.proof import look

    document = session.tab(args.document)
    return ProofParagraphs(
        revision=document.manuscript.revision,
        look=look(document.word),
        opening=document.word.body.frame.opening,
        paragraphs=_changed(document, args),
    )


def _changed(document: OpenDocument, args: SomeLines) -> list[ProofParagraph] | None:
    from quire.formats.docx.view.proof import paragraph, touched

    try:
        before = cast("DocxDocument", document.at(args.revision))
    except ConflictError:
        return None
    found = {*touched(before, document.word), *(line for line in args.lines if line < len(document.word.body))}
    if len(found) > MOST_PARAGRAPHS:
        return None
    told = ((line, *paragraph(document.word, line)) for line in sorted(found))
    return [ProofParagraph(line=line, lead=lead, source=source, next=behind) for line, lead, source, behind in told]
