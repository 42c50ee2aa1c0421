"""The same paragraph has the same id, whatever happens to it; and no id ever names another paragraph."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.core.errors import UnsupportedError
from quire.core.transaction import Transaction
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.text.place import Place
from tests.docx.elsewhere import changed, plain, resaved
from tests.docx.file import File, one
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.parts import MAIN, content, difference
from tests.docx.specimen import block_raw, cell, docx, footnote, p, table, textbox
from tests.docx.validation import harm, pdf, printed
from tests.tier import examples

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.document import Intent
    from tests.conftest import Desk
    from tests.docx.page import Page

ALL_STORIES = docx(
    "one", "two", "", "two", table(["two", "three"]), "", p("Due", footnote("two")), p(textbox("two", "two")),
    header="two", footer="two",
)  # fmt: skip
"""Paragraphs that say the same in every story, none with an id of its own."""


# Through the life of a document


@pytest.mark.parametrize("document", [ALL_STORIES, plain(ALL_STORIES), docx("one", "two", "two", ids=True)])
def test_ids_outlast_edits_saving_closing_and_another_workspace(
    open_desk: Callable[..., Desk], document: bytes
) -> None:
    desk = open_desk()
    file = File(desk, document)
    found = file.paragraphs()
    for number, paragraph in enumerate([each for each, text in found.items() if text == "two"]):
        file.edit(paragraph, "two", f"number {number}")
        found[paragraph] = f"number {number}"
    assert file.paragraphs() == found
    file.save()
    file.close()
    assert file.paragraphs() == found
    assert file.paragraphs(open_desk(home="another")) == found


def test_ids_outlast_undo_and_redo(desk: Desk) -> None:
    file = File(desk, ALL_STORIES)
    before = file.paragraphs()
    file.edit(one(before, "two"), "two", "2")
    file.delete(one(before, "two", 1))
    after = file.paragraphs()
    assert len(after) == len(before) - 1
    for _ in range(2):
        desk.call("editor_undo")
    assert file.paragraphs() == before
    for _ in range(2):
        desk.call("editor_redo")
    assert file.paragraphs() == after


def test_ids_outlast_word(desk: Desk) -> None:
    document = docx("one", "two", p("three", footnote("four")), p(textbox("five")), ids=True, header="six",
                    first_header="seven", even_header="eight", footer="nine")  # fmt: skip
    file = File(desk, document)
    found = file.paragraphs()
    file.path.write_bytes(resaved(document, lambda source: source.replace("two", "2")))
    desk.call("workspace_open_document", path=str(file.path))
    assert file.paragraphs() == found | {one(found, "two"): "2"}


@pytest.mark.parametrize("document", [ALL_STORIES, EVERYTHING, *GALLERY.values()])
def test_no_two_paragraphs_of_all_stories_have_the_same_id(document: bytes) -> None:
    read = DocxDocument.read(document)
    ids = [read.id(place) for place, _ in chain.from_iterable(read.passages())]
    assert len(set(ids)) == len(ids)


# Paragraphs that could be taken for each other


@pytest.mark.parametrize("deleted", range(4))
@pytest.mark.parametrize("prepared", [lambda document: document, plain])
def test_of_paragraphs_that_say_the_same_each_keeps_its_id_when_one_is_deleted(
    desk: Desk, deleted: int, prepared: Callable[[bytes], bytes]
) -> None:
    file = File(desk, prepared(docx("same", "other", "same", "same", table(["same"]), "")))
    found = file.paragraphs()
    same = [each for each, text in found.items() if text == "same"]
    kept = {**found}
    if deleted == 3:
        desk.refusal("delete_paragraph", file_path=str(file.path), target_paragraph_id=same[deleted])
    else:
        file.delete(same[deleted])
        del kept[same[deleted]]
    assert file.paragraphs() == kept
    assert list(file.reopened()) == list(kept)


def test_an_empty_cell_of_a_row_that_is_marked_as_gone_is_not_taken_for_another_paragraph(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk()
    file = File(desk, docx("one", block_raw("<w:p/>"), "end"))
    before = file.paragraphs()
    window = file.call("get_session_status")["session_id"]
    desk.call("selection_set", **{"from": 3, "to": 3}, windowId=window)
    desk.call("table_insert", windowId=window, rows=2, cols=2)
    desk.call("selection_set", **{"from": 4, "to": 4}, windowId=window)
    desk.call("set_track_changes", session_id=window, enabled=True)
    desk.call("table_delete_row", windowId=window)
    found = list(file.paragraphs())
    assert before.keys() <= set(found)
    file.save()
    assert list(file.paragraphs(open_desk(home="another"))) == found


def test_a_text_box_that_is_marked_as_gone_is_not_taken_for_another(desk: Desk) -> None:
    file = File(desk, docx(p("a", textbox("other")), p("b", textbox("same")), "c"))
    box = file.id("same")
    file.edit(file.id("other"), "other", "same")
    host = next(each for each, text in file.paragraphs().items() if text.startswith("a"))
    file.delete(host, allow_objects=True, track_changes=True)
    file.edit(box, "same", "its own")
    file.save()
    source = content(file.data, MAIN).decode()
    assert source.index("its own") > source.index(">b<")


@pytest.mark.parametrize("deleted", range(3))
def test_the_same_in_text_boxes(desk: Desk, deleted: int) -> None:
    file = File(desk, docx(p(textbox("same", "same", "other")), p("between"), p(textbox("same", "end"))))
    found = file.paragraphs()
    gone = one(found, "same", deleted)
    file.delete(gone)
    del found[gone]
    assert file.paragraphs() == found
    assert file.reopened() == found


def test_deleting_the_paragraph_around_a_text_box_leaves_the_ids_of_other_boxes(desk: Desk) -> None:
    file = File(desk, docx(p("a", textbox("same")), p("b", textbox("same")), "c"))
    found = file.paragraphs()
    host = next(each for each, text in found.items() if text.startswith("a"))
    box = one(found, "same")
    file.delete(host, allow_objects=True)
    del found[host], found[box]
    assert file.reopened() == found


def test_editing_in_a_text_box_keeps_the_id_of_the_paragraph_around_it(desk: Desk) -> None:
    file = File(desk, docx(p("around ", textbox("inside")), "other"))
    found = file.paragraphs()
    file.edit(one(found, "inside"), "inside", "in")
    assert file.reopened() == found | {one(found, "inside"): "in"}


@pytest.mark.parametrize("written", ["0A1B2C3D", "0a1b2c3d"])
def test_of_two_paragraphs_with_one_id_the_first_has_it(desk: Desk, written: str) -> None:
    file = File(desk, docx(p("one", id=written), p("two", id=written), "three"))
    found = file.paragraphs()
    assert one(found, "one").endswith("0a1b2c3d")
    file.delete(one(found, "one"))
    del found[one(found, "one")]
    assert file.reopened() == found


@pytest.mark.parametrize("written", ["00000000", "80000000", "FFFFFFFF", "12345"])
def test_an_id_that_word_would_not_write_is_replaced_with_the_first_edit(desk: Desk, written: str) -> None:
    file = File(desk, docx(p("one", id=written), "two"))
    found = file.paragraphs()
    file.edit(one(found, "one"), "one", "1")
    assert file.reopened() == found | {one(found, "one"): "1"}
    assert written.encode() not in re.findall(rb'paraId="(\w+)"', content(file.data))


def test_a_paragraph_that_comes_to_say_what_another_says_keeps_its_id(desk: Desk) -> None:
    file = File(desk, docx("one", "two", "three"))
    found = file.paragraphs()
    file.edit(one(found, "one"), "one", "two")
    changed = found | {one(found, "one"): "two"}
    assert file.reopened() == changed
    file.delete(one(changed, "two"))
    del changed[one(changed, "two")]
    assert file.reopened() == changed


def test_many_paragraphs_that_say_the_same_are_read_in_a_moment() -> None:
    document = DocxDocument.read(docx(*["", "Fee"] * 4000))
    keys = [block.key for block in document.body]
    assert len(set(keys)) == 8000


# What is written


def written(document: bytes) -> list[bytes]:
    return re.findall(rb'w14:paraId="(\w+)"', content(document))


@pytest.mark.parametrize("prepared", [lambda document: document, plain])
def test_an_id_is_written_with_the_first_edit_and_with_nothing_else(
    desk: Desk, prepared: Callable[[bytes], bytes]
) -> None:
    file = File(desk, prepared(docx("one", "two", "three", table(["four"]), "")))
    found = file.paragraphs()
    for _ in range(2):
        file.edit(one(found, "two"), "two", "two")
        file.save()
        assert not written(file.data)
    file.edit(one(found, "two"), "two", "2")
    file.edit(one(found, "two"), "2", "3")
    file.delete(one(found, "one"))
    file.save()
    assert [int(each, 16) for each in written(file.data)] == [int(one(found, "two")[-8:], 16)]
    file.insert(one(found, "three"), "a\n\nb")
    file.save()
    assert len(set(written(file.data))) == 3


@pytest.mark.libreoffice
def test_a_paragraph_declares_the_namespace_of_its_id_where_its_part_does_not(desk: Desk) -> None:
    document = plain(docx("one", "two", "three", p("Due", footnote("four")), header="five"))
    file = File(desk, document)
    found = file.paragraphs()
    for text in ("one", "two", "five"):
        file.edit(one(found, text), text, f"{text}!")
        file.save()
        file.close()
    file.insert(one(found, "three"), "new")
    file.save()
    after = file.data
    assert content(after).count(b"xmlns:w14=") == 3
    assert not difference(document, after).paragraphs["word/document.xml"].root
    assert not harm(document, after)
    assert all(text in printed(pdf(after)) for text in ("one!", "two!", "five!", "new"))


def test_what_is_declared_around_one_paragraph_is_not_known_elsewhere(editor: Callable[[bytes], Page]) -> None:
    bare = changed(plain(docx("one", "two")), lambda source: re.sub(r' xmlns:mc="[^"]*"', "", source))
    page = editor(bare)
    page.select("one").act("listParagraphs", scope="selection")
    again = editor(page.now)
    again.insert("two", "three")
    again.act("listParagraphs", scope="document")
    assert again.whole == "one\ntwo\nthree"
    assert again.source.count("<w15:appearance ") == 3


def test_a_paragraph_with_a_declaration_deeper_in_it_gets_one_of_its_own(desk: Desk) -> None:
    inside = (
        '<w:p><w:r><w:rPr><w14:ligatures xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
        'w14:val="all"/></w:rPr><w:t>one</w:t></w:r></w:p>'
    )
    document = changed(plain(docx("two")), lambda source: source.replace("<w:body>", f"<w:body>{inside}"))
    file = File(desk, document)
    found = file.paragraphs()
    for text in ("one", "two"):
        file.edit(one(found, text), text, f"{text}!")
    assert list(file.reopened().values()) == ["one!", "two!"]


# Any life


@dataclass
class Life:
    """A document in the hands of someone who edits, and what each of its ids must mean."""

    document: DocxDocument
    known: dict[str, str] = field(default_factory=dict)
    done: list[tuple[Transaction, dict[str, str]]] = field(default_factory=list)
    undone: list[tuple[Transaction, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.known = said(self.document)

    def live(self, kind: str, number: int, text: str) -> None:
        getattr(self, kind)(number, text)
        assert said(self.document) == self.known

    def _target(self, number: int) -> str:
        return list(self.known)[number % len(self.known)]

    def _make(self, intent: Intent, known: dict[str, str]) -> None:
        change = self.document.plan(intent)
        self.done.append((change, self.known))
        self.undone.clear()
        self.document, self.known = self.document.apply(change), known

    def edit(self, number: int, text: str) -> None:
        target = self._target(number)
        if not re.fullmatch(r"\w+", self.known[target]):
            return
        self._make(self.document.edit(target, self.known[target], text), self.known | {target: text})

    def insert(self, number: int, text: str) -> None:
        intent = self.document.insert(self._target(number), text, before=number % 2 == 0)
        self._make(intent, self.known | dict.fromkeys(self.document.inserted(intent), text))

    def delete(self, number: int, _: str) -> None:
        target = self._target(number)
        place = self.document.place(target)
        story = self.document.story(place.part)
        inside = {key for key, box in story.boxed.items() if not place.is_boxed and box.host == place.key}
        gone = {target, *(self.document.id(Place(place.part, key, is_boxed=True)) for key in inside)}
        try:
            intent = self.document.delete(target, allow_objects=True)
            self._make(intent, {each: text for each, text in self.known.items() if each not in gone})
        except UnsupportedError:
            return

    def undo(self, *_: object) -> None:
        if self.done:
            change, before = self.done.pop()
            self.undone.append((change, self.known))
            self.document, self.known = self.document.apply(change.inverse()), before

    def redo(self, *_: object) -> None:
        if self.undone:
            change, after = self.undone.pop()
            self.done.append((change, self.known))
            self.document, self.known = self.document.apply(change), after

    def save(self, *_: object) -> None:
        self.document = self.document.settled()

    def reopen(self, *_: object) -> None:
        self.document = DocxDocument.read(self.document.write())


def said(document: DocxDocument) -> dict[str, str]:
    return {document.id(place): text for place, text in chain.from_iterable(document.passages())}


TEXTS = st.sampled_from(["", "one", "one", "two"])
IDS = st.sampled_from([None, None, None, "0000000A", "0000000B", "0000000a", "80000001", "00000000"])
PARAGRAPHS = st.builds(lambda text, written: p(*[text][: len(text)], id=written), TEXTS, IDS)
BOXES = st.builds(lambda text, inside: p(*[text][: len(text)], textbox(*inside)), TEXTS,
                  st.lists(PARAGRAPHS, min_size=1, max_size=3))  # fmt: skip
TABLES = st.builds(lambda *cells: table([cell(*each) for each in cells]),
                   *[st.lists(PARAGRAPHS, min_size=1, max_size=2)] * 2)  # fmt: skip
DOCUMENTS = st.builds(
    lambda blocks, header, is_plain: (plain if is_plain else bytes)(docx(*blocks, "end", header=header)),
    st.lists(st.one_of(PARAGRAPHS, PARAGRAPHS, BOXES, TABLES), max_size=6),
    st.lists(PARAGRAPHS, min_size=1, max_size=3),
    st.booleans(),
)
KINDS = ["edit", "insert", "delete", "delete", "undo", "redo", "save", "reopen"]
EVENTS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 99), st.sampled_from(["one", "two", "three"])),
                  min_size=1, max_size=12)  # fmt: skip


LASTING = [HealthCheck.function_scoped_fixture]
"""The laws that every change goes through are the same for all examples."""


@settings(max_examples=examples(60), suppress_health_check=LASTING)
@given(DOCUMENTS, EVENTS)
def test_whatever_happens_each_id_means_its_paragraph(data: bytes, events: list[tuple[str, int, str]]) -> None:
    life = Life(DocxDocument.read(data))
    for event in events:
        life.live(*event)
        assert said(DocxDocument.read(life.document.write())) == life.known


@pytest.mark.corpus
@settings(max_examples=examples(2000), suppress_health_check=LASTING)
@given(DOCUMENTS, EVENTS)
def test_whatever_happens_to_many_documents(data: bytes, events: list[tuple[str, int, str]]) -> None:
    life = Life(DocxDocument.read(data))
    for event in events:
        life.live(*event)
    life.reopen()
    assert said(life.document) == life.known
