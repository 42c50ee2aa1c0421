"""The page on conversion, from the lists that conversion itself goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.formats.docx.content import simplification as in_word
from quire.formats.docx.edit import omission as of_word
from quire.formats.html import simplification as in_page
from quire.formats.markdown import omission as in_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.core.simplification import Omission, Simplification

_BEGINNING = """\
# Conversion

`workspace_save_document_as` with the ending of another format and `export_document` write a document anew in Markdown,
as a Word document, as a web page or as a PDF. What a document says (headings, paragraphs, lists, quotations, code,
formulas, tables, links, pictures, notes, and marks such as bold) passes from one to the other; the answer lists what is
simpler in the copy. No text that a reader sees is lost but where it is said here.

- A copy is a file of its own: the tab stays with its document. Only an untitled document that is saved as Markdown or
  Word goes on as the converted file, in a tab of its own; the untitled one can be reopened as it was.
- Pictures that a Markdown document names are taken from files beside it, below the folders that Quire may use; nothing
  is fetched. Those of a Word document become files in a folder beside the Markdown, and data in a page.
- A page has no script and loads nothing. A PDF is printed by LibreOffice, where that is installed, with a profile of
  its own that fetches nothing and runs no macros.
"""


def page() -> str:
    """All that conversion makes simpler."""
    return "\n".join(
        (
            _BEGINNING,
            _table("To Word, and to PDF from Markdown", in_word.simplifications({})),
            _table("From Word to Markdown or a page", of_word.OMISSIONS),
            _table("To Markdown", in_markdown.OMISSIONS),
            _table("To a page", in_page.simplifications({})),
        )
    )


def _table(title: str, told: Iterable[Simplification | Omission[Any]]) -> str:
    rows = "".join(f"| {each.what} | {each.why} |\n" for each in told)
    return f"## {title}\n\n| what is simpler | why |\n|---|---|\n{rows}"
