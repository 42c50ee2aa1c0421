"""The lists that hold a package together: of content types, and of relationships.

They are read as XML and edited as text, so that a line more leaves all others as they were.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr, unescape

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import encoding, parse
from quire.formats.docx.opc.archive import DISTRUST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quire.formats.docx.opc.archive import Archive

_LONGEST = 16 << 20
_MOST_TAGS = 500_000
"""Enough for any number of links that Word can bear, and read in a second."""

_MARKUP = re.compile(r"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|(<(?:[^<>"']|"[^"]*"|'[^']*')*>)""", re.DOTALL)
_NAME = re.compile(r"<((?:[^\s:/>]+:)?)([^\s/>]+)")


@dataclass(frozen=True, slots=True)
class Index:
    """A list whose items are elements with attributes and nothing in them."""

    name: str
    data: bytes

    @classmethod
    def read(cls, archive: Archive, name: str) -> Index:
        """The list that an entry holds, unless it is too long to be honest."""
        size = archive.size(name)
        data = archive.content(name) if size <= _LONGEST else b""
        if size > _LONGEST or data.count(b"<") > _MOST_TAGS:
            raise UnsupportedError(f"The list {name!r} is too long: {size:,} bytes.", DISTRUST)
        return cls(name, data)

    @classmethod
    def empty(cls, name: str, root: str, namespace: str) -> Index:
        declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
        return cls(name, f"{declaration}<{root} xmlns={quoteattr(namespace)}></{root}>".encode())

    def items(self, tag: str) -> Iterator[dict[str, str]]:
        """The attributes of each item of that name."""
        for element in parse(self.data, f"The list {self.name!r}").iterchildren(f"{{*}}{tag}"):
            yield {str(key): str(value) for key, value in element.attrib.items()}

    def put(self, tag: str, attributes: Mapping[str, str]) -> Index:
        """The list with an item: in the place of the one whose first attribute is the same, else at the end."""
        codec = encoding(self.data, self.name)
        text = self.data.decode(codec)
        tags = [found for found in _MARKUP.finditer(text) if found[1]]
        root, last = tags[0], tags[-1]
        prefix, root_name = _parts(root[1])
        item = f"<{prefix}{tag}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}/>"
        same = next((found for found in tags if _is_same(found[1], tag, attributes)), None)
        if same and same[1].endswith("/>"):
            edited = text[: same.start()] + item + text[same.end() :]
        elif same:
            edited = text[: same.start()] + item[:-2] + ">" + text[same.end() :]
        elif root is last:
            opened = root[1].removesuffix("/>").rstrip() + ">"
            edited = text[: root.start()] + opened + item + f"</{prefix}{root_name}>" + text[root.end() :]
        else:
            before = tags[-2]
            head = text[: before.start()]
            indent = head[len(head.rstrip()) :] if before is not root else ""
            edited = text[: before.end()] + indent + item + text[before.end() :]
        return replace(self, data=edited.encode(codec, "xmlcharrefreplace"))


def _parts(tag: str) -> tuple[str, str]:
    """The prefix, with its colon, and the local name of a start tag."""
    found = _NAME.match(tag)
    return (found[1], found[2]) if found else ("", "")


def _is_same(tag: str, name: str, attributes: Mapping[str, str]) -> bool:
    key, value = next(iter(attributes.items()))
    found = re.search(rf"""\s{key}\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return _parts(tag)[1] == name and found is not None and unescape(found[1] or found[2]).lower() == value.lower()
