"""`studio validate`, `export`, `import` and `gallery`: documents in, documents out."""

import ast
import asyncio
import json

from tests.support import team_json as t
from tests.support.command_line import CommandLine

TEAM = t.round_robin(
    t.agent("baker", model_client=t.replay("Bread needs time. TERMINATE")),
    termination_condition=t.mention(),
)


async def test_validate_tells_good_files_from_bad_ones(studio: CommandLine) -> None:
    fine = studio.write("fine.json", TEAM)
    empty = studio.write("nobody.json", t.round_robin())
    broken = studio.write("broken.json", '{"provider": "x",\n "config": }')

    good, bad, as_json = await asyncio.gather(
        studio.run("validate", fine),
        studio.run("validate", fine, empty, broken),
        studio.run("validate", "--json", empty, broken),
    )

    assert (good.code, good.out, good.err) == (0, "fine.json: fine\n", "")
    assert bad.code == 1
    assert "fine.json: fine" in bad.out
    assert "nobody.json: 1 to mend" in bad.out
    assert "/config/participants" in bad.out
    assert "this is not JSON: expecting value at line 2, column 12" in bad.out
    found = json.loads(as_json.out)
    assert (as_json.code, found["valid"]) == (1, False)
    assert found["files"]["broken.json"][0]["code"] == "document.syntax"
    assert all(problem["hint"] for problem in found["files"]["nobody.json"])
    assert not (studio.folder / "app").exists()


async def test_validate_asks_the_settings_whom_to_trust(studio: CommandLine) -> None:
    foreign = studio.write("foreign.json", t.round_robin(t.component("my.own.Agent", "agent")))

    done = await studio.run("validate", foreign)

    assert done.code == 1
    assert "'my.own.Agent' is not in a trusted namespace" in done.out


async def test_a_team_is_imported_listed_run_and_exported_by_its_id(studio: CommandLine) -> None:
    row = {"id": 3, "user_id": "guest", "component": {**TEAM, "label": "Bakery"}}
    brought = await studio.run("import", studio.write("row.json", row))
    team_id = brought.out.split()[1]

    ran, printed, written = await asyncio.gather(
        studio.run("run", team_id, "--task", "x"),
        studio.run("export", team_id, "--to", "json", "-o", "-"),
        studio.run("export", team_id, "--to", "python", "-o", "out/"),
    )

    assert brought.out == f"team     {team_id}  Bakery\n"
    assert (ran.code, "Bread needs time." in ran.out) == (0, True)
    assert json.loads(printed.out) == row["component"]
    assert (written.code, written.out, written.err) == (0, "", "Wrote out/bakery.py\n")
    ast.parse((studio.folder / "out" / "bakery.py").read_text(encoding="utf-8"))


async def test_the_gallery_is_listed_shown_and_added_to(studio: CommandLine) -> None:
    own = {**t.model("gpt-4o"), "label": "House model", "description": "The one we pay for."}
    added = await studio.run("gallery", "add", studio.write("own.json", own))

    listed, shown, as_json = await asyncio.gather(
        studio.run("gallery", "list", "pay", "--kind", "model"),
        studio.run("gallery", "show", "house-model"),
        studio.run("gallery", "list", "travel", "--json"),
    )

    assert (added.code, added.out.split()) == (0, ["model", "house-model"])
    assert listed.out.startswith("model        house-model")
    assert len(listed.out.splitlines()) == 1
    assert json.loads(shown.out) == own
    assert as_json.events[0]["item_id"] == "builtin/teams/travel_planner"
