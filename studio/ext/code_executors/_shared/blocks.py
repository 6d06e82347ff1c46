"""From a code block to the file and the program that runs it."""

import hashlib
import re
from pathlib import Path

from studio._kit.errors import UsageError

_PYTHON = frozenset({"python", "python3", "py"})
_PROGRAMS = {
    "bash": "bash",
    "sh": "sh",
    "shell": "sh",
    "pwsh": "pwsh",
    "powershell": "pwsh",
    "ps1": "pwsh",
}
_SUFFIXES = {"python": "py", "pwsh": "ps1"}
_NAMED = re.compile(r"\s*(?:#|//|/\*|<!--)\s*filename:\s*(.+?)\s*(?:\*/|-->)?\s*$")
_PIP_IN_PYTHON = re.compile(r"^(\s*!\s*(?:\S*python\S*\s+-m\s+)?pip3?\s+install)\b", re.MULTILINE)
_PIP_IN_SHELL = re.compile(r"^(\s*(?:\S*python\S*\s+-m\s+)?pip3?\s+install)\b", re.MULTILINE)


class CodeFileError(UsageError):
    """A code block names a file outside the work directory."""

    code = "code_executor.file"


def interpreter_of(language: str) -> str | None:
    """Return `python`, `sh`, `bash` or `pwsh`, or `None` for a language that none of them runs."""
    name = language.strip().lower()
    return "python" if name in _PYTHON else _PROGRAMS.get(name)


def quiet_pip(code: str, interpreter: str) -> str:
    """Return the code with `-qqq` after each `pip install`, whose progress nobody wants to read."""
    pattern = _PIP_IN_PYTHON if interpreter == "python" else _PIP_IN_SHELL
    return pattern.sub(r"\1 -qqq", code)


def code_file_name(code: str, interpreter: str, work_dir: Path) -> tuple[str, bool]:
    """Return the name of the file that a block goes into, and whether the block names it itself.

    A block names its file in its first line, as in `# filename: plot.py`.

    Raises:
        CodeFileError: The file would be outside the work directory.
    """
    first_line = code.lstrip("\n").partition("\n")[0]
    named = _NAMED.match(first_line)
    if named is None:
        digest = hashlib.sha256(code.encode()).hexdigest()
        return f"tmp_code_{digest}.{_SUFFIXES.get(interpreter, interpreter)}", False
    root = work_dir.resolve()
    path = (root / named.group(1)).resolve()
    if path == root or not path.is_relative_to(root):
        raise CodeFileError(
            "Filename is not in the workspace",
            hint=f"Name a file below the work directory, not {named.group(1)!r}.",
        )
    return path.relative_to(root).as_posix(), True
