"""The shape of the database over time; numbered, forward only."""
