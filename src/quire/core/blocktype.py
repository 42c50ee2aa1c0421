"""What a block can be turned into."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self, get_args

from quire.core.errors import InvalidArgumentError

if TYPE_CHECKING:
    from quire.core.document import Intent

BlockType = Literal["paragraph", "heading", "codeBlock", "blockquote"]

_LEVELS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Wish:
    """The type that blocks are to have."""

    type: BlockType
    level: int | None = None
    language: str | None = None

    @classmethod
    def of(cls, intent: Intent) -> Self:
        """Read what an intent asks for."""
        wish = cls(**intent.arguments)
        if wish.type not in get_args(BlockType):
            known = ", ".join(get_args(BlockType))
            raise InvalidArgumentError(f"There is no block type {wish.type!r}.", f"Types: {known}.")
        if wish.level is not None and wish.level not in _LEVELS:
            raise InvalidArgumentError(f"There is no heading of level {wish.level}.", "Give a level from 1 to 6.")
        if wish.language and re.search(r"[`\s]", wish.language):
            raise InvalidArgumentError(
                f"{wish.language!r} cannot be the language of a code block.", "Give one word without backticks."
            )
        return wish
