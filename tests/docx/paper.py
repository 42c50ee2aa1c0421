"""A Word document on a desk: each edit goes through the tools, and is held to what every edit must keep.

    paper = word(docx(p("The ", bold("Fee"), " is due.")))
    paper.edit("Fee", "Price")
    assert paper.runs("Price") == [("The ", ""), ("Price", "b"), (" is due.", "")]

Only the paragraph that is meant may change, the rest of the file not by a byte; undoing gives the same bytes back; a
refusal changes nothing. When a module's tests are over, all their documents are validated together.
"""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from lxml import etree

from quire.formats.docx.names import name
from quire.formats.docx.style.styles import RunFormat, Styles
from tests import tier
from tests.docx.parts import MAIN, content, difference, paragraphs
from tests.docx.validation import all_harm, flaws

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from tests.conftest import Desk, Refused

PARTS = {
    "body": MAIN,
    "header": "word/header1.xml",
    "footer": "word/footer1.xml",
    "footnotes": "word/footnotes.xml",
    "endnotes": "word/endnotes.xml",
    "comments": "word/comments.xml",
    "textboxes": MAIN,
}
_PIECES = b'<pieces xmlns:w="%s">' % name("w:p")[1:-2].encode()

Row = dict[str, Any]


class Judge:
    """Gathers documents before and after a test's edits, to validate them in one go."""

    def __init__(self) -> None:
        self._pairs: dict[str, tuple[bytes, bytes]] = {}

    def take(self, test: str, before: bytes, after: bytes) -> None:
        self._pairs[f"{test} {len(self._pairs)}"] = (before, after)

    def judge(self) -> None:
        """No edit did harm."""
        shown = {test: pair for test, pair in self._pairs.items() if tier.is_validated(test.rpartition(" ")[0])}
        found = {test: flaws(*pair) for test, pair in self._pairs.items() if test not in shown}
        found |= dict(zip(shown, all_harm(list(shown.values())), strict=True))
        told = [f"{test}: {each}" for test, harms in found.items() for each in harms]
        assert not told, "\n".join(told)


class Paper:
    """A Word document that a test edits through the tools."""

    def __init__(self, desk: Desk, data: bytes) -> None:
        self._desk = desk
        self.first = data
        path = desk.root / f"paper-{len(list(desk.root.iterdir()))}.docx"
        path.write_bytes(data)
        self.session: str = desk.call("open_document", file_path=str(path))["session_id"]

    # Reading

    def rows(self, story: str = "body", **how: Any) -> list[Row]:
        """All rows of a story, of which a long one has several pages."""
        page = self._call("read_file", story=story, format="json", **how)
        found: list[Row] = page["nodes"]
        while page["next_offset"] and "limit" not in how:
            page = self._call("read_file", story=story, format="json", **{**how, "offset": page["next_offset"]})
            found += page["nodes"]
        return found

    def toon(self, story: str = "body") -> list[str]:
        """The rows as a model reads them."""
        result = self._desk.raw("read_file", session_id=self.session, story=story)
        told: str = result.content[0].text  # type: ignore[union-attr]
        return told.splitlines()

    def row(self, said: str | int, story: str = "body") -> Row:
        """The row with that number, or the one in which a text stands."""
        rows = self.rows(story)
        if isinstance(said, int):
            return rows[said]
        found = [row for row in rows if said in row["clean_text"]]
        assert len(found) == 1, f"{said!r} stands in {len(found)} rows"
        return found[0]

    def text(self, said: str | int, story: str = "body") -> str:
        found: str = self.row(said, story)["clean_text"]
        return found

    @property
    def now(self) -> bytes:
        """The file that would be saved."""
        path = self._desk.root / "now.docx"
        self._desk.call("download", session_id=self.session, save_to_local_path=str(path), allow_overwrite=True)
        return path.read_bytes()

    # Editing

    def edit(self, old: str, new: str, *, at: str | int | None = None, story: str = "body", **more: Any) -> Row:
        """Replace a text in the paragraph in which it, or another that is given, stands; the row that it gives."""
        target = self.row(old if at is None else at, story)["id"]
        before = self.now
        told = self._call("smart_edit", target_paragraph_id=target, old_string=old, new_string=new, **more)
        assert (told["applied"], told["paragraph_ids"]) == (True, [target])
        self._check_changed(before, story)
        return self._desked(told["paragraphs"][0], before)

    def insert(self, anchor: str | int, new: str, *, story: str = "body", model: str | int | None = None,
               **more: Any) -> list[Row]:  # fmt: skip
        """Insert paragraphs beside one; their rows."""
        source = {"style_source_id": self.row(model)["id"]} if model is not None else {}
        target = self.row(anchor, story)["id"]
        before = self.now
        told = self._call("smart_insert", positional_anchor_node_id=target, new_string=new, **source, **more)
        self._desked(None, before)
        found: list[Row] = told["paragraphs"]
        return found

    def delete(self, said: str | int, *, story: str = "body", **more: Any) -> None:
        target = self.row(said, story)["id"]
        before = self.now
        self._call("delete_paragraph", target_paragraph_id=target, **more)
        self._desked(None, before)

    def refuses(self, old: str, new: str, *, at: str | int | None = None, story: str = "body", **more: Any) -> Refused:
        """The refusal of an edit, which has changed nothing."""
        target = self.row(old if at is None else at, story)["id"]
        return self._refuses("smart_edit", target_paragraph_id=target, old_string=old, new_string=new, **more)

    def refuses_insertion(self, anchor: str | int, new: str, **more: Any) -> Refused:
        return self._refuses("smart_insert", positional_anchor_node_id=self.row(anchor)["id"], new_string=new, **more)

    def refuses_deletion(self, said: str | int, *, story: str = "body", **more: Any) -> Refused:
        return self._refuses("delete_paragraph", target_paragraph_id=self.row(said, story)["id"], **more)

    def _refuses(self, tool: str, **arguments: Any) -> Refused:
        before = self.now
        found = self._desk.refusal(tool, session_id=self.session, **arguments)
        assert self.now == before, "a refusal changes nothing"
        return found

    def _call(self, tool: str, **arguments: Any) -> Any:
        return self._desk.call(tool, session_id=self.session, **arguments)

    def _desked(self, row: Row | None, before: bytes) -> Row:
        """Undo gives back every byte, and redo the edit."""
        after = self.now
        if after != before:
            self._call_window("editor_undo")
            assert self.now == before, "undo gives back the same bytes"
            self._call_window("editor_redo")
            assert self.now == after, "redo gives the edit again"
        return row or {}

    def _call_window(self, tool: str) -> None:
        self._desk.call(tool, windowId=self.session)

    def _check_changed(self, before: bytes, story: str) -> None:
        """One paragraph of one part differs, and at most the part's relationships besides."""
        found = difference(before, self.now)
        if not found.changed:
            return
        parts = [part for part in found.changed if not part.endswith(".rels")]
        assert len(parts) == 1
        assert story == "body" or parts[0].startswith(PARTS[story][:-5])
        told = found.paragraphs[parts[0]]
        assert (len(told.changed), told.inserted, told.deleted, told.root, told.around) == (1, (), (), False, False)
        assert (found.removed, found.recompressed, found.reordered, found.declarations) == ((), (), False, ())

    # Looking at the XML

    def xml(self, said: str | int, story: str = "body") -> str:
        """The source of the paragraph in which a text stands, without its id."""
        found = _one(self.now, said, PARTS[story])
        return re.sub(r' w14:(?:paraId|textId)="\w+"| mc:Ignorable="[^"]*"| xmlns:\w+="[^"]*"', "", found)

    def element(self, said: str | int, story: str = "body") -> Element:
        """The paragraph in which a text stands."""
        return _parsed(self.now, said, PARTS[story])

    def count(self, *tags: str, said: str | int, story: str = "body") -> Counter[str]:
        """How many elements of each name the paragraph has."""
        found = self.element(said, story)
        return Counter({tag: sum(1 for _ in found.iter(name(tag))) for tag in tags})

    def runs(self, said: str | int, story: str = "body") -> list[tuple[str, str]]:
        """The text of the paragraph by its looks: `b`, `i`, `u`, `h`, a size, a color, as they are in effect."""
        data = self.now
        styles = Styles.read(content(data, "word/styles.xml"))
        paragraph = _parsed(data, said, PARTS[story])
        properties = paragraph.find(name("w:pPr"))
        style = styles.paragraph(properties).style
        pieces = [
            (_shown(run), _told(styles.run(style, run.find(name("w:rPr")))))
            for run in paragraph.iter(name("w:r"))
            if not any(each.tag == name("w:del") for each in run.iterancestors())
        ]
        return [
            ("".join(text for text, _ in group), look)
            for look, group in groupby([piece for piece in pieces if piece[0]], key=lambda piece: piece[1])
        ]


def _one(data: bytes, said: str | int, part: str) -> str:
    sources = [source.decode() for source in paragraphs(data, part)]
    if isinstance(said, int):
        return sources[said]
    found = [source for source in sources if said in _visible(source)]
    assert len(found) == 1, f"{said!r} stands in {len(found)} paragraphs"
    return found[0]


def _visible(source: str) -> str:
    return re.sub(r"<[^>]*>", "", re.sub(r"<w:tab/>|<w:br/>", " ", source)).replace("&lt;", "<").replace("&amp;", "&")


def _parsed(data: bytes, said: str | int, part: str) -> Element:
    root = etree.fromstring(content(data, part))
    wanted = _one(data, said, part)
    for paragraph, source in zip(_outermost(root), paragraphs(data, part), strict=True):
        if source.decode() == wanted:
            return paragraph
    raise AssertionError(wanted)


def _outermost(root: Element) -> list[Element]:
    return [each for each in root.iter(name("w:p")) if not any(up.tag == name("w:p") for up in each.iterancestors())]


def _shown(run: Element) -> str:
    marks = {name("w:tab"): "\t", name("w:br"): "\v", name("w:cr"): "\v"}
    return "".join(child.text or "" if child.tag == name("w:t") else marks.get(child.tag, "") for child in run)


def _told(look: RunFormat) -> str:
    """A look in letters: what is not usual of it."""
    flags = (("b", look.bold), ("i", look.italic), ("u", look.underline), ("h", look.highlight), ("s", look.strike))
    more = (str(each) for each in (look.color, look.vertical) if each)
    return " ".join(("".join(letter for letter, is_on in flags if is_on), *more)).strip()


def entries(data: bytes) -> list[str]:
    """The names of a file's entries."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.namelist()
