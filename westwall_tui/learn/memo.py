"""What a prover knows of positions: between which values each lies.

Positions that differ only in what nothing asks about any more in the phase are the same. And where only losses count, a
position in which a side has a gun or a point of Ground Support more is never worse for it: it need not use what it has.
So what is known of one position bounds those that are richer or poorer.
"""

from typing import NamedTuple

from westwall_tui.engine.loops import Play
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.learn.goals import Bracket, Goal


class PlainMemo:
    """Positions, each by itself."""

    def __init__(self, state: State) -> None:
        """`state` is any position of the scenario."""
        self._guns = [unit for unit, gun in enumerate(state.scenario.artillery) if gun]
        self._known: dict[object, Bracket] = {}

    def find(self, state: State) -> Bracket | None:
        """The bracket of a position; None if nothing is known of it."""
        return self._known.get((self._key(state), state.attacked, state.fired, state.support))

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Note the bracket of a position."""
        self._known[self._key(state), state.attacked, state.fired, state.support] = bracket
        return bracket

    def _key(self, state: State) -> object:
        """What the rest of the phase can see of a position, but for who has attacked and fired, and the points left.

        What non-artillery suffered and whether it made way plays no part any more (8.41, 7.82), nor does what units did
        in former phases, nor the die of a combat once its result is known.
        """
        suffered, displaced, combat = state.suffered, state.displaced, state.combat
        if combat is not None and combat.die:
            combat = combat._replace(die=1)
        return (
            state.serial,
            state.moved if state.phase is Phase.MOVEMENT else (),
            state.location,
            state.defended,
            state.advanced,
            tuple([suffered[gun] for gun in self._guns]),
            tuple([displaced[gun] for gun in self._guns]),
            Play(state).decisions,
            combat,
            state.works,
            tuple(sorted(state.facts.items())) if state.facts else (),
        )


class Means(NamedTuple):
    """What both sides can still use, or not: with more of it a position is never worse for the attacker."""

    guns: int
    """A bit for each gun of the attacker that may barrage, and for each of the defender's that may not fire."""
    points: int
    spared: int
    """The defender's points, negative."""


class Memo(PlainMemo):
    """Positions that differ only in the artillery and the Ground Support left are kept together."""

    def __init__(self, state: State, goal: Goal) -> None:
        super().__init__(state)
        self._goal = goal
        self._families: dict[object, dict[Means, Bracket]] = {}

    def find(self, state: State) -> Bracket | None:
        key, means = self._place(state)
        family = self._families.get(key)
        return None if family is None else family.get(means)

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Note the bracket of a position; returns it, narrowed by what is known of richer and poorer ones."""
        key, means = self._place(state)
        family = self._families.setdefault(key, {})
        if self._goal.only_losses:
            low, high = bracket
            for_attacker = self._goal.side == state.side
            for other, (least, most) in family.items():
                richer = not means.guns & ~other.guns and other.points >= means.points and other.spared >= means.spared
                poorer = not other.guns & ~means.guns and other.points <= means.points and other.spared <= means.spared
                if richer if for_attacker else poorer:
                    high = min(high, most)
                if poorer if for_attacker else richer:
                    low = max(low, least)
            bracket = low, high
        family[means] = bracket
        return bracket

    def _place(self, state: State) -> tuple[object, Means]:
        """What a position has in common with richer and poorer ones, and its own means.

        Artillery in contact must attack, so that it is not better to have it left: it is no means.
        """
        serial, side, zones, location = state.serial, state.side, state.zones[1 - state.side], state.location
        attacked, fired, mine = state.attacked, state.fired, state.units
        guns, same = 0, list(attacked)
        for bit, gun in enumerate(self._guns):
            if mine[gun].side != side:
                guns |= (fired[gun] == serial) << bit
            elif location[gun] >= 0 and not zones[location[gun]]:
                guns |= (attacked[gun] != serial) << bit
                same[gun] = 0
        points, against = (state.support[side], state.support[1 - side])
        return (self._key(state), tuple(same)), Means(guns, points, -against)
