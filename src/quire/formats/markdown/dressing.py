"""Word's styles and direct formatting on Markdown, as far as it has words for them: blocks, lists and marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quire.core.document import Intent
from quire.core.errors import NotFoundError, UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.markdown import blocktype, lists, marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.core.anchor import Range
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Planner

_LISTS = {"bullet": "bullet", "number": "ordered"}

PARAGRAPH_STYLES: dict[str, dict[str, Any]] = {
    "Normal": {"type": "paragraph"},
    **{f"Heading {level}": {"type": "heading", "level": level} for level in range(1, 7)},
    "Quote": {"type": "blockquote"},
    "HTML Preformatted": {"type": "codeBlock"},
    "List Bullet": {"list": "bullet"},
    "List Number": {"list": "number"},
}
"""The styles of Word's that mean a type of block, and which."""

CHARACTER_STYLES = {"Strong": "bold", "Emphasis": "italic", "HTML Code": "code"}
"""Those that mean a mark."""

_ALIKE = {"title": "heading1", "subtitle": "heading2", "intensequote": "quote", "bodytext": "normal"}
"""Others that a reader of Markdown would take for one of these."""


class _Dresser:
    """A document that is being changed step by step, and the range that is meant."""

    def __init__(self, document: MarkdownDocument, place: Range) -> None:
        self._document = document
        self._place = place
        self.change = Transaction()

    def do(self, verb: str, **arguments: Any) -> None:
        step = _PLANNERS[verb](self._document, Intent(verb, (self._place,), arguments))
        self.change += step
        self._document, self._place = self._document.apply(step), self._place.map(step.mapping)

    def list(self, kind: str) -> None:
        """Let the blocks be items of a list, or of none."""
        ends = (self._place.start, max(self._place.start, self._place.end - 1))
        now = {self._document.surroundings(at).in_list for at in ends}
        wanted = _LISTS.get(kind)
        if now != {wanted}:
            self.do("toggle_list", type=wanted or next(each for each in now if each))


def _dress(document: MarkdownDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    dresser = _Dresser(document, intent.ranges[0])
    if said.get("layout"):
        raise _unknown(*said["layout"])
    if said.get("reset"):
        dresser.do("clear_marks")
    order = ("look", "list", "style") if said.get("style_wins") else ("style", "look", "list")
    for name in order:
        if name in said:
            _WAYS[name](dresser, said[name])
    return dresser.change


def _style(dresser: _Dresser, style: str) -> None:
    name = _plain(style)
    name = _ALIKE.get(name, name)
    for known, mark in CHARACTER_STYLES.items():
        if _plain(known) == name:
            dresser.do("set_mark", mark=mark, is_on=True)
            return
    for known, wish in PARAGRAPH_STYLES.items():
        if _plain(known) == name:
            if wish.get("type", "paragraph") == "paragraph":
                dresser.list(wish.get("list", "none"))
            if "type" in wish:
                dresser.do("set_block_type", **wish)
            return
    raise NotFoundError(
        f"Markdown has nothing for the style {style!r}.",
        f"Styles with a meaning here: {', '.join((*PARAGRAPH_STYLES, *CHARACTER_STYLES))}.",
    )


def _plain(style: str) -> str:
    """The name of a style, however it is spelled."""
    return re.sub(r"[\s_-]", "", style).casefold()


def _look(dresser: _Dresser, look: dict[str, Any]) -> None:
    for name, value in _marks(look):
        dresser.do("set_mark", mark=name, is_on=value)


def _marks(look: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """The marks that a look means, and whether each is to be there."""
    strange = look.keys() - {"bold", "italic", "strike", "underline", "highlight"}
    if strange:
        raise _unknown(*strange)
    for name, value in look.items():
        yield name, value not in (False, "none")


def _unknown(*names: str) -> UnsupportedError:
    return UnsupportedError(
        f"Markdown has no {', '.join(sorted(name.replace('_', ' ') for name in names))}.",
        "It has bold, italic, strikeThrough, underline and highlight, types of blocks and lists.",
    )


def _list(dresser: _Dresser, kind: str) -> None:
    dresser.list(kind)


_WAYS: dict[str, Callable[[_Dresser, Any], None]] = {"style": _style, "look": _look, "list": _list}
_PLANNERS: dict[str, Planner] = {**marks.VERBS, **blocktype.VERBS, **lists.VERBS}
VERBS: dict[str, Planner] = {"dress": _dress}
