"""Tokens from Azure's identity service."""

from studio.ext.auth.azure._token_provider import AzureTokenProvider, TokenProviderConfig

__all__ = ["AzureTokenProvider", "TokenProviderConfig"]
