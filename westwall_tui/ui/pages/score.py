"""Points and losses during the game."""

from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Counted
from westwall_tui.ui.around.widepanel import account_rows
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row

TEXT = 52
"""Columns that the page needs."""


def losses_rows(game: Game, width: int) -> list[Row]:
    """The eliminated units of both sides, by name, with what they were worth."""
    rows: list[Row] = []
    for side, info in enumerate(game.scenario.sides):
        lost = queries.losses(game, side)
        on_map = len(game.state.on_map(side))
        rows.append(row(f"{info.name}: {len(lost)} lost, {on_map} on the map", "bold"))
        names = ", ".join(
            f"{game.state.units[u].name} ({game.state.units[u].strength}, turn {game.state.gone[u]})" for u in lost
        )
        rows += [row(f"  {line}") for line in wrap(names, width - 2)]
    return rows


# -- the points by cause, and how things stand during the game


def counted_rows(game: Game, width: int) -> list[Row]:
    """The scoring units by reason: who has points for them as things stand, and where they are."""
    state, sides = game.state, game.scenario.sides
    kinds: dict[str, list[Counted]] = {}
    for unit in queries.counted(game):
        kinds.setdefault(unit.what, []).append(unit)
    rows: list[Row] = []
    for what, units in kinds.items():
        rows += [
            row(),
            *(row(line, "bold") for line in wrap(f"Scoring units ({what}), and their points now:", width)),
        ]
        for unit in units:
            points = f"{sides[unit.side].name} {unit.points}" if unit.points else "none"
            line = f"  {state.units[unit.unit].id:<8} {points:<10} {unit.how}"
            rows += [row(part) for part in wrap(line, width, subsequent_indent=" " * 22)]
    return rows


def standing_rows(game: Game, width: int) -> list[Row]:
    """Points and losses during the game."""
    account = account_rows(game, width)
    if account:
        now = queries.standing_now(game)
        account += [row(), *(row(line, "bold") for line in wrap(now.sentence, width))]
        if now.due:
            account += [row(), row("Due at the end of this Game-Turn, as things stand:", "bold")]
            sides = game.scenario.sides
            account += [row(f"  {line.points:>3}  {sides[line.side].name}: {line.cause}"[:width]) for line in now.due]
    else:
        account = [row("This scenario has no Victory Points.")]
    about = [row(line) for line in wrap(" ".join(game.scenario.about), width)]
    for text in queries.situation(game):
        account += [row(), *(row(line) for line in wrap(text, width))]
    account += counted_rows(game, width)
    return [
        row(),
        *([*about, row()] if about else []),
        *account,
        row(),
        row("Losses", "bold"),
        *losses_rows(game, width),
    ]


def standing_screen(game: Game) -> PageScreen:
    """Points and losses during the game, as a page."""
    return PageScreen("The situation, and the score as it stands", lambda width: standing_rows(game, width), least=TEXT)
