"""Single tools of servers as tools of ours."""

import asyncio
import json

import pytest
from pydantic import ValidationError

from studio.core import CancellationToken
from studio.ext.tools.mcp import (
    McpToolAdapter,
    StdioMcpToolAdapter,
    StreamableHttpMcpToolAdapter,
    StreamableHttpServerParams,
    create_mcp_server_session,
    mcp_server_tools,
)
from tests.support.mcp_params import stdio


async def adapter(params: StreamableHttpServerParams, name: str) -> StreamableHttpMcpToolAdapter:
    return await StreamableHttpMcpToolAdapter.from_server_params(params, name)


async def test_a_tool_is_called(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "add")

    result = await tool.run_json({"a": 3}, CancellationToken())

    parts = json.loads(tool.return_value_as_string(result))
    assert parts == [{"type": "text", "text": "4", "annotations": None}]
    assert tool.schema.get("description") == "Add two numbers."


async def test_arguments_that_were_not_given_are_not_sent(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "echo")

    unset = await tool.run_json({"text": "x"}, CancellationToken())
    null = await tool.run_json({"text": "x", "times": None}, CancellationToken())

    assert (unset[0].text, null[0].text) == ("x None", "x None")


async def test_nested_arguments_arrive(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "locate")

    result = await tool.run_json({"address": {"city": "Rome"}}, CancellationToken())

    assert result[0].text == "in Rome"


async def test_arguments_are_checked(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "add")

    with pytest.raises(ValidationError):
        await tool.run_json({"a": "many"}, CancellationToken())


async def test_an_error_of_the_tool_is_raised(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "fail")

    with pytest.raises(RuntimeError, match="the kettle is on fire"):
        await tool.run_json({}, CancellationToken())


async def test_a_cancelled_token_is_heeded(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "add")
    token = CancellationToken()
    token.cancel()

    with pytest.raises(asyncio.CancelledError):
        await tool.run_json({"a": 1}, token)


async def test_odd_names_are_kept(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "odd-name.with/chars")

    result = await tool.run_json({}, CancellationToken())

    assert (tool.name, result[0].text) == ("odd-name.with/chars", "odd")


async def test_a_tool_that_is_not_there_is_refused_with_those_that_are(
    http: StreamableHttpServerParams,
) -> None:
    with pytest.raises(ValueError, match="Tool 'nothing' not found, available tools: add, echo"):
        await adapter(http, "nothing")


async def test_tools_may_share_a_session() -> None:
    async with create_mcp_server_session(stdio()) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in await mcp_server_tools(stdio(), session=session)}

        pids = [
            (await tools["process"].run_json({}, CancellationToken()))[0].text for _ in range(2)
        ]

    assert pids[0] == pids[1]


async def test_without_a_session_each_call_has_its_own() -> None:
    tool = await StdioMcpToolAdapter.from_server_params(stdio("old_mcp_server"), "shout")

    result = await tool.run_json({"text": "hi"}, CancellationToken())

    assert result[0].text == "HI"


async def test_it_comes_back_from_json(http: StreamableHttpServerParams) -> None:
    tool = await adapter(http, "add")
    dumped = json.loads(tool.dump_component().model_dump_json())

    again = StreamableHttpMcpToolAdapter.load_component(dumped)
    result = await again.run_json({"a": 1}, CancellationToken())

    assert dumped["provider"] == "autogen_ext.tools.mcp.StreamableHttpMcpToolAdapter"
    assert dumped["config"]["tool"]["inputSchema"]["required"] == ["a"]
    assert isinstance(again, McpToolAdapter)
    assert result[0].text == "2"
