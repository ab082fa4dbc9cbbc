"""What another player does, as the one at this keyboard sees it.

His last order while he plays, and afterwards a mark on each hex where something happened, until you act.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.history.deeds import Deed
from westwall_tui.ui.around.deed import NO_TRACE, Trace, deed_rows, trace_of
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.terminal.rows import Row, row

RANKED = ("moved_in", "fought", "taken", "loss")
"""What a hex is marked with, by the sign; of several the last one here."""
CAME = ev.Moved | ev.Entered | ev.Landed | ev.Retreated | ev.Displaced | ev.Advanced | ev.Deployed
"""Events after which a unit stands in another hex."""


class Seen:
    """What was seen of another player since the one at the keyboard acted last."""

    def __init__(self, game: Game) -> None:
        self._marked: dict[int, str] = {}
        self.turn = game.state.turn, game.state.side
        """The Player-Turn when it began."""
        self._owners = {h: place.side for place in queries.objectives(game) for h in place.hexes}
        self.deed: Deed | None = None
        """His last order that was shown; None once somebody here decides."""
        self.trace: Trace = NO_TRACE

    def note(self, game: Game, deeds: Sequence[Deed], *, shows: bool) -> None:
        """Take down what his order did; `shows`: while it is to be seen at once."""
        board = game.scenario.board
        for deed in deeds:
            for event in deed.events:
                if isinstance(event, CAME):
                    path = getattr(event, "path", ()) or (getattr(event, "hex", ""),)
                    self._mark(board.hex(path[-1]), "moved_in")
            if deed.rolls and deed.fight is not None:
                for unit in (*deed.fight.combat.attackers, *deed.fight.combat.defenders):
                    self._mark(deed.fight.where[unit], "fought")
            for loss in deed.losses:
                self._mark(loss.hex, "loss")
        if shows and deeds:
            self.deed = next((deed for deed in reversed(deeds) if deed.rolls), deeds[-1])
            self.trace = trace_of(game, self.deed)

    def note_places(self, game: Game) -> None:
        """Mark the places that score for another side than before."""
        for place in queries.objectives(game):
            for h in place.hexes:
                if place.side != self._owners.get(h, place.side):
                    self._mark(h, "taken")

    def _mark(self, h: int, name: str) -> None:
        if RANKED.index(name) >= RANKED.index(self._marked.get(h, RANKED[0])):
            self._marked[h] = name

    def look_away(self) -> None:
        """Somebody here decides: only the marks stay."""
        self.deed, self.trace = None, NO_TRACE

    @property
    def marks(self) -> Mapping[int, tuple[str, str]]:
        """What is laid over the map, by hex."""
        return {h: (SIGNS[name].ascii, SIGNS[name].role) for h, name in sorted(self._marked.items())}

    def rows(self, game: Game, width: int) -> Sequence[Row]:
        """His last order, for the panel; nothing while none is shown."""
        if self.deed is None:
            return ()
        state = game.state
        who = game.scenario.sides[self.deed.fight.side if self.deed.fight is not None else state.side].name
        head = f"{who} attacks" if self.deed.fight is not None or state.combat is not None else f"{who} plays"
        return [row(head, "heading"), *deed_rows(game, self.deed, width)]
