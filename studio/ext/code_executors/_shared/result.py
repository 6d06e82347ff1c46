"""What came of running code on a command line."""

from dataclasses import dataclass

from studio._kit.errors import UsageError
from studio.core.code_executor import CodeResult

TIMEOUT_EXIT_CODE = 124
CANCELLED_EXIT_CODE = 125


@dataclass
class CommandLineCodeResult(CodeResult):
    """What came of running code on a command line."""

    code_file: str | None
    """File of the first block, or `None` if no block got as far as a file."""


def check_timeout(timeout: int) -> None:
    """Refuse a timeout of less than a second.

    Raises:
        UsageError: It is.
    """
    if timeout < 1:
        raise UsageError(
            f"Timeout must be greater than or equal to 1, not {timeout}.",
            hint="Give the seconds that all blocks of one call may take.",
        )
