"""The formatting of a paragraph and of most of its text, found quickly: from its source, which others share."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.docx.paragraph import W_PPR, W_RPR, properties_end, unescape

if TYPE_CHECKING:
    from quire.formats.docx.paragraph import Paragraph
    from quire.formats.docx.story import Block
    from quire.formats.docx.styles import ParagraphFormat, RunFormat, Styles


class Shape(NamedTuple):
    """How a paragraph is formatted, and how most of its text is."""

    paragraph: ParagraphFormat
    run: RunFormat


_RUN = re.compile(r"<w:r[ >]|(<w:rPr>.*?</w:rPr>)|<w:t(?: [^>]*)?>([^<]*)</w:t>", re.DOTALL)
_CHANGED = ("rPrChange", "pPrChange", "fldChar", "<mc:", "<w:del ", "<w:moveFrom ")


def shape(block: Block, styles: Styles) -> Shape:
    """The shape of a paragraph; remembered with it for as long as the styles are the same."""
    known = block.facts.get("shape")
    if isinstance(known, tuple) and known[0] is styles:
        found: Shape = known[1]
        return found
    made = _hurried(block, styles) if _is_simple(block) else exact_shape(block.read(), styles)
    block.facts["shape"] = (styles, made)
    return made


def _is_simple(block: Block) -> bool:
    return block.frame.is_usual and not block.fields and not any(mark in block.source for mark in _CHANGED)


def _hurried(block: Block, styles: Styles) -> Shape:
    end = properties_end(block.source)
    start = block.source.index(">") + 1
    paragraph = styles.paragraph_of(block.source[start:end])
    weights: dict[str, int] = {}
    look = ""
    for found in _RUN.finditer(block.source, end):
        properties, text = found.groups()
        if properties is not None:
            look = properties
        elif text is not None:
            weights[look] = weights.get(look, 0) + len(unescape(text) if "&" in text else text)
        else:
            look = ""
    dominant = max(weights, key=weights.__getitem__, default="")
    return Shape(paragraph, styles.run_of(paragraph.style, dominant))


def exact_shape(paragraph: Paragraph, styles: Styles) -> Shape:
    """The shape of a paragraph, from its elements."""
    properties = paragraph.element.find(W_PPR)
    found = styles.paragraph(properties)
    weights: Counter[RunFormat] = Counter()
    for leaf in paragraph.leaves:
        if leaf.run is not None and leaf.is_text:
            weights[styles.run(found.style, leaf.run.find(W_RPR))] += len(leaf.text)
    run = max(weights, key=weights.__getitem__) if weights else styles.run(found.style, None)
    return Shape(found, run)
