"""Model clients and components for runs: what they answer depends on the conversation alone."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel

from studio._kit import settings
from studio._kit.run_context import Question, current_run
from studio.core import CancellationToken, Component, FunctionCall
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
    UserMessage,
)
from studio.core.tools import BaseTool, Tool, ToolSchema

JsonDict = dict[str, Any]

PROVIDER = "tests.support.run_models"


class Gate:
    """A place where models wait, and where tests see them wait."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def wait(self) -> None:
        self.reached.set()
        await self.opened.wait()


GATES: dict[str, Gate] = {}
"""Gates by name; tests make them anew."""

FAILURES: dict[str, Exception] = {}
"""Exceptions by name, raised by answers of the form `!name`."""


class StepModelConfig(BaseModel):
    answers: list[str]
    vision: bool = False
    delay_s: float = 0.0
    piece_delay_s: float = 0.0
    key: str = ""


class StepModel(ChatCompletionClient, Component[StepModelConfig]):
    """Gives its n-th answer to a conversation that holds n of its answers already.

    `call:NAME:ARGS` calls a tool, `!NAME` raises, `@GATE` inside of a text waits there.
    """

    component_type = "model"
    component_config_schema = StepModelConfig
    component_provider_override = f"{PROVIDER}.StepModel"

    def __init__(self, config: StepModelConfig) -> None:
        self.config = config
        self.info = ModelInfo(
            vision=config.vision,
            function_calling=True,
            json_output=True,
            family="unknown",
            structured_output=True,
        )

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        result: CreateResult | None = None
        async for piece in self.create_stream(messages):
            if isinstance(piece, CreateResult):
                result = piece
        assert result is not None
        return result

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        step = sum(isinstance(message, AssistantMessage) for message in messages)
        answer = self.config.answers[step % len(self.config.answers)]
        if self.config.delay_s:
            await asyncio.sleep(self.config.delay_s)
        usage = RequestUsage(prompt_tokens=10 * len(messages), completion_tokens=5)
        if answer.startswith("!"):
            raise FAILURES[answer[1:]]
        if answer.startswith("call:"):
            _, name, arguments = answer.split(":", 2)
            task = next(m.content for m in messages if isinstance(m, UserMessage))
            arguments = arguments.replace("{task}", str(task)).replace("{step}", str(step))
            call = FunctionCall(id=f"call-{step}", name=name, arguments=arguments)
            yield CreateResult(
                finish_reason="function_calls", content=[call], usage=usage, cached=False
            )
            return
        said: list[str] = []
        for word in answer.split():
            if word.startswith("@"):
                await GATES[word[1:]].wait()
                continue
            if self.config.piece_delay_s:
                await asyncio.sleep(self.config.piece_delay_s)
            piece = word if not said else f" {word}"
            said.append(piece)
            yield piece
        yield CreateResult(finish_reason="stop", content="".join(said), usage=usage, cached=False)

    async def close(self) -> None: ...

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def total_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def count_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        return len(messages)

    def remaining_tokens(
        self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []
    ) -> int:
        return 1000

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(vision=False, function_calling=True, json_output=True)

    @property
    def model_info(self) -> ModelInfo:
        return self.info

    def _to_config(self) -> StepModelConfig:
        return self.config

    @classmethod
    def _from_config(cls, config: StepModelConfig) -> Self:
        return cls(config)


class NoteArgs(BaseModel):
    text: str


class NoteResult(BaseModel):
    noted: str


class NoteConfig(BaseModel):
    name: str = "note"


NOTES: list[str] = []
"""What the tool has been told, in order: its side effect."""


class NoteTool(BaseTool[NoteArgs, NoteResult], Component[NoteConfig]):
    """A tool with a side effect that can be counted."""

    component_config_schema = NoteConfig
    component_provider_override = f"{PROVIDER}.NoteTool"

    def __init__(self, name: str = "note") -> None:
        super().__init__(NoteArgs, NoteResult, name, "Notes a text.")

    async def run(self, args: NoteArgs, cancellation_token: CancellationToken) -> NoteResult:
        NOTES.append(args.text)
        book = settings.env("NOTES_FILE")
        if book is not None:
            note = f"{settings.env('LIFE')} {args.text}\n"
            await asyncio.to_thread(_append, Path(book), note)
        return NoteResult(noted=args.text)

    def _to_config(self) -> NoteConfig:
        return NoteConfig(name=self.name)

    @classmethod
    def _from_config(cls, config: NoteConfig) -> Self:
        return cls(config.name)


class AskConfig(BaseModel):
    form: JsonDict


class AskArgs(BaseModel):
    prompt: str


class AskResult(BaseModel):
    answer: str


class AskTool(BaseTool[AskArgs, AskResult], Component[AskConfig]):
    """A tool that has a person fill in a form."""

    component_config_schema = AskConfig
    component_provider_override = f"{PROVIDER}.AskTool"

    def __init__(self, form: JsonDict) -> None:
        super().__init__(AskArgs, AskResult, "ask", "Asks a person.")
        self.form = form

    async def run(self, args: AskArgs, cancellation_token: CancellationToken) -> AskResult:
        run = current_run()
        assert run is not None
        question = Question(prompt=args.prompt, source="ask", schema=self.form)
        return AskResult(answer=await run.ask(question))

    def _to_config(self) -> AskConfig:
        return AskConfig(form=self.form)

    @classmethod
    def _from_config(cls, config: AskConfig) -> Self:
        return cls(config.form)


def _append(book: Path, note: str) -> None:
    with book.open("a", encoding="utf-8") as file:
        file.write(note)


def model(*answers: str, **config: Any) -> JsonDict:
    """A model that gives these answers, over and over."""
    return {
        "provider": f"{PROVIDER}.StepModel",
        "component_type": "model",
        "config": {"answers": list(answers), **config},
    }


def replay_model(*answers: str) -> JsonDict:
    """The product's own scripted model."""
    return {
        "provider": "autogen_ext.models.replay.ReplayChatCompletionClient",
        "component_type": "replay_chat_completion_client",
        "config": {"chat_completions": list(answers)},
    }


_OF_MODEL = frozenset({"delay_s", "piece_delay_s", "vision", "key"})


def agent(name: str, *answers: str, model: JsonDict | None = None, **config: Any) -> JsonDict:
    """An assistant; `delay_s` and the like go to its model."""
    of_model = {key: config.pop(key) for key in _OF_MODEL & config.keys()}
    if model is not None and of_model:
        raise ValueError(f"give {sorted(of_model)} to the model itself")
    return {
        "provider": "autogen_agentchat.agents.AssistantAgent",
        "component_type": "agent",
        "version": 2,
        "component_version": 2,
        "config": {
            "name": name,
            "description": f"The agent {name}.",
            "system_message": f"You are {name}.",
            "model_client": model or globals()["model"](*answers, **of_model),
            "model_client_stream": True,
            "reflect_on_tool_use": False,
            "tool_call_summary_format": "{result}",
            **config,
        },
    }


def tool_agent(name: str, *answers: str, **config: Any) -> JsonDict:
    """An assistant with the tool that notes."""
    tool = {
        "provider": f"{PROVIDER}.NoteTool",
        "component_type": "tool",
        "config": {"name": "note"},
    }
    bench = {
        "provider": "autogen_core.tools.StaticWorkbench",
        "component_type": "workbench",
        "config": {"tools": [tool]},
    }
    return agent(name, *answers, workbench=[bench], **config)


def asking_agent(name: str, form: JsonDict) -> JsonDict:
    """An assistant that has a person fill in a form, and says what it was told."""
    tool = {
        "provider": f"{PROVIDER}.AskTool",
        "component_type": "tool",
        "config": {"form": form},
    }
    answer = 'call:ask:{"prompt":"Who are you?"}'
    return agent(name, answer, tools=[tool], reflect_on_tool_use=False)


def user(name: str = "person") -> JsonDict:
    """A person in the team."""
    return {
        "provider": "autogen_agentchat.agents.UserProxyAgent",
        "component_type": "agent",
        "config": {"name": name, "description": "A person."},
    }


def max_messages(count: int) -> JsonDict:
    """Ends after so many messages, the task included."""
    return {
        "provider": "autogen_agentchat.conditions.MaxMessageTermination",
        "component_type": "termination",
        "config": {"max_messages": count},
    }


def team(*participants: JsonDict, turns: int | None = None, **config: Any) -> JsonDict:
    """A round-robin team that ends after so many turns."""
    return {
        "provider": "autogen_agentchat.teams.RoundRobinGroupChat",
        "component_type": "team",
        "config": {"participants": list(participants), "max_turns": turns, **config},
    }
