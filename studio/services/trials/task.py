"""Tries an agent or a team: an ordinary run on a task, followed to its end."""

import asyncio
from typing import ClassVar

from studio.domain.json_values import JsonDict, as_dict
from studio.domain.kinds import kind_of
from studio.domain.run import Budget, RunOptions
from studio.domain.run_event import RunEvent, RunEventType, RunStatus, is_final
from studio.services.runs import RunService

from .documents import Finding, Telling, TrialError
from .trial import TEXT_FIELD, Trial, read_text


class TaskTrial(Trial):
    """Runs the component as it stands; the run keeps its log like any other.

    Args:
        component: An agent or a team, its keys not filled in.
        given: The task.
        runs: Where it runs.
    """

    limit_s: ClassVar[float] = 300.0
    action: ClassVar[str] = "Run"
    intro: ClassVar[str] = "It works on the task once, as in the playground."
    fills_keys: ClassVar[bool] = False

    def __init__(self, component: JsonDict, given: JsonDict, runs: RunService) -> None:
        super().__init__(component, given)
        self._runs = runs

    async def input_schema(self) -> JsonDict:
        """Return the schema of the task."""
        task = {**TEXT_FIELD, "title": "Task"}
        return {"type": "object", "properties": {"task": task}, "required": ["task"]}

    async def example(self) -> JsonDict:
        """Return a small task."""
        return {"task": "Introduce yourself in one sentence."}

    async def prepare(self) -> None:
        """Read the task; the run builds the component."""
        self._task: str = read_text(self.given, "task", what="the task")

    async def run(self, telling: Telling) -> Finding:
        """Run it and pass on what happens; whoever gives up on it ends the run."""
        options = RunOptions(
            budget=Budget(seconds=telling.limit_s, on_limit="stop"), resume_on_start=False
        )
        started = await self._runs.start(
            self._task, component=self.component, options=options, owner=telling.owner
        )
        run_id = started.run_id
        telling.tell("run", {"run_id": run_id})
        messages: list[JsonDict] = []
        failure: JsonDict | None = None
        try:
            async for batch in self._runs.subscribe(run_id, owner=telling.owner):
                for event in batch:
                    if event.type == RunEventType.MESSAGE:
                        messages.append(event.body)
                    elif event.type == RunEventType.ERROR:
                        failure = event.body
                    _pass_on(event, telling)
        finally:
            await asyncio.shield(self._end(run_id, telling.owner))
        return await self._finding(run_id, telling.owner, messages, failure)

    async def _end(self, run_id: str, owner: str) -> None:
        run = await self._runs.get(run_id, owner=owner)
        if not is_final(str(run.status)):
            await self._runs.cancel(run_id, reason="The try-out was ended.", owner=owner)

    async def _finding(
        self, run_id: str, owner: str, messages: list[JsonDict], failure: JsonDict | None
    ) -> Finding:
        run = await self._runs.get(run_id, owner=owner)
        result: JsonDict = {
            "run_id": run_id,
            "status": str(run.status),
            "reason": run.reason,
            "messages": messages,
            "totals": run.totals,
        }
        if run.status == RunStatus.FAILED:
            told = as_dict(failure)
            error = TrialError(
                code=str(told.get("code") or run.code or "run.failed"),
                message=str(told.get("message") or run.reason or "The run failed."),
                hint=told.get("hint"),
            )
            facts: JsonDict = {**result, "error": error.model_dump()}
            return Finding(f"It failed: {error.message}", facts, ok=False)
        answered = kind_of(self.component) == "agent" and run.status == RunStatus.COMPLETED
        return Finding("It has answered." if answered else _sentence(run.reason), result)


def _sentence(reason: str | None) -> str:
    text = (reason or "It came to its end").strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _pass_on(event: RunEvent, telling: Telling) -> None:
    if event.type in {
        RunEventType.MESSAGE,
        RunEventType.CHUNK,
        RunEventType.QUESTION,
        RunEventType.ANSWER,
        RunEventType.STATUS,
        RunEventType.TOOL_CALL,
    }:
        telling.tell("event", event.to_dict())
