"""On which kinds of document a tool does its work; where it does not, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Support:
    """What a tool does on one kind of document."""

    extent: Literal["works", "partly", "not", "not yet"] = "works"
    why: str = ""

    def __str__(self) -> str:
        return f"{self.extent}: {self.why}" if self.why else self.extent


WORKS, TO_COME = Support(), Support("not yet")


def partly(how: str) -> Support:
    """It does some of its work there."""
    return Support("partly", how)


def lacking(why: str) -> Support:
    """It refuses there, with `E_UNSUPPORTED`."""
    return Support("not", why)


NOT_YET = frozenset(
    ("cjk_punctuation_convert", "cjk_spacing_fix", "batch_edit", "update_section", "insert_section", "move_section")
)
"""The tools that are to work on Word documents, and do not so far."""
