"""What the trials of all kinds have in common."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from pydantic import ValidationError

from studio.domain.json_values import JsonDict

from .documents import Finding, Telling, TrialInputError, TrialTool

TEXT_FIELD: JsonDict = {"type": "string", "format": "prose", "minLength": 1}


class Trial(ABC):
    """One component that is being tried.

    Args:
        component: The component; keys are filled in when it is going to be tried, not when it
            is only described.
        given: The input.
    """

    limit_s: ClassVar[float] = 60.0
    action: ClassVar[str] = "Try it"
    intro: ClassVar[str] = ""
    fills_keys: ClassVar[bool] = True
    """Whether it wants its keys; a run looks them up itself."""

    def __init__(self, component: JsonDict, given: JsonDict) -> None:
        self.component: JsonDict = component
        self.given: JsonDict = given

    async def input_schema(self) -> JsonDict:
        """Return the JSON schema of the input.

        Raises:
            Exception: The component has to be built for it, and cannot be.
        """
        return {"type": "object", "properties": {}}

    async def example(self) -> JsonDict:
        """Return an input to begin with."""
        return {}

    async def tools(self) -> list[TrialTool] | None:
        """Return the tools, if it is a workbench that tells them without being started."""
        return None

    def effective(self) -> JsonDict:
        """Return the part of the component that will be at work, for telling its effects."""
        return self.component

    @abstractmethod
    async def prepare(self) -> None:
        """Build what is tried and read the input.

        Raises:
            TrialInputError: The input does not fit.
            Exception: The component cannot be built.
        """

    @abstractmethod
    async def run(self, telling: Telling) -> Finding:
        """Try it.

        Raises:
            Exception: Whatever goes wrong in it.
        """


def read_text(given: JsonDict, name: str, *, what: str) -> str:
    """Return a text of the input.

    Raises:
        TrialInputError: It is missing or empty.
    """
    value = given.get(name)
    if not isinstance(value, str) or not value.strip():
        raise TrialInputError(f"{what} is missing", hint=f"Give it as `{name}`.")
    return value


def wrong_arguments(error: ValidationError) -> TrialInputError:
    """Return in words which arguments do not fit."""
    listed: list[dict[str, Any]] = [
        {"path": "/" + "/".join(map(str, item["loc"])), "message": item["msg"]}
        for item in error.errors(include_url=False)
    ]
    first = listed[0]
    return TrialInputError(
        f"{first['path'].strip('/') or 'the input'}: {first['message']}",
        hint="Fill in the fields as the form describes them.",
        details={"problems": listed},
    )
