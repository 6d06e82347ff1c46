"""The short words at the foot of a card: what a component has switched on, and its limits."""

from collections.abc import Callable
from typing import Any, Final

from studio.domain.json_values import JsonDict, as_dict, as_list, as_texts
from studio.domain.kinds import kind_of
from studio.domain.team_edges import handoff_target, participants


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


_SWITCHES: Final[tuple[tuple[str, str], ...]] = (
    ("model_client_stream", "streams"),
    ("reflect_on_tool_use", "reflects"),
    ("allow_repeated_speaker", "may repeat"),
    ("emit_team_events", "team events"),
    ("structured_message_factory", "structured answer"),
)

_NUMBERS: Final[tuple[tuple[str, Callable[[Any], str]], ...]] = (
    ("max_turns", lambda value: f"at most {_plural(value, 'turn')}"),
    ("max_stalls", lambda value: f"{_plural(value, 'stall')} allowed"),
    ("max_tool_iterations", lambda value: f"{value} tool rounds" if value != 1 else ""),
)


def badges_of(component: JsonDict, siblings: frozenset[str]) -> list[str]:
    """Return short words on how a component is set up; `siblings` can be seen to be handed to."""
    config = as_dict(component.get("config"))
    badges = [_plural(len(participants(component)), "participant")] * (kind_of(component) == "team")
    badges += [
        text
        for field, tell in _NUMBERS
        if isinstance(config.get(field), int) and (text := tell(config[field]))
    ]
    badges += [text for field, text in _SWITCHES if config.get(field)]
    outside = [handoff_target(item) for item in as_list(config.get("handoffs"))]
    badges += [f"hands off to {name}" for name in outside if name and name not in siblings]
    languages = as_texts(config.get("supported_languages"))
    return badges + [", ".join(languages)] * bool(languages)
