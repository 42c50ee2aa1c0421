"""Calls of all tools in a row, on documents with everything in them: whatever they do can be undone, and opens."""

from __future__ import annotations

from base64 import b64encode
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import Refused
from tests.docx.gallery import CONTENT
from tests.docx.specimen import docx
from tests.docx.validation import all_harm, texts
from tests.word.test_pictures import png

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.word.conftest import Open, Word

pytestmark = pytest.mark.long

PICTURE = b64encode(png(3, 2)).decode()
TEXTS = ("x", "", "two words", "a\nb", "\n", "漢字", "😀", "שלום", "tab\there")
STYLES = ("Heading 1", "Normal", "List Bullet", "Strong", "Quote", "Table Grid", "Plain Table 4", "TOC 2", "Hyperlink")
CALLS = 10


def scope(document: Word, random: Random) -> str:
    """Some range of the text."""
    length = len(document.text)
    start = random.randint(0, length)
    end = min(length, start + random.choice((0, 1, 3, 8, 30)))
    document.select_range(start, end)
    return random.choice(("selection", "selection", "selection", "document"))


def calls(random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Any call there is, without the place that it is for."""
    pick = random.choice
    while True:
        yield pick(
            (
                ("insertText", {"text": pick(TEXTS), "location": pick(("start", "end", "replace")),
                                "newParagraph": pick((True, False)), "keepFormatting": pick((True, False))}),
                ("applyStyle", {"namedStyle": pick(STYLES), "resetDirectFormatting": pick((True, False))}),
                ("applyStyle", {"char": {"bold": pick((True, False)), "highlight": pick(("none", "red", "#123456"))},
                                "para": {"alignment": "center", "list": pick(("none", "bullet", "number"))},
                                "precedence": pick(("styleThenOverrides", "overridesThenStyle"))}),
                ("insertPicture", {"source": "base64", "data": PICTURE, "location": pick(("start", "end", "replace")),
                                   "wrapType": pick(("inline", "square", "behind"))}),
                ("listParagraphs", {"filterEmpty": pick((True, False))}),
                ("table.create", {"rows": 2, "cols": 2, "location": pick(("start", "end", "replace"))}),
                ("replace", {"target": "searchQuery", "query": pick(("e", "the", "is")), "replaceWith": pick(TEXTS)}),
                ("search", {"query": "e"}),
                ("getSelection", {}),
            )
        )  # fmt: skip


def tables(random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    number = random.randint
    while True:
        yield random.choice(
            (
                ("table.insertRows", {"at": number(0, 2), "count": 1}),
                ("table.insertColumns", {"at": number(0, 2), "count": 1}),
                ("table.deleteRows", {"indexes": [number(0, 2)]}),
                ("table.deleteColumns", {"indexes": [number(0, 2)]}),
                ("table.setCellText", {"row": number(0, 2), "col": number(0, 2), "text": random.choice(TEXTS)}),
                ("table.mergeCells", {"startRow": 0, "startCol": 0, "rowSpan": number(1, 2), "colSpan": number(1, 2)}),
                ("table.applyStyle", {"style": {"lastRow": True}}),
            )
        )


def attempt(document: Word, random: Random) -> bool:
    """One call somewhere; refused or not, it says why, and it is never a failure of ours."""
    if random.random() < 0.4:
        tool, arguments = next(tables(random))
        scope(document, random)
        arguments = {"tableRef": document.call("getSelection")["rangeId"], **arguments}
    else:
        tool, arguments = next(calls(random))
        arguments = arguments if tool == "getSelection" else {"scope": scope(document, random), **arguments}
    before, failure = document.revision, None
    try:
        document.call(tool, **arguments)
    except Refused as refused:
        failure = refused
    if failure:
        assert failure.code in document.refuses, (tool, arguments, str(failure))
        assert document.revision == before
    return document.revision != before


@pytest.mark.libreoffice
@pytest.mark.parametrize("seed", range(1))
def test_any_calls_in_a_row(word: Open, seed: int) -> None:
    pairs = []
    for name, content in CONTENT.items():
        random = Random(f"{seed} {name}")
        data = docx(*content)
        document = word(data, f"{name}.docx")
        done = sum(attempt(document, random) for _ in range(CALLS))
        after = document.data()
        pairs.append((data, after))
        for _ in range(done):
            document.undo()
        assert document.data() == data, name
        for _ in range(done):
            document.redo()
        assert document.data() == after, name
    assert not any(all_harm(pairs))
    assert texts([after for _, after in pairs])
