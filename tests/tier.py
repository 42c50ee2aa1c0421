"""How much a run of the tests proves. The targets of the Makefile set `QUIRE_TESTS` to one of the tiers.

- `fast`: no program but Python's own; few examples of each law; files are not shown to Microsoft's validator.
- `standard`: what proves the product; of the files that tests edit, some are shown to the validator.
- `thorough`: all examples that laws are given, every change of every test put through the laws, every file validated.
"""

from __future__ import annotations

import os
from typing import Literal, get_args
from zlib import crc32

Tier = Literal["fast", "standard", "thorough"]

_SHARES: dict[Tier, float] = {"fast": 0.05, "standard": 0.3, "thorough": 1.0}
FEWEST = 8
CHANGES_TO_A_CHECK: dict[Tier, int] = {"fast": 4, "standard": 2, "thorough": 1}
"""Of how many changes that ordinary tests make one is put through the laws. Tests that state a law put all through."""
FILES_TO_A_VALIDATION: dict[Tier, int] = {"fast": 0, "standard": 3, "thorough": 1}
"""Of how many files that ordinary tests have edited one is shown to Microsoft's validator: half a second for each."""


def _tier() -> Tier:
    named = os.environ.get("QUIRE_TESTS", "standard")
    found = next((each for each in get_args(Tier) if each == named), None)
    if found is None:
        raise ValueError(f"QUIRE_TESTS is {named!r}; it can be {', '.join(get_args(Tier))}.")
    return found  # type: ignore[no-any-return]  # one of the values of the literal


TIER = _tier()
IS_RANDOM = "QUIRE_RANDOM" in os.environ
"""Whether each run tries other examples of the laws; else all try the same, so that a change is judged by itself."""


def is_validated(test: str) -> bool:
    """Whether what a test has edited is shown to Microsoft's validator here."""
    every = FILES_TO_A_VALIDATION[TIER]
    return every > 0 and crc32(test.encode()) % every == 0


def examples(count: int) -> int:
    """How many of the examples of a law are tried here."""
    return max(min(count, FEWEST), round(count * _SHARES[TIER]))
