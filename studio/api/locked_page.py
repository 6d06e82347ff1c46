"""The page that a browser without the access token sees."""

from functools import cache


@cache
def locked_page() -> str:
    """Return the page: what to do, and a field for the token; it needs no other file."""
    return """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Studio is locked</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 14px/1.5 Inter, system-ui, sans-serif; background: light-dark(#f7f7f8, #131316);
  color: light-dark(#1c1c21, #ececf0); }
main { width: min(26rem, calc(100vw - 4rem)); padding: 24px; border-radius: 8px;
  border: 1px solid light-dark(#dcdce2, #34343b); background: light-dark(#fff, #1c1c21); }
h1 { font-size: 18px; margin: 0 0 8px; }
p { margin: 0 0 16px; color: light-dark(#4b4b55, #b4b4bf); }
code { font: 13px ui-monospace, monospace; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 8px; border-radius: 8px; font: inherit;
  border: 1px solid light-dark(#b4b4bf, #4b4b55); background: transparent; color: inherit; }
button { margin-top: 16px; padding: 8px 16px; border: 0; border-radius: 8px; font: inherit;
  font-weight: 600; background: light-dark(#3451d1, #7c94ff); color: light-dark(#fff, #131316);
  cursor: pointer; }
a { color: inherit; margin-left: 16px; }
</style>
</head>
<body>
<main>
<h1>This studio is locked</h1>
<p>Open the address that <code>studio ui</code> printed in the terminal, or paste the access token
from it. It is also in the file <code>token</code> in the app directory.</p>
<form method="get" autocomplete="off">
<label for="token">Access token</label>
<input id="token" name="token" type="password" required autofocus>
<button>Open the studio</button><a href="">Try again</a>
</form>
</main>
</body>
</html>
"""
