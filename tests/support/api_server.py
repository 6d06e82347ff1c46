"""A real server process with the REST API alone: it is there at once and knows the test models."""

import contextlib
import importlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn

from studio._kit.settings import load_settings
from studio.api.server import build_api
from studio.services.container import build_services
from tests.support.studio_server import free_port

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 60.0


@dataclass
class ApiServer:
    """Starts, stops and kills one server; the app directory stays between its lives."""

    appdir: Path
    port: int = field(default_factory=free_port)
    env: dict[str, str] = field(default_factory=dict[str, str])
    file_limit: int | None = None
    """A file may have so many bytes; writing more fails as it does on a full disk."""
    pid: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "ApiServer":
        self.pid = _nursery().give_birth(
            {
                "appdir": str(self.appdir),
                "port": self.port,
                "env": self.env,
                "file_limit": self.file_limit,
            }
        )
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return self
            except (OSError, urllib.error.URLError):
                if not self.is_running():
                    raise RuntimeError(f"the server ended: {self.log()}") from None
                time.sleep(0.01)
        raise RuntimeError(f"the server did not answer: {self.log()}")

    def log(self) -> str:
        return (self.appdir / "server.log").read_text(errors="replace")[-6000:]

    def is_running(self) -> bool:
        return self.pid is not None and Path(f"/proc/{self.pid}").exists()

    def memory_mb(self) -> float:
        """Return how much memory the process has now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1_048_576

    def cpu_s(self) -> float:
        """Return how long the process has worked."""
        text = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as the kernel would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        pid, self.pid = self.pid, None
        if pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            watch = os.pidfd_open(pid)
            try:
                os.kill(pid, how)
                if not select.select([watch], [], [], LIMIT_S)[0]:
                    raise RuntimeError(f"the server does not end: {self.log()}")
            finally:
                os.close(watch)


class Nursery:
    """A process that has imported everything and done nothing: servers are forked from it.

    Each is a process of its own with nothing remembered; only the imports are not done again.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.api_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def give_birth(self, order: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@cache
def _nursery() -> Nursery:
    return Nursery()


def main() -> None:
    """Fork a server for each line of the input; end with the input."""
    # Its components are known from now on.
    importlib.import_module("tests.support.run_models")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _serve(**json.loads(line))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def _serve(appdir: str, port: int, env: dict[str, str], file_limit: int | None) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    with Path(appdir, "server.log").open("ab") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(env)
    if file_limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    code = 1
    try:
        app = build_api(build_services(load_settings(appdir=Path(appdir), port=port)))
        uvicorn.run(
            app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=2
        )
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
