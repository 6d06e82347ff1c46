"""Stands before every code executor of a run: records what is run, or answers from a recording."""

from typing import Any, Self

from pydantic import BaseModel

from studio._kit import clock
from studio._kit.run_context import RunContext, current_run
from studio.core import CancellationToken, Component
from studio.core.code_executor import CodeBlock, CodeExecutor, CodeResult
from studio.domain.json_values import JsonDict, as_text

from .exceptions import RunFailedError
from .taped_tools import ResultReader, current_tape

NAME = "execute_code"
"""Executions are in the log as calls of a tool of this name."""


class ExecutionRun(RunContext):
    """A run that wants to know about the code that is run."""

    def executed(self, arguments: JsonDict, result: CodeResult, duration_s: float) -> None:
        """Take notice that code has been run."""


class ExecutorTapConfig(BaseModel):
    """Config of `ExecutorTap`."""

    executor: JsonDict


class ExecutorTap(CodeExecutor, Component[ExecutorTapConfig]):
    """Passes everything on to the executor of the document, and tells the run.

    Args:
        executor: What runs the code; nothing when a recording answers.
        component: The executor as it stands in the document.
        run: The run to tell.
        tape: The recording.
    """

    component_type = "code_executor"
    component_provider_override = "studio.runs.executor_tap.ExecutorTap"
    component_config_schema = ExecutorTapConfig

    def __init__(
        self,
        executor: CodeExecutor | None,
        component: JsonDict,
        run: ExecutionRun,
        tape: ResultReader | None = None,
    ) -> None:
        self._executor = executor
        self._tape = tape
        self._component = component
        self._run = run

    async def execute_code_blocks(
        self, code_blocks: list[CodeBlock], cancellation_token: CancellationToken
    ) -> CodeResult:
        """Run the code, or give what it gave before."""
        arguments: JsonDict = {
            "blocks": [{"language": block.language, "code": block.code} for block in code_blocks]
        }
        began = clock.monotonic()
        if self._executor is None:
            result = self._recorded(arguments)
        else:
            result = await self._executor.execute_code_blocks(code_blocks, cancellation_token)
        self._run.executed(arguments, result, clock.monotonic() - began)
        return result

    def _recorded(self, arguments: JsonDict) -> CodeResult:
        assert self._tape is not None
        found = self._tape.next_result(NAME, arguments)
        code = found.get("exit_code")
        exit_code = code if isinstance(code, int) else int(bool(found.get("is_error")))
        return CodeResult(exit_code=exit_code, output=as_text(found.get("result")))

    async def start(self) -> None:
        """Get ready."""
        if self._executor is not None:
            await self._executor.start()

    async def stop(self) -> None:
        """Release everything."""
        if self._executor is not None:
            await self._executor.stop()

    async def restart(self) -> None:
        """Forget what earlier blocks have left behind."""
        if self._executor is not None:
            await self._executor.restart()

    def __getattr__(self, name: str) -> Any:
        executor = self.__dict__.get("_executor")
        if executor is None:
            raise AttributeError(name)
        return getattr(executor, name)

    def _to_config(self) -> ExecutorTapConfig:
        return ExecutorTapConfig(executor=self._component)

    @classmethod
    def _from_config(cls, config: ExecutorTapConfig) -> Self:
        run = current_run()
        if not isinstance(run, ExecutionRun):
            raise RunFailedError("a tapped executor exists only within a run")
        if getattr(run, "tape", None) is not None:
            return cls(None, config.executor, run, current_tape())
        return cls(CodeExecutor.load_component(config.executor), config.executor, run)


def tapped_executor(component: JsonDict) -> JsonDict:
    """Return the component of a tap before a code executor."""
    return {
        "provider": ExecutorTap.component_provider_override,
        "component_type": "code_executor",
        "config": {"executor": component},
    }
