"""Finds the OpenTelemetry tracer to use, without loading OpenTelemetry for those who do not."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider


def find_tracer(scope: str, provider: "TracerProvider | None" = None) -> "Tracer | None":
    """Return a tracer of `provider`, else of the provider the program has set, else `None`.

    A program that has set a provider has imported the API, so nothing is imported here.
    """
    if provider is not None:
        return provider.get_tracer(scope)
    api: Any = sys.modules.get("opentelemetry.trace")
    if api is None:
        return None
    found: TracerProvider = api.get_tracer_provider()
    return None if isinstance(found, api.ProxyTracerProvider) else found.get_tracer(scope)
