"""A whole story taken out to be worked on: its structure as elements, its paragraphs as stubs until they are opened."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from quire.core.transaction import Replace, Shift, Transaction
from quire.formats.docx.names import NAMESPACES
from quire.formats.docx.text import draft, source
from quire.formats.docx.text.paragraph import W_P
from quire.formats.docx.text.story import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.story import Story

STUB, NUMBER = "stub", "number"
"""The attributes that hold the number of a paragraph of the story, of one that is closed and of one that is open."""

_ROOT = re.compile(r"<(?![?!])[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*>")
_STUB = re.compile(rf'<(?:[\w.-]+:)?p {STUB}="(\d+)"/>')
_NAME = re.compile(r"<[^\s/>]+")
_LONG = 20_000
"""From how many characters on a text is not compared word by word, to say where positions go."""


class Galley:
    """The elements of a story, to be changed in place; what is not opened keeps its source."""

    def __init__(self, story: Story, is_opened: Callable[[Block], bool] = lambda _: False) -> None:
        self.story = story
        self.blocks = list(story)
        root = _ROOT.search(story.opening)
        self._head = story.opening[: root.end()] if root else ""
        self._tail = story.tail if self.blocks else story.tail[len(self._head) :]
        self._foot = max(0, self._tail.rfind("</"))
        self._frame = story.frame
        self.root: Element = self._frame.parse(self._skeleton(is_opened))
        self._freed: set[int] = set()

    def _skeleton(self, is_opened: Callable[[Block], bool]) -> str:
        pieces: list[str] = []
        for number, block in enumerate(self.blocks):
            pieces.append(block.lead if number else block.lead[len(self._head) :])
            pieces.append(_numbered(block.source, number) if is_opened(block) else self._stub(number))
        return "".join(pieces) + self._tail[: self._foot]

    def _stub(self, number: int) -> str:
        return f'<{self._paragraph} {STUB}="{number}"/>'

    @cached_property
    def _paragraph(self) -> str:
        prefix = self._frame.prefix(NAMESPACES["w"])
        return f"{prefix}:p" if prefix else "p"

    # Paragraphs

    def block(self, paragraph: Element) -> Block | None:
        """The paragraph of the story that an element stands for, or is in."""
        element: Element | None = paragraph
        while element is not None:
            if (number := _number(element)) is not None:
                return self.blocks[number]
            element = element.getparent()
        return None

    def opened(self, paragraph: Element) -> Element:
        """A paragraph with all that is in it, whether it was opened before or not."""
        block = self.block(paragraph)
        if block is None or not is_stub(paragraph):
            return paragraph
        made = self.read(paragraph)
        made.set(NUMBER, paragraph.get(STUB, ""))
        made.tail = paragraph.tail
        parent = paragraph.getparent()
        if parent is not None:
            parent.replace(paragraph, made)
        return made

    def read(self, paragraph: Element) -> Element:
        """What a stub stands for, to look at; the element itself, if it is none."""
        block = self.block(paragraph)
        if block is None or not is_stub(paragraph):
            return paragraph
        found: Element = self._frame.parse(block.source)[0]
        return found

    # What has become of it

    def _stamp(self) -> None:
        """Write down the numbers of paragraphs that were changed, and of those that would be taken for others."""
        numbers = {_number(each) for each in self.root.iter(W_P)}
        freed = {block.key for number, block in enumerate(self.blocks) if number not in numbers}
        leaning = {block.key for block in self.story.leaning_on(freed)} if freed else set()
        for each in list(self.root.iter(W_P)):
            block = self.block(each) if _number(each) is not None else None
            if block is None or (is_stub(each) and block.key not in leaning):
                continue
            paragraph = self.opened(each)
            del paragraph.attrib[NUMBER]
            draft.stamp(paragraph, block.key, self._frame, self.story.opening)

    def _pieces(self) -> list[tuple[str, int | None]]:
        """The source now: what stands before each paragraph that is as it was, with its number; then the rest."""
        self._stamp()
        text = self._frame.serialise(self.root)
        pieces: list[tuple[str, int | None]] = []
        at, before = 0, -1
        for found in _STUB.finditer(text):
            number = int(found[1])
            pieces.append((self._spelled(text[at : found.start()], before, number), number))
            at, before = found.end(), number
        return [*pieces, (self._spelled(text[at:], before, len(self.blocks)), None)]

    def _spelled(self, between: str, before: int, number: int) -> str:
        """What stands between two paragraphs, in the spelling of the source if it says the same."""
        lead = self._lead(number)
        if between == lead or number != before + 1:
            return between
        return lead if between == self._usual[number] else between

    def _lead(self, number: int) -> str:
        if number == len(self.blocks):
            return self._tail[: self._foot]
        return self.blocks[number].lead[len(self._head) if not number else 0 :]

    @cached_property
    def _usual(self) -> list[str]:
        """What stands before each paragraph of the source, and behind all, as it is spelled here."""
        text = self._frame.serialise(self._frame.parse(self._skeleton(lambda _: False)))
        return _STUB.split(text)[::2]

    def source(self) -> str:
        """The source of the story as it is now."""
        head = self._head[: self._end] + self._declarations + self._head[self._end :]
        return head + self.content() + self._tail[self._foot :]

    def content(self) -> str:
        """What is in its root."""
        return "".join(before + (self.blocks[n].source if n is not None else "") for before, n in self._pieces())

    @property
    def _end(self) -> int:
        """Where the root's tag ends."""
        return len(self._head) - 1

    @cached_property
    def _declarations(self) -> str:
        """The namespaces that are declared for some blocks only: what is moved may need them elsewhere."""
        missing = [prefix for prefix, _ in self._frame.namespaces if prefix and f"xmlns:{prefix}=" not in self._head]
        text = self.story.source if missing else ""
        found = (re.search(rf"""\sxmlns:{re.escape(prefix)}=(?:"[^"]*"|'[^']*')""", text) for prefix in missing)
        return "".join(each[0] for each in found if each)

    def transaction(self, document: DocxDocument, part: str) -> Transaction:
        """The change of a document that this has become."""
        steps: list[Replace] = []
        shifts: list[Shift] = []
        for first, last, old, new in reversed(list(self._stretches())):
            before, behind = draft.ends(old, new)
            at = self._offsets[first] + before
            steps.append(Replace(f"{part}@{at}", old[before : len(old) - behind], new[before : len(new) - behind], ()))
            shifts += self._shifts(first, last, new, document.start(part)) if self._frame.is_usual else ()
        if not steps:
            return Transaction()
        shifts = [*self._boxed_shifts(steps, document, part), *shifts]
        if self._declarations:
            steps.append(Replace(f"{part}@{self._end}", "", self._declarations, ()))
        steps[-1] = Replace(steps[-1].address, steps[-1].old, steps[-1].new, tuple(shifts))
        return Transaction(tuple(steps))

    @cached_property
    def _offsets(self) -> list[int]:
        """Where the source of each paragraph begins, lead included; the first behind the root's tag."""
        found, at = [len(self._head)], 0
        for block in self.blocks:
            at += len(block)
            found.append(at)
        return found

    def _stretches(self) -> Iterator[tuple[int, int, str, str]]:
        """What differs: from which paragraph on, up to the lead of which, the source of it, and the new one."""
        before = -1
        for between, number in self._pieces():
            last = len(self.blocks) if number is None else number
            middle = range(before + 1, last)
            old = "".join(self._lead(each) + self.blocks[each].source for each in middle) + self._lead(last)
            if old != between:
                yield before + 1, last, old, between
            before = last

    def _shifts(self, first: int, last: int, new: str, start: int) -> list[Shift]:
        """How positions in the text move where some paragraphs become others."""
        old_texts = [block.text for block in self.blocks[first:last]]
        new_texts = [block.text for block in self._cut(new, first)]
        is_end = last == len(self.blocks)
        if is_end and first:
            old_texts, new_texts = ([self.blocks[first - 1].text, *each] for each in (old_texts, new_texts))
            first -= 1
        end = "" if is_end else "\n"
        old_text, new_text = ("\n".join(each) + end * bool(each) for each in (old_texts, new_texts))
        at = start + (self.story.text_start(self.blocks[first].key) if first < len(self.blocks) else 0)
        is_long = len(old_text) + len(new_text) > _LONG
        return list(_shift(old_text, new_text, at) if is_long else draft.shifts(old_text, new_text, at))

    def _cut(self, text: str, first: int) -> list[Block]:
        """The paragraphs of a piece of source."""
        fields = self.blocks[first].fields if first < len(self.blocks) else ()
        blocks: list[Block] = []
        for start, end in source.usual_cuts(text):
            blocks.append(Block(self._frame, "", text[start:end], 0, fields))
            fields = blocks[-1].read().fields if "fldChar" in blocks[-1].source or fields else fields
        return blocks

    def _boxed_shifts(self, steps: Sequence[Replace], document: DocxDocument, part: str) -> Iterator[Shift]:
        """How positions in the texts of text boxes move; where paragraphs cannot be searched for, in all texts."""
        is_usual = self._frame.is_usual
        if is_usual and not self.story.boxed and not any("txbxContent" in step.new for step in steps):
            return
        after = self.story
        for step in steps:
            after = after.splice(int(str(step.address).rpartition("@")[2]), step.old, step.new)
        boxed = ["\n".join(box.text for box in story.boxed.values()) for story in (self.story, after)]
        yield from _shift(boxed[0], boxed[1], document.start(part, is_boxed=True))
        if not is_usual:
            yield from _shift(self.story.text, after.text, document.start(part))


def _shift(old: str, new: str, start: int) -> Iterator[Shift]:
    """How positions move between the ends that two texts share."""
    if old != new:
        before, behind = draft.ends(old, new)
        yield Shift(start + before, len(old) - before - behind, len(new) - before - behind)


def is_stub(paragraph: Element) -> bool:
    """Whether an element only stands for a paragraph."""
    return STUB in paragraph.attrib


def _number(paragraph: Element) -> int | None:
    found = paragraph.get(STUB) or paragraph.get(NUMBER)
    return int(found) if found is not None else None


def _numbered(text: str, number: int) -> str:
    """The source of a paragraph with its number in it."""
    found = _NAME.match(text)
    end = found.end() if found else 0
    return f'{text[:end]} {NUMBER}="{number}"{text[end:]}'
