"""Conditions: decisions that a player makes in advance for the enemy's Player-Turn.

    fire 2/7 8/7 for 52 at +2..+6 to +1
    retreat all never 2614 prefer town cover away
    advance none
    demolish all yes

A table is a list of such lines. `decide` returns the order that a table gives for the pending decision, or None if the
game has to wait for the player. It depends only on the lines and on the position as the deciding side knows it.
"""

from westwall_tui.conditions.deciding import (
    Decided,
    Gap,
    Trial,
    covering,
    decide,
    decided_by,
    decided_in,
    gaps,
    suggested,
    tried,
)
from westwall_tui.conditions.lines import (
    Advancing,
    Blowing,
    Condition,
    ConditionFault,
    Fire,
    Place,
    Retreating,
    Who,
    Wish,
    is_on,
    parse,
    switched,
    with_lines,
    without_switch,
)

__all__ = [
    "Advancing",
    "Blowing",
    "Condition",
    "ConditionFault",
    "Decided",
    "Fire",
    "Gap",
    "Place",
    "Retreating",
    "Trial",
    "Who",
    "Wish",
    "covering",
    "decide",
    "decided_by",
    "decided_in",
    "gaps",
    "is_on",
    "parse",
    "suggested",
    "switched",
    "tried",
    "with_lines",
    "without_switch",
]
