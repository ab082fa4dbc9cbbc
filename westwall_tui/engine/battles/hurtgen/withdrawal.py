"""The withdrawal of the 116th Panzer Division (12.0), the only units that may exit (14.0)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import Chance, Concern, Counted, Score, Source, by_side
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, EXITED, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen

WITHDRAWN_BY, WITHDRAWN_TO = 4, ("east", "south")
"""The last Game-Turn in which the 116th Panzer Division may exit without penalty, and the edges for it (12.0)."""
NOT_WITHDRAWN = 5
"""U.S. points for each of the division's units on the map at the start of each later Game-Turn (12.11)."""
STAYED = Fact("116th Panzer Division on the map")
"""The sum of the division's units on the map at the start of each Game-Turn after the fourth."""


class Withdrawal(NamedTuple):
    """The state of the withdrawal of the 116th Panzer Division (12.0)."""

    on_map: tuple[int, ...]
    """The division's units that still have to exit."""
    left: tuple[int, ...]
    lost: tuple[int, ...]
    points: int
    """The U.S. player's points so far for units that had not exited."""
    due: int
    """The next Game-Turn that costs points if units are on the map when it begins; 0 if there is none."""


def turn_begins(rules: "Hurtgen", state: State, events: list[Event]) -> None:
    """Score five points for each of the division's units on the map, from the fifth Game-Turn on (12.11)."""
    stayed = [unit for unit in rules.withdrawing if state.location[unit] >= 0]
    if state.turn <= WITHDRAWN_BY or not stayed:
        return
    state.facts[STAYED] = state.facts.get(STAYED, 0) + len(stayed)
    cause = f"{', '.join(state.names(stayed))} of the 116th Panzer Division still on the map"
    events.append(Scored(state.scenario.sides[rules.us].name, len(stayed) * NOT_WITHDRAWN, cause))


def stand_of(rules: "Hurtgen", state: State) -> Withdrawal:
    """Return the state of the withdrawal of the 116th Panzer Division."""
    location = state.location
    due = max(state.turn, WITHDRAWN_BY) + 1
    return Withdrawal(
        on_map=tuple(unit for unit in rules.withdrawing if location[unit] >= 0),
        left=tuple(unit for unit in rules.withdrawing if location[unit] in EXITED),
        lost=tuple(unit for unit in rules.withdrawing if location[unit] == ELIMINATED),
        points=state.facts.get(STAYED, 0) * NOT_WITHDRAWN,
        due=due if due <= state.scenario.last_turn else 0,
    )


def due(rules: "Hurtgen", state: State) -> list[Score]:
    """Return the points for the start of the next Game-Turn if the division's units stay where they are (12.11)."""
    stand = stand_of(rules, state)
    if not stand.on_map or stand.due != state.turn + 1:
        return []
    cause = f"{', '.join(state.names(stand.on_map))} of the 116th Panzer Division on the map at the next Game-Turn"
    return [Score(rules.us, cause, len(stand.on_map) * NOT_WITHDRAWN)]


def counted(rules: "Hurtgen", state: State) -> list[Counted]:
    """Return the division's units; each gives points if it is on the map when a later Game-Turn begins (12.0)."""
    stand, side = stand_of(rules, state), state.scenario.sides[rules.us].people
    what = f"116th Panzer Division, to leave by Game-Turn {WITHDRAWN_BY}"
    found = []
    for unit in rules.withdrawing:
        owes = unit in stand.on_map and stand.due > 0
        how = whereabouts(state, unit)
        how += f", {NOT_WITHDRAWN} points for {side} when Game-Turn {stand.due} begins" if owes else ""
        found.append(Counted(unit, what, how, rules.us, NOT_WITHDRAWN if owes else 0, WITHDRAWN_TO))
    return found


def concerns(rules: "Hurtgen", state: State) -> list[Concern]:
    """Return a concern about the division's units that will give points when the next Game-Turn begins (12.11)."""
    stand = stand_of(rules, state)
    if state.side != rules.german or not due(rules, state):
        return []
    cost = len(stand.on_map) * NOT_WITHDRAWN
    text = f"116th Panzer Division on the map at Game-Turn {stand.due}: {', '.join(state.names(stand.on_map))}"
    hexes = tuple(state.location[unit] for unit in stand.on_map)
    return [Concern(f"{text}, {cost} points", stand.on_map, hexes, cost)]


def circumstances(rules: "Hurtgen", state: State) -> list[str]:
    """Return the number of the division's units on the map, and the points that they will give (12.0)."""
    stand = stand_of(rules, state)
    if not stand.on_map or not stand.due or state.phase is not Phase.MOVEMENT:
        return []
    count = len(stand.on_map)
    if state.turn <= WITHDRAWN_BY:
        return [f"116th {count} by T{WITHDRAWN_BY}"]
    return [f"116th {count}: {count * NOT_WITHDRAWN} at T{stand.due}"]


def in_words(rules: "Hurtgen", state: State) -> list[str]:
    """Return sentences on the withdrawal of the division, unit by unit (12.0)."""
    stand = stand_of(rules, state)
    names = (
        (word, ", ".join(state.names(units)))
        for word, units in (("on the map", stand.on_map), ("left", stand.left), ("lost", stand.lost))
    )
    told = [f"116th Panzer Division: {'; '.join(f'{word} {ids}' for word, ids in names if ids) or 'to be set up'}."]
    us = state.scenario.sides[rules.us].people
    if stand.points or (stand.on_map and stand.due):
        told.append(
            f"Each of its units on the map when a Game-Turn after the fourth begins gives {us} {NOT_WITHDRAWN} "
            f"points (12.11): {stand.points} so far."
        )
    if stand.on_map and stand.due:
        cost = len(stand.on_map) * NOT_WITHDRAWN
        told.append(f"Next at the start of Game-Turn {stand.due}: {cost} points as things stand.")
    return told


def check_exit(rules: "Hurtgen", state: State, unit: int, edge: str) -> None:
    """Raise `IllegalOrder` unless a unit of the division exits by the east or south edge (12.0, 14.0)."""
    counter = state.units[unit]
    if unit not in rules.withdrawing:
        raise IllegalOrder("14.0", f"{counter.name} cannot exit; only the 116th Panzer Division can", (counter.id,))
    if edge not in WITHDRAWN_TO:
        reason = f"{counter.name} cannot exit {edge}; the 116th Panzer Division exits east or south"
        raise IllegalOrder("12.0", reason, (counter.id,))


def score(rules: "Hurtgen", state: State) -> Score:
    """Return the U.S. points so far for units that had not exited (12.11)."""
    stayed = state.facts.get(STAYED, 0)
    cause = f"units of the 116th Panzer Division on the map, each Game-Turn: {stayed}"
    return Score(rules.us, cause, stayed * NOT_WITHDRAWN)


def source(rules: "Hurtgen", state: State) -> Source:
    """Return the source of points for the division's units on the map after the fourth Game-Turn (12.11)."""
    stand, each = stand_of(rules, state), NOT_WITHDRAWN
    to_come = max(0, state.scenario.last_turn + 1 - stand.due) if stand.due else 0
    alive = [unit for unit in rules.withdrawing if unit not in stand.left and unit not in stand.lost]
    times = to_come * len(alive)
    chance = Chance("one more unit-turn of the 116th on the map", "{n} more unit-turns of the 116th on the map",
                    times, by_side((rules.us, each)), done=stand.points // each,
                    less=("one fewer unit-turn of the 116th", "{n} fewer unit-turns of the 116th"))  # fmt: skip
    status = f"{len(stand.left)} of {len(rules.withdrawing)} out, {len(alive)} in play"
    return Source(
        rules.us, f"116th Panzer on the map, {each} per turn", "12.11", stand.points, stand.points,
        stand.points + times * each, status, (), rules.withdrawing, (chance,),
    )  # fmt: skip


def numbers(rules: "Hurtgen") -> Mapping[str, int]:
    """Return the points for each unit that stays, the first Game-Turn that scores them, and the numbers of units."""
    germans = sum(len(group.units) for group in rules.scenario.setup if group.side == rules.german)
    return {
        "stayed": NOT_WITHDRAWN,
        "stayed_from": WITHDRAWN_BY + 1,
        "stayed_all": NOT_WITHDRAWN * len(rules.withdrawing),
        "withdrawn_by": WITHDRAWN_BY,
        "withdrawing": len(rules.withdrawing),
        "not_withdrawing": germans - len(rules.withdrawing),
    }
