"""What is not told of a Word document when it is told free of Word, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quire.core.simplification import Omission
from quire.formats.docx.style.shape import paragraph_format

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.document import DocxDocument


def _has_part(*kinds: str) -> Callable[[DocxDocument], bool]:
    """Whether a document has stories of some kinds that say something."""
    return lambda document: any(document.story(part).text_length for kind in kinds for part in document.parts_of(kind))


def _has_markup(*elements: str) -> Callable[[DocxDocument], bool]:
    """Whether there is an element of some kinds in the body."""
    found = re.compile(rf"<(?:[\w.-]+:)?(?:{'|'.join(elements)})[\s/>]")
    return lambda document: any(found.search(block.lead) or found.search(block.source) for block in document.body)


def _has_numbers(document: DocxDocument) -> bool:
    """Whether there is a list, or a heading with a number."""
    styles, numbering = document.styles, document.numbering
    return any(numbering.item(paragraph_format(block, styles)) for block in document.body)


OMISSIONS: tuple[Omission[DocxDocument], ...] = (
    Omission(
        "Fonts, sizes, colours, alignment and the layout of pages are left out.",
        "They are how a document looks, not what it says.",
        lambda _: True,
    ),
    Omission(
        "Headers and footers are left out.",
        "They belong to pages, and there are none.",
        _has_part("header", "footer"),
    ),
    Omission("Comments are left out.", "They are about the document, not of it.", _has_part("comments")),
    Omission(
        "Tracked changes are taken as accepted.",
        "The text is told as it stands now.",
        _has_markup("ins", "del", "moveFrom", "moveTo"),
    ),
    Omission("Hidden text is left out.", "A reader does not see it either.", _has_markup("vanish")),
    Omission(
        "Fields, such as a table of contents, are the text that they show.",
        "Only Word can work them out anew.",
        _has_markup("fldChar", "fldSimple"),
    ),
    Omission(
        "The text of boxes stands behind the paragraph that they belong to.",
        "A box has a place on a page, and there are none.",
        _has_markup("txbxContent"),
    ),
    Omission(
        "Charts, diagrams and embedded objects are left out, but for the pictures of them.",
        "They are drawn by the programs that made them.",
        _has_markup("object", "chart", "relIds"),
    ),
    Omission(
        "Numbers of headings are left out, and list items are numbered 1, 2, 3, or have a bullet.",
        "How Word prints a number is part of a style or a list.",
        _has_numbers,
    ),
)
