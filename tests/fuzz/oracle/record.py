"""The record of a game: its events, and the resulting position."""

from collections.abc import Iterable
from itertools import pairwise

from tests.fuzz.oracle.battles import REPLACED, OracleArnhem, OracleRemagen, battle_of
from tests.fuzz.oracle.combat import owing
from tests.fuzz.oracle.position import COMBAT, LOST, MOVEMENT, RESERVE, SETUP, OpenCombat, OraclePosition
from tests.fuzz.oracle.sheet import NOTHING, WAY, Hex, counters_of, sheet_of
from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Displace, LayBridge, Note, Order, Retreat, Stand
from westwall_tui.engine.scenario import Scenario

PHASES = {"Movement Phase": MOVEMENT, "Combat Phase": COMBAT}


class OracleRecord:
    """A record of a game, with its own bookkeeping. It trusts orders and events; `judge` checks them."""

    def __init__(self, scenario: Scenario, options: Iterable[str] = ()) -> None:
        """Start the record; `options` are the battle's options that the players have chosen."""
        self.scenario = scenario
        self.battle = battle_of(scenario, options)
        board, counters = scenario.board, counters_of(scenario)
        at = dict.fromkeys(counters, RESERVE)
        at |= {scenario.units[unit].id: board.grid.numbers[h] for unit, h in scenario.placed}
        self.position = OraclePosition(sheet_of(board), counters, at, turn=scenario.start.turn)
        self.stand = self.position
        """The position after the last retreat of the combat, on which the next retreat depends."""
        self.retreating: tuple[str, tuple[Hex, ...]] | None = None
        """The unit that retreats, and its path, if they were ordered."""
        self.given: tuple[tuple[str, Hex], ...] = ()
        """The units that were ordered to be displaced for it, with their hexes."""
        self.spent: dict[str, int] = {}
        """Half Movement Points that units have spent in this phase."""
        self.fallen = False
        """True if a bridge was blown in a unit's path."""
        self.halted = ""
        """The unit that had to halt at a blown bridge and may move on."""
        self.open: tuple[str, ...] = ()
        """Units that may still advance after the combat, if they have a path."""

    def copy(self) -> "OracleRecord":
        """Return an independent copy."""
        copy = OracleRecord.__new__(OracleRecord)
        copy.__dict__.update(self.__dict__)
        copy.position = self.position.copy()
        copy.stand = copy.position if self.stand is self.position else self.stand
        copy.spent = {**self.spent}
        return copy

    # -- orders

    def note_order(self, order: Order) -> None:
        """Record what an order says and no event reports. Call before its events."""
        position = self.position
        match order:
            case Note(division=division, hex=h, turn=turn):
                position.facts[f"noted {division}"] = f"{h} {turn or self.scenario.first_turn}"
            case Retreat(unit=unit, hexes=hexes):
                here = position.at[unit]
                self.retreating = unit, (here,) if hexes == (here,) else (here, *hexes)
            case Displace(unit=unit, hex=h):
                self.given = (*self.given, (unit, h))
            case Stand():
                self.open, self.halted = (), ""
            case LayBridge(hex=h, west=west, east=east):
                assert isinstance(self.battle, OracleRemagen)
                number = self.battle.floats(position)[0]
                position.facts[f"float {number}"] = h
                for end in (west, east):
                    position.lay(h, end, position.sheet.printed(h, end) | {"road"})

    # -- events

    def note(self, event: Event) -> None:
        """Record an event."""
        position = self.position
        match event:
            case ev.TurnBegan(turn=turn):
                self._begin_turn(turn)
            case ev.PhaseBegan(side=side, phase=phase):
                self._begin_phase(self.battle.side(side), PHASES.get(phase, SETUP))
            case ev.PhaseSkipped(side=side):
                self._begin_phase(self.battle.side(side), COMBAT)
            case ev.Deployed(unit=unit, hex=h) | ev.Held(unit=unit, hex=h):
                position.at[unit] = h
                if isinstance(event, ev.Held):
                    self._end_retreat(unit)
            case ev.Landed(unit=unit, hex=h):
                position.at[unit] = h
                position.landed.add(unit)
            case ev.Moved() | ev.Entered() | ev.Exited():
                self._note_move(event)
            case ev.Attacked() | ev.Fired() | ev.Rolled():
                self._note_combat(event)
            case ev.Retreated() | ev.Eliminated() | ev.Displaced() | ev.Advanced():
                self._note_result(event)
            case ev.BridgeTried() | ev.BridgeBuilt() | ev.BridgeDestroyed():
                self._note_bridge(event)
            case ev.WeatherChanged(weather=weather):
                assert isinstance(self.battle, OracleArnhem)
                position.facts["weather"] = weather
                position.support[self.battle.allied] = {"Good": 7, "Fair": 3, "Poor": 0}[weather]
            case ev.DropZonePlaced(division=division, hex=h):
                position.facts[f"zone {division}"] = h
                position.facts.pop(f"noted {division}", None)

    def _begin_turn(self, turn: int) -> None:
        position = self.position
        position.turn = turn
        position.fired, position.engaged = set(), set()
        position.support = [
            sum(points for first, last, points in side.supports if first <= turn <= last)
            for side in self.scenario.sides
        ]
        position.supported = [0, 0]

    def _begin_phase(self, side: int, phase: str) -> None:
        position = self.position
        if position.phase == COMBAT:
            position.displaced_before, position.suffered_before = position.displaced, position.suffered
        position.side, position.phase, position.fight = side, phase, None
        position.phases += 1
        for name in ("moved", "attacked", "defended", "advanced", "displaced", "suffered", "landed"):
            setattr(position, name, set())
        position.columns, self.spent, self.open = {}, {}, ()
        self._store_position()
        if isinstance(self.battle, OracleArnhem) and phase == MOVEMENT and side == self.battle.allied:
            engineer = self.battle.engineer
            if engineer and position.at[engineer] == LOST:
                position.at[engineer] = RESERVE  # 13.3
                position.facts[REPLACED] = "yes"

    def _store_position(self) -> None:
        """Store the present position for the next retreat."""
        self.stand = self.position.copy()
        self.retreating, self.given = None, ()

    def _note_move(self, event: ev.Moved | ev.Entered | ev.Exited) -> None:
        position, unit = self.position, event.unit
        if isinstance(event, ev.Entered):
            position.columns[event.path[0]] = position.columns.get(event.path[0], 0) + 1
        position.at[unit] = event.path[-1]
        position.moved.add(unit)
        self.spent[unit] = self.spent.get(unit, 0) + event.cost
        self.halted, self.fallen = unit if self.fallen else "", False
        if isinstance(event, ev.Exited):
            position.at[unit] = event.edge
            position.left[unit] = position.turn
        if isinstance(self.battle, OracleArnhem) and self._was_helped(self.battle, unit, event.path):
            position.moved.add(self.battle.engineer)  # 13.21

    def _was_helped(self, battle: OracleArnhem, unit: str, path: tuple[Hex, ...]) -> bool:
        """Return True if the Engineer has helped a unit across a river on its path."""
        here = self.position.where(battle.engineer) if battle.engineer else None
        if here is None or not battle.crosses(self.position, unit):
            return False
        steps = [step for step in pairwise(path) if here in step]
        return any("river" in side and "bridge" not in side for side in (self.position.between(*s) for s in steps))

    def _note_combat(self, event: ev.Attacked | ev.Fired | ev.Rolled) -> None:
        position = self.position
        if isinstance(event, ev.Attacked):
            named = (*event.attackers, *event.barrage, *event.defenders)
            stood = {unit: position.at[unit] for unit in named}
            position.fight = OpenCombat(
                position.side, event.attackers, event.barrage, event.defenders, event.support, stood=stood
            )
            position.attacked |= {*event.attackers, *event.barrage}
            position.defended |= {*event.defenders}
            position.engaged |= {*named}
            self._spend_support(position.side, event.support)
            return
        fight = position.under_way
        if isinstance(event, ev.Fired):
            fight.fire, fight.fire_support, fight.answered = event.units, event.support, True
            position.fired |= {*event.units}
            self._spend_support(1 - position.side, event.support)
            return
        fight.result = event.result
        fight.owing, fight.winner = owing(position, fight, event.result)
        won = () if fight.winner < 0 else fight.attackers if fight.winner == fight.side else fight.defenders
        self.open = won
        self._store_position()

    def _spend_support(self, side: int, points: int) -> None:
        position = self.position
        position.support[side] -= points
        if points and not position.supported[side]:
            position.supported[side] = position.phases

    def _note_result(self, event: ev.Retreated | ev.Eliminated | ev.Displaced | ev.Advanced) -> None:
        position, unit, fight = self.position, event.unit, self.position.fight
        position.at[unit] = LOST if isinstance(event, ev.Eliminated) else event.path[-1]
        if isinstance(event, ev.Advanced):
            position.advanced.add(unit)
            self.open = tuple(other for other in self.open if other != unit)
        elif isinstance(event, ev.Displaced):
            position.displaced.add(unit)
            if fight is not None and unit in fight.owing:  # 7.74: its retreat is complete
                fight.paths[unit] = event.path
                del fight.owing[unit]
                position.suffered.add(unit)
        elif fight is not None and (unit in fight.owing or unit in fight.paths):
            fight.paths[unit] = event.path
            position.suffered.add(unit)
            if unit in fight.owing:
                self._end_retreat(unit)

    def _end_retreat(self, unit: str) -> None:
        """End a unit's retreat."""
        fight = self.position.fight
        if fight is not None:
            fight.owing.pop(unit, None)
        self._store_position()

    def _note_bridge(self, event: ev.BridgeTried | ev.BridgeBuilt | ev.BridgeDestroyed) -> None:
        position = self.position
        if isinstance(event, ev.BridgeDestroyed):
            self._take_bridge(event.bridge)
            position.at[event.unit] = event.hex
        elif isinstance(event, ev.BridgeTried) and event.blown:
            a, b = event.bridge.split("/")
            position.lay(a, b, position.sheet.printed(a, b) & {"canal", "river"})  # 12.13
            self.fallen = True
            if position.fight is not None:
                position.fight.interrupted = True
        elif isinstance(event, ev.BridgeBuilt) and "/" in event.bridge:  # 13.1; a float bridge is an order
            a, b = event.bridge.split("/")
            position.lay(a, b, position.sheet.printed(a, b))

    def _take_bridge(self, h: Hex) -> None:
        """Destroy a bridge (11.21 of Remagen)."""
        assert isinstance(self.battle, OracleRemagen)
        position = self.position
        for n in position.sheet.near[h]:
            if position.between(h, n) & WAY:
                position.lay(h, n, position.sheet.printed(h, n) - WAY or NOTHING)
        floats = (f"{number}" for number in range(1, len(self.battle.words_of("float_bridges")) + 1))
        for number in floats:
            if position.facts.get(f"float {number}") == h:
                position.facts[f"float {number}"] = ""
                position.facts[f"destroyed {number}"] = str(position.turn)
                return
