"""A component read once, sorted by kind, for all rules to look at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from studio.domain.json_values import JsonDict, as_dict, as_dicts, as_list, as_text
from studio.domain.kinds import Kind, class_of, kind_of, label_of, name_of
from studio.domain.slots import walk
from studio.domain.team_edges import TeamEdge, edges_of, team_path_of


@dataclass
class Found:
    """One component with its place."""

    path: str
    component: JsonDict
    kind: Kind
    class_name: str
    config: JsonDict
    team: "Team | None" = None
    """The team it is a participant of."""

    @cached_property
    def name(self) -> str:
        """Return the name others refer to."""
        return name_of(self.component)

    @cached_property
    def label(self) -> str:
        """Return what to call it in a sentence."""
        return label_of(self.component) or self.class_name

    def field(self, *keys: str | int) -> str:
        """Return the pointer to something in its config."""
        return "/".join([f"{self.path}/config", *map(str, keys)])


@dataclass
class Team(Found):
    """A team with its participants in order."""

    members: list[Found] = field(default_factory=list["Found"])

    @cached_property
    def names(self) -> list[str]:
        """Return the participants' names, in order."""
        return [member.name for member in self.members]

    @cached_property
    def edges(self) -> list[TeamEdge]:
        """Return who leads to whom."""
        return edges_of(self.component, self.path)


@dataclass
class Scene:
    """Everything in a component."""

    root: JsonDict
    trusted: tuple[str, ...]
    all: list[Found]
    teams: list[Team]

    def of(self, kind: Kind) -> list[Found]:
        """Return the components of one kind, outer ones first."""
        return self._by_kind.get(kind, [])

    def of_class(self, *names: str) -> Iterator[Found]:
        """Yield the components of certain classes."""
        return (found for found in self.all if found.class_name in names)

    @cached_property
    def _by_kind(self) -> dict[Kind, list[Found]]:
        result: dict[Kind, list[Found]] = {}
        for found in self.all:
            result.setdefault(found.kind, []).append(found)
        return result

    @cached_property
    def handoff_agents(self) -> list[Found]:
        """Return the agents that can hand over."""
        return [found for found in self.of("agent") if as_list(found.config.get("handoffs"))]


def read_scene(component: JsonDict, *, trusted: tuple[str, ...] = ()) -> Scene:
    """Read a component for the rules."""
    found: list[Found] = []
    teams: dict[str, Team] = {}
    for path, item in walk(component):
        entry = _entry(path, item)
        found.append(entry)
        if isinstance(entry, Team):
            teams[path] = entry
        seat = team_path_of(path)
        if seat is not None and seat[0] in teams:
            entry.team = teams[seat[0]]
            teams[seat[0]].members.append(entry)
    return Scene(component, trusted, found, list(teams.values()))


def tools_of(agent: Found) -> Iterator[tuple[str, JsonDict]]:
    """Yield the tools an agent has, plain or in its tool sets, each with its path."""
    for index, tool in enumerate(as_list(agent.config.get("tools"))):
        if isinstance(tool, dict):
            yield agent.field("tools", index), as_dict(tool)
    benches = agent.config.get("workbench")
    many = isinstance(benches, list)
    for number, bench in enumerate(as_list(benches) if many else [benches]):
        place = agent.field("workbench", number) if many else agent.field("workbench")
        tools = as_dicts(as_dict(as_dict(bench).get("config")).get("tools"))
        for index, tool in enumerate(tools):
            yield f"{place}/config/tools/{index}", tool


def conditions_in(team: Team) -> Iterator[tuple[str, JsonDict]]:
    """Yield a team's termination condition and its parts, each with its path."""
    condition = as_dict(team.config.get("termination_condition"))
    if condition:
        yield from walk(condition, team.field("termination_condition"))


def stop_targets(team: Team) -> set[str]:
    """Return the names for whose sake a team stops when something is handed to them."""
    return {
        as_text(as_dict(condition.get("config")).get("target"))
        for _, condition in conditions_in(team)
        if class_of(condition) == "HandoffTermination"
    }


def has_limit(team: Team) -> bool:
    """Tell whether a team has a condition to stop at or a limit of turns."""
    return (
        bool(team.config.get("termination_condition")) or team.config.get("max_turns") is not None
    )


def text_of(found: Found, name: str) -> str:
    """Return a text of a component's config, empty when there is none."""
    return as_text(found.config.get(name))


def _entry(path: str, component: JsonDict) -> Found:
    kind = kind_of(component)
    make = Team if kind == "team" else Found
    return make(path, component, kind, class_of(component), as_dict(component.get("config")))
