"""Documents in other formats: copies, which nothing binds to the document that they were made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZipFile

from quire import formats
from quire.core.errors import ConflictError, InvalidArgumentError, QuireError
from quire.workspace import files, office
from quire.workspace.diagrams import illustrated

if TYPE_CHECKING:
    from quire.formats.conversion import Converted, Fetch
    from quire.workspace.files import Roots
    from quire.workspace.session import OpenDocument, Session

Target = Literal["markdown", "docx", "html", "pdf"]

ENDINGS: dict[Target, tuple[str, ...]] = {
    "markdown": tuple(ending for ending in formats.MARKDOWN.extensions if ending),
    "docx": (".docx",),
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
}
MOST_BYTES = 32 * 1024 * 1024
"""Of one picture that a document names."""

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//|#")


@dataclass(frozen=True, slots=True)
class Exported:
    """A copy that was written, with the files beside it."""

    target: Target
    path: Path
    size: int
    simpler: tuple[str, ...]
    beside: tuple[Path, ...] = ()


def possible() -> list[str]:
    """The formats of copies that can be made here."""
    return [target for target in ENDINGS if target != "pdf" or office.program()]


def target_of(path: str) -> Target | None:
    """The format of a copy, by how the name of its file ends."""
    ending = Path(path).suffix.lower()
    return next((target for target, endings in ENDINGS.items() if ending in endings), None)


def export(
    session: Session, document: OpenDocument, path: str, target: Target | None = None, *, overwrite: bool = False
) -> Exported:
    """Write a document to a file in a format, which the file's name tells if it is not said."""
    real = session.client.roots.resolve(path)
    chosen = _agreed(real, target)
    session.make_way(real)
    made = _made(session, document, chosen, real)
    beside = {session.client.roots.resolve(str(real.parent / name)): data for name, data in made.beside.items()}
    for folder in {each.parent for each in beside}:
        files.make_folder(folder)
    _write({**beside, real: made.data}, overwrite=overwrite)
    return Exported(chosen, real, len(made.data), made.simpler, tuple(beside))


def handed_out(session: Session, document: OpenDocument, target: Target) -> tuple[str, Converted]:
    """A copy for a person to take along: its name, and one file with all of it."""
    name = f"{Path(document.sheet.title).stem}{ENDINGS[target][0]}"
    made = _made(session, document, target, Path(name))
    if not made.beside:
        return name, made
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, data in {name: made.data, **made.beside}.items():
            archive.writestr(path, data)
    return f"{Path(name).stem}.zip", replace(made, data=packed.getvalue(), beside={})


def _write(wanted: dict[Path, bytes], *, overwrite: bool) -> None:
    """Write files, if all of them may be written."""
    present = {path: files.current_digest(path) for path in wanted}
    for path, data in wanted.items():
        if not overwrite and present[path] not in (None, files.digest(data)):
            raise ConflictError(f"{str(path)!r} exists already.", "Use overwrite: true to replace it, or another path.")
    for path, data in wanted.items():
        files.write(path, data, {present[path]})


def _agreed(path: Path, target: Target | None) -> Target:
    told = target_of(path.name)
    if target is None and told is None:
        raise InvalidArgumentError(
            f"The name {path.name!r} does not tell a format.", f"Give format, one of {', '.join(get_args(Target))}."
        )
    if target is not None and path.suffix.lower() not in ENDINGS[target]:
        raise InvalidArgumentError(
            f"The name {path.name!r} is not one of a file in the format {target}.",
            f"Use a name that ends in {' or '.join(ENDINGS[target][:2])}.",
        )
    return target or told or "markdown"


def _made(session: Session, document: OpenDocument, target: Target, path: Path) -> Converted:
    from quire.formats.conversion import Converted, convert

    if target == document.sheet.format:
        return Converted(formats.named(target).write(document.document), ())
    folder = Path(document.sheet.path).parent if document.sheet.path else None
    fetch = _fetch(session.client.roots, folder)
    if target != "pdf":
        return convert(document.document, target, path.stem, fetch, illustrated)
    if document.sheet.format == formats.DOCX.name:
        return _printed(Converted(document.word.write(), ()))
    return _printed(convert(document.document, "docx", path.stem, fetch, illustrated))


def _printed(word: Converted) -> Converted:
    """A Word document as a PDF."""
    from quire.formats.conversion import Converted
    from quire.formats.docx.edit.controls import without_controls
    from quire.formats.docx.opc.package import Package
    from quire.formats.docx.opc.seclusion import secluded

    package = Package.read(word.data)
    is_lacking = not office.prints_formulas() and b"<m:oMath" in package.part(package.main)
    missing = ("Formulas are left out: LibreOffice Math is not installed here.",) if is_lacking else ()
    return Converted(office.pdf(secluded(without_controls(package)).write()), (*word.simpler, *missing))


def _fetch(roots: Roots, folder: Path | None) -> Fetch:
    """Finds the pictures that a document names in files beside it; nothing comes from the web."""

    def fetch(source: str) -> bytes | None:
        if folder is None or _ADDRESS.match(source):
            return None
        for name in dict.fromkeys((source, unquote(source))):
            try:
                return files.read(roots.resolve(str(folder / name)), MOST_BYTES)
            except QuireError:
                continue
        return None

    return fetch
