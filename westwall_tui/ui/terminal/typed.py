"""A line that the user types on a page."""

from textual.events import Key

from westwall_tui.words.rows import first_line


class TypedLine:
    """A line while it is typed."""

    def __init__(self, most: int, text: str = "") -> None:
        """Begin with a text. Characters after the first `most` are dropped."""
        self.text, self._most = text, most

    def take(self, event: Key) -> str:
        """Take a key. Return `enter` or `escape` if that key ends the line; otherwise an empty text."""
        if event.key in ("enter", "escape"):
            return event.key
        if event.key == "backspace":
            self.text = self.text[:-1]
        elif event.key == "ctrl+u":
            self.text = ""
        elif event.is_printable and event.character:
            self._add(event.character)
        return ""

    def paste(self, text: str) -> None:
        """Add the first line of a pasted text."""
        self._add(first_line(text))

    def _add(self, typed: str) -> None:
        self.text = (self.text + typed)[: self._most]
