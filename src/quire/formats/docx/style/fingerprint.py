"""What a paragraph looks like, as a short hash, and readable names for the looks of a document.

A fingerprint is made of the formatting that paragraph and text have in the end, so that nothing volatile can get in:
no revision ids, dates, paragraph ids, bookmarks or proofing marks, and no difference between a property that is said
and one that is inherited.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.formats.docx.style.styles import ParagraphFormat, RunFormat

_SHORT_LINE = 120
_LARGE = 14
_ALONE = frozenset({"title", "subtitle", "section"})
_MONOSPACED = re.compile(r"courier|consolas|mono|menlo", re.IGNORECASE)
_NAMED = (
    (re.compile(r"toc (\d)", re.IGNORECASE), "toc"),
    (re.compile(r"(?:toc|contents) heading", re.IGNORECASE), "toc_heading"),
    (re.compile(r"title", re.IGNORECASE), "title"),
    (re.compile(r"subtitle", re.IGNORECASE), "subtitle"),
    (re.compile(r"(?:intense )?(?:quote|quotation)s?|block text", re.IGNORECASE), "quote"),
    (re.compile(r"caption", re.IGNORECASE), "caption"),
    (re.compile(r"footnote text", re.IGNORECASE), "footnote"),
    (re.compile(r"endnote text", re.IGNORECASE), "endnote"),
    (re.compile(r"annotation text", re.IGNORECASE), "comment"),
    (re.compile(r"header", re.IGNORECASE), "header"),
    (re.compile(r"footer", re.IGNORECASE), "footer"),
    (re.compile(r".*\bsignature\b.*", re.IGNORECASE), "signature"),
    (re.compile(r"(?:html )?(?:preformatted|code).*|plain text|macro text", re.IGNORECASE), "code"),
)
"""Word's own styles that say by their (English) name what a paragraph is."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a paragraph's formatting does not tell: how it is labelled and what it holds.

    `marker` is the number format of its automatic label (`decimal`, `bullet`), None where it has none; `label` what is
    printed or typed in front of it; `length` the characters of its text.
    """

    heading_level: int | None = None
    marker: str | None = None
    label: str | None = None
    header: bool = False
    length: int = 0


@dataclass(frozen=True, slots=True)
class StyleNames:
    """The readable names given so far, by fingerprint. A name is never given anew to another look."""

    names: Mapping[str, str] = field(default_factory=dict)

    def give(
        self, fingerprint: str, paragraph: ParagraphFormat, run: RunFormat, context: Context
    ) -> tuple[str, StyleNames]:
        """The name of a look, new where it is first met, and all names with it."""
        known = self.names.get(fingerprint)
        if known:
            return known, self
        kind, taken = kind_of(paragraph, run, context), set(self.names.values())
        name = next(it for it in (_named(kind, number) for number in count(1)) if it not in taken)
        return name, StyleNames({**self.names, fingerprint: name})


@lru_cache(maxsize=4096)
def fingerprint_of(paragraph: ParagraphFormat, run: RunFormat, marker: str | None = None) -> str:
    """The hash of a look: of a paragraph, of the text that it mostly holds, and of how it is labelled.

    What is said and what goes without saying are the same: an indent of 0 and none, left alignment and none.
    """
    facts = (
        paragraph.style_name or "",
        paragraph.alignment or "left",
        paragraph.indent_left or 0,
        paragraph.indent_right or 0,
        paragraph.indent_first or 0,
        paragraph.spacing_before or 0,
        paragraph.spacing_after or 0,
        paragraph.line or 240,
        paragraph.line_rule or "auto",
        paragraph.outline_level,
        paragraph.level if marker else None,
        marker,
        run.bold,
        run.italic,
        run.underline,
        run.caps,
        run.small_caps,
        run.hidden,
        run.color,
        run.size,
        run.font,
    )
    return blake2b(repr(facts).encode(), digest_size=6).hexdigest()


def dominant(spans: Iterable[tuple[str, RunFormat]], otherwise: RunFormat) -> RunFormat:
    """The format of most characters, the first of several with as many; `otherwise` where there is no text."""
    lengths: dict[RunFormat, int] = {}
    for text, looks in spans:
        lengths[looks] = lengths.get(looks, 0) + len(text)
    most = max(lengths, key=lengths.__getitem__, default=otherwise)
    return most if lengths.get(most) else otherwise


def kind_of(paragraph: ParagraphFormat, run: RunFormat, context: Context) -> str:
    """What a paragraph is, in the words of a contract.

    - `heading_N` by its outline level, `toc_N`, `title`, `quote`, `caption`, … by Word's own style names
    - `section`: numbered at the first level, and emphasised or with a run-in header: 1. **Fees.** The tenant pays …
    - `subsection`: the same at a deeper level
    - `bullet` and `list`: the other items of lists
    - `title`: a centred line in large type; `subheading`: a short emphasised line
    - `code`: in a monospaced font; `body`: all others

    A typed number makes a section only of emphasised text, for plain text with one looks like plain text without.
    """
    if context.heading_level:
        return f"heading_{context.heading_level}"
    named = _kind_by_style(paragraph.style_name or "")
    if named:
        return named
    emphasised = run.bold or run.caps or run.small_caps or run.underline is not None
    if context.marker == "bullet":
        return "bullet"
    if context.marker and not emphasised and not context.header:
        return "list"
    if context.marker or (context.label and emphasised):
        return "subsection" if paragraph.level or _deep(context.label) else "section"
    if 0 < context.length <= _SHORT_LINE and not context.header:
        if paragraph.alignment == "center" and (run.size or 0) >= _LARGE:
            return "title"
        if emphasised:
            return "subheading"
    return "code" if _MONOSPACED.search(run.font or "") else "body"


def _kind_by_style(name: str) -> str | None:
    for pattern, kind in _NAMED:
        found = pattern.fullmatch(name)
        if found:
            return f"{kind}_{found[1]}" if pattern.groups else kind
    return None


def _deep(label: str | None) -> bool:
    """Whether a label is one of several levels (`1.2`) or in brackets (`(a)`)."""
    return bool(label and (re.search(r"\d\.\d", label) or label.startswith("(")))


def _named(kind: str, number: int) -> str:
    """`body_1`; but the first of what there is mostly one of, or that has a number already, goes without."""
    bare = kind in _ALONE or kind[-1].isdigit()
    return kind if bare and number == 1 else f"{kind}_{number}"
