"""Markdown edited at random: the text becomes what the calls say, and undoing all of it gives back the file's bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from quire.tools import registry
from tests.fuzz.arguments import Arguments
from tests.fuzz.manuscripts import scribbled
from tests.fuzz.subject import FaultError, Subject

if TYPE_CHECKING:
    from tests.fuzz.rounds import Found

EDITS = 25
SECONDS_FOR_A_CALL = 5.0
OTHERWISE = ("workspace_", "tabs_", "page_", "editor_", "export_", "compare_", "import_", "open_", "clear_session",
             "download", "save", "settings", "audit", "has_", "set_track", "get_capabilities")  # fmt: skip
"""How the names of tools begin that neither read nor change a text."""


def markdown(seed: int, found: Found) -> None:
    """One text, and calls on it."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        subject = Subject(Path(folder), chance, SECONDS_FOR_A_CALL)
        try:
            _edit(subject, Path(folder, "documents", "scribbled.md"), chance, found)
            subject.check()
        except FaultError as fault:
            found.faults.append(f"--seed {seed}: {fault}")
        finally:
            subject.close()


def _edit(subject: Subject, path: Path, chance: Random, found: Found) -> None:
    path.write_bytes(scribbled(chance).encode("utf-8", "replace"))
    before = path.read_bytes()
    if subject.call("workspace_open_document", {"path": str(path)}):
        raise FaultError("a Markdown file was not opened")
    tab, arguments = subject.session.document().id, Arguments(chance, subject)
    tools = [tool for tool in registry.tools().values() if _edits(tool.name)]
    for _ in range(EDITS):
        found.calls += 1
        if chance.random() < 0.4:
            _put(subject, tab, chance)
            continue
        tool = chance.choice(tools)
        given = {**arguments.of(tool.input_schema), **_in_window(tool.input_schema, tab)}
        try:
            found.refused += subject.call(tool.name, given)
        except FaultError as fault:
            raise FaultError(f"{tool.name} {str(given)[:500]} {fault}") from fault
    _undo_all(subject, tab)
    subject.call("workspace_save_document", {"windowId": tab})
    if path.read_bytes() != before:
        raise FaultError("undoing everything did not give back the file")


def _edits(name: str) -> bool:
    return not name.startswith(OTHERWISE)


def _in_window(schema: dict[str, Any], tab: str) -> dict[str, str]:
    return {"windowId": tab} if "windowId" in schema.get("properties", {}) else {}


def _put(subject: Subject, tab: str, chance: Random) -> None:
    """Put a word somewhere, and see that just this happened."""
    text = subject.text(tab)
    at = chance.randrange(text.startswith("\ufeff"), len(text) + 1) if text != "\ufeff" else 1
    word = chance.choice(("word", "你好", "👩‍👩‍👧", "*", "x" * 300))
    if text[at - 1 : at + 1] == "\r\n":
        return  # nothing goes between the two
    if subject.call("document_insert_at_position", {"text": word, "position": at, "windowId": tab}):
        raise FaultError(f"a word could not be put at {at}")
    if subject.text(tab) != text[:at] + word + text[at:]:
        raise FaultError(f"{word!r} at {at} changed something else")


def _undo_all(subject: Subject, tab: str) -> None:
    for _ in range(1000):
        seen = subject.revision(tab)
        subject.call("editor_undo", {"windowId": tab})
        if subject.revision(tab) == seen:
            return
    raise FaultError("undoing never ends")
