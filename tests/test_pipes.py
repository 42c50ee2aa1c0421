"""Clients that speak over pipes, and those that do not listen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from quire.server.mcp import Watch
from quire.server.pipes import ENDLESS, MOST_UNANSWERED, Answers

if TYPE_CHECKING:
    from collections.abc import Iterable


def request(number: int | str, method: str = "tools/list") -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=number, method=method)


def answer(number: int) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=number, result={}))


def cancelled(number: int) -> JSONRPCNotification:
    return JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": number})


def heard(messages: Iterable[object], *answered: SessionMessage) -> int:
    """How many messages of a client are heard that reads only these answers."""
    count = 0

    async def scenario() -> None:
        nonlocal count
        outgoing, read = anyio.create_memory_object_stream[SessionMessage](100)
        async with outgoing, read, anyio.create_task_group() as tasks:
            answers = Answers(outgoing)

            async def hear() -> None:
                nonlocal count
                for message in messages:
                    await answers.expect(message)
                    count += 1

            tasks.start_soon(hear)
            await anyio.wait_all_tasks_blocked()
            for each in answered:
                await answers.send(each)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()

    anyio.run(scenario)
    return count


def test_a_client_that_only_asks_is_not_heard_until_it_is_answered() -> None:
    requests = [request(number) for number in range(100)]
    assert heard(requests) == MOST_UNANSWERED
    assert heard(requests, *(answer(number) for number in range(10))) == MOST_UNANSWERED + 10


def test_a_number_that_is_taken_waits_for_its_answer() -> None:
    assert heard([request(1), request("1")]) == 1
    assert heard([request(1), request("1")], answer(1)) == 2


def test_who_cancels_waits_for_nothing() -> None:
    assert heard([each for number in range(100) for each in (request(number), cancelled(number))]) == 200


def test_listening_is_no_question() -> None:
    assert heard([request(number, ENDLESS) for number in range(100)]) == 100


class Reader:
    """A client that hears nothing more after some messages."""

    def __init__(self, most: float) -> None:
        self.heard: list[str] = []
        self._most = most

    async def notify(self, _: str, told: dict[str, Any]) -> None:
        if len(self.heard) >= self._most:
            await anyio.sleep_forever()
        self.heard.append(told["uri"])


def test_what_changes_again_and_again_is_told_once_to_a_client_that_does_not_read() -> None:
    async def scenario() -> tuple[list[str], int]:
        reader: Any = Reader(1)
        watch = Watch()
        async with anyio.create_task_group() as tasks:
            for _ in range(1000):
                watch.due.update({"a": None, "b": None})
                tasks.start_soon(watch.tell, reader)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        return reader.heard, len(watch.due)

    told, due = anyio.run(scenario)
    assert told == ["a"]
    assert due <= 2
