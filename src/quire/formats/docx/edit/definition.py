"""Terms that a text defines: `"Fee" means …`, `“Fee” has the meaning …`, `„Entgelt“ refers to …`."""

from __future__ import annotations

import re

_LONGEST = 120
_QUOTED = (
    rf'"([^"\n\v]{{1,{_LONGEST}}})"',
    rf"[“„‟]([^“”„‟\n\v]{{1,{_LONGEST}}})[”“]",
    rf"«([^«»\n\v]{{1,{_LONGEST}}})»",
    rf"»([^«»\n\v]{{1,{_LONGEST}}})«",
    rf"‹([^‹›\n\v]{{1,{_LONGEST}}})›",
    rf"「([^「」\n\v]{{1,{_LONGEST}}})」",
    rf"『([^『』\n\v]{{1,{_LONGEST}}})』",
    rf"《([^《》\n\v]{{1,{_LONGEST}}})》",
    # an apostrophe stands between letters or behind one: it is no quote
    rf"(?<!\w)[‘‚]((?:[^‘’‚\n\v]|(?<=\w)’(?=\w)){{1,{_LONGEST}}})[’‘](?!\w)",
    rf"(?<!\w)'((?:[^'\n\v]|(?<=\w)'(?=\w)){{1,{_LONGEST}}})'(?!\w)",
)
_ANOTHER = rf"""\s*(?:,|and|or|and/or)\s*["“„«»‹「『《‘'][^"”“«»›」』》’\n\v]{{1,{_LONGEST}}}["”“»«›」』》’']"""
_DEFINES = (
    rf"(?=(?:{_ANOTHER}){{0,4}}\s*(?:\([^()]{{1,80}}\)\s*)?"
    r"(?:(?:(?:shall|will)\s+)?(?:means?\b|(?:has|have)\s+the\s+(?:respective\s+)?meanings?\b|(?:is|are|be)\s+defined\s+as\b"
    r"|refers?\s+to\b)|是?指|とは))"
)
_DEFINITION = re.compile(rf"(?:{'|'.join(_QUOTED)}){_DEFINES}", re.IGNORECASE)


def terms(text: str) -> list[tuple[int, int]]:
    """Where the terms stand that a text defines, without their quotes."""
    found = [(each, each.lastindex or 0) for each in _DEFINITION.finditer(text)]
    return [each.span(group) for each, group in found if each[group] == each[group].strip()]
