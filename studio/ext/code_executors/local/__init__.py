"""Runs code on this machine."""

from ._executor import LocalCommandLineCodeExecutor, LocalCommandLineCodeExecutorConfig

__all__ = ["LocalCommandLineCodeExecutor", "LocalCommandLineCodeExecutorConfig"]
