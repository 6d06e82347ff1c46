"""The page of a shared session or run: files of its own, apart from the studio's pages."""

from importlib.resources import files
from pathlib import Path

from fastapi.responses import FileResponse, HTMLResponse, Response

from .errors import error_response

_FOLDER = Path(str(files("studio"))) / "_web" / "share"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self';"
    " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
}
_GONE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No longer shared</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center;
  font: 14px/1.5 Inter, system-ui, sans-serif; background: light-dark(#f7f7f9, #101113);
  color: light-dark(#1c2024, #edeef0); }
main { padding: 24px; max-width: 26rem; }
h1 { font-size: 18px; margin: 0 0 8px; }
p { margin: 0; color: light-dark(#5b5f68, #b2b5be); }
</style>
<main><h1>This is no longer shared</h1>
<p>The link was taken back, or it is not complete. Ask whoever sent it for a new one.</p></main>
</html>
"""


def page_response(*, found: bool) -> Response:
    """Return the page that reads what is shared, or one that says it is no longer shared."""
    if not found:
        return HTMLResponse(_GONE, 404, headers=_HEADERS)
    page = (_FOLDER / "index.html").read_text(encoding="utf-8")
    return HTMLResponse(page, headers=_HEADERS)


def asset_response(name: str) -> Response:
    """Return a file of the page."""
    path = _FOLDER / "assets" / Path(name).name
    if not path.is_file():
        return error_response("request.not_found", "there is no such file")
    return FileResponse(path, headers={"cache-control": "public, max-age=31536000, immutable"})
