"""The formatting of a paragraph and of most of its text, found quickly: from its source, which others share."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from quire.formats.docx.text.paragraph import W_PPR, W_RPR, is_plain, plain_text, properties_end, unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quire.formats.docx.style.styles import ParagraphFormat, RunFormat, Styles
    from quire.formats.docx.text.paragraph import Paragraph
    from quire.formats.docx.text.story import Block


class Shape(NamedTuple):
    """How a paragraph is formatted, and how most of its text is."""

    paragraph: ParagraphFormat
    run: RunFormat


_TEXT = re.compile(r"<w:t(?: [^>]*)?>([^<]*)<")
_SPACED = re.compile(r"[^>]*>\s+<")
"""A part that was written to be read by people has its properties behind white space."""


_AROUND = re.compile("<w:(?:hyperlink|ins |footnoteReference|endnoteReference)")
"""What makes more of a run than its own properties say."""


def shape(block: Block, styles: Styles) -> Shape:
    """The shape of a paragraph; remembered with it for as long as the styles are the same."""
    known = block.facts.get("shape")
    if isinstance(known, tuple) and known[0] is styles:
        found: Shape = known[1]
        return found
    made = _hurried(block, styles) if _is_simple(block) else exact_shape(block.read(), styles)
    block.facts["shape"] = (styles, made)
    return made


def paragraph_format(block: Block, styles: Styles) -> ParagraphFormat:
    """How a paragraph is formatted, whatever its text looks like: told with less looking than its shape."""
    known = block.facts.get("shape")
    if isinstance(known, tuple) and known[0] is styles:
        found: Shape = known[1]
        return found.paragraph
    properties = _properties(block.source)
    if block.frame.is_usual and not _is_more(properties) and not _SPACED.match(block.source):
        return styles.paragraph_of(properties)
    return styles.paragraph(block.read().element.find(W_PPR))


def _properties(source: str) -> str:
    return source[source.index(">") + 1 : properties_end(source)]


def _is_simple(block: Block) -> bool:
    """Whether a paragraph is nothing but runs; remembered with it, for it is always so."""
    known = block.facts.get("simple")
    if known is None:
        source = block.source
        is_alone = block.frame.is_usual and not block.fields
        known = block.facts["simple"] = is_alone and not _is_more(source) and not _SPACED.match(source)
    return known is True


def _is_more(source: str) -> bool:
    """Whether a paragraph is more than runs, or remembers how it was; each search alone is faster than all in one."""
    return (
        "fldChar" in source
        or "<mc:" in source
        or "<w:sdt" in source
        or "PrChange" in source
        or "<w:moveFrom " in source
        or "<w:ruby" in source
        or "m:oMath" in source
        or "txbxContent" in source
    )


def _hurried(block: Block, styles: Styles) -> Shape:
    paragraph = styles.paragraph_of(_properties(block.source))
    weights: dict[str, int] = {}
    for look, content in _runs(block.source, properties_end(block.source)):
        for text in _TEXT.findall(content):
            weights[look] = weights.get(look, 0) + len(unescape(text) if "&" in text else text)
    return Shape(paragraph, _dominant(weights, paragraph.style, styles))


def _runs(source: str, start: int) -> Iterator[tuple[str, str]]:
    """The properties of each run of a simple paragraph, and what follows them in it."""
    for piece in source[start:].split("</w:r>"):
        before, end, content = piece.rpartition("</w:rPr>")
        yield (before[before.rindex("<w:rPr") :] + end if end else ""), content


def _dominant(weights: dict[str, int], style: str | None, styles: Styles) -> RunFormat:
    """The format of most characters, given how many have each source of properties."""
    if len(weights) < 2:
        return styles.run_of(style, next(iter(weights), ""))
    looks: Counter[RunFormat] = Counter()
    for source, length in weights.items():
        looks[styles.run_of(style, source)] += length
    return max(looks, key=looks.__getitem__)


def hurried_looks(block: Block, style: str | None, styles: Styles) -> list[tuple[str, RunFormat]] | None:
    """The texts of a paragraph's runs, those with the same properties together, with the format of each; None if it is
    more than runs, and must be read."""
    source, start = block.source, properties_end(block.source)
    if not _is_simple(block) or _AROUND.search(source) or not is_plain(source, start):
        return None
    return [
        (text, styles.run_of(style, look))
        for look, runs in groupby(_runs(source, start), key=itemgetter(0))
        if (text := "".join(plain_text(content) for _, content in runs))
    ]


def may_stand_out(block: Block, styles: Styles) -> bool:
    """Whether some of a paragraph's text can be bold or underlined."""
    if not _is_simple(block):
        return True
    style = shape(block, styles).paragraph.style
    looks = {look for look, _ in _runs(block.source, properties_end(block.source))}
    return any(look.bold or look.underline for look in (styles.run_of(style, each) for each in looks))


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
