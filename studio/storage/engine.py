"""The connection to the database, and its transactions."""

import asyncio
import json
from collections.abc import AsyncGenerator, Generator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from studio._kit.errors import UsageError

from .exceptions import DatabaseError
from .migrations.runner import upgrade

MEMORY = "sqlite+aiosqlite:///:memory:"
_ONE_WRITER = "SELECT pg_advisory_xact_lock(7463)"
"""What SQLite does by itself; the number is our own, and has no meaning."""
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
}
_LONGEST_LOCK_MS = 10_000
"""So long another one's lock is waited for before it is an error."""
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={_LONGEST_LOCK_MS}",
)


class Database:
    """An open database: `read()` for queries, `write()` for a transaction that changes things."""

    def __init__(self, url: str) -> None:
        self.url: URL = normal_url(url)
        self._engine: AsyncEngine | None = None
        self._writing: AsyncEngine | None = None
        # Writers of this process queue here: waiting inside SQLite means sleeping and trying again.
        self._turn: AbstractAsyncContextManager[object] = (
            asyncio.Lock() if self.is_sqlite else nullcontext()
        )

    @property
    def is_sqlite(self) -> bool:
        """Whether one file (or memory) holds everything."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def file(self) -> str | None:
        """The file that holds everything, if it is one."""
        path = self.url.database
        return path if self.is_sqlite and path and path != ":memory:" else None

    @property
    def engine(self) -> AsyncEngine:
        """The engine; only while open."""
        if self._engine is None:
            raise DatabaseError("the database is not open")
        return self._engine

    async def open(self) -> None:
        """Connect and bring the tables up to date.

        Raises:
            DatabaseError: The file or server cannot be used.
            MigrationNeededError: A newer version of the program has been at work here.
        """
        if self._engine is not None:
            return
        engine = self._create_engine()
        try:
            await asyncio.to_thread(self._make_parent)
            async with engine.execution_options(studio_write=True).begin() as connection:
                await connection.run_sync(upgrade)
        except (DBAPIError, OSError) as error:
            await engine.dispose()
            raise DatabaseError(
                f"cannot open the database {self.url.render_as_string()}: {_reason(error)}",
                hint="Check that the place exists, can be written and is not in use.",
            ) from error
        except BaseException:
            await engine.dispose()
            raise
        self._engine = engine
        self._writing = engine.execution_options(studio_write=True)

    async def close(self) -> None:
        """Close all connections; closing twice is harmless."""
        engine, self._engine, self._writing = self._engine, None, None
        if engine is not None:
            await engine.dispose()

    async def __aenter__(self) -> "Database":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def session(self) -> AsyncSession:
        """Return a new session; the caller closes it, and commits if there is anything to keep."""
        return AsyncSession(self.engine, expire_on_commit=False)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncSession]:
        """Offer a session for queries; all of them see one state of the database."""
        with _explained():
            async with self.session() as session:
                yield session

    @asynccontextmanager
    async def write(self, *, alone: bool = True) -> AsyncGenerator[AsyncSession]:
        """Offer a session that commits at the end of the block, or undoes all of it on an error.

        Two writers wait for each other instead of failing or undoing what the other has done.
        Whoever changes nothing by what was read before need not be `alone`, where the database
        allows that.
        """
        if self._writing is None:
            raise DatabaseError("the database is not open")
        with _explained():
            async with self._turn, AsyncSession(self._writing, expire_on_commit=False) as session:
                if not self.is_sqlite and alone:
                    connection = await session.connection()
                    await connection.exec_driver_sql(_ONE_WRITER)
                yield session
                await session.commit()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for the turn to write, for those who write over a connection of their own."""
        if self._writing is None:
            raise DatabaseError("the database is not open")
        async with self._turn:
            yield

    def _create_engine(self) -> AsyncEngine:
        options: dict[str, Any] = {"json_serializer": _dump_json}
        if self.url.get_driver_name() == "psycopg":
            options["connect_args"] = {"options": f"-c lock_timeout={_LONGEST_LOCK_MS}"}
        if self.is_sqlite and self.url.database in {None, "", ":memory:"}:
            # One connection, handed from one to the next: its only transaction is never shared.
            options |= {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}
        try:
            engine = create_async_engine(self.url, **options)
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise DatabaseError(
                f"no driver for {self.url.drivername!r} is installed: {error}",
                hint='For PostgreSQL: pip install "team-studio[postgres]".',
            ) from error
        if self.is_sqlite:
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    def _make_parent(self) -> None:
        if self.is_sqlite and self.url.database not in {None, "", ":memory:"}:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)


def normal_url(text: str) -> URL:
    """Parse a database URL and put in the asynchronous driver.

    Raises:
        UsageError: It is not a URL, or of a database we do not know.
    """
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise UsageError(
            f"{text!r} is not a database URL",
            hint="For example sqlite:////home/me/studio.db or postgresql://user@host/studio.",
        ) from error
    if "+" in url.drivername:
        return url
    if url.drivername not in _DRIVERS:
        raise UsageError(
            f"cannot store anything in {url.drivername!r}", hint="Use SQLite or PostgreSQL."
        )
    return url.set(drivername=_DRIVERS[url.drivername])


_dump_json = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin_sqlite` says
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("studio_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def _explained() -> Generator[None]:
    """Turn a failure of the database (full, locked, gone) into an error that says what to do."""
    try:
        yield
    except OperationalError as error:
        raise DatabaseError(
            f"the database does not work: {_reason(error)}",
            hint="See that the disk has room and no other program holds the database.",
        ) from error


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)
