"""A paragraph taken out to be worked on, and the step that puts it back."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.transaction import Replace, Shift
from quire.formats.docx.names import NAMESPACES, name
from quire.formats.docx.text import identity
from quire.formats.docx.text.control import require_free, settled
from quire.formats.docx.text.paragraph import MC_ALTERNATE, MC_FALLBACK, TEXT_BOX, W_P, Paragraph, text_box_paragraphs
from quire.formats.docx.text.place import Place
from quire.formats.docx.text.source import ignorable
from quire.formats.docx.text.story import element_id
from quire.formats.docx.text.wording import edits, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.source import Frame

for _prefix in ("w14", "mc"):
    etree.register_namespace(_prefix, NAMESPACES[_prefix])


class Draft:
    """The elements of one paragraph, to be changed in place."""

    def __init__(self, document: DocxDocument, place: Place) -> None:
        self._document = document
        self._place = place
        self._block = document.block(place)
        self._pieces = self._block.frame.parse(self._block.source)
        self._was = self._block.frame.serialise(self._pieces)
        element, fields = self._pieces[0], self._block.fields
        self.twin: Paragraph | None = None
        if place.is_boxed:
            number = document.story(place.part).boxed[place.key].number
            element, fields = list(text_box_paragraphs(element))[number], ()
            self.twin = _twin(element)
        self.paragraph = Paragraph(element, fields)
        self._fields = fields

    @property
    def element(self) -> Element:
        return self.paragraph.element

    def stamp(self, place: Place) -> None:
        """Write its number into another paragraph that stands here: the one around this one, or one in a text box."""
        story, element = self._document.story(place.part), self._pieces[0]
        if place.is_boxed:
            element = list(text_box_paragraphs(element))[story.boxed[place.key].number]
        stamp(element, place.key, self._block.frame, story.opening)

    def steps(self) -> Iterator[Replace]:
        """The change, if there is one."""
        if self._block.frame.serialise(self._pieces) != self._was:
            yield self.step()

    def step(self) -> Replace:
        """The change that this has become."""
        text = Paragraph(self.element, self._fields).text
        story = self._document.story(self._place.part)
        moved = tuple(shifts(self.paragraph.text, text, self._document.span(self._place).start))
        lead = now = self._block.lead
        if moved:
            require_free(story, self._block.key)
            now = lead if self._place.is_boxed else settled(lead, self.element)
        was, source = (lead if now != lead else "") + self._block.source, (now if now != lead else "") + self.source()
        before, behind = ends(was, source)
        at = story.source_start(self._block.key) + len(self._block.source) - len(was) + before
        old = was[before : len(was) - behind]
        return Replace(f"{self._place.part}@{at}", old, source[before : len(source) - behind], moved)

    def source(self) -> str:
        """What the paragraph is now, its number written down: it keeps its identity whatever it says.

        One around a text box is stamped, too, if it would be taken for another one."""
        stamp(self.element, self._place.key, self._block.frame, self._document.story(self._place.part).opening)
        block, serialise = self._block, self._block.frame.serialise
        source = serialise(self._pieces)
        if self._place.is_boxed and block.written_id is None and identity.seed(None, source) != block.seed:
            self.stamp(Place(self._place.part, block.key))
            source = serialise(self._pieces)
        return source


def stamp(paragraph: Element, key: int, frame: Frame, opening: str) -> None:
    """Write a paragraph's number into it, so that programs that do not know of such numbers pass over it."""
    if element_id(paragraph) == key:
        return
    paragraph.set(name("w14:paraId"), f"{key:08X}")
    prefix = next((prefix for prefix, uri in paragraph.nsmap.items() if uri == NAMESPACES["w14"] and prefix), "w14")
    if prefix not in ignorable(opening) or not frame.declares(prefix, NAMESPACES["w14"]):
        passed_over = (paragraph.get(name("mc:Ignorable")) or "").split()
        paragraph.set(name("mc:Ignorable"), " ".join(dict.fromkeys([*passed_over, prefix])))


def _twin(element: Element) -> Paragraph | None:
    """The copy of a text box's paragraph that older programs read."""
    box = next(each for each in element.iterancestors() if each.tag == TEXT_BOX)
    alternate = next((each for each in element.iterancestors() if each.tag == MC_ALTERNATE), None)
    fallback = alternate.find(MC_FALLBACK) if alternate is not None else None
    if fallback is None:
        return None
    number = list(box.iter(W_P)).index(element)
    copies = [list(each.iter(W_P)) for each in fallback.iter(TEXT_BOX)]
    text = Paragraph(element).text
    found = [copy[number] for copy in copies if len(copy) > number and Paragraph(copy[number]).text == text]
    return Paragraph(found[0]) if len(found) == 1 else None


def ends(old: str, new: str) -> tuple[int, int]:
    """How many characters two sources begin and end with alike."""
    most = min(len(old), len(new))
    before = bisect_left(range(most), True, key=lambda at: old[: at + 1] != new[: at + 1])
    most -= before
    behind = bisect_left(range(most), True, key=lambda at: old[len(old) - at - 1 :] != new[len(new) - at - 1 :])
    return before, behind


def shifts(old: str, new: str, start: int) -> Iterator[Shift]:
    """How positions move when a text becomes another, from its end to its start."""
    if old == new:
        return
    old_words, new_words = words(old), words(new)
    places = [start]
    for word in old_words:
        places.append(places[-1] + len(word))
    for a, b, c, d in reversed(list(edits(old_words, new_words))):
        yield Shift(places[a], places[b] - places[a], sum(map(len, new_words[c:d])))
