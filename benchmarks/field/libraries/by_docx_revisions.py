"""docx-revisions: tracked changes for python-docx."""

from docx_revisions import RevisionDocument

PAGE = 50


class Document:
    def open(self, path: str) -> str:
        self._document = RevisionDocument(path)
        return "done"

    def read(self, path: str) -> str:
        self.open(path)
        return "\n".join(paragraph.accepted_text for paragraph in self._document.all_paragraphs)

    def page(self, first: int) -> str:
        shown = self._document.all_paragraphs[first : first + PAGE]
        return "\n".join(paragraph.accepted_text for paragraph in shown)

    def find(self, text: str) -> str:
        return str(next(each.text for each in self._document.all_paragraphs if text in each.accepted_text))

    def edit(self, old: str, new: str) -> str:
        """Replaced with the change tracked, which is then accepted."""
        for paragraph in self._document.all_paragraphs:
            if old in paragraph.accepted_text:
                paragraph.replace_tracked(old, new, author="Quire", index_mode="accepted")
                for change in list(paragraph.track_changes):
                    if change.author == "Quire":
                        change.accept()
                return str(paragraph.text)
        raise LookupError(f"{old} is not found")

    def track(self, old: str, new: str) -> str:
        return str(self._document.find_and_replace_tracked(old, new, author="Quire", index_mode="accepted"))

    def reject(self) -> str:
        self._document.reject_all()
        return "done"

    def save(self, path: str) -> str:
        self._document.save(path)
        return "done"
