"""Gives bearer tokens, and can be written into a document."""

from importlib import import_module
from typing import Any, ClassVar, Protocol, Self

from pydantic import BaseModel

from studio._kit.errors import UsageError
from studio.core import Component, ComponentBase, ComponentType
from studio.ext._extras import check_installed

_DEFAULT = "DefaultAzureCredential"


class CredentialError(UsageError):
    """A credential cannot be written into a document, or not be read from one."""

    code = "auth.credential"


class Credential(Protocol):
    """Any of Azure's credentials."""

    def get_token(self, *scopes: str) -> Any:
        """Return a token with its text in `token`."""
        ...


class TokenProviderConfig(BaseModel):
    """Config of `AzureTokenProvider`."""

    provider_kind: str
    """Name of the credential's class; only `DefaultAzureCredential` can be written down."""
    scopes: list[str]


class AzureTokenProvider(ComponentBase[TokenProviderConfig], Component[TokenProviderConfig]):
    """Gives bearer tokens of one of Azure's credentials.

    Args:
        credential: Where tokens come from; it keeps them until they expire.
        *scopes: What the tokens are for.
    """

    component_type: ClassVar[ComponentType] = "token_provider"
    component_provider_override: ClassVar[str | None] = "autogen_ext.auth.azure.AzureTokenProvider"
    component_config_schema = TokenProviderConfig

    def __init__(self, credential: Credential, *scopes: str) -> None:
        self.credential: Credential = credential
        self.scopes: list[str] = list(scopes)

    def __call__(self) -> str:
        """Return a token that is valid now."""
        return str(self.credential.get_token(*self.scopes).token)

    def _to_config(self) -> TokenProviderConfig:
        kind = type(self.credential).__name__
        if kind != _DEFAULT:
            raise CredentialError(
                f"a credential of type {kind!r} cannot be written into a document",
                hint=f"Use {_DEFAULT}, which holds no secret of its own.",
            )
        return TokenProviderConfig(provider_kind=kind, scopes=self.scopes)

    @classmethod
    def _from_config(cls, config: TokenProviderConfig) -> Self:
        if config.provider_kind != _DEFAULT:
            raise CredentialError(f"unknown kind of credential {config.provider_kind!r}")
        check_installed("azure", extra="azure", purpose="AzureTokenProvider")
        identity: Any = import_module("azure.identity")
        return cls(identity.DefaultAzureCredential(), *config.scopes)
