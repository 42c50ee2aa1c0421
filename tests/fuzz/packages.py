"""Word files that something went wrong with: in the package, in its parts, in the markup of one."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_TAG = re.compile(rb"<[^>]*>")
_ATTRIBUTE = re.compile(rb'\s[\w:]+="[^"]*"')
_SOUP = (
    b"<w:p>", b"</w:p>", b"<w:r>", b"<w:tbl/>", b"<w:tc>", b"</w:body>", b"<w:t>", b"<w:sdt>", b"<w:ins>",
    b'<w:fldChar w:fldCharType="begin"/>', b"<mc:AlternateContent/>",
    b"<!-- -->", b"<?x y?>", b"&#0;", b"&amp;", b"&x;", b"]]>", b"\xff", b"\x00",
)  # fmt: skip


def broken(data: bytes, chance: Random) -> bytes:
    """A Word file, changed somehow."""
    how: list[Callable[[bytes, Random], bytes]] = [_cut, _flipped, _in_a_part, _in_a_part, _in_a_part, _without_a_part]
    return chance.choice(how)(data, chance)


def _cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _flipped(data: bytes, chance: Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        found[chance.randrange(len(found))] = chance.randrange(256)
    return bytes(found)


def _in_a_part(data: bytes, chance: Random) -> bytes:
    parts = _parts(data)
    likely = [name for name in parts if name.endswith((".xml", ".rels"))]
    name = chance.choice([*likely, *(["word/document.xml"] * 10)])
    for _ in range(chance.choice((1, 1, 2, 5))):
        parts[name] = chance.choice((_other_tag, _other_attribute, _soup, _twice))(parts[name], chance)
    return _packed(parts)


def _without_a_part(data: bytes, chance: Random) -> bytes:
    parts = _parts(data)
    del parts[chance.choice(list(parts))]
    return _packed(parts)


def _other_tag(part: bytes, chance: Random) -> bytes:
    """A part in which a tag is gone, or is another one of it."""
    tags = list(_TAG.finditer(part))
    if not tags:
        return part
    found, other = chance.choice(tags), chance.choice((b"", chance.choice(tags)[0]))
    return part[: found.start()] + other + part[found.end() :]


def _other_attribute(part: bytes, chance: Random) -> bytes:
    attributes = list(_ATTRIBUTE.finditer(part))
    if not attributes:
        return part
    found = chance.choice(attributes)
    value = chance.choice((b"", b"-1", b"99999999999", b"x", b"\xe4\xbd\xa0", b"true", b"4294967296", b"rId999"))
    other = chance.choice((b"", found[0].partition(b"=")[0] + b'="' + value + b'"'))
    return part[: found.start()] + other + part[found.end() :]


def _soup(part: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(part) + 1)
    return part[:at] + chance.choice(_SOUP) * chance.choice((1, 1, 1, 400)) + part[at:]


def _twice(part: bytes, chance: Random) -> bytes:
    """A part in which a stretch from tag to tag stands twice."""
    tags = list(_TAG.finditer(part))
    if not tags:
        return part
    first = chance.randrange(len(tags))
    start, end = tags[first].start(), tags[min(len(tags) - 1, first + chance.choice((1, 5, 30)))].end()
    return part[:end] + part[start:end] + part[end:]


def _parts(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _packed(parts: dict[str, bytes]) -> bytes:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return held.getvalue()
