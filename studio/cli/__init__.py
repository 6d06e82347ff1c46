"""The command line: `studio --help`."""

from studio.cli.program import main

__all__ = ["main"]
