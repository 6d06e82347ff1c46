"""One folder and one app directory for the commands of a module."""

import pytest

from tests.support.command_line import CommandLine


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    return CommandLine(tmp_path_factory.mktemp("commands"))
