"""The tables, and the losses of both sides."""

from westwall_tui.engine import planning, queries
from westwall_tui.engine.board import Line
from westwall_tui.engine.game import Game
from westwall_tui.ui.pages.losses import losses_rows
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.tables import results_table, terrain_key


def tables_rows(game: Game | None, width: int) -> list[Row]:
    """The Combat Results Table, the Terrain Key, and the losses of both sides."""
    line: Line | None = None
    at = -1
    odds = planning.current(game) if game is not None else None
    if odds is not None:
        line, at = odds.line, queries.tables.column(odds.line, odds.differential)
    rows = [row("Combat Results Table (7.61): attack less defense, on the defender's line", "bold")]
    rows += [row(text[:width]) for text in results_table(line, at)]
    rows += [row("Beyond either end of a line, use its first or last column."[:width])]
    meanings = (
        "D1-D4 defender retreats, A1 A2 attacker, Br both one hex; De Ae eliminated",
        "Artillery and Ground Support alone: only D2, D3, D4, De move a defender (8.15)",
    )
    rows += [row(text[:width]) for text in meanings]
    rows += [row(), row("Terrain Key", "bold"), *(row(text[:width]) for text in terrain_key())]
    if game is not None:
        rows += [row(), row("Losses", "bold"), *losses_rows(game, width)]
    return rows


def tables_screen(game: Game | None = None) -> PageScreen:
    """Tables and losses."""
    return PageScreen("Tables and losses", lambda width: tables_rows(game, width))
