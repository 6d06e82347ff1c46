"""A team in which a model or a function chooses who speaks."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Self, cast

from studio._kit.deferred import DeferredModel
from studio.agentchat.base import ChatAgent, Team, TerminationCondition
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, MessageFactory
from studio.agentchat.teams._expression import Expression
from studio.core import AgentRuntime, Component, ComponentModel, ComponentType
from studio.core.model_context import ChatCompletionContext
from studio.core.models import ChatCompletionClient

from ._base_group_chat import BaseGroupChat
from ._base_group_chat_manager import BaseGroupChatManager
from ._selector_manager import Choice, SelectorGroupChatManager
from .engine.configs import dump_condition, load_condition, load_participants
from .engine.errors import TeamSetupError
from .engine.outlet import Outlet

Thread = Sequence[BaseAgentEvent | BaseChatMessage]
SelectorFunc = Callable[[Thread], str | None] | Callable[[Thread], Awaitable[str | None]]
CandidateFunc = Callable[[Thread], list[str]] | Callable[[Thread], Awaitable[list[str]]]

DEFAULT_SELECTOR_PROMPT = """You moderate a conversation in which these roles take part:

{roles}

This is what has been said so far:

{history}

Decide which role of {participants} should speak next. Answer with the name of that role only.
"""


class SelectorGroupChatConfig(DeferredModel):
    """Config of `SelectorGroupChat`."""

    name: str | None = None
    """Name of the team."""

    description: str | None = None
    """What the team can do."""

    participants: list[ComponentModel]
    """Agents and teams."""

    model_client: ComponentModel
    """The model that chooses."""

    termination_condition: ComponentModel | None = None
    """Ends a run."""

    max_turns: int | None = None
    """Ends a run after so many turns."""

    selector_prompt: str
    """What the model is asked; `{roles}`, `{participants}` and `{history}` are filled in."""

    allow_repeated_speaker: bool
    """Whether the same participant may speak twice in a row."""

    max_selector_attempts: int = 3
    """How often the model is asked before somebody is taken."""

    emit_team_events: bool = False
    """Whether the choice of a speaker is an event of the stream."""

    model_client_streaming: bool = False
    """Whether the model's answer is streamed."""

    model_context: ComponentModel | None = None
    """What the model gets to read of the conversation; everything when not given."""

    selector_expression: Expression | None = None
    """Names the next speaker; with `None` as its value the model is asked."""

    candidate_expression: Expression | None = None
    """Names those among whom the model may choose."""


class SelectorGroupChat(BaseGroupChat, Component[SelectorGroupChatConfig]):
    """A team in which a model chooses the next speaker, or a function, or an expression.

    Functions are lost when the team is dumped; expressions are not.

    Args:
        participants: Agents and teams; the model reads their descriptions.
        model_client: The model that chooses.
        name: Name of the team.
        description: What the team can do.
        termination_condition: Ends a run; without one it goes on until `max_turns`, if ever.
        max_turns: Ends a run after so many turns.
        runtime: Carries the conversation; the caller starts and stops it.
        selector_prompt: What the model is asked; `{roles}`, `{participants}` and `{history}` are
            filled in.
        allow_repeated_speaker: Whether the same participant may speak twice in a row.
        max_selector_attempts: How often the model is asked before somebody is taken.
        selector_func: Names the next speaker from the thread; with `None` the model is asked.
        candidate_func: Names those among whom the model may choose.
        custom_message_types: Classes of messages besides the built-in ones.
        emit_team_events: Whether the choice of a speaker is an event of the stream.
        model_client_streaming: Whether the model's answer is streamed.
        model_context: What the model gets to read of the conversation; everything when not given.
        selector_expression: Like `selector_func`, but a document.
        candidate_expression: Like `candidate_func`, but a document.

    Raises:
        TeamSetupError: There are fewer than two participants, or both a function and an expression.
    """

    component_config_schema = SelectorGroupChatConfig
    component_type: ClassVar[ComponentType] = "team"
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.teams.SelectorGroupChat"

    DEFAULT_NAME: str = "SelectorGroupChat"
    DEFAULT_DESCRIPTION: str = "A team of agents."

    def __init__(
        self,
        participants: Sequence[ChatAgent | Team],
        model_client: ChatCompletionClient,
        *,
        name: str | None = None,
        description: str | None = None,
        termination_condition: TerminationCondition | None = None,
        max_turns: int | None = None,
        runtime: AgentRuntime | None = None,
        selector_prompt: str = DEFAULT_SELECTOR_PROMPT,
        allow_repeated_speaker: bool = False,
        max_selector_attempts: int = 3,
        selector_func: SelectorFunc | None = None,
        candidate_func: CandidateFunc | None = None,
        custom_message_types: list[type[BaseAgentEvent | BaseChatMessage]] | None = None,
        emit_team_events: bool = False,
        model_client_streaming: bool = False,
        model_context: ChatCompletionContext | None = None,
        selector_expression: Expression | str | None = None,
        candidate_expression: Expression | str | None = None,
    ) -> None:
        super().__init__(
            name=name or self.DEFAULT_NAME,
            description=description or self.DEFAULT_DESCRIPTION,
            participants=participants,
            group_chat_manager_name="SelectorGroupChatManager",
            group_chat_manager_class=SelectorGroupChatManager,
            termination_condition=termination_condition,
            max_turns=max_turns,
            runtime=runtime,
            custom_message_types=custom_message_types,
            emit_team_events=emit_team_events,
        )
        if len(participants) < 2:
            raise TeamSetupError("At least two participants are required for SelectorGroupChat.")
        if selector_func is not None and selector_expression is not None:
            raise TeamSetupError("selector_func and selector_expression exclude each other")
        if candidate_func is not None and candidate_expression is not None:
            raise TeamSetupError("candidate_func and candidate_expression exclude each other")
        self._model_client: ChatCompletionClient = model_client
        self._selector_prompt: str = selector_prompt
        self._allow_repeated_speaker: bool = allow_repeated_speaker
        self._max_selector_attempts: int = max_selector_attempts
        self._selector_func: SelectorFunc | None = selector_func
        self._candidate_func: CandidateFunc | None = candidate_func
        self._model_client_streaming: bool = model_client_streaming
        self._model_context: ChatCompletionContext | None = model_context
        self._selector_expression: Expression | None = _expression(selector_expression)
        self._candidate_expression: Expression | None = _expression(candidate_expression)

    def _create_group_chat_manager_factory(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        max_turns: int | None,
        message_factory: MessageFactory,
    ) -> Callable[[], BaseGroupChatManager]:
        return lambda: SelectorGroupChatManager(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            output_message_queue,
            termination_condition,
            max_turns,
            message_factory,
            self._model_client,
            self._selector_prompt,
            self._allow_repeated_speaker,
            cast("Choice | None", self._selector_func or self._selector_expression),
            self._max_selector_attempts,
            cast("Choice | None", self._candidate_func or self._candidate_expression),
            self._emit_team_events,
            self._model_context,
            self._model_client_streaming,
        )

    def _to_config(self) -> SelectorGroupChatConfig:
        context = self._model_context
        return SelectorGroupChatConfig(
            name=self._name,
            description=self._description,
            participants=[participant.dump_component() for participant in self._participants],
            model_client=self._model_client.dump_component(),
            termination_condition=dump_condition(self._termination_condition),
            max_turns=self._max_turns,
            selector_prompt=self._selector_prompt,
            allow_repeated_speaker=self._allow_repeated_speaker,
            max_selector_attempts=self._max_selector_attempts,
            emit_team_events=self._emit_team_events,
            model_client_streaming=self._model_client_streaming,
            model_context=None if context is None else context.dump_component(),
            selector_expression=self._selector_expression,
            candidate_expression=self._candidate_expression,
        )

    @classmethod
    def _from_config(cls, config: SelectorGroupChatConfig) -> Self:
        context = config.model_context
        return cls(
            participants=load_participants(config.participants),
            model_client=ChatCompletionClient.load_component(config.model_client),
            name=config.name,
            description=config.description,
            termination_condition=load_condition(config.termination_condition),
            max_turns=config.max_turns,
            selector_prompt=config.selector_prompt,
            allow_repeated_speaker=config.allow_repeated_speaker,
            max_selector_attempts=config.max_selector_attempts,
            emit_team_events=config.emit_team_events,
            model_client_streaming=config.model_client_streaming,
            model_context=context and ChatCompletionContext.load_component(context),
            selector_expression=config.selector_expression,
            candidate_expression=config.candidate_expression,
        )


def _expression(given: Expression | str | None) -> Expression | None:
    return Expression(expression=given) if isinstance(given, str) else given
