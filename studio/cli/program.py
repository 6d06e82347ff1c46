"""Gathers the commands and turns errors into exit codes."""

import typer

from studio.cli import doctor, export, gallery, run, serve, ui, validate
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
program.command("run")(run.run)
program.command("validate")(validate.validate)
program.command("export")(export.export)
program.command("import")(gallery.import_)
program.add_typer(gallery.gallery, name="gallery")
program.command("serve")(serve.serve)
program.command("lite")(serve.lite)
program.command("doctor")(doctor.doctor)
program.command("version")(doctor.show_version)


def main() -> None:
    """Run the command line; exit codes: 0 good, 1 the work failed, 2 wrong use."""
    guarded(lambda: program(standalone_mode=False, prog_name="studio"))
