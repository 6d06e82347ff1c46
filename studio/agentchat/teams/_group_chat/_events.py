"""What participants and manager of a team tell each other over a runtime."""

import traceback
from typing import Self

from pydantic import SerializeAsAny

from studio._kit.deferred import DeferredModel
from studio._kit.errors import StudioError
from studio.agentchat.base import Response, TaskResult
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage


class SerializableException(DeferredModel):
    """An error as text."""

    error_type: str
    """Name of its class."""

    error_message: str
    """What it says."""

    traceback: str | None = None
    """Where it happened."""

    @classmethod
    def from_exception(cls, exc: Exception) -> Self:
        """Write the error down; one of ours bears the name of the built-in error that it is."""
        kinds = type(exc).__mro__ if isinstance(exc, StudioError) else (type(exc),)
        known = next((k for k in kinds if k.__module__ == "builtins"), type(exc))
        trace = "".join(traceback.format_exception(exc)).rstrip()
        return cls(error_type=known.__name__, error_message=str(exc), traceback=trace)

    def __str__(self) -> str:
        text = f"{self.error_type}: {self.error_message}"
        return f"{text}\nTraceback:\n{self.traceback}" if self.traceback else text


class GroupChatStart(DeferredModel):
    """A run begins: from its caller to the manager, from the manager to the participants."""

    messages: list[SerializeAsAny[BaseChatMessage]] | None = None
    output_task_messages: bool = True


class GroupChatAgentResponse(DeferredModel):
    """An agent has answered."""

    response: SerializeAsAny[Response]
    name: str


class GroupChatTeamResponse(DeferredModel):
    """A team within the team has answered."""

    result: SerializeAsAny[TaskResult]
    name: str


class GroupChatRequestPublish(DeferredModel):
    """It is the recipient's turn."""


class GroupChatMessage(DeferredModel):
    """Something that was said, for the stream of the run."""

    message: SerializeAsAny[BaseAgentEvent | BaseChatMessage]


class GroupChatTermination(DeferredModel):
    """The run is over."""

    message: StopMessage
    error: SerializableException | None = None


class GroupChatReset(DeferredModel):
    """Forget everything."""


class GroupChatPause(DeferredModel):
    """Hold your work."""


class GroupChatResume(DeferredModel):
    """Go on."""


class GroupChatError(DeferredModel):
    """A participant has failed in its turn."""

    error: SerializableException
