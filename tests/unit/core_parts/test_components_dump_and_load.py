"""Components are written as data and built again from it."""

import warnings
from typing import Any, ClassVar, Self

import pytest
from pydantic import BaseModel, SecretStr, ValidationError

from studio.core._cache_store import CacheStore, InMemoryStore
from studio.core._component import (
    Component,
    ComponentBase,
    ComponentLoader,
    ComponentModel,
    is_component_class,
    is_component_instance,
    register_aliases,
)
from studio.core.model_context import BufferedChatCompletionContext, ChatCompletionContext


class GadgetConfig(BaseModel):
    size: int
    note: str | None = None
    key: SecretStr | None = None


class Gadget(ComponentBase[BaseModel], Component[GadgetConfig]):
    """Does a thing.

    And this is said at length.
    """

    component_type: ClassVar[str] = "gadget"
    component_config_schema = GadgetConfig

    def __init__(self, config: GadgetConfig) -> None:
        self.config = config

    def _to_config(self) -> GadgetConfig:
        return self.config

    @classmethod
    def _from_config(cls, config: GadgetConfig) -> Self:
        return cls(config)


class NewGadget(Gadget):
    """Third version."""

    component_version: ClassVar[int] = 3

    @classmethod
    def _from_config_past_version(cls, config: dict[str, Any], version: int) -> Self:
        if version < 2:
            raise NotImplementedError
        return cls(GadgetConfig(size=config["width"] * version))


class Labelled(Gadget):
    component_provider_override: ClassVar[str | None] = "autogen_elsewhere.Labelled"
    component_description: ClassVar[str | None] = "A description"
    component_label: ClassVar[str | None] = "A label"


def test_a_dump_names_class_version_label_and_first_paragraph() -> None:
    dumped = Gadget(GadgetConfig(size=3)).dump_component()

    assert dumped == ComponentModel(
        provider=f"{__name__}.Gadget",
        component_type="gadget",
        version=1,
        component_version=1,
        description="Does a thing.",
        label="Gadget",
        config={"size": 3},
    )


def test_overrides_win_over_class_name_and_docstring() -> None:
    dumped = Labelled(GadgetConfig(size=3)).dump_component()

    assert dumped.provider == "autogen_elsewhere.Labelled"
    assert (dumped.description, dumped.label) == ("A description", "A label")


def test_a_secret_stays_secret_in_the_json_dump() -> None:
    dumped = Gadget(GadgetConfig(size=1, key=SecretStr("very secret"))).dump_component()

    assert isinstance(dumped.config["key"], SecretStr)
    assert "very secret" not in dumped.model_dump_json()


def test_a_component_loads_from_model_and_from_dict() -> None:
    dumped = Gadget(GadgetConfig(size=3, note="n")).dump_component()

    from_model = Gadget.load_component(dumped)
    from_dict = ComponentLoader.load_component(dumped.model_dump(), Gadget)

    assert from_model.config == from_dict.config == GadgetConfig(size=3, note="n")


def test_the_wrong_type_is_a_type_error() -> None:
    dumped = Gadget(GadgetConfig(size=3)).dump_component()

    with pytest.raises(TypeError, match="Expected type does not match"):
        InMemoryStore.load_component(dumped)
    with pytest.raises(TypeError, match="Expected type does not match"):
        Gadget.load_component(dumped, InMemoryStore)


def test_a_subscripted_class_can_be_expected() -> None:
    dumped: dict[str, Any] = {"provider": "autogen_core.InMemoryStore", "config": {}}

    assert isinstance(ComponentLoader.load_component(dumped, CacheStore[str]), InMemoryStore)


def test_a_provider_without_a_dot_is_invalid() -> None:
    with pytest.raises(ValueError, match="Invalid"):
        Gadget.load_component({"provider": "gadget", "config": {"size": 1}})


def test_something_else_than_a_component_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        Gadget.load_component({"provider": "studio.core.models.UserMessage", "config": {}})


def test_a_bad_config_is_a_validation_error_that_names_the_field() -> None:
    with pytest.raises(ValidationError, match="size") as caught:
        Gadget.load_component({"provider": f"{__name__}.Gadget", "config": {"size": "big"}})

    assert caught.value.errors()[0]["loc"] == ("size",)
    assert any("/config/size" in note for note in caught.value.__notes__)


@pytest.mark.parametrize(("version", "size"), [(None, 7), (3, 7), (4, 7)])
def test_the_current_version_is_assumed(version: int | None, size: int) -> None:
    data = {
        "provider": f"{__name__}.NewGadget",
        "component_version": version,
        "config": {"size": 7},
    }

    assert NewGadget.load_component(data).config.size == size


def test_an_older_version_is_read_by_the_hook() -> None:
    data = {"provider": f"{__name__}.NewGadget", "component_version": 2, "config": {"width": 5}}

    assert NewGadget.load_component(data).config.size == 10


def test_a_version_that_is_too_old_is_not_implemented() -> None:
    data = {"provider": f"{__name__}.NewGadget", "component_version": 1, "config": {"width": 5}}

    with pytest.raises(NotImplementedError, match="version 1"):
        NewGadget.load_component(data)


def test_a_class_inside_a_function_cannot_be_dumped() -> None:
    class Hidden(Gadget):
        pass

    with pytest.raises(TypeError):
        Hidden(GadgetConfig(size=1)).dump_component()


def test_a_private_module_in_the_provider_is_warned_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Gadget, "__module__", "somewhere._hidden.gadget")

    with pytest.warns(UserWarning, match="provider"):
        Gadget(GadgetConfig(size=1)).dump_component()


def test_a_component_without_a_type_cannot_be_dumped() -> None:
    with pytest.warns(UserWarning, match="component_type"):

        class Untyped(ComponentBase[BaseModel], Component[GadgetConfig]):
            component_config_schema = GadgetConfig
            component_provider_override: ClassVar[str | None] = "a.b"

    with pytest.raises(AttributeError):
        Untyped().dump_component()


def test_an_incomplete_class_is_only_warned_about() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        type("Half", (Component,), {"component_type": "half"})

    texts = " ".join(str(item.message) for item in caught)
    assert "component_config_schema" in texts
    assert "must subclass" in texts


def test_complete_components_are_recognized() -> None:
    assert is_component_class(Gadget)
    assert is_component_instance(InMemoryStore())
    assert not is_component_class(ChatCompletionContext)
    assert not is_component_instance("text")


def test_a_short_name_stands_for_a_provider() -> None:
    register_aliases({"buffered": "autogen_core.model_context.BufferedChatCompletionContext"})

    loaded = ChatCompletionContext.load_component(
        {"provider": "buffered", "config": {"buffer_size": 2}}
    )

    assert isinstance(loaded, BufferedChatCompletionContext)


def test_an_in_memory_store_keeps_values() -> None:
    store = InMemoryStore[int]()

    store.set("a", 1)

    assert (store.get("a"), store.get("b"), store.get("b", 2)) == (1, None, 2)
