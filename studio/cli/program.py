"""Gathers the commands and turns errors into exit codes."""

import typer

from studio.cli import ui
from studio.cli._exit import guarded

program = typer.Typer(
    name="studio",
    help="Build teams of AI agents, watch them run, take them away as code.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
program.command("ui")(ui.ui)


def main() -> None:
    """Run the command line; exit codes: 0 good, 1 the work failed, 2 wrong use."""
    guarded(program)
