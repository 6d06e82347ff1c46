"""Every public name of AutoGen 0.7.5 is ours too, with a signature that fits."""

import json
import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

from tests.contract.autogen_api.comparing import differences
from tests.contract.autogen_api.presence import studio_name
from tests.contract.autogen_api.surface import surface

HERE = Path(__file__).parent
THEIRS: dict[str, dict[str, Any]] = json.loads((HERE / "autogen_0_7_5.json").read_text("utf-8"))
NOT_MIRRORED = cast(
    "dict[str, dict[str, str]]", tomllib.loads((HERE / "not_mirrored.toml").read_text("utf-8"))
)


def found(module: str) -> dict[str, str]:
    """Return what does not fit in a module, by `Name: what`."""
    ours = surface(studio_name(module))
    lines: dict[str, str] = {}
    for name, described in THEIRS[module].items():
        if name not in ours:
            lines[name] = "is missing"
            continue
        for line in differences(described, ours[name]):
            lines[f"{name}: {line}"] = line
    return lines


@pytest.mark.parametrize("module", sorted(THEIRS))
def test_every_public_name_is_ours_too(module: str) -> None:
    excused = NOT_MIRRORED.get(module, {})

    lines = found(module)

    assert sorted(set(lines) - set(excused)) == []


def test_what_is_listed_as_not_mirrored_really_is_not_and_says_why() -> None:
    needless = {
        module: sorted(set(excused) - set(found(module)))
        for module, excused in NOT_MIRRORED.items()
    }

    assert all(reason for excused in NOT_MIRRORED.values() for reason in excused.values())
    assert [module for module, lines in needless.items() if lines] == []
