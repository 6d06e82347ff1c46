"""Programs written for AutoGen print the same when only their import prefix is changed."""

import logging
from collections.abc import Iterator

import pytest

from tests.contract.autogen_api.playing import EXPECTED, names, play


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("name", names())
def test_a_program_prints_what_it_prints_on_autogen(name: str) -> None:
    printed = play(name, rewritten=True)

    assert printed == (EXPECTED / f"{name}.txt").read_text("utf-8")
