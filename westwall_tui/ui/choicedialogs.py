"""Dialogs of the Movement Phase in which a line is chosen: by which edge to leave, whom to bring in."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Demolish, Exit, Note
from westwall_tui.ui.combat_choosing import tell_news
from westwall_tui.ui.dialog import Desk, Dialog
from westwall_tui.ui.lists import hexes_told
from westwall_tui.ui.rows import Row, row

ROOM = 8
"""Lines of a list that are shown at once."""


class ChoiceDialog(Dialog):
    """A list with a cursor."""

    width = 64
    note = ""

    def __init__(self, desk: Desk, lines: Sequence[str]) -> None:
        super().__init__(desk)
        self.lines = lines
        self.at = 0

    def rows(self, width: int) -> Sequence[Row]:
        first = max(0, min(self.at - ROOM // 2, len(self.lines) - ROOM))
        shown = list(enumerate(self.lines))[first : first + ROOM]
        rows = [
            row(f"{'>' if i == self.at else ' '} {line}"[:width], "bold" if i == self.at else "") for i, line in shown
        ]
        return [*rows, row(), row(self.note[:width], "bold")]

    def act(self, action: str) -> bool:
        if action in ("north", "previous", "south", "next"):
            self.at = (self.at + (1 if action in ("south", "next") else -1)) % len(self.lines)
            self.desk.refresh_dialog()
        elif action == "confirm":
            self.desk.close()
            self.chosen(self.at)
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("north", ""), ("south", "choose"), ("confirm", "take"), ("back", "back"))

    def chosen(self, at: int) -> None:
        """A line was chosen."""
        raise NotImplementedError


class ExitDialog(ChoiceDialog):
    """By which edge to leave the map."""

    title = "Leave the map"
    note = "Enter leaves    Esc stays"

    def __init__(self, desk: Desk, orders: Sequence[Exit]) -> None:
        super().__init__(desk, [f"{order.unit} by the {order.edge} edge" for order in orders])
        self.orders = orders

    def chosen(self, at: int) -> None:
        self.desk.apply(self.orders[at])


class EntryDialog(ChoiceDialog):
    """Which reinforcement to bring in."""

    width = 74
    title = "Reinforcements that can enter"
    note = "Enter takes it    r all reinforcements    Esc back"

    def __init__(self, desk: Desk, units: Sequence[int], take: Callable[[int], None]) -> None:
        state = desk.game.state
        board = desk.game.scenario.board
        rules = desk.game.rules
        entries = {u: queries.entry_hexes(desk.game, u) for u in units}
        places = {u: hexes_told(board, hexes) if hexes else "nowhere now" for u, hexes in entries.items()}
        for unit in units:
            if rules.lands(state, unit):
                there = hexes_told(board, desk.game.scenario.arrivals[unit].hexes) if entries[unit] else "nowhere now"
                places[unit] = rules.landing_place(state, unit) or f"from the air, {there}"
        super().__init__(desk, [f"{state.units[u].id:<7} {state.units[u].strength!s:<12} {places[u]}" for u in units])
        self.units = units
        self.take = take

    def act(self, action: str) -> bool:
        if action == "reinforcements":
            self.desk.close()
            self.desk.show_page("reinforcements")
            return True
        return super().act(action)

    def chosen(self, at: int) -> None:
        self.take(self.units[at])
        self.desk.update()


class NoteDialog(ChoiceDialog):
    """On which Game-Turn a drop zone that is noted will be placed."""

    note = "Enter notes it    Esc back"

    def __init__(self, desk: Desk, orders: Sequence[Note]) -> None:
        """The orders differ in their Game-Turn."""
        scenario = desk.game.scenario
        dates = {order.turn: scenario.date(order.turn) for order in orders}
        super().__init__(
            desk, [f"place it on Game-Turn {turn}" + (f", {date}" if date else "") for turn, date in dates.items()]
        )
        self.title = f"Drop zone of {orders[0].division} at {orders[0].hex}"
        self.orders = orders

    def chosen(self, at: int) -> None:
        self.desk.apply(self.orders[at])


class DemolitionDialog(ChoiceDialog):
    """Whether to try to blow a bridge."""

    width = 66
    title = "A bridge is wired"
    note = "Enter decides    y try    n leave it    Esc look at the map"
    ANSWERS = (Demolish(True), Demolish(False))

    def __init__(self, desk: Desk, pair: tuple[int, int], comer: int) -> None:
        """`comer` is the unit that has come next to it, -1 if that is not known."""
        super().__init__(desk, desk.game.rules.demolition_answers)
        self.pair = pair
        self._told = wrap(self._question(comer), self.width - 4)

    def _question(self, comer: int) -> str:
        game = self.desk.game
        board, state = game.scenario.board, game.state
        kinds = {crossing.pair: crossing.kind for crossing in queries.crossings(game)}
        low, high = min(self.pair), max(self.pair)
        at = f"{board.describe(self.pair[0])} and {board.describe(self.pair[1])}"
        told = f"The {kinds.get((low, high), '')} bridge between {at}".replace("  ", " ")
        if comer >= 0:
            unit = state.units[comer]
            name = game.scenario.sides[unit.side].name
            told += f": {name} {unit.id} has come next to it, at {state.number(state.location[comer])}"
        return f"{told}. Now or never ({game.rules.demolition_case})."

    def rows(self, width: int) -> Sequence[Row]:
        return [*(row(line) for line in self._told), row(), *super().rows(width)]

    def act(self, action: str) -> bool:
        if action in ("northwest", "southeast"):  # the keys y and n
            self.desk.close()
            self.chosen(0 if action == "northwest" else 1)
            return True
        return super().act(action)

    def chosen(self, at: int) -> None:
        tell_news(self.desk, self.desk.apply(self.ANSWERS[at]))

    def hexes(self) -> Sequence[int]:
        return self.pair
