"""Checks a component: our rules, and what the schemas say; nothing of it is run."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.core.inspection import inspect_component
from studio.domain.json_values import JsonDict
from studio.domain.problem import Problem
from studio.domain.validation import check

from .schema_problems import missing_packages, told

if TYPE_CHECKING:
    from .settings import SettingService

_WEIGHT = {"error": 0, "warning": 1, "info": 2}


class CheckService:
    """Finds everything that is wrong with a component, all at once."""

    def __init__(self, settings: "SettingService") -> None:
        self._settings = settings

    async def validate(self, component: JsonDict) -> list[Problem]:
        """Return all problems, the worst first; an empty list means it can run."""
        trusted = await self._settings.trusted_namespaces()
        return await asyncio.to_thread(find_problems, component, trusted)


def find_problems(component: JsonDict, trusted: Sequence[str] = ()) -> list[Problem]:
    """Return what the rules and the schemas find, without saying the same place twice."""
    found = check(component, trusted=trusted)
    known = {(problem.path, problem.severity) for problem in found}
    found += missing_packages(component)
    known |= {(problem.path, problem.severity) for problem in found}
    found += [
        told(item, component)
        for item in inspect_component(component)
        if (item.pointer, "error") not in known
    ]
    return sorted(found, key=lambda problem: (_WEIGHT[problem.severity], problem.path))
