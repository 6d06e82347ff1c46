"""Keys in components: referred to by name, never written down.

A key is the text `${NAME}`, looked up in the owner's secrets, then in the environment.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from studio.domain import pointer
from studio.domain.json_values import JsonDict, as_dict, as_list, as_text, clone_dict
from studio.domain.kinds import class_of
from studio.domain.slots import walk

Lookup = Callable[[str], str | None]

MASK: Final = "**********"

_PLACEHOLDER: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

_PROSE: Final = frozenset(
    {
        "source_code",
        "system_message",
        "description",
        "selector_prompt",
        "final_answer_prompt",
        "instruction",
        "instructions",
        "response_prompt",
        "chat_completions",
        "memory_contents",
        "initial_messages",
        "label",
        "provider",
    }
)
"""Texts and programs, where `${X}` means what the text says."""

_SECRET_FIELD: Final = re.compile(
    r"(?:^|_)(?:api_?key|token|password|passwd|secret|client_secret|access_key|"
    r"aws_access_key|aws_secret_key|aws_session_token|credential|authorization|cookie)$",
    re.IGNORECASE,
)
_SECRET_HEADER: Final = re.compile(
    r"^(?:proxy-)?authorization$|^cookie$|api-?key$|-token$|-secret$", re.IGNORECASE
)
_NOT_SECRET: Final = frozenset(
    {"max_total_token", "max_prompt_token", "max_completion_token", "azure_ad_token_provider"}
)
_SECRET_TEXT: Final = re.compile(
    r"\b(?:sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16}|"
    r"AIza[0-9A-Za-z_-]{30,}|xox[abprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,})"
)

_STAND_IN: Final = re.compile(
    r"\*+|<.*>|x+|\.\.\.|(?:your|my|enter|insert|add|replace)[-_ ].*|api[-_ ]?key|sec_?key|"
    r"[A-Z_]*API_KEY|null|changeme|todo|sk-\.*x*",
    re.IGNORECASE,
)

_HARMLESS: Final = re.compile(
    r"not[-_ ]?needed|none|empty|dummy|fake|no[-_ ]?key|ollama|lm[-_ ]?studio", re.IGNORECASE
)
"""What people write for servers that want no key."""

_NAMES: Final[dict[str, str]] = {
    "OpenAIChatCompletionClient": "OPENAI_API_KEY",
    "AzureOpenAIChatCompletionClient": "AZURE_OPENAI_API_KEY",
    "AnthropicChatCompletionClient": "ANTHROPIC_API_KEY",
    "Mem0Memory": "MEM0_API_KEY",
}


def find_placeholders(component: JsonDict) -> set[str]:
    """Return the names of all keys a component refers to."""
    return {name for _, text in _settings(component, "") for name in _PLACEHOLDER.findall(text)}


def fill_placeholders(component: JsonDict, lookup: Lookup) -> JsonDict:
    """Return a copy with every key that `lookup` knows put in; unknown ones stay as they are."""
    return as_dict(_filled(component, lambda name: lookup(name)))


def is_placeholder(text: str) -> bool:
    """Tell whether a text is nothing but a reference to a key."""
    return _PLACEHOLDER.fullmatch(text.strip()) is not None


def is_stand_in(text: str) -> bool:
    """Tell whether a text only marks the place of a key, like `your-api-key`."""
    return _STAND_IN.fullmatch(text.strip()) is not None


def find_secrets(component: JsonDict) -> list[tuple[str, str, str]]:
    """Return where a key is written down: path, a name it could go by, and what is there."""
    return [
        (where, _name_for(item, where), text)
        for path, item in walk(component)
        for where, text in _own_settings(item, path)
        if text and _gives_away(where, text)
    ]


def mask(component: JsonDict) -> JsonDict:
    """Return a copy in which every key that is written down is covered."""
    return _with_secrets(component, lambda _: MASK)


def name_secrets(component: JsonDict) -> JsonDict:
    """Return a copy in which every key that is written down is replaced by a reference."""
    return _with_secrets(component, lambda name: f"${{{name}}}")


def _with_secrets(component: JsonDict, cover: Callable[[str], str]) -> JsonDict:
    result = clone_dict(component)
    for path, name, _ in find_secrets(component):
        holder, key = pointer.parent(path)
        container = pointer.get(result, holder)
        if isinstance(container, list):
            as_list(container)[int(key)] = cover(name)
        else:
            as_dict(container)[key] = cover(name)
    return result


def _gives_away(path: str, text: str) -> bool:
    if _PLACEHOLDER.search(text) or _HARMLESS.fullmatch(text.strip()):
        return False
    holder, key = pointer.parent(path)
    if _SECRET_TEXT.search(text):
        return True
    if key in _NOT_SECRET:
        return False
    if holder.endswith("headers"):
        return _SECRET_HEADER.search(key) is not None
    return _SECRET_FIELD.search(key) is not None


def _name_for(component: JsonDict, path: str) -> str:
    key = pointer.parts(path)[-1]
    if key.isdecimal():
        return "SECRET"
    if key == "api_key":
        return _NAMES.get(class_of(component), "API_KEY")
    return re.sub(r"\W+", "_", key).upper()


def _settings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text that may hold a key, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in as_dict(value).items():
            if key not in _PROSE and isinstance(item, str | dict | list):
                yield from _settings(item, f"{path}/{pointer.escape(key)}")
    elif isinstance(value, list):
        for index, item in enumerate(as_list(value)):
            if isinstance(item, str | dict | list):
                yield from _settings(item, f"{path}/{index}")


def _own_settings(component: JsonDict, path: str) -> Iterator[tuple[str, str]]:
    """Yield the settings of one component without those of components inside it."""
    for field, value in as_dict(component.get("config")).items():
        if field not in _PROSE:
            yield from _below(value, f"{path}/config/{pointer.escape(field)}")


def _below(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        fields = as_dict(value)
        if as_text(fields.get("provider")) and "config" in fields:
            return
        for key, item in fields.items():
            if key not in _PROSE and isinstance(item, str | dict | list):
                yield from _below(item, f"{path}/{pointer.escape(key)}")
    elif isinstance(value, list):
        for index, item in enumerate(as_list(value)):
            if isinstance(item, str | dict | list):
                yield from _below(item, f"{path}/{index}")


def _filled(value: Any, lookup: Lookup) -> Any:
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda match: lookup(match[1]) or match[0], value)
    if isinstance(value, dict):
        return {
            key: item if key in _PROSE else _filled(item, lookup)
            for key, item in as_dict(value).items()
        }
    if isinstance(value, list):
        return [_filled(item, lookup) for item in as_list(value)]
    return value
