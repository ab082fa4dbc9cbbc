"""Go to a hex, a unit or a place."""

from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.board import Terrain
from westwall_tui.ui.terminal.search import SearchDialog


class GotoDialog(SearchDialog):
    """A hex by its number, a unit by its id, a place by its name."""

    title = "Go to"
    asks = "hex, unit or place"
    example = "type how it begins: 1317, 1/506, Bast ..."

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        text = self.text.strip().lower()
        if not text:
            return []
        game = self.desk.game
        board, state = game.scenario.board, game.state
        lines: list[tuple[str, int]] = []
        if len(text) == 4 and text.isdigit():
            hexes = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
            lines += [(f"hex {board.describe(h)}", h) for h in hexes if board.number(h) == text]
        on_map = ((counter, h) for counter, h in zip(state.units, state.location, strict=True) if h >= 0)
        fitting = [(counter, h) for counter, h in on_map if counter.id.lower().startswith(text)]
        for counter, h in sorted(fitting, key=lambda found: found[0].id.lower() != text):
            lines.append((f"{counter.id}  {counter.strength}  at {board.describe(h)}", h))
        for marker in queries.markers(game, self.desk.viewer):
            if any(word.startswith(text) for word in (marker.name.lower(), *marker.name.lower().split())):
                lines.append((f"{marker.name}  {board.number(marker.hex)}", marker.hex))
        for place in board.places:
            if any(word.startswith(text) for word in (place.name.lower(), *place.name.lower().split())):
                lines.append((f"{place.name}  {board.number(place.hexes[0])}", place.hexes[0]))
        return [(line, self._to(h)) for line, h in lines]

    def _to(self, h: int) -> Callable[[], None]:
        return lambda: self.desk.move_cursor(h)
