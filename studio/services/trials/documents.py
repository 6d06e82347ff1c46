"""What a try-out is told and what it tells."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from studio._kit.errors import StudioError, UsageError
from studio.core import CancellationToken
from studio.domain.json_values import JsonDict

Asks = Literal["runs code", "costs money", "talks to the network"]
"""What a person has to agree to before it happens."""


class TrialTool(BaseModel):
    """One tool of a workbench."""

    model_config = ConfigDict(frozen=True)

    name: str
    description: str = ""
    input_schema: JsonDict
    asks: Asks | None = None


class TrialPlan(BaseModel):
    """How a component can be tried."""

    model_config = ConfigDict(frozen=True)

    kind: str
    possible: bool = True
    """Whether it can be tried by itself at all."""
    intro: str = ""
    """In one sentence what will be done, or why nothing can be."""
    action: str = "Try it"
    """What to write on the button."""
    asks: Asks | None = None
    """What to ask before; the weightiest if there are several."""
    effects: list[Asks] = []
    """All of them."""
    why: str = ""
    """The same in a sentence."""
    input_schema: JsonDict
    """JSON schema of the input."""
    example: JsonDict = {}
    """An input to begin with."""
    tools: list[TrialTool] | None = None
    """The tools of a workbench, where they can be told without starting anything."""
    missing_keys: list[str] = []
    """Keys the component refers to that have no value yet."""
    limit_s: float
    """After this time it is ended."""


class TrialError(BaseModel):
    """What went wrong, in the shape of all errors."""

    code: str
    message: str
    hint: str | None = None
    details: JsonDict = {}


class TrialOutcome(BaseModel):
    """What came of it."""

    kind: str
    ok: bool
    summary: str
    """In one sentence."""
    duration_s: float
    result: JsonDict = {}
    """The facts; which there are depends on the kind."""
    error: TrialError | None = None


@dataclass(frozen=True)
class TrialEffects:
    """What it does beside answering, and how to say so."""

    asks: tuple[Asks, ...] = ()
    why: str = ""


@dataclass
class Finding:
    """What a trial has found out: a sentence, and the facts."""

    summary: str
    result: JsonDict = field(default_factory=dict[str, Any])
    ok: bool = True


@dataclass(frozen=True)
class Telling:
    """What a trial may use while it goes on."""

    tell: Callable[[str, JsonDict], None]
    """Says how it is getting on: the type of the news, and the news."""
    token: CancellationToken
    owner: str
    limit_s: float


class TrialInputError(UsageError):
    """The input does not fit what the component can be tried with."""

    code = "tryout.input"


class TrialComponentError(UsageError):
    """The component cannot be built, or is of a kind that cannot be tried."""

    code = "tryout.component"


class ConfirmationNeededError(StudioError):
    """It has side effects or costs money, and nobody has agreed yet."""

    code = "tryout.confirm"


class TrialTimeoutError(StudioError, TimeoutError):
    """It took longer than it may."""

    code = "tryout.timeout"
