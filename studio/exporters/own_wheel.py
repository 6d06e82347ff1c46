"""This package as a wheel, made from what is installed, so that an image need not load it."""

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import studio

DISTRIBUTION: Final = "team-studio"

_PACKAGE: Final = Path(studio.__file__).parent
_GALLERY: Final = "studio/gallery/_data"
_LEFT_OUT: Final = {"__pycache__", "_web"}
"""An endpoint shows no pages, so the front end stays here."""

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_ABOUT: Final = "Wheel-Version: 1.0\nGenerator: studio\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def own_wheel() -> tuple[str, bytes] | None:
    """Return the name and the bytes of the wheel; `None` if this is not an installed package.

    The same installation gives the same bytes every time.
    """
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return None
    stem = f"{DISTRIBUTION.replace('-', '_')}-{installed.version}"
    files = {**dict(_package_files()), **_description(installed, f"{stem}.dist-info")}
    record = f"{stem}.dist-info/RECORD"
    files[record] = _record(files, record).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(zipfile.ZipInfo(path, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return f"{stem}-py3-none-any.whl", buffer.getvalue()


def _package_files() -> Iterator[tuple[str, bytes]]:
    yield from _files(_PACKAGE, "studio")
    gallery = _PACKAGE.parent / "components_gallery"
    if not (_PACKAGE / "gallery" / "_data").is_dir() and gallery.is_dir():
        yield from _files(gallery, _GALLERY)


def _files(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in _LEFT_OUT:
            yield from _files(path, f"{name}/{path.name}")
        elif path.is_file():
            yield f"{name}/{path.name}", path.read_bytes()


def _description(installed: Distribution, folder: str) -> dict[str, bytes]:
    texts = {name: installed.read_text(name) for name in ("METADATA", "entry_points.txt")}
    return {
        f"{folder}/{name}": text.encode()
        for name, text in {**texts, "WHEEL": _ABOUT}.items()
        if text is not None
    }


def _record(files: dict[str, bytes], own_path: str) -> str:
    lines = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    return "\n".join([*lines, f"{own_path},,"]) + "\n"


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
