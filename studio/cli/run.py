"""`studio run`: a team in the terminal."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from studio.cli._open import AppDir


def run(
    team: Annotated[str, typer.Argument(help="A JSON or YAML file, a gallery id, or a team's id.")],
    task: Annotated[str | None, typer.Option(help="What the team is to do.")] = None,
    task_file: Annotated[
        Path | None, typer.Option(help="A file with the task; `-` reads standard input.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Write what models and tools answered to this file.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Take the answers from a recorded file; asks no model.")
    ] = None,
    appdir: AppDir = None,
) -> None:
    """Run a team and show what it says; exit 0 if it came to its end, 1 if it failed."""
    from studio._kit.errors import UsageError

    if task is not None and task_file is not None:
        raise UsageError("give --task or --task-file, not both")
    failed = asyncio.run(_run(team, _read_task(task, task_file), as_json, record, replay, appdir))
    raise typer.Exit(1 if failed else 0)


def _read_task(task: str | None, task_file: Path | None) -> str:
    from studio._kit.errors import UsageError

    if task_file is None:
        return task or ""
    if str(task_file) == "-":
        return sys.stdin.read()
    try:
        return task_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the task: {error}", hint="Check the path.") from error


def _read_cassette(path: Path) -> list[dict[str, Any]]:
    from studio._kit.errors import UsageError

    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} is no recording: {error}", hint="Make one with `studio run --record FILE`."
        ) from error


async def _run(
    team: str,
    task: str,
    as_json: bool,
    record: Path | None,
    replay: Path | None,
    appdir: Path | None,
) -> bool:
    from studio.cli._open import opened
    from studio.cli._output import console
    from studio.cli._terminal import TerminalView, ask_in_terminal
    from studio.domain.run import RunOptions
    from studio.domain.run_event import RunEventType, RunStatus
    from studio.services.references import find_component

    async with opened(appdir) as services:
        found = await find_component(services, team)
        options = RunOptions(
            resume_on_start=False, cassette=_read_cassette(replay) if replay else None
        )
        started = await services.runs.start(
            task, component=found.component, team_id=found.team_id, options=options
        )
        view = TerminalView(console())
        try:
            async for batch in services.runs.subscribe(started.run_id):
                for event in batch:
                    if not as_json:
                        view.show(event)
                    elif event.seq is not None:
                        sys.stdout.write(event.to_json() + "\n")
                        sys.stdout.flush()
                    if event.type == RunEventType.QUESTION:
                        await ask_in_terminal(services, started.run_id, event.body)
        except asyncio.CancelledError:
            await services.runs.cancel(started.run_id, reason="Ended from the terminal.")
            raise
        if record is not None:
            await _write_record(services, started.run_id, record)
        ended = await services.runs.get(started.run_id)
        return ended.status == RunStatus.FAILED


async def _write_record(services: Any, run_id: str, path: Path) -> None:
    lines: list[str] = []
    after = 0
    while events := await services.runs.events(run_id, after=after, limit=500):
        lines.extend(event.to_json() for event in events)
        after = events[-1].seq
    await asyncio.to_thread(path.write_text, "\n".join(lines) + "\n", encoding="utf-8")
