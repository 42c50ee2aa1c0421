"""What an edit leaves of a document: its formatting, its other parts, what is in odd places, and the way back."""

from __future__ import annotations

from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from benchmarks.field.server import FailedError, running
from quire.core.errors import QuireError
from quire.formats.docx.document import DocxDocument
from tests.docx.specimen import bold, control_around, docx, footnote, inserted, italic, p, table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks.field.contenders import Contender

ACROSS = docx(p("The ", bold("annual"), " fee of ", italic("ten"), " coins is due."), p("Other text."), ids=True)
PLACES = {
    "a header": docx(p("Text."), ids=True, header="The annual fee is due."),
    "a footnote": docx(p("Text", footnote("The annual fee is due."), " goes on."), ids=True),
    "a table cell": docx(p("Text."), table(["The annual fee is due.", "b"]), p("End."), ids=True),
    "a content control": docx(p("Text."), control_around(p("The annual fee is due.")), ids=True),
    "another author's insertion": docx(p("Text ", inserted("The annual fee is due."), " goes on."), ids=True),
}

_numbers = count()


def verdicts(contender: type[Contender], folder: Path) -> dict[str, str]:
    """Each question with yes, or with what happened instead."""
    found = {
        "keeps the look of each word across runs": _asked(contender, folder, ACROSS, _keeps_looks),
        "leaves all other parts as they are, byte for byte": _asked(contender, folder, ACROSS, _leaves_parts),
        "rejecting a tracked edit restores the text": _asked(contender, folder, ACROSS, _restores),
    }
    for place, data in PLACES.items():
        found[f"edits in {place}"] = _asked(contender, folder, data, _edits)
    return found


def _asked(
    contender: type[Contender], folder: Path, data: bytes, question: Callable[[Contender, Path, bytes], str]
) -> str:
    path = folder / f"{contender.name}-question-{next(_numbers)}.docx"
    path.write_bytes(data)
    with running(contender, folder) as server:
        try:
            subject = contender(server, path)
            subject.read()
            return question(subject, path, data)
        except NotImplementedError:
            return "no tool for it"
        except (FailedError, LookupError, TimeoutError) as error:
            return f"refused: {str(error)[:80]}"
        except (QuireError, BadZipFile) as error:
            return f"the file is broken: {error}"


def _keeps_looks(subject: Contender, path: Path, _: bytes) -> str:
    subject.edit("annual fee of ten coins", "monthly fee of ten coins")
    source = DocxDocument.read(path.read_bytes()).body.source
    if "monthly" not in source:
        return "not done"
    kept = "<w:b/>" in source and "<w:i/>" in source and source.count("<w:r>") + source.count("<w:r ") >= 5
    return "yes" if kept else "looks are lost"


def _leaves_parts(subject: Contender, path: Path, data: bytes) -> str:
    subject.edit("Other", "Further")
    with ZipFile(BytesIO(data)) as before, ZipFile(path) as after:
        names = set(before.namelist()) | set(after.namelist())
        changed = [
            name for name in names
            if name not in before.namelist() or name not in after.namelist() or before.read(name) != after.read(name)
        ]  # fmt: skip
    others = sorted(name for name in changed if name != "word/document.xml")
    if "word/document.xml" not in changed:
        return "not done"
    return "yes" if not others else f"no: {len(others)} others differ"


def _restores(subject: Contender, path: Path, data: bytes) -> str:
    subject.track("Other", "Further")
    subject.reject()
    same = DocxDocument.read(path.read_bytes()).text == DocxDocument.read(data).text
    return "yes" if same else "no: the text is another one"


def _edits(subject: Contender, path: Path, _: bytes) -> str:
    subject.edit("annual", "monthly")
    with ZipFile(path) as package:
        done = any(b"monthly" in package.read(name) for name in package.namelist() if name.endswith(".xml"))
    return "yes" if done else "not done"
