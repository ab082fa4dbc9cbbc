"""The strongest attack that could be made on one enemy (7.0, 8.2, 9.0), and the strongest fire that fits in."""

from collections.abc import Sequence

from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import Combat, State


def strongest(rules: Ruleset, state: State, enemy: int, near: Sequence[int], guns: Sequence[int]) -> Combat:
    """The attack on an enemy with all adjacent units, and the artillery in range and Ground Support that still fit in.

    Adjacent artillery is obliged, and so comes before the rest (8.31). Obligations of others are not looked at.
    """
    units = state.units
    ground = [unit for unit in near if not units[unit].is_artillery]
    share = Share(state.side, True, sum(units[unit].strength.attack for unit in ground), (), 0)
    obliged, _ = fullest(rules, state, share, [unit for unit in near if units[unit].is_artillery], 0)
    rest, support = fullest(
        rules, state, share._replace(guns=obliged), guns, rules.support_left(state, state.side, (enemy,))
    )
    return Combat(state.side, tuple(sorted((*ground, *obliged))), rest, (enemy,), support)


def fullest(
    rules: Ruleset, state: State, share: Share, guns: Sequence[int], support: int
) -> tuple[tuple[int, ...], int]:
    """The artillery and Ground Support that add most and fit in with a share; among equals the least support."""

    def worth(gun: int) -> int:
        strength = state.units[gun].strength
        return strength.barrage if share.attacking else strength.fpf

    most = rules.most_guns(state, share.side, attacking=share.attacking)
    ranked = sorted(guns, key=lambda gun: (-worth(gun), gun))
    if most is not None:
        ranked = ranked[: max(most - len(share.guns), 0)]
    groups: dict[int, tuple[int, ...]] = {0: ()}
    for gun in ranked:  # by their sum: a battle limits artillery by number or by points, not by which units they are
        groups |= {
            total + worth(gun): (*group, gun) for total, group in groups.items() if total + worth(gun) not in groups
        }
    offers = sorted(((total + n, -n, total) for total in groups for n in range(support + 1)), reverse=True)
    for _, less, total in offers:
        with_these = share._replace(guns=(*share.guns, *groups[total]), support=-less)
        if not (with_these.guns or with_these.support) or rules.artillery_fits(state, with_these):
            return tuple(sorted(groups[total])), -less
    return (), 0
