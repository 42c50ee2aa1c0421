"""Documents in other formats: copies, converted files, and what is told of them."""

from __future__ import annotations

import socket
from base64 import b64encode
from select import select
from typing import TYPE_CHECKING

import pytest

from quire.formats.docx.document import DocxDocument
from quire.workspace import office
from tests.docx.elsewhere import entries, packed
from tests.docx.specimen import bold, cell, comment, control_around, docx, heading, item, p, picture, raw, table
from tests.docx.validation import errors, printed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f0005000"
    "1ffa7c0b1a40000000049454e44ae426082"
)
MARKDOWN = """---
title: x
---

# Fees 费用

The **fee** is 5 €.[^1]

- one
  - two

| a   | b   |
| --- | --- |
| c   | d   |

[^1]: Net.
"""


def write(desk: Desk, name: str, data: bytes | str) -> str:
    path = desk.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    desk.call("workspace_open_document", path=str(path))
    return str(path)


class TestSavingUnderAnotherEnding:
    def test_writes_a_converted_copy_and_the_tab_stays(self, desk: Desk) -> None:
        path = write(desk, "a.md", MARKDOWN)
        answer = desk.call("workspace_save_document_as", path="b.docx")
        assert answer["simplified"] == ["Front matter is left out."]
        assert "still holds a.md" in answer["message"]
        assert desk.call("workspace_get_document_info")["filePath"] == path
        data = (desk.root / "b.docx").read_bytes()
        assert not errors(data)
        assert DocxDocument.read(data).text.startswith("Fees 费用\nThe fee is 5 €.")

    def test_an_untitled_document_is_the_converted_one_from_then_on(self, desk: Desk) -> None:
        tab = desk.document("# A\n\nb\n")
        answer = desk.call("workspace_save_document_as", path="b.docx")
        info = desk.call("workspace_get_document_info")
        assert (info["format"], info["filePath"], info["isDirty"]) == ("docx", str(desk.root / "b.docx"), False)
        assert answer["tabId"] != tab
        assert answer["tabId"] in answer["message"]
        assert DocxDocument.read((desk.root / "b.docx").read_bytes()).text == "A\nb"
        desk.call("tabs_reopen_closed")
        assert desk.text == "# A\n\nb\n"

    def test_an_untitled_document_with_suggestions_keeps_its_tab(self, desk: Desk) -> None:
        tab = desk.document("# A\n\nb\n")
        desk.suggest(0, 1, "##")
        assert desk.call("workspace_save_document_as", path="b.docx")["tabId"] == tab
        assert desk.pending

    def test_back_again_it_says_the_same(self, desk: Desk) -> None:
        write(desk, "a.md", MARKDOWN)
        desk.call("workspace_save_document_as", path="b.docx")
        desk.call("workspace_open_document", path="b.docx")
        answer = desk.call("workspace_save_document_as", path="c.md")
        assert answer["simplified"][0].startswith("Fonts")
        assert (desk.root / "c.md").read_text() == MARKDOWN.partition("---\n\n")[2]

    def test_a_converted_file_is_a_document_like_any_other(self, desk: Desk) -> None:
        write(desk, "a.md", MARKDOWN)
        desk.call("workspace_save_document_as", path="b.docx")
        desk.call("workspace_open_document", path="b.docx")
        desk.call("replace", target="searchQuery", query="fee is", replaceWith="price is", matchCase=True)
        desk.call("workspace_save_document")
        data = (desk.root / "b.docx").read_bytes()
        assert "The price is 5 €." in DocxDocument.read(data).text
        assert not errors(data)

    def test_of_a_document_with_an_ending_of_the_same_format_binds_it(self, desk: Desk) -> None:
        write(desk, "a.md", MARKDOWN)
        answer = desk.call("workspace_save_document_as", path="b.markdown")
        assert "simplified" not in answer
        assert desk.call("workspace_get_document_info")["filePath"] == str(desk.root / "b.markdown")

    def test_never_overwrites_in_silence(self, desk: Desk) -> None:
        write(desk, "a.md", "a")
        (desk.root / "b.docx").write_bytes(b"mine")
        assert desk.refusal("workspace_save_document_as", path="b.docx").code == "E_CONFLICT"
        assert (desk.root / "b.docx").read_bytes() == b"mine"
        desk.call("workspace_save_document_as", path="b.docx", overwrite=True)
        assert DocxDocument.read((desk.root / "b.docx").read_bytes()).text == "a"

    def test_refuses_a_file_that_is_open(self, desk: Desk) -> None:
        write(desk, "b.docx", docx("b"))
        write(desk, "a.md", "a")
        refusal = desk.refusal("workspace_save_document_as", path="b.docx", overwrite=True)
        assert refusal.code == "E_CONFLICT"

    def test_refuses_kinds_of_word_files_that_a_new_document_is_not(self, desk: Desk) -> None:
        write(desk, "a.md", "a")
        assert desk.refusal("workspace_save_document_as", path="b.docm").code == "E_UNSUPPORTED"


class TestANewDocument:
    def test_may_be_one_of_word(self, desk: Desk) -> None:
        opened = desk.call("workspace_new_document", format="docx", title="Letter")
        assert desk.call("workspace_get_document_info")["format"] == "docx"
        desk.call("insertText", text="Dear all,", scope="document", location="start")
        desk.call("workspace_save_document_as", path="letter.docx", windowId=opened["tabId"])
        data = (desk.root / "letter.docx").read_bytes()
        assert DocxDocument.read(data).text == "Dear all,"
        assert not errors(data)

    def test_of_word_can_be_saved_as_markdown(self, desk: Desk) -> None:
        desk.call("workspace_new_document", format="docx")
        desk.call("insertText", text="a * b", scope="document", location="start")
        desk.call("workspace_save_document_as", path="a.md")
        assert desk.text == "a * b\n"

    def test_is_markdown_unless_it_is_said(self, desk: Desk) -> None:
        desk.call("workspace_new_document")
        assert desk.call("workspace_get_document_info")["format"] == "markdown"


class TestExport:
    def test_leaves_the_document_as_it_is(self, desk: Desk) -> None:
        write(desk, "a.md", MARKDOWN)
        before = desk.call("workspace_get_document_info"), desk.revision
        answer = desk.call("export_document", path="b.docx")
        assert answer["format"] == "docx"
        assert answer["bytes"] == (desk.root / "b.docx").stat().st_size
        assert (desk.call("workspace_get_document_info"), desk.revision) == before

    def test_of_an_untitled_document_leaves_its_tab(self, desk: Desk) -> None:
        desk.document("a")
        desk.call("export_document", path="b.docx", format="docx")
        assert desk.call("workspace_get_document_info")["filePath"] is None

    def test_in_its_own_format_is_a_copy(self, desk: Desk) -> None:
        data = docx("a", p("b"))
        write(desk, "a.docx", data)
        desk.call("export_document", path="b.docx")
        assert (desk.root / "b.docx").read_bytes() == data

    def test_refuses_a_name_that_is_of_another_format(self, desk: Desk) -> None:
        desk.document("a")
        assert desk.refusal("export_document", path="b.docx", format="html").code == "E_INVALID_ARG"
        assert desk.refusal("export_document", path="b.xyz").code == "E_INVALID_ARG"

    def test_stays_below_the_roots(self, desk: Desk) -> None:
        desk.document("a")
        assert desk.refusal("export_document", path="/etc/b.html").code == "E_PERMISSION"
        assert desk.refusal("export_document", path="none/b.html").code == "E_NOT_FOUND"

    def test_is_refused_to_clients_that_may_only_read(self, open_desk: object) -> None:
        desk = open_desk(read_only=True)  # type: ignore[operator]
        assert desk.refusal("export_document", path="b.html").code == "E_PERMISSION"


class TestAPage:
    def test_holds_the_pictures_beside_the_document(self, desk: Desk) -> None:
        (desk.root / "my pictures").mkdir()
        (desk.root / "my pictures" / "a b.png").write_bytes(PNG)
        write(desk, "a.md", "![one](my%20pictures/a%20b.png) ![two](<my pictures/a b.png>) ![three](none.png)\n")
        answer = desk.call("export_document", path="a.html")
        written = (desk.root / "a.html").read_text()
        assert written.count(f"data:image/png;base64,{b64encode(PNG).decode()}") == 2
        assert '<a href="none.png">three</a>' in written
        assert len(answer["simplified"]) == 1

    def test_shows_no_file_that_is_no_picture_or_is_out_of_bounds(self, desk: Desk) -> None:
        (desk.root.parent / "secret.png").write_bytes(PNG)
        (desk.root / "notes.txt").write_text("password")
        write(desk, "a.md", "![a](../secret.png) ![b](notes.txt) ![c](/etc/passwd) ![d](file:///etc/passwd)\n")
        desk.call("export_document", path="a.html")
        assert "data:" not in (desk.root / "a.html").read_text().partition("<main>")[2]

    def test_of_a_word_document_holds_its_pictures_and_merged_cells(self, desk: Desk) -> None:
        write(
            desk, "a.docx", docx(heading("Fees"), p("see ", picture()), table([cell("wide", span=2)], ["b", "c"]), "")
        )
        desk.call("export_document", path="a.html")
        written = (desk.root / "a.html").read_text()
        assert '<h1 id="fees"' in written
        assert '<img src="data:image/png;base64,' in written
        assert 'colspan="2"' in written


class TestMarkdownOfAWordDocument:
    def test_has_its_pictures_in_a_folder_beside_it(self, desk: Desk) -> None:
        write(desk, "a.docx", docx(p("see ", picture())))
        answer = desk.call("export_document", path="the report.md")
        (name,) = answer["pictures"]
        assert name.startswith(str(desk.root / "the report-pictures"))
        written = (desk.root / "the report.md").read_text()
        assert "](<the report-pictures/" in written
        desk.call("workspace_open_document", path="the report.md")
        answer = desk.call("export_document", path="again.html")
        assert "<img src=" in (desk.root / "again.html").read_text()

    def test_tells_what_is_left_out(self, desk: Desk) -> None:
        flow = (p("a ", comment("b", "why?")), item("c"), table([cell("d", p(bold("e")))], ["f"]), "")
        write(desk, "a.docx", docx(*flow, header=["Confidential"]))
        told = desk.call("export_document", path="a.md")["simplified"]
        firsts = [each.split(" ")[0] for each in told]
        assert firsts == ["Fonts,", "Headers", "Comments", "Numbers", "What", "A"]


def linked_pictures(data: bytes, address: str) -> bytes:
    """A Word file whose pictures are elsewhere."""
    changed = {name: source.replace(b"r:embed=", b"r:link=") for name, source in entries(data).items()}
    target = f'"{address}" TargetMode="External"'.encode()
    return packed({name: source.replace(b'"media/image1.png"', target) for name, source in changed.items()})


class TestPdf:
    @pytest.mark.libreoffice
    def test_is_printed_from_both_formats(self, desk: Desk) -> None:
        write(desk, "a.md", MARKDOWN)
        answer = desk.call("export_document", path="a.pdf")
        assert answer["simplified"] == ["Front matter is left out."]
        assert "The fee is 5 €." in printed((desk.root / "a.pdf").read_bytes())
        write(desk, "b.docx", docx("Dear all"))
        assert desk.call("workspace_save_document_as", path="b.pdf")["simplified"] == []
        assert "Dear all" in printed((desk.root / "b.pdf").read_bytes())

    @pytest.mark.libreoffice
    def test_fetches_nothing(self, desk: Desk) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            address = f"http://127.0.0.1:{listener.getsockname()[1]}/x.png"
            code = f"INCLUDEPICTURE &quot;{address}&quot; \\d"
            data = linked_pictures(docx(p("a ", picture()), p(raw(f'<w:fldSimple w:instr="{code}"/>'))), address)
            write(desk, "a.docx", data)
            desk.call("export_document", path="a.pdf")
            assert select([listener], [], [], 0) == ([], [], [])

    def test_the_printer_is_told_no_address_but_those_of_links(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[bytes] = []

        def pdf(data: bytes) -> bytes:
            seen.append(data)
            return b"%PDF-"

        monkeypatch.setattr(office, "pdf", pdf)
        address = "https://a.example/x.png"
        fields = [
            raw(f'<w:fldSimple w:instr="INCLUDEPICTURE &quot;{address}&quot; \\d"/>'),
            raw(f'<w:r><w:instrText> includetext "{address}" </w:instrText></w:r>'),
            raw('<w:fldSimple w:instr="HYPERLINK &quot;https://b.example/&quot;"/>'),
        ]
        write(desk, "a.docx", linked_pictures(docx(p("a ", picture()), p(*fields)), address))
        desk.call("export_document", path="a.pdf")
        told = entries(seen[0])
        assert address.encode() not in told["word/_rels/document.xml.rels"]
        assert b"INCLUDE" not in told["word/document.xml"].upper()
        assert b"HYPERLINK &quot;https://b.example/" in told["word/document.xml"]

    @pytest.mark.libreoffice
    def test_prints_all_that_controls_hold(self, desk: Desk) -> None:
        clause = p(bold("Payment."), " The Client pays the Fee", comment("Why?"), " soon.")
        write(desk, "a.docx", docx(control_around(clause), table([cell(control_around(p(bold("In"), " a cell")))])))
        desk.call("export_document", path="a.pdf")
        told = printed((desk.root / "a.pdf").read_bytes())
        assert "Payment. The Client pays the Fee soon." in told
        assert "In a cell" in told

    @pytest.mark.libreoffice
    def test_tells_that_formulas_are_left_out_where_the_part_for_them_is_not_installed(
        self, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(desk, "a.md", "The fee $x^2$.\n")
        assert desk.call("export_document", path="a.pdf")["simplified"] == []
        (tmp_path / "libswlo.so").touch()
        monkeypatch.setattr(office, "program", lambda: str(tmp_path / "soffice"))
        monkeypatch.setattr(office, "pdf", lambda _: b"%PDF-")
        answer = desk.call("export_document", path="b.pdf")
        assert answer["simplified"] == ["Formulas are left out: LibreOffice Math is not installed here."]
        write(desk, "c.md", "The fee.\n")
        assert desk.call("export_document", path="c.pdf")["simplified"] == []

    def test_is_refused_where_libreoffice_is_not_installed(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(office, "program", lambda: None)
        assert desk.call("get_capabilities")["features"]["exports"] == ["markdown", "docx", "html"]
        desk.document("a")
        refusal = desk.refusal("export_document", path="a.pdf")
        assert refusal.code == "E_UNSUPPORTED"
        assert "LibreOffice" in refusal.message
        assert not (desk.root / "a.pdf").exists()

    @pytest.mark.libreoffice
    def test_has_a_time_limit(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(office, "SECONDS", 0.05)
        desk.document("a")
        assert desk.refusal("export_document", path="a.pdf").code == "E_TIMEOUT"
        assert not (desk.root / "a.pdf").exists()
