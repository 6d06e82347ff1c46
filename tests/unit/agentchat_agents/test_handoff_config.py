import pytest

from studio.agentchat.base import Handoff
from studio.core import CancellationToken


def test_a_handoff_fills_in_what_follows_from_its_target() -> None:
    handoff = Handoff(target="Alice")

    assert handoff.model_dump() == {
        "target": "Alice",
        "name": "transfer_to_alice",
        "description": "Handoff to Alice.",
        "message": "Transferred to Alice, adopting the role of Alice immediately.",
    }


async def test_its_tool_returns_the_message() -> None:
    handoff = Handoff(target="Alice", name="ask_alice", description="for sums", message="Your turn")
    tool = handoff.handoff_tool

    assert (tool.name, tool.description) == ("ask_alice", "for sums")
    assert await tool.run_json({}, CancellationToken()) == "Your turn"
    assert tool.schema.get("strict") is True


def test_its_name_must_be_an_identifier() -> None:
    with pytest.raises(ValueError, match="valid identifier"):
        Handoff(target="Alice", name="ask alice")
