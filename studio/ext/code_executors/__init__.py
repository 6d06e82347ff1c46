"""Code executors, and the choice of one."""

from ._default import create_default_code_executor

__all__ = ["create_default_code_executor"]
