"""Tries a call to a provider again, by the rules of the vendors' SDKs, and says so.

The SDKs keep their retries to themselves, so clients that we build are told to make none.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from studio._kit import retries
from studio._kit.faults import ProviderFault, classify_one

DEFAULT_RETRIES = 2
"""How often the SDKs try again when nothing else is configured."""

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 8.0
_LONGEST_ASKED_S = 120.0
"""A provider that asks for a longer wait is not waited for."""
_JITTER = 0.25
_BUSY = frozenset({408, 409, 429})

T = TypeVar("T")


def split_retries(settings: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the settings for an SDK that makes no retries, and how many we are to make."""
    given = settings.get("max_retries")
    return {**settings, "max_retries": 0}, DEFAULT_RETRIES if given is None else int(given)


async def persist(call: Callable[[], Awaitable[T]], most: int) -> T:
    """Return what a call returns, trying it again up to `most` times where that may help."""
    for number in range(1, most + 1):
        try:
            return await call()
        except Exception as error:
            fault = classify_one(error)
            if not _may_pass(error, fault):
                raise
            wait_s, asked = _wait_of(fault, number)
            retries.tell(retries.Retry(number, most + 1, wait_s, asked, error))
        await asyncio.sleep(wait_s)
    return await call()


def _may_pass(error: Exception, fault: ProviderFault) -> bool:
    if fault.status is None:
        return fault.kind in {"connection", "timeout"}
    if (fault.retry_after_s or 0.0) > _LONGEST_ASKED_S:
        return False
    said = getattr(error, "response").headers.get("x-should-retry")  # noqa: B009
    if said in {"true", "false"}:
        return said == "true"
    return fault.status in _BUSY or fault.status >= 500


def _wait_of(fault: ProviderFault, number: int) -> tuple[float, bool]:
    """Return how long to wait after the attempt of this number, and whether we were asked to."""
    if fault.retry_after_s:
        return fault.retry_after_s, True
    longest = min(_FIRST_WAIT_S * 2.0 ** (number - 1), _LONGEST_WAIT_S)
    return longest * (1 - _JITTER * random.random()), False
