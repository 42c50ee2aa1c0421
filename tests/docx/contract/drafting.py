"""What all paragraphs of a contract have: cross-references, blanks, notes, comments, tracked changes."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from typing import TYPE_CHECKING

from tests.docx.contract.editing_sessions import PAGE
from tests.docx.contract.prose import BLANKS, CHANGES, COMMENTS, ENDNOTES, FOOTNOTES, NBSP, SLOT, Prose
from tests.docx.specimen import (
    Inline,
    Paragraph,
    Text,
    bold,
    bookmark,
    bookmark_end,
    bookmark_start,
    comment,
    deleted,
    endnote,
    field,
    footnote,
    inserted,
    p,
    run,
    simple_field,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from tests.docx.contract.outline import Clause, Number, Outline
    from tests.docx.package import Package, Part

COUNSEL = ("Maria Jensen", "Tom Okafor")
"""Who negotiates: for the Supplier and for the Customer."""
DATES = dict(zip(COUNSEL, ("2025-02-11T16:42:00Z", "2025-03-27T09:05:00Z"), strict=True))
"""When each of them last changed something."""


class Draft:
    """A contract in the making, with an account of what was written into it."""

    def __init__(self, chance: Random, package: Package, outline: Outline, schedules: Sequence[Clause]) -> None:
        self.chance = chance
        self.package = package
        self.outline = outline
        self.schedules = schedules
        self.prose = Prose(chance)
        self.labels: dict[str, str] = {}
        """The label before each numbered paragraph, by the paragraph's id."""
        self.references: list[tuple[str, str]] = []
        """The bookmark and the result of each field that refers to the number of a clause."""
        self.lists = 4
        """How many lists are in use; numbering.xml begins with so many."""
        self._wait: Counter[str] = Counter()
        self._kinds = cycle(("replacement", "formatting", "insertion", "deletion"))
        self._comments = cycle(COMMENTS)
        self._counsel = cycle(COUNSEL)
        self._noted: dict[str, int] = {}

    # Paragraphs

    def numbered(
        self, number: Number, style: str, words: str, *, before: Sequence[Text] = (), id: str | None = None,  # noqa: A002
        list_level: tuple[int, int] | None = None, name: str = "",
    ) -> Paragraph:  # fmt: skip
        """A paragraph with a label; `name` bookmarks its text."""
        identifier = id or self.package.paragraph_id()
        assert identifier
        self.labels[identifier] = number.label
        content = [*before, *self.text(words, number)]
        if name:
            content = [bookmark_start(name), *content, bookmark_end(name)]
        return self.paragraph(content, style, id=identifier, number=list_level)

    def body(self, words: str, style: str = "BodyText", *, source: Number | None = None) -> Paragraph:
        """A paragraph without a label; its text may belong to a numbered heading before it."""
        return self.paragraph(self.text(words, source), style)

    def paragraph(
        self, content: list[Text], style: str, id: str | None = None, number: tuple[int, int] | None = None  # noqa: A002
    ) -> Paragraph:  # fmt: skip
        """A paragraph as it stands after the negotiation: with a note, a comment or a change, now and then."""
        content = self._annotate(content)
        was, author = None, next(self._counsel)
        if self.is_due("revision", 40):
            content = self._revise(content, author)
        elif style in ("BodyText", "BodyTextIndent", "ClauseText") and self.is_due("alignment", 25):
            was = f'<w:pStyle w:val="{style}"/><w:jc w:val="left"/>'
        return p(*content, style=style, id=id, number=number, was=was, author=author)

    def is_due(self, what: str, every: int) -> bool:
        """Whether it is the turn of something that comes about once in so many calls."""
        if not self._wait[what]:
            self._wait[what] = self.chance.randint(1, every // 2)
        self._wait[what] -= 1
        if self._wait[what]:
            return False
        self._wait[what] = self.chance.randint(every * 2 // 3, every * 4 // 3)
        return True

    def author(self) -> str:
        return next(self._counsel)

    # Text

    def text(self, words: str, source: Number | None = None) -> list[Text]:
        """Words with what belongs into their slots."""
        content: list[Text] = []
        for place, piece in enumerate(SLOT.split(words)):
            if place % 2:
                content += self._slot(piece, source)
            elif piece:
                content.append(piece)
        return content

    def _slot(self, slot: str, source: Number | None) -> list[Text]:
        match slot:
            case "ref":
                return self.reference(source)
            case "schedule":
                return self.schedule_reference()
            case "blank":
                return self.blank()
        raise ValueError(f"{slot!r} is no slot.")

    def reference(self, source: Number | None) -> list[Text]:
        """A reference to another clause, in the words that its level wants."""
        others = [clause for clause in self.outline.targets if clause.number != source]
        target = self.chance.choice(others)
        is_article = len(target.number.counts) == 1
        in_full = source is None or self.chance.random() < 0.5
        result = target.number.in_full if in_full else target.number.seen_from(source)
        self.references.append((target.bookmark, result))
        code = f"REF {target.bookmark} \\{'w' if in_full else 'r'} \\h"
        if self.chance.random() < 0.2:
            code += "  \\* MERGEFORMAT"
        shown = simple_field(code, result) if self.chance.random() < 0.06 else field(code, result)
        page: list[Text] = [" (page ", field(f"PAGEREF {target.bookmark} \\h", PAGE.format(target.bookmark)), ")"]
        return [f"{'Article' if is_article else 'Section'}{NBSP}", shown, *(page if self.is_due("page", 40) else [])]

    def schedule_reference(self) -> list[Text]:
        target = self.chance.choice(self.schedules)
        if self.chance.random() < 0.5:
            return [target.number.label.replace(" ", NBSP)]
        self.references.append((target.bookmark, target.number.label))
        return [field(f"REF {target.bookmark} \\r \\h", target.number.label)]

    def blank(self) -> list[Text]:
        """Something to be filled in, formatted in one of the ways that drafters have."""
        words = self.chance.choice(BLANKS)
        match self.chance.randrange(5):
            case 0:
                return [bold(words)]
            case 1:
                return [run(words, highlight="yellow")]
            case 2:
                return ["[", bold(words[1:-1]), "]"]
            case 3:
                return [bold("["), run(words[1:-1], italic=True, highlight="yellow"), bold("]")]
        return [words]

    # Notes and comments

    def _annotate(self, content: list[Text]) -> list[Text]:
        if self.is_due("footnote", 30):
            content = [*content, self.note()]
        if self.is_due("note reference", 110) and self._noted:
            name = self.chance.choice(list(self._noted))
            content = [*content, " (See note ", self._note_reference(name), ".)"]
        if self.is_due("endnote", 200):
            content = [*content, endnote(" ", *self.text(self.prose.one_of(ENDNOTES)))]
        if self.is_due("comment", 36):
            content = self.around(content, lambda words: [self.commented(words)])
        return content

    def note(self) -> Inline:
        """A footnote; some have a bookmark, so that others can refer to them."""
        note = footnote(" ", *self.text(self.prose.one_of(FOOTNOTES)))
        if not self.is_due("bookmarked note", 3):
            return note
        name = f"_Ref{180_000_000 + 113 * len(self._noted)}"
        self._noted[name] = 0

        def write(part: Part) -> str:
            written = bookmark(name, note).write(part)
            self._noted[name] = len(part.package.notes["footnote"])
            return written

        return Inline(write)

    def _note_reference(self, name: str) -> Inline:
        return Inline(lambda part: field(f"NOTEREF {name} \\h", str(self._noted[name])).write(part))

    def commented(self, *content: Text) -> Inline:
        """Content with the next comment on it."""
        text, author, replies, is_resolved = self.next_thread()
        return comment(text, *content, author=author, replies=replies, resolved=is_resolved)

    def next_thread(self) -> tuple[str, str, list[tuple[str, str]], bool]:
        """A comment that no other is like, its author, the replies to it, and whether it is resolved."""
        text, said = next(self._comments)
        author = self.author()
        other = COUNSEL[author == COUNSEL[0]]
        number = self.package.number("thread", 1)
        replies = [(reply, (other, author)[turn % 2]) for turn, reply in enumerate(said)]
        return f"{text} (Point {number})", author, replies, number % 3 == 0

    # Tracked changes

    def _revise(self, content: list[Text], author: str) -> list[Text]:
        """The content after the next kind of change that its words allow."""
        texts = [text for text in content if isinstance(text, str)]
        for kind in islice(self._kinds, 4):
            changes = [change for change in CHANGES.get(kind, ()) if any(change[0] in text for text in texts)]
            if changes:
                return list(self._change(content, *self.chance.choice(changes), author=author))
            if kind == "formatting" and max(map(len, texts)) > 60:
                return self.around(content, lambda words: [run(words, bold=True, was="", author=author)])
        return content

    def _change(self, content: list[Text], context: str, old: str, new: str, author: str) -> Iterator[Text]:
        """The content with the first `context` changed: the `old` words at its end make way for the `new` ones."""
        place = next(at for at, text in enumerate(content) if isinstance(text, str) and context in text)
        before, _, after = str(content[place]).partition(context)
        yield from content[:place]
        if kept := before + context.removesuffix(old):
            yield kept
        if old:
            yield deleted(old, author=author)
        if new:
            yield inserted(new, author=author)
        if after:
            yield after
        yield from content[place + 1 :]

    def around(self, content: list[Text], wrap: Callable[[str], Sequence[Text]]) -> list[Text]:
        """The content with a few words of its longest text wrapped in something."""
        place = max(range(len(content)), key=lambda at: len(text) if isinstance(text := content[at], str) else 0)
        words = str(content[place]).split(" ")
        if not isinstance(content[place], str) or len(words) < 9:
            return content
        start = self.chance.randint(2, len(words) - 6)
        end = start + self.chance.randint(2, 4)
        before, after = " ".join(words[:start]), " ".join(words[end:])
        wrapped = [f"{before} ", *wrap(" ".join(words[start:end])), f" {after}"]
        return [*content[:place], *wrapped, *content[place + 1 :]]
