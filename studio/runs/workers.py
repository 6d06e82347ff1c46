"""Who drives a run, and whether that process is still there."""

import os
import socket
from datetime import datetime
from weakref import WeakValueDictionary

from studio._kit import clock
from studio._kit.ids import new_id


class Worker:
    """One engine of one process."""

    def __init__(self) -> None:
        self.worker_id = f"{socket.gethostname()}:{os.getpid()}:{new_id()[:12]}"


_here: WeakValueDictionary[str, Worker] = WeakValueDictionary()
"""The engines of this process."""


def enter(worker: Worker) -> None:
    """Count an engine among those of this process."""
    _here[worker.worker_id] = worker


def leave(worker: Worker) -> None:
    """Count an engine no longer."""
    _here.pop(worker.worker_id, None)


def is_gone(worker_id: str | None, seen_at: datetime | None, *, stale_s: float) -> bool:
    """Tell whether a worker has died: its process is not there, or it has long been silent."""
    if worker_id is None:
        return True
    if worker_id in _here:
        return False
    host, _, rest = worker_id.rpartition(":")[0].rpartition(":")
    if host == socket.gethostname() and rest.isdecimal() and not _is_running(int(rest)):
        return True
    return seen_at is None or (clock.now() - seen_at).total_seconds() > stale_s


def _is_running(pid: int) -> bool:
    if pid == os.getpid():
        return False  # of an earlier life: a container begins to count anew
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
