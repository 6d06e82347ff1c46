"""Turns model calls into events of the log: what was sent, what came back, and each retry."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel

from studio._kit import clock
from studio._kit.ids import new_id
from studio._kit.retries import Retry
from studio.core.models import CreateResult, LLMMessage
from studio.core.tools import Tool, ToolSchema
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.run_event import RunEventType

from .content import ContentKeeper
from .costs import cost_of
from .failures import explain
from .journal import Journal
from .model_calls import Transcripts
from .speakers import Speaker
from .totals import Totals


class RecordedCall:
    """A model call that has begun."""

    def __init__(
        self,
        log: "CallLog",
        speaker: Speaker,
        request: tuple[Sequence[Any], Sequence[Any], str],
        *,
        stream: bool,
        began: float | None = None,
    ) -> None:
        self._log = log
        self.speaker = speaker
        self.messages, self.tools, self.model = request
        self.stream = stream
        self.began = clock.monotonic() if began is None else began
        self.call_id = new_id()
        self.retries = 0

    def end(self, result: CreateResult) -> None:
        """Record the answer."""
        usage = result.usage
        response = result.model_dump(mode="json")
        self._log.end(self, response, usage.prompt_tokens, usage.completion_tokens)

    def fail(self, error: BaseException) -> None:
        """Record that there is no answer."""
        cut = isinstance(error, GeneratorExit | asyncio.CancelledError)
        self._log.fail(self, "cut" if cut else explain(error).message)

    def retry(self, retry: Retry) -> None:
        """Record that it has failed and will be tried again."""
        self.retries += 1
        self._log.take_retry(self, retry)


class CallLog:
    """Records the model calls of one segment; says nothing any more once it is closed."""

    def __init__(self, journal: Journal, totals: Totals, content: ContentKeeper) -> None:
        self._journal = journal
        self._totals = totals
        self._content = content
        self._transcripts = Transcripts()
        self._streams: dict[tuple[str, tuple[str, ...]], RecordedCall] = {}
        self._open: dict[RecordedCall, None] = {}
        self._callers: set[str] = set()
        self._closed = False

    def knows(self, agent: str) -> bool:
        """Tell whether the calls of this agent are recorded here."""
        return agent in self._callers

    def begin(
        self,
        speaker: Speaker,
        messages: Sequence[LLMMessage],
        tools: Sequence[Tool | ToolSchema],
        model: str,
        *,
        stream: bool,
    ) -> RecordedCall:
        """Take notice that a model is being asked."""
        call = RecordedCall(self, speaker, (list(messages), tools, model), stream=stream)
        self._open[call] = None
        return call

    def take_event(self, facts: JsonDict, speaker: Speaker) -> None:
        """Record what a client tells that has no tap before it."""
        match facts.get("type"):
            case "LLMCall":
                began = speaker.since
                call = RecordedCall(self, speaker, _request(facts), stream=False, began=began)
                self._end_from_facts(call, facts)
            case "LLMStreamStart":
                call = RecordedCall(self, speaker, _request(facts), stream=True)
                self._streams[speaker.name, speaker.path] = call
                self._open[call] = None
            case "LLMStreamEnd":
                call = self._streams.pop((speaker.name, speaker.path), None)
                if call is not None:
                    self._end_from_facts(call, facts)
            case _:
                pass

    def _end_from_facts(self, call: RecordedCall, facts: JsonDict) -> None:
        response = as_dict(facts.get("response"))
        call.model = as_text(facts.get("model")) or as_text(response.get("model")) or call.model
        prompt = int(facts.get("prompt_tokens") or 0)
        self.end(call, response, prompt, int(facts.get("completion_tokens") or 0))

    def end(
        self, call: RecordedCall, response: JsonDict, prompt_tokens: int, completion_tokens: int
    ) -> None:
        """Record a model's answer."""
        self._open.pop(call, None)
        if self._closed:
            return
        duration = clock.monotonic() - call.began
        cost = cost_of(call.model, prompt_tokens, completion_tokens)
        outcome: JsonDict = {
            "response": response,
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "cost": cost,
            "latency_s": round(duration, 4),
            "stream": call.stream,
        }
        self._record(call, outcome)
        self._callers.add(call.speaker.name)
        self._totals.add_call(
            agent=call.speaker.name,
            model=call.model or "unknown",
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost=cost,
            duration_s=duration,
        )
        call.speaker.since = clock.monotonic()

    def fail(self, call: RecordedCall, reason: str) -> None:
        """Record that a model has not answered."""
        if call not in self._open:
            return
        del self._open[call]
        if self._closed:
            return
        cut: JsonDict = {
            "response": None,
            "prompt_tokens": 0,
            "completion_tokens": 0,
            "cost": None,
            "latency_s": round(clock.monotonic() - call.began, 4),
            "stream": call.stream,
            "error": reason,
        }
        self._record(call, cut)

    def take_retry(self, call: RecordedCall, retry: Retry) -> None:
        """Record that a model is asked once more after a wait."""
        if self._closed:
            return
        failure = explain(retry.error)
        body: JsonDict = {
            "call_id": call.call_id,
            "agent": call.speaker.name,
            "path": list(call.speaker.path),
            "model": call.model,
            "attempt": retry.attempt,
            "of": retry.of,
            "code": failure.code,
            "reason": failure.message,
            "wait_s": round(retry.wait_s, 3),
            "asked": retry.asked,
        }
        self._journal.append(RunEventType.RETRY, body)

    def _record(self, call: RecordedCall, outcome: JsonDict) -> None:
        tools = [_to_schema(tool) for tool in call.tools]
        name = call.speaker.name
        request = self._transcripts.shorten(name, call.call_id, list(call.messages), tools)
        request["messages"] = [
            self._content.extract(_to_json(message), texts=self._journal.redact)
            for message in request["messages"]
        ]
        body: JsonDict = {
            "call_id": call.call_id,
            "agent": name,
            "path": list(call.speaker.path),
            "model": call.model,
            **request,
            **outcome,
            "retries": call.retries,
        }
        self._journal.append(RunEventType.MODEL_CALL, body)

    def end_turn(self) -> None:
        """Forget what was in progress."""
        self._streams.clear()

    def close(self, reason: str) -> None:
        """Record what was cut off, and fall silent."""
        for call in list(self._open):
            self.fail(call, reason)
        self._streams.clear()
        self._closed = True


def _request(facts: JsonDict) -> tuple[list[Any], list[Any], str]:
    return (
        as_list(facts.get("messages")),
        as_list(facts.get("tools")),
        as_text(facts.get("model")),
    )


def _to_schema(tool: Any) -> Any:
    return cast("JsonDict", tool) if isinstance(tool, dict) else tool.schema


def _to_json(message: Any) -> Any:
    return message.model_dump(mode="json") if isinstance(message, BaseModel) else message
