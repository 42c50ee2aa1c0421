"""What becomes simpler when content passes into a format that can say less, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from quire.core.content import Content

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Simplification:
    """One thing that a format cannot say, in a sentence each."""

    what: str
    why: str
    simplify: Callable[[Content], Content]


def simplified(content: Content, simplifications: Iterable[Simplification]) -> tuple[Content, tuple[str, ...]]:
    """Content as a format says it, and what is simpler in it than it was."""
    told: list[str] = []
    for each in simplifications:
        simpler = each.simplify(content)
        if simpler != content:
            told.append(each.what)
        content = simpler
    return content, tuple(told)


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Omission(Generic[Thing]):
    """One thing that is not told of a document or of content, in a sentence each, and whether it is there."""

    what: str
    why: str
    is_in: Callable[[Thing], bool]


def omitted(thing: Thing, omissions: Iterable[Omission[Thing]]) -> tuple[str, ...]:
    """What is not told of something."""
    return tuple(each.what for each in omissions if each.is_in(thing))
