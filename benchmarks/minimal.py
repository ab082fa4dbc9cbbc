"""The smallest Textual application: what starting Textual costs by itself."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Minimal(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("ready")


if __name__ == "__main__":
    Minimal().run()
