"""Brings a database up to date; one that is so already costs no import of Alembic."""

from importlib import import_module
from pathlib import Path

from sqlalchemy import Connection, inspect, text

_VERSIONS = Path(__file__).parent / "versions"
_TABLE = "alembic_version"


def upgrade(connection: Connection) -> None:
    """Apply the steps that are missing, inside the caller's transaction.

    Raises:
        MigrationNeededError: The database has been changed by a newer version of the program.
    """
    if _found(connection) != newest_step():
        import_module("studio.storage.migrations.steps").apply_steps(connection)


def newest_step() -> str:
    """Return the last step there is; the names of the files begin with their numbers."""
    return max(path.name for path in _VERSIONS.glob("[0-9]*.py")).partition("_")[0]


def _found(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalar()
