"""About how tall the card of a component is drawn, so that it can be placed before it is seen."""

from collections.abc import Sequence
from typing import Final

from studio.domain.badges import badges_of
from studio.domain.json_values import JsonDict, as_dict, as_text
from studio.domain.kinds import kind_of, label_of
from studio.domain.slots import SlotSpec, items_in, slots_of

SHOWN_EMPTY: Final = frozenset({"model", "tools", "termination", "team", "agent", "code_executor"})
"""Slots that stand on a card even while nothing is in them."""

_HEAD = 60
_LINE, _LETTERS = 17, 44
_ROW, _CHIP_ROW, _CHIPS_WIDTH, _LETTER = 29, 26, 205, 6.7
_SHOWN = 3
_BADGES, _BUTTON = 26, 32


def card_height(
    component: JsonDict,
    path: str = "",
    siblings: frozenset[str] = frozenset(),
    *,
    head: bool = False,
) -> float:
    """Return the height in pixels; `head` is the team that a canvas shows the inside of."""
    team = kind_of(component) == "team"
    rows = [
        _row(component, path, spec) for spec in slots_of(component) if spec.slot != "participants"
    ]
    shown = sum(rows)
    height = _HEAD + (8 + shown if shown else 0)
    told = as_text(as_dict(component.get("config")).get("description"))
    told = told or as_text(component.get("description"))
    if told and not team:
        height += 6 + _LINE * min(2, -(-len(told) // _LETTERS))
    badges = [text for text in badges_of(component, siblings) if team or text != "streams"]
    if badges:
        height += _BADGES if team or not shown else _BADGES + 12
    return height + (_BUTTON if team and head else 0)


def _row(component: JsonDict, path: str, spec: SlotSpec) -> float:
    items = [item for _, item in items_in(component, path, spec)]
    if not items:
        return _ROW if spec.slot in SHOWN_EMPTY else 0
    widths = [min(200.0, len(label_of(item)) * _LETTER) + 16 for item in items[:_SHOWN]]
    return _ROW + _CHIP_ROW * (_lines([*widths, *[24.0] * (len(items) > _SHOWN)]) - 1)


def _lines(widths: Sequence[float]) -> int:
    lines, used = 1, 0.0
    for width in widths:
        if used and used + 4 + width > _CHIPS_WIDTH:
            lines, used = lines + 1, 0.0
        used += width + (4 if used else 0)
    return lines
