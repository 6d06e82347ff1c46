"""Every error code is documented, and means one thing."""

from collections import Counter

from tests.contract.house import error_codes


def test_the_page_of_errors_is_current() -> None:
    assert error_codes.PAGE.read_text(encoding="utf-8") == error_codes.page(), (
        "run: python -m tests.contract.house.error_codes > docs/errors.md"
    )


def test_a_code_belongs_to_one_error() -> None:
    count = Counter(entry.code for entry in error_codes.all_entries())

    assert [code for code, times in count.items() if times > 1] == []


def test_every_code_is_on_the_page() -> None:
    listed = {entry.code for entry in error_codes.all_entries()}

    assert error_codes.spoken_codes() - listed == set()
    assert error_codes.kinds_without_a_text() == set()


def test_every_error_says_what_it_is() -> None:
    assert [entry for entry in error_codes.all_entries() if not entry.told] == []
