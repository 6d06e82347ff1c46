# data: what models that Ollama serves can do
"""Models that Ollama's client knows by name."""

from studio.core.models import ModelFamily, ModelInfo
from studio.ext.models._shared.model_table import KnownModel, ModelTable


def _model(
    context: int, *, vision: bool = False, calls: bool = False, family: str = ModelFamily.UNKNOWN
) -> KnownModel:
    info = ModelInfo(
        vision=vision,
        function_calling=calls,
        json_output=True,
        family=family,
        structured_output=True,
    )
    return KnownModel(info, context)


_MODELS = {
    "all-minilm": _model(256),
    "bge-m3": _model(8_192),
    "codegemma": _model(8_192),
    "codellama": _model(16_384),
    "codellama:70b": _model(2_048),
    "command-a": _model(262_144, calls=True),
    "command-r": _model(131_072, calls=True),
    "deepseek-coder": _model(16_384),
    "deepseek-coder-v2": _model(131_072),
    "deepseek-r1": _model(131_072, family=ModelFamily.R1),
    "deepseek-v3": _model(131_072),
    "deepseek-v3.1": _model(131_072, calls=True),
    "devstral": _model(131_072, calls=True),
    "dolphin-llama3": _model(8_192),
    "dolphin-llama3:8b-256k": _model(256_000),
    "dolphin-mistral": _model(32_768),
    "dolphin-mixtral": _model(8_192),
    "dolphin-mixtral:8x22b": _model(65_536),
    "gemma": _model(8_192),
    "gemma2": _model(8_192),
    "gemma3": _model(131_072, vision=True),
    "gpt-oss": _model(131_072, calls=True),
    "granite3.3": _model(131_072, calls=True),
    "granite4": _model(131_072, calls=True),
    "llama2": _model(4_096),
    "llama2-uncensored": _model(2_048),
    "llama3": _model(8_192, calls=True),
    "llama3.1": _model(131_072, calls=True),
    "llama3.2": _model(131_072, calls=True),
    "llama3.2-vision": _model(131_072, vision=True),
    "llama3.3": _model(131_072, calls=True),
    "llama4": _model(1_048_576, vision=True, calls=True),
    "llava": _model(32_768, vision=True),
    "llava-llama3": _model(8_192, vision=True),
    "llava:13b": _model(4_096, vision=True),
    "llava:34b": _model(4_096, vision=True),
    "magistral": _model(40_960, calls=True),
    "mistral": _model(32_768, calls=True),
    "mistral-nemo": _model(131_072, calls=True),
    "mistral-small3.2": _model(131_072, vision=True, calls=True),
    "mixtral": _model(32_768, calls=True),
    "mixtral:8x22b": _model(65_536, calls=True),
    "mxbai-embed-large": _model(512),
    "nomic-embed-text": _model(8_192),
    "orca-mini": _model(2_048),
    "orca-mini:13b": _model(4_096),
    "orca-mini:70b": _model(4_096),
    "orca-mini:7b": _model(4_096),
    "phi": _model(2_048),
    "phi3": _model(131_072),
    "phi3.5": _model(131_072),
    "phi4": _model(16_384),
    "phi4-mini": _model(131_072, calls=True),
    "phi4-reasoning": _model(32_768),
    "qwen": _model(32_768),
    "qwen2": _model(32_768, calls=True),
    "qwen2.5": _model(131_072, calls=True),
    "qwen2.5-coder": _model(131_072, calls=True),
    "qwen2.5-coder:0.5b": _model(32_768, calls=True),
    "qwen2.5-coder:1.5b": _model(32_768, calls=True),
    "qwen2.5-coder:3b": _model(32_768, calls=True),
    "qwen2.5vl": _model(128_000, vision=True),
    "qwen3": _model(40_960, calls=True),
    "qwen3-coder": _model(262_144, calls=True),
    "qwen3-vl": _model(262_144, vision=True, calls=True),
    "qwq": _model(40_960, calls=True),
    "snowflake-arctic-embed": _model(512),
    "starcoder2": _model(16_384),
    "tinyllama": _model(2_048),
    "wizardlm2": _model(32_768),
    "wizardlm2:8x22b": _model(65_536),
    "yi": _model(4_096),
    "zephyr": _model(32_768),
    "zephyr:141b": _model(65_536),
}

TABLE = ModelTable(
    models=_MODELS,
    pointers={},
    otherwise=8_192,
    refusal="model_info is required when model name is not a valid Ollama model",
)
