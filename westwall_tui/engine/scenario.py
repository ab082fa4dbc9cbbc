"""A scenario as the engine plays it: board, units, set-up, reinforcements and numbers, with all places as hexes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from westwall_tui.engine import words
from westwall_tui.engine.board import FOOT, WHEELS, Board
from westwall_tui.engine.records import Record
from westwall_tui.engine.scoring import NOTHING_SCORES, Scoring
from westwall_tui.engine.units import Unit, lower

ARMIES = {"german": "german", "ss": "ss", "us": "us", "british": "british", "polish": "british"}
"""The army of each nation's units."""


class Phase(StrEnum):
    """A part of the game in which a side makes decisions (4.1)."""

    SETUP = "set-up"
    MOVEMENT = "movement"
    COMBAT = "combat"


class SideInfo(Record):
    """A side of a scenario."""

    name: str
    """The side's name in files, commands and the protocol: `US`. Sentences use `people` or `adjective`."""
    letter: str
    """The letter that marks the side's units on the map."""
    supports: tuple[tuple[int, int, int], ...] = ()
    """The side's Ground Support: (first Game-Turn, last Game-Turn, points per Game-Turn)."""

    @property
    def adjective(self) -> str:
        """Return the side as an adjective, also for tables and bars: `German`, `Allied`, `U.S.`, `Red`."""
        return words.adjective(self.name)

    @property
    def people(self) -> str:
        """Return the side for a sentence with a plural verb: `the Germans`, `the Allies`, `the U.S.`."""
        return words.people(self.name)

    def refusal(self, unit: str, other: "SideInfo") -> str:
        """Return the sentence that a unit of the other side is not one of this side."""
        return f"{unit} is {words.with_article(other.adjective)} unit, not {words.with_article(self.adjective)} one"

    def support(self, turn: int) -> int:
        """Return the Ground Support Points allotted for a Game-Turn (9.0)."""
        return sum(points for first, last, points in self.supports if first <= turn <= last)


@dataclass(frozen=True)
class SetupGroup:
    """Units that a side sets up within limits; `suggest` has a sensible hex for each unit, or is empty."""

    side: int
    units: tuple[int, ...]
    hexes: frozenset[int]
    suggest: tuple[int, ...] = ()

    @cached_property
    def in_order(self) -> tuple[int, ...]:
        """The hexes in ascending order."""
        return tuple(sorted(self.hexes))


class Reinforcements(Record):
    """Units that arrive on a Game-Turn or later, at the mapedge or by air, in any of the (sorted) hexes."""

    side: int
    turn: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    lands: bool = False


class Start(Record):
    """The start of a scenario: a Game-Turn, the phasing side and the phase."""

    turn: int
    side: int = 0
    phase: Phase = Phase.MOVEMENT


@dataclass(frozen=True, eq=False, repr=False)
class Scenario:
    """The data of a game that never changes."""

    name: str
    rules: str
    board: Board
    units: tuple[Unit, ...]
    sides: tuple[SideInfo, SideInfo]
    first_turn: int
    last_turn: int
    start: Start
    placed: tuple[tuple[int, int], ...] = ()
    """The units on the map from the start: (unit, hex)."""
    setup: tuple[SetupGroup, ...] = ()
    reinforcements: tuple[Reinforcements, ...] = ()
    dates: tuple[str, ...] = ()
    victory: Mapping[str, object] = field(default_factory=dict)
    scoring: Scoring = NOTHING_SCORES
    """The points and conditions of a scenario with the Standard Rules, and its special rules."""
    battle: str = ""
    about: tuple[str, ...] = ()
    key: str = ""
    """The name in `westwall play`: `bastogne/spearhead`, or a file's name."""
    digest: str = ""
    """The fingerprint of the scenario's files."""

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        """The index of each unit, by id in lower case."""
        return {unit.id.lower(): i for i, unit in enumerate(self.units)}

    def army(self, unit: int) -> str:
        """Return a unit's army: `german`, `ss`, `us` or `british` (also for Poles).

        The army follows from the unit's nation, or else from the name of its side, or else from the side's number.
        """
        counter = self.units[unit]
        names = (counter.nation.lower(), self.sides[counter.side].name.lower())
        return next((ARMIES[name] for name in names if name in ARMIES), ("us", "german")[counter.side])

    def is_german(self, side: int) -> bool:
        """Return True if a side's units are German, or if it has no units and is the Second Player."""
        return next((self.army(unit) in ("german", "ss") for unit in self.of_side[side]), side == 1)

    def colors(self, side: int) -> str:
        """Return the colors of a side as a whole, which are those of most of its units: `german`, `us` or `british`."""
        if self.is_german(side):
            return "german"
        armies = [self.army(unit) for unit in self.of_side[side]]
        return max(sorted(set(armies)), key=armies.count) if armies else "us"

    def unit(self, unit: int | str) -> int:
        """Return the index of a unit, given its id or index.

        Raises `ValueError` for an unknown unit, `TypeError` for anything else.
        """
        if isinstance(unit, str):
            found = self.by_id.get(lower(unit))
            if found is None:
                raise ValueError(f"there is no unit {unit!r} in {self.name}{_nearest(unit, self.by_id)}")
            return found
        if isinstance(unit, bool) or not isinstance(unit, int):
            raise TypeError(f"name a unit by its id, such as {self.units[0].id!r}, or by its index, not {unit!r:.60}")
        if not 0 <= unit < len(self.units):
            raise ValueError(f"there is no unit {unit}: the indices go from 0 to {len(self.units) - 1}")
        return unit

    def side(self, side: int | str) -> int:
        """Return a side, 0 or 1, given its name or number. Raises `ValueError` or `TypeError` as `unit` does."""
        names = " and ".join(known.name for known in self.sides)
        if isinstance(side, str):
            found = self.side_called(side)
        elif isinstance(side, bool) or not isinstance(side, int):
            raise TypeError(f"name a side ({names}), or write 0 or 1, not {side!r:.60}")
        else:
            found = side
        if found not in (0, 1):
            raise ValueError(f"there is no side {side!r}; the sides are {names}")
        return found

    def side_called(self, name: str) -> int:
        """Return the side with this name or adjective (`US` or `U.S.`), ignoring case; -1 if there is none."""
        wanted = lower(name)
        return next((i for i, info in enumerate(self.sides) if wanted in (lower(info.name), lower(info.adjective))), -1)

    @cached_property
    def of_side(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side, in unit order."""
        first, second = (tuple(i for i, unit in enumerate(self.units) if unit.side == side) for side in (0, 1))
        return first, second

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """`FOOT` or `WHEELS` for each unit (5.24)."""
        return tuple(WHEELS if unit.is_vehicle else FOOT for unit in self.units)

    @cached_property
    def artillery(self) -> tuple[bool, ...]:
        """True for each unit that is artillery (8.0)."""
        return tuple(unit.is_artillery for unit in self.units)

    @cached_property
    def ranges(self) -> tuple[int, ...]:
        """The range of each unit in hexes (8.12)."""
        return tuple(unit.strength.range for unit in self.units)

    @cached_property
    def arrivals(self) -> Mapping[int, Reinforcements]:
        """The group of each reinforcement, in unit order."""
        found = {unit: group for group in self.reinforcements for unit in group.units}
        return {unit: found[unit] for unit in sorted(found)}

    @cached_property
    def due(self) -> Mapping[tuple[int, int], tuple[int, ...]]:
        """By side and Game-Turn: the reinforcements scheduled up to that turn, in unit order."""
        turns = range(self.first_turn, self.last_turn + 1)
        return {
            (side, turn): tuple(unit for unit, comes in self.scheduled[side] if comes <= turn)
            for side in (0, 1)
            for turn in turns
        }

    @cached_property
    def scheduled(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """The reinforcements of each side, in unit order, with their Game-Turns."""
        first, second = (
            tuple((unit, group.turn) for unit, group in self.arrivals.items() if self.units[unit].side == side)
            for side in (0, 1)
        )
        return first, second

    @cached_property
    def setup_of(self) -> Mapping[int, SetupGroup]:
        """The set-up group of each unit that has one."""
        return {unit: group for group in self.setup for unit in group.units}

    @cached_property
    def to_set_up(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units that each side sets up, in unit order."""
        groups = sorted(self.setup_of.items(), key=lambda each: each[0])
        first, second = (tuple(unit for unit, group in groups if group.side == side) for side in (0, 1))
        return first, second

    def date(self, turn: int) -> str:
        """Return the date of a Game-Turn, or an empty string."""
        i = turn - self.first_turn
        return self.dates[i] if 0 <= i < len(self.dates) else ""

    def __repr__(self) -> str:
        return f"<Scenario {self.title}>"

    @property
    def title(self) -> str:
        """The name with the battle before it."""
        return ": ".join(part for part in (self.battle, self.name) if part)


def _nearest(word: str, known: Mapping[str, int]) -> str:
    """Return the end of an error message that suggests a known word for an unknown one."""
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), known, 1)
    return f"; did you mean {found[0]!r}?" if found else ""
