"""A swarm that refunds flights, with a person in the loop."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.base import Handoff
from autogen_agentchat.conditions import HandoffTermination, TextMentionTermination
from autogen_agentchat.messages import HandoffMessage, TextMessage
from autogen_agentchat.teams import Swarm
from program_transcript import attempt, calls, follow, line, model, plain, show, text


def refund_flight(flight_id: str) -> str:
    """Refund a flight"""
    return f"Flight {flight_id} refunded"


def note(text: str) -> str:
    """Writes down."""
    return f"noted {text}"


async def main() -> None:
    travel = AssistantAgent(
        "travel_agent",
        model(calls(("transfer_to_flights_refunder", {}), thought="refund"), "All done. TERMINATE"),
        handoffs=["flights_refunder", "user"], system_message="You are a travel agent.",
    )
    client = model(calls(("transfer_to_user", {})), calls(("refund_flight", {"flight_id": "507811"})),
                   calls(("note", {"text": "n"}), ("transfer_to_travel_agent", {})))
    refunder = AssistantAgent("flights_refunder", client, handoffs=["travel_agent", Handoff(target="user", message="Please tell me.")], tools=[refund_flight, note])
    team = Swarm([travel, refunder], termination_condition=HandoffTermination("user") | TextMentionTermination("TERMINATE"))
    result = await follow(team.run_stream(task="I need to refund my flight."))
    last = result.messages[-1]
    while isinstance(last, HandoffMessage) and last.target == "user":
        result = await follow(team.run_stream(task=HandoffMessage(source="user", target=last.source, content="507811")))
        last = result.messages[-1]
    for message in await refunder.model_context.get_messages():
        print("  ", type(message).__name__, plain(message.content))
    for message in await travel.model_context.get_messages():
        print("  ", type(message).__name__, plain(message.content))

    team = Swarm([AssistantAgent("a", model(calls(("transfer_to_b", {}), ("transfer_to_c", {}))), handoffs=["b", "c"]), AssistantAgent("b", model("b")), AssistantAgent("c", model("c"))], max_turns=2)
    show(await team.run(task="two handoffs"))
    await attempt("start with unknown", lambda: team.run(task=HandoffMessage(source="user", target="zzz", content="x")))
    team = Swarm([AssistantAgent("a", model(calls(("transfer_to_zzz", {})), "x"), handoffs=["zzz"])], max_turns=2)
    await attempt("handoff to nobody", lambda: team.run(task="go"))
    team = Swarm([AssistantAgent("a", model("1", "2", "3"), handoffs=["b"]), AssistantAgent("b", model("4", "5", "6"))], max_turns=2)
    show(await team.run(task="go"))
    show(await team.run(task=HandoffMessage(source="user", target="b", content="to b")))


asyncio.run(main())
