"""All private names of Textual and Rich that the program uses, because no public ones serve.

Any version of Textual may change these names. `tests/ui/terminal/test_internals.py` names the versions that were
checked, and what to check in another one.

- `XTermParser` turns bytes into keys. Textual's drivers check ten times a second whether an Escape is a key by itself;
  ours (`reading.py`, `keyboard.py`) feed the parser themselves, so that Escape takes 25 ms.
- `get_time` is the clock of a message's `time`. A key answers a screen's question only if it was typed after the
  terminal had shown the question.
- `NoActiveAppError` is raised in a thread that outlives its screen or the app. It isn't a fault to report.
- `ChopsUpdate` and `LayoutUpdate` are updates of the screen before they are written. `InnerApp` hands them on, so that
  only changed cells are written (`writer.py`).
- `InnerApp` also tells our app whether it is ending, and lets it end with a sentence in place of a traceback.

The drivers (`keyboard.py`, `browser.py`) inherit from Textual's, and use protected names of these classes.
"""

from asyncio import AbstractEventLoop
from concurrent.futures import CancelledError
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import NoActiveAppError
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

__all__ = ["ENDED", "ChopsUpdate", "InnerApp", "LayoutUpdate", "XTermParser", "get_time", "is_leaving"]

ENDED = (NoActiveAppError, CancelledError)
"""Exceptions in a thread that outlives its screen or the app."""


class InnerApp(App[int]):
    """An app with public names for what Textual's app keeps private."""

    @property
    def driver(self) -> Driver | None:
        """The driver, once the app has begun."""
        return self._driver

    @property
    def can_wait(self) -> bool:
        """True if the terminal can hold back an update until all of it has arrived."""
        return self._sync_available

    @property
    def loop(self) -> AbstractEventLoop | None:
        """The loop in which the app runs, once it does."""
        return self._loop

    def terminal_size(self, event: Resize) -> Size:
        """Return the size of the terminal, given the event of a new size."""
        return super().size if self._size is None else event.size

    @property
    def is_covered(self) -> bool:
        """True while no update may be written."""
        return False

    def trimmed(self, screen: Screen[object], update: ChopsUpdate | LayoutUpdate) -> RenderableType:
        """Return what to write in place of an update of a screen."""
        raise NotImplementedError

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if self.is_covered:
            return
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            renderable = self.trimmed(screen, renderable)
        super()._display(screen, renderable)

    def _begin_update(self) -> None:
        """Do nothing, because each update has its own codes that make the terminal wait for its end."""

    def _end_update(self) -> None:
        """Do nothing, as before the update."""

    def handle_failure(self, error: Exception) -> None:
        """Handle an exception in the app."""
        super()._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        self.handle_failure(error)

    def end_with(self, text: str = "") -> None:
        """End the app. A text is left on the terminal in place of the app's own last output."""
        if text:
            self._exit_renderables[:] = [Text(text)]
        self._close_messages_no_wait()


def is_leaving(app: App[Any]) -> bool:
    """Return True once an app has begun to end."""
    return app._exit
