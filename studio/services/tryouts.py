"""Try-outs: every kind of component can be tested by itself."""

from typing import Final

from studio._kit.errors import StudioError
from studio._kit.redact import Redactor
from studio.domain.json_values import JsonDict
from studio.domain.kinds import class_of, is_component, kind_of
from studio.domain.secrets import find_placeholders
from studio.runs.failures import explain
from studio.runs.loading import fill

from .runs import RunService
from .secrets import SecretService
from .trials.attempt import Tryout
from .trials.code_executor import CodeExecutorTrial
from .trials.documents import (
    Asks,
    ConfirmationNeededError,
    TrialComponentError,
    TrialEffects,
    TrialError,
    TrialInputError,
    TrialOutcome,
    TrialPlan,
    TrialTool,
)
from .trials.effects import effects_of
from .trials.keys import fill_arguments
from .trials.mcp import McpTrial
from .trials.memory import MemoryTrial
from .trials.model import ModelTrial
from .trials.model_context import ModelContextTrial
from .trials.task import TaskTrial
from .trials.termination import TerminationTrial
from .trials.tool import ToolTrial
from .trials.trial import Trial
from .trials.workbench import WorkbenchTrial

__all__ = [
    "Asks",
    "ConfirmationNeededError",
    "TrialComponentError",
    "TrialError",
    "TrialInputError",
    "TrialOutcome",
    "TrialPlan",
    "TrialTool",
    "Tryout",
    "TryoutService",
]

_KINDS: Final[dict[str, type[Trial]]] = {
    "model": ModelTrial,
    "tool": ToolTrial,
    "workbench": WorkbenchTrial,
    "termination": TerminationTrial,
    "memory": MemoryTrial,
    "model_context": ModelContextTrial,
    "code_executor": CodeExecutorTrial,
    "agent": TaskTrial,
    "team": TaskTrial,
}
_CLASSES: Final[dict[str, type[Trial]]] = {"McpWorkbench": McpTrial}
_LONGEST_LIMIT_S: Final = 600.0


class TryoutService:
    """Tells how a component can be tried, and tries it."""

    def __init__(self, runs: RunService, secrets: SecretService) -> None:
        self._runs = runs
        self._secrets = secrets

    async def describe(self, component: JsonDict, *, owner: str = "local") -> TrialPlan:
        """Return what trying this component needs and does; nothing of it is run.

        Raises:
            TrialComponentError: It is no component, or cannot be built.
        """
        trial = self._trial(component, {})
        if trial is None:
            return _nothing_to_try(component)
        try:
            schema, example, tools = (
                await trial.input_schema(),
                await trial.example(),
                await trial.tools(),
            )
        except Exception as error:
            raise _cannot_be_built(error) from error
        effects = effects_of(trial.effective()) if trial.effective() else TrialEffects()
        lookup = await self._secrets.lookups(owner=owner)
        return TrialPlan(
            kind=kind_of(component),
            intro=trial.intro,
            action=trial.action,
            asks=next(iter(effects.asks), None),
            effects=list(effects.asks),
            why=effects.why,
            input_schema=schema,
            example=example,
            tools=tools,
            missing_keys=sorted(n for n in find_placeholders(component) if not lookup(n)),
            limit_s=trial.limit_s,
        )

    async def begin(
        self,
        component: JsonDict,
        given: JsonDict,
        *,
        confirmed: bool = False,
        limit_s: float | None = None,
        owner: str = "local",
    ) -> "Tryout":
        """Build the component and check the input; nothing has happened yet.

        Args:
            component: What to try.
            given: The input, as the plan's schema says.
            confirmed: Whether a person has agreed to what the plan asks.
            limit_s: End it after this time; by default the plan's limit.
            owner: Whose keys are used.

        Raises:
            ConfirmationNeededError: It asks first, and nobody has agreed.
            TrialComponentError: It is no component, cannot be built, or cannot be tried.
            TrialInputError: The input does not fit.
            MissingKeyError: A key it refers to has no value.
        """
        trial = self._trial(component, given)
        if trial is None:
            plan = _nothing_to_try(component)
            raise TrialComponentError(plan.intro, hint="Try the component that uses it.")
        effects = effects_of(trial.effective()) if trial.effective() else TrialEffects()
        if effects.asks and not confirmed:
            raise ConfirmationNeededError(
                effects.why,
                hint="Send it again with `confirmed` if that is meant.",
                details={"asks": effects.asks[0], "effects": list(effects.asks)},
            )
        keys = await self._fill(trial, owner)
        redactor = await self._secrets.redactor(owner=owner)
        try:
            await trial.prepare()
        except TrialInputError:
            raise
        except Exception as error:
            raise _cannot_be_built(error, keys) from error
        limit = min(limit_s or trial.limit_s, _LONGEST_LIMIT_S)
        return Tryout(
            trial, kind_of(component), limit_s=limit, owner=owner, masks=(redactor, Redactor(keys))
        )

    async def try_component(
        self,
        component: JsonDict,
        given: JsonDict,
        *,
        confirmed: bool = False,
        limit_s: float | None = None,
        owner: str = "local",
    ) -> TrialOutcome:
        """Try a component and return what came of it; see `begin`.

        A person is not asked anything: a run that has a question is ended.
        """
        tryout = await self.begin(
            component, given, confirmed=confirmed, limit_s=limit_s, owner=owner
        )
        return await tryout.outcome()

    def _trial(self, component: JsonDict, given: JsonDict) -> Trial | None:
        if not is_component(component):
            raise TrialComponentError(
                "this is not a component: it names no provider",
                hint="A component has the keys `provider` and `config`.",
            )
        own = _CLASSES.get(class_of(component))
        found = own or _KINDS.get(kind_of(component))
        if found is TaskTrial:
            return TaskTrial(component, given, self._runs)
        return None if found is None else found(component, given)

    async def _fill(self, trial: Trial, owner: str) -> frozenset[str]:
        if not trial.fills_keys:
            return frozenset()

        async def find(name: str) -> str | None:
            return await self._secrets.lookup(name, owner=owner)

        filled = await fill(trial.component, {}, find)
        lookup = await self._secrets.lookups(owner=owner)
        trial.component = filled.component
        trial.given, used = fill_arguments(trial.given, lookup)
        return filled.keys | used


def _nothing_to_try(component: JsonDict) -> TrialPlan:
    return TrialPlan(
        kind=kind_of(component),
        possible=False,
        intro=f"{class_of(component)} does nothing by itself, so there is nothing to try.",
        input_schema={"type": "object", "properties": {}},
        limit_s=Trial.limit_s,
    )


def _cannot_be_built(error: Exception, keys: frozenset[str] = frozenset()) -> StudioError:
    if isinstance(error, StudioError):
        return error
    notes: list[str] = getattr(error, "__notes__", [])
    message = "; ".join(notes[:4]) or explain(error).message
    return TrialComponentError(
        Redactor(keys).text(f"it cannot be built: {message}"),
        hint="Its problems are listed in the inspector; mend them and try again.",
    )
