"""The agent through which a person takes part."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Self, cast

from studio._kit.deferred import DeferredModel
from studio._kit.errors import StudioError
from studio._kit.run_context import Question, RunContext, current_run
from studio.agentchat._message_ids import new_message_id
from studio.agentchat.base import Response
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    TextMessage,
    UserInputRequestedEvent,
)
from studio.core import CancellationToken, Component

from ._base_chat_agent import BaseChatAgent

SyncInputFunc = Callable[[str], str]
AsyncInputFunc = Callable[[str, CancellationToken | None], Awaitable[str]]
InputFuncType = SyncInputFunc | AsyncInputFunc


class UserInputError(StudioError, RuntimeError):
    """A person could not be asked, or gave no answer."""

    code = "agentchat.user_input"


class UserProxyAgentConfig(DeferredModel):
    """Config of a user proxy."""

    name: str
    description: str = "A human user"
    input_func: str | None = None


class UserProxyAgent(BaseChatAgent, Component[UserProxyAgentConfig]):
    """Asks a person for each answer.

    Without an input function the person is asked through the run that the agent works in, and
    at the console if there is none.

    Args:
        name: Name, a Python identifier.
        description: Who this is, for whoever chooses the next speaker.
        input_func: Takes the prompt and returns the answer; an async one gets the cancellation
            token as well. A sync one runs in a thread.
    """

    component_config_schema = UserProxyAgentConfig
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.agents.UserProxyAgent"

    class InputRequestContext:
        """Tells an input function which question it is asked for."""

        _request_id: ClassVar[ContextVar[str]] = ContextVar("user_proxy_request_id")

        @classmethod
        @contextmanager
        def populate_context(cls, request_id: str) -> Generator[None, Any, None]:
            """Make `request_id` current."""
            token = cls._request_id.set(request_id)
            try:
                yield
            finally:
                cls._request_id.reset(token)

        @classmethod
        def request_id(cls) -> str:
            """Return the id of the `UserInputRequestedEvent` that goes with this call.

            Raises:
                UserInputError: This is no call of an input function.
            """
            try:
                return cls._request_id.get()
            except LookupError:
                raise UserInputError(
                    "InputRequestContext.request_id() works only inside the input function of a "
                    "UserProxyAgent."
                ) from None

    def __init__(
        self,
        name: str,
        *,
        description: str = "A human user",
        input_func: InputFuncType | None = None,
    ) -> None:
        super().__init__(name=name, description=description)
        self.input_func: InputFuncType | None = input_func

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Text, and a hand-over in answer to one."""
        return (TextMessage, HandoffMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Ask the person."""
        response: Response | None = None
        async for item in self.on_messages_stream(messages, cancellation_token):
            if isinstance(item, Response):
                response = item
        assert response is not None
        return response

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Say that input is wanted, ask the person, and yield the answer.

        Raises:
            UserInputError: No answer could be had.
        """
        run = current_run()
        if run is not None:
            await run.before("agent", self.name)
        handoff = self._to_handoff(messages)
        prompt = "Enter your response: "
        if handoff is not None:
            prompt = f"Handoff received from {handoff.source}. {prompt}"
        request_id = new_message_id()
        yield UserInputRequestedEvent(request_id=request_id, source=self.name)
        try:
            with UserProxyAgent.InputRequestContext.populate_context(request_id):
                text = await self._ask(prompt, request_id, cancellation_token)
            answer = self._to_answer(text, handoff)
        except Exception as error:
            raise UserInputError(f"Failed to get user input: {error}") from error
        yield Response(chat_message=answer)

    async def on_reset(self, cancellation_token: CancellationToken | None = None) -> None:
        """Nothing to forget."""

    def _to_handoff(self, messages: Sequence[BaseChatMessage]) -> HandoffMessage | None:
        last = messages[-1] if messages else None
        if not isinstance(last, HandoffMessage):
            return None
        if last.target != self.name:
            raise UserInputError(
                f"Failed to get user input: the handoff message is for {last.target!r}, "
                f"not for {self.name!r}"
            )
        return last

    def _to_answer(self, text: str, handoff: HandoffMessage | None) -> BaseChatMessage:
        if handoff is None:
            return TextMessage(content=text, source=self.name)
        return HandoffMessage(content=text, target=handoff.source, source=self.name)

    async def _ask(self, prompt: str, request_id: str, token: CancellationToken) -> str:
        run = current_run()
        if self.input_func is not None:
            return await _call(self.input_func, prompt, token)
        if run is not None:
            question = Question(prompt=prompt, source=self.name, request_id=request_id)
            return await _ask_run(run, question, token)
        return await _in_thread(input, prompt, token)

    def _to_config(self) -> UserProxyAgentConfig:
        return UserProxyAgentConfig(name=self.name, description=self.description)

    @classmethod
    def _from_config(cls, config: UserProxyAgentConfig) -> Self:
        return cls(name=config.name, description=config.description)


async def _call(function: InputFuncType, prompt: str, token: CancellationToken) -> str:
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - an object may have an async `__call__`
    ):
        return await cast("AsyncInputFunc", function)(prompt, token)
    return await _in_thread(cast("SyncInputFunc", function), prompt, token)


async def _in_thread(function: SyncInputFunc, prompt: str, token: CancellationToken) -> str:
    work = asyncio.ensure_future(asyncio.to_thread(function, prompt))
    token.link_future(work)
    return await work


async def _ask_run(run: RunContext, question: Question, token: CancellationToken) -> str:
    answer = asyncio.ensure_future(run.ask(question))
    token.link_future(answer)
    return await answer
