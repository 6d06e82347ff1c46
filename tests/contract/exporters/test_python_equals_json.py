"""What an exported program builds is what the JSON loads."""

import asyncio
from types import CodeType
from typing import Any

import pytest

from studio.core import ComponentLoader
from studio.domain.canvas import apply_ops
from studio.domain.gallery_entry import GalleryItem
from studio.domain.json_values import as_dict, as_list
from studio.domain.team_spec import TeamDocument
from studio.exporters import export
from studio.gallery import builtin_items
from tests.support import team_json as t

REPLAY = [item for item in builtin_items() if item.replay]


def built(component: dict[str, Any]) -> Any:
    result = export(component, "python")
    assert result.text is not None
    code: CodeType = compile(result.text, result.filename, "exec")
    scope: dict[str, Any] = {"__name__": "exported"}
    exec(code, scope)
    return next(scope[name]() for name in scope if name.startswith("build_"))


def dumped(component: Any) -> Any:
    return plain(component.dump_component().model_dump(mode="json"))


def plain(value: Any) -> Any:
    """Leave out what an import does to a function: its source is read back with other blanks."""
    if isinstance(value, dict):
        fields = as_dict(value)
        if "source_code" in fields:
            fields = {**fields, "source_code": str(fields["source_code"]).strip()}
        return {
            key: plain(item) for key, item in fields.items() if key not in {"label", "description"}
        }
    if isinstance(value, list):
        return [plain(item) for item in as_list(value)]
    return value


def without_tools(component: dict[str, Any]) -> bool:
    return "source_code" not in str(component)


CASES = {
    "round_robin": t.round_robin(t.agent("a", model_client=t.replay("x")), max_turns=3),
    "conditions": t.round_robin(
        t.agent("a", model_client=t.replay("x")),
        termination_condition=t.either(t.both(t.mention("A"), t.max_messages(3)), t.mention("B")),
    ),
    "three_conditions": t.round_robin(
        t.agent("a", model_client=t.replay("x")),
        termination_condition=t.either(t.mention("A"), t.max_messages(3), t.mention("B")),
    ),
    "right_nested": t.round_robin(
        t.agent("a", model_client=t.replay("x")),
        termination_condition=t.either(t.mention("A"), t.either(t.mention("B"), t.mention("C"))),
    ),
    "no_system_message": t.round_robin(
        t.agent("a", model_client=t.replay("x"), system_message=None)
    ),
    "names_that_clash": t.round_robin(
        *(
            t.agent(name, model_client=t.replay("x"))
            for name in ("asyncio", "key", "sys", "print", "AssistantAgent", "termination", "main")
        )
    ),
    "strange_texts": t.round_robin(
        t.agent(
            "a",
            model_client=t.replay('"""', '\\n {x} "it\'s"', "tab\there\r\nand\n\n  more  \n", "é"),
            system_message="x" * 300 + "\n" + "word " * 60,
        )
    ),
    "context": t.round_robin(
        t.agent(
            "a",
            model_client=t.replay("x"),
            model_context=t.component(
                "autogen_core.model_context.BufferedChatCompletionContext",
                "chat_completion_context",
                buffer_size=5,
            ),
            memory=[
                t.component(
                    "autogen_core.memory.ListMemory",
                    "memory",
                    name="notes",
                    memory_contents=[{"content": "c", "mime_type": "text/plain", "metadata": {}}],
                )
            ],
        )
    ),
    "loop": t.flow("a", "b", edges=[("a", "b", None)])
    | {
        "config": apply_ops(
            TeamDocument(component=t.flow("a", "b", edges=[("a", "b", None)])),
            [
                {
                    "op": "replace",
                    "path": f"/config/participants/{i}",
                    "component": t.agent(n, model_client=t.replay("x")),
                }
                for i, n in enumerate("ab")
            ],
        ).component["config"]
    },
    "person": t.round_robin(t.agent("a", model_client=t.replay("x")), t.person()),
    "tools_as_agents": t.round_robin(
        t.agent(
            "a",
            model_client=t.replay("x"),
            tools=[
                t.component(
                    t.CHAT + "tools.AgentTool",
                    "tool",
                    agent=t.agent("helper", model_client=t.replay("y")),
                    return_value_as_last_message=True,
                )
            ],
        )
    ),
    "society": t.round_robin(
        t.component(
            t.CHAT + "agents.SocietyOfMindAgent",
            "agent",
            name="society",
            team=t.round_robin(t.agent("x", model_client=t.replay("x")), name="inner"),
            model_client=t.replay("y"),
        )
    ),
    "filter": t.round_robin(
        t.component(
            t.CHAT + "agents.MessageFilterAgent",
            "agent",
            name="listener",
            wrapped_agent=t.agent("a", model_client=t.replay("x")),
            filter={"per_source": [{"source": "user", "position": "last", "count": 1}]},
        )
    ),
}


@pytest.mark.parametrize("name", CASES)
async def test_a_program_builds_what_the_json_loads(name: str) -> None:
    component = CASES[name]

    assert dumped(built(component)) == dumped(ComponentLoader.load_component(component, object))


@pytest.mark.parametrize("item", REPLAY, ids=[item.id for item in REPLAY])
async def test_the_gallery_builds_what_it_loads(item: GalleryItem) -> None:
    if without_tools(item.component):
        expected = dumped(ComponentLoader.load_component(item.component, object))
        assert dumped(built(item.component)) == expected
    else:
        assert built(item.component) is not None
    await asyncio.sleep(0)
