"""All that gives points (15.0, 12.11), and how much it can still give."""

from collections import Counter
from typing import TYPE_CHECKING

from westwall_tui.engine.rules.answers import NOBODY, Chance, Source, by_side
from westwall_tui.engine.state import ELIMINATED, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen


def sources(rules: "Hurtgen", state: State) -> list[Source]:
    """Towns, the 116th Panzer Division and units lost."""
    return [_towns(rules, state), _withdrawal(rules, state), _units_lost(rules, state, rules.german),
            _units_lost(rules, state, rules.us)]  # fmt: skip


def _towns(rules: "Hurtgen", state: State) -> Source:
    """15.21: all towns; a town without ground for a Line of Communication can never score."""
    towns = rules.objectives(state)
    held = [town for town in towns if town.side != NOBODY]
    open_ground = rules.open_towns(state)
    worth = {town.name: town.points[rules.us] for town in towns}
    could = Counter(worth[town.name] for town in towns if town.side == NOBODY and town.name in open_ground)
    have = Counter(worth[town.name] for town in held)
    chances = [
        Chance(f"one more town of {each}", f"{{n}} more towns of {each}", count, by_side((rules.us, each)))
        for each, count in sorted(could.items(), reverse=True)
    ]
    chances += [
        Chance(f"one town of {each} lost", f"{{n}} towns of {each} lost", count, by_side((rules.us, -each)))
        for each, count in sorted(have.items(), reverse=True)
    ]
    now = sum(worth[town.name] for town in held)
    most = sum(worth[town.name] for town in towns if town in held or town.name in open_ground)
    hexes = tuple(h for town in towns for h in town.hexes)
    return Source(
        rules.us, "towns with a line to the west edge", "15.21", now, 0, most, f"{len(held)} of {len(towns)} now",
        hexes, (), tuple(chances),
    )  # fmt: skip


def _withdrawal(rules: "Hurtgen", state: State) -> Source:
    """12.11: the 116th Panzer Division, a unit on the map at the beginning of a Game-Turn after the fourth."""
    stand, each = rules.withdrawal(state), rules.not_withdrawn
    to_come = max(0, state.scenario.last_turn + 1 - stand.due) if stand.due else 0
    alive = [unit for unit in rules.withdrawing if unit not in stand.left and unit not in stand.lost]
    times = to_come * len(alive)
    chance = Chance("one more unit-turn of the 116th on the map", "{n} more unit-turns of the 116th on the map",
                    times, by_side((rules.us, each)), done=stand.points // each,
                    less=("one unit-turn fewer of the 116th", "{n} unit-turns fewer of the 116th"))  # fmt: skip
    stands = f"{len(stand.left)} of {len(rules.withdrawing)} out, {len(alive)} to go"
    return Source(
        rules.us, f"116th Panzer on the map, {each} a turn", "12.11", stand.points, stand.points,
        stand.points + times * each, stands, (), rules.withdrawing, (chance,),
    )  # fmt: skip


def _units_lost(rules: "Hurtgen", state: State, side: int) -> Source:
    """15.12: what a side's lost units give its enemy."""
    name, other = state.scenario.sides[side].name, 1 - side
    lost = state.eliminated(side)
    now = sum(rules.worth(state, unit) for unit in lost)
    alive = [unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED]
    more = sum(rules.worth(state, unit) for unit in alive)
    chance = Chance(f"{name} losses worth one point more", f"{name} losses worth {{n}} points more", more,
                    by_side((other, 1)), done=now,
                    less=(f"{name} losses worth one point less", f"{name} losses worth {{n}} points less"))  # fmt: skip
    return Source(
        other, f"{name} units lost, at their worth", "15.12", now, now, now + more, f"{len(lost)} lost", (), (),
        (chance,),
    )  # fmt: skip
