"""The agent that reads files."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.agentchat.messages import TextMessage
from studio.core import CancellationToken, FunctionCall
from studio.core.models import CreateResult, ModelFamily, ModelInfo, RequestUsage
from studio.ext.agents.file_surfer import FileSurfer
from studio.ext.models.replay import ReplayChatCompletionClient

INFO = ModelInfo(
    vision=False,
    function_calling=True,
    json_output=True,
    family=ModelFamily.UNKNOWN,
    structured_output=True,
)
USAGE = RequestUsage(prompt_tokens=1, completion_tokens=1)


def calls(name: str, **arguments: Any) -> CreateResult:
    call = FunctionCall(id="1", name=name, arguments=json.dumps(arguments))
    return CreateResult(finish_reason="function_calls", content=[call], usage=USAGE, cached=False)


def surfer(base: Path, *steps: CreateResult | str) -> FileSurfer:
    client = ReplayChatCompletionClient(list(steps), model_info=INFO)
    return FileSurfer("surfer", model_client=client, base_path=str(base))


async def step(agent: FileSurfer) -> str:
    message = TextMessage(content="go on", source="user")
    response = await agent.on_messages([message], CancellationToken())
    assert isinstance(response.chat_message, TextMessage)
    return response.chat_message.content


@pytest.fixture
def base(tmp_path: Path) -> Path:
    directory = tmp_path / "base"
    (directory / "inner").mkdir(parents=True)
    (directory / "note.txt").write_text("remember the milk\n", encoding="utf-8")
    long = "".join(f"line {number:05d}\n" for number in range(2000)) + "the needle is here\n"
    (directory / "long.txt").write_text(long, encoding="utf-8")
    (directory / "raw.bin").write_bytes(b"\0\1\2")
    (tmp_path / "secret.txt").write_text("hidden", encoding="utf-8")
    (directory / "link.txt").symlink_to(tmp_path / "secret.txt")
    return directory


async def test_a_directory_is_listed(base: Path) -> None:
    shown = await step(surfer(base, calls("open_path", path=".")))

    assert "| inner/ | directory |" in shown
    assert "| note.txt | 18 |" in shown


async def test_a_file_is_shown_with_its_place(base: Path) -> None:
    shown = await step(surfer(base, calls("open_path", path="note.txt")))

    head, text = shown.split("=======================\n")
    assert head == f"Path: {base}/note.txt\nShowing page 1 of 1.\n"
    assert text == "remember the milk\n"


async def test_an_answer_is_an_answer(base: Path) -> None:
    assert await step(surfer(base, "It says milk.")) == "It says milk."


async def test_pages_are_turned_and_none_is_lost(base: Path) -> None:
    turns = [calls("page_down"), calls("page_down"), calls("page_up")]
    agent = surfer(base, calls("open_path", path="long.txt"), *turns)

    shown = [await step(agent) for _ in range(4)]

    pages = [part.partition("=======================\n")[2] for part in shown]
    assert [part.splitlines()[1] for part in shown] == [
        "Showing page 1 of 3.",
        "Showing page 2 of 3.",
        "Showing page 3 of 3.",
        "Showing page 2 of 3.",
    ]
    assert "".join(pages[:3]) == (base / "long.txt").read_bytes().decode()
    assert pages[3] == pages[1]


async def test_words_are_found_on_later_pages(base: Path) -> None:
    agent = surfer(
        base,
        calls("open_path", path="long.txt"),
        calls("find_on_page_ctrl_f", search_string="NEEDLE * here"),
        calls("find_next"),
        calls("find_on_page_ctrl_f", search_string="haystack"),
    )

    _, found, again, missing = [await step(agent) for _ in range(4)]

    assert "page 3 of 3" in found
    assert "page 3 of 3" in again
    assert missing.startswith("Not found.")


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "link.txt"])
async def test_nothing_outside_the_base_is_shown(base: Path, path: str) -> None:
    shown = await step(surfer(base, calls("open_path", path=path)))

    assert "# Not allowed" in shown
    assert "hidden" not in shown
    assert "root:" not in shown


@pytest.mark.parametrize(
    ("path", "text"), [("none.txt", "There is no none.txt"), ("raw.bin", "is not a text file")]
)
async def test_what_cannot_be_shown_is_explained(base: Path, path: str, text: str) -> None:
    assert text in await step(surfer(base, calls("open_path", path=path)))


async def test_a_tool_that_is_not_there_is_told(base: Path) -> None:
    assert (await step(surfer(base, calls("fly")))).startswith("There is no tool fly.")


async def test_a_reset_goes_back_to_the_start(base: Path) -> None:
    agent = surfer(base, calls("open_path", path="note.txt"), calls("page_up"))
    await step(agent)

    await agent.on_reset(CancellationToken())

    assert (await step(agent)).startswith(f"Path: {base}\n")


async def test_the_model_is_told_where_it_is_and_what_was_said(base: Path) -> None:
    agent = surfer(base, calls("open_path", path="note.txt"), "milk")
    await step(agent)
    await step(agent)

    client = agent._model_client
    assert isinstance(client, ReplayChatCompletionClient)
    messages = client.create_calls[1]["messages"]
    assert [type(message).__name__ for message in messages] == [
        "SystemMessage",
        "UserMessage",
        "UserMessage",
        "UserMessage",
        "UserMessage",
    ]
    assert messages[-1].content == f"You are looking at page 1 of 1 of {base}/note.txt."


def test_it_comes_back_from_json(base: Path) -> None:
    dumped = json.loads(surfer(base, "x").dump_component().model_dump_json())

    again = FileSurfer.load_component(dumped)

    assert dumped["provider"] == "autogen_ext.agents.file_surfer.FileSurfer"
    assert json.loads(again.dump_component().model_dump_json()) == dumped
