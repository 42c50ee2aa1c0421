"""The receipt of a save names what changed, all of it and nothing else; the comparison of the files is the judge."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.errors import FailureError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.opc.package import Package
from quire.workspace import journal
from tests.docx.elsewhere import plain, resaved
from tests.docx.file import File
from tests.docx.parts import MAIN, difference, paragraphs
from tests.docx.specimen import comment, docx, footnote, p, table, textbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

EVERYWHERE = docx(
    "one", "two", "three", "four", table(["five", "six"]), p("Due", footnote("seven")),
    p("box ", textbox("eight", "nine")), p(comment("ten", "why")), header="eleven", footer="twelve",
)  # fmt: skip


def told(receipt: dict[str, Any]) -> tuple[list[str], Counter[str]]:
    """The parts that a receipt names, and how many paragraphs outside of text boxes it says were changed and so on."""
    kinds = ("changed", "inserted", "deleted")
    outside = {kind: [each for each in receipt[f"{kind}_paragraphs"] if each[9] == "0"] for kind in kinds}
    return receipt["changed_parts"], Counter({kind: len(ids) for kind, ids in outside.items() if ids})


def judged(before: bytes, after: bytes) -> tuple[list[str], Counter[str]]:
    found = difference(before, after)
    assert not any((found.reordered, found.recompressed, found.declarations, found.removed))
    kinds = ("changed", "inserted", "deleted")
    amounts = {kind: sum(len(getattr(each, kind)) for each in found.paragraphs.values()) for kind in kinds}
    return sorted((*found.changed, *found.added)), Counter({kind: amount for kind, amount in amounts.items() if amount})


def test_each_save_tells_what_it_changed_and_no_more(desk: Desk) -> None:
    file = File(desk, EVERYWHERE)
    edits: list[Callable[[], object]] = [
        lambda: file.edit(file.id("two"), "two", "2"),
        lambda: file.edit(file.id("five"), "five", "5"),
        lambda: file.edit(file.id("eleven"), "eleven", "11"),
        lambda: file.edit(file.id("ten"), "ten", "10"),
        lambda: file.insert(file.id("three"), "new\n\nnewer"),
        lambda: file.delete(file.id("four")),
        lambda: (file.edit(file.id("one"), "one", "1"), file.edit(file.id("twelve"), "twelve", "12")),
        lambda: file.insert(file.id("1"), 'See <a href="https://example.org">it</a>.'),
    ]
    for edit in edits:
        before = file.data
        edit()
        receipt = file.save()
        assert told(receipt) == judged(before, file.data)
        assert not file.save()["changed_parts"]


def test_a_receipt_names_the_paragraphs_themselves(desk: Desk) -> None:
    file = File(desk, EVERYWHERE)
    two, four, seven = (
        file.id("two"),
        file.id("four"),
        next(each for each, text in file.paragraphs().items() if text.endswith("seven")),
    )
    file.edit(two, "two", "2")
    file.delete(four)
    fresh = file.insert(two, "new")
    file.edit(seven, "seven", "7")
    receipt = file.save()
    assert receipt["changed_parts"] == [MAIN, "word/footnotes.xml"]
    assert sorted(receipt["changed_paragraphs"]) == sorted([two, seven])
    assert receipt["inserted_paragraphs"] == fresh
    assert receipt["deleted_paragraphs"] == [four]
    assert receipt["message"] == (
        "Saved contract.docx: 2 paragraphs changed, 1 paragraph inserted, 1 paragraph deleted in word/document.xml, "
        "word/footnotes.xml; all else is as it was."
    )


def test_in_text_boxes_their_own_paragraphs_are_named(desk: Desk) -> None:
    file = File(desk, EVERYWHERE)
    eight, nine = file.id("eight"), file.id("nine")
    file.edit(eight, "eight", "8")
    (fresh,) = file.insert(nine, "new")
    before = file.data
    receipt = file.save()
    assert receipt["changed_parts"] == [MAIN]
    assert eight in receipt["changed_paragraphs"]
    assert receipt["inserted_paragraphs"] == [fresh]
    assert len(difference(before, file.data).paragraphs[MAIN].changed) == 1
    file.delete(fresh)
    assert file.save()["deleted_paragraphs"] == [fresh]


def test_a_new_link_is_a_change_of_the_relationships_too(desk: Desk) -> None:
    file = File(desk, docx("one", header="two"))
    before = file.data
    file.edit(file.id("two"), "two", '<a href="https://example.org/">two</a>')
    receipt = file.save()
    assert receipt["changed_parts"] == ["word/_rels/header1.xml.rels", "word/header1.xml"]
    assert told(receipt) == judged(before, file.data)


def test_paragraphs_that_got_an_id_because_another_one_went_are_named(desk: Desk) -> None:
    file = File(desk, docx("same", "other", "same", "same"))
    first, second, third = (file.id("same", number) for number in range(3))
    before = file.data
    file.delete(first)
    receipt = file.save()
    assert receipt["deleted_paragraphs"] == [first]
    assert receipt["changed_paragraphs"] == [second, third]
    gone = Counter(paragraphs(before)) - Counter(paragraphs(file.data))
    assert gone.total() == 3


@pytest.mark.parametrize("prepared", [bytes, plain])
def test_undone_to_what_was_saved_there_is_nothing_to_tell(desk: Desk, prepared: Callable[[bytes], bytes]) -> None:
    file = File(desk, prepared(EVERYWHERE))
    original = file.data
    two = file.id("two")
    file.edit(two, "two", "2")
    first = file.save()
    saved = file.data
    file.edit(two, "2", "3")
    file.delete(file.id("four"))
    for _ in range(2):
        desk.call("editor_undo")
    assert not file.call("get_session_status")["changed_parts"]
    assert file.save()["message"].endswith("nothing changed.")
    assert file.data == saved
    desk.call("editor_undo")
    assert file.save()["changed_paragraphs"] == first["changed_paragraphs"] == [two]
    assert file.data == original


def test_a_copy_is_told_against_the_file_that_was_opened(desk: Desk) -> None:
    file = File(desk, EVERYWHERE)
    file.edit(file.id("two"), "two", "2")
    copy = desk.root / "copy.docx"
    for _ in range(2):
        receipt = file.call("download", save_to_local_path=str(copy), allow_overwrite=True)
        assert told(receipt) == judged(file.data, copy.read_bytes())
    assert file.call("get_session_status")["is_dirty"]


# A restart in between


def test_the_receipt_outlasts_a_restart(open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LONG_LINE_BYTES", 1)
    monkeypatch.setattr(journal, "MOST_RECORDS", 1)
    desk = open_desk()
    file = File(desk, EVERYWHERE)
    before = file.data
    two, three = file.id("two"), file.id("three")
    file.edit(two, "two", "2")
    file.edit(three, "three", "3")
    desk.leave()
    file.desk = open_desk()
    file.edit(file.id("one"), "one", "1")
    receipt = file.save()
    assert {two, three} < {*receipt["changed_paragraphs"]}
    assert told(receipt) == judged(before, file.data)


def test_a_receipt_says_when_it_does_not_know_the_file(
    open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LONG_LINE_BYTES", 1)
    monkeypatch.setattr(journal, "MOST_RECORDS", 1)
    desk = open_desk()
    file = File(desk, EVERYWHERE)
    file.edit(file.id("two"), "two", "2")
    file.edit(file.id("three"), "three", "3")
    desk.rest()
    desk.leave()
    file.path.unlink()
    file.desk = open_desk()
    tab = file.desk.call("tabs_list")[-1]["id"]
    receipt = file.desk.call("download", session_id=tab, save_to_local_path="copy.docx")
    assert "since Quire was started anew" in receipt["message"]


def test_after_a_reload_the_receipt_begins_with_the_file_that_was_loaded(desk: Desk) -> None:
    file = File(desk, docx("one", "two", "three", ids=True, header="four"))
    file.edit(file.id("one"), "one", "1")
    file.save()
    file.path.write_bytes(resaved(file.data, lambda source: source.replace("two", "2")))
    before = file.data
    assert "changed on disk" in desk.call("workspace_open_document", path=str(file.path))["message"]
    assert not file.save()["changed_parts"]
    assert file.data == before
    file.edit(file.id("2"), "2", "zwei")
    assert told(file.save()) == judged(before, file.data)


# More than was edited


def test_a_save_that_would_change_more_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    file = File(desk, EVERYWHERE)
    file.edit(file.id("two"), "two", "2")
    before, write = file.data, Package.write

    def careless(self: Package) -> bytes:
        return write(self.with_parts({"word/styles.xml": self.part("word/styles.xml") + b"\n"}))

    monkeypatch.setattr(Package, "write", careless)
    refused = desk.refusal("save", file_path=str(file.path), save_to_local_path=str(file.path), allow_overwrite=True)
    assert "word/styles.xml would be another one" in refused.message
    assert file.data == before


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda package: package.with_parts({"word/extra.bin": b"more"}), "other entries"),
        (lambda package: package.with_parts({"word/styles.xml": None}), "other entries"),
        (lambda package: package.with_parts({MAIN: package.part(MAIN).replace(b"three", b"3")}), "not be what it is"),
        (lambda package: package.with_parts({MAIN: package.part(MAIN)[:-9]}), "not be what it is"),
    ],
)
def test_what_is_written_is_what_was_edited(
    spoil: Callable[[Package], Package], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = edited(EVERYWHERE)
    write = Package.write
    monkeypatch.setattr(Package, "write", lambda self: write(spoil(self)))
    with pytest.raises(FailureError, match=why):
        document.write()


@pytest.mark.parametrize("broken", ["<w:b>", "</w:t>", "<unknown:b/>", "\x01", "&amp;<w:b>", "&nothing;"])
def test_what_could_not_be_read_again_is_not_written(broken: str) -> None:
    document = edited(EVERYWHERE)
    block = next(block for block in document.body if ">2<" in block.source)
    block.source = block.source.replace(">2<", f">{broken}<")
    with pytest.raises(FailureError, match="not well-formed"):
        document.write()


def edited(data: bytes) -> DocxDocument:
    document = DocxDocument.read(data)
    (two,) = (document.id(place) for place, text in chain.from_iterable(document.passages()) if text == "two")
    return document.apply(document.plan(document.edit(two, "two", "2")))


# Who has it open


@pytest.mark.parametrize(
    ("name", "lock"),
    [
        ("contract.docx", "~$ntract.docx"),
        ("mandates.docm", "~$ndates.docm"),
        ("mandate.docx", "~$andate.docx"),
        ("letter.docx", "~$letter.docx"),
        ("nda.docx", "~$nda.docx"),
        ("contract.docx", ".~lock.contract.docx#"),
    ],
)
def test_a_file_that_is_open_in_word_is_not_overwritten(desk: Desk, name: str, lock: str) -> None:
    file = File(desk, docx("one", kind="macro" if name.endswith("m") else "document"), name)
    before = file.data
    file.edit(file.id("one"), "one", "1")
    owner = file.path.with_name(lock)
    owner.write_bytes(b"\x08Ann Lee." + bytes(45) + b"\x07\0" + "Ann Lee".encode("utf-16-le") + bytes(92))
    refused = desk.refusal("workspace_save_document")
    assert refused.code == "E_CONFLICT"
    assert "open in LibreOffice" in refused.message or "open in Word, by Ann Lee" in refused.message
    assert lock in refused.hint
    assert file.data == before
    assert file.call("get_session_status")["is_dirty"]
    copy = desk.root / f"another{file.path.suffix}"
    file.call("download", save_to_local_path=str(copy))
    owner.unlink()
    desk.call("workspace_save_document")
    assert file.data == copy.read_bytes()


def test_the_lock_of_another_file_is_of_no_account(desk: Desk) -> None:
    file = File(desk, docx("one"))
    file.path.with_name("~$contract.docx").write_bytes(b"")
    file.edit(file.id("one"), "one", "1")
    assert file.save()["changed_parts"]
