"""Commands inside of this process: for everything but the start."""

from collections.abc import Callable
from pathlib import Path

import pytest

from studio.cli.program import main
from tests.support.command_line import Done

Call = Callable[..., Done]


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Call:
    """Run a command in an empty folder and return how it ended."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STUDIO_APPDIR", str(tmp_path / "app"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def run(*arguments: str) -> Done:
        monkeypatch.setattr("sys.argv", ["studio", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        assert isinstance(ended.value.code, int)
        return Done(ended.value.code, out, err)

    return run
