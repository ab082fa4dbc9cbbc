"""The danger to our units as it was learnt from games: what an enemy's plan then did to units in such a place.

Trees (`files/fears.py`) turn a few numbers of each unit into points. What tells plans apart is how much of his strength
there is for each of our units near: he cannot attack everybody. `python -m benchmarks.learn` makes the trees.
"""

from collections.abc import Callable, Iterable, Sequence
from math import fsum

from westwall_tui.ai.threat import Danger, Threat
from westwall_tui.engine.loops import Position
from westwall_tui.files.fears import Node, Trees

AROUND = 4
"""Hexes within which his strength counts, and where our units stood when we began to move."""


class LearntThreat(Threat):
    """The danger from one enemy by what was learnt; each unit's depends on how many of ours are near."""

    def __init__(
        self,
        position: Position,
        side: int,
        worth: Sequence[float],
        gain: Sequence[float],
        room: Callable[[int, int], int],
        trees: Trees,
    ) -> None:
        """As for `Threat`."""
        super().__init__(position, side, worth, gain, room)
        self.by_friends, self.trees = True, trees
        self._homes = [position.where[unit] for unit in position.on_map(side)]
        self._strength: dict[int, int] = {}
        self._near: dict[int, tuple[int, int]] = {}
        self._points: dict[tuple[int, int, int, int], float] = {}

    def alone(self, danger: Danger) -> float:
        """What a unit will lose, in Victory Points; a battle's fear is then multiplied by it."""
        if not danger.coming:
            return 0.0
        key = (danger.unit, danger.hex, danger.free, self._friends[danger.hex])
        found = self._points.get(key)
        if found is None:
            numbers = self.numbers(danger)
            found = self._points[key] = max(fsum([_leaf(tree, numbers) for tree in self.trees]), 0.0)
        return found

    def shared(self, dangers: Iterable[Danger]) -> float:
        """What all these units will lose; that nobody attacks twice is in each one's numbers."""
        return fsum([self.alone(danger) for danger in dangers])

    def numbers(self, danger: Danger) -> tuple[float, ...]:
        """What the trees are asked about, by `fears.FEATURES`."""
        h = danger.hex
        near = self._near.get(h)
        if near is None:
            near = self._near[h] = self._around_hex(h)
        strength, homes = near
        coming = self._strength.get(danger.coming)
        if coming is None:
            attack = self.position.attack
            coming = sum(attack[foe] for foe in self.strongest if danger.coming & self.bits[foe])
            self._strength[danger.coming] = coming
        each = coming / (1 + homes)
        return (danger.points, each, self.worth[danger.unit], strength, danger.places, self._friends[h])

    def _around_hex(self, h: int) -> tuple[int, int]:
        """The enemy's Attack Strength around a hex, and how many of ours stood there."""
        position = self.position
        row = position.land.distance(h)
        foes = position.on_map(1 - self.side)
        strength = sum(position.attack[foe] for foe in foes if row[position.where[foe]] <= AROUND)
        return strength, sum(1 for home in self._homes if row[home] <= AROUND)


def _leaf(tree: Node, numbers: Sequence[float]) -> float:
    """What a tree says of these numbers."""
    while isinstance(tree, tuple):
        feature, cut, low, high = tree
        tree = low if numbers[feature] <= cut else high
    return tree
