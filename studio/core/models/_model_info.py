"""What models can do, and which family they belong to."""

import warnings
from typing import Any, Literal, Required, TypeAlias

from typing_extensions import TypedDict

from studio.core.exceptions import CapabilityError

_CLAUDE = ("claude-",)
_GEMINI = ("gemini-",)
_LLAMA = ("llama-",)
_OPENAI = ("gpt-",)
_OPENAI_REASONING = frozenset({"o1", "o3", "o4"})
_MISTRAL = frozenset({"codestral", "open-codestral-mamba", "mistral", "ministral", "pixtral"})


class ModelFamily:
    """Names of model families; a namespace that cannot be instantiated."""

    GPT_5 = "gpt-5"
    GPT_41 = "gpt-41"
    GPT_45 = "gpt-45"
    GPT_4O = "gpt-4o"
    O1 = "o1"
    O3 = "o3"
    O4 = "o4"
    GPT_4 = "gpt-4"
    GPT_35 = "gpt-35"
    R1 = "r1"
    GEMINI_1_5_FLASH = "gemini-1.5-flash"
    GEMINI_1_5_PRO = "gemini-1.5-pro"
    GEMINI_2_0_FLASH = "gemini-2.0-flash"
    GEMINI_2_5_PRO = "gemini-2.5-pro"
    GEMINI_2_5_FLASH = "gemini-2.5-flash"
    CLAUDE_3_HAIKU = "claude-3-haiku"
    CLAUDE_3_SONNET = "claude-3-sonnet"
    CLAUDE_3_OPUS = "claude-3-opus"
    CLAUDE_3_5_HAIKU = "claude-3-5-haiku"
    CLAUDE_3_5_SONNET = "claude-3-5-sonnet"
    CLAUDE_3_7_SONNET = "claude-3-7-sonnet"
    CLAUDE_4_OPUS = "claude-4-opus"
    CLAUDE_4_SONNET = "claude-4-sonnet"
    LLAMA_3_3_8B = "llama-3.3-8b"
    LLAMA_3_3_70B = "llama-3.3-70b"
    LLAMA_4_SCOUT = "llama-4-scout"
    LLAMA_4_MAVERICK = "llama-4-maverick"
    CODESRAL = "codestral"
    OPEN_CODESRAL_MAMBA = "open-codestral-mamba"
    MISTRAL = "mistral"
    MINISTRAL = "ministral"
    PIXTRAL = "pixtral"
    UNKNOWN = "unknown"

    ANY: TypeAlias = Literal[
        "gpt-5",
        "gpt-41",
        "gpt-45",
        "gpt-4o",
        "o1",
        "o3",
        "o4",
        "gpt-4",
        "gpt-35",
        "r1",
        "gemini-1.5-flash",
        "gemini-1.5-pro",
        "gemini-2.0-flash",
        "gemini-2.5-pro",
        "gemini-2.5-flash",
        "claude-3-haiku",
        "claude-3-sonnet",
        "claude-3-opus",
        "claude-3-5-haiku",
        "claude-3-5-sonnet",
        "claude-3-7-sonnet",
        "claude-4-opus",
        "claude-4-sonnet",
        "llama-3.3-8b",
        "llama-3.3-70b",
        "llama-4-scout",
        "llama-4-maverick",
        "codestral",
        "open-codestral-mamba",
        "mistral",
        "ministral",
        "pixtral",
        "unknown",
    ]

    def __new__(cls, *args: Any, **kwargs: Any) -> "ModelFamily":
        raise TypeError(f"{cls.__name__} is a namespace class and cannot be instantiated.")

    @staticmethod
    def is_claude(family: str) -> bool:
        """Tell whether a family is one of Anthropic's Claude."""
        return family.startswith(_CLAUDE)

    @staticmethod
    def is_gemini(family: str) -> bool:
        """Tell whether a family is one of Google's Gemini."""
        return family.startswith(_GEMINI)

    @staticmethod
    def is_openai(family: str) -> bool:
        """Tell whether a family is one of OpenAI's."""
        return family.startswith(_OPENAI) or family in _OPENAI_REASONING

    @staticmethod
    def is_llama(family: str) -> bool:
        """Tell whether a family is one of Meta's Llama."""
        return family.startswith(_LLAMA)

    @staticmethod
    def is_mistral(family: str) -> bool:
        """Tell whether a family is one of Mistral's."""
        return family in _MISTRAL


class ModelInfo(TypedDict, total=False):
    """What a model can do."""

    vision: Required[bool]
    """It takes images."""
    function_calling: Required[bool]
    """It can ask for functions to be called."""
    json_output: Required[bool]
    """It can be told to answer in JSON; unlike structured output, of any shape."""
    family: Required[ModelFamily.ANY | str]
    """One of `ModelFamily`, or any other name."""
    structured_output: Required[bool]
    """It can be held to a JSON schema."""
    multiple_system_messages: bool | None
    """It takes system messages that do not follow one another."""


class ModelCapabilities(TypedDict, total=False):
    """What a model can do, as earlier versions said it; use `ModelInfo`."""

    vision: Required[bool]
    function_calling: Required[bool]
    json_output: Required[bool]


def validate_model_info(model_info: ModelInfo) -> None:
    """Check that a model's description is complete.

    Raises:
        CapabilityError: A required field is missing.
    """
    for field in ("vision", "function_calling", "json_output", "family"):
        if field not in model_info:
            raise CapabilityError(
                f"Missing required field '{field}' in ModelInfo. "
                "Starting in v0.4.7, the required fields are enforced."
            )
    if "structured_output" not in model_info:
        warnings.warn(
            "Missing required field 'structured_output' in ModelInfo. "
            "This field will be required in a future version.",
            UserWarning,
            stacklevel=2,
        )
