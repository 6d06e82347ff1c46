"""What one segment of a run offers to the engine: the run's own context object."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from studio._kit import clock
from studio._kit.run_context import Placed, Question, StopKind, team_path
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage
from studio.core.code_executor import CodeResult
from studio.core.models import LLMMessage
from studio.core.tools import Tool, ToolSchema
from studio.domain.json_values import JsonDict

from .executor_tap import NAME as EXECUTION
from .executor_tap import ExecutionRun
from .model_tap import OpenCall, TapeReader, TappedRun
from .questions import to_answer_text
from .recorder import Recorder
from .speakers import current_speaker, enter_agent, enter_team

Ask = Callable[[Question, Callable[[], None]], Awaitable[Any]]
"""Asks a person; the function given is called when the answer is not there yet."""

_Agent = tuple[tuple[str, ...], str]


class SegmentContext(TappedRun, ExecutionRun):
    """Belongs to one segment; agents, tools and models of its team see nothing of other runs."""

    def __init__(
        self,
        *,
        recorder: Recorder,
        ask: Ask,
        waiting: Callable[[], int],
        environment: Mapping[str, str],
        approve_code: bool,
        tape: TapeReader | None,
        hold: Callable[[StopKind, str], Awaitable[None]],
        end_turn: Callable[[Any, Sequence[str]], Awaitable[None]],
        on_idle: Callable[[bool], None],
    ) -> None:
        self.environment = environment
        self.approve_code = approve_code
        self.tape: TapeReader | None = tape
        """The recording that stands in for models and tools, when the run is played again."""
        self.placed: list[Placed] = []
        self.forget_places()
        self._recorder = recorder
        self._ask = ask
        self._waiting = waiting
        self._hold = hold
        self._end_turn = end_turn
        self._on_idle = on_idle
        self._busy: set[_Agent] = set()

    def emit(self, event: object) -> None:
        """Record a structured event of the engine."""
        self._recorder.take_event(event, current_speaker())

    def begin_call(
        self,
        messages: Sequence[LLMMessage],
        tools: Sequence[Tool | ToolSchema],
        model: str,
        *,
        stream: bool,
    ) -> OpenCall:
        """Take notice that a model is being asked."""
        return self._recorder.calls.begin(current_speaker(), messages, tools, model, stream=stream)

    def executed(self, arguments: JsonDict, result: CodeResult, duration_s: float) -> None:
        """Take notice that code has been run."""
        self._recorder.take_execution(current_speaker(), EXECUTION, arguments, result, duration_s)

    def locate(self, item: object) -> None:
        """Take notice of what is said in an inner team, where it is said."""
        self._recorder.locate(item, team_path())

    def keep(self, part: Placed) -> None:
        """Save the place of a component with each checkpoint."""
        self.placed.append(part)

    def forget_places(self) -> None:
        """Begin to collect components anew: the team is built a second time."""
        self.placed = [] if self.tape is None else [self.tape]

    async def ask(self, question: Question) -> str:
        """Ask a person."""
        value = await self._ask(question, self.look_around)
        self._on_idle(False)
        return to_answer_text(value)

    async def before(self, kind: StopKind, name: str, detail: object = None) -> None:
        """Take notice of what begins, and wait if there is a breakpoint."""
        if kind == "agent":
            speaker = enter_agent(name)
            self._recorder.place(speaker)
            self._busy.add((speaker.path, name))
        elif kind == "tool":
            self._recorder.tools.begin(current_speaker(), name)
        await self._hold(kind, name)
        current_speaker().since = clock.monotonic()

    async def after_turn(self, team: Any, speakers: Sequence[str]) -> None:
        """Close the turn of the outermost team."""
        path = team_path()
        for name in speakers:
            self._busy.discard((path, name))
        enter_team(team.name)
        if path:
            return
        self._busy.clear()
        await self._end_turn(team, speakers)

    def saw(self, item: BaseAgentEvent | BaseChatMessage) -> None:
        """Take notice that an agent has spoken: it is not at work any more."""
        if isinstance(item, BaseChatMessage):
            self._busy.discard((self._recorder.path_of(item), item.source))
            if self._waiting():
                self.look_around()

    def look_around(self) -> None:
        """Tell whether there is nothing to do but to wait for people."""
        outer = {(path[:i], path[i]) for path, _ in self._busy for i in range(len(path))}
        at_work = len(self._busy - outer)
        self._on_idle(0 < self._waiting() >= at_work)
