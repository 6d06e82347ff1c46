"""A real `studio ui` process on a free port, with an app directory of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class StudioServer:
    """Starts, stops and kills one server; the app directory stays between starts."""

    appdir: Path
    port: int = field(default_factory=free_port)
    token: str = "test-token"
    env: dict[str, str] = field(default_factory=dict[str, str])
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "StudioServer":
        values = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        values |= {"STUDIO_TOKEN": self.token, **self.env}
        log = (self.appdir / "server.log").open("ab")
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "studio", "ui", "--no-open",
                "--port", str(self.port), "--appdir", str(self.appdir),
            ],
            env=values, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        log.close()
        self._wait_until_healthy()
        return self

    def _wait_until_healthy(self, limit_s: float = 60.0) -> None:
        assert self.process is not None
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log()}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return
            except (OSError, urllib.error.URLError):
                time.sleep(0.05)
        raise RuntimeError(f"the server did not answer: {self.log()}")

    def log(self) -> str:
        return (self.appdir / "server.log").read_text(errors="replace")[-4000:]

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
