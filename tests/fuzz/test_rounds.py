"""Whatever tools are called with, and whatever files hold: each call is answered, every document stays whole."""

from __future__ import annotations

import logging

import pytest

from tests.fuzz.doors import messages
from tests.fuzz.markdown import markdown
from tests.fuzz.rounds import Round, calls, files, play
from tests.fuzz.sockets import sockets

SECONDS = 15.0


@pytest.mark.heavy
@pytest.mark.parametrize("how", [calls, files, markdown, messages, sockets])
def test_whatever_comes_is_answered(how: Round, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    found = play(how, 1, SECONDS)
    assert found.faults == []
    assert found.refused < found.calls
