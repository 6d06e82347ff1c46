"""What child processes get to see of this process's environment."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from studio._kit.run_context import current_run
from studio._kit.settings import env

_PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ"),
    *("LANG", "LC_ALL", "LC_CTYPE", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERNAME"),
    *("USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES", "WINDIR"),
)


def child_environment(virtual_env: SimpleNamespace | None) -> dict[str, str]:
    """Return the variables that programs need to work, and those that the current run gives.

    Everything else this process has, its keys above all, stays out.
    """
    values = {name: value for name in _PASSED_ON if (value := env(name)) is not None}
    values.setdefault("LANG", "C.UTF-8")
    values["PYTHONIOENCODING"] = "utf-8"
    programs = str(Path(python_of(virtual_env)).parent)
    values["PATH"] = os.pathsep.join((programs, values.get("PATH", os.defpath)))
    if virtual_env is not None:
        values["VIRTUAL_ENV"] = str(virtual_env.env_dir)
    run = current_run()
    return values if run is None else {**values, **run.environment}


def python_of(virtual_env: SimpleNamespace | None) -> str:
    """Return the interpreter of a virtual environment, or the one that runs this program."""
    if virtual_env is None:
        return sys.executable
    return cast("str", virtual_env.env_exe)
