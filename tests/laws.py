"""The laws that hold for every change, checked wherever a test makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.core.changeset import units
from quire.core.event import Edited
from quire.core.mirror import followed, page_text
from quire.core.transaction import AFTER, BEFORE, Transaction
from quire.formats.docx.document import DocxDocument
from quire.workspace.journal import decode_event, encode_event

if TYPE_CHECKING:
    from quire.core.document import Document


def check_transaction(document: Document, transaction: Transaction) -> None:
    """Result, inverse, serialisation and mapping of one change of one document."""
    after = document.apply(transaction)
    assert _file(after.apply(transaction.inverse())) == _file(document), "the inverse gives back the same file"
    assert transaction.inverse().inverse() == transaction, "inverting twice is nothing"
    assert decode_event(encode_event(Edited(transaction))) == Edited(transaction), "a change survives storage"
    _check_mapping(whole_text(document), whole_text(after), transaction)
    _check_following(document, after, transaction)


def whole_text(document: Document) -> str:
    """All that anchors stand in: of a Word document the body, behind it its other stories, then its text boxes."""
    if not isinstance(document, DocxDocument):
        return document.text
    stories = [document.story(part) for part in document.parts]
    boxes = ("\n".join(box.text for box in story.boxed.values()) for story in stories)
    return "\n".join((*(story.text for story in stories), *boxes))


def _file(document: Document) -> bytes:
    return document.write() if isinstance(document, DocxDocument) else document.text.encode("utf-8", "surrogatepass")


def _check_mapping(before: str, after: str, transaction: Transaction) -> None:
    mapping = transaction.mapping
    touched = transaction.touches()
    previous = (0, 0)
    for position in range(len(before) + 1):
        left, right = mapping.position(position, BEFORE), mapping.position(position, AFTER)
        assert 0 <= left <= right <= len(after), "positions stay inside and the sides do not cross"
        assert previous[0] <= left, "positions keep their order"
        assert previous[1] <= right, "positions keep their order"
        previous = (left, right)
        if position < len(before) and not any(start <= position < end for start, end in touched):
            assert after[right] == before[position], "what was not touched is found where the mapping says"


def _check_following(before: Document, after: Document, transaction: Transaction) -> None:
    changes = followed(before, after, transaction)
    assert changes.apply(units(page_text(before.text))) == units(page_text(after.text)), (
        "a page that follows has the same"
    )
