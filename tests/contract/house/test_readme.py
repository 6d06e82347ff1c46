"""What README says is so."""

import re
import subprocess
import sys
from pathlib import Path

from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from studio.cli.program import program

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs_as_it_stands(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(example, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, cwd=ROOT
    )

    assert (done.returncode, done.stderr) == (0, "")
    said = [done.stdout.index(text) for text in ("How does one", "Bread needs time.", "hot oven")]
    assert said == sorted(said)


def table_commands() -> dict[str, str]:
    """Return the commands of README's table, each with how it is used."""
    rows = re.findall(r"^\| (`studio .*?) \| ", README, re.MULTILINE)
    uses = [use for row in rows for use in re.findall(r"`studio ([^`]+)`", row)]
    return {use.split()[0]: use.replace("\\|", "|") for use in uses}


def commands() -> dict[str, TyperCommand | TyperGroup]:
    """Return the commands there are."""
    top = get_command(program)
    assert isinstance(top, TyperGroup)
    return {
        name: command
        for name, command in top.commands.items()
        if isinstance(command, TyperCommand | TyperGroup)
    }


def test_the_table_lists_the_commands_there_are() -> None:
    assert sorted(table_commands()) == sorted(commands())


def test_the_table_names_subcommands_and_options_that_exist() -> None:
    for name, use in table_commands().items():
        command = commands()[name]
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in use.split() if word.startswith("-")} <= options
        if isinstance(command, TyperGroup):
            assert set(use.split()[1].split("|")) == set(command.commands)


def test_the_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    fenced = re.findall(r"^make ([a-z-]+)", README, re.MULTILINE)

    assert fenced[:2] == ["run", "test"]
    assert {*fenced, *re.findall(r"`make ([a-z-]+)`", README)} <= targets


def test_the_table_of_prefixes_names_packages_that_exist() -> None:
    pairs = re.findall(r"^\| `(autogen_\w+)` \| `(studio\.\w+)` \|", README, re.MULTILINE)

    assert len(pairs) == 3
    for autogen, studio in pairs:
        assert autogen.removeprefix("autogen_") == studio.removeprefix("studio.")
        assert (ROOT / studio.replace(".", "/") / "__init__.py").is_file()


def test_linked_files_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target
