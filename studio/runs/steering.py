"""Steers runs: those of this process at once, those of others by commands in the database."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from studio._kit.errors import StudioError
from studio._kit.tasks import TaskOwner
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.run import Breakpoint, Budget, Run
from studio.storage.exceptions import NotFoundError
from studio.storage.repositories.commands import Command, CommandRepository

from .answers import Answer
from .exceptions import QuestionGoneError, RunBusyError, RunFailedError
from .failures import explain
from .history import History
from .live_run import LiveRun
from .registry import LiveRuns
from .tuning import Tuning

logger = logging.getLogger(__name__)

_LOOK_S = 0.05
_BREAKPOINTS = TypeAdapter(list[Breakpoint])


class Steering:
    """Carries out verbs, each of which may be repeated without harm."""

    def __init__(
        self, runs: LiveRuns, history: History, commands: CommandRepository, tuning: Tuning
    ) -> None:
        self._runs = runs
        self._history = history
        self._commands = commands
        self._tuning = tuning
        self._working: dict[str, asyncio.Lock] = {}
        self._tasks = TaskOwner()

    async def close(self) -> None:
        """Leave what has not been begun to whoever comes next."""
        await self._tasks.close()

    async def steer(self, run_id: str, owner: str, verb: str, **arguments: Any) -> Run | None:
        """Have a run do something; return how it stands, `None` if that is in the database only.

        Raises:
            RunBusyError: The process that drives the run does not answer.
        """
        try:
            live = await self._runs.find(run_id, owner)
        except RunBusyError:
            await self._leave_command(run_id, owner, verb, arguments)
            return None
        await self._carry_out(live, verb, arguments)
        return live.snapshot()

    async def _leave_command(self, run_id: str, owner: str, verb: str, arguments: JsonDict) -> None:
        number = await self._commands.add(run_id, verb, arguments)
        try:
            async with asyncio.timeout(self._tuning.patience_s):
                error = await self._outcome(number, run_id, owner)
        except TimeoutError:
            if await self._commands.withdraw(number):
                await self._runs.find(run_id, owner)  # tells that nobody answers
            _, error = await self._commands.outcome(number)
        if error is not None:
            raise _to_error(error)

    async def _outcome(self, number: int, run_id: str, owner: str) -> JsonDict | None:
        """Wait for a command to be carried out; by us, should its driver end or be gone."""
        while True:
            done, error = await self._commands.outcome(number)
            if done:
                return error
            try:
                live = await self._runs.find(run_id, owner)
            except RunBusyError:
                await asyncio.sleep(_LOOK_S)
            except NotFoundError:
                return None
            else:
                await self._work_off(live)

    # On the side of the driver.

    async def listen(self) -> None:
        """Carry out what other processes want our runs to do, again and again."""
        while True:
            await asyncio.sleep(self._tuning.listen_s)
            if not self._runs:
                continue
            try:
                for run_id in {command.run_id for command in await self._commands.pending()}:
                    live = self._runs.get(run_id)
                    if live is not None and run_id not in self._working:
                        self._tasks.start(self._work_off(live), name=f"commands to {run_id}")
            except Exception:
                logger.exception("the commands to the runs cannot be read")

    async def _work_off(self, live: LiveRun) -> None:
        """Carry out all commands to a run, one after the other."""
        run_id = live.run.run_id
        lock = self._working.setdefault(run_id, asyncio.Lock())
        try:
            async with lock:
                for command in await self._commands.pending():
                    if command.run_id == run_id:
                        await self._commands.finish(command.number, await self._try(live, command))
        finally:
            if not lock.locked():
                self._working.pop(run_id, None)

    async def _try(self, live: LiveRun, command: Command) -> JsonDict | None:
        """Carry out a command; return what went wrong."""
        arguments = dict(command.arguments)
        message = as_dict(arguments.get("message"))
        if message and await self._history.was_inserted(command.run_id, as_text(message.get("id"))):
            arguments["message"] = None  # by a process that ended before it could say so
            if command.verb == "insert":
                return None
        try:
            await self._carry_out(live, command.verb, arguments)
        except StudioError as error:
            return _to_data(error)
        except Exception as error:
            logger.exception("run %s cannot %s", command.run_id, command.verb)
            failure = explain(error)
            return {"code": failure.code, "message": failure.message, "hint": failure.hint}
        return None

    async def _carry_out(self, live: LiveRun, verb: str, given: JsonDict) -> None:
        match verb:
            case "pause":
                await live.pause()
            case "resume":
                await live.resume(given["message"], step=given["step"])
            case "insert":
                await live.insert(given["message"])
            case "stop":
                await live.stop(given["reason"])
            case "cancel":
                await live.cancel(given["reason"])
            case "answer":
                await self._answer(live, Answer.model_validate(given))
            case "breakpoints":
                await live.set_breakpoints(_BREAKPOINTS.validate_python(given["breakpoints"]))
            case "budget":
                await live.set_budget(Budget.model_validate(given["budget"]))
            case other:
                raise RunFailedError(
                    f"a run cannot {other!r}", hint="Another version of the program asked for it."
                )

    async def _answer(self, live: LiveRun, answer: Answer) -> None:
        try:
            await live.answer(answer)
        except QuestionGoneError:
            run_id = live.run.run_id
            if not await self._history.was_answered(run_id, answer.request_id, answer.value):
                raise


def _to_data(error: StudioError) -> JsonDict:
    return {
        "code": error.code,
        "message": str(error),
        "hint": error.hint,
        "details": error.details,
    }


def _to_error(data: JsonDict) -> StudioError:
    """Return the error that another process has met."""
    code, message = as_text(data.get("code")), as_text(data.get("message"))
    kind = next((kind for kind in _kinds(StudioError) if kind.code == code), RunFailedError)
    error = kind.__new__(kind)
    StudioError.__init__(
        error, message, hint=data.get("hint"), details=as_dict(data.get("details"))
    )
    return error


def _kinds(kind: type[StudioError]) -> Iterator[type[StudioError]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _kinds(inner)
