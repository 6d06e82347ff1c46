"""Spans of the steps a message takes through a runtime; nothing at all when tracing is off."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Literal

from studio._kit import settings
from studio.core._addressing import AgentId, TopicId
from studio.core._telemetry.tracer import find_tracer

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import SpanContext, Tracer, TracerProvider

Operation = Literal["create", "send", "publish", "process", "ack", "intercept"]
Attributes = Mapping[str, str]

_OFF: AbstractContextManager[Any] = nullcontext()
_MESSAGING_OPERATION: dict[Operation, str] = {
    "create": "create",
    "send": "publish",
    "publish": "publish",
    "process": "process",
    "ack": "receive",
    "intercept": "receive",
}
_PRODUCERS: frozenset[Operation] = frozenset({"create", "send", "publish"})


class RuntimeSpans:
    """Opens one span for each step of a message.

    Args:
        provider: Where spans go; without one, the provider that the program has set by the time
            of the step, if any. `AUTOGEN_DISABLE_RUNTIME_TRACING=true` turns all of it off.
        scope: Name of what is being traced.
    """

    def __init__(self, provider: "TracerProvider | None", scope: str) -> None:
        disabled = settings.env("AUTOGEN_DISABLE_RUNTIME_TRACING") or "false"
        self._disabled: bool = disabled.lower() == "true"
        self._scope: str = scope
        self._tracer: Tracer | None = None
        if provider is not None and not self._disabled:
            self._tracer = find_tracer(scope, provider)

    def step(
        self,
        operation: Operation,
        place: AgentId | TopicId | str | None,
        link: "SpanContext | None" = None,
        *,
        attributes: Callable[[], Attributes] | None = None,
        around: "Context | None" = None,
    ) -> AbstractContextManager[Any]:
        """Return the span of one step, to be used in a `with` statement.

        Args:
            operation: Which step.
            place: Where the message is, or is going.
            link: The span in which the message was created.
            attributes: Computes further attributes; called only when tracing is on.
            around: What the span lies in; without it, the current span.
        """
        tracer = self._active()
        if tracer is None:
            return _OFF
        from opentelemetry import trace  # noqa: PLC0415 - off by default

        destination = _place_name(place)
        facts = dict(attributes()) if attributes else {}
        facts["messaging.operation"] = _MESSAGING_OPERATION[operation]
        facts["messaging.destination"] = destination
        producer = operation in _PRODUCERS
        return tracer.start_as_current_span(
            f"autogen {operation} {destination}".rstrip(),
            context=around,
            kind=trace.SpanKind.PRODUCER if producer else trace.SpanKind.CONSUMER,
            attributes=facts,
            links=[trace.Link(link)] if link is not None else None,
        )

    def here(self) -> "SpanContext | None":
        """Return what later spans link to: the span that is current now."""
        if self._active() is None:
            return None
        from opentelemetry import trace  # noqa: PLC0415 - off by default

        found = trace.get_current_span().get_span_context()
        return found if found.is_valid else None

    def surroundings(self) -> "Context | None":
        """Return what encloses the caller, for spans that are opened in another task."""
        if self._active() is None:
            return None
        from opentelemetry import context  # noqa: PLC0415 - off by default

        return context.get_current()

    def _active(self) -> "Tracer | None":
        if self._tracer is None and not self._disabled:
            self._tracer = find_tracer(self._scope)
        return self._tracer


def _place_name(place: AgentId | TopicId | str | None) -> str:
    if isinstance(place, AgentId):
        return f"{place.type}.({place.key})-A"
    if isinstance(place, TopicId):
        return f"{place.type}.({place.source})-T"
    return place or ""
