"""Why an order: the parts of a plan's value that change most if the unit stays where it is, in words."""

from typing import NamedTuple

from westwall_tui.ai.combat import Fight
from westwall_tui.ai.odds import MOST_ROOM, dice
from westwall_tui.ai.view import Parts, View
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.state import EXITED

WORTH_TELLING = 0.25
"""Points by which a part must differ to be named."""
MOST_REASONS = 3


class Reason(NamedTuple):
    """One reason, with the points that it weighs."""

    points: float
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.points:+.1f})"


def of_move(view: View, unit: int, h: int, instead: int) -> list[Reason]:
    """Why a unit goes to a hex rather than another, in the plan that the view holds, the weightiest first."""
    with_it, fights = view.parts, view.fights
    saved = view.change([(unit, instead)])
    without = view.parts
    view.restore(saved)
    found = [
        Reason(with_it.places - without.places, _place(view, unit, h)),
        Reason(with_it.fights - without.fights, _combat(view, unit, fights)),
        Reason(without.dangers - with_it.dangers, "the enemy can do less harm in his next turn"),
        Reason(with_it.goals - without.goals, view.goals.stake),
    ]
    found = [reason for reason in found if reason.points >= WORTH_TELLING]
    return sorted(found, key=lambda reason: -reason.points)[:MOST_REASONS] or [
        Reason(with_it.total - without.total, "a little better than staying")
    ]


def _place(view: View, unit: int, h: int) -> str:
    if h in EXITED:
        return f"it leaves the map by the {EDGES[EXITED.index(h)]} edge in time"
    if view.home[unit] < 0:
        return "it comes onto the map where it is needed"
    return "its fire reaches the enemy from there" if view.position.gun[unit] else view.goals.aim


def _combat(view: View, unit: int, fights: tuple[Fight, ...]) -> str:
    for fight in fights:
        if unit in (*fight.attackers, *fight.barrage):
            return of_fight(view, fight)
    return "it makes other attacks better"


def of_fight(view: View, fight: Fight) -> str:
    """A combat in a few words: who is attacked, at what differential, and on how many dice he is lost."""
    position, units = view.position, view.game.state.units
    strength = sum(position.attack[unit] for unit in (*fight.attackers, *fight.barrage)) + fight.support
    differential = strength - sum(position.defense[unit] for unit in fight.defenders)
    alone = all(position.gun[unit] for unit in fight.attackers)
    six = dice(view.fighting.line(fight.attackers, fight.defenders), differential, alone=alone)
    lost = max(six.lost[min(view.room(unit), MOST_ROOM)] for unit in fight.defenders)
    names = ", ".join(units[unit].id for unit in fight.defenders)
    closed = any(view.room(unit) == 0 for unit in fight.defenders)
    way = ", which has no way back," if closed else ""
    return f"it attacks {names}{way} at {differential:+d} before fire in defense: lost on {lost} of 6 dice"


def told(parts: Parts) -> str:
    """A plan's value, for the log."""
    return (
        f"{parts.total:.2f} (places {parts.places:.2f}, combats {parts.fights:.2f}, dangers {-parts.dangers:.2f}, "
        f"goals {parts.goals:.2f})"
    )
