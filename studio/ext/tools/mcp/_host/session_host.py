"""Bundles what answers a server's requests; failures become errors that the server is told."""

import logging
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from studio.core import Component, ComponentBase, ComponentModel, ComponentType
from studio.ext.tools.mcp._protocol import types

from .elicitation import Elicitor
from .roots import RootsProvider
from .sampling import Sampler

_logger = logging.getLogger(__name__)

PartModel = ComponentModel | dict[str, Any] | None


class McpSessionHostConfig(BaseModel):
    """Config of `McpSessionHost`."""

    sampler: PartModel = None
    elicitor: PartModel = None
    roots: PartModel = None


class McpSessionHost(ComponentBase[BaseModel], Component[McpSessionHostConfig]):
    """Answers when a server asks for something.

    Args:
        sampler: Answers when it wants a model asked.
        roots: Answers when it asks where it may work.
        elicitor: Answers when it wants a person asked.
    """

    component_type: ClassVar[ComponentType] = "mcp_session_host"
    component_provider_override: ClassVar[str | None] = "autogen_ext.tools.mcp.McpSessionHost"
    component_config_schema = McpSessionHostConfig

    def __init__(
        self,
        sampler: Sampler | None = None,
        roots: RootsProvider | None = None,
        elicitor: Elicitor | None = None,
    ) -> None:
        self.sampler: Sampler | None = sampler
        self.roots: RootsProvider | None = roots
        self.elicitor: Elicitor | None = elicitor

    async def handle_sampling_request(
        self, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        """Return a model's answer."""
        if self.sampler is None:
            return _unsupported("a model: the session host has no sampler")
        try:
            return await self.sampler.sample(params)
        except Exception as error:  # noqa: BLE001 - the server is told
            return _failed("asking the model", error)

    async def handle_elicit_request(
        self, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        """Return a person's answer."""
        if self.elicitor is None:
            return _unsupported("a person: the session host has no elicitor")
        try:
            return await self.elicitor.elicit(params)
        except Exception as error:  # noqa: BLE001 - the server is told
            return _failed("asking the person", error)

    async def handle_list_roots_request(self) -> types.ListRootsResult | types.ErrorData:
        """Return the directories that the server may work in."""
        if self.roots is None:
            return _unsupported("directories: the session host has no roots provider")
        try:
            return await self.roots.list_roots()
        except Exception as error:  # noqa: BLE001 - the server is told
            return _failed("listing the roots", error)

    def _to_config(self) -> McpSessionHostConfig:
        return McpSessionHostConfig(
            sampler=self.sampler.dump_component() if self.sampler else None,
            elicitor=self.elicitor.dump_component() if self.elicitor else None,
            roots=self.roots.dump_component() if self.roots else None,
        )

    @classmethod
    def _from_config(cls, config: McpSessionHostConfig) -> Self:
        return cls(
            sampler=Sampler.load_component(config.sampler) if config.sampler else None,
            roots=RootsProvider.load_component(config.roots) if config.roots else None,
            elicitor=Elicitor.load_component(config.elicitor) if config.elicitor else None,
        )


def _unsupported(what: str) -> types.ErrorData:
    return types.ErrorData(
        code=types.INVALID_REQUEST, message=f"there is nothing to ask for {what}"
    )


def _failed(doing: str, error: Exception) -> types.ErrorData:
    _logger.warning("%s for an MCP server failed", doing, exc_info=error)
    return types.ErrorData(code=types.INTERNAL_ERROR, message=f"{doing} failed: {error}")
