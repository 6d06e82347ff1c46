"""Says what kind of failure of a provider an exception is, from its attributes alone."""

import email.utils
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Literal, cast

from . import clock

FaultKind = Literal[
    "no_key",
    "auth",
    "forbidden",
    "quota",
    "rate_limit",
    "not_found",
    "too_long",
    "bad_request",
    "timeout",
    "connection",
    "overloaded",
    "server",
    "bad_answer",
    "unknown",
]

_RETRYABLE: frozenset[FaultKind] = frozenset(
    {"rate_limit", "timeout", "connection", "overloaded", "server", "bad_answer"}
)
_BY_STATUS: Mapping[int, FaultKind] = {
    400: "bad_request",
    401: "auth",
    402: "quota",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    413: "too_long",
    422: "bad_request",
    429: "rate_limit",
    503: "overloaded",
    504: "timeout",
    529: "overloaded",
}
_BY_CODE: Mapping[str, FaultKind] = {
    "insufficient_quota": "quota",
    "billing_hard_limit_reached": "quota",
    "context_length_exceeded": "too_long",
    "model_not_found": "not_found",
    "invalid_api_key": "auth",
    "authentication_error": "auth",
    "rate_limit_error": "rate_limit",
    "overloaded_error": "overloaded",
    "model.bad_answer": "bad_answer",
}
_BY_NAME: Mapping[str, FaultKind] = {
    "OpenAIError": "no_key",  # its base class itself: there are no credentials
    "APITimeoutError": "timeout",
    "ConnectTimeout": "timeout",
    "ReadTimeout": "timeout",
    "PoolTimeout": "timeout",
    "APIConnectionError": "connection",
    "ConnectError": "connection",
    "ReadError": "connection",
    "RemoteProtocolError": "connection",
    "APIResponseValidationError": "bad_answer",
    "JSONDecodeError": "bad_answer",
}
_WITHIN_A_STREAM = {"APIError", "APIStatusError"}
"""What the SDKs raise for an error that comes after the answer has begun: it has no status."""
_NO_CREDENTIALS = "Could not resolve authentication method"
"""Anthropic's SDK has no error of its own for a missing key."""


@dataclass(frozen=True)
class ProviderFault:
    """What went wrong on the way to a model or at it."""

    kind: FaultKind
    status: int | None = None
    """HTTP status, where there was an answer."""
    retry_after_s: float | None = None
    """How long the provider asks us to wait."""

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later."""
        return self.kind in _RETRYABLE


def classify(error: BaseException) -> ProviderFault:
    """Return what kind of failure `error`, or one it was raised from, is."""
    for cause in causes(error):
        fault = classify_one(cause)
        if fault.kind != "unknown":
            return fault
    return ProviderFault("unknown")


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exception and those it was raised from or during, nearest first."""
    seen: set[int] = set()
    pending: list[BaseException] = [error]
    while pending:
        current = pending.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            pending.extend(cast("BaseExceptionGroup[BaseException]", current).exceptions)
        following = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )
        if following is not None:
            pending.append(following)


def classify_one(error: BaseException) -> ProviderFault:
    """Return what kind of failure `error` itself is, whatever it was raised from."""
    status = _status_of(error)
    if status is not None:
        return ProviderFault(_kind_of(error, status), status, _retry_after(error))
    name = type(error).__name__
    if name in _BY_NAME:
        return ProviderFault(_BY_NAME[name])
    if isinstance(error, TimeoutError):
        return ProviderFault("timeout")
    if isinstance(error, TypeError) and _NO_CREDENTIALS in str(error):
        return ProviderFault("no_key")
    if isinstance(error, ConnectionError | socket.gaierror):
        return ProviderFault("connection")
    kind = _kind_of_code(error)
    if kind is None and name in _WITHIN_A_STREAM:
        kind = "server"
    return ProviderFault(kind or "unknown")


def words_of(error: BaseException) -> str:
    """Return what a provider itself has said, without what its SDK puts around it."""
    fields = _error_fields(error)
    said = fields.get("message") or fields.get("detail")
    if isinstance(said, str) and said.strip():
        return said.strip()
    if _status_of(error) is not None or classify_one(error).kind == "timeout":
        return ""
    cause = error.__cause__
    if type(error).__name__ == "APIConnectionError" and cause is not None and str(cause):
        return str(cause)
    return str(error)


def _kind_of(error: BaseException, status: int) -> FaultKind:
    kind = _kind_of_code(error)
    if kind is not None:
        return kind
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return "server" if status >= 500 else "bad_request"


def _kind_of_code(error: BaseException) -> FaultKind | None:
    fields = _error_fields(error)
    names = [getattr(error, "code", None), getattr(error, "type", None)]
    for name in (*names, fields.get("code"), fields.get("type")):
        if isinstance(name, str) and name in _BY_CODE:
            return _BY_CODE[name]
    return None


def _error_fields(error: BaseException) -> Mapping[str, Any]:
    """Return the error in the body of an answer; vendors nest it differently."""
    body: object = getattr(error, "body", None)
    if not isinstance(body, Mapping):
        return {}
    fields = cast("Mapping[str, Any]", body)
    nested = fields.get("error")
    return cast("Mapping[str, Any]", nested) if isinstance(nested, Mapping) else fields


def _status_of(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int) and status >= 400:
            return status
    return None


def _retry_after(error: BaseException) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    millis = headers.get("retry-after-ms")
    if millis is not None:
        return _number(millis, 1000)
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = _number(value, 1)
    return seconds if seconds is not None else _seconds_until(str(value))


def _number(value: Any, divisor: float) -> float | None:
    try:
        return max(0.0, float(value) / divisor)
    except (TypeError, ValueError):
        return None


def _seconds_until(date: str) -> float | None:
    try:
        moment = email.utils.parsedate_to_datetime(date)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - clock.now()).total_seconds())
