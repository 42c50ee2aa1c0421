"""Real Word files, and what comes of each when it is edited in every place that it has."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from quire.core.author import Author
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots
from quire.workspace.session import Client
from tests.corpus import DOCX_FILES
from tests.docx.parts import Difference, ParagraphDifference, difference, paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_TRIES = 25
"""How many paragraphs of a kind are tried: some are all fields, pictures or locked controls."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_MARKS = re.compile(rb"<\w+:(?:bookmark|commentRange|perm|move(?:From|To)Range)")


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit, and all that differs between the file before it and the file after it."""

    kind: str
    paragraph: str
    part: str
    difference: Difference
    has_marks: bool = False

    @property
    def faults(self) -> list[str]:
        """What differs that should not."""
        found, inside = self.difference, self.difference.paragraphs.get(self.part, ParagraphDifference())
        amount = (len(inside.changed), len(inside.inserted), len(inside.deleted))
        wanted = {"insert": (0, 1, 0), "delete": (0, 0, 1)}.get(self.kind, (1, 0, 0))
        told = {
            "another part": found.changed != (self.part,),
            "entries": bool(found.added or found.removed or found.recompressed or found.reordered),
            "a declaration": bool(found.declarations),
            "the root": inside.root,
            "what is around": inside.around and not self.has_marks,
            "other paragraphs": amount != wanted,
        }
        return [f"{self.kind} of {self.paragraph}: {what} changed" for what, is_so in told.items() if is_so]


@dataclass
class Treated:
    """What became of a file."""

    before: bytes
    refusal: dict[str, Any] | None = None
    unedited: bytes = b""
    after: bytes = b""
    edits: list[Edit] = field(default_factory=list)
    receipt: dict[str, Any] = field(default_factory=dict)


class Clerk:
    """Someone who edits files with the tools of a server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "home").mkdir()
        self._engine = Engine(folder / "home")
        self._client = Client(Author("clerk", "agent"), Roots((str(folder),)))

    def close(self) -> None:
        self._engine.close()

    def call(self, tool: str, **arguments: Any) -> tuple[bool, dict[str, Any]]:
        """Whether a tool did what it was asked for, and its answer."""
        reply = self._engine.call(Call(self._client, tool, arguments))
        answer = reply.structured or {}
        assert not reply.is_error or answer["code"] in ("E_UNSUPPORTED", "E_INVALID_ARG", "E_NOT_FOUND"), answer
        return not reply.is_error, answer

    def treat(self, name: str) -> Treated:
        """Open a file, save it as it is, and make one edit of each kind."""
        path = self._folder / name.replace("/", "__")
        path.write_bytes(DOCX_FILES[name].read_bytes())
        treated = Treated(path.read_bytes())
        is_open, answer = self.call("open_document", file_path=str(path))
        if not is_open:
            treated.refusal = answer
            return treated
        session = answer["session_id"]
        treated.unedited = treated.after = self._saved(session)[0]
        for kind, stories in _PLACES.items():
            treated.edits += self._edit(session, kind, stories, treated, Random(f"{name} {kind}"))
        treated.after, treated.receipt = self._saved(session)
        self.call("clear_session", session_id=session)
        return treated

    def _saved(self, session: str) -> tuple[bytes, dict[str, Any]]:
        path = self._folder / "copy.docx"
        done, receipt = self.call("download", session_id=session, save_to_local_path=str(path), allow_overwrite=True)
        assert done, receipt
        return path.read_bytes(), receipt

    def _edit(self, session: str, kind: str, stories: tuple[str, ...], treated: Treated, chance: Random) -> list[Edit]:
        """One edit of a kind, if there is a paragraph for it."""
        nodes = [node for story in stories for node in self._nodes(session, story)]
        texts = Counter(node["clean_text"] for node in nodes)
        nodes = [node for node in nodes if _suits(node, kind) and (kind != "delete" or texts[node["clean_text"]] == 1)]
        chance.shuffle(nodes)
        for node in nodes[:MOST_TRIES]:
            if self._try(session, kind, node, chance):
                before, treated.after = treated.after, self._saved(session)[0]
                found = difference(before, treated.after)
                part = next(iter(found.changed), "")
                marks = any(_MARKS.search(each) for each in _gone(before, found, part))
                return [Edit(kind, node["id"], part, found, marks)]
        return []

    def _nodes(self, session: str, story: str) -> list[dict[str, Any]]:
        _, answer = self.call("read_file", session_id=session, story=story, format="json", limit=2000)
        found: list[dict[str, Any]] = answer["nodes"]
        return found

    def _try(self, session: str, kind: str, node: dict[str, Any], chance: Random) -> bool:
        match kind:
            case "insert":
                done, _ = self.call("smart_insert", session_id=session, positional_anchor_node_id=node["id"],
                                    new_string="A <b>new</b> paragraph.", track_changes=False)  # fmt: skip
            case "delete":
                done, _ = self.call(
                    "delete_paragraph", session_id=session, target_paragraph_id=node["id"], track_changes=False
                )
            case _:
                words = [word for word in _WORD.findall(node["clean_text"]) if node["clean_text"].count(word) == 1]
                word = chance.choice(words)
                done, _ = self.call("smart_edit", session_id=session, target_paragraph_id=node["id"],
                                    old_string=word, new_string=f"{word} «quire»", track_changes=False)  # fmt: skip
        return done


_PLACES = {
    "edit": ("body",),
    "insert": ("body",),
    "delete": ("body",),
    "cell": ("body",),
    "header": ("header", "footer"),
    "note": ("footnotes", "endnotes"),
    "comment": ("comments",),
    "box": ("textboxes",),
}


def _suits(node: dict[str, Any], kind: str) -> bool:
    if kind == "insert":
        return True
    text = node["clean_text"]
    has_word = any(text.count(word) == 1 for word in _WORD.findall(text))
    return has_word and (kind != "cell" or "table" in node)


def _gone(before: bytes, found: Difference, part: str) -> Iterator[bytes]:
    inside = found.paragraphs.get(part, ParagraphDifference())
    sources = paragraphs(before, part) if inside.deleted else []
    yield from (sources[number] for number in inside.deleted)
