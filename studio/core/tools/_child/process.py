"""The caller's side: starts a bare interpreter for one call and ends it whatever happens."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from studio._kit.run_context import RunContext, current_run
from studio._kit.settings import env
from studio.core._addressing import CancellationToken
from studio.core.tools._child.limits import ToolLimits
from studio.core.tools._errors import ToolCrashedError, ToolFailedError, ToolTimeoutError

_RUNNER = Path(__file__).with_name("runner.py")
_CHUNK = 1 << 16
_MOST_OUTPUT = 1 << 18
_LAST_OUTPUT_S = 0.5
_COLLECTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}


@dataclass(frozen=True)
class CallRequest:
    """One call of a function that is known by its source text."""

    source: str
    function: str
    """Name of the function in the source."""
    arguments: dict[str, Any]
    """Arguments as JSON data."""
    imports: tuple[str, ...] = ()
    """Import statements that go before the source."""
    convert: tuple[str, ...] = ()
    """Arguments that are not JSON data to the function."""
    positional: tuple[str, ...] = ()
    """Parameters that cannot be given by name, in order."""
    takes_token: bool = False


async def call_in_child(request: CallRequest, token: CancellationToken, limits: ToolLimits) -> Any:
    """Return what the function returns when a fresh interpreter runs it.

    The process sees none of this one's environment, only what the current run gives it, and works
    in a directory of its own. It and all that it has started is ended with the call. Interpreters
    without `site` are up in about 10 ms, so none is kept waiting.

    Raises:
        ToolFailedError: The function raised.
        ToolTimeoutError: It took too long.
        ToolCrashedError: The process ended without an answer.
        CancelledError: The token or the calling task was cancelled.
    """
    run = current_run()
    listener = run if run is not None and run.keeps_output else None
    with _directory() as directory:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-I", "-S", "-B", "-X", "utf8", str(_RUNNER)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL if listener is None else PIPE,
            cwd=directory,
            env=_environment(directory),
            start_new_session=True,
        )
        output = bytearray()
        reading = None if listener is None else asyncio.create_task(_read_output(child, output))
        try:
            async with asyncio.timeout(limits.timeout_s):
                answer = await _exchange(child, request, token, limits)
        except TimeoutError:
            raise ToolTimeoutError(
                f"the function {request.function!r} took longer than {limits.timeout_s:g} s",
                hint="Give the tool more time with STUDIO_TOOL_TIMEOUT_S, or make it do less.",
            ) from None
        finally:
            await _end(child)
            if listener is not None and reading is not None:
                await _hand_over(reading, output, listener, directory)
    if "error" in answer:
        message = _without_paths(str(answer.get("message", "")), directory)
        raise ToolFailedError(message, error_type=str(answer["error"]))
    return _decoded(answer.get("value"))


async def _exchange(
    child: Process, request: CallRequest, token: CancellationToken, limits: ToolLimits
) -> dict[str, Any]:
    if child.stdin is None or child.stdout is None:
        raise ToolCrashedError("the process of the function has no pipes")
    loop = asyncio.get_running_loop()
    reading = loop.create_task(_read_line(child, limits.answer_bytes))
    try:
        with contextlib.suppress(ConnectionError):
            child.stdin.write(_encoded(request, token, limits))
            if not request.takes_token:
                child.stdin.close()
        if not request.takes_token:
            token.link_future(reading)
        elif not token.is_cancelled():
            stdin = child.stdin

            def ask_to_stop() -> None:
                if not reading.done():
                    stdin.write(b"cancel\n")
                    loop.call_later(limits.cancel_grace_s, reading.cancel)

            def cancelled() -> None:
                loop.call_soon_threadsafe(ask_to_stop)

            token.add_callback(cancelled)
        line = await reading
    finally:
        reading.cancel()
    try:
        return cast("dict[str, Any]", json.loads(line))
    except ValueError:
        raise ToolCrashedError(await _last_words(child, request)) from None


async def _read_line(child: Process, most: int) -> bytes:
    stdout = cast("asyncio.StreamReader", child.stdout)
    parts: list[bytes] = []
    size = 0
    while part := await stdout.read(_CHUNK):
        parts.append(part)
        size += len(part)
        if part.endswith(b"\n"):
            break
        if size > most:
            raise ToolCrashedError(f"the result is longer than {most} bytes")
    return b"".join(parts)


async def _read_output(child: Process, kept: bytearray) -> None:
    """Read what is printed to its end and keep the beginning; a full pipe would stop the child."""
    stderr = cast("asyncio.StreamReader", child.stderr)
    while part := await stderr.read(_CHUNK):
        kept += part[: max(0, _MOST_OUTPUT - len(kept))]


async def _hand_over(
    reading: "asyncio.Task[None]", kept: bytearray, listener: RunContext, directory: str
) -> None:
    # Whatever the function has started in a session of its own may hold the pipe open for ever.
    await asyncio.wait({reading}, timeout=_LAST_OUTPUT_S)
    reading.cancel()
    if kept:
        listener.printed(_without_paths(kept.decode(errors="replace"), directory))


async def _last_words(child: Process, request: CallRequest) -> str:
    code = await child.wait()
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return f"the process of the function {request.function!r} ended without an answer ({how})"


async def _end(child: Process) -> None:
    """Kill the process and everything it has started, and wait for it.

    `Process.wait` also waits for the pipes to end, which they do not while they are full and
    nobody reads them, or while something outside the group holds them; so they are closed.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    # asyncio names no other way to the pipes of a process.
    transport = cast("asyncio.SubprocessTransport", child._transport)  # noqa: SLF001  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    for number in (0, 1):
        pipe = transport.get_pipe_transport(number)
        if pipe is not None:
            pipe.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LAST_OUTPUT_S):
            await child.wait()
    transport.close()
    await child.wait()


def _encoded(request: CallRequest, token: CancellationToken, limits: ToolLimits) -> bytes:
    data = {
        "source": request.source,
        "function": request.function,
        "arguments": request.arguments,
        "imports": request.imports,
        "convert": request.convert,
        "positional": request.positional,
        "takes_token": request.takes_token,
        "is_cancelled": token.is_cancelled(),
        "memory_bytes": limits.memory_bytes,
        "path": [str(Path(entry).absolute()) for entry in sys.path],
    }
    return json.dumps(data).encode() + b"\n"


def _environment(directory: str) -> dict[str, str]:
    values = {
        "PATH": env("PATH") or os.defpath,
        "HOME": directory,
        "TMPDIR": directory,
        "LANG": "C.UTF-8",
    }
    if sys.platform == "win32":
        values |= {"SYSTEMROOT": env("SYSTEMROOT") or "", "TEMP": directory}
    run = current_run()
    return values if run is None else {**values, **run.environment}


@contextlib.contextmanager
def _directory() -> Generator[str, None, None]:
    directory = tempfile.mkdtemp(prefix="studio-tool-")
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _without_paths(text: str, directory: str) -> str:
    """Hide where this machine keeps things."""
    for path, name in (
        (directory, "."),
        (sys.prefix, "<python>"),
        (sys.base_prefix, "<python>"),
        (str(Path.home()), "~"),
    ):
        if path not in {"", "/"}:
            text = text.replace(path, name)
    return text


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    data = cast("dict[str, Any]", value)
    kind = data.get("$")
    if kind is None:
        return {key: _decoded(item) for key, item in data.items()}
    if kind == "bytes":
        return bytes.fromhex(data["v"])
    if kind == "dict":
        return {_decoded(key): _decoded(item) for key, item in data["v"]}
    return _COLLECTIONS[kind]([_decoded(item) for item in data["v"]])
