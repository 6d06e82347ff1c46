"""${message}."""

import sqlalchemy as sa
import sqlmodel  # noqa: F401
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward; there is no way back."""
    ${upgrades if upgrades else "pass"}
