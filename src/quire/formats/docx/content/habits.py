"""Which of its styles a document has for what; those that it lacks are Word's own."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from quire.formats.docx.style.genre import CODE, CODE_BLOCK, QUOTE, is_code, is_code_block, is_quote
from quire.formats.docx.style.shape import paragraph_format

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.content.supplies import Supplies
    from quire.formats.docx.style.styles import Styles
    from quire.formats.docx.text.story import Story

_CONTENTS = re.compile(r"toc|table of|index|caption|title|subtitle", re.IGNORECASE)


def heading_style(supplies: Supplies, level: int) -> str:
    """The style of headings of a level: by its name, else by its place in the outline."""
    named = supplies.styles.find(f"heading {level}", "paragraph")
    if named:
        return named.id
    outlined = (each for each in supplies.styles.all() if each.kind == "paragraph" and not each.hidden)
    found = next((each.id for each in outlined if each.outline_level == level - 1), None)
    return found or supplies.style(f"heading {level}", "paragraph")


def code_style(supplies: Supplies) -> str:
    """The style of blocks of code."""
    return _own(supplies, CODE_BLOCK, is_code_block)


def code_mark(supplies: Supplies) -> str:
    """The style of code within a line."""
    styles = (each for each in supplies.styles.all() if each.kind == "character")
    own = next((each.id for each in styles if is_code(each.name)), None)
    return own or supplies.style(CODE, "character")


def quote_style(supplies: Supplies) -> str:
    """The style of quotations."""
    return _own(supplies, QUOTE, is_quote)


def _own(supplies: Supplies, usual: str, is_one: Callable[[str | None], bool]) -> str:
    """The document's style of a kind, Word's own before others."""
    styles = [each for each in supplies.styles.all() if each.kind == "paragraph"]
    named = [each.id for each in styles if each.name == usual] + [each.id for each in styles if is_one(each.name)]
    return named[0] if named else supplies.style(usual, "paragraph")


AROUND = 100
"""How many paragraphs on each side of a place tell what is usual there."""


def text_style(story: Story, styles: Styles, near: int | None = None) -> str | None:
    """The style of most of the plain text of a story, or of what is near a paragraph; None for the default one."""
    weights: Counter[str | None] = Counter()
    first, most = (0, None) if near is None else (max(0, near - AROUND), 2 * AROUND)
    for block in islice(story.from_(first), most) if len(story) else ():
        form = paragraph_format(block, styles)
        named = form.style_name or ""
        is_special = is_code_block(named) or is_quote(named) or _CONTENTS.match(named)
        if not form.num_id and not styles.heading_level(form) and not is_special:
            weights[form.style] += len(block.text)
    style, weight = weights.most_common(1)[0] if weights else (None, 0)
    return style if weight else None
