"""The person at the terminal: is asked what a run wants to know."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

from studio._kit.errors import StudioError
from studio.cli._stdin import InputLines
from studio.domain.json_values import as_dict, as_list, as_text
from studio.services.container import Services

_YES = {"y", "yes", "true", "approve", "ok"}
_NO = {"n", "no", "false", "deny"}


class Person:
    """Answers the questions of a run with lines from standard input, one after the other."""

    def __init__(self, services: Services, run_id: str) -> None:
        self._services = services
        self._run_id = run_id
        self._lines = InputLines()
        self._questions: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def hear(self, question: dict[str, Any]) -> None:
        """Take a question, to be asked when those before it are answered."""
        self._questions.put_nowait(question)

    async def answer_questions(self) -> None:
        """Ask one question after the other until cancelled; without input the run is ended."""
        while True:
            question = await self._questions.get()
            while not await self._ask(question):
                pass

    async def _ask(self, question: dict[str, Any]) -> bool:
        """Ask once; tells whether that settled it."""
        sys.stderr.write(prompt_text(question))
        sys.stderr.flush()
        line = await self._lines.next()
        if line is None:
            sys.stderr.write("\n")
            await self._services.runs.cancel(self._run_id, reason="Nobody was there to answer.")
            return True
        try:
            value = typed(line.strip(), as_dict(question.get("schema")))
            await self._services.runs.answer(
                self._run_id, as_text(question.get("request_id")), value, by="terminal"
            )
        except StudioError as error:
            sys.stderr.write(f"{error}\n")
            return error.code != "run.bad_answer"
        except ValueError:
            sys.stderr.write("This does not fit the question; please answer once more.\n")
            return False
        return True


def prompt_text(question: dict[str, Any]) -> str:
    """Return a question as the terminal shows it, with the answers it may have."""
    schema = as_dict(question.get("schema"))
    choices = as_list(schema.get("enum")) or (["y", "n"] if schema.get("type") == "boolean" else [])
    listed = f"[{'/'.join(map(str, choices))}] " if choices else ""
    prompt = as_text(question.get("prompt")).strip()
    return f"{as_text(question.get('source'))}: {prompt} {listed}"


def typed(text: str, schema: dict[str, Any]) -> Any:
    """Return a line as the value that a question asks for.

    Raises:
        ValueError: It is no such value.
    """
    readers: dict[str, Callable[[str], Any]] = {
        "boolean": _truth,
        "integer": int,
        "number": float,
        "object": json.loads,
        "array": json.loads,
    }
    return readers.get(as_text(schema.get("type")), str)(text)


def _truth(text: str) -> bool:
    word = text.lower()
    if word not in _YES | _NO:
        raise ValueError(text)
    return word in _YES
