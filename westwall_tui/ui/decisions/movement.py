"""The Movement Phase (5.0): select a unit, see its reach, move it, enter and exit the map."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Done, Enter, IllegalOrder, Land, Move
from westwall_tui.engine.words import capital, count, listed
from westwall_tui.ui.decisions.arrivals import BESIDE, Arrivals, Landings, Newcomers
from westwall_tui.ui.decisions.mode import DONE, Mark, Mode, listed_units, undo_hint
from westwall_tui.ui.decisions.selected_unit import MoveRisks, SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk

ADVICE: Mapping[str, str] = {
    "5.14": "It can still attack in the Combat Phase",
    "5.25": "The numbers in the hexes are the Movement Points left there",
    "5.31": "Choose another hex, or move that unit first",
    "6.0": "Units stop in hexes marked z or Z, which are in an enemy zone",
    "5.24": "Follow a road or trail",
}
"""Advice about what to do instead, by the case of a refusal."""
NEAR = 4
"""Maximum distance in hexes at which a unit is in sight beside the cursor on every screen."""


class MovementMode(Mode, kind="movement"):
    """The mode for moving units: Enter or Tab selects a unit; then Enter on a hex moves it there."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.side = self.game.prompt.side
        self.movers = queries.movers(self.game)
        self.arrivals = Arrivals(self.screen, self.movers)
        self.landings = Landings(self.screen, self.movers)
        self._by_tab = False
        """True if the unit was selected with Tab, not with Enter."""
        self._warned: tuple[int, int] | None = None
        """The selected unit and the hex of the last warning. Another Enter there carries out the move."""
        self.selected = SelectedUnit(self.game)
        self._risks = MoveRisks(self.game)
        self._exits: dict[int, bool] = {}
        """By unit, True if the unit would gain points by exiting; filled as units are selected."""

    def begin(self) -> None:
        following = self.arrivals.next()
        if following >= 0:
            if self.arrivals.joins_last(following):
                self.selected.select(following)
            else:
                self.select(following)
        elif (following := self.landings.next()) >= 0:
            self.selected.select(following)
            h, distance = self.landings.hex_for(following), self.game.scenario.board.grid.distance
            if h != NOWHERE and distance(self.screen.cursor, h) > BESIDE:  # if near, a second Enter does nothing
                self.screen.move_cursor(h)
        elif self._begins_elsewhere():
            self._move_cursor_to_own()

    def _begins_elsewhere(self) -> bool:
        """Return True if the phase begins with the cursor on an enemy unit, or far from all units that can act."""
        state, cursor = self.game.state, self.screen.cursor
        if state.serial in state.moved:
            return False
        if any(state.units[unit].side != self.side for unit in queries.units_at(self.game, cursor)):
            return True
        distance = self.game.scenario.board.grid.distance
        places = ([h] if (h := state.location[u]) >= 0 else queries.entry_hexes(self.game, u) for u in self.movers)
        return all(distance(cursor, h) > NEAR for hexes in places for h in hexes)

    def _move_cursor_to_own(self) -> None:
        """Put the cursor on the nearest unit that can move, or else where the first one can enter or land."""
        if not self.movers:
            return
        unit = self._nearest_unit(self.movers)
        h = self.game.state.location[unit]
        if h < 0:
            lands = unit in self.landings.units
            h = self.landings.hex_for(unit) if lands else next(iter(queries.best_entries(self.game, unit)), NOWHERE)
        if h != NOWHERE:
            self.screen.move_cursor(h)

    @property
    def _newcomers(self) -> Newcomers | None:
        """The reinforcements to which the selected unit belongs; None if it is on the map or no unit is selected."""
        return self.landings if self.selected.lands else self.arrivals if self.selected.enters else None

    @property
    def _units_left(self) -> list[int]:
        """The units left to move or enter, without skipped ones.

        While a unit that enters or lands is selected, only the units that come in the same way.
        """
        units = self._newcomers.units if self._newcomers is not None else self.movers
        return [u for u in units if u not in self.screen.skipped]

    def _warns_first(self, h: int, text: str) -> bool:
        """Show a warning the first time, and return True; a second Enter goes ahead.

        Return False if there is no warning, or if it has been shown for this unit and hex.
        """
        if not text or self._warned == (self.selected.unit, h):
            return False
        self._warned = self.selected.unit, h
        self.screen.say(text)
        return True

    def route(self) -> Sequence[int]:
        reach, h = self.selected.reach, self.screen.cursor
        return self.selected.way_to(h) if reach is not None and h in reach and not self.selected.lands else ()

    def goals(self) -> Collection[int]:
        reach = self.selected.reach
        return () if reach is None or self.selected.lands else {*reach.left, *reach.through}

    def selected_unit(self) -> int:
        return self.selected.unit

    def unit_for(self, h: int) -> int:
        return self.selected.unit if self.selected.may_stop(h) else -1

    # -- what is shown

    def prompt(self) -> str:
        state = self.game.state
        if self.selected.unit < 0:
            return f"{self.who}: {self._ask_for_unit()}"
        unit = state.units[self.selected.unit]
        if self.selected.rounds:
            side = "/".join(state.numbers(self.selected.rounds[-1]))
            return f"{unit.name} cannot cross {side}: the route goes around it"
        if self._newcomers is not None:
            return self._newcomers.prompt(self.selected.unit)
        others = [u for u in self._units_left if u != self.selected.unit]
        fresh = self._count_to_come(others)
        moving = sum(state.location[u] >= 0 for u in others)
        counts = ((moving, f"more unit{'s' * (moving != 1)} to move"), (fresh, f"to {self._how_they_come(others)}"))
        left = ", ".join(f"{number} {what}" for number, what in counts if number)
        who = f"{unit.name}: choose a numbered hex"
        return f"{capital(who)}{f'. {left}' if left else ''}"

    def _ask_for_unit(self) -> str:
        """Return the question of which unit moves next, with the numbers left; or the reason why no unit can."""
        ready, where = self._units_left, self.game.state.location
        if not ready:
            skipped = f"{count(len(self.movers), 'unit')} that you skipped can still move"
            return skipped if self.movers else self._why_no_unit_is_left()
        fresh, moving = self._count_to_come(ready), sum(where[u] >= 0 for u in ready)
        waiting = len(ready) - moving
        end = "" if queries.has_combat(self.game) else ". No combat follows"
        if not moving:
            left = f"{fresh} left" if fresh == waiting else f"{fresh} of {waiting} can"
            return f"which unit {self._how_they_come(ready, 's')}? {left}{end}"
        enter = f", {fresh} to {self._how_they_come(ready)}" if fresh else ""
        return f"which unit moves? {moving} left{enter}{end}"

    def _how_they_come(self, units: Sequence[int], ending: str = "") -> str:
        """Return the verb for units that are off the map: `enter`, `land` or both."""
        lands = {queries.lands(self.game, u) for u in units if self.game.state.location[u] < 0}
        return " or ".join(f"{verb}{ending}" for verb, how in (("enter", False), ("land", True)) if how in lands)

    def _count_to_come(self, units: Sequence[int]) -> int:
        """Return how many of these units can still come onto the map; the number that may land is limited."""
        off = [u for u in units if self.game.state.location[u] < 0]
        landing = [u for u in off if queries.lands(self.game, u)]
        return len(off) - len(landing) + self.landings.possible(landing)

    def _why_no_unit_is_left(self) -> str:
        """Return the reason why no unit is left to move."""
        state = self.game.state
        moved = any(state.moved[u] == state.serial for u in state.on_map(self.side))
        return "all units have moved" if moved else "no unit can move"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        done = {state.location[u]: DONE for u in state.on_map(self.side) if u not in self.movers}
        return self.selected.marks(self.screen.cursor, done)

    def means(self, h: int) -> Row:
        return next(iter(self.selected.about(h)), ())

    def panel(self, h: int) -> Sequence[Row]:
        state, reach = self.game.state, self.selected.reach
        if reach is None:
            unit = self._unit_at(h)
            if unit < 0 or unit in self.movers or state.units[unit].side != self.side:
                return ()
            refusal = queries.why_immobile(self.game, unit) if state.moved[unit] != state.serial else None
            return (row(f"cannot move ({refusal.case})"),) if refusal else ()
        return self.selected.about(h)[1:]

    def entering(self, h: int) -> Sequence[Row]:
        if self.selected.unit >= 0 or self._unit_at(h) >= 0:
            return ()
        return listed_units(self.game, "can enter here:", self._entering_at(h))

    def _entering_at(self, h: int) -> list[int]:
        """Return the units that can enter on the ground in a hex."""
        return [u for u in self.arrivals.units if h in queries.entry_hexes(self.game, u)]

    def _coming_to(self, h: int) -> int:
        """Return the unit that Enter selects in a hex without units: the first that enters or lands there, or -1."""
        landing = (u for u in self.landings.ready if self.landings.hex_for(u) == h)
        return next((u for u in self._entering_at(h) if u in self._units_left), next(landing, -1))

    def risks(self, h: int) -> "Sequence[Risk]":
        unit, selected = self.selected.unit, self.selected
        if unit < 0 or not (selected.may_stop(h) or h == self.game.state.location[unit]):
            return ()
        way = selected.way_to(h) if selected.reach is not None and h in selected.reach and not selected.lands else (h,)
        return self._risks.of_move(unit, h, way)

    # -- keys

    def confirm(self, h: int) -> None:
        jumped, self.screen.jumped_to = h == self.screen.jumped_to, NOWHERE
        if self.selected.unit < 0:
            self._select_unit_at(h)
        elif jumped and (unit := self._unit_at(h)) in self.movers and unit != self.selected.unit:
            self.selected.select(unit)
        elif self.selected.may_stop(h):
            blocks = self.arrivals.blocks(self.selected.unit, self.selected.reach, h) if self.selected.enters else ""
            if not self._warns_first(h, blocks):
                self._move_to(h)
        elif h == self.game.state.location[self.selected.unit]:
            self._deselect_or_warn(h)
        elif (unit := self._unit_at(h)) in self.movers:
            self._select_instead(unit, h)
        else:
            self._refuse(h)

    def _deselect_or_warn(self, h: int) -> None:
        """Deselect the unit. If Tab selected it, the first Enter only says how to move it."""
        name, back = self.game.state.units[self.selected.unit].name, self.screen.key("back")
        warning = f"{name} is already selected: choose a numbered hex. {back}: cancel"
        if not self._warns_first(h, capital(warning) if self._by_tab else ""):
            self.selected.deselect()

    def _select_instead(self, unit: int, h: int) -> None:
        """Select the unit in a hex instead. If the selected unit could pass there, that takes a second Enter."""
        here, selected = (self.game.state.units[u].name for u in (unit, self.selected.unit))
        if self.selected.reach is not None and h in self.selected.reach:
            again = f"{self.screen.key('confirm')} again: select {here} instead"
            if self._warns_first(h, f"{selected} cannot stop in the hex of {here}. {again}"):
                return
        self.selected.select(unit)
        self.screen.say(f"{here} is now selected instead of {selected}")

    def _unit_at(self, h: int) -> int:
        """Return the unit in a hex, preferring one that can still move; -1 if there is none."""
        units = queries.units_at(self.game, h)
        return next((unit for unit in units if unit in self.movers), units[0] if units else -1)

    def _select_unit_at(self, h: int) -> None:
        state = self.game.state
        unit = self._unit_at(h)
        if unit < 0 and not self.movers:
            self._say_no_unit_is_left()
        elif unit < 0 and (coming := self._coming_to(h)) >= 0:
            self._by_tab = False
            self.selected.select(coming)
        elif unit < 0:
            key = self.screen.key
            to_come = any(state.location[u] < 0 for u in self.movers)
            arrivals = f", {key('reinforcements')}: reinforcements" if to_come else ""
            self.screen.say(f"There is no unit here. {key('next')}: next unit to move{arrivals}")
        elif state.units[unit].side != self.side:
            reach = f"{self.screen.key('enemy_reach')}: show where enemies could go"
            self.screen.say(f"{state.units[unit].name} is an enemy: attack it in the Combat Phase. {reach}")
        elif unit in self.movers:
            self._by_tab = False
            self.selected.select(unit)
        elif refusal := queries.why_immobile(self.game, unit):
            self._explain_refusal(refusal)

    def _explain_refusal(self, refusal: IllegalOrder) -> None:
        """Show a refusal and what to do instead."""
        moved = refusal.case == "5.15"
        self.screen.refuse(refusal, undo_hint(self.screen, "undo a move") if moved else ADVICE.get(refusal.case, ""))

    def _move_to(self, h: int) -> None:
        state = self.game.state
        if self.selected.lands:
            self._land_at(h)
        elif self.selected.reach is not None:
            path, unit_id = state.numbers(self.selected.way_to(h)), state.units[self.selected.unit].id
            self.screen.apply(Enter(unit_id, path) if self.selected.enters else Move(unit_id, path[1:]))

    def _land_at(self, h: int) -> None:
        state, unit = self.game.state, self.selected.unit
        more = any(other != unit for other in self.landings.ready)
        landed = self.screen.apply(Land(state.units[unit].id, state.number(h))) is not None
        if landed and not more and self.game.prompt.kind == "movement":
            left = points(queries.allowance(self.game, unit))
            say = f"{state.units[unit].name} has landed and has {left} MP left"
            self.screen.say(f"{say}. {self.screen.key('confirm')}: select it, {self.screen.key('next')}: next unit")

    def _refuse(self, h: int) -> None:
        state = self.game.state
        unit_id = state.units[self.selected.unit].id
        if self.selected.lands:
            self.refused(Land(unit_id, state.number(h)), "Choose a hex marked *")
            return
        if self.selected.enters:
            entries = queries.entry_hexes(self.game, self.selected.unit)
            distance = self.game.scenario.board.grid.distance
            first = min(entries, key=lambda e: (distance(e, h), e)) if entries else h
            order: Enter | Move = Enter(unit_id, state.numbers((first, h) if first != h else (h,)))
        else:
            order = Move(unit_id, state.numbers((*self.selected.pins, h)))
        refusal = self.game.explain(order)
        if refusal is not None:
            self._explain_refusal(refusal)

    def back(self) -> bool:
        if self.selected.pins:
            self.selected.select(self.selected.unit, self.selected.pins[:-1])
        elif self.selected.unit >= 0:
            self.selected.deselect()
        else:
            return False
        return True

    def next(self, step: int) -> None:
        ready = self._units_left or self.movers  # skipped units come back once no others are left
        if not ready:
            self._say_no_unit_is_left()
            return
        under = self._unit_at(self.screen.cursor)
        coming = [u for u in ready if u in self.screen.units_on_the_way()]  # units of an attack plan come first
        ready = [*coming, *(u for u in ready if u not in coming)]
        if self.selected.unit in ready:
            unit = ready[(ready.index(self.selected.unit) + step) % len(ready)]
        else:
            unit = under if under in ready else self._nearest_unit(coming or ready)
        self.select(unit)

    def _say_no_unit_is_left(self) -> None:
        keys = (f"{self.screen.key('end')}: end the phase", undo_hint(self.screen, "undo"))
        self.screen.say(f"{self._why_no_unit_is_left().capitalize()}. {', '.join(filter(None, keys))}")

    def _nearest_unit(self, units: Sequence[int]) -> int:
        state = self.game.state
        distance = self.game.scenario.board.grid.distance
        on_map = [u for u in units if state.location[u] >= 0]
        return min(on_map, key=lambda u: (distance(state.location[u], self.screen.cursor), u)) if on_map else units[0]

    def select(self, unit: int) -> None:
        """Select a unit and put the cursor on it, or on a hex where it may enter."""
        self._by_tab, self._warned = True, None
        self.selected.select(unit)
        h = self.game.state.location[unit]
        if h >= 0:
            self.screen.move_cursor(h)
            return
        lands = self.selected.lands
        stops = [h for h in queries.entry_hexes(self.game, unit) if self.selected.may_stop(h)] if lands else []
        stops = stops or queries.best_entries(self.game, unit)
        if not stops:
            verb, hexes = ("land", "landing") if lands else ("enter", "entry")
            self.screen.say(f"{self.game.state.units[unit].name} cannot {verb} now: its {hexes} hexes are blocked")
        elif not lands:
            self.screen.move_cursor(stops[0])
        elif self.screen.cursor not in stops:
            self.screen.move_cursor(self.landings.hex_for(unit))

    def skip(self) -> None:
        unit = self.selected.unit if self.selected.unit >= 0 else self._unit_at(self.screen.cursor)
        skips = unit in self.movers
        if skips:
            self.screen.skipped.add(unit)
        if not self._units_left:  # no other unit enters or lands
            self.selected.deselect()
        if self._units_left:
            self.next(1)
            if skips:
                self.screen.say(f"You skipped {self.game.state.units[unit].name}. {self.prompt()}")

    def pin(self) -> None:
        """Pin the route to the cursor's hex."""
        h, selected = self.screen.cursor, self.selected
        if selected.reach is None:
            self.screen.say(f"Select a unit first: {self.screen.key('confirm')} on it, or {self.screen.key('next')}")
        elif h == (selected.pins[-1] if selected.pins else self.game.state.location[selected.unit]):
            here, again = ("is already pinned here", " again") if selected.pins else ("begins here", "")
            self.screen.say(f"The route {here}. Move the cursor before you pin it{again}")
        elif not selected.reach.may_pin(h):
            self.screen.say("You can pin the route only in a hex that the unit can pass through")
        else:
            selected.select(selected.unit, (*selected.pins, h))

    def reinforcements(self) -> None:
        """Open the list of units that can enter."""
        units = queries.entering(self.game, self.side)
        if units:
            from westwall_tui.ui.decisions.mapedge import EntryDialog

            self.screen.open(EntryDialog(self.screen, units, self.select))
        else:
            self.screen.show_page("reinforcements")

    def same_way(self) -> None:
        """Enter the selected unit behind the last one to enter, or land it beside the last one to land."""
        if self._newcomers is not None:
            self._newcomers.join_last(self.selected.unit)
        else:
            self.screen.say("This key is for units that enter or land one after another")

    def enter_all(self) -> None:
        """Enter the selected unit and all others behind it, or land them all."""
        if self._newcomers is not None:
            self._newcomers.all(self.selected)
        elif self.selected.unit < 0 and (self.landings.ready or self.arrivals.ready):
            key = self.screen.key
            self.screen.say(
                f"{key('reinforcements')}: select the first one; then {key('attack')}: bring in all the rest"
            )
        else:
            plan = self.screen.key("plan")
            self.screen.say(f"You attack in the Combat Phase. {plan} on an enemy: preview an attack")

    def end(self) -> None:
        state = self.game.state
        waiting = any(state.location[u] < 0 for u in self.movers)
        keys = f"{self.screen.key('next')}: next unit, {self.screen.key('reinforcements')}: list"
        if self.refused(Done(), keys if waiting else ""):
            return
        from westwall_tui.ui.boxes.end_of_phase import Remaining, ask_to_end

        moving = [u for u in self.movers if state.location[u] >= 0]
        coming = self.arrivals.units or self.landings.units
        numbers = (
            (len(moving), "move"),
            (len(self.arrivals.units), "enter"),
            (self.landings.possible(self.landings.units), "land"),
        )
        left = [f"{count(number, 'unit')} could still {verb}" for number, verb in numbers if number]
        ends = bool(moving or coming) and not queries.has_combat(self.game)
        remaining = Remaining(
            capital(f"{count(len(moving), 'unit')} could still move:"),
            state.names(moving),
            capital(f"{listed(left)}.") if left else "",
            "No combat follows: your Player-Turn ends." if ends else "",
        )
        ask_to_end(self.screen, "End the Movement Phase?", remaining, lambda: self.screen.apply(Done()), "keep moving")

    def exit_map(self) -> None:
        """Have the selected unit exit the map."""
        from westwall_tui.ui.decisions.mapedge import ask_to_exit

        ask_to_exit(self.screen, self.selected)

    def move_column(self) -> None:
        """Ask which units move toward the cursor's hex by road, with the selected unit first."""
        from westwall_tui.ui.decisions.column import ask_for_column

        ask_for_column(self.screen, self.selected)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {
            "waypoint": self.pin,
            "exit": self.exit_map,
            "reinforcements": self.reinforcements,
            "stand": self.same_way,
            "attack": self.enter_all,
            "column": self.move_column,
            **self.extra_actions(),
        }

    def _may_lead_here(self) -> bool:
        """Return True if the cursor is out of the selected unit's reach, so that a column may be meant.

        The ground does not matter, because the bar would then change with every step of the cursor.
        """
        h = self.screen.cursor
        return not self.selected.may_stop(h) and h != self.game.state.location[self.selected.unit]

    def _scores_by_exit(self, unit: int) -> bool:
        """Return True if a unit would gain points by exiting the map by an edge that is open to it."""
        found = self._exits.get(unit)
        if found is None:
            game, side = self.game, self.game.state.units[unit].side
            gains = [queries.departure(game, unit, edge).gained for edge in queries.ways_out(game, unit)]
            found = self._exits[unit] = any(gained[side] > gained[1 - side] for gained in gains)
        return found

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._newcomers is not None:
            return self._newcomers.keys()
        if self.selected.unit >= 0:
            exits = (("exit", "exit"),) if self._scores_by_exit(self.selected.unit) else ()
            extras = self.extra_keys()
            column = (("column", "column"),) if self._may_lead_here() else ()
            ways = (*exits, *column, ("waypoint", "pin"), *extras)
            return (("confirm", "move"), ("next", "next"), ("back", "back"), *ways)
        enter = (("reinforcements", "arrivals"),) if any(self.game.state.location[u] < 0 for u in self.movers) else ()
        extras = self.extra_keys()
        if not self.movers:
            return (*extras, ("end", "end phase"), ("undo", "undo"))
        on_map = any(self.game.state.location[u] >= 0 for u in self.movers)
        pick = (("confirm", "select"),) if on_map or self._coming_to(self.screen.cursor) >= 0 else ()
        return (*pick, ("next", "next"), *enter, *extras, ("end", "end phase"), ("undo", "undo"))
