"""The tool that runs Python code."""

from typing import ClassVar, Self

from pydantic import BaseModel, Field, model_serializer

from studio.core import CancellationToken, Component, ComponentModel
from studio.core.code_executor import CodeBlock, CodeExecutor
from studio.core.tools import BaseTool


class CodeExecutionInput(BaseModel):
    """What the model gives."""

    code: str = Field(description="The contents of the Python code block that should be executed")


class CodeExecutionResult(BaseModel):
    """What the model gets back: the output alone."""

    success: bool
    output: str

    @model_serializer
    def ser_model(self) -> str:
        """Return the output."""
        return self.output


class PythonCodeExecutionToolConfig(BaseModel):
    """Config of `PythonCodeExecutionTool`."""

    executor: ComponentModel
    description: str = "Execute Python code blocks."


class PythonCodeExecutionTool(
    BaseTool[CodeExecutionInput, CodeExecutionResult], Component[PythonCodeExecutionToolConfig]
):
    """Runs Python code with a code executor.

    Args:
        executor: Runs the code.
    """

    component_provider_override: ClassVar[str | None] = (
        "autogen_ext.tools.code_execution.PythonCodeExecutionTool"
    )
    component_config_schema = PythonCodeExecutionToolConfig

    def __init__(self, executor: CodeExecutor) -> None:
        super().__init__(
            CodeExecutionInput, CodeExecutionResult, "CodeExecutor", "Execute Python code blocks."
        )
        self._executor: CodeExecutor = executor

    async def run(
        self, args: CodeExecutionInput, cancellation_token: CancellationToken
    ) -> CodeExecutionResult:
        """Run the code."""
        result = await self._executor.execute_code_blocks(
            [CodeBlock(code=args.code, language="python")], cancellation_token
        )
        return CodeExecutionResult(success=result.exit_code == 0, output=result.output)

    def _to_config(self) -> PythonCodeExecutionToolConfig:
        return PythonCodeExecutionToolConfig(
            executor=self._executor.dump_component(), description=self._description
        )

    @classmethod
    def _from_config(cls, config: PythonCodeExecutionToolConfig) -> Self:
        tool = cls(executor=CodeExecutor.load_component(config.executor))
        tool._description = config.description
        return tool
