"""What a page draws Word documents from."""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated

from pydantic import Field

from quire.tools.pages import OnePage
from quire.tools.registry import tool
from quire.tools.schema import Answer
from quire.workspace.session import Session

MOST_PARAGRAPHS = 2000

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
    first: Line
    last: Line


class ProofParagraph(Answer):
    """A paragraph; `lead` tells what stands between it and the one before."""

    line: int
    lead: str
    source: str


class ProofParagraphs(Answer):
    """Some paragraphs to draw anew, and what stands before the one behind them; none, if they are too many."""

    revision: int
    look: str
    opening: Annotated[str, Field(description="A start tag under which the paragraphs can be read.")]
    paragraphs: list[ProofParagraph]
    next: Annotated[str | None, Field(description="The lead of the paragraph behind; null at the end.")]


@tool("pages", family="person")
def page_paragraphs(session: Session, args: SomeLines) -> ProofParagraphs:
    """Some paragraphs of a Word document as they are now, to be drawn."""
    from quire.formats.docx.view.proof import look, paragraphs

    document = session.tab(args.document)
    last = min(args.last, args.first + MOST_PARAGRAPHS)
    found = [ProofParagraph(line=line, lead=lead, source=source)
             for line, lead, source in paragraphs(document.word, args.first, last + 1)]  # fmt: skip
    behind = found.pop() if found and found[-1].line > last else None
    return ProofParagraphs(
        revision=document.manuscript.revision,
        look=look(document.word),
        opening=document.word.body.frame.opening,
        paragraphs=found,
        next=behind.lead if behind else None,
    )
