"""Recordings of runs: one event a line, as `studio run --record` writes them."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TextIO

from studio._kit.errors import UsageError
from studio._kit.jsonio import DocumentError, load_json
from studio.domain.json_values import as_dict, as_text
from studio.domain.run_event import RunEventType
from studio.services.container import Services


def open_recording(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """Open the file that a recording goes to, before anything is run.

    Raises:
        UsageError: It cannot be written.
    """
    if path is None:
        return nullcontext()
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"cannot write {str(path)!r}: {error.strerror}", hint="Choose another file."
        ) from error


async def write_recording(services: Services, run_id: str, file: TextIO) -> None:
    """Write the whole log of a run."""
    after: int | None = 0
    while after is not None:
        events = await services.runs.events(run_id, after=after, limit=500)
        file.writelines(f"{event.to_json()}\n" for event in events)
        after = events[-1].seq if events else None


def read_recording(path: Path) -> list[dict[str, Any]]:
    """Return the events of a recording.

    Raises:
        UsageError: The file cannot be read, or is no recording.
    """
    hint = "Make one with `studio run TEAM --record FILE`."
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        events = [as_dict(load_json(line)) for line in lines if line.strip()]
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}", hint=hint) from error
    except (DocumentError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name!r} is no recording: {error}", hint=hint) from error
    if not any(event.get("type") in set(RunEventType) for event in events):
        raise UsageError(f"{path.name!r} is no recording: it holds no events", hint=hint)
    return events


def recorded_task(events: list[dict[str, Any]]) -> str:
    """Return what the team was asked to do when the recording was made."""
    for event in events:
        body = as_dict(event.get("body"))
        if event.get("type") == RunEventType.MESSAGE and body.get("source") == "user":
            return as_text(body.get("content"))
    return ""
