"""How much of the wheel's public surface is typed: `make completeness`."""

import json
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.report import Row, format_row

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".bench" / "typed"
PARTS = ("studio.core", "studio.agentchat", "studio.ext")
AIM = 95.0
WORST = 40
_PYRIGHT = str(Path(sys.executable).with_name("pyright"))


def wheel_environment(wheel: Path) -> Path:
    """Unpack the wheel into an environment that has nothing else but what we depend on."""
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(PLACE)], check=True)
    site = next(PLACE.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return PLACE


def verify(package: str, environment: Path) -> dict[str, Any]:
    """Return what pyright finds."""
    # pyright looks only into an environment that is active, and not from inside our own project.
    variables = {"VIRTUAL_ENV": str(environment), "PATH": f"{environment / 'bin'}:/usr/bin:/bin"}
    with tempfile.TemporaryDirectory() as elsewhere:
        done = subprocess.run(
            [_PYRIGHT, "--outputjson", "--ignoreexternal", "--verifytypes", package],
            capture_output=True,
            check=False,
            cwd=elsewhere,
            env={**variables, "HOME": str(Path.home())},
            text=True,
        )
    return json.loads(done.stdout)


def untyped(found: dict[str, Any]) -> Iterator[str]:
    """Yield the public names whose types are not known, with the first reason."""
    for symbol in found["typeCompleteness"]["symbols"]:
        if symbol["isExported"] and not symbol["isTypeKnown"]:
            reasons = [d["message"].splitlines()[0] for d in symbol.get("diagnostics", ())]
            yield f"    {symbol['name']}: {reasons[0] if reasons else '?'}"


def main() -> int:
    """Print the share of each part, and what is missing; fail below the aim."""
    wheels = sorted((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        sys.stderr.write("no wheel in dist/; run `make wheel`\n")
        return 2
    environment = wheel_environment(wheels[-1])
    short = False
    for package in PARTS:
        found = verify(package, environment)
        score = found["typeCompleteness"]["completenessScore"] * 100
        sys.stdout.write(format_row(Row(package, score, "%", AIM, at_least=True)) + "\n")
        for line in list(untyped(found))[:WORST]:
            sys.stdout.write(f"{line}\n")
        short = short or score < AIM
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
