"""The Combat Phase (7.0, 9.0): whether there is one, what is obliged in it, what Ground Support is left."""

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import obligations
from westwall_tui.engine.rules.obligations import Outstanding


def has_combat(game: Game) -> bool:
    """Whether there are Combat Phases in this Game-Turn (4.1)."""
    return game.rules.fights(game.state)


def outstanding(game: Game) -> Outstanding:
    """Who must still attack and be attacked in this Combat Phase (7.1)."""
    return obligations.outstanding(game.rules, game.state)


def support_left(game: Game, side: int) -> int:
    """Ground Support Points that a side may use now, of those that the Game-Turn has left it (9.14)."""
    return game.rules.support_left(game.state, side)


def assaulting(game: Game) -> tuple[int, ...]:
    """The units that stand with the Engineer to assault one enemy over a river: who cannot advance is lost (13.24)."""
    return game.rules.assaulting(game.state)
