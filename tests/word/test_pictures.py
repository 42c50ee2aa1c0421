"""insertPicture: its arguments, answers and refusals."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest

from quire.workspace import web
from quire.workspace.web import Web
from tests.docx.specimen import bold, docx, field, footnote, p, picture, table
from tests.docx.validation import harm, pdf

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.word.conftest import Open

LETTER = docx(
    p("Dear ", bold("Ms"), " Smith,"),
    p("see", footnote("Below."), " here: ", field("PAGE", "7"), "."),
    table(["Logo", "Name"]),
    "Bye",
)


def png(width: int = 40, height: int = 20, color: tuple[int, int, int] = (200, 30, 30)) -> bytes:
    """A picture of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(color) * width) * height
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


GIF = b"GIF89a\x02\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\xff\x00,\x00\x00\x00\x00\x02\x00\x01\x00\x00\x02\x02D\n\x00;"
DATA = b64encode(png()).decode()
POINT = 12_700


def extent(source: str) -> tuple[float, float]:
    found = re.search(r'<wp:extent cx="(\d+)" cy="(\d+)"/>', source)
    assert found
    return int(found[1]) / POINT, int(found[2]) / POINT


class TestInsertPicture:
    @pytest.mark.libreoffice
    def test_in_the_line_at_the_selection(self, word: Open) -> None:
        letter = word(LETTER)
        letter.select("Smith")
        answer = letter.call("insertPicture", source="base64", data=DATA, altText='Our <logo> & "name"')
        assert "shapeId" not in answer
        assert letter.paragraphs[0] == "Dear Ms \ufffc,"
        source = letter.saved().body.source
        assert 'descr="Our &lt;logo&gt; &amp; &quot;name&quot;"' in source
        assert extent(source) == (30, 15)
        assert not harm(LETTER, letter.data())
        assert pdf(letter.data())
        letter.undo()
        assert letter.data() == LETTER

    @pytest.mark.parametrize(
        ("location", "expected"),
        [
            ("start", "Dear \ufffcMs Smith,"),
            ("before", "Dear \ufffcMs Smith,"),
            ("prepend", "Dear \ufffcMs Smith,"),
            ("end", "Dear Ms\ufffc Smith,"),
            ("after", "Dear Ms\ufffc Smith,"),
            ("append", "Dear Ms\ufffc Smith,"),
            ("replace", "Dear \ufffc Smith,"),
            ("insert", "Dear \ufffc Smith,"),
        ],
    )
    def test_locations(self, word: Open, location: str, expected: str) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=DATA, scope=letter.range_of("Ms"), location=location)
        assert letter.paragraphs[0] == expected
        assert not harm(LETTER, letter.data())

    @pytest.mark.parametrize(("location", "paragraph"), [("start", 0), ("end", -1)])
    def test_ends_of_the_document(self, word: Open, location: str, paragraph: int) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=DATA, scope="document", location=location)
        assert "\ufffc" in letter.paragraphs[paragraph]

    @pytest.mark.parametrize(
        ("size", "expected"),
        [
            ({}, (30, 15)),
            ({"width": 120}, (120, 60)),
            ({"height": 60}, (120, 60)),
            ({"width": 100, "height": 20}, (40, 20)),
            ({"width": 100, "height": 20, "lockAspectRatio": False}, (100, 20)),
            ({"width": 100, "lockAspectRatio": False}, (100, 15)),
            ({"width": 0.5, "height": 0.5, "lockAspectRatio": False}, (0.5, 0.5)),
        ],
    )
    def test_sizes(self, word: Open, size: dict[str, Any], expected: tuple[float, float]) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=DATA, **size)
        assert extent(letter.saved().body.source) == expected
        locked = size.get("lockAspectRatio", True)
        assert ('noChangeAspect="1"' in letter.saved().body.source) is locked

    def test_a_large_one_fits_between_the_margins(self, word: Open) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=b64encode(png(4000, 1000)).decode())
        width, height = extent(letter.saved().body.source)
        assert width <= 612
        assert width / height == pytest.approx(4, rel=0.01)

    @pytest.mark.parametrize(
        ("wrap", "written"),
        [
            ("square", '<wp:wrapSquare wrapText="bothSides"/>'),
            ("tight", "<wp:wrapPolygon"),
            ("behind", 'behindDoc="1"'),
            ("inFront", 'behindDoc="0"'),
        ],
    )
    def test_wrapped_ones_are_anchored_shapes(self, word: Open, wrap: str, written: str) -> None:
        letter = word(LETTER)
        answer = letter.call("insertPicture", source="base64", data=DATA, wrapType=wrap, scope=letter.range_of("Bye"))
        assert answer["shapeId"]
        source = letter.saved().body.source
        assert "<wp:anchor " in source
        assert written in source
        assert not harm(LETTER, letter.data())
        letter.undo()
        assert letter.data() == LETTER

    @pytest.mark.parametrize("data", [png(), GIF, png(1, 1)])
    def test_kinds_of_pictures(self, word: Open, data: bytes) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=b64encode(data).decode(), scope="document", location="end")
        assert not harm(LETTER, letter.data())

    @pytest.mark.parametrize("prefix", ["data:image/png;base64,", "DATA:;base64,"])
    def test_prefixes_are_stripped(self, word: Open, prefix: str) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=f"{prefix}{DATA[:20]}\n{DATA[20:]}")
        assert "\ufffc" in letter.paragraphs[0]

    def test_the_same_picture_again(self, word: Open) -> None:
        letter = word(LETTER)
        for _ in range(2):
            letter.call("insertPicture", source="base64", data=DATA, scope="document", location="end")
        assert letter.text.count("\ufffc") == 3
        assert not harm(LETTER, letter.data())

    def test_in_a_cell(self, word: Open) -> None:
        letter = word(LETTER)
        letter.call("insertPicture", source="base64", data=DATA, scope=letter.range_of("Logo"), wrapType="square")
        assert not harm(LETTER, letter.data())

    def test_its_range_keeps_naming_it(self, word: Open) -> None:
        letter = word(LETTER)
        name = letter.call("insertPicture", source="base64", data=DATA)["rangeId"]
        letter.call("insertText", text="So: ", scope="document", location="start")
        letter.call("insertText", text="!", scope=name, location="after")
        assert letter.paragraphs[0] == "So: \ufffc!Dear Ms Smith,"
        letter.undo()
        letter.redo()
        letter.call("insertText", text="?", scope=name, location="after")
        assert letter.paragraphs[0] == "So: \ufffc?!Dear Ms Smith,"

    def test_over_paragraphs(self, word: Open) -> None:
        letter = word(docx("one", "two", "three"))
        letter.select("ne\ntwo\nth")
        letter.call("insertPicture", source="base64", data=DATA)
        assert letter.paragraphs == ["o\ufffcree"]

    def test_no_picture_note_or_field_gives_way(self, word: Open) -> None:
        letter = word(docx(p("a", picture(), "b"), p("c", footnote("d"), "e"), p(field("PAGE", "7"))))
        before = letter.data()
        for text in ("a\ufffcb", "c\ufffce", "7"):
            refused = letter.refusal("insertPicture", source="base64", data=DATA, scope=letter.range_of(text))
            assert refused.code == "E_UNSUPPORTED"
        assert letter.data() == before

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({"source": "base64"}, "E_INVALID_ARG"),
            ({"data": DATA}, "E_INVALID_ARG"),
            ({"source": "file", "data": "/etc/passwd"}, "E_INVALID_ARG"),
            ({"source": "base64", "data": "§§§"}, "E_INVALID_ARG"),
            ({"source": "base64", "data": b64encode(b"no picture").decode()}, "E_INVALID_ARG"),
            ({"source": "base64", "data": b64encode(b"<svg/>").decode()}, "E_INVALID_ARG"),
            ({"source": "base64", "data": DATA, "width": 0}, "E_INVALID_ARG"),
            ({"source": "base64", "data": DATA, "height": 99999}, "E_INVALID_ARG"),
            ({"source": "base64", "data": DATA, "wrapType": "through"}, "E_INVALID_ARG"),
            ({"source": "base64", "data": DATA, "scope": "document"}, "E_INVALID_ARG"),
            ({"source": "base64", "data": DATA, "scope": "rangeId:none"}, "E_NOT_FOUND"),
            ({"source": "base64", "data": DATA, "altText": "a\x01"}, "E_INVALID_ARG"),
            ({"source": "url", "data": "ftp://example.org/a.png"}, "E_INVALID_ARG"),
            ({"source": "url", "data": "http://example.org/a.png"}, "E_INVALID_ARG"),
            ({"source": "url", "data": "https://me@example.org/a.png"}, "E_INVALID_ARG"),
            ({"source": "url", "data": "https://127.0.0.1/a.png"}, "E_PERMISSION"),
            ({"source": "url", "data": "https://[::1]/a.png"}, "E_PERMISSION"),
            ({"source": "url", "data": "https://[::ffff:10.0.0.1]/a.png"}, "E_PERMISSION"),
            ({"source": "url", "data": "https://169.254.169.254/latest"}, "E_PERMISSION"),
            ({"source": "url", "data": "https://localhost:1/a.png"}, "E_PERMISSION"),
            ({"source": "url", "data": "https://no.such.host.invalid/a.png"}, "E_RUNTIME"),
        ],
    )
    def test_refusals(self, word: Open, arguments: dict[str, Any], code: str) -> None:
        letter = word(LETTER)
        assert letter.refusal("insertPicture", **arguments).code == code
        assert letter.data() == LETTER


class TestFetching:
    def test_a_picture_from_the_net(self, word: Open, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []

        class Net(Web):
            def fetch(self, url: str) -> bytes:
                asked.append(url)
                return png()

        monkeypatch.setattr(web, "WEB", Net())
        letter = word(LETTER)
        letter.call("insertPicture", source="url", data="https://example.org/logo.png", width=120)
        assert extent(letter.saved().body.source) == (120, 60)
        letter.call("editTask", op="insertPicture", args={"source": "url", "data": "https://example.org/other.png"})
        assert asked == ["https://example.org/logo.png", "https://example.org/other.png"]

    def test_what_is_no_picture(self, word: Open, monkeypatch: pytest.MonkeyPatch) -> None:
        class Net(Web):
            def fetch(self, url: str) -> bytes:  # noqa: ARG002
                return b"<html>"

        monkeypatch.setattr(web, "WEB", Net())
        refused = word(LETTER).refusal("insertPicture", source="url", data="https://example.org/")
        assert refused.code == "E_INVALID_ARG"

    def test_it_can_be_turned_off(self, open_desk: Callable[..., Desk]) -> None:
        refused = open_desk(fetches=False).refusal("insertPicture", source="url", data="https://example.org/a.png")
        assert refused.code == "E_PERMISSION"
        assert "base64" in refused.hint
