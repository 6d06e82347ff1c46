"""Images convert to and from everything that messages need."""

import base64
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as pillow  # noqa: N813
from pydantic import BaseModel, ValidationError

from studio.core._image import Image


class Holder(BaseModel):
    picture: Image


def red(size: int = 2) -> Image:
    return Image.from_pil(pillow.new("RGBA", (size, size), "red"))


def test_an_image_is_rgb() -> None:
    assert red().image.mode == "RGB"


def test_base64_round_trips() -> None:
    again = Image.from_base64(red().to_base64())

    assert again.image.tobytes() == red().image.tobytes()


def test_a_data_uri_round_trips() -> None:
    uri = red().data_uri

    assert uri.startswith("data:image/png;base64,")
    assert Image.from_uri(uri).image.size == (2, 2)


@pytest.mark.parametrize("uri", ["http://example.com/a.png", "data:text/plain;base64,AAAA", ""])
def test_other_uris_are_refused(uri: str) -> None:
    with pytest.raises(ValueError, match="Invalid URI format"):
        Image.from_uri(uri)


def test_a_file_is_read(tmp_path: Path) -> None:
    red(3).image.save(tmp_path / "a.png")

    assert Image.from_file(tmp_path / "a.png").image.size == (3, 3)


def test_a_jpeg_is_taken_too() -> None:
    buffer = BytesIO()
    red().image.save(buffer, format="JPEG")

    encoded = base64.b64encode(buffer.getvalue()).decode()

    assert Image.from_uri(f"data:image/jpeg;base64,{encoded}").image.size == (2, 2)


def test_it_becomes_a_part_of_an_openai_message() -> None:
    image = red()

    assert image.to_openai_format() == {
        "type": "image_url",
        "image_url": {"url": image.data_uri, "detail": "auto"},
    }
    assert image.to_openai_format("high")["image_url"]["detail"] == "high"


def test_a_new_picture_is_encoded_anew() -> None:
    image = red()
    before = image.to_base64()

    image.image = pillow.new("RGB", (2, 2), "blue")

    assert image.to_base64() != before


def test_as_a_field_it_reads_and_writes_data() -> None:
    holder = Holder(picture=red())

    dumped = holder.model_dump()

    assert dumped == {"picture": {"data": red().to_base64()}}
    assert Holder.model_validate(dumped).picture.to_base64() == red().to_base64()
    assert Holder.model_validate_json(holder.model_dump_json()).picture.image.size == (2, 2)
    assert Holder.model_json_schema()["properties"]["picture"]["required"] == ["data"]


@pytest.mark.parametrize("value", [3, {}, {"data": 3}, {"data": "!!"}, {"data": "AAAA"}])
def test_as_a_field_it_refuses_what_is_no_image(value: object) -> None:
    with pytest.raises(ValidationError):
        Holder.model_validate({"picture": value})
