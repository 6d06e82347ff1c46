"""CV602: a stop word that no agent has been told."""

from collections.abc import Iterator

from studio.domain.json_values import JsonDict, as_text
from studio.domain.kinds import class_of
from studio.domain.rules.rule import Finding, Rule
from studio.domain.rules.scene import Found, Scene, Team, text_of

_TELLS = ("system_message", "description", "instruction", "response_prompt", "instructions")


def _look(scene: Scene) -> Iterator[Finding]:
    for condition in scene.of_class("TextMentionTermination"):
        text = text_of(condition, "text")
        team = _team_of(scene, condition)
        if text and team is not None and not _is_told(scene, team, text):
            yield Finding(
                condition.field("text"),
                f"No agent of {team.label} is told to say {text!r}",
                fix=_tell(team, text),
            )


def _tell(team: Team, text: str) -> list[JsonDict] | None:
    """Let the last agent that has a system message say it."""
    for agent in reversed(team.members):
        told = text_of(agent, "system_message").rstrip()
        if told:
            value = f"{told}\nWhen the task is done, say {text}."
            return [{"op": "set", "path": agent.field("system_message"), "value": value}]
    return None


def _team_of(scene: Scene, condition: Found) -> Team | None:
    around = [
        team
        for team in scene.teams
        if condition.path.startswith(team.field("termination_condition"))
    ]
    return around[-1] if around else None


def _is_told(scene: Scene, team: Team, text: str) -> bool:
    for found in scene.all:
        if not found.path.startswith(team.path):
            continue
        if found.class_name == "UserProxyAgent":
            return True
        if any(text in text_of(found, field) for field in _TELLS):
            return True
        if class_of(found.component) == "ReplayChatCompletionClient":
            answers = found.config.get("chat_completions")
            if text in as_text(answers) or text in str(answers):
                return True
    return False


RULE = Rule(
    "CV602",
    "info",
    "A stop word nobody is told to say",
    "Write into a system message when to say it, or use another condition.",
    _look,
)
