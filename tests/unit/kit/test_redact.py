"""Secrets do not get out."""

import pytest

from studio._kit.redact import (
    MASK,
    Redactor,
    is_placeholder,
    is_secret_name,
    looks_like_secret,
    redact,
)

KEY = "sk-ant-abcdefghijklmnop0123456789"


def test_known_and_recognisable_secrets_are_masked_wherever_they_stand() -> None:
    redactor = Redactor(["hunter2hunter2", "short"])

    masked = redactor.value(
        {
            "text": f"say hunter2hunter2 or {KEY}",
            "list": ["hunter2hunter2", 1, None],
            "short": "short",
        }
    )

    assert masked == {"text": f"say {MASK} or {MASK}", "list": [MASK, 1, None], "short": "short"}


def test_values_of_secret_fields_are_masked_but_references_stay() -> None:
    data = {
        "api_key": "abc",
        "x-api-key": "abc",
        "password": "${PW}",
        "max_tokens": "5",
        "token": "",
    }

    assert redact(data) == {
        "api_key": MASK, "x-api-key": MASK, "password": "${PW}", "max_tokens": "5", "token": "",
    }  # fmt: skip
    assert data["api_key"] == "abc"


def test_the_longer_of_two_secrets_is_masked_whole() -> None:
    assert Redactor(["secret", "secret-and-more"]).text("secret-and-more") == MASK


@pytest.mark.parametrize("name", ["api_key", "OPENAI_API_KEY", "access_token", "client_secret"])
def test_names_of_secrets_are_known(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["max_tokens", "model", "tokens", "secretary", "key"])
def test_other_names_are_not_secret(name: str) -> None:
    assert not is_secret_name(name)


def test_placeholders_and_key_shapes_are_told_apart() -> None:
    assert is_placeholder("${OPENAI_API_KEY}")
    assert not is_placeholder("x ${OPENAI_API_KEY}")
    assert looks_like_secret(f"Authorization: Bearer {KEY}")
    assert not looks_like_secret("sk-short")
