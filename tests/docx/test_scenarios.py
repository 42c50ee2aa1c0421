"""The scenarios of editing Word documents, each under its own name, on a contract."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

from tests.docx.agreement import AGREEMENT, CONTENT
from tests.docx.parts import MAIN, content
from tests.docx.specimen import bold, docx, field, p, run, underlined

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.docx.paper import Paper

    Lay = Callable[[bytes], Paper]

_ROW = re.compile(r"jr_para_[0-9a-f]{12} \| [^|]* \| [^|]* \| [^|]+ \| .*")


def test_read_file_returns_toon_schema_with_structure_columns(word: Lay) -> None:
    first, *lines = word(AGREEMENT).toon()
    assert first == "#SCHEMA id | list_label | header | style | text"
    rows = [line.split(" | ", 4)[1:] for line in lines if not line.startswith("#")]
    assert all(_ROW.fullmatch(line) for line in lines if not line.startswith("#"))
    priced = 'the invoice, as <a href="https://example.org/prices">the price list</a> says.'
    assert rows == [
        ["", "", "title", "Services Agreement"],
        ["", "", "body_1", "This Agreement is made between <b>Acme, Inc.</b> and the Client."],
        ["", "", "heading_1", "Definitions"],
        ["", "", "body_1", "“<b><i>Affiliate</i></b>” means any entity that controls a party\ufffc."],
        ["", "", "body_1", "“<b><i>Deliverable</i></b>” has the meaning set out in Schedule A."],
        ["", "", "heading_1", "Commercial terms"],
        ["1.1", "Fees", "subsection_1", f"The Client pays the <b>Fee</b> within <i>thirty (30) days</i> of {priced}"],
        ["1.2", "Late payment", "subsection_1", "Interest of 5 % is due under Section 2.1 after ten days of delay."],
        ["1.3", "Security Incidents", "subsection_1", "Vendor tells Client promptly of any breach."],
        ["(a)", "", "list_1", "the first instalment, on 1 May;"],
        ["(b)", "", "list_1", "the second instalment."],
        ["", "", "th(0,0)", "Item"],
        ["", "", "th(0,1)", "Price"],
        ["", "", "td(1,0)", "Setup"],
        ["", "", "td(1,1)", "€ 1,000"],
        ["", "", "td(2,0)", "Support"],
        ["", "", "td(2,1)", "€ 200"],
        ["", "", "body_1", "Signed by the parties."],
    ]  # fmt: skip
    assert [re.sub(r"tbl_\w+", "…", line) for line in lines if line.startswith("#")] == [
        "#TABLE … | 3 × 2",
        "#END_TABLE",
    ]


def test_smart_edit_preserves_mixed_run_formatting(word: Lay) -> None:
    paper = word(AGREEMENT)
    paper.edit(
        "pays the Fee within thirty (30) days of the invoice", "owes the Price within sixty (60) days of each bill"
    )
    assert paper.runs("owes") == [
        ("Fees", "u"),
        (". The Client owes the ", ""),
        ("Price", "b"),
        (" within ", ""),
        ("sixty (60) days", "i"),
        (" of each bill, as the price list says.", ""),
    ]
    row = paper.row("owes")
    assert row["text"].startswith("The Client owes the <b>Price</b> within <i>sixty (60) days</i> of each bill, as <a ")
    assert row["header"] == "Fees"


def test_smart_insert_preserves_header_definition_semantics(word: Lay) -> None:
    paper = word(AGREEMENT)
    clause, definition = paper.insert(
        "Late payment",
        "<header>Set-off</header>. The Client may set off “Undisputed Claims” means claims that Vendor admits.\n\n"
        "<definition>Costs</definition> means all costs.",
    )
    assert (clause["header"], clause["list_label"]) == ("Set-off", "1.3")
    assert clause["text"].startswith("The Client may set off “<b><i>Undisputed Claims</i></b>” means")
    assert paper.runs("Set-off")[0] == ("Set-off", "u")
    assert definition["text"] == "<b><i>Costs</i></b> means all costs."
    assert "Set-off" not in clause["text"]
    assert paper.row("Security Incidents")["list_label"] == "1.5"


def test_read_file_json_mode_returns_node_metadata(word: Lay) -> None:
    paper = word(AGREEMENT)
    fees, first, title = paper.row("invoice"), paper.row("first instalment"), paper.row("Services Agreement")
    assert set(fees) >= {"id", "list_label", "header", "style", "text", "clean_text"}
    assert fees["header_formatting"] == {"bold": False, "italic": False, "underline": True}
    assert fees["numbering"] == {"num_id": 3, "ilvl": 1, "is_auto_numbered": True}
    assert fees["clean_text"].startswith("Fees. The Client pays the Fee within")
    assert first["numbering"] == {"num_id": 2, "ilvl": 1, "is_auto_numbered": True}
    assert (title["header_formatting"], title["numbering"]) == (None, None)
    assert fees["style_fingerprint"] == paper.row("Late payment")["style_fingerprint"] != title["style_fingerprint"]


def test_fingerprint_ignores_volatile_attributes(word: Lay) -> None:
    paper, other = word(AGREEMENT), word(_volatile(AGREEMENT))
    assert content(paper.first) != content(other.first)
    told = [[(row["style"], row["style_fingerprint"]) for row in each.rows()] for each in (paper, other)]
    assert told[0] == told[1]


def test_stable_style_ids_within_a_session(word: Lay) -> None:
    paper = word(AGREEMENT)
    before = {row["id"]: row["style"] for row in paper.rows()}
    paper.edit("Services Agreement", "Master Services Agreement")
    paper.insert(0, "A new first paragraph", position="BEFORE", model="Signed by")
    paper.delete("“Deliverable”")
    paper.edit("Vendor", "<b>Vendor</b>")
    after = {row["id"]: row["style"] for row in paper.rows()}
    assert {key: style for key, style in after.items() if key in before} == {
        key: style for key, style in before.items() if key in after
    }
    assert paper.row(0)["style"] == "body_1"


def test_formatting_based_header_detection(word: Lay) -> None:
    paper = word(docx(p(run("“Security Incidents:”", bold=True, underline=True), " the vendor tells the customer.")))
    (row,) = paper.rows()
    assert (row["header"], row["text"]) == ("Security Incidents", "the vendor tells the customer.")
    assert row["header_formatting"] == {"bold": True, "italic": False, "underline": True}
    assert row["clean_text"] == "“Security Incidents:” the vendor tells the customer."


def test_defined_term_bolding_via_definition_role_model(word: Lay) -> None:
    paper = word(AGREEMENT)
    (row,) = paper.insert("Affiliate", "“<definition>Term</definition>” means the time from signature to delivery.")
    assert row["text"] == "“<b><i>Term</i></b>” means the time from signature to delivery."
    paper.edit("Signed by the parties.", "“<definition>Parties</definition>” means both. Signed by the parties.")
    assert paper.runs("Parties") == [("“", ""), ("Parties", "bi"), ("” means both. Signed by the parties.", "")]
    assert paper.runs("from signature")[1] == ("Term", "bi")
    assert b"definition&gt;" not in content(paper.now)
    assert b"<definition" not in content(paper.now)


def test_auto_tagged_explicit_definition_gets_role_model_styling(word: Lay) -> None:
    paper = word(AGREEMENT)
    (row,) = paper.insert(
        "Deliverable", '"Closing Cash" means cash [at closing], and «Opening Cash» refers to the rest.'
    )
    assert (
        row["text"]
        == '"<b><i>Closing Cash</i></b>" means cash [at closing], and «<b><i>Opening Cash</i></b>» refers to the rest.'
    )
    paper.edit("promptly of any breach.", "promptly of any breach. ‘Breach’ shall mean any loss.")
    assert paper.runs("Breach")[-2:] == [("Breach", "bi"), ("’ shall mean any loss.", "")]


def test_header_semantics_accepted_via_tags_for_backward_compatibility(word: Lay) -> None:
    paper = word(AGREEMENT)
    for tag in ("RunInHeader", "header"):
        (row,) = paper.insert("Late payment", f"<{tag}>{tag} terms</{tag}>: they apply to all of it.")
        assert (row["header"], row["text"]) == (f"{tag} terms", "they apply to all of it.")
        assert paper.runs(f"{tag} terms") == [(f"{tag} terms", "u"), (": they apply to all of it.", "")]
    row = paper.edit("the first instalment", "<header>First</header>: the first instalment")
    assert (row["header"], row["text"]) == ("First", "the first instalment, on 1 May;")
    assert paper.runs("First:")[0] == ("First", "u")


def test_field_aware_visible_text_does_not_destroy_fields(word: Lay) -> None:
    paper = word(AGREEMENT)
    marks = ("w:fldChar", "w:instrText", "w:fldSimple")
    before = paper.count(*marks, said="Late payment")
    paper.edit("Interest of 5 % is due", "A charge of 5 % falls due")
    paper.edit("Section 2.1 after", "Clause 2.1 following")
    assert (
        paper.text("Late payment")
        == "Late payment. A charge of 5 % falls due under Clause 2.1 following ten days of delay."
    )
    assert paper.count(*marks, said="Late payment") == before
    assert paper.refuses("of 5 %", "of 7 %").code == "E_UNSUPPORTED"
    assert paper.refuses("under Clause 2.1 following", "following").code == "E_UNSUPPORTED"
    assert paper.refuses("on 1 May", "on 2 May").code == "E_UNSUPPORTED"
    assert paper.edit("on 1 May;", "before 1 May;")["text"] == "the first instalment, before 1 May;"


def test_pagination_rules_deterministic_for_zero_offset(word: Lay) -> None:
    paper = word(AGREEMENT)
    assert paper.rows(offset=0) == paper.rows() == paper.rows(offset=1)
    assert paper.rows(offset=0, limit=4) == paper.rows(limit=4) == paper.rows()[:4]


def test_post_edit_invariants_prevent_empty_paragraph_stubs(word: Lay) -> None:
    paper = word(docx(p("The ", bold("net"), " Fee ", underlined("and tax"), ".", field("XE Fee")), *CONTENT))
    paper.edit("The net Fee and tax.", "Fee.")
    assert paper.runs(0) == [("Fee.", "")]
    assert paper.xml(0).count("<w:r>") == 2 + 3
    paper.edit("Fee.", "", at=0)
    assert paper.xml(0).count("<w:r>") == 3
    paper.insert("Signed", "one\n\n\n\ntwo\n\n")
    assert [row["clean_text"] for row in paper.rows()[-3:]] == ["Signed by the parties.", "one", "two"]
    assert "<w:t/>" not in content(paper.now).decode()
    assert "<w:t></w:t>" not in content(paper.now).decode()


def _volatile(data: bytes) -> bytes:
    """The same document with what Word writes anew each time."""
    source = content(data).decode()
    source = re.sub(r'w14:paraId="(\w)', r'w:rsidR="00AB12CD" w:rsidP="00AB12CE" w14:paraId="\1', source)
    source = source.replace("<w:r>", '<w:r w:rsidRPr="00C0FFEE">').replace("2024-01-02", "2025-06-07")
    source = re.sub(r'(<w:ins w:id=")\d+', r"\g<1>4711", source)
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for entry in old.infolist():
            new.writestr(entry, source.encode() if entry.filename == MAIN else old.read(entry))
    return buffer.getvalue()
