"""The points by cause, and how things stand during the game."""

from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.kit.page import PageScreen
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.pages.losses import losses_rows


def account_rows(game: Game, width: int) -> list[Row]:
    """The Victory Points by side and cause, with totals; empty if the battle has none."""
    lines = queries.account(game)
    if not lines:
        return []
    rows: list[Row] = []
    totals = queries.totals(game)
    for side, info in enumerate(game.scenario.sides):
        rows.append(row(f"{info.name}: {totals[side]} Victory Points", "bold"))
        own = [line for line in lines if line.side == side]
        rows += [row(f"  {line.points:>3}  {line.cause}"[:width]) for line in own]
    return rows


def standing_rows(game: Game, width: int) -> list[Row]:
    """Points and losses during the game."""
    account = account_rows(game, width)
    if account:
        stands = f"If the game ended now: {queries.outcome_now(game).reason}"
        account += [row(), *(row(line, "bold") for line in wrap(stands, width))]
    else:
        account = [row("This scenario has no Victory Points: the rules say how to win it.")]
    about = [row(line) for line in wrap(" ".join(game.scenario.about), width)]
    for text in queries.situation(game):
        account += [row(), *(row(line) for line in wrap(text, width))]
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
    return PageScreen("The situation, and the points if the game ended now", lambda width: standing_rows(game, width))
