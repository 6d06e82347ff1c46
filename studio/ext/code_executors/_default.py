"""Chooses the safest executor there is here."""

import warnings

from studio.core.code_executor import CodeExecutor
from studio.ext.code_executors.docker import DockerCommandLineCodeExecutor, docker_answers
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor


def create_default_code_executor(work_dir: str | None = None) -> CodeExecutor:
    """Return a Docker executor if a daemon answers, else a local one, with a warning.

    Args:
        work_dir: Where the code runs; a temporary directory by default.
    """
    if docker_answers():
        return DockerCommandLineCodeExecutor(work_dir=work_dir)
    warnings.warn(
        "Docker is not available or not running. Using LocalCommandLineCodeExecutor instead, which "
        "lets code do all that this user may do. Start Docker to run it in a container.",
        UserWarning,
        stacklevel=2,
    )
    return LocalCommandLineCodeExecutor(work_dir=work_dir)
