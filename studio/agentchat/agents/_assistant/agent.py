"""The assistant itself: what it is made of, its state and its config."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from studio._kit.errors import UsageError
from studio._kit.run_context import current_run
from studio.agentchat.agents._base_chat_agent import BaseChatAgent
from studio.agentchat.agents._prompt import Prompt
from studio.agentchat.base import Handoff, Response
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    StructuredMessageFactory,
    TextMessage,
    ToolCallSummaryMessage,
)
from studio.agentchat.state import AssistantAgentState
from studio.core import CancellationToken, Component
from studio.core.memory import Memory
from studio.core.model_context import ChatCompletionContext, UnboundedChatCompletionContext
from studio.core.models import ChatCompletionClient, SystemMessage
from studio.core.tools import BaseTool, Workbench

from .config import AssistantAgentConfig, from_version_1
from .load import to_answer_factory, to_arguments
from .setup import (
    Parts,
    SummaryFormatter,
    require_function_calling,
    to_handoffs,
    to_memories,
    to_tools,
    to_workbenches,
)
from .turn import Turn

_DESCRIPTION = "An agent that provides assistance with ability to use tools."
_SYSTEM_MESSAGE = (
    "You are a helpful assistant. Use your tools wherever they help with the task. "
    "Once the task is completed, reply with TERMINATE."
)


class AssistantAgent(BaseChatAgent, Component[AssistantAgentConfig]):
    """An agent that answers with a model and may use tools, hand over, and remember.

    It keeps its history, so each call brings only what is new. One turn: the new messages and
    what the memories add go to the model; a text is the answer; calls of tools are carried out at
    the same time, and after at most `max_tool_iterations` rounds the answer is a hand-over, the
    model's words about the results (`reflect_on_tool_use`), or the results as they are.

    Args:
        name: Name, a Python identifier.
        model_client: The model.
        tools: Tools, or functions to be made tools; not together with a workbench.
        workbench: One or more workbenches.
        handoffs: To whom the model may hand over.
        model_context: Holds the history and chooses what the model sees of it.
        description: What the agent can do, for whoever chooses the next speaker.
        system_message: Instruction that comes before the history; `None` for no instruction.
        model_client_stream: Whether to yield the model's answer in chunks as well.
        reflect_on_tool_use: By default only if there is an output type.
        max_tool_iterations: How often the model may ask for tools in one turn.
        tool_call_summary_format: Has `{tool_name}`, `{arguments}`, `{result}`, `{is_error}`.
        tool_call_summary_formatter: Takes the place of the format; is not part of the config.
        output_content_type: Class that the answer has to fit.
        output_content_type_format: Format string that shows such an answer as text.
        memory: Memories that are asked in each turn.
        metadata: Free notes, kept in the config.
    """

    component_version = 2
    component_config_schema = AssistantAgentConfig
    component_provider_override: ClassVar[str | None] = "autogen_agentchat.agents.AssistantAgent"

    def __init__(
        self,
        name: str,
        model_client: ChatCompletionClient,
        *,
        tools: list[BaseTool[Any, Any] | Callable[..., Any] | Callable[..., Awaitable[Any]]]
        | None = None,
        workbench: Workbench | Sequence[Workbench] | None = None,
        handoffs: list[Handoff | str] | None = None,
        model_context: ChatCompletionContext | None = None,
        description: str = _DESCRIPTION,
        system_message: str | None = _SYSTEM_MESSAGE,
        model_client_stream: bool = False,
        reflect_on_tool_use: bool | None = None,
        max_tool_iterations: int = 1,
        tool_call_summary_format: str = "{result}",
        tool_call_summary_formatter: SummaryFormatter | None = None,
        output_content_type: type[BaseModel] | None = None,
        output_content_type_format: str | None = None,
        memory: Sequence[Memory] | None = None,
        metadata: dict[str, str] | None = None,
    ) -> None:
        super().__init__(name=name, description=description)
        require_function_calling(model_client, tools=bool(tools), handoffs=bool(handoffs))
        if max_tool_iterations < 1:
            raise UsageError(
                "Maximum number of tool iterations must be greater than or equal to 1, "
                f"got {max_tool_iterations}"
            )
        self._model_client: ChatCompletionClient = model_client
        self._model_client_stream: bool = model_client_stream
        self._memory: list[Memory] | None = to_memories(memory)
        self._metadata: dict[str, str] = metadata or {}
        self._system_messages: list[SystemMessage] = (
            [SystemMessage(content=system_message)] if system_message is not None else []
        )
        self._tools: list[BaseTool[Any, Any]] = to_tools(tools or ())
        self._handoffs: dict[str, Handoff] = to_handoffs(handoffs or (), self._tools)
        self._handoff_tools: list[BaseTool[Any, Any]] = [
            handoff.handoff_tool for handoff in self._handoffs.values()
        ]
        self._workbench: Sequence[Workbench] = to_workbenches(workbench, self._tools)
        self._model_context: ChatCompletionContext = (
            model_context or UnboundedChatCompletionContext()
        )
        self._prompt: Prompt = Prompt()
        self._structured: StructuredMessageFactory | None = (
            StructuredMessageFactory(
                input_model=output_content_type, format_string=output_content_type_format
            )
            if output_content_type is not None
            else None
        )
        self._reflect_on_tool_use: bool = (
            output_content_type is not None if reflect_on_tool_use is None else reflect_on_tool_use
        )
        self._max_tool_iterations: int = max_tool_iterations
        self._tool_call_summary_format: str = tool_call_summary_format
        self._tool_call_summary_formatter: SummaryFormatter | None = tool_call_summary_formatter

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Text or the output type, the results of tools, and hand-overs."""
        answer = self._structured.StructuredMessage if self._structured else TextMessage
        return [answer, ToolCallSummaryMessage, HandoffMessage]

    @property
    def model_context(self) -> ChatCompletionContext:
        """The history."""
        return self._model_context

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Take one turn."""
        response: Response | None = None
        async for item in self.on_messages_stream(messages, cancellation_token):
            if isinstance(item, Response):
                response = item
        assert response is not None
        return response

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Take one turn, yielding what happens, and the response last."""
        run = current_run()
        if run is not None:
            await run.before("agent", self._name)
        async for item in Turn(self._parts(), cancellation_token).stream(messages):
            yield item

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget the history."""
        await self._model_context.clear()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the history."""
        return {
            "type": "AssistantAgentState",
            "version": "1.0.0",
            "llm_context": await self._model_context.save_state(),
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take over a history."""
        saved = AssistantAgentState.model_validate(state)
        await self._model_context.load_state(saved.llm_context)

    def _parts(self) -> Parts:
        return Parts(
            name=self._name,
            client=self._model_client,
            stream=self._model_client_stream,
            system_messages=self._system_messages,
            context=self._model_context,
            prompt=self._prompt,
            memory=self._memory or (),
            workbenches=self._workbench,
            handoffs=self._handoffs,
            handoff_tools=self._handoff_tools,
            max_tool_iterations=self._max_tool_iterations,
            reflect=self._reflect_on_tool_use,
            summary_format=self._tool_call_summary_format,
            summary_formatter=self._tool_call_summary_formatter,
            structured=self._structured,
        )

    def _to_config(self) -> AssistantAgentConfig:
        return AssistantAgentConfig(
            name=self._name,
            model_client=self._model_client.dump_component(),
            workbench=[workbench.dump_component() for workbench in self._workbench] or None,
            handoffs=list(self._handoffs.values()) or None,
            model_context=self._model_context.dump_component(),
            memory=[memory.dump_component() for memory in self._memory] if self._memory else None,
            description=self._description,
            system_message=self._system_messages[0].content if self._system_messages else None,
            model_client_stream=self._model_client_stream,
            reflect_on_tool_use=self._reflect_on_tool_use,
            tool_call_summary_format=self._tool_call_summary_format,
            max_tool_iterations=self._max_tool_iterations,
            metadata=self._metadata,
            structured_message_factory=(
                self._structured.dump_component() if self._structured else None
            ),
        )

    @classmethod
    def _from_config(cls, config: AssistantAgentConfig) -> Self:
        factory = to_answer_factory(config)
        agent = cls(**to_arguments(config, factory))
        agent._structured = factory
        return agent

    @classmethod
    def _from_config_past_version(cls, config: dict[str, Any], version: int) -> Self:
        return cls._from_config(from_version_1(config, _DESCRIPTION))
