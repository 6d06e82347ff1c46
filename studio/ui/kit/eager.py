"""Parts that only a browser can show, fetched along with the page they stand on."""

import reflex as rx


class EagerComponent(rx.NoSSRComponent):
    """A component whose code is fetched at once, not only after the page has been shown."""

    def add_custom_code(self) -> list[str]:
        """Return the line that fetches it while the page still connects."""
        return [f'if (typeof window !== "undefined") import("{self.library}").catch(() => null);']
