"""Runs code in a Docker container."""

from ._container import DockerUnavailableError, docker_answers
from ._executor import DockerCommandLineCodeExecutor, DockerCommandLineCodeExecutorConfig

__all__ = [
    "DockerCommandLineCodeExecutor",
    "DockerCommandLineCodeExecutorConfig",
    "DockerUnavailableError",
    "docker_answers",
]
