"""The player's settings, and what this terminal makes of them."""

import os
from typing import TYPE_CHECKING

from westwall_tui.files.settings import Settings, save_settings
from westwall_tui.ui.terminal.abilities import COLOURS, palette_for, shows_unicode

if TYPE_CHECKING:
    from rich.console import Console

    from westwall_tui.ui.map.drawn.glyphs import Drawing


class Preferences:
    """The settings as they are now, wherever in the program they are changed."""

    def __init__(self, settings: Settings, console: "Console") -> None:
        self.settings = settings
        self._console = console

    def change(self, settings: Settings) -> str:
        """Switch to these settings and save them; what went wrong, or nothing."""
        since, self.settings = self.settings, settings
        return save_settings(settings, since)

    @property
    def palette(self) -> str:
        """How everything is painted: as the settings say, or as suits the terminal."""
        system = self._console.color_system or ""
        return palette_for(self.settings.theme, os.environ, COLOURS.get(system, 0))

    @property
    def unicode(self) -> bool:
        """True if the signs of the map are Unicode's: where they are chosen, and the locale can show them."""
        return self.settings.glyphs == "unicode" and shows_unicode(os.environ)

    @property
    def drawing(self) -> "Drawing | None":
        """How the map is drawn finer than characters; None where it is not, or the terminal cannot show it."""
        if self.settings.glyphs != "drawn":
            return None
        from westwall_tui.ui.map.drawn.glyphs import can_draw, drawing_for

        palette = self.palette
        return drawing_for(palette, self.settings.blocks, os.environ) if can_draw(palette, os.environ) else None
