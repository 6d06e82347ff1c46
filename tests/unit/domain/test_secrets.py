"""Keys are referred to, found and covered."""

import json

from studio.domain.secrets import (
    MASK,
    fill_placeholders,
    find_placeholders,
    find_secrets,
    mask,
    name_secrets,
)
from tests.support import team_json as t

KEY = "sk-proj-abcdefghijklmnop1234"


def test_references_are_found_wherever_a_key_may_stand() -> None:
    headers = {"Authorization": "Bearer ${MCP_TOKEN}"}
    team = t.round_robin(
        t.agent(
            "a",
            model_client=t.model(api_key="${OPENAI_API_KEY}"),
            workbench=[t.mcp(server_params={"type": "SseServerParams", "headers": headers})],
            system_message="Write ${THIS} to the letter.",
        )
    )

    assert find_placeholders(team) == {"OPENAI_API_KEY", "MCP_TOKEN"}


def test_references_are_filled_in_a_copy_and_programs_stay_as_they_are() -> None:
    tool = t.function_tool(source='def add(a: int) -> str:\n    return "${HOME}"\n')
    team = t.round_robin(
        t.agent("a", model_client=t.model(api_key="${KEY}", user="${UNKNOWN}"), tools=[tool])
    )
    before = json.dumps(team)

    filled = fill_placeholders(team, {"KEY": "secret", "HOME": "/root"}.get)

    config = filled["config"]["participants"][0]["config"]
    assert config["model_client"]["config"]["api_key"] == "secret"
    assert config["model_client"]["config"]["user"] == "${UNKNOWN}"
    assert "${HOME}" in config["tools"][0]["config"]["source_code"]
    assert json.dumps(team) == before


def test_written_keys_are_found_covered_and_named() -> None:
    team = t.round_robin(
        t.agent("a", model_client=t.model(api_key=KEY, default_headers={"X-Api-Key": "abc"}))
    )

    paths = [path.rpartition("/")[2] for path, _, _ in find_secrets(team)]

    assert paths == ["api_key", "X-Api-Key"]
    assert KEY not in json.dumps(mask(team))
    assert MASK in json.dumps(mask(team))
    named = name_secrets(team)["config"]["participants"][0]["config"]["model_client"]["config"]
    assert named["api_key"] == "${OPENAI_API_KEY}"
    assert named["default_headers"] == {"X-Api-Key": "${X_API_KEY}"}


def test_a_key_that_looks_like_one_is_found_in_any_field() -> None:
    params = {"type": "StdioServerParams", "command": "npx", "args": ["--key", KEY]}

    found = find_secrets(t.agent("a", workbench=[t.mcp(server_params=params)]))

    assert [path for path, _, _ in found] == ["/config/workbench/0/config/server_params/args/1"]


def test_numbers_of_tokens_and_local_servers_are_no_secrets() -> None:
    tokens = t.component(
        t.CHAT + "conditions.TokenUsageTermination", "termination", max_total_token=5
    )
    team = t.round_robin(
        t.agent("a", model_client=t.model(api_key="not-needed")), termination_condition=tokens
    )

    assert find_secrets(team) == []
