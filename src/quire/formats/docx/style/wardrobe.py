"""What a document knows of looks: the formatting in effect, and where links lead."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from lxml import etree

from quire.core.transaction import Replace
from quire.formats.docx.names import attribute, name
from quire.formats.docx.opc.package import relationship_part
from quire.formats.docx.style import formatting
from quire.formats.docx.text.draft import ends
from quire.formats.docx.text.paragraph import W_HYPERLINK, W_PPR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.style.styles import RunFormat


class Wardrobe:
    """The looks of one paragraph of a part, and the links that a change of it makes."""

    def __init__(self, document: DocxDocument, part: str, paragraph: Element) -> None:
        self._document = document
        self._package = document.package
        self._part = part
        self.style = style_of(paragraph)

    def format(self, properties: Element | None) -> RunFormat:
        """The formatting of a run of the paragraph that has these properties."""
        return self._document.styles.run(self.style, properties)

    def is_on(self, toggle: str, properties: Element | None) -> bool:
        return bool(getattr(self.format(properties), toggle))

    @property
    def link_style(self) -> str | None:
        found = self._document.styles.find("Hyperlink", "character")
        return found.id if found else None

    def address(self, link: Element) -> str | None:
        return address(self._document, self._part, link)

    def link(self, address: str) -> Element:
        if address.startswith("#"):
            return etree.Element(W_HYPERLINK, {name("w:anchor"): address[1:], name("w:history"): "1"})
        known = [
            each.id for each in self._package.relationships(self._part) if each.external and each.target == address
        ]
        if known:
            identifier = known[0]
        else:
            self._package, identifier = self._package.with_relationship(self._part, "hyperlink", address, external=True)
        return etree.Element(W_HYPERLINK, {name("r:id"): identifier, name("w:history"): "1"})

    def linked(self, run: Element, address: str) -> Element:
        """A link to an address around a run, which looks as links do."""
        link, properties = self.link(address), formatting.run_properties(run)
        if self.link_style:
            formatting.put(properties, "w:rStyle", val=self.link_style)
        else:
            formatting.put(properties, "w:color", val="0563C1")
            formatting.put(properties, "w:u", val="single")
        link.append(run)
        return link

    def steps(self) -> Iterator[Replace]:
        """What the new links need in the part's relationships."""
        if self._package is self._document.package:
            return
        part = relationship_part(self._part)
        yield exchange(self._document, part, self._package.part(part))


def exchange(document: DocxDocument, part: str, data: bytes) -> Replace:
    """The step that gives a part that is no story another content."""
    old = document.package.part(part).decode("latin-1") if document.package.has(part) else None
    if old is None:
        return Replace(f"{part}@", "", b64encode(data).decode(), ())
    new = data.decode("latin-1")
    before, behind = ends(old, new)
    return Replace(f"{part}@{before}", old[before : len(old) - behind], new[before : len(new) - behind], ())


def style_of(paragraph: Element) -> str | None:
    """The style that a paragraph names."""
    properties = paragraph.find(W_PPR)
    style = properties.find(name("w:pStyle")) if properties is not None else None
    return attribute(style, "w:val") if style is not None else None


def address(document: DocxDocument, part: str, link: Element) -> str | None:
    """Where a link leads: an address, or `#` and the name of a bookmark."""
    anchor, identifier = attribute(link, "w:anchor"), link.get(name("r:id"))
    target = next((each.target for each in document.package.relationships(part) if each.id == identifier), None)
    if target is None:
        return f"#{anchor}" if anchor else None
    return f"{target}#{anchor}" if anchor else target
