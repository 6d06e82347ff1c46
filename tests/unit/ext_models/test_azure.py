"""OpenAI's models on Azure: credentials, headers, the token provider as a component."""

from types import SimpleNamespace
from typing import Any

import openai
import pytest

from studio.core.models import ChatCompletionClient
from studio.ext._extras import MissingExtraError
from studio.ext.auth.azure import AzureTokenProvider
from studio.ext.models.openai import AZURE_OPENAI_USER_AGENT, AzureOpenAIChatCompletionClient


def _client(**config: Any) -> AzureOpenAIChatCompletionClient:
    given: dict[str, Any] = {
        "model": "gpt-4o",
        "azure_endpoint": "https://mine.openai.azure.com",
        "azure_deployment": "mine",
        "api_version": "2024-06-01",
        **config,
    }
    return AzureOpenAIChatCompletionClient(**given)


def _absent(_: str) -> None:
    """Find no package."""


class DefaultAzureCredential:
    """Stands in for Azure's."""

    def get_token(self, *scopes: str) -> Any:
        return SimpleNamespace(token=f"token for {' and '.join(scopes)}")


class OtherCredential(DefaultAzureCredential):
    """Holds a secret."""


def test_azure_is_told_which_api_a_program_is_written_for() -> None:
    client = _client(api_key="k", default_headers={"User-Agent": "mine", "X-Own": "1"})

    headers = client._client.default_headers
    assert headers["User-Agent"] == f"{AZURE_OPENAI_USER_AGENT} mine"
    assert headers["X-Own"] == "1"


def test_the_deployment_is_part_of_the_address() -> None:
    assert "/openai/deployments/mine" in str(_client(api_key="k")._client.base_url)


def test_missing_credentials_are_the_sdks_error_and_come_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(openai.OpenAIError, match="Missing credentials"):
        _client()


def test_a_token_provider_is_dumped_with_the_client() -> None:
    provider = AzureTokenProvider(DefaultAzureCredential(), "scope")

    dumped = _client(azure_ad_token_provider=provider).dump_component()

    inner = dumped.config["azure_ad_token_provider"]
    assert inner["provider"] == "autogen_ext.auth.azure.AzureTokenProvider"
    assert inner["config"] == {"provider_kind": "DefaultAzureCredential", "scopes": ["scope"]}


def test_a_function_as_token_provider_cannot_be_dumped() -> None:
    with pytest.raises(ValueError, match="azure_ad_token_provider must be a AzureTokenProvider"):
        _client(azure_ad_token_provider=lambda: "token").dump_component()


def test_a_provider_gives_tokens_for_its_scopes() -> None:
    provider = AzureTokenProvider(DefaultAzureCredential(), "one", "two")

    assert provider() == "token for one and two"


def test_credentials_with_secrets_cannot_be_dumped() -> None:
    with pytest.raises(ValueError, match="OtherCredential"):
        AzureTokenProvider(OtherCredential(), "scope").dump_component()


def test_loading_without_azures_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("studio.ext._extras.find_spec", _absent)
    dumped = _client(
        azure_ad_token_provider=AzureTokenProvider(DefaultAzureCredential(), "scope")
    ).dump_component()

    with pytest.raises(MissingExtraError, match=r"pip install team-studio\[azure\]"):
        ChatCompletionClient.load_component(dumped)
