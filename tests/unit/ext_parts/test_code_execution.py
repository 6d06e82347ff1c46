"""Agents and tools that run code, with a real executor."""

import json
import subprocess
import sys
from typing import Any

import pytest

from studio.agentchat.agents import CodeExecutorAgent
from studio.agentchat.messages import TextMessage
from studio.core import CancellationToken
from studio.core.tools import StaticWorkbench
from studio.ext.code_executors.local import LocalCommandLineCodeExecutor
from studio.ext.tools.code_execution import PythonCodeExecutionTool

pytestmark = pytest.mark.filterwarnings("ignore:No approval function set:UserWarning")

AGENT_AS_AUTOGEN_WRITES_IT = {
    "provider": "autogen_agentchat.agents.CodeExecutorAgent",
    "component_type": "agent",
    "version": 1,
    "component_version": 1,
    "description": None,
    "label": "CodeExecutorAgent",
    "config": {
        "name": "coder",
        "code_executor": {
            "provider": "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor",
            "component_type": "code_executor",
            "version": 1,
            "component_version": 1,
            "description": "Runs code.",
            "label": "LocalCommandLineCodeExecutor",
            "config": {"timeout": 60, "functions_module": "functions", "cleanup_temp_files": True},
        },
        "description": "Runs code.",
        "supported_languages": ["python", "sh"],
    },
}


async def answer(agent: CodeExecutorAgent, text: str) -> str:
    response = await agent.on_messages(
        [TextMessage(content=text, source="user")], CancellationToken()
    )
    assert isinstance(response.chat_message, TextMessage)
    return response.chat_message.content


@pytest.mark.parametrize("made", ["in Python", "from JSON"])
async def test_the_code_executor_agent_runs_code_with_it(made: str) -> None:
    if made == "in Python":
        agent = CodeExecutorAgent("coder", code_executor=LocalCommandLineCodeExecutor())
    else:
        agent = CodeExecutorAgent.load_component(AGENT_AS_AUTOGEN_WRITES_IT)

    said = await answer(agent, "```python\nprint(6 * 7)\n```\n```sh\necho done\n```")

    assert said == "42\ndone\n"


async def test_the_agent_says_how_code_failed() -> None:
    agent = CodeExecutorAgent("coder", code_executor=LocalCommandLineCodeExecutor())

    said = await answer(agent, "```python\nimport sys; sys.exit(3)\n```")

    assert "POSIX exit code was: 3" in said


async def test_the_agent_dumps_its_executor() -> None:
    agent = CodeExecutorAgent.load_component(AGENT_AS_AUTOGEN_WRITES_IT)

    config = agent.dump_component().config["code_executor"]

    assert config["provider"] == "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor"
    assert config["config"] == {
        "timeout": 60,
        "functions_module": "functions",
        "cleanup_temp_files": True,
    }


async def test_the_tool_runs_python() -> None:
    tool = PythonCodeExecutionTool(LocalCommandLineCodeExecutor())

    good = await tool.run_json({"code": "print('hi')"}, CancellationToken())
    bad = await tool.run_json({"code": "1 / 0"}, CancellationToken())

    assert (good.success, tool.return_value_as_string(good)) == (True, "hi\n")
    assert not bad.success
    assert "ZeroDivisionError" in tool.return_value_as_string(bad)
    assert tool.schema["name"] == "CodeExecutor"
    assert list(tool.schema.get("parameters", {}).get("properties", {})) == ["code"]


async def test_the_tool_comes_back_from_json() -> None:
    tool = PythonCodeExecutionTool(LocalCommandLineCodeExecutor(timeout=9))
    dumped: dict[str, Any] = json.loads(tool.dump_component().model_dump_json())

    again = PythonCodeExecutionTool.load_component(dumped)
    result = await StaticWorkbench([again]).call_tool("CodeExecutor", {"code": "print(2)"})

    assert dumped["provider"] == "autogen_ext.tools.code_execution.PythonCodeExecutionTool"
    assert dumped["config"]["description"] == "Execute Python code blocks."
    assert dumped["config"]["executor"]["config"]["timeout"] == 9
    assert result.to_text() == "2\n"


def test_executors_and_tools_load_no_vendor() -> None:
    code = (
        "import sys, studio.ext.code_executors, studio.ext.code_executors.local,"
        " studio.ext.tools.code_execution; print('\\n'.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert {"docker", "httpx", "mcp", "PIL", "openai"}.isdisjoint(done.stdout.split())
