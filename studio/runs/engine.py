"""The one interface to runs; the inline engine is in `manager`, others may follow."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Protocol

from studio.domain.json_values import JsonDict
from studio.domain.run import Attachment, Breakpoint, Budget, Run, RunRequest
from studio.domain.run_event import RunEvent


class RunEngine(Protocol):
    """Drives teams, keeps what they say, and lets people watch and steer.

    Every steering call may be repeated without harm. All of them raise `NotFoundError` for a run
    that does not exist or belongs to someone else.
    """

    async def open(self) -> None:
        """Start working; runs that were interrupted go on by themselves."""
        ...

    async def close(self) -> None:
        """Stop working in good order: what still runs is left `interrupted`, to be resumed."""
        ...

    async def submit(self, request: RunRequest, *, owner: str = "local") -> Run:
        """Accept a run; it starts at once and belongs to the engine from now on.

        Raises:
            AttachmentError: A file cannot be given to the team's models.
            UsageError: There is nothing to do.
        """
        ...

    async def pause(self, run_id: str, *, owner: str = "local") -> Run:
        """Pause at once; an answer that is being written is cut and kept as a draft."""
        ...

    async def resume(
        self,
        run_id: str,
        *,
        message: str | JsonDict | None = None,
        step: bool = False,
        owner: str = "local",
    ) -> Run:
        """Go on after a pause, a breakpoint or an interruption.

        Args:
            run_id: The run.
            message: Say this first.
            step: Pause again after one turn.
            owner: Whose run it is.
        """
        ...

    async def insert(self, run_id: str, message: str | JsonDict, *, owner: str = "local") -> Run:
        """Break in: the team hears `message` before its next turn."""
        ...

    async def stop(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run in good order after the current turn."""
        ...

    async def cancel(self, run_id: str, *, reason: str | None = None, owner: str = "local") -> Run:
        """End the run now."""
        ...

    async def answer(
        self,
        run_id: str,
        request_id: str,
        value: Any,
        *,
        attachments: Sequence[Attachment] = (),
        by: str = "",
        owner: str = "local",
    ) -> Run:
        """Answer a question; the same answer again is no error.

        Files go with an answer that is text: theirs is put behind it, and pictures are told to the
        team before its next turn. A field of a form may refer to a file of text in its place.

        Raises:
            QuestionGoneError: Nobody asked that, or it has been answered differently.
            AnswerError: The value does not fit the question's schema.
            AttachmentError: A file cannot be given to the team.
        """
        ...

    async def set_breakpoints(
        self, run_id: str, breakpoints: Sequence[Breakpoint], *, owner: str = "local"
    ) -> Run:
        """Replace the breakpoints; the run minds them from now on."""
        ...

    async def set_budget(self, run_id: str, budget: Budget, *, owner: str = "local") -> Run:
        """Replace the budget; a run that waits because of the old one goes on if it may."""
        ...

    async def fork(
        self,
        run_id: str,
        seq: int,
        *,
        message: str | JsonDict | None = None,
        owner: str = "local",
    ) -> Run:
        """Start a new run that shares everything up to `seq` with this one.

        Args:
            run_id: The run to branch from.
            seq: The last event to share; the run goes on from the turn it belongs to.
            message: What the message with this `seq` should have said instead.
            owner: Whose run it is.
        """
        ...

    async def get(self, run_id: str, *, owner: str = "local") -> Run:
        """Return how a run stands."""
        ...

    async def events(
        self,
        run_id: str,
        *,
        after: int = 0,
        limit: int = 500,
        last: int | None = None,
        owner: str = "local",
    ) -> list[RunEvent]:
        """Return a page of the log: the events that follow `after`, or only the `last` of all."""
        ...

    def subscribe(
        self, run_id: str, *, after: int = 0, speed: float | None = None, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow a run: first what has happened since `after`, then what happens, to its end.

        Args:
            run_id: The run.
            after: The last `seq` that is known already.
            speed: Replay at this multiple of the original speed instead of all at once.
            owner: Whose run it is.

        Yields:
            Events in order, none twice, none missing. Pieces of text that is still being written
            come as `chunk` events without `seq`; whoever joins late gets the text so far as one.
        """
        ...

    def follow(
        self, positions: Mapping[str, int], *, owner: str = "local"
    ) -> AsyncGenerator[list[RunEvent]]:
        """Follow several runs at once: `positions` gives the last known `seq` of each."""
        ...
