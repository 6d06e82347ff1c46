"""`studio run`: a team in the terminal."""

import asyncio
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from studio.cli._open import AppDir, TeamName

if TYPE_CHECKING:
    from studio.services.container import Services


def run(
    team: TeamName,
    task: Annotated[str | None, typer.Option(help="What the team is to do.")] = None,
    task_file: Annotated[
        Path | None, typer.Option(help="A file with the task; `-` reads standard input.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Write what was said, and what models and tools answered.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Take the answers from a recording; asks no model.")
    ] = None,
    appdir: AppDir = None,
) -> None:
    """Run a team and show what it says; exit 0 if it came to its end, else 1.

    What the team asks is answered on standard input. Ctrl-C cancels the run.
    """
    from studio._kit.errors import UsageError

    if task is not None and task_file is not None:
        raise UsageError("--task and --task-file are both given", hint="Leave one of them out.")
    if record is not None and replay is not None:
        raise UsageError("--record and --replay are both given", hint="Leave one of them out.")
    given = task if task_file is None else _read_task(task_file)
    raise typer.Exit(asyncio.run(_run(team, given, as_json, record, replay, appdir)))


def _read_task(path: Path) -> str:
    from studio._kit.errors import UsageError

    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig").strip()
    except OSError as error:
        raise UsageError(
            f"cannot read {str(path)!r}: {error.strerror}", hint="Check the path."
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{str(path)!r} is not text in UTF-8", hint="Save it as UTF-8.") from error


async def _run(
    team: str,
    task: str | None,
    as_json: bool,
    record: Path | None,
    replay: Path | None,
    appdir: Path | None,
) -> int:
    from studio.cli._open import running
    from studio.cli._recording import (
        open_recording,
        read_recording,
        recorded_task,
        write_recording,
    )
    from studio.domain.run import RunOptions
    from studio.services.references import find_team

    cassette = None if replay is None else read_recording(replay)
    if task is None and cassette is not None:
        task = recorded_task(cassette)
    async with running(appdir) as services:
        found = await find_team(services, team)
        with open_recording(record) as file:
            started = await services.runs.start(
                task or "",
                component=found.component,
                team_id=found.team_id,
                options=RunOptions(resume_on_start=False, cassette=cassette),
            )
            try:
                return await _follow(services, started.run_id, as_json)
            finally:
                if file is not None:
                    await write_recording(services, started.run_id, file)


async def _follow(services: "Services", run_id: str, as_json: bool) -> int:
    """Show a run to its end and return the exit code."""
    from studio._kit.tasks import TaskOwner
    from studio.cli._exit import FAILED
    from studio.cli._output import console
    from studio.cli._person import Person
    from studio.cli._terminal import TerminalView
    from studio.domain.run_event import RunEventType, RunStatus

    view, person, tasks = TerminalView(console()), Person(services, run_id), TaskOwner()
    tasks.start(person.answer_questions(), name="person at the terminal")

    def cancel() -> None:
        tasks.start(services.runs.cancel(run_id, reason="Cancelled from the terminal."))

    try:
        with _on_signals(cancel) as received:
            async for batch in services.runs.subscribe(run_id):
                for event in batch:
                    if not as_json:
                        view.show(event)
                    elif event.seq is not None:
                        sys.stdout.write(event.to_json() + "\n")
                    if event.type == RunEventType.QUESTION:
                        person.hear(event.body)
                sys.stdout.flush()
    finally:
        await tasks.close()
    if received:
        return 128 + received[0]
    ended = await services.runs.get(run_id)
    return 0 if ended.status == RunStatus.COMPLETED else FAILED


@contextmanager
def _on_signals(cancel: Callable[[], None]) -> Generator[list[int]]:
    """Let Ctrl-C and SIGTERM call `cancel`; a second Ctrl-C ends the program at once."""
    loop = asyncio.get_running_loop()
    received: list[int] = []

    def on_signal(number: int) -> None:
        loop.remove_signal_handler(number)
        received.append(number)
        sys.stderr.write("\nstudio: cancelling the run\n")
        sys.stderr.flush()
        cancel()

    numbers = (signal.SIGINT, signal.SIGTERM)
    with suppress(NotImplementedError):  # a loop without signals
        for number in numbers:
            loop.add_signal_handler(number, on_signal, number)
    try:
        yield received
    finally:
        with suppress(NotImplementedError):
            for number in numbers:
                loop.remove_signal_handler(number)
