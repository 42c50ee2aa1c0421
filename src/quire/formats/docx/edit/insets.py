"""Formulas, diagrams and links to pages, put in at a place of a Word document's text."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from quire.core.content import Content, Formula, FormulaBlock, Link, Paragraph, Text
from quire.core.errors import InvalidArgumentError
from quire.core.notation import from_json
from quire.formats.docx.content.formulas import math
from quire.formats.docx.edit.writing import written_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.core.content import Block
    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.docx.document import DocxDocument


def _put(document: DocxDocument, intent: Intent, *blocks: Block) -> Transaction:
    where = intent.ranges[0].within(len(document))
    return written_at(document, where, Content(blocks))


def _insert_formula(document: DocxDocument, intent: Intent) -> Transaction:
    """An equation on a line of its own."""
    return _put(document, intent, FormulaBlock(_formula(intent)))


def _insert_inline_formula(document: DocxDocument, intent: Intent) -> Transaction:
    return _put(document, intent, Paragraph((Formula(_formula(intent)),)))


def _formula(intent: Intent) -> str:
    latex: str = intent.arguments["latex"].strip()
    if not latex:
        raise InvalidArgumentError("Argument 'latex' is empty.", "Give a formula, such as 'E = mc^2'.")
    if math(latex) is None:
        raise InvalidArgumentError(
            f"The formula {latex!r} cannot be read, so no equation can be made of it.",
            "Give LaTeX without dollar signs around it, with every brace closed and no commands of packages.",
        )
    return latex


def _insert_diagram(document: DocxDocument, intent: Intent) -> Transaction:
    """The code of a diagram, or its picture: Word draws none."""
    if not intent.arguments["code"].strip():
        raise InvalidArgumentError("Argument 'code' is empty.", "Give the code of the diagram, such as 'graph TD'.")
    return _put(document, intent, *from_json(intent.arguments["content"]).blocks)


def _insert_wiki_link(document: DocxDocument, intent: Intent) -> Transaction:
    """A link to the page of that name, which lies beside the document."""
    target, text = intent.arguments["target"].strip(), (intent.arguments.get("text") or "").strip()
    if not target:
        raise InvalidArgumentError("Argument 'target' is empty.", "Give the name of the page to link to.")
    return _put(document, intent, Paragraph((Link((Text(text or target),), quote(target)),)))


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "insert_formula": _insert_formula,
    "insert_inline_formula": _insert_inline_formula,
    "insert_diagram": _insert_diagram,
    "insert_wiki_link": _insert_wiki_link,
}
