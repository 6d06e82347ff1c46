"""Every condition, called by hand."""
import asyncio

from autogen_agentchat.base import TerminatedException
from autogen_agentchat.conditions import (
    ExternalTermination, FunctionCallTermination, FunctionalTermination, HandoffTermination, MaxMessageTermination,
    SourceMatchTermination, StopMessageTermination, TextMentionTermination, TextMessageTermination,
    TimeoutTermination, TokenUsageTermination,
)
from autogen_agentchat.messages import (
    HandoffMessage, MultiModalMessage, StopMessage, TextMessage, ThoughtEvent, ToolCallExecutionEvent, UserInputRequestedEvent,
)
from autogen_core.models import FunctionExecutionResult, RequestUsage
from program_transcript import attempt


def said(text, source="a", usage=None):
    return TextMessage(content=text, source=source, models_usage=RequestUsage(*usage) if usage else None)


def executed(name):
    return ToolCallExecutionEvent(content=[FunctionExecutionResult(content="r", name=name, call_id="1", is_error=False)], source="a")


async def main() -> None:
    external = ExternalTermination()
    cases = [
        (MaxMessageTermination(2), [[], [said("x")], [ThoughtEvent(content="t", source="a")], [said("y"), said("z")]]),
        (MaxMessageTermination(2, include_agent_event=True), [[said("x"), ThoughtEvent(content="t", source="a")]]),
        (TextMentionTermination("STOP"), [[said("stop")], [ThoughtEvent(content="STOP", source="a")], [said("please STOP now")]]),
        (TextMentionTermination("STOP", sources=["b"]), [[said("STOP")], [said("STOP", "b")]]),
        (StopMessageTermination(), [[said("x")], [said("x"), StopMessage(content="halt", source="z")]]),
        (TokenUsageTermination(max_total_token=10), [[said("x", usage=(3, 2))], [said("x", usage=(3, 2))]]),
        (TokenUsageTermination(max_prompt_token=5, max_completion_token=9), [[said("x", usage=(3, 2))], [said("x", usage=(3, 2))]]),
        (HandoffTermination("user"), [[HandoffMessage(content="h", source="a", target="b")], [HandoffMessage(content="h", source="a", target="user")]]),
        (SourceMatchTermination(["c"]), [[said("x")], [said("x", "c")]]),
        (TextMessageTermination(), [[ThoughtEvent(content="t", source="a")], [said("x")]]),
        (TextMessageTermination("b"), [[said("x")], [said("x", "b")]]),
        (FunctionCallTermination("f"), [[executed("g")], [executed("f")]]),
        (FunctionalTermination(lambda m: len(m) > 1), [[said("x")], [said("x"), said("y")]]),
        (TimeoutTermination(100), [[said("x")]]),
        (TimeoutTermination(0), [[said("x")]]),
        (MaxMessageTermination(1) | TextMentionTermination("x"), [[said("x")]]),
        (MaxMessageTermination(3) | TextMentionTermination("x"), [[said("y")], [said("x")]]),
        (MaxMessageTermination(1) & TextMentionTermination("x"), [[said("y")], [said("z")], [said("x")]]),
        ((MaxMessageTermination(1) & TextMentionTermination("x")) | StopMessageTermination(), [[said("y")], [StopMessage(content="halt", source="s")]]),
        (external, [[said("x")], external.set, []]),
    ]
    for condition, deltas in cases:
        print(type(condition).__name__)
        for delta in deltas:
            if callable(delta):
                delta()
                continue
            if condition.terminated:
                break
            stop = await condition(delta)
            print("  ", f"{stop.source}: {stop.content}" if stop else None, condition.terminated)
        if condition.terminated:
            try:
                print("   again", await condition([said("x")]))
            except (TerminatedException, RuntimeError):
                print("   again", "refused")
        await condition.reset()
        print("   reset", condition.terminated)
    await attempt("no limit", lambda: TokenUsageTermination())



asyncio.run(main())
