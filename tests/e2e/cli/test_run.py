"""`studio run`: a team in the terminal."""

import asyncio
import signal

import yaml

from tests.support import team_json as t
from tests.support.command_line import CommandLine, finish
from tests.support.provider import ProviderServer, Reply

TWO_SPEAK = t.round_robin(
    t.agent("baker", model_client=t.replay("Bread [red]needs[/red] time.")),
    t.agent("critic", model_client=t.replay("And a hot oven. TERMINATE")),
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
    done = await studio.run("run", "teams/expense_approval", "--task", "Pay", "--json")

    assert done.code == 1
    assert done.events[-1]["body"] == {
        "status": "stopped",
        "reason": "Nobody was there to answer.",
        "code": done.events[-1]["body"].get("code"),
    }


async def test_ctrl_c_cancels_the_run_and_says_so(studio: CommandLine) -> None:
    process = await studio.start(
        "run", "expense-approval", "--task", "Pay", "--record", "cut.jsonl"
    )
    assert process.stderr is not None
    async with asyncio.timeout(30):
        await process.stderr.readuntil(b"approver:")

    process.send_signal(signal.SIGINT)
    done = await finish(process)

    assert done.code == 130
    assert "cancelling the run" in done.err
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


async def test_a_model_that_fails_is_told_in_a_sentence_with_what_to_do(
    studio: CommandLine,
) -> None:
    with ProviderServer() as provider:
        provider.script.standing = {
            "busy": Reply(failure="status", status=429, error="Slow down."),
            "silent": Reply(failure="hang"),
        }
        models = {
            name: t.model(
                name,
                base_url=url,
                api_key=key,
                max_retries=0,
                timeout=0.5,
                model_info=t.replay()["config"]["model_info"],
            )
            for name, url, key in (
                ("refused", provider.openai_url, "sk-wrong-key-of-mine"),
                ("busy", provider.openai_url, provider.key),
                ("silent", provider.openai_url, provider.key),
                ("gone", "http://127.0.0.1:9/v1", provider.key),
            )
        }
        files = {
            name: studio.write(f"{name}.json", t.round_robin(t.agent("a", model_client=model)))
            for name, model in models.items()
        }
        done = dict(
            zip(
                files,
                await asyncio.gather(
                    *(studio.run("run", file, "--task", "x") for file in files.values())
                ),
                strict=True,
            )
        )

    expected = {
        "refused": "studio: the model provider refuses the key (401): ",
        "busy": "studio: the model provider answers 'too many requests' (429): ",
        "silent": "studio: the model provider did not answer in time: ",
        "gone": "studio: the model provider cannot be reached: ",
    }
    for name, sentence in expected.items():
        assert done[name].code == 1
        assert done[name].err.startswith(sentence), done[name]
        lines = done[name].err.rstrip().splitlines()
        assert len(lines) == 2, lines
        assert "sk-wrong-key-of-mine" not in done[name].err + done[name].out


async def test_a_missing_key_an_untrusted_provider_and_nobody_to_speak(
    studio: CommandLine,
) -> None:
    keyed = t.round_robin(t.agent("a", model_client=t.model(api_key="${OPENAI_API_KEY}")))
    foreign = t.round_robin(t.component("os.path.Nothing", "agent", name="x"))

    missing, untrusted, empty = await asyncio.gather(
        studio.run("run", studio.write("key.json", keyed), "--task", "x"),
        studio.run("run", studio.write("foreign.json", foreign), "--task", "x"),
        studio.run("run", studio.write("empty.json", t.round_robin()), "--task", "x"),
    )

    assert (missing.code, untrusted.code, empty.code) == (1, 1, 1)
    assert missing.err.startswith("studio: no value is stored for OPENAI_API_KEY\n")
    assert "'os.path.Nothing' is not in a trusted namespace" in untrusted.err
    assert "participant" in empty.err
    for done in (missing, untrusted, empty):
        assert len(done.err.rstrip().splitlines()) == 2, done.err
