"""The steps of docs/tutorial.md: what the agent calls and is answered, what the person does, and what is shown."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).with_name("tutorial.md")

_STEP = re.compile(
    r"^\*\*Agent\*\* `(?P<tool>\S+)`\n\n```json\n(?P<arguments>.*?)\n```"
    r"(?:\n\n\*\*Answer\*\*\n\n```(?:json|text)\n(?P<answer>.*?)\n```)?"
    r"|^<!-- person: (?P<decision>accept|reject) (?P<which>.*?) -->"
    r"|^quire settings (?P<name>\S+) (?P<value>\S+)"
    r"|^!\[[^\]]*\]\(pictures/(?P<picture>\S+)\.png\)",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that somebody does: the agent calls a tool, the person sets or decides something, or looks."""

    kind: Literal["call", "set", "decide", "look"]
    name: str
    arguments: dict[str, Any]
    answer: str = ""


def steps() -> Iterator[Step]:
    """All of them, in their order."""
    for found in _STEP.finditer(PAGE.read_text(encoding="utf-8")):
        if found["tool"]:
            yield Step("call", found["tool"], json.loads(found["arguments"]), found["answer"] or "")
        elif found["name"]:
            yield Step("set", found["name"], {found["name"]: found["value"]})
        elif found["decision"]:
            yield Step("decide", found["decision"], {"which": found["which"]})
        else:
            yield Step("look", found["picture"], {})


def decided(step: Step, pending: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """The tool by which the person decides, and its arguments: all, or the one with some words in it."""
    if step.arguments["which"] == "all":
        return f"suggestion_{step.name}_all", {}
    (meant,) = [each for each in pending if step.arguments["which"] in each.get("newContent", "")]
    return f"suggestion_{step.name}", {"suggestionId": meant["id"]}
