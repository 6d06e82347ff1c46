"""Alembic's way in: runs the steps on the connection it was given, and leaves logging alone."""

from alembic import context

from studio.storage.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
)
with context.begin_transaction():
    context.run_migrations()
