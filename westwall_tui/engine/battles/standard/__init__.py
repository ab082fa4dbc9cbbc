"""The Standard Rules with the `[[points]]`, `[victory]` and `[special]` of a scenario."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from westwall_tui.engine.battles.standard.forces import ExitPoints, LossPoints
from westwall_tui.engine.battles.standard.places import LAST_THROUGH, HoldPoints, LinePoints
from westwall_tui.engine.battles.standard.points import PointsRule, people
from westwall_tui.engine.battles.standard.special import SpecialRuleset
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import NOBODY, Concern, Counted, Measure, Objective, Scale, Score, Source
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.scoring import Both
from westwall_tui.engine.state import Outcome, State
from westwall_tui.engine.words import capital, count

SCORED = Fact("scored by *")
"""By table and side: the points that it has scored for the side during the game."""


class Standard(SpecialRuleset):
    """The rules of a battle that needs only a scenario's data and no code of its own."""

    facts = (LAST_THROUGH, SCORED)

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        tables = [table for table in scenario.scoring.points if isinstance(table, PointsRule)]
        self.tables = tuple(_with_last(table, tables, scenario.last_turn) for table in tables)
        self.victory = victory = scenario.scoring.victory
        self.names = tuple(info.name for info in scenario.sides)
        self.exits = {unit: table for table in self.tables if isinstance(table, ExitPoints) for unit in table.units}
        self.losses = tuple(table for table in self.tables if isinstance(table, LossPoints))
        self.needs_lines = any(isinstance(table, HoldPoints) and table.by == "line" for table in self.tables)
        levels = victory.levels.names if victory.levels is not None else ()
        self.draws = "Draw" in levels if levels else victory.tie == NOBODY and victory.otherwise == NOBODY
        self.ladder = max((_ladder(levels, name) for name in self.names), key=len)
        self._passed = frozenset(h for table in self.tables for h in table.watched())
        self._watched = self._passed | self.wired_near()

    # -- the board

    def boundaries(self, state: State) -> Sequence[str]:
        """Return the edges of closed ground. No other rule of a scenario refers to lines, but a board may have them."""
        closed = [each.hexes for each in self.special.closed if state.turn <= each.until]
        lines = self.scenario.board.boundaries.values()
        return tuple(line.name for line in lines if any(_is_edge(hexes, line.pairs) for hexes in closed))

    def areas(self, state: State) -> Mapping[str, Sequence[int]]:
        """Return the areas in which the scenario closes ground or gives points."""
        used = {frozenset(table.shown) for table in self.tables} | {each.hexes for each in self.special.closed}
        return {name: hexes for name, hexes in self.scenario.board.areas.items() if frozenset(hexes) in used}

    # -- during the game

    def watched(self, state: State) -> frozenset[int]:
        """Return the hexes of places held by the last side to pass through, and those next to wired bridges."""
        return self._watched

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Note that a unit's side was the last through a hex, and ask about wired bridges."""
        if h in self._passed:
            state.facts[LAST_THROUGH.about(state.number(h))] = state.units[unit].side
        self.come_near(state, unit, h, origin)

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Score the tables that are counted at the beginning of this Game-Turn."""
        self._score(state, events, begins=True)

    def turn_ends(self, state: State, events: list[Event]) -> None:
        """Score the tables that are counted at the end of this Game-Turn."""
        self._score(state, events, begins=False)

    def _score(self, state: State, events: list[Event], *, begins: bool) -> None:
        for number, table in enumerate(self.tables, 1):
            if state.turn not in table.turns or table.begins is not begins:
                continue
            for side, points in enumerate(table.now(state)):
                if points:
                    key = SCORED.about(f"{number} {side}")
                    state.facts[key] = state.facts.get(key, 0) + points
                    events.append(Scored(self.names[side], points, table.name))

    def scored(self, state: State, number: int) -> Both:
        """Return the points of both sides that a table, counted from 1, has given during the game."""
        first, second = (state.facts.get(SCORED.about(f"{number} {side}"), 0) for side in (0, 1))
        return first, second

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit's exit by this edge gives points now."""
        table = self.exits.get(unit)
        name = state.units[unit].name
        if table is None:
            reason = (
                f"{name} may not exit, because its exit gives no points"
                if self.exits
                else "no unit can exit the map in this game"
            )
            raise IllegalOrder("5.0", reason, state.ids((unit,)))
        if edge not in table.edges:
            raise IllegalOrder("5.0", f"{name} may exit only {' or '.join(table.edges)}", state.ids((unit,)))
        if state.turn > table.until:
            raise IllegalOrder("5.0", f"{name} could exit until Game-Turn {table.until}", state.ids((unit,)))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """Return the hexes of an edge that the unit's table names, or all of them if it names none."""
        table, every = self.exits.get(unit), super().exit_hexes(state, unit, edge)
        return every if table is None or not table.hexes else tuple(h for h in every if h in table.hexes)

    # -- points

    @property
    def is_decided_by_points(self) -> bool:
        """True if points decide the game: a table gives some, and neither side wins by default."""
        return self.victory.otherwise == NOBODY and any(table.wins == NOBODY for table in self.tables)

    def own_account(self, state: State) -> list[Score]:
        """Return the points of each table."""
        found = []
        for number, table in enumerate(self.tables, 1):
            if table.wins != NOBODY:
                continue
            lines = table.account(state)
            if table.turns:
                lines = [(table.title, table.objective, self.scored(state, number))]
            at_end = not table.turns and not isinstance(table, LossPoints)
            found += [
                Score(side, cause, points[side], place, at_end)
                for cause, place, points in lines
                for side in (0, 1)
                if points[side]
            ]
        return found

    def own_sources(self, state: State) -> list[Source]:
        """Return the sources of all tables, and the side that wins by default if there is one."""
        found = []
        for number, table in enumerate(self.tables, 1):
            found += table.sources(state, self.scored(state, number))
        if self.victory.otherwise != NOBODY:
            last = f"no victory before the end of turn {self.scenario.last_turn}"
            found.append(
                Source(self.victory.otherwise, last, "", 0, 0, 0, "wins if the other side does not", wins=True)
            )
        return found

    def due(self, state: State) -> list[Score]:
        """Return the points of tables that are counted at the end of this Game-Turn, or the beginning of the next."""
        found = []
        for table in self.tables:
            if (state.turn + table.begins) in table.turns:
                found += [Score(side, table.name, points) for side, points in enumerate(table.now(state)) if points]
        return found

    def objectives(self, state: State) -> list[Objective]:
        """Return the places and areas that score."""
        return [
            place for i, table in enumerate(self.tables, 1) for place in table.objectives(state, self.scored(state, i))
        ]

    def counted(self, state: State) -> list[Counted]:
        """Return the units that exit, or score inside an area."""
        return [unit for table in self.tables for unit in table.counted(state)]

    def measures(self, state: State) -> list[Measure]:
        """Return the progress on places taken hex by hex and on closed roads.

        A measure is listed once, even if several tables count it.
        """
        found: dict[object, Measure] = {}
        for table in self.tables:
            for measure in table.measures(state):
                found.setdefault((measure.side, measure.falls, table.shown), measure)
        return [*found.values()]

    def concerns(self, state: State) -> list[Concern]:
        """Return the concerns of each table, and for the Second Player the enemy's points at the Game-Turn's end."""
        found = [concern for table in self.tables for concern in table.concerns(state)]
        enemy = 1 - state.side
        if state.side == 1:
            for table in self.tables:
                points = table.now(state)[enemy] if (state.turn + table.begins) in table.turns else 0
                if points:
                    whose, many = capital(people(self.scenario, enemy)), count(points, "point")
                    text = f"{whose} score {many} for {table.name} when the Game-Turn ends"
                    found.append(Concern(text, (), table.shown, points))
        return found

    def worth(self, state: State, unit: int) -> int:
        """Return the enemy's points for a unit when it is lost."""
        side = state.units[unit].side
        return sum(t.value(state.units[unit]) * t.points[1 - side] for t in self.losses if unit in t.units)

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return each table's points by side: `noville_german`, `noville_each_turn_us`, `noville_german_missed`."""
        found = {}
        for table in self.tables:
            word = "_".join("".join(ch if ch.isalnum() else " " for ch in table.title.lower()).split())
            for side, name in enumerate(self.names):
                found[f"{word}_{name.lower()}"] = table.points[side]
                found[f"{word}_{name.lower()}_missed"] = table.missed[side]
        return found

    def situation(self, state: State) -> list[str]:
        """Return sentences on the tables that win the game by themselves, and the special rules."""
        found = []
        for table in self.tables:
            if table.wins != NOBODY:
                whose = capital(people(self.scenario, table.wins))
                found.append(f"{whose} win if a Game-Turn ends with this: {table.name} ({table.stands(state)}).")
                if isinstance(table, LinePoints) and state.phase is not Phase.SETUP:
                    found.append(table.in_words(state))
        if self.victory.otherwise != NOBODY:
            whose = capital(people(self.scenario, self.victory.otherwise))
            found.append(f"{whose} win if Game-Turn {self.scenario.last_turn} ends without that.")
        return found + self.special_in_words()

    # -- the end

    def end_of_turn(self, state: State) -> Outcome | None:
        """Return the victory of the first table with `wins` that is fulfilled; None if there is none."""
        for table in self.tables:
            if table.wins != NOBODY and table.done(state):
                return Outcome(table.wins, f"{self.names[table.wins]} wins: {table.name}")
        return None

    def outcome(self, state: State) -> Outcome:
        """Return the victory of the side that wins by default, or else the verdict on the points."""
        side = self.victory.otherwise
        if side != NOBODY:
            return Outcome(side, f"{self.names[side]} wins: the last Game-Turn is over")
        return super().outcome(state)

    @property
    def scale(self) -> Scale:
        """The weights of both sides' points."""
        return Scale(self.victory.weigh)

    def verdict(self, totals: Both) -> Outcome:
        """Return the level that the points reach, or without levels the victory of the side with more points."""
        levels, weigh = self.victory.levels, self.victory.weigh
        count = f"{self.names[0]} {totals[0]}, {self.names[1]} {totals[1]}"
        if levels is not None:
            reached = _reached(totals, ratio=levels.ratio, least=levels.least)
            name = levels.names[reached]
            if name == "Draw":
                return Outcome(NOBODY, f"The game is drawn: {count}")
            winner = next(side for side in (0, 1) if name.startswith(f"{self.names[side]} "))
            return Outcome(winner, f"{name} Victory: {count}")
        first, second = totals[0] * weigh[0], totals[1] * weigh[1]
        if first == second:
            if self.victory.tie != NOBODY and self.tables:
                return Outcome(self.victory.tie, f"{self.names[self.victory.tie]} wins: {count} (a tie goes to them)")
            return Outcome(NOBODY, f"The game is drawn: {count}" if any(totals) else "The last Game-Turn is over")
        winner = 0 if first > second else 1
        return Outcome(winner, f"{self.names[winner]} wins: {count}")


def _ladder(levels: tuple[str, ...], side: str) -> tuple[str, ...]:
    """Return the names of a side's levels, from the lowest to the highest."""
    own = [level.removeprefix(f"{side} ") for level in levels if level.startswith(f"{side} ")]
    best_first = bool(levels) and levels[0].startswith(f"{side} ")
    return tuple(reversed(own)) if best_first else tuple(own)


def _reached(totals: Both, *, ratio: bool, least: tuple[Fraction, ...]) -> int:
    """Return the first level whose minimum ratio or difference the points reach.

    If neither side has any points, the ratio is 1 to 1.
    """
    first, second = totals
    if not ratio:
        value = Fraction(first - second)
    elif second:
        value = Fraction(first, second)
    elif first:
        return 0
    else:
        value = Fraction(1)
    return next((number for number, bound in enumerate(least) if value >= bound), len(least))


def _with_last(table: PointsRule, tables: Sequence[PointsRule], turn: int) -> PointsRule:
    """Return a table of a place with the table that is counted for the same place at the end of the last Game-Turn."""
    if not isinstance(table, HoldPoints) or table.turns:
        return table
    for other in tables:
        if isinstance(other, HoldPoints) and turn in other.turns and not other.begins:
            same = table.replace(name=other.name, points=other.points, missed=other.missed, turns=other.turns)
            if same.replace(wins=other.wins, case=other.case) == other:
                return table.replace(last=other)
    return table


def _is_edge(hexes: Collection[int], line: Sequence[tuple[int, int]]) -> bool:
    """Return True if each hexside of a line has exactly one of its two hexes among these."""
    return all((a in hexes) != (b in hexes) for a, b in line)
