"""The XML text of a part, cut at its paragraphs.

The text is the truth: a paragraph is its own piece of it, and a change puts other text in the place of some pieces.
What lies between paragraphs (the beginning of a table, a section's end) stands before the paragraph that follows it.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, cast
from xml.parsers import expat

from lxml import etree

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import NAMESPACES, STRICT, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element as Element

_DECLARED = re.compile(rb"""^<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ROOT = re.compile(r"<(?![?!])[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>")
_NAMESPACE = re.compile(r"""\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_IGNORABLE = re.compile(r"""\bIgnorable\s*=\s*["']([^"']*)""")
_EMPTY = re.compile(r"""<[^\s<>/!?]+(?:\s+[^\s=<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/>""")
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


@dataclass(frozen=True)
class Frame:
    """How the text of a part is stored, and which namespaces its paragraphs stand in."""

    name: str
    encoding: str
    mark: bytes
    namespaces: tuple[tuple[str, str], ...]  # prefix and namespace, those of strict documents as if transitional
    is_usual: bool  # whether names can be searched for in the text: Word's prefixes, no comments and the like
    inner: frozenset[str] = frozenset()  # prefixes that only elements around some of its paragraphs declare

    @cached_property
    def opening(self) -> str:
        """A start tag under which a piece of the part can be read alone."""
        return f"<pieces{''.join(self._declarations.values())}>"

    @cached_property
    def _declarations(self) -> dict[str, str]:
        return {prefix: f' xmlns{":" * bool(prefix)}{prefix}="{uri}"' for prefix, uri in self.namespaces}

    def prefix(self, uri: str) -> str | None:
        """The prefix of a namespace, if it has one."""
        return next((prefix for prefix, known in self.namespaces if known == uri and prefix), None)

    def declares(self, prefix: str, uri: str) -> bool:
        """Whether a prefix means a namespace in all of the part."""
        return (prefix, uri) in self.namespaces and prefix not in self.inner

    def parse(self, piece: str) -> Element:
        """The elements of a piece, as children of the one that is answered.

        Under a prefix that is not declared everywhere stands only what stood there: what is new declares its own."""
        if not self.inner:
            return parse(f"{self.opening}{piece}</pieces>", self.name)
        unused = {each for each in self.inner if f"{each}:" not in piece or f"xmlns:{each}=" in piece}
        known = (said for prefix, said in self._declarations.items() if prefix not in unused)
        return parse(f"<pieces{''.join(known)}>{piece}</pieces>", self.name)

    def read(self, piece: str) -> Element:
        """The same, of a piece that is looked at, or goes elsewhere: with each namespace that is declared, and Word
        declares thirty that it does not use, whatever asks for the source of an element takes longer."""
        used = [said for prefix, said in self._declarations.items() if not prefix or f"{prefix}:" in piece]
        return parse(f"<pieces{''.join(used)}>{piece}</pieces>", self.name)

    def serialise(self, pieces: Element) -> str:
        """The text of the children of what `parse` gave."""
        text = etree.tostring(pieces, encoding="unicode")
        if text.endswith("/>"):
            return ""
        return text[text.index(">") + 1 : -len("</pieces>")]

    def encode(self, text: str) -> bytes:
        """The bytes of a text; what the encoding of the part does not have is written as a reference."""
        return self.mark + text.encode(self.encoding, "xmlcharrefreplace")


def read(name: str, data: bytes) -> tuple[Frame, str]:
    """The text of a part and how it is stored; refused unless it is well-formed."""
    mark = next((known for known in _MARKS if data.startswith(known)), b"")
    declared = _DECLARED.match(data[:200])
    encoding = _MARKS.get(mark) or (declared[1].decode("ascii").lower() if declared else "utf-8")
    _weigh(name, data)
    check(name, data, encoding)
    try:
        text = data[len(mark) :].decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise UnsupportedError(
            f"{name} is not {encoding} as it says: {error}.", "Open the file in Word and save it again."
        ) from error
    return frame(name, encoding, mark, text), text


def frame(name: str, encoding: str, mark: bytes, text: str) -> Frame:
    """How a text of XML is stored, and what it declares."""
    root = _ROOT.search(text)
    if root is None:
        raise UnsupportedError(f"{name} holds no XML.", "Open the file in Word and save it again.")
    namespaces = dict(_namespaces(root[0]))
    usual = namespaces.get("w") == NAMESPACES["w"] and text.count("xmlns:w=") == 1 and not _UNUSUAL.search(text)
    found = Frame(name, encoding, mark, tuple(namespaces.items()), usual)
    if text.count("xmlns") == root[0].count("xmlns"):
        return found
    further = {prefix: uri for prefix, uri in _namespaces(_between(found, text)) if prefix}
    inner = frozenset(further.keys() - namespaces.keys())
    return replace(found, namespaces=tuple((further | namespaces).items()), inner=inner)


@lru_cache(maxsize=16)
def ignorable(text: str) -> list[str]:
    """The prefixes of which the root of a text says that programs may pass over them."""
    root = _ROOT.search(text)
    found = _IGNORABLE.search(root[0]) if root else None
    return found[1].split() if found else []


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """The prefixes that the root of a text declares, with their namespaces."""
    root = _ROOT.search(text)
    return _namespaces(root[0] if root else "")


def _namespaces(text: str) -> Iterator[tuple[str, str]]:
    for declared in _NAMESPACE.finditer(text):
        uri = declared[2] or declared[3] or ""
        yield declared[1] or "", STRICT.get(uri, uri)


def _between(frame: Frame, text: str) -> str:
    """The tags around paragraphs: what is declared there may hold for some; what a paragraph declares, or an empty
    element, is its own."""
    spans = cuts(frame, text)
    starts, ends = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(text)]
    return _EMPTY.sub("", "".join(text[start:end] for start, end in zip(starts, ends, strict=True)))


_MOST_TAGS = 10_000_000
_MOST_UNUSUAL_TAGS = 4_000_000
"""Where tags cannot be searched for, each has to be looked at."""


def _weigh(name: str, data: bytes) -> None:
    """Refuse what would take more time and memory than any document is worth."""
    tags = data.count(b"<")
    if tags > (_MOST_TAGS if b'xmlns:w="' in data else _MOST_UNUSUAL_TAGS):
        raise UnsupportedError(
            f"{name} has {tags:,} tags, which are too many.", "Split the document into smaller ones."
        )


def check(name: str, data: bytes, encoding: str) -> None:
    """Refuse what is not well-formed, has names of no namespace that it declares, or declares entities."""
    if b"<!DOCTYPE" in data or "<!DOCTYPE".encode("utf-16-le") in data or "<!DOCTYPE".encode("utf-16-be") in data:
        raise UnsupportedError(
            f"{name} declares a document type, which no Word document needs.",
            "It may be an attack; if not, open it in Word and save it again.",
        )
    complaint = _complaint(data) if encoding == "utf-8" else _elsewhere_complaint(name, data)
    if complaint:
        raise UnsupportedError(
            f"{name} is not well-formed XML: {complaint}.", "Open the file in Word, let it repair it, and save it."
        )


_MOUTHFUL = 1 << 18
_MOST_WARNINGS = 100_000
"""There may be as much to complain of as there is text, so it is looked at after each so many bytes."""


class _Nothing:
    """What is made of a text that is only looked at: whatever it has no method for is passed over."""

    def close(self) -> None:
        """There is nothing to give back."""


def _complaint(data: bytes) -> str | None:
    """What is wrong with a text in UTF-8, if anything is; the parser by itself puts up with unknown namespaces."""
    nothing = cast("etree.ParserTarget", _Nothing())
    parser = etree.XMLParser(target=nothing, encoding="utf-8", huge_tree=True, resolve_entities=False, no_network=True)
    try:
        for start in range(0, len(data), _MOUTHFUL):
            parser.feed(data[start : start + _MOUTHFUL])
            wrong = _wrong(parser.feed_error_log)
            if wrong:
                return f"{' '.join(wrong.message.split())}, line {wrong.line}"
        parser.close()
    except etree.XMLSyntaxError as error:
        return " ".join(str(error.msg).split())
    return None


def _wrong(log: etree._ListErrorLog) -> etree._LogEntry | None:
    """The first error of a log, or the first warning where there is no end of them."""
    if not len(log):
        return None
    errors = log.filter_from_errors()
    return errors[0] if len(errors) else log[0] if len(log) > _MOST_WARNINGS else None


def _elsewhere_complaint(name: str, data: bytes) -> str | None:
    """The same of a text in another encoding."""
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(data, True)
    except (LookupError, ValueError) as error:
        raise UnsupportedError(
            f"{name} is in an encoding that is not read here; Word documents are in UTF-8 or UTF-16.",
            "Open the file in Word, and save it again.",
        ) from error
    except expat.ExpatError as error:
        return str(error)
    return None


_PARAGRAPH = re.compile(
    r"<w:p[\s>/]|</w:p>"
    r"""|<w:(?:foot|end)note\s[^>]*w:type=["'](?:separator|continuation\w+)["'][^>]*(?<!/)>|<mc:Fallback[\s>]"""
)
_SKIPPED = {"<w:f": "</w:footnote>", "<w:e": "</w:endnote>", "<mc:": "</mc:Fallback>"}
"""What is no text of its own: the lines above notes, and the copies for programs that cannot show what is before."""

_UNUSUAL = re.compile(r"<!--|<!\[CDATA\[|<\?(?!xml\s)")


MOST_PARAGRAPHS = 150_000
"""Word itself is lost before."""


def cuts(frame: Frame, text: str) -> list[tuple[int, int]]:
    """Where the paragraphs of a part begin and end, without those that are in other paragraphs."""
    found = usual_cuts(text) if frame.is_usual else _exact_cuts(text)
    spans = list(islice(found, MOST_PARAGRAPHS + 1))
    if len(spans) > MOST_PARAGRAPHS:
        raise UnsupportedError(
            f"{frame.name} has more than {MOST_PARAGRAPHS:,} paragraphs.", "Split the document into smaller ones."
        )
    return spans


def usual_cuts(text: str) -> Iterator[tuple[int, int]]:
    """By searching for the tags, also in a piece of a part: they can be nothing else in a usual one."""
    depth = start = behind = 0
    for found in _PARAGRAPH.finditer(text):
        at = found.start()
        if at < behind:
            continue
        if found[0][:4] in _SKIPPED:
            if depth == 0:
                behind = text.find(_SKIPPED[found[0][:4]], at)
            continue
        if found[0] == "</w:p>":
            depth -= 1
            if depth == 0:
                yield start, found.end()
            continue
        if depth == 0:
            start = at
        end = text.index(">", at)
        if text[end - 1] != "/":
            depth += 1
        elif depth == 0:
            yield start, end + 1


_DECLARATION = re.compile(r"^<\?xml[^>]*\?>")
_TAG = re.compile(rb"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_PARAGRAPHS = {f"{uri} p" for uri in (NAMESPACES["w"], *(s for s, t in STRICT.items() if t == NAMESPACES["w"]))}


def _exact_cuts(text: str) -> Iterator[tuple[int, int]]:
    """By reading the XML: slower, and right for any prefix and any comment."""
    data = _DECLARATION.sub(lambda found: " " * len(found[0]), text).encode()
    parser = expat.ParserCreate(namespace_separator=" ")
    spans: list[tuple[int, int]] = []
    depth = start = 0

    def opens(tag: str, _: dict[str, str]) -> None:
        nonlocal depth, start
        if tag in _PARAGRAPHS:
            start = start if depth else parser.CurrentByteIndex
            depth += 1

    def closes(tag: str) -> None:
        nonlocal depth
        if tag in _PARAGRAPHS:
            depth -= 1
            if not depth:
                spans.append((start, _end(data, start, parser.CurrentByteIndex)))

    parser.StartElementHandler, parser.EndElementHandler = opens, closes
    parser.Parse(data, True)
    reached = characters = 0
    for first, last in spans:
        begin = characters + len(data[reached:first].decode())
        characters = begin + len(data[first:last].decode())
        reached = last
        yield begin, characters


def _end(data: bytes, start: int, end_tag: int) -> int:
    """Behind the last tag of an element; of an empty one expat tells the place behind it."""
    first = _TAG.match(data, start)
    if first and first[0].endswith(b"/>"):
        return first.end()
    return data.index(b">", end_tag) + 1


DEEPEST_TABLE = 200
_TABLE = re.compile(r"<(/?)(?:[\w.-]+:)?tbl[\s>]")


def check_nesting(frame: Frame, leads: Iterable[str]) -> None:
    """Refuse tables in tables in tables without end; what stands between paragraphs tells of each."""
    depth = 0
    for lead in leads:
        if "tbl" in lead:
            depth += sum(-1 if found[1] else 1 for found in _TABLE.finditer(lead))
            if depth > DEEPEST_TABLE:
                raise UnsupportedError(
                    f"{frame.name} has tables in tables, {DEEPEST_TABLE} deep and deeper.",
                    "Open the file in Word, and take the tables apart.",
                )
