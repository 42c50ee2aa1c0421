"""The contracts that everyone meets first are good ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docx.file import File
from tests.docx.parts import MAIN, difference
from tests.docx.sample import FILES, agreement
from tests.docx.validation import errors, findings, harm, pdf, printed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_what_its_script_makes(file: Path) -> None:
    assert file.read_bytes() == FILES[file](), "run `python -m tests.docx.sample`"


@pytest.mark.libreoffice
def test_nobody_has_anything_against_it() -> None:
    assert not errors(agreement())
    assert not findings(agreement())
    pages = printed(pdf(agreement()))
    assert "Services Agreement" in pages
    assert "1.1" in pages


def test_it_shows_what_an_agent_sees_of_a_contract(desk: Desk) -> None:
    file = File(desk, agreement(), "agreement.docx")
    rows = desk.raw("read_file", file_path=str(file.path)).content[0].text  # type: ignore[union-attr]
    assert " | 2. | Payment | " in rows
    assert "#TABLE" in rows
    payment = next(each for each, text in file.paragraphs().items() if "thirty days" in text)
    file.edit(payment, "thirty days", "fourteen days")
    assert desk.call("workspace_save_document")["message"].startswith("Saved agreement.docx: 1 paragraph changed")
    assert difference(agreement(), file.data).changed == (MAIN,)
    assert not harm(agreement(), file.data)
