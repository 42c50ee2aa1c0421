"""python-docx finds and replaces nothing itself: this is the usual way, run by run, else the whole paragraph."""

from collections.abc import Iterator

import docx
from docx.table import Table
from docx.text.paragraph import Paragraph

PAGE = 50


class Document:
    def open(self, path: str) -> str:
        self._document = docx.Document(path)
        return "done"

    def read(self, path: str) -> str:
        self.open(path)
        return "\n".join(paragraph.text for paragraph in self._document.paragraphs)

    def page(self, first: int) -> str:
        return "\n".join(paragraph.text for paragraph in self._document.paragraphs[first : first + PAGE])

    def find(self, text: str) -> str:
        return str(self._paragraph(text).text)

    def edit(self, old: str, new: str) -> str:
        paragraph = self._paragraph(old)
        for run in paragraph.runs:
            if old in run.text:
                run.text = run.text.replace(old, new)
                return str(run.text)
        paragraph.text = paragraph.text.replace(old, new)
        return str(paragraph.text)

    def insert(self, after: str, text: str) -> str:
        anchor = self._paragraph(after)
        made = self._document.add_paragraph(text, anchor.style)
        anchor._p.addnext(made._p)
        return str(made.text)

    def table(self, after: str) -> str:
        made = self._document.add_table(3, 3)
        self._paragraph(after)._p.addnext(made._tbl)
        return "done"

    def save(self, path: str) -> str:
        self._document.save(path)
        return "done"

    def _paragraph(self, text: str) -> Paragraph:
        for paragraph in self._everywhere():
            if text in paragraph.text:
                return paragraph
        raise LookupError(f"{text} is not found")

    def _everywhere(self) -> Iterator[Paragraph]:
        yield from self._document.paragraphs
        for table in self._document.tables:
            yield from _in_cells(table)
        for section in self._document.sections:
            yield from section.header.paragraphs
            yield from section.footer.paragraphs


def _in_cells(table: Table) -> Iterator[Paragraph]:
    for row in table.rows:
        for cell in row.cells:
            yield from cell.paragraphs
