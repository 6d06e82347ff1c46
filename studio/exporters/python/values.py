"""Plain JSON values as Python, with keys read from the environment."""

import json
import re
from typing import Any, Final

from studio.domain.json_values import as_dict, as_list
from studio.exporters.python.code import Code, Items, Mapping, Raw, Text

PROSE: Final = frozenset(
    {
        "source_code",
        "system_message",
        "description",
        "selector_prompt",
        "final_answer_prompt",
        "instruction",
        "response_prompt",
        "label",
        "provider",
    }
)
"""Fields whose text stays as it is, whatever it looks like."""

_PLACEHOLDER: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Values:
    """Writes values; remembers whether a key was needed."""

    def __init__(self, key_function: str) -> None:
        self._key = key_function
        self.uses_keys = False

    def of(self, value: Any, *, prose: bool = False) -> Code:
        """Return a JSON value as Python; texts with `${NAME}` read the key when they run."""
        if isinstance(value, str):
            return Text(value) if prose else self._setting(value)
        if isinstance(value, dict):
            items = as_dict(value).items()
            return Mapping([(key, self.of(item, prose=key in PROSE)) for key, item in items])
        if isinstance(value, list):
            return Items([self.of(item, prose=prose) for item in as_list(value)])
        return Raw(repr(value))

    def _setting(self, text: str) -> Code:
        whole = _PLACEHOLDER.fullmatch(text)
        if whole is not None:
            self.uses_keys = True
            return Raw(f'{self._key}("{whole[1]}")')
        if not _PLACEHOLDER.search(text):
            return Text(text)
        self.uses_keys = True
        parts = _PLACEHOLDER.split(text)
        body = "".join(
            f"{{{self._key}('{part}')}}" if index % 2 else _escaped(part)
            for index, part in enumerate(parts)
        )
        return Raw(f'f"{body}"')


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("{", "{{").replace("}", "}}")
