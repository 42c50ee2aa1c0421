"""How many columns a text takes where all characters stand in a grid."""

from __future__ import annotations

from unicodedata import category, east_asian_width

_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


def width(text: str) -> int:
    """Count the columns of a text: two for a wide character or an emoji, none for what only changes another."""
    if text.isascii():
        return len(text)
    columns = last = 0
    joined = False
    for character in text:
        if character == _AS_EMOJI:
            columns, last = columns + (last == 1), 2 if last else 0
        elif not joined and not _only_changes(character, last):
            last = 2 if east_asian_width(character) in "WF" else 1
            columns += last
        joined = character == _JOINER and last == 2
    return columns


def _only_changes(character: str, last: int) -> bool:
    """Whether a character has no place of its own: an accent, a joiner, the skin tone of the emoji before it."""
    return category(character) in ("Mn", "Me", "Cf") or (last == 2 and ord(character) in _SKIN_TONES)
