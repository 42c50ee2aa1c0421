"""The styles that can be given in a document: its own, and Word's, which are added where they are used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from quire.core.errors import NotFoundError
from quire.formats.docx.style.builtin import BUILTIN, shown
from quire.formats.docx.style.styles import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quire.formats.docx.style.styles import Styles

KINDS: tuple[Kind, ...] = ("paragraph", "character", "table")
_NEAR = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A style by the name that files have for it; `localized` is what the document calls it besides."""

    file_name: str
    kind: Kind
    is_builtin: bool
    id: str | None = None  # None for one that the document does not have yet
    localized: str | None = None

    @property
    def name(self) -> str:
        """The name that Word shows."""
        return shown(self.file_name)


def entries(styles: Styles) -> list[Entry]:
    """Each style once: those of the document in its order, then Word's."""
    own = [
        Entry(_file_name(each.name), each.kind, not each.is_custom, each.id, next(iter(each.aliases), None))
        for each in styles.all() if each.kind in KINDS
    ]  # fmt: skip
    known = {(each.kind, _key(each.file_name)) for each in own}
    more = [Entry(each.name, each.kind, is_builtin=True) for each in BUILTIN.values()]
    return [*own, *(each for each in more if (each.kind, _key(each.file_name)) not in known)]


def find(styles: Styles, wanted: str, kinds: Iterable[Kind] = KINDS) -> Entry:
    """The style of a name: as Word shows it, as files have it, as programs spell it, or by its id."""
    some = [each for kind in kinds for each in entries(styles) if each.kind == kind]
    for matches in _ways(wanted):
        found = next((each for each in some if matches & set(_names(each))), None)
        if found:
            return found
    raise _unknown(wanted, some)


def _unknown(wanted: str, some: Iterable[Entry]) -> NotFoundError:
    names = {each.name.casefold(): each.name for each in some}
    near = [names[each] for each in get_close_matches(wanted.casefold(), names, n=_NEAR, cutoff=0.5)]
    guess = f"Did you mean {' or '.join(map(repr, near))}? " if near else ""
    return NotFoundError(f"There is no such style here: {wanted!r}.", f"{guess}listStyles tells the names.")


def _names(entry: Entry) -> Iterator[str]:
    names = [entry.name, entry.file_name, entry.id, entry.localized]
    yield from (each for each in names if each)
    yield from (f"={_key(each)}" for each in names if each)


def _ways(wanted: str) -> Iterator[set[str]]:
    """What a name has to equal: letter by letter first, then whatever its case and spacing."""
    yield {wanted}
    yield {f"={_key(wanted)}"}


def _key(name: str) -> str:
    return re.sub(r"[\s_()-]", "", name).casefold()


_FILE_NAMES = {name.casefold(): name for name in BUILTIN}


def _file_name(name: str) -> str:
    """The name of a style of Word's as files usually have it, whatever its case here."""
    return _FILE_NAMES.get(name.casefold(), name)
