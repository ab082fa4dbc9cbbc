"""Ground held: the corridor from the south to the farthest unit that has a line through it (17.3)."""

from collections import Counter
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.arnhem import scoring
from westwall_tui.engine.battles.arnhem.communication import where_off_road
from westwall_tui.engine.rules.answers import Measure
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.arnhem import Arnhem


def measures(rules: "Arnhem", state: State) -> list[Measure]:
    """17.31, 17.33: how long the corridor is, where it is cut, and how many units have no line of any kind."""
    if state.phase is Phase.SETUP:
        return []
    nets, bound = rules.nets(state), rules.bound(state)
    lines = {unit: rules.line(state, unit, nets) for unit in bound}
    ground = [unit for unit in bound if unit not in rules.airborne]
    longest = max((len(lines[unit]) for unit in ground), default=0)
    cuts = Counter(
        h
        for unit in ground
        if not lines[unit]
        and (h := where_off_road(state, rules.allied, state.location[unit], rules.line_to)) is not None
    )
    cut = tuple(h for h, _ in sorted(cuts.items(), key=lambda each: (-each[1], each[0])))
    _, lacking = scoring.supplied(rules, state)
    return [
        Measure("Corridor: hexes of open road to the farthest ground unit", rules.allied, longest, 0,
                road="the corridor", cut=cut),
        Measure("Allied units without a line", rules.german, len(lacking), 0),
    ]  # fmt: skip
