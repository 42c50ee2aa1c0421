"""Real files: each opens or is refused, and of each that is edited only the edited paragraphs differ afterwards."""

from __future__ import annotations

import secrets
import subprocess
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.docx.corpus import FILES, Clerk
from tests.docx.parts import difference
from tests.docx.validation import all_harm, pdfs

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from tests.docx.corpus import Treated

pytestmark = pytest.mark.skipif(not FILES, reason="the corpus is not beside the project")

SAMPLE = [
    "OfficeDev-Open-Xml-PowerTools/NewDocxDocuments__ContentControls.docx",
    "OfficeDev-Open-Xml-PowerTools/TC__TestFiles__RP__RP015-MoveFrom-MoveTo.docx",
    "OfficeDev-Open-Xml-PowerTools/TC__TestFiles__WC__WC066-Textbox-Before-Ins-Mod.docx",
    "OfficeDev-Open-Xml-PowerTools/TestFiles__HC014-RTL-Table-01.docx",
    "OfficeDev-Open-Xml-PowerTools/TestFiles__RP__RP035-Inserted-Cells.docx",
    "apache-poi/test-data__document__FieldCodes.docx",
    "apache-poi/test-data__document__delins.docx",
    "apache-poi/test-data__document__footnotes.docx",
    "apache-poi/test-data__document__testComment.docx",
    "apache-poi/test-data__document__truncated62886.docx",
    "apache-poi/test-data__integration__stress014.docx",
    "apache-poi/test-data__poifs__protected_agile.docx",
    "docx4j/docx4j-core-tests__src__test__resources__LegacyForms.docx",
    "docx4j/docx4j-core-tests__src__test__resources__multilingual__arabic__arabic_numbering.docx",
    "docx4j/docx4j-samples-docx-export-fo__sample-docs__word__textbox_alternates_contrived.docx",
    "docxjs/tests__render-test__equation__document.docx",
    "docxjs/tests__render-test__header-footer__document.docx",
    "docxjs/tests__render-test__table-spans__document.docx",
    "mammoth.js/test__test-data__endnotes.docx",
    "mammoth.js/test__test-data__footnote-hyperlink.docx",
    "mammoth.js/test__test-data__strict-format.docx",
    "mammoth.js/test__test-data__utf8-bom.docx",
    "open-agreements/mutual-nda.docx",
    "python-docx/features__steps__test_files__comments-rich-para.docx",
    "python-docx/features__steps__test_files__sct-inner-content.docx",
]
"""Small ones, each with something that the others do not have; make test-corpus takes all."""

FEW = 12
"""Files that a judge looks at in one start: more would take it longer than it is given."""

BROKEN = ("truncated62886", "protected_agile", "clusterfuzz", "stress025")
"""Parts of the names of files that are no Word documents (any more), or are locked."""


def _some_here_all_there(names: list[str]) -> pytest.MarkDecorator:
    others = (pytest.param(name, marks=pytest.mark.corpus) for name in names if name not in SAMPLE)
    return pytest.mark.parametrize("name", [*(name for name in SAMPLE if name in names), *others])


each_file = _some_here_all_there(list(FILES))
each_sound_file = _some_here_all_there([name for name in FILES if not any(part in name for part in BROKEN)])


class Ward:
    """Where files are treated, each once; the judges, which start slowly, judge many at a time."""

    def __init__(self, clerk: Clerk, names: list[str]) -> None:
        self._clerk = clerk
        self._names = names
        self._treated: dict[str, Treated] = {}

    def treated(self, name: str) -> Treated:
        if name not in self._treated:
            with pytest.MonkeyPatch.context() as patch:  # the same file each time: the validator's answers are kept
                patch.setattr(secrets, "randbelow", Random(name).randrange)
                self._treated[name] = self._clerk.treat(name)
        return self._treated[name]

    def edited(self, name: str) -> Treated:
        """One that opened and was changed."""
        found = self.treated(name)
        assert not found.refusal
        assert found.edits
        return found

    def _some_edited(self) -> Iterator[dict[str, Treated]]:
        """All that were changed, a few at a time."""
        edited = [(name, found) for name in self._names if (found := self.treated(name)).edits]
        for start in range(0, len(edited), FEW):
            yield dict(edited[start : start + FEW])

    @cached_property
    def harm(self) -> dict[str, Counter[str]]:
        """What is wrong with each file since it was edited."""
        found: dict[str, Counter[str]] = {}
        for some in self._some_edited():
            judged = all_harm([(each.before, each.after) for each in some.values()])
            found |= zip(some, judged, strict=True)
        return found

    @cached_property
    def prints(self) -> dict[str, bool]:
        """Whether LibreOffice prints each file after it was edited."""
        found: dict[str, bool] = {}
        for some in self._some_edited():
            together = _prints(*(each.after for each in some.values()))
            found |= {name: together or _prints(each.after) for name, each in some.items()}
        return found


def _prints(*documents: bytes) -> bool:
    try:
        return all(page.startswith(b"%PDF") for page in pdfs(documents))
    except (RuntimeError, subprocess.TimeoutExpired):
        return False


@pytest.fixture(scope="module")
def ward(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ward]:
    here = [item for item in request.session.items if isinstance(item, pytest.Function) and hasattr(item, "callspec")]
    names = [str(item.callspec.params["name"]) for item in here if item.module is request.module]
    clerk = Clerk(tmp_path_factory.mktemp("ward"))
    yield Ward(clerk, list(dict.fromkeys(names)))
    clerk.close()


@each_file
def test_a_file_opens_or_is_refused_with_a_reason(ward: Ward, name: str) -> None:
    found = ward.treated(name)
    assert bool(found.refusal) == any(part in name for part in BROKEN)
    if found.refusal:
        assert found.refusal["code"] == "E_UNSUPPORTED"
        assert found.refusal["hint"]


@each_sound_file
def test_a_file_that_nobody_edited_is_saved_as_it_was(ward: Ward, name: str) -> None:
    found = ward.treated(name)
    assert not found.refusal
    assert found.unedited == found.before


@each_sound_file
def test_an_edit_changes_its_paragraph_and_nothing_else(ward: Ward, name: str) -> None:
    assert not [fault for edit in ward.edited(name).edits for fault in edit.faults]


@each_sound_file
def test_the_receipt_names_the_parts_that_changed(ward: Ward, name: str) -> None:
    found = ward.edited(name)
    judged = difference(found.before, found.after)
    assert found.receipt["changed_parts"] == sorted((*judged.changed, *judged.added, *judged.removed))


@each_sound_file
def test_microsoft_finds_nothing_that_it_did_not_find_before(ward: Ward, name: str) -> None:
    ward.edited(name)
    assert not ward.harm[name]


@each_sound_file
def test_libreoffice_prints_what_was_edited(ward: Ward, name: str) -> None:
    before = ward.edited(name).before
    assert ward.prints[name] or not _prints(before)
