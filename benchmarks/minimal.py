"""The smallest Textual application, which shows the cost of starting Textual itself."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Minimal(App[None]):
    """An application with one line of text."""

    def compose(self) -> ComposeResult:
        """Yield the line."""
        yield Static("ready")


if __name__ == "__main__":
    Minimal().run()
