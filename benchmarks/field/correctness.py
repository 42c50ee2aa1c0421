"""What an edit leaves of a document: its formatting, its other parts, what is in odd places, and the way back."""

from __future__ import annotations

from io import BytesIO
from itertools import count, groupby
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from lxml import etree

from benchmarks.field.contenders.contender import FailedError
from benchmarks.field.documents import MAIN
from tests.docx.specimen import bold, control_around, docx, footnote, inserted, italic, p, table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lxml.etree import _Element as Element

    from benchmarks.field.contenders.contender import Contender, Program

    Question = Callable[[Contender, Path, bytes], str]

YES, CANNOT = "yes", "cannot"
WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
ACROSS = docx(p("The ", bold("annual"), " fee of ", italic("ten"), " coins is due."), p("Other text."), ids=True)
PLACES = {
    "a header": docx(p("Text."), ids=True, header="The annual fee is due."),
    "a footnote": docx(p("Text", footnote("The annual fee is due."), " goes on."), ids=True),
    "a table cell": docx(p("Text."), table(["The annual fee is due.", "b"]), p("End."), ids=True),
    "a content control": docx(p("Text."), control_around(p("The annual fee is due."), tag="fee"), ids=True),
    "another author's insertion": docx(p("Text ", inserted("The annual fee is due."), " goes on."), ids=True),
}

_numbers = count()


def verdicts(contender: type[Contender], folder: Path) -> dict[str, str]:
    """Each question with yes, or with what happened instead."""
    questions: dict[str, tuple[bytes, Question]] = {
        "keeps the look of each word in an edit across runs": (ACROSS, _keeps_looks),
        "leaves all other parts as they are, byte for byte": (ACROSS, _leaves_parts),
        "rejecting a tracked edit across runs restores text and looks": (ACROSS, _restores),
    }
    for place, data in PLACES.items():
        questions[f"edits in {place}"] = (data, _editing(place))
    with contender.start(folder) as program:
        return {
            name: _asked(contender, program, folder / f"question-{next(_numbers)}.docx", *question)
            for name, question in questions.items()
        }


def _asked(contender: type[Contender], program: Program, path: Path, data: bytes, question: Question) -> str:
    path.write_bytes(data)
    try:
        subject = contender(program, path)
        subject.read()
        return question(subject, path, data)
    except NotImplementedError:
        return CANNOT
    except (BadZipFile, etree.XMLSyntaxError, KeyError) as error:
        return f"the file is broken: {error}"
    except (FailedError, LookupError, TimeoutError, OSError) as error:
        return f"refused: {' '.join(str(error).split())[:100]}"


def _keeps_looks(subject: Contender, path: Path, _: bytes) -> str:
    _save(subject, subject.edit("annual fee of ten coins", "monthly fee of ten coins"))
    before = _looks(ACROSS)
    wanted = [(text.replace("annual", "monthly"), look) for text, look in before]
    found = _looks(path.read_bytes())
    if found == wanted:
        return YES
    return "looks are lost" if _text(found) == _text(wanted) else "not done"


def _leaves_parts(subject: Contender, path: Path, data: bytes) -> str:
    _save(subject, subject.edit("Other", "Further"))
    before, after = _parts(data), _parts(path.read_bytes())
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    if MAIN not in changed:
        return "not done"
    return YES if changed == {MAIN} else f"{len(changed) - 1} others differ"


def _restores(subject: Contender, path: Path, data: bytes) -> str:
    subject.track("annual fee of ten coins", "monthly fee of twelve coins")
    _save(subject, "")
    if b"monthly" not in _parts(path.read_bytes())[MAIN]:
        return "not done"
    _save(subject, subject.reject())
    before, after = _looks(data), _looks(path.read_bytes())
    if before == after:
        return YES
    return "looks are lost" if _text(before) == _text(after) else "the text is another one"


def _editing(place: str) -> Question:
    def edits(subject: Contender, path: Path, _: bytes) -> str:
        _save(subject, subject.edit_in(place, "annual", "monthly"))
        texts = "".join(_text(_looks_of(etree.fromstring(part))) for part in _stories(path.read_bytes()))
        return YES if "The monthly fee is due." in texts and "annual" not in texts else "not done"

    return edits


def _save(subject: Contender, _: str) -> None:
    if not subject.saves_at_once:
        subject.save()


def _parts(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _stories(data: bytes) -> list[bytes]:
    """The parts in which there is text."""
    return [part for name, part in _parts(data).items() if name.startswith("word/") and b"<w:t" in part]


def _looks(data: bytes) -> list[tuple[str, str]]:
    """The text of the body in stretches that look alike."""
    return _looks_of(etree.fromstring(_parts(data)[MAIN]))


def _looks_of(root: Element) -> list[tuple[str, str]]:
    pieces = [(piece.text or "", _look(piece.getparent())) for piece in root.iter(f"{WORDS}t")]
    return [("".join(text for text, _ in alike), look) for look, alike in groupby(pieces, key=lambda piece: piece[1])]


def _look(run: Element | None) -> str:
    """How a run looks, in the names of its properties."""
    properties = None if run is None else run.find(f"{WORDS}rPr")
    names = [] if properties is None else [etree.QName(each).localname for each in properties]
    return " ".join(sorted(name for name in names if name in ("b", "i", "u", "strike")))


def _text(looks: list[tuple[str, str]]) -> str:
    return "".join(text for text, _ in looks)
