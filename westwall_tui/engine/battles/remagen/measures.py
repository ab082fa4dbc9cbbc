"""Ground held: how deep and how wide the bridgehead is (14.12)."""

from functools import lru_cache
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.battles.remagen.front import bridgehead
from westwall_tui.engine.rules.answers import Measure
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen


def measures(rules: "Remagen", state: State) -> list[Measure]:
    """How far from the river the U.S. stands, and how much of its bank it holds or controls."""
    here = bridgehead(rules, state)
    inland = _inland(here.bank)
    deepest = max((inland.get(h, 0) for h, _ in here.units), default=0)
    along = sum(h in here.held for h in here.bank.anchors)
    return [
        Measure("Bridgehead: hexes from the Rhine to its farthest unit", rules.us, deepest, max(inland.values())),
        Measure("Bridgehead: hexes along the Rhine", rules.us, along, len(here.bank.anchors)),
    ]


@lru_cache(maxsize=4)
def _inland(bank: Bank) -> dict[int, int]:
    """For each hex of the bank how far it is from the river; a hex on the shore is 1."""
    found = dict.fromkeys(bank.anchors, 1)
    todo = list(found)
    for h in todo:
        for n in bank.near[h]:
            if n not in found:
                found[n] = found[h] + 1
                todo.append(n)
    return found
