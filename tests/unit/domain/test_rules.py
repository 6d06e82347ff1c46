"""Each check finds what it is for, says where, and mends it where it can."""

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from studio.domain.canvas import apply_ops
from studio.domain.json_values import clone_dict
from studio.domain.pointer import find, parent
from studio.domain.rules import RULES
from studio.domain.rules.catalogue import as_markdown
from studio.domain.team_spec import TeamDocument
from studio.domain.validation import check
from tests.support import team_json as t

Make = Callable[[], dict[str, Any]]


def good(**config: Any) -> dict[str, Any]:
    return t.round_robin(t.agent("a", **config))


def stop(name: str, **config: Any) -> dict[str, Any]:
    condition = t.component(t.CHAT + "conditions." + name, "termination", **config)
    return t.round_robin(t.agent("a"), termination_condition=condition)


def nested(depth: int) -> dict[str, Any]:
    team = t.round_robin(t.agent("a"))
    for number in range(depth):
        team = t.round_robin(team, name=f"level_{number}")
    return team


def surfer(**info: Any) -> dict[str, Any]:
    return t.round_robin(
        t.component(
            "autogen_ext.agents.web_surfer.MultimodalWebSurfer",
            "agent",
            name="web",
            model_client=t.model(model_info={"vision": False, **info}),
        )
    )


def joins() -> dict[str, Any]:
    team = t.flow("a", "b", edges=[("a", "b", None), ("b", "a", "X"), ("b", "a", "Y")])
    edges = team["config"]["graph"]["nodes"]["b"]["edges"]
    edges[0] |= {"activation_group": "g", "activation_condition": "any"}
    edges[1] |= {"activation_group": "g", "activation_condition": "all"}
    return team


def coded() -> dict[str, Any]:
    team = t.flow("a", "b", edges=[("a", "b", None)])
    team["config"]["graph"]["nodes"]["a"]["edges"][0]["condition_function"] = "lambda m: True"
    return team


def outsider() -> dict[str, Any]:
    team = t.flow("a", "b", edges=[("a", "b", None)])
    team["config"]["participants"].append(t.agent("c"))
    return team


def old_agent() -> dict[str, Any]:
    agent = t.agent("a")
    agent["component_version"] = 1
    return t.round_robin(agent)


def filtered() -> dict[str, Any]:
    agent = t.component(
        t.CHAT + "agents.MessageFilterAgent",
        "agent",
        name="f",
        wrapped_agent=t.agent("a"),
        filter={"per_source": [{"source": "nobody", "position": "last", "count": 1}]},
    )
    return t.round_robin(agent)


def with_tool(tool: dict[str, Any]) -> dict[str, Any]:
    return good(workbench=[t.tool_set(tool)])


LOOP = [("a", "b", None), ("b", "a", None), ("a", "c", None)]

BROKEN: dict[str, Make] = {
    "CV101": lambda: t.round_robin(),
    "CV102": lambda: t.round_robin(t.agent("a"), t.agent("a")),
    "CV103": lambda: t.round_robin(t.agent("two words")),
    "CV104": lambda: t.swarm(t.agent("a", handoffs=["b", "nobody"]), t.agent("b", handoffs=["a"])),
    "CV105": lambda: t.round_robin(t.agent("a", handoffs=["b"]), t.agent("b")),
    "CV106": lambda: t.swarm(t.agent("a"), t.agent("b", handoffs=["a"])),
    "CV107": lambda: t.swarm(t.agent("a", handoffs=["b"]), t.agent("b"), t.agent("c")),
    "CV108": lambda: t.swarm(
        t.agent("a", handoffs=["a"]), t.round_robin(t.agent("x"), name="inner")
    ),
    "CV109": lambda: t.round_robin(t.agent("a"), termination_condition=None),
    "CV110": lambda: t.selector(t.agent("a", description=""), t.agent("b")),
    "CV111": lambda: t.selector(t.agent("a"), t.agent("b"), selector_prompt="{history}"),
    "CV112": lambda: t.selector(
        t.agent("a"), t.agent("b"), selector_prompt="{roles}{participants}{history}{mood}"
    ),
    "CV113": lambda: nested(5),
    "CV114": lambda: t.round_robin(
        t.agent("a"), t.person(), termination_condition=t.max_messages(5)
    ),
    "CV115": lambda: t.round_robin(t.agent("a"), max_turns=0),
    "CV116": lambda: t.selector(t.agent("a")),
    "CV201": lambda: t.flow("a", "b", edges=[("a", "b", None), ("a", "nobody", None)]),
    "CV202": lambda: t.flow("a", "b", edges=[("a", "b", "X"), ("b", "a", "Y")]),
    "CV203": lambda: t.flow("a", "b", edges=[("a", "b", "X"), ("b", "a", "Y")], entry="a"),
    "CV204": lambda: t.flow("a", "b", "c", edges=LOOP, entry="a"),
    "CV205": lambda: t.flow("a", "b", "c", edges=[("a", "b", None), ("c", "b", None)], entry="a"),
    "CV206": lambda: t.flow(
        "a",
        "b",
        "c",
        edges=[("a", "b", None), ("b", "a", "X"), ("b", "c", "Y")],
        entry="a",
        termination_condition=None,
    ),
    "CV207": lambda: t.flow("a", "b", "c", edges=[("a", "b", "X"), ("a", "c", None)]),
    "CV208": joins,
    "CV209": outsider,
    "CV210": coded,
    "CV211": lambda: t.flow(
        "a",
        "b",
        "c",
        "d",
        edges=[("a", "b", None), ("b", "c", None), ("c", "b", "X"), ("c", "d", "Y")],
    ),
    "CV301": lambda: good(model_client=None),
    "CV302": lambda: good(
        model_client=t.model(model_info={"function_calling": False}),
        tools=[t.function_tool()],
    ),
    "CV303": surfer,
    "CV304": lambda: good(system_message=" "),
    "CV305": lambda: good(tools=[t.function_tool(), t.function_tool()]),
    "CV306": lambda: good(tools=[t.function_tool()], workbench=[t.mcp()]),
    "CV307": lambda: good(max_tool_iterations=0),
    "CV308": lambda: t.component(
        "autogen_ext.code_executors.local.LocalCommandLineCodeExecutor", "code_executor"
    ),
    "CV309": filtered,
    "CV401": lambda: with_tool(t.function_tool(source="def add(a: int -> int:\n  return a")),
    "CV402": lambda: with_tool(t.function_tool(source="def add(a, b: int) -> int:\n  return a")),
    "CV403": lambda: with_tool(t.function_tool(description="")),
    "CV404": lambda: with_tool(t.function_tool(name="two words")),
    "CV405": lambda: good(workbench=[t.mcp(server_params={"type": "SseServerParams", "url": ""})]),
    "CV406": lambda: with_tool(
        t.function_tool(source="def now(zone: str) -> str:\n    return json.dumps(zone)\n")
    ),
    "CV501": lambda: good(model_client=t.model("")),
    "CV502": lambda: good(model_client=t.model("gpt-4-32k")),
    "CV503": lambda: good(model_client=t.model("my-own-model")),
    "CV504": lambda: good(model_client=t.replay()),
    "CV505": lambda: good(model_client=t.model(base_url="localhost:1234")),
    "CV506": lambda: good(model_client=t.model(temperature=3)),
    "CV601": lambda: stop("MaxMessageTermination", max_messages=0),
    "CV602": lambda: stop("TextMentionTermination", text="BANANA"),
    "CV603": lambda: stop("SourceMatchTermination", sources=["nobody"]),
    "CV604": lambda: t.round_robin(t.agent("a"), termination_condition=t.either()),
    "CV605": lambda: stop("TokenUsageTermination", max_total_token=None),
    "CV606": lambda: stop("TextMentionTermination", text=""),
    "CV607": lambda: t.round_robin(
        t.agent("a", tools=[t.function_tool()]),
        termination_condition=t.component(
            t.CHAT + "conditions.FunctionCallTermination", "termination", function_name="other"
        ),
    ),
    "CV701": lambda: good(model_client=t.model(api_key="sk-abcdefghijklmnopqrstuvwx")),
    "CV702": lambda: good(model_client=t.model(api_key="YOUR_API_KEY")),
    "CV703": lambda: t.round_robin(t.component("acme.agents.Robot", "agent", name="robot")),
    "CV704": lambda: t.round_robin(t.component("autogen_ext.agents.new.Robot", "agent", name="r")),
    "CV705": old_agent,
    "CV706": lambda: t.round_robin(t.agent("a"), participants=["a"]),
    "CV707": lambda: t.round_robin(t.agent("a"), termination_condition=t.agent("b")),
}


def test_every_check_has_an_example_and_a_code_of_its_own() -> None:
    codes = [rule.code for rule in RULES]

    assert codes == sorted(set(codes))
    assert codes == sorted(BROKEN)


@pytest.mark.parametrize("code", sorted(BROKEN))
def test_a_check_finds_its_problem_and_says_where(code: str) -> None:
    component = BROKEN[code]()
    before = clone_dict(component)

    problems = [problem for problem in check(component) if problem.code == code]

    assert problems
    assert component == before
    for problem in problems:
        assert problem.message
        assert problem.hint
        holder = parent(problem.path)[0] if problem.path else ""
        assert find(component, problem.path) is not None or find(component, holder) is not None


NEEDS_A_PERSON = {
    "CV101", "CV110", "CV113", "CV116", "CV203", "CV204", "CV205", "CV207", "CV209", "CV210",
    "CV302", "CV303", "CV401", "CV405", "CV703", "CV704", "CV705", "CV706", "CV707",
}  # fmt: skip
"""What can be mended in more than one way, or only by who knows what was meant."""

MENDED: dict[str, Make] = BROKEN | {
    "CV301": lambda: t.round_robin(t.agent("a"), t.agent("b", model_client=None)),
    "CV304": lambda: good(system_message=" ", description="Adds numbers."),
    "CV403": lambda: with_tool(
        t.function_tool(description="", source='def add(a: int) -> int:\n    """Adds."""')
    ),
    "CV603": lambda: stop("SourceMatchTermination", sources=["b"]),
}
"""Examples with what their fix needs."""


@pytest.mark.parametrize("code", sorted(set(BROKEN) - NEEDS_A_PERSON))
def test_a_fix_mends_what_was_found_and_breaks_nothing_else(code: str) -> None:
    document = TeamDocument(component=MENDED[code]())
    found = [item for item in check(document.component) if item.code == code]
    assert found[0].fix

    mended = check(apply_ops(document, found[0].fix).component)

    assert len([item for item in mended if item.code == code]) < len(found)
    errors = {item.code for item in check(document.component) if item.severity == "error"}
    assert {item.code for item in mended if item.severity == "error"} <= errors


def test_an_expression_on_an_edge_is_a_condition() -> None:
    team = t.flow("a", "b", edges=[("a", "b", None), ("b", "a", "X"), ("b", "c", "Y")], entry="a")
    edges = team["config"]["graph"]["nodes"]["b"]["edges"]
    for edge in edges:
        edge["condition"] = None
        edge["condition_expression"] = {"expression": "turn > 2"}

    codes = {problem.code for problem in check(team)}

    assert not codes & {"CV204", "CV207"}


@pytest.mark.parametrize(
    ("source", "imports", "unknown"),
    [
        ("def f(a: int) -> int:\n    return math.floor(a)\n", [], "math"),
        ("def f(a: int) -> int:\n    return math.floor(a)\n", ["math"], ""),
        ("def f(a: int) -> int:\n    import math\n    return math.floor(a)\n", [], ""),
        ("import math\ndef f(a: int) -> int:\n    return math.floor(a)\n", [], ""),
        ("def f(a: Annotated[int, 'n']) -> int:\n    return a\n", [], "Annotated"),
        (
            "def f(a: Annotated[int, 'n']) -> int:\n    return a\n",
            [{"module": "typing", "imports": ["Annotated"]}],
            "",
        ),
        ("def f(a: int) -> list:\n    return [b + a for b in range(a)]\n", [], ""),
        ("def f(a: int) -> int:\n    def g():\n        return a\n    return g()\n", [], ""),
        ("def f(a: int) -> str:\n    return pd.x(a)\n", [{"name": "pandas", "alias": "pd"}], ""),
        ("def f(a: int):\n    try: a()\n    except OSError as e: print(e)\n", [], ""),
    ],
)
def test_names_that_a_source_does_not_have_are_told(
    source: str, imports: list[Any], unknown: str
) -> None:
    tool = t.function_tool(source=source)
    tool["config"]["global_imports"] = imports

    found = [item.message for item in check(with_tool(tool)) if item.code == "CV406"]

    assert found == ([f"add uses {unknown} without importing it"] if unknown else [])


@pytest.mark.parametrize(
    ("source", "typed"),
    [
        ("def f(a, b: int): ...", "def f(a: str, b: int): ..."),
        ("def f(ä, b=2, *, c=True): ...", "def f(ä: str, b: int=2, *, c: bool=True): ..."),
        ("def f(\n    a,\n    b=None,\n): ...", "def f(\n    a: str,\n    b: str=None,\n): ..."),
    ],
)
def test_types_are_written_behind_arguments(source: str, typed: str) -> None:
    found = check(with_tool(t.function_tool(source=source)))

    fix = next(item.fix for item in found if item.code == "CV402")

    assert fix is not None
    assert fix[0]["value"] == typed


@pytest.mark.parametrize(
    ("prompt", "mended"),
    [
        ("{roles}{participants}{history}{mood}", "{roles}{participants}{history}{{mood}}"),
        (
            '{roles}{participants}{history} {"a": {{1}}}',
            '{roles}{participants}{history} {{"a": {{1}}}}',
        ),
    ],
)
def test_braces_that_are_no_placeholder_are_doubled(prompt: str, mended: str) -> None:
    found = check(t.selector(t.agent("a"), t.agent("b"), selector_prompt=prompt))

    fix = next(item.fix for item in found if item.code == "CV112")

    assert fix is not None
    assert fix[0]["value"] == mended


@pytest.mark.parametrize(
    "component",
    [
        good(),
        t.swarm(
            t.agent("a", handoffs=["b", "user"]),
            t.agent("b", handoffs=["a"]),
            termination_condition=t.either(
                t.component(t.CHAT + "conditions.HandoffTermination", "termination", target="user"),
                t.mention(),
            ),
        ),
        t.flow("a", "b", "c", edges=[("a", "b", None), ("b", "c", None)]),
        t.flow(
            "a",
            "b",
            "c",
            edges=[("a", "b", None), ("b", "a", "X"), ("b", "c", "Y")],
            entry="a",
        ),
        t.selector(
            t.agent("a"), t.round_robin(t.agent("c"), name="inner", description="Does more.")
        ),
        good(model_client=t.model(api_key="${OPENAI_API_KEY}"), workbench=[t.mcp()]),
        good(model_client=t.model("local", model_info={"family": "x"}, api_key="not-needed")),
    ],
)
def test_a_sound_team_has_no_problems(component: dict[str, Any]) -> None:
    assert check(component) == []


def test_a_namespace_that_is_trusted_is_no_problem() -> None:
    component = t.round_robin(t.component("acme.agents.Robot", "agent", name="robot"))

    codes = {problem.code for problem in check(component, trusted=["acme"])}

    assert "CV703" not in codes


WORST: list[dict[str, Any]] = [
    {},
    {"provider": "x"},
    {"provider": 3, "config": []},
    {
        "provider": "autogen_agentchat.teams.GraphFlow",
        "config": {"graph": 3, "participants": 4},
    },
    {"provider": "autogen_agentchat.teams.Swarm", "config": {"participants": [None, 3, {}]}},
    {"provider": "autogen_core.tools.FunctionTool", "config": {"source_code": "\0", "name": 3}},
    t.flow("a", edges=[]) | {"config": {"graph": {"nodes": {"a": None, "b": {"edges": [3]}}}}},
]


@pytest.mark.parametrize("component", WORST)
def test_the_worst_documents_give_problems_not_errors(component: dict[str, Any]) -> None:
    assert check(component)


def test_errors_come_first() -> None:
    severities = [problem.severity for problem in check(nested(5) | {"config": {"max_turns": 0}})]

    order = ["error", "warning", "info"]
    assert severities == sorted(severities, key=order.index)


def test_the_page_in_the_docs_is_current() -> None:
    page = Path(__file__).parents[3] / "docs" / "checks.md"

    assert page.read_text(encoding="utf-8") == as_markdown(), (
        "run: python -m studio.domain.rules.catalogue > docs/checks.md"
    )


def test_a_hundred_agents_are_read_a_few_times_not_a_hundred_times() -> None:
    def cost(count: int) -> float:
        tools = [t.tool_set(t.function_tool())]
        agents = [t.agent(f"agent_{number}", workbench=tools) for number in range(count)]
        team = t.selector(*agents)
        best = 9.0
        for _ in range(3):
            start = process_time()
            check(team)
            best = min(best, process_time() - start)
        return best

    assert cost(100) < 40 * max(cost(10), 0.0005)
