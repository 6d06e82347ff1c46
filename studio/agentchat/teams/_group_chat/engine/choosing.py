"""Asks a model which participant speaks next, and understands its answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.agentchat.messages import (
    BaseAgentEvent,
    ModelClientStreamingChunkEvent,
    SelectorEvent,
)
from studio.core import CancellationToken
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelFamily,
    SystemMessage,
    UserMessage,
)

from .errors import SpeakerError
from .outlet import Outlet


@dataclass(frozen=True)
class Ballot:
    """Who can be chosen."""

    candidates: list[str]
    participants: list[str]
    previous: str | None
    """The previous speaker."""

    barred: str | None
    """Who may not be chosen although a participant."""

    limited: bool
    """Whether only candidates count, not all participants."""


@dataclass(frozen=True)
class Announcer:
    """Where the answers of the model are shown."""

    outlet: Outlet
    source: str

    async def say(self, event: type[BaseAgentEvent], content: str) -> None:
        """Show a piece of an answer, or all of it."""
        await self.outlet.put(event.model_validate({"source": self.source, "content": content}))


class ModelChooser:
    """Lets a model choose, telling it what is wrong with its answer as often as allowed."""

    def __init__(
        self,
        client: ChatCompletionClient,
        *,
        max_attempts: int,
        streaming: bool,
        announcer: Announcer | None,
    ) -> None:
        self._client: ChatCompletionClient = client
        self._max_attempts: int = max_attempts
        self._streaming: bool = streaming
        self._announcer: Announcer | None = announcer

    async def choose(self, prompt: str, ballot: Ballot, token: CancellationToken) -> str:
        """Return the name of the next speaker.

        When no answer can be used the previous speaker goes on, else the first candidate begins.
        """
        conversation = self._opening(prompt)
        for _ in range(self._max_attempts):
            answer = await self._ask(conversation, token)
            name, complaint = _judge(answer, ballot)
            if name is not None:
                return name
            conversation.append(AssistantMessage(content=answer, source="selector"))
            conversation.append(UserMessage(content=complaint, source="user"))
        if ballot.previous is None or (ballot.limited and ballot.previous not in ballot.candidates):
            return ballot.candidates[0]
        return ballot.previous

    def _opening(self, prompt: str) -> list[LLMMessage]:
        if ModelFamily.is_openai(self._client.model_info["family"]):
            return [SystemMessage(content=prompt)]
        # Many other models answer nobody but a user.
        return [UserMessage(content=prompt, source="user")]

    async def _ask(self, conversation: Sequence[LLMMessage], token: CancellationToken) -> str:
        if not self._streaming:
            result = await self._client.create(conversation, cancellation_token=token)
            return _text_of(result)
        answer: str | None = None
        stream = self._client.create_stream(conversation, cancellation_token=token)
        async for item in stream:
            if isinstance(item, CreateResult):
                answer = _text_of(item)
                await self._show(SelectorEvent, answer)
            else:
                await self._show(ModelClientStreamingChunkEvent, item)
        if answer is None:
            raise SpeakerError("the model that chooses the speaker has ended without an answer")
        return answer

    async def _show(self, event: type[BaseAgentEvent], content: str) -> None:
        if self._announcer is not None:
            await self._announcer.say(event, content)


def _text_of(result: CreateResult) -> str:
    if isinstance(result.content, str):
        return result.content
    raise SpeakerError("the model that chooses the speaker has asked for a tool, not named anybody")


def _judge(answer: str, ballot: Ballot) -> tuple[str | None, str]:
    """Return the name that the answer chooses, or what is wrong with it."""
    names = list(mentions(answer, ballot.participants))
    candidates = str(ballot.candidates)
    if len(names) > 1:
        return None, (
            f"Expected exactly one name to be mentioned. Please select only one from: {candidates}."
        )
    if not names or (ballot.limited and names[0] not in ballot.candidates):
        return None, f"No valid name was mentioned. Please select from: {candidates}."
    if names[0] == ballot.barred:
        return None, (
            f"Repeated speaker is not allowed, please select a different name from: {candidates}."
        )
    return names[0], ""


def mentions(text: str, names: Sequence[str]) -> Mapping[str, int]:
    r"""Count how often each of the names occurs as a word; only those that do are returned.

    Models like to write `web_surfer` as `web surfer` or `web\_surfer`.

    Example:
        >>> mentions("Let web surfer answer, not the writers.", ["web_surfer", "writer"])
        {'web_surfer': 1}
    """
    found: dict[str, int] = {}
    for name in names:
        spellings = {name, name.replace("_", " "), name.replace("_", r"\_")}
        pattern = "|".join(re.escape(s) for s in sorted(spellings))
        count = len(re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", f" {text} "))
        if count:
            found[name] = count
    return found
