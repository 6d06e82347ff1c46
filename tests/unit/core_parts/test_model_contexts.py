"""What each model context shows of a conversation."""

from collections.abc import Sequence

import pytest

from studio.core import FunctionCall
from studio.core.model_context import (
    BufferedChatCompletionContext,
    ChatCompletionContext,
    HeadAndTailChatCompletionContext,
    TokenLimitedChatCompletionContext,
    UnboundedChatCompletionContext,
)
from studio.core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)
from studio.ext.models.replay import ReplayChatCompletionClient

CALL = AssistantMessage(content=[FunctionCall(id="1", arguments="{}", name="f")], source="a")
ANSWER = FunctionExecutionResultMessage(
    content=[FunctionExecutionResult(content="r", name="f", call_id="1", is_error=False)]
)


def said(*texts: str) -> list[LLMMessage]:
    return [UserMessage(content=text, source="user") for text in texts]


def limited(limit: int | None, messages: list[LLMMessage]) -> ChatCompletionContext:
    client = ReplayChatCompletionClient(["x"])
    return TokenLimitedChatCompletionContext(client, token_limit=limit, initial_messages=messages)


async def shown(context: ChatCompletionContext) -> str:
    return " ".join(str(message.content) for message in await context.get_messages())


async def test_unbounded_shows_everything() -> None:
    context = UnboundedChatCompletionContext(said("a"))
    await context.add_message(said("b")[0])

    assert await shown(context) == "a b"


async def test_clear_does_not_bring_the_initial_messages_back() -> None:
    context = UnboundedChatCompletionContext(said("a"))

    await context.clear()

    assert await context.get_messages() == []


async def test_the_given_list_is_not_changed() -> None:
    initial = said("a")
    context = UnboundedChatCompletionContext(initial)

    await context.add_message(said("b")[0])

    assert len(initial) == 1


async def test_buffered_shows_the_last() -> None:
    assert await shown(BufferedChatCompletionContext(2, said("a", "b", "c"))) == "b c"


async def test_buffered_drops_a_result_whose_call_is_cut_off() -> None:
    context = BufferedChatCompletionContext(2, [*said("a"), CALL, ANSWER, *said("b")])

    assert await shown(context) == "b"
    assert len((await context.save_state())["messages"]) == 4


@pytest.mark.parametrize("size", [0, -1])
def test_sizes_have_to_be_positive(size: int) -> None:
    with pytest.raises(ValueError, match="buffer_size"):
        BufferedChatCompletionContext(size)
    with pytest.raises(ValueError, match="head_size"):
        HeadAndTailChatCompletionContext(size, 1)
    with pytest.raises(ValueError, match="tail_size"):
        HeadAndTailChatCompletionContext(1, size)
    with pytest.raises(ValueError, match="token_limit"):
        limited(size, [])


async def test_head_and_tail_shows_a_short_conversation_whole() -> None:
    assert await shown(HeadAndTailChatCompletionContext(1, 2, said("a", "b", "c"))) == "a b c"


async def test_head_and_tail_says_how_many_are_left_out() -> None:
    context = HeadAndTailChatCompletionContext(1, 1, said("a", "b", "c", "d"))

    messages = await context.get_messages()

    assert messages == [
        *said("a"),
        UserMessage(content="Skipped 2 messages.", source="System"),
        *said("d"),
    ]


async def test_head_and_tail_does_not_tear_calls_and_results_apart() -> None:
    messages = [*said("a"), CALL, ANSWER, *said("b"), CALL, ANSWER, *said("c")]

    context = HeadAndTailChatCompletionContext(2, 2, messages)

    assert await shown(context) == "a Skipped 3 messages. c"


@pytest.mark.parametrize("length", range(8))
@pytest.mark.parametrize("limit", [1, 3, 6, 7, 100])
async def test_token_limited_leaves_out_the_middle_message_until_it_fits(
    length: int, limit: int
) -> None:
    messages = said(*("word " * (1 + number % 3) for number in range(length)))
    expected = list(messages)
    client = ReplayChatCompletionClient([])
    while client.count_tokens(expected) > limit:
        del expected[len(expected) // 2]

    assert await limited(limit, messages).get_messages() == expected


async def test_token_limited_without_a_limit_asks_the_client() -> None:
    class Small(ReplayChatCompletionClient):
        def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: object = ()) -> int:
            return 2 - len(messages)

    context = TokenLimitedChatCompletionContext(
        Small(["x"]), initial_messages=said("a", "b", "c", "d")
    )

    assert await shown(context) == "a d"


async def test_token_limited_does_not_begin_with_a_result() -> None:
    assert await shown(limited(3, [ANSWER, *said("a b c", "d e f")])) == "d e f"


async def test_counting_is_done_a_few_times_only() -> None:
    class Counting(ReplayChatCompletionClient):
        calls = 0

        def count_tokens(self, messages: Sequence[LLMMessage], *, tools: object = ()) -> int:
            self.calls += 1
            return len(messages)

    client = Counting(["x"])
    context = TokenLimitedChatCompletionContext(
        client, token_limit=10, initial_messages=said(*"x" * 5000)
    )

    assert len(await context.get_messages()) == 10
    assert client.calls <= 15


async def test_state_round_trips_and_replaces() -> None:
    messages = [*said("a"), CALL, ANSWER]
    first = UnboundedChatCompletionContext(messages)
    second = BufferedChatCompletionContext(9, said("gone"))

    state = await first.save_state()
    await second.load_state(state)

    assert list(state) == ["messages"]
    assert await second.get_messages() == messages


@pytest.mark.parametrize(
    "context",
    [
        UnboundedChatCompletionContext(said("a")),
        UnboundedChatCompletionContext(),
        BufferedChatCompletionContext(3, said("a")),
        HeadAndTailChatCompletionContext(3, 4, [CALL]),
        limited(5, said("a")),
    ],
)
async def test_contexts_round_trip(context: ChatCompletionContext) -> None:
    dumped = context.dump_component()

    loaded = ChatCompletionContext.load_component(dumped.model_dump())

    assert dumped.provider == f"autogen_core.model_context.{type(context).__name__}"
    assert dumped.component_type == "chat_completion_context"
    assert loaded.dump_component() == dumped
    assert await loaded.get_messages() == await context.get_messages()
