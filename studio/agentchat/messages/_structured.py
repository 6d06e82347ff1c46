"""Messages whose content is a pydantic model."""

from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, computed_field

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.core import Component, ComponentBase, ComponentType
from studio.core.models import UserMessage

from ._base import BaseChatMessage

StructuredContentType = TypeVar("StructuredContentType", bound=BaseModel, covariant=True)


class StructuredMessage(BaseChatMessage, Generic[StructuredContentType]):
    """A message with typed content.

    Write the content's class in brackets, so that the message can be restored:
    `StructuredMessage[Answer](content=Answer(...), source="agent")`.
    """

    content: StructuredContentType
    """The content."""

    format_string: str | None = None
    """How to show the content: a format string with the names of its fields."""

    @computed_field
    @property
    def type(self) -> str:
        """Name of the class, with the content's class in brackets."""
        return self.__class__.__name__

    def to_text(self) -> str:
        """Return the content by the format string, else as JSON."""
        if self.format_string is not None:
            return self.format_string.format(**self.content.model_dump())
        return self.content.model_dump_json()

    def to_model_text(self) -> str:
        """Return the content by the format string, else as JSON."""
        return self.to_text()

    def to_model_message(self) -> UserMessage:
        """Return the content as JSON in a user message."""
        return UserMessage(content=self.content.model_dump_json(), source=self.source)


class StructureMessageConfig(DeferredModel):
    """Config of a structured message class."""

    json_schema: dict[str, Any]
    format_string: str | None = None
    content_model_name: str


class StructuredMessageFactory(
    ComponentBase[StructureMessageConfig], Component[StructureMessageConfig]
):
    """Makes a message class whose content is given by a model or by a JSON schema.

    Attributes:
        ContentModel: Class of the content.
        StructuredMessage: `StructuredMessage[ContentModel]`.
        format_string: How messages of the class are shown.
    """

    component_config_schema = StructureMessageConfig
    component_provider_override: ClassVar[str | None] = (
        "autogen_agentchat.messages.StructuredMessageFactory"
    )
    component_type: ClassVar[ComponentType] = "structured_message"

    def __init__(
        self,
        json_schema: dict[str, Any] | None = None,
        input_model: type[BaseModel] | None = None,
        format_string: str | None = None,
        content_model_name: str | None = None,
    ) -> None:
        self._json_schema: dict[str, Any] | None = None if input_model else json_schema
        if input_model is not None:
            self.ContentModel: type[BaseModel] = input_model
        elif json_schema is not None:
            from studio.core.utils import (  # noqa: PLC0415 - only documents need it
                schema_to_pydantic_model,
            )

            self.ContentModel = schema_to_pydantic_model(
                json_schema, model_name=content_model_name or "GeneratedContentModel"
            )
        else:
            raise UsageError("either `json_schema` or `input_model` must be given")
        self.format_string: str | None = format_string
        self.StructuredMessage: type[StructuredMessage[Any]] = StructuredMessage[self.ContentModel]

    def _to_config(self) -> StructureMessageConfig:
        return StructureMessageConfig(
            # What was given is kept: a class made from it may say the same in other words.
            json_schema=self._json_schema or self.ContentModel.model_json_schema(),
            format_string=self.format_string,
            content_model_name=self.ContentModel.__name__,
        )

    @classmethod
    def _from_config(cls, config: StructureMessageConfig) -> "StructuredMessageFactory":
        return cls(
            json_schema=config.json_schema,
            format_string=config.format_string,
            content_model_name=config.content_model_name,
        )
