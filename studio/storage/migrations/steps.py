"""Applies the steps that a database lacks, with Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from studio.storage.exceptions import MigrationNeededError


def apply_steps(connection: Connection) -> None:
    """Apply the steps that are missing, inside the caller's transaction.

    Raises:
        MigrationNeededError: The database has been changed by a newer version of the program.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is not None and not _is_known(script, current):
        raise MigrationNeededError(
            f"the database is at step {current!r}, which this version does not know",
            hint="Update team-studio, or choose another database with --database-url.",
            details={"found": current, "known": script.get_current_head()},
        )
    command.upgrade(config, "head")


def _is_known(script: ScriptDirectory, revision: str) -> bool:
    try:
        script.get_revision(revision)
    except CommandError:
        return False
    return True
