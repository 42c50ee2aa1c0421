"""The blocks of Word documents, as the editor's tools tell them and speak of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from quire.core.content import Code, FormulaBlock, Heading, List, Quote, Rule, Table, blocks_in
from quire.formats.docx.content.rendition import content
from quire.formats.docx.document import DocxDocument
from quire.formats.markdown.document import MarkdownDocument
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.specimen import bold, cell, docx, heading, item, link, p, raw, row, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quire.core.content import Block
    from tests.conftest import Desk
    from tests.docx.paper import Paper

RULE = '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr>'
REPORT = docx(
    heading("Fees"),
    p("The ", bold("Fee"), " is due, see ", link("there", to="https://example.org/"), "."),
    item("one", list=1),
    item("deeper", level=1, list=1),
    p("goes on", indent=720),
    item("two", list=1),
    p("He said so.", style="Quote"),
    p("Twice.", style="Quote"),
    heading("Late fees", 2),
    table(row("Item", "Price", header=True), ["Pen", cell("2", "or 3")]),
    p("", properties=RULE),
    heading("Term"),
    item("☐ open", list=1),
    item("☒ done", list=1),
    "",
)


def blocks(desk: Desk, **arguments: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.call("list_blocks", **arguments)
    return found


def outline(document: DocxDocument) -> list[tuple[int, str, str]]:
    return [(node.depth, node.id, document.slice(node.start, node.end)) for node in document.nodes()]


def test_blocks_are_told_as_they_hold_each_other(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(REPORT)
    told = [(each["nodeId"], each.get("parent"), each["content"]) for each in blocks(desk)]
    assert told == [
        ("h-0", None, "Fees"),
        ("p-0", None, "The Fee is due, see there."),
        ("ul-0", None, "one\ndeeper\ngoes on\ntwo"),
        ("li-0", "ul-0", "one\ndeeper\ngoes on"),
        ("p-1", "li-0", "one"),
        ("ul-1", "li-0", "deeper"),
        ("li-1", "ul-1", "deeper"),
        ("p-2", "li-1", "deeper"),
        ("p-3", "li-0", "goes on"),
        ("li-2", "ul-0", "two"),
        ("p-4", "li-2", "two"),
        ("quote-0", None, "He said so.\nTwice."),
        ("p-5", "quote-0", "He said so."),
        ("p-6", "quote-0", "Twice."),
        ("h-1", None, "Late fees"),
        ("table-0", None, "Item\nPrice\nPen\n2\nor 3"),
        ("tr-0", "table-0", "Item\nPrice"),
        ("td-0", "tr-0", "Item"),
        ("p-7", "td-0", "Item"),
        ("td-1", "tr-0", "Price"),
        ("p-8", "td-1", "Price"),
        ("tr-1", "table-0", "Pen\n2\nor 3"),
        ("td-2", "tr-1", "Pen"),
        ("p-9", "td-2", "Pen"),
        ("td-3", "tr-1", "2\nor 3"),
        ("p-10", "td-3", "2"),
        ("p-11", "td-3", "or 3"),
        ("hr-0", None, ""),
        ("h-2", None, "Term"),
        ("task-0", None, "☐ open\n☒ done"),
        ("li-3", "task-0", "☐ open"),
        ("p-12", "li-3", "☐ open"),
        ("li-4", "task-0", "☒ done"),
        ("p-13", "li-4", "☒ done"),
        ("p-14", None, ""),
    ]


def test_blocks_of_a_type_are_told_alone(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(REPORT)
    assert [each["nodeId"] for each in blocks(desk, type="list")] == ["ul-0", "ul-1", "task-0"]
    assert [(each["nodeId"], each["level"]) for each in blocks(desk, type="heading")] == [
        ("h-0", 1), ("h-1", 2), ("h-2", 1),
    ]  # fmt: skip
    assert desk.refusal("list_blocks", type="footnote").code == "E_INVALID_ARG"


def test_the_tree_tells_marks_links_checks_and_headers(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(REPORT)
    tree = desk.call("get_document_ast")
    title, text, points, quote, _, grid, rule, _, tasks, _ = tree["children"]
    assert (title["level"], title["content"], quote["type"], rule["type"]) == (1, "Fees", "blockquote", "thematicBreak")
    spans = [(span["type"], span["from"], span["to"]) for span in text["inlines"]]
    assert spans == [("text", 5, 9), ("strong", 9, 12), ("text", 12, 25), ("link", 25, 30), ("text", 30, 31)]
    assert text["inlines"][3]["href"] == "https://example.org/"
    assert points["tight"] is False
    assert [each["header"] for each in grid["children"]] == [True, False]
    assert [each["checked"] for each in tasks["children"]] == [False, True]


def test_the_digest_tells_sections_with_their_words(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(REPORT)
    told = desk.call("get_document_digest")
    assert [(each["nodeId"], each["title"], each.get("parent")) for each in told["sections"]] == [
        ("h-0", "Fees", None), ("h-1", "Late fees", "h-0"), ("h-2", "Term", None),
    ]  # fmt: skip
    assert told["headingCount"] == 3


def test_a_section_ends_before_the_next_heading_of_its_level(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(docx(heading("A"), "a", heading("B", 2), "b", heading("C"), "c"))
    assert desk.call("get_section", nodeId="h-0")["content"] == "# A\n\na\n\n## B\n\nb\n"
    assert desk.call("get_section", nodeId="h-1")["content"] == "## B\n\nb\n"
    assert desk.call("get_section", nodeId="h-2")["content"] == "# C\n\nc\n"
    assert desk.refusal("get_section", nodeId="p-0").code == "E_INVALID_ARG"


def test_targets_are_found_by_name_title_and_text(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(REPORT)
    found = desk.call("resolve_targets", targets=["td-3", "heading:term", "or 3", "h-9"])
    assert [(each["found"], each.get("type"), each.get("nodeId")) for each in found] == [
        (True, "tableCell", "td-3"), (True, "heading", "h-2"), (True, "text", "p-11"), (False, None, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Late fees", {"type": "heading", "level": 2}),
        ("deeper", {"type": "paragraph", "inList": "bullet"}),
        ("goes on", {"type": "paragraph", "inList": "bullet"}),
        ("Twice", {"type": "paragraph", "inBlockquote": True}),
        ("or 3", {"type": "paragraph", "inTable": True}),
        ("done", {"type": "paragraph", "inList": "task"}),
    ],
)
def test_the_cursor_knows_what_it_is_in(
    desk: Desk, word: Callable[[bytes], Paper], said: str, told: dict[str, Any]
) -> None:
    word(REPORT)
    desk.call("cursor_set_position", position=desk.call("document_search", query=said)[0]["from"])
    block = desk.call("cursor_get_context")["block"]
    block.pop("position")
    assert block == told


def test_a_name_goes_with_its_block_or_is_refused(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    paper = word(docx("one", "two", item("three", list=1)))
    blocks(desk)
    paper.edit("two", "second")
    assert desk.call("resolve_targets", targets=["p-1"])[0]["to"] == 10
    paper.insert("one", "and a half")
    refused = desk.call("resolve_targets", targets=["p-1"])[0]
    assert not refused["found"]
    assert "'p-2' by now" in refused["message"]


def test_an_empty_block_keeps_its_name_when_it_is_filled(desk: Desk, word: Callable[[bytes], Paper]) -> None:
    word(docx("one", table(["", ""]), ""))
    blocks(desk)
    for said in ("two", "three"):
        desk.call("batch_edit", operations=[{"type": "update", "nodeId": "td-1", "text": said}], mode="apply")
        desk.call("batch_edit", operations=[{"type": "update", "nodeId": "p-3", "text": said}], mode="apply")
    assert [each["content"] for each in blocks(desk, type="paragraph")] == ["one", "", "three", "three"]
    desk.call("batch_edit", operations=[{"type": "insert", "after": "p-1", "text": "more"}], mode="apply")
    assert desk.call("resolve_targets", targets=["p-2"])[0]["found"] is False


def test_lines_of_code_are_one_block() -> None:
    typed = '<w:r><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/></w:rPr><w:t>{}</w:t></w:r>'
    lines = (p(raw(typed.format(each))) for each in ("a = 1", "b = 2"))
    document = DocxDocument.read(docx("Code:", *lines, "after"))
    assert outline(document) == [(0, "p-0", "Code:"), (0, "code-0", "a = 1\nb = 2"), (0, "p-1", "after")]
    assert document.surroundings(document.text.index("b =")).text == "a = 1\nb = 2"


def test_an_empty_paragraph_belongs_where_the_next_one_does() -> None:
    document = DocxDocument.read(docx(item("one"), "", item("two"), "", "after"))
    told = [(depth, name) for depth, name, _ in outline(document)]
    assert told == [(0, "ol-0"), (1, "li-0"), (2, "p-0"), (2, "p-1"), (1, "li-1"), (2, "p-2"), (0, "p-3"), (0, "p-4")]


@pytest.mark.parametrize("kind", GALLERY)
def test_every_paragraph_is_in_just_one_leaf(kind: str) -> None:
    document = DocxDocument.read(GALLERY[kind])
    found = document.nodes()
    holders = {node.parent for node in found}
    leaves = [document.slice(node.start, node.end) for node in found if node.id not in holders]
    assert "\n".join(leaves) == document.text
    names = {node.id: node for node in found}
    for node in found:
        around = names[node.parent] if node.parent else None
        assert around is None or (around.start <= node.start <= node.end <= around.end)
        assert around is None or node.depth == around.depth + 1


NAMED = {Heading: "heading", Code: "codeBlock", FormulaBlock: "mathBlock", Quote: "blockquote", Table: "table",
         Rule: "thematicBreak"}  # fmt: skip


def kinds(told: tuple[Block, ...]) -> Iterator[str]:
    for block in told:
        if isinstance(block, List):
            is_task = all(each.checked is not None for each in block.items)
            yield "taskList" if is_task else "orderedList" if block.is_ordered else "bulletList"
            yield from ["listItem"] * len(block.items)
        elif type(block) in NAMED:
            yield NAMED[type(block)]
        for some in blocks_in(block):
            yield from kinds(some)


@pytest.mark.parametrize("data", [EVERYTHING, REPORT], ids=["everything", "report"])
def test_blocks_are_the_ones_that_the_content_has(data: bytes) -> None:
    document = DocxDocument.read(data)
    found = sorted(node.type for node in document.nodes() if node.type not in ("paragraph", "tableRow", "tableCell"))
    told = sorted(kinds(content(document).blocks))
    assert found == told


@pytest.mark.parametrize("data", [EVERYTHING, REPORT], ids=["everything", "report"])
def test_what_is_around_a_place_is_what_the_blocks_say(data: bytes) -> None:
    document = DocxDocument.read(data)
    for position in range(len(document) + 1):
        around = [node for node in document.nodes() if node.start <= position <= node.end]
        found = document.surroundings(position)
        assert found.type == around[-1].type
        assert found.in_table == any(node.type == "table" for node in around)
        assert found.in_blockquote == any(node.type == "blockquote" for node in around)
        assert bool(found.in_list) == any(node.type.endswith("List") for node in around)


@pytest.mark.parametrize("text", ["The fee is due.", "你好，世界", "안녕하세요 세계", "𠀀𪚥 and it's well-known"])
def test_words_are_counted_as_in_any_document(text: str) -> None:
    assert DocxDocument.read(docx(text)).count_words() == MarkdownDocument(text).count_words()
