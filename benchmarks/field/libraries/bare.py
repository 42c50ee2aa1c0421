"""A Word file with nothing but a ZIP library and an XML parser: what every program has to do at the least."""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

MAIN = "word/document.xml"
WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PAGE = 50


class Document:
    def open(self, path: str) -> str:
        with ZipFile(path) as package:
            self._parts = {name: package.read(name) for name in package.namelist()}
        self._root = etree.fromstring(self._parts[MAIN])
        return "done"

    def read(self, path: str) -> str:
        self.open(path)
        return "\n".join(map(_text, self._paragraphs()))

    def page(self, first: int) -> str:
        return "\n".join(map(_text, self._paragraphs()[first : first + PAGE]))

    def find(self, text: str) -> str:
        return next(found for found in map(_text, self._paragraphs()) if text in found)

    def edit(self, old: str, new: str) -> str:
        piece = next(each for each in self._root.iter(f"{WORDS}t") if old in (each.text or ""))
        piece.text = (piece.text or "").replace(old, new)
        return piece.text

    def save(self, path: str) -> str:
        made = BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED) as package:
            for name, part in self._parts.items():
                package.writestr(name, etree.tostring(self._root, encoding="UTF-8") if name == MAIN else part)
        Path(path).write_bytes(made.getvalue())
        return "done"

    def _paragraphs(self) -> list[etree._Element]:
        return list(self._root.iter(f"{WORDS}p"))


def _text(paragraph: etree._Element) -> str:
    return "".join(piece.text or "" for piece in paragraph.iter(f"{WORDS}t"))
