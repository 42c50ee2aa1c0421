"""The editor's tools on a document in Word, which a few lines of Python play: paragraphs of text, and a selection."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import anyio
import pytest

from quire.formats.docx.content.composition import new_document
from quire.formats.docx.opc.flat import unflattened
from quire.formats.markdown.content import content
from quire.server.certificates import Certificates
from tests.addin import PERSON, Word, called, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    Scenario = Callable[[Word, "Paper"], Awaitable[None]]

MARKDOWN = "# Title\n\nAlpha **beta** gamma.\n\n- one\n- two\n"


def flat(data: bytes) -> str:
    """A file as Word tells it."""
    parts = []
    with ZipFile(BytesIO(data)) as package:
        kinds = package.read("[Content_Types].xml").decode()
        for name in package.namelist():
            if name == "[Content_Types].xml":
                continue
            kind = kinds.partition(f'PartName="/{name}" ContentType="')[2].partition('"')[0]
            kind = kind or "application/vnd.openxmlformats-package.relationships+xml"
            held = package.read(name).decode().partition("?>")[2]
            parts.append(
                f'<pkg:part pkg:name="/{name}" pkg:contentType="{kind}"><pkg:xmlData>{held}</pkg:xmlData></pkg:part>'
            )
    return (
        f'<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">{"".join(parts)}</pkg:package>'
    )


class Paper:
    """A document in Word; positions in it are of UTF-16 units, as there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.selection = (0, 0)
        self.ranges: dict[str, tuple[int, int]] = {}
        self.tracked: list[bool] = []
        self.bold: set[tuple[int, int]] = set()
        self.answers: dict[str, Callable[[Any], Awaitable[dict[str, Any]]]] = {
            "document.text": self.tell,
            "document.ooxml": self.show,
            "range.at": self.find,
            "insertText": self.put,
            "getSelection": self.select,
            "selection.set": self.select,
            "format.read": self.look,
            "applyStyle": self.dress,
        }

    def name(self, start: int, end: int) -> str:
        name = f"rangeId:r{len(self.ranges)}"
        self.ranges[name] = (start, end)
        return name

    def place(self, scope: str) -> tuple[int, int]:
        return self.selection if scope == "selection" else self.ranges[scope]

    async def tell(self, _: Any) -> dict[str, Any]:
        return {"paragraphs": self.text.split("\n")}

    async def show(self, _: Any) -> dict[str, Any]:
        return {"ooxml": flat(new_document(content(MARKDOWN)))}

    async def find(self, asked: Any) -> dict[str, Any]:
        return {"rangeIds": [self.name(self.at(each["start"]), self.at(each["end"])) for each in asked["places"]]}

    def at(self, point: dict[str, Any]) -> int:
        paragraphs = self.text.split("\n")
        number, units = point["paragraph"], point["offset"]
        assert point["text"] == paragraphs[number]
        before = paragraphs[number].encode("utf-16-le")[: 2 * units].decode("utf-16-le")
        return sum(len(each) + 1 for each in paragraphs[:number]) + len(before)

    async def put(self, asked: Any) -> dict[str, Any]:
        self.tracked.append(asked["tracked"])
        start, end = self.place(asked["scope"])
        if asked["location"] != "replace":
            start = end = start if asked["location"] in ("start", "before") else end
        self.text = self.text[:start] + asked["text"] + self.text[end:]
        return {"rangeId": self.name(start, start + len(asked["text"])), "length": len(asked["text"])}

    async def select(self, asked: Any) -> dict[str, Any]:
        if "scope" in asked:
            self.selection = self.place(asked["scope"])
        start, end = self.selection
        places = {"first": self.spot(start), "last": self.spot(end)}
        return {"text": self.text[start:end], "rangeId": self.name(start, end), **places}

    def spot(self, position: int) -> dict[str, int]:
        before = self.text[:position].split("\n")
        return {"paragraph": len(before) - 1, "offset": len(before[-1].encode("utf-16-le")) // 2}

    async def look(self, _: Any) -> dict[str, Any]:
        start, end = self.selection
        word = {"word": self.name(0, 5)} if start == end and self.text else {}
        return {"bold": self.selection in self.bold, "isEmpty": start == end, **word}

    async def dress(self, asked: Any) -> dict[str, Any]:
        place = self.place(asked["scope"])
        if "char" in asked:
            (self.bold.add if asked["char"]["bold"] else self.bold.discard)(place)
        return {"rangeId": self.name(*place)}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    found = Certificates(tmp_path_factory.mktemp("certificates"))
    found.make()
    return found


@pytest.fixture
def play(tmp_path: Path, certificates: Certificates) -> Callable[[str, Scenario], None]:
    def run(text: str, scenario: Scenario) -> None:
        async def main() -> None:
            async with serving(tmp_path, certificates) as word:
                paper = Paper(text)
                await word.addin("session-1", **paper.answers).connect()
                await scenario(word, paper)

        anyio.run(main)

    return run


def test_the_content_is_markdown(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, _: Paper) -> None:
        assert await word.call("document_get_content") == MARKDOWN

    play("", scenario)


def test_positions_are_of_code_points_here_and_of_utf_16_there(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        found = await word.call("document_search", query="smile")
        assert [(each["from"], each["to"], each["line"], each["column"]) for each in found] == [(11, 16, 2, 3)]
        assert (await word.call("selection_set", **{"from": 11, "to": 16}))["text"] == "smile"
        assert paper.selection == (11, 16)
        assert (await word.call("selection_get"))["from"] == 11
        await word.call("cursor_set_position", position=10)
        assert paper.selection == (10, 10)
        assert (await word.call("selection_set", **{"from": 0, "to": 99}))["code"] == "E_INVALID_ARG"

    play("a 🙂 line\n🙂 smile", scenario)


def test_edits_of_text_are_tracked_until_they_are_approved_by_themselves(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        inserted = await word.call("document_insert_at_position", text="big ", position=4)
        assert (paper.text, paper.tracked) == ("The big 🙂 cat and the cat", [True])
        assert not inserted["applied"]
        assert "decides" in inserted["message"]
        await called(word.link, "settings", PERSON, staging="auto-approve")
        replaced = await word.call("document_replace", search="cat", replace="dog", all=True)
        assert (replaced["count"], replaced["applied"]) == (2, True)
        assert paper.text == "The big 🙂 dog and the dog"
        assert (await word.call("document_replace", search="cow", replace=""))["count"] == 0
        await word.call("selection_set", **{"from": 0, "to": 3})
        assert (await word.call("selection_replace", text="A"))["originalContent"] == "The"
        await word.call("cursor_set_position", position=1)
        await word.call("document_insert_at_cursor", text=" very")
        assert paper.text == "A very big 🙂 dog and the dog"
        await word.call("selection_set", **{"from": 1, "to": 6})
        assert (await word.call("selection_delete"))["content"] == " very"
        assert paper.text == "A big 🙂 dog and the dog"

    play("The 🙂 cat and the cat", scenario)


def test_marks_are_toggled(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        await word.call("selection_set", **{"from": 0, "to": 4})
        await word.call("format_toggle", mark="bold")
        assert paper.bold == {(0, 4)}
        await word.call("format_toggle", mark="bold")
        assert not paper.bold
        await word.call("cursor_set_position", position=2)
        await word.call("format_toggle", mark="bold")
        assert paper.bold == {(0, 5)}
        assert (await word.call("format_toggle", mark="code"))["code"] == "E_UNSUPPORTED"
        assert (await word.call("block_set_type", type="heading", level=2))["applied"]
        assert (await word.call("block_set_type", type="heading"))["code"] == "E_INVALID_ARG"

    play("Alpha beta", scenario)


def test_regular_expressions_are_ours(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        found = await word.call("search", query=r"\d+", useRegex=True, maxResults=2)
        assert [each["text"] for each in found["results"]] == ["12", "3"]
        assert found["results"][0]["context"] == "one 12"
        assert found["message"]
        done = await word.call("replace", target="searchQuery", query=r"\d+", useRegex=True, replaceWith="n")
        assert (done["replaced"], paper.text) == (3, "one n\ntwo n n")
        refused = await word.call("search", query="a|b", useRegex=True, scope="selection")
        assert refused["code"] == "E_UNSUPPORTED"
        assert (await word.call("search", query="(", useRegex=True))["code"] == "E_INVALID_ARG"
        assert (await word.call("search", query="x" * 300))["results"] == []

    play("one 12\ntwo 3 4", scenario)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("insertText", {"text": "a\x01"}),
        ("insertText", {"text": "a", "scope": "document"}),
        ("insertText", {"text": "a", "scope": "nothing:at:all"}),
        ("search", {"query": ""}),
        ("replace", {"target": "searchQuery", "replaceWith": ""}),
        ("applyStyle", {}),
        ("applyStyle", {"char": {"subscript": True, "superscript": True}}),
        ("table.create", {"rows": 1, "cols": 1, "data": [["a", "b"]]}),
        ("table.applyStyle", {"tableRef": "tableId:a", "style": {}}),
        ("insertPicture", {"source": "base64", "data": b64encode(b"no picture").decode()}),
        ("listParagraphs", {"controlTagPrefix": "a\n"}),
    ],
)
def test_what_can_be_refused_is_not_asked(
    play: Callable[[str, Scenario], None], tool: str, arguments: dict[str, Any]
) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        assert (await word.call(tool, **arguments))["code"] == "E_INVALID_ARG"
        assert paper.text == "Alpha"

    play("Alpha", scenario)


def test_the_aggregate_tool_reaches_word_too(play: Callable[[str, Scenario], None]) -> None:
    async def scenario(word: Word, paper: Paper) -> None:
        done = await word.call("editTask", op="insertText", args={"text": "B"})
        assert (done["ok"], done["op"], done["data"]["length"]) == (True, "insertText", 1)
        assert paper.text == "BAlpha"
        assert (await word.call("editTask", op="fly"))["code"] == "E_UNSUPPORTED"

    play("Alpha", scenario)


def test_a_package_in_one_text_becomes_a_file_again() -> None:
    data = new_document(content(MARKDOWN))
    with ZipFile(BytesIO(unflattened(flat(data)))) as made, ZipFile(BytesIO(data)) as original:
        assert set(made.namelist()) == set(original.namelist())
