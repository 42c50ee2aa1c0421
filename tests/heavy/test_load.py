"""Many clients at once lose nothing, and the server does not grow."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.heavy.load import MOST_GROWTH, carried, told

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = float(os.environ.get("QUIRE_LOAD_SECONDS", "60"))


@pytest.mark.heavy
def test_fifty_clients_at_once_lose_nothing(tmp_path: Path, record_property: Any) -> None:
    load = carried(tmp_path, clients=50, documents=10, seconds=SECONDS)
    record_property("load", told(load))
    print(told(load))  # noqa: T201 - pytest -s shows it
    assert load.growth < MOST_GROWTH
