"""The box for a column move: which units go by road toward a hex, in which order, and where each would end."""

from collections.abc import Mapping, Sequence
from functools import partial

from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import points
from westwall_tui.engine.words import capital, count
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.mode import JOINED, PATH, Mark, undo_hint
from westwall_tui.ui.decisions.selected_unit import SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen


def ask_for_column(screen: GameScreen, selected: SelectedUnit) -> None:
    """Open the box for a column that the selected unit leads toward the cursor's hex, or say what is missing."""
    game, goal, key, unit = screen.game, screen.cursor, screen.key, selected.unit
    if unit < 0:
        next_unit = f"{key('next')} or {key('confirm')}: select the first unit of the column"
        screen.say(f"{next_unit}. Then put the cursor on its goal and press {key('column')}")
    elif queries.lands(game, unit):
        screen.say(f"{game.state.units[unit].name} lands by air, so it cannot lead a column")
    elif not planning.by_road(game, goal) or goal == game.state.location[unit]:
        screen.say(f"Put the cursor on a hex with a road, toward which the column should move; then {key('column')}")
    else:
        screen.open(ColumnDialog(screen, selected, goal))


class ColumnDialog(ChoiceDialog):
    """The list of units that can join a column; those that are in it have a number."""

    about = "column"
    narrow = False

    def __init__(self, screen: GameScreen, selected: SelectedUnit, goal: int) -> None:
        """Begin a column with the selected unit, which is selected again if the player goes back."""
        super().__init__(screen)
        unit = selected.unit
        self._select_again = partial(selected.select, unit, selected.pins)
        selected.deselect()  # the numbers of its reach would look like those of the column
        self._goal = goal
        able, self.column = planning.line_up(screen.game, unit, goal)
        self._units = [*self.column, *(u for u in able if u not in self.column)]
        self.title = f"Column toward {screen.game.scenario.board.describe(goal)}"
        self._legs: dict[int, planning.Leg] = {}
        self._plan()

    def _plan(self) -> None:
        """Work out where each unit of the column would end."""
        self._legs = {leg.unit: leg for leg in planning.column(self.game, self.column, self._goal)}

    @property
    def _orders(self) -> Sequence[planning.Leg]:
        """The moves of the units that can move."""
        return [leg for leg in self._legs.values() if leg.order is not None]

    def choices(self) -> Sequence[str]:
        return [self._line(unit) for unit in self._units]

    def _line(self, unit: int) -> str:
        state = self.game.state
        counter, h = state.units[unit], state.location[unit]
        place = self.column.index(unit) + 1 if unit in self.column else ""
        where = state.number(h) if h >= 0 else "off"
        head = f"{place:>2}  {counter.id:<8} {counter.strength!s:<10} {where:<4}"
        leg = self._legs.get(unit)
        if leg is None:
            return head
        if leg.order is None:
            return f"{head} stays"
        return f"{head} to {state.number(leg.end)}, {points(leg.left)} left"

    def prompt(self) -> str:
        if not self.column:
            return f"{self.screen.key('put')}: add the first unit of the column"
        moving = len(self._orders)
        return f"In this order, {count(moving, 'unit')} would move, as shown" if moving else "No unit could move"

    def act(self, action: str) -> bool:
        unit = self._units[self.at]
        if action == "put" and unit in self.column:
            self.column.remove(unit)
        elif action == "put":
            self.column.append(unit)
        elif action == "put_all":
            self.column += [u for u in self._units if u not in self.column]
        elif action == "back":
            self.screen.close()
            self._select_again()
            return True
        elif action == "confirm" and not self._orders:
            self.screen.say("None of these units can go farther toward that hex by road")
            return True
        else:
            return super().act(action)
        self._plan()
        return True

    def chosen(self, at: int) -> None:
        moves = [leg.order for leg in self._orders if leg.order is not None]
        if self.screen.apply_all(moves) and self.game.prompt.kind == "movement":
            moved = capital(f"{count(len(moves), 'unit')} moved.")
            self.screen.say(f"{moved} {undo_hint(self.screen, 'undo one move at a time')}".rstrip())

    def keys(self) -> Sequence[tuple[str, str]]:
        moving = len(self._orders)
        move = (("confirm", f"move {count(moving, 'unit')}"),) if moving else ()
        return (*move, ("put", "add/drop"), ("put_all", "all"), ("up", ""), ("down", "line"), ("back", "back"))

    def hexes(self) -> Sequence[int]:
        return [leg.end for leg in self._orders]

    def marks(self) -> Mapping[int, Mark]:
        """Return the numbers of the units in the hexes where they would end, and marks on the units."""
        state = self.game.state
        here = {state.location[unit]: JOINED for unit in self.column if state.location[unit] >= 0}
        ends = {leg.end: Mark(str(self.column.index(leg.unit) + 1), PATH.role) for leg in self._orders}
        return {**here, **ends}
