"""Fuzzing for as long as one likes: `python -m tests.fuzz calls --seconds 3600`; `--seed` repeats what was found."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.fuzz.doors import messages
from tests.fuzz.markdown import markdown
from tests.fuzz.rounds import calls, files, play
from tests.fuzz.sockets import sockets

ROUNDS = {"calls": calls, "files": files, "markdown": markdown, "messages": messages, "sockets": sockets}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("what", choices=ROUNDS)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    found = play(ROUNDS[options.what], options.seed, options.seconds)
    for fault in found.faults:
        print(fault)
    print(f"{found.calls} calls in {found.rounds} workspaces, {found.refused} refused, {len(found.faults)} faults")
    return int(bool(found.faults))


if __name__ == "__main__":
    sys.exit(main())
