"""The checks, one a file, listed in the order of their codes."""

from studio.domain.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
