"""The formatting of a paragraph and of most of its text, found quickly: from its source, which others share."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.docx.paragraph import W_PPR, W_RPR, hurried_text, properties_end, unescape

if TYPE_CHECKING:
    from quire.formats.docx.paragraph import Paragraph
    from quire.formats.docx.story import Block
    from quire.formats.docx.styles import ParagraphFormat, RunFormat, Styles


class Shape(NamedTuple):
    """How a paragraph is formatted, and how most of its text is."""

    paragraph: ParagraphFormat
    run: RunFormat


_WHOLE_RUN = re.compile(r"<w:r(?: [^>]*[^>/])?>\s*(<w:rPr(?: [^>]*)?(?<!/)>.*?</w:rPr>)?.*?</w:r>", re.DOTALL)
_RUN = re.compile(r"<w:r[ >]|(<w:rPr(?: [^>]*)?(?<!/)>.*?</w:rPr>)|<w:t(?: [^>]*)?>([^<]*)</w:t>", re.DOTALL)
_MORE = ("rPrChange", "pPrChange", "fldChar", "<mc:", "<w:del ", "<w:moveFrom ", "txbxContent", "<w:ruby", "m:oMath")
_SPACED = re.compile(r"[^>]*>\s+<")
"""A part that was written to be read by people has its properties behind white space."""


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
    source = block.source
    is_plain = block.frame.is_usual and not block.fields and not any(mark in source for mark in _MORE)
    return is_plain and not _SPACED.match(source)


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
    return Shape(paragraph, _dominant(weights, paragraph.style, styles))


def _dominant(weights: dict[str, int], style: str | None, styles: Styles) -> RunFormat:
    """The format of most characters, given how many have each source of properties."""
    if len(weights) < 2:
        return styles.run_of(style, next(iter(weights), ""))
    looks: Counter[RunFormat] = Counter()
    for source, length in weights.items():
        looks[styles.run_of(style, source)] += length
    return max(looks, key=looks.__getitem__)


def hurried_looks(block: Block, style: str | None, styles: Styles) -> list[tuple[str, RunFormat]] | None:
    """The texts of a paragraph's runs with the format of each; None if it is more than runs, and must be read."""
    source = block.source
    if not _is_simple(block) or "<w:hyperlink" in source or hurried_text(source) is None:
        return None
    return [
        (text, styles.run_of(style, found[1] or ""))
        for found in _WHOLE_RUN.finditer(source, properties_end(source))
        if (text := hurried_text(found[0]))
    ]


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
