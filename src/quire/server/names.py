"""Ids of ranges and tables: the add-in's own, and as clients get them: one of another document means nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quire.core.errors import InvalidArgumentError, NotFoundError

KINDS = ("rangeId:", "tableId:")
GIVEN = ("scope", "target", "tableRef")
"""The arguments that may be ids; `document` and the like are none."""
WORDS = ("document", "selection", "searchQuery")
TOLD = ("rangeId", "tableId", "rangeIds", "word")


@dataclass(frozen=True, slots=True)
class Names:
    """The ids of one document."""

    mark: str

    def bare(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Arguments with the add-in's own ids; they are taken bare, prefixed and doubly prefixed."""
        return {key: self._own(value) if key in GIVEN else value for key, value in arguments.items()}

    def _own(self, given: str) -> str:
        if given in WORDS:
            return given
        kind, name = KINDS[0], given
        while name.startswith(KINDS):
            kind, name = name[: len(kind)], name[len(kind) :]
        if not name or ":" in name:
            raise InvalidArgumentError(
                f"{given!r} names no part of a document.",
                "Use document, selection, or a rangeId from an earlier answer.",
            )
        if not name.startswith(f"{self.mark}-"):
            raise NotFoundError(
                f"There is no {given!r} in this document.", "Use the ids that this document's tools answered."
            )
        return kind + name.removeprefix(f"{self.mark}-")

    def full(self, answer: dict[str, Any]) -> dict[str, Any]:
        """An answer with ids as clients get them."""
        return {name: self._full(value, name) for name, value in answer.items()}

    def _full(self, told: Any, key: str) -> Any:
        if isinstance(told, dict):
            return self.full(told)
        if isinstance(told, list):
            return [self._full(each, key) for each in told]
        if key in TOLD and isinstance(told, str):
            kind, _, name = told.partition(":")
            return f"{kind}:{self.mark}-{name}"
        return told
