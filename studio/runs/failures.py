"""Says in words why a run could not go on, and what to do about it."""

import re
from dataclasses import dataclass

from studio._kit.errors import StudioError
from studio._kit.faults import FaultKind, ProviderFault, causes, classify, classify_one, words_of

_LONGEST = 400
_NOTES = 4
_WRAPPERS = ("team.failed", "studio.error", "run.failed")
_TRACE = re.compile(r"\nTraceback.*", re.DOTALL)


@dataclass(frozen=True)
class Failure:
    """Why a run failed."""

    code: str
    message: str
    hint: str


PROVIDER_FAILURES: dict[FaultKind, tuple[str, str]] = {
    "no_key": (
        "the model has no API key",
        "Enter one in the model's form, or keep it under Settings, Keys.",
    ),
    "auth": (
        "the model provider refuses the key",
        "Check the API key of the model, or the secret it refers to.",
    ),
    "forbidden": (
        "the model provider forbids this",
        "The key may not use this model or region; ask for access or choose another model.",
    ),
    "quota": (
        "the account at the model provider has run out of credit",
        "Check plan and billing at the provider, then resume or fork the run.",
    ),
    "rate_limit": (
        "the model provider answers 'too many requests'",
        "Wait a while and fork the run from its last message, or slow the team down.",
    ),
    "not_found": (
        "the model provider does not know this model or address",
        "Check the model's name and its base URL.",
    ),
    "too_long": (
        "the conversation has become too long for the model",
        "Give the agent a buffered or token-limited model context, or a model with more room.",
    ),
    "bad_request": (
        "the model provider does not accept the request",
        "Its own words are in the message; check the model's settings.",
    ),
    "timeout": (
        "the model provider did not answer in time",
        "Try again by forking the run, or raise the model's timeout.",
    ),
    "connection": (
        "the model provider cannot be reached",
        "Check the network and the model's base URL.",
    ),
    "overloaded": (
        "the model provider is overloaded",
        "Try again later by forking the run from its last message.",
    ),
    "server": (
        "the model provider has failed",
        "Try again later by forking the run from its last message.",
    ),
    "bad_answer": (
        "the model provider has answered something that makes no sense",
        "Check that the base URL is that of an API the model client speaks.",
    ),
}
"""What is said of each kind of failure at a model provider: what it is, and what to do."""

_SELF: dict[type[Exception], str] = {
    MemoryError: "The server has run out of memory.",
    RecursionError: "Something in the team calls itself without end.",
}


def explain(error: BaseException) -> Failure:
    """Return the reason of a failure: no traceback, and still to be cleared of secrets."""
    fault = classify(error)
    if fault.kind != "unknown":
        return _provider_failure(fault, error)
    for cause in causes(error):
        if isinstance(cause, StudioError) and cause.code not in _WRAPPERS:
            hint = cause.hint or "Change the team and run it again."
            return Failure(cause.code, first_line(cause), hint)
    return _plain_failure(_innermost(error))


def _provider_failure(fault: ProviderFault, error: BaseException) -> Failure:
    what, hint = PROVIDER_FAILURES[fault.kind]
    status = f" ({fault.status})" if fault.status else ""
    own = "" if fault.kind == "no_key" else _shorten(words_of(_nearest_fault(error)))
    if fault.retry_after_s:
        hint = f"{hint} It asks to wait {fault.retry_after_s:.0f} s."
    message = f"{what}{status}: {own}" if own else f"{what}{status}"
    return Failure(f"run.model_{fault.kind}", message, hint)


def _plain_failure(error: BaseException) -> Failure:
    for kind, hint in _SELF.items():
        if isinstance(error, kind):
            return Failure("run.failed", first_line(error), hint)
    if type(error).__name__ == "ValidationError":
        return _bad_component(error)
    hint = "Look at the last message before this, change the team, and run it again."
    return Failure("run.failed", first_line(error), hint)


def _bad_component(error: BaseException) -> Failure:
    notes: list[str] = getattr(error, "__notes__", [])
    places = "; ".join(notes[:_NOTES]) or first_line(error)
    more = f"; and {len(notes) - _NOTES} more" if len(notes) > _NOTES else ""
    return Failure(
        "run.bad_component",
        f"the team cannot be built: {places}{more}",
        "Open the team in the builder; its problems are listed there with their places.",
    )


def _nearest_fault(error: BaseException) -> BaseException:
    return next((cause for cause in causes(error) if classify_one(cause).kind != "unknown"), error)


def _innermost(error: BaseException) -> BaseException:
    """Return what a team's error was raised from: that is what went wrong."""
    found = error
    while found.__cause__ is not None:
        found = found.__cause__
    return found


def first_line(error: BaseException) -> str:
    """Return what an exception says, without a traceback and not at length."""
    text = _shorten(str(error)) or type(error).__name__
    if not isinstance(error, StudioError) and type(error).__name__ in {"KeyError", "Exception"}:
        text = f"{type(error).__name__}: {text}"
    return text


def _shorten(text: str) -> str:
    text = _TRACE.sub("", text).strip()
    text = text.splitlines()[0] if text.count("\n") > 8 else " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
