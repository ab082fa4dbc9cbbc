"""The end of a game: who has won, the points by cause, and the losses of both sides."""

from collections.abc import Callable
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.pages.account import account_rows
from westwall_tui.ui.pages.losses import losses_rows
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row


def victory_rows(game: Game, width: int) -> list[Row]:
    """How the game ended."""
    scenario, state = game.scenario, game.state
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    date = scenario.date(state.turn)
    turn = f"Game-Turn {state.turn} of {scenario.last_turn}" + (f" ({date})" if date else "")
    reason = game.outcome.reason if game.outcome is not None else "The game is not over yet."
    ended = row(f"{name}. It ended on {turn}."[:width])
    rows = [row(), *(row(line, "bold") for line in wrap(reason, width)), row(), ended, row()]
    account = account_rows(game, width)
    if account:
        rows += [*account, row()]
    rows.append(row("Losses", "bold"))
    rows += losses_rows(game, width)
    out = queries.left_the_map(game)
    if out:
        lines = wrap(f"Left the map: {', '.join(state.ids(out))}", width)
        rows += [row(), *(row(line) for line in lines)]
    return rows


class VictoryScreen(PageScreen):
    """The victory screen: back to the map to look at it, or to the title."""

    def __init__(self, game: Game, leave: Callable[[], None]) -> None:
        super().__init__("The game is over", lambda width: victory_rows(game, width))
        self._leave = leave

    def _keys(self, *, long: bool) -> str:
        key = self.keymap.first
        scroll = f"{key('up')} {key('down')}: scroll"
        return f" {key('confirm')}: look at the map   {key('leave')}: back to title   {scroll}"

    def act(self, action: str) -> None:
        if action == "leave":
            self.dismiss()
            self._leave()
        else:
            super().act(action)
