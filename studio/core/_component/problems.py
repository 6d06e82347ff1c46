"""Everything that is wrong with a nested component document, without building any of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from studio.core._component.model import ComponentModel
from studio.core._component.sides import ComponentFromConfig
from studio.core._component.trust import resolve_class
from studio.core.exceptions import ComponentError

Loc = tuple[str | int, ...]


@dataclass(frozen=True)
class ComponentProblem:
    """One thing that keeps a component from being loaded."""

    loc: Loc
    """Keys and positions from the outermost component down to the place."""
    message: str
    code: str
    """Stable identifier, such as `component.untrusted`."""
    provider: str
    """The component that has the problem."""
    component: Loc = ()
    """Where that component is."""
    hint: str | None = None

    @property
    def pointer(self) -> str:
        """The place as a JSON pointer; empty for the outermost component."""
        return "".join(f"/{_escaped(part)}" for part in self.loc)

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.message} ({self.provider or 'no provider'})"


def collect_problems(component: Mapping[str, Any] | ComponentModel) -> list[tuple[str, str]]:
    """Return every problem of a component and the components inside it.

    Nothing is built and no code of the document is run; only trusted modules are imported.

    Returns:
        Pairs of (JSON pointer, message), outermost component first; empty when it can be loaded.

    Example:
        >>> collect_problems({"provider": "os.system", "config": {}})[0][0]
        '/provider'
    """
    return [(problem.pointer, problem.message) for problem in inspect_component(component)]


def inspect_component(component: Mapping[str, Any] | ComponentModel) -> list[ComponentProblem]:
    """Return what `collect_problems` does, with code, provider and hint of each problem."""
    data = component.model_dump() if isinstance(component, ComponentModel) else component
    found: dict[tuple[Loc, str], ComponentProblem] = {}
    for problem in _inspect(data, ()) if isinstance(data, Mapping) else ():  # pyright: ignore[reportUnnecessaryIsInstance] - comes from JSON
        found.setdefault((problem.loc, problem.message), problem)
    return list(found.values())


def _inspect(data: Mapping[str, Any], loc: Loc) -> Iterator[ComponentProblem]:
    provider = str(data.get("provider", ""))
    try:
        model = ComponentModel.model_validate(dict(data))
    except ValidationError as exc:
        yield from _from_validation(exc, data, loc, provider, loc)
        return
    yield from _inspect_config(model, data, loc)
    yield from _inspect_inside(model.config, (*loc, "config"))


def _inspect_config(
    model: ComponentModel, data: Mapping[str, Any], loc: Loc
) -> Iterator[ComponentProblem]:
    provider = model.provider
    try:
        cls = resolve_class(provider)
    except ComponentError as exc:
        yield ComponentProblem((*loc, "provider"), str(exc), exc.code, provider, loc, exc.hint)
        return
    except ImportError as exc:
        yield ComponentProblem(
            (*loc, "provider"), str(exc), "component.missing_package", provider, loc, _hint_of(exc)
        )
        return
    if _is_past(model, cls):
        if not _reads_past_versions(cls):
            message = f"version {model.component_version} can no longer be read"
            yield ComponentProblem(
                (*loc, "component_version"), message, "component.past_version", provider, loc
            )
        return
    schema = cast("type[BaseModel]", cls.component_config_schema)
    try:
        schema.model_validate(model.config)
    except ValidationError as exc:
        place = (*loc, "config")
        yield from _from_validation(exc, data["config"], place, provider, loc)
        return
    extra = getattr(cls, "component_config_problems", None)
    if extra is not None:
        for field, message in extra(model.config):
            place = (*loc, "config", field)
            yield ComponentProblem(place, message, "component.schema", provider, loc)


def _inspect_inside(value: Any, loc: Loc) -> Iterator[ComponentProblem]:
    for place, component in _components_in(value, loc):
        yield from _inspect(component, place)


def _components_in(value: Any, loc: Loc) -> Iterator[tuple[Loc, dict[str, Any]]]:
    if isinstance(value, ComponentModel):
        value = value.model_dump()
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        if isinstance(items.get("provider"), str) and isinstance(items.get("config"), dict):
            yield loc, items
        else:
            for key, item in items.items():
                yield from _components_in(item, (*loc, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _components_in(item, (*loc, index))


def find_component(root: ComponentModel | Mapping[str, Any], wanted: ComponentModel) -> str | None:
    """Return the JSON pointer to the first component inside `root` that equals `wanted`."""
    data = root.model_dump() if isinstance(root, ComponentModel) else dict(root)
    waiting = list(_components_in(data, ()))
    for place, component in waiting:
        if (component["provider"], component["config"]) == (wanted.provider, wanted.config):
            return "".join(f"/{_escaped(part)}" for part in place)
        waiting.extend(_components_in(component["config"], (*place, "config")))
    return None


def _is_past(model: ComponentModel, cls: type[Any]) -> bool:
    return bool(model.component_version) and model.component_version < cls.component_version


def _reads_past_versions(cls: type[Any]) -> bool:
    name = "_from_config_past_version"
    return getattr(cls, name).__func__ is not vars(ComponentFromConfig)[name].__func__


def _from_validation(
    error: ValidationError, data: Any, loc: Loc, provider: str, component: Loc
) -> Iterator[ComponentProblem]:
    for item in error.errors(include_url=False, include_context=False):
        place = _place(item["loc"], data, is_missing=item["type"] == "missing")
        yield ComponentProblem((*loc, *place), item["msg"], "component.schema", provider, component)


def _place(loc: Loc, data: Any, *, is_missing: bool) -> Loc:
    """Drop what pydantic puts into a path beside keys: names of union members and validators."""
    place: list[str | int] = []
    last = len(loc) - 1
    for number, part in enumerate(loc):
        if isinstance(data, Mapping) and part in data:
            data = cast("Mapping[Any, Any]", data)[part]
        elif isinstance(data, list) and isinstance(part, int):
            items = cast("list[Any]", data)
            data = items[part] if part < len(items) else None
        elif not (is_missing and number == last):
            continue
        place.append(part)
    return tuple(place)


def _hint_of(error: ImportError) -> str | None:
    hint = getattr(error, "hint", None)
    return hint if isinstance(hint, str) else None


def _escaped(part: str | int) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")
