"""The agent that reads files."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel

from studio.agentchat.agents import BaseChatAgent
from studio.agentchat.base import Response
from studio.agentchat.messages import BaseChatMessage, TextMessage
from studio.agentchat.utils import remove_images
from studio.core import CancellationToken, Component, ComponentModel, FunctionCall
from studio.core.models import (
    ChatCompletionClient,
    LLMMessage,
    RequestUsage,
    SystemMessage,
    UserMessage,
)

from ._browser import FileBrowser
from ._tools import TOOLS

_SYSTEM_MESSAGE = (
    "You read local files for others. To answer the latest request, use the tools to open files "
    "and directories, to turn pages and to look for words; once what is shown answers the request, "
    "answer it in your own words."
)


class FileSurferConfig(BaseModel):
    """Config of `FileSurfer`."""

    name: str
    model_client: ComponentModel
    description: str | None = None


class FileSurfer(BaseChatAgent, Component[FileSurferConfig]):
    """Reads files and directories, a page at a time; it cannot leave its base directory.

    Each turn is one step: it opens or turns to something and shows it, or it answers.

    Args:
        name: Name, a Python identifier.
        model_client: The model; it has to be able to call tools.
        description: What the agent can do, for whoever chooses the next speaker.
        base_path: The directory that it may read; the current one by default.
    """

    component_provider_override: ClassVar[str | None] = "autogen_ext.agents.file_surfer.FileSurfer"
    component_config_schema = FileSurferConfig

    DEFAULT_DESCRIPTION: ClassVar[str] = "An agent that can handle local files."

    def __init__(
        self,
        name: str,
        model_client: ChatCompletionClient,
        description: str = DEFAULT_DESCRIPTION,
        base_path: str | None = None,
    ) -> None:
        super().__init__(name, description)
        self._model_client: ChatCompletionClient = model_client
        self._base: Path = Path(base_path) if base_path is not None else Path.cwd()
        self._browser: FileBrowser = FileBrowser(self._base)
        self._history: list[LLMMessage] = []

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Text."""
        return (TextMessage,)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Take one step: show something, or answer."""
        self._history += [message.to_model_message() for message in messages]
        text, usage = await self._step(cancellation_token)
        self._history.append(UserMessage(content=text, source=self.name))
        message = TextMessage(content=text, source=self.name, models_usage=usage)
        return Response(chat_message=message)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget the history and go back to the base directory."""
        self._history.clear()
        self._browser = await asyncio.to_thread(FileBrowser, self._base)

    async def _step(self, token: CancellationToken) -> tuple[str, RequestUsage]:
        result = await self._model_client.create(
            self._prompt(), tools=TOOLS, cancellation_token=token
        )
        if isinstance(result.content, str):
            return result.content, result.usage
        notes = [await asyncio.to_thread(self._do, call) for call in result.content]
        said = [note for note in notes if note]
        return "\n".join([*said, self._browser.state()]), result.usage

    def _prompt(self) -> list[LLMMessage]:
        place = (
            f"You are looking at page {self._browser.page} of {self._browser.pages} of "
            f"{self._browser.path}."
        )
        messages: list[LLMMessage] = [
            SystemMessage(content=_SYSTEM_MESSAGE),
            *self._history,
            UserMessage(content=place, source="user"),
        ]
        return messages if self._model_client.model_info["vision"] else remove_images(messages)

    def _do(self, call: FunctionCall) -> str | None:
        """Do what the model wants; return what it has to be told besides what is shown."""
        try:
            decoded: Any = json.loads(call.arguments or "{}")
        except ValueError:
            return f"The arguments of {call.name} are not JSON."
        arguments = cast("dict[str, Any]", decoded if isinstance(decoded, dict) else {})
        browser = self._browser
        words = str(arguments.get("search_string", ""))
        actions: dict[str, Callable[[], bool | None]] = {
            "open_path": lambda: browser.open(str(arguments.get("path", "."))),
            "page_up": lambda: browser.turn(-1),
            "page_down": lambda: browser.turn(1),
            "find_on_page_ctrl_f": lambda: browser.find(words),
            "find_next": browser.find_next,
        }
        action = actions.get(call.name)
        if action is None:
            return f"There is no tool {call.name}."
        return "Not found." if action() is False else None

    def _to_config(self) -> FileSurferConfig:
        return FileSurferConfig(
            name=self.name,
            model_client=self._model_client.dump_component(),
            description=self.description,
        )

    @classmethod
    def _from_config(cls, config: FileSurferConfig) -> Self:
        return cls(
            name=config.name,
            model_client=ChatCompletionClient.load_component(config.model_client),
            description=config.description or cls.DEFAULT_DESCRIPTION,
        )
