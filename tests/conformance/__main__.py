"""`python -m tests.conformance`: the protocol's own tests of servers, and its Inspector, against a real Quire."""

from __future__ import annotations

import sys
from subprocess import SubprocessError
from typing import TYPE_CHECKING

from tests import node
from tests.conformance import inspector, suite
from tests.conformance.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator


def main() -> None:
    passed = failed = 0
    for outcome in _outcomes():
        passed, failed = passed + outcome.is_good, failed + (not outcome.is_good)
        sys.stdout.write(f"{outcome}\n")
        sys.stdout.flush()
    sys.stdout.write(f"\n{passed} passed, {failed} failed\n")
    sys.exit(1 if failed else 0)


def _outcomes() -> Iterator[Outcome]:
    try:
        node.install()
        yield from suite.outcomes()
        yield from inspector.outcomes()
    except (RuntimeError, SubprocessError) as error:
        yield Outcome("everything ran to its end", str(error))


if __name__ == "__main__":
    main()
