"""Any edit of any paragraph: its text is what was asked for, the rest of it looks as before, no object is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.core.anchor import Range
from quire.core.document import Intent
from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.edit.operation import _whole_words
from quire.formats.docx.names import name
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text.paragraph import OBJECT, W_HYPERLINK, W_RPR
from quire.formats.docx.text.wording import words
from tests.docx.demands import breaches
from tests.docx.specimen import (
    bookmark,
    comment,
    control,
    deleted,
    docx,
    equation,
    field,
    footnote,
    inserted,
    link,
    moved_to,
    p,
    picture,
    raw,
    run,
    simple_field,
    symbol,
    textbox,
)
from tests.laws import check_transaction
from tests.tier import examples

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from quire.formats.docx.text.paragraph import Paragraph
    from tests.docx.specimen import Text

LOOKS: list[dict[str, Any]] = [
    {}, {"bold": True}, {"italic": True}, {"underline": True}, {"bold": True, "color": "FF0000"}, {"style": "Strong"},
    {"size": 9.0, "highlight": "yellow"}, {"raised": "superscript"}, {"bold": False},
]  # fmt: skip
TEXTS = st.text(alphabet="ab é.,-租🦊\t\v\u00a0\u2011", min_size=1, max_size=9)
RUNS = st.builds(lambda text, look: run(text, **look), TEXTS, st.sampled_from(LOOKS))
SOME: SearchStrategy[list[Text]] = st.lists(RUNS, min_size=1, max_size=3)
CROWDED = (
    '<w:r><w:t>x</w:t><w:fldChar w:fldCharType="begin"/><w:instrText> REF a </w:instrText>'
    '<w:fldChar w:fldCharType="separate"/><w:t>y</w:t><w:fldChar w:fldCharType="end"/><w:t>z</w:t></w:r>'
)
OBJECTS: list[Text] = [
    footnote("Note."), picture(), equation("x"), field("XE a"), symbol("F0FE"), symbol("F061", "Symbol"),
    symbol("0041", "Odd"), raw('<w:r><w:br w:type="page"/></w:r>'), textbox("Box"), raw(CROWDED),
    control("kept", kind='<w:lock w:val="contentLocked"/>'), deleted("gone"), raw('<w:proofErr w:type="spellStart"/>'),
    raw("<w:r><w:lastRenderedPageBreak/><w:t>page</w:t></w:r>"),
]  # fmt: skip
NUMBERS = st.integers(0, 10**6)
HOLDERS = st.one_of(
    st.builds(lambda inner: link(*inner, to="https://example.org/"), SOME),
    st.builds(lambda inner: control(*inner, kind=""), SOME),
    st.builds(lambda inner: control(*inner, kind="<w:showingPlcHdr/>"), SOME),
    st.builds(lambda inner: field("REF a", *inner), SOME),
    st.builds(lambda inner: simple_field("DATE", *inner), SOME),
    st.builds(lambda inner: inserted(*inner, author="Bob"), SOME),
    st.builds(lambda inner: inserted(link(*inner, to="https://example.org/"), author="Bob"), SOME),
    st.builds(lambda inner, number: bookmark(f"b{number}", *inner), SOME, NUMBERS),
    st.builds(lambda inner, number: comment(f"c{number}", *inner), SOME, NUMBERS),
    st.builds(lambda inner: moved_to(*inner), SOME),
)
PIECES = st.lists(st.one_of(RUNS, RUNS, HOLDERS, st.sampled_from(OBJECTS)), max_size=7)
WORDS = st.text(alphabet="abné. 租🦊", min_size=1, max_size=6)


@st.composite
def changes(draw: st.DrawFn, text: str) -> tuple[int, int, str]:
    """A range of a text and what shall stand there: mostly the same words, some others, some less."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    new: list[str] = []
    for word in words(text[start:end]):
        match draw(st.sampled_from(["keep", "keep", "keep", "drop", "replace", "add"])):
            case "keep":
                new.append(word)
            case "drop" if word != OBJECT or draw(st.integers(0, 9)) == 0:
                pass
            case "replace" if word != OBJECT:
                new.append(draw(WORDS))
            case _:
                new += [word, draw(WORDS)]
    if start == end:
        new.append(draw(WORDS))
    return start, end, "".join(new)


Looks = list[tuple[object, ...]]


def looks(document: DocxDocument, paragraph: Paragraph) -> Looks:
    """Of each character: how it looks, what it is in, and whether it is locked."""
    wardrobe = Wardrobe(document, document.package.main, paragraph.element)
    found: Looks = []
    for leaf in paragraph.leaves:
        look = wardrobe.format(leaf.run.find(W_RPR) if leaf.run is not None else None)
        is_linked = next(leaf.element.iterancestors(W_HYPERLINK), None) is not None
        is_controlled = next(leaf.element.iterancestors(name("w:sdt")), None) is not None
        found += [(look, is_linked, is_controlled, leaf.lock)] * len(leaf.text)
    return found


_SKELETON = (name("m:oMath"), *(name(f"w:{local}") for local in (
    "hyperlink", "sdt", "fldChar", "instrText", "fldSimple", "footnoteReference", "drawing", "sym", "bookmarkStart",
    "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "commentReference", "delText", "proofErr", "txbxContent",
    "moveToRangeStart", "moveToRangeEnd",
)))  # fmt: skip


def skeleton(paragraph: Paragraph) -> list[tuple[object, ...]]:
    """All that is in a paragraph besides its runs, in order."""
    return [
        (each.tag, tuple(sorted(each.attrib.items())), each.text if each.tag != name("w:sdt") else None)
        for each in paragraph.element.iter(*_SKELETON)
    ]


@settings(max_examples=examples(250), derandomize=True, suppress_health_check=list(HealthCheck))
@given(PIECES, st.data())
def test_an_edit_does_what_was_asked_and_nothing_else(pieces: list[Text], data: st.DataObject) -> None:
    document = DocxDocument.read(docx("Before.", p(*pieces), "Behind.", ids=True))
    for _ in range(3):
        document = _edited(document, data)


def _edited(document: DocxDocument, data: st.DataObject) -> DocxDocument:
    block = document.body[1]
    before = block.read()
    start, end, new = data.draw(changes(block.text))
    at = document.body.text_start(block.key)
    said = {"paragraph": list(document.rows("body"))[1].id, "old": block.text[start:end], "new": new}
    intent = Intent("edit_paragraph", (Range(at + start, at + end),), said | {"allow_field_result": False})
    try:
        transaction = document.plan(intent)
    except (UnsupportedError, InvalidArgumentError):
        if not _may_refuse(before, start, end, new):
            raise
        return document
    after = document.apply(transaction)
    check_transaction(document, transaction)
    assert after.apply(transaction.inverse()).body.source == document.body.source
    _check(document, before, after, start, end, new)
    return after


def _check(document: DocxDocument, before: Paragraph, after: DocxDocument, start: int, end: int, new: str) -> None:
    now = after.body[1].read()
    assert now.text == before.text[:start] + new.replace("\n", "\v") + before.text[end:]
    assert [after.body[each].source for each in (0, 2)] == [document.body[each].source for each in (0, 2)]
    assert skeleton(now) == skeleton(before)
    assert not breaches(after.write()) - breaches(document.write())
    first, last = _whole_words(before.text, start, end)
    was, are = looks(document, before), looks(after, now)
    assert are[:first] == was[:first]
    assert are[len(are) - (len(was) - last) :] == was[last:]
    usual = Wardrobe(document, document.package.main, before.element).format(None)
    assert {look for look, *_ in are} <= {usual, *(look for look, *_ in was)}


def _may_refuse(before: Paragraph, start: int, end: int, new: str) -> bool:
    """Whether there is a reason: an object, a link, a control or a field in or at the range."""
    first, last = _whole_words(before.text, start, end)
    near = [leaf for leaf in before.leaves if leaf.start <= last and leaf.end >= first]
    held = [next(leaf.element.iterancestors(W_HYPERLINK, name("w:sdt")), None) is not None for leaf in near]
    return OBJECT in new or any(held) or any(leaf.is_object or leaf.lock for leaf in near)
