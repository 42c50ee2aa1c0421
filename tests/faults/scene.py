"""A workspace at work, and what must be true of it whatever goes wrong around it.

All that was answered is there when another process asks, a refused call has changed nothing, and a file on disk is
wholly what it was or wholly what was saved.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from quire import formats
from quire.core.author import Author
from quire.core.errors import QuireError
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots, digest
from quire.workspace.session import Client
from tests.docx.gallery import GALLERY
from tests.faults.somebody import hand_over, somebody, themselves

if TYPE_CHECKING:
    from random import Random

    from quire.tools.registry import Reply

CODES = frozenset(kind.code for kind in QuireError.__subclasses__())
TEXT = "# Fees\r\n\r\nThe fee is *due* 你好 👩‍👩‍👧.\r\n"


class FaultError(AssertionError):
    """What may not happen, whatever goes wrong."""


@dataclass(frozen=True)
class Standing:
    """What a client can see of a document."""

    text: str
    revision: int
    dirty: bool
    suggestions: tuple[str, ...]


View = dict[str, Standing]


class Scene:
    """Documents of both formats in a workspace, edited and saved at random."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.chance = chance
        self.home, self.root = folder / "home", folder / "documents"
        for each in (self.home, self.root):
            each.mkdir()
        self.markdown, self.word = self.root / "a.md", self.root / "b.docx"
        self.markdown.write_bytes(TEXT.encode())
        self.word.write_bytes(GALLERY[chance.choice(sorted(GALLERY))])
        roots = Roots((str(self.root),))
        self._person = Client(Author("Ada", "person"), roots)
        self._agent = Client(Author("Bot", "agent"), roots)
        hand_over(folder)
        self.start()
        self.told = ""
        self.disk: dict[Path, bytes | None] = {}
        self.past: dict[str, set[str]] = {}
        self.count = self.calls = self.refused = 0
        self.under_way: tuple[Path, bytes] | None = None
        self.is_away = False
        for path in (self.markdown, self.word):
            self.notice(path)
            self._call("workspace_open_document", {"path": str(path)})
        self.expected = self.view()

    # What is done

    def act(self) -> bool:
        """Make a call that makes sense; whether it was carried out."""
        kinds = {self._write: 8, self._save: 6, self._suggest: 3, self._decide: 2, self._undo: 2, self._open: 2,
                 self._copy: 2, self._come_and_go: 1, self._rest: 3}  # fmt: skip
        (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
        return kind(self.chance.choice(list(self.expected)))

    def work(self) -> None:
        """See that every document can be edited."""
        if self.is_away:
            self.come_back()
        for tab in self.expected:
            if not self._write(tab):
                raise FaultError(f"{self.engine.store.sheets[tab].title} cannot be edited any more: {self.told}")

    def _token(self, tab: str) -> str:
        """Text to put in; in Markdown now and then so much that the journal will write a snapshot."""
        self.count += 1
        most = 400 if self.engine.store.sheets[tab].format == formats.DOCX.name else 20_000
        return f"«{self.count}😀漢»" * self.chance.choice((1, 1, 1, 1, 1, 400, most))

    def _write(self, tab: str) -> bool:
        token = self._token(tab)
        done = self._try("document_insert_at_position", {"text": token, "position": 0, "windowId": tab})
        if done and token not in self.expected[tab].text:
            raise FaultError("an edit was answered that was not carried out")
        return done

    def _suggest(self, tab: str) -> bool:
        given = {"text": self._token(tab), "position": 0, "windowId": tab}
        return self._try("document_insert_at_position", given, self._agent)

    def _decide(self, tab: str) -> bool:
        return self._try(self.chance.choice(("suggestion_accept_all", "suggestion_reject_all")), {"windowId": tab})

    def _undo(self, tab: str) -> bool:
        return self._try(self.chance.choice(("editor_undo", "editor_redo")), {"windowId": tab})

    def _open(self, tab: str) -> bool:
        path = self.engine.store.sheets[tab].path or str(self.root / "nowhere.md")
        given = {"path": path, "reload": True} if self.chance.random() < 0.3 else {"path": path}
        return self._try("workspace_open_document", given)

    def _save(self, tab: str) -> bool:
        sheet = self.engine.store.sheets[tab]
        if sheet.path is None:
            return self._try("workspace_save_document", {"windowId": tab})
        path, data = Path(sheet.path), self._data(tab)
        known = {None, sheet.digest, sheet.writing, digest(data)}
        present, is_strange = _held(path), os.path.lexists(path) and not path.is_file()
        done = self._try("workspace_save_document", {"windowId": tab}, writes=(path, data))
        if done and (is_strange or (None if present is None else digest(present)) not in known):
            raise FaultError("what someone else put into a file was overwritten")
        return done

    def _copy(self, tab: str) -> bool:
        path = self.root / f"copy{Path(self.engine.store.sheets[tab].title).suffix or '.md'}"
        given = {"windowId": tab, "path": str(path), "overwrite": True}
        self.notice(path)
        return self._try("workspace_save_document_as", given, writes=(path, self._data(tab)))

    def _come_and_go(self, _: str) -> bool:
        tab = self._call("workspace_new_document", {"title": "passing"}).structured
        if tab is None or "tabId" not in tab:
            return False
        self.expected = self.view()
        self._write(tab["tabId"])
        return self._try("tabs_close", {"tabId": tab["tabId"]})

    def _rest(self, _: str) -> bool:
        """Have the workspace do what it does while nobody waits; what is wrong then is nobody's answer."""
        with somebody(), suppress(QuireError):
            self.engine.sync()
        return True

    def _data(self, tab: str) -> bytes:
        """What saving a document should put into its file."""
        store = self.engine.store
        return formats.named(store.sheets[tab].format).write(store.manuscript(tab).document)

    def _try(
        self, tool: str, given: dict[str, Any], client: Client | None = None, writes: tuple[Path, bytes] | None = None
    ) -> bool:
        """Make a call, and see what became of it in memory and on disk."""
        self.under_way = writes
        reply = self._call(tool, given, client)
        self.under_way = None
        seen = self.view()
        if reply.is_error and seen != self.expected:
            raise FaultError(f"{tool} was refused and yet changed something: {reply.text}")
        self.expected = seen
        if writes:
            self.settle(*writes, certain=not reply.is_error)
        self.look_at_files()
        return not reply.is_error

    def _call(self, tool: str, given: dict[str, Any], client: Client | None = None) -> Reply:
        with somebody():
            reply = self.engine.call(Call(client or self._person, tool, given, f"{self.chance.random()}"))
        self.calls += 1
        self.told = reply.text
        if reply.is_error:
            self.refused += 1
            told = reply.structured or {}
            if told.get("code") not in CODES or not told.get("message") or not told.get("hint"):
                raise FaultError(f"{tool}: no refusal is {told}")
            if "please report it" in told["hint"]:
                raise FaultError(f"{tool} failed: {told['message']}")
        return reply

    # What is seen

    def view(self) -> View:
        with somebody():
            return self._view()

    def _view(self) -> View:
        store = self.engine.store
        found = {}
        for tab in store.desk.windows.tabs:
            manuscript = store.manuscript(tab)
            self.past.setdefault(tab, {""}).add(manuscript.document.text)
            pending = tuple(each.id for each in manuscript.suggestions)
            found[tab] = Standing(manuscript.document.text, manuscript.revision, manuscript.is_dirty, pending)
        return found

    def notice(self, path: Path) -> None:
        """Take a file as it is, since someone else made it so."""
        self.disk[path] = _held(path)

    def settle(self, path: Path, data: bytes, *, certain: bool) -> None:
        """A file was to be written. Whether or not it was, it holds what it held, or all that it was to hold."""
        if certain or _held(path) == data:
            self.disk[path] = data
            _look_whole(path.name, data)

    def look_at_files(self) -> None:
        for path, known in self.disk.items():
            if (held := _held(path)) != known:
                raise FaultError(f"{path.name} holds {_shown(held)} and not {_shown(known)}")

    # Ends and beginnings

    def leave(self) -> None:
        with somebody():
            self.engine.close()

    def start(self) -> None:
        with somebody():
            self.engine = Engine(self.home)

    def come_back(self) -> None:
        """Another process asks for all that was answered."""
        self.start()
        self.look_again()

    def look_for_leavings(self) -> None:
        if left := [path.name for path in self.root.glob(".*.quire.tmp")]:
            raise FaultError(f"{left} was left behind")

    def look_again(self) -> None:
        if (seen := self.view()) != self.expected:
            raise FaultError(f"a new process finds something else: {_differing(self.expected, seen)}")
        self.look_at_files()

    def recover(self) -> None:
        """Begin after an end in the midst of a call: it has been carried out wholly or not at all."""
        if self.under_way:
            self.settle(*self.under_way, certain=False)
        self.start()
        seen = self.view()
        if changed := [tab for tab in self.expected if seen.get(tab) != self.expected[tab]]:
            before, after = self.expected[changed[0]], seen.get(changed[0])
            if len(changed) > 1 or (after and abs(after.revision - before.revision) > 1):
                raise FaultError(f"a new process finds something else: {_differing(self.expected, seen)}")
        self.expected = seen
        self.look_at_files()

    def look_for_past(self, how: str) -> None:
        """See that each document says what it once said; which of it, only a whole journal could tell."""
        seen = self.view()
        for tab, standing in seen.items():
            if standing.text not in self.past.get(tab, {""}):
                raise FaultError(f"{how}: {tab} says what it never said: {standing.text[:300]!r}")
        self.expected = seen

    def remember(self) -> None:
        """Put aside all that the disk holds at this moment: what a process leaves behind that is killed now."""
        with themselves():
            for each in (self.home, self.root):
                _copy(each, self._aside(each))

    def die(self) -> None:
        """Go on from what was put aside, if anything was, and else from now."""
        if not self._aside(self.home).exists():
            self.remember()
        self.leave()
        for each in (self.home, self.root):
            shutil.rmtree(each)
            self._aside(each).rename(each)

    @staticmethod
    def _aside(folder: Path) -> Path:
        return folder.with_name(f"{folder.name}-aside")


def _held(path: Path) -> bytes | None:
    """What an ordinary file holds."""
    return path.read_bytes() if path.is_file() else None


def _look_whole(name: str, data: bytes) -> None:
    """See that a Word file can be read to its end."""
    if name.endswith(".docx"):
        with ZipFile(BytesIO(data)) as package:
            if package.testzip():
                raise FaultError(f"{name} is half-written")


def _copy(folder: Path, aside: Path) -> None:
    shutil.copytree(folder, aside, symlinks=True)
    hand_over(aside)


def _shown(held: bytes | None) -> str:
    return "nothing" if held is None else f"{len(held)} bytes ({digest(held)[:8]})"


def _differing(expected: View, seen: View) -> str:
    names = [tab for tab in {*expected, *seen} if expected.get(tab) != seen.get(tab)]
    return "; ".join(f"{tab}: {str(expected.get(tab))[:300]} became {str(seen.get(tab))[:300]}" for tab in names)
