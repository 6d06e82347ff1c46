"""A team as a Mermaid flow chart, for readmes and wikis."""

from studio.domain.json_values import JsonDict, as_text
from studio.domain.kinds import kind_of, label_of, type_label
from studio.domain.team_edges import TEAM, TeamEdge, edges_of, participants

_STYLES = """    classDef team fill:#ede9fe,stroke:#7c3aed,color:#1e1b4b
    classDef agent fill:#dbeafe,stroke:#2563eb,color:#172554"""


def mermaid(component: JsonDict) -> str:
    """Return the flow chart of a component; teams inside teams become boxes."""
    lines = ["flowchart LR"]
    _draw(component, "n", lines, "    ")
    return "\n".join([*lines, _STYLES]) + "\n"


def _draw(component: JsonDict, node: str, lines: list[str], indent: str) -> None:
    kind = "team" if kind_of(component) == "team" else "agent"
    shape = ("{{", "}}") if kind == "team" else ("(", ")")
    text = f"{_safe(label_of(component))}<br/><small>{_safe(type_label(component))}</small>"
    lines.append(f'{indent}{node}{shape[0]}"{text}"{shape[1]}:::{kind}')
    if kind != "team":
        return
    members = participants(component)
    for index, member in enumerate(members):
        child = f"{node}_{index}"
        if kind_of(member) == "team":
            lines.append(f'{indent}subgraph {child}_box["{_safe(label_of(member))}"]')
            _draw(member, child, lines, indent + "    ")
            lines.append(f"{indent}end")
        else:
            _draw(member, child, lines, indent)
    lines.extend(indent + _arrow(edge, node) for edge in edges_of(component))


def _arrow(edge: TeamEdge, node: str) -> str:
    source = node if edge.source == TEAM else f"{node}_{edge.source}"
    target = f"{node}_{edge.target}"
    if edge.kind == "participant":
        return f"{source} -.-> {target}"
    condition = _safe(as_text((edge.fields or {}).get("condition")))
    return f'{source} -->|"{condition}"| {target}' if condition else f"{source} --> {target}"


def _safe(text: str) -> str:
    for character, code in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(character, code)
    return " ".join(text.split())
