"""Parts of one package brought into another, with all that they refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.formats.docx.opc.package import Package, Relationship

_STANDARD = ("http://schemas.openxmlformats.org/officeDocument/", "http://purl.oclc.org/ooxml/officeDocument/")


class Graft:
    """A package that gets parts of another one. A part that is brought twice is there once."""

    def __init__(self, source: Package, package: Package, content: Callable[[str], bytes] | None = None) -> None:
        self._source = source
        self.package = package
        self._content = content or source.part
        self._names: dict[str, str] = {}

    def refer(self, part: str, owner: str, relation: Relationship, identifier: str) -> None:
        """Let a part refer to what a part of the other package, its owner, refers to."""
        kind = relation.type if relation.kind.startswith(_STANDARD) else relation.kind
        is_address = relation.external or relation.target == owner
        target = relation.address if is_address else self._bring(relation.target)
        self.package, _ = self.package.with_relationship(part, kind, target, is_address, identifier)

    def _bring(self, part: str) -> str:
        """The name that a part of the other package has in this one, to which it is brought; if it was not there, one
        that no part has."""
        if part == self._source.main:
            return self.package.main
        if not self._source.has(part):
            return free_name(self.package, part)
        if part not in self._names:
            self._names[part] = given = free_name(self.package, part)
            self.package = self.package.with_parts({given: self._content(part)})
            self.package = self.package.with_content_type(given, self._source.content_type(part))
            for each in self._source.relationships(part):
                self.refer(given, part, each, each.id)
        return self._names[part]


def free_name(package: Package, wanted: str) -> str:
    """The name that is wanted for a part, or one like it that no part has."""
    stem, dot, ending = wanted.rpartition(".")
    number = 1
    while package.has(f"{stem}-{number}{dot}{ending}"):
        number += 1
    return f"{stem}-{number}{dot}{ending}" if package.has(wanted) else wanted


def are_alike(one: Package, part: str, other: Package, counterpart: str) -> bool:
    """Whether parts of two packages hold the same, and refer to the same by the same ids."""
    return _are_alike(one, part, other, counterpart, set())


def _are_alike(one: Package, part: str, other: Package, counterpart: str, met: set[tuple[str, str]]) -> bool:
    if (part, counterpart) in met:
        return True
    met.add((part, counterpart))
    if not one.has(part) or not other.has(counterpart):
        return one.has(part) == other.has(counterpart) and part == counterpart
    if one.checksum(part) != other.checksum(counterpart) or one.part(part) != other.part(counterpart):
        return False
    ours, theirs = ({each.id: each for each in package.relationships(name)} for package, name in
                    ((one, part), (other, counterpart)))  # fmt: skip
    return ours.keys() == theirs.keys() and all(
        (each.type, each.external) == (theirs[key].type, theirs[key].external)
        and (each.address == theirs[key].address if each.external
             else _are_alike(one, each.target, other, theirs[key].target, met))
        for key, each in ours.items()
    )  # fmt: skip
