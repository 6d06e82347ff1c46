"""Finds code in Markdown, and puts the outcome of running it in words."""

import re
from collections.abc import Sequence

from studio.core.code_executor import CodeBlock, CodeResult


def find_code_blocks(markdown: str, languages: Sequence[str]) -> list[CodeBlock]:
    """Return the fenced blocks of the given languages, in order."""
    names = "|".join(re.escape(language) for language in languages)
    fences = re.findall(rf"```(?:\s*({names}))\n([\s\S]*?)```", markdown, re.IGNORECASE)
    return [CodeBlock(code=code, language=language.strip().lower()) for language, code in fences]


def to_markdown(blocks: Sequence[CodeBlock]) -> str:
    """Return the blocks as fenced Markdown."""
    return "\n\n".join(f"```{block.language}\n{block.code}\n```" for block in blocks)


def to_told_result(result: CodeResult) -> CodeResult:
    """Return the result with an output that says what happened when the output alone does not."""
    if not result.output.strip():
        text = (
            "The script ran but produced no output to console. The POSIX exit code was: "
            f"{result.exit_code}. If you were expecting output, consider revising the script to "
            "ensure content is printed to stdout."
        )
    elif result.exit_code != 0:
        text = (
            f"The script ran, then exited with an error (POSIX exit code: {result.exit_code})\n"
            f"Its output was:\n{result.output}"
        )
    else:
        return result
    return CodeResult(exit_code=result.exit_code, output=text)
