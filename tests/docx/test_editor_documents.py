"""The editor's tools write Markdown into Word documents, and it becomes Word's own."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest

from quire.formats.docx.document import DocxDocument
from tests.docx.file import File
from tests.docx.specimen import PNG, bold, docx, footnote, heading, italic, item, p, table
from tests.docx.validation import all_errors, harm, pdf, printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

PAGE = """\
# Report

Some **bold**, *italic*, ~~struck~~ and `code` with [a link](https://example.org/) and $x^2$.[^1]

- one
- two
    1. deep

> Quoted.

| Item | Price |
| ---- | ----: |
| Pen  |     2 |

```
x = 1
```

$$
\\frac{a}{b}
$$

[^1]: A note.
"""


@pytest.fixture
def open_docx(desk: Desk) -> Callable[..., File]:
    """Lays a Word document in front; its edits are applied at once."""
    desk.settings(staging="auto-approve")

    def lay(*content: Any, **more: Any) -> File:
        file = File(desk, docx(*content, **more))
        desk.call("workspace_open_document", path=str(file.path))
        return file

    return lay


def seen(desk: Desk) -> str:
    text: str = desk.call("document_get_content")
    return text


def test_a_word_document_reads_as_markdown(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx(heading("Title"), p("The ", bold("Fee"), footnote("net")), item("one"), table(["a", "b"], ["c", "d"]))
    assert seen(desk) == (
        "# Title\n\nThe **Fee**[^1]\n\n1. one\n\n"
        "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |\n\n[^1]: net\n"
    )


@pytest.mark.libreoffice
def test_an_empty_word_document_is_filled_with_markdown(desk: Desk, open_docx: Callable[..., File]) -> None:
    file = open_docx("")
    before = file.data
    assert desk.call("document_set_content", content=PAGE)["applied"]
    told = seen(desk)
    for line in PAGE.splitlines():
        assert line.replace(" ", "") in told.replace(" ", ""), line
    file.save()
    assert not harm(before, file.data)
    words = " ".join(printed(pdf(file.data)).split())
    for said in ("Report", "bold, italic, struck and code with a link", "\uf0b7 one", "a. deep", "Quoted.", "A note."):
        assert said in words
    desk.call("editor_undo")
    assert seen(desk).strip() == ""


def test_a_document_that_says_something_is_not_overwritten(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx("text")
    assert desk.refusal("document_set_content", content="x").code == "E_UNSUPPORTED"
    open_docx(table([""], [""]), "")
    assert desk.refusal("document_set_content", content="x").code == "E_UNSUPPORTED"


@pytest.mark.parametrize(
    ("position", "text", "expected"),
    [
        (8, "**very** ", "The fee **very** is due.\n\nEnd.\n"),
        (8, "- ", "The fee - is due.\n\nEnd.\n"),
        (8, "# 5 ", "The fee # 5 is due.\n\nEnd.\n"),
        (0, "# Fees", "# Fees\n\nThe fee is due.\n\nEnd.\n"),
        (0, "Note: ", "Note: The fee is due.\n\nEnd.\n"),
        (15, " **Always**", "The fee is due. **Always**\n\nEnd.\n"),
        (15, "\n\nNew *one*.", "The fee is due.\n\nNew *one*.\n\nEnd.\n"),
        (15, "\n\n# New", "The fee is due.\n\n# New\n\nEnd.\n"),
        (16, "New.\n\n", "The fee is due.\n\nNew.\n\nEnd.\n"),
        (8, "x\n\n- a\n- b\n\ny ", "The fee x\n\n- a\n- b\n\ny is due.\n\nEnd.\n"),
        (8, "<Name> ", "The fee \\<Name> is due.\n\nEnd.\n"),
        (8, "漢字 😀 שלום ", "The fee 漢字 😀 שלום is due.\n\nEnd.\n"),
        (8, "$x^2$ and [us](https://a.b/) ", "The fee $x^2$ and [us](https://a.b/) is due.\n\nEnd.\n"),
    ],
)
def test_markdown_at_a_position(
    desk: Desk, open_docx: Callable[..., File], position: int, text: str, expected: str
) -> None:
    file = open_docx("The fee is due.", "End.")
    desk.call("document_insert_at_position", position=position, text=text)
    assert seen(desk) == expected
    desk.call("selection_set", **{"from": position, "to": position})
    desk.call("editor_undo")
    desk.call("document_insert_at_cursor", text=text)
    assert seen(desk) == expected
    file.save()
    assert not all_errors([file.data])[0]
    desk.call("editor_undo")
    file.save()
    assert file.data == docx("The fee is due.", "End.")


def test_a_picture_that_is_written_as_its_data_is_one(desk: Desk, open_docx: Callable[..., File]) -> None:
    file = open_docx("The fee is due.")
    data = b64encode(PNG).decode()
    desk.call("document_insert_at_position", position=8, text=f"![A dot](data:image/png;base64,{data}) ")
    assert seen(desk) == "The fee ![A dot](word/media/image1.png) is due.\n"
    file.save()
    assert not all_errors([file.data])[0]


def test_replacements_keep_the_formatting_of_what_they_replace(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx(p("The ", italic("Fee"), " and the ", bold("Fee"), "."))
    assert desk.call("document_replace", search="Fee", replace="new `Price`", all=True)["count"] == 2
    assert seen(desk) == "The *new `Price`* and the **new `Price`**.\n"


def test_words_in_headers_and_notes_are_found_and_replaced(desk: Desk, open_docx: Callable[..., File]) -> None:
    file = open_docx(p("The Fee", footnote("The Fee, net.")), header="Fee list", footer="No fees")
    before = file.data
    found = desk.call("document_search", query="fee")
    assert [(each.get("story"), each["text"], each["line"]) for each in found] == [
        (None, "Fee", 1), ("header", "Fee", 1), ("footer", "fee", 1), ("footnotes", "Fee", 1),
    ]  # fmt: skip
    assert desk.call("document_replace", search="Fee", replace="**Price**", all=True)["count"] == 3
    assert [each["text"] for each in desk.call("document_search", query="price")] == ["Price"] * 3
    assert seen(desk) == "The **Price**[^1]\n\n[^1]: The **Price**, net.\n"
    assert desk.call("document_replace", search="No fees", replace="# All paid")["count"] == 1
    assert set(file.save()["changed_parts"]) == {
        "word/document.xml", "word/header1.xml", "word/footer1.xml", "word/footnotes.xml",
    }  # fmt: skip
    assert [text.replace("\ufffc", "") for text in file.paragraphs().values()] == [
        "The Price", "Price list", "All paid", "The Price, net.",
    ]  # fmt: skip
    assert not harm(before, file.data)


def test_no_position_beyond_the_text_is_written_to(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx("The fee.", header="A header")
    (found,) = desk.call("document_search", query="header")
    assert desk.refusal("document_insert_at_position", text="x", position=found["from"]).code == "E_INVALID_ARG"


def test_no_replacement_joins_two_notes(desk: Desk, open_docx: Callable[..., File]) -> None:
    file = open_docx(p("The fee", footnote("net"), " and the price", footnote("gross")))
    before = file.paragraphs()
    assert desk.refusal("document_replace", search="net\n\ufffcgross", replace="both").code == "E_UNSUPPORTED"
    assert file.paragraphs() == before


def test_a_suggestion_waits_in_a_note(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx(p("The fee", footnote("Due net.")), "End.")
    desk.settings(staging="suggest")
    (waiting,) = desk.call("document_replace", search="net", replace="gross")["suggestionIds"]
    desk.call("document_insert_at_position", text="Now: ", position=0)
    desk.call("suggestion_accept", suggestionId=waiting)
    assert "Due gross." in seen(desk)


def test_the_selection_becomes_markdown(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx("The fee is due.", "End.")
    desk.call("selection_set", **{"from": 4, "to": 7})
    told = desk.call("selection_replace", text="**price**")
    assert told["originalContent"] == "fee"
    assert seen(desk) == "The **price** is due.\n\nEnd.\n"
    desk.call("selection_set", **{"from": 0, "to": 22})
    desk.call("selection_replace", text="# All\n\n1. new")
    assert seen(desk) == "# All\n\n1. new\n"


def test_all_of_it_selected_and_set_again_with_another_word_changes_that_word(
    desk: Desk, open_docx: Callable[..., File]
) -> None:
    file = open_docx(
        heading("Title"), p("The ", bold("Fee"), footnote("net"), " is due."), item("one"), item("two"), "End."
    )
    desk.call("selection_set", **{"from": 0, "to": len("Title\nThe Fee\ufffc is due.\none\ntwo\nEnd.")})
    desk.call("selection_replace", text=seen(desk).replace("is due", "was *due*"))
    assert seen(desk).startswith("# Title\n\nThe **Fee**[^1] was *due*.\n")
    assert "1 paragraph changed" in desk.call("workspace_save_document")["message"]
    assert not all_errors([file.data])[0]


def test_diffs_and_anchors_take_markdown(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx("The fee is due.", "The fee is late.")
    desk.call("apply_diff", original="fee", replacement="*price*", matchPolicy="nth", nth=1, mode="apply")
    anchor = {"text": "fee", "beforeContext": "The ", "afterContext": " is due"}
    desk.call("replace_text_anchored", anchor=anchor, replacement="**price**", mode="apply")
    assert seen(desk) == "The **price** is due.\n\nThe *price* is late.\n"


@pytest.mark.parametrize(
    "text", ["**new** words", "\n\n# Heading\n\n- a\n- b\n", "a note[^n].\n\n[^n]: Said there.", "| a |\n|---|\n| b |"]
)
def test_suggestions_show_what_they_would_do_and_can_be_accepted_after_other_edits(
    desk: Desk, open_docx: Callable[..., File], text: str
) -> None:
    file = open_docx("First.", "The fee is due.", "Last.")
    desk.call("document_insert_at_position", position=22, text=text)
    wanted = file.desk.call("document_get_content")
    desk.call("editor_undo")
    desk.settings(staging="suggest")
    made = desk.call("document_insert_at_position", position=22, text=text)
    (told,) = desk.call("suggestion_list")["suggestions"]
    assert told["id"] == made["suggestionId"]
    assert "Last" not in (told.get("newContent") or "") + (told.get("originalContent") or "")
    file.edit(file.id("First."), "First.", "The very first words.")
    desk.as_person("suggestion_accept", suggestionId=made["suggestionId"])
    assert seen(desk) == wanted.replace("First.", "The very first words.")
    desk.call("editor_undo")
    desk.call("editor_undo")
    file.save()
    assert file.data == docx("First.", "The fee is due.", "Last.")


def test_a_footnote_is_not_lost_by_a_replacement(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx(p("The fee", footnote("net"), " is due."))
    desk.call("selection_set", **{"from": 0, "to": 15})
    assert "footnote" in desk.refusal("selection_replace", text="# New\n\ntext").message


def test_word_tools_keep_taking_literal_text(desk: Desk, open_docx: Callable[..., File]) -> None:
    open_docx("The fee is due.")
    desk.call("insertText", text="**very** ", scope="document", location="start")
    assert DocxDocument.read(docx("x"))
    assert seen(desk).startswith("\\*\\*very\\*\\* The fee")
