"""What all tables share: names in snake case without the `Row`, and column types."""

import re
from typing import Any

from sqlalchemy.orm import declared_attr
from sqlmodel import SQLModel

JsonDict = dict[str, Any]


class Table(SQLModel):
    """Base of the tables; `RunEventRow` is stored as `run_event`."""

    @declared_attr.directive
    def __tablename__(cls) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  # noqa: N805 - SQLAlchemy hands over the class
        """Return the name of the table, derived from the name of the class."""
        name = cls.__name__.removesuffix("Row")
        return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
