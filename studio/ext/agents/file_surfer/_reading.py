"""Any file as text, in Markdown where it has more than lines."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from studio._kit.errors import StudioError

_MOST_BYTES = 50 << 20
_PROBED_BYTES = 4096
_CONVERTED = frozenset(
    {".docx", ".pptx", ".xlsx", ".xls", ".epub", ".msg", ".html", ".htm", ".zip", ".ipynb"}
)


class FileReadError(StudioError, ValueError):
    """A file cannot be shown as text."""

    code = "file_surfer.read"


def read_as_text(path: Path) -> str:
    """Return what a file or a directory has to read.

    Raises:
        FileReadError: It cannot be shown as text.
        OSError: It cannot be opened.
    """
    if path.is_dir():
        return _listing(path)
    if path.stat().st_size > _MOST_BYTES:
        raise FileReadError(f"{path.name} is larger than {_MOST_BYTES >> 20} MB")
    suffix = path.suffix.lower()
    if suffix == ".pdf":
        return _pdf(path)
    if suffix in _CONVERTED and find_spec("markitdown") is not None:
        converter: Any = import_module("markitdown").MarkItDown()
        return converter.convert(str(path)).text_content
    data = path.read_bytes()
    if b"\0" in data[:_PROBED_BYTES]:
        hint = "pip install team-studio[file-surfer]" if suffix in _CONVERTED else None
        message = f"{path.name} is not a text file"
        raise FileReadError(f"{message}; to read it: {hint}" if hint else message, hint=hint)
    return data.decode("utf-8", errors="replace")


def _listing(directory: Path) -> str:
    lines = [f"# Index of {directory}", "", "| Name | Size |", "| --- | --- |"]
    entries = sorted(directory.iterdir(), key=lambda entry: (entry.is_file(), entry.name.lower()))
    for entry in entries:
        is_directory = entry.is_dir()
        size = "directory" if is_directory else str(entry.lstat().st_size)
        lines.append(f"| {entry.name}{'/' if is_directory else ''} | {size} |")
    return "\n".join(lines)


def _pdf(path: Path) -> str:
    reader: Any = import_module("pypdf").PdfReader(path)
    pages = [page.extract_text() for page in reader.pages]
    return "\n\n".join(f"## Page {number}\n\n{text}" for number, text in enumerate(pages, 1))
