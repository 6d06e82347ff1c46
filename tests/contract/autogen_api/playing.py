"""Plays a program and returns what it printed: `python playing.py` writes `expected/` anew.

Run by hand where AutoGen 0.7.5 is installed, it makes the data of this folder; the tests play the
same programs with the import prefix rewritten. It needs nothing but the standard library.
"""

import contextlib
import io
import linecache
import logging
import sys
import types
import warnings
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
EXPECTED = HERE / "expected"
HELPER = "transcript"


def names() -> list[str]:
    """Return the programs that have a transcript to match."""
    return sorted(p.stem for p in PROGRAMS.glob("*.py") if p.stem.startswith(("core_", "chat_")))


def play(name: str, *, rewritten: bool) -> str:
    """Run a program in this process and return its transcript."""
    printed = io.StringIO()
    modules = {f"program_{HELPER}": HELPER, f"program_{name}": name}
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for module, stem in modules.items():
                _execute(module, PROGRAMS / f"{stem}.py", rewritten=rewritten)
        finally:
            for module in modules:
                sys.modules.pop(module, None)
    return printed.getvalue()


def _execute(module_name: str, path: Path, *, rewritten: bool) -> None:
    source = path.read_text("utf-8")
    if rewritten:
        source = rewrite(source)
    filename = f"<{module_name}>"
    # Tools show their source code, so it has to be found.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    module = types.ModuleType(module_name)
    module.__file__ = filename
    sys.modules[module_name] = module
    exec(compile(source, filename, "exec"), module.__dict__)


def rewrite(source: str) -> str:
    """Change the import prefix as a user would."""
    for package in ("core", "agentchat", "ext"):
        for before in ("from ", "import "):
            source = source.replace(f"{before}autogen_{package}", f"{before}studio.{package}")
    return source


def main(chosen: list[str]) -> None:
    """Write the transcripts of the chosen programs, or of all."""
    logging.disable(logging.ERROR)
    for name in chosen or names():
        (EXPECTED / f"{name}.txt").write_text(play(name, rewritten=False), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
