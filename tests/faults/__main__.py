"""Things go wrong for as long as one likes: `python -m tests.faults --rounds 5000`; `--seed` repeats what was found."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.faults.rounds import KINDS, play
from tests.fuzz.rounds import Found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--only", choices=sorted(KINDS))
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    found = Found()
    for number in range(options.rounds):
        play(options.seed + number, found, options.only)
    for fault in found.faults:
        print(fault)
    print(f"{found.rounds} rounds, {found.calls} calls, {found.refused} refused, {len(found.faults)} faults")
    return int(bool(found.faults))


if __name__ == "__main__":
    sys.exit(main())
