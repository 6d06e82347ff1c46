"""Versions over HTTP: named, branched, compared with each other and with what is not saved."""

import httpx

from .test_documents import a_team, new_team
from .test_shape import is_error


async def saved(client: httpx.AsyncClient, team_id: str, label: str, base: int) -> None:
    body = {"component": a_team(label), "base_version": base}
    assert (await client.put(f"/api/teams/{team_id}", json=body)).status_code == 200


async def test_a_save_can_be_called_something_afterwards(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}/versions"

    answer = await client.patch(f"{url}/1", json={"name": "  The first \n one "})
    listed = (await client.get(url)).json()["items"]

    assert answer.json()["name"] == "The first one"
    assert listed[0]["name"] == "The first one"
    is_error(await client.patch(f"{url}/7", json={"name": "x"}), 404, "storage.not_found")


async def test_a_branch_starts_from_the_version_it_is_made_of(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client, "old")
    await saved(client, team_id, "new", 1)

    answer = await client.post(f"/api/teams/{team_id}/versions/1/branch")

    branch = answer.json()
    assert answer.status_code == 201
    assert branch["team_id"] != team_id
    assert branch["document"]["component"]["label"] == "old"
    assert branch["name"] == "old (from version 1)"


async def test_versions_are_compared_part_by_part(client: httpx.AsyncClient) -> None:
    team_id = await new_team(client, "old")
    await saved(client, team_id, "new", 1)

    found = (
        await client.get(f"/api/teams/{team_id}/compare", params={"before": 1, "after": 2})
    ).json()

    assert [(part["change"], part["label"]) for part in found["parts"]] == [("changed", "new")]
    assert found["parts"][0]["fields"] == [{"name": "label", "before": "old", "after": "new"}]
    assert found["levels"][0]["after_picture"]["nodes"][0]["change"] == "changed"


async def test_what_is_not_saved_is_compared_with_the_newest_version(
    client: httpx.AsyncClient,
) -> None:
    team_id = await new_team(client)
    url = f"/api/teams/{team_id}/draft"
    op = {"op": "set", "path": "/label", "value": "Other"}
    assert (await client.post(f"{url}/ops", json={"ops": [op]})).status_code == 200

    found = (await client.get(f"{url}/compare")).json()

    assert found["after"]["name"] == "Unsaved changes"
    assert [field["name"] for field in found["parts"][0]["fields"]] == ["label"]
