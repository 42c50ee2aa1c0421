"""What kind of text a style, a font or a sign stands for: code, somebody else's words, something to be ticked off."""

from __future__ import annotations

import re

CODE_BLOCK, CODE, QUOTE = "HTML Preformatted", "HTML Code", "Quote"
"""The names of Word's own styles for each."""

CHECKED = {"☐": False, "☒": True, "☑": True}
"""What an item begins with that can be ticked off."""

_CODE_BLOCKS = re.compile(
    r"(?:html )?preformatted(?: text)?|(?:source )?code(?: ?block| listing| example)?|verbatim|listing|macro(?: text)?",
    re.IGNORECASE,
)
_CODES = re.compile(
    r"html (?:code|typewriter|keyboard|sample)|verbatim char|(?:source|inline) ?(?:code|text)|code(?: ?char)?",
    re.IGNORECASE,
)
_QUOTES = re.compile(r"(?:intense )?quote|quotations?|block ?(?:text|quote|quotation)s?|zitat", re.IGNORECASE)
_MONOSPACED = re.compile(
    r"courier.*|consolas|menlo|monaco|inconsolata|.* mono(?:space|spaced)?(?: .*)?|mono(?:space|spaced)?|"
    r".*typewriter.*|lucida console|(?:cascadia|fira|source) (?:code|mono).*|hack|ocr a.*|letter gothic.*",
    re.IGNORECASE,
)


def is_code_block(style_name: str | None) -> bool:
    """Whether paragraphs of a style are code."""
    return bool(style_name and _CODE_BLOCKS.fullmatch(style_name))


def is_code(style_name: str | None) -> bool:
    """Whether characters of a style are code."""
    return bool(style_name and _CODES.fullmatch(style_name))


def is_quote(style_name: str | None) -> bool:
    """Whether paragraphs of a style are a quotation."""
    return bool(style_name and _QUOTES.fullmatch(style_name))


def is_monospaced(font: str | None) -> bool:
    """Whether all letters of a font are as wide as each other."""
    return bool(font and _MONOSPACED.fullmatch(font))
