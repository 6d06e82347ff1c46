"""One try-out: runs a trial under a time limit and masks secrets in all that it tells."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import Any, Final, cast

from studio._kit import clock
from studio._kit.errors import StudioError
from studio._kit.redact import Redactor
from studio.core import CancellationToken
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.runs.failures import explain, first_line

from .documents import (
    Finding,
    Telling,
    TrialError,
    TrialInputError,
    TrialOutcome,
    TrialTimeoutError,
)
from .trial import Trial

_LONGEST_TEXT: Final = 200_000


class Tryout:
    """A try-out that is ready to start; secrets are masked in all it tells."""

    def __init__(
        self,
        trial: Trial,
        kind: str,
        *,
        limit_s: float,
        owner: str,
        masks: tuple[Redactor, ...],
    ) -> None:
        self._trial = trial
        self._kind = kind
        self._limit_s = limit_s
        self._owner = owner
        self._masks = masks

    async def outcome(self) -> TrialOutcome:
        """Try it; nobody is there to be asked."""
        started = clock.monotonic()
        prompt = ""
        async with aclosing(self.events()) as events:
            async for kind, news in events:
                if kind == "outcome":
                    return TrialOutcome.model_validate(news)
                if kind == "event" and news.get("type") == "question":
                    prompt = as_text(as_dict(news.get("body")).get("prompt"))
                    break
        question = TrialInputError(
            f"it asks a person: {prompt}",
            hint="Try it in the studio, or follow it as a stream and answer.",
        )
        return self._failed(question, clock.monotonic() - started)

    async def events(self) -> AsyncGenerator[tuple[str, JsonDict]]:
        """Try it: yield news as they come and, last, the outcome.

        Whoever stops listening ends it.
        """
        news: asyncio.Queue[tuple[str, JsonDict]] = asyncio.Queue()
        token = CancellationToken()
        task = asyncio.create_task(self._work(news.put_nowait, token))
        task.add_done_callback(lambda _: news.put_nowait(("end", {})))
        try:
            while True:
                kind, body = await news.get()
                if kind == "end":
                    task.result()
                    return
                yield kind, body
        finally:
            token.cancel()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _work(
        self, put: Callable[[tuple[str, JsonDict]], None], token: CancellationToken
    ) -> None:
        started = clock.monotonic()

        def tell(kind: str, body: JsonDict) -> None:
            put((kind, self._masked(body)))

        telling = Telling(tell, token, self._owner, self._limit_s)
        timer = asyncio.timeout(self._limit_s)
        try:
            async with timer:
                finding = await self._trial.run(telling)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what was found out
            told = self._too_long() if timer.expired() else error
            outcome = self._failed(told, clock.monotonic() - started)
        else:
            outcome = self._found(finding, clock.monotonic() - started)
        put(("outcome", outcome.model_dump(mode="json")))

    def _found(self, finding: Finding, duration_s: float) -> TrialOutcome:
        result = self._masked(finding.result)
        error = result.pop("error", None)
        return TrialOutcome(
            kind=self._kind,
            ok=finding.ok,
            summary=self._masked({"text": finding.summary})["text"],
            duration_s=round(duration_s, 3),
            result=result,
            error=None if error is None else TrialError.model_validate(error),
        )

    def _failed(self, error: Exception, duration_s: float) -> TrialOutcome:
        told = _told(error)
        told = TrialError.model_validate(self._masked(told.model_dump()))
        return TrialOutcome(
            kind=self._kind,
            ok=False,
            summary=f"It failed: {told.message}",
            duration_s=round(duration_s, 3),
            error=told,
        )

    def _too_long(self) -> TrialTimeoutError:
        return TrialTimeoutError(
            f"it took longer than {self._limit_s:g} s and was ended",
            hint="Give it more time, or less to do.",
        )

    def _masked(self, body: JsonDict) -> JsonDict:
        value: Any = body
        for mask in self._masks:
            value = mask.value(value)
        return _shortened(value)


def _told(error: Exception) -> TrialError:
    details = error.details if isinstance(error, StudioError) else {}
    if isinstance(error, StudioError) and error.code.partition(".")[0] in {"tool", "tryout"}:
        return TrialError(
            code=error.code, message=first_line(error), hint=error.hint, details=details
        )
    failure = explain(error)
    return TrialError(
        code=failure.code.replace("run.failed", "tryout.failed"),
        message=failure.message,
        hint=failure.hint,
        details=details,
    )


def _shortened(value: Any) -> Any:
    """Return JSON data whose texts are of a length that can be shown."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]}…"
    if isinstance(value, dict):
        return {key: _shortened(item) for key, item in cast("JsonDict", value).items()}
    if isinstance(value, list):
        return [_shortened(item) for item in cast("list[Any]", value)]
    return value
