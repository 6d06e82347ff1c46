"""Builds components from data; an error names every place that is wrong."""

from contextvars import ContextVar
from typing import Any, LiteralString, cast, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from studio.core._component.errors import ComponentTypeError, PastVersionError
from studio.core._component.model import ComponentModel
from studio.core._component.problems import ComponentProblem, inspect_component
from studio.core._component.trust import resolve_class

_inside: ContextVar[bool] = ContextVar("studio_component_loading", default=False)


def load(model: ComponentModel | dict[str, Any], expected: type[Any]) -> Any:
    """Return the component that `model` describes, built with all the components inside it."""
    expected = get_origin(expected) or expected
    if _inside.get():
        return _build(model, expected)
    token = _inside.set(True)
    try:
        return _build(model, expected)
    except ValidationError as exc:
        better = _whole_error(exc, model)
        if better is exc:
            raise
        raise better from None
    except Exception as exc:
        _add_notes(exc, inspect_component(model))
        raise
    finally:
        _inside.reset(token)


def _build(data: ComponentModel | dict[str, Any], expected: type[Any]) -> Any:
    model = data if isinstance(data, ComponentModel) else ComponentModel.model_validate(data)
    cls = resolve_class(model.provider)
    version = model.component_version or cls.component_version
    if version < cls.component_version:
        instance = _from_past(cls, model, version)
    else:
        schema = cast("type[BaseModel]", cls.component_config_schema)
        instance = cls._from_config(schema.model_validate(model.config))
    if not isinstance(instance, expected):
        raise ComponentTypeError(
            f"Expected type does not match: {model.provider} is not a {expected.__name__}"
        )
    return instance


def _from_past(cls: type[Any], model: ComponentModel, version: int) -> Any:
    try:
        return cls._from_config_past_version(model.config, version)
    except NotImplementedError as exc:
        raise PastVersionError(
            f"{model.provider} version {version} is older than {cls.component_version} "
            "and the component does not support loading from past versions",
            hint="Write the component again with the current fields.",
        ) from exc


def _whole_error(error: ValidationError, model: ComponentModel | dict[str, Any]) -> Exception:
    problems = inspect_component(model)
    inner = [problem for problem in problems if not _is_at_root(problem)]
    if problems and inner:
        lines = [
            InitErrorDetails(
                type=PydanticCustomError("component", cast("LiteralString", _in_braces(problem))),
                loc=problem.loc,
                input=None,
            )
            for problem in problems
        ]
        error = ValidationError.from_exception_data(error.title, lines, hide_input=True)
    _add_notes(error, problems)
    return error


def _is_at_root(problem: ComponentProblem) -> bool:
    """Say whether the failing config is the outermost one, whose own error says it all."""
    return problem.code == "component.schema" and len(problem.loc) <= 2


def _in_braces(problem: ComponentProblem) -> str:
    return f"{problem.message} [{problem.provider}]"


def _add_notes(error: Exception, problems: list[ComponentProblem]) -> None:
    for problem in problems:
        error.add_note(str(problem))
