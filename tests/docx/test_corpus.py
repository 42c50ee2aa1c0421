"""Real files: each opens or is refused, and of each that is edited only the edited paragraphs differ afterwards."""

from __future__ import annotations

import secrets
import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.corpus import DOCX_FILES
from tests.docx.clerk import Clerk
from tests.docx.parts import difference
from tests.docx.validation import all_harm, pdfs

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from tests.docx.clerk import Treated

SAMPLE = [
    "generated/contract.docx",
    "generated/short-contract.docx",
    "python-docx/features/steps/test_files/comments-rich-para.docx",
    "python-docx/features/steps/test_files/par-hyperlinks.docx",
    "python-docx/features/steps/test_files/sct-inner-content.docx",
    "python-docx/features/steps/test_files/shp-inline-shape-access.docx",
    "mammoth/endnotes.docx",
    "mammoth/footnote-hyperlink.docx",
    "mammoth/strict-format.docx",
    "mammoth/text-box.docx",
    "mammoth/utf8-bom.docx",
    "docx-editor/OXML_TrackChanges_Test.docx",
    "docx-mcp-server/lo_groupshape_sdt.docx",
    "docx-mcp-server/lo_toc_field.docx",
    "docx-mcp-server/pandoc_track_move.docx",
    "docx-mcp-server/poi_checkboxes_sdt.docx",
    "docx-mcp-server/poi_field_codes.docx",
    "docx-mcp-server/poi_footnotes.docx",
    "docx-mcp-server/poi_tracked_changes_delins.docx",
    "docx-mcp-server/real_contract.docx",
    "pydocx/export_from_googledocs.docx",
    "pydocx/missing_relationships.docx",
    "pydocx/nested_table_rowspan.docx",
    "ooxml-integrity/multi-section-01.docx",
    "ooxml-integrity/online-review-heavy-01.docx",
    "ooxml-integrity/windows-contract-01.docx",
]
"""Each with something that the others do not have; make test-corpus takes all."""

FEW = 12
"""Files that a judge looks at in one start: more would take it longer than it is given."""

BROKEN = ("missing_relationships", "truncated62886", "protected_agile", "clusterfuzz", "stress025")
"""Parts of the names of files that are no Word documents (any more), or are locked."""


def _some_here_all_there(names: list[str]) -> pytest.MarkDecorator:
    others = (pytest.param(name, marks=pytest.mark.corpus) for name in names if name not in SAMPLE)
    return pytest.mark.parametrize("name", [*(name for name in SAMPLE if name in names), *others])


NOTHING_TO_EDIT = ("docx-editor/empty.docx",)
"""Files whose body has no paragraph."""

each_file = _some_here_all_there(list(DOCX_FILES))
each_sound_file = _some_here_all_there([name for name in DOCX_FILES if not any(part in name for part in BROKEN)])
each_editable_file = _some_here_all_there(
    [name for name in DOCX_FILES if name not in NOTHING_TO_EDIT and not any(part in name for part in BROKEN)]
)


class Ward:
    """Where files are treated, each once; the judges, which start slowly, judge many at a time."""

    def __init__(self, clerk: Clerk, names: list[str]) -> None:
        self._clerk = clerk
        self._names = names
        self._treated: dict[str, Treated] = {}
        self._harm: dict[str, Counter[str]] = {}
        self._prints: dict[str, bool] = {}

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

    def harm(self, name: str) -> Counter[str]:
        """What is wrong with a file since it was edited."""
        if name not in self._harm:
            some = self._edited_beside(name)
            judged = all_harm([(each.before, each.after) for each in some.values()])
            self._harm |= zip(some, judged, strict=True)
        return self._harm[name]

    def prints(self, name: str) -> bool:
        """Whether LibreOffice prints a file after it was edited."""
        if name not in self._prints:
            some = self._edited_beside(name)
            together = _prints(*(each.after for each in some.values()))
            self._prints |= {name: together or _prints(each.after) for name, each in some.items()}
        return self._prints[name]

    def _edited_beside(self, name: str) -> dict[str, Treated]:
        """A file and its neighbours, those that were changed: a judge looks at a few together."""
        start = self._names.index(name) // FEW * FEW
        return {each: found for each in self._names[start : start + FEW] if (found := self.treated(each)).edits}


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


@each_editable_file
def test_an_edit_changes_its_paragraph_and_nothing_else(ward: Ward, name: str) -> None:
    assert not [fault for edit in ward.edited(name).edits for fault in edit.faults]


@each_editable_file
def test_the_receipt_names_the_parts_that_changed(ward: Ward, name: str) -> None:
    found = ward.edited(name)
    judged = difference(found.before, found.after)
    assert found.receipt["changed_parts"] == sorted((*judged.changed, *judged.added, *judged.removed))


@each_editable_file
def test_microsoft_finds_nothing_that_it_did_not_find_before(ward: Ward, name: str) -> None:
    ward.edited(name)
    assert not ward.harm(name)


@pytest.mark.libreoffice
@each_editable_file
def test_libreoffice_prints_what_was_edited(ward: Ward, name: str) -> None:
    before = ward.edited(name).before
    assert ward.prints(name) or not _prints(before)
