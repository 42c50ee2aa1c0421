"""What a suggestion would do where the words stay the same: told from what is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quire.core.document import Intent
    from quire.core.suggestion import Suggestion

_LONGEST = 80
_UNTOLD = ("paragraph", "anchor", "author", "initials", "date", "allow_field_result")
"""What says where something is, or who wants it: that is told anyway."""


def deed(suggestion: Suggestion) -> str | None:
    """What would change but words; None where words tell."""
    return _told(suggestion.intent) if suggestion.original == suggestion.proposed else None


def _told(intent: Intent) -> str:
    said = intent.arguments
    match intent.verb:
        case "switch_tracking":
            return "Changes are tracked from then on" if said.get("on") else "Changes are no longer tracked"
        case "edit_paragraph":
            return f"Written as {_short(said.get('new'))}"
        case "add_comment" | "answer_comment":
            return f"Comment: {_short(said.get('text'))}"
        case "wrap_paragraphs":
            return f"Hidden content controls around {len(said.get('tags', ()))} paragraphs"
    words = intent.verb.replace("_", " ").capitalize()
    inner = {name: value for each in said.values() if isinstance(each, dict) for name, value in each.items()}
    told = ", ".join(
        f"{name.replace('_', ' ')} {_short(value)}"
        for name, value in {**said, **inner}.items()
        if name not in _UNTOLD and isinstance(value, str | int | float)
    )
    return f"{words}: {told}" if told else words


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
