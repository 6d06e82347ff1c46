"""Accepts a run: its task becomes messages, and all of it is stored at once."""

from studio._kit import clock
from studio._kit.errors import UsageError
from studio._kit.ids import new_id
from studio._kit.redact import Redactor
from studio.agentchat.messages import TextMessage
from studio.domain.json_values import JsonDict
from studio.domain.run import Run, RunRequest
from studio.domain.run_event import RunEvent, RunEventType, RunStatus
from studio.storage.log_batch import LogBatch, NewBlob, NewRun

from .attachments import AttachmentReader, check_images
from .content import ContentKeeper
from .history import History
from .loading import as_team, load_messages

USER = "user"


class Submission:
    """Makes new runs."""

    def __init__(self, history: History, worker_id: str) -> None:
        self._history = history
        self._worker_id = worker_id
        self._attachments = AttachmentReader(history.blobs)

    async def accept(self, request: RunRequest, *, owner: str) -> tuple[Run, list[RunEvent]]:
        """Check and store a run; return it with its first events.

        Raises:
            AttachmentError: A file cannot be given to the team's models.
            UsageError: There is nothing to run, or the task is no message.
        """
        if not request.component.get("provider"):
            raise UsageError(
                "there is nothing to run", hint="Give a component: a team or an agent."
            )
        blobs: dict[tuple[str, str], NewBlob] = {}

        def keep(blob: NewBlob) -> None:
            blobs[blob.owner, blob.digest] = blob

        content = ContentKeeper(owner, keep)
        task = await self._messages_of(request, owner)
        # Images are encoded as messages encode them, so that each is stored once.
        task = [content.extract(dict(message.dump())) for message in load_messages(task)]
        run = new_run(request.component, task, owner=owner, status=RunStatus.QUEUED).model_copy(
            update={
                "options": request.options,
                "team_id": request.team_id,
                "team_version": request.team_version,
                "session_id": request.session_id,
            }
        )
        events = first_events(run)
        run.last_seq = len(events)
        new = NewRun(run, self._worker_id)
        await self._history.events.write(LogBatch(events, blobs=blobs, runs=[new]))
        return run, events

    async def _messages_of(self, request: RunRequest, owner: str) -> list[JsonDict]:
        task = request.task
        messages = [to_message(task)] if isinstance(task, str) else [to_message(m) for m in task]
        if not request.attachments:
            if messages == [] or (isinstance(task, str) and not task.strip()):
                raise UsageError("the task is empty", hint="Say what the team is to do.")
            return messages
        files = [await self._attachments.read(item, owner) for item in request.attachments]
        check_images(as_team(request.component), files)
        return self._attachments.attach(messages, files)


def to_message(message: str | JsonDict) -> JsonDict:
    """Return a message of the user's as data: text becomes a text message.

    Raises:
        UsageError: It is no message that can be said to a team.
    """
    if isinstance(message, str):
        return dict(TextMessage(content=message, source=USER).dump())
    made = load_messages([{"type": "TextMessage", "source": USER, **message}])
    return dict(made[0].dump())


def new_run(component: JsonDict, task: list[JsonDict], *, owner: str, status: RunStatus) -> Run:
    """Return the document of a new run."""
    return Run(
        run_id=new_id("run"),
        owner=owner,
        status=status,
        component=component,
        task=task,
        created_at=clock.now(),
    )


def first_events(run: Run) -> list[RunEvent]:
    """Return the events that every run begins with: its status and its task."""
    redactor = Redactor()
    bodies = [
        (RunEventType.STATUS, {"status": str(RunStatus.QUEUED), "reason": None}),
        *((RunEventType.MESSAGE, message) for message in run.task),
    ]
    return [
        RunEvent(
            run.run_id,
            str(kind),
            seq=seq,
            text=redactor.text(RunEvent(run.run_id, str(kind), body).text),
        )
        for seq, (kind, body) in enumerate(bodies, 1)
    ]
