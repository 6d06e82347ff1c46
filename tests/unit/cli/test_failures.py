"""A run that fails says in a sentence why, and what to do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import team_json as t
from tests.support.provider import ProviderServer, Reply
from tests.unit.cli.conftest import Call

WRONG_KEY = "sk-wrong-key-of-mine"
FAILURES = {
    "keyless": "the model has no API key",
    "refused": "the model provider refuses the key (401): ",
    "busy": "the model provider answers 'too many requests' (429): ",
    "broken": "the model provider has failed (500): ",
    "silent": "the model provider did not answer in time",
    "gone": "the model provider cannot be reached: ",
}


@pytest.fixture(scope="module")
def provider() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        server.script.standing = {
            "busy": Reply(failure="status", status=429, error="Slow down."),
            "broken": Reply(failure="status", status=500),
            "silent": Reply(failure="hang"),
        }
        yield server


def openai(provider: ProviderServer, name: str) -> dict[str, Any]:
    return t.model(
        name,
        base_url="http://127.0.0.1:9/v1" if name == "gone" else provider.openai_url,
        api_key={"refused": WRONG_KEY, "keyless": None}.get(name, provider.key),
        max_retries=0,
        timeout=0.2,
        model_info=t.replay()["config"]["model_info"],
    )


def anthropic(provider: ProviderServer, name: str) -> dict[str, Any]:
    config = openai(provider, name)["config"]
    return t.component(
        "autogen_ext.models.anthropic.AnthropicChatCompletionClient",
        "model",
        **{**config, "base_url": config["base_url"].removesuffix("/v1")},
    )


@pytest.mark.parametrize("client", [openai, anthropic])
@pytest.mark.parametrize("name", FAILURES)
def test_a_model_that_fails_is_told_with_what_to_do(
    call: Call, provider: ProviderServer, client: Any, name: str
) -> None:
    team = t.round_robin(t.agent("a", model_client=client(provider, name)))
    Path("team.json").write_text(json.dumps(team), encoding="utf-8")

    done = call("run", "team.json", "--task", "x")

    assert done.code == 1
    sentence, hint = done.err.rstrip().splitlines()
    assert sentence.startswith(f"studio: {FAILURES[name]}")
    assert hint.startswith("        ")
    assert WRONG_KEY not in done.err + done.out
    assert "· 0 tokens" in done.out


@pytest.mark.parametrize(
    ("team", "said"),
    [
        (
            t.round_robin(t.agent("a", model_client=t.model(api_key="${OPENAI_API_KEY}"))),
            "no value is stored for OPENAI_API_KEY",
        ),
        (
            t.round_robin(t.component("os.path.Nothing", "agent", name="x")),
            "'os.path.Nothing' is not in a trusted namespace",
        ),
        (
            t.round_robin(t.component("autogen_agentchat.agents.Nobody", "agent", name="x")),
            "Nobody",
        ),
        (t.round_robin(), "participant"),
    ],
)
def test_a_team_that_cannot_run_is_told_with_what_to_do(
    call: Call, team: dict[str, Any], said: str
) -> None:
    Path("team.json").write_text(json.dumps(team), encoding="utf-8")

    ran, served = call("run", "team.json", "--task", "x"), call("serve", "team.json")

    for done in (ran, served):
        assert done.code == 1
        assert said in done.err
        assert len(done.err.rstrip().splitlines()) == 2
