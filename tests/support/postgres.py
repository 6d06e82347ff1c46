"""A PostgreSQL server of the tests' own: a fresh cluster in a folder, with its socket there."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

_PLACES = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt")
_SPEED = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


def find_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs, if there is one."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path for place in _PLACES for path in Path(place).glob("*/bin/initdb")]
    return max(folders).parent if folders else None


class PostgresServer:
    """Use as a context manager; `new_database()` gives the URL of an empty database."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # Short, since the path of a socket may have no more than a hundred letters.
        self._folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
        self._data = self._folder / "data"
        # The server refuses to run as root.
        self._user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(self._folder, self._user)

    def __enter__(self) -> "PostgresServer":
        self._run("initdb", "-D", str(self._data), "-U", "studio", "-A", "trust", "-E", "UTF8")
        options = " ".join(f"-c {setting}" for setting in _SPEED)
        where = f"-k {self._folder} -c listen_addresses=''"
        log = str(self._folder / "log")
        self._run(
            "pg_ctl", "-D", str(self._data), "-l", log, "-w", "-o", f"{where} {options}", "start"
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        """Make a database of its own; return its URL."""
        name = f"t{uuid.uuid4().hex}"
        self._run("createdb", "-h", str(self._folder), "-U", "studio", name)
        return f"postgresql://studio@/{name}?host={self._folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.getuid() == 0:
            command = [
                "setpriv",
                f"--reuid={self._user}",
                "--regid=postgres",
                "--clear-groups",
                *command,
            ]
        # Not to a pipe: the server would keep it open.
        with (self._folder / "out").open("ab") as out:
            done = subprocess.run(command, cwd="/", stdout=out, stderr=out, check=False)
        if done.returncode:
            raise RuntimeError((self._folder / "out").read_text(errors="replace")[-2000:])
