"""Shows files a page at a time, and finds words in them; never leaves its directory."""

import re
from pathlib import Path

from ._reading import FileReadError, read_as_text

_PAGE = 8192
_SLACK = 400


class FileBrowser:
    """What the agent looks at.

    Args:
        base: The directory that it may not leave.
    """

    def __init__(self, base: Path) -> None:
        self._base: Path = base.resolve()
        self.path: Path = self._base
        self._text: str = ""
        self._starts: list[int] = [0]
        self._page: int = 0
        self._query: str | None = None
        self._found_on: int | None = None
        self.open(".")

    @property
    def page(self) -> int:
        """The page that is shown, from 1."""
        return self._page + 1

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._starts)

    def open(self, path: str) -> None:
        """Go to a file or a directory; what goes wrong is shown in its place."""
        target = (self._base / path).resolve()
        self._query = self._found_on = None
        if not target.is_relative_to(self._base):
            self._show(self.path, f"# Not allowed\n\n{path} is outside {self._base}.")
            return
        try:
            self._show(target, read_as_text(target))
        except FileNotFoundError:
            self._show(self.path, f"# Not found\n\nThere is no {path} in {self._base}.")
        except (FileReadError, OSError) as error:
            self._show(target, f"# Cannot be shown\n\n{error}")

    def turn(self, pages: int) -> None:
        """Go so many pages on, or back."""
        self._page = min(max(self._page + pages, 0), self.pages - 1)

    def find(self, query: str) -> bool:
        """Go to the first page from here on that has the words; `*` stands for anything."""
        self._query = query
        return self._go_to_match(self._page)

    def find_next(self) -> bool:
        """Go to the next page that has the words."""
        if self._query is None:
            return False
        after = self._page + 1 if self._found_on == self._page else self._page
        return self._go_to_match(after % self.pages)

    def state(self) -> str:
        """Return what is shown, with a line that says where it is."""
        place = f"Path: {self.path}\nShowing page {self.page} of {self.pages}."
        return f"{place}\n{'=' * 23}\n{self._page_text(self._page)}"

    def _show(self, path: Path, text: str) -> None:
        self.path, self._text, self._page = path, text, 0
        self._starts = _page_starts(text)

    def _page_text(self, page: int) -> str:
        end = self._starts[page + 1] if page + 1 < self.pages else len(self._text)
        return self._text[self._starts[page] : end]

    def _go_to_match(self, first: int) -> bool:
        words = [re.escape(word).replace(r"\*", ".*") for word in (self._query or "").split()]
        pattern = re.compile(r"\s+".join(words), re.IGNORECASE)
        self._found_on = None
        for page in [*range(first, self.pages), *range(first)]:
            if words and pattern.search(self._page_text(page)):
                self._page = self._found_on = page
                return True
        return False


def _page_starts(text: str) -> list[int]:
    """Return where pages begin: at the end of a line or a word near the full length."""
    starts = [0]
    while len(text) - starts[-1] > _PAGE:
        end = starts[-1] + _PAGE
        breaks = [text.rfind(mark, end - _SLACK, end) for mark in ("\n", " ")]
        cut = next((at + 1 for at in breaks if at >= 0), end)
        starts.append(cut)
    return starts
