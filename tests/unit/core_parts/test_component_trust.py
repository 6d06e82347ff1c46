"""No provider is imported that is not trusted."""

import sys
from pathlib import Path

import pytest

from studio.core._component import (
    ComponentLoader,
    resolve_class,
    to_studio_name,
    trust_namespaces,
    trusted_namespaces,
)
from studio.core._component import trust as trust_module
from studio.core.exceptions import UntrustedProviderError
from studio.core.memory import ListMemory
from studio.core.tools import FunctionTool

PACKAGE = """
import pathlib, sys
sys.modules["studio_probe_was_here"] = sys
from pydantic import BaseModel
from studio.core._component import Component, ComponentBase

class Config(BaseModel):
    pass

class Thing(ComponentBase[BaseModel], Component[Config]):
    component_type = "thing"
    component_config_schema = Config

    @classmethod
    def _from_config(cls, config):
        return cls()
"""


@pytest.fixture
def outsider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = "studio_outsider"
    (tmp_path / f"{name}.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delitem(sys.modules, "studio_probe_was_here", raising=False)
    return name


def load(provider: str) -> object:
    return ComponentLoader.load_component({"provider": provider, "config": {}}, object)


@pytest.mark.parametrize(
    "provider",
    ["os.system", "subprocess.Popen", "builtins.eval", "studio_outsider.Thing", "studioevil.X.Y"],
)
def test_an_untrusted_provider_is_refused_before_any_import(provider: str, outsider: str) -> None:
    with pytest.raises(UntrustedProviderError, match="is not in a trusted namespace"):
        load(provider)

    assert outsider not in sys.modules
    assert "studio_probe_was_here" not in sys.modules


def test_the_refusal_is_a_value_error_with_advice() -> None:
    with pytest.raises(ValueError, match=r"os\.system") as caught:
        load("os.system")

    assert isinstance(caught.value, UntrustedProviderError)
    assert "AUTOGEN_ALLOWED_PROVIDER_NAMESPACES" in str(caught.value.hint)


def test_the_environment_can_add_namespaces(outsider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGEN_ALLOWED_PROVIDER_NAMESPACES", f"some.where, {outsider}")

    loaded = load(f"{outsider}.Thing")

    assert type(loaded).__name__ == "Thing"
    assert "some.where" in trusted_namespaces()
    del sys.modules[outsider]


def test_an_administrator_can_add_namespaces(
    outsider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust_module, "_added", set[str]())
    trust_namespaces(f"{outsider}.")

    assert type(load(f"{outsider}.Thing")).__name__ == "Thing"
    del sys.modules[outsider]


def test_a_trusted_prefix_is_a_whole_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGEN_ALLOWED_PROVIDER_NAMESPACES", "studio_out")

    with pytest.raises(UntrustedProviderError):
        load("studio_outsider.Thing")


def test_a_class_that_the_program_has_imported_is_found(outsider: str) -> None:
    __import__(outsider)

    assert type(load(f"{outsider}.Thing")).__name__ == "Thing"
    del sys.modules[outsider]


def test_an_imported_class_that_is_no_component_stays_untrusted() -> None:
    with pytest.raises(UntrustedProviderError):
        load("pathlib.Path")


@pytest.mark.parametrize(
    ("provider", "ours"),
    [
        ("autogen_core.tools.FunctionTool", "studio.core.tools.FunctionTool"),
        ("autogen_agentchat.agents.AssistantAgent", "studio.agentchat.agents.AssistantAgent"),
        ("autogen_ext.models.replay.X", "studio.ext.models.replay.X"),
        ("autogen_corest.X", "autogen_corest.X"),
        ("studio.core.X", "studio.core.X"),
    ],
)
def test_autogens_names_are_ours(provider: str, ours: str) -> None:
    assert to_studio_name(provider) == ours


@pytest.mark.parametrize(
    "provider",
    [
        "autogen_core.memory.ListMemory",
        "studio.core.memory.ListMemory",
        "autogen_core.memory._list_memory.ListMemory",
        "autogen_core.memory._moved_since.ListMemory",
    ],
)
def test_both_spellings_and_private_modules_lead_to_one_class(provider: str) -> None:
    assert resolve_class(provider) is ListMemory


def test_short_names_of_model_clients_come_from_data() -> None:
    assert (
        to_studio_name("openai_chat_completion_client")
        == "studio.ext.models.openai.OpenAIChatCompletionClient"
    )


@pytest.mark.parametrize("provider", ["autogen_core.nowhere.X", "autogen_core.tools.NoSuchTool"])
def test_a_name_that_does_not_exist_is_said_so(provider: str) -> None:
    with pytest.raises((ModuleNotFoundError, AttributeError), match=r"NoSuchTool|nowhere"):
        load(provider)


@pytest.mark.parametrize("provider", ["studio.core.tools.Function Tool", "a..b", ".x.y", "x.y."])
def test_a_name_that_is_none_is_invalid(provider: str) -> None:
    with pytest.raises(ValueError, match="Invalid"):
        load(provider)


def test_attributes_behind_a_class_are_not_followed_into_functions() -> None:
    with pytest.raises((TypeError, AttributeError)):
        load("studio.core.tools.FunctionTool.load_component")
    assert resolve_class("studio.core.tools.FunctionTool") is FunctionTool
