"""All pages of a game, by the names that modes and dialogs ask for them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from westwall_tui.engine.game import Game
from westwall_tui.ui.pages.account import standing_screen
from westwall_tui.ui.pages.asked import asked_screen
from westwall_tui.ui.pages.communication import lines_screen
from westwall_tui.ui.pages.keys import keys_screen
from westwall_tui.ui.pages.reinforcements import reinforcements_screen
from westwall_tui.ui.pages.rules import rules_screen
from westwall_tui.ui.pages.saves import saves_screen
from westwall_tui.ui.pages.tables import tables_screen
from westwall_tui.ui.pages.victory import VictoryScreen
from westwall_tui.ui.terminal.page import PageScreen


def page_named(name: str, game: Game, save: Path, own: Mapping[str, str], leave: Callable[[], None]) -> PageScreen:
    """A page by its name, `rules:7.12` for the rules from a case on; any other name is the help.

    `save` is the file of the game, `own` are the player's keys by action, `leave` goes back to the title.
    """
    pages: Mapping[str, Callable[[], PageScreen]] = {
        "reinforcements": lambda: reinforcements_screen(game),
        "tables": lambda: tables_screen(game),
        "account": lambda: standing_screen(game) if game.outcome is None else VictoryScreen(game, leave),
        "lines": lambda: lines_screen(game),
        "saves": lambda: saves_screen(save),
        "rules": lambda: rules_screen(game.scenario.rules, name.partition(":")[2]),
        "keys": lambda: keys_screen(own),
        "help": lambda: asked_screen(game.prompt.kind, own, game.scenario.rules),
    }
    return pages.get(name.partition(":")[0], pages["help"])()
