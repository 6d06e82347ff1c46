# data: what models behind OpenAI's chat completions can do
"""Models that OpenAI's client knows by name."""

from studio.core.models import ModelFamily, ModelInfo
from studio.ext.models._shared.model_table import ModelTable, known

GEMINI_URL = "https://generativelanguage.googleapis.com/v1beta/openai/"
ANTHROPIC_URL = "https://api.anthropic.com/v1/"
LLAMA_URL = "https://api.llama.com/compat/v1/"

COMPATIBLE = {
    "gemini-": (GEMINI_URL, "GEMINI_API_KEY"),
    "claude-": (ANTHROPIC_URL, "ANTHROPIC_API_KEY"),
    "Llama-": (LLAMA_URL, "LLAMA_API_KEY"),
}
"""Beginnings of other vendors' models: where they are served, and the variable with the key."""


def _model(
    family: str,
    *,
    vision: bool = True,
    calls: bool = True,
    json: bool = True,
    schema: bool = True,
    many_system: bool = True,
) -> ModelInfo:
    return ModelInfo(
        vision=vision,
        function_calling=calls,
        json_output=json,
        family=family,
        structured_output=schema,
        multiple_system_messages=many_system,
    )


def _claude(family: str) -> ModelInfo:
    return _model(family, json=False, schema=False)


def _gemini(family: str) -> ModelInfo:
    return _model(family, many_system=False)


_GPT_5 = _model(ModelFamily.GPT_5)
_GPT_6 = _model("gpt-6")
_GPT_41 = _model(ModelFamily.GPT_41)
_GPT_4O = _model(ModelFamily.GPT_4O)
_GPT_4O_SEARCH = _model(ModelFamily.GPT_4O, vision=False)
_GPT_4 = _model(ModelFamily.GPT_4, vision=False, schema=False)
_GPT_35 = _model(ModelFamily.GPT_35, vision=False, schema=False)

_MODELS = {
    # OpenAI
    "gpt-6-astra": _GPT_6,
    "gpt-6-sol": _GPT_6,
    "gpt-6-luna": _GPT_6,
    "gpt-6.1-sol": _GPT_6,
    "gpt-6.1-terra": _GPT_6,
    "gpt-5.6-sol": _GPT_5,
    "gpt-5.6-terra": _GPT_5,
    "gpt-5.6-luna": _GPT_5,
    "gpt-5.5": _GPT_5,
    "gpt-5.4": _GPT_5,
    "gpt-5.4-mini": _GPT_5,
    "gpt-5.4-nano": _GPT_5,
    "gpt-5.3-chat": _GPT_5,
    "gpt-5.2": _GPT_5,
    "gpt-5.2-chat": _GPT_5,
    "gpt-5.2-pro": _GPT_5,
    "gpt-5.1": _GPT_5,
    "gpt-5.1-chat": _GPT_5,
    "gpt-5.1-codex": _GPT_5,
    "gpt-5.1-mini": _GPT_5,
    "gpt-5": _GPT_5,
    "gpt-5-mini": _GPT_5,
    "gpt-5-nano": _GPT_5,
    "gpt-5-chat": _GPT_5,
    "gpt-4.1": _GPT_41,
    "gpt-4.1-mini": _GPT_41,
    "gpt-4.1-nano": _GPT_41,
    "gpt-4.5-preview": _model(ModelFamily.GPT_45),
    "gpt-4o": _GPT_4O,
    "gpt-4o-2024-05-13": _model(ModelFamily.GPT_4O, schema=False),
    "gpt-4o-mini": _GPT_4O,
    "chatgpt-4o": _GPT_4O,
    "gpt-4o-search-preview": _GPT_4O_SEARCH,
    "gpt-4o-mini-search-preview": _GPT_4O_SEARCH,
    "gpt-4-turbo": _model(ModelFamily.GPT_4, schema=False),
    "gpt-4-0125-preview": _GPT_4,
    "gpt-4-1106-preview": _GPT_4,
    "gpt-4-1106-vision-preview": _model(ModelFamily.GPT_4, calls=False, json=False, schema=False),
    "gpt-4-0613": _model(ModelFamily.GPT_4, vision=False, schema=False),
    "gpt-4-32k-0613": _model(ModelFamily.GPT_4, vision=False, schema=False),
    "gpt-3.5-turbo-0125": _GPT_35,
    "gpt-3.5-turbo-1106": _GPT_35,
    "gpt-3.5-turbo-16k-0613": _GPT_35,
    "gpt-3.5-turbo-instruct": _GPT_35,
    "gpt-3.5-turbo-0613": _GPT_35,
    "o4-mini": _model(ModelFamily.O4),
    "o3": _model(ModelFamily.O3),
    "o3-mini": _model(ModelFamily.O3, vision=False),
    "o1": _model(ModelFamily.O1, vision=False, json=False),
    "o1-preview": _model(ModelFamily.O1, vision=False, json=False),
    "o1-mini": _model(ModelFamily.O1, vision=False, calls=False, json=False, schema=False),
    # Google
    "gemini-1.5-flash": _gemini(ModelFamily.GEMINI_1_5_FLASH),
    "gemini-1.5-flash-8b": _gemini(ModelFamily.GEMINI_1_5_FLASH),
    "gemini-1.5-pro": _gemini(ModelFamily.GEMINI_1_5_PRO),
    "gemini-2.0-flash": _gemini(ModelFamily.GEMINI_2_0_FLASH),
    "gemini-2.0-flash-lite-preview-02-05": _gemini(ModelFamily.GEMINI_2_0_FLASH),
    "gemini-2.5-pro": _gemini(ModelFamily.GEMINI_2_5_PRO),
    "gemini-2.5-pro-preview-03-25": _gemini(ModelFamily.GEMINI_2_5_PRO),
    "gemini-2.5-flash": _gemini(ModelFamily.GEMINI_2_5_FLASH),
    # Anthropic
    "claude-3-haiku": _claude(ModelFamily.CLAUDE_3_HAIKU),
    "claude-3-sonnet": _claude(ModelFamily.CLAUDE_3_SONNET),
    "claude-3-opus": _claude(ModelFamily.CLAUDE_3_OPUS),
    "claude-3-5-haiku": _claude(ModelFamily.CLAUDE_3_5_HAIKU),
    "claude-3-5-sonnet": _claude(ModelFamily.CLAUDE_3_5_SONNET),
    "claude-3-7-sonnet": _claude(ModelFamily.CLAUDE_3_7_SONNET),
    "claude-sonnet-4": _claude(ModelFamily.CLAUDE_4_SONNET),
    "claude-opus-4": _claude(ModelFamily.CLAUDE_4_OPUS),
    "claude-opus-4-1": _claude(ModelFamily.CLAUDE_4_OPUS),
    "claude-sonnet-4-5": _claude("claude-4-5-sonnet"),
    "claude-haiku-4-5": _claude("claude-4-5-haiku"),
    "claude-opus-4-5": _claude("claude-4-5-opus"),
    "claude-sonnet-4-6": _claude("claude-4-6-sonnet"),
    "claude-opus-4-6": _claude("claude-4-6-opus"),
    # Meta
    "Llama-3.3-8B-Instruct": _model(ModelFamily.LLAMA_3_3_8B, vision=False, schema=False),
    "Llama-3.3-70B-Instruct": _model(ModelFamily.LLAMA_3_3_70B, vision=False, schema=False),
    "Llama-4-Scout-17B-16E-Instruct-FP8": _model(ModelFamily.LLAMA_4_SCOUT),
    "Llama-4-Maverick-17B-128E-Instruct-FP8": _model(ModelFamily.LLAMA_4_MAVERICK),
}

_POINTERS = {
    "o4-mini": "o4-mini-2025-04-16",
    "o3": "o3-2025-04-16",
    "o3-mini": "o3-mini-2025-01-31",
    "o1": "o1-2024-12-17",
    "o1-preview": "o1-preview-2024-09-12",
    "o1-mini": "o1-mini-2024-09-12",
    "gpt-5": "gpt-5-2025-08-07",
    "gpt-5-mini": "gpt-5-mini-2025-08-07",
    "gpt-5-nano": "gpt-5-nano-2025-08-07",
    "gpt-4.1": "gpt-4.1-2025-04-14",
    "gpt-4.1-mini": "gpt-4.1-mini-2025-04-14",
    "gpt-4.1-nano": "gpt-4.1-nano-2025-04-14",
    "gpt-4.5-preview": "gpt-4.5-preview-2025-02-27",
    "gpt-4o": "gpt-4o-2024-08-06",
    "gpt-4o-mini": "gpt-4o-mini-2024-07-18",
    "gpt-4-turbo": "gpt-4-turbo-2024-04-09",
    "gpt-4-turbo-preview": "gpt-4-0125-preview",
    "gpt-4-vision-preview": "gpt-4-1106-vision-preview",
    "gpt-4": "gpt-4-0613",
    "gpt-4-32k": "gpt-4-32k-0613",
    "gpt-3.5-turbo": "gpt-3.5-turbo-0125",
    "gpt-3.5-turbo-16k": "gpt-3.5-turbo-16k-0613",
    "claude-3-haiku": "claude-3-haiku-20240307",
    "claude-3-sonnet": "claude-3-sonnet-20240229",
    "claude-3-opus": "claude-3-opus-20240229",
    "claude-3-5-haiku": "claude-3-5-haiku-20241022",
    "claude-3-5-sonnet": "claude-3-5-sonnet-20241022",
    "claude-3-7-sonnet": "claude-3-7-sonnet-20250219",
    "claude-4-sonnet": "claude-sonnet-4-20250514",
    "claude-4-opus": "claude-opus-4-20250514",
    "llama-3.3-8b": "Llama-3.3-8B-Instruct",
    "llama-3.3-70b": "Llama-3.3-70B-Instruct",
    "llama-4-scout": "Llama-4-Scout-17B-16E-Instruct-FP8",
    "llama-4-maverick": "Llama-4-Maverick-17B-128E-Instruct-FP8",
}

TABLE = ModelTable(
    models=known(_MODELS, contexts={"claude-3-haiku": 50_000}),
    pointers=_POINTERS,
    otherwise=128_000,
    refusal="model_info is required when model name is not a valid OpenAI model",
)
