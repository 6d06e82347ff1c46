"""What a run wants to know from people, and what they have answered."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from studio._kit.ids import new_id
from studio._kit.jsonio import dump_json
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text
from studio.domain.run import OpenQuestion
from studio.domain.run_event import RunEvent, RunEventType

from .exceptions import AnswerError, QuestionGoneError

Record = Callable[[RunEventType, JsonDict], RunEvent]
_Key = tuple[str, str, int]


@dataclass
class Asked:
    """A question that is in the log."""

    request_id: str
    source: str
    prompt: str
    schema: JsonDict
    asked_at: datetime
    key: _Key
    answered: bool = False
    value: Any = None
    waiting: list["asyncio.Future[Any]"] = field(default_factory=list["asyncio.Future[Any]"])


class QuestionDesk:
    """The questions of one run.

    A turn that is taken again asks the same things again. What has been answered is then answered
    from the log, and what is still open is not asked twice: a question is known by who asks, by
    its text, and by how often that has been asked within the turn.
    """

    def __init__(self, run_id: str, record: Record) -> None:
        self._run_id = run_id
        self._record = record
        self._asked: dict[str, Asked] = {}
        self._of_turn: dict[_Key, Asked] = {}
        self._count: Counter[tuple[str, str]] = Counter()

    def restore(self, events: Iterable[RunEvent]) -> None:
        """Read the questions and answers that followed the last checkpoint."""
        for event in events:
            body = event.body
            if event.type == RunEventType.QUESTION:
                self._restore_question(body, event.ts)
            elif event.type == RunEventType.ANSWER:
                asked = self._asked.get(as_text(body.get("request_id")))
                if asked is not None:
                    asked.answered = True
                    asked.value = body.get("value")
        self.begin_segment()

    def _restore_question(self, body: JsonDict, ts: datetime) -> None:
        source, prompt = as_text(body.get("source")), as_text(body.get("prompt"))
        self._put(as_text(body.get("request_id")), source, prompt, as_dict(body.get("schema")), ts)

    def begin_segment(self) -> None:
        """Count from the beginning of the turn again."""
        self._count.clear()

    def end_turn(self) -> None:
        """Forget what was asked; what is still open is of no use any more."""
        for asked in self._asked.values():
            if not asked.answered:
                self._record(
                    RunEventType.ANSWER,
                    {"request_id": asked.request_id, "value": None, "withdrawn": True},
                )
        self._asked.clear()
        self._of_turn.clear()
        self._count.clear()

    @property
    def open_questions(self) -> list[OpenQuestion]:
        """What has not been answered yet, oldest first."""
        return [
            OpenQuestion(
                run_id=self._run_id,
                request_id=asked.request_id,
                source=asked.source,
                prompt=asked.prompt,
                answer_schema=asked.schema,
                asked_at=asked.asked_at,
            )
            for asked in self._asked.values()
            if not asked.answered
        ]

    @property
    def waiting(self) -> int:
        """How many places in the team wait for an answer."""
        return sum(1 for asked in self._asked.values() if asked.waiting and not asked.answered)

    async def ask(
        self,
        source: str,
        prompt: str,
        schema: Mapping[str, Any],
        *,
        request_id: str = "",
        on_wait: Callable[[], None],
    ) -> Any:
        """Return the answer, from the log if it is there, else when a person gives it."""
        count = self._count[source, prompt]
        self._count[source, prompt] += 1
        asked = self._of_turn.get((source, prompt, count))
        if asked is None:
            asked = self._new(source, prompt, schema, request_id)
        if asked.answered:
            return asked.value
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        asked.waiting.append(future)
        on_wait()
        try:
            return await future
        finally:
            asked.waiting.remove(future)

    def _new(self, source: str, prompt: str, schema: Mapping[str, Any], request_id: str) -> Asked:
        if not request_id or request_id in self._asked:
            request_id = new_id()
        body = {
            "request_id": request_id,
            "source": source,
            "prompt": prompt,
            "schema": dict(schema),
        }
        event = self._record(RunEventType.QUESTION, body)
        return self._put(request_id, source, prompt, dict(schema), event.ts)

    def _put(
        self, request_id: str, source: str, prompt: str, schema: JsonDict, ts: datetime
    ) -> Asked:
        count = sum(1 for key in self._of_turn if key[:2] == (source, prompt))
        key = (source, prompt, count)
        asked = Asked(request_id, source, prompt, schema, ts, key)
        self._asked[request_id] = asked
        self._of_turn[key] = asked
        return asked

    def answer(
        self, request_id: str, value: Any, *, by: str, files: Sequence[JsonDict] = ()
    ) -> bool:
        """Take an answer, with the names of the files in it; tells whether it is new.

        Raises:
            QuestionGoneError: Nobody asked that, or it has been answered differently.
            AnswerError: The value does not fit the question.
        """
        asked = self._asked.get(request_id)
        if asked is None:
            raise QuestionGoneError(
                f"there is no open question {request_id!r}",
                hint="The run has gone on, or was asked by someone else; look at its events.",
            )
        if asked.answered:
            if asked.value == value:
                return False
            raise QuestionGoneError(
                f"the question {request_id!r} has been answered already",
                hint="The first answer counts.",
                details={"value": asked.value},
            )
        check_answer(value, asked.schema)
        asked.answered = True
        asked.value = value
        body: JsonDict = {"request_id": request_id, "value": value, "by": by}
        if files:
            body["attachments"] = list(files)
        self._record(RunEventType.ANSWER, body)
        return True

    def deliver(self, request_id: str) -> None:
        """Hand a recorded answer to whoever waits for it."""
        asked = self._asked.get(request_id)
        if asked is not None:
            for future in asked.waiting:
                if not future.done():
                    future.set_result(asked.value)


def open_in_log(run_id: str, events: Iterable[RunEvent]) -> list[OpenQuestion]:
    """Return the questions among some events that none of them answers, oldest first."""
    found: dict[str, OpenQuestion] = {}
    for event in events:
        body = event.body
        request_id = as_text(body.get("request_id"))
        if event.type == RunEventType.QUESTION:
            found[request_id] = OpenQuestion(
                run_id=run_id,
                request_id=request_id,
                source=as_text(body.get("source")),
                prompt=as_text(body.get("prompt")),
                answer_schema=as_dict(body.get("schema")),
                asked_at=event.ts,
            )
        elif event.type == RunEventType.ANSWER:
            found.pop(request_id, None)
    return list(found.values())


def to_answer_text(value: Any) -> str:
    """Return an answer as agents get it: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else dump_json(value)


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}


def check_answer(value: Any, schema: Mapping[str, Any], *, name: str = "the answer") -> None:
    """Check a value against the parts of JSON schema that forms are made of.

    Raises:
        AnswerError: It does not fit.
    """
    other = schema.get("x-or")
    if other is not None and _is_a(value, "object"):
        check_answer(value, as_dict(other), name=name)
        return
    kinds = schema.get("type")
    if isinstance(kinds, str):
        kinds = [kinds]
    if kinds and not any(_is_a(value, kind) for kind in kinds):
        raise AnswerError(
            f"{name} must be of type {' or '.join(kinds)}", hint="Answer in the form asked for."
        )
    least = schema.get("exclusiveMinimum")
    if least is not None and value <= least:
        raise AnswerError(f"{name} must be more than {least}", hint="Give a larger number.")
    choices = schema.get("enum")
    if choices is not None and value not in choices:
        wanted = ", ".join(map(str, choices))
        raise AnswerError(f"{name} must be one of: {wanted}", hint="Choose one of them.")
    if isinstance(value, dict):
        fields = as_dict(value)
        for key in schema.get("required", ()):
            if key not in fields:
                raise AnswerError(f"{key!r} is missing in {name}", hint="Fill in every field.")
        for key, inner in as_dict(schema.get("properties")).items():
            if key in fields:
                check_answer(fields[key], as_dict(inner), name=repr(key))
    elif isinstance(value, list):
        for item in as_list(value):
            check_answer(item, as_dict(schema.get("items")), name=f"each of {name}")


def _is_a(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind in {"integer", "number"}:
        return False
    return isinstance(value, _TYPES.get(kind, (object,)))
