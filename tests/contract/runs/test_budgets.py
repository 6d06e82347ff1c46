"""Budgets: reaching one asks a person, or ends the run."""

from collections.abc import Callable

from studio.domain.run import Budget, RunOptions
from tests.support.run_lab import Lab, said, statuses
from tests.support.run_models import Gate, agent, team


async def test_a_budget_asks_whether_to_go_on(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=2))
    run = await lab.start(team(agent("a", "x"), turns=5), options=options)
    question = await lab.until_type(run, "question")
    assert question.body["source"] == "studio"
    assert question.body["prompt"] == "The run has used 2 of 2 turns."
    assert question.body["schema"]["enum"] == ["continue", "stop"]
    waiting = await lab.until_status(run, "waiting_input")
    assert waiting.body["code"] == "budget"

    await lab.engine.answer(run.run_id, question.body["request_id"], "continue")

    second = await lab.until(
        run, lambda e: e.type == "question" and e.body["prompt"].startswith("The run has used 4")
    )
    await lab.engine.answer(run.run_id, second.body["request_id"], "continue")
    ended = await lab.ended(run)
    assert ended.status == "completed"
    assert len(said(await lab.events(run))) == 6


async def test_a_person_may_stop_at_a_budget(lab: Lab) -> None:
    options = RunOptions(budget=Budget(tokens=20))
    run = await lab.start(team(agent("a", "x"), turns=5), options=options)
    question = await lab.until_type(run, "question")

    await lab.engine.answer(run.run_id, question.body["request_id"], "stop")

    ended = await lab.ended(run)
    assert (ended.status, ended.code) == ("stopped", "budget")
    assert ended.reason == "The run has used 25 of 20 tokens."
    [event] = [event.body for event in await lab.events(run) if event.type == "budget"]
    assert event == {"limit": "tokens", "value": 25, "of": 20}


async def test_a_budget_can_end_the_run_by_itself(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=1, on_limit="stop"))

    run = await lab.run(team(agent("a", "x"), turns=5), options=options)

    assert (run.status, run.code) == ("stopped", "budget")
    assert len(said(await lab.events(run))) == 2


async def test_time_is_up_in_the_middle_of_a_turn(lab: Lab, gate: Callable[[str], Gate]) -> None:
    held = gate("g")
    options = RunOptions(budget=Budget(seconds=0.1))
    run = await lab.start(team(agent("a", "x @g y"), turns=1), options=options)
    question = await lab.until_type(run, "question")
    held.opened.set()

    await lab.engine.answer(run.run_id, question.body["request_id"], "continue")

    assert (await lab.ended(run)).status == "completed"
    assert said(await lab.events(run)) == [("user", "Go."), ("a", "x y")]


async def test_a_budget_question_survives_a_restart(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=1))
    run = await lab.start(team(agent("a", "x"), turns=2), options=options)
    question = await lab.until_type(run, "question")
    await lab.until_status(run, "waiting_input")

    await lab.restart()
    await lab.engine.answer(run.run_id, question.body["request_id"], "continue")

    assert (await lab.ended(run)).status == "completed"
    events = await lab.events(run)
    assert len([event for event in events if event.type == "question"]) == 1
    assert len(said(events)) == 3
    assert "interrupted" not in statuses(events)


async def test_a_team_that_is_done_is_not_asked(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=2))

    run = await lab.run(team(agent("a", "x"), turns=2), options=options)

    assert run.status == "completed"
