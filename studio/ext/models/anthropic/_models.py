# data: what Anthropic's models can do
"""Models that Anthropic's client knows by name."""

from studio.core.models import ModelFamily, ModelInfo
from studio.ext.models._shared.model_table import ModelTable, known


def _model(
    family: str,
    *,
    vision: bool = True,
    calls: bool = True,
    schema: bool = False,
) -> ModelInfo:
    return ModelInfo(
        vision=vision,
        function_calling=calls,
        json_output=True,
        family=family,
        structured_output=schema,
        multiple_system_messages=False,
    )


_MODELS = {
    "claude-fable-5": _model("claude-5-fable", schema=True),
    "claude-fable-5-1": _model("claude-5-fable", schema=True),
    "claude-fable-5-2": _model("claude-5-fable", schema=True),
    "claude-mythos-5": _model("claude-5-mythos", schema=True),
    "claude-mythos-5-1": _model("claude-5-mythos", schema=True),
    "claude-mythos-5-2": _model("claude-5-mythos", schema=True),
    "claude-mythos-preview": _model("claude-5-mythos", schema=True),
    "claude-haiku-5-5": _model("claude-5-haiku", schema=True),
    "claude-sonnet-5": _model("claude-5-sonnet", schema=True),
    "claude-sonnet-5-5": _model("claude-5-sonnet", schema=True),
    "claude-opus-5": _model("claude-5-opus", schema=True),
    "claude-opus-5-5": _model("claude-5-opus", schema=True),
    "claude-opus-4-8": _model("claude-4-opus", schema=True),
    "claude-opus-4-7": _model("claude-4-opus", schema=True),
    "claude-opus-4-6": _model("claude-4-opus", schema=True),
    "claude-sonnet-4-6": _model("claude-4-sonnet", schema=True),
    "claude-opus-4-5": _model("claude-4-opus", schema=True),
    "claude-sonnet-4-5": _model("claude-4-sonnet", schema=True),
    "claude-haiku-4-5": _model("claude-4-haiku", schema=True),
    "claude-opus-4-1": _model(ModelFamily.CLAUDE_4_OPUS),
    "claude-opus-4": _model(ModelFamily.CLAUDE_4_OPUS),
    "claude-opus-4-0": _model(ModelFamily.CLAUDE_4_OPUS),
    "claude-sonnet-4": _model(ModelFamily.CLAUDE_4_SONNET),
    "claude-sonnet-4-0": _model(ModelFamily.CLAUDE_4_SONNET),
    "claude-3-7-sonnet": _model(ModelFamily.CLAUDE_3_7_SONNET),
    "claude-3-5-sonnet": _model(ModelFamily.CLAUDE_3_5_SONNET),
    "claude-3-5-haiku": _model(ModelFamily.CLAUDE_3_5_HAIKU),
    "claude-3-opus": _model(ModelFamily.CLAUDE_3_OPUS),
    "claude-3-sonnet": _model(ModelFamily.CLAUDE_3_SONNET),
    "claude-3-haiku": _model(ModelFamily.CLAUDE_3_HAIKU),
    "claude-instant-1.2": _model("claude-instant", vision=False, calls=False),
    "claude-2.0": _model("claude-2", vision=False, calls=False),
    "claude-2.1": _model("claude-2", vision=False, calls=False),
}

TABLE = ModelTable(
    models=known(_MODELS),
    pointers={},
    otherwise=200_000,
    refusal="model_info is required when model name is not recognized",
)
