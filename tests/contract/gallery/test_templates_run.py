"""Teams of the gallery that need no key say what they promise."""

from typing import Any

import pytest

from studio._kit.run_context import Question, RunContext, entered_run
from studio.agentchat.base import TaskResult
from studio.agentchat.messages import BaseChatMessage
from studio.agentchat.teams import BaseGroupChat
from studio.domain.gallery_entry import GalleryItem
from studio.gallery import builtin_items
from tests.support.team_json import unpaced

KEYLESS = [item for item in builtin_items() if item.kind == "team" and item.replay]

ENDS = {
    "teams/travel_planner": ("Text 'TERMINATE' mentioned", 9),
    "teams/research_desk": ("Text 'TERMINATE' mentioned", 7),
    "teams/support_handoffs": ("Text 'TERMINATE' mentioned", 7),
    "teams/article_workshop": ("Digraph execution is complete", 10),
    "teams/expense_approval": ("Text 'TERMINATE' mentioned", 4),
    "teams/product_launch": ("Text 'TERMINATE' mentioned", 7),
}


class Approving(RunContext):
    """A person who says yes."""

    async def ask(self, question: Question) -> str:
        return "Yes, go ahead."


@pytest.mark.parametrize("item", KEYLESS, ids=[item.id for item in KEYLESS])
async def test_a_template_runs_to_its_end(item: GalleryItem) -> None:
    team: Any = BaseGroupChat.load_component(unpaced(item.component))

    with entered_run(Approving()):
        result: TaskResult = await team.run(task="Please help me.")

    said = [message for message in result.messages if isinstance(message, BaseChatMessage)]
    assert (result.stop_reason, len(said)) == ENDS[item.id]
    assert not any(getattr(message, "is_error", False) for message in result.messages)
