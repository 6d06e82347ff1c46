"""Decides whether failed code is tried again."""

from collections.abc import Sequence

from studio._kit.deferred import DeferredModel
from studio.core import CancellationToken
from studio.core.models import ChatCompletionClient, LLMMessage, SystemMessage, UserMessage

_INSTRUCTION = (
    "You are an experienced programmer who judges why code has failed and whether another "
    "try can succeed."
)
_QUESTION = (
    "The code did not run well. Look at the code and its output. Answer with `retry`: true if "
    "changed code is likely to work, false if the failure lies elsewhere, such as in a missing "
    "permission or service; and with `reason`: what went wrong and how you would change the code."
)


class RetryDecision(DeferredModel):
    """What the model thinks of another try."""

    reason: str
    retry: bool


async def decide_retry(
    client: ChatCompletionClient,
    context: Sequence[LLMMessage],
    agent_name: str,
    cancellation_token: CancellationToken,
) -> RetryDecision:
    """Ask the model; an answer without text means no."""
    result = await client.create(
        [
            SystemMessage(content=_INSTRUCTION),
            *context,
            UserMessage(content=_QUESTION, source=agent_name),
        ],
        json_output=RetryDecision,
        cancellation_token=cancellation_token,
    )
    if not isinstance(result.content, str):
        return RetryDecision(reason="no answer", retry=False)
    return RetryDecision.model_validate_json(result.content)
