"""Tells an SDK's own method from one that a test or an instrumentation put in its place."""

import sys
from pathlib import Path
from types import FunctionType


def is_own_method(method: object, package: str) -> bool:
    """Say whether a bound method is the one that the package itself defines.

    Someone who replaces it expects the plain arguments; the package's own method gets them in
    the form that costs it least.
    """
    folder = getattr(sys.modules.get(package), "__file__", None)
    function: object = getattr(method, "__func__", None)
    if folder is None or function is None:
        return False
    root = str(Path(folder).parent)
    while function is not None:
        if type(function) is not FunctionType:
            return False
        if not function.__code__.co_filename.startswith(root):
            return False
        function = getattr(function, "__wrapped__", None)
    return True
