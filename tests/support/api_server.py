"""A real server process with the REST API alone: it starts quickly and knows the test models."""

import importlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from studio._kit.settings import load_settings
from studio.api.server import build_api
from studio.services.container import build_services
from tests.support.studio_server import free_port

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class ApiServer:
    """Starts, stops and kills one server; the app directory stays between its lives."""

    appdir: Path
    port: int = field(default_factory=free_port)
    env: dict[str, str] = field(default_factory=dict[str, str])
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "ApiServer":
        with (self.appdir / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.support.api_server",
                    str(self.appdir),
                    str(self.port),
                ],
                cwd=ROOT,
                env={**os.environ, **self.env},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log()}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return self
            except (OSError, urllib.error.URLError):
                time.sleep(0.01)
        raise RuntimeError(f"the server did not answer: {self.log()}")

    def log(self) -> str:
        return (self.appdir / "server.log").read_text(errors="replace")[-6000:]

    def stop(self) -> None:
        """End it in good order."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def kill(self) -> None:
        """End it as the kernel would."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)


def main() -> None:
    appdir, port = Path(sys.argv[1]), int(sys.argv[2])
    # Its components are known from now on.
    importlib.import_module("tests.support.run_models")
    app = build_api(build_services(load_settings(appdir=appdir, port=port)))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=2)


if __name__ == "__main__":
    main()
