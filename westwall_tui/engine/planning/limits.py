"""What limits artillery and Ground Support in a combat, and by which case."""

from collections.abc import Sequence
from enum import StrEnum

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf
from westwall_tui.engine.planning.answering import answered
from westwall_tui.engine.planning.attacking import sketch
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.answers import Share

MANY_POINTS = 100
"""More than any limit allows: six attackers have no more Strength Points than that."""


def artillery_limit(game: Game, share: Share) -> str:
    """What limits a side's artillery in a combat, and how much of that it uses; empty if there is no limit."""
    rules, state = game.rules, game.state
    if not rules.limits_artillery:
        return ""
    case = rules.artillery_limit_case(share)
    most = rules.most_guns(state, share.side, attacking=share.attacking)
    if most is not None:
        return f"artillery units {len(share.guns)} of at most {most} ({case})"
    strengths = [state.units[gun].strength for gun in share.guns]
    used = sum(s.barrage if share.attacking else s.fpf for s in strengths) + share.support
    fits = (n for n in range(MANY_POINTS) if rules.artillery_fits(state, share._replace(guns=(), support=n)))
    limit = max(fits, default=0)
    return f"artillery and support {used} of at most {limit} ({case})"


def attack_limit(game: Game, order: Attack) -> str:
    """`artillery_limit` for an attack, whether or not it is legal."""
    combat = sketch(game, order)
    return "" if combat is None else artillery_limit(game, fight.attacking_share(game.state, combat))


def fire_limit(game: Game, order: Fpf) -> str:
    """`artillery_limit` for the defender's answer to the current combat, whether or not it is legal."""
    combat = answered(game, order)
    return "" if combat is None else artillery_limit(game, fight.defending_share(game.state, combat))


def withheld_support_case(game: Game, side: int, defenders: Sequence[int]) -> str:
    """The case that keeps a side from using any of its Ground Support in a combat against, or for, these units.

    Empty if it may use some there, or has none left.
    """
    rules, state = game.rules, game.state
    if rules.support_left(state, side, defenders) or not rules.support_left(state, side):
        return ""
    return rules.support_limit_case(state, side)


class Limit(StrEnum):
    """What a battle limits in a combat by a case of its own."""

    ASSAULT = "assault"
    """An assault over a river is made on one enemy."""
    ATTACKER = "attacker"
    """A unit that may not attack from where it is."""
    SUPPORT = "support"
    """Ground Support that may not be used."""
    GUNS = "guns"
    """The number of artillery units on a side."""
    SHARE = "share"
    """Artillery and Ground Support in proportion to ground units."""


def limit_of(game: Game, case: str) -> Limit | None:
    """What a case limits that every battle numbers in its own way; None if it is none of those."""
    rules, state = game.rules, game.state
    found = {rules.assault_case: Limit.ASSAULT, rules.no_attack_case: Limit.ATTACKER}
    for side in (0, 1):
        found[rules.support_limit_case(state, side)] = Limit.SUPPORT
        for attacking in (True, False):
            counted = rules.most_guns(state, side, attacking=attacking) is not None
            found[rules.artillery_limit_case(Share(side, attacking, 0, (), 0))] = Limit.GUNS if counted else Limit.SHARE
    return found.get(case)
