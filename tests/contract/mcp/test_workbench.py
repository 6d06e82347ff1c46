"""What the workbench over an MCP server promises."""

import asyncio
import gc
import json
from typing import Any

import pytest

from studio.agentchat.agents import AssistantAgent
from studio.agentchat.messages import ToolCallSummaryMessage
from studio.core import CancellationToken, FunctionCall
from studio.core.models import CreateResult, ModelFamily, ModelInfo, RequestUsage
from studio.core.tools import (
    ImageResultContent,
    TextResultContent,
    ToolOverride,
    Workbench,
)
from studio.ext.models.replay import ReplayChatCompletionClient
from studio.ext.tools.mcp import (
    McpConnectionError,
    McpServerParams,
    McpWorkbench,
    SseServerParams,
    StreamableHttpServerParams,
)
from tests.support.mcp_params import serving, stdio


@pytest.mark.parametrize("kind", ["stdio", "http", "sse"])
async def test_tools_are_called_over_every_transport(
    kind: str, http: StreamableHttpServerParams
) -> None:
    async def check(params: McpServerParams) -> None:
        async with McpWorkbench(params) as workbench:
            names = [tool["name"] for tool in await workbench.list_tools()]
            result = await workbench.call_tool("add", {"a": 3, "b": 4})

        assert {"add", "echo", "odd-name.with/chars"} <= set(names)
        assert (result.name, result.to_text(), result.is_error) == ("add", "7", False)

    if kind == "sse":
        with serving("sse") as url:
            await check(SseServerParams(url=url))
    else:
        await check(stdio() if kind == "stdio" else http)


async def test_schemas_are_as_the_server_gives_them(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        schemas = {tool["name"]: tool for tool in await workbench.list_tools()}

    assert schemas["add"] == {
        "name": "add",
        "description": "Add two numbers.",
        "parameters": {
            "type": "object",
            "properties": {
                "a": {"title": "A", "type": "integer"},
                "b": {"default": 1, "title": "B", "type": "integer"},
            },
            "required": ["a"],
            "additionalProperties": False,
        },
    }
    located: Any = schemas["locate"].get("parameters")
    assert located["properties"]["address"] == {"$ref": "#/$defs/Address"}
    assert located["$defs"]["Address"]["required"] == ["city"]


async def test_errors_come_back_as_results(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        failed = await workbench.call_tool("fail")
        unknown = await workbench.call_tool("nothing")

    assert (failed.is_error, unknown.is_error) == (True, True)
    assert "the kettle is on fire" in failed.to_text()
    assert "nothing" in unknown.to_text()


async def test_pictures_stay_pictures(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        result = await workbench.call_tool("picture")

    picture, text = result.result
    assert isinstance(picture, ImageResultContent)
    assert picture.content.image.size == (1, 1)
    assert text == TextResultContent(content="a pixel")


async def test_tools_may_have_other_names(http: StreamableHttpServerParams) -> None:
    overrides = {"add": ToolOverride(name="plus", description="Sum."), "fail": ToolOverride()}
    async with McpWorkbench(http, tool_overrides=overrides) as workbench:
        listed = {tool["name"]: tool.get("description") for tool in await workbench.list_tools()}
        new = await workbench.call_tool("plus", {"a": 1})
        old = await workbench.call_tool("add", {"a": 1})

    assert listed["plus"] == "Sum."
    assert "add" not in listed
    assert [(new.name, new.to_text()), (old.name, old.to_text())] == [("plus", "2"), ("add", "2")]


def test_two_tools_may_not_get_the_same_name(http: StreamableHttpServerParams) -> None:
    overrides = {"add": ToolOverride(name="same"), "echo": ToolOverride(name="same")}

    with pytest.raises(ValueError, match="is used by multiple tools"):
        McpWorkbench(http, tool_overrides=overrides)


async def test_prompts_and_resources_are_there(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        prompts = await workbench.list_prompts()
        prompt = await workbench.get_prompt("greet", {"name": "Bo"})
        resources = await workbench.list_resources()
        templates = await workbench.list_resource_templates()
        note = await workbench.read_resource("note://today")

    said: Any = prompt.messages[0].content
    content: Any = note.contents[0]
    assert [item.name for item in prompts.prompts] == ["greet"]
    assert said.text == "Say hello to Bo."
    assert [item.uri for item in resources.resources] == ["note://today"]
    assert [item.uri_template for item in templates.resource_templates] == ["note://{day}/full"]
    assert content.text == "sunny"


async def test_it_starts_by_itself(http: StreamableHttpServerParams) -> None:
    workbench = McpWorkbench(http)
    before = workbench.initialize_result

    result = await workbench.call_tool("add", {"a": 1})

    told = workbench.initialize_result
    await workbench.stop()
    assert (before, result.to_text()) == (None, "2")
    assert told is not None
    assert (told.server_info.name, told.instructions) == ("Test server", "Use it for tests.")


async def test_starting_twice_is_warned_about(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        with pytest.warns(UserWarning, match="already started"):
            await workbench.start()


async def test_stopping_what_is_not_started_is_an_error(http: StreamableHttpServerParams) -> None:
    with pytest.raises(RuntimeError, match="not started"):
        await McpWorkbench(http).stop()


async def test_there_is_no_state(http: StreamableHttpServerParams) -> None:
    workbench = McpWorkbench(http)

    state = await workbench.save_state()
    await workbench.load_state(state)
    await workbench.reset()

    assert state == {"type": "McpWorkBenchState"}


@pytest.mark.parametrize("kind", ["stdio", "http"])
def test_it_comes_back_from_json(kind: str, http: StreamableHttpServerParams) -> None:
    params = stdio() if kind == "stdio" else http
    workbench = McpWorkbench(params, tool_overrides={"add": ToolOverride(name="plus")})

    dumped = json.loads(workbench.dump_component().model_dump_json())
    again = Workbench.load_component(dumped)

    assert dumped["provider"] == "autogen_ext.tools.mcp.McpWorkbench"
    assert json.loads(again.dump_component().model_dump_json()) == dumped


async def test_a_server_that_cannot_be_reached_is_named() -> None:
    workbench = McpWorkbench(StreamableHttpServerParams(url="http://127.0.0.1:1/mcp"))

    with pytest.raises(McpConnectionError, match=r"http://127\.0\.0\.1:1/mcp") as caught:
        await workbench.start()
    result = await workbench.call_tool("add")

    assert "address" in str(caught.value.hint)
    assert result.is_error
    assert "cannot be reached" in result.to_text()


async def test_a_call_can_be_cancelled(http: StreamableHttpServerParams) -> None:
    token = CancellationToken()
    token.cancel()

    async with McpWorkbench(http) as workbench:
        with pytest.raises(asyncio.CancelledError):
            await workbench.call_tool("add", {"a": 1}, cancellation_token=token)
        result = await workbench.call_tool("add", {"a": 1})

    assert result.to_text() == "2"


async def test_many_calls_run_at_once(http: StreamableHttpServerParams) -> None:
    async with McpWorkbench(http) as workbench:
        results = await asyncio.gather(
            *(workbench.call_tool("add", {"a": number, "b": 0}) for number in range(20))
        )

    assert [result.to_text() for result in results] == [str(number) for number in range(20)]


async def test_an_assistant_works_with_one_from_json(http: StreamableHttpServerParams) -> None:
    call = FunctionCall(id="1", name="add", arguments='{"a": 20, "b": 22}')
    client = ReplayChatCompletionClient(
        [
            CreateResult(
                finish_reason="function_calls",
                content=[call],
                usage=RequestUsage(prompt_tokens=0, completion_tokens=0),
                cached=False,
            )
        ],
        model_info=ModelInfo(
            vision=False,
            function_calling=True,
            json_output=False,
            family=ModelFamily.UNKNOWN,
            structured_output=False,
        ),
    )
    made = AssistantAgent("helper", model_client=client, workbench=McpWorkbench(http))
    agent = AssistantAgent.load_component(json.loads(made.dump_component().model_dump_json()))

    result = await agent.run(task="Add.")
    last = result.messages[-1]

    assert isinstance(last, ToolCallSummaryMessage)
    assert last.content == "42"
    await agent.close()
    gc.collect()
