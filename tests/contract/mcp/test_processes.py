"""Servers that are processes of ours."""

import asyncio
import gc
import sys
from typing import Any

import pytest

from studio._kit.run_context import RunContext, entered_run
from studio.ext.tools.mcp import (
    McpConnectionError,
    McpSessionActor,
    McpWorkbench,
    StdioServerParams,
    mcp_server_tools,
)
from tests.support.child_processes import is_running, until_gone
from tests.support.mcp_params import stdio


async def test_the_process_ends_with_the_workbench() -> None:
    async with McpWorkbench(stdio()) as workbench:
        pid = int((await workbench.call_tool("process")).to_text())
        lived = is_running(pid)

    await until_gone(pid)
    assert lived


async def test_the_process_sees_only_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-private")
    params = stdio().model_copy(update={"env": {"CITY": "Rome"}})
    context = RunContext()
    context.environment = {"COUNTRY": "Italy"}

    with entered_run(context):
        async with McpWorkbench(params) as workbench:
            seen = [
                (await workbench.call_tool("environment", {"name": name})).to_text()
                for name in ("OPENAI_API_KEY", "CITY", "COUNTRY")
            ]

    assert seen == ["nothing", "Rome", "Italy"]


async def test_a_server_that_died_is_started_again() -> None:
    async with McpWorkbench(stdio()) as workbench:
        died = await workbench.call_tool("die")
        result = await workbench.call_tool("add", {"a": 1})

    assert (died.is_error, result.to_text()) == (True, "2")


async def test_the_last_words_of_a_server_that_does_not_start_are_told() -> None:
    params = StdioServerParams(command=sys.executable, args=["-c", "raise SystemExit('no key')"])

    with pytest.raises(McpConnectionError, match="no key") as caught:
        await McpWorkbench(params).start()

    assert "in a terminal" in str(caught.value.hint)


async def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(McpConnectionError, match="no-such-command"):
        await McpWorkbench(StdioServerParams(command="no-such-command")).start()


async def test_a_forgotten_workbench_ends_its_process() -> None:
    workbench = McpWorkbench(stdio("old_mcp_server"))
    await workbench.start()
    actor = workbench._actor
    assert actor is not None
    task = actor._task
    assert task is not None

    del workbench, actor
    gc.collect()

    async with asyncio.timeout(5):
        await task


def test_a_workbench_that_outlives_its_loop_is_warned_about() -> None:
    async def start() -> McpWorkbench:
        workbench = McpWorkbench(stdio("old_mcp_server"))
        await workbench.start()
        return workbench

    workbench = asyncio.run(start())

    with pytest.warns(RuntimeWarning, match="loop is closed or not running"):
        workbench.__del__()


async def test_all_pages_of_a_listing_are_read() -> None:
    async with McpWorkbench(stdio("old_mcp_server")) as workbench:
        names = [tool["name"] for tool in await workbench.list_tools()]
    tools = await mcp_server_tools(stdio("old_mcp_server"))

    assert names == ["shout", "fail", "elicit", "sample", "roots"]
    assert [tool.name for tool in tools] == names


async def test_an_older_server_introduces_itself() -> None:
    async with McpWorkbench(stdio("old_mcp_server")) as workbench:
        told = workbench.initialize_result

    assert told is not None
    assert (told.server_info.name, told.protocol_version) == ("old", "2025-06-18")


async def test_an_actor_says_what_it_lacks() -> None:
    actor = McpSessionActor(stdio("old_mcp_server"))
    with pytest.raises(RuntimeError, match="MCP Actor not running, call initialize"):
        await actor.call("list_tools")

    cases: list[tuple[str, Any, str]] = [
        ("call_tool", None, "args is required for call_tool"),
        ("call_tool", {"kargs": {}}, "name is required for call_tool"),
        ("read_resource", {}, "uri is required for read_resource"),
        ("get_prompt", {}, "name is required for get_prompt"),
        ("dance", None, "Unknown command type: dance"),
    ]
    await actor.initialize()
    for command, args, text in cases:
        with pytest.raises(ValueError, match=text):
            await actor.call(command, args)
    listed = await (await actor.call("list_tools"))
    await actor.close()

    assert listed.tools[0].name == "shout"


async def test_an_actor_whose_server_does_not_start_tells_first_why_and_then_that() -> None:
    actor = McpSessionActor(StdioServerParams(command="no-such-command"))
    await actor.initialize()

    with pytest.raises(McpConnectionError, match="no-such-command"):
        await actor.call("list_tools")
    with pytest.raises(RuntimeError, match="MCP actor task crashed"):
        await actor.call("list_tools")
    await actor.close()


def test_an_actor_comes_back_from_json() -> None:
    dumped = McpSessionActor(stdio()).dump_component()

    again = McpSessionActor.load_component(dumped.model_dump())

    assert dumped.component_type == "mcp_session_actor"
    assert again.server_params == stdio()
