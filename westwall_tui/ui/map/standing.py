"""What stands on the board now, as the map shows it: counters, and bridges that are no longer as printed."""

from collections import Counter

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.counters import Token, token_of
from westwall_tui.ui.map.signs import DONE
from westwall_tui.ui.map.ways import BRIDGE_SIGN


class Counters:
    """The counters of a game, made when they are first shown."""

    def __init__(self) -> None:
        self._tokens: dict[int, Token] = {}

    def of(self, game: Game) -> dict[int, Token]:
        """The counters by hex; where two units stand, that of the last, with their number."""
        state = game.state
        counts = Counter(state.location)
        return {h: self._token(game, unit, counts[h]) for h, unit in state.occupants().items()}

    def _token(self, game: Game, unit: int, count: int) -> Token:
        state = game.state
        token = self._tokens.get(unit)
        if token is None:
            token = token_of(state.units[unit], game.scenario.army(unit))
            self._tokens[unit] = token
        fought = state.serial in (state.attacked[unit], state.defended[unit], state.fired[unit])
        return token._replace(units=count, state=DONE if fought else token.state)


def gates(game: Game) -> dict[tuple[int, int], str]:
    """The bridges that are wired, blown or laid, with the names of their signs."""
    found = (crossing for crossing in queries.crossings(game) if crossing.state)
    return {crossing.pair: BRIDGE_SIGN[crossing.state] for crossing in found}
