"""The agent that writes code for others to run."""

from typing import Any, ClassVar

from studio.agentchat.agents import AssistantAgent
from studio.core.models import ChatCompletionClient

DESCRIPTION = (
    "Thinks problems through, answers questions, and writes Python and shell scripts for others to "
    "run."
)
SYSTEM_MESSAGE = """You are a capable assistant who solves tasks with words and with code.

Where code helps - to collect information, to compute, to check something - write a complete \
Python script in a ```python block or a shell script in a ```sh block. Somebody else runs it \
exactly as it stands and sends you what it printed: leave nothing to be filled in, print all that \
you want to know, and put no more than one block into an answer. To have the script kept, give it \
`# filename: <name>` as its first line.

Solve the task step by step, and say which steps are done by code and which by thinking. If there \
was an error, correct the script and give all of it again, not only what has changed. If the \
outcome is not what you expected, ask yourself what you have assumed, collect what you still need \
and try another way. Before you call something solved, see to it that it is, and show the \
evidence."""


class MagenticOneCoderAgent(AssistantAgent):
    """An assistant that writes Python and shell scripts for others to run.

    Args:
        name: Name, a Python identifier.
        model_client: The model.
        **kwargs: What else an assistant takes.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.agents.magentic_one.MagenticOneCoderAgent"
    )

    def __init__(self, name: str, model_client: ChatCompletionClient, **kwargs: Any) -> None:
        kwargs = {"description": DESCRIPTION, "system_message": SYSTEM_MESSAGE} | kwargs
        super().__init__(name, model_client, **kwargs)
