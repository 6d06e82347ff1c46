"""What the executors that run files on a command line have in common."""

from .blocks import CodeFileError
from .executor import CommandLineExecutor, warn_of_loss
from .functions import Function, FunctionsError
from .result import CANCELLED_EXIT_CODE, TIMEOUT_EXIT_CODE, CommandLineCodeResult

__all__ = [
    "CANCELLED_EXIT_CODE",
    "TIMEOUT_EXIT_CODE",
    "CodeFileError",
    "CommandLineCodeResult",
    "CommandLineExecutor",
    "Function",
    "FunctionsError",
    "warn_of_loss",
]
