"""A provider that fails, in every way it can: the run ends with its reason, and can be gone on."""

import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest

from tests.support.provider import ProviderServer, Reply
from tests.support.provider.script import Failure, Script
from tests.support.run_lab import Lab, said
from tests.support.run_models import agent, team

Make = Callable[..., dict[str, Any]]

KEY = "sk-test-key"


@pytest.fixture(scope="module")
def running_provider() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


@pytest.fixture
def provider(running_provider: ProviderServer) -> ProviderServer:
    running_provider.script = Script()
    return running_provider


@pytest.fixture(params=["openai", "anthropic"])
def client(request: pytest.FixtureRequest, provider: ProviderServer) -> Make:
    """Makes the component of a model client of each vendor."""

    def make(**config: Any) -> dict[str, Any]:
        openai = request.param == "openai"
        name = "OpenAIChatCompletionClient" if openai else "AnthropicChatCompletionClient"
        given = {
            "model": "gpt-4o" if openai else "claude-opus-4-8",
            "base_url": provider.openai_url if openai else provider.anthropic_url,
            "api_key": KEY,
            "max_retries": 0,
            "timeout": 5,
        }
        return {
            "provider": f"autogen_ext.models.{request.param}.{name}",
            "component_type": "model",
            "config": {**given, **config},
        }

    return make


def two_agents(model: dict[str, Any], *, stream: bool) -> dict[str, Any]:
    return team(agent("a", "one"), agent("b", model=model, model_client_stream=stream), turns=2)


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(failure="status", status=400, error="not so"), "run.model_bad_request"),
        (Reply(failure="status", status=403, error="not you"), "run.model_forbidden"),
        (Reply(failure="status", status=404, error="not there"), "run.model_not_found"),
        (Reply(failure="status", status=429, error="not now"), "run.model_rate_limit"),
        (Reply(failure="status", status=500, error="not well"), "run.model_server"),
        (Reply(failure="status", status=529, error="not yet"), "run.model_overloaded"),
    ],
    ids=lambda value: "" if isinstance(value, str) else str(value.status),
)
async def test_a_failing_provider_ends_the_run_with_its_reason(
    lab: Lab, client: Make, provider: ProviderServer, reply: Reply, code: str, stream: bool
) -> None:
    provider.push(reply)

    run = await lab.run(two_agents(client(), stream=stream))

    assert (run.status, run.code) == ("failed", code)
    events = await lab.events(run)
    [error] = [event.body for event in events if event.type == "error"]
    assert (error["message"], error["code"]) == (run.reason, code)
    assert error["hint"]
    assert reply.error in error["message"]
    text = "".join(event.text for event in events)
    assert "Traceback" not in text
    assert KEY not in text
    # What was said before the failure stands, and the call that failed is on record.
    assert said(events) == [("user", "Go."), ("a", "one")]
    calls = [event.body for event in events if event.type == "model_call"]
    assert [bool(call.get("error")) for call in calls] == [False, True]


async def test_a_wrong_key_is_told_without_showing_it(lab: Lab, client: Make) -> None:
    run = await lab.run(two_agents(client(api_key="sk-not-the-right-one-at-all"), stream=True))

    assert (run.status, run.code) == ("failed", "run.model_auth")
    assert "sk-not-the-right" not in "".join(event.text for event in await lab.events(run))


FAILURES: dict[Failure, tuple[str, str, str]] = {
    # failure: code and words when the answer comes at once; words when it is streamed
    "status": ("run.model_server", "has failed (500): not well", "has failed (500): not well"),
    "error": ("run.model_server", "has failed (500): not well", "has failed: not well"),
    "hang": ("run.model_timeout", "did not answer in time", "did not answer in time"),
    "drop": ("run.model_connection", "cannot be reached", "cannot be reached"),
    "cut": ("run.model_connection", "cannot be reached", "cannot be reached"),
    "malformed": ("run.model_bad_answer", "makes no sense", "makes no sense"),
    "page": ("run.model_bad_answer", "makes no sense", "makes no sense"),
    "empty": ("run.model_bad_answer", "makes no sense", "makes no sense"),
}


def test_there_is_a_run_for_every_way_to_fail() -> None:
    assert set(FAILURES) == set(get_args(Failure))


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
@pytest.mark.parametrize("failure", FAILURES)
async def test_every_way_to_fail_ends_the_run_with_one_clear_sentence(
    lab: Lab, client: Make, provider: ProviderServer, failure: Failure, stream: bool
) -> None:
    code, at_once, streamed = FAILURES[failure]
    text = "one two three four five six"
    provider.push(Reply(text=text, failure=failure, error="not well", chunk_delay_s=0.02))

    run = await lab.run(two_agents(client(timeout=0.5), stream=stream))

    assert (run.status, run.code) == ("failed", code)
    assert run.reason is not None
    assert run.reason.startswith("the model provider ")
    assert (streamed if stream else at_once) in run.reason
    assert len(run.reason) < 160, run.reason
    assert not re.search(r"[{}<>\n]|Traceback|Error code|object has no", run.reason), run.reason
    events = await lab.events(run)
    [error] = [event.body for event in events if event.type == "error"]
    assert (error["code"], error["message"]) == (code, run.reason)
    assert error["hint"].endswith(".")
    assert said(events) == [("user", "Go."), ("a", "one")]
    drafts = [event.body["text"] for event in events if event.type == "draft"]
    assert len(drafts) == (stream and failure in {"cut", "error"})
    assert all(text.startswith(draft) for draft in drafts)


async def test_an_unreachable_provider_is_told(lab: Lab, client: Make) -> None:
    model = client(base_url="http://127.0.0.1:9/v1")

    run = await lab.run(two_agents(model, stream=True))

    assert (run.status, run.code) == ("failed", "run.model_connection")


async def test_a_failure_that_passes_is_no_failure(
    lab: Lab, client: Make, provider: ProviderServer
) -> None:
    provider.push(Reply(failure="status", status=500, retry_after_s=0.01), Reply(text="At last."))

    run = await lab.run(two_agents(client(max_retries=1), stream=False))

    assert run.status == "completed"
    assert said(await lab.events(run))[-1] == ("b", "At last.")
    assert len(provider.requests) == 2


async def test_a_retry_is_an_event_while_the_run_still_waits(
    lab: Lab, client: Make, provider: ProviderServer
) -> None:
    wait = Reply(failure="status", status=429, error="slow down", retry_after_s=60)
    provider.push(wait)

    run = await lab.start(two_agents(client(max_retries=2), stream=True))
    retry = (await lab.until_type(run, "retry")).body
    status = (await lab.engine.get(run.run_id)).status
    await lab.engine.cancel(run.run_id)

    assert status == "running"
    assert retry["agent"] == "b"
    assert (retry["attempt"], retry["of"], retry["wait_s"], retry["asked"]) == (1, 3, 60, True)
    assert retry["code"] == "run.model_rate_limit"
    assert "(429)" in retry["reason"]
    assert "slow down" in retry["reason"]
    [call] = [e.body for e in await lab.events(run) if e.type == "model_call" and "error" in e.body]
    assert (call["call_id"], call["retries"]) == (retry["call_id"], 1)


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
async def test_the_log_has_every_retry_before_its_call_and_replays_them(
    lab: Lab, client: Make, provider: ProviderServer, stream: bool
) -> None:
    provider.push(
        Reply(failure="status", status=500, retry_after_s=0.01),
        Reply(failure="drop"),
        Reply(text="At last."),
    )

    run = await lab.run(two_agents(client(max_retries=2), stream=stream))

    events = await lab.events(run)
    retries = [event for event in events if event.type == "retry"]
    call = next(e for e in events if e.type == "model_call" and e.body["agent"] == "b")
    assert [event.body["code"] for event in retries] == ["run.model_server", "run.model_connection"]
    assert {event.body["call_id"] for event in retries} == {call.body["call_id"]}
    assert (call.body["retries"], call.body["response"]["content"]) == (2, "At last.")
    assert max(event.seq or 0 for event in retries) < (call.seq or 0)
    replayed = [e async for batch in lab.engine.subscribe(run.run_id, speed=1000.0) for e in batch]
    assert [event.seq for event in replayed if event.type == "retry"] == [e.seq for e in retries]


async def test_a_failed_run_is_gone_on_from_its_last_turn(
    lab: Lab, client: Make, provider: ProviderServer
) -> None:
    provider.push(Reply(failure="status", status=503))
    run = await lab.run(two_agents(client(), stream=False))
    last = (await lab.events(run))[-1]
    provider.push(Reply(text="two"))

    fork = await lab.engine.fork(run.run_id, last.seq or 0)

    assert (await lab.ended(fork)).status == "completed"
    assert said(await lab.events(fork)) == [("user", "Go."), ("a", "one"), ("b", "two")]


@pytest.mark.parametrize("stream", [False, True], ids=["at-once", "streamed"])
async def test_tokens_are_counted_whether_streamed_or_not(
    lab: Lab, client: Make, provider: ProviderServer, stream: bool
) -> None:
    provider.push(Reply(text="Done.", prompt_tokens=12, completion_tokens=7))

    run = await lab.run(two_agents(client(), stream=stream))

    calls = [e.body for e in await lab.events(run.run_id) if e.type == "model_call"]
    assert [(c["prompt_tokens"], c["completion_tokens"]) for c in calls][-1] == (12, 7)
