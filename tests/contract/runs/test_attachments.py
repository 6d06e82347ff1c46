"""Files go along with a task, are stored once, or are refused by name before the run starts."""

import base64
import hashlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject

from studio.domain.run import Attachment
from studio.runs.content import restore
from studio.runs.exceptions import AnswerError, AttachmentError
from studio.storage.repositories.blobs import BlobRepository
from studio.storage.repositories.checkpoints import CheckpointRepository
from tests.support.run_lab import Lab, said
from tests.support.run_models import Gate, agent, asking_agent, model, team, user


def file(name: str, data: bytes, media_type: str = "") -> Attachment:
    return Attachment(name=name, media_type=media_type, data=base64.b64encode(data).decode())


def png() -> bytes:
    buffer = io.BytesIO()
    Image.effect_noise((32, 32), 50).save(buffer, "PNG")
    return buffer.getvalue()


def pdf(text: str) -> bytes:
    """Return a page with a line of text."""
    writer = PdfWriter()
    page = writer.add_blank_page(300, 100)
    content = StreamObject()
    content.set_data(f"BT /F1 12 Tf 20 50 Td ({text}) Tj ET".encode())
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): font})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    page[NameObject("/Contents")] = content
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.json"])
async def test_a_text_is_part_of_the_task(lab: Lab, name: str) -> None:
    run = await lab.run(team(agent("a", "x"), turns=1), "Read.", attachments=[file(name, b"1;2;3")])

    [message] = run.task
    assert message["content"] == f'Read.\n\n<file name="{name}">\n1;2;3\n</file>'
    assert name in message["metadata"]["attachments"]


async def test_an_image_is_stored_once_and_shown_to_the_model(lab: Lab) -> None:
    data = png()
    component = team(agent("a", model=model("x", vision=True)), turns=2)

    run = await lab.run(component, "Look.", attachments=[file("a.png", data)])

    events = await lab.events(run)
    assert run.status == "completed"
    [text, label, image] = events[1].body["content"]
    assert (text, label, image["media_type"]) == ("Look.", "Image a.png:", "image/png")
    stored = await BlobRepository(lab.database).get(image["blob"], owner="local")
    assert all(base64.b64encode(stored.data).decode() not in event.text for event in events)
    shown, given = (Image.open(io.BytesIO(part)).convert("RGB") for part in (stored.data, data))
    assert shown.tobytes() == given.tobytes()
    call = next(event.body for event in events if event.type == "model_call")
    assert call["messages"][1]["content"][-1]["blob"] == image["blob"]


async def test_an_image_is_refused_where_a_model_cannot_see(lab: Lab) -> None:
    with pytest.raises(AttachmentError) as caught:
        await lab.start(team(agent("a", "x")), attachments=[file("a.png", png())])

    assert "'a' cannot take the image 'a.png'" in str(caught.value)


async def test_what_no_model_can_take_is_refused_by_name(lab: Lab) -> None:
    with pytest.raises(AttachmentError, match=r"'a\.zip' is of a kind that no model can take"):
        await lab.start(team(agent("a", "x")), attachments=[file("a.zip", b"PK\x03\x04")])
    with pytest.raises(AttachmentError, match=r"'a\.svg'"):
        await lab.start(team(agent("a", "x")), attachments=[file("a.svg", b"<svg/>")])


async def test_the_text_of_a_pdf_is_part_of_the_task(lab: Lab) -> None:
    data = pdf("Bread needs time.")

    run = await lab.run(team(agent("a", "x"), turns=1), "Read.", attachments=[file("a.pdf", data)])

    assert run.task[0]["content"] == 'Read.\n\n<file name="a.pdf">\nBread needs time.\n</file>'
    call = next(e.body for e in await lab.events(run) if e.type == "model_call")
    assert "Bread needs time." in call["messages"][1]["content"]
    digest = hashlib.sha256(data).hexdigest()
    assert (await BlobRepository(lab.database).get(digest, owner="local")).data == data


async def test_a_long_text_is_in_one_event_and_all_models_see_it(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    text = "Bread needs time. " * 5_000
    component = team(agent("a", "one"), agent("b", "two @g"), agent("c", "three"), turns=4)
    run = await lab.start(component, "Read.", attachments=[file("a.txt", text.encode())])
    await held.reached.wait()

    await lab.restart()
    held.opened.set()

    assert (await lab.ended(run)).status == "completed"
    events = await lab.events(run)
    assert [event.type for event in events if text in event.text] == ["message"]
    assert sum(len(event.text) for event in events) < 2 * len(text)
    points = await CheckpointRepository(lab.database).between(run.run_id, first=0, last=10_000)
    assert len(points) == 4
    assert sum(len(point.state) for point in points) < len(text)
    # Before the restart and after it, from a checkpoint, each model was sent all of it.
    [task] = run.task
    blobs = BlobRepository(lab.database)
    calls = [event.body for event in events if event.type == "model_call"]
    first = [call for call in calls if "earlier" not in call]
    assert {call["agent"] for call in first} == {"a", "b", "c"}
    for call in first:
        whole = await restore(blobs, call, "local")
        assert whole["messages"][1]["content"] == task["content"]
        assert call["messages"][1]["content"]["size"] == len(task["content"])


async def test_a_message_beside_a_long_text_can_be_said_differently(lab: Lab) -> None:
    text = "Bread needs time. " * 2_000
    run = await lab.run(team(agent("a", text), agent("b", "two"), turns=2))
    said_by_a = next(e for e in await lab.events(run) if e.body.get("source") == "a")

    fork = await lab.engine.fork(run.run_id, said_by_a.seq or 0, message="Bread is quick.")

    assert (await lab.ended(fork)).status == "completed"
    events = await lab.events(fork)
    assert said(events) == [("user", "Go."), ("a", "Bread is quick."), ("b", "two")]
    call = next(e.body for e in reversed(events) if e.type == "model_call")
    assert [message["content"] for message in call["messages"]][1:] == ["Go.", "Bread is quick."]


async def test_a_file_of_text_goes_with_an_answer(lab: Lab) -> None:
    run = await lab.start(team(user(), turns=1))
    question = (await lab.until_type(run, "question")).body
    attachments = [file("a.csv", b"1;2;3")]

    for _ in range(2):
        await lab.engine.answer(
            run.run_id, question["request_id"], "Here it is.", attachments=attachments
        )

    await lab.ended(run)
    events = await lab.events(run)
    told = 'Here it is.\n\n<file name="a.csv">\n1;2;3\n</file>'
    assert said(events)[-1] == ("person", told)
    [answer] = [event.body for event in events if event.type == "answer"]
    [listed] = answer["attachments"]
    assert (listed["name"], listed["media_type"]) == ("a.csv", "text/csv")
    assert (await BlobRepository(lab.database).get(listed["digest"], owner="local")).size == 5


async def test_a_picture_goes_with_an_answer_and_is_seen_before_the_next_turn(lab: Lab) -> None:
    seeing = agent("a", model=model("x", vision=True))
    run = await lab.start(team(user(), seeing, turns=2))
    question = (await lab.until_type(run, "question")).body

    await lab.engine.answer(
        run.run_id, question["request_id"], "Look.", attachments=[file("a.png", png())]
    )

    assert (await lab.ended(run)).status == "completed"
    call = next(e.body for e in await lab.events(run) if e.type == "model_call")
    shown = json.dumps(call["messages"])
    assert "Look." in shown
    assert "image/png" in shown


async def test_a_picture_is_refused_in_an_answer_where_a_model_cannot_see(lab: Lab) -> None:
    run = await lab.start(team(user(), agent("a", "x"), turns=2))
    question = (await lab.until_type(run, "question")).body

    with pytest.raises(AttachmentError, match=r"cannot take the image 'a\.png'"):
        await lab.engine.answer(
            run.run_id, question["request_id"], "", attachments=[file("a.png", png())]
        )

    assert (await lab.engine.get(run.run_id)).questions[0].request_id == question["request_id"]


async def test_a_field_of_a_form_may_refer_to_a_stored_file(lab: Lab) -> None:
    form = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "likes": {"type": "array", "items": {"type": "string", "enum": ["tea", "bread"]}},
            "letter": {"type": "object", "format": "file"},
        },
        "required": ["name", "letter"],
    }
    blobs = BlobRepository(lab.database)
    digest = await blobs.put(b"Dear all", owner="local", media_type="text/plain", name="a.txt")
    run = await lab.start(team(asking_agent("a", form), turns=1))
    question = (await lab.until_type(run, "question")).body
    letter = {"name": "a.txt", "digest": digest}

    async def answer(**value: Any) -> None:
        await lab.engine.answer(run.run_id, question["request_id"], value)

    with pytest.raises(AnswerError, match="'letter' is missing"):
        await answer(name="Ann")
    with pytest.raises(AnswerError, match="must be one of: tea, bread"):
        await answer(name="Ann", letter=letter, likes=["rain"])
    with pytest.raises(AttachmentError, match=r"'b\.png' cannot be given in a form"):
        await answer(name="Ann", letter=file("b.png", png()).model_dump(exclude_none=True))
    await answer(name="Ann", letter=letter, likes=["tea"])

    await lab.ended(run)
    told = json.loads(said(await lab.events(run))[-1][1])["answer"]
    assert json.loads(told) == {
        "name": "Ann",
        "likes": ["tea"],
        "letter": {"name": "a.txt", "media_type": "text/plain", "text": "Dear all"},
    }


async def test_a_damaged_image_is_refused_by_name(lab: Lab) -> None:
    seeing = team(agent("a", model=model("x", vision=True)), turns=1)

    for data in (png()[:100], b"\x89PNG nonsense", b"no picture"):
        with pytest.raises(AttachmentError, match=r"the image 'a\.png' cannot be read"):
            await lab.start(seeing, attachments=[file("a.png", data, "image/png")])


async def test_a_pdf_without_text_is_refused(lab: Lab) -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    buffer = io.BytesIO()
    writer.write(buffer)

    with pytest.raises(AttachmentError, match="has no text"):
        await lab.start(team(agent("a", "x")), attachments=[file("a.pdf", buffer.getvalue())])
    with pytest.raises(AttachmentError, match="cannot be read"):
        await lab.start(team(agent("a", "x")), attachments=[file("b.pdf", b"%PDF-1.4 nonsense")])


async def test_a_stored_file_is_attached_by_its_digest(lab: Lab) -> None:
    digest = await BlobRepository(lab.database).put(
        b"hello", owner="local", media_type="text/plain", name="a.txt"
    )

    run = await lab.run(
        team(agent("a", "x"), turns=1), attachments=[Attachment(name="a.txt", digest=digest)]
    )

    assert "hello" in run.task[0]["content"]


async def test_an_image_is_not_in_checkpoints_and_back_after_a_restart(
    lab: Lab, gate: Callable[[str], Gate]
) -> None:
    held = gate("g")
    component = team(
        agent("a", model=model("x", vision=True)), agent("b", model=model("y @g", vision=True))
    )
    component["config"]["max_turns"] = 4
    run = await lab.start(component, "Look.", attachments=[file("a.png", png())])
    await held.reached.wait()
    await lab.restart()
    held.opened.set()

    assert (await lab.ended(run)).status == "completed"
    events = await lab.events(run)
    image = events[1].body["content"][-1]
    stored = await BlobRepository(lab.database).get(image["blob"], owner="local")
    text = base64.b64encode(stored.data).decode()
    points = await CheckpointRepository(lab.database).between(run.run_id, first=0, last=10_000)
    assert len(points) == 4
    assert all(text.encode() not in point.state for point in points)
    assert any(image["blob"].encode() in point.state for point in points)
    calls = [event.body for event in events if event.type == "model_call"]
    shown = [call["messages"][1]["content"][-1] for call in calls if "earlier" not in call]
    assert shown == [image] * len(shown)
    assert len(shown) >= 4
