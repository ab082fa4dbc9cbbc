"""All pages of a game, by the names that decisions and boxes ask for them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.savefiles import list_saves
from westwall_tui.ui.pages.briefing import BriefingScreen
from westwall_tui.ui.pages.course import course_screen
from westwall_tui.ui.pages.key_list import help_screen, keys_screen
from westwall_tui.ui.pages.rules import rules_screen
from westwall_tui.ui.pages.score import standing_screen
from westwall_tui.ui.pages.tables import tables_screen
from westwall_tui.ui.pages.units import lines_screen, reinforcements_screen
from westwall_tui.ui.pages.your_games import YourGamesScreen
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen
from westwall_tui.ui.terminal.rows import Row, row, shortened


def saves_rows(current: Path, width: int) -> list[Row]:
    """The saved games; a star marks the one being played."""
    rows = [row(f"This game is saved after every order, in {current.name}"[:width], "bold"), row()]
    try:
        saves = list_saves(current.parent)
    except FileError as error:
        return [*rows, row(str(error)[:width])]
    for save in saves:
        about = save.trouble or save.about
        mark = "*" if save.path == current else " "
        rows.append(shortened(row(f"{mark} {save.local_time}  {save.path.name:<28} {about}"), width))
    return [*rows, row(), row("You can resume any of them from the title screen."[:width])]


def saves_screen(current: Path) -> PageScreen:
    """The saved games, as a page."""
    return PageScreen("Saved games", lambda width: saves_rows(current, width))


# -- all pages of a game, by the names that modes and dialogs ask for them


def page_by_name(name: str, game: Game, save: Path, keymap: Keymap) -> PaperScreen:
    """A page by its name, `rules:7.12` for the rules from a case on; any other name is the help.

    `save` is the file of the game.
    """
    pages: Mapping[str, Callable[[], PaperScreen]] = {
        "reinforcements": lambda: reinforcements_screen(game),
        "tables": lambda: tables_screen(game),
        "account": lambda: standing_screen(game),
        "briefing": lambda: BriefingScreen(game, int(name.partition(":")[2] or 0)),
        "lines": lambda: lines_screen(game),
        "course": lambda: course_screen(game),
        "saves": lambda: saves_screen(save),
        "your_games": YourGamesScreen,
        "rules": lambda: rules_screen(game.scenario.rules, name.partition(":")[2]),
        "keys": lambda: keys_screen(keymap),
        "help": lambda: help_screen(game.prompt.kind, game.scenario.rules, keymap),
    }
    return pages.get(name.partition(":")[0], pages["help"])()
