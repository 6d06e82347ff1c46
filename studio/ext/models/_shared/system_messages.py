"""Joins system messages for models that take one."""

from collections.abc import Sequence

from studio.core.models import LLMMessage, SystemMessage
from studio.ext.models._shared.errors import ModelArgumentError


def merge_system_messages(messages: Sequence[LLMMessage], *, refusal: str) -> Sequence[LLMMessage]:
    """Return the messages with adjacent system messages joined into one, and blank ones left out.

    Args:
        messages: The conversation; left as it is.
        refusal: What to say when other messages stand between system messages.

    Raises:
        ModelArgumentError: Other messages stand between system messages.
    """
    places = [i for i, message in enumerate(messages) if isinstance(message, SystemMessage)]
    if not places:
        return messages
    first, last = places[0], places[-1]
    if last - first >= len(places):
        raise ModelArgumentError(
            refusal, hint="Move the system messages together, or send a single one."
        )
    lines = "\n".join(str(messages[i].content) for i in places).rstrip()
    merged: list[LLMMessage] = [SystemMessage(content=lines)] if lines else []
    return [*messages[:first], *merged, *messages[last + 1 :]]
