"""Reads configuration; nobody else reads the process environment."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from studio._kit.errors import UsageError


def env(name: str, default: str | None = None) -> str | None:
    """Return an environment variable, or `default` when it is unset or empty."""
    return os.environ.get(name) or default


def environment() -> dict[str, str]:
    """Return a copy of the whole process environment, for child processes."""
    return dict(os.environ)


@contextmanager
def child_environment(values: Mapping[str, str]) -> Generator[None]:
    """Set variables for a framework that is configured through the environment alone.

    For the start of the process only; the earlier values come back at the end.
    """
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def read_dotenv(path: Path) -> dict[str, str]:
    """Read `NAME=value` lines; blank lines and `#` comments are skipped, quotes removed."""
    if not path.is_file():
        return {}
    values: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, sep, value = line.partition("=")
        if sep and not name.lstrip().startswith("#"):
            values[name.strip().removeprefix("export ").strip()] = value.strip().strip("\"'")
    return values


def default_appdir() -> Path:
    """Return the directory that keeps the database, the token and uploads."""
    return Path(env("STUDIO_APPDIR") or Path.home() / ".studio")


def _port(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise UsageError(
            f"STUDIO_PORT is {text!r}, which is no number", hint="Set it to a port such as 8081."
        ) from error


@dataclass(frozen=True)
class Settings:
    """What the server needs to know; flags, then `STUDIO_*`, then `APPDIR/.env`, then defaults."""

    appdir: Path
    host: str = "127.0.0.1"
    port: int = 8081
    database_url: str = ""
    """SQLAlchemy URL; empty means SQLite in the app directory."""
    token: str = ""
    """Access token; empty means one is made at the first start and kept in the app directory."""
    auth: bool = True
    extra: Mapping[str, str] = field(default_factory=dict[str, str])
    """Every value of `APPDIR/.env`, for keys and the like."""

    def lookup(self, name: str) -> str | None:
        """Return a variable from the environment, else from `APPDIR/.env`."""
        return env(name) or self.extra.get(name)


def load_settings(
    *,
    appdir: Path | None = None,
    host: str | None = None,
    port: int | None = None,
    database_url: str | None = None,
    auth: bool | None = None,
) -> Settings:
    """Combine the given flags with `STUDIO_*` variables, `APPDIR/.env` and the defaults.

    Raises:
        UsageError: `STUDIO_PORT` is no number.
    """
    directory = (appdir or default_appdir()).expanduser().resolve()
    extra = read_dotenv(directory / ".env")

    def setting(name: str, default: str) -> str:
        return env(f"STUDIO_{name}") or extra.get(f"STUDIO_{name}") or default

    return Settings(
        appdir=directory,
        host=host or setting("HOST", "127.0.0.1"),
        port=port if port is not None else _port(setting("PORT", "8081")),
        database_url=database_url or setting("DATABASE_URL", ""),
        token=setting("TOKEN", ""),
        auth=auth if auth is not None else setting("AUTH", "on") not in {"off", "0", "false"},
        extra=extra,
    )
