"""The database itself: opening, transactions, migrations."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlmodel import select

from studio._kit.clock import now
from studio._kit.errors import UsageError
from studio.storage.engine import Database, normal_url
from studio.storage.exceptions import DatabaseError, MigrationNeededError
from studio.storage.migrations import runner
from studio.storage.tables import SettingRow, Table, TeamRow, TeamVersionRow


def a_team(team_id: str) -> TeamRow:
    return TeamRow(
        team_id=team_id, owner="local", name="x", version=1, created_at=now(), updated_at=now()
    )


def test_the_name_of_a_step_says_its_number() -> None:
    script = ScriptDirectory(str(Path(runner.__file__).parent))

    assert runner.newest_step() == script.get_current_head()


async def test_the_migrations_make_exactly_the_tables_of_the_program(database: Database) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), Table.metadata)

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_failed_block_leaves_nothing_behind(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as session:
            session.add(a_team("one"))
            await session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()

    async with database.read() as session:
        assert (await session.exec(select(TeamRow))).all() == []


async def test_many_writers_at_once_lose_nothing(database: Database) -> None:
    async with database.write() as session:
        session.add(a_team("one"))

    async def add_one() -> None:
        async with database.write() as session:
            row = (await session.exec(select(TeamRow))).one()
            row.version += 1
            session.add(row)

    await asyncio.gather(*(add_one() for _ in range(30)))

    async with database.read() as session:
        assert (await session.exec(select(TeamRow))).one().version == 31


async def test_a_cancelled_writer_lets_the_next_one_in(database: Database) -> None:
    inside = asyncio.Event()

    async def hang() -> None:
        async with database.write() as session:
            session.add(a_team("one"))
            await session.flush()
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    async with asyncio.timeout(5), database.write() as session:
        session.add(a_team("two"))
    async with database.read() as session:
        assert [row.team_id for row in (await session.exec(select(TeamRow))).all()] == ["two"]


async def test_rows_that_point_nowhere_are_refused(database: Database) -> None:
    row = TeamVersionRow(
        team_id="none", version=1, owner="local", author="local", document="{}", created_at=now()
    )
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        async with database.write() as session:
            session.add(row)


async def test_what_was_stored_is_there_after_opening_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'studio.db'}"
    async with Database(url) as first, first.write() as session:
        session.add(SettingRow(owner="local", key="k", value="1", updated_at=now()))

    async with Database(url) as second, second.read() as session:
        assert (await session.get(SettingRow, ("local", "k"))) is not None
        mode = (await session.exec(text("PRAGMA journal_mode"))).scalar_one()  # pyright: ignore[reportCallIssue,reportArgumentType] - plain SQL is not in its overloads
    assert mode == "wal"


async def test_two_programs_can_open_a_fresh_file_at_once(tmp_path: Path) -> None:
    databases = [Database(f"sqlite:///{tmp_path / 'studio.db'}") for _ in range(4)]

    await asyncio.gather(*(database.open() for database in databases))

    await asyncio.gather(*(database.close() for database in databases))


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    async with Database(f"sqlite:///{path}"):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    with pytest.raises(MigrationNeededError, match="9999"):
        await Database(f"sqlite:///{path}").open()


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    path.write_text("this is a letter to my aunt, and not a database at all " * 20)

    with pytest.raises(DatabaseError, match=r"studio\.db"):
        await Database(f"sqlite:///{path}").open()


async def test_a_place_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DatabaseError, match="file"):
        await Database(f"sqlite:///{tmp_path / 'file' / 'studio.db'}").open()


async def test_a_database_that_stays_locked_is_an_error_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    async with Database(f"sqlite:///{path}") as database:
        async with database.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA busy_timeout=1")
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")

        with pytest.raises(DatabaseError, match="locked"):
            async with database.write() as session:
                session.add(a_team("one"))
        holder.close()


async def test_a_database_that_is_not_open_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="not open"):
        async with Database(f"sqlite:///{tmp_path / 'x.db'}").write():
            pass


def test_postgres_urls_get_an_asynchronous_driver_and_others_are_refused() -> None:
    assert normal_url("postgresql://me@host/db").drivername == "postgresql+psycopg"
    assert normal_url("postgresql+asyncpg://me@host/db").drivername == "postgresql+asyncpg"
    with pytest.raises(UsageError, match="mysql"):
        normal_url("mysql://host/db")
    with pytest.raises(UsageError, match="not a database URL"):
        normal_url("studio.db")
