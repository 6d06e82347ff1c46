"""Dumps one component of every kind: `python components.py > components.json`.

Run by hand where AutoGen 0.7.5 is installed, it makes the data of this folder.
"""

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from autogen_agentchat.agents import (
    AssistantAgent,
    CodeExecutorAgent,
    MessageFilterAgent,
    MessageFilterConfig,
    PerSourceFilter,
    SocietyOfMindAgent,
    UserProxyAgent,
)
from autogen_agentchat.base import Handoff
from autogen_agentchat.conditions import (
    ExternalTermination,
    FunctionCallTermination,
    HandoffTermination,
    MaxMessageTermination,
    SourceMatchTermination,
    StopMessageTermination,
    TextMentionTermination,
    TextMessageTermination,
    TimeoutTermination,
    TokenUsageTermination,
)
from autogen_agentchat.messages import StructuredMessageFactory
from autogen_agentchat.teams import (
    DiGraphBuilder,
    GraphFlow,
    MagenticOneGroupChat,
    RoundRobinGroupChat,
    SelectorGroupChat,
    Swarm,
)
from autogen_agentchat.tools import AgentTool, TeamTool
from autogen_core import InMemoryStore
from autogen_core.code_executor import Alias, ImportFromModule
from autogen_core.memory import ListMemory, MemoryContent, MemoryMimeType
from autogen_core.model_context import (
    BufferedChatCompletionContext,
    HeadAndTailChatCompletionContext,
    TokenLimitedChatCompletionContext,
    UnboundedChatCompletionContext,
)
from autogen_core.models import (
    AssistantMessage,
    CreateResult,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from autogen_core import FunctionCall
from autogen_core.tools import (
    FunctionTool,
    StaticStreamWorkbench,
    StaticWorkbench,
    ToolOverride,
)
from autogen_ext.models.replay import ReplayChatCompletionClient
from pydantic import BaseModel, Field

warnings.simplefilter("ignore")


class Address(BaseModel):
    street: str
    number: int | None = None


class Person(BaseModel):
    name: str = Field(description="Full name")
    age: int = 3
    tags: list[str] = Field(default_factory=list)
    home: Address
    mood: Literal["good", "bad"] = "good"


def add(a: int, b: Annotated[int, "the second one"] = 2) -> int:
    """Add two numbers."""
    return a + b


async def root_of(x: float) -> str:
    return f"{math.sqrt(x):.2f} {Path('a') / 'b'}"  # noqa: F821


def model(*answers: Any) -> ReplayChatCompletionClient:
    info = ModelInfo(
        vision=True,
        function_calling=True,
        json_output=True,
        family="gpt-4o",
        structured_output=True,
        multiple_system_messages=False,
    )
    return ReplayChatCompletionClient(list(answers) or ["hello", "TERMINATE"], model_info=info)


def tool() -> FunctionTool:
    return FunctionTool(add, "Adds", name="plus")


def worker(name: str, **more: Any) -> AssistantAgent:
    return AssistantAgent(
        name, model(), system_message=f"You are {name}.", description=name, **more
    )


def history() -> list[Any]:
    return [
        SystemMessage(content="be kind"),
        UserMessage(content="hi", source="user"),
        AssistantMessage(
            content=[FunctionCall(id="1", name="plus", arguments='{"a": 1}')],
            source="a",
            thought="hm",
        ),
        FunctionExecutionResultMessage(
            content=[FunctionExecutionResult(content="3", name="plus", call_id="1", is_error=False)]
        ),
        AssistantMessage(content="three", source="a"),
    ]


def cores() -> Iterator[tuple[str, Any]]:
    yield "in_memory_store", InMemoryStore()
    yield "function_tool", tool()
    yield (
        "function_tool_imports",
        FunctionTool(
            root_of,
            "Root",
            global_imports=["math", ImportFromModule("pathlib", ("Path",)), Alias("json", "js")],
        ),
    )
    yield "static_workbench", StaticWorkbench([tool()])
    yield (
        "static_workbench_overrides",
        StaticWorkbench([tool()], {"plus": ToolOverride(name="sum", description="Sums")}),
    )
    yield "static_stream_workbench", StaticStreamWorkbench([tool()])
    yield "unbounded_context", UnboundedChatCompletionContext()
    yield "unbounded_context_messages", UnboundedChatCompletionContext(history())
    yield "buffered_context", BufferedChatCompletionContext(3, history())
    yield "head_and_tail_context", HeadAndTailChatCompletionContext(2, 3)
    yield "token_limited_context", TokenLimitedChatCompletionContext(model(), token_limit=50)
    yield (
        "token_limited_context_tools",
        TokenLimitedChatCompletionContext(model(), tool_schema=[tool().schema]),
    )
    yield "list_memory", ListMemory()
    yield (
        "list_memory_contents",
        ListMemory(
            "facts",
            [
                MemoryContent(content="a", mime_type=MemoryMimeType.TEXT, metadata={"k": 1}),
                MemoryContent(content={"a": [1, 2]}, mime_type=MemoryMimeType.JSON),
                MemoryContent(content="# b", mime_type="text/markdown"),
            ],
        ),
    )


def replays() -> Iterator[tuple[str, Any]]:
    yield "replay", ReplayChatCompletionClient(["a", "b"])
    yield (
        "replay_results",
        model(
            CreateResult(
                finish_reason="function_calls",
                content=[FunctionCall(id="1", name="plus", arguments="{}")],
                usage=RequestUsage(prompt_tokens=1, completion_tokens=2),
                cached=False,
                thought="so",
            ),
            "done",
        ),
    )


def conditions() -> Iterator[tuple[str, Any]]:
    yield "external", ExternalTermination()
    yield "function_call", FunctionCallTermination("plus")
    yield "handoff", HandoffTermination("user")
    yield "max_message", MaxMessageTermination(3)
    yield "max_message_events", MaxMessageTermination(3, include_agent_event=True)
    yield "source_match", SourceMatchTermination(["a", "b"])
    yield "stop_message", StopMessageTermination()
    yield "text_mention", TextMentionTermination("STOP")
    yield "text_mention_sources", TextMentionTermination("STOP", sources=["a"])
    yield "text_message", TextMessageTermination()
    yield "text_message_source", TextMessageTermination("a")
    yield "timeout", TimeoutTermination(1.5)
    yield "token_usage", TokenUsageTermination(max_total_token=5)
    yield "token_usage_all", TokenUsageTermination(5, 4, 3)
    yield "or", MaxMessageTermination(2) | StopMessageTermination()
    yield "and", MaxMessageTermination(2) & TextMentionTermination("x")
    yield (
        "nested_conditions",
        (MaxMessageTermination(2) & TextMentionTermination("x"))
        | HandoffTermination("u")
        | ExternalTermination(),
    )


def agents() -> Iterator[tuple[str, Any]]:
    yield "assistant", worker("plain")
    yield "assistant_no_system", AssistantAgent("plain", model(), system_message=None)
    yield (
        "assistant_full",
        AssistantAgent(
            "full",
            model(),
            tools=[tool(), add],
            handoffs=[
                "user",
                Handoff(target="other", description="d", name="to_other", message="m"),
            ],
            model_context=BufferedChatCompletionContext(5),
            memory=[ListMemory("m", [MemoryContent(content="x", mime_type="text/plain")])],
            description="Does all",
            system_message="Be full.",
            model_client_stream=True,
            reflect_on_tool_use=True,
            max_tool_iterations=4,
            tool_call_summary_format="{tool_name}: {result}",
            metadata={"owner": "me"},
        ),
    )
    yield "assistant_workbench", worker("wb", workbench=StaticWorkbench([tool()]))
    yield (
        "assistant_workbenches",
        worker("wb", workbench=[StaticWorkbench([tool()]), StaticStreamWorkbench([])]),
    )
    yield "assistant_structured", worker("st", output_content_type=Person)
    yield (
        "assistant_structured_format",
        worker("st", output_content_type=Person, output_content_type_format="{name} {age}"),
    )
    yield "assistant_agent_tool", worker("boss", tools=[AgentTool(worker("hand"))])
    yield "user_proxy", UserProxyAgent("person")
    yield "user_proxy_description", UserProxyAgent("person", description="Ann")
    yield (
        "society_of_mind",
        SocietyOfMindAgent(
            "society",
            RoundRobinGroupChat(
                [worker("a"), worker("b")], termination_condition=StopMessageTermination()
            ),
            model(),
            instruction="i",
            response_prompt="r",
        ),
    )
    yield (
        "society_of_mind_context",
        SocietyOfMindAgent(
            "society",
            RoundRobinGroupChat([worker("a")], max_turns=1),
            model(),
            description="d",
            instruction="i",
            response_prompt="r",
            model_context=UnboundedChatCompletionContext(),
        ),
    )
    yield (
        "message_filter",
        MessageFilterAgent(
            "filter",
            worker("a"),
            MessageFilterConfig(
                per_source=[
                    PerSourceFilter(source="user", position="first", count=1),
                    PerSourceFilter(source="b", position="last", count=2),
                    PerSourceFilter(source="c"),
                ]
            ),
        ),
    )
    yield "structured_message_factory", StructuredMessageFactory(input_model=Person)
    yield (
        "structured_message_factory_format",
        StructuredMessageFactory(input_model=Person, format_string="{name}"),
    )
    yield "agent_tool", AgentTool(worker("hand"), return_value_as_last_message=True)
    yield (
        "team_tool",
        TeamTool(
            RoundRobinGroupChat([worker("a")], max_turns=1),
            name="crew",
            description="Crew",
            return_value_as_last_message=True,
        ),
    )


def teams() -> Iterator[tuple[str, Any]]:
    pair = lambda: [worker("a"), worker("b")]  # noqa: E731
    yield "round_robin", RoundRobinGroupChat(pair())
    yield (
        "round_robin_full",
        RoundRobinGroupChat(
            pair(),
            name="crew",
            description="The crew",
            termination_condition=MaxMessageTermination(4) | TextMentionTermination("x"),
            max_turns=5,
            emit_team_events=True,
        ),
    )
    yield (
        "selector",
        SelectorGroupChat(pair(), model(), selector_prompt="{roles} {participants} {history}"),
    )
    yield (
        "selector_full",
        SelectorGroupChat(
            pair(),
            model(),
            name="choosers",
            description="They choose",
            termination_condition=MaxMessageTermination(4),
            max_turns=5,
            selector_prompt="choose from {participants}",
            allow_repeated_speaker=True,
            max_selector_attempts=5,
            emit_team_events=True,
            model_client_streaming=True,
            model_context=BufferedChatCompletionContext(4),
        ),
    )
    yield (
        "swarm",
        Swarm(
            [worker("a", handoffs=["b"]), worker("b", handoffs=["a", "user"])],
            termination_condition=HandoffTermination("user"),
            max_turns=3,
        ),
    )
    yield (
        "magentic",
        MagenticOneGroupChat(
            pair(),
            model(),
            name="magentic",
            termination_condition=StopMessageTermination(),
            max_turns=7,
            max_stalls=2,
            final_answer_prompt="f",
            emit_team_events=True,
        ),
    )
    yield (
        "team_of_teams",
        RoundRobinGroupChat(
            [
                worker("a"),
                RoundRobinGroupChat(pair(), name="inner", description="inside", max_turns=2),
                SelectorGroupChat(
                    pair(), model(), name="chooser", selector_prompt="{participants}", max_turns=1
                ),
            ],
            max_turns=3,
        ),
    )


def graphs() -> Iterator[tuple[str, Any]]:
    a, b, c, d = (worker(name) for name in "abcd")
    plain = DiGraphBuilder()
    plain.add_node(a).add_node(b).add_node(c).add_node(d)
    plain.add_edge(a, b).add_edge(a, c).add_edge(b, d).add_edge(c, d)
    yield "graph_fan_out", GraphFlow([a, b, c, d], plain.build())

    loop = DiGraphBuilder()
    loop.add_node(a).add_node(b, activation="any").add_node(c)
    loop.add_edge(a, b).add_edge(b, a, condition="again").add_edge(b, c, condition="fine")
    loop.set_entry_point(a)
    yield (
        "graph_loop",
        GraphFlow(
            [a, b, c],
            loop.build(),
            name="looped",
            description="d",
            max_turns=9,
            termination_condition=MaxMessageTermination(20),
        ),
    )

    groups = DiGraphBuilder()
    groups.add_node(a).add_node(b).add_node(c).add_node(d)
    groups.add_edge(a, b).add_edge(a, c)
    groups.add_edge(b, d, activation_group="one", activation_condition="any")
    groups.add_edge(c, d, activation_group="one", activation_condition="any")
    yield "graph_groups", GraphFlow([a, b, c, d], groups.build())


def clients() -> Iterator[tuple[str, Any]]:
    from autogen_ext.models.anthropic import AnthropicChatCompletionClient
    from autogen_ext.models.openai import OpenAIChatCompletionClient

    yield "openai", OpenAIChatCompletionClient(model="gpt-4o", api_key="k")
    yield (
        "openai_full",
        OpenAIChatCompletionClient(
            model="my-model",
            api_key="sk-1",
            base_url="http://localhost:1/v1",
            organization="org",
            timeout=5.0,
            max_retries=3,
            temperature=0.5,
            top_p=0.9,
            max_tokens=100,
            seed=1,
            stop=["x"],
            frequency_penalty=0.1,
            presence_penalty=0.2,
            user="me",
            parallel_tool_calls=False,
            include_name_in_message=False,
            add_name_prefixes=True,
            default_headers={"A": "b"},
            model_info=ModelInfo(
                vision=False, function_calling=True, json_output=True, family="unknown", structured_output=False
            ),
        ),
    )
    yield "anthropic", AnthropicChatCompletionClient(model="claude-3-5-sonnet-20240620", api_key="k", max_tokens=50)


def executors() -> Iterator[tuple[str, Any]]:
    from autogen_ext.code_executors.local import LocalCommandLineCodeExecutor

    executor = LocalCommandLineCodeExecutor(timeout=5, work_dir="/tmp/coding")
    yield "local_executor", executor
    yield "code_executor_agent", CodeExecutorAgent("coder", executor)
    yield (
        "code_executor_agent_model",
        CodeExecutorAgent(
            "coder",
            executor,
            model_client=model(),
            model_context=BufferedChatCompletionContext(4),
            model_client_stream=True,
            description="Codes",
            system_message="Code.",
            sources=["a"],
            supported_languages=["python"],
        ),
    )


def main() -> None:
    lines: list[str] = []
    for group in (cores, replays, conditions, agents, teams, graphs, clients, executors):
        for name, component in group():
            dumped = component.dump_component().model_dump(mode="json")
            lines.append(f"{json.dumps(name)}: {json.dumps(dumped)}")
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
