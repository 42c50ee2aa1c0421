"""The cases of the text files in `cases/`: see the README there."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quire.tools import registry
from tests.conftest import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Desk

FOLDER = Path(__file__).parent / "cases"
MARKS = re.compile("[«»¦]")


@dataclass(frozen=True)
class Case:
    """A document, what is called on it, and what comes of it."""

    title: str
    before: str
    calls: tuple[tuple[str, dict[str, Any]], ...]
    after: str
    refusal: str | None

    @property
    def selection(self) -> tuple[int, int]:
        places = [mark.start() - number for number, mark in enumerate(MARKS.finditer(self.before))]
        return (places[0], places[-1]) if places else (0, 0)

    @property
    def source(self) -> str:
        return MARKS.sub("", self.before)


def read(text: str) -> list[Case]:
    """The cases of a file."""
    return [_case(part) for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]]


def _case(part: str) -> Case:
    title, _, rest = re.sub(r"^//.*\n", "", part, flags=re.MULTILINE).partition("\n")
    head, *tail = re.split(r"^>>> ", rest, flags=re.MULTILINE)
    calls = [_call(line.partition("\n")[0]) for line in tail]
    expected = tail[-1].partition("\n")[2].removesuffix("\n").removesuffix("\n")
    refused = re.match(r"!!! (\w+) ?(.*)", expected)
    return Case(
        title,
        _text(head.removesuffix("\n")),
        tuple(calls),
        _text(expected),
        f"{refused[1]}.*{re.escape(refused[2])}" if refused else None,
    )


def _text(shown: str) -> str:
    return shown.replace("␍", "\r").replace("⇥", "\t")


def _call(line: str) -> tuple[str, dict[str, Any]]:
    tool, _, rest = line.partition(" ")
    if rest.startswith("{"):
        return tool, json.loads(_text(rest))
    pairs = (word.partition("=") for word in shlex.split(rest))
    return tool, {name: _value(tool, name, _text(value)) for name, _, value in pairs}


def _value(tool: str, argument: str, text: str) -> Any:
    """A value as the tool takes it: what is not a string is JSON."""
    known = registry.tools()[tool].input_schema["properties"].get(argument, {})
    return text if known.get("type", "string") == "string" else json.loads(text)


def all_cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case.title}")
        for path in sorted(FOLDER.glob("*.txt"))
        for case in read(path.read_text())
    ]


@pytest.fixture(scope="module")
def shared_desk(open_shared_desk: Callable[[], Desk]) -> Desk:
    """A client of one workspace for all cases, each of which has a document of its own."""
    return open_shared_desk()


@pytest.fixture
def desk(shared_desk: Desk) -> Iterator[Desk]:
    yield shared_desk
    shared_desk.call("tabs_close")


@pytest.mark.parametrize("case", all_cases())
def test_case(desk: Desk, case: Case) -> None:
    desk.document(case.source)
    start, end = case.selection
    desk.call("selection_set", **{"from": start, "to": end})
    if case.refusal is not None:
        check_refused(desk, case)
        return
    before = revision(desk)
    for tool, arguments in case.calls:
        desk.call(tool, **arguments)
    assert desk.text == case.after
    for _ in range(revision(desk) - before):
        desk.call("editor_undo")
    assert desk.text == case.source, "undo gives back the document as it was"


def revision(desk: Desk) -> int:
    found: str = desk.call("get_document_revision")["revision"]
    return int(found.rpartition(":")[2])


def check_refused(desk: Desk, case: Case) -> None:
    *before, (tool, arguments) = case.calls
    for name, given in before:
        desk.call(name, **given)
    source = desk.text
    with pytest.raises(Refused, match=f"(?s){case.refusal}"):
        desk.call(tool, **arguments)
    assert desk.text == source, "a refused call changes nothing"


def test_there_are_enough_cases_and_each_has_a_title_of_its_own() -> None:
    titles = [case.id for case in all_cases()]
    assert len(titles) == len(set(titles))
