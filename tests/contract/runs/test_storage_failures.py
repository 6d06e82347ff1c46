"""A database that cannot be written for a while: runs wait, say why, and lose nothing."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from studio.domain.run import Run
from studio.storage.exceptions import DatabaseError
from tests.support.run_lab import Lab, said
from tests.support.run_models import NOTES, Gate, agent, team, tool_agent


@asynccontextmanager
async def locked(lab: Lab) -> AsyncGenerator[None]:
    """Another program writes to the database and does not come to an end."""
    assert lab.database.file is not None
    other = sqlite3.connect(lab.database.file, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


async def until_told(lab: Lab, run: Run) -> dict[str, object]:
    notice = await lab.until(run, lambda event: event.body.get("code") == "storage.database")
    assert notice.seq is None
    return notice.body


async def test_a_run_waits_while_the_database_is_locked_and_says_so(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()

    async with locked(lab):
        held.opened.set()
        notice = await until_told(lab, run)
        standing = await lab.engine.get(run.run_id)
        assert (standing.status, standing.code) == ("running", "storage.database")
        assert "locked" in str(standing.reason)
        assert standing.reason == notice["reason"]
        # Nothing is shown that is not safe, and nobody goes on before it is.
        assert said(await lab.events(run)) == [("user", "Go.")]

    ended = await lab.ended(run)
    events = await lab.events(run)
    assert (ended.status, ended.code) == ("completed", None)
    assert said(events) == [("user", "Go."), ("a", "one"), ("b", "two")]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


async def test_no_tool_is_called_while_the_turn_before_is_not_safe(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    asking = tool_agent("b", 'call:note:{"text": "done"}')
    run = await lab.start(team(agent("a", "one @g"), asking, turns=2))
    await held.reached.wait()

    async with locked(lab):
        held.opened.set()
        await until_told(lab, run)  # long after the model has asked for the tool
        assert NOTES == []

    assert (await lab.ended(run)).status == "completed"
    assert NOTES == ["done"]


async def test_a_run_that_waits_for_the_database_is_taken_up_after_a_restart(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()
    async with locked(lab):
        held.opened.set()
        await until_told(lab, run)
        closing = asyncio.ensure_future(lab.engine.close())
        await asyncio.sleep(0)
    await closing

    await lab.open()

    assert (await lab.ended(run)).status == "completed"
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "one"), ("b", "two")]


async def test_whoever_watches_is_told_when_it_is_over(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    first, second = gate("x"), gate("y")
    run = await lab.start(team(agent("a", "one @x"), agent("b", "two @y"), turns=2))
    await first.reached.wait()
    async with locked(lab):
        first.opened.set()
        await until_told(lab, run)
    await lab.until(run, lambda event: event.seq is None and "code" not in event.body)
    await second.reached.wait()

    standing = await lab.engine.get(run.run_id)

    assert (standing.status, standing.code) == ("running", None)
    second.opened.set()
    await lab.ended(run)


async def test_a_run_that_cannot_be_stored_is_refused(lab: Lab) -> None:
    await lab.engine.close()
    await lab.database.close()
    try:
        with pytest.raises(DatabaseError):
            await lab.start(team(agent("a", "one"), turns=1))
    finally:
        await lab.database.open()
        await lab.open()
