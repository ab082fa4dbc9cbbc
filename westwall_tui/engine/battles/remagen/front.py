"""The U.S. continuous front (14.0): when it must be held, and what gaps in it and units beyond it cost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.battles.remagen.costs import POINTS_A_GAP
from westwall_tui.engine.battles.remagen.scoring import BEYOND_FRONT, GAPS, value
from westwall_tui.engine.battles.remagen.search import at_least, cheapest, quick, scored
from westwall_tui.engine.events import Event, FrontFound, Scored
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.rules.losses import lose
from westwall_tui.engine.rules.zones import controlled
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen

FRONT_FROM = 3
"""14.11: U.S. units east of the Rhine with which the front begins."""
SINCE = Fact("continuous front since")
"""The Game-Turn since which a front must be held (14.11)."""
AND = ", "
"""Between fronts that one order brought about."""


def east_of_rhine(rules: "Remagen", state: State) -> list[int]:
    """The U.S. units on the east bank; those on bridges are on neither."""
    return [unit for unit in state.on_map(rules.us) if state.location[unit] in rules.east_bank]


def is_due(rules: "Remagen", state: State) -> bool:
    """14.11: whether there must be a front if the U.S. Player-Turn ends now."""
    return SINCE in state.facts or len(east_of_rhine(rules, state)) >= FRONT_FROM


def in_force(rules: "Remagen", state: State) -> Front | None:
    """14.1: the front in force as things stand; None if none is due, or there is no unit to form one."""
    return cheapest(*_position(rules, state)) if is_due(rules, state) else None


def quick_verdict(rules: "Remagen", state: State) -> str:
    """A front that may not be the cheapest, as `verdict` would tell it; empty if none is due, or none is known."""
    front = quick(*_position(rules, state)) if is_due(rules, state) else None
    return "" if front is None else " ".join(state.numbers(front.hexes))


def floor(rules: "Remagen", state: State) -> int:
    """Points that the front in force costs at least as things stand; quick to find. 0 if none is due."""
    return at_least(*_position(rules, state)) if is_due(rules, state) else 0


def _position(rules: "Remagen", state: State) -> tuple[Banks, dict[int, int], frozenset[int]]:
    """The ground, what the units on it are worth, by hex, and the hexes that they hold or control (14.12)."""
    worth = {state.location[unit]: value(state.units[unit]) for unit in east_of_rhine(rules, state)}
    zone = controlled(state, rules.us)
    held = frozenset(h for h in rules.east_bank if zone[h]) | worth.keys()
    return Banks.of(state.scenario.board, rules.east_bank), worth, held


def judge(rules: "Remagen", state: State, events: list[Event]) -> None:
    """14.13, 14.14: the U.S. Player-Turn is over; gaps are scored, and units beyond the front are lost."""
    if not is_due(rules, state):
        return
    front = _recalled(rules, state) or in_force(rules, state)
    state.facts.setdefault(SINCE, state.turn)
    if front is None:
        return
    events.append(FrontFound(state.numbers(front.hexes), state.numbers(front.gaps)))
    german = state.scenario.sides[rules.german].name
    if front.gaps:
        state.facts[GAPS] = state.facts.get(GAPS, 0) + len(front.gaps)
        events.append(Scored(german, len(front.gaps) * POINTS_A_GAP, "gaps in the front"))
    occupants = state.occupants()
    for h in front.lost:
        unit = occupants[h]
        worth = value(state.units[unit])
        lose(state, unit, (h,), events)
        state.facts[BEYOND_FRONT] = state.facts.get(BEYOND_FRONT, 0) + worth
        events.append(Scored(german, worth, f"{state.units[unit].id} beyond the front"))


def verdict(events: Sequence[Event]) -> str:
    """The fronts that were found, by their hexes."""
    return AND.join(" ".join(event.hexes) for event in events if isinstance(event, FrontFound))


def _recalled(rules: "Remagen", state: State) -> Front | None:
    """The front that was found here before, when a game is replayed; None if there is none, or it is no front here."""
    if not rules.recalled:
        return None
    try:
        hexes = tuple(state.scenario.board.hex(number) for number in rules.recalled.pop(0).split())
    except ValueError:
        return None
    return scored(*_position(rules, state), hexes)


def in_words(rules: "Remagen", state: State) -> str:
    """Since when a front must be held, or how many units are still missing for that."""
    since = state.facts.get(SINCE)
    if since is not None:
        return f"The U.S. has had to hold a front since Game-Turn {since} (14.11)."
    east = len(east_of_rhine(rules, state))
    return f"The U.S. must hold a front once {FRONT_FROM} units are east of the Rhine (14.11); now {east}."
