"""Writes the briefings of a scenario that has `[[points]]` but no `[briefing]`, from its tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.battles.standard.special import turns_listed
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.scoring import Bridge, Exit, Hold, Inside, Line, Lose, PointsTable, Route
from westwall_tui.engine.words import capital, count, in_words, listed, units_listed, with_stop
from westwall_tui.files.scenarios.texts import Briefing, PointsSource

FEW = 3
"""The maximum number of units, hexes or places that a sentence names."""
MOST_AIMS = 4
"""The maximum number of aims in a sentence."""


def written_briefings(scenario: Scenario) -> Sequence[Briefing]:
    """Return the briefings of both sides."""
    writer = _Writer(scenario)
    return [writer.briefing(side) for side in (0, 1)]


class _Writer:
    """A writer that puts the tables of one scenario into words."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.game = scenario, Game(scenario, seed=1)
        self.tables, self.victory = scenario.scoring.points, scenario.scoring.victory
        self.adjectives = [info.adjective for info in scenario.sides]
        self.people = [info.people for info in scenario.sides]
        self.starts = dict(scenario.placed)
        """For each unit, the hex where it starts or probably starts."""
        for group in scenario.setup:
            self.starts |= dict(zip(group.units, group.suggest or group.in_order, strict=False))

    def briefing(self, side: int) -> Briefing:
        """Return the briefing of a side."""
        about = with_stop(" ".join(self.scenario.about)) if self.scenario.about else ""
        return Briefing(
            side,
            f"{about} {self._where(side)}".strip(),
            [*self._sources(side, "you")],
            [*self._sources(1 - side, "they")],
            [with_stop(capital(self._aims(side))), *self._decides(side)],
            [*self._clock(side)],
            (),
            " ".join(queries.special_rules(self.game)),
            self._enemy(1 - side),
        )

    # -- where the sides stand, and what comes

    def _where(self, side: int) -> str:
        """Return sentences on how many units each side begins with, and where."""
        return f"{self._units_at_start(side, own=True)} {self._units_at_start(1 - side, own=False)}"

    def _units_at_start(self, side: int, *, own: bool) -> str:
        scenario = self.scenario
        every = scenario.of_side[side]
        units = [unit for unit in self.starts if scenario.units[unit].side == side]
        most = 9 if len(every) <= 9 else 0  # figures throughout where one number is a figure
        if not units:
            whose = count(len(every), "unit" if own else f"{self.adjectives[side]} unit")
            return f"None of {'your' if own else 'the'} {whose} is on the map at the start."
        who, whose = ("You", "your") if own else (capital(self.people[side]), "their")
        many = "all" if len(units) == len(every) else in_words(len(units), most)
        places = self._places_near([self.starts[unit] for unit in units])
        near = f", near {listed(places)}" if places else ""
        verb = "set up" if scenario.to_set_up[side] else "begin with"
        return f"{who} {verb} {many} of {whose} {count(len(every), 'unit', most=most)}{near}."

    def _places_near(self, hexes: Iterable[int]) -> list[str]:
        """Return the places most often in or next to some hexes. If there are towns or villages, return only those."""
        board = self.scenario.board
        towns = {place.name for place in board.places if place.kind in ("town", "village")}
        found: Counter[str] = Counter()
        for h in hexes:
            around = sorted(board.names[n] for n in board.grid.neighbors[h] if n in board.names)
            found.update([board.names[h]] if h in board.names else [n for n in around if n in towns][:1] or around[:1])
        ranked = [name for name, _ in found.most_common()]
        return [name for name in ranked if name in towns][:FEW] or ranked[:FEW]

    def _clock(self, side: int) -> Iterator[tuple[str, str]]:
        """Yield each Game-Turn with both sides' arrivals and the turn's special events."""
        scenario = self.scenario
        support = [0, 0]
        for turn in range(scenario.first_turn, scenario.last_turn + 1):
            together: dict[tuple[int, tuple[int, ...], bool], list[int]] = {}
            for group in scenario.reinforcements:
                if group.turn == turn:
                    together.setdefault((group.side, group.hexes, group.lands), []).extend(group.units)
            events = [
                self._arrives(units, hexes, lands=lands, own=own)
                for own in (True, False)
                for (s, hexes, lands), units in together.items()
                if (s == side) is own
            ]
            for s in (side, 1 - side):
                now = scenario.sides[s].support(turn)
                if now != support[s]:
                    points = count(now, "Ground Support Point") if now else "no more Ground Support"
                    events.append(f"{points} for {'you' if s == side else self.people[s]}")
                support[s] = now
            if turn in scenario.scoring.special.night:
                events.append("night")
            if turn == scenario.last_turn:
                events.append("the last Game-Turn")
            if events:
                yield str(turn), "; ".join(events)

    def _arrives(self, units: Sequence[int], hexes: Sequence[int], *, lands: bool, own: bool) -> str:
        """Return a clause on units that enter or land. The side's own units are named if there are only a few."""
        ids = [self.scenario.units[unit].id for unit in units]
        adjective = "" if own else f"{self.adjectives[self.scenario.units[units[0]].side]} "
        told = units_listed(ids) if own and len(ids) <= FEW else count(len(ids), f"{adjective}unit")
        verb = "land" if lands else "enter"
        return f"{told} {verb}{'s' * (len(ids) == 1)} {self._at(hexes, lands=lands)}"

    def _at(self, hexes: Sequence[int], *, lands: bool) -> str:
        if len(hexes) <= FEW:
            return f"at {listed(map(self.scenario.board.number, hexes), joined='or')}"
        if not lands:
            for edge in EDGES:
                if set(hexes) <= set(self.scenario.board.edge(edge)):
                    return f"at the {edge} edge"
        near = self._places_near(hexes)[:1]
        return f"near {near[0]}" if near else f"around {self.scenario.board.number(hexes[len(hexes) // 2])}"

    def _enemy(self, side: int) -> str:
        return with_stop(f"{capital(self.people[side])} want to {self._aims(side)}")

    # -- what scores

    def _sources(self, side: int, who: str) -> Iterator[PointsSource]:
        """Yield each way in which a side gains points or wins the game. `who` is the side, as `you` or `they`."""
        for table in self.tables:
            if table.wins == side:
                text = f"{capital(who)} win if {self._wins(table, who, side)}"
                yield PointsSource("", text, table.case)
            if table.points[side]:
                yield PointsSource(str(table.points[side]), self._done(table, who, side), table.case)
            if table.missed[side]:
                yield PointsSource(str(table.missed[side]), self._not_done(table), table.case)
        if self.victory.otherwise == side:
            last = f"{capital(who)} win if neither side has won by the end of Game-Turn {self.scenario.last_turn}"
            yield PointsSource("", last, "")

    def _when(self, table: PointsTable) -> str:
        """Return when a table is counted, at the end of a clause."""
        if table.wins != NOBODY:
            return ""
        if not table.turns:
            return " at the end"
        first, last = min(table.turns), max(table.turns)
        stretch = len(table.turns) > 2 and len(table.turns) == last - first + 1
        turns = f"each Game-Turn from {first} to {last}" if stretch else turns_listed(table.turns)
        return f" at the {'start' if table.begins else 'end'} of {turns}"

    def _wins(self, table: PointsTable, who: str, side: int) -> str:
        """Return the condition under which a side wins at once."""
        if isinstance(table, Line):
            return f"{table.name} is open when a Game-Turn ends{self._line_once(table)}"
        return f"this is so when a Game-Turn ends: {self._done(table, who, side)}"

    def _done(self, table: PointsTable, who: str, side: int) -> str:
        """Return the condition under which a side gains points. `who` is the word for that side."""
        match table:
            case Hold():
                each = table.each and len(table.hexes) > 1
                place = f"{'each hex of ' * each}{self._with_numbers(table.name, table.hexes)}"
                return f"{place}{self._when(table)}, {self._held(table, who, side, each=each)}"
            case Exit():
                return f"{self._each(table)} that exits off the {self._way(table)}"
            case Lose():
                return self._lost(table)
            case Line():
                return f"{table.name} open{self._when(table)}{self._line_once(table)}"
            case Inside():
                free = f", beyond the first {in_words(table.free)}" if table.free > 1 else ", beyond the first"
                line = ""
                if table.route is not None:
                    line = f" with{'out' * table.without} a Line of Communication to {self._ends(table.route.to)}"
                where = "on the map" if table.everywhere else f"at {table.name}"
                return f"{self._each(table)} {where}{line}{self._when(table)}{free * (table.free > 0)}"
            case Bridge():
                return f"{table.name}, if it stands{self._when(table)}"
        return table.name

    def _not_done(self, table: PointsTable) -> str:
        """Return the condition under which a side gains points because something was not done."""
        match table:
            case Hold():
                return f"{table.name}, if neither side holds it{self._when(table)}"
            case Exit():
                return f"{self._each(table)} that has not exited off the {self._way(table)}"
            case Line():
                return f"{table.name} closed{self._when(table)}"
            case Inside():
                where = "on the map" if table.everywhere else f"at {table.name}"
                return f"no {self.adjectives[table.side]} unit {where}{self._when(table)}"
            case _:
                return f"{table.name}, if it is blown"

    def _with_numbers(self, name: str, hexes: Sequence[int]) -> str:
        numbers = [self.scenario.board.number(h) for h in hexes]
        if len(numbers) > FEW or all(number in name for number in numbers):
            return name
        return f"{name} ({', '.join(numbers)})"

    def _held(self, table: Hold, who: str, side: int, *, each: bool) -> str:
        """Return the condition under which a side holds a place."""
        every = "in every hex" if len(table.hexes) > 1 and not each else "there"
        if table.by == "last" and table.held == side:
            other = "they" if who == "you" else "you"
            return f"unless {other} were the last to pass through {'any hex of ' * (every != 'there')}it"
        if table.by == "last":
            return f"if {who} were the last to pass through it"
        if table.by == "unit":
            return f"if {who} have a unit {every}"
        if table.by == "zones":
            return f"if {who} have a unit {every}, or only {who} have units or Zones of Control there"
        line = self._line((), table.route) if table.route is not None else "a line"
        return f"if no enemy unit or Zone of Control is in it and it has {line}"

    def _line_once(self, table: Line) -> str:
        """Return an explanation of an open line, in parentheses, unless an earlier table is about the same line."""
        about = (table.name, table.hexes, table.route)
        first = next(t for t in self.tables if isinstance(t, Line) and (t.name, t.hexes, t.route) == about)
        return f" ({self._line(table.hexes, table.route)})" if first is table else ""

    def _line(self, hexes: Sequence[int], route: Route) -> str:
        """Return a line in words: `a road free of enemy units and Zones of Control from 0805 to 1611`."""
        way = "a road" if route.by_road else "an overland route"
        rough = f", through at most {count(route.rough, 'Rough hex', 'Rough hexes')}" if route.rough < 99 else ""
        start = f" from {self._ends(hexes)}" if hexes else ""
        return f"{way} free of enemy units and Zones of Control{start} to {self._ends(route.to)}{rough}"

    def _ends(self, hexes: Sequence[int]) -> str:
        board = self.scenario.board
        if len(hexes) <= FEW:
            numbers = map(board.number, hexes)
            named = (f"{board.names[h]} ({n})" if h in board.names else n for h, n in zip(hexes, numbers, strict=True))
            return listed(named, joined="or")
        for edge in EDGES:
            if set(hexes) <= set(board.edge(edge)):
                return f"the {edge} edge"
        return listed(map(board.number, hexes), FEW, joined="or")

    def _way(self, table: Exit) -> str:
        until = f" by Game-Turn {table.until}" if table.until < self.scenario.last_turn else ""
        where = f" at {listed(map(self.scenario.board.number, table.hexes), FEW, 'or')}" if table.hexes else ""
        return f"{listed(table.edges, joined='or')} edge{where}{until}"

    def _each(self, table: Exit | Inside | Lose) -> str:
        """Return the units of a table, one by one: `each U.S. unit`, `each of 52, 2 and 811`."""
        if set(table.units) == set(self.scenario.of_side[table.side]):
            return f"each {self.adjectives[table.side]} unit"
        units = listed((self.scenario.units[unit].id for unit in table.units), 2 * FEW)
        one = len(table.units) == 1
        return f"{'the' if one else 'each of'} {self.adjectives[table.side]} unit{'s' * (not one)} {units}"

    def _lost(self, table: Lose) -> str:
        """Return words for the units lost, or their Strength, and for the losses that are free."""
        free = ""
        if table.free:
            free = ", beyond the first" + (f" {in_words(table.free)}" if table.free > 1 else "")
        if table.by == "unit":
            return f"{self._each(table)} lost{free}"
        value = {"attack": "Attack or Barrage Strength", "defense": "Defense Strength"}.get(table.by, "Strength")
        name = self.adjectives[table.side]
        if set(table.units) == set(self.scenario.of_side[table.side]):
            return f"each {value} Point of lost {name} units{free}"
        units = listed((self.scenario.units[unit].id for unit in table.units), 2 * FEW)
        return f"each {value} Point of the {name} units {units}, if lost{free}"

    # -- aims, and what decides

    def _aims(self, side: int) -> str:
        """Return a side's aims in the infinitive, beginning with the one that gains most."""
        found: dict[str, int] = {}
        places: dict[str, dict[str, int]] = {}
        for table in self.tables:
            often = max(len(table.turns), 1)
            worth = often * sum(table.points) + often * sum(table.missed) + 99 * (table.wins != NOBODY)
            if isinstance(table, Hold):
                verb = "hold" if self._has(table, side) else "take"
                wanted = table.points[side] or table.points[1 - side] or table.wins != NOBODY
                if wanted:
                    group = places.setdefault(verb, {})
                    group[table.name] = max(group.get(table.name, 0), worth)
            elif aim := self._aim(table, side):
                found[aim] = max(found.get(aim, 0), worth)
        for verb, group in places.items():
            names = sorted(group, key=lambda name: -group[name])
            if len(names) > FEW + 1:
                names = [*names[:FEW], f"{in_words(len(names) - FEW)} more places"]
            found[f"{verb} {listed(names)}"] = max(group.values())
        *others, last = sorted(found, key=lambda aim: -found[aim])[:MOST_AIMS] or ["win"]
        return f"{', '.join(others)}, and {last}" if others else last

    def _has(self, table: Hold, side: int) -> bool:
        """Return True if a side holds a place at the start, or has units in or next to it and the enemy has none."""
        if table.held != NOBODY:
            return table.held == side
        units = self.scenario.units
        near = {s: {h for u, h in self.starts.items() if units[u].side == s} for s in (0, 1)}
        around = {n for h in table.hexes for n in (h, *self.scenario.board.grid.neighbors[h])}
        for hexes in (set(table.hexes), around):
            sides = [s for s in (0, 1) if near[s] & hexes]
            if len(sides) == 1:
                return sides[0] == side
        return False

    def _aim(self, table: PointsTable, side: int) -> str:
        """Return a side's aim for a table that is not about a place, or an empty string."""
        enemy = self.adjectives[1 - side]
        gains = bool(table.points[side]) or table.wins == side
        loses = bool(table.points[1 - side] or table.missed[side]) or table.wins == 1 - side
        match table:
            case Exit():
                if table.side == side:
                    return f"exit off the {listed(table.edges, joined='or')} edge"
                return f"keep {enemy} units from exiting {listed(table.edges, joined='or')}" if loses else ""
            case Lose():
                return f"eliminate {enemy} units" if table.side != side and gains else ""
            case Line():
                if table.side == side:
                    return f"open {table.name}"
                return f"close {table.name}" if loses or table.missed[side] else ""
            case Inside():
                where = "on the map" if table.everywhere else f"at {table.name}"
                if table.without:
                    return f"cut {enemy} lines of communication" if table.side != side and gains else ""
                if table.side == side:
                    good = gains or table.missed[1 - side]
                    return f"have units {where}" if good else f"get units away from {table.name}"
                return f"keep {enemy} units away" if table.everywhere else f"keep {enemy} units out of {table.name}"
            case Bridge():
                return f"save {table.name}" if gains else f"have {table.name} blown" if loses else ""
        return ""

    def _decides(self, side: int) -> Iterator[str]:
        """Yield sentences on how the game is decided."""
        victory = self.victory
        if victory.otherwise != NOBODY:
            return
        for s, weight in enumerate(victory.weigh):
            if weight > 1:
                often = "twice" if weight == 2 else f"{in_words(weight)} times"
                yield f"Each {self.adjectives[s]} point counts {often}."
        if victory.levels is not None:
            yield self._levels()
        elif not all(table.wins != NOBODY for table in self.tables):
            winner = "you" if victory.tie == side else self.people[victory.tie]
            tie = "a tie is a draw" if victory.tie == NOBODY else f"{winner} win ties"
            yield f"The side with more points wins; {tie}."

    def _levels(self) -> str:
        """Return a sentence on the levels of victory and the values that reach them."""
        levels = self.victory.levels
        assert levels is not None
        *named, last = (self._level(name) for name in levels.names)
        told = [f"{float(least):g} or more is {name}" for name, least in zip(named, levels.least, strict=True)]
        first, second = self.adjectives
        by = f"the ratio of {first} to {second} points" if levels.ratio else f"{first} points minus {second} points"
        return f"The level of victory depends on {by}: {', '.join(told)}, and anything less is {last}."

    def _level(self, name: str) -> str:
        """Return a level of victory with its side as sentences name it: `U.S. Decisive`."""
        word, _, level = name.partition(" ")
        side = next((info for info in self.scenario.sides if info.name == word), None)
        return f"{side.adjective} {level}" if side is not None else name
