"""docx-editor: every edit of it is a tracked change."""

import docx_editor

PAGE = 50


class Document:
    def open(self, path: str) -> str:
        self._document = docx_editor.Document.open(path, author="Quire", force_recreate=True)
        return "done"

    def read(self, path: str) -> str:
        self.open(path)
        return "\n".join(self._document.list_paragraphs())

    def page(self, first: int) -> str:
        return "\n".join(self._document.list_paragraphs(10_000, start=first, limit=PAGE))

    def find(self, text: str) -> str:
        return str(self._found(text))

    def edit(self, old: str, new: str) -> str:
        """Replaced with the change tracked, which is then accepted."""
        result = self._document.replace(self._found(old), new)
        for revision in result.revision_ids:
            self._document.accept_revision(revision)
        return str(result)

    def insert(self, after: str, text: str) -> str:
        return str(self._document.insert_after(self._found(after), f"\n{text}"))

    def track(self, old: str, new: str) -> str:
        return str(self._document.replace(self._found(old), new))

    def reject(self) -> str:
        return str(self._document.reject_all())

    def save(self, path: str) -> str:
        return str(self._document.save(path))

    def _found(self, text: str) -> docx_editor.SearchResult:
        found = self._document.find_text(text)
        if found is None:
            raise LookupError(f"{text} is not found")
        return found
