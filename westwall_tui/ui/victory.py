"""The end of a game: who has won, the account of points by cause, and the losses of both sides."""

from collections.abc import Callable
from textwrap import wrap

from textual.events import Key

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.lists import losses_rows
from westwall_tui.ui.page import PageScreen
from westwall_tui.ui.rows import Row, row


def account_rows(game: Game, width: int) -> list[Row]:
    """The Victory Points by side and cause, with their sums; nothing where the battle counts none."""
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


def victory_rows(game: Game, width: int) -> list[Row]:
    """The whole story of the end."""
    scenario, state = game.scenario, game.state
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    date = scenario.date(state.turn)
    turn = f"Game-Turn {state.turn} of {scenario.last_turn}" + (f" ({date})" if date else "")
    reason = game.outcome.reason if game.outcome is not None else "The game goes on."
    ended = row(f"{name}. It ended in {turn}."[:width])
    rows = [row(), *(row(line, "bold") for line in wrap(reason, width)), row(), ended, row()]
    account = account_rows(game, width)
    if account:
        rows += [*account, row()]
    rows.append(row("Losses", "bold"))
    rows += losses_rows(game, width)
    out = [u for u, h in enumerate(state.location) if h in queries.EXITED]
    if out:
        told = wrap(f"Left the map: {', '.join(state.ids(out))}", width)
        rows += [row(), *(row(line) for line in told)]
    return rows


def standing_rows(game: Game, width: int) -> list[Row]:
    """Points and losses while the game goes on."""
    account = account_rows(game, width)
    if account:
        stands = f"If the game ended now: {game.rules.outcome(game.state).reason}"
        account += [row(), *(row(line, "bold") for line in wrap(stands, width))]
    else:
        account = [row("This scenario counts no points: see the rules on how it is won.")]
    about = [row(line) for line in wrap(" ".join(game.scenario.about), width)]
    for told in queries.situation(game):
        account += [row(), *(row(line) for line in wrap(told, width))]
    return [
        row(),
        *([*about, row()] if about else []),
        *account,
        row(),
        row("Losses", "bold"),
        *losses_rows(game, width),
    ]


def standing_screen(game: Game) -> PageScreen:
    """Points and losses while the game goes on, as a page."""
    return PageScreen("The situation, and the points if the game ended now", lambda width: standing_rows(game, width))


class VictoryScreen(PageScreen):
    """The victory screen: Enter or Escape goes to the map to look at it, q to the title."""

    def __init__(self, game: Game, leave: Callable[[], None]) -> None:
        super().__init__("The game is over", lambda width: victory_rows(game, width))
        self._leave = leave

    def _keys(self) -> str:
        return " Enter look at the map   q back to the title   Up Down"

    def on_key(self, event: Key) -> None:
        if event.key == "q" and self.is_current:
            event.stop()
            self.dismiss()
            self._leave()
        else:
            super().on_key(event)
