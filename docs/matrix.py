"""The page on which tool works on what, from what the tools say of themselves."""

from __future__ import annotations

from itertools import groupby

from quire.tools import live, registry

_BEGINNING = """\
# Which tool works on what

Every tool of every family works on every document on which it has a meaning. Elsewhere it refuses with `E_UNSUPPORTED`,
and the hint of the refusal says what to use instead. A document that is open in Word itself ("live Word") is Word's:
there the tools ask Word, and for what it cannot be asked, its file can be opened. On Markdown the tools of Word speak
Markdown: texts that they find, tell, insert and replace are its source.
"""


def page() -> str:
    """A table of all tools."""
    lines = [_BEGINNING, "| Toolset | Tool | Markdown | .docx | live Word |", "|---|---|---|---|---|"]
    for toolset, tools in groupby(registry.select().values(), key=lambda tool: tool.toolset):
        for number, tool in enumerate(tools):
            shown = "" if number else f"`{toolset}`"
            lines.append(f"| {shown} | `{tool.name}` | {tool.markdown} | {tool.docx} | {_live(tool)} |")
    return "\n".join(lines) + "\n"


def _live(tool: registry.Tool) -> str:
    return str(live.support(tool) or "–")
