"""Structured records of what the engine does; `str()` of each is one JSON object."""

import json
from enum import Enum
from typing import Any, cast

from studio.core._addressing import AgentId, MessageHandlerContext, TopicId


def _handling_agent() -> str | None:
    agent_id = MessageHandlerContext.current()
    return None if agent_id is None else str(agent_id)


class LLMCallEvent:
    """A model call has been completed.

    Args:
        messages: What the model was sent, as JSON data.
        response: What it answered, as JSON data.
        prompt_tokens: Tokens of the input.
        completion_tokens: Tokens of the output.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(
        self,
        *,
        messages: list[dict[str, Any]],
        response: dict[str, Any],
        prompt_tokens: int,
        completion_tokens: int,
        **kwargs: Any,
    ) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["type"] = "LLMCall"
        kwargs["messages"] = messages
        kwargs["response"] = response
        kwargs["prompt_tokens"] = prompt_tokens
        kwargs["completion_tokens"] = completion_tokens
        kwargs["agent_id"] = _handling_agent()

    @property
    def prompt_tokens(self) -> int:
        """Tokens of the input."""
        return cast("int", self.kwargs["prompt_tokens"])

    @property
    def completion_tokens(self) -> int:
        """Tokens of the output."""
        return cast("int", self.kwargs["completion_tokens"])

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class LLMStreamStartEvent:
    """A streamed model call has begun.

    Args:
        messages: What the model was sent, as JSON data.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(self, *, messages: list[dict[str, Any]], **kwargs: Any) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["type"] = "LLMStreamStart"
        kwargs["messages"] = messages
        kwargs["agent_id"] = _handling_agent()

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class LLMStreamEndEvent:
    """A streamed model call has been completed.

    Args:
        response: What the model answered, as JSON data.
        prompt_tokens: Tokens of the input.
        completion_tokens: Tokens of the output.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(
        self,
        *,
        response: dict[str, Any],
        prompt_tokens: int,
        completion_tokens: int,
        **kwargs: Any,
    ) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["type"] = "LLMStreamEnd"
        kwargs["response"] = response
        kwargs["prompt_tokens"] = prompt_tokens
        kwargs["completion_tokens"] = completion_tokens
        kwargs["agent_id"] = _handling_agent()

    @property
    def prompt_tokens(self) -> int:
        """Tokens of the input."""
        return cast("int", self.kwargs["prompt_tokens"])

    @property
    def completion_tokens(self) -> int:
        """Tokens of the output."""
        return cast("int", self.kwargs["completion_tokens"])

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class ToolCallEvent:
    """A tool has been run.

    Args:
        tool_name: The tool.
        arguments: What it was called with, as JSON data.
        result: What it returned, as text.
    """

    def __init__(self, *, tool_name: str, arguments: dict[str, Any], result: str) -> None:
        self.kwargs: dict[str, Any] = {
            "type": "ToolCall",
            "tool_name": tool_name,
            "arguments": arguments,
            "result": result,
            "agent_id": _handling_agent(),
        }

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class MessageKind(Enum):
    """How a message travels."""

    DIRECT = 1
    PUBLISH = 2
    RESPOND = 3


class DeliveryStage(Enum):
    """How far a message has come."""

    SEND = 1
    DELIVER = 2


class MessageEvent:
    """A message was put on its way or handed over.

    Args:
        payload: The message, serialized.
        sender: Who sent it.
        receiver: The agent or the topic it is for.
        kind: Direct, published, or a reply.
        delivery_stage: Sent or delivered.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(
        self,
        *,
        payload: str,
        sender: AgentId | None,
        receiver: AgentId | TopicId | None,
        kind: MessageKind,
        delivery_stage: DeliveryStage,
        **kwargs: Any,
    ) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["payload"] = payload
        kwargs["sender"] = None if sender is None else str(sender)
        kwargs["receiver"] = None if receiver is None else str(receiver)
        kwargs["kind"] = str(kind)
        kwargs["delivery_stage"] = str(delivery_stage)
        kwargs["type"] = "Message"

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class MessageDroppedEvent:
    """An intervention handler dropped a message.

    Args:
        payload: The message, serialized.
        sender: Who sent it.
        receiver: The agent or the topic it was for.
        kind: Direct, published, or a reply.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(
        self,
        *,
        payload: str,
        sender: AgentId | None,
        receiver: AgentId | TopicId | None,
        kind: MessageKind,
        **kwargs: Any,
    ) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["payload"] = payload
        kwargs["sender"] = None if sender is None else str(sender)
        kwargs["receiver"] = None if receiver is None else str(receiver)
        kwargs["kind"] = str(kind)
        kwargs["type"] = "MessageDropped"

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class MessageHandlerExceptionEvent:
    """A message handler raised.

    Args:
        payload: The message it was handling, serialized.
        handling_agent: The agent.
        exception: What it raised.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(
        self, *, payload: str, handling_agent: AgentId, exception: BaseException, **kwargs: Any
    ) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["payload"] = payload
        kwargs["handling_agent"] = str(handling_agent)
        kwargs["exception"] = str(exception)
        kwargs["type"] = "MessageHandlerException"

    def __str__(self) -> str:
        return json.dumps(self.kwargs)


class AgentConstructionExceptionEvent:
    """The factory of an agent raised.

    Args:
        agent_id: The agent that was to be built.
        exception: What the factory raised.
        **kwargs: Further facts, as JSON data.
    """

    def __init__(self, *, agent_id: AgentId, exception: BaseException, **kwargs: Any) -> None:
        self.kwargs: dict[str, Any] = kwargs
        kwargs["agent_id"] = str(agent_id)
        kwargs["exception"] = str(exception)
        kwargs["type"] = "AgentConstructionException"

    def __str__(self) -> str:
        return json.dumps(self.kwargs)
