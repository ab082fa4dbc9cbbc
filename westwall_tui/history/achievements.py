"""The achievements that a finished game has earned. Their texts are in `files.scenarios.briefings`."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.state import EXITED
from westwall_tui.files.scenarios.briefings import Achievement, achievements_of
from westwall_tui.history.course import by_game_turn
from westwall_tui.history.record import Fight, History

SOME = 3
"""Minimum number of units lost to one roll for an achievement."""
AGAINST = "Against the book", "The table said no. The die cannot read."
NO_WAY_OUT = "No way out", "They looked for the exit."
"""Achievements of every battle: ground won at a differential below 0 (7.9), and `SOME` units lost to a roll (7.72)."""


class Earned(NamedTuple):
    """An achievement that a side has earned."""

    side: int
    name: str
    line: str


def earned(history: History) -> Sequence[Earned]:
    """Return all achievements of a finished game, those of its scenario first."""
    if history.outcome is None:
        return ()
    scenario = history.scenario
    conceded = any(turn.all(ev.Conceded) for turn in history.all_turns)
    found = [
        Earned(scenario.side(each.side), each.name, each.line)
        for each in (() if conceded else achievements_of(scenario))
        if JUDGES[each.when](history, each)
    ]
    for side in (0, 1):
        own = [fight for fight in history.fights if fight.side == side]
        if any(won_against_the_odds(history, fight) for fight in own):
            found.append(Earned(side, *AGAINST))
        if any(lost_by(history, fight, 1 - side) >= SOME for fight in own):
            found.append(Earned(side, *NO_WAY_OUT))
    return found


def won_against_the_odds(history: History, fight: Fight) -> bool:
    """Return True if an attacker advanced after a combat at a differential below 0."""
    by_id, side = history.scenario.by_id, fight.side
    advanced = [event for event in fight.events if isinstance(event, ev.Advanced)]
    return fight.differential < 0 and any(
        history.scenario.units[by_id[event.unit.lower()]].side == side for event in advanced
    )


def lost_by(history: History, fight: Fight, side: int) -> int:
    """Return the maximum number of a side's units that one roll eliminated."""
    return sum(history.scenario.units[loss.unit].side == side for loss in fight.losses)


# -- the conditions by name


def _nobody_entered(history: History, what: Achievement) -> bool:
    """Return True if no enemy unit was ever in one of the hexes, by any kind of move."""
    numbers, units, side = {*what.lists["hexes"]}, history.scenario.units, history.scenario.side(what.side)
    hexes = {history.scenario.board.hex(number) for number in numbers}
    start = history.position(0).state
    if any(start.location[unit] in hexes for unit in history.scenario.of_side[1 - side]):
        return False
    for turn in history.all_turns:
        for entry in turn.entries:
            for event in entry.events:
                path = getattr(event, "path", None) or (getattr(event, "hex", ""),)
                unit = getattr(event, "unit", "")
                if numbers & {*path} and unit and units[history.scenario.by_id[unit.lower()]].side != side:
                    return False
    return True


def _won_so(history: History, what: Achievement) -> bool:
    """Return True if the side won by a Game-Turn, with at most some number of units lost and bridges laid."""
    outcome, numbers, side = history.outcome, what.numbers, history.scenario.side(what.side)
    lost = sum(history.scenario.units[loss.unit].side == side for loss in history.losses)
    laid = sum(len(turn.all(ev.BridgeBuilt)) for turn in history.turns)
    return (
        outcome is not None
        and outcome.winner == side
        and history.turns[-1].turn <= numbers.get("by", history.turns[-1].turn)
        and lost <= numbers.get("lost", lost)
        and laid <= numbers.get("laid", laid)
    )


def _left_the_map(history: History, what: Achievement) -> bool:
    """Return True if all of some units have exited by a Game-Turn."""
    state = history.end.state
    units = [history.scenario.unit(unit) for unit in what.lists["units"]]
    return all(state.location[unit] in EXITED and state.gone[unit] <= what.numbers["by"] for unit in units)


def _scored_at_the_end(history: History, what: Achievement) -> bool:
    """Return True if a place, one of its hexes or an open road gives the side points at the end."""
    side, account = history.scenario.side(what.side), history.turns[-1].ended.account if history.turns else ()
    name = re.compile(rf"{re.escape(what.place)}( at \d{{4}})?")
    return any(line.side == side and name.fullmatch(line.place or line.cause) and line.points > 0 for line in account)


def _never_cut(history: History, what: Achievement) -> bool:
    """Return True if none of the side's roads was cut at the end of any Game-Turn."""
    side, ends = history.scenario.side(what.side), by_game_turn(history).values()
    measures = [each for turn in ends for each in turn.ended.measures if each.side == side]
    return any(each.road for each in measures) and not any(each.cut for each in measures)


def _stayed(history: History, what: Achievement) -> bool:
    """Return True if a unit of the side was in one of the hexes at the end of each of these Game-Turns."""
    hexes = {history.scenario.board.hex(number) for number in what.lists["hexes"]}
    ends, units = by_game_turn(history), history.scenario.of_side[history.scenario.side(what.side)]
    turns = range(what.numbers["first"], what.numbers["last"] + 1)
    return all(number in ends and any(ends[number].after.location[unit] in hexes for unit in units) for number in turns)


def _bridges_stood(history: History, what: Achievement) -> bool:
    """Return True if the enemy tried to blow at least some number of bridges, and none fell."""
    tried = [event for turn in history.turns for event in turn.all(ev.BridgeTried)]
    return len(tried) >= what.numbers["times"] and not any(event.blown for event in tried)


JUDGES: Mapping[str, Callable[[History, Achievement], bool]] = {
    "nobody entered": _nobody_entered,
    "won": _won_so,
    "left the map": _left_the_map,
    "scored at the end": _scored_at_the_end,
    "never cut": _never_cut,
    "stayed": _stayed,
    "bridges stood": _bridges_stood,
}
"""Functions by the name of a condition that return whether a side has met it in a finished game."""
