"""Runs over a WebSocket: events out, commands in."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, TypeVar

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from studio._kit.errors import StudioError, UsageError
from studio._kit.jsonio import load_json
from studio._kit.tasks import TaskOwner
from studio.api.dependencies import OwnerDep, ServicesDep
from studio.api.errors import error_body
from studio.api.event_stream import parse_positions
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.run import Attachment, Breakpoint, Budget
from studio.services.container import Services

logger = logging.getLogger(__name__)

T = TypeVar("T")

_BREAKPOINTS = TypeAdapter(list[Breakpoint])
_A_BREAKPOINT = 'a list such as [{"kind": "agent", "name": "*"}]'
_FILES = TypeAdapter(list[Attachment])
_A_FILE = 'a list such as [{"name": "a.txt", "digest": "…"}]'
_BUDGET = TypeAdapter(Budget)
_A_BUDGET = 'limits such as {"tokens": 1000}'

router = APIRouter()


@router.websocket("/api/socket")
async def run_socket(
    socket: WebSocket, services: ServicesDep, owner: OwnerDep, runs: str = ""
) -> None:
    """Send the events of runs and take commands.

    Events come as JSON, one a frame. A command is `{"op": …, "run_id": …, "id": …}`: `subscribe
    {after}`, `pause`, `resume {message, step}`, `stop`, `cancel`, `input {request_id, value,
    attachments}`, `message {message}`, `breakpoints {breakpoints}`, `budget {budget}`,
    `fork {seq, message}`. Each is answered by
    `{"reply": id, "result"}` or `{"reply": id, "error"}`.
    """
    await socket.accept()
    conversation = Conversation(socket, services, owner)
    try:
        for run_id, after in parse_positions(runs).items():
            conversation.subscribe(run_id, after)
        await conversation.listen()
    except WebSocketDisconnect:
        pass
    finally:
        await conversation.close()


class Conversation:
    """One open socket."""

    def __init__(self, socket: WebSocket, services: Services, owner: str) -> None:
        self._socket = socket
        self._services = services
        self._owner = owner
        self._tasks = TaskOwner()
        self._sending = asyncio.Lock()
        self._followed: dict[str, asyncio.Task[Any]] = {}

    async def close(self) -> None:
        """End all subscriptions."""
        await self._tasks.close()

    def subscribe(self, run_id: str, after: int) -> None:
        """Send the events of a run from now on; an earlier subscription ends."""
        earlier = self._followed.pop(run_id, None)
        if earlier is not None:
            earlier.cancel()
        self._followed[run_id] = self._tasks.start(self._follow(run_id, after))

    async def _follow(self, run_id: str, after: int) -> None:
        try:
            batches = self._services.runs.subscribe(run_id, after=after, owner=self._owner)
            async for batch in batches:
                async with self._sending:
                    for event in batch:
                        await self._socket.send_text(event.to_json())
            await self._send({"end": run_id})
        except StudioError as error:
            await self._send({"run_id": run_id, **_error(error)})
        except (WebSocketDisconnect, RuntimeError):
            logger.debug("the socket was closed while events were sent")

    async def listen(self) -> None:
        """Take commands until the other side leaves."""
        while True:
            text = await self._socket.receive_text()
            reply: JsonDict = {"reply": None}
            try:
                command = _parse(text)
                reply["reply"] = command.get("id")
                reply["result"] = await self._carry_out(command)
            except StudioError as error:
                reply |= _error(error)
            await self._send(reply)

    async def _send(self, data: JsonDict) -> None:
        with suppress(RuntimeError):
            async with self._sending:
                await self._socket.send_json(data)

    async def _carry_out(self, command: JsonDict) -> JsonDict:
        run_id, runs, owner = as_text(command.get("run_id")), self._services.runs, self._owner
        match command.get("op"):
            case "subscribe":
                await runs.get(run_id, owner=owner)
                self.subscribe(run_id, _number(command, "after"))
                return {"run_id": run_id}
            case "pause":
                run = await runs.pause(run_id, owner=owner)
            case "resume":
                message, step = command.get("message"), bool(command.get("step"))
                run = await runs.resume(run_id, message=message, step=step, owner=owner)
            case "stop":
                run = await runs.stop(run_id, reason=command.get("reason"), owner=owner)
            case "cancel":
                run = await runs.cancel(run_id, reason=command.get("reason"), owner=owner)
            case "input":
                request_id = as_text(command.get("request_id"))
                files = _validated(_FILES, command.get("attachments") or [], _A_FILE)
                run = await runs.answer(
                    run_id, request_id, command.get("value"), attachments=files, owner=owner
                )
            case "message":
                run = await runs.insert(run_id, command.get("message") or "", owner=owner)
            case "fork":
                seq, message = _number(command, "seq"), command.get("message")
                run = await runs.fork(run_id, seq, message=message, owner=owner)
            case "breakpoints":
                points = _validated(_BREAKPOINTS, command.get("breakpoints") or [], _A_BREAKPOINT)
                run = await runs.set_breakpoints(run_id, points, owner=owner)
            case "budget":
                budget = _validated(_BUDGET, command.get("budget") or {}, _A_BUDGET)
                run = await runs.set_budget(run_id, budget, owner=owner)
            case other:
                raise UsageError(f"there is no command {other!r}", hint="See the API's page.")
        return {"run_id": run.run_id, "status": str(run.status), "reason": run.reason}


def _parse(text: str) -> JsonDict:
    command = load_json(text)
    if not isinstance(command, dict):
        raise UsageError("a command is a JSON object", hint='Such as {"op": "pause", …}.')
    return as_dict(command)


def _number(command: JsonDict, name: str) -> int:
    value = command.get(name) or 0
    if not isinstance(value, int):
        raise UsageError(f"`{name}` is a number", hint="Give the `seq` of an event.")
    return value


def _validated(kind: TypeAdapter[T], value: Any, example: str) -> T:
    try:
        return kind.validate_python(value)
    except ValidationError as error:
        raise UsageError(
            f"the command does not fit: {error.errors()[0]['msg']}", hint=f"Give {example}."
        ) from error


def _error(error: StudioError) -> JsonDict:
    return error_body(error.code, str(error), hint=error.hint, details=error.details)
