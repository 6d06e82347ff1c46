"""Writes the logs of runs to an SQLite file in one step: many small transactions a second."""

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from studio.storage.log_batch import LogBatch

_PATIENCE_S = 1.0
"""So long a lock of another program's is waited for in silence; then people are told."""

_EVENT = "INSERT INTO run_event (run_id, seq, ts, type, body) VALUES (?, ?, ?, ?, ?)"
_CHECKPOINT = "INSERT INTO checkpoint (run_id, seq, turn, state, created_at) VALUES (?, ?, ?, ?, ?)"
_BLOB = (
    "INSERT OR IGNORE INTO blob (owner, digest, media_type, name, size, data, created_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)


class SqliteLog:
    """A connection of its own, in a thread of its own.

    The asynchronous driver crosses to its thread and back for every statement; here a whole
    transaction crosses once.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="run log")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: LogBatch) -> None:
        """Write everything, or nothing.

        Raises:
            sqlite3.Error: The database cannot be written.
        """
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _write(self, batch: LogBatch) -> None:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            _insert(connection, batch)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._path, timeout=_PATIENCE_S, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA foreign_keys=ON")
            self._connection = connection
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _insert(connection: sqlite3.Connection, batch: LogBatch) -> None:
    for new in batch.runs:
        columns = {name: _plain(value) for name, value in new.columns().items()}
        places = ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO run ({', '.join(columns)}) VALUES ({places})", tuple(columns.values())
        )
    if batch.events:
        connection.executemany(
            _EVENT, [(e.run_id, e.seq, _time(e.ts), e.type, e.text) for e in batch.events]
        )
    if batch.checkpoints:
        connection.executemany(
            _CHECKPOINT,
            [(p.run_id, p.seq, p.turn, p.state, _time(p.created_at)) for p in batch.checkpoints],
        )
    for blob in batch.blobs.values():
        connection.execute(
            _BLOB,
            (
                blob.owner,
                blob.digest,
                blob.media_type,
                blob.name,
                len(blob.data),
                blob.data,
                _time(blob.created_at),
            ),
        )
    for run_id, changes in batch.changes.items():
        columns = ", ".join(f"{name} = ?" for name in changes)
        values = [_plain(value) for value in changes.values()]
        connection.execute(f"UPDATE run SET {columns} WHERE run_id = ?", (*values, run_id))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


def _time(moment: datetime) -> str:
    """Return a time as SQLAlchemy stores it in SQLite."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
