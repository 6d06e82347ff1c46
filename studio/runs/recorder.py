"""Turns what a team and its engine say into events of the log."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import BaseModel

from studio._kit import clock
from studio._kit.ids import new_id
from studio._kit.retries import Retry
from studio.agentchat.base import TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
)
from studio.core.models import CreateResult, LLMMessage
from studio.core.tools import Tool, ToolSchema
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.run_event import RunEventType, dump_body

from .content import ContentKeeper
from .costs import cost_of
from .failures import explain
from .journal import Journal
from .model_calls import Transcripts
from .totals import Totals

Item = BaseAgentEvent | BaseChatMessage


@dataclass
class Speaker:
    """Who is at work in a task."""

    name: str = ""
    path: tuple[str, ...] = ()
    since: float = field(default_factory=clock.monotonic)
    """When it began what it is doing now."""
    outer: "Speaker | None" = None
    """Who is at work around, if this is within a team."""


class RecordedCall:
    """A model call that has begun."""

    def __init__(
        self,
        recorder: "Recorder",
        speaker: Speaker,
        request: tuple[Sequence[Any], Sequence[Any], str],
        *,
        stream: bool,
        began: float | None = None,
    ) -> None:
        self._recorder = recorder
        self.speaker = speaker
        self.messages, self.tools, self.model = request
        self.stream = stream
        self.began = clock.monotonic() if began is None else began
        self.call_id = new_id()
        self.retries = 0

    def end(self, result: CreateResult) -> None:
        """Record the answer."""
        usage = result.usage
        self._recorder.end_call(
            self,
            result.model_dump(mode="json"),
            usage.prompt_tokens,
            usage.completion_tokens,
        )

    def fail(self, error: BaseException) -> None:
        """Record that there is no answer."""
        cut = isinstance(error, GeneratorExit | asyncio.CancelledError)
        self._recorder.fail_call(self, "cut" if cut else explain(error).message)

    def retry(self, retry: Retry) -> None:
        """Record that it has failed and will be tried again."""
        self.retries += 1
        self._recorder.take_retry(self, retry)


class Recorder:
    """Records one segment of a run; says nothing any more once it is closed."""

    def __init__(self, journal: Journal, totals: Totals, content: ContentKeeper) -> None:
        self._journal = journal
        self._totals = totals
        self._content = content
        self._transcripts = Transcripts()
        self._places: dict[str, tuple[str, ...]] = {}
        self._origins: dict[str, tuple[str, ...]] = {}
        self._streams: dict[tuple[str, tuple[str, ...]], RecordedCall] = {}
        self._open: dict[RecordedCall, None] = {}
        self._calling: set[str] = set()
        self._tool_requests: dict[str, tuple[str, str, JsonDict]] = {}
        self._tool_starts: dict[tuple[str, str], float] = {}
        self.closed = False

    def place(self, speaker: Speaker) -> None:
        """Take notice of where an agent is at work."""
        self._places[speaker.name] = speaker.path

    def begin_tool(self, speaker: Speaker, name: str) -> None:
        """Take notice that a tool begins."""
        self._tool_starts.setdefault((speaker.name, name), clock.monotonic())

    def locate(self, item: object, path: tuple[str, ...]) -> None:
        """Take notice of the teams around something that is said."""
        self._origins.setdefault(_key_of(item), path)

    def path_of(self, item: Item) -> tuple[str, ...]:
        """Return the teams around something that is said."""
        if self._origins:
            found = self._origins.get(_key_of(item))
            if found is not None:
                return found
        return self._places.get(item.source, ())

    # What the team says.

    def take_item(self, item: Item | TaskResult) -> None:
        """Record one item of a team's stream."""
        if self.closed or isinstance(item, TaskResult):
            return
        if isinstance(item, ModelClientStreamingChunkEvent):
            source = item.source
            self._journal.write_chunk(
                item.full_message_id or source, source, self.path_of(item), item.content
            )
            return
        path = self.path_of(item)
        self._journal.close_texts(item.source, path)
        self._journal.append_text(RunEventType.MESSAGE, self._to_text(item, path))
        self._totals.messages += isinstance(item, BaseChatMessage)
        if item.models_usage is not None and item.source not in self._calling:
            self._count_usage(item)
        if isinstance(item, ToolCallRequestEvent):
            for call in item.content:
                arguments = _parse(call.arguments)
                self._tool_requests[call.id] = (item.source, call.name, arguments)
        elif isinstance(item, ToolCallExecutionEvent):
            self._take_results(item)

    def _to_text(self, item: Item, path: Sequence[str]) -> str:
        if isinstance(item, MultiModalMessage):
            body = self._content.extract(json.loads(item.model_dump_json()))
            text = dump_body(body)
        elif type(item).dump is BaseChatMessage.dump or type(item).dump is BaseAgentEvent.dump:
            text = item.model_dump_json()
        else:
            text = dump_body(dict(item.dump()))
        return f'{text[:-1]},"path":{json.dumps(path)}}}' if path else text

    def _count_usage(self, item: Item) -> None:
        """Count a call of a model client that does not speak of its calls."""
        usage = item.models_usage
        if usage is not None:
            self._totals.add_call(
                agent=item.source,
                model="unknown",
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cost=None,
                duration_s=0.0,
            )

    def _take_results(self, item: ToolCallExecutionEvent) -> None:
        for result in item.content:
            request = self._tool_requests.pop(result.call_id, None)
            if request is None:
                continue
            _, name, arguments = request
            began = self._tool_starts.pop((item.source, name), None)
            self._record_tool(
                item.source,
                result.call_id,
                name,
                arguments,
                result.content,
                path=self.path_of(item),
                is_error=bool(result.is_error),
                duration_s=0.0 if began is None else clock.monotonic() - began,
            )

    def _record_tool(
        self,
        agent: str,
        call_id: str,
        name: str,
        arguments: JsonDict,
        result: str,
        *,
        path: Sequence[str],
        is_error: bool,
        duration_s: float,
        more: JsonDict | None = None,
    ) -> None:
        self._totals.tool_calls += 1
        body = {
            "call_id": call_id,
            "agent": agent,
            "path": list(path),
            "name": name,
            "arguments": arguments,
            "result": result,
            "is_error": is_error,
            "duration_s": round(duration_s, 4),
            **(more or {}),
        }
        self._journal.append(RunEventType.TOOL_CALL, body)

    # What the engine says.

    def take_event(self, event: object, speaker: Speaker) -> None:
        """Record a structured event of the engine."""
        facts = as_dict(getattr(event, "kwargs", None))
        if self.closed or not facts:
            return
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
            case "ToolCall":
                self._end_tool(speaker, facts)
            case _:
                pass

    def begin_call(
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

    def _end_from_facts(self, call: RecordedCall, facts: JsonDict) -> None:
        response = as_dict(facts.get("response"))
        call.model = as_text(facts.get("model")) or as_text(response.get("model")) or call.model
        prompt = int(facts.get("prompt_tokens") or 0)
        self.end_call(call, response, prompt, int(facts.get("completion_tokens") or 0))

    def end_call(
        self, call: RecordedCall, response: JsonDict, prompt_tokens: int, completion_tokens: int
    ) -> None:
        """Record a model's answer."""
        self._open.pop(call, None)
        if self.closed:
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
        self._record_call(call, outcome)
        self._calling.add(call.speaker.name)
        self._totals.add_call(
            agent=call.speaker.name,
            model=call.model or "unknown",
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost=cost,
            duration_s=duration,
        )
        call.speaker.since = clock.monotonic()

    def fail_call(self, call: RecordedCall, reason: str) -> None:
        """Record that a model has not answered."""
        if call not in self._open:
            return
        del self._open[call]
        if self.closed:
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
        self._record_call(call, cut)

    def take_retry(self, call: RecordedCall, retry: Retry) -> None:
        """Record that a model is asked once more after a wait."""
        if self.closed:
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

    def _record_call(self, call: RecordedCall, outcome: JsonDict) -> None:
        call_id = call.call_id
        tools = [_to_schema(tool) for tool in call.tools]
        name = call.speaker.name
        request = self._transcripts.shorten(name, call_id, list(call.messages), tools)
        request["messages"] = [
            self._content.extract(_to_json(message)) for message in request["messages"]
        ]
        body: JsonDict = {
            "call_id": call_id,
            "agent": name,
            "path": list(call.speaker.path),
            "model": call.model,
            **request,
            **outcome,
            "retries": call.retries,
        }
        self._journal.append(RunEventType.MODEL_CALL, body)

    def _end_tool(self, speaker: Speaker, facts: JsonDict) -> None:
        name = as_text(facts.get("tool_name"))
        arguments = as_dict(facts.get("arguments"))
        began = self._tool_starts.pop((speaker.name, name), None)
        duration = 0.0 if began is None else clock.monotonic() - began
        for call_id, request in self._tool_requests.items():
            if request == (speaker.name, name, arguments):
                del self._tool_requests[call_id]
                break
        else:
            call_id = new_id()
        result = as_text(facts.get("result"))
        self._record_tool(
            speaker.name,
            call_id,
            name,
            arguments,
            result,
            path=speaker.path,
            is_error=False,
            duration_s=duration,
        )

    def take_execution(
        self,
        speaker: Speaker,
        name: str,
        arguments: JsonDict,
        output: str,
        *,
        exit_code: int,
        duration_s: float,
    ) -> None:
        """Record that code has been run, as the call of a tool."""
        if self.closed:
            return
        self._record_tool(
            speaker.name,
            new_id(),
            name,
            arguments,
            output,
            path=speaker.path,
            is_error=exit_code != 0,
            duration_s=duration_s,
            more={"exit_code": exit_code},
        )

    # The end.

    def end_turn(self) -> None:
        """Forget what was in progress."""
        self._origins.clear()
        self._streams.clear()
        self._tool_requests.clear()
        self._tool_starts.clear()

    def close(self, reason: str) -> None:
        """Record what was cut off, and fall silent."""
        for call in list(self._open):
            self.fail_call(call, reason)
        self._streams.clear()
        for draft in self._journal.take_drafts():
            body = {
                "message_id": draft.message_id,
                "source": draft.source,
                "path": draft.path,
                "text": draft.rest(0),
            }
            self._journal.append(RunEventType.DRAFT, body)
        self.closed = True


def _key_of(item: object) -> str:
    """Return what an item is known by; pieces of a message are known by its id."""
    whole: str | None = getattr(item, "full_message_id", None)
    return whole or getattr(item, "id", "")


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


def _parse(arguments: str) -> JsonDict:
    try:
        return as_dict(json.loads(arguments)) if arguments else {}
    except ValueError:
        return {"": arguments}
