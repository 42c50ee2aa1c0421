"""Which of several edits Word would undo, since it computes the text there, and what is said of those left out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from quire.core.document import Intent
from quire.core.errors import UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quire.workspace.session import OpenDocument

_WHERE = "in the result of a field, such as a table of contents, which Word computes from the text"
_WAY_OUT = (
    "Edit the text that it is computed from: Word shows it when it updates the field. "
    "Or change what is shown until then with smart_edit and allow_field_result: true."
)


@dataclass(frozen=True, slots=True)
class Outside:
    """The edits outside of results of fields, each with its number among all of them, and how many are left out."""

    edits: dict[int, Intent]
    left: int

    def tell(self, done: str) -> str:
        """What was done, and what was not."""
        return f"{done} Left out: {self.left} {_WHERE}." if self.left else done


def outside(document: OpenDocument, edits: Iterable[Intent], said: str, most: int | None = None) -> Outside:
    """The first edits, or all, that are not in results of fields. If there are only such, all is refused."""
    left = 0

    def kept() -> Iterable[tuple[int, Intent]]:
        nonlocal left
        for number, edit in enumerate(edits):
            if document.is_computed(edit):
                left += 1
            else:
                yield number, edit

    found = dict(islice(kept(), most))
    if left and not found:
        raise UnsupportedError(f"{said!r} stands only {_WHERE}.", _WAY_OUT)
    return Outside(found, left)


def require_outside(document: OpenDocument, edit: Intent, said: str) -> None:
    """Refuse an edit in the result of a field."""
    if document.is_computed(edit):
        raise UnsupportedError(f"{said} is {_WHERE}.", _WAY_OUT)
