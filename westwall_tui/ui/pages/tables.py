"""The Combat Results Table, the Terrain Key, and the losses of both sides."""

from collections.abc import Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries.tables import RESULTS, headings
from westwall_tui.engine.terrain import LINE_ORDER, TERRAIN_KEY, Line
from westwall_tui.ui.pages.score import losses_rows
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row


def results_table(line: Line | None = None, column: int = -1) -> list[str]:
    """The Combat Results Table: a row of headings for each kind of terrain, then the six rows of the die.

    With a line and a column of it, that heading and that column's results are marked.
    """
    shown = [
        f"{entry.value.partition(',')[0]:<7}" + _cells(headings(entry), column if entry is line else -1)
        for entry in LINE_ORDER
    ]
    shown += [f"die {die}  " + _cells(row, column) for die, row in enumerate(RESULTS, 1)]
    return [text.rstrip() for text in shown]


def _cells(texts: Sequence[str], marked: int) -> str:
    return "".join(f"[{text}]".rjust(6) if i == marked else f"{text} ".rjust(6) for i, text in enumerate(texts))


def terrain_key() -> list[str]:
    """The Terrain Key: cost, line of the table, vehicles."""
    shown = ["hex      MP  CRT line                     vehicles"]
    for entry in TERRAIN_KEY.values():
        cost = f"{entry.cost // 2}"
        cars = "yes" if entry.vehicles else "by road or trail only (5.24)"
        shown.append(f"{entry.name:<8} {cost:>2}  {entry.line.value:<28} {cars}")
    shown += [
        "hexside",
        "road     1/2 MP in any terrain (5.22)",
        "trail    1 MP in any terrain (5.23)",
        "stream   +3 MP; vehicles by road or trail only (5.24); its line, see 7.42",
        "river    prohibited; no zone, barrage only across it (6.33)",
        "bridge   no extra cost; its line, see 7.42",
        "ferry    +3 MP across a river, no vehicles; not a bridge (6.33)",
    ]
    return shown


# -- the tables, and the losses of both sides


def tables_rows(game: Game | None, width: int) -> list[Row]:
    """The Combat Results Table, the Terrain Key, and the losses of both sides."""
    line: Line | None = None
    at = -1
    odds = planning.current(game) if game is not None else None
    if odds is not None:
        line, at = odds.line, queries.tables.column(odds.line, odds.differential)
    rows = [row("Combat Results Table (7.61): attack minus defense, on the defender's line", "bold")]
    rows += [row(text[:width]) for text in results_table(line, at)]
    rows += [row("Past either end of a line, use its first or last column."[:width])]
    meanings = (
        "D1-D4 defender retreats, A1 A2 attacker, Br both one hex; De Ae eliminated",
        "Guns and Ground Support alone: only D2, D3, D4, De affect a defender (8.15)",
    )
    rows += [row(text[:width]) for text in meanings]
    rows += [row(), row("Terrain Key", "bold"), *(row(text[:width]) for text in terrain_key())]
    if game is not None:
        rows += [row(), row("Losses", "bold"), *losses_rows(game, width)]
    return rows


def tables_screen(game: Game | None = None) -> PageScreen:
    """Tables and losses."""
    return PageScreen("Tables and losses", lambda width: tables_rows(game, width))
