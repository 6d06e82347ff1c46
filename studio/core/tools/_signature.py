"""Makes the class of a tool's arguments from the signature of a function."""

import inspect
import warnings
from collections.abc import Callable
from typing import Annotated, Any, cast, get_args, get_origin

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from studio.core.tools._errors import ToolSchemaError
from studio.core.tools._source.annotations import Unread

CANCELLATION = "cancellation_token"
"""Name of the parameter that is not the model's to give."""

_VARIADIC = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}


def typed_signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature with annotations as types, also where they are written as text.

    Raises:
        ToolSchemaError: An annotation names something that its module does not know.
    """
    try:
        return inspect.signature(function, eval_str=True)
    except NameError as exc:
        raise ToolSchemaError(f"an annotation of the function cannot be resolved: {exc}") from exc


def arguments_model(
    name: str, signature: inspect.Signature, module: str | None = None
) -> type[BaseModel]:
    """Return a pydantic class with one field per parameter.

    The text in `Annotated[T, "text"]` describes a field; its name does otherwise.

    Raises:
        ToolSchemaError: A parameter has no annotation.
    """
    fields: dict[str, Any] = {}
    for parameter in signature.parameters.values():
        if parameter.name != CANCELLATION and parameter.kind not in _VARIADIC:
            fields[parameter.name] = _field(parameter)
    with warnings.catch_warnings():
        # A parameter may well be called `copy` or `schema`.
        warnings.filterwarnings("ignore", message=".*shadows an attribute", category=UserWarning)
        return create_model(name, __module__=module or __name__, **fields)


def plain_type(annotation: Any) -> Any:
    """Return the type without what `Annotated` adds to it."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _field(parameter: inspect.Parameter) -> tuple[Any, Any]:
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty:
        raise ToolSchemaError(
            f"No annotation for the parameter {parameter.name!r}",
            hint="The model needs to know its type: annotate every parameter of the function.",
        )
    description = parameter.name
    if get_origin(annotation) is Annotated:
        base, *extra = get_args(annotation)
        texts = [item for item in extra if isinstance(item, str)]
        infos = [item for item in extra if isinstance(item, FieldInfo) and item.description]
        description = (
            texts[0] if texts else cast("str", infos[0].description) if infos else description
        )
        annotation = base
        for item in extra:
            if not isinstance(item, str):
                annotation = Annotated[annotation, item]
    default = parameter.default
    if default is inspect.Parameter.empty:
        return annotation, Field(description=description)
    if isinstance(default, Unread):
        return annotation, Field(default_factory=Unread, description=description)
    return annotation, Field(default=default, description=description)
