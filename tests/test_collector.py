"""Garbage is collected while nobody waits, and all of it in the end."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Desk


class Knot:
    """Something that holds itself, as only the collector can tell."""

    def __init__(self) -> None:
        self.end = self


def test_no_call_is_interrupted_by_the_collector(desk: Desk) -> None:
    desk.document("one")
    assert not gc.isenabled()


def test_the_collector_is_given_back_at_the_end(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.document("one")
    desk.rest()
    desk.leave()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_garbage_goes_when_nobody_waits(desk: Desk) -> None:
    knot = weakref.ref(Knot())
    assert knot() is not None
    desk.rest()
    assert knot() is None


def test_what_had_lasted_goes_when_another_document_comes(desk: Desk) -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    desk.document("one")
    desk.rest()
    assert gc.get_freeze_count() > 0
    del knot
    desk.rest()
    assert seen() is not None  # nobody goes through what was there before
    desk.document("two")
    desk.rest()
    assert seen() is None
