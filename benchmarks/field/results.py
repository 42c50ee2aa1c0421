"""All that one run found out, as it is kept beside the page."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.field.tasks import Figures

if TYPE_CHECKING:
    from pathlib import Path

Field = dict[int, dict[str, Figures]]
"""The figures of each contender, by the size of the documents."""

MISSING = "(could not be installed)"


@dataclass
class Results:
    machine: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    word: Field = field(default_factory=dict)
    markdown: Field = field(default_factory=dict)
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    bounds: dict[str, list[str]] = field(default_factory=dict)
    note: str = ""
    """What readers have to know of how it was measured."""

    @classmethod
    def read(cls, path: Path) -> Results:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for name in ("word", "markdown"):
            kept[name] = {
                int(size): {contender: Figures(**each) for contender, each in found.items()}
                for size, found in kept[name].items()
            }
        return cls(**kept)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(_rounded(asdict(self)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> str:
    """What it ran on, in general terms."""
    return (
        f"{os.cpu_count()} processors ({platform.machine()}), {platform.system()}, Python {platform.python_version()}"
    )


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, 5)
        case dict():
            return {key: _rounded(each) for key, each in value.items()}
        case list():
            return [_rounded(each) for each in value]
        case _:
            return value
