import subprocess
import sys

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from studio.agentchat.agents import AssistantAgent
from tests.support.scripted_model import ScriptedModel

BARE = """
import asyncio, sys
from studio.agentchat.agents import AssistantAgent
from studio.ext.models.replay import ReplayChatCompletionClient
asyncio.run(AssistantAgent("bob", ReplayChatCompletionClient(["hi"])).run(task="hi"))
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""


async def test_agents_have_spans_once_a_program_has_set_tracing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    agent = AssistantAgent("bob", ScriptedModel("one", "two"), description="Helps")

    await agent.run(task="hi")
    async for _ in agent.run_stream(task="hi"):
        pass

    spans = exporter.get_finished_spans()
    assert [span.name for span in spans] == [
        "create_agent bob",
        "invoke_agent bob",
        "invoke_agent bob",
    ]
    attributes = spans[1].attributes
    assert attributes is not None
    assert attributes["gen_ai.agent.description"] == "Helps"


def test_without_that_opentelemetry_is_not_even_imported() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
