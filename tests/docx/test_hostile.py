"""A server that is handed hostile files and absurd calls answers each in time and in little room, and goes on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.docx.hostile import FILES, document, package, relationships
from tests.docx.siege import Answer, Siege
from tests.docx.specimen import docx, p

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS, MEGABYTES = 5.0, 500

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not Path("/proc/self/clear_refs").exists(),
        reason="what a process takes is told by Linux only",
    ),
]


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    with Siege(tmp_path_factory.mktemp("siege")) as siege:
        siege.call("get_capabilities")
        yield siege


def borne(answer: Answer) -> Answer:
    """An answer that came in time, in little room, and is no accident."""
    assert answer.seconds < SECONDS
    assert answer.megabytes < MEGABYTES
    assert answer.code != "E_RUNTIME", answer.text[:500]
    assert len(answer.text) < 4_000_000
    if answer.is_error:
        assert len(answer.text) < 4_000
    return answer


def alive(siege: Siege) -> None:
    path = siege.put("good.docx", docx("A good document."))
    assert "A good document." in siege.call("read_file", file_path=path).text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_hostile_file_is_refused_or_borne(siege: Siege, file: Any) -> None:
    path = siege.put("hostile.docx", file.build())
    try:
        first = borne(siege.call("read_file", file_path=path))
        if file.refusal and not file.part:
            assert file.refusal in json.loads(first.text)["message"]
        for tool, arguments in (
            ("read_file", {"format": "json", "offset": -3}),
            ("read_file", {"story": "footnotes"}),
            ("get_outline", {}),
            ("grep", {"patterns": ["Hello"]}),
            ("get_session_status", {}),
        ):
            borne(siege.call(tool, file_path=path, **arguments))
        if not first.is_error:
            edit(siege, path, first.text)
    finally:
        siege.call("clear_session", file_path=path)
    alive(siege)


def edit(siege: Siege, path: str, shown: str) -> None:
    """Insert, edit, save, delete."""
    found = re.search(r"^(jr_para_\w+)", shown, re.MULTILINE)
    if found is None:
        return
    anchor = found[1]
    inserted = borne(siege.call("smart_insert", file_path=path, positional_anchor_node_id=anchor, new_string="New."))
    if inserted.is_error:
        return
    (fresh,) = inserted.structured["paragraph_ids"]
    changed = {"target_paragraph_id": fresh, "old_string": "New.", "new_string": "Newer."}
    assert not borne(siege.call("smart_edit", file_path=path, **changed)).is_error
    copy = str(siege.root / "copy.docx")
    saved = borne(siege.call("download", file_path=path, save_to_local_path=copy, allow_overwrite=True))
    assert not saved.is_error
    assert not borne(siege.call("delete_paragraph", file_path=path, target_paragraph_id=fresh)).is_error


# Content that is strange in other ways


def element(tag: str, content: str = "", **attributes: object) -> str:
    told = "".join(f' w:{name}="{value}"' for name, value in attributes.items())
    return f"<w:{tag}{told}>{content}</w:{tag}>"


def nested(content: str, times: int, *tags: str) -> str:
    opening = "".join(f"<w:{tag}>" for tag in tags)
    closing = "".join(f"</w:{tag}>" for tag in reversed(tags))
    return opening * times + content + closing * times


def run(text: str = "Hello", look: str = "") -> str:
    return element("r", (element("rPr", look) if look else "") + element("t", text))


def mark(kind: str) -> str:
    return element("r", element("fldChar", fldCharType=kind))


def code(text: str) -> str:
    return element("r", element("instrText", text))


def paragraph(content: str = "", properties: str = "") -> str:
    return element("p", (element("pPr", properties) if properties else "") + content)


def cell(content: str, span: str) -> str:
    return element("tc", element("tcPr", element("gridSpan", val=span)) + content)


HELLO = paragraph(run())
BOX = element("r", element("pict", element("txbxContent", paragraph())))
NO_NUMBERS = (
    element("numPr", element("ilvl", val=99) + element("numId", val=9_999_999_999))
    + element("ind", left="1e99", hanging="x")
    + element("outlineLvl", val=-5)
)
SAME_ID = HELLO.replace(
    "<w:p>", '<w:p xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" w14:paraId="00000001">', 1
)

STRANGE: dict[str, str] = {
    "links in links": paragraph(nested(run(), 2000, "hyperlink")),
    "controls in controls": nested(HELLO, 5000, "sdt", "sdtContent"),
    "fields that never end": paragraph(mark("begin")) * 3000 + HELLO,
    "fields that never began": paragraph(mark("end")) * 3000,
    "fields in fields": paragraph(mark("begin") * 5000 + run()),
    "a paragraph in a run": paragraph(element("r", HELLO)),
    "rows without a table": element("tr", element("tc", HELLO)) + HELLO,
    "a table without rows": element("tbl") + HELLO + element("tbl", element("tr")),
    "spans that are no numbers": element("tbl", element("tr", cell(HELLO, "-7") + cell(HELLO, "1e9"))) + paragraph(),
    "numbers that are none": paragraph(run(), NO_NUMBERS),
    "sizes that are none": paragraph(run(look=element("sz", val="NaN") + element("color", val="#zz") + element("shd"))),
    "the same id for all": SAME_ID * 3000,
    "ten thousand boxes": paragraph(BOX * 10_000),
    "boxes in boxes": nested(HELLO, 300, "p", "r", "pict", "txbxContent"),
    "a million tabs": paragraph(element("r", "<w:tab/>" * 1_000_000)),
    "comments between letters": paragraph(run("H<!-- x -->ello")) + "<!-- <w:p> -->" + HELLO,
    "character data": paragraph(run("<![CDATA[</w:t></w:r></w:p><w:p>]]>Hello")),
    "a long field code": paragraph(mark("begin") + code("obey me " * 500_000) + mark("end") + run()),
    "a long word in a code": paragraph(code("x" * 4_000_000) + run()),
    "invisible letters": paragraph(run("Hello " + "&#x200b;&#x200c;" * 300_000)),
    "many looks of runs": paragraph("".join(run("x", element("sz", val=size)) for size in range(9000))),
    "many looks of paragraphs": "".join(paragraph(run(), element("ind", left=left)) for left in range(30_000)),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_content_is_read_and_edited(siege: Siege, name: str) -> None:
    path = siege.put("strange.docx", package({"word/document.xml": document(STRANGE[name])}))
    try:
        first = borne(siege.call("read_file", file_path=path))
        for story in ("textboxes", "body"):
            borne(siege.call("read_file", file_path=path, format="json", story=story, offset=-2))
        borne(siege.call("grep", file_path=path, patterns=["Hello", "^x*y$"]))
        borne(siege.call("get_outline", file_path=path))
        if not first.is_error:
            edit(siege, path, first.text)
    finally:
        siege.call("clear_session", file_path=path)
    alive(siege)


def test_more_tags_than_any_document_has_are_refused(siege: Siege) -> None:
    for body in ("<w:p><w:r/></w:p>" * 5_000_000, "<w:p>" + "<w:r/>" * 11_000_000 + "</w:p>"):
        path = siege.put("dense.docx", package({"word/document.xml": document(body)}))
        answer = borne(siege.call("read_file", file_path=path))
        assert answer.code == "E_UNSUPPORTED"
    alive(siege)


# Calls

ODD_STRINGS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\x01\x1b[2J",
    "\ud800",
    "a\udfff\ud800b",
    "\ufffe\uffff",
    "x" * 1_000_000,
    "<b>" * 10_000,
    "<b>a</i>",
    "</b>",
    "<a href='javascript:alert(1)'>x</a>",
    "<font size='1e99'>x</font>",
    "\n\n" * 20_000,
    "]]>",
    "&#0;&amp;&lt;<![CDATA[x]]>",
    "\u202e\u2066" * 1000,
    "\U0001f468\u200d" * 10_000,
]


@pytest.fixture(scope="module")
def good(siege: Siege) -> tuple[str, list[str]]:
    path = siege.put("victim.docx", docx("The Fee is due.", p("Second."), "Third.", header="Top"))
    return path, re.findall(r"jr_para_\w+", siege.call("read_file", file_path=path).text)


@pytest.mark.parametrize("text", ODD_STRINGS, ids=lambda text: ascii(text[:12]))
def test_odd_strings_are_refused_or_kept(siege: Siege, good: tuple[str, list[str]], text: str) -> None:
    path, ids = good
    target = {"file_path": path, "target_paragraph_id": ids[0]}
    borne(siege.call("smart_edit", **target, old_string=text, new_string="x"))
    edited = borne(siege.call("smart_edit", **target, old_string="Fee is", new_string=f"Fee is{text}"))
    borne(siege.call("smart_insert", file_path=path, positional_anchor_node_id=ids[1], new_string=text))
    borne(siege.call("grep", file_path=path, patterns=[text]))
    borne(siege.call("read_file", file_path=path, node_ids=[text]))
    borne(siege.call("read_file", file_path=text))
    borne(siege.call("read_file", session_id=text))
    borne(siege.call("download", file_path=path, save_to_local_path=text))
    copy = str(siege.root / "copy.docx")
    assert not borne(siege.call("download", file_path=path, save_to_local_path=copy, allow_overwrite=True)).is_error
    assert not borne(siege.call("read_file", file_path=copy)).is_error
    siege.call("clear_session", file_path=copy)
    if not edited.is_error:
        siege.call("undo")
    alive(siege)


ABSURD: list[tuple[str, dict[str, Any]]] = [
    ("read_file", {"offset": 10**30}),
    ("read_file", {"offset": -(10**30)}),
    ("read_file", {"offset": 1.5}),
    ("read_file", {"offset": "1"}),
    ("read_file", {"limit": -5}),
    ("read_file", {"limit": 10**30}),
    ("read_file", {"limit": None, "offset": None}),
    ("read_file", {"format": "xml"}),
    ("read_file", {"story": "kitchen"}),
    ("read_file", {"node_ids": ["jr_para_0000ffffffff"] * 20_000}),
    ("read_file", {"node_ids": "jr_para_000000000001"}),
    ("read_file", {"unknown": 1}),
    ("read_file", {"session_id": "both"}),
    ("grep", {"patterns": []}),
    ("grep", {"patterns": ["a"] * 10_000}),
    ("grep", {"patterns": ["(" * 3000 + ")" * 3000]}),
    ("grep", {"patterns": ["(?:a{1000}){1000}"]}),
    ("grep", {"patterns": ["((a{1,1000}){1,1000}){1,1000}"]}),
    ("grep", {"patterns": ["(?R)|a"]}),
    ("grep", {"patterns": ["(?P<x>(?&x))"]}),
    ("grep", {"patterns": ["(?:Fee){e<=3}.*(?:due){e<=3}"]}),
    ("grep", {"patterns": [r"(\w+\s?)+$", r"(x+x+)+y"]}),
    ("grep", {"patterns": ["a"], "max_results": 10**9}),
    ("grep", {"patterns": ["a"], "context_chars": -1}),
    ("smart_edit", {"target_paragraph_id": "jr_para_zzz", "old_string": "a", "new_string": "b"}),
    ("smart_edit", {"target_paragraph_id": "jr_para_f00000000001", "old_string": "a", "new_string": "b"}),
    ("smart_edit", {"target_paragraph_id": "jr_para_0fff00000001", "old_string": "a", "new_string": "b"}),
    ("smart_edit", {"target_paragraph_id": "../../etc/passwd", "old_string": "a", "new_string": "b"}),
    ("smart_edit", {"target_paragraph_id": "p-0", "old_string": "a", "new_string": "b"}),
    ("smart_insert", {"positional_anchor_node_id": "x", "new_string": "a", "position": "INSIDE"}),
    ("smart_insert", {"positional_anchor_node_id": "tbl_00000001", "new_string": "a"}),
    ("delete_paragraph", {"target_paragraph_id": ""}),
    ("format_layout", {"target_paragraph_ids": ["x"] * 1001, "layout": {"left": 1}}),
    ("format_layout", {"target_paragraph_ids": ["x"], "layout": {"left": 1e308}}),
    ("clear_formatting", {"target_paragraph_ids": []}),
    ("apply_plan", {"steps": []}),
    ("apply_plan", {"steps": [{"operation": "format_disk"}]}),
    ("download", {"save_to_local_path": "/etc/passwd", "allow_overwrite": True}),
    ("download", {"save_to_local_path": "/proc/self/mem", "allow_overwrite": True}),
    ("download", {"save_to_local_path": "\0"}),
    ("open_document", {}),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments"), ABSURD, ids=lambda it: it if isinstance(it, str) else ascii(it)[:40])
def test_absurd_calls_are_answered(
    siege: Siege, good: tuple[str, list[str]], tool: str, arguments: dict[str, Any]
) -> None:
    answer = borne(siege.call(tool, **{"file_path": good[0], **arguments}))
    if tool not in ("grep", "open_document", "read_file"):
        assert answer.is_error
    alive(siege)


def test_ids_of_other_documents_mean_nothing(siege: Siege, good: tuple[str, list[str]]) -> None:
    other = siege.put("other.docx", docx("Another one entirely."))
    answer = borne(
        siege.call("smart_edit", file_path=other, target_paragraph_id=good[1][0], old_string="a", new_string="b")
    )
    assert answer.code == "E_NOT_FOUND"


def test_plans_without_end_are_refused_and_long_ones_are_made(siege: Siege) -> None:
    path = siege.put("plan.docx", docx(*[f"Clause {n}." for n in range(1000)], ids=True))
    ids = [f"jr_para_0000{0x10000001 + n:08x}" for n in range(1000)]
    steps = [
        {"operation": "smart_edit", "target_paragraph_id": each, "old_string": "Clause", "new_string": "Section"}
        for each in ids
    ]
    assert borne(siege.call("apply_plan", file_path=path, steps=steps * 10)).code == "E_INVALID_ARG"
    assert not siege.call("apply_plan", file_path=path, steps=steps).is_error
    assert "Section 999." in siege.call("read_file", file_path=path, offset=-1).text
    broken = [*steps[:-1], {**steps[-1], "old_string": "not there"}]
    assert borne(siege.call("apply_plan", file_path=path, steps=broken)).is_error
    alive(siege)


def test_a_file_with_one_bad_part_is_read_and_edited_all_the_same(siege: Siege) -> None:
    stories = ("header", "footnotes", "comments")
    rels = relationships(*((kind, f"{kind}.xml") for kind in stories))
    bad = {f"word/{kind}.xml": b"<w:x><w:p></w:x>" for kind in stories}
    path = siege.put("half.docx", package({"word/_rels/document.xml.rels": rels, **bad}))
    shown = borne(siege.call("read_file", file_path=path))
    assert "Hello" in shown.text
    edit(siege, path, shown.text)
    for story in stories:
        answer = borne(siege.call("read_file", file_path=path, story=story))
        assert answer.code == "E_UNSUPPORTED"
        assert f"word/{story}.xml" in answer.text
    status = borne(siege.call("get_session_status", file_path=path))
    assert not status.is_error
    assert "word/header.xml" in status.structured["message"]
    assert "word/header.xml" in borne(siege.call("grep", file_path=path, patterns=["Hello"])).text
    assert not borne(siege.call("get_outline", file_path=path)).is_error
    alive(siege)
