"""Safe expressions over the last message: conditions and choices that can be written in JSON."""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, cast

from pydantic import ConfigDict, PrivateAttr, field_validator, model_validator

from studio._kit.deferred import DeferredModel
from studio._kit.errors import UsageError
from studio.agentchat.messages import BaseAgentEvent, BaseChatMessage

MAX_LENGTH = 2_000
MAX_NODES = 200

NAMES = ("text", "source", "type", "messages", "turn")
METHODS = ("lower", "upper", "strip", "startswith", "endswith", "count", "find")


def _words(text: str) -> int:
    return len(text.split())


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "contains": operator.contains,
    "startswith": str.startswith,
    "endswith": str.endswith,
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "words": _words,
    "len": len,
    "min": cast("Callable[..., Any]", min),
    "max": cast("Callable[..., Any]", max),
    "int": int,
    "str": str,
}

_NODES: tuple[type[ast.AST], ...] = (
    ast.Expression,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.List,
    ast.Tuple,
    ast.BoolOp,
    ast.boolop,
    ast.UnaryOp,
    ast.Not,
    ast.USub,
    ast.Compare,
    ast.cmpop,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mod,
    ast.IfExp,
    ast.Subscript,
    ast.Slice,
    ast.Call,
    ast.Attribute,
)


class ExpressionError(UsageError):
    """An expression is not allowed, or could not be evaluated."""

    code = "team.expression"


@dataclass(frozen=True, slots=True)
class Facts:
    """What an expression can speak of."""

    text: str = ""
    """Text of the last message."""

    source: str = ""
    """Name of its speaker."""

    type: str = ""
    """Name of its class."""

    messages: int = 0
    """How many messages there are in the thread."""

    turn: int = 0
    """How many turns have been completed in this run."""


def facts_of(
    message: BaseAgentEvent | BaseChatMessage | None, messages: int = 0, turn: int = 0
) -> Facts:
    """Return what there is to say of a message and its place in the conversation."""
    if message is None:
        return Facts(messages=messages, turn=turn)
    text = message.to_model_text() if isinstance(message, BaseChatMessage) else message.to_text()
    return Facts(text, message.source, type(message).__name__, messages, turn)


class Expression(DeferredModel):
    """A small expression over the last message, in the syntax of Python.

    It knows `text`, `source`, `type`, `messages` (how many) and `turn`, comparisons, `in`, `and`,
    `or`, `not`, `a if c else b`, `+`, `-`, `%`, lists, slices, a few functions (`contains`,
    `startswith`, `endswith`, `lower`, `upper`, `strip`, `words`, `len`, `min`, `max`, `int`, `str`)
    and the methods of texts that are called alike. Nothing else can be reached from it.

    Example:
        >>> approved = Expression(expression="'APPROVE' in text and source == 'critic'")
        >>> approved.evaluate(Facts(text="I APPROVE.", source="critic"))
        True
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True)

    expression: str
    """The expression."""

    _tree: ast.expr | None = PrivateAttr(default=None)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: object) -> object:
        return {"expression": data} if isinstance(data, str) else data

    @field_validator("expression")
    @classmethod
    def _is_allowed(cls, expression: str) -> str:
        _parse(expression)
        return expression

    def evaluate(self, facts: Facts) -> Any:
        """Return the value of the expression.

        Raises:
            ExpressionError: It has no value for these facts.
        """
        # Few programs use expressions, so the library is loaded with the first of them.
        simpleeval = import_module("simpleeval")
        if self._tree is None:
            self._tree = _parse(self.expression)
        names = {name: getattr(facts, name) for name in NAMES}
        evaluator = simpleeval.EvalWithCompoundTypes(
            operators={**simpleeval.DEFAULT_OPERATORS, ast.Mod: _remainder},
            functions=dict(FUNCTIONS),
            names=names,
        )
        try:
            return evaluator.eval(self.expression, previously_parsed=self._tree)
        except Exception as error:
            raise ExpressionError(
                f"the expression {self.expression!r} cannot be evaluated: {error}",
                details={"facts": names},
            ) from error


def _remainder(number: object, divisor: object) -> int:
    # Of a text, `%` would be formatting, which can be told to fill all memory.
    if isinstance(number, int) and isinstance(divisor, int):
        return number % divisor
    raise ExpressionError("% takes whole numbers")


def _parse(expression: str) -> ast.expr:
    """Return the syntax tree of an expression.

    Raises:
        ExpressionError: It is too long, no expression, or uses what is not allowed.
    """
    if len(expression) > MAX_LENGTH:
        raise ExpressionError(f"an expression may have {MAX_LENGTH} characters at most")
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{expression!r} is not an expression: {error}") from error
    nodes = list(ast.walk(tree))
    if len(nodes) > MAX_NODES:
        raise ExpressionError(f"an expression may have {MAX_NODES} parts at most")
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        _check(node, is_called=id(node) in called)
    return tree.body


def _check(node: ast.AST, *, is_called: bool) -> None:
    if not isinstance(node, _NODES):
        raise ExpressionError(f"{type(node).__name__} is not allowed in an expression")
    if isinstance(node, ast.Name):
        allowed = tuple(FUNCTIONS) if is_called else NAMES
        if node.id not in allowed:
            kind = "function" if is_called else "name"
            raise ExpressionError(
                f"unknown {kind} {node.id!r} in an expression", hint=f"There are {allowed}."
            )
    elif isinstance(node, ast.Attribute) and not (is_called and node.attr in METHODS):
        raise ExpressionError(
            f"{node.attr!r} is not allowed in an expression",
            hint=f"The methods of texts that can be called are {METHODS}.",
        )
    elif isinstance(node, ast.Call) and (
        node.keywords or not isinstance(node.func, ast.Name | ast.Attribute)
    ):
        raise ExpressionError("only plain calls of functions are allowed in an expression")
