"""A Word document in the editor: the tools act on what is selected, and each act is held to what every edit must keep.

page = editor(docx(p("The ", bold("Fee"), " is due.")))
page.select("Fee").act("format_toggle", mark="italic")
assert page.runs("Fee") == [("The ", ""), ("Fee", "bi"), (" is due.", "")]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.docx.paper import Paper
from tests.docx.parts import MAIN, content

if TYPE_CHECKING:
    from tests.conftest import Refused


class Page(Paper):
    """A paper whose text is seen as the editor counts it."""

    @property
    def whole(self) -> str:
        """The visible text of the body."""
        return "\n".join(row["clean_text"] for row in self.rows())

    @property
    def source(self) -> str:
        """The body as the file has it, without the ids of paragraphs."""
        found = content(self.now, MAIN).decode()
        return re.sub(r' w14:(?:paraId|textId)="\w+"| mc:Ignorable="[^"]*"| xmlns:\w+="[^"]*"', "", found)

    def select(self, said: str, to: str | None = None) -> Page:
        """Select a text, or from its first character to the last of another one."""
        whole = self.whole
        start = whole.index(said)
        end = start + len(said) if to is None else whole.index(to, start) + len(to)
        self._desk.call("selection_set", **{"from": start, "to": end}, windowId=self.session)
        return self

    def point(self, said: str, offset: int = 0) -> Page:
        """Put the cursor before a text, or so many characters behind that."""
        at = self.whole.index(said) + offset
        self._desk.call("selection_set", **{"from": at, "to": at}, windowId=self.session)
        return self

    @property
    def selection(self) -> tuple[int, int]:
        found = self._desk.call("selection_get", windowId=self.session)
        return found["from"], found["to"]

    def act(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers. Undoing what it did gives back every byte, and redoing does it again."""
        before = self.now
        told = self._desk.call(tool, windowId=self.session, **arguments)
        self._desked(None, before)
        return told

    def do(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers; the selection is where it has left it."""
        return self._desk.call(tool, windowId=self.session, **arguments)

    def ask(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers that changes nothing."""
        before = self.now
        told = self._desk.call(tool, windowId=self.session, **arguments)
        assert self.now == before
        return told

    def declines(self, tool: str, **arguments: Any) -> Refused:
        """The refusal of a tool, which has changed nothing."""
        before = self.now
        found = self._desk.refusal(tool, windowId=self.session, **arguments)
        assert self.now == before, "a refusal changes nothing"
        return found

    def staged(self, tool: str, **arguments: Any) -> None:
        """Have a tool's act wait as a suggestion, and accept it: it comes to the same as doing it at once."""
        before = self.now
        self._desk.settings(staging="stage-everything")
        told = self._desk.call(tool, windowId=self.session, **arguments)
        assert self.now == before
        assert not told["applied"]
        self._desk.settings(staging="suggest")
        self._desk.as_person("suggestion_accept_all", windowId=self.session)
        assert self.now != before

    def blocks(self) -> list[tuple[str, str]]:
        """The names of all blocks, with the text of each."""
        return [(each["nodeId"], each["content"]) for each in self.ask("list_blocks")]
