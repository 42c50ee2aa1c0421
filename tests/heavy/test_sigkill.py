"""Answered means durable: a process is killed at any moment, and the next one shows all that was answered."""

from __future__ import annotations

import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from quire.core.anchor import Range
from tests.heavy import ledger as effects
from tests.heavy.agent import RefusedError, told
from tests.heavy.conftest import Site
from tests.heavy.ledger import UNTITLED, Ledger, Move, View, outcomes

if TYPE_CHECKING:
    from tests.heavy.agent import Agent, Message

LANES = 5
KILLS_PER_LANE = 60
MOST_MOVES = 25
MOST_AT_ONCE = 3
MOST_PAGES = 6
LONG_TEXT = 40_000
"""A few insertions as long as this make the journal write a snapshot."""


@dataclass
class Player:
    """Makes random calls, and knows what must have come of them."""

    site: Site
    chance: Random
    ledger: Ledger = field(default_factory=Ledger)
    allowed: list[Ledger] = field(default_factory=lambda: [Ledger()])
    tabs: dict[str, str] = field(default_factory=dict)
    suggestions: dict[str, str] = field(default_factory=dict)
    count: int = 0

    # Choosing

    def choose(self) -> Move:
        """A random call that makes sense now."""
        title = self.chance.choice(list(self.tabs))
        kinds = {
            self._insert: 30, self._replace: 12, self._decide: 14, self._undo: 8, self._redo: 4,
            self._select: 8, self._save: 12, self._create: 4, self._switch: 5,
        }  # fmt: skip
        (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
        return kind(title)

    def _token(self) -> str:
        self.count += 1
        return f"«{self.count}😀漢»"

    def _insert(self, title: str) -> Move:
        length = len(self.ledger.text(title))
        is_long = length < 4 * LONG_TEXT and self.chance.random() < 0.05
        text = self._token() + ("漂x" * (LONG_TEXT // 2) if is_long else "")
        position = self.chance.randint(0, length)
        return self._move("document_insert_at_position", title, effects.insert(title, position, text), text=text,
                          position=position)  # fmt: skip

    def _replace(self, title: str) -> Move:
        search, text = f"«{self.chance.randint(1, self.count + 1)}😀漢»", self._token()
        return self._move("document_replace", title, effects.replace_first(title, search, text), search=search,
                          replace=text)  # fmt: skip

    def _decide(self, title: str) -> Move:
        pending = self.ledger.pending(title)
        if not pending:
            return self._insert(title)
        chosen = self.chance.choice(pending)
        verb, effect = self.chance.choice(
            [("accept", effects.accept), ("accept", effects.accept), ("reject", effects.reject)]
        )
        return self._move(f"suggestion_{verb}", title, effect(title, chosen), suggestionId=self.suggestions[chosen])

    def _undo(self, title: str) -> Move:
        return self._move("editor_undo", title, effects.undo(title))

    def _redo(self, title: str) -> Move:
        return self._move("editor_redo", title, effects.redo(title))

    def _select(self, title: str) -> Move:
        start, end = sorted(self.chance.choices(range(len(self.ledger.text(title)) + 1), k=2))
        arguments = {"from": start, "to": end}
        return self._move("selection_set", title, effects.select(title, Range(start, end)), **arguments)

    def _save(self, title: str) -> Move:
        if self.ledger.pages[title].has_path or title == UNTITLED:
            return self._move("workspace_save_document", title, effects.save(title))
        path = str(self.site.root / title)
        return self._move("workspace_save_document_as", title, effects.save_as(title), path=path)

    def _create(self, title: str) -> Move:
        if len(self.tabs) >= MOST_PAGES:
            return self._switch(title)
        self.count += 1
        title = f"{self.count}.md"
        return Move("workspace_new_document", {"title": title}, effects.create(title))

    def _switch(self, title: str) -> Move:
        return Move("tabs_switch", {"tabId": self.tabs[title]}, effects.switch(title))

    def _move(self, tool: str, title: str, effect: Any, **arguments: Any) -> Move:
        return Move(tool, {**arguments, "windowId": self.tabs[title]}, effect)

    # Playing

    def play(self, agent: Agent, move: Move) -> None:
        """Make a call, and expect the answer that the ledger predicts."""
        self.ledger, is_refused = move.after(self.ledger)
        with pytest.raises(RefusedError) if is_refused else nullcontext():
            self._learn(move, agent.call(move.tool, **move.arguments))

    def _learn(self, move: Move, answer: Any) -> None:
        """Keep the ids that an answer told."""
        if move.tool == "workspace_new_document":
            self.tabs[move.arguments["title"]] = answer["tabId"]
        for identifier in [answer.get("suggestionId"), *answer.get("suggestionIds", ())]:
            if identifier and not move.tool.startswith("suggestion"):
                self.suggestions[move.arguments.get("text") or move.arguments["replace"]] = identifier

    def play_until_killed(self, agent: Agent) -> None:
        """Make some calls at once and kill the process while they are under way."""
        moves = [self.choose() for _ in range(self.chance.randint(0, MOST_AT_ONCE))]
        begun = [(move, agent.begin(move.tool, **move.arguments)) for move in moves]
        time.sleep(self._moment())
        agent.kill()
        certain, possible = list[Move](), list[Move]()
        for move, number in begun:
            answer = agent.answered(number)
            (possible if answer is None else certain).append(move)
            if answer is not None:
                with suppress(RefusedError):
                    self._learn(move, told(answer))
        self.allowed = list(outcomes(self.ledger, certain, possible))

    def _moment(self) -> float:
        longest = self.chance.choice([0.0, 0.002, 0.005, 0.01, 0.03, 0.1])
        return self.chance.uniform(0, longest)

    # Looking

    def look(self, agent: Agent) -> None:
        """See that a new process shows one of the states that are allowed, and go on from there."""
        seen = self._view(agent)
        matching = [each for each in self.allowed if each.view() == seen]
        assert matching, self._explain(seen)
        files = {title: self._file(title) for title in matching[0].pages}
        # A save that was cut off may have got as far as the file.
        texts = {title: {each.files.get(title) for each in self.allowed} for title in files}
        assert all(files[title] in texts[title] for title in files), "a file holds what nobody saved"
        self.ledger = next((each for each in matching if each.files == files), matching[0].found(files))

    def _file(self, title: str) -> str | None:
        path = self.site.root / title
        return path.read_bytes().decode() if path.exists() else None

    def _view(self, agent: Agent) -> View:
        staging = agent.begin("get_capabilities")
        tabs = agent.call("tabs_list")
        for tab in tabs:
            known = self.tabs.setdefault(tab["title"], tab["id"])
            assert known == tab["id"], "a tab keeps its id"
        return {
            "staging": agent.answer(staging)["features"]["staging"],
            "active": next(tab["title"] for tab in tabs if tab["isActive"]),
            "pages": {tab["title"]: self._page(agent, tab) for tab in tabs},
        }

    def _page(self, agent: Agent, tab: Message) -> View:
        tools = ("document_get_content", "get_document_revision", "selection_get", "suggestion_list")
        numbers = [agent.begin(tool, windowId=tab["id"]) for tool in tools]
        text, revision, selection, pending = (agent.answer(number) for number in numbers)
        for each in pending["suggestions"]:
            known = self.suggestions.setdefault(each["newContent"], each["id"])
            assert known == each["id"], "a suggestion keeps its id"
        return {
            "text": text,
            "revision": int(revision["revision"].rpartition(":")[2]),
            "selection": (selection["from"], selection["to"]),
            "dirty": tab["isDirty"],
            "path": tab["filePath"] is not None,
            "suggestions": [
                (each["newContent"], each.get("originalContent", ""), each["from"], each["to"], each["isStale"])
                for each in pending["suggestions"]
            ],
        }

    def _explain(self, seen: View) -> str:
        return "\n".join(["none of the allowed states is seen", *_difference(self.allowed[0].view(), seen)])


def _difference(expected: Any, seen: Any, place: str = "") -> list[str]:
    """Where two views differ, without the parts that do not."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        return [
            line
            for key in {**expected, **seen}
            for line in _difference(expected.get(key), seen.get(key), f"{place}/{key}")
        ]
    return [] if expected == seen else [f"{place}: expected {str(expected)[:500]}, seen {str(seen)[:500]}"]


@pytest.mark.heavy
@pytest.mark.parametrize("chance", range(LANES), indirect=True)
def test_whatever_was_answered_survives_a_kill_at_any_moment(site: Site, chance: Random) -> None:
    player = Player(site, chance)
    agent = site.enter()
    try:
        for _ in range(KILLS_PER_LANE):
            player.look(agent)
            _live(player, agent)
            player.play_until_killed(agent)
            _kill_at_its_start(player)
            agent = site.enter()
        player.look(agent)
    finally:
        agent.kill()
    assert "Traceback" not in site.log


def _live(player: Player, agent: Agent) -> None:
    """What happens between two kills: a change of the settings by the person, then calls, then maybe a rest."""
    if player.chance.random() < 0.3:
        staging = player.chance.choice(["auto-approve", "suggest"])
        player.site.run("settings", "staging", staging)
        player.ledger = replace(player.ledger, staging=staging)
    for _ in range(player.chance.randint(0, MOST_MOVES)):
        player.play(agent, player.choose())
    if player.chance.random() < 0.05:
        time.sleep(1.1)  # as long as the host waits before it brings the journal onto the disk


def _kill_at_its_start(player: Player) -> None:
    """Now and then, kill a process that has only begun."""
    while player.chance.random() < 0.2:
        agent = player.site.start()
        agent.initialize()
        time.sleep(player.chance.uniform(0, 0.3))
        agent.kill()
