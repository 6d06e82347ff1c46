"""Reads the signature of a function from its source text without running any of it."""

from studio.core.tools._source.reading import SourceFunction, read_function

__all__ = ["SourceFunction", "read_function"]
