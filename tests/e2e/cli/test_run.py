"""`studio run`: a team in the terminal."""

import asyncio
import signal

import yaml

from tests.support import team_json as t
from tests.support.command_line import CommandLine, finish
from tests.support.provider import ProviderServer

TWO_SPEAK = t.round_robin(
    t.agent("baker", model_client=t.replay("Bread [red]needs[/red] time.")),
    t.agent("critic", model_client=t.replay("And a hot oven. TERMINATE")),
    termination_condition=t.mention(),
)

ASKING = t.round_robin(
    t.agent("clerk", model_client=t.replay("May I pay?", "Paid. TERMINATE")),
    t.person("approver"),
    termination_condition=t.mention(),
)


async def test_a_file_runs_to_its_end_and_shows_what_was_said(studio: CommandLine) -> None:
    done = await studio.run("run", studio.write("two.json", TWO_SPEAK), "--task", "Bake!")

    assert (done.code, done.err) == (0, "")
    positions = [done.out.index(text) for text in ("Bake!", "Bread [red]needs[/red]", "hot oven")]
    assert positions == sorted(positions)
    assert "Text 'TERMINATE' mentioned" in done.out
    assert "\x1b" not in done.out


async def test_yaml_with_the_task_on_standard_input_prints_one_event_a_line(
    studio: CommandLine,
) -> None:
    name = studio.write("two.yaml", yaml.safe_dump(TWO_SPEAK))

    done = await studio.run("run", name, "--task-file", "-", "--json", stdin="Bake\nbread!\n")

    assert (done.code, done.err) == (0, "")
    assert [event["seq"] for event in done.events] == list(range(1, len(done.events) + 1))
    assert done.messages[0] == ("TextMessage", "Bake\nbread!")
    assert done.events[-1]["body"]["status"] == "completed"


async def test_a_question_is_answered_on_standard_input(studio: CommandLine) -> None:
    done = await studio.run("run", "expense-approval", "--task", "Pay", stdin="Yes, do it\n")

    assert done.code == 0
    assert "approver:" in done.err
    assert "Yes, do it" in done.out
    assert "TERMINATE" in done.out


async def test_a_question_that_nobody_can_answer_ends_the_run(studio: CommandLine) -> None:
    done = await studio.run("run", studio.write("ask.json", ASKING), "--task", "Pay", "--json")

    assert done.code == 1
    assert done.events[-1]["body"] == {
        "status": "stopped",
        "reason": "Nobody was there to answer.",
        "code": done.events[-1]["body"].get("code"),
    }


async def test_ctrl_c_cancels_the_run_and_says_so(studio: CommandLine) -> None:
    process = await studio.start(
        "run", studio.write("ask.json", ASKING), "--task", "Pay", "--record", "cut.jsonl"
    )
    assert process.stderr is not None
    async with asyncio.timeout(30):
        await process.stderr.readuntil(b"approver:")

    process.send_signal(signal.SIGINT)
    async with asyncio.timeout(30):
        await process.stderr.readuntil(b"cancelling the run")
    done = await finish(process)

    assert done.code == 130
    assert "Cancelled from the terminal." in done.out
    assert "Traceback" not in done.err
    recorded = (studio.folder / "cut.jsonl").read_text(encoding="utf-8")
    assert "Cancelled from the terminal." in recorded.splitlines()[-1]


async def test_a_recording_is_played_again_without_model_key_and_tools(
    studio: CommandLine,
) -> None:
    with ProviderServer() as provider:
        keyed = t.model(
            "gpt-4o", base_url=provider.openai_url, api_key="${OPENAI_API_KEY}", max_retries=0
        )
        team = studio.write(
            "keyed.json",
            t.round_robin(
                t.agent("counter", model_client=keyed, tools=[t.function_tool()]),
                termination_condition=t.max_messages(2),
            ),
        )
        task = 'use add {"a": 2, "b": 3}'
        first = await studio.run(
            "run", team, "--task", task, "--json", "--record", "tape.jsonl",
            OPENAI_API_KEY=provider.key,
        )  # fmt: skip

    again = await studio.run("run", team, "--replay", "tape.jsonl", "--json")

    assert (first.code, again.code) == (0, 0), again.err + again.out[-500:]
    tape = (studio.folder / "tape.jsonl").read_text(encoding="utf-8")
    assert tape == first.out
    assert provider.key not in tape
    assert again.messages == first.messages
    assert "5" in str(again.messages)
