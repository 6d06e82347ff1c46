"""Agent ids, topics and subscriptions."""

import pytest

from studio.core import (
    AgentId,
    AgentType,
    DefaultSubscription,
    DefaultTopicId,
    MessageHandlerContext,
    SubscriptionInstantiationContext,
    TopicId,
    TypePrefixSubscription,
    TypeSubscription,
)
from studio.core.exceptions import CantHandleException


def test_an_agent_id_prints_and_parses_with_slashes_kept_in_the_key() -> None:
    agent_id = AgentId.from_str("writer/session/1")

    assert (agent_id.type, agent_id.key) == ("writer", "session/1")
    assert str(agent_id) == "writer/session/1"
    assert repr(agent_id) == 'AgentId(type="writer", key="session/1")'


def test_agent_ids_are_values() -> None:
    assert AgentId("a", "b") == AgentId(AgentType("a"), "b")
    assert AgentId("a", "b") != AgentId("a", "c")
    assert AgentId("a", "b") != "a/b"
    assert len({AgentId("a", "b"), AgentId("a", "b")}) == 1


@pytest.mark.parametrize("bad", ["a b", "a/b", "", "a\n", "a:b"])
def test_an_agent_type_has_few_characters(bad: str) -> None:
    with pytest.raises(ValueError, match="Invalid agent type"):
        AgentId(bad, "key")


@pytest.mark.parametrize("bad", ["a b", "a/b", "", "a\n"])
def test_a_topic_type_has_few_characters(bad: str) -> None:
    with pytest.raises(ValueError, match="Invalid topic type"):
        TopicId(bad, "source")


def test_ids_without_a_slash_do_not_parse() -> None:
    with pytest.raises(ValueError, match="Invalid agent id"):
        AgentId.from_str("writer")
    with pytest.raises(ValueError, match="Invalid topic id"):
        TopicId.from_str("news")


def test_a_topic_prints_and_parses_with_slashes_kept_in_the_source() -> None:
    topic = TopicId.from_str("a.b:c=d-e/x/y")

    assert topic == TopicId("a.b:c=d-e", "x/y")
    assert str(topic) == "a.b:c=d-e/x/y"


def test_the_default_topic_takes_the_key_of_the_agent_at_work() -> None:
    assert str(DefaultTopicId()) == "default/default"
    assert str(DefaultTopicId(type="t", source="s")) == "t/s"

    with MessageHandlerContext.populate_context(AgentId("writer", "room")):
        assert str(DefaultTopicId()) == "default/room"
        assert MessageHandlerContext.agent_id() == AgentId("writer", "room")

    with pytest.raises(RuntimeError):
        MessageHandlerContext.agent_id()


def test_context_classes_have_no_instances() -> None:
    for context in (MessageHandlerContext, SubscriptionInstantiationContext):
        with pytest.raises(RuntimeError):
            context()


def test_a_type_subscription_maps_each_source_to_its_agent() -> None:
    subscription = TypeSubscription(topic_type="news", agent_type=AgentType("reader"))

    assert subscription.is_match(TopicId("news", "x"))
    assert not subscription.is_match(TopicId("news2", "x"))
    assert subscription.map_to_agent(TopicId("news", "x")) == AgentId("reader", "x")
    with pytest.raises(CantHandleException):
        subscription.map_to_agent(TopicId("other", "x"))


def test_a_prefix_subscription_matches_the_beginning() -> None:
    subscription = TypePrefixSubscription(topic_type_prefix="news", agent_type="reader")

    assert subscription.is_match(TopicId("news2", "x"))
    assert not subscription.is_match(TopicId("old_news", "x"))
    assert subscription.map_to_agent(TopicId("news2", "x")) == AgentId("reader", "x")
    with pytest.raises(CantHandleException):
        subscription.map_to_agent(TopicId("other", "x"))


def test_subscriptions_are_equal_by_id_or_by_content() -> None:
    assert TypeSubscription("t", "a") == TypeSubscription("t", "a")
    assert TypeSubscription("t", "a", id="1") == TypeSubscription("u", "b", id="1")
    assert TypeSubscription("t", "a") != TypeSubscription("t", "b")
    assert DefaultSubscription("t", "a") == TypeSubscription("t", "a")
    assert TypePrefixSubscription("t", "a") == TypePrefixSubscription("t", "a")
    assert TypePrefixSubscription("t", "a") != TypeSubscription("t", "a")


def test_a_default_subscription_takes_its_agent_type_from_the_registration() -> None:
    with SubscriptionInstantiationContext.populate_context(AgentType("reader")):
        subscription = DefaultSubscription()
    assert (subscription.topic_type, subscription.agent_type) == ("default", "reader")

    with pytest.raises(CantHandleException):
        DefaultSubscription()
