"""Combat, artillery and Ground Support (7.0, 8.0, 9.0): the combats that are possible, their lines and results."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.fuzz.oracle.battles import Battle
from tests.fuzz.oracle.position import OpenCombat, OraclePosition
from tests.fuzz.oracle.sheet import BROKEN, CLEAR, GROVE, LINE, LINES, ROUGH, WATER, distance

TABLE = """
-2     -1     0      +1     +2,3   +4,5   +6-8   +9-11  +12
-3     -2     -1     0      +1     +2,3   +4,5   +6-8   +9-11  +12
-5     -4,3   -2     -1     0      +1     +2,3   +4,5   +6-8   +9-11  +12
-7     -6,5   -4,3   -2     -1     0      +1     +2,3   +4,5   +6-8   +9-11  +12
A1     A1     A1     Br     D1     D2     D2     D2     D2     D3     D4     De
A1     A1     A1     A1     Br     D1     D2     D2     D2     D2     D3     D4
A1     A1     A1     A1     A1     Br     D1     D2     D2     D2     D2     D3
A2     A1     A1     A1     A1     Br     Br     D1     D2     D2     D2     D2
A2     A2     A1     A1     A1     A1     Br     Br     D1     D2     D2     D2
Ae     Ae     A2     A1     A1     A1     A1     Br     Br     Br     D2     D2
"""
"""The table as printed in 7.61: the columns of the four lines, the best for the defender first, then the results by
die.
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
COLUMNS = dict(zip(LINES, ROWS[:4], strict=True))
RESULTS = ROWS[4:]
OUTRIGHT = 9
"""The length of a retreat that stands for immediate elimination."""


def bounds(column: str) -> tuple[int, int]:
    """Return the lowest and the highest differential of a printed column."""
    sign = -1 if column.startswith("-") else 1
    ends = [sign * int(word) for word in column.lstrip("+-").replace("-", ",").split(",")]
    return min(ends), max(ends)


def column_of(line: str, differential: int) -> int:
    """Return the number of the column for a differential, from 0; the outer columns include everything beyond them."""
    for number, column in enumerate(COLUMNS[line]):
        low, high = bounds(column)
        if low <= differential <= high:
            return number
    return 0 if differential < 0 else len(COLUMNS[line]) - 1


class OracleOdds(NamedTuple):
    """The arithmetic of a combat."""

    differential: int
    line: str
    column: str
    results: tuple[str, ...]
    """Results by die, from 1."""


def odds(position: OraclePosition, fight: OpenCombat) -> OracleOdds:
    """Return the arithmetic of a combat in the present position."""
    counters = position.counters
    attack = sum(counters[unit].fire for unit in (*fight.attackers, *fight.barrage)) + fight.support
    defense = sum(counters[unit].defense for unit in fight.defenders)
    defense += sum(counters[unit].fpf for unit in fight.fire) + fight.fire_support
    line = line_of(position, fight)
    number = column_of(line, attack - defense)
    return OracleOdds(attack - defense, line, COLUMNS[line][number], tuple(row[number] for row in RESULTS))


def line_of(position: OraclePosition, fight: OpenCombat) -> str:
    """Return the best line of any defender (7.44, 7.45)."""
    ground = [unit for unit in fight.attackers if not position.counters[unit].is_gun]
    found = []
    for defender in fight.defenders:
        h = position.at[defender]
        found.append(LINE[position.sheet.terrain[h]])
        crossed = [position.between(position.at[unit], h) for unit in ground]
        if crossed and all(side & (WATER | {"bridge"}) for side in crossed):  # 7.42, 8.62
            found.append(GROVE if any("bridge" in side for side in crossed) else BROKEN)
    return min(found, key=(ROUGH, BROKEN, GROVE, CLEAR).index)


def is_alone(position: OraclePosition, fight: OpenCombat) -> bool:
    """Return True if only artillery and Ground Support attack (8.15, 8.45)."""
    return all(position.counters[unit].is_gun for unit in fight.attackers)


def owing(position: OraclePosition, fight: OpenCombat, result: str) -> tuple[dict[str, int], int]:
    """Return the length of each unit's retreat (`OUTRIGHT` if it is lost at once), and the winner (7.62, 8.15)."""
    lone = is_alone(position, fight)
    if result == "Br":
        beaten = fight.attackers if lone else (*fight.defenders, *fight.attackers)
        return dict.fromkeys(beaten, 1), -1
    if result == "D1" and lone:
        return {}, -1
    beaten = fight.attackers if result[0] == "A" else fight.defenders
    winner = 1 - fight.side if result[0] == "A" else fight.side
    return dict.fromkeys(beaten, OUTRIGHT if result[1] == "e" else int(result[1])), winner


# -- possible combats


class Contact:
    """The units that can attack and be attacked in a Combat Phase."""

    def __init__(self, battle: Battle, position: OraclePosition) -> None:
        self.battle, self.position = battle, position
        counters, side = position.counters, position.side
        self.own = [u for u in position.on_map(side) if u not in position.advanced and battle.may_attack(position, u)]
        """Units that can attack or have attacked. A unit that has advanced no longer counts (7.96)."""
        self.enemies = [u for u in position.on_map(1 - side) if u not in position.advanced]
        self.touches = {u: [e for e in battle.attacks(position, u) if e in self.enemies] for u in self.own}
        """The enemies that each unit can attack from its hex; not across an unbridged river."""
        spent = position.attacked | {u for u in position.displaced if counters[u].is_gun}  # 7.14, 7.82
        self.ready = [u for u in self.own if u not in spent]
        self.fresh = [e for e in self.enemies if e not in position.defended]
        self.guns = [u for u in self.ready if counters[u].is_gun and not self.touches[u]]
        """Artillery that can barrage: it touches no enemy, or only across rivers (8.1, 8.34)."""

    def reaches(self, gun: str, defenders: Iterable[str]) -> bool:
        """Return True if one of the defenders is in range (8.12, 8.22)."""
        at, most = self.position.at, self.position.counters[gun].range
        return any(distance(at[gun], at[defender]) <= most for defender in defenders)

    def fight(self, named: Sequence[str], defenders: Sequence[str], support: int) -> OpenCombat | None:
        """Return the combat of these units; None if one of them, or all of them together, may not take part."""
        position, battle, counters = self.position, self.battle, self.position.counters
        if not defenders or len({*named}) < len(named) or len({*defenders}) < len(defenders):
            return None
        if not set(defenders).issubset(self.fresh) or not set(named).issubset(self.ready):
            return None
        barrage = [unit for unit in named if unit in self.guns]
        attackers = [unit for unit in named if unit not in barrage]
        if not all(set(defenders).issubset(self.touches[unit]) for unit in attackers):
            return None  # 7.15, 7.23, 8.32
        if not all(self.reaches(gun, defenders) for gun in barrage):
            return None
        if len(defenders) > 1 and (not attackers or battle.assaulting(position) in attackers):
            return None  # 8.13; 13.24 of Arnhem
        if not (named or support) or support > battle.support(position, position.side, defenders) or support < 0:
            return None
        guns = [unit for unit in named if counters[unit].is_gun]
        ground = sum(counters[unit].attack for unit in attackers if not counters[unit].is_gun)
        if (guns or support) and not battle.fits(position, guns, ground, support, position.side, "barrage"):
            return None
        return OpenCombat(
            position.side,
            position.sorted(attackers),
            position.sorted(barrage),
            position.sorted(defenders),
            support,
            stood={unit: position.at[unit] for unit in (*attackers, *barrage, *defenders)},
        )


# -- Final Protective Fire


def may_fire(position: OraclePosition, gun: str) -> bool:
    """Return True if artillery may give Final Protective Fire in the current combat (8.4)."""
    fight, counter = position.under_way, position.counters[gun]
    if not counter.is_gun or counter.side == fight.side or position.where(gun) is None or gun in fight.defenders:
        return False
    if gun in position.fired or gun in position.suffered | position.suffered_before:
        return False  # 8.46, 8.41
    if gun in position.displaced | position.displaced_before or position.touching(gun):
        return False
    return any(distance(position.at[gun], position.at[unit]) <= counter.range for unit in fight.defenders)


def may_answer(battle: Battle, position: OraclePosition, guns: Sequence[str], support: int) -> bool:
    """Return True if the defender may answer the current combat with this fire (8.4, 9.0)."""
    fight, counters = position.under_way, position.counters
    side = 1 - fight.side
    if not guns and not support:
        return True
    if is_alone(position, fight) or len({*guns}) < len(guns) or not all(may_fire(position, gun) for gun in guns):
        return False
    if not 0 <= support <= battle.support(position, side, fight.defenders):
        return False
    ground = sum(counters[unit].defense for unit in fight.defenders if not counters[unit].is_gun)
    return battle.fits(position, guns, ground, support, side, "fpf")
