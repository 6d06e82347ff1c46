"""Tries a model client: it answers a question."""

from contextlib import aclosing, suppress

from studio._kit import clock
from studio._kit.errors import StudioError
from studio.core.models import ChatCompletionClient, CreateResult, UserMessage
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.runs.costs import cost_of
from studio.runs.loading import load_part

from .documents import Finding, Telling
from .trial import TEXT_FIELD, Trial, read_text

_QUESTION = "Say hello and name yourself, in one short sentence."


class ModelTrial(Trial):
    """Asks a question and streams the answer."""

    action = "Ask"
    intro = "The model answers one question; the answer shows as it comes."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the question."""
        question = {**TEXT_FIELD, "title": "Question"}
        return {"type": "object", "properties": {"question": question}, "required": ["question"]}

    async def example(self) -> JsonDict:
        """Return a question that costs next to nothing."""
        return {"question": _QUESTION}

    async def prepare(self) -> None:
        """Build the client."""
        self._question: str = read_text(self.given, "question", what="the question")
        self._client: ChatCompletionClient = await load_part(self.component, ChatCompletionClient)

    async def run(self, telling: Telling) -> Finding:
        """Ask."""
        started = clock.monotonic()
        first_s: float | None = None
        result: CreateResult | None = None
        messages = [UserMessage(content=self._question, source="user")]
        try:
            stream = self._client.create_stream(messages, cancellation_token=telling.token)
            async with aclosing(stream) as pieces:
                async for piece in pieces:
                    if first_s is None:
                        first_s = clock.monotonic() - started
                    if isinstance(piece, CreateResult):
                        result = piece
                    else:
                        telling.tell("chunk", {"text": piece})
        finally:
            with suppress(StudioError, OSError):
                await self._client.close()
        return self._finding(result, clock.monotonic() - started, first_s)

    def _finding(
        self, result: CreateResult | None, latency_s: float, first_s: float | None
    ) -> Finding:
        if result is None:
            return Finding("The model ended its stream without an answer.", ok=False)
        usage = result.usage
        model = as_text(as_dict(self.component.get("config")).get("model"))
        name = model or ("replay" if "Replay" in as_text(self.component.get("provider")) else "")
        text = result.content if isinstance(result.content, str) else ""
        return Finding(
            f"It answered in {latency_s:.1f} s.",
            {
                "answer": text,
                "thought": result.thought,
                "model": model or None,
                "prompt_tokens": usage.prompt_tokens,
                "completion_tokens": usage.completion_tokens,
                "cost": cost_of(name, usage.prompt_tokens, usage.completion_tokens),
                "latency_s": round(latency_s, 3),
                "first_token_s": None if first_s is None else round(first_s, 3),
                "finish_reason": result.finish_reason,
                "cached": result.cached,
                "model_info": dict(self._client.model_info),
            },
        )
