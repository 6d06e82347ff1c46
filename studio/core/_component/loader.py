"""Builds components from data; an error names every place that is wrong."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, LiteralString, cast, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from studio.core._component.errors import ComponentTypeError, PastVersionError
from studio.core._component.model import ComponentModel
from studio.core._component.problems import ComponentProblem, find_component, inspect_component
from studio.core._component.trust import resolve_class

Data = ComponentModel | dict[str, Any]


@dataclass
class _Loading:
    """One call from outside, with all the components inside that it leads to."""

    failed: ComponentModel | None = None
    """The innermost component that could not be built."""


_current: ContextVar[_Loading | None] = ContextVar("studio_component_loading", default=None)


def load(data: Data, expected: type[Any]) -> Any:
    """Return the component that `data` describes, built with all the components inside it."""
    expected = get_origin(expected) or expected
    outer = _current.get()
    if outer is not None:
        return _build_inside(data, expected, outer)
    loading = _Loading()
    token = _current.set(loading)
    try:
        return _build_inside(data, expected, loading)
    except ValidationError as exc:
        better = _whole_error(exc, data)
        if better is exc:
            raise
        raise better from None
    except Exception as exc:
        _explain(exc, data, loading)
        raise
    finally:
        _current.reset(token)


def _build_inside(data: Data, expected: type[Any], loading: _Loading) -> Any:
    model = data if isinstance(data, ComponentModel) else ComponentModel.model_validate(data)
    try:
        return _build(model, expected)
    except Exception:
        loading.failed = loading.failed or model
        raise


def _build(model: ComponentModel, expected: type[Any]) -> Any:
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


def _whole_error(error: ValidationError, data: Data) -> ValidationError:
    """Return one error with the problems of all components, if not only the outermost has any."""
    problems = inspect_component(data)
    if any(problem.component or problem.code != "component.schema" for problem in problems):
        lines = [
            InitErrorDetails(
                type=PydanticCustomError("component", cast("LiteralString", _named(problem))),
                loc=problem.loc,
                input=None,
            )
            for problem in problems
        ]
        error = ValidationError.from_exception_data(error.title, lines, hide_input=True)
    _add_notes(error, problems)
    return error


def _explain(error: Exception, data: Data, loading: _Loading) -> None:
    problems = inspect_component(data)
    _add_notes(error, problems)
    if not problems and loading.failed is not None:
        pointer = find_component(data, loading.failed)
        error.add_note(f"{pointer or '/'}: {error} ({loading.failed.provider})")


def _named(problem: ComponentProblem) -> str:
    return f"{problem.message} [{problem.provider}]"


def _add_notes(error: Exception, problems: list[ComponentProblem]) -> None:
    for problem in problems:
        error.add_note(str(problem))
