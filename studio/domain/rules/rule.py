"""The shape of a check."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from studio.domain.json_values import JsonDict
from studio.domain.problem import Problem, Severity
from studio.domain.rules.scene import Scene


@dataclass(frozen=True)
class Finding:
    """One place where a rule is broken."""

    path: str
    message: str
    hint: str | None = None
    fix: list[JsonDict] | None = None


@dataclass(frozen=True)
class Rule:
    """One check with a stable code; codes are never reused."""

    code: str
    severity: Severity
    title: str
    """What it finds, in a few words."""
    advice: str
    """What to do about it; the hint of a finding that has none of its own."""
    look: Callable[[Scene], Iterator[Finding]]

    def find(self, scene: Scene) -> Iterator[Problem]:
        """Yield every problem this rule sees."""
        for finding in self.look(scene):
            yield Problem.model_construct(
                code=self.code,
                severity=self.severity,
                path=finding.path,
                message=finding.message,
                hint=finding.hint or self.advice,
                fix=finding.fix,
            )
