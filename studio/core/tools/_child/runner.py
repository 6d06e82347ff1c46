"""The child's side: runs one function and writes its result; started as a script.

It is run by a bare interpreter for every call, so it imports little, and late.
"""
# ruff: noqa: PLC0415

import __future__

import json
import os
import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from io import BufferedReader
    from typing import Any

_PEERS = {
    "autogen_core": "studio.core",
    "autogen_agentchat": "studio.agentchat",
    "autogen_ext": "studio.ext",
}
_TOKEN_IMPORTS = {
    f"from {module} import CancellationToken" for module in ("autogen_core", "studio.core")
}


class CancellationToken:
    """Stands for the caller's token."""

    def __init__(self) -> None:
        self._cancelled: bool = False
        self._callbacks: list[Callable[[], None]] = []

    def cancel(self) -> None:
        """Cancel; callbacks run once."""
        if not self._cancelled:
            self._cancelled = True
            for callback in self._callbacks:
                callback()

    def is_cancelled(self) -> bool:
        """Say whether the caller has cancelled."""
        return self._cancelled

    def add_callback(self, callback: "Callable[[], None]") -> None:
        """Have `callback` called on cancellation."""
        if self._cancelled:
            callback()
        else:
            self._callbacks.append(callback)

    def link_future(self, future: "Future[Any]") -> "Future[Any]":
        """Cancel `future` on cancellation."""
        loop = future.get_loop()

        def cancel() -> None:
            loop.call_soon_threadsafe(future.cancel)

        self.add_callback(cancel)
        return future


class Finder:
    """Finds AutoGen's modules as ours, and others by way of `site` when all else has failed."""

    def __init__(self) -> None:
        self._site_done: bool = False

    def find_spec(
        self,
        name: str,
        path: "Sequence[str] | None" = None,
        target: types.ModuleType | None = None,
    ) -> "ModuleSpec | None":
        """Return the spec of a module, as `sys.meta_path` wants it."""
        import importlib.util

        package, _, rest = name.partition(".")
        if package in _PEERS:
            ours = f"{_PEERS[package]}.{rest}" if rest else _PEERS[package]
            loader: Any = Renamed(ours)
            return importlib.util.spec_from_loader(name, loader)
        if self._site_done or rest:
            return None
        self._site_done = True
        import site

        site.main()
        importlib.invalidate_caches()
        return importlib.util.find_spec(name)


class Renamed:
    """Loads a module under another name."""

    def __init__(self, ours: str) -> None:
        self._ours: str = ours

    def create_module(self, spec: "ModuleSpec") -> types.ModuleType:
        """Return our module."""
        import importlib

        return importlib.import_module(self._ours)

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing is left to do."""


class NotDataError(Exception):
    """A value that cannot be sent as it is."""


def encode(value: "Any") -> "Any":
    """Return a value as JSON data from which the same value can be made."""
    kind: type[object] = value.__class__
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is list:
        return [encode(item) for item in value]
    if kind is dict:
        if all(type(key) is str for key in value) and "$" not in value:
            return {key: encode(item) for key, item in value.items()}
        return {"$": "dict", "v": [[encode(key), encode(item)] for key, item in value.items()]}
    if kind in (tuple, set, frozenset):
        return {"$": kind.__name__, "v": [encode(item) for item in value]}
    if kind is bytes:
        return {"$": "bytes", "v": value.hex()}
    raise NotDataError


def to_answer(value: "Any") -> "dict[str, Any]":
    """Return a result as JSON data; what is no data becomes the text a model would read."""
    try:
        return {"value": encode(value)}
    except (NotDataError, RecursionError):
        pass
    if hasattr(value, "model_dump") and hasattr(value, "model_config"):
        dumped = value.model_dump(mode="json")
        return {"value": json.dumps(dumped) if isinstance(dumped, dict) else str(dumped)}
    return {"value": str(value)}


def limit_memory(size: int) -> None:
    """Limit the address space, where the system can."""
    if not size:
        return
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass


def converted(
    function: "Callable[..., Any]", arguments: "dict[str, Any]", names: list[str]
) -> "dict[str, Any]":
    """Return the arguments with those named made into what their annotations ask for."""
    if not names:
        return arguments
    import typing

    try:
        from pydantic import TypeAdapter
        from pydantic.errors import PydanticSchemaGenerationError

        known = {**vars(typing), **function.__globals__}
        hints = typing.get_type_hints(function, known, include_extras=True)
    except (ImportError, NameError):
        return arguments
    for name in names:
        if name in arguments and name in hints:
            try:
                adapter = TypeAdapter(hints[name])
            except PydanticSchemaGenerationError:
                continue
            arguments[name] = adapter.validate_python(arguments[name])
    return arguments


def listen(commands: "BufferedReader", token: CancellationToken) -> None:
    """Cancel the token when the caller says so."""
    if commands.readline().strip() == b"cancel":
        token.cancel()


def run(request: "dict[str, Any]", commands: "BufferedReader") -> "Any":
    """Return what the function returns."""
    module = sys.modules["function_tool"] = types.ModuleType("function_tool")
    names = vars(module)
    names["CancellationToken"] = CancellationToken
    lines = [line for line in request["imports"] if line not in _TOKEN_IMPORTS]
    exec(compile("\n".join(lines), "<imports>", "exec"), names)
    # Annotations stay text, so that one need not import what only they name.
    flags = __future__.annotations.compiler_flag
    exec(compile(request["source"], "<function tool>", "exec", flags, dont_inherit=True), names)
    function = names[request["function"]]
    arguments = converted(function, request["arguments"], request["convert"])
    if request["takes_token"]:
        token = arguments["cancellation_token"] = CancellationToken()
        if request["is_cancelled"]:
            token.cancel()
        else:
            import threading

            threading.Thread(target=listen, args=(commands, token), daemon=True).start()
    positional = [arguments.pop(name) for name in request["positional"] if name in arguments]
    result = function(*positional, **arguments)
    if hasattr(result, "__await__"):
        import asyncio

        async def awaited() -> "Any":
            return await result

        result = asyncio.run(awaited())
    return result


def main() -> None:
    """Read a request, run it, write the answer."""
    # What the function prints or reads must not come between the two lines of the protocol.
    answers, commands = os.fdopen(os.dup(1), "wb"), os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    request = json.loads(commands.readline())
    sys.path[:] = request["path"]
    sys.meta_path.append(Finder())
    limit_memory(request["memory_bytes"])
    try:
        answer = to_answer(run(request, commands))
        text = json.dumps(answer)
    except BaseException as exc:  # noqa: BLE001 - even `exit()` is an answer
        name = type(exc).__name__
        text = json.dumps({"error": name, "message": str(exc) or name})
    try:  # noqa: SIM105  # contextlib would cost this interpreter time to start
        # The caller ends this process as soon as it has the answer.
        sys.stdout.flush()
    except (OSError, ValueError):
        pass
    answers.write(text.encode() + b"\n")
    answers.flush()
    # Threads the function has left behind are nobody's any more.
    os._exit(0)


if __name__ == "__main__":
    main()
