"""Answers of people, with the files that go with them."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel

from studio.domain.json_values import JsonDict
from studio.domain.run import Attachment, Run

from .attachments import AttachmentReader, ReadFile, as_text_part, check_images
from .exceptions import AnswerError, AttachmentError
from .loading import as_team
from .submission import to_message

_REFERENCE = {"name", "digest", "media_type", "data"}


class Answer(BaseModel):
    """An answer as a run takes it."""

    request_id: str
    value: Any = None
    by: str = ""
    files: list[JsonDict] = []
    """Which files are in it."""
    message: JsonDict | None = None
    """Pictures, which no answer can hold: the team hears of them before its next turn."""


class AnswerReader:
    """Puts the content of files into answers."""

    def __init__(self, attachments: AttachmentReader) -> None:
        self._attachments = attachments

    async def read(
        self, run: Run, request_id: str, value: Any, attachments: Sequence[Attachment], *, by: str
    ) -> Answer:
        """Return an answer with its files: those attached, and those that fields refer to.

        Raises:
            AttachmentError: A file cannot be given to the team.
            AnswerError: Files are attached to what is not text.
        """
        attached = [await self._attachments.read(item, run.owner) for item in attachments]
        check_images(as_team(run.component), attached)
        fields: list[ReadFile] = []
        value = await self._filled(value, run.owner, fields)
        texts = [as_text_part(file) for file in attached if file.text is not None]
        if attached:
            if not isinstance(value, str | None):
                raise AnswerError(
                    "files can only be attached to an answer that is text",
                    hint="Put them into the fields of the form that ask for a file.",
                )
            value = "\n\n".join([value, *texts] if value else texts)
        images = [file for file in attached if file.image is not None]
        message = to_message(self._attachments.attach([], images)[0]) if images else None
        files = [_listed(file) for file in (*attached, *fields)]
        return Answer(request_id=request_id, value=value, by=by, files=files, message=message)

    async def _filled(self, value: Any, owner: str, found: list[ReadFile]) -> Any:
        """Return the value with text in place of references to files."""
        if isinstance(value, list):
            items = cast("list[Any]", value)
            return [await self._filled(item, owner, found) for item in items]
        if not isinstance(value, dict):
            return value
        fields = cast("JsonDict", value)
        if "name" in fields and fields.keys() <= _REFERENCE and fields.keys() & {"digest", "data"}:
            file = await self._attachments.read(Attachment.model_validate(fields), owner)
            if file.text is None:
                raise AttachmentError(
                    f"the picture {file.name!r} cannot be given in a form",
                    hint="Attach it to a message to the team instead.",
                )
            found.append(file)
            return {"name": file.name, "media_type": file.media_type, "text": file.text}
        return {key: await self._filled(item, owner, found) for key, item in fields.items()}


def _listed(file: ReadFile) -> JsonDict:
    return {"name": file.name, "media_type": file.media_type, "digest": file.digest}
