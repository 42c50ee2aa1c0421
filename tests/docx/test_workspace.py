"""In the workspace a Word document is a document like any other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.elsewhere import changed, entries, packed, resaved
from tests.docx.file import File
from tests.docx.gallery import GALLERY
from tests.docx.parts import MAIN, difference
from tests.docx.specimen import bold, comment, docx, footnote, p, table, textbox
from tests.docx.validation import harm

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

CONTRACT = docx(
    "The Fee", p("is ", bold("due"), " at once"), table(["Item", "Price"]), p("in euro.", footnote("or dollars")),
    p("See ", textbox("the box")), header="Draft",
)  # fmt: skip


def listed(desk: Desk) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("suggestion_list")["suggestions"]
    return found


def find(file: File, text: str) -> str:
    """The id of the paragraph in which a text stands."""
    return next(each for each, said in file.paragraphs().items() if text in said)


# Opening, saving, tabs


def test_it_is_opened_told_about_and_saved(desk: Desk) -> None:
    file = File(desk, CONTRACT)
    opened = desk.call("workspace_open_document", path="contract.docx")
    assert (opened["title"], opened["isDirty"]) == ("contract.docx", False)
    info = desk.call("workspace_get_document_info")
    assert (info["format"], info["isDirty"], info["wordCount"]) == ("docx", False, 11)
    file.edit(find(file, "The Fee"), "Fee", "Price")
    assert desk.call("workspace_get_document_info")["isDirty"]
    saved = desk.call("workspace_save_document")
    assert saved["message"] == ("Saved contract.docx: 1 paragraph changed in word/document.xml; all else is as it was.")
    assert not desk.call("workspace_get_document_info")["isDirty"]
    assert desk.call("workspace_save_document")["message"] == "Saved contract.docx: nothing changed."


def test_saved_under_another_name_it_is_that_file_from_then_on(desk: Desk) -> None:
    file = File(desk, CONTRACT)
    file.edit(find(file, "The Fee"), "Fee", "Price")
    saved = desk.call("workspace_save_document_as", path="signed.docx")
    assert "1 paragraph changed" in saved["message"]
    assert file.data == CONTRACT
    signed = desk.root / "signed.docx"
    assert difference(CONTRACT, signed.read_bytes()).changed == (MAIN,)
    file.path = signed
    file.edit(find(file, "The Price"), "Price", "Fee")
    assert desk.call("workspace_save_document")["filePath"] == str(signed)


def test_each_has_its_tab(desk: Desk) -> None:
    one, two = File(desk, docx("one"), "one.docx"), File(desk, docx("two"), "two.docx")
    tabs = [desk.call("workspace_open_document", path=str(file.path))["tabId"] for file in (one, two)]
    assert desk.text == "two\n"
    desk.call("tabs_switch", tabId=tabs[0])
    assert desk.text == "one\n"
    one.edit(one.id("one"), "one", "1")
    desk.call("tabs_close", tabId=tabs[0])
    desk.call("tabs_reopen_closed")
    assert desk.text == "1\n"
    assert desk.call("tabs_get_info", tabId=tabs[0])["isDirty"]


def test_undo_redo_and_revisions(desk: Desk) -> None:
    file = File(desk, CONTRACT)
    target = find(file, "The Fee")
    texts, revisions = [desk.text], [desk.call("get_document_revision")["revision"]]
    for word in ("Price", "Rate", "Sum"):
        file.edit(target, desk.text.split("\n")[0], f"The {word}")
        texts.append(desk.text)
        revisions.append(desk.call("get_document_revision")["revision"])
    assert len(set(revisions)) == 4
    for text in reversed(texts[:-1]):
        desk.call("editor_undo")
        assert desk.text == text
    assert not desk.call("workspace_get_document_info")["isDirty"]
    assert file.call("download", save_to_local_path="copy.docx")["changed_parts"] == []
    assert (desk.root / "copy.docx").read_bytes() == CONTRACT
    for text in texts[1:]:
        desk.call("editor_redo")
        assert desk.text == text


def test_two_clients_edit_the_same_document(open_desk: Callable[..., Desk]) -> None:
    ann, bob = open_desk("ann"), open_desk("bob")
    file = File(ann, CONTRACT)
    target = find(file, "The Fee")
    file.edit(target, "Fee", "Price")
    assert file.paragraphs(bob) == file.paragraphs(ann)
    bob.call("smart_edit", session_id=bob.call("tabs_get_active")["id"], target_paragraph_id=target,
             old_string="The", new_string="A")  # fmt: skip
    assert ann.text.startswith("A Price\n")
    ann.call("editor_undo")
    assert bob.text.startswith("The Price\n")


# Suggestions


@pytest.fixture
def staged(desk: Desk) -> File:
    """A contract of whose edits a person decides."""
    desk.settings(staging="stage-everything")
    return File(desk, CONTRACT)


def test_edits_wait_and_tell_what_they_would_do(staged: File) -> None:
    desk = staged.desk
    answer = staged.edit(find(staged, "The Fee"), "Fee", "<b>Price</b>")
    assert not answer["applied"]
    assert "waits for approval" in answer["message"]
    staged.insert(find(staged, "at once"), "A new one")
    staged.delete(find(staged, "The Fee"))
    assert desk.text.startswith("The Fee\n\nis **due**")
    assert not desk.call("workspace_get_document_info")["isDirty"]
    found = {(each["type"], each.get("originalContent"), each.get("newContent")) for each in listed(desk)}
    assert found == {("replace", "Fee", "Price"), ("insert", None, "A new one\n"), ("delete", "The Fee\n", None)}


@pytest.mark.parametrize("where", ["The Fee", "Price", "or dollars", "Draft", "the box"])
def test_one_is_accepted_wherever_it_is_after_other_edits(staged: File, where: str) -> None:
    desk = staged.desk
    target = find(staged, where)
    word = where.split()[-1]
    identifier = staged.edit(target, word, f"{word}!")["suggestion_id"]
    for text in ("at once", "Item"):
        desk.as_person("smart_insert", file_path=str(staged.path), positional_anchor_node_id=find(staged, text),
                       new_string="in between", position="BEFORE")  # fmt: skip
    assert [each["isStale"] for each in listed(desk)] == [False]
    desk.call("suggestion_accept", suggestionId=identifier)
    assert f"{word}!" in staged.paragraphs()[target]
    assert not listed(desk)


@pytest.mark.parametrize("where", ["The Fee", "or dollars", "Draft", "the box"])
def test_one_is_stale_when_its_words_have_changed(staged: File, where: str) -> None:
    desk = staged.desk
    target, word = find(staged, where), where.split()[-1]
    identifier = staged.edit(target, word, "other")["suggestion_id"]
    desk.as_person("smart_edit", file_path=str(staged.path), target_paragraph_id=target, old_string=word,
                   new_string="changed")  # fmt: skip
    assert [each["isStale"] for each in listed(desk)] == [True]
    assert desk.refusal("suggestion_accept", suggestionId=identifier).code == "E_CONFLICT"
    desk.call("editor_undo")
    assert [each["isStale"] for each in listed(desk)] == [False]


@pytest.mark.parametrize("position", ["BEFORE", "AFTER"])
def test_an_insertion_beside_a_paragraph_that_is_gone_cannot_be_accepted(staged: File, position: str) -> None:
    desk = staged.desk
    target = find(staged, "at once")
    staged.insert(target, "new", position=position)
    desk.as_person("delete_paragraph", file_path=str(staged.path), target_paragraph_id=target)
    (found,) = listed(desk)
    assert found["isStale"]
    assert desk.refusal("suggestion_accept", suggestionId=found["id"]).code == "E_CONFLICT"


def test_rejected_ones_leave_no_trace(staged: File) -> None:
    desk = staged.desk
    before = staged.paragraphs()
    staged.edit(find(staged, "The Fee"), "Fee", "Price")
    staged.insert(find(staged, "at once"), "new")
    desk.call("suggestion_reject_all")
    assert not listed(desk)
    assert staged.paragraphs() == before
    assert not desk.call("workspace_get_document_info")["isDirty"]


def test_all_are_accepted_as_one_undo(staged: File) -> None:
    desk = staged.desk
    before = staged.paragraphs()
    for text, old, new in (("The Fee", "Fee", "Price"), ("or dollars", "dollars", "yen"), ("Draft", "Draft", "Final"),
                           ("the box", "box", "frame"), ("Item", "Item", "Thing")):  # fmt: skip
        staged.edit(find(staged, text), old, new)
    (fresh,) = staged.insert(find(staged, "at once"), "A new one")
    staged.delete(find(staged, "at once"))
    accepted = desk.call("suggestion_accept_all")
    assert len(accepted["accepted"]) == 7
    after = [*staged.paragraphs().values()]
    assert staged.paragraphs()[fresh] == "A new one"
    for text in ("The Price", "Final", "the frame", "Thing"):
        assert text in after
    assert not harm(CONTRACT, _saved(staged))
    desk.call("editor_undo")
    assert staged.paragraphs() == before
    desk.call("editor_redo")
    assert [*staged.paragraphs().values()] == after


def _saved(file: File) -> bytes:
    file.call("download", save_to_local_path="judged.docx", allow_overwrite=True)
    return (file.desk.root / "judged.docx").read_bytes()


# After the end of the process


def test_nothing_that_was_answered_is_lost(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    file = File(desk, CONTRACT)
    target = find(file, "The Fee")
    file.edit(target, "Fee", "Price")
    (fresh,) = file.insert(target, "new")
    file.delete(find(file, "at once"))
    desk.settings(staging="stage-everything")
    identifier = file.edit(find(file, "or dollars"), "dollars", "yen")["suggestion_id"]
    before, data = file.paragraphs(), _saved(file)
    desk.leave()
    file.desk = desk = open_desk()
    assert file.paragraphs() == before
    assert _saved(file) == data
    assert [each["id"] for each in listed(desk)] == [identifier]
    desk.call("suggestion_accept", suggestionId=identifier)
    assert "or yen" in "".join(file.paragraphs().values())
    for _ in range(4):
        desk.call("editor_undo")
    assert fresh not in file.paragraphs()
    assert _saved(file) == CONTRACT


# When someone else saves the file


def with_comment(document: bytes) -> bytes:
    """The file after someone has put a comment into it: a part that was not there."""
    more = entries(docx(p(comment("Why?", "The Fee")), "is due"))
    source = entries(document)
    return packed(source | {name: more[name] for name in more if name not in source} | {
        name: more[name] for name in ("[Content_Types].xml", "word/_rels/document.xml.rels", MAIN)
    })  # fmt: skip


def test_what_is_on_disk_is_taken_over_when_nothing_is_unsaved(desk: Desk) -> None:
    file = File(desk, docx("The Fee", "is due", ids=True, header="Draft"))
    before = file.paragraphs()
    file.path.write_bytes(resaved(file.data, lambda source: source.replace("is due", "is paid")))
    assert "changed on disk" in desk.call("workspace_open_document", path="contract.docx")["message"]
    assert file.paragraphs() == {each: text.replace("is due", "is paid") for each, text in before.items()}
    assert not desk.call("workspace_get_document_info")["isDirty"]
    desk.call("editor_undo")
    assert file.paragraphs() == before


def test_unsaved_changes_are_not_overwritten_and_do_not_overwrite(desk: Desk) -> None:
    file = File(desk, docx("The Fee", "is due", ids=True))
    file.edit(file.id("The Fee"), "Fee", "Price")
    theirs = resaved(file.data, lambda source: source.replace("is due", "is paid"))
    file.path.write_bytes(theirs)
    refused = desk.refusal("workspace_save_document")
    assert (refused.code, "reload" in refused.hint) == ("E_CONFLICT", True)
    assert "unsaved" in desk.call("workspace_open_document", path="contract.docx")["message"]
    assert desk.text == "The Price\n\nis due\n"
    desk.call("workspace_open_document", path="contract.docx", reload=True)
    assert desk.text == "The Fee\n\nis paid\n"
    assert file.save()["message"].endswith("nothing changed.")
    assert file.data == theirs
    desk.call("editor_undo")
    assert desk.text == "The Price\n\nis due\n"
    desk.call("workspace_save_document")
    assert file.reopened() == {file.id("The Price"): "The Price", file.id("is due"): "is due"}


def test_parts_come_and_go_with_the_file(desk: Desk) -> None:
    plain = docx("The Fee", "is due")
    file = File(desk, plain)
    before = file.paragraphs()
    file.path.write_bytes(with_comment(plain))
    desk.call("workspace_open_document", path="contract.docx")
    assert "Why?" in file.paragraphs().values()
    file.edit(file.id("Why?"), "Why?", "Why not?")
    file.save()
    file.path.write_bytes(plain)
    desk.call("workspace_open_document", path="contract.docx")
    assert file.paragraphs() == before
    desk.call("editor_undo")
    assert "Why not?" in file.paragraphs().values()


def test_the_body_may_be_in_another_part(desk: Desk) -> None:
    file = File(desk, docx("The Fee", "is due", ids=True))
    before = file.paragraphs()
    other = entries(docx("The Fee", "is paid", ids=True))
    moved = {name.replace("document.xml", "document2.xml"): data.replace(b"document.xml", b"document2.xml")
             for name, data in other.items()}  # fmt: skip
    file.path.write_bytes(packed(moved))
    desk.call("workspace_open_document", path="contract.docx")
    assert file.paragraphs() == {each: text.replace("is due", "is paid") for each, text in before.items()}
    file.edit(file.id("is paid"), "paid", "settled")
    assert file.save()["changed_parts"] == ["word/document2.xml"]
    for _ in range(2):
        desk.call("editor_undo")
    assert file.paragraphs() == before


def test_a_root_that_declares_more_is_read_with_all_of_it(desk: Desk) -> None:
    document = changed(
        docx("The Fee", "is due"), lambda source: re.sub(r' (?:xmlns:w1[45]|mc:Ignorable)="[^"]*"', "", source)
    )
    file = File(desk, document)
    file.paragraphs()
    file.path.write_bytes(docx("The Fee", "is due", ids=True))
    desk.call("workspace_open_document", path="contract.docx")
    file.edit(file.id("is due"), "due", "paid")
    assert [*file.reopened().values()] == ["The Fee", "is paid"]


def test_a_suggestion_outlasts_a_reload(desk: Desk) -> None:
    desk.settings(staging="stage-everything")
    file = File(desk, docx("The Fee", "is due", ids=True, header="Draft"))
    body, header = (file.edit(file.id(text), text.split()[-1], "new")["suggestion_id"] for text in ("is due", "Draft"))
    file.path.write_bytes(resaved(file.data, lambda source: source.replace("The Fee", "The whole Fee")))
    desk.call("workspace_open_document", path="contract.docx")
    assert [each["isStale"] for each in listed(desk)] == [False, False]
    for identifier in (body, header):
        desk.call("suggestion_accept", suggestionId=identifier)
    assert [*file.paragraphs().values()] == ["The whole Fee", "is new", "new"]


# Kinds of Word document


@pytest.mark.parametrize(
    ("kind", "ending"), [("document", "docx"), ("macro", "docm"), ("template", "dotx"), ("macro template", "dotm")]
)
def test_each_kind_is_saved_as_what_it_is(desk: Desk, kind: Any, ending: str) -> None:
    document = docx("The Fee", kind=kind)
    file = File(desk, document, f"contract.{ending}")
    file.edit(file.id("The Fee"), "Fee", "Price")
    desk.call("workspace_save_document_as", path=f"copy.{ending}")
    copy = desk.root / f"copy.{ending}"
    assert difference(document, copy.read_bytes()).changed == (MAIN,)
    for other in {"docx", "docm", "dotx", "dotm"} - {ending}:
        refused = desk.refusal("workspace_save_document_as", path=f"copy.{other}")
        assert (refused.code, ending in refused.hint) == ("E_UNSUPPORTED", True)


def test_a_strict_document_stays_strict(desk: Desk) -> None:
    document = GALLERY["strict"]
    file = File(desk, document)
    file.edit(find(file, "strict"), "strict", '<a href="https://example.org/">very strict</a>')
    desk.call("workspace_save_document")
    after = file.data
    assert {*difference(document, after).changed} == {"word/_rels/document.xml.rels", MAIN}
    assert not harm(document, after)
    assert b"schemas.openxmlformats.org/wordprocessingml/2006/main" not in entries(after)[MAIN]
