"""The state: everything that changes during a game, as small flat rows in unit order.

An action of a unit is recorded as the serial number of its phase. Rules compare this number with that of the current
phase, so nothing has to be reset.

A row never changes; a changed row replaces it (`changed`). Copies of a position therefore share their rows and cost
little.

The places of units are stored twice: by unit (`location`), and for rules that look at the map by hex (`at`, `held`,
`zones`) and by side (`present`). Only `place` changes both; `alter` also changes the zones.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from westwall_tui.engine.board import Changes, Ground
from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.units import Unit
from westwall_tui.engine.words import outcome_sentence

if TYPE_CHECKING:
    from westwall_tui.engine.decisions.base import Step
    from westwall_tui.engine.rules.ruleset import Ruleset

RESERVE = -1
"""The location of a unit that has not arrived yet."""
ELIMINATED = -2
"""The location of a unit that was eliminated."""
EXITED = (-3, -4, -5, -6)
"""The locations of units that have exited by the north, east, south or west edge."""
VACANT = -1
"""The number that stands for no unit, in a vacant hex."""


class Combat(NamedTuple):
    """The combat under way."""

    side: int
    attackers: tuple[int, ...]
    """Units that attack from an adjacent hex and suffer the results."""
    barrage: tuple[int, ...]
    """Artillery that attacks from a distance or across a river, and suffers no result."""
    defenders: tuple[int, ...]
    support: int
    """The attacker's Ground Support Points (9.0)."""
    fire: tuple[int, ...] = ()
    """Artillery that gives the defender Final Protective Fire (8.4)."""
    fire_support: int = 0
    """The defender's Ground Support Points."""
    die: int = 0
    """The number rolled, 1 to 6; 0 until the roll."""
    result: str = ""
    """The result, such as `D2`; empty until the roll (7.62)."""
    paths: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The Paths of Retreat so far, by unit; each begins in the hex where the unit fought (7.91)."""


class Outcome(NamedTuple):
    """The outcome of a game; `winner` is a side, or -1 for a draw."""

    winner: int
    reason: str
    """The result and its reason, as saves and digests have them: `US wins: German conceded`."""

    @property
    def sentence(self) -> str:
        """Return the result and its reason for people: `The U.S. win: the Germans conceded`."""
        return outcome_sentence(self.reason)

    @property
    def verdict(self) -> str:
        """Return the result alone for people: `U.S. Marginal Victory`, `The Germans win`."""
        return self.sentence.partition(":")[0]


Row = tuple[int, ...]
"""One number for each unit, or for each side."""


def changed(row: Row, value: int, *places: int) -> Row:
    """Return a row with a new value for some units (or for a side)."""
    new = list(row)
    for place in places:
        new[place] = value
    return tuple(new)


@dataclass(slots=True, repr=False)
class State:
    """A position. `rules` and their scenario are shared and never change; `copy` copies everything else."""

    rules: "Ruleset" = field(compare=False)
    """The Standard Rules with a battle's Exclusive Rules, which do not belong to the position."""
    scenario: Scenario
    turn: int
    side: int
    """The phasing side: 0 is the First Player."""
    phase: Phase
    serial: int
    """The serial number of the phase, which is recorded with the actions of units."""
    previous_combat: int
    """The serial number of the last Combat Phase before this one (8.41), or -1."""
    die: int
    """State of the die (see `dice`), or -1 if rolls are given as orders."""
    location: Row
    """By unit: its hex, or its place off the map. Change it with `place`."""
    moved: Row
    """Serial of the phase in which the unit last moved, or lost the right to move (5.15)."""
    attacked: Row
    """Serial of the phase in which the unit last attacked (7.14)."""
    defended: Row
    """Serial of the phase in which the unit was last attacked (7.14)."""
    advanced: Row
    """Serial of the phase in which the unit last advanced after combat (7.96)."""
    displaced: Row
    """Serial of the phase in which the unit was last displaced (7.82, 8.41)."""
    suffered: Row
    """Serial of the phase in which the unit last suffered an adverse Combat Result (8.41)."""
    fired: Row
    """Serial of the phase in which the unit last gave Final Protective Fire (8.46)."""
    gone: Row
    """Game-Turn in which the unit was lost or exited."""
    support: Row
    """Ground Support Points left this Game-Turn, by side."""
    support_phase: Row
    """Serial of the phase in which the side first used Ground Support this Game-Turn; otherwise 0."""
    facts: dict[str, int]
    """The facts that a battle's Exclusive Rules remember, by their keys (`Ruleset.facts`)."""
    works: Changes
    """The hexsides that differ from the printed map: bridges blown, repaired or laid."""
    frames: "list[Step]"
    """The stack of frames, pending decisions and steps; the last one is due now."""
    combat: Combat | None
    outcome: Outcome | None
    ground: Ground = field(compare=False)
    """The present ground, which follows from the `works`."""
    at: "array[int]"
    """By hex: the unit there (the last of several), or `VACANT`."""
    held: tuple[bytes, bytes]
    """By side and hex: the number of the side's units in the hex."""
    zones: tuple[bytes, bytes]
    """By side and hex: the number of the side's units that control the hex (6.11, 6.3)."""
    present: tuple[Row, Row]
    """By side: its units on the map, in unit order."""
    fought: Combat | None = field(default=None, compare=False)
    """The last combat of this phase that is over, for refusals. It does not belong to the position."""

    @classmethod
    def begin(cls, rules: "Ruleset", die: int) -> "State":
        """Return the position before the first decision and before any set-up."""
        scenario = rules.scenario
        n = len(scenario.units)
        places = dict(scenario.placed)
        location = tuple([places.get(unit, RESERVE) for unit in range(n)])
        start = scenario.start
        never = (0,) * n
        return cls(
            rules=rules,
            scenario=scenario,
            turn=start.turn,
            side=start.side,
            phase=start.phase,
            serial=1,
            previous_combat=-1,
            die=die,
            location=location,
            moved=never,
            attacked=never,
            defended=never,
            advanced=never,
            displaced=never,
            suffered=never,
            fired=never,
            gone=never,
            support=(0, 0),
            support_phase=(0, 0),
            facts={},
            works=(),
            frames=[],
            combat=None,
            outcome=None,
            ground=scenario.board.ground,
            **tables(scenario, scenario.board.ground, location),
        )

    def copy(self) -> "State":
        """Return an independent copy, which shares the rows, because they never change."""
        return State(
            self.rules,
            self.scenario,
            self.turn,
            self.side,
            self.phase,
            self.serial,
            self.previous_combat,
            self.die,
            self.location,
            self.moved,
            self.attacked,
            self.defended,
            self.advanced,
            self.displaced,
            self.suffered,
            self.fired,
            self.gone,
            self.support,
            self.support_phase,
            self.facts.copy(),
            self.works,
            self.frames[:],
            self.combat,
            self.outcome,
            self.ground,
            self.at,
            self.held,
            self.zones,
            self.present,
            self.fought,
        )

    @property
    def pending(self) -> "Step | None":
        """The frame that is due; None once the game is over."""
        return self.frames[-1] if self.frames else None

    @property
    def under_way(self) -> Combat:
        """The combat under way, for code that runs only during one."""
        assert self.combat is not None
        return self.combat

    # -- methods that change the state

    def place(self, unit: int, h: int) -> None:
        """Put a unit into a hex, or off the map (`RESERVE`, `ELIMINATED`, one of `EXITED`)."""
        side, here, reach = self.scenario.units[unit].side, self.location[unit], self.ground.zone
        location, at = list(self.location), self.at[:]
        held, zones = bytearray(self.held[side]), bytearray(self.zones[side])
        location[unit] = h
        if here >= 0:
            held[here] -= 1
            for n in reach[here]:
                zones[n] -= 1
            if at[here] == unit:
                at[here] = VACANT
                if held[here] or self.held[1 - side][here]:
                    at[here] = max(other for other, there in enumerate(location) if there == here)
        if h >= 0:
            held[h] += 1
            for n in reach[h]:
                zones[n] += 1
            if at[h] < unit:
                at[h] = unit
        self.location, self.at = tuple(location), at
        if side == 0:
            self.held, self.zones = (bytes(held), self.held[1]), (bytes(zones), self.zones[1])
        else:
            self.held, self.zones = (self.held[0], bytes(held)), (self.zones[0], bytes(zones))
        if (here >= 0) != (h >= 0):
            self.present = _on_map(self.scenario, location)

    def alter(self, a: int, b: int, side: Hexside | None) -> None:
        """Change a hexside's features; None restores the printed ones."""
        low, high = min(a, b), max(a, b)
        others = [change for change in self.works if change[:2] != (low, high)]
        self.works = tuple(sorted(others if side is None else [*others, (low, high, int(side))]))
        self.ground = _ground(self.scenario, self.works)
        self.zones = tables(self.scenario, self.ground, self.location)["zones"]

    # -- methods that read the state

    def __repr__(self) -> str:
        return f"<State {self.summary}>"

    @property
    def summary(self) -> str:
        """The scenario, Game-Turn and phase in one line, for programmers."""
        name, phasing = self.scenario.title, self.scenario.sides[self.side].name
        when = "set-up" if self.phase is Phase.SETUP else f"{phasing} {self.phase}"
        return f"{name}, Game-Turn {self.turn}, " + ("over" if self.outcome else when)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The counters of the units."""
        return self.scenario.units

    def way(self, unit: int) -> int:
        """Return `FOOT` or `WHEELS` (5.24)."""
        return self.scenario.ways[unit]

    def occupants(self) -> dict[int, int]:
        """Return the unit in each occupied hex."""
        return {h: unit for unit, h in enumerate(self.location) if h >= 0}

    def occupant(self, h: int) -> int | None:
        """Return the unit in a hex (the last of several); None if it is vacant."""
        unit = self.at[h]
        return None if unit == VACANT else unit

    def on_map(self, side: int) -> Row:
        """Return the side's units on the map, in unit order."""
        return self.present[side]

    def eliminated(self, side: int) -> list[int]:
        """Return the side's eliminated units, in unit order."""
        return [unit for unit in self.scenario.of_side[side] if self.location[unit] == ELIMINATED]

    def number(self, h: int) -> str:
        """Return the printed number of a hex."""
        return self.scenario.board.grid.numbers[h]

    def numbers(self, hexes: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """Return the printed numbers of hexes."""
        names = self.scenario.board.grid.numbers
        return tuple([names[h] for h in hexes])

    def ids(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """Return the ids of units."""
        counters = self.scenario.units
        return tuple([counters[i].id for i in units])

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        """Return the names of units for sentences: `unit 20`, `1/39`."""
        return tuple([self.scenario.units[i].name for i in units])

    # -- as plain data

    def encode(self) -> dict[str, object]:
        """Return the state as plain lists, numbers and strings, which are equal for equal states."""
        data: dict[str, object] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name in _NOT_WRITTEN or value is None or (each.name == "works" and not value):
                continue
            if each.name == "frames":
                data["frames"] = [_as_list(tuple(frame.written())) for frame in self.frames]
            elif each.name == "facts":
                data["facts"] = dict(sorted(self.facts.items()))
            elif each.name == "phase":
                data["phase"] = str(value)
            elif each.name == "die":
                data["die"] = str(value)  # a number of 64 bits is too large for TOML
            elif isinstance(value, tuple):
                data[each.name] = _as_list(value)
            else:
                data[each.name] = value
        return data

    @classmethod
    def decode(cls, rules: "Ruleset", data: dict[str, object], known: "Mapping[str, type[Step]]") -> "State":
        """Read a state written by `encode`; `known` has the classes of frames by their names in saves.

        Raises `ValueError`, `KeyError` or `TypeError` for other data.
        """
        scenario = rules.scenario
        values = {each.name: data.get(each.name) for each in fields(cls) if each.name not in _NOT_WRITTEN}
        frames = values.pop("frames")
        phase, die = Phase(str(values.pop("phase"))), int(str(values.pop("die")))
        combat, outcome = values.pop("combat"), values.pop("outcome")
        works = _fields(values.pop("works") or [])
        ground = _ground(scenario, works)
        if not isinstance(frames, list):
            raise TypeError("frames")
        return cls(
            rules=rules,
            scenario=scenario,
            phase=phase,
            die=die,
            frames=[known[name](*_fields(rest)) for name, *rest in frames],
            combat=None if combat is None else Combat(*_fields(combat)),
            outcome=None if outcome is None else Outcome(*_fields(outcome)),
            works=works,
            ground=ground,
            **tables(scenario, ground, _fields(values["location"])),
            **{k: _unshared(v) for k, v in values.items()},
        )

    def digest(self) -> str:
        """Return a fingerprint, which is the same for equal positions of a scenario in any process."""
        return fingerprint(repr(self.encode()))


def _ground(scenario: Scenario, works: Changes) -> Ground:
    return scenario.board.ground_with(works) if works else scenario.board.ground


class Tables(TypedDict):
    """The places of units, by hex and by side."""

    at: "array[int]"
    held: tuple[bytes, bytes]
    zones: tuple[bytes, bytes]
    present: tuple[Row, Row]


def tables(scenario: Scenario, ground: Ground, location: Row) -> Tables:
    """Compute the places of units by hex and by side from their locations."""
    hexes = len(ground.zone)
    at = array("h", [VACANT]) * hexes
    held, zones = (bytearray(hexes), bytearray(hexes)), (bytearray(hexes), bytearray(hexes))
    for unit, h in enumerate(location):
        if h >= 0:
            side = scenario.units[unit].side
            at[h] = unit
            held[side][h] += 1
            for n in ground.zone[h]:
                zones[side][n] += 1
    return Tables(
        at=at,
        held=(bytes(held[0]), bytes(held[1])),
        zones=(bytes(zones[0]), bytes(zones[1])),
        present=_on_map(scenario, location),
    )


def _on_map(scenario: Scenario, location: Sequence[int]) -> tuple[Row, Row]:
    first, second = (tuple([unit for unit in units if location[unit] >= 0]) for units in scenario.of_side)
    return first, second


_NOT_WRITTEN = ("rules", "scenario", "ground", *Tables.__annotations__, "fought")
"""The names of fields that follow from other fields or do not affect the game."""


def _as_list(value: tuple[object, ...]) -> list[object]:
    return [_as_list(x) if isinstance(x, tuple) else x for x in value]


def _tuple(value: object) -> object:
    return tuple(_tuple(x) for x in value) if isinstance(value, list) else value


def _unshared(value: object) -> Any:
    """Return a value from plain data as an independent copy: lists become rows."""
    return tuple(value) if isinstance(value, list) else value.copy() if isinstance(value, dict) else value


def _fields(value: object) -> Any:
    """Return the fields of a record from plain data; the record's own constructor checks their number."""
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_tuple(x) for x in value)
