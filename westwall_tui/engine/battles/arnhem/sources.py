"""All that gives points (17.1), and how much it can still give."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.arnhem import scoring
from westwall_tui.engine.battles.arnhem.engineer import LOST
from westwall_tui.engine.rules.answers import Chance, Source, by_side
from westwall_tui.engine.state import ELIMINATED, RESERVE, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.arnhem import Arnhem


def sources(rules: "Arnhem", state: State) -> list[Source]:
    """17.11 for the Allies, 17.12 for the German."""
    return [_lost(rules, state, rules.german), *_ground(rules, state), _lost(rules, state, rules.allied),
            _lines(rules, state)]  # fmt: skip


def _lost(rules: "Arnhem", state: State, side: int) -> Source:
    """17.11.1, 17.12.1: what a side's lost units give its enemy."""
    other, name = 1 - side, state.scenario.sides[side].name
    each = scoring.ALLIED_LOST if side == rules.allied else scoring.GERMAN_LOST
    lost = len(state.eliminated(side)) + (state.facts.get(LOST, 0) if side == rules.allied else 0)
    alive = tuple(unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED)
    replaced = state.scenario.last_turn + 1 - state.turn if side == rules.allied and rules.engineer is not None else 0
    most = len(alive) + replaced  # 13.3: an Engineer a Game-Turn may come for the one that was lost
    chance = Chance(f"one more {name} unit lost", f"{{n}} more {name} units lost", most, by_side((other, each)))
    return Source(
        other, f"{name} units lost, {each} each", "17.12" if side == rules.allied else "17.11", lost * each,
        lost * each, (lost + most) * each, f"{lost} lost", (), (), (chance,),
    )  # fmt: skip


def _ground(rules: "Arnhem", state: State) -> list[Source]:
    """17.11.2, 17.11.3: ground units with a line beyond the Waal each Game-Turn, beyond the Rijn at the end."""
    having, _ = scoring.supplied(rules, state)
    ground = [unit for unit in rules.scenario.of_side[rules.allied] if unit not in rules.airborne]
    there = {
        area: tuple(unit for unit in having if unit in ground and state.location[unit] in area)
        for area in (rules.north_of_waal, rules.north_of_rijn)
    }
    waal, rijn = there[rules.north_of_waal], there[rules.north_of_rijn]
    turns = _unit_turns(state, ground)
    scored = state.facts.get(scoring.WAAL, 0) * scoring.NORTH_OF_WAAL
    alive = len(_alive(state, ground, state.scenario.last_turn))
    each_waal, each_rijn = scoring.NORTH_OF_WAAL, scoring.NORTH_OF_RIJN
    chances = (
        Chance("one more unit-turn beyond the Waal", "{n} more unit-turns beyond the Waal", turns,
               by_side((rules.allied, each_waal))),
        Chance("one more ground unit beyond the Rijn", "{n} more ground units beyond the Rijn", alive - len(rijn),
               by_side((rules.allied, each_rijn))),
        Chance("one ground unit fewer beyond the Rijn", "{n} ground units fewer beyond the Rijn", len(rijn),
               by_side((rules.allied, -each_rijn))),
    )  # fmt: skip
    return [
        Source(rules.allied, f"beyond the Waal, {each_waal} a unit and turn", "17.11.2", scored, scored,
               scored + turns * each_waal, f"{len(waal)} there with a line", tuple(sorted(rules.north_of_waal)), waal,
               chances[:1]),
        Source(rules.allied, f"beyond the Rijn at the end, {each_rijn} each", "17.11.3", len(rijn) * each_rijn, 0,
               alive * each_rijn, f"{len(rijn)} there with a line", tuple(sorted(rules.north_of_rijn)), rijn,
               chances[1:]),
    ]  # fmt: skip


def _lines(rules: "Arnhem", state: State) -> Source:
    """17.12.2: Allied units without a Line of Communication."""
    _, lacking = scoring.supplied(rules, state)
    each = scoring.NO_LINE
    bound = [unit for unit in rules.scenario.of_side[rules.allied] if unit not in rules.polish]
    scored, turns = state.facts.get(scoring.LINES, 0) * each, _unit_turns(state, bound)
    chance = Chance("one more unit-turn without a line", "{n} more unit-turns without a line", turns,
                    by_side((rules.german, each)))  # fmt: skip
    return Source(
        rules.german, f"without a line, {each} a unit and turn", "17.12.2", scored, scored, scored + turns * each,
        f"{len(lacking)} without one now", (), tuple(lacking), (chance,),
    )  # fmt: skip


def _unit_turns(state: State, units: Collection[int]) -> int:
    """How often some units can still be counted at the end of a Game-Turn."""
    return sum(len(_alive(state, units, turn)) for turn in range(state.turn, state.scenario.last_turn + 1))


def _alive(state: State, units: Collection[int], turn: int) -> list[int]:
    """Those of some units that can be on the map in a Game-Turn."""
    arrivals, location = state.scenario.arrivals, state.location
    return [
        unit
        for unit in units
        if location[unit] != ELIMINATED
        and (location[unit] != RESERVE or unit not in arrivals or arrivals[unit].turn <= turn)
    ]
