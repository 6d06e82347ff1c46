"""Chooses the next speaker by a function, an expression or a model."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from studio.agentchat.base import TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    MessageFactory,
)
from studio.agentchat.state import SelectorManagerState
from studio.agentchat.teams._expression import Expression, facts_of
from studio.core.model_context import ChatCompletionContext
from studio.core.models import AssistantMessage, ChatCompletionClient, UserMessage

from ._base_group_chat_manager import BaseGroupChatManager
from .engine.choosing import Announcer, Ballot, ModelChooser
from .engine.errors import SpeakerError
from .engine.outlet import Outlet

Thread = Sequence[BaseAgentEvent | BaseChatMessage]
Choice = Callable[[Thread], Any | Awaitable[Any]] | Expression


class SelectorGroupChatManager(BaseGroupChatManager):
    """Asks function, then candidates, then model who speaks next."""

    def __init__(
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
        model_client: ChatCompletionClient,
        selector_prompt: str,
        allow_repeated_speaker: bool,
        selector_func: Choice | None,
        max_selector_attempts: int,
        candidate_func: Choice | None,
        emit_team_events: bool,
        model_context: ChatCompletionContext | None,
        model_client_streaming: bool = False,
    ) -> None:
        super().__init__(
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
            emit_team_events,
        )
        self._selector_prompt: str = selector_prompt
        self._allow_repeated_speaker: bool = allow_repeated_speaker
        self._selector_func: Choice | None = selector_func
        self._candidate_func: Choice | None = candidate_func
        self._model_context: ChatCompletionContext | None = model_context
        self._previous_speaker: str | None = None
        self._history: list[str] = []
        self._roles: str = "\n".join(
            re.sub(r"\s+", " ", f"{participant}: {text}").strip()
            for participant, text in zip(participant_names, participant_descriptions, strict=True)
        )
        self._chooser: ModelChooser = ModelChooser(
            model_client,
            max_attempts=max_selector_attempts,
            streaming=model_client_streaming,
            announcer=Announcer(output_message_queue, name) if emit_team_events else None,
        )

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Accept any messages."""

    async def update_message_thread(self, messages: Thread) -> None:
        """Add messages to the thread, and to what the model gets to read."""
        await super().update_message_thread(messages)
        for message in messages:
            if isinstance(message, BaseChatMessage):
                await self._remember(message)

    async def _remember(self, message: BaseChatMessage) -> None:
        context = self._model_context
        if context is None:
            self._history.append(_paragraph(message.source, message.to_model_text()))
            return
        if isinstance(message, HandoffMessage):
            for part in message.context:
                await context.add_message(part)
        await context.add_message(message.to_model_message())

    async def _told(self) -> str:
        """Return the conversation as the model gets to read it."""
        if self._model_context is None:
            return "\n".join(self._history)
        messages = await self._model_context.get_messages()
        return "\n".join(
            _paragraph(message.source, _text(message))
            for message in messages
            if isinstance(message, UserMessage | AssistantMessage)
        )

    async def select_speaker(self, thread: Thread) -> list[str] | str:
        """Return who speaks next.

        Raises:
            SpeakerError: Function or expression names somebody who is no participant.
        """
        if self._selector_func is not None:
            speaker = await self._value_of(self._selector_func, thread)
            if speaker is not None:
                return self._known_speaker(speaker)
        ballot = await self._ballot(thread)
        if len(ballot.candidates) == 1:
            name = ballot.candidates[0]
        else:
            name = await self._chooser.choose(
                await self._prompt(ballot.candidates), ballot, self._floor.token
            )
        self._previous_speaker = name
        return name

    async def _value_of(self, choice: Choice, thread: Thread) -> Any:
        if isinstance(choice, Expression):
            last = thread[-1] if thread else None
            return choice.evaluate(facts_of(last, len(thread), self._current_turn))
        value = choice(thread)
        return await value if inspect.isawaitable(value) else value

    def _known_speaker(self, speaker: Any) -> str:
        if speaker in self._participant_names:
            return speaker
        raise SpeakerError(
            f"Selector function returned an invalid speaker name: {speaker}. "
            f"Expected one of: {self._participant_names}."
        )

    async def _ballot(self, thread: Thread) -> Ballot:
        barred = None if self._allow_repeated_speaker else self._previous_speaker
        if self._candidate_func is not None:
            candidates = self._known_candidates(await self._value_of(self._candidate_func, thread))
        else:
            candidates = [name for name in self._participant_names if name != barred]
        return Ballot(
            candidates=candidates,
            participants=self._participant_names,
            previous=self._previous_speaker,
            barred=barred,
            limited=self._candidate_func is not None,
        )

    def _known_candidates(self, value: Any) -> list[str]:
        if not value or isinstance(value, str):
            raise SpeakerError(
                "Candidate function must return a non-empty list of participant names.",
                hint=f"It returned {value!r}.",
            )
        names = cast("list[str]", list(value))
        if not all(name in self._participant_names for name in names):
            raise SpeakerError(
                f"Candidate function returned invalid participant names: {names}. "
                f"Expected one of: {self._participant_names}."
            )
        return names

    async def _prompt(self, candidates: list[str]) -> str:
        values = {
            "roles": self._roles,
            "participants": str(candidates),
            "history": await self._told(),
        }
        return fill_in(self._selector_prompt, values)

    async def reset(self) -> None:
        """Forget the conversation and the previous speaker."""
        self._current_turn = 0
        self._message_thread.clear()
        await self._forget()
        await self.reset_condition()
        self._previous_speaker = None

    async def _forget(self) -> None:
        self._history.clear()
        if self._model_context is not None:
            await self._model_context.clear()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the thread and the previous speaker."""
        return {
            "type": "SelectorManagerState",
            "version": "1.0.0",
            **await super().save_state(),
            "previous_speaker": self._previous_speaker,
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state; what the model gets to read is made anew from the thread."""
        saved = SelectorManagerState.model_validate(state)
        self._load_thread(saved)
        self._previous_speaker = saved.previous_speaker
        await self._forget()
        for message in self._message_thread:
            if isinstance(message, BaseChatMessage):
                await self._remember(message)


def fill_in(prompt: str, values: Mapping[str, str]) -> str:
    """Fill in the placeholders of a prompt; other braces do no harm.

    Example:
        >>> fill_in('Answer {"name": ...} out of {participants}.', {"participants": "a, b"})
        'Answer {"name": ...} out of a, b.'
    """
    try:
        return prompt.format(**values)
    except (KeyError, ValueError, IndexError):
        pattern = "|".join(rf"\{{{name}\}}" for name in values)
        return re.sub(pattern, lambda match: values[match.group()[1:-1]], prompt)


def _paragraph(source: str, text: str) -> str:
    return f"{source}: {text}".rstrip() + "\n\n"


def _text(message: UserMessage | AssistantMessage) -> str:
    content = message.content
    if isinstance(content, str):
        return content
    return " ".join(part if isinstance(part, str) else _placeholder(part) for part in content)


def _placeholder(part: object) -> str:
    name = getattr(part, "name", None)
    return f"[{name}]" if isinstance(name, str) else "[image]"
