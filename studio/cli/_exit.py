"""How errors leave the process: one sentence, a hint, an exit code."""

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from studio._kit.errors import StudioError, UsageError

FAILED = 1
WRONG_USE = 2


def say_error(error: StudioError) -> None:
    """Print what went wrong and what to do, to standard error."""
    sys.stderr.write(f"studio: {error}\n")
    if error.hint:
        sys.stderr.write(f"        {error.hint}\n")


def guarded(command: Callable[[], Any]) -> NoReturn:
    """Run `command`; an error of ours becomes a sentence and an exit code."""
    try:
        command()
    except UsageError as error:
        say_error(error)
        raise SystemExit(WRONG_USE) from None
    except StudioError as error:
        say_error(error)
        raise SystemExit(FAILED) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    raise SystemExit(0)
