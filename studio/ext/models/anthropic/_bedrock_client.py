"""The client of Anthropic's models on AWS Bedrock."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, Unpack, cast

from pydantic import SecretStr

from studio.core import Component, ComponentType
from studio.ext._extras import check_installed
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.persistence import split_retries
from studio.ext.models._shared.plain import open_config
from studio.ext.models.anthropic import _sdk
from studio.ext.models.anthropic._client import BaseAnthropicChatCompletionClient
from studio.ext.models.anthropic._request import to_create_args
from studio.ext.models.anthropic.config import (
    AnthropicBedrockClientConfiguration,
    AnthropicBedrockClientConfigurationConfigModel,
)

_SDK_KEYS = ("api_key", "base_url", "timeout", "max_retries", "default_headers")


class AnthropicBedrockChatCompletionClient(
    BaseAnthropicChatCompletionClient, Component[AnthropicBedrockClientConfigurationConfigModel]
):
    """Speaks to Anthropic's models on AWS Bedrock.

    Args:
        **kwargs: See `AnthropicBedrockClientConfiguration`; `model` is required, and `model_info`
            for most of Bedrock's names. Without `bedrock_info` AWS's own places are searched for
            keys.

    Raises:
        UnknownModelError: The model is not known, and there is no `model_info`.
        MissingExtraError: The package `boto3` is not installed.
    """

    component_type: ClassVar[ComponentType] = "model"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.anthropic.AnthropicBedrockChatCompletionClient"
    )
    component_config_schema = AnthropicBedrockClientConfigurationConfigModel

    def __init__(self, **kwargs: Unpack[AnthropicBedrockClientConfiguration]) -> None:
        config: dict[str, Any] = dict(kwargs)
        if "model" not in config:
            raise ModelArgumentError("model is required for AnthropicBedrockChatCompletionClient")
        check_installed("boto3", extra="bedrock", purpose="AnthropicBedrockChatCompletionClient")
        self._raw_config: dict[str, Any] = config
        super().__init__(
            _deferred(config),
            create_args=to_create_args(config),
            model_info=config.get("model_info"),
        )

    def _defer_sdk(self) -> Deferred:
        return _deferred(self._raw_config)

    def _to_config(self) -> AnthropicBedrockClientConfigurationConfigModel:
        return AnthropicBedrockClientConfigurationConfigModel.model_validate(self._raw_config)

    @classmethod
    def _from_config(cls, config: AnthropicBedrockClientConfigurationConfigModel) -> Self:
        values = open_config(config)
        if config.bedrock_info is not None:
            values["bedrock_info"] = {
                key: value.get_secret_value() if isinstance(value, SecretStr) else value
                for key, value in config.bedrock_info.items()
            }
        return cls(**cast("AnthropicBedrockClientConfiguration", values))


def _deferred(config: Mapping[str, Any]) -> Deferred:
    given = {key: config[key] for key in _SDK_KEYS if config.get(key) is not None}
    settings, retries = split_retries({**given, **(config.get("bedrock_info") or {})})
    return Deferred(lambda: _build_sdk_client(settings), _sdk.MODULES, retries)


def _build_sdk_client(settings: Mapping[str, Any]) -> Any:
    from anthropic.lib.bedrock import AsyncAnthropicBedrock  # noqa: PLC0415 - slow, and rarely needed

    from studio.ext.models._shared.transport import build_http_client  # noqa: PLC0415

    given: dict[str, Any] = {"http_client": build_http_client(), **settings}
    return AsyncAnthropicBedrock(**given)
