"""Content as plain JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

from quire.core.notation import from_json, to_json
from tests.docx.prose import contents
from tests.docx.test_composition import EVERY_KIND

if TYPE_CHECKING:
    from quire.core.content import Content


def test_every_kind_of_content_comes_back() -> None:
    assert from_json(json.loads(json.dumps(to_json(EVERY_KIND)))) == EVERY_KIND


@settings(suppress_health_check=[HealthCheck.data_too_large])
@given(contents())
def test_any_content_comes_back(content: Content) -> None:
    assert from_json(json.loads(json.dumps(to_json(content)))) == content
