"""What tools do on a document that is open in Word itself: they ask its add-in, and tell what it answers.

Word holds the document. Nothing of it is kept here, and nothing else waits while Word is asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quire.core.errors import UnsupportedError
from quire.tools.support import WORKS, Support, lacking

if TYPE_CHECKING:
    from quire.core.author import Author
    from quire.tools.registry import Reply, Tool
    from quire.tools.schema import Arguments
    from quire.workspace.guests import Guest
    from quire.workspace.settings import Manner, Settings

Ask = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
"""Has an add-in carry out an operation, and gives its answer, which was checked."""

MODULES = ("liveword", "livedocuments")
WINDOWS = ("workspace_focus_window", "editor_focus", "workspace_list_windows")
"""What acts on windows, and on those of Word too."""
OTHERS = ("workspace_new_document", "workspace_open_document", "open_document", "workspace_get_info", "tabs_create")
"""What takes a window, but does nothing to what it shows."""
INSTEAD = {
    "tabs": "Word's windows have no tabs",
    "suggestions": "suggestions are tracked changes there: a person decides on them in Word",
    "editing": "undo in Word",
    "workspace": "do it in Word",
}
"""What to do instead, by toolset or family; else the file is the way."""


class LiveDocument:
    """A document in Word, as one call uses it."""

    def __init__(self, guest: Guest, ask: Ask, author: Author, settings: Settings) -> None:
        self.guest = guest
        self._ask = ask
        self._author = author
        self._settings = settings
        self.is_changed = False
        self.is_tracked = False
        self.written = ""  # the last text that went there

    async def ask(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """Have something told, or selected."""
        return await self._ask(operation, {**arguments, "tracked": False})

    async def edit(self, operation: str, manner: Manner = "acts", **arguments: Any) -> dict[str, Any]:
        """Have something changed; where edits wait for approval, it is a tracked change, on which a person decides."""
        tracked = self._settings.stages(self._author, manner)
        answer = await self._ask(operation, {**arguments, "tracked": tracked})
        self.is_changed, self.is_tracked = True, self.is_tracked or tracked
        self.written = str(arguments.get("text") or arguments.get("replaceWith") or self.written)
        return answer

    @property
    def applied(self) -> bool:
        """Whether what was changed waits for nobody."""
        return not self.is_tracked

    def tell(self, done: str) -> str:
        return f"{done} as a tracked change: a person decides on it in Word." if self.is_tracked else f"{done}."


LiveFunction = Callable[[LiveDocument, Any], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class LiveTool:
    """What a tool does there."""

    function: LiveFunction
    support: Support


_KNOWN: dict[str, LiveTool] = {}


def live(name: str, support: Support = WORKS) -> Callable[[LiveFunction], LiveFunction]:
    """Register what a tool does on a document in Word."""

    def register(function: LiveFunction) -> LiveFunction:
        _KNOWN[name] = LiveTool(function, support)
        return function

    return register


@cache
def known() -> dict[str, LiveTool]:
    """All that works there, by the tool's name."""
    for module in MODULES:
        import_module(f"quire.tools.{module}")
    return _KNOWN


def support(tool: Tool) -> Support | None:
    """What a tool does there; None where it is about no document."""
    if tool.name in known():
        return known()[tool.name].support
    if tool.name in WINDOWS:
        return WORKS
    if tool.name in OTHERS or "windowId" not in tool.input_schema["properties"]:
        return None
    return lacking(_instead(tool))


def _instead(tool: Tool) -> str:
    return INSTEAD.get(tool.toolset) or INSTEAD.get(tool.family) or "save it in Word, and open the file"


def refused(tool: Tool, guest: Guest) -> UnsupportedError:
    """What is said of a tool that does nothing there."""
    instead = _instead(tool)
    return UnsupportedError(
        f"{guest.title!r} ({guest.label}) is open in Word, where {tool.name} does not work.",
        f"{instead[0].upper()}{instead[1:]}. What works there: document_get_content, document_search, search, "
        "insertText, replace, applyStyle, the table. tools and the like; windowId names another document's window.",
    )


async def run(tool: Tool, arguments: dict[str, Any], document: LiveDocument) -> Reply:
    """The answer of a tool that does its work there."""
    return tool.reply(await known()[tool.name].function(document, tool.checked(arguments)))


def said(args: Arguments) -> dict[str, Any]:
    """The arguments of a call as an add-in gets them."""
    return args.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"window_id"})
