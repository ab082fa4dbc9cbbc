"""Decisions at the edge of the map: which reinforcement to bring in, and by which edge a unit exits (5.0)."""

from collections.abc import Callable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Exit
from westwall_tui.engine.words import capital, count, in_words, named, with_stop
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.selected_unit import SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.places import hexes_in_short, hexes_in_words, landing_in_short
from westwall_tui.words.rows import Row, row


class EntryDialog(ChoiceDialog):
    """The question of which reinforcement to bring in."""

    wide = True
    title = "Reinforcements to enter"
    about = "entry"
    does = "select"

    def __init__(self, screen: GameScreen, units: Sequence[int], select: Callable[[int], None]) -> None:
        state = screen.game.state
        entries = {u: queries.entry_hexes(screen.game, u) for u in units}
        self._able = able = {
            u: bool(entries[u] if queries.lands(screen.game, u) else queries.best_entries(screen.game, u))
            for u in units
        }
        units = sorted(units, key=lambda u: not able[u])
        names = {u: (state.units[u].id, str(state.units[u].strength)) for u in units}
        wide, strong = (max((len(name[i]) for name in names.values()), default=0) for i in (0, 1))

        def line(unit: int, *, brief: bool) -> str:
            there = _entry_in_words(screen.game, unit, entries[unit], brief=brief)
            there += "" if able[unit] or "now" in there else ", but not now"
            name, strength = names[unit]
            return f"{name:<{wide}}  {strength:<{strong}}  {there}"

        self._whole, self._short = ([line(u, brief=brief) for u in units] for brief in (False, True))
        super().__init__(screen, self._whole)
        self.units = units
        self.select = select
        here = (i for i, unit in enumerate(units) if able[unit] and screen.cursor in entries[unit])
        self.at = next(here, 0)  # the first unit that can come in at the cursor

    def rows(self, width: int) -> Sequence[Row]:
        """Return the rows with the places of entry in full; if a line of the list would be cut, in short."""
        self.lines = self._whole if max(map(len, self._whole), default=0) <= width - 2 else self._short
        return super().rows(width)

    def prompt(self) -> str:
        able = sum(self._able.values())
        if not able:
            return "No unit can enter now, because its entry hexes or the routes from there are blocked"
        of_all = f"{in_words(able)} of {in_words(len(self.units))} units" if able < len(self.units) else ""
        return f"Which unit enters first? {capital(of_all or count(able, 'unit'))} can"

    def act(self, action: str) -> bool:
        if action == "reinforcements":
            self.screen.close()
            self.screen.show_page("reinforcements")
            return True
        return super().act(action)

    def keys(self) -> Sequence[tuple[str, str]]:
        *first, back = super().keys()
        return (*first, ("reinforcements", "schedule"), back)

    def chosen(self, at: int) -> None:
        self.select(self.units[at])


def _entry_in_words(game: Game, unit: int, hexes: tuple[int, ...], *, brief: bool) -> str:
    """Return in words at which of these hexes a reinforcement can come in now; `brief` fits a narrow list."""
    board = game.scenario.board
    if not queries.lands(game, unit):
        describe = hexes_in_short if brief else hexes_in_words
        return describe(board, hexes) if hexes else "blocked now"
    if place := queries.landing_place(game, unit, brief=brief):
        return place
    scheduled = game.scenario.arrivals[unit].hexes
    if not hexes:
        return "by air, blocked now"
    return landing_in_short(board, scheduled) if brief else f"by air, {hexes_in_words(board, scheduled)}"


# -- the selected unit exits the map (5.0)


def ask_to_exit(screen: GameScreen, selected: SelectedUnit) -> None:
    """Ask by which edge to exit: from the cursor's hex if that is on an edge in reach, else by the cheapest route."""
    game, h = screen.game, screen.cursor
    state, board = game.state, game.scenario.board
    here = next((unit for unit in queries.movers(game) if state.location[unit] == h), -1)
    if selected.unit < 0 and here >= 0:
        selected.select(here)
    if selected.reach is None or selected.enters:
        key = screen.key
        how = f"press {key('next')}, or {key('confirm')} on it"
        screen.say(f"First select the unit that should exit: {how}. {key('end')}: end the phase")
        return
    unit_id, ways_out = state.units[selected.unit].id, queries.ways_out(game, selected.unit)
    edges = [edge for edge in EDGES if h in board.edge(edge)]
    if edges and h in selected.reach:
        orders = [Exit(unit_id, state.numbers(selected.way_to(h)[1:]), edge) for edge in edges]
    else:
        orders = [Exit(unit_id, (), edge) for edge in ways_out or EDGES]
    start, side = state.location[selected.unit], state.units[selected.unit].side

    def merit(order: Exit) -> tuple[int, int]:
        """Return a sort key for edges: the most points first, then the nearest."""
        gained = queries.departure(game, selected.unit, order.edge).gained
        return gained[1 - side] - gained[side], min(board.grid.distance(start, at) for at in board.edge(order.edge))

    orders.sort(key=merit)
    refusals = {order.edge: game.explain(order) for order in orders}
    good = [order for order in orders if refusals[order.edge] is None]
    if good:
        screen.open(ExitDialog(screen, good))
    elif refusal := next((r for r in refusals.values() if r is not None), None):
        screen.refuse(refusal, "Put the cursor on an edge hex within reach" if ways_out else "")


class ExitDialog(ChoiceDialog):
    """The question of by which edge a unit exits, with the points for that. Only `y` confirms an exit without gain."""

    narrow = False
    about = "exit"
    wide = True

    def __init__(self, screen: GameScreen, orders: Sequence[Exit]) -> None:
        game = screen.game
        self.unit = game.scenario.unit(orders[0].unit)
        self.found = [queries.departure(game, self.unit, order.edge) for order in orders]
        lines = [
            f"{order.edge.capitalize():<6} {worth_in_words(game, self.unit, found)}"
            for order, found in zip(orders, self.found, strict=True)
        ]
        super().__init__(screen, lines)
        self._whole = lines
        self.orders = orders
        self.title = f"{named(orders[0].unit)} exits the map"
        self._asked = -1
        """The line that `y` must confirm."""

    def rows(self, width: int) -> Sequence[Row]:
        """Return the edges, then whether the unit can return, and how many others should exit."""
        game, back = self.game, self.found[self.at].back
        notes = [f"It may return from Game-Turn {back}." if back else "It cannot return."]
        fits = max(map(len, self._whole)) <= width - 2
        self.lines = self._whole if fits else [line.partition(": ")[0] for line in self._whole]
        if not fits and (sums := self._whole[self.at].partition(": ")[2]):
            notes.insert(0, with_stop(f"Score then: {sums}"))
        still = {line.unit for line in queries.counted(game) if line.exits and game.state.location[line.unit] >= 0}
        others = len(still - {self.unit})
        if self.unit in still and others:
            notes.append(f"{in_words(others).capitalize()} other unit{'s' * (others > 1)} should still exit.")
        return [*super().rows(width), row(), *(row(f"  {text}"[:width]) for text in notes)]

    def prompt(self) -> str:
        return "Exit by which edge?" if len(self.orders) > 1 else "Does it exit here?"

    def act(self, action: str) -> bool:
        if action == "no":
            self.screen.close()
            return True
        asks = not self._gains_points(self.at) and not (action == "yes" and self._asked == self.at)
        if action in ("confirm", "yes") and asks:
            self._asked, key = self.at, self.screen.key
            edge = self.orders[self.at].edge
            self.screen.say(f"Exiting {edge} gains nothing. {key('yes')}: exit anyway, {key('back')}: stay")
            return True
        return super().act("confirm" if action == "yes" else action)

    def _gains_points(self, at: int) -> bool:
        side = self.game.state.units[self.unit].side
        gained = self.found[at].gained
        return gained[side] > gained[1 - side]

    def keys(self) -> Sequence[tuple[str, str]]:
        edges = (("up", ""), ("down", "edge")) if len(self.orders) > 1 else ()
        return (*edges, ("confirm", "exit"), ("back", "stay"))

    def chosen(self, at: int) -> None:
        self.screen.apply(self.orders[at])


def worth_in_words(game: Game, unit: int, found: queries.Departure) -> str:
    """Return the points for an exit: `1 point for you, 3 fewer for the U.S.: German 1, U.S. 42`."""
    side, sides = game.state.units[unit].side, game.scenario.sides
    own, other, enemy = found.gained[side], found.gained[1 - side], sides[1 - side].people
    parts = [_change_in_words(own, "you")] if own else []
    parts += [_change_in_words(other, enemy)] if other else []
    if not parts:
        kept = found.kept[1 - side]
        return f"nothing for you; {enemy} keep their {kept} for good" if kept else "nothing for you"
    totals = (f"{info.adjective} {points}" for info, points in zip(sides, found.totals, strict=True))
    return f"{', '.join(parts)}: {', '.join(totals)}" if queries.account(game) else ", ".join(parts)


def _change_in_words(points: int, whom: str) -> str:
    if points < 0:
        return f"{-points} fewer for {whom}"
    return f"{points} point{'' if points == 1 else 's'} for {whom}"
