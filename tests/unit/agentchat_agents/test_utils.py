from pydantic import BaseModel

from studio.agentchat.utils import content_to_str, remove_images
from studio.core import FunctionCall, Image
from studio.core.models import LLMMessage, SystemMessage, UserMessage
from tests.unit.agentchat_agents.test_messages import PIXEL


class Point(BaseModel):
    x: int


def test_any_content_is_text() -> None:
    image = Image.from_base64(PIXEL)
    call = FunctionCall(id="1", name="f", arguments="{}")

    assert content_to_str("hi") == "hi"
    assert content_to_str(["look", image]) == "look\n<image>"
    assert content_to_str([call]) == str(call)
    assert content_to_str(Point(x=1)) == '{"x":1}'


def test_images_are_removed_from_copies() -> None:
    image = Image.from_base64(PIXEL)
    messages: list[LLMMessage] = [
        SystemMessage(content="s"),
        UserMessage(content=["look", image], source="user"),
    ]

    cleaned = remove_images(messages)

    assert cleaned[0] is messages[0]
    assert cleaned[1] == UserMessage(content="look\n<image>", source="user")
    assert messages[1].content == ["look", image]
