"""The blocks of a body, told from pieces of it: cutting it, and remembering pieces over edits, changes nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from quire.core.document import put
from quire.core.errors import QuireError
from quire.core.naming import PREFIXES
from quire.formats.docx.document import DocxDocument
from quire.formats.docx.style.numbering import Counters
from quire.formats.docx.view import tree
from quire.formats.docx.view.stanza import stanzas
from tests.corpus import DOCX_FILES
from tests.docx.gallery import EVERYTHING
from tests.docx.large import large
from tests.docx.specimen import docx, heading, item, p, table
from tests.docx.test_editor_random import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.docx.specimen import Flow

Told = list[tuple[str, str, int, int, str | None, int | None, int]]


def _cut_often() -> Iterator[Flow]:
    for number in range(40):
        yield heading(f"Title {number}", 1 + number % 3)
        yield p("Some text.")
        yield from (item("one"), item("deeper", level=1), p(""), item("two"), p(""))
        yield table(["a", "b"], ["c", "d"])
        yield from (item(f"point {at}", list=1) for at in range(number % 5))
    yield p("The end.")


CUT_OFTEN = docx(*_cut_often())


def whole(document: DocxDocument) -> Told:
    """The blocks of a document that is looked at in one piece."""
    told: Told = []
    counts = dict.fromkeys(PREFIXES.values(), 0)
    names: dict[int, str] = {}
    for branch, parent, depth in tree.walk(tree.grown(document, document.body, Counters())):
        prefix = PREFIXES[branch.type]
        names[id(branch)] = name = f"{prefix}-{counts[prefix]}"
        counts[prefix] += 1
        around = names[id(parent)] if parent else None
        told.append((name, branch.type, branch.start, branch.end, around, branch.level, depth))
    return told


def in_pieces(document: DocxDocument) -> Told:
    return [(n.id, n.type, n.start, n.end, n.parent, n.level, n.depth) for n in document.nodes()]


@pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in list(DOCX_FILES)[::20]])
def test_cutting_a_file_changes_no_block(name: str) -> None:
    try:
        document = DocxDocument.read(DOCX_FILES[name].read_bytes())
        _ = document.body
    except QuireError:
        return  # a file that cannot be read has no blocks
    assert in_pieces(document) == whole(document)


@pytest.mark.parametrize("data", [EVERYTHING, large(300), CUT_OFTEN], ids=["everything", "large", "cut often"])
@pytest.mark.parametrize("seed", range(2))
def test_blocks_are_remembered_over_edits_as_they_are(data: bytes, seed: int) -> None:
    document, chance = DocxDocument.read(data), Random(seed)
    edits = 0
    for _ in range(20):
        try:
            document = document.apply(document.plan(Chance(document, chance).wish()))
        except QuireError:
            continue
        edits += 1
        assert in_pieces(document) == whole(document)
    assert edits > 5


def test_a_block_is_found_by_name_and_by_number() -> None:
    document = DocxDocument.read(large(700))
    nodes = document.nodes()
    listed = list(nodes)
    assert len(nodes) == len(listed)
    assert [nodes[at] for at in range(len(nodes))] == listed
    assert [nodes[-1], *nodes[3:6]] == [listed[-1], *listed[3:6]]
    assert all(document.node(node.id) is node for node in listed)
    assert [document.node(name) for name in ("p-99999", "x-1", "p-01", "p", "p--1", "p-1 ")] == [None] * 6


def test_an_edit_looks_only_at_the_pieces_around_it() -> None:
    document = DocxDocument.read(large(3000))
    before = stanzas(document)
    node = document.nodes()[-20]
    after = stanzas(document.apply(document.plan(put(node.start, node.start, "new "))))
    assert len(before) > 20
    assert sum(old is not new for old, new in zip(before, after, strict=True)) <= 2


def test_an_empty_body_has_no_blocks_but_its_paragraph() -> None:
    document = DocxDocument.read(docx(p("")))
    assert [node.id for node in document.nodes()] == ["p-0"]
