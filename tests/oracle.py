"""What an independent parser, marko with its GFM extension, reads in a text.

The tree is told as its leaves, in order. Each leaf says in which containers it stands and which of them begin with it,
so two trees are the same if their leaves are.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from marko.ext.gfm import gfm

from quire.formats.markdown.blocks import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Mark = str | tuple[str, str, str]
"""The name of a mark; of a link or an image also where it leads, and its title."""

_CONTAINERS = {"Quote": "quote", "Alert": "quote", "ListItem": "item"}
_LEAVES = {
    "Paragraph": "paragraph",
    "Heading": "heading",
    "SetextHeading": "heading",
    "FencedCode": "code",
    "CodeBlock": "code",
    "HTMLBlock": "html",
    "ThematicBreak": "rule",
    "TableCell": "cell",
}
_MARKS = {"Emphasis": "emphasis", "StrongEmphasis": "strong", "Strikethrough": "strikethrough"}
_UNSEEN = ("BlankLine", "LinkRefDef")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")


@dataclass(frozen=True)
class Glyph:
    """A character as a reader sees it, or an HTML tag, with the marks on it; `at` is its place in the source."""

    text: str
    marks: frozenset[Mark] = frozenset()
    at: int | None = field(default=None, compare=False)

    @property
    def is_letter(self) -> bool:
        return self.text.isalnum()

    @property
    def is_space(self) -> bool:
        return self.text.isspace()


@dataclass(frozen=True)
class Container:
    """A quote, a list or an item; whether it begins with the leaf that tells of it."""

    kind: str
    begins: bool


@dataclass(frozen=True)
class Leaf:
    """A block that holds no other blocks: what it is, its text, and what it stands in, outermost first.

    A container with nothing in it is told as a leaf of the kind `empty`.
    """

    around: tuple[Container, ...]
    kind: str
    details: tuple[Any, ...]
    glyphs: tuple[Glyph, ...]
    start: int = field(compare=False)
    end: int = field(compare=False)

    @property
    def text(self) -> str:
        """What a reader sees, white space left out."""
        return "".join(glyph.text for glyph in self.glyphs if not glyph.is_space)

    @property
    def words(self) -> tuple[Glyph, ...]:
        """The glyphs that are no white space."""
        return tuple(glyph for glyph in self.glyphs if not glyph.is_space)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its containers."""
        return tuple(container.kind for container in self.around)


@lru_cache(maxsize=100)
def read(text: str) -> list[Leaf]:
    """The leaves of a text. Front matter, which marko does not know, is left out."""
    body = parse(text).inner_start
    leaves = _leaves(gfm.parse("\n" * body + text[body:]), ())
    return [replace(leaf, glyphs=tuple(_aligned(leaf.glyphs, text))) for leaf in leaves]


def _aligned(glyphs: Iterable[Glyph], source: str) -> Iterator[Glyph]:
    """Glyphs with their exact places: in code and behind escaped pipes marko counts some characters too few."""
    reached = 0
    for glyph in glyphs:
        if glyph.at is None:
            yield glyph
            continue
        at = max(glyph.at, reached)
        if source[at : at + 1] not in ("\\", "&") and not glyph.is_space:
            at = max(at, source.find(glyph.text, at, at + 10 + len(glyph.text)))
        reached = at + 1
        yield replace(glyph, at=at)


def _leaves(element: Any, around: tuple[Container, ...]) -> Iterator[Leaf]:
    """The leaves of an element that holds others; the containers around it begin with the first of them."""
    children = [child for child in element.children if type(child).__name__ not in _UNSEEN]
    end = (element.source_span or (0, 2))[1] - 2  # where the cells stand that a row lacks: before its line ends
    if not children and around:
        yield Leaf(around, "empty", (), (), *element.source_span)
    for child in children:
        child.source_span = child.source_span or (end, end)
        yield from _element(child, around)
        around = tuple(Container(container.kind, False) for container in around)


def _element(element: Any, around: tuple[Container, ...]) -> Iterator[Leaf]:
    name = type(element).__name__
    if name in _CONTAINERS:
        yield from _leaves(element, (*around, Container(_CONTAINERS[name], True)))
    elif name == "List":
        kind = f"ordered {element.start}" if element.ordered else "bullet"
        yield from _leaves(element, (*around, Container(kind, True)))
    elif name in ("Table", "TableRow"):
        yield from _leaves(element, (*around, Container("table" if name == "Table" else "row", True)))
    else:
        glyphs = tuple(_visible(list(_glyphs(element, frozenset()))))
        yield Leaf(around, _LEAVES[name], _details(element), glyphs, *element.source_span)


def _details(element: Any) -> tuple[Any, ...]:
    match type(element).__name__:
        case "Heading" | "SetextHeading":
            return (element.level,)
        case "FencedCode" | "CodeBlock":
            return (element.lang,)
        case "TableCell":
            return (element.header, element.align)
        case "Paragraph":
            return (element.checked,) if hasattr(element, "checked") else ()
    return ()


def _visible(glyphs: list[Glyph]) -> list[Glyph]:
    """The glyphs without white space at the ends."""
    while glyphs and glyphs[0].is_space:
        glyphs.pop(0)
    while glyphs and glyphs[-1].is_space:
        glyphs.pop()
    return glyphs


def _glyphs(element: Any, marks: frozenset[Mark]) -> Iterator[Glyph]:
    name = type(element).__name__
    if name == "HTMLBlock":
        yield from _spelled(element.body, marks, None)
    elif name == "RawText":
        yield from _raw(element, marks)
    elif name == "LineBreak":
        yield Glyph(" " if element.soft else "\n", marks, _start(element))
    elif name in ("InlineHTML", "Literal"):
        yield Glyph(" ".join(element.children.split()), marks, _start(element))
    elif name == "CodeSpan":
        yield from _code(element, marks | {"code"})
    elif hasattr(element, "children"):
        yield from _marked(element, marks)


def _marked(element: Any, marks: frozenset[Mark]) -> Iterator[Glyph]:
    name = type(element).__name__
    if name in _MARKS:
        marks |= {_MARKS[name]}
    elif hasattr(element, "dest"):
        kind = {"Image": "image", "Url": "bare"}.get(name, "link")
        marks |= {(kind, html.unescape(element.dest), html.unescape(element.title or ""))}
    if name == "Image" and not element.children:
        yield Glyph("￼", marks, _start(element))
    for child in element.children:
        yield from _glyphs(child, marks)


def _raw(element: Any, marks: frozenset[Mark]) -> Iterator[Glyph]:
    """The characters of a text, each entity as the one that it stands for."""
    start, text, done = _start(element), element.children, 0
    if element.escape:
        for found in _ENTITY.finditer(text):
            meant = html.unescape(found[0])
            if meant != found[0]:
                yield from _spelled(text[done : found.start()], marks, _moved(start, done))
                yield Glyph(meant, marks, _moved(start, found.start()))
                done = found.end()
    yield from _spelled(text[done:], marks, _moved(start, done))


def _code(element: Any, marks: frozenset[Mark]) -> Iterator[Glyph]:
    inner = element.syntax_spans[0][1] if element.source_span else None
    yield from _spelled(element.children, marks, inner)


def _spelled(text: str, marks: frozenset[Mark], start: int | None) -> Iterator[Glyph]:
    return (Glyph(character, marks, _moved(start, offset)) for offset, character in enumerate(text))


def _moved(start: int | None, offset: int) -> int | None:
    return None if start is None else start + offset


def _start(element: Any) -> int | None:
    return element.source_span[0] if element.source_span else None
