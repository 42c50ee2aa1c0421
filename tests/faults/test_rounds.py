"""Whatever goes wrong while documents are edited and saved: what was answered is there, and no file is half-written."""

from __future__ import annotations

import logging
import time

import pytest

from tests.faults.rounds import KINDS, play
from tests.fuzz.rounds import Found

SECONDS_OF_EACH = 5.0


@pytest.mark.heavy
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_answered_is_lost(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    found, end = Found(), time.monotonic() + SECONDS_OF_EACH
    while time.monotonic() < end:
        play(found.rounds, found, kind)
    assert found.faults == []
    assert found.calls > found.refused
