"""Suggestions and tracked changes are the same review: each can become the other, and a yes to all gives the same."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import pytest

from quire.core.author import Author
from quire.core.event import Edited, Record, Staged
from quire.core.manuscript import Manuscript
from quire.core.suggestion import Suggestion, look
from quire.formats.docx.document import DocxDocument
from quire.workspace.redlining import redlined
from tests.corpus import DOCX_FILES, TRACKED
from tests.docx.gallery import GALLERY
from tests.docx.parts import difference
from tests.docx.proof import read
from tests.docx.sameness import meaning
from tests.docx.specimen import (
    Paragraph,
    Text,
    block_raw,
    bold,
    bookmark,
    cell,
    comment,
    control,
    deleted,
    docx,
    footnote,
    inserted,
    link,
    moved_from,
    moved_to,
    p,
    picture,
    run,
    table,
)
from tests.docx.test_redline import decided, shown
from tests.docx.validation import all_harm

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk
    from tests.docx.paper import Paper

    Word = Callable[[bytes], Paper]


# Suggestions become tracked changes


def exported(desk: Desk, paper: Paper) -> bytes:
    path = desk.root / "review.docx"
    desk.call("download", session_id=paper.session, save_to_local_path=str(path), download_format="suggestions",
              allow_overwrite=True)  # fmt: skip
    return path.read_bytes()


def agree(desk: Desk, paper: Paper) -> bytes:
    """What is exported: a no to all gives the document as it is, a yes to all what accepting all suggestions gives."""
    before, redline = paper.now, exported(desk, paper)
    document = DocxDocument.read(redline)
    assert meaning(decided(document, accepts=False)) == meaning(decided(DocxDocument.read(before), accepts=False))
    accepted = decided(document, accepts=True)
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert meaning(accepted) == meaning(decided(DocxDocument.read(paper.now), accepts=True))
    assert not [harm for harm in all_harm([(before, redline)]) if harm]
    return redline


def test_pending_suggestions_are_tracked_changes_of_their_authors(desk: Desk, word: Word) -> None:
    paper = word(docx(p("The ", bold("Fee"), " is due."), "Second", "Third", table(["a", "b"], ["c", "d"]), "End"))
    paper.edit("End", "The end", at="End")
    desk.settings(staging="stage-everything")
    edit = {"session_id": paper.session, "target_paragraph_id": paper.row("Fee")["id"]}
    desk.call("smart_edit", **edit, old_string="Fee", new_string="Price", instruction="Clearer")
    desk.call("smart_edit", **edit, old_string="due", new_string="<b>payable</b>")
    desk.call("smart_insert", session_id=paper.session, positional_anchor_node_id=paper.row("Second")["id"],
              new_string="New one")  # fmt: skip
    desk.call("delete_paragraph", session_id=paper.session, target_paragraph_id=paper.row("Third")["id"])
    desk.call("smart_edit", session_id=paper.session, target_paragraph_id=paper.row(5)["id"], old_string="c",
              new_string="see")  # fmt: skip
    redline = agree(desk, paper)
    assert shown(redline).splitlines()[:4] == [
        "The [-Fee-]{+Price+} is [-due-]{+payable+}.", "Second", "{+New one+}", "[-Third-]",
    ]  # fmt: skip
    document = DocxDocument.read(redline)
    assert {each.author for each in document.revisions()} == {"tester"}
    assert [(each.text, each.quoted) for each in document.comments()] == [("Clearer", "Price")]
    assert shown(redline).endswith("The end")


def test_the_receipt_tells_what_the_file_with_suggestions_has_otherwise(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee", "The end"))
    before = paper.now
    paper.edit("fee", "price")
    desk.settings(staging="stage-everything")
    desk.call("smart_edit", session_id=paper.session, target_paragraph_id=paper.row(1)["id"], old_string="end",
              new_string="close", instruction="Why not")  # fmt: skip
    path = desk.root / "review.docx"
    answer = desk.call("save", session_id=paper.session, save_to_local_path=str(path), save_format="suggestions")
    found = difference(before, path.read_bytes())
    assert set(answer["changed_parts"]) == {*found.changed, *found.added}
    assert answer["changed_paragraphs"] == [paper.row(0)["id"], paper.row(1)["id"]]
    assert "1 suggestion is a tracked change in it." in answer["message"]
    assert "untracked" in answer["message"]


def test_the_line_around_a_suggestion_is_one_of_its_own_story(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee is due.", "The end", header=p("Annual fee report")))
    desk.call("document_replace", search="fee", replace="price", all=True, windowId=paper.session)
    found = desk.call("suggestion_list", windowId=paper.session)["suggestions"]
    assert [each["context"] for each in found] == ["The fee is due.", "fee report"]


def test_comments_and_notes_that_wait(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee", "Other"))
    desk.settings(staging="stage-everything")
    target = {"session_id": paper.session, "target_paragraph_id": paper.row(0)["id"]}
    desk.call("add_comment", **target, text="Why?")
    desk.call("add_footnote", **target, text="In euro.", after_text="Fee")
    desk.call("set_track_changes", session_id=paper.session, enabled=True)
    document = DocxDocument.read(exported(desk, paper))
    assert [each.text for each in document.comments()] == ["Why?"]
    assert [each.text for each in document.notes("footnote")] == ["In euro."]
    assert {each.kind for each in document.revisions()} == {"insertion"}


def test_stale_ones_are_left(desk: Desk, word: Word) -> None:
    paper = word(docx("The Fee", "Other"))
    desk.settings(staging="stage-everything")
    told = desk.call("smart_edit", session_id=paper.session, target_paragraph_id=paper.row(0)["id"], old_string="Fee",
                     new_string="Price")  # fmt: skip
    desk.settings(staging="suggest")
    paper.edit("Fee", "Cost")
    path = str(desk.root / "review.docx")
    answer = desk.call("download", session_id=paper.session, save_to_local_path=path, download_format="suggestions")
    assert (answer["exported_suggestions"], answer["left_suggestions"]) == ([], [told["suggestion_id"]])


def test_the_documents_own_file_is_not_overwritten(desk: Desk, word: Word) -> None:
    paper = word(docx("The fee"))
    status = desk.call("get_session_status", session_id=paper.session)
    told = desk.refusal("save", session_id=paper.session, save_to_local_path=status["file_path"],
                        save_format="suggestions", allow_overwrite=True)  # fmt: skip
    assert told.code == "E_UNSUPPORTED"


# Tracked changes become suggestions


def imported(desk: Desk, paper: Paper, **more: Any) -> list[dict[str, Any]]:
    desk.call("import_tracked_changes", session_id=paper.session, **more)
    found: list[dict[str, Any]] = desk.call("suggestion_list", windowId=paper.session)["suggestions"]
    return found


CHANGED = docx(
    p("The ", deleted("big "), inserted("small ", author="Bob"), "Fee is ", deleted("due"), inserted("payable"), "."),
    p(
        "Look ",
        run("here", bold=True, was="<w:i/>"),
        " and ",
        link("the ", inserted("new "), "site", to="https://a.b/"),
    ),
    "Untouched",
    p(inserted("A new paragraph"), mark="inserted"),
    p(deleted("An old one"), mark="deleted"),
    table(["a", cell(p("b ", inserted("more")))], ["c", "d"]),
    "End",
)


def test_each_change_waits_alone(desk: Desk, word: Word) -> None:
    paper = word(CHANGED)
    found = imported(desk, paper)
    assert [row["clean_text"] for row in paper.rows()] == [
        "The big Fee is due.", "Look here and the site", "Untouched", "An old one", "a", "b ", "c", "d", "End",
    ]  # fmt: skip
    told = [(each["author"], each["type"], each.get("originalContent"), each.get("newContent")) for each in found]
    assert told[:3] == [
        ("Ann Author", "delete", "big ", None), ("Bob", "insert", None, "small "),
        ("Ann Author", "replace", "due", "payable"),
    ]  # fmt: skip
    assert ("Ann Author", "insert", None, "new ") in told
    assert ("Ann Author", "insert", None, "more") in told
    assert found[0]["createdAt"].startswith("2024-01-02")
    assert not DocxDocument.read(paper.now).revisions()


def test_one_is_accepted_and_one_is_rejected(desk: Desk, word: Word) -> None:
    paper = word(CHANGED)
    found = imported(desk, paper)
    desk.as_person("suggestion_accept", suggestionId=found[2]["id"], windowId=paper.session)
    desk.as_person("suggestion_reject", suggestionId=found[0]["id"], windowId=paper.session)
    assert paper.text(0) == "The big Fee is payable."
    desk.as_person("suggestion_accept", suggestionId=found[1]["id"], windowId=paper.session)
    assert paper.text(0) == "The big small Fee is payable."


def test_all_accepted_is_what_accepting_the_changes_gives(desk: Desk, word: Word) -> None:
    paper = word(CHANGED)
    imported(desk, paper)
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(CHANGED), accepts=False))
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(CHANGED), accepts=True))
    assert desk.call("suggestion_list", windowId=paper.session)["count"] == 0


def test_there_and_back(desk: Desk, word: Word) -> None:
    paper = word(CHANGED)
    imported(desk, paper)
    redline = exported(desk, paper)
    for accepts in (True, False):
        ours, theirs = (decided(DocxDocument.read(each), accepts=accepts) for each in (redline, CHANGED))
        assert meaning(ours) == meaning(theirs)
    assert {(each.author, each.date[:10]) for each in DocxDocument.read(redline).revisions()} == {
        ("Ann Author", "2024-01-02"), ("Bob", "2024-01-02"),
    }  # fmt: skip


def test_only_those_of_an_author(desk: Desk, word: Word) -> None:
    paper = word(CHANGED)
    (found,) = imported(desk, paper, author="Bob")
    assert found["newContent"] == "small "
    assert {each.author for each in DocxDocument.read(paper.now).revisions()} == {"Ann Author"}


def test_an_import_that_was_undone_is_not_done_twice(desk: Desk, word: Word) -> None:
    paper = word(docx(p("a ", inserted("b "), "c")))
    (found,) = imported(desk, paper)
    desk.call("editor_undo", windowId=paper.session)
    assert paper.now == paper.first
    with pytest.raises(Exception, match="E_CONFLICT"):
        desk.as_person("suggestion_accept", suggestionId=found["id"], windowId=paper.session)
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert paper.now == paper.first


def test_notes_comments_and_pictures_come_back(desk: Desk, word: Word) -> None:
    data = docx(p("x ", inserted("big", footnote("Note"), comment("Why?", " one"), picture()), " y"))
    paper = word(data)
    imported(desk, paper)
    assert paper.text(0) == "x  y"
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    document = DocxDocument.read(paper.now)
    assert [(each.text, each.quoted) for each in document.comments()] == [("Why?", " one")]
    assert [each.text for each in document.notes("footnote")] == ["Note"]
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(data), accepts=True))


def test_an_edit_elsewhere_does_no_harm(desk: Desk, word: Word) -> None:
    paper = word(
        docx("First", p("The ", deleted("old"), inserted("new"), " Fee is due"), p(inserted("x"), mark="inserted"))
    )
    imported(desk, paper)
    paper.edit("due", "payable")
    paper.edit("First", "The first", at=0)
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert [row["clean_text"] for row in paper.rows()][:2] == ["The first", "The new Fee is payable"]


def test_moves(desk: Desk, word: Word) -> None:
    data = docx(p("from ", moved_from("here"), "."), p("to ", moved_to("here"), "."))
    paper = word(data)
    imported(desk, paper)
    assert [row["clean_text"] for row in paper.rows()] == ["from here.", "to ."]
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert [row["clean_text"] for row in paper.rows()] == ["from .", "to here."]


def revised_table(style: str, widths: tuple[int, ...]) -> bytes:
    """A table that had the style TableGrid and columns of the same width, and was given others."""
    stamp = 'w:author="Ann Author" w:date="2024-01-02T03:04:05Z"'
    ids = count(20)

    def column(width: int) -> str:
        return f'<w:gridCol w:w="{width}"/>'

    def cell_of(text: str, width: int) -> str:
        was = '<w:tcPr><w:tcW w:w="3005" w:type="dxa"/></w:tcPr>'
        change = f'<w:tcPrChange w:id="{next(ids)}" {stamp}>{was}</w:tcPrChange>'
        inside = f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"
        return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{change}</w:tcPr>{inside}</w:tc>'

    own = '<w:tblStyle w:val="{}"/><w:tblW w:w="0" w:type="auto"/>'
    properties = (
        f'{own.format(style)}<w:tblPrChange w:id="{next(ids)}" {stamp}>'
        f"<w:tblPr>{own.format('TableGrid')}</w:tblPr></w:tblPrChange>"
    )
    was = f'<w:tblGridChange w:id="{next(ids)}"><w:tblGrid>{3 * column(3005)}</w:tblGrid></w:tblGridChange>'
    rows = [
        f"<w:tr>{''.join(cell_of(text, width) for text, width in zip(texts, widths, strict=True))}</w:tr>"
        for texts in ("123", "456", "789", "ABC")
    ]
    return docx(
        block_raw(
            f"<w:tbl><w:tblPr>{properties}</w:tblPr>"
            f"<w:tblGrid>{''.join(map(column, widths))}{was}</w:tblGrid>{''.join(rows)}</w:tbl>"
        ),
        "",
    )


@pytest.mark.parametrize(
    ("style", "widths"),
    [("TableGrid", (1525, 3005, 3006)), ("GridTable4-Accent1", (3005, 3005, 3006))],
    ids=["widths", "style"],
)
def test_a_table_that_was_edited_and_whose_properties_were_changed(
    desk: Desk, word: Word, style: str, widths: tuple[int, ...]
) -> None:
    paper = word(revised_table(style, widths))
    paper.edit("9", "x", at=next(number for number, row in enumerate(paper.rows()) if row["clean_text"] == "9"))
    edited = paper.now
    imported(desk, paper)
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(edited), accepts=False))
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(edited), accepts=True))


NEIGHBOURS = {
    "two authors": p("one ", deleted("old", author="Ann"), inserted("new", author="Bob"), " end"),
    "the other way round": p("one ", inserted("new", author="Bob"), deleted("old", author="Ann"), " end"),
    "inside a word": p("un", deleted("do", author="Ann"), inserted("mend", author="Bob"), "able"),
    "the same word": p("x", deleted("x ", author="Ann"), inserted("x ", author="Bob")),
    "three authors": p("one ", inserted("a", author="Ann"), inserted("b", author="Bob"), inserted("c"), " end"),
    "a comment between": p("one ", deleted("old"), comment("c", ""), inserted("new"), " end"),
    "a bookmark between": p("one ", deleted("old"), bookmark("b", inserted("new")), " end"),
    "a link behind": p("one ", deleted("old"), link(inserted("new"), " site", to="https://e.org"), " end"),
    "a link that came": p("two", inserted(" "), link(inserted("site"), to="https://e.org"), " words"),
    "a control": p("one ", deleted("old"), control(inserted("new"), " text"), " end"),
    "the end of a control": p("one ", control("some ", deleted("old")), inserted("new"), " end"),
}


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_changes_that_meet_keep_all_words(name: str) -> None:
    assert check(docx("Before", NEIGHBOURS[name], "Behind"))


def test_changes_of_two_authors_that_meet_are_decided_alone(desk: Desk, word: Word) -> None:
    paper = word(docx(NEIGHBOURS["two authors"]))
    going, coming = imported(desk, paper)
    assert (going["author"], coming["author"]) == ("Ann", "Bob")
    desk.as_person("suggestion_accept", suggestionId=going["id"], windowId=paper.session)
    assert paper.text(0) == "one  end"
    desk.as_person("suggestion_accept", suggestionId=coming["id"], windowId=paper.session)
    assert paper.text(0) == "one new end"


def test_a_link_that_was_inserted_comes_back_as_a_link(desk: Desk, word: Word) -> None:
    data = docx(p("two ", link(inserted("site"), to="https://example.org"), "words"))
    paper = word(data)
    (found,) = imported(desk, paper)
    assert (found["type"], found["newContent"]) == ("insert", "site")
    desk.as_person("suggestion_accept_all", windowId=paper.session)
    assert meaning(paper.now) == meaning(decided(DocxDocument.read(data), accepts=True))


def test_nothing_to_import(word: Word) -> None:
    assert word(docx("a"))._refuses("import_tracked_changes").code == "E_NOT_FOUND"


# Any file


def check(data: bytes) -> bool:
    """Import a file's changes and accept all: the same as accepting the changes; exported again, the same both ways."""
    document = DocxDocument.read(data)
    if not document.revisions():
        return False
    change, found = document.proposals()
    before = document.apply(change)
    assert meaning(before.write()) == meaning(decided(document, accepts=False)), "reads as it was"
    suggestions = tuple(
        Suggestion(str(number), each.intent, *look(before, each.intent, before.plan(each.intent)),
                   Author(each.author, "person"), 0.0)
        for number, each in enumerate(found)
    )  # fmt: skip
    manuscript = Manuscript(document=before).after(Record(1, 0.0, Author("a", "person"), Staged(suggestions)))
    edited = manuscript.accept_all()
    after = manuscript.after(
        Record(2, 0.0, Author("a", "person"), Edited(edited.transaction, accepted=edited.accepted))
    )
    assert not after.suggestions, "all can be accepted"
    wanted = meaning(decided(document, accepts=True))
    assert meaning(after.document.write()) == wanted  # type: ignore[attr-defined]
    redline = DocxDocument.read(redlined(manuscript).data)
    assert meaning(decided(redline, accepts=True)) == wanted
    assert meaning(decided(redline, accepts=False)) == meaning(decided(document, accepts=False))
    return True


@pytest.mark.parametrize("name", sorted(name for name in GALLERY if "track" in name or "move" in name))
def test_kinds_of_changes(name: str) -> None:
    assert check(GALLERY[name])


def files() -> list[Any]:
    """Those that hold tracked changes, and in the long run all."""
    others = (pytest.param(name, marks=pytest.mark.corpus) for name in DOCX_FILES if name not in TRACKED)
    return [*TRACKED, *others]


@pytest.mark.slow
@pytest.mark.parametrize("name", files())
def test_real_files(name: str) -> None:
    assert read(name) is None or check(DOCX_FILES[name].read_bytes()) or name not in TRACKED


# Any mixture


def mixture(dice: Random) -> bytes:
    """A document with changes of two authors, next to each other and in all that a paragraph can hold."""

    def text() -> str:
        return dice.choice(["a", "old", "new", "x ", "b c", " end", "two words ", "."])

    def change() -> Text:
        author = dice.choice(["Ann", "Bob"])
        kinds: list[Callable[[], Text]] = [
            *[lambda: deleted(text(), author=author)] * 4,
            *[lambda: inserted(text(), author=author)] * 4,
            lambda: run(text(), bold=True, was="", author=author),
            text,
            text,
        ]
        return dice.choice(kinds)()

    def piece() -> Text:
        inside = [change() for _ in range(dice.randrange(1, 3))]
        name = f"n{dice.randrange(10**6)}"
        around: list[Callable[[], Text]] = [
            *[change] * 9,
            lambda: comment(name, *inside[1:]),
            lambda: link(*inside, to="https://e.org"),
            lambda: bookmark(name, *inside),
            lambda: control(*inside),
        ]
        return dice.choice(around)()

    def paragraph() -> Paragraph:
        mark: Literal["inserted", "deleted"] | None = dice.choice([None, None, None, None, "inserted", "deleted"])
        return p(*[piece() for _ in range(dice.randrange(1, 7))], mark=mark, author=dice.choice(["Ann", "Bob"]))

    return docx(*[paragraph() for _ in range(dice.randrange(1, 5))], "last")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.corpus) for n in range(12, 40))])
def test_any_mixture_of_changes(seed: int) -> None:
    for number in range(5):
        check(mixture(Random(f"{seed} {number}")))
