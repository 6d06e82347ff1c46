"""Checkpoints: the states a run can be taken up from."""

from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from studio.storage.engine import Database
from studio.storage.log_batch import Checkpoint
from studio.storage.tables import CheckpointRow


class CheckpointRepository:
    """Reads checkpoints; they are written together with the events of their turn."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, run_id: str, *, at: int | None = None) -> Checkpoint | None:
        """Return the newest checkpoint, or the newest that holds nothing after event `at`."""
        statement = select(CheckpointRow).where(CheckpointRow.run_id == run_id)
        if at is not None:
            statement = statement.where(col(CheckpointRow.seq) <= at)
        return await self._one(statement.order_by(col(CheckpointRow.seq).desc()).limit(1))

    async def following(self, run_id: str, *, seq: int) -> Checkpoint | None:
        """Return the oldest checkpoint that holds event `seq`."""
        statement = (
            select(CheckpointRow)
            .where(CheckpointRow.run_id == run_id, col(CheckpointRow.seq) >= seq)
            .order_by(col(CheckpointRow.seq))
            .limit(1)
        )
        return await self._one(statement)

    async def between(self, run_id: str, *, first: int, last: int) -> list[Checkpoint]:
        """Return the checkpoints with `seq` from `first` to `last`, in order."""
        statement = (
            select(CheckpointRow)
            .where(
                CheckpointRow.run_id == run_id,
                col(CheckpointRow.seq) >= first,
                col(CheckpointRow.seq) <= last,
            )
            .order_by(col(CheckpointRow.seq))
        )
        async with self._database.read() as session:
            rows = (await session.exec(statement)).all()
        return [Checkpoint(**row.model_dump()) for row in rows]

    async def _one(self, statement: SelectOfScalar[CheckpointRow]) -> Checkpoint | None:
        async with self._database.read() as session:
            row = (await session.exec(statement)).first()
        return None if row is None else Checkpoint(**row.model_dump())
