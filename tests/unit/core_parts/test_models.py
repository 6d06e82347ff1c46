"""Messages, results and what models can do."""

import subprocess
import sys
from typing import Any, cast

import pytest
from PIL import Image as pillow  # noqa: N813
from pydantic import TypeAdapter, ValidationError

from studio.core import FunctionCall
from studio.core._image import Image
from studio.core.models import (
    AssistantMessage,
    CreateResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
    validate_model_info,
)

INFO = ModelInfo(
    vision=False, function_calling=True, json_output=False, family="x", structured_output=False
)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"type": "SystemMessage", "content": "c"}, SystemMessage),
        ({"type": "UserMessage", "content": "c", "source": "s"}, UserMessage),
        ({"type": "AssistantMessage", "content": "c", "source": "s"}, AssistantMessage),
        ({"type": "FunctionExecutionResultMessage", "content": []}, FunctionExecutionResultMessage),
    ],
)
def test_the_type_field_tells_messages_apart(data: dict[str, Any], kind: type[Any]) -> None:
    message = TypeAdapter[LLMMessage](LLMMessage).validate_python(data)

    assert type(message) is kind
    assert message.type == kind.__name__


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[LLMMessage](LLMMessage).validate_python({"type": "Other", "content": "c"})


def test_calls_round_trip_as_json() -> None:
    call = FunctionCall(id="1", arguments='{"a": 1}', name="f")
    message = AssistantMessage(content=[call], source="a", thought="hm")

    assert AssistantMessage.model_validate_json(message.model_dump_json()) == message


def test_a_message_mixes_text_and_images() -> None:
    image = Image(pillow.new("RGB", (2, 2), "red"))
    message = UserMessage(content=["look", image], source="u")

    data = message.model_dump(mode="json")
    again = UserMessage.model_validate(data)

    assert data["content"] == ["look", {"data": image.to_base64()}]
    assert isinstance(again.content[1], Image)
    assert again.content[1].to_base64() == image.to_base64()


def test_a_result_keeps_usage_and_thought() -> None:
    result = CreateResult(
        finish_reason="stop", content="c", usage=RequestUsage(1, 2), cached=False, thought="t"
    )

    assert CreateResult.model_validate_json(result.model_dump_json()) == result
    with pytest.raises(ValidationError):
        CreateResult(
            finish_reason=cast("Any", "tool_calls"),
            content="c",
            usage=RequestUsage(1, 2),
            cached=False,
        )


@pytest.mark.parametrize("missing", ["vision", "function_calling", "json_output", "family"])
def test_model_info_has_to_be_complete(missing: str) -> None:
    info = {key: value for key, value in INFO.items() if key != missing}

    with pytest.raises(ValueError, match=missing):
        validate_model_info(cast("ModelInfo", info))


def test_structured_output_is_only_warned_about() -> None:
    info = {key: value for key, value in INFO.items() if key != "structured_output"}

    with pytest.warns(UserWarning, match="structured_output"):
        validate_model_info(cast("ModelInfo", info))
    validate_model_info(INFO)


def test_families_are_a_namespace() -> None:
    with pytest.raises(TypeError):
        ModelFamily()
    assert ModelFamily.GPT_4O == "gpt-4o"
    assert ModelFamily.UNKNOWN == "unknown"


@pytest.mark.parametrize(
    ("family", "kinds"),
    [
        (ModelFamily.GPT_5, {"openai"}),
        (ModelFamily.O3, {"openai"}),
        (ModelFamily.CLAUDE_4_SONNET, {"claude"}),
        (ModelFamily.GEMINI_2_5_PRO, {"gemini"}),
        (ModelFamily.LLAMA_4_SCOUT, {"llama"}),
        (ModelFamily.CODESRAL, {"mistral"}),
        (ModelFamily.R1, set[str]()),
        (ModelFamily.UNKNOWN, set[str]()),
    ],
)
def test_families_know_their_maker(family: str, kinds: set[str]) -> None:
    makers = ["openai", "claude", "gemini", "llama", "mistral"]

    assert {maker for maker in makers if getattr(ModelFamily, f"is_{maker}")(family)} == kinds


def test_importing_the_parts_loads_nothing_heavy() -> None:
    code = (
        "import sys, studio.core.models, studio.core.tools, studio.core.memory, studio.core.utils,"
        "studio.core.model_context, studio.core.code_executor, studio.ext.models.replay;"
        "heavy = {'PIL', 'jsonref', 'tiktoken', 'openai', 'httpx', 'opentelemetry.sdk'};"
        "print(*heavy & set(sys.modules), end='')"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("", "")
