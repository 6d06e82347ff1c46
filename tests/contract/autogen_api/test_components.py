"""Documents that AutoGen 0.7.5 wrote load, and are dumped again as they were."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from studio.core import ComponentLoader

DUMPED: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "components.json").read_text("utf-8")
)


def without_texts(value: Any) -> Any:
    """Drop the description of each component: it comes from the docstring of its class."""
    if isinstance(value, list):
        return [without_texts(item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, Any]", value)
    return {
        key: without_texts(item)
        for key, item in fields.items()
        if key != "description" or "provider" not in fields
    }


@pytest.mark.parametrize("name", sorted(DUMPED))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_document_comes_back_as_it_was(name: str) -> None:
    document = DUMPED[name]

    loaded: Any = ComponentLoader.load_component(document)
    dumped = loaded.dump_component().model_dump(mode="json")

    assert without_texts(dumped) == without_texts(document)


@pytest.mark.parametrize("name", sorted(DUMPED))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_document_is_a_fixed_point_of_loading_and_dumping(name: str) -> None:
    first: Any = ComponentLoader.load_component(DUMPED[name])
    once = first.dump_component().model_dump(mode="json")

    second: Any = ComponentLoader.load_component(once)

    assert second.dump_component().model_dump(mode="json") == once
