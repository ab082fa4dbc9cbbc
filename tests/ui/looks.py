"""The texts that a player reads on the screen."""

from collections.abc import Iterable
from typing import Any

from textual.app import App

from tests.ui.desk import text_of
from westwall_tui.engine.game import Game
from westwall_tui.ui.around.bars import phase_bar
from westwall_tui.ui.around.sidepanel import Part, hex_parts, other_units, panel_rows
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.pages.points import lines_of
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.terminal.page import PaperScreen


def as_text(picture: Canvas, cells: Iterable[Cell] = ()) -> list[str]:
    """Return the picture of a board as lines of plain text, with some cells drawn over it."""
    over = {(cell.x, cell.y): cell.char for cell in cells}
    return [
        "".join(over.get((x, y), char) for x, char in enumerate(line)).rstrip() for y, line in enumerate(picture.chars)
    ]


def screen_of(app: App[Any]) -> Any:
    """Return the playing screen, which must be on top. It is untyped, because keys change its attributes."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


def prompt_of(app: App[Any]) -> str:
    """Return the prompt, with the lines of the log that it takes when it is long."""
    screen = screen_of(app)
    return " ".join(f"{screen.log_pane.text} {screen.prompt_line.text}".split())


def box_of(app: App[Any]) -> str:
    """Return the lines of the open box; empty if there is none."""
    box = screen_of(app).map.box
    return "\n".join("".join(character for character, _ in line) for line in box.lines) if box else ""


def shown_by(app: App[Any]) -> str:
    """Return the text of all panes and the box, or of the page over them."""
    if isinstance(app.screen, PaperScreen):
        return app.screen.shown_text
    screen = screen_of(app)
    panes = (screen.bar, screen.panel, screen.log_pane, screen.prompt_line)
    return "\n".join([*(pane.text for pane in panes), box_of(app)])


def laid_over(app: App[Any]) -> dict[int, tuple[str, str]]:
    """Return the signs over hexes of the map and their roles, by hex."""
    screen = screen_of(app)
    found = {h: screen.map.contents(h).over for h in screen.play.game.scenario.board.playable}
    return {h: over for h, over in found.items() if over}


def bar_of(game: Game, width: int = 200) -> str:
    """Return the phase bar."""
    return "".join(span.text for span in phase_bar(game, width))


def panel_of(game: Game, h: int, viewer: int = -1, selected: int = -1) -> str:
    """Return the narrow side panel for a hex, without blank rows that keep its parts in place."""
    parts = hex_parts(game, h, 24, viewer, selected)
    return text_of(panel_rows([*parts, Part(other_units(game, h, 25, selected))], 0))


def panel_at(game: Game, number: str, viewer: int = -1) -> str:
    """Return the side panel for a hex, as `viewer` sees it."""
    return panel_of(game, game.scenario.board.hex(number), viewer)


def situation_of(game: Game) -> str:
    """Return the page of points, with the situation and the losses."""
    return text_of([line.row for line in lines_of(game, 78)])
