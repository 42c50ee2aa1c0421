"""What comes of all chunks of a story before each of them: gone through once, after a change only where that was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from quire.formats.docx.text.story import alike

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.text.story import Chunk, Story

T = TypeVar("T")


class _Course(NamedTuple, Generic[T]):
    """What was found before each chunk, as far as anyone has asked, and by which means."""

    means: object
    chunks: tuple[Chunk, ...]
    before: list[T]


def before(story: Story, number: int, what: str, first: T, behind: Callable[[Chunk, T], T], means: object = None) -> T:
    """What is so before a chunk, given what is before the first and how a chunk changes it by certain means."""
    course: _Course[T] | None = _known(story.facts, what, means)
    if course is None:
        earlier: _Course[T] | None = _known(story.earlier, what, means)
        found = _still(earlier, story, behind) if earlier else [first]
        story.facts[what] = course = _Course(means, story.chunks, found)
    while len(course.before) <= number:
        course.before.append(behind(story.chunks[len(course.before) - 1], course.before[-1]))
    return course.before[number]


def _known(facts: dict[str, object], what: str, means: object) -> _Course[Any] | None:
    course = facts.get(what)
    return course if isinstance(course, _Course) and course.means == means else None


def _still(earlier: _Course[T], story: Story, behind: Callable[[Chunk, T], T]) -> list[T]:
    """What holds of what was found out before a change: all, if what it has touched comes to the same in the end."""
    same, rest = alike(story.chunks, earlier.chunks)
    found = earlier.before[: same + 1]
    old, new = len(earlier.chunks) - rest, len(story.chunks) - rest
    if old < len(earlier.before):
        for chunk in story.chunks[same:new]:
            found.append(behind(chunk, found[-1]))
        if found[-1] == earlier.before[old]:
            found.extend(earlier.before[old + 1 :])
    return found
