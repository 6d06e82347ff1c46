"""How errors leave the process: one sentence, a hint, an exit code."""

import logging
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

import typer

from studio._kit.errors import StudioError, UsageError
from studio._kit.settings import env

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130


def say(sentence: str, hint: str | None = None) -> None:
    """Print what went wrong and what to do, to standard error."""
    sys.stderr.write(f"studio: {sentence}\n")
    if hint:
        sys.stderr.write(f"        {hint}\n")
    sys.stderr.flush()


def guarded(command: Callable[[], Any]) -> NoReturn:
    """Run `command`; an error becomes a sentence and an exit code.

    Args:
        command: Returns an exit code, or nothing for a good end.
    """
    logging.captureWarnings(capture=True)
    raise SystemExit(_exit_code(command))


def _exit_code(command: Callable[[], Any]) -> int:
    try:
        code = command()
        sys.stdout.flush()
    except typer.TyperException as error:
        return _wrong_use(error)
    except UsageError as error:
        say(str(error), error.hint)
        return WRONG_USE
    except StudioError as error:
        say(str(error), error.hint)
        return FAILED
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has had enough; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:  # noqa: BLE001 - the top of the program
        return _bug(error)
    return code if isinstance(code, int) else 0


def _wrong_use(error: typer.TyperException) -> int:
    """Say what is wrong with the arguments; help that was shown instead needs no words."""
    context: typer.Context | None = getattr(error, "ctx", None)
    if sentence := error.format_message().replace("Value error, ", ""):
        say(sentence, f"See `{context.command_path} --help`." if context is not None else None)
    return WRONG_USE


def _bug(error: Exception) -> int:
    if env("STUDIO_DEBUG"):
        traceback.print_exception(error)
    said = str(error) or "no more is known"
    say(
        f"something went wrong on our side: {type(error).__name__}: {said}",
        "Please report it; with STUDIO_DEBUG=1 set it says where.",
    )
    return FAILED
