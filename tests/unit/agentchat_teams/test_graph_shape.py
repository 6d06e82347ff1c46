import pytest

from studio.agentchat.messages import TextMessage
from studio.agentchat.teams import DiGraph, DiGraphBuilder, DiGraphEdge, DiGraphNode, Expression
from tests.support.team_cast import Actor


def node(name: str, *edges: DiGraphEdge) -> DiGraphNode:
    return DiGraphNode(name=name, edges=list(edges))


def to(target: str, condition: str | None = None) -> DiGraphEdge:
    return DiGraphEdge(target=target, condition=condition)


def graph(*nodes: DiGraphNode, start: str | None = None) -> DiGraph:
    return DiGraph(nodes={n.name: n for n in nodes}, default_start_node=start)


def test_a_graph_knows_its_ends_and_its_ways() -> None:
    diamond = graph(node("a", to("b"), to("c")), node("b", to("d")), node("c", to("d")), node("d"))

    diamond.graph_validate()

    assert diamond.get_parents() == {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}
    assert diamond.get_start_nodes() == {"a"}
    assert diamond.get_leaf_nodes() == {"d"}
    assert diamond.get_remaining_map() == {"b": {"b": 1}, "c": {"c": 1}, "d": {"d": 2}}
    assert diamond.get_has_cycles() is False


def test_a_loop_needs_a_condition_among_the_edges_of_its_nodes() -> None:
    loop = graph(node("a", to("b")), node("b", to("a", "again"), to("c", "done")), node("c"))
    loop.default_start_node = "a"

    loop.graph_validate()

    assert loop.get_has_cycles() is True
    assert loop.get_start_nodes() == {"a"}


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (graph(), r"Graph has no nodes\."),
        (graph(node("a", to("a", "x"))), "Graph must have at least one start node"),
        (graph(node("a", to("a", "x")), start="a"), "Graph must have at least one leaf node"),
        (
            graph(node("a", to("b"), to("c", "x")), node("b"), node("c")),
            "Node 'a' has a mix of conditional and unconditional edges",
        ),
        (
            graph(node("a", to("b")), node("b", to("a")), node("c"), start="a"),
            "Cycle detected without exit condition: a -> b -> a",
        ),
        (graph(node("a", to("z")), node("b")), "'z', which is not in the graph"),
        (graph(node("a"), start="z"), "Default start node 'z' is not in the graph"),
        (
            graph(
                node("b", DiGraphEdge(target="d", activation_group="G")),
                node(
                    "c",
                    DiGraphEdge(target="d", activation_group="G", activation_condition="any"),
                ),
                node("d"),
            ),
            (
                r"Conflicting activation conditions for target 'd' group 'G': "
                r"'all' \(from node 'b'\) and 'any' \(from node 'c'\)"
            ),
        ),
    ],
)
def test_graphs_that_make_no_sense_are_refused(bad: DiGraph, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        bad.graph_validate()


def test_a_condition_is_a_text_a_function_or_an_expression() -> None:
    yes, no = (TextMessage(content=text, source="a") for text in ("I APPROVE", "no"))
    for edge in (
        to("x", "APPROVE"),
        DiGraphEdge(target="x", condition=lambda message: "APPROVE" in message.to_model_text()),
        DiGraphEdge(target="x", condition=Expression(expression="'APPROVE' in text")),
    ):
        assert (edge.check_condition(yes), edge.check_condition(no)) == (True, False)
    assert to("x").check_condition(no)


def test_a_function_is_lost_in_a_dump_and_an_expression_is_not() -> None:
    function = DiGraphEdge(target="x", condition=lambda message: True)
    expression = DiGraphEdge(target="x", condition=Expression(expression="turn > 1"))

    rest = {"target": "x", "activation_group": "x", "activation_condition": "all"}
    assert function.model_dump(exclude_none=True) == rest
    assert expression.model_dump(exclude_none=True) == {
        **rest,
        "condition_expression": {"expression": "turn > 1"},
    }
    assert DiGraphEdge.model_validate(expression.model_dump()) == expression


def test_edges_that_do_not_say_it_take_the_activation_of_their_target() -> None:
    flow = DiGraph.model_validate(
        {
            "nodes": {
                "a": {"name": "a", "edges": [{"target": "b"}]},
                "b": {"name": "b", "activation": "any"},
            }
        }
    )
    assert flow.nodes["a"].edges[0].activation_condition == "any"
    assert DiGraph.model_validate(flow.model_dump()) == flow


def test_the_builder_builds_what_it_was_told() -> None:
    a, b, c = Actor("a"), Actor("b"), Actor("c")
    builder = DiGraphBuilder().add_node(a).add_node(b, activation="any").add_node(c)
    builder.add_edge(a, "b", condition="x").add_edge(
        b, c, activation_group="g", activation_condition="any"
    )
    builder.set_entry_point(a)

    built = builder.build()

    assert built.default_start_node == "a"
    assert built.nodes["a"].edges == [
        DiGraphEdge(target="b", condition="x", activation_group="b", activation_condition="any")
    ]
    assert built.nodes["b"].edges[0].activation_group == "g"
    assert builder.get_participants() == [a, b, c]


def test_the_builder_wants_nodes_first_and_keeps_the_first_of_a_name() -> None:
    a = Actor("a")
    builder = DiGraphBuilder().add_node(a, activation="any").add_node(Actor("a"))
    assert builder.get_participants() == [a]
    assert builder.nodes["a"].activation == "any"

    with pytest.raises(ValueError, match="Source node 'z' must be added before adding an edge"):
        builder.add_edge("z", a)
    with pytest.raises(ValueError, match="Target node 'z' must be added before adding an edge"):
        builder.add_edge(a, "z")
    with pytest.raises(ValueError, match="Start node 'z' must be added"):
        builder.set_entry_point("z")


def test_conditional_edges_in_one_go_still_work_with_a_warning() -> None:
    a, b, c = Actor("a"), Actor("b"), Actor("c")
    builder = DiGraphBuilder().add_node(a).add_node(b).add_node(c)
    with pytest.warns(DeprecationWarning, match="add_edge"):
        builder.add_conditional_edges(a, {"yes": b, "no": "c"})
    assert [(e.condition, e.target) for e in builder.nodes["a"].edges] == [
        ("yes", "b"),
        ("no", "c"),
    ]
