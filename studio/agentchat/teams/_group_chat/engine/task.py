"""The messages of a task."""

from collections.abc import Sequence
from typing import cast

from studio.agentchat.messages import BaseChatMessage, MessageFactory, TextMessage

from .errors import TaskError

Task = str | BaseChatMessage | Sequence[BaseChatMessage] | None


def task_messages(task: Task, factory: MessageFactory) -> list[BaseChatMessage] | None:
    """Return the task as messages; `None` means to go on without one.

    Raises:
        TaskError: The task is no text, message or list of messages, or of an unknown class.
    """
    messages = _as_messages(task)
    for message in messages or ():
        if not factory.is_registered(type(message)):
            raise TaskError(
                f"Message type {type(message)} is not registered with the message factory. "
                "Please register it with the message factory by adding it to the "
                "custom_message_types list when creating the team."
            )
    return messages


def _as_messages(task: Task) -> list[BaseChatMessage] | None:
    if task is None:
        return None
    if isinstance(task, str):
        return [TextMessage(content=task, source="user")]
    if isinstance(task, BaseChatMessage):
        return [task]
    if not isinstance(task, list):
        raise TaskError("Task must be a string, a BaseChatMessage, or a list of BaseChatMessage.")
    given = cast("list[object]", task)
    if not given:
        raise TaskError("Task list cannot be empty.")
    messages = [message for message in given if isinstance(message, BaseChatMessage)]
    if len(messages) < len(given):
        raise TaskError("All messages in task list must be valid BaseChatMessage types")
    return messages
