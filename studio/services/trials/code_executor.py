"""Tries a code executor: it runs some code."""

from studio.core.code_executor import CodeBlock, CodeExecutor
from studio.domain.json_values import JsonDict, as_text
from studio.runs.loading import load_part

from .documents import Finding, Telling
from .trial import Trial, read_text


class CodeExecutorTrial(Trial):
    """Runs one block of code and stops the executor again."""

    action = "Run"
    intro = "The executor is started, runs the code, and is stopped again."

    async def input_schema(self) -> JsonDict:
        """Return the schema of the code."""
        return {
            "type": "object",
            "properties": {
                "language": {
                    "type": "string",
                    "title": "Language",
                    "enum": ["python", "sh"],
                    "default": "python",
                },
                "code": {"type": "string", "format": "code", "title": "Code", "minLength": 1},
            },
            "required": ["code"],
        }

    async def example(self) -> JsonDict:
        """Return a harmless program."""
        return {"language": "python", "code": 'print("Hello from", __import__("sys").version)'}

    async def prepare(self) -> None:
        """Build the executor."""
        self._code: str = read_text(self.given, "code", what="the code")
        self._executor: CodeExecutor = await load_part(self.component, CodeExecutor)

    async def run(self, telling: Telling) -> Finding:
        """Run the code."""
        language = as_text(self.given.get("language")) or "python"
        block = CodeBlock(code=self._code, language=language)
        await self._executor.start()
        try:
            result = await self._executor.execute_code_blocks([block], telling.token)
        finally:
            await self._executor.stop()
        ok = result.exit_code == 0
        summary = "It ran to its end." if ok else f"It ended with exit code {result.exit_code}."
        facts = {"exit_code": result.exit_code, "output": result.output}
        return Finding(summary, facts, ok=ok)
