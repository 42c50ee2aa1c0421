"""On which kinds of document a tool does its work; where it does not, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Support:
    """What a tool does on one kind of document."""

    extent: Literal["works", "partly", "not"] = "works"
    why: str = ""

    def __str__(self) -> str:
        return f"{self.extent}: {self.why}" if self.why else self.extent


WORKS = Support()


def partly(how: str) -> Support:
    """It does some of its work there."""
    return Support("partly", how)


def lacking(why: str) -> Support:
    """It refuses there, with `E_UNSUPPORTED`."""
    return Support("not", why)
