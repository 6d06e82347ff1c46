"""Puts the chunks of OpenAI's stream together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core.models import (
    ChatCompletionTokenLogprob,
    CreateResult,
    RequestUsage,
    TopLogprob,
)
from studio.ext.models._shared.plain import to_data
from studio.ext.models._shared.thoughts import split_thought
from studio.ext.models.openai._response import no_choice, to_calls, to_finish_reason

Chunk = Mapping[str, Any]


@dataclass
class _Call:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list[str])


class ChunkAccumulator:
    """Takes chunks, as data or as the SDK's objects, and gives the whole answer at the end.

    Args:
        thinks_aloud: Whether the model writes its reasoning into the text, between `<think>` tags.
    """

    def __init__(self, *, thinks_aloud: bool) -> None:
        self._thinks_aloud = thinks_aloud
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._calls: dict[int, _Call] = {}
        self._logprobs: list[ChatCompletionTokenLogprob] = []
        self._usage: Chunk = {}
        self._finish_reason: str | None = None
        self._thinking = False
        self._begun = False

    def feed(self, event: Any) -> Sequence[str]:
        """Take one chunk; return the pieces of text in it."""
        chunk = to_data(event)
        self._usage = chunk.get("usage") or self._usage
        choices: Sequence[Chunk] = chunk.get("choices") or ()
        if not choices:
            return ()
        self._begun = True
        choice = choices[0]
        self._finish_reason = choice.get("finish_reason") or self._finish_reason
        if choice.get("logprobs"):
            self._add_logprobs(choice["logprobs"])
        delta: Chunk = choice.get("delta") or {}
        if delta.get("tool_calls"):
            for part in delta["tool_calls"]:
                self._add_call(part)
        text = delta.get("content") or delta.get("refusal")
        reasoning = delta.get("reasoning_content") or delta.get("reasoning")
        if text and not reasoning and not self._thinking:
            self._texts.append(text)
            return (text,)
        return self._feed_reasoning(reasoning, text)

    def _feed_reasoning(self, reasoning: object, text: str | None) -> Sequence[str]:
        pieces: list[str] = []
        if isinstance(reasoning, str) and reasoning:
            self._thoughts.append(reasoning)
            pieces.append(reasoning if self._thinking else f"<think>{reasoning}")
            self._thinking = True
        if text:
            self._texts.append(text)
            pieces.extend((*self.finish(), text))
        return pieces

    def finish(self) -> Sequence[str]:
        """Return the tag that ends the reasoning, if it has not been ended."""
        if not self._thinking:
            return ()
        self._thinking = False
        return ("</think>",)

    def result(self) -> CreateResult:
        """Return the whole answer.

        Raises:
            BadAnswerError: There was no choice in the whole stream.
        """
        if not self._begun:
            raise no_choice()
        text = "".join(self._texts)
        thought = "".join(self._thoughts) or None
        if self._calls:
            reason = "function_calls"
            calls = (self._calls[index] for index in sorted(self._calls))
            content = to_calls((call.id, call.name, "".join(call.arguments)) for call in calls)
            thought = text or thought
        else:
            reason = to_finish_reason(self._finish_reason)
            content = text
            if self._thinks_aloud and thought is None:
                thought, content = split_thought(text)
        return CreateResult(
            finish_reason=reason,
            content=content,
            usage=RequestUsage(
                prompt_tokens=self._usage.get("prompt_tokens") or 0,
                completion_tokens=self._usage.get("completion_tokens") or 0,
            ),
            cached=False,
            logprobs=self._logprobs or None,
            thought=thought,
        )

    def _add_call(self, part: Chunk) -> None:
        index = part.get("index")
        if index is None:
            # Some providers send each call whole and number none of them.
            known = len(self._calls)
            index = known if part.get("id") or not known else known - 1
        call = self._calls.setdefault(index, _Call())
        call.id = part.get("id") or call.id
        function: Chunk = part.get("function") or {}
        call.name += function.get("name") or ""
        call.arguments.append(function.get("arguments") or "")

    def _add_logprobs(self, logprobs: Chunk) -> None:
        self._logprobs.extend(
            ChatCompletionTokenLogprob(
                token=token["token"],
                logprob=token["logprob"],
                top_logprobs=[
                    TopLogprob(top["logprob"], top.get("bytes"))
                    for top in token.get("top_logprobs") or ()
                ],
                bytes=token.get("bytes"),
            )
            for token in logprobs.get("content") or ()
        )
