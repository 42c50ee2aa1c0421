"""Links: put on text, led elsewhere, taken off."""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError, NotFoundError, UnsupportedError
from quire.formats.markdown.blocks import (
    BYTE_ORDER_MARK,
    CodeBlock,
    DefinitionTerm,
    FrontMatter,
    Heading,
    HtmlBlock,
    LinkDefinition,
    MathBlock,
    Paragraph,
    TableCell,
    ThematicBreak,
    walk,
)
from quire.formats.markdown.glyphs import is_solid, leaves_within
from quire.formats.markdown.inlines import Link, plain_text
from quire.formats.markdown.insertion import behind_margin, is_part
from quire.formats.markdown.lines import line_end, line_start
from quire.formats.markdown.passage import passages, runs_of
from quire.formats.markdown.patch import patch
from quire.formats.markdown.retouch import Retouch, Wrap, write
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.anchor import Range
    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.glyphs import Leaf, Name
    from quire.formats.markdown.inlines import Inline
    from quire.formats.markdown.passage import Passage
    from quire.formats.markdown.patch import Planner

TEXTS = (Paragraph, Heading, TableCell, DefinitionTerm)
_WITHOUT_TEXT = (CodeBlock, FrontMatter, HtmlBlock, LinkDefinition, MathBlock, ThematicBreak)
BARE: frozenset[Name] = frozenset({"bare"})
"""The name of a bare address, which is a link wherever it stands as text."""


def is_written(span: Inline) -> bool:
    """Whether a span is a link by its markup, and not just by what its text looks like."""
    return isinstance(span, Link) and span.type != "image" and span.form != "bare"


def taken_off(leaf: Leaf, spans: Sequence[Inline]) -> Retouch:
    """Links of a leaf that become their text."""
    return Retouch(leaf, (0, 0), spans, ignored=BARE)


class Target:
    """Where a link is to lead: an address and, if one is given, a title; an empty title is none."""

    def __init__(self, href: str, title: str | None) -> None:
        for name, value in (("href", href), ("title", title or "")):
            if re.search(r"[\r\n\0]", value):
                raise InvalidArgumentError(f"Argument {name!r} is {value!r}, but must be one line.", "Give one line.")
        if not href.strip():
            raise InvalidArgumentError(
                f"Argument 'href' is {href!r}: a link has to lead somewhere.",
                "Give an address, or use format_remove_link to remove a link.",
            )
        self.href = href
        self.title = title

    def ending(self, in_cell: bool) -> str:
        """What stands behind the text of a link."""
        return f"]({self.destination(in_cell)}{self.quoted_title(in_cell)})"

    def destination(self, in_cell: bool) -> str:
        """The address as it is written: in angle brackets, if it has spaces."""
        href = _without_entities(re.sub(rf"\\(?=[{_PUNCTUATION}]|$)", r"\\\\", self.href))
        if re.search(r"[\x00-\x20\x7f]", href):
            href = "<" + re.sub(r"[<>]", r"\\\g<0>", href) + ">"
        else:
            href = re.sub(r"^<", r"\\<", href if _is_balanced(href) else re.sub(r"[()]", r"\\\g<0>", href))
        return _piped(href) if in_cell else href

    def quoted_title(self, in_cell: bool) -> str:
        if not self.title:
            return ""
        title = _without_entities(re.sub(rf"\\(?=[{_PUNCTUATION}]|$)", r"\\\\", self.title)).replace('"', '\\"')
        return f' "{_piped(title) if in_cell else title}"'


_PUNCTUATION = re.escape(string.punctuation)


def _without_entities(text: str) -> str:
    """A text in which nothing is read as an entity."""
    return re.sub(r"&(?=#?\w+;)", r"\\&", text)


def _piped(text: str) -> str:
    """A text in a cell, where each pipe needs an escape."""
    return text.replace("|", "\\|")


def _is_balanced(href: str) -> bool:
    depth = 0
    for character in href:
        depth += (character == "(") - (character == ")")
        if not 0 <= depth < 30:  # no parser has to read deeper ones
            return False
    return depth == 0


def _set_link(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Make a range a link; if it is in one, lead that elsewhere; at a cursor in none, insert one."""
    (place,) = intent.ranges
    place.within(len(document))
    target = Target(intent.arguments["href"], intent.arguments.get("title"))
    link = next(_links_around(document, place), None)
    if link:
        return _lead(document, place, *link, target)
    if place.is_empty:
        return _insert(document, place.start, target)
    retouches = [_linked(passage, target) for passage in passages(document, place)]
    return write(document, retouches, _refusal(document, place, target))


def _links_around(document: MarkdownDocument, place: Range) -> Iterator[tuple[Leaf, Link]]:
    """The link that holds all of a range: of its markup, or of the text that it selects."""
    for leaf in leaves_within(document, place.start, place.end):
        run = leaf.glyphs.touching(place.start, place.end)
        extents = leaf.glyphs.extents()
        for span in leaf.walk():
            if not isinstance(span, Link) or span.type == "image":
                continue
            extent = extents[id(span)][1] if id(span) in extents else range(0)
            holds_text = bool(run) and extent.start <= run.start and run.stop <= extent.stop
            if span.start < place.start <= place.end < span.end or (holds_text and leaf.holds(place.start, place.end)):
                yield leaf, span


def _lead(document: MarkdownDocument, place: Range, leaf: Leaf, link: Link, target: Target) -> Transaction:
    """Lead a link elsewhere. Its title stays, unless another is given."""
    kept = Target(target.href, link.title if target.title is None else target.title)
    ending = kept.ending(leaf.in_cell)
    if link.destination_range and link.form == "inline" and target.title is None:
        start, end = link.destination_range
        ending = leaf.source(link.inner_end, start) + target.destination(leaf.in_cell) + leaf.source(end, link.end)
    extents = leaf.glyphs.extents()
    if id(link) not in extents:  # a link without text
        return patch(document, [(link.inner_end, link.end, ending)])
    wrap = Wrap(extents[id(link)][1], ("link", kept.href, kept.title or ""), (("[", ending),))
    retouch = Retouch(leaf, (link.start, link.end), [link], [wrap])
    return write(document, [retouch], _refusal(document, place, target))


def _linked(passage: Passage, target: Target) -> Retouch:
    """A passage as a link. No link can be in a link: those in it go, and those that reach into it are shortened."""
    leaf = passage.leaf
    spans = passage.spans(lambda span: isinstance(span, Link))
    run = _without_notes(passage)
    wraps = [Wrap(run, ("link", target.href, target.title or ""), (("[", target.ending(leaf.in_cell)),))]
    for span in spans:
        rest = runs_of(passage.glyphs_in([span]).difference(passage.run))
        wraps += (_shortened(leaf, span, run) for run in rest)
    return Retouch(leaf, passage.selected, spans, wraps)


def _without_notes(passage: Passage) -> range:
    """The glyphs of a passage without the footnote references at its edges, which are links of their own."""
    glyphs = passage.leaf.glyphs
    shown = [index for index in passage.run if glyphs[index].type != "footnoteReference"]
    return glyphs.trimmed(range(shown[0], shown[-1] + 1)) if shown else passage.run


def _shortened(leaf: Leaf, span: Inline, run: range) -> Wrap:
    if is_solid(span) or not isinstance(span, Link):
        raise UnsupportedError(
            f"The selection has a part of the link {leaf.source(span.start, span.end)!r}, which cannot be divided.",
            "Select all of it, or nothing of it.",
        )
    form = (leaf.source(span.start, span.inner_start), leaf.source(span.inner_end, span.end))
    return Wrap(leaf.glyphs.trimmed(run), (span.type, span.destination, span.title), (form,))


def _insert(document: MarkdownDocument, position: int, target: Target) -> Transaction:
    """A link whose text is its address, at a cursor."""
    if position == 0 and document.slice(0, 1) == BYTE_ORDER_MARK:
        position = 1
    *_, block = document.tree.path_at(position)
    if isinstance(block, TEXTS):
        position = max(behind_margin(document, position), block.start)
    in_cell = block.type == "tableCell"
    space = " " if _ENDS_WITH_ADDRESS.search(document.text, line_start(document.text, position), position) else ""
    for text in _escaped_texts(target.href):
        written = f"{space}[{_piped(text) if in_cell else text}{target.ending(in_cell)}"
        change = patch(document, [(position, position, written)])
        if _is_inserted(document, document.apply(change), position, position + len(space), target):
            return change
    raise UnsupportedError(
        f"A link cannot stand at {position}, in a {block.type}.",
        "Put the cursor into the text of a paragraph, a heading, a list item or a table cell.",
    )


# GitHub reads what follows an address without a space, a link as well, as part of it.
_ENDS_WITH_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>]+\Z", re.IGNORECASE)


def _escaped_texts(text: str) -> Iterator[str]:
    """A text with its signs escaped, as few as possible first."""
    for signs in (r"\[\]\\`<", r"\[\]\\`<>*_~=+$&!|", _PUNCTUATION):
        yield re.sub(rf"[{signs}]", r"\\\g<0>", text)


def _is_inserted(before: MarkdownDocument, after: MarkdownDocument, position: int, start: int, target: Target) -> bool:
    """Whether the link is read as one, and all blocks are what they were; where no text is, there is one more."""
    *_, block = before.tree.path_at(position)
    old_kinds, kinds = ([each.type for each in walk(blocks)] for blocks in changed(before.tree, after.tree))
    if isinstance(block, TEXTS):
        found = after.tree.path_at(start)[-1]
        words, old_words = words_in([found], after.inlines), words_in([block], before.inlines)
        if kinds != old_kinds or not is_part(old_words, words, may_be_longer=True):
            return False
    elif not _is_free(before, position) or Counter(kinds) != Counter([*old_kinds, "paragraph"]):
        return False
    return any(
        isinstance(span, Link)
        and (span.start, span.destination, span.title) == (start, target.href, target.title or "")
        and plain_text(span.children) == target.href
        for leaf in leaves_within(after, start, start)
        for span in leaf.walk()
    )


def _is_free(document: MarkdownDocument, position: int) -> bool:
    """Whether nothing stands between a position and the end of its line, and it is in no code, HTML or the like."""
    *_, block = document.tree.path_at(position)
    rest = document.slice(position, line_end(document.text, position))
    return not rest.strip() and not isinstance(block, _WITHOUT_TEXT)


def _refusal(document: MarkdownDocument, place: Range, target: Target) -> UnsupportedError:
    return UnsupportedError(
        f"{document.slice(place.start, place.end)!r} cannot be the text of a link to {target.href!r}.",
        "Select whole words, without parts of links, images or code.",
    )


def _remove_link(document: MarkdownDocument, intent: Intent) -> Transaction:
    """Turn every link that a range touches into its text."""
    (place,) = intent.ranges
    place.within(len(document))
    retouches = []
    for leaf in leaves_within(document, place.start, place.end):
        spans = [span for span in leaf.walk() if is_written(span) and _touches(place, span)]
        if spans:
            retouches.append(taken_off(leaf, spans))
    if not retouches:
        raise NotFoundError(
            f"There is no link from {place.start} to {place.end}.",
            "Select text of a link, or put the cursor into it; an address that stands as plain text is none.",
        )
    refusal = UnsupportedError(
        f"Without its links, {document.slice(place.start, place.end)!r} would mean something else.",
        "Write the text anew with selection_replace.",
    )
    return write(document, retouches, refusal)


def _touches(place: Range, span: Inline) -> bool:
    if place.is_empty:
        return span.start <= place.start <= span.end
    return span.start < place.end and place.start < span.end


VERBS: dict[str, Planner] = {"set_link": _set_link, "remove_link": _remove_link}
