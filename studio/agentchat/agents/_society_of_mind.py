"""An agent that is a whole team inside."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.run_context import current_run
from studio.agentchat._streams import within_team
from studio.agentchat.base import Response, TaskResult, Team
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    ModelClientStreamingChunkEvent,
    TextMessage,
)
from studio.agentchat.state import SocietyOfMindAgentState
from studio.core import CancellationToken, Component, ComponentModel
from studio.core.model_context import ChatCompletionContext, UnboundedChatCompletionContext
from studio.core.models import ChatCompletionClient, LLMMessage, SystemMessage, UserMessage

from ._base_chat_agent import BaseChatAgent
from ._prompt import add_to_context

_DESCRIPTION = "An agent that uses an inner team of agents to generate responses."
_INSTRUCTION = "You and your team have worked on a request. This is what was said:"
_RESPONSE_PROMPT = (
    "Now give the answer to the original request. It has to stand on its own: do not mention the "
    "discussion above."
)


class SocietyOfMindAgentConfig(DeferredModel):
    """Config of a society of mind."""

    name: str
    team: ComponentModel
    model_client: ComponentModel
    description: str | None = None
    instruction: str | None = None
    response_prompt: str | None = None
    model_context: ComponentModel | None = None


class SocietyOfMindAgent(BaseChatAgent, Component[SocietyOfMindAgentConfig]):
    """Lets a team discuss the messages, then has a model give one answer out of what was said.

    The team starts afresh in every turn; what came before is told to it.

    Args:
        name: Name, a Python identifier.
        team: The team inside.
        model_client: The model that gives the answer.
        description: What the agent can do, for whoever chooses the next speaker.
        instruction: What the model reads before the discussion.
        response_prompt: What the model reads after the discussion.
        model_context: Holds the messages of earlier turns.
    """

    component_config_schema = SocietyOfMindAgentConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.agents.SocietyOfMindAgent"
    )

    DEFAULT_INSTRUCTION: str = _INSTRUCTION
    """What the model reads before the discussion, unless told otherwise."""

    DEFAULT_RESPONSE_PROMPT: str = _RESPONSE_PROMPT
    """What the model reads after the discussion, unless told otherwise."""

    DEFAULT_DESCRIPTION: str = _DESCRIPTION
    """The description, unless another is given."""

    def __init__(
        self,
        name: str,
        team: Team,
        model_client: ChatCompletionClient,
        *,
        description: str = _DESCRIPTION,
        instruction: str = _INSTRUCTION,
        response_prompt: str = _RESPONSE_PROMPT,
        model_context: ChatCompletionContext | None = None,
    ) -> None:
        super().__init__(name=name, description=description)
        self._team: Team = team
        self._model_client: ChatCompletionClient = model_client
        self._instruction: str = instruction
        self._response_prompt: str = response_prompt
        self._model_context: ChatCompletionContext = (
            model_context or UnboundedChatCompletionContext()
        )

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Text."""
        return (TextMessage,)

    @property
    def model_context(self) -> ChatCompletionContext:
        """The messages of earlier turns."""
        return self._model_context

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Let the team discuss and return the answer."""
        response: Response | None = None
        async for item in self.on_messages_stream(messages, cancellation_token):
            if isinstance(item, Response):
                response = item
        assert response is not None
        return response

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Let the team discuss, yielding what it says, and yield the answer last."""
        run = current_run()
        if run is not None:
            await run.before("agent", self.name)
        said: list[BaseAgentEvent | BaseChatMessage] = []
        discussion = self._team.run_stream(
            task=await self._to_task(messages) or None,
            cancellation_token=cancellation_token,
            output_task_messages=False,
        )
        async for item in within_team(self.name, discussion):
            if isinstance(item, TaskResult):
                continue
            yield item
            if not isinstance(item, ModelClientStreamingChunkEvent):
                said.append(item)
        answer = await self._conclude(said, cancellation_token)
        await add_to_context(self._model_context, messages)
        await self._team.reset()
        yield Response(chat_message=answer, inner_messages=[])

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Reset the team and forget earlier turns."""
        await self._team.reset()
        await self._model_context.clear()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the state of the team and the messages of earlier turns."""
        state = SocietyOfMindAgentState(inner_team_state=await self._team.save_state())
        return {**state.model_dump(), "llm_context": await self._model_context.save_state()}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        saved = SocietyOfMindAgentState.model_validate(state)
        await self._team.load_state(saved.inner_team_state)
        if "llm_context" in state:
            await self._model_context.load_state(state["llm_context"])

    async def close(self) -> None:
        """Nothing of its own to give back; the team and the model belong to the program."""

    async def _to_task(self, messages: Sequence[BaseChatMessage]) -> list[BaseChatMessage]:
        earlier = await self._model_context.get_messages()
        if not earlier:
            return list(messages)
        told = HandoffMessage(
            content="relevant previous messages", source=self.name, target="", context=earlier
        )
        return [told, *messages]

    async def _conclude(
        self,
        said: Sequence[BaseAgentEvent | BaseChatMessage],
        cancellation_token: CancellationToken,
    ) -> TextMessage:
        if not said:
            return TextMessage(content="No response.", source=self.name)
        result = await self._model_client.create(
            [
                self._to_prompt(self._instruction),
                *(item.to_model_message() for item in said if isinstance(item, BaseChatMessage)),
                self._to_prompt(self._response_prompt),
            ],
            cancellation_token=cancellation_token,
        )
        return TextMessage(content=str(result.content), source=self.name, models_usage=result.usage)

    def _to_prompt(self, text: str) -> LLMMessage:
        if self._model_client.model_info.get("multiple_system_messages", False):
            return SystemMessage(content=text)
        return UserMessage(content=text, source="user")

    def _to_config(self) -> SocietyOfMindAgentConfig:
        return SocietyOfMindAgentConfig(
            name=self.name,
            team=self._team.dump_component(),
            model_client=self._model_client.dump_component(),
            description=self.description,
            instruction=self._instruction,
            response_prompt=self._response_prompt,
            model_context=self._model_context.dump_component(),
        )

    @classmethod
    def _from_config(cls, config: SocietyOfMindAgentConfig) -> Self:
        return cls(
            name=config.name,
            team=Team.load_component(config.team),
            model_client=ChatCompletionClient.load_component(config.model_client),
            description=config.description or _DESCRIPTION,
            instruction=config.instruction or _INSTRUCTION,
            response_prompt=config.response_prompt or _RESPONSE_PROMPT,
            model_context=(
                ChatCompletionContext.load_component(config.model_context)
                if config.model_context is not None
                else None
            ),
        )
