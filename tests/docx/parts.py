"""What differs between two Word files: entry by entry, and paragraph by paragraph where an entry has such.

difference(before, after).paragraphs == {"word/document.xml": ParagraphDifference(changed=(3,))}
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from io import BytesIO
from itertools import takewhile
from xml.parsers import expat

WORDS = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
MAIN = "word/document.xml"

_PARAGRAPHS = tuple(f"{namespace} p" for namespace in WORDS)
_DECLARATION = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:<\?xml.*?\?>)?\s*", re.DOTALL)
_LOCAL_HEADER = 30


@dataclass(frozen=True, slots=True)
class ParagraphDifference:
    """Outermost paragraphs by number, from 0, cells' and notes' included; those in a text box belong to its own.

    `changed` and `deleted` count in the file before, `inserted` in the file after.
    """

    changed: tuple[int, ...] = ()
    inserted: tuple[int, ...] = ()
    deleted: tuple[int, ...] = ()
    root: bool = False
    """The tag of the root differs: its namespaces, what it lets ignore."""
    around: bool = False
    """Something differs that stands in no paragraph: tables, sections, content controls around blocks. That one control
    no longer says that it shows a prompt belongs to the text in it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs; a file and itself give `Difference()`."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Entries with other content."""
    recompressed: tuple[str, ...] = ()
    """Entries with the same content that were not copied as they were: other compressed bytes, date or attributes."""
    reordered: bool = False
    """The entries that both have stand in another order."""
    declarations: tuple[str, ...] = ()
    """Parts that begin with another XML declaration."""
    paragraphs: dict[str, ParagraphDifference] = field(default_factory=dict)
    """For each changed part that has paragraphs."""


def difference(before: bytes, after: bytes) -> Difference:
    """What differs between two Word files."""
    old, new = _entries(before), _entries(after)
    shared = [name for name in old if name in new]
    changed = [name for name in shared if old[name].content != new[name].content]
    pairs = {name: (old[name].content, new[name].content) for name in changed}
    return Difference(
        added=tuple(name for name in new if name not in old),
        removed=tuple(name for name in old if name not in new),
        changed=tuple(changed),
        recompressed=tuple(name for name in shared if name not in pairs and old[name] != new[name]),
        reordered=shared != [name for name in new if name in old],
        declarations=tuple(name for name, (one, other) in pairs.items() if _declaration(one) != _declaration(other)),
        paragraphs={name: _paragraph_difference(*pair) for name, pair in pairs.items() if any(map(_spans, pair))},
    )


def paragraphs(document: bytes, part: str = MAIN) -> list[bytes]:
    """The source of each outermost paragraph of a part, as it stands there."""
    content = _entries(document)[part].content
    return [content[start:end] for start, end in _spans(content)]


def content(document: bytes, part: str = MAIN) -> bytes:
    """What a part holds."""
    return _entries(document)[part].content


# Entries


@dataclass(frozen=True, slots=True)
class _Entry:
    content: bytes
    compressed: bytes
    method: int
    date: tuple[int, ...]
    attributes: int


def _entries(document: bytes) -> dict[str, _Entry]:
    with zipfile.ZipFile(BytesIO(document)) as archive:
        return {entry.filename: _entry(document, archive, entry) for entry in archive.infolist()}


def _entry(document: bytes, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> _Entry:
    name_and_extra = entry.header_offset + _LOCAL_HEADER - 4
    lengths = [int.from_bytes(document[at : at + 2], "little") for at in (name_and_extra, name_and_extra + 2)]
    start = entry.header_offset + _LOCAL_HEADER + sum(lengths)
    compressed = document[start : start + entry.compress_size]
    return _Entry(archive.read(entry), compressed, entry.compress_type, entry.date_time, entry.external_attr)


# XML


def _declaration(source: bytes) -> bytes:
    found = _DECLARATION.match(source)
    return found.group() if found else b""


def _spans(source: bytes) -> list[tuple[int, int]]:
    """Where each outermost paragraph begins and ends; none in what is no XML."""
    spans: list[tuple[int, int]] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = start = 0

    def begin(name: str, _: dict[str, str]) -> None:
        nonlocal depth, start
        if name in _PARAGRAPHS:
            start = start if depth else parser.CurrentByteIndex
            depth += 1

    def end(name: str) -> None:
        nonlocal depth
        if name in _PARAGRAPHS:
            depth -= 1
            if not depth:
                spans.append((start, _end(source, start, parser.CurrentByteIndex)))

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    try:
        parser.Parse(source, True)
    except expat.ExpatError:
        return []
    return spans


def _end(source: bytes, start: int, end: int) -> int:
    """Behind the last tag of a paragraph; of an empty one, `<w:p/>`, the parser tells the place behind it."""
    first = _after_tag(source, start)
    return first if source[first - 2 : first] == b"/>" else _after_tag(source, end)


def _after_tag(source: bytes, start: int) -> int:
    """The end of the tag at a place; no attribute of a paragraph or a root holds a `>`."""
    return source.index(b">", start) + 1


def _paragraph_difference(before: bytes, after: bytes) -> ParagraphDifference:
    old, new = _spans(before), _spans(after)
    changed, deleted, inserted = _changes([before[a:b] for a, b in old], [after[a:b] for a, b in new])
    old_root, old_rest = _around(before, old)
    new_root, new_rest = _around(after, new)
    is_other = old_rest != new_rest and not _is_filled_in(old_rest, new_rest)
    return ParagraphDifference(changed, inserted, deleted, old_root != new_root, is_other)


_PROMPT = re.compile(rb"<\w+:showingPlcHdr\b[^>]*/>")


def _is_filled_in(old: bytes, new: bytes) -> bool:
    """Whether all that differs is that a control shows a prompt no more."""
    return any(old[: found.start()] + old[found.end() :] == new for found in _PROMPT.finditer(old))


def _around(source: bytes, spans: list[tuple[int, int]]) -> tuple[bytes, bytes]:
    """The root's tag, and everything else that stands in no paragraph."""
    begin = source.index(b"<", len(_declaration(source)))
    inside = _after_tag(source, begin)
    starts, ends = [inside, *(end for _, end in spans)], [*(start for start, _ in spans), len(source)]
    return source[begin:inside], b"".join(source[a:b] for a, b in zip(starts, ends, strict=True))


Numbers = tuple[int, ...]


def _changes(old: list[bytes], new: list[bytes]) -> tuple[Numbers, Numbers, Numbers]:
    """The numbers of changed, deleted and inserted ones."""
    same = _shared(old, new)
    tail = _shared(old[same:][::-1], new[same:][::-1])
    changed: list[int] = []
    deleted: list[int] = []
    inserted: list[int] = []
    matcher = SequenceMatcher(None, old[same : len(old) - tail], new[same : len(new) - tail], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        both = min(b - a, d - c)
        changed += range(same + a, same + a + both)
        deleted += range(same + a + both, same + b)
        inserted += range(same + c + both, same + d)
    return tuple(changed), tuple(deleted), tuple(inserted)


def _shared(one: list[bytes], other: list[bytes]) -> int:
    """How many are the same, from the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
