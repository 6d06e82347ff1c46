from typing import Any

import pytest

from studio.agentchat.messages import MultiModalMessage, TextMessage, ThoughtEvent
from studio.agentchat.teams import DiGraphBuilder, Expression, GraphFlow
from studio.agentchat.teams._expression import Facts, facts_of
from tests.support.team_cast import Actor, said

FACTS = Facts(text="I approve this", source="critic", type="TextMessage", messages=4, turn=3)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("'approve' in text and source == 'critic'", True),
        ("not contains(upper(text), 'REJECT')", True),
        ("text.lower().startswith('i ap') or endswith(text, '!')", True),
        ("'writer' if source == 'critic' else None", "writer"),
        ("['a', 'b'] if messages > 3 else ['a']", ["a", "b"]),
        ("words(text) + len(strip(' x '))", 4),
        ("turn % 2 == 1 and type != 'StopMessage'", True),
        ("text[-4:]", "this"),
        ("1 < messages <= 4", True),
        ("source in ('critic', 'user')", True),
        ("max(turn, 10) - int('3')", 7),
        ("text.count('p') == 2", True),
        ("", None),
    ],
)
def test_expressions_speak_of_the_last_message(expression: str, value: Any) -> None:
    if not expression:
        with pytest.raises(ValueError, match="not an expression"):
            Expression(expression=expression)
        return
    assert Expression(expression=expression).evaluate(FACTS) == value


@pytest.mark.parametrize(
    "expression",
    [
        "text.__class__",
        "text.__class__.__mro__",
        "().__class__",
        "text.lower",
        "text.format(source)",
        "open('x')",
        "eval('1')",
        "__import__('os')",
        "[c for c in text]",
        "{c: 1 for c in text}",
        "lambda: 1",
        "f'{text}'",
        "2 ** 99999999",
        "'a' * 99999999",
        "1 << 99999999",
        "len(text, default=1)",
        "min(1, 2)(3)",
        "nobody",
        "lower",
        "(x := 1)",
        "import os",
        "text; text",
        "x" * 2001,
        "not " * 400 + "text",
        "(" * 300 + "1" + ")" * 300,
        "await text",
        "*text",
    ],
)
def test_nothing_else_can_be_said(expression: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reasons differ
        Expression(expression=expression)


@pytest.mark.parametrize(
    "expression", ["text + 1", "'%999999999d' % 5", "int(text)", "turn % 0", "text[99999:][0]"]
)
def test_an_expression_without_a_value_says_so(expression: str) -> None:
    with pytest.raises(ValueError, match="cannot be evaluated"):
        Expression(expression=expression).evaluate(FACTS)


def test_facts_are_those_of_the_message() -> None:
    message = MultiModalMessage(content=["a", "b"], source="x")
    assert facts_of(message, 2, 1) == Facts("ab", "x", "MultiModalMessage", 2, 1)
    assert facts_of(ThoughtEvent(content="hm", source="y")) == Facts("hm", "y", "ThoughtEvent")
    assert facts_of(None, 0, 2) == Facts(turn=2)


def test_an_expression_may_be_written_as_a_mere_text() -> None:
    assert Expression.model_validate("turn > 1") == Expression(expression="turn > 1")


async def test_edges_of_a_graph_can_count_turns() -> None:
    a, b, c = Actor("a"), Actor("b"), Actor("c")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c).add_edge(a, b)
    builder.add_edge(b, a, Expression(expression="messages < 6"))
    builder.add_edge(b, c, Expression(expression="messages >= 6"))
    builder.set_entry_point(a)
    team = GraphFlow([a, b, c], builder.build(), max_turns=20)

    result = await team.run(task=TextMessage(content="t", source="user"))

    assert [s for s, _ in said(result)] == ["user", "a", "b", "a", "b", "a", "b", "c"]
