"""The Magentic-One team, ready-made."""

import warnings
from collections.abc import Awaitable, Callable
from typing import ClassVar

from studio.agentchat.agents import (
    ApprovalFuncType,
    CodeExecutorAgent,
    UserProxyAgent,
)
from studio.agentchat.base import ChatAgent
from studio.agentchat.teams import MagenticOneGroupChat
from studio.core import CancellationToken
from studio.core.code_executor import CodeExecutor
from studio.core.models import ChatCompletionClient
from studio.ext.agents.file_surfer import FileSurfer
from studio.ext.agents.magentic_one import MagenticOneCoderAgent
from studio.ext.code_executors import create_default_code_executor

InputFunc = Callable[[str], str] | Callable[[str, CancellationToken | None], Awaitable[str]]

_NEEDED = ("function_calling", "json_output")


class MagenticOne(MagenticOneGroupChat):
    """A team that reads files, writes code and runs it, for tasks of many steps.

    A dump of it is that of its `MagenticOneGroupChat`.

    Args:
        client: The model of all agents and of the orchestrator.
        hil_mode: Whether a person takes part.
        input_func: Asks the person.
        code_executor: Runs the code; by default in Docker, or here if there is none.
        approval_func: Decides about each piece of code before it runs.

    Example:
        ```python
        from studio.agentchat.ui import Console
        from studio.ext.models.openai import OpenAIChatCompletionClient
        from studio.ext.teams.magentic_one import MagenticOne

        team = MagenticOne(OpenAIChatCompletionClient(model="gpt-4o"))
        await Console(team.run_stream(task="Which file here is the longest, and what is in it?"))
        ```
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.teams.MagenticOneGroupChat"
    )

    def __init__(
        self,
        client: ChatCompletionClient,
        hil_mode: bool = False,
        input_func: InputFunc | None = None,
        code_executor: CodeExecutor | None = None,
        approval_func: ApprovalFuncType | None = None,
    ) -> None:
        _check_capabilities(client)
        executor = code_executor or create_default_code_executor()
        agents: list[ChatAgent] = [
            FileSurfer("FileSurfer", model_client=client),
            MagenticOneCoderAgent("Coder", model_client=client),
            CodeExecutorAgent(
                "ComputerTerminal", code_executor=executor, approval_func=approval_func
            ),
        ]
        if hil_mode:
            agents.append(UserProxyAgent("User", input_func=input_func))
        super().__init__(agents, model_client=client)


def _check_capabilities(client: ChatCompletionClient) -> None:
    info = client.model_info
    missing = [name for name in _NEEDED if not info[name]]
    if missing:
        warnings.warn(
            f"The model has no {' and no '.join(missing)}, which Magentic-One needs to work well.",
            UserWarning,
            stacklevel=3,
        )
