"""Spans around agents and tools, named by OpenTelemetry's conventions for generative AI."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from studio.core._telemetry.tracer import find_tracer

if TYPE_CHECKING:
    from opentelemetry.trace import Span, SpanContext, SpanKind, Tracer

_SCOPE = "autogen-core"


class _SilentSpan:
    """Takes everything a span takes, and keeps nothing."""

    def is_recording(self) -> bool:
        return False

    def get_span_context(self) -> "SpanContext":
        from opentelemetry.trace import INVALID_SPAN_CONTEXT  # noqa: PLC0415 - off by default

        return INVALID_SPAN_CONTEXT

    def _ignore(self, *_args: object, **_kwargs: object) -> None:
        pass

    end = set_attribute = set_attributes = add_event = add_link = _ignore
    update_name = set_status = record_exception = _ignore


_SILENT = _SilentSpan()


@contextmanager
def trace_tool_span(
    tool_name: str,
    *,
    tracer: "Tracer | None" = None,
    parent: "Span | None" = None,
    tool_description: str | None = None,
    tool_call_id: str | None = None,
) -> "Generator[Span, Any, None]":
    """Open a span for the execution of a tool.

    Args:
        tool_name: The tool.
        tracer: Where to open it; without one, where the program has configured OpenTelemetry.
        parent: The span around it; without one, the current span.
        tool_description: What the tool does.
        tool_call_id: The id that the model gave to the call.

    Yields:
        The span; one that records nothing when tracing is off.
    """
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.system": "autogen",
        "gen_ai.tool.name": tool_name,
        "gen_ai.tool.description": tool_description,
        "gen_ai.tool.call.id": tool_call_id,
    }
    yield from _span("INTERNAL", tool_name, attributes, tracer, parent)


@contextmanager
def trace_create_agent_span(
    agent_name: str,
    *,
    tracer: "Tracer | None" = None,
    parent: "Span | None" = None,
    agent_id: str | None = None,
    agent_description: str | None = None,
) -> "Generator[Span, Any, None]":
    """Open a span for the construction of an agent.

    Args:
        agent_name: The agent.
        tracer: Where to open it; without one, where the program has configured OpenTelemetry.
        parent: The span around it; without one, the current span.
        agent_id: What tells this agent from others of its name.
        agent_description: What the agent does.

    Yields:
        The span; one that records nothing when tracing is off.
    """
    attributes = _agent_attributes("create_agent", agent_name, agent_id, agent_description)
    yield from _span("CLIENT", agent_name, attributes, tracer, parent)


@contextmanager
def trace_invoke_agent_span(
    agent_name: str,
    *,
    tracer: "Tracer | None" = None,
    parent: "Span | None" = None,
    agent_id: str | None = None,
    agent_description: str | None = None,
) -> "Generator[Span, Any, None]":
    """Open a span for a call of an agent.

    Args:
        agent_name: The agent.
        tracer: Where to open it; without one, where the program has configured OpenTelemetry.
        parent: The span around it; without one, the current span.
        agent_id: What tells this agent from others of its name.
        agent_description: What the agent does.

    Yields:
        The span; one that records nothing when tracing is off.
    """
    attributes = _agent_attributes("invoke_agent", agent_name, agent_id, agent_description)
    yield from _span("CLIENT", agent_name, attributes, tracer, parent)


def _agent_attributes(
    operation: str, name: str, agent_id: str | None, description: str | None
) -> dict[str, str | None]:
    return {
        "gen_ai.operation.name": operation,
        "gen_ai.system": "autogen",
        "gen_ai.agent.name": name,
        "gen_ai.agent.id": agent_id,
        "gen_ai.agent.description": description,
    }


def _span(
    kind: str,
    name: str,
    attributes: Mapping[str, str | None],
    tracer: "Tracer | None",
    parent: "Span | None",
) -> "Generator[Span, Any, None]":
    tracer = tracer or find_tracer(_SCOPE)
    if tracer is None:
        yield cast("Span", _SILENT)
        return
    from opentelemetry import trace  # noqa: PLC0415 - off by default

    span_kind: SpanKind = trace.SpanKind[kind]
    with tracer.start_as_current_span(
        f"{attributes['gen_ai.operation.name']} {name}",
        context=trace.set_span_in_context(parent) if parent else None,
        kind=span_kind,
        attributes={k: v for k, v in attributes.items() if v is not None},
    ) as span:
        try:
            yield span
        except Exception as e:
            span.set_attribute("error.type", type(e).__name__)
            raise
