"""What work costs: counted, the same on every machine, or the processor's seconds where a library does it."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quire.server.collector import uncollected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType


def effort(work: Callable[[], object]) -> int:
    """How many functions are called, those of the libraries included."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    others = sys.getprofile()
    with uncollected():  # garbage is everyone's
        sys.setprofile(count)
        try:
            work()
        finally:
            sys.setprofile(others)
    return calls


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fails where work takes the processor longer than that."""
    with uncollected():
        begin = time.process_time()
        yield
        took = time.process_time() - begin
    assert took < seconds
