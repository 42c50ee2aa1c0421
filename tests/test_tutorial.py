"""The tutorial tells the truth: each call in it is made, and each answer is the one that it shows."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mcp_types as types

from docs import tutorial

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk

SAMPLES = Path(__file__).parents[1] / "samples"


def test_every_call_of_the_tutorial_is_answered_as_it_says(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk("Claude")
    for sample in SAMPLES.iterdir():
        shutil.copy(sample, desk.root)
    kinds = []
    for step in tutorial.steps():
        kinds.append(step.kind)
        if step.kind == "call":
            call(desk, step)
        elif step.kind == "set":
            desk.settings(**step.arguments)
        elif step.kind == "decide":
            tool, arguments = tutorial.decided(step, desk.pending)
            desk.as_person(tool, **arguments)
    assert (kinds.count("call"), kinds.count("decide"), kinds.count("look")) == (17, 4, 4)
    assert (desk.root / "agreement-redline.docx").exists()
    assert (desk.root / "chapter.docx").exists()


def call(desk: Desk, step: tutorial.Step) -> None:
    """Make a call, and compare what is shown of its answer; what is shown nothing of has to succeed."""
    result = desk.raw(step.name, **step.arguments)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    assert not result.is_error or '"code"' in step.answer, content.text
    if step.answer.startswith("{"):
        differing = list(differences(json.loads(step.answer), json.loads(content.text), step.name))
        assert not differing
    else:
        assert matches(step.answer, content.text) or not step.answer


def differences(shown: Any, actual: Any, where: str) -> list[str]:
    """Where an answer differs from what is shown of it; what is left out may be anything."""
    if isinstance(shown, dict) and isinstance(actual, dict):
        return [each for key in shown for each in differences(shown[key], actual.get(key), f"{where}.{key}")]
    if isinstance(shown, list) and isinstance(actual, list) and len(shown) == len(actual):
        pairs = enumerate(zip(shown, actual, strict=True))
        return [each for number, (one, other) in pairs for each in differences(one, other, f"{where}[{number}]")]
    is_same = matches(shown, actual) if isinstance(shown, str) and isinstance(actual, str) else shown == actual
    return [] if is_same else [f"{where}: {actual!r}"]


def matches(shown: str, actual: str) -> bool:
    """Whether a text is the one shown, in which an ellipsis stands for anything."""
    return re.fullmatch(re.escape(shown).replace("…", ".*"), actual, re.DOTALL) is not None
