"""CV114: a person in a team whom no condition lets stop it."""

from collections.abc import Iterator

from studio.domain.kinds import class_of
from studio.domain.new_component import new_component
from studio.domain.references import conditions_of
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Scene

_HEARS = {
    "TextMentionTermination",
    "SourceMatchTermination",
    "TextMessageTermination",
    "HandoffTermination",
    "ExternalTermination",
    "FunctionalTermination",
}

_FIX = new_component(
    "autogen_agentchat.conditions.TextMentionTermination", "termination", {"text": "TERMINATE"}
)


def _look(scene: Scene) -> Iterator[Finding]:
    for team in scene.teams:
        person = next((item for item in team.members if item.class_name == "UserProxyAgent"), None)
        if person is None or team.class_name in {"GraphFlow", "MagenticOneGroupChat"}:
            continue
        if not any(class_of(condition) in _HEARS for condition in conditions_of(team.component)):
            yield Finding(
                person.path,
                f"{person.name} can answer but has no word that ends the conversation",
                fix=[{"op": "add", "target": team.path, "component": _FIX}],
            )


RULE = Rule(
    "CV114",
    "warning",
    "A person who cannot end the conversation",
    "Add a condition that listens for a word, for example TERMINATE.",
    _look,
)
