"""Tools: the interfaces, and the base classes of those whose arguments are pydantic models."""

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Protocol,
    TypeVar,
    cast,
    get_origin,
    runtime_checkable,
)

from pydantic import BaseModel

from studio.core._addressing import CancellationToken
from studio.core._component import ComponentBase, ComponentType
from studio.core._telemetry import emit_event, listening, trace_tool_span
from studio.core.logging import ToolCallEvent
from studio.core.tools._errors import ToolResultError, ToolSchemaError
from studio.core.tools._schema import ToolSchema, parameters_of

ArgsT = TypeVar("ArgsT", bound=BaseModel, contravariant=True)
ReturnT = TypeVar("ReturnT", bound=BaseModel, covariant=True)
StreamT = TypeVar("StreamT", bound=BaseModel, covariant=True)
StateT = TypeVar("StateT", bound=BaseModel)


@runtime_checkable
class Tool(Protocol):
    """Something a model can have done."""

    @property
    def name(self) -> str:
        """Name the model calls it by."""
        ...

    @property
    def description(self) -> str:
        """What the model is told about it."""
        ...

    @property
    def schema(self) -> ToolSchema:
        """Name, description and JSON schema of the arguments."""
        ...

    def args_type(self) -> type[BaseModel]:
        """Return the pydantic class of the arguments."""
        ...

    def return_type(self) -> type[Any]:
        """Return the type of the result."""
        ...

    def state_type(self) -> type[BaseModel] | None:
        """Return the pydantic class of the state, if it has any."""
        ...

    def return_value_as_string(self, value: Any) -> str:
        """Return a result as the text that the model reads."""
        ...

    async def run_json(
        self,
        args: Mapping[str, Any],
        cancellation_token: CancellationToken,
        call_id: str | None = None,
    ) -> Any:
        """Run with arguments as the model gave them."""
        ...

    async def save_state_json(self) -> Mapping[str, Any]:
        """Return the state as JSON data."""
        ...

    async def load_state_json(self, state: Mapping[str, Any]) -> None:
        """Take over a saved state."""
        ...


@runtime_checkable
class StreamTool(Tool, Protocol):
    """A tool that can tell how it is getting on."""

    def run_json_stream(
        self,
        args: Mapping[str, Any],
        cancellation_token: CancellationToken,
        call_id: str | None = None,
    ) -> AsyncGenerator[Any, None]:
        """Yield interim values and, last, the result."""
        ...


class BaseTool(ComponentBase[BaseModel], ABC, Tool, Generic[ArgsT, ReturnT]):
    """Base of tools whose arguments are a pydantic model; define `run`.

    Args:
        args_type: Class of the arguments; the schema is made from it.
        return_type: Type of the result.
        name: Name the model calls it by.
        description: What the model is told about it.
        strict: Whether a model has to follow the schema to the letter; every argument is then
            required.
    """

    component_type: ClassVar[ComponentType] = "tool"

    def __init__(
        self,
        args_type: type[ArgsT],
        return_type: type[ReturnT],
        name: str,
        description: str,
        strict: bool = False,
    ) -> None:
        self._args_type: type[ArgsT] = args_type
        self._return_type: type[ReturnT] = _unwrapped(return_type)
        self._name: str = name
        self._description: str = description
        self._strict: bool = strict
        self._schema: ToolSchema | None = None

    @property
    def schema(self) -> ToolSchema:
        """Name, description and JSON schema of the arguments.

        Raises:
            ToolSchemaError: `strict` is set, but an argument has a default.
        """
        schema = self._schema
        if schema is None:
            parameters = parameters_of(self._args_type)
            schema = ToolSchema(
                name=self._name,
                description=self._description,
                parameters=parameters,
                strict=self._strict,
            )
            if self._strict:
                _check_strict(schema)
            self._schema = schema
        copied = schema.copy()
        if "parameters" in copied:
            copied["parameters"] = copied["parameters"].copy()
        return copied

    @property
    def name(self) -> str:
        """Name the model calls it by."""
        return self._name

    @property
    def description(self) -> str:
        """What the model is told about it."""
        return self._description

    def args_type(self) -> type[BaseModel]:
        """Return the pydantic class of the arguments."""
        return self._args_type

    def return_type(self) -> type[Any]:
        """Return the type of the result."""
        return self._return_type

    def state_type(self) -> type[BaseModel] | None:
        """Return the pydantic class of the state, if it has any."""
        return None

    def return_value_as_string(self, value: Any) -> str:
        """Return a result as the text that the model reads; pydantic models become JSON."""
        if isinstance(value, BaseModel):
            dumped = cast("object", value.model_dump(mode="json"))
            return json.dumps(dumped) if isinstance(dumped, dict) else str(dumped)
        return str(value)

    @abstractmethod
    async def run(self, args: ArgsT, cancellation_token: CancellationToken) -> ReturnT:
        """Do the work."""

    async def run_json(
        self,
        args: Mapping[str, Any],
        cancellation_token: CancellationToken,
        call_id: str | None = None,
    ) -> Any:
        """Check the arguments, run, and record the call.

        Raises:
            ValidationError: The arguments do not fit.
        """
        with trace_tool_span(
            tool_name=self._name, tool_description=self._description, tool_call_id=call_id
        ):
            result = await self.run(self._args_type.model_validate(args), cancellation_token)
        self._record(args, result)
        return result

    async def save_state_json(self) -> Mapping[str, Any]:
        """Return the state as JSON data; nothing by default."""
        return {}

    async def load_state_json(self, state: Mapping[str, Any]) -> None:
        """Take over a saved state; nothing to do by default."""

    def _record(self, args: Mapping[str, Any], result: Any) -> None:
        if listening():
            text = self.return_value_as_string(result)
            emit_event(ToolCallEvent(tool_name=self.name, arguments=dict(args), result=text))


class BaseStreamTool(BaseTool[ArgsT, ReturnT], ABC, StreamTool, Generic[ArgsT, StreamT, ReturnT]):
    """Base of tools that tell how they are getting on; define `run_stream` and `run`."""

    component_type: ClassVar[ComponentType] = "tool"

    @abstractmethod
    def run_stream(
        self, args: ArgsT, cancellation_token: CancellationToken
    ) -> AsyncGenerator[StreamT | ReturnT, None]:
        """Yield interim values and, last, the result."""

    async def run_json_stream(
        self,
        args: Mapping[str, Any],
        cancellation_token: CancellationToken,
        call_id: str | None = None,
    ) -> AsyncGenerator[StreamT | ReturnT, None]:
        """Check the arguments, pass on what `run_stream` yields, and record the call.

        Raises:
            ValidationError: The arguments do not fit.
            TypeError: Nothing was yielded, or the last value is not of the result's type.
        """
        last: StreamT | ReturnT | None = None
        with trace_tool_span(
            tool_name=self._name, tool_description=self._description, tool_call_id=call_id
        ):
            stream = self.run_stream(self._args_type.model_validate(args), cancellation_token)
            async for item in stream:
                last = item
                yield item
        if last is None or not isinstance(last, self._return_type):
            raise ToolResultError(
                f"Expected return value of type {self._return_type.__name__} as the last item, "
                f"but got {type(last).__name__}"
            )
        self._record(args, last)


class BaseToolWithState(BaseTool[ArgsT, ReturnT], ABC, Generic[ArgsT, ReturnT, StateT]):
    """Base of tools with a state that can be saved; define `save_state` and `load_state`."""

    component_type: ClassVar[ComponentType] = "tool"

    def __init__(
        self,
        args_type: type[ArgsT],
        return_type: type[ReturnT],
        state_type: type[StateT],
        name: str,
        description: str,
    ) -> None:
        super().__init__(args_type, return_type, name, description)
        self._state_type: type[StateT] = state_type

    def state_type(self) -> type[BaseModel] | None:
        """Return the pydantic class of the state."""
        return self._state_type

    @abstractmethod
    def save_state(self) -> StateT:
        """Return the state."""

    @abstractmethod
    def load_state(self, state: StateT) -> None:
        """Take over a saved state."""

    async def save_state_json(self) -> Mapping[str, Any]:
        """Return the state as JSON data."""
        return self.save_state().model_dump()

    async def load_state_json(self, state: Mapping[str, Any]) -> None:
        """Take over a saved state."""
        self.load_state(self._state_type.model_validate(state))


def _unwrapped(annotation: Any) -> Any:
    """Return the type without the texts that `Annotated` adds to it."""
    return annotation.__origin__ if get_origin(annotation) is Annotated else annotation


def _check_strict(schema: ToolSchema) -> None:
    parameters = schema.get("parameters")
    if parameters is None:
        return
    if set(parameters.get("required", [])) != set(parameters["properties"]):
        raise ToolSchemaError(
            "Strict mode is enabled, but not all input arguments are marked as required. "
            "Default arguments are not allowed in strict mode."
        )
    if parameters.get("additionalProperties", False):
        raise ToolSchemaError(
            "Strict mode is enabled but additional argument is also enabled. "
            "This is not allowed in strict mode."
        )
