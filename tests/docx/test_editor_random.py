"""Whatever the editor's tools do to a document: a good file comes of it and nothing is lost, or it is refused."""

from __future__ import annotations

import re
import secrets
from random import Random
from typing import Any

import pytest

from quire.core.anchor import Range
from quire.core.batch import Operation, intents
from quire.core.document import Intent
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from quire.formats.translation import express
from tests.docx.demands import breaches
from tests.docx.gallery import EVERYTHING, GALLERY
from tests.docx.validation import all_harm
from tests.laws import check_transaction

pytestmark = pytest.mark.long

KEPT = ("footnoteReference", "endnoteReference", "drawing", "pict", "instrText", "fldSimple", "commentReference",
        "bookmarkStart", "oMath", "sectPr", "sdt", "del")  # fmt: skip
"""What no operation here may take away."""
SPOKEN = {"update_block": ("oMath",), "update_section": ("oMath",)}
"""What Markdown says as well: a block that is written anew may be without it."""
CONTENTS = ("word", "**bold** text", "- a\n- b\n  1. c", "# Title\n\ntext", "| a | b |\n|---|---|\n| c | d |", "> said",
            "```\ncode\n```", "你好 [site](https://example.org/)", "1. one\n2. two")  # fmt: skip


class Chance:
    """A random wish of a client, as an intent."""

    def __init__(self, document: DocxDocument, chance: Random) -> None:
        self._document = document
        self._chance = chance

    def wish(self) -> Intent:
        kind = self._chance.choice((self._format, self._block, self._list, self._table, self._batch, self._batch))
        return express(self._document, kind())

    def _range(self) -> Range:
        start = self._chance.randint(0, len(self._document))
        return Range(start, min(len(self._document), start + self._chance.choice((0, 1, 5, 40))))

    def _format(self) -> Intent:
        place = (self._range(),)
        marks = ("bold", "italic", "code", "strike", "underline", "highlight")
        match self._chance.randrange(4):
            case 0:
                return Intent("set_link", place, {"href": self._chance.choice(("https://example.org/", "#here"))})
            case 1:
                return Intent("remove_link", place)
            case 2:
                return Intent("clear_marks", place)
        return Intent("toggle_mark", place, {"mark": self._chance.choice(marks)})

    def _block(self) -> Intent:
        wish = {"type": self._chance.choice(("paragraph", "heading", "codeBlock", "blockquote")), "level": 2}
        verb = self._chance.choice(("set_block_type", "toggle_block_type", "insert_rule"))
        return Intent(verb, (self._range(),), wish)

    def _list(self) -> Intent:
        place = self._range()
        verb = self._chance.choice(("toggle_list", "toggle_list", "indent_items", "outdent_items"))
        return Intent(verb, (place, place), {"type": self._chance.choice(("bullet", "ordered", "task"))})

    def _table(self) -> Intent:
        cursor = self._chance.randint(0, len(self._document))
        table = self._document.table_at(cursor)
        if table is None:
            wish = {"rows": 2, "columns": 2, "header": self._chance.random() < 0.5}
            return Intent("insert_table", (Range(cursor, cursor),), wish)
        verbs = ("add_table_row", "add_table_column", "toggle_table_header")
        where = (table.range, Range(cursor, cursor))
        return Intent(self._chance.choice(verbs), where, {"position": self._chance.choice(("before", "after"))})

    def _batch(self) -> Intent:
        node, other = (self._chance.choice(self._document.nodes()) for _ in range(2))
        brought: dict[str, Any] = {"content": self._chance.choice(CONTENTS)}
        match self._chance.randrange(3):
            case 0:
                operation = Operation("insert", after=other, arguments=brought)
            case 1:
                operation = Operation("move", node, other)
            case _:
                operation = Operation("update", node, arguments=brought)
        return intents(self._document, [operation])[0]


def counts(document: DocxDocument) -> dict[str, int]:
    source = document.body.source
    return {tag: len(re.findall(rf"<\w+:{tag}[ />]", source)) for tag in KEPT}


@pytest.mark.parametrize("kind", [*GALLERY, "everything"])
def test_any_wish_is_fulfilled_well_or_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, data = Random(kind), GALLERY.get(kind, EVERYTHING)
    monkeypatch.setattr(secrets, "randbelow", Random(kind).randrange)  # the same file in each run is validated once
    results: list[tuple[bytes, bytes]] = []
    for _ in range(3):
        document = DocxDocument.read(data)
        for _ in range(8):
            intent = Chance(document, chance).wish()
            try:
                change = document.plan(intent)
            except QuireError:
                continue
            after = document.apply(change)
            if len(document) < 600:
                check_transaction(document, change)
            assert after.apply(change.inverse()).write() == document.write(), "undo gives back the bytes"
            again = DocxDocument.read(after.write())
            assert [block.key for block in again.body] == [block.key for block in after.body], "ids outlive the session"
            assert not breaches(after.write()) - breaches(document.write()), intent
            was, now = counts(document), counts(after)
            assert all(now[tag] >= was[tag] for tag in KEPT if tag not in SPOKEN.get(intent.verb, ())), intent
            document = after
        results.append((data, document.write()))
    assert not [harm for harm in all_harm(results) if harm]
