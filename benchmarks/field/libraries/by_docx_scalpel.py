"""docx-scalpel: a session in a process of its own, which stands behind this one."""

import re
from pathlib import Path

import docx_scalpel


class Document:
    def open(self, path: str) -> str:
        self._session = docx_scalpel.open_session(Path(path).read_bytes())
        return "done"

    def read(self, path: str) -> str:
        self.open(path)
        return str(self._session.project().markdown)

    def find(self, text: str) -> str:
        return str(self._match(text))

    def edit(self, old: str, new: str) -> str:
        return _checked(self._session.replace_match(self._match(old), new))

    def insert(self, after: str, text: str) -> str:
        anchor = self._match(after).enclosing_anchor.id
        return _checked(self._session.insert_paragraph(anchor, docx_scalpel.Position.AFTER, text))

    def table(self, after: str) -> str:
        anchor = self._match(after).enclosing_anchor.id
        return _checked(self._session.insert_table(anchor, docx_scalpel.Position.AFTER, 3, 3))

    def track(self, old: str, new: str) -> str:
        self._session.set_tracked_changes(docx_scalpel.TrackedChangeMode.RENDER_INLINE)
        answer = self.edit(old, new)
        self._session.set_tracked_changes(docx_scalpel.TrackedChangeMode.ACCEPT)
        return answer

    def reject(self) -> str:
        return _checked(self._session.reject_all_revisions())

    def save(self, path: str) -> str:
        Path(path).write_bytes(self._session.save())
        return "done"

    def _match(self, text: str) -> docx_scalpel.TextMatch:
        found = self._session.grep(re.escape(text), scope=docx_scalpel.ProjectionScopes.ALL, max_results=1)
        if not found:
            raise LookupError(f"{text} is not found")
        return found[0]


def _checked(result: docx_scalpel.EditResult) -> str:
    if not result.success:
        raise RuntimeError(str(result.error))
    return str(result)
