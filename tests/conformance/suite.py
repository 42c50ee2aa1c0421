"""The protocol's conformance suite: the scenarios it has, how Quire fares in them, and whether that is as expected."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from tests import node
from tests.conformance.outcome import Outcome
from tests.conformance.served import QUIRE, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conformance.served import Served

SCRIPT = str(node.MODULES / node.CONFORMANCE / "dist" / "index.js")
FOLDER = Path(__file__).parent
BEARER = (FOLDER / "bearer.mjs").as_uri()

EXTENSION = "extension"
"""What the suite says in place of a version for scenarios that belong to none."""

WIRE = "wire-schema-valid"
"""The check that every message follows the protocol's schema; part of each scenario."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a scenario looked at."""

    id: str
    status: Literal["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"]
    message: str

    @property
    def is_bad(self) -> bool:
        return self.status in ("FAILURE", "WARNING")


@dataclass(frozen=True, slots=True)
class Expectations:
    """What scenarios.toml says."""

    quire: tuple[str, ...]
    stand_in: tuple[str, ...]
    reasons: tuple[str, ...]

    @classmethod
    def read(cls) -> Expectations:
        told = tomllib.loads((FOLDER / "scenarios.toml").read_text(encoding="utf-8"))
        reasons = [name for group in told["does_not_apply"] for name in group["what"]]
        return cls(tuple(told["quire"]), tuple(told["stand_in"]), tuple(reasons))

    def compare(self, scenarios: dict[str, list[str]]) -> str:
        """Where the file and the suite differ on which scenarios there are."""
        known = Counter([*self.quire, *self.stand_in, *(name for name in self.reasons if ":" not in name)])
        told = {
            "not in the file": scenarios.keys() - known.keys(),
            "not in the suite": known.keys() - scenarios.keys(),
            "in the file twice": {name for name, times in known.items() if times > 1},
        }
        return "; ".join(f"{what}: {', '.join(sorted(names))}" for what, names in told.items() if names)

    def judge(self, scenario: str, checks: list[Check]) -> str | None:
        """What is wrong with a result: nothing is an empty text, and nothing to be told None."""
        if scenario in self.reasons:
            return self._judge_inapplicable(checks)
        excused = {name.partition(":")[2] for name in self.reasons if name.startswith(f"{scenario}:")}
        stale = excused - {check.id for check in checks if check.is_bad}
        bad = [f"{check.id}: {check.message}" for check in checks if check.is_bad and check.id not in excused]
        idle = [] if _succeeds(checks) else ["nothing was checked"]
        return "; ".join([*bad, *idle, *(f"{check}: the reason is out of date" for check in sorted(stale))])

    def _judge_inapplicable(self, checks: list[Check]) -> str | None:
        for check in checks:
            if check.id == WIRE and check.is_bad:
                return f"{WIRE}: {check.message}"
        if _succeeds(checks) and not any(check.is_bad for check in checks):
            return "it passes, so its reason is out of date"
        return None


def _succeeds(checks: list[Check]) -> bool:
    return any(check.status == "SUCCESS" and check.id != WIRE for check in checks)


def outcomes() -> Iterator[Outcome]:
    """How Quire fares in every scenario, at every version that the scenario knows."""
    expected, scenarios = Expectations.read(), _scenarios()
    yield Outcome("scenarios.toml has the suite's scenarios", expected.compare(scenarios))
    with served(QUIRE) as server:
        yield from _try(server, scenarios, expected, lambda name: name not in expected.stand_in)
    with served(sys.executable, "-m", "tests.conformance.stand_in") as server:
        yield from _try(server, scenarios, expected, lambda name: name in expected.stand_in)


def _scenarios() -> dict[str, list[str]]:
    """The suite's scenarios for servers, with their versions."""
    listing = node.run(SCRIPT, "list", "--server").stdout
    found = re.findall(r"^ +- (\S+) \[(.+)\]$", listing, re.MULTILINE)
    return {name: versions.split(",") for name, versions in found}


def _try(
    server: Served, scenarios: dict[str, list[str]], expected: Expectations, is_wanted: Callable[[str], bool]
) -> Iterator[Outcome]:
    wanted = {name: versions for name, versions in scenarios.items() if is_wanted(name)}
    for version in sorted({version for versions in wanted.values() for version in versions}):
        results = _results(server, version)
        for name in (name for name, versions in wanted.items() if version in versions):
            complaint = expected.judge(name, results[name]) if name in results else "there is no result"
            if complaint is not None:
                yield Outcome(f"{version} {name}", complaint)
    yield Outcome("the server logged no exception", server.exception)


def _results(server: Served, version: str) -> dict[str, list[Check]]:
    """What the suite found, by scenario, when it spoke a version of the protocol."""
    at = () if version == EXTENSION else ("--spec-version", version)
    url = f"{server.url}?token={server.token}"
    with TemporaryDirectory() as folder:
        command = ("--import", BEARER, SCRIPT, "server", "--url", url, "--suite", "all", *at, "--output-dir", folder)
        node.run(*command, QUIRE_TOKEN=server.token)
        return {_scenario(place): _checks(place) for place in Path(folder).glob("*/checks.json")}


def _scenario(place: Path) -> str:
    """Which scenario has its result there: the folder is named after it and the time."""
    return re.sub(r"-\d{4}-\d\d-\d\dT[\d-]+Z$", "", place.parent.name.removeprefix("server-"))


def _checks(place: Path) -> list[Check]:
    told = json.loads(place.read_text(encoding="utf-8"))
    return [Check(each["id"], each["status"], each.get("errorMessage") or each["description"]) for each in told]
