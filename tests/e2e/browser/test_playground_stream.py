"""Streams that are fast, long or hostile: the end stays in sight, and the page stays itself."""

from collections import deque
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.playground_page import Playground
from tests.support.playground_teams import round_robin, talker
from tests.support.provider.script import Reply, ToolUse
from tests.support.provider.server import ProviderServer
from tests.support.team_json import component

JsonDict = dict[str, Any]

pytestmark = pytest.mark.browser

PARAGRAPHS = "\n\n".join(
    " ".join(f"word{n}" for n in range(at, at + 50)) for at in range(0, 800, 50)
)


def test_the_end_stays_in_sight_however_fast_it_grows(playground: Playground) -> None:
    team = round_robin(
        [talker(name, answers=[PARAGRAPHS] * 30) for name in ("ann", "ben")], max_messages=60
    )
    playground.open(team)

    playground.run("Talk a lot.")

    expect(playground.result).to_be_in_viewport()
    expect(playground.page.get_by_role("button", name="Newest")).to_have_count(0)


def test_who_scrolls_up_is_left_alone_until_they_come_back(playground: Playground) -> None:
    page = playground.page
    team = round_robin([talker("ann", answers=[PARAGRAPHS] * 5)], max_messages=4)
    playground.open(team)
    playground.run("First.")
    page.locator(".sf-scroll").hover()
    page.mouse.wheel(0, -60)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_visible()

    page.mouse.wheel(0, 4000)
    expect(newest).to_have_count(0)
    page.mouse.wheel(0, -3000)
    expect(newest).to_be_visible()
    newest.click()

    expect(playground.result).to_be_in_viewport()
    expect(newest).to_have_count(0)


HOSTILE = {
    "text of a megabyte": "\n\n".join([" ".join(f"word{n}" for n in range(60))] * 2600),
    "one line of a megabyte": "x" * 1_000_000,
    "code of 10,000 lines": "```python\n" + "def f(x): return x + 1\n" * 10_000 + "```\n",
    "a fence that is never closed": "```python\n" + "def f(x): return x + 1\n" * 10_000,
    "a table of 24,000 cells": "\n".join(
        ["|" + "c|" * 60, "|" + "-|" * 60, *["|" + "v|" * 60] * 400]
    ),
    "deep JSON": '{"a":' * 2000 + "1" + "}" * 2000,
    "nested quotes": ">" * 3000 + " deep",
    "a nested list": "\n".join("  " * n + "- item" for n in range(300)),
    "brackets": "[" * 20_000 + "a" + "](b)" * 20_000,
    "underscores": "_" * 50_000,
    "emphasis": "*a **b " * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_huge_is_shown_and_the_page_goes_on(playground: Playground, name: str) -> None:
    page = playground.page
    playground.open(round_robin([talker("ann", answers=[HOSTILE[name]])], max_messages=2))

    playground.run("Say it.")
    row = playground.rows("text")
    expect(row).to_have_count(1)
    more = row.get_by_role("button", name="Show all")
    if more.count():
        more.click()
        expect(row.get_by_role("button", name="Show less")).to_be_attached()

    page.reload()
    expect(playground.result).to_be_in_viewport()
    page.get_by_label("Search this run").fill("nothing like this")
    expect(page.get_by_text("Nothing found")).to_be_visible()


def test_long_code_is_shown_to_its_end_when_asked(playground: Playground) -> None:
    lines = "\n".join(f"line_{n} = {n}" for n in range(10_000))
    team = [talker("ann", answers=[f"```python\n{lines}\n```"])]
    playground.open(round_robin(team, max_messages=2))
    playground.run("Write code.")
    row = playground.rows("text")

    row.get_by_role("button", name="Show all", exact=True).click()
    expect(row).not_to_contain_text("line_9999")
    row.get_by_role("button", name="characters").click()

    expect(row).to_contain_text("line_9999 = 9999")
    expect(row.get_by_role("button", name="characters")).to_have_count(0)


MISCHIEF = """
<script>window.broken = 1</script><img src=x onerror="window.broken = 1"><iframe src="/"></iframe>

[a link](javascript:window.broken=1) [data](data:text/html,<script>window.broken=1</script>)
![picture](http://elsewhere.invalid/pixel.png) <javascript:window.broken=1> [ref][r]

[r]: javascript:window.broken=1

<svg onload="window.broken = 1"></svg><style>* { display: none }</style>
"""


def test_markdown_of_a_model_does_no_mischief(playground: Playground) -> None:
    page = playground.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    playground.open(round_robin([talker("ann", answers=[MISCHIEF])], max_messages=2))

    playground.run("Do harm.")
    row = playground.rows("text")
    expect(row).to_contain_text("<script>")
    assert row.locator("script, iframe, svg[onload], style, .sf-md img").count() == 0
    assert row.locator("a[href^='javascript'], a[href^='data']").count() == 0
    for link in row.locator(".sf-md a").all():
        link.dispatch_event("click")

    assert page.evaluate("() => window.broken") is None
    assert not [url for url in asked if not url.startswith(playground.studio.url)]


def side_by_side(names: list[str], *, url: str) -> JsonDict:
    """Return a team in which one agent speaks and then the others all at once."""
    edges = [{"target": name} for name in names]
    nodes = {name: {"name": name, "edges": [], "activation": "all"} for name in names}
    nodes["first"] = {"name": "first", "edges": edges, "activation": "all"}
    return component(
        "autogen_agentchat.teams.GraphFlow",
        "team",
        participants=[
            talker("first", answers=["Begin."]),
            *(talker(name, model=name, url=url) for name in names),
        ],
        graph={"nodes": nodes, "default_start_node": "first"},
    )


def test_several_speak_at_once_and_a_lost_line_loses_nothing(playground: Playground) -> None:
    page, names = playground.page, ["ann", "ben", "cleo"]
    with ProviderServer() as provider:
        for name in names:
            text = " ".join(f"{name}{n}" for n in range(160))
            provider.script.standing[name] = Reply(text=text, chunk_delay_s=0.03)
        playground.open(side_by_side(names, url=provider.openai_url))

        playground.say("All of you.")
        expect(playground.open_text).to_have_count(3)
        for name in names:
            expect(playground.open_text.filter(has_text=f"{name}5 ")).to_have_count(1)
        page.context.set_offline(True)
        expect(page.get_by_text("Reconnecting")).to_be_visible()
        page.context.set_offline(False)
        expect(playground.open_text.filter(has_text=f"{names[0]}0 {names[0]}1 ")).to_have_count(1)

        expect(playground.result).to_be_visible(timeout=30_000)
        expect(playground.open_text).to_have_count(0)
        for name in names:
            row = playground.rows("text").filter(has_text=f"{name}0 ")
            expect(row.locator(".sf-md")).to_have_text(" ".join(f"{name}{n}" for n in range(160)))


def test_two_hundred_tool_calls_of_one_turn_are_told_apart(playground: Playground) -> None:
    page = playground.page
    with ProviderServer() as provider:
        calls = tuple(ToolUse("add", {"a": n, "b": 1}, f"call_{n}") for n in range(200))
        provider.script.by_model["busy"] = deque([Reply(tools=calls), Reply(text="All added.")])
        team = [talker("ann", model="busy", url=provider.openai_url, with_tool=True)]
        playground.open(round_robin(team, max_messages=2))

        playground.run("Add a lot.")

    expect(playground.rows("text")).to_contain_text("All added.")
    expect(page.get_by_role("button", name="add 200")).to_be_attached()
    for n in (0, 99, 199):
        page.get_by_label("Search this run").fill(f'"a":{n},')
        expect(playground.rows("tool")).to_have_count(1)
        expect(playground.rows("tool")).to_contain_text(f"{n + 1}")
