"""Papers for the tests of Word documents."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING

import pytest

from tests.docx.page import Page
from tests.docx.paper import Judge, Paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Desk


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """Validates the documents of a module's tests together: the validator takes a second for each."""
    found = Judge()
    yield found
    found.judge()


@pytest.fixture
def word(
    desk: Desk, judge: Judge, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[bytes], Paper]]:
    """Lays Word documents on the desk; what the test has made of them is validated in the end."""
    papers: list[Paper] = []
    dice = random.Random(request.node.name)
    monkeypatch.setattr(secrets, "randbelow", dice.randrange)  # the same file in each run is validated once

    def lay(data: bytes) -> Paper:
        papers.append(Paper(desk, data))
        return papers[-1]

    yield lay
    for paper in papers:
        judge.take(request.node.name, paper.first, paper.now)


@pytest.fixture
def editor(
    desk: Desk, judge: Judge, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[bytes], Page]]:
    """Opens Word documents in the editor; what the test has made of them is validated in the end."""
    pages: list[Page] = []
    dice = random.Random(request.node.name)
    monkeypatch.setattr(secrets, "randbelow", dice.randrange)

    def open_one(data: bytes) -> Page:
        pages.append(Page(desk, data))
        return pages[-1]

    yield open_one
    for page in pages:
        judge.take(request.node.name, page.first, page.now)
