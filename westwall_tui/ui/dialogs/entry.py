"""Which reinforcement to bring on: those that can come now first, then those that must wait."""

from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.ui.terminal.choice import ChoiceDialog
from westwall_tui.ui.terminal.dialog import Desk
from westwall_tui.ui.words.places import hexes_in_words


class EntryDialog(ChoiceDialog):
    """Which reinforcement to bring on."""

    width = 74
    title = "Reinforcements that can enter"
    about = "entry"
    hints = (("confirm", "bring it on"), ("reinforcements", "all reinforcements"), ("back", "back to the map"))

    def __init__(self, desk: Desk, units: Sequence[int], take: Callable[[int], None]) -> None:
        state = desk.game.state
        board = desk.game.scenario.board
        entries = {u: queries.entry_hexes(desk.game, u) for u in units}
        able = {
            u: bool(entries[u] if queries.lands(desk.game, u) else queries.best_entries(desk.game, u)) for u in units
        }
        units = sorted(units, key=lambda u: not able[u])
        places = {u: hexes_in_words(board, hexes) if hexes else "nowhere now" for u, hexes in entries.items()}
        for unit in units:
            if queries.lands(desk.game, unit):
                place = hexes_in_words(board, desk.game.scenario.arrivals[unit].hexes)
                there = place if entries[unit] else "nowhere now"
                places[unit] = queries.landing_place(desk.game, unit) or f"from the air, {there}"
            if not able[unit] and "now" not in places[unit]:
                places[unit] += ", not now"
        super().__init__(desk, [f"{state.units[u].id:<7} {state.units[u].strength!s:<12} {places[u]}" for u in units])
        self.units = units
        self.take = take
        here = (i for i, unit in enumerate(units) if able[unit] and desk.cursor in entries[unit])
        self.at = next(here, 0)  # the first that can come in under the cursor

    def act(self, action: str) -> bool:
        if action == "reinforcements":
            self.desk.close()
            self.desk.show_page("reinforcements")
            return True
        return super().act(action)

    def chosen(self, at: int) -> None:
        self.take(self.units[at])
        self.desk.update()
