"""Over the mapedge: which reinforcement to bring on, and by which edge a unit leaves (5.0)."""

from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Exit
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.selected_unit import SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.words.places import hexes_in_words


class EntryDialog(ChoiceDialog):
    """Which reinforcement to bring on."""

    wide = True
    title = "Reinforcements that can enter"
    about = "entry"
    does = "bring it on"

    def __init__(self, screen: GameScreen, units: Sequence[int], take: Callable[[int], None]) -> None:
        state = screen.game.state
        board = screen.game.scenario.board
        entries = {u: queries.entry_hexes(screen.game, u) for u in units}
        able = {
            u: bool(entries[u] if queries.lands(screen.game, u) else queries.best_entries(screen.game, u))
            for u in units
        }
        units = sorted(units, key=lambda u: not able[u])
        places = {u: hexes_in_words(board, hexes) if hexes else "nowhere now" for u, hexes in entries.items()}
        for unit in units:
            if queries.lands(screen.game, unit):
                place = hexes_in_words(board, screen.game.scenario.arrivals[unit].hexes)
                there = place if entries[unit] else "nowhere now"
                places[unit] = queries.landing_place(screen.game, unit) or f"from the air, {there}"
            if not able[unit] and "now" not in places[unit]:
                places[unit] += ", not now"
        super().__init__(screen, [f"{state.units[u].id:<7} {state.units[u].strength!s:<12} {places[u]}" for u in units])
        self.units = units
        self.take = take
        here = (i for i, unit in enumerate(units) if able[unit] and screen.cursor in entries[unit])
        self.at = next(here, 0)  # the first that can come in under the cursor

    def act(self, action: str) -> bool:
        if action == "reinforcements":
            self.screen.close()
            self.screen.show_page("reinforcements")
            return True
        return super().act(action)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (*super().keys(), ("reinforcements", "all reinforcements"))

    def chosen(self, at: int) -> None:
        self.take(self.units[at])
        self.screen.update()


# -- leaving the map with the unit in hand (5.0)


def leave_map(screen: GameScreen, selected: SelectedUnit) -> None:
    """Ask how to leave: from the cursor's hex if it is on the edge and in reach, else by the cheapest route."""
    game, h = screen.game, screen.cursor
    state, board = game.state, game.scenario.board
    if selected.reach is None or selected.enters:
        key = screen.key
        pick = f"{key('next')}, or {key('confirm')} on it"
        screen.say(f"Pick the unit that leaves the map first: {pick}. {key('end')} ends the phase")
        return
    unit_id, ways_out = state.units[selected.unit].id, queries.ways_out(game, selected.unit)
    edges = [edge for edge in EDGES if h in board.edge(edge)]
    if edges and h in selected.reach:
        orders = [Exit(unit_id, state.numbers(selected.way_to(h)[1:]), edge) for edge in edges]
    else:
        orders = [Exit(unit_id, (), edge) for edge in ways_out or EDGES]
    here = state.location[selected.unit]
    orders.sort(key=lambda order: min(board.grid.distance(here, at) for at in board.edge(order.edge)))  # nearest first
    refusals = {order.edge: game.explain(order) for order in orders}
    good = [order for order in orders if refusals[order.edge] is None]
    if good:
        from westwall_tui.ui.decisions.mapedge import ExitDialog

        screen.open(ExitDialog(screen, good))
    elif refusal := next((r for r in refusals.values() if r is not None), None):
        screen.refuse(refusal, "put the cursor on an edge hex within reach" if ways_out else "")


# -- which edge a unit leaves the map by


class ExitDialog(ChoiceDialog):
    """Which edge to leave the map by: y leaves, for few units come back, and Enter decides nothing."""

    title = "Leave the map"
    about = "exit"

    def __init__(self, screen: GameScreen, orders: Sequence[Exit]) -> None:
        super().__init__(screen, [f"{order.unit} by the {order.edge} edge" for order in orders])
        self.orders = orders

    def act(self, action: str) -> bool:
        if action in ("confirm", "put"):
            self.screen.say(f"{self.screen.key('yes')}: {self.lines[self.at]}. {self.screen.key('back')}: stay")
            return True
        if action == "no":
            self.screen.close()
            return True
        return super().act("confirm" if action == "yes" else action)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "edge"), ("yes", "leave the map"), ("back", "stay"))

    def chosen(self, at: int) -> None:
        self.screen.apply(self.orders[at])
