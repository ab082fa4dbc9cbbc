"""The seams where a battle's Exclusive Rules override the Standard Rules.

Each method is one question that the Standard Rules ask. The base class gives the standard answer; a battle overrides
the few it answers differently, and nothing in this package knows which battle that is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Side
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Bridge, Destroy, IllegalOrder, Zone
from westwall_tui.engine.rules.float_bridges import Standing
from westwall_tui.engine.rules.front import Front
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import RESERVE, Outcome, State, Throw


class Bar(NamedTuple):
    """Hexes that a side may not enter, and the case that says so."""

    hexes: frozenset[int]
    case: str
    reason: str


NO_BAR = Bar(frozenset(), "", "")


class Score(NamedTuple):
    """A line of the account of Victory Points."""

    side: int
    cause: str
    points: int


class Objective(NamedTuple):
    """A place that Victory Points are given for, as things stand."""

    name: str
    hexes: tuple[int, ...]
    points: tuple[int, int]
    """What it is worth to each side."""
    side: int
    """Who would score it if the game ended now, -1 for nobody."""
    why: str
    """What gives it to him, or what keeps it from everybody."""
    line: tuple[int, ...] = ()
    """The Line of Communication that it is scored by, where one is needed; else nothing."""


class Supply(NamedTuple):
    """Whether a unit has a Line of Communication."""

    unit: int
    line: tuple[int, ...]
    """The hexes of its line, its own first; nothing if it has none."""
    why: str = ""
    """What keeps it from having one, in a few words."""


class Crossing(NamedTuple):
    """A bridge that may fall, has fallen, or has been laid."""

    pair: tuple[int, int]
    """The two hexes, the lower first."""
    kind: str
    """`canal`, `rail`, `highway`; nothing where the battle tells no kinds."""
    state: str
    """`wired` and not tried yet, `safe`, `blown`, `laid`; nothing where it can never fall."""


class Marker(NamedTuple):
    """A thing on the map that is no unit, such as a drop zone."""

    hex: int
    sign: str
    """One or two characters."""
    name: str
    secret: bool = False
    """Whether the other side must not learn of it."""


class ScenarioDataError(ValueError):
    """A scenario's `[victory]` table does not hold what its rules read; `key` says where."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


class Option(NamedTuple):
    """A choice that the players of a scenario make before it begins."""

    name: str
    """One word, as saves and the command line call it."""
    text: str
    """What it means, for people, with its case."""


class Share(NamedTuple):
    """One side's part of a combat, as far as limits on artillery ask for it."""

    side: int
    attacking: bool
    ground: int
    """Strength Points of its units that are no artillery: attack, or defense (14.0 of Bastogne)."""
    guns: tuple[int, ...]
    """Its artillery units, adjacent ones included."""
    support: int
    """Its Ground Support Points."""


class Ruleset:
    """The Standard Rules' own answers. A battle reads its numbers from the scenario when it is made."""

    name = "Standard Rules"
    victory_keys: tuple[str, ...] = ()
    """The keys that `[victory]` may hold."""
    artillery_case = "8.0"
    """The case that limits artillery in a combat, for refusals; `room_case` where there are several."""
    support_case = "9.14"
    """The case that keeps part of a Game-Turn's Ground Support from being used now; `support_limit_case` likewise."""
    arrival_case = entry_hex_case = entry_enemy_case = "4.1"
    """The cases on when, where and against whom reinforcements enter, for refusals."""
    no_attack_case = "7.1"
    """The case by which a unit may not attack from where it is, for refusals."""
    enters_zones = True
    """Whether reinforcements come in where the enemy has a Zone of Control. Standard: they may, and stop (6.0)."""
    zones_case = "6.0"
    """The case that keeps a unit that leaves an Enemy-controlled hex from entering another, for refusals."""
    landing_case = "15.31"
    """The case on where units land, for refusals."""
    exit_case = "5.0"
    """The case on where units leave the map, for refusals."""
    needs_lines = False
    """Whether units, or the places that points are given for, need Lines of Communication."""
    relief_case = share_case = ""
    """The cases that let a unit leave hexes of a retreat out, and stop where a friend stands; for the screen."""
    relief_place = "place"
    """Where a unit may leave hexes of a retreat out, in a word."""
    front_side = -1
    """The side that must hold a front at the end of its Player-Turn, -1 where none must."""
    choices: tuple[Option, ...] = ()
    """What the players may choose before the scenario begins. Standard: nothing."""
    limits_artillery = False
    """Whether `room` ever refuses; then obliged artillery that does not fit is released (a ruling)."""

    def __init__(self, scenario: Scenario, options: Mapping[str, bool] | None = None) -> None:
        """`options` are those of `choices` that were taken. Raises `ScenarioDataError`."""
        self.scenario = scenario
        self.options = {name: True for name, taken in (options or {}).items() if taken}
        for key in scenario.victory:
            if key not in self.victory_keys:
                known = ", ".join(self.victory_keys) or "none"
                raise ScenarioDataError(key, f"{self.name} read no such key; they know: {known}")

    # -- reading `[victory]`

    def _hexes(self, key: str) -> tuple[int, ...]:
        return tuple(self._each(key, self.scenario.board.hex))

    def _hex(self, key: str, number: str) -> int:
        try:
            return self.scenario.board.hex(number)
        except ValueError as error:
            raise ScenarioDataError(key, str(error)) from None

    def _words(self, key: str) -> list[str]:
        words = self.scenario.victory.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ScenarioDataError(key, "must be a list of strings")
        return words

    def _choice(self, key: str, words: Sequence[str]) -> str:
        """One of the words; the first if left out."""
        word = self.scenario.victory.get(key, words[0])
        if not isinstance(word, str) or word not in words:
            raise ScenarioDataError(key, f"must be one of {', '.join(words)}")
        return word

    def _units(self, key: str) -> tuple[int, ...]:
        def find(unit_id: str) -> int:
            if unit_id.lower() not in self.scenario.by_id:
                raise ValueError(f"there is no unit {unit_id!r} in this scenario")
            return self.scenario.by_id[unit_id.lower()]

        return tuple(self._each(key, find))

    def _each(self, key: str, read: Callable[[str], int]) -> Iterator[int]:
        for word in self._words(key):
            try:
                yield read(word)
            except ValueError as error:
                raise ScenarioDataError(key, str(error)) from None

    def _number(self, key: str, default: int) -> int:
        value = self.scenario.victory.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ScenarioDataError(key, "must be a whole number, 0 or more")
        return value

    def _places(self, key: str) -> tuple[tuple[str, tuple[int, ...], int], ...]:
        """A table of places of the board by name, with the points that each is worth: name, hexes, points."""
        table = self.scenario.victory.get(key, {})
        if not isinstance(table, Mapping):
            raise ScenarioDataError(key, f"must be a table of places and points: [victory.{key}]")
        known = {place.name: place.hexes for place in self.scenario.board.places}
        found = []
        for name, points in table.items():
            if name not in known:
                raise ScenarioDataError(key, f"the board has no place called {name!r}")
            if not isinstance(points, int) or isinstance(points, bool) or points < 0:
                raise ScenarioDataError(key, f"{name}: points must be a whole number, 0 or more")
            found.append((name, known[name], points))
        return tuple(found)

    def _side(self, name: str) -> int:
        names = [side.name for side in self.scenario.sides]
        if name not in names:
            raise ScenarioDataError("sides", f"{self.name} need a side called {name!r}")
        return names.index(name)

    # -- movement

    def bar(self, state: State, side: int) -> Bar:
        """Ground that is closed to a side beyond the Terrain Key. Standard: none."""
        return NO_BAR

    def allowance(self, state: State, unit: int) -> int:
        """Half Movement Points that a unit may spend in this phase. Standard: what is printed on it (5.13)."""
        return state.units[unit].strength.movement * 2

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]]:
        """By hex where a unit can go from there, for how many half Movement Points. Standard: as the Terrain Key."""
        return state.ground.steps[state.way(unit)]

    def leaves_zones(self, state: State) -> bool:
        """Whether units leave Enemy-controlled hexes now, though not for others. Standard: they do not (5.14)."""
        return False

    def shares(self, state: State, unit: int, h: int) -> bool:
        """Whether a unit may stop in a hex that holds a friend. Standard: it may not (5.31)."""
        return False

    def passed(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Called when a unit has come into a hex, in whatever way: from another hex, from off the map (a location
        below 0), or by being set up there (None). It may push what is decided then. Standard: nothing.
        """

    def check_end_of_movement(self, state: State) -> None:
        """Raise `IllegalOrder` while the Movement Phase may not end. Standard: it may at any time (4.1)."""

    # -- coming onto the map, and leaving it

    def may_arrive(self, state: State, unit: int) -> bool:
        """Whether a unit off the map may come onto it in this Game-Turn. Standard: from its scheduled one on."""
        group = state.scenario.arrivals.get(unit)
        return group is not None and state.location[unit] == RESERVE and group.turn <= state.turn

    def why_absent(self, state: State, unit: int) -> tuple[str, str] | None:
        """The case and the reason of a battle's own that keep a unit off the map now. Standard: none."""
        return None

    def lands(self, state: State, unit: int) -> bool:
        """Whether a unit that may arrive comes from the air. Standard: none does."""
        return False

    def landing_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Where a unit that comes from the air may land now. Standard: nowhere."""
        return ()

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Where a reinforcement may come in by ground. Standard: the hexes of its schedule."""
        return state.scenario.arrivals[unit].hexes if self.may_arrive(state, unit) else ()

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """Half Movement Points to enter the map at a hex, None where prohibited. Standard: terrain, or its road."""
        return state.ground.edge_cost(h, state.way(unit))

    def landing_place(self, state: State, unit: int) -> str:
        """Where a unit comes down from the air, in a few words, if that is more than the hexes of its schedule."""
        return ""

    def return_turn(self, state: State, unit: int) -> int | None:
        """The Game-Turn from which a unit that has left the map may come back. Standard: it does not."""
        return None

    def entered(self, state: State, unit: int, h: int) -> None:
        """Called when a reinforcement has come onto the map in a hex, by ground or from the air. Standard: nothing."""

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit may leave the map by the edge. Standard: nobody may."""
        raise IllegalOrder("5.0", "no unit may leave the map in this game", state.ids((unit,)))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """The hexes by which units leave the map at an edge. Standard: all of the edge."""
        return state.scenario.board.edge(edge)

    # -- bridges that are laid and destroyed (11.0 of Remagen)

    def lay(self, state: State, order: Bridge) -> Callable[[list[Event]], None]:
        """What lays a bridge, as an order of the Movement Phase. Raises `IllegalOrder`. Standard: none is laid."""
        raise IllegalOrder("5.0", "no bridges are laid in this game")

    def sites(self, state: State) -> Iterator[Bridge]:
        """The bridges that the phasing side may lay now. Standard: none."""
        return iter(())

    def destroy(self, state: State, order: Destroy) -> Callable[[list[Event]], None]:
        """What destroys a bridge that is offered. Raises `IllegalOrder`. Standard: none is."""
        raise IllegalOrder("5.0", "no bridges are destroyed in this game")

    def standing_bridges(self, state: State) -> Sequence[Standing]:
        """How each bridge stands that is laid and destroyed so. Standard: there are none."""
        return ()

    # -- combat

    def fights(self, state: State) -> bool:
        """Whether there are Combat Phases in this Game-Turn. Standard: there are (4.1)."""
        return True

    def may_attack(self, state: State, unit: int) -> bool:
        """Whether a unit takes part in attacks at all, and obliges its neighbours (7.1). Standard: every unit."""
        return True

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """The hexes into which a unit attacks from where it is. Standard: those of its Zone of Control (6.33)."""
        return state.ground.zone[state.location[unit]]

    def assaults(self, state: State, unit: int) -> bool:
        """Whether a unit makes an assault over a river: on one enemy, and it must advance. Standard: none does."""
        return False

    def most_guns(self, state: State, side: int, *, attacking: bool) -> int | None:
        """How many artillery units a side may use in one combat, adjacent or not. Standard: any number (8.2)."""
        return None

    def room(self, state: State, share: Share) -> bool:
        """Whether a side may use so much artillery and Ground Support in one combat. Standard: no limit (8.2, 9.12)."""
        most = self.most_guns(state, share.side, attacking=share.attacking)
        return most is None or len(share.guns) <= most

    def room_case(self, share: Share) -> str:
        """The case that limits artillery in a side's part of a combat, for refusals."""
        return self.artillery_case

    def support_limit_case(self, state: State, side: int) -> str:
        """The case that keeps part of a side's Ground Support from being used now, for refusals."""
        return self.support_case

    def support_left(self, state: State, side: int, defenders: Sequence[int] = ()) -> int:
        """Ground Support Points that a side may use now, in a combat against or for these units, if any are named.

        Standard: what is left of the Game-Turn's (9.14).
        """
        return state.support[side]

    # -- after the die

    def relief(self, state: State, unit: int, h: int) -> int:
        """Hexes by which a unit in a hex may shorten what is left of its retreat. Standard: none."""
        return 0

    def rooted(self, state: State) -> tuple[int, ...]:
        """The units that can neither retreat nor be displaced. Standard: none."""
        return ()

    # -- before the game: what a side notes in secret

    def noting(self, state: State) -> tuple[int, ...]:
        """The sides that note something in secret before anybody sets up. Standard: none."""
        return ()

    def notable(self, state: State, side: int) -> tuple[str, ...]:
        """All that a side notes. Standard: nothing."""
        return ()

    def unnoted(self, state: State, side: int) -> tuple[str, ...]:
        """What a side has still to note. Standard: nothing."""
        return ()

    def note(self, state: State, side: int, order: Zone) -> Mapping[str, int]:
        """The facts that a note sets down. Raises `IllegalOrder`. Standard: there is nothing to note."""
        raise IllegalOrder("4.1", "nothing is noted in this game")

    def possible_notes(self, state: State, side: int) -> Iterator[Zone]:
        """The notes that a side may make now. Standard: none."""
        return iter(())

    # -- the sequence of play

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Called when a Game-Turn begins, its Ground Support allotted. Standard: nothing."""

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """Called when a phase begins; it may push what is decided before. Standard: nothing."""

    def combat_over(self, state: State, events: list[Event]) -> None:
        """Called when a combat is over, its advances made. Standard: nothing."""

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """Called at the end of a Player-Turn; it may push what is decided then. Standard: nothing."""

    def turn_ends(self, state: State, events: list[Event]) -> None:
        """Called at the end of a Game-Turn, before victory is judged. Standard: nothing."""

    def thrown(self, state: State, throw: Throw, die: int, events: list[Event]) -> None:
        """Carry out what a die does that the battle asked for. Standard: none is asked for."""

    def die_table(self, state: State, throw: Throw) -> Sequence[str]:
        """What each of the six numbers would do that such a die may show, in a word or two. Standard: not told."""
        return ()

    # -- what is told of the position

    def conditions(self, state: State) -> Sequence[str]:
        """What holds in this phase beyond the map, in a few words each: the weather ... Standard: nothing."""
        return ()

    def crossings(self, state: State) -> Sequence[Crossing]:
        """The bridges that a battle has rules for. Standard: those that are not as printed."""
        return [Crossing((a, b), "", "laid" if side & Side.BRIDGE else "blown") for a, b, side in state.works]

    def markers(self, state: State, viewer: int) -> Sequence[Marker]:
        """What lies on the map beside the units, as far as a side may know (-1: no secrets). Standard: nothing."""
        return ()

    def boundaries(self, state: State) -> Sequence[str]:
        """The named lines of the board that matter now, to be drawn. Standard: all of them."""
        return tuple(self.scenario.board.lines)

    def front(self, state: State) -> Front | None:
        """The front of `front_side` as it would be judged now (14.0 of Remagen). Standard: none is held."""
        return None

    def situation(self, state: State) -> Sequence[str]:
        """What a player should know beside the account of points, in sentences. Standard: nothing."""
        return ()

    def supplies(self, state: State) -> Sequence[Supply]:
        """By unit that needs one, its Line of Communication, or what keeps it from one. Standard: nobody needs one."""
        return ()

    # -- the game's end

    def end_of_turn(self, state: State) -> Outcome | None:
        """Whether the game ends with this Game-Turn before its last. Standard: no."""
        return None

    def secret(self, state: State, side: int) -> bool:
        """Whether something that the side has noted is still hidden from its enemy. Standard: nothing is hidden."""
        return False

    def account(self, state: State) -> list[Score]:
        """The Victory Points as they stand, line by line. Standard: none are counted."""
        return []

    def objectives(self, state: State) -> list[Objective]:
        """The places that points are given for, and who would score them now. Standard: none."""
        return []

    def outcome(self, state: State) -> Outcome:
        """Who has won after the last Game-Turn (4.0). Standard: most points, else a draw."""
        totals = [sum(line.points for line in self.account(state) if line.side == side) for side in (0, 1)]
        names = [side.name for side in state.scenario.sides]
        count = f"{names[0]} {totals[0]}, {names[1]} {totals[1]}"
        if totals[0] == totals[1]:
            return Outcome(-1, f"The game is drawn: {count}" if any(totals) else "The last Game-Turn is over")
        winner = 0 if totals[0] > totals[1] else 1
        return Outcome(winner, f"{names[winner]} wins: {count}")
