"""Turns what a team and its engine say into events of the log."""

import json
from collections.abc import Sequence

from studio.agentchat.base import TaskResult
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    MultiModalMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
)
from studio.core.code_executor import CodeResult
from studio.domain.json_values import JsonDict, as_dict
from studio.domain.run_event import RunEventType, dump_body

from .call_log import CallLog
from .content import ContentKeeper
from .journal import Journal
from .speakers import Speaker
from .tool_log import ToolLog
from .totals import Totals

Item = BaseAgentEvent | BaseChatMessage


class Recorder:
    """Records one segment of a run; says nothing any more once it is closed."""

    def __init__(self, journal: Journal, totals: Totals, content: ContentKeeper) -> None:
        self._journal = journal
        self._totals = totals
        self._content = content
        self.calls = CallLog(journal, totals, content)
        self.tools = ToolLog(journal, totals)
        self._places: dict[str, tuple[str, ...]] = {}
        self._origins: dict[str, tuple[str, ...]] = {}
        self._closed = False

    def place(self, speaker: Speaker) -> None:
        """Take notice of where an agent is at work."""
        self._places[speaker.name] = speaker.path

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

    def take_item(self, item: Item | TaskResult) -> None:
        """Record one item of a team's stream."""
        if self._closed or isinstance(item, TaskResult):
            return
        path = self.path_of(item)
        if isinstance(item, ModelClientStreamingChunkEvent):
            source = item.source
            self._journal.write_chunk(item.full_message_id or source, source, path, item.content)
            return
        self._journal.close_texts(item.source, path)
        self._journal.append_text(RunEventType.MESSAGE, self._to_text(item, path))
        self._totals.messages += isinstance(item, BaseChatMessage)
        if item.models_usage is not None and not self.calls.knows(item.source):
            self._count_usage(item)
        if isinstance(item, ToolCallRequestEvent):
            self.tools.take_requests(item)
        elif isinstance(item, ToolCallExecutionEvent):
            self.tools.take_results(item, path)

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

    def take_event(self, event: object, speaker: Speaker) -> None:
        """Record a structured event of the engine."""
        facts = as_dict(getattr(event, "kwargs", None))
        if self._closed or not facts:
            return
        if facts.get("type") == "ToolCall":
            self.tools.end(speaker, facts)
        else:
            self.calls.take_event(facts, speaker)

    def take_execution(
        self,
        speaker: Speaker,
        name: str,
        arguments: JsonDict,
        result: CodeResult,
        duration_s: float,
    ) -> None:
        """Record that code has been run."""
        if not self._closed:
            self.tools.take_execution(
                speaker,
                name,
                arguments,
                result.output,
                exit_code=result.exit_code,
                duration_s=duration_s,
            )

    def end_turn(self) -> None:
        """Forget what was in progress."""
        self._origins.clear()
        self.calls.end_turn()
        self.tools.end_turn()

    def close(self, reason: str) -> None:
        """Record what was cut off, and fall silent."""
        self.calls.close(reason)
        for draft in self._journal.take_drafts():
            body = {
                "message_id": draft.message_id,
                "source": draft.source,
                "path": draft.path,
                "text": draft.rest(0),
            }
            self._journal.append(RunEventType.DRAFT, body)
        self._closed = True


def _key_of(item: object) -> str:
    """Return what an item is known by; pieces of a message are known by its id."""
    whole: str | None = getattr(item, "full_message_id", None)
    return whole or getattr(item, "id", "")
