"""The screen of a terminal that is too small: it says so in a sentence, and goes away when the terminal has grown."""

from textwrap import wrap

from textual.events import Resize

from westwall_tui.ui.terminal.abilities import LIKES, NEEDS, fits
from westwall_tui.ui.terminal.page import PaperScreen
from westwall_tui.ui.terminal.rows import row


class TooSmallScreen(PaperScreen):
    """Over whatever was shown, which stays as it was."""

    def paint(self) -> None:
        """Say what is needed, and what there is."""
        size = self.app.size
        text = (
            f"westwall needs {LIKES.width}x{LIKES.height} characters, or {NEEDS.width}x{NEEDS.height} at least; "
            f"this terminal has {size.width}x{size.height}. Make it larger to go on (Ctrl+Q: quit)."
        )
        self._paper.show([row(), *(row(f" {line}", "bold") for line in wrap(text, max(size.width - 2, 10)))])

    def on_resize(self, event: Resize) -> None:
        """Say what there is now, or go away."""
        self._go_or_stay()

    def on_screen_resume(self) -> None:
        """Something that was opened over it has been closed."""
        self._go_or_stay()

    def _go_or_stay(self) -> None:
        if fits(self.app.size) and self.is_current:
            self.dismiss()
        else:
            self.paint()
