"""The eliminated units of both sides."""

from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.terminal.rows import Row, row


def losses_rows(game: Game, width: int) -> list[Row]:
    """The eliminated units of both sides, by name, with what they were worth."""
    rows: list[Row] = []
    for side, info in enumerate(game.scenario.sides):
        lost = queries.losses(game, side)
        on_map = len(game.state.on_map(side))
        rows.append(row(f"{info.name}: {len(lost)} lost, {on_map} on the map", "bold"))
        names = ", ".join(
            f"{game.state.units[u].id} ({game.state.units[u].strength}, turn {game.state.gone[u]})" for u in lost
        )
        rows += [row(f"  {line}") for line in wrap(names, width - 2)]
    return rows
