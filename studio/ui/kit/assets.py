"""Names the JSX and CSS files that stand beside a module."""

import reflex as rx

from studio._kit.settings import env


def shared_asset(module: str, filename: str) -> str:
    """Make a file beside `module` part of the front end and return the path to import it by.

    While serving a finished front end nothing is linked: Reflex would walk the whole call stack
    with its sources for each file, which costs two seconds of every start.

    Args:
        module: `__name__` of the calling module.
        filename: The file beside it.
    """
    if env("REFLEX_BACKEND_ONLY") == "true":
        return f"$/public/external/{module.replace('.', '/')}/{filename}"
    return rx.asset(filename, shared=True, _stack_level=2).importable_path
