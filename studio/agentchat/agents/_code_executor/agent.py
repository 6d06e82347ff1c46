"""The code executor agent: what it is made of, its state and its config."""

import warnings
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, ClassVar, Self

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio._kit.run_context import current_run
from studio.agentchat.agents._base_chat_agent import BaseChatAgent
from studio.agentchat.agents._prompt import Prompt
from studio.agentchat.base import Response
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from studio.core import CancellationToken, Component, ComponentModel
from studio.core.code_executor import CodeBlock, CodeExecutor, CodeResult
from studio.core.model_context import ChatCompletionContext, UnboundedChatCompletionContext
from studio.core.models import ChatCompletionClient, SystemMessage

from .approval import (
    ApprovalFuncType,
    ApprovalRequest,
    ApprovalResponse,
    ask_function,
    ask_person,
)
from .blocks import find_code_blocks, to_markdown, to_told_result
from .coding import Coder, Coding

_TERMINAL_DESCRIPTION = (
    "A terminal that runs Python scripts (given to it in ```python code blocks) and shell scripts "
    "(given in ```sh code blocks), and does nothing else."
)
_CODER_DESCRIPTION = (
    "An agent that writes Python and shell scripts for a task, runs them, and reports the outcome."
)
_SYSTEM_MESSAGE = (
    "You solve tasks by writing code. Put Python into ```python and shell scripts into ```sh "
    "blocks; each block must be complete and runs without any input, so print what you want to "
    "know. After the code has run you see its output: explain the outcome then, and do not repeat "
    "the code. Answer without code if none is needed."
)
_NO_CODE = (
    "No code blocks found in the thread. Give at least one fenced code block to run, "
    "for example in ```python or ```sh."
)


class CodeExecutorAgentConfig(DeferredModel):
    """Config of a code executor agent."""

    name: str
    code_executor: ComponentModel
    model_client: ComponentModel | None = None
    description: str | None = None
    sources: list[str] | None = None
    system_message: str | None = None
    model_client_stream: bool = False
    model_context: ComponentModel | None = None
    supported_languages: list[str] | None = None


class CodeExecutorAgent(BaseChatAgent, Component[CodeExecutorAgentConfig]):
    """Runs the code it finds in messages or, with a model, code that it writes itself.

    Code runs without anyone being asked unless there is an approval function, or the run that
    the agent works in wants a person's approval.

    Args:
        name: Name, a Python identifier.
        code_executor: Runs the code.
        model_client: Writes code; without one, only code in the messages runs.
        model_context: Holds the history and chooses what the model sees of it.
        model_client_stream: Whether to yield the model's answers in chunks as well.
        max_retries_on_error: How often the model may correct code that failed; needs a model with
            structured output.
        description: What the agent can do, for whoever chooses the next speaker.
        system_message: Instruction that comes before the history.
        sources: Without a model: whose code runs; `None` for everyone's.
        supported_languages: Languages of code blocks that run; Python and sh by default.
        approval_func: Decides about each piece of code before it runs.
    """

    component_config_schema = CodeExecutorAgentConfig
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.agents.CodeExecutorAgent"

    DEFAULT_TERMINAL_DESCRIPTION: str = _TERMINAL_DESCRIPTION
    """The description without a model."""

    DEFAULT_AGENT_DESCRIPTION: str = _CODER_DESCRIPTION
    """The description with a model."""

    DEFAULT_SYSTEM_MESSAGE: str = _SYSTEM_MESSAGE
    """The instruction, unless another is given."""

    NO_CODE_BLOCKS_FOUND_MESSAGE: str = _NO_CODE
    """The answer when there is nothing to run."""

    DEFAULT_SUPPORTED_LANGUAGES: Sequence[str] = ("python", "sh")
    """The languages, unless others are given."""

    def __init__(
        self,
        name: str,
        code_executor: CodeExecutor,
        *,
        model_client: ChatCompletionClient | None = None,
        model_context: ChatCompletionContext | None = None,
        model_client_stream: bool = False,
        max_retries_on_error: int = 0,
        description: str | None = None,
        system_message: str | None = _SYSTEM_MESSAGE,
        sources: Sequence[str] | None = None,
        supported_languages: list[str] | None = None,
        approval_func: ApprovalFuncType | None = None,
    ) -> None:
        default = _TERMINAL_DESCRIPTION if model_client is None else _CODER_DESCRIPTION
        super().__init__(name=name, description=description or default)
        if approval_func is None:
            warnings.warn(
                "No approval function set for CodeExecutorAgent: code will run without a person "
                "having seen it. Give `approval_func` to be asked first.",
                UserWarning,
                stacklevel=2,
            )
        if max_retries_on_error > 0:
            _require_structured_output(model_client)
        self._code_executor: CodeExecutor = code_executor
        self._model_client: ChatCompletionClient | None = model_client
        self._model_client_stream: bool = model_client_stream
        self._model_context: ChatCompletionContext = (
            model_context or UnboundedChatCompletionContext()
        )
        self._max_retries_on_error: int = max_retries_on_error
        self._system_messages: list[SystemMessage] = (
            [SystemMessage(content=system_message)] if system_message is not None else []
        )
        self._sources: Sequence[str] | None = sources
        self._supported_languages: list[str] = supported_languages or list(
            self.DEFAULT_SUPPORTED_LANGUAGES
        )
        self._approval_func: ApprovalFuncType | None = approval_func
        self._prompt: Prompt = Prompt()

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Text."""
        return (TextMessage,)

    @property
    def model_context(self) -> ChatCompletionContext:
        """The history, if there is a model."""
        return self._model_context

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Run the code in the messages, or have the model write some and run that."""
        response: Response | None = None
        async for item in self.on_messages_stream(messages, cancellation_token):
            if isinstance(item, Response):
                response = item
        assert response is not None
        return response

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Do as `on_messages`, yielding what happens, and the response last."""
        run = current_run()
        if run is not None:
            await run.before("agent", self.name)
        if self._model_client is None:
            yield Response(chat_message=await self._run_found(messages, cancellation_token))
            return
        coder = Coder(
            name=self.name,
            client=self._model_client,
            stream=self._model_client_stream,
            system_messages=self._system_messages,
            context=self._model_context,
            prompt=self._prompt,
            languages=self._supported_languages,
            max_retries=self._max_retries_on_error,
            execute=self.execute_code_block,
        )
        async for item in Coding(coder, cancellation_token).stream(messages):
            yield item

    async def extract_code_blocks_from_messages(
        self, messages: Sequence[BaseChatMessage]
    ) -> list[CodeBlock]:
        """Return the code in the text messages of the allowed sources."""
        return [
            block
            for message in messages
            if isinstance(message, TextMessage)
            and (self._sources is None or message.source in self._sources)
            for block in find_code_blocks(message.content, self._supported_languages)
        ]

    async def execute_code_block(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CodeResult:
        """Run the code if it is approved; the output is never empty."""
        refusal = await self._ask_approval(code_blocks)
        if refusal is not None:
            return CodeResult(
                exit_code=1, output=f"Code execution was not approved. Reason: {refusal.reason}"
            )
        return to_told_result(
            await self._code_executor.execute_code_blocks(
                code_blocks, cancellation_token=cancellation_token
            )
        )

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget the history."""
        await self._model_context.clear()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the history."""
        return {
            "type": "CodeExecutorAgentState",
            "version": "1.0.0",
            "llm_context": await self._model_context.save_state(),
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a history, if there is one."""
        if "llm_context" in state:
            await self._model_context.load_state(state["llm_context"])

    async def _run_found(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> TextMessage:
        blocks = await self.extract_code_blocks_from_messages(messages)
        if not blocks:
            return TextMessage(content=self.NO_CODE_BLOCKS_FOUND_MESSAGE, source=self.name)
        result = await self.execute_code_block(blocks, cancellation_token)
        return TextMessage(content=result.output, source=self.name)

    async def _ask_approval(self, code_blocks: Sequence[CodeBlock]) -> ApprovalResponse | None:
        run = current_run()
        wanted_by_run = run is not None and run.approve_code
        if self._approval_func is None and not wanted_by_run:
            return None
        request = ApprovalRequest(
            code=to_markdown(code_blocks), context=await self._model_context.get_messages()
        )
        if self._approval_func is not None:
            answer = await ask_function(self._approval_func, request)
        else:
            assert run is not None
            answer = await ask_person(run, self.name, request)
        return None if answer.approved else answer

    def _to_config(self) -> CodeExecutorAgentConfig:
        if self._approval_func is not None:
            raise UsageError(
                "Cannot serialize CodeExecutorAgent with approval_func set. The approval function "
                "is code of the program and has no place in a document."
            )
        client = self._model_client
        return CodeExecutorAgentConfig(
            name=self.name,
            code_executor=self._code_executor.dump_component(),
            model_client=client.dump_component() if client is not None else None,
            description=self.description,
            sources=list(self._sources) if self._sources is not None else None,
            system_message=self._system_messages[0].content if self._system_messages else None,
            model_client_stream=self._model_client_stream,
            model_context=self._model_context.dump_component(),
            supported_languages=self._supported_languages,
        )

    @classmethod
    def _from_config(cls, config: CodeExecutorAgentConfig) -> Self:
        return cls(
            name=config.name,
            code_executor=CodeExecutor.load_component(config.code_executor),
            model_client=(
                ChatCompletionClient.load_component(config.model_client)
                if config.model_client is not None
                else None
            ),
            model_context=(
                ChatCompletionContext.load_component(config.model_context)
                if config.model_context is not None
                else None
            ),
            model_client_stream=config.model_client_stream,
            description=config.description,
            system_message=config.system_message,
            sources=config.sources,
            supported_languages=config.supported_languages,
        )


def _require_structured_output(client: ChatCompletionClient | None) -> None:
    if client is None:
        raise UsageError("`max_retries_on_error` needs a model client.")
    if not client.model_info.get("structured_output", False):
        raise UsageError(
            "The model client does not support structured output mode, which "
            "`max_retries_on_error` needs."
        )
