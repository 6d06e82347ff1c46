"""The chain of checkpoints of a run: a whole state now and then, differences in between."""

import json
from dataclasses import dataclass
from typing import Any, cast

from studio._kit import clock
from studio._kit.jsonio import dump_json
from studio.domain.json_values import JsonDict
from studio.storage.log_batch import Checkpoint
from studio.storage.repositories.checkpoints import CheckpointRepository

from .content import LONG_TEXT, ContentKeeper
from .state_delta import apply_delta, make_delta

_IMAGE = '{"data":"'
"""How an image begins; looking for it is much quicker than walking through a state."""


@dataclass(frozen=True)
class Saved:
    """A state that was read back."""

    seq: int
    turn: int
    state: JsonDict


class CheckpointChain:
    """Encodes the states of one run, one after the other.

    A difference is kept as long as all differences since the last whole state take less room than
    that state; so the room for all checkpoints grows with the conversation, not with its square.
    """

    def __init__(self, run_id: str, content: ContentKeeper) -> None:
        self._run_id = run_id
        self._content = content
        self._base_seq = 0
        self._base_size = 0
        self._since_base = 0
        self._last: JsonDict | None = None

    def restart(self) -> None:
        """Write the next state whole: a new segment has begun."""
        self._last = None

    def encode(self, seq: int, turn: int, state: JsonDict) -> Checkpoint:
        """Return the checkpoint to store. `state` must not be changed afterwards."""
        text = self._difference(state)
        if text is None:
            text = self._dump({"state": state})
            self._base_seq, self._base_size, self._since_base = seq, len(text), 0
        else:
            self._since_base += len(text)
        self._last = state
        return Checkpoint(self._run_id, seq, turn, text.encode(), clock.now())

    def _difference(self, state: JsonDict) -> str | None:
        if self._last is None or self._since_base > self._base_size:
            return None
        text = self._dump({"base": self._base_seq, "delta": make_delta(self._last, state)})
        return text if len(text) < self._base_size else None

    def _dump(self, body: JsonDict) -> str:
        """Return the text to store; images and long texts are kept beside it, once."""
        text = dump_json(body)
        if _IMAGE not in text and len(text) < LONG_TEXT:
            return text
        return dump_json(self._content.extract(body, urls=False, texts=str))


async def load_checkpoint(
    checkpoints: CheckpointRepository, run_id: str, *, at: int | None = None
) -> Saved | None:
    """Return the newest state of a run, or the newest that holds nothing after event `at`."""
    newest = await checkpoints.latest(run_id, at=at)
    return None if newest is None else await read_checkpoint(checkpoints, newest)


async def read_checkpoint(checkpoints: CheckpointRepository, newest: Checkpoint) -> Saved:
    """Decode a checkpoint, with the help of those it is based on."""
    body = _decode(newest)
    if "state" in body:
        return Saved(newest.seq, newest.turn, body["state"])
    rows = await checkpoints.between(newest.run_id, first=body["base"], last=newest.seq)
    state: Any = _decode(rows[0])["state"]
    for row in rows[1:]:
        state = apply_delta(state, _decode(row)["delta"])
    return Saved(newest.seq, newest.turn, cast("JsonDict", state))


def _decode(checkpoint: Checkpoint) -> JsonDict:
    return cast("JsonDict", json.loads(checkpoint.state))
