"""Forks share a beginning; sessions carry what was said from run to run."""

from collections.abc import Callable

import pytest

from studio._kit.errors import UsageError
from studio.domain.run import Run, RunOptions
from studio.storage.repositories.sessions import SessionRepository
from tests.support.run_lab import ON_BOTH_DATABASES, Lab, said
from tests.support.run_models import Gate, agent, max_messages, team

pytestmark = ON_BOTH_DATABASES

THREE = team(agent("a", "one", "three"), agent("b", "two"), turns=3)


async def seq_of(lab: Lab, run: Run, content: str) -> int:
    return next(
        event.seq or 0
        for event in await lab.events(run)
        if event.type == "message" and event.body["content"] == content
    )


async def test_a_fork_goes_on_from_the_last_turn_before(lab: Lab) -> None:
    run = await lab.run(THREE)

    fork = await lab.engine.fork(run.run_id, await seq_of(lab, run, "two"))

    ended = await lab.ended(fork)
    assert ended.parent_run_id == run.run_id
    assert [text for _, text in said(await lab.events(fork))] == ["Go.", "one", "two", "three"]
    old, new = await lab.events(run), await lab.events(fork)
    shared = next(i for i, event in enumerate(old) if event.type == "turn") + 1
    assert [(e.seq, e.type, e.text) for e in new[:shared]] == [
        (e.seq, e.type, e.text) for e in old[:shared]
    ]
    assert [event.seq for event in new] == list(range(1, len(new) + 1))


async def test_a_fork_from_the_beginning_does_everything_again(lab: Lab) -> None:
    run = await lab.run(THREE)

    fork = await lab.engine.fork(run.run_id, 0)

    await lab.ended(fork)
    assert said(await lab.events(fork)) == said(await lab.events(run))


async def test_a_fork_can_have_another_task(lab: Lab) -> None:
    run = await lab.run(THREE)

    fork = await lab.engine.fork(run.run_id, 2, message="Stay.")

    ended = await lab.ended(fork)
    assert ended.task[0]["content"] == "Stay."
    assert said(await lab.events(fork))[:2] == [("user", "Stay."), ("a", "one")]


async def test_a_fork_can_put_other_words_into_an_agents_mouth(lab: Lab) -> None:
    run = await lab.run(THREE)

    fork = await lab.engine.fork(run.run_id, await seq_of(lab, run, "one"), message="uno")

    await lab.ended(fork)
    events = await lab.events(fork)
    assert [text for _, text in said(events)] == ["Go.", "uno", "two", "three"]
    calls = [event.body for event in events if event.type == "model_call"]
    assert [message["content"] for message in calls[1]["messages"]][-1] == "uno"
    assert [message["content"] for message in calls[2]["messages"]][-2:] == ["uno", "two"]


async def test_a_fork_can_change_a_message_that_was_put_in(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "one @g"), agent("b", "two"), turns=2))
    await held.reached.wait()
    await lab.engine.insert(run.run_id, "Be brief.")
    held.opened.set()
    await lab.ended(run)

    fork = await lab.engine.fork(
        run.run_id, await seq_of(lab, run, "Be brief."), message="Be long."
    )

    await lab.ended(fork)
    assert ("user", "Be long.") in said(await lab.events(fork))
    assert ("user", "Be brief.") not in said(await lab.events(fork))


async def test_only_messages_can_be_said_differently(lab: Lab) -> None:
    run = await lab.run(THREE)

    with pytest.raises(UsageError, match="event 3 of the run is no message"):
        await lab.engine.fork(run.run_id, 3, message="x")


async def test_a_fork_from_an_event_that_never_was_is_refused(lab: Lab) -> None:
    run = await lab.run(team(agent("a", "one"), turns=1))

    with pytest.raises(UsageError, match="has no event 9999"):
        await lab.engine.fork(run.run_id, 9999)


async def test_a_fork_of_a_fork_works(lab: Lab) -> None:
    run = await lab.run(THREE)
    first = await lab.engine.fork(run.run_id, await seq_of(lab, run, "three"))
    await lab.ended(first)

    second = await lab.engine.fork(first.run_id, await seq_of(lab, first, "one"), message="uno")

    await lab.ended(second)
    assert [text for _, text in said(await lab.events(second))] == ["Go.", "uno", "two", "three"]


async def test_a_session_remembers(lab: Lab) -> None:
    component = team(agent("a", "one", "two"), termination_condition=max_messages(2))
    session = await SessionRepository(lab.database).add(
        owner="local", name="talk", component=component
    )
    await lab.run(component, "First.", session_id=session.session_id)

    run = await lab.run(component, "Second.", session_id=session.session_id)

    events = await lab.events(run)
    assert said(events) == [("user", "Second."), ("a", "two")]
    [call] = [event.body for event in events if event.type == "model_call"]
    told = [message["content"] for message in call["messages"]]
    assert told == ["You are a.", "First.", "one", "Second."]


async def test_a_run_can_start_fresh(lab: Lab) -> None:
    component = team(agent("a", "one", "two"), termination_condition=max_messages(2))
    session = await SessionRepository(lab.database).add(
        owner="local", name="talk", component=component
    )
    await lab.run(component, "First.", session_id=session.session_id)

    run = await lab.run(
        component, "Second.", session_id=session.session_id, options=RunOptions(fresh=True)
    )

    assert said(await lab.events(run)) == [("user", "Second."), ("a", "one")]


async def test_a_fork_within_a_session_knows_what_its_parent_knew(lab: Lab) -> None:
    component = team(agent("a", "one", "two", "three"), termination_condition=max_messages(2))
    session = await SessionRepository(lab.database).add(
        owner="local", name="talk", component=component
    )
    await lab.run(component, "First.", session_id=session.session_id)
    second = await lab.run(component, "Second.", session_id=session.session_id)

    fork = await lab.engine.fork(second.run_id, 2, message="Other.")

    await lab.ended(fork)
    events = await lab.events(fork)
    [call] = [event.body for event in events if event.type == "model_call"]
    told = [message["content"] for message in call["messages"]]
    assert told == ["You are a.", "First.", "one", "Other."]


async def test_a_changed_team_starts_afresh_and_says_so(lab: Lab) -> None:
    component = team(agent("a", "one"), termination_condition=max_messages(2))
    session = await SessionRepository(lab.database).add(
        owner="local", name="talk", component=component
    )
    await lab.run(component, "First.", session_id=session.session_id)
    changed = team(agent("z", "new"), termination_condition=max_messages(2))

    run = await lab.run(changed, "Second.", session_id=session.session_id)

    assert said(await lab.events(run)) == [("user", "Second."), ("z", "new")]
    assert any(
        event.body.get("code") == "run.fresh"
        for event in await lab.events(run)
        if event.type == "status"
    )
