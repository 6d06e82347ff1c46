"""The progress ledger: what the model thinks of the state of the work."""

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from studio._kit.deferred import DeferredModel
from studio.agentchat.teams._group_chat.engine.errors import SpeakerError
from studio.core import CancellationToken
from studio.core.models import ChatCompletionClient, LLMMessage

MAX_TRIES = 10


class LedgerEntryBooleanAnswer(DeferredModel):
    """Yes or no, and why."""

    reason: str
    answer: bool


class LedgerEntryStringAnswer(DeferredModel):
    """A text, and why."""

    reason: str
    answer: str


class LedgerEntry(DeferredModel):
    """The answers of one round."""

    is_request_satisfied: LedgerEntryBooleanAnswer
    is_in_loop: LedgerEntryBooleanAnswer
    is_progress_being_made: LedgerEntryBooleanAnswer
    next_speaker: LedgerEntryStringAnswer
    instruction_or_question: LedgerEntryStringAnswer


class LedgerError(SpeakerError):
    """The model has not written a ledger that can be read."""

    code = "team.ledger"


async def ask_ledger(
    client: ChatCompletionClient,
    context: Sequence[LLMMessage],
    names: Sequence[str],
    token: CancellationToken,
) -> LedgerEntry:
    """Return the model's ledger, asking again as long as it cannot be read.

    Raises:
        LedgerError: It could never be read.
    """
    for _ in range(MAX_TRIES):
        result = await client.create(
            context, json_output=_json_mode(client), cancellation_token=token
        )
        if isinstance(result.content, str):
            ledger = read_ledger(result.content, names)
            if ledger is not None:
                return ledger
    raise LedgerError(
        "Failed to parse ledger information after multiple retries.",
        hint="Use a model that can answer in JSON.",
    )


def _json_mode(client: ChatCompletionClient) -> bool | type[BaseModel] | None:
    if client.model_info.get("structured_output"):
        return LedgerEntry
    return True if client.model_info.get("json_output") else None


def read_ledger(text: str, names: Sequence[str]) -> LedgerEntry | None:
    """Return the ledger in a text, or `None` when there is none or it names a stranger."""
    data = _first_object(text)
    if data is None:
        return None
    try:
        ledger = LedgerEntry.model_validate(data)
    except ValidationError:
        return None
    settled = ledger.is_request_satisfied.answer
    return ledger if settled or ledger.next_speaker.answer in names else None


def _first_object(text: str) -> dict[str, Any] | None:
    """Return the first JSON object in a text; models like to put it between fences or words."""
    decoder = json.JSONDecoder(strict=False)
    for match in re.finditer(r"\{", text):
        try:
            value, _ = decoder.raw_decode(text, match.start())
        except ValueError:
            continue
        return cast("dict[str, Any]", value)
    return None
