"""Budgets: reaching one asks a person, or ends the run."""

import re
from collections.abc import Callable

import pytest

from studio.domain.run import Budget, RunOptions
from studio.runs.exceptions import AnswerError, RunGoneError
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


async def test_an_answer_may_say_by_how_much_to_raise_the_limit(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=2))
    run = await lab.start(team(agent("a", "x"), turns=10), options=options)
    first = await lab.until_type(run, "question")
    form = first.body["schema"]["x-or"]["properties"]["raise_by"]
    assert (form["default"], form["title"]) == (2, "Raise the limit of turns by")
    with pytest.raises(AnswerError, match="more than 0"):
        await lab.engine.answer(run.run_id, first.body["request_id"], {"raise_by": 0})

    await lab.engine.answer(run.run_id, first.body["request_id"], {"raise_by": 5})

    second = await lab.until(
        run, lambda e: e.body.get("prompt") == "The run has used 7 of 7 turns."
    )
    assert (await lab.engine.get(run.run_id)).options.budget.turns == 7
    await lab.engine.answer(run.run_id, second.body["request_id"], "stop")
    assert (await lab.ended(run)).totals["turns"] == 7


async def test_a_larger_budget_answers_the_question_about_the_old_one(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=1))
    run = await lab.start(team(agent("a", "x"), turns=4), options=options)
    await lab.until_status(run, "waiting_input")

    still = await lab.engine.set_budget(run.run_id, Budget(turns=1, tokens=5))
    assert still.status == "waiting_input"
    await lab.engine.set_budget(run.run_id, Budget(turns=3, on_limit="stop"))
    await lab.engine.set_budget(run.run_id, Budget(turns=3, on_limit="stop"))

    ended = await lab.ended(run)
    assert (ended.status, ended.reason) == ("stopped", "The run has used 3 of 3 turns.")
    events = await lab.events(run)
    [answer] = [event.body for event in events if event.type == "answer"]
    assert (answer["value"], answer["by"]) == ("continue", "studio")
    told = [event.body["turns"] for event in events if event.type == "budget_set"]
    assert told == [1, 3]


async def test_a_budget_is_raised_after_a_restart(lab: Lab) -> None:
    options = RunOptions(budget=Budget(turns=1))
    run = await lab.start(team(agent("a", "x"), turns=3), options=options)
    await lab.until_status(run, "waiting_input")
    await lab.restart()

    await lab.engine.set_budget(run.run_id, Budget())

    assert (await lab.ended(run)).status == "completed"


async def test_less_time_ends_the_turn_at_once(lab: Lab, gate: Callable[[str], Gate]) -> None:
    held = gate("g")
    run = await lab.start(team(agent("a", "x @g"), turns=1))
    await held.reached.wait()

    await lab.engine.set_budget(run.run_id, Budget(seconds=0.01, on_limit="stop"))

    ended = await lab.ended(run)
    assert (ended.status, ended.code) == ("stopped", "budget")
    with pytest.raises(RunGoneError):
        await lab.engine.set_budget(run.run_id, Budget())


async def test_a_limit_of_money_that_cannot_be_held_is_told_once(lab: Lab) -> None:
    options = RunOptions(budget=Budget(cost=0.01))

    run = await lab.run(team(agent("a", "x"), turns=3), options=options)

    assert run.status == "completed"
    notes = [e.body for e in await lab.events(run) if e.body.get("code") == "budget_unpriced"]
    assert [note["reason"] for note in notes] == [
        "The price of 'StepModel' is not known, so the limit of $0.01 cannot be held."
    ]


async def test_the_time_used_is_told_as_finely_as_the_limit(lab: Lab) -> None:
    options = RunOptions(budget=Budget(seconds=0.05, on_limit="stop"))

    run = await lab.run(team(agent("a", "x", delay_s=60), turns=1), options=options)

    assert run.reason is not None
    assert re.fullmatch(r"The run has worked for 0\.\d+ of 0\.05 seconds\.", run.reason)
