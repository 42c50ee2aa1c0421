"""A workspace that random calls are made in, and what has to be true of it whatever they are."""

from __future__ import annotations

import json
import shutil
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire import formats
from quire.core.author import Author
from quire.core.errors import QuireError
from quire.formats.docx.text.place import Place
from quire.server.engine import Call, Engine
from quire.workspace.files import Roots
from quire.workspace.session import Client, Session
from tests.docx.gallery import EVERYTHING

if TYPE_CHECKING:
    from random import Random

    from quire.formats.docx.document import DocxDocument
    from quire.tools import registry

SECONDS_FOR_A_CALL = 60.0
"""What no call may need: the longest make tables of 63,000 cells, in a few seconds."""

CODES = frozenset(kind.code for kind in QuireError.__subclasses__())
SAMPLES = Path(__file__).parent.parent.parent / "samples"
MARKDOWN = """---
title: All kinds
---

# One

Some *text* with a [link](https://example.org), `code`, $x^2$ and a note[^1].

- a
  - b
- [ ] task

| a | b |
|---|--:|
| c | d |

> [!NOTE]
> said

```py
print("hi")
```

[^1]: The note.
"""


class FaultError(AssertionError):
    """What a call did that none may do."""


def leaves(group: BaseExceptionGroup[FaultError]) -> list[FaultError]:
    """The faults in a group, however deep they lie."""
    found = list[FaultError]()
    for each in group.exceptions:
        found += leaves(each) if isinstance(each, BaseExceptionGroup) else [each]
    return found


class Subject:
    """A workspace with documents of every format in it, one of which is in front."""

    def __init__(self, folder: Path, chance: Random, most_seconds: float = SECONDS_FOR_A_CALL) -> None:
        self._folder = folder
        self._most_seconds = most_seconds
        self._chance = chance
        self._root = folder / "documents"
        self._root.mkdir(parents=True)
        shutil.copy(SAMPLES / "agreement.docx", self._root)
        (self._root / "all.md").write_text(MARKDOWN, encoding="utf-8")
        (self._root / "crlf.md").write_bytes(b"# One\r\n\r\ntext\r\n")
        (self._root / "everything.docx").write_bytes(EVERYTHING)
        self._client = Client(Author("fuzz", "person"), Roots((str(self._root),)), fetches=False)
        self._engine = self._started()
        for name in ("all.md", "crlf.md", "agreement.docx", "everything.docx"):
            self.call("workspace_open_document", {"path": str(self._root / name)})

    def _started(self) -> Engine:
        home = self._folder / "home"
        home.mkdir(exist_ok=True)
        return Engine(home)

    def close(self) -> None:
        self._engine.close()

    @property
    def session(self) -> Session:
        return Session(self._engine.store, self._client)

    @property
    def length(self) -> int:
        try:
            return len(self.session.document().document)
        except QuireError:
            return 0

    def text(self, tab: str) -> str:
        return self._engine.store.manuscript(tab).document.text

    def revision(self, tab: str) -> int:
        return self._engine.store.manuscript(tab).revision

    def names(self, argument: str) -> list[str]:
        """Values that an argument of that name could have and mean something by."""
        lowered = argument.lower()
        try:
            document = self.session.document()
        except QuireError:
            return []
        if "path" in lowered or "file" in lowered:
            return [str(self._root / name) for name in ("all.md", "agreement.docx", "new.md", "new.docx", "none/x.md")]
        if "node" in lowered or lowered == "after":
            return [node.id for node in document.document.nodes()[:40]]
        if "paragraph" in lowered or "anchor" in lowered:
            return _paragraphs(document.word) if document.is_word else []
        if "suggestion" in lowered:
            return [each.id for each in document.manuscript.suggestions]
        if "window" in lowered or "tab" in lowered or "session" in lowered:
            return [document.id, *self._engine.store.desk.windows.tabs]
        text = document.text
        at = self._chance.randrange(len(text) + 1)
        return [text[at : at + self._chance.choice((1, 3, 12))]]

    def call(self, tool: str, arguments: dict[str, Any]) -> bool:
        """Call a tool, and see that the answer is one; whether it refused."""
        begin = time.thread_time()  # of its own work: the machine may have other things to do
        reply = self._engine.call(Call(self._client, tool, arguments))
        took = time.thread_time() - begin
        if took > self._most_seconds:
            raise FaultError(f"took {took:.0f} seconds")
        try:
            json.dumps(reply.structured, allow_nan=False, ensure_ascii=False).encode()
            reply.text.encode()
        except ValueError as error:
            raise FaultError(f"answers what cannot be sent: {error}") from error
        if reply.is_error:
            self._judge(reply)
        return reply.is_error

    def _judge(self, reply: registry.Reply) -> None:
        told = reply.structured or {}
        if told.get("code") not in CODES or not told.get("message"):
            raise FaultError(f"is no refusal: {told}")
        if "please report it" in told["hint"]:
            raise FaultError(f"failed: {told['message']}")

    def check(self) -> None:
        """See that each document is whole, and that another process finds all of them as they are."""
        before = self._texts()
        for tab in before:
            sheet = self._engine.store.sheets[tab]
            known = formats.named(sheet.format)
            document = self._engine.store.manuscript(tab).document
            if known.read(known.write(document)).text != document.text:
                raise FaultError(f"{sheet.title} is another one when it is read again")
        self._engine.close()
        self._engine = self._started()
        if self._texts() != before:
            raise FaultError("a new process finds other texts")

    def _texts(self) -> dict[str, str]:
        store = self._engine.store
        return {tab: store.manuscript(tab).document.text for tab in store.desk.windows.tabs}


def _paragraphs(document: DocxDocument) -> list[str]:
    return [document.id(Place(document.package.main, block.key)) for block in islice(document.body, 40)]
