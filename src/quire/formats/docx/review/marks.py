"""The marks by which a Word document remembers changes: their names, and what each is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from quire.formats.docx.names import name
from quire.formats.docx.text.paragraph import (
    MC_FALLBACK,
    W_DEL,
    W_HYPERLINK,
    W_INS,
    W_MOVE_FROM,
    W_MOVE_TO,
    W_PPR,
    W_RPR,
    W_SDT,
    W_SIMPLE_FIELD,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

Kind = Literal[
    "insertion", "deletion", "move_from", "move_to",
    "paragraph_insertion", "paragraph_deletion", "row_insertion", "row_deletion",
    "cell_insertion", "cell_deletion", "cell_merge", "formatting", "paragraph_formatting", "numbering",
    "table_formatting", "section_formatting",
]  # fmt: skip

W_TR_PR, W_TC_PR, W_NUM_PR = name("w:trPr"), name("w:tcPr"), name("w:numPr")
CELL_INS, CELL_DEL, CELL_MERGE = name("w:cellIns"), name("w:cellDel"), name("w:cellMerge")
CONTENT = (W_INS, W_DEL, W_MOVE_FROM, W_MOVE_TO)
COME, GONE = {W_INS, W_MOVE_TO}, {W_DEL, W_MOVE_FROM}
"""The marks of what came, which rejecting takes away, and of what goes, which accepting takes away."""
BOXES = {W_HYPERLINK, W_SDT, W_SIMPLE_FIELD, *(name(f"w:{n}") for n in ("smartTag", "customXml", "dir", "bdo"))}
"""What stands around runs and has a say of its own."""
NUMBERING_CHANGE = name("w:numberingChange")

PROPERTY_CHANGES: dict[str, Kind] = {
    name("w:rPrChange"): "formatting",
    name("w:pPrChange"): "paragraph_formatting",
    name("w:sectPrChange"): "section_formatting",
    name("w:tblPrChange"): "table_formatting",
    name("w:tblPrExChange"): "table_formatting",
    name("w:tblGridChange"): "table_formatting",
    name("w:trPrChange"): "table_formatting",
    name("w:tcPrChange"): "table_formatting",
}
MOVE_RANGES = {
    name(f"w:{kind}RangeStart"): (name(f"w:{kind}RangeEnd"), name(f"w:{kind}")) for kind in ("moveFrom", "moveTo")
}
CUSTOM_RANGES = tuple(
    name(f"w:customXml{kind}Range{end}") for kind in ("Ins", "Del", "MoveFrom", "MoveTo") for end in ("Start", "End")
)
TAGS = (*CONTENT, *PROPERTY_CHANGES, CELL_INS, CELL_DEL, CELL_MERGE, NUMBERING_CHANGE)

_TRACKED = re.compile(
    r"<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|"
    r"(?:r|p|sect|tbl|tblGrid|tr|tc)Pr(?:Ex)?Change|tblGridChange|(?:moveFrom|moveTo|customXml\w+)Range\w+)[\s/>]"
)


def is_tracked(source: str) -> bool:
    """Whether a source holds any mark of a change, told without parsing it."""
    return _TRACKED.search(source) is not None


_WRAPPED: dict[str, Kind] = {
    W_INS: "insertion", W_DEL: "deletion", W_MOVE_FROM: "move_from", W_MOVE_TO: "move_to",
}  # fmt: skip
_CELLS: dict[str, Kind] = {CELL_INS: "cell_insertion", CELL_DEL: "cell_deletion", CELL_MERGE: "cell_merge"}


def kind_of(mark: Element) -> Kind:
    """What a mark is about: content around which it stands, or what it stands in the properties of."""
    if mark.tag in PROPERTY_CHANGES:
        return PROPERTY_CHANGES[mark.tag]
    if mark.tag in _CELLS:
        return _CELLS[mark.tag]
    if mark.tag == NUMBERING_CHANGE:
        return "numbering"
    is_new = mark.tag in (W_INS, W_MOVE_TO)
    parent = mark.getparent()
    if parent is not None and parent.tag == W_TR_PR:
        return "row_insertion" if is_new else "row_deletion"
    if parent is not None and parent.tag == W_NUM_PR:
        return "numbering"
    if is_paragraph_mark(mark):
        return "paragraph_insertion" if is_new else "paragraph_deletion"
    return _WRAPPED[mark.tag]


def is_paragraph_mark(mark: Element) -> bool:
    """Whether a mark is about the end of a paragraph."""
    parent = mark.getparent()
    above = parent.getparent() if parent is not None and parent.tag == W_RPR else None
    return above is not None and above.tag == W_PPR


def is_content(mark: Element) -> bool:
    """Whether a mark stands around what it is about."""
    return mark.tag in CONTENT and kind_of(mark) == _WRAPPED[mark.tag] and not _is_property(mark)


def _is_property(mark: Element) -> bool:
    parent = mark.getparent()
    return parent is not None and parent.tag in (W_RPR, W_TR_PR, W_NUM_PR)


def marks(root: Element) -> Iterator[Element]:
    """The marks of changes in elements, in their order, each once: older programs read a copy in the fallback."""
    for mark in root.iter(*TAGS):
        if not any(each.tag == MC_FALLBACK for each in mark.iterancestors()) and not _is_within_change(mark):
            yield mark


def _is_within_change(mark: Element) -> bool:
    """Whether a mark is part of what another one remembers."""
    return any(each.tag in PROPERTY_CHANGES for each in mark.iterancestors())
