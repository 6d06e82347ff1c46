"""Teams, drafts, sessions, galleries, settings and secrets over HTTP."""

from typing import Any

import httpx
import pytest

from .test_shape import is_error

JsonDict = dict[str, Any]


def a_team(label: str = "Team") -> JsonDict:
    return {
        "provider": "autogen_agentchat.teams.RoundRobinGroupChat",
        "component_type": "team",
        "label": label,
        "unknown": {"kept": [1, None, "ü"]},
        "config": {
            "participants": [
                {
                    "provider": "autogen_agentchat.agents.UserProxyAgent",
                    "component_type": "agent",
                    "config": {"name": "user", "description": "d"},
                }
            ]
        },
    }


async def new_team(client: httpx.AsyncClient, label: str = "Team") -> str:
    answer = await client.post("/api/teams", json={"component": a_team(label)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["team_id"])


async def test_a_team_keeps_every_byte_it_was_made_with(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client)

    answer = await client.get(f"/api/teams/{team_id}")

    assert answer.json()["document"]["component"] == a_team()
    assert list(answer.json()["document"]["component"]) == list(a_team())


async def test_teams_page_through_cursors(client: httpx.AsyncClient) -> None:
    made = [await new_team(client, f"Team {number}") for number in range(5)]

    seen: list[str] = []
    params: dict[str, Any] = {"limit": 2}
    while True:
        page = (await client.get("/api/teams", params=params)).json()
        seen += [team["team_id"] for team in page["items"]]
        if page["next_cursor"] is None:
            break
        params["cursor"] = page["next_cursor"]

    assert seen == made[::-1]


async def test_the_second_save_is_told_what_the_first_did(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}"
    first = await client.put(url, json={"component": a_team("mine"), "base_version": 1})
    second = await client.put(url, json={"component": a_team("yours"), "base_version": 1})

    assert first.json()["version"] == 2
    error = is_error(second, 409, "storage.conflict")
    assert error["details"]["theirs"]["version"] == 2
    assert error["details"]["theirs"]["document"]["component"]["label"] == "mine"


async def test_a_deleted_team_is_gone_until_it_is_brought_back(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}"

    assert (await client.delete(url)).status_code == 200
    is_error(await client.delete(url), 404, "storage.not_found")
    assert (await client.get("/api/teams")).json()["items"] == []
    assert (await client.post(f"{url}/undelete")).status_code == 200
    assert (await client.post(f"{url}/undelete")).status_code == 200
    assert (await client.get(url)).status_code == 200


async def test_teams_are_renamed_published_duplicated_restored_and_compared(
    client: httpx.AsyncClient,
) -> None:
    team_id = await new_team(client, "one")
    url = f"/api/teams/{team_id}"
    await client.put(url, json={"component": a_team("two"), "base_version": 1, "name": "next"})

    changed = await client.patch(url, json={"name": " New \n name ", "published_version": 1})
    copy = await client.post(f"{url}/duplicate")
    restored = await client.post(f"{url}/versions/1/restore")
    compared = await client.get(f"{url}/compare", params={"before": 1, "after": 2})
    versions = await client.get(f"{url}/versions")

    assert (changed.json()["name"], changed.json()["published_version"]) == ("New name", 1)
    assert copy.json()["name"] == "New name (copy)"
    assert restored.json()["document"]["component"]["label"] == "one"
    assert compared.json()["changes"] == [{"op": "replace", "path": "/label", "value": "two"}]
    assert [item["version"] for item in versions.json()["items"]] == [3, 2, 1]
    is_error(await client.patch(url, json={"published_version": 9}), 404, "storage.not_found")


async def test_comparing_shows_no_secret(client: httpx.AsyncClient) -> None:
    key = "sk-abcdefghijklmnopqrstuvwxyz123456"
    team = a_team()
    team["config"]["model_client"] = {
        "provider": "autogen_ext.models.openai.OpenAIChatCompletionClient",
        "component_type": "model",
        "config": {"model": "gpt-4o", "api_key": key},
    }
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}"
    await client.put(url, json={"component": team, "base_version": 1})

    compared = await client.get(f"{url}/compare", params={"before": 1, "after": 2})

    assert compared.status_code == 200
    assert key not in compared.text


async def test_a_draft_is_edited_undone_redone_saved_and_discarded(
    client: httpx.AsyncClient,
) -> None:
    team_id = await new_team(client, "one")
    url = f"/api/teams/{team_id}/draft"
    rename = {"op": "set", "path": "/label", "value": "two"}

    opened = (await client.get(url)).json()
    edited = (await client.post(f"{url}/ops", json={"ops": [rename], "base_rev": 0})).json()
    undone = (await client.post(f"{url}/undo")).json()
    redone = (await client.post(f"{url}/redo")).json()
    saved = await client.post(f"{url}/save", json={"message": "better"})
    clean = (await client.get(url)).json()
    again = await client.post(f"{url}/ops", json={"ops": [rename | {"value": "three"}]})
    discarded = (await client.delete(url)).json()

    assert (opened["dirty"], opened["can_undo"], opened["rev"]) == (False, False, 0)
    assert (edited["dirty"], edited["can_undo"], edited["rev"]) == (True, True, 1)
    assert undone["document"]["component"] == a_team("one")
    assert redone["document"]["component"] == a_team("two")
    assert (saved.status_code, saved.json()["version"], saved.json()["name"]) == (201, 2, "better")
    assert (clean["dirty"], clean["can_undo"]) == (False, True)
    assert again.json()["dirty"]
    assert discarded["document"]["component"] == a_team("two")
    assert (discarded["dirty"], discarded["can_undo"]) == (False, True)


async def test_an_edit_to_an_old_revision_changes_nothing(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client, "one")
    url = f"/api/teams/{team_id}/draft"
    ops = [{"op": "set", "path": "/label", "value": "two"}]
    await client.post(f"{url}/ops", json={"ops": ops, "base_rev": 0})

    answer = await client.post(f"{url}/ops", json={"ops": ops, "base_rev": 0})

    error = is_error(answer, 409, "storage.conflict")
    assert error["details"]["theirs"]["rev"] == 1


@pytest.mark.parametrize(
    "op",
    [
        {},
        {"op": "nonsense"},
        {"op": "set"},
        {"op": "set", "path": "label", "value": 1},
        {"op": "set", "path": 5, "value": 1},
        {"op": "set", "path": "/config/participants/99/label", "value": "x"},
        {"op": "remove", "path": "/config/participants/-1"},
        {"op": "move", "id": "nobody", "x": "left", "y": None},
        {"op": "add", "component": 3},
        {"op": "connect", "source": None},
    ],
)
async def test_an_operation_that_makes_no_sense_changes_nothing(
    client: httpx.AsyncClient, op: JsonDict
) -> None:
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}/draft"
    good = {"op": "set", "path": "/label", "value": "half done"}

    answer = await client.post(f"{url}/ops", json={"ops": [good, op]})

    assert answer.status_code in {400, 422}, answer.text
    assert answer.json()["error"]["message"]
    assert (await client.get(url)).json()["document"]["component"] == a_team()


async def test_a_draft_without_changes_follows_what_others_save(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client, "one")
    url = f"/api/teams/{team_id}"
    await client.get(f"{url}/draft")
    await client.put(url, json={"component": a_team("two"), "base_version": 1})

    draft = (await client.get(f"{url}/draft")).json()

    assert draft["document"]["component"]["label"] == "two"
    assert (draft["dirty"], draft["base_version"], draft["can_undo"]) == (False, 2, True)


async def test_saving_a_draft_over_what_another_saved_needs_a_word(
    client: httpx.AsyncClient,
) -> None:
    team_id = await new_team(client, "one")
    url = f"/api/teams/{team_id}"
    ops = [{"op": "set", "path": "/label", "value": "mine"}]
    await client.post(f"{url}/draft/ops", json={"ops": ops})
    await client.put(url, json={"component": a_team("theirs"), "base_version": 1})

    draft = (await client.get(f"{url}/draft")).json()
    refused = await client.post(f"{url}/draft/save")
    agreed = await client.post(f"{url}/draft/save", json={"over": 2})

    assert (draft["document"]["component"]["label"], draft["head_version"]) == ("mine", 2)
    is_error(refused, 409, "storage.conflict")
    assert agreed.json()["version"] == 3
    assert agreed.json()["document"]["component"]["label"] == "mine"


async def test_sessions_live_their_life(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client)

    made = (await client.post("/api/sessions", json={"team_id": team_id})).json()
    url = f"/api/sessions/{made['session_id']}"
    changed = (await client.patch(url, json={"name": "Talk", "pinned": True})).json()
    listed = (await client.get("/api/sessions", params={"query": "tal"})).json()["items"]
    await client.delete(url)
    is_error(await client.get(url), 404, "storage.not_found")
    back = await client.post(f"{url}/undelete")

    assert made["name"] == "Team"
    assert (changed["name"], changed["pinned"]) == ("Talk", True)
    assert listed == [changed]
    assert back.json()["deleted_at"] is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "studio.usage"),
        ({"team_id": "x", "component": {"provider": "a.B", "config": {}}}, "studio.usage"),
        ({"component": {}}, "studio.usage"),
        ({"team_id": "none"}, "storage.not_found"),
    ],
)
async def test_a_session_without_a_team_is_refused(
    client: httpx.AsyncClient, body: JsonDict, code: str
) -> None:
    answer = await client.post("/api/sessions", json=body)

    assert answer.json()["error"]["code"] == code


async def test_templates_become_teams(client: httpx.AsyncClient) -> None:
    items = (await client.get("/api/galleries/items", params={"kind": "team"})).json()["items"]

    answer = await client.post(
        f"/api/galleries/{items[0]['item_id'].replace('/', '/items/', 1)}/use"
    )

    assert items[0]["replay"]
    assert answer.status_code == 201, answer.text
    team = (await client.get(f"/api/teams/{answer.json()['team_id']}")).json()
    assert team["document"]["component"] == items[0]["component"]


async def test_a_gallery_goes_out_as_it_came_in(client: httpx.AsyncClient) -> None:
    gallery = {
        "id": "mine",
        "name": "Mine",
        "metadata": {"author": "a", "version": "1", "extra": None},
        "surprise": {"a": None},
        "components": {"teams": [a_team()], "agents": [], "tools": []},
    }

    made = (await client.post("/api/import", json={"data": gallery})).json()["galleries"][0]
    exported = await client.get(f"/api/galleries/{made['gallery_id']}/export")
    twice = await client.post("/api/import", json={"text": exported.text})

    assert exported.json() == gallery
    assert twice.status_code == 201


@pytest.mark.parametrize(
    ("data", "teams"),
    [
        (a_team(), 1),
        ({"id": 3, "user_id": "a", "component": a_team()}, 1),
        ([a_team(), a_team()], 2),
        ({"component": a_team(), "places": [], "notes": [], "revision": 4}, 1),
    ],
)
async def test_teams_come_in_in_every_shape(
    client: httpx.AsyncClient, data: Any, teams: int
) -> None:
    answer = await client.post("/api/import", json={"data": data})

    assert answer.status_code == 201, answer.text
    made = answer.json()["teams"]
    assert len(made) == teams
    team = (await client.get(f"/api/teams/{made[0]['team_id']}")).json()
    assert team["document"]["component"] == a_team()


async def test_single_components_go_into_a_gallery_of_ones_own(client: httpx.AsyncClient) -> None:
    agent = a_team()["config"]["participants"][0]
    text = "provider: autogen_agentchat.agents.UserProxyAgent\nconfig:\n  name: other\n"

    await client.post("/api/import", json={"data": agent})
    second = (await client.post("/api/import", json={"text": text})).json()["items"][0]
    own = (await client.get("/api/galleries")).json()["items"][-1]
    gone = await client.delete(f"/api/galleries/{second['item_id'].replace('/', '/items/', 1)}")

    assert [item["config"]["name"] for item in own["document"]["components"]["agents"]] == [
        "user", "other",
    ]  # fmt: skip
    assert gone.json()["document"]["components"]["agents"] == [agent]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"text": "a", "url": "b"}, 422),
        ({"text": ""}, 400),
        ({"text": "{broken"}, 400),
        ({"text": "a: [1"}, 400),
        ({"text": "just words"}, 422),
        ({"text": "a: &a [1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "".join(
            f"{chr(c + 1)}: &{chr(c + 1)} [{','.join([f'*{chr(c)}'] * 9)}]\n"
            for c in range(ord("b"), ord("j"))
        )}, 400),
        ({"data": {}}, 422),
        ({"data": []}, 422),
        ({"data": {"config": {"config": {}}}}, 422),
        ({"data": {"component": a_team(), "places": [{"x": 1}]}}, 422),
        ({"url": "file:///etc/passwd"}, 400),
        ({"url": "http://169.254.169.254/latest"}, 400),
        ({"url": "http://127.0.0.1:1/x"}, 502),
    ],
)  # fmt: skip
async def test_what_cannot_be_brought_in_is_refused_and_nothing_is_kept(
    client: httpx.AsyncClient, body: JsonDict, status: int
) -> None:
    answer = await client.post("/api/import", json=body)

    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]
    assert (await client.get("/api/teams")).json()["items"] == []
    assert len((await client.get("/api/galleries")).json()["items"]) == 1


async def test_checking_never_imports_what_is_not_trusted(client: httpx.AsyncClient) -> None:
    import sys  # noqa: PLC0415 - the subject of the test

    team = a_team()
    team["config"]["participants"].append({"provider": "antigravity.Agent", "config": {}})

    answer = await client.post("/api/validate", json={"component": team})

    assert not answer.json()["valid"]
    assert "/config/participants/1/provider" in [p["path"] for p in answer.json()["problems"]]
    assert "antigravity" not in sys.modules


@pytest.mark.parametrize("component", [{}, {"provider": 3}, {"provider": "x", "config": []}])
async def test_checking_nonsense_finds_problems_and_no_crash(
    client: httpx.AsyncClient, component: JsonDict
) -> None:
    answer = await client.post("/api/validate", json={"component": component})

    assert answer.status_code == 200, answer.text
    assert not answer.json()["valid"]


async def test_settings_are_made_read_and_forgotten(client: httpx.AsyncClient) -> None:
    await client.put("/api/settings/theme", json={"value": {"dark": True}})

    assert (await client.get("/api/settings/theme")).json()["value"] == {"dark": True}
    await client.put("/api/settings/theme", json={"value": None})
    assert (await client.get("/api/settings")).json() == {"settings": {}}
    is_error(await client.put("/api/settings/A B", json={"value": 1}), 400, "studio.usage")


async def test_a_secret_goes_in_and_never_comes_out(client: httpx.AsyncClient) -> None:
    put = await client.put("/api/secrets/MY_KEY", json={"value": " hush-hush \n"})
    listed = await client.get("/api/secrets")
    wrong = await client.put("/api/secrets/MY KEY", json={"value": "hush-hush"})
    mistyped = await client.put("/api/secrets/MY_KEY", json={"value": ["hush-hush"]})

    assert [item["name"] for item in listed.json()["items"]] == ["MY_KEY"]
    assert all("hush" not in answer.text for answer in (put, listed, wrong, mistyped))
    assert (await client.delete("/api/secrets/MY_KEY")).status_code == 204
    assert (await client.delete("/api/secrets/MY_KEY")).status_code == 204
    assert (await client.get("/api/secrets")).json()["items"] == []


async def test_the_catalogue_describes_components(client: httpx.AsyncClient) -> None:
    infos = (await client.get("/api/components", params={"kind": "termination"})).json()["items"]

    found = {info["provider"]: info for info in infos}
    limit = found["autogen_agentchat.conditions.MaxMessageTermination"]
    assert limit["config_schema"]["properties"]["max_messages"]
    assert limit["template"]["config"] == {"max_messages": 10}
    assert limit["missing"] == ""
