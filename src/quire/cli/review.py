"""`quire review`: the person decides on suggestions in the terminal."""

from __future__ import annotations

import sys
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

import anyio

from quire.cli.profile import ask
from quire.core.errors import NotFoundError
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
        pending = await _pending(link)
        if parsed.accept or parsed.reject:
            for decision, names in (("accept", parsed.accept), ("reject", parsed.reject)):
                for suggestion in _named(pending, names):
                    await _decide(link, decision, suggestion)
        elif sys.stdin.isatty() and not parsed.list:
            await _ask_about(link, pending)
        else:
            for suggestion in pending:
                _show(suggestion)
            _print(f"{len(pending)} pending.")


async def _pending(link: Link) -> list[Suggestion]:
    """Every pending suggestion of every open document, with the document's title."""
    found = []
    for window in await ask(link, "workspace_list_windows"):
        for tab in await ask(link, "tabs_list", windowId=window["label"]):
            listed = await ask(link, "suggestion_list", windowId=tab["id"])
            found += [{**suggestion, "tab": tab["id"], "title": tab["title"]} for suggestion in listed["suggestions"]]
    return found


def _named(pending: list[Suggestion], names: list[str]) -> list[Suggestion]:
    if "all" in names:
        return [suggestion for suggestion in pending if not suggestion["isStale"]]
    known = {suggestion["id"]: suggestion for suggestion in pending}
    for name in names:
        if name not in known:
            raise NotFoundError(f"No suggestion {name!r} is pending.", "'quire review --list' shows those that are.")
    return [known[name] for name in names]


async def _decide(link: Link, decision: str, suggestion: Suggestion) -> None:
    answer = await ask(link, f"suggestion_{decision}", suggestionId=suggestion["id"], windowId=suggestion["tab"])
    _print(f"{suggestion['id']}: {answer['message']}")


async def _ask_about(link: Link, pending: list[Suggestion]) -> None:
    for number, suggestion in enumerate(pending, 1):
        _show(suggestion)
        answer = ""
        while answer not in ("a", "r", "s", "q"):
            answer = input(f"{number} of {len(pending)}: [a]ccept, [r]eject, [s]kip, [q]uit? ").strip().lower()[:1]
        if answer == "q":
            return
        if answer != "s":
            await _decide(link, {"a": "accept", "r": "reject"}[answer], suggestion)
    if not pending:
        _print("Nothing is pending.")


def _show(suggestion: Suggestion) -> None:
    stale = ", stale: its text has changed since" if suggestion["isStale"] else ""
    _print(f"{suggestion['id']}  {suggestion['type']} in {suggestion['title']} at {suggestion['from']}, "
           f"by {suggestion['author']}, {suggestion['createdAt']}{stale}")  # fmt: skip
    if suggestion.get("reason"):
        _print(f"  because: {suggestion['reason']}")
    for line in _difference(suggestion.get("originalContent", ""), suggestion.get("newContent", "")):
        _print(f"  {line}")
    _print()


def _difference(before: str, after: str) -> list[str]:
    lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def _print(line: str = "") -> None:
    # What a document holds must not steer the terminal.
    sys.stdout.write("".join(each if each.isprintable() else "�" for each in line) + "\n")
