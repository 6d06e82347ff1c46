"""What an assistant refuses, and what it says about itself."""
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.base import Handoff
from autogen_core.memory import ListMemory
from autogen_core.tools import FunctionTool, StaticWorkbench
from program_transcript import failure, model


def add(a: int) -> int:
    """Adds."""
    return a


def tell(label, what):
    try:
        agent = what()
    except Exception as error:
        kinds = [k.__name__ for k in (ValueError, TypeError) if isinstance(error, k)]
        print(label, kinds, str(error).split(":")[0].split(". ")[0][:50])
    else:
        print(label, agent.name, [t.__name__ for t in agent.produced_message_types])


async def main() -> None:
    weak = model("x", function_calling=False)
    tool = FunctionTool(add, "Adds")
    tell("plain", lambda: AssistantAgent("a", model()))
    tell("name", lambda: AssistantAgent("not a name", model()))
    tell("same tools", lambda: AssistantAgent("a", model(), tools=[add, tool]))
    tell("same handoffs", lambda: AssistantAgent("a", model(), handoffs=["b", "b"]))
    tell("handoff is a tool", lambda: AssistantAgent("a", model(), tools=[add], handoffs=[Handoff(target="b", name="add")]))
    tell("weak with tools", lambda: AssistantAgent("a", weak, tools=[add]))
    tell("weak with handoffs", lambda: AssistantAgent("a", weak, handoffs=["b"]))
    tell("weak with workbench", lambda: AssistantAgent("a", weak, workbench=StaticWorkbench([tool])))
    tell("both", lambda: AssistantAgent("a", model(), tools=[add], workbench=StaticWorkbench([tool])))
    tell("tool type", lambda: AssistantAgent("a", model(), tools=["add"]))
    tell("handoff type", lambda: AssistantAgent("a", model(), handoffs=[1]))
    tell("memory", lambda: AssistantAgent("a", model(), memory=ListMemory()))
    tell("iterations", lambda: AssistantAgent("a", model(), max_tool_iterations=0))
    tell("all", lambda: AssistantAgent("a", model(), tools=[add], handoffs=["b"]))
    handoff = Handoff(target="The_Other")
    print(handoff.name, "|", handoff.description, "|", handoff.message)
    print(handoff.handoff_tool.schema)
    for name in ("x y", "1a"):
        try:
            print(Handoff(target="t", name=name).name)
        except ValueError:
            print("refused", name)


asyncio.run(main())
