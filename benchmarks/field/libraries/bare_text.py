"""A text file, read, parsed once, and written: what every program has to do at the least."""

from pathlib import Path

import pyromark


class Document:
    def read(self, path: str) -> str:
        self._text = Path(path).read_text(encoding="utf-8")
        pyromark.events(self._text)
        return self._text

    def find(self, text: str) -> str:
        return str(self._text.index(text))

    def edit(self, old: str, new: str) -> str:
        self._text = self._text.replace(old, new, 1)
        return "done"

    def insert(self, after: str, text: str) -> str:
        return self.edit(after, f"{after}\n\n{text}")

    def table(self, after: str) -> str:
        return self.insert(after, "| a | b | c |\n|---|---|---|\n| d | e | f |\n| g | h | i |")

    def save(self, path: str) -> str:
        Path(path).write_text(self._text, encoding="utf-8")
        return "done"
