"""Our public surface changes only on purpose: `make api` writes it down anew."""

import json

from tests.contract.public_api.frozen import FROZEN, Surface, current

FROZEN_SURFACE: Surface = json.loads(FROZEN.read_text("utf-8"))


def test_no_public_name_comes_or_goes_unseen() -> None:
    names = {f"{module}.{name}" for module, found in current().items() for name in found}
    frozen = {f"{module}.{name}" for module, found in FROZEN_SURFACE.items() for name in found}

    assert sorted(names ^ frozen) == []


def test_no_signature_changes_unseen() -> None:
    now = json.loads(json.dumps(current()))

    changed = [
        f"{module}.{name}"
        for module, found in FROZEN_SURFACE.items()
        for name, described in found.items()
        if now.get(module, {}).get(name) != described
    ]

    assert changed == []
