"""The graph of a graph flow as calls of a builder."""

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import name_of
from studio.domain.team_edges import graph_nodes, participants
from studio.exporters.python.code import Call, Code, Raw, Text, render

_EDGE_FIELDS = {"target", "condition", "activation_group", "activation_condition"}
_NODE_FIELDS = {"name", "edges", "activation"}


def builder_lines(
    team: JsonDict, graph: JsonDict, variable: str, agents: dict[str, str]
) -> list[str] | None:
    """Return the calls that build a graph, `None` when a builder cannot say all of it.

    Args:
        team: The graph flow.
        graph: Its graph.
        variable: Of the builder.
        agents: Variables of the participants, by name.
    """
    nodes = graph_nodes(team)
    names = [name_of(item) for item in participants(team)]
    complete = sorted(nodes) == sorted(names) and len(set(names)) == len(names)
    if not complete or not all(_is_plain(name, node, nodes) for name, node in nodes.items()):
        return None
    entry = as_text(graph.get("default_start_node"))
    calls = [_node(variable, agents[name], node) for name, node in nodes.items()]
    calls += [
        _edge(variable, agents, name, edge)
        for name, node in nodes.items()
        for edge in as_dicts(node.get("edges"))
    ]
    if entry in agents:
        calls.append(Call(f"{variable}.set_entry_point", [("", Raw(agents[entry]))]))
    return [render(call, 4, 4) for call in calls]


def _is_plain(name: str, node: JsonDict, nodes: dict[str, JsonDict]) -> bool:
    if not set(node) <= _NODE_FIELDS or as_text(node.get("name")) != name:
        return False
    return all(
        {key for key, value in as_dict(edge).items() if value is not None} <= _EDGE_FIELDS
        and as_text(as_dict(edge).get("target")) in nodes
        for edge in as_list(node.get("edges"))
    )


def _node(variable: str, agent: str, node: JsonDict) -> Call:
    arguments: list[tuple[str, Code]] = [("", Raw(agent))]
    if node.get("activation") == "any":
        arguments.append(("activation", Text("any")))
    return Call(f"{variable}.add_node", arguments)


def _edge(variable: str, agents: dict[str, str], source: str, edge: JsonDict) -> Call:
    target = as_text(edge.get("target"))
    arguments: list[tuple[str, Code]] = [("", Raw(agents[source])), ("", Raw(agents[target]))]
    if isinstance(edge.get("condition"), str):
        arguments.append(("condition", Text(edge["condition"])))
    group = as_text(edge.get("activation_group"))
    if group and group != target:
        arguments.append(("activation_group", Text(group)))
    if edge.get("activation_condition") == "any":
        arguments.append(("activation_condition", Text("any")))
    return Call(f"{variable}.add_edge", arguments)
