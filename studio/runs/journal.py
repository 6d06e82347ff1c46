"""The append-only record of one run, and the text that is being written right now."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from studio._kit.redact import Redactor
from studio.domain.json_values import JsonDict
from studio.domain.run_event import RunEvent, RunEventType, dump_body

from .log_writer import LogWriter

_TAIL = 512
"""So many events stay in memory for subscribers that keep up; others read the database."""

_FEW_PARTS = 256

_OF_A_TURN = frozenset(
    {
        RunEventType.MESSAGE,
        RunEventType.MODEL_CALL,
        RunEventType.RETRY,
        RunEventType.TOOL_CALL,
        RunEventType.DRAFT,
        RunEventType.BREAKPOINT,
    }
)
"""What is taken back when a turn is taken again; questions, answers and statuses stand."""


class OpenText:
    """A message that is being written: its pieces so far."""

    __slots__ = ("after_seq", "message_id", "parts", "path", "size", "source")

    def __init__(
        self, message_id: str, source: str, path: Sequence[str], *, after_seq: int
    ) -> None:
        self.message_id = message_id
        self.source = source
        self.path = list(path)
        self.after_seq = after_seq
        """The last event before it: what is said next is not shown before that."""
        self.parts: list[str] = []
        self.size = 0

    def add(self, text: str) -> None:
        """Append a piece."""
        self.parts.append(text)
        self.size += len(text)

    def rest(self, offset: int) -> str:
        """Return what follows the first `offset` characters."""
        if offset == 0:
            text = "".join(self.parts)
            if len(self.parts) > _FEW_PARTS:
                self.parts = [text]
            return text
        missing = self.size - offset
        found: list[str] = []
        for part in reversed(self.parts):
            found.append(part)
            missing -= len(part)
            if missing <= 0:
                break
        text = "".join(reversed(found))
        return text[-missing:] if missing < 0 else text


class Journal:
    """Numbers the events of one run, has them written, and shows them once they are safe."""

    def __init__(
        self,
        run_id: str,
        writer: LogWriter,
        *,
        last_seq: int,
        chunk_s: float,
        redactor: Redactor | None = None,
    ) -> None:
        self.run_id = run_id
        self.last_seq = last_seq
        """The last number given out."""
        self.safe_seq = last_seq
        """The last number that is in the database."""
        self.open_texts: dict[str, OpenText] = {}
        self.closed = False
        """Nothing will follow: the run has ended and everything is safe."""
        self.refusal: Exception | None = None
        self.unsettled: list[int] = []
        """Numbers of the events of a turn that is not over."""
        self.notice: RunEvent | None = None
        """Something subscribers should know that cannot be stored, such as a full disk."""
        self._writer = writer
        self._chunk_s = chunk_s
        self._redactor = redactor or Redactor()
        self._tail: deque[RunEvent] = deque(maxlen=_TAIL)
        self._watchers: set[asyncio.Event] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._ending = False
        self.on_refused: Callable[[], None] | None = None
        writer.watch(run_id, self)

    def protect(self, redactor: Redactor) -> None:
        """Mask these secrets in whatever is recorded from now on."""
        self._redactor = redactor

    def append(self, type: RunEventType, body: JsonDict) -> RunEvent:
        """Record an event; subscribers see it when it is safe."""
        return self.append_text(type, dump_body(body), lasting="inserted" in body)

    def append_text(self, type: RunEventType, text: str, *, lasting: bool = False) -> RunEvent:
        """Record an event whose body is JSON text already; `lasting` ones are never taken back."""
        self.last_seq += 1
        text = self._redactor.text(text)
        event = RunEvent(self.run_id, str(type), seq=self.last_seq, text=text)
        if self.refusal is None:
            self._writer.add(event)
        if type in _OF_A_TURN and not lasting:
            self.unsettled.append(self.last_seq)
        return event

    def reread(self, event: RunEvent) -> None:
        """Take notice of an event that followed the last checkpoint."""
        if event.type in _OF_A_TURN and "inserted" not in event.body:
            self.unsettled.append(event.seq or 0)
        elif event.type == RunEventType.DISCARDED:
            gone = range(event.body["from_seq"], event.body["to_seq"] + 1)
            self.unsettled = [seq for seq in self.unsettled if seq not in gone]

    def settle(self) -> None:
        """Take notice that the turn is over and saved."""
        self.unsettled.clear()

    def discard_unsettled(self) -> None:
        """Record that the events of a turn that was not finished do not count."""
        seqs = self.unsettled
        self.unsettled = []
        first = 0
        for i, seq in enumerate(seqs):
            if i + 1 == len(seqs) or seqs[i + 1] != seq + 1:
                self.append(RunEventType.DISCARDED, {"from_seq": seqs[first], "to_seq": seq})
                first = i + 1

    def write_chunk(self, key: str, source: str, path: Sequence[str], text: str) -> None:
        """Take a piece of text that is not kept; `key` tells which message it belongs to."""
        open_text = self.open_texts.get(key)
        if open_text is None:
            open_text = self.open_texts[key] = OpenText(key, source, path, after_seq=self.last_seq)
        open_text.add(text)
        if self._timer is None and self._watchers:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._chunk_s, self._wake)

    def close_texts(self, source: str, path: Sequence[str]) -> None:
        """Forget the open text of an agent: the whole message has come, or will not come."""
        if not self.open_texts:
            return
        wanted = list(path)
        for key, text in list(self.open_texts.items()):
            if text.source == source and text.path == wanted:
                del self.open_texts[key]

    def take_drafts(self) -> list[OpenText]:
        """Return all open texts and forget them."""
        drafts = list(self.open_texts.values())
        self.open_texts.clear()
        return drafts

    def settled(self, text: str) -> str:
        """Return what can be shown of a text that goes on; its end may belong to a secret."""
        return text[: self._redactor.settled(text)]

    def redact(self, text: str) -> str:
        """Mask secrets in a text."""
        return self._redactor.text(text)

    def tail_after(self, seq: int) -> list[RunEvent] | None:
        """Return the safe events that follow `seq`, or `None` if memory does not reach so far."""
        tail = self._tail
        if not tail or (tail[0].seq or 0) > seq + 1:
            return None
        count = self.safe_seq - seq
        if count >= len(tail):
            return list(tail)
        return [tail[i] for i in range(len(tail) - count, len(tail))]

    def watch(self, wake: asyncio.Event) -> None:
        """Set `wake` whenever there is something new."""
        self._watchers.add(wake)

    def unwatch(self, wake: asyncio.Event) -> None:
        """Stop setting `wake`."""
        self._watchers.discard(wake)

    @property
    def watched(self) -> bool:
        """Whether anybody follows this run."""
        return bool(self._watchers)

    def show_notice(self, body: JsonDict | None) -> None:
        """Tell subscribers something that is not stored; `None` takes it back."""
        if body is None:
            self.notice = None
        else:
            self.notice = RunEvent(self.run_id, RunEventType.STATUS, body)
        self._wake()

    def end(self) -> None:
        """Nothing more will be appended; close when all is safe."""
        self._ending = True
        self._close_if_safe()

    def reopen(self) -> None:
        """Something will be appended after all."""
        self._ending = False

    def remember(self, events: list[RunEvent]) -> None:
        """Keep the newest events of the log at hand for subscribers."""
        self._tail.extend(events)

    def committed(self, events: list[RunEvent]) -> None:
        """Take notice that events are safe, and show them."""
        self._tail.extend(events)
        self.safe_seq = events[-1].seq or self.safe_seq
        self._close_if_safe()
        self._wake()

    def refused(self, error: Exception) -> None:
        """Take notice that nothing can be written any more."""
        self.refusal = error
        self.closed = True
        self._wake()
        if self.on_refused is not None:
            self.on_refused()

    def _close_if_safe(self) -> None:
        if self._ending and self.safe_seq == self.last_seq:
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        self._timer = None
        for wake in self._watchers:
            wake.set()
