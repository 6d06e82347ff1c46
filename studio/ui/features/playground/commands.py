"""What can be asked of a run from the playground: each command as one call of the services."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from studio.domain.json_values import JsonDict
from studio.domain.run import Attachment, Breakpoint, Budget, Run, RunOptions
from studio.domain.run_event import is_final
from studio.services.runs import RunService

Command = Callable[[RunService, Mapping[str, Any]], Awaitable[Run]]


async def start(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Start a run in a session; with `repeat` the task of another run once more."""
    task: str | list[JsonDict] = str(value.get("task", ""))
    if value.get("repeat"):
        task = (await runs.get(str(value["repeat"]))).task
    return await runs.start(
        task,
        session_id=str(value["session_id"]),
        attachments=[Attachment(**item) for item in value.get("attachments", ())],
        options=RunOptions(**value.get("options", {})),
    )


async def start_both(runs: RunService, sides: Sequence[Mapping[str, Any]], task: str) -> list[Run]:
    """Give a task to two teams at once: those of earlier runs, or versions of saved ones."""
    started: list[Run] = []
    for side in sides:
        team: dict[str, Any] = {"team_id": side.get("team_id"), "team_version": side.get("version")}
        if side.get("run_id"):
            like = await runs.get(str(side["run_id"]))
            team = {"component": like.component, "team_id": like.team_id,
                    "team_version": like.team_version}  # fmt: skip
        session_id = str(side["session_id"])
        options = RunOptions(fresh=True)
        started.append(await runs.start(task, **team, session_id=session_id, options=options))
    return started


async def look(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Return a run that is to be shown."""
    return await runs.get(str(value["run_id"]))


async def pause(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Pause at once."""
    return await runs.pause(str(value["run_id"]))


async def resume(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Go on, saying something first if there is something to say."""
    return await runs.resume(str(value["run_id"]), message=value.get("message"))


async def step(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Go on for one turn."""
    return await runs.resume(str(value["run_id"]), step=True)


async def stop(runs: RunService, value: Mapping[str, Any]) -> Run:
    """End after the current turn."""
    return await runs.stop(str(value["run_id"]))


async def cancel(runs: RunService, value: Mapping[str, Any]) -> Run:
    """End now."""
    return await runs.cancel(str(value["run_id"]))


async def insert(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Break in with a message."""
    return await runs.insert(str(value["run_id"]), str(value["message"]))


async def answer(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Answer a question."""
    files = [Attachment(**item) for item in value.get("attachments") or ()]
    return await runs.answer(
        str(value["run_id"]), str(value["request_id"]), value["value"], attachments=files
    )


async def fork(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Branch off, with a message that says something else if one is given."""
    return await runs.fork(str(value["run_id"]), int(value["seq"]), message=value.get("message"))


async def set_breakpoints(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Mind these breakpoints from now on, as long as the run goes on."""
    run = await runs.get(str(value["run_id"]))
    if is_final(run.status):
        return run
    points = [Breakpoint(**item) for item in value["breakpoints"]]
    return await runs.set_breakpoints(run.run_id, points)


async def set_budget(runs: RunService, value: Mapping[str, Any]) -> Run:
    """Give the run another budget."""
    return await runs.set_budget(str(value["run_id"]), Budget(**value["budget"]))


COMMANDS: Mapping[str, Command] = {
    "start": start,
    "look": look,
    "pause": pause,
    "resume": resume,
    "step": step,
    "stop": stop,
    "cancel": cancel,
    "insert": insert,
    "answer": answer,
    "fork": fork,
    "breakpoints": set_breakpoints,
    "budget": set_budget,
}


def run_brief(run: Run) -> JsonDict:
    """Return a run as lists of the browser hold it."""
    return {
        "run_id": run.run_id,
        "name": run.name,
        "status": str(run.status),
        "session_id": run.session_id,
        "team_id": run.team_id,
        "team_version": run.team_version,
        "parent_run_id": run.parent_run_id,
        "fork_seq": run.fork_seq,
        "created_at": run.created_at.isoformat(),
        "options": run.options.model_dump(
            mode="json", include={"budget", "breakpoints", "fresh", "question_timeout_s"}
        ),
        "task": [message for message in run.task if isinstance(message.get("content"), str)],
        "totals": {},
    }
