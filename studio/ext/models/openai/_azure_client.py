"""The client of OpenAI's models on Azure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, Unpack, cast

from studio._kit.settings import env
from studio.core import Component, ComponentLoader, ComponentType, is_component_instance
from studio.ext.models._shared.deferred import Deferred
from studio.ext.models._shared.errors import ModelArgumentError
from studio.ext.models._shared.persistence import split_retries
from studio.ext.models._shared.plain import open_config
from studio.ext.models.openai import _sdk
from studio.ext.models.openai._client import (
    BaseOpenAIChatCompletionClient,
    client_args,
)
from studio.ext.models.openai._request import to_create_args
from studio.ext.models.openai.config import (
    AzureOpenAIClientConfiguration,
    AzureOpenAIClientConfigurationConfigModel,
)

if TYPE_CHECKING:
    from openai import AsyncAzureOpenAI

AZURE_OPENAI_USER_AGENT = "autogen-python/0.7.5"
"""How Azure is told which API a program is written for."""

_SDK_KEYS = (
    *("azure_endpoint", "azure_deployment", "api_version", "azure_ad_token"),
    *("azure_ad_token_provider", "api_key", "organization", "project", "base_url", "timeout"),
    *("max_retries", "default_headers", "default_query", "http_client"),
)
_CREDENTIALS = ("api_key", "azure_ad_token", "azure_ad_token_provider")
_CREDENTIAL_VARIABLES = ("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN", "OPENAI_API_KEY")


class AzureOpenAIChatCompletionClient(
    BaseOpenAIChatCompletionClient, Component[AzureOpenAIClientConfigurationConfigModel]
):
    """Speaks to OpenAI's models on Azure.

    Args:
        **kwargs: See `AzureOpenAIClientConfiguration`; `model`, `azure_endpoint` and `api_version`
            are required, and a key, a token or a token provider.

    Raises:
        UnknownModelError: The model is not known, and there is no `model_info`.
        openai.OpenAIError: There are no credentials.
    """

    component_type: ClassVar[ComponentType] = "model"
    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.models.openai.AzureOpenAIChatCompletionClient"
    )
    component_config_schema = AzureOpenAIClientConfigurationConfigModel

    def __init__(self, **kwargs: Unpack[AzureOpenAIClientConfiguration]) -> None:
        config: dict[str, Any] = dict(kwargs)
        if "model" not in config:
            raise ModelArgumentError("model is required for AzureOpenAIChatCompletionClient")
        self._raw_config: dict[str, Any] = config
        super().__init__(
            _deferred(config), create_args=to_create_args(config), **client_args(config)
        )
        given = any(config.get(name) for name in _CREDENTIALS)
        if not given and not any(env(name) for name in _CREDENTIAL_VARIABLES):
            self._build_now()

    def _defer_sdk(self) -> Deferred:
        return _deferred(self._raw_config)

    def _to_config(self) -> AzureOpenAIClientConfigurationConfigModel:
        config = dict(self._raw_config)
        provider = config.get("azure_ad_token_provider")
        if provider is not None:
            if not is_component_instance(provider):
                raise ModelArgumentError(
                    "azure_ad_token_provider must be a AzureTokenProvider to be component "
                    "serialized",
                    hint="Wrap the credential in `studio.ext.auth.azure.AzureTokenProvider`.",
                )
            config["azure_ad_token_provider"] = provider.dump_component()
        return AzureOpenAIClientConfigurationConfigModel.model_validate(config)

    @classmethod
    def _from_config(cls, config: AzureOpenAIClientConfigurationConfigModel) -> Self:
        values = open_config(config)
        if config.azure_ad_token_provider is not None:
            values["azure_ad_token_provider"] = ComponentLoader.load_component(
                config.azure_ad_token_provider, object
            )
        return cls(**cast("AzureOpenAIClientConfiguration", values))


def _deferred(config: Mapping[str, Any]) -> Deferred:
    given = {key: config[key] for key in _SDK_KEYS if key in config}
    settings, retries = split_retries(given)
    headers = dict(settings.get("default_headers") or {})
    agents = (AZURE_OPENAI_USER_AGENT, headers.get("User-Agent"))
    headers["User-Agent"] = " ".join(filter(None, agents))
    settings["default_headers"] = headers
    return Deferred(lambda: _build_sdk_client(settings), _sdk.MODULES, retries)


def _build_sdk_client(settings: Mapping[str, Any]) -> "AsyncAzureOpenAI":
    from openai import AsyncAzureOpenAI  # noqa: PLC0415 - slow, when the first client is used

    from studio.ext.models._shared.transport import build_http_client  # noqa: PLC0415

    given: dict[str, Any] = {"http_client": build_http_client(), **settings}
    return AsyncAzureOpenAI(**given)
