"""Values of which a document has many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def value(cls: type[_Class]) -> type[_Class]:
    """Make a dataclass that is frozen for the type checker only.

    One that is frozen at run time takes three times as long to create, and a large document has 100,000 blocks."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True)
def entity(cls: type[_Class]) -> type[_Class]:
    """Make such a dataclass that is equal to nothing but itself."""
    return dataclass(slots=True, eq=False)(cls)
