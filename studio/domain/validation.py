"""Checks a component: every rule over one reading of it, nothing imported, nothing run."""

from collections.abc import Sequence

from studio.domain.json_values import JsonDict
from studio.domain.problem import Problem
from studio.domain.rules import RULES
from studio.domain.rules.scene import read_scene

_WEIGHT = {"error": 0, "warning": 1, "info": 2}


def check(component: JsonDict, *, trusted: Sequence[str] = ()) -> list[Problem]:
    """Return everything that is wrong with a component, the worst first.

    Args:
        component: The component as plain JSON; left alone.
        trusted: Further namespaces an administrator trusts.
    """
    scene = read_scene(component, trusted=tuple(trusted))
    found = [problem for rule in RULES for problem in rule.find(scene)]
    return sorted(found, key=lambda problem: (_WEIGHT[problem.severity], problem.path))
