"""The player's settings, and their effect on this terminal."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from westwall_tui.files.players.settings import Settings, choose_at, chosen_at, save_settings
from westwall_tui.ui.terminal.abilities import (
    COLOURS,
    can_draw,
    may_be_fine,
    palette_for,
    shows_unicode,
    terminal_name,
)
from westwall_tui.words.keymap import TITLE, Keymap, keymap_of

if TYPE_CHECKING:
    from rich.console import Console

    from westwall_tui.ui.map.drawn.glyphs import Drawing
    from westwall_tui.ui.map.signs import Signs


class Preferences:
    """The current settings, which any part of the program may change."""

    keep: Callable[[Settings, Settings], str]
    """A function that takes the new settings and the old ones, saves the new ones, and returns the error, if any."""

    def __init__(self, settings: Settings, console: "Console", *, at_home: bool = True) -> None:
        """Take the settings; `at_home` is True if the files of this machine are the player's."""
        self.at_home = at_home
        self.out = TITLE
        self.keep = save_settings
        self._terminal = terminal_name(os.environ)
        self._common = settings.glyphs, settings.blocks
        """The characters of the map for any terminal for which the player has not chosen them."""
        if (here := chosen_at(settings, self._terminal)) is None:
            here = settings if may_be_fine(os.environ) else settings._replace(glyphs="ascii")
        self.settings = here
        self._console = console

    def change(self, settings: Settings) -> str:
        """Switch to new settings and save them; return the error, or an empty text.

        The characters of the map are changed only for this terminal.
        """
        since = self.settings
        if (settings.glyphs, settings.blocks) != (since.glyphs, since.blocks):
            settings = choose_at(settings, self._terminal)
        return self._keep(settings)

    def choose(self, glyphs: str, blocks: str) -> str:
        """Save the style of the map for this terminal, even if it is unchanged; return the error, or an empty text."""
        return self._keep(choose_at(self.settings._replace(glyphs=glyphs, blocks=blocks), self._terminal))

    def _keep(self, settings: Settings) -> str:
        """Save settings; return the error, or an empty text. The characters are saved only for this terminal."""
        since, self.settings = self.settings, settings
        if not self._terminal:
            return self.keep(settings, since)
        glyphs, blocks = self._common
        return self.keep(*(each._replace(glyphs=glyphs, blocks=blocks) for each in (settings, since)))

    @property
    def keymap(self) -> Keymap:
        """The keys of all actions."""
        return keymap_of(self.settings, self.out)

    @property
    def unchosen(self) -> bool:
        """True if this terminal can draw the map, and the player has not chosen a style for it."""
        if not self._terminal or self.settings.glyphs != "ascii" or chosen_at(self.settings, self._terminal):
            return False
        return can_draw(self.palette, os.environ)

    @property
    def palette(self) -> str:
        """The palette: the one in the settings, or the one that suits the terminal."""
        system = self._console.color_system or ""
        return palette_for(self.settings.theme, os.environ, COLOURS.get(system, 0))

    @property
    def unicode(self) -> bool:
        """True if the signs of the map are Unicode: they are chosen, and the locale can show them."""
        return self.settings.glyphs == "unicode" and shows_unicode(os.environ)

    @property
    def signs(self) -> "Signs":
        """The signs of the map."""
        from westwall_tui.ui.map.signs import ASCII, UNICODE

        return UNICODE if self.unicode else ASCII

    @property
    def fine(self) -> bool:
        """True if the map has more than ASCII, so that frames and bars may have it too."""
        return self.unicode or self.drawing is not None

    @property
    def drawing(self) -> "Drawing | None":
        """The drawing of the map in parts of characters; None if it is not chosen or the terminal cannot show it."""
        palette = self.palette
        if self.settings.glyphs != "drawn" or not can_draw(palette, os.environ):
            return None
        from westwall_tui.ui.map.drawn.glyphs import drawing_for

        return drawing_for(palette, self.settings.blocks, os.environ, self.settings.reach)

    @property
    def rolls_dice(self) -> bool:
        """True if a die may roll before it lies: results are wanted, and the terminal is on this machine."""
        from westwall_tui.ui.map.drawn.glyphs import is_over_a_line

        return self.settings.results and self.at_home and not is_over_a_line(os.environ)
