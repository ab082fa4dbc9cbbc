"""How far units can retreat, as they stand while plans are tried: the enemies' room changes with every move of ours."""

from collections.abc import Sequence

from westwall_tui.engine.loops import Position

SIGHT = 5
"""Hexes within which a unit can change an enemy's room for retreat."""

Held = tuple[int, int]
"""Hexes that an enemy can retreat, and by how many he may shorten it."""
Stirred = list[tuple[int, Held | None]]
"""Enemies whose room may have changed, with what was known of it."""


class Rooms:
    """The room for retreat of both sides, remembered."""

    def __init__(self, position: Position, side: int) -> None:
        """`side` moves; its enemies stand still until `forget`."""
        self.position, self.foes = position, position.on_map(1 - side)
        self._held: list[Held | None] = [None] * len(position.where)
        self._own: dict[tuple[int, int], int] = {}
        self._in_sight: dict[int, list[int]] = {}

    def held(self, enemy: int) -> Held:
        """An enemy's room as our units stand now, and the hexes by which he may shorten it."""
        found = self._held[enemy]
        if found is None:
            position, h = self.position, self.position.where[enemy]
            found = self._held[enemy] = position.room(enemy, h), position.relief(enemy, h)
        return found

    def all_held(self, enemies: Sequence[int]) -> tuple[Held, ...]:
        """The same of several."""
        known = self._held
        return tuple([known[enemy] or self.held(enemy) for enemy in enemies])

    def own(self, unit: int, h: int) -> int:
        """Hexes that a unit of ours can retreat from a hex; the same all phase, since enemies stand still."""
        key = (unit, h)
        found = self._own.get(key)
        if found is None:
            found = self._own[key] = self.position.room(unit, h)
        return found

    def in_sight(self, h: int) -> list[int]:
        """The enemies whose room a unit in a hex may change."""
        found = self._in_sight.get(h)
        if found is None:
            row = self.position.land.distance(h)
            found = self._in_sight[h] = [foe for foe in self.foes if row[self.position.where[foe]] <= SIGHT]
        return found

    def stir(self, h: int, stirred: Stirred) -> None:
        """A unit of ours has come to a hex or left it: note what was known, and look again when asked."""
        known = self._held
        for foe in self.in_sight(h):
            stirred.append((foe, known[foe]))
            known[foe] = None

    def put_back(self, stirred: Stirred) -> None:
        """Our units are back where they were before these enemies' room may have changed."""
        for foe, held in reversed(stirred):
            self._held[foe] = held

    def forget_enemies(self) -> None:
        """Forget the enemies' room as our units stand now."""
        self._held = [None] * len(self._held)

    def forget(self) -> None:
        """Forget everything; call it after moving units of the enemy."""
        self.forget_enemies()
        self._own.clear()
        self._in_sight.clear()
