"""A Word document: the source of its parts is the truth, and each verb plans the smallest change of it.

Positions count the visible text of the body. Behind it, for anchors alone, follow the texts of the other stories: so a
suggestion in a footnote is mapped through every change like one in the body.
"""

from __future__ import annotations

import base64
import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, cast, get_args

from quire.core import document as core
from quire.core.anchor import Range
from quire.core.errors import ConflictError, NotFoundError, UnsupportedError
from quire.core.text import Text
from quire.core.words import count_words
from quire.formats.docx import verbs
from quire.formats.docx.edit import deletion, insertion, points, tables
from quire.formats.docx.opc.package import Package
from quire.formats.docx.receipt import prove, receipt
from quire.formats.docx.review import (
    commenting,
    comments,
    comparison,
    delivery,
    proposals,
    remarks,
    revisions,
    tracking,
)
from quire.formats.docx.style.numbering import Numbering
from quire.formats.docx.style.styles import Styles
from quire.formats.docx.text.place import Place
from quire.formats.docx.text.story import Story
from quire.formats.docx.view import notes, structure, view
from quire.formats.docx.view.stanza import stanzas

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from quire.core.document import Element, Heading, Intent, Node, Section, Surroundings
    from quire.core.transaction import Replace, Transaction
    from quire.formats.docx.receipt import Receipt
    from quire.formats.docx.review.comments import Comment
    from quire.formats.docx.review.proposals import Proposal
    from quire.formats.docx.review.revisions import Revision
    from quire.formats.docx.text.story import Block
    from quire.formats.docx.view.tree import Branch
    from quire.formats.docx.view.view import Concealed, Row, Title

STORIES = ("body", "header", "footer", "footnotes", "endnotes", "comments")
"""The kinds of story, in the order in which their texts follow each other."""

TEXT_BOXES = "textboxes"
"""The texts in boxes of all stories, which are a story of their own to readers."""

ID = "jr_para_"
_ID = re.compile(rf"{ID}([0-9a-f])([01])([0-9a-f]{{2}})([0-9a-f]{{8}})")


class DocxDocument:
    """A package with stories. Each is read when first needed and shared with the documents that changes make of it."""

    def __init__(
        self, package: Package, stories: dict[str, Story] | None = None, base: DocxDocument | None = None
    ) -> None:
        self.package = package
        self._stories = {} if stories is None else stories
        self._base = base
        self._is_file = True
        self.book = view.StyleBook()

    @classmethod
    def read(cls, data: bytes) -> DocxDocument:
        document = cls(Package.read(data))
        _ = document.body  # refused now if it cannot be read
        return document

    def write(self) -> bytes:
        """The file. Entries that no change touched are the bytes that were read, which is proven each time."""
        data = self.write_package().write()
        prove(self, data)
        return data

    def write_package(self) -> Package:
        """The package with all that was changed."""
        return self.package.with_parts(self._encoded())

    def _encoded(self) -> dict[str, bytes]:
        return {part: story.encode() for part, story in self.changed_stories().items()}

    def changed_stories(self) -> dict[str, Story]:
        """The stories that are not those of the file, by their parts."""
        return {part: story for part, story in self._stories.items() if self.base._stories.get(part) is not story}

    def other_parts(self) -> set[str]:
        """The parts that are not those of the file, apart from stories that were read."""
        return self.package.unlike(self.base.package) - self._stories.keys()

    @property
    def base(self) -> DocxDocument:
        """The document as its file holds it, or as it was when all that is known of it began."""
        return self if self._base is None else self._base

    @property
    def knows_file(self) -> bool:
        """Whether that is what the file holds."""
        return self.base._is_file

    def settled(self) -> DocxDocument:
        """The same document, now that its file holds it."""
        settled = DocxDocument(self.write_package(), dict(self._stories))
        settled._share(self)
        return settled

    def based_on(self, file: bytes | None) -> DocxDocument:
        """The same document, with unsaved changes, of a file that holds this; of None if that is not known."""
        if file is None:
            apart = DocxDocument(self.package, dict(self._stories), self._base)
            apart._share(self)
            apart.base._is_file = False
            return apart
        now, base = self.write_package(), DocxDocument.read(file)
        unlike = now.unlike(base.package)
        base._stories.update({part: story for part, story in self._stories.items() if part not in unlike})
        parts = {part: now.part(part) if now.has(part) else None for part in unlike}
        found = DocxDocument(base.package.with_parts(parts), dict(self._stories), base)
        found._share(self)
        return found

    # Stories

    @property
    def body(self) -> Story:
        return self.story(self.package.main)

    def story(self, part: str) -> Story:
        if part not in self._stories:
            base = self._base
            is_shared = base is not None and base.package.has(part) and part not in self.package.unlike(base.package)
            story = base.story(part) if base is not None and is_shared else Story.read(part, self.package.part(part))
            self._stories[part] = story
        return self._stories[part]

    @cached_property
    def parts(self) -> dict[str, str]:
        """The parts that hold stories, with the kind of each, in the order of their names: that of the relationships
        is another one whenever Word has saved the file."""
        found = {self.package.main: "body"}
        for kind in STORIES[1:]:
            for part in sorted(self.package.related(self.package.main, kind), key=_natural):
                found.setdefault(part, kind)
        return found

    def parts_of(self, kind: str) -> list[str]:
        return [part for part, each in self.parts.items() if each == kind]

    @cached_property
    def styles(self) -> Styles:
        return Styles.read(self._related("styles"), self._related("theme"))

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering.read(self._related("numbering"), self.styles)

    def _related(self, kind: str) -> bytes | None:
        found = [part for part in self.package.related(self.package.main, kind) if self.package.has(part)]
        return self.package.part(found[0]) if found else None

    # Paragraphs

    def id(self, place: Place) -> str:
        """The lasting name of a paragraph: its story, and the number that its file holds or can hold."""
        kind = self.parts[place.part]
        number = self.parts_of(kind).index(place.part)
        return f"{ID}{STORIES.index(kind):x}{place.is_boxed:x}{number:02x}{place.key:08x}"

    def place(self, identifier: str) -> Place:
        """The paragraph of a name."""
        found = _ID.fullmatch(identifier.strip().lower())
        kind = STORIES[int(found[1], 16)] if found and int(found[1], 16) < len(STORIES) else ""
        parts = self.parts_of(kind)
        if found is None or int(found[3], 16) >= len(parts):
            raise _unknown(identifier)
        place = Place(parts[int(found[3], 16)], int(found[4], 16), found[2] == "1")
        story = self.story(place.part)
        if place.key not in (story.boxed if place.is_boxed else story):
            raise _unknown(identifier)
        return place

    def block(self, place: Place) -> Block:
        """The paragraph of the part that a paragraph is, or in whose text box it is."""
        story = self.story(place.part)
        return story.block(story.boxed[place.key].host if place.is_boxed else place.key)

    def text_of(self, place: Place) -> str:
        """What a reader sees of a paragraph."""
        return self.story(place.part).boxed[place.key].text if place.is_boxed else self.block(place).text

    def span(self, place: Place) -> Range:
        """Where the text of a paragraph stands, in the body or behind it."""
        story = self.story(place.part)
        inside = story.boxed[place.key].start if place.is_boxed else story.text_start(place.key)
        start = self.start(place.part, is_boxed=place.is_boxed) + inside
        return Range(start, start + len(self.text_of(place)))

    def start(self, part: str, *, is_boxed: bool = False) -> int:
        """Where the text of a story begins, or that of its text boxes."""
        return next(start for start, each, boxed, _ in self._layout() if (each, boxed) == (part, is_boxed))

    def _layout(self) -> Iterator[tuple[int, str, bool, int]]:
        """Where each text begins, of which part it is, whether of its text boxes, and how long it is."""
        start = 0
        for is_boxed in (False, True):
            for part in self.parts:
                story = self.story(part)
                length = story.boxed_length if is_boxed else story.text_length
                yield start, part, is_boxed, length
                start += length + 1

    def texts(self) -> dict[tuple[bool, int, tuple[str, ...]], str]:
        """The texts in which positions are, each by what tells its place in their order: the body's is the first."""
        found = {}
        for _, part, is_boxed, _ in self._layout():
            kind, story = self.parts[part], self.story(part)
            key = (is_boxed, STORIES.index(kind), _natural(part) if kind != "body" else ())
            found[key] = "\n".join(box.text for box in story.boxed.values()) if is_boxed else story.text
        return found

    def elsewhere(self) -> Iterator[tuple[core.Elsewhere, int, str]]:
        """What headers, footers and notes say: the kind of story, where its text begins behind the body, the text."""
        for start, part, is_boxed, _ in self._layout():
            if not is_boxed and self.parts[part] in get_args(core.Elsewhere):
                yield cast("core.Elsewhere", self.parts[part]), start, self.story(part).text

    def at(self, position: int) -> tuple[Place, int]:
        """The paragraph of the body or another part in whose text a position is, and the offset in it."""
        for start, part, is_boxed, length in self._layout():
            story = self.story(part)
            if position <= start + length and not is_boxed and len(story):
                index, begin = story.at(position - start)
                return Place(part, story[index].key), position - start - begin
        raise NotFoundError(f"There is no paragraph at {position}.", f"Positions here go from 0 to {len(self)}.")

    def is_computed(self, where: Range) -> bool:
        """Whether some of the text of a range, in the body or behind it, is the result of a field."""
        place, offset = self.at(where.start)
        story, begin = self.story(place.part), where.start - offset
        for block in story.from_(story.index(place.key)):
            if begin >= where.end:
                break
            if any(begin + start < where.end and begin + end > where.start for start, end in block.computed):
                return True
            begin += len(block.text) + 1
        return False

    # What readers and writers of paragraphs ask for

    def row(self, identifier: str, *, show_formatting: bool = True) -> Row:
        """How a paragraph is shown."""
        return view.row_of(self, self.place(identifier), show_formatting=show_formatting)

    def concealed_in(self, place: Place) -> Sequence[Concealed]:
        """What a person who looks at a paragraph does not see."""
        return view.concealed_in(self, place)

    def rows(self, story: str, start: int = 0, *, show_formatting: bool = True) -> Iterator[Row]:
        """How the paragraphs of a kind of story are shown, from one on."""
        for part in self.parts if story == TEXT_BOXES else self.parts_of(story):
            if story == TEXT_BOXES:
                yield from islice(view.boxed_rows(self, part, show_formatting=show_formatting), start, None)
                start = max(0, start - len(self.story(part).boxed))
            else:
                yield from view.rows(self, part, start, show_formatting=show_formatting)
                start = max(0, start - len(self.story(part)))

    def count(self, story: str) -> int:
        """How many paragraphs a kind of story has."""
        if story == TEXT_BOXES:
            return sum(len(self.story(part).boxed) for part in self.parts)
        return sum(len(self.story(part)) for part in self.parts_of(story))

    def headings(self) -> list[Title]:
        """The headings of the body."""
        return view.headings(self)

    def run_in_headers(self) -> list[Title]:
        """The run-in headers of the body."""
        return view.run_in_headers(self)

    def size(self, row: Row, depth: int) -> tuple[int, int]:
        """The rows and columns of a table that a paragraph is in."""
        return view.size(self, self.place(row.id).part, row.tables[depth - 1], depth)

    def passages(self) -> Iterator[list[tuple[Place, str]]]:
        """Every paragraph of every story with its text, some that stand together at a time."""
        for part in self.parts:
            story = self.story(part)
            yield from ([(Place(part, block.key), block.text) for block in chunk.blocks] for chunk in story.chunks)
            yield [(Place(part, key, is_boxed=True), box.text) for key, box in story.boxed.items()]

    def inserted(self, intent: Intent) -> list[str]:
        """The names of the paragraphs that an insertion makes."""
        anchor = self.place(intent.arguments["anchor"])
        return [self.id(Place(anchor.part, key, anchor.is_boxed)) for key in intent.arguments["keys"]]

    def table(self, where: Range) -> tables.Table:
        """The table that a range names, or that is around it."""
        return tables.find(self, where)

    def receipt(self) -> Receipt:
        """What saving would change."""
        return receipt(self)

    def edit(self, paragraph: str, old: str, new: str, *, allow_field_result: bool = False) -> Intent:
        return verbs.edit(self, paragraph, old, new, allow_field_result=allow_field_result)

    def insert(
        self, anchor: str, new: str, *, before: bool, model: str | None = None, allow_field_result: bool = False
    ) -> Intent:
        return insertion.insert(self, anchor, new, before=before, model=model, allow_field_result=allow_field_result)

    def delete(self, paragraph: str, *, allow_objects: bool = False, allow_field_result: bool = False) -> Intent:
        return deletion.delete(self, paragraph, allow_objects=allow_objects, allow_field_result=allow_field_result)

    def clear(self, paragraph: str) -> Intent:
        return verbs.clear(self, paragraph)

    def lay_out(self, paragraph: str, layout: dict[str, Any]) -> Intent:
        return verbs.lay_out(self, paragraph, layout)

    # Review

    @cached_property
    def is_tracking(self) -> bool:
        """Whether the document asks for edits to be tracked."""
        return tracking.is_on(self._related("settings"))

    def track(self, *, on: bool) -> Intent:
        return tracking.switch(on=on)

    def revisions(self) -> list[Revision]:
        """Its tracked changes."""
        return revisions.read(self)

    def comments(self) -> list[Comment]:
        """The remarks on it, answers included."""
        return comments.read(self)

    def notes(self, kind: notes.Kind) -> list[notes.Note]:
        """Its footnotes or its endnotes, in the order of their marks."""
        return notes.read(self, kind)

    def redlined(self, author: str, date: str) -> bytes:
        """Its file, with all that was changed since it was opened as tracked changes."""
        return delivery.redlined(self, author, date)

    def compared_with(self, old: DocxDocument, author: str, date: str) -> bytes:
        """A file of this, with all that differs from another document as tracked changes."""
        return comparison.compare(old, self, author, date)

    def proposals(self, author: str | None = None) -> tuple[Transaction, list[Proposal]]:
        """What takes its tracked changes back, and what each of them wants of what is left."""
        return proposals.proposals(self, author)

    def remark(self, where: Range, text: str, author: str, date: str) -> Intent:
        return commenting.add(self, where, text, commenting.byline(author, date))

    def comment(self, where: Range, text: str, by: dict[str, str]) -> Intent:
        return commenting.add(self, where, text, by)

    def answer_comment(self, identifier: str, text: str, by: dict[str, str]) -> Intent:
        return commenting.answer(self, identifier, text, by)

    def remove_comment(self, identifier: str) -> Intent:
        return remarks.remove(self, identifier)

    def resolve_comment(self, identifier: str, *, resolved: bool) -> Intent:
        return remarks.resolve(self, identifier, resolved=resolved)

    def decide(
        self, *, accepts: bool, ids: Collection[str] = (), author: str | None = None, paragraphs: Collection[str] = ()
    ) -> Intent:
        return revisions.decide(self, accepts=accepts, ids=ids, author=author, paragraphs=paragraphs)

    def between(self, first: str, last: str) -> list[str]:
        """The paragraphs of a story from one to another; none, if they are not in that order."""
        start, end = self.place(first), self.place(last)
        story = self.story(start.part)
        if start.part != end.part or start.is_boxed or end.is_boxed:
            return []
        indices = range(story.index(start.key), story.index(end.key) + 1)
        return [self.id(Place(start.part, story[index].key)) for index in indices]

    # The text

    def __len__(self) -> int:
        return self.body.text_length

    @property
    def text(self) -> str:
        return self.body.text

    @property
    def characters(self) -> Text:
        return Text(self.text)

    @property
    def line_ending(self) -> str:
        return "\n"

    @property
    def paragraph_break(self) -> str:
        return "\n"

    def slice(self, start: int, end: int) -> str:
        for begin, part, is_boxed, length in self._layout():
            if start <= begin + length:
                story = self.story(part)
                if is_boxed:
                    return "\n".join(box.text for box in story.boxed.values())[start - begin : end - begin]
                return story.slice(start - begin, end - begin)
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DocxDocument) and self.write() == other.write()

    def __hash__(self) -> int:
        return hash(self.text)

    # Its blocks

    @property
    def block_types(self) -> tuple[str, ...]:
        return structure.BLOCK_TYPES

    @cached_property
    def _blocks(self) -> structure.Blocks:
        return structure.Blocks(stanzas(self))

    def branches(self, first: int, last: int) -> list[Branch]:
        """The outermost blocks around paragraphs of the body, from one number to another."""
        return self._blocks.branches(first, last)

    def nodes(self) -> Sequence[Node]:
        return self._blocks

    def node(self, name: str) -> Node | None:
        return self._blocks.named(name)

    def plain_text(self, node: Node, most: int | None = None) -> str:
        text = self.slice(node.start, node.end)
        return text if most is None else text[:most]

    def sections(self) -> tuple[Section, ...]:
        return structure.sections(self, self.nodes())

    def section(self, heading: Node) -> Section:
        return structure.section(self, self._blocks, heading)

    def syntax(self) -> Element:
        return structure.syntax(self, self._blocks)

    def outline(self) -> tuple[Heading, ...]:
        return structure.outline(self, self.nodes())

    def surroundings(self, position: int) -> Surroundings:
        return structure.surroundings(self, position)

    def table_at(self, position: int) -> core.Table | None:
        if not self.surroundings(position).in_table:
            return None
        found = tables.find(self, Range(position, position))
        return core.Table(found.whole, tuple(tuple(found.text_range(cell) for cell in row.cells) for row in found.rows))

    def reach(self, place: Range, types: Collection[str]) -> Range:
        if "table" in types and (table := self.table_at(place.start)) and place.end <= table.range.end:
            return table.range
        if points.LISTS.keys() & set(types) and (found := points.reach(self, place)):
            return Range(*found)
        first, last = self.surroundings(place.start), self.surroundings(place.end)
        return Range(first.start, last.start + len(last.text))

    def count_words(self, start: int = 0, end: int | None = None) -> int:
        return count_words(self.slice(start, len(self) if end is None else end))

    # Changing

    def knows(self, intent: Intent) -> bool:
        named = (intent.arguments.get(name) for name in ("paragraph", "anchor", "model"))
        try:
            return all(self.place(each) for each in named if each)
        except NotFoundError:
            return False

    def plan(self, intent: Intent) -> Transaction:
        planner = verbs.VERBS.get(intent.verb)
        if planner is None:
            raise UnsupportedError(
                f"A Word document cannot do {intent.verb!r}.", f"It can do: {', '.join(verbs.VERBS)}."
            )
        wanted, by = tracking.parted(intent)
        change = planner(self, wanted)
        if by and change:
            return tracking.track(self, change, by["author"], by["date"])
        if intent.verb in verbs.DELETING and not wanted.arguments.get("allow_objects"):
            tracking.require_kept(change)
        return change

    def apply(self, transaction: Transaction) -> DocxDocument:
        changed, parts = DocxDocument(self.package, dict(self._stories), self.base), self.parts
        contents: dict[str, bytes | None] = {}  # of parts that are no stories: they may make sense only together
        touched: set[str] = set()
        made: set[str] = set()
        for step in transaction.steps:
            part, _, offset = str(step.address).rpartition("@")
            if offset and part in made:  # it may be a story by now
                changed.package, contents, made = changed.package.with_parts(contents), {}, set()
                changed.__dict__.pop("parts", None)
                parts = changed.parts
            if offset and part in parts:
                changed._stories[part] = changed.story(part).splice(int(offset), step.old, step.new)
                continue
            held = contents[part] if part in contents else changed._held(part)
            contents[part] = _spliced(held or b"", part, int(offset), step) if offset else _exchanged(held, part, step)
            changed._stories.pop(part, None)
            touched.add(part)
            if not offset:
                made.add(part)
        if contents:
            changed.package = changed.package.with_parts(contents)
            changed.__dict__.pop("parts", None)
        changed._share(self, touched)
        return changed

    def _held(self, part: str) -> bytes | None:
        """What a part holds; None if there is none."""
        if part in self._stories:
            return self._stories[part].encode()
        return self.package.part(part) if self.package.has(part) else None

    def _share(self, other: DocxDocument, touched: Collection[str] = ()) -> None:
        """Take over what was found out about parts that are the same."""
        self.book = other.book
        kept = (("parts", "rels"), ("styles", "styles"), ("numbering", "numbering"), ("is_tracking", ""))
        for known, part in kept:  # settings may have any name
            if known in other.__dict__ and not any(part in each for each in touched):
                self.__dict__[known] = other.__dict__[known]


def _unknown(identifier: str) -> NotFoundError:
    return NotFoundError(
        f"There is no paragraph {identifier!r} here.", "read_file shows the paragraphs with their ids."
    )


def _natural(part: str) -> tuple[str, ...]:
    """What sorts `header2` before `header10`."""
    return tuple(piece.rjust(20, "0") if piece.isdecimal() else piece for piece in re.split("([0-9]+)", part))


def _spliced(held: bytes, part: str, offset: int, step: Replace) -> bytes:
    """Other characters in a part that is no story; each stands for a byte."""
    text = held.decode("latin-1")
    if text[offset : offset + len(step.old)] != step.old:
        raise _conflict(part)
    return (text[:offset] + step.new + text[offset + len(step.old) :]).encode("latin-1")


def _exchanged(held: bytes | None, part: str, step: Replace) -> bytes | None:
    """A whole part in the place of another, or of none: it may be no text, so it is kept in base64."""
    if base64.b64encode(held or b"").decode() != step.old:
        raise _conflict(part)
    return base64.b64decode(step.new) if step.new else None


def _conflict(part: str) -> ConflictError:
    return ConflictError(
        f"{part} is not the one this change was made for.", "Read the document again and repeat the edit."
    )
