"""`quire review`: the person decides on suggestions in the terminal."""

from __future__ import annotations

import sys
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from quire.cli.profile import ask, one_line, show
from quire.core.errors import NotFoundError, QuireError
from quire.server.home import Home
from quire.server.link import linked

if TYPE_CHECKING:
    import argparse

    from quire.server.link import Link

Suggestion = dict[str, Any]


def run(parsed: argparse.Namespace) -> None:
    anyio.run(_review, parsed)


async def _review(parsed: argparse.Namespace) -> None:
    async with linked(Home()) as link:
        if parsed.accept or parsed.reject:
            await _decide_named(link, "accept", parsed.accept)
            await _decide_named(link, "reject", parsed.reject)
            return
        pending = await _pending(link)
        if sys.stdin.isatty() and not parsed.list:
            await _ask_about(link, pending)
            return
        for suggestion in pending:
            _show(suggestion)
        show(f"{len(pending)} pending.")


async def _decide_named(link: Link, decision: str, names: list[str]) -> None:
    """Decide on the suggestions of these ids, or on all: then as one change in each document."""
    if "all" in names:
        waiting = {suggestion["tab"]: suggestion["title"] for suggestion in await _pending(link)}
        for tab, title in waiting.items():
            answer = await ask(link, f"suggestion_{decision}_all", windowId=tab)
            show(f"{one_line(title)}: {answer['message']}")
        if not waiting:
            show("Nothing is pending.")
        return
    known = {suggestion["id"]: suggestion for suggestion in await _pending(link)}
    for name in names:
        if name not in known:
            raise NotFoundError(f"No suggestion {name!r} is pending.", "'quire review --list' shows those that are.")
        await _decide(link, decision, known[name])


async def _tabs(link: Link) -> list[dict[str, Any]]:
    windows = await ask(link, "workspace_list_windows")
    return [tab for window in windows for tab in await ask(link, "tabs_list", windowId=window["label"])]


async def _pending(link: Link) -> list[Suggestion]:
    """Every pending suggestion of every open document, with the document's title."""
    found = []
    for tab in await _tabs(link):
        listed = await ask(link, "suggestion_list", windowId=tab["id"])
        found += [{**suggestion, "tab": tab["id"], "title": tab["title"]} for suggestion in listed["suggestions"]]
    return found


async def _decide(link: Link, decision: str, suggestion: Suggestion) -> None:
    answer = await ask(link, f"suggestion_{decision}", suggestionId=suggestion["id"], windowId=suggestion["tab"])
    show(f"{suggestion['id']}: {answer['message']}")


async def _ask_about(link: Link, pending: list[Suggestion]) -> None:
    if not pending:
        show("Nothing is pending.")
    for number, suggestion in enumerate(pending, 1):
        _show(suggestion)
        answer = await _answer(f"{number} of {len(pending)}: [a]ccept, [r]eject, [s]kip, [q]uit? ")
        if answer == "q":
            return
        if answer != "s":
            try:
                await _decide(link, {"a": "accept", "r": "reject"}[answer], suggestion)
            except QuireError as error:
                show(f"{error.message} {error.hint}")


async def _answer(prompt: str) -> str:
    """What the person chooses. In a thread: this process may be the host that agents wait for."""
    answer = ""
    while answer not in ("a", "r", "s", "q"):
        try:
            answer = (await anyio.to_thread.run_sync(input, prompt)).strip().lower()[:1]
        except EOFError:
            return "q"
        if answer not in ("a", "r", "s", "q"):
            show("Type a, r, s or q, and Enter.")
    return answer


def _show(suggestion: Suggestion) -> None:
    stale = ", stale: its text has changed since" if suggestion["isStale"] else ""
    where = f"{suggestion['type']} in {suggestion['title']} at {suggestion['from']}"
    show(one_line(f"{suggestion['id']}  {where}, by {suggestion['author']}, {suggestion['createdAt']}{stale}"))
    if suggestion.get("reason"):
        show(one_line(f"  because: {suggestion['reason']}"))
    if suggestion["context"].strip():
        show(one_line(f"  where:   {suggestion['context']}"))
    if suggestion.get("change"):
        show(one_line(f"  change:  {suggestion['change']}"))
        show()
        return
    for line in _difference(suggestion.get("originalContent", ""), suggestion.get("newContent", "")):
        show(f"  {one_line(line)}")
    show()


def _difference(before: str, after: str) -> list[str]:
    """The lines that go and come; every line is shown, whatever it begins with, and whether it ends."""
    if "\n" not in before + after:  # words within a line, where nobody would think of its ending
        return [f"{sign}{text}" for sign, text in (("-", before), ("+", after)) if text]
    old, new = ([_with_ending(line) for line in text.splitlines(keepends=True)] for text in (before, after))
    return [line for line in list(unified_diff(old, new, lineterm="", n=2))[2:] if not line.startswith("@@")]


def _with_ending(line: str) -> str:
    """A line, with a sign of its ending unless that is the usual one."""
    bare = line.rstrip("\r\n")
    ending = line.removeprefix(bare)
    return bare + {"\n": "", "": "  (no line ending)"}.get(ending, ending)
