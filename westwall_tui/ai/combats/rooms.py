"""The room for retreat of units while plans are tried. Every move of ours may change that of the enemies."""

from collections.abc import Sequence

from westwall_tui.engine.loops import Position

SIGHT = 5
"""Hexes within which a unit can change an enemy's room for retreat."""

EnemyRoom = tuple[int, int]
"""Number of hexes that an enemy can retreat, and by how many it may reduce a retreat."""
Forgotten = list[tuple[int, EnemyRoom | None]]
"""Enemies whose room may have changed, each with its last known room."""


class Rooms:
    """A cache of the room for retreat of both sides."""

    def __init__(self, position: Position, side: int) -> None:
        """Start without known rooms. `side` moves; its enemies do not until `forget` is called."""
        self.position, self.foes = position, position.on_map(1 - side)
        self._enemy_rooms: list[EnemyRoom | None] = [None] * len(position.where)
        self._own_rooms: dict[tuple[int, int], int] = {}
        self._in_sight: dict[int, list[int]] = {}

    def of_enemy(self, enemy: int) -> EnemyRoom:
        """Return an enemy's room in the current position, and the number of hexes by which it may reduce a retreat."""
        found = self._enemy_rooms[enemy]
        if found is None:
            position, h = self.position, self.position.where[enemy]
            found = self._enemy_rooms[enemy] = position.room(enemy, h), position.relief(enemy, h)
        return found

    def of_enemies(self, enemies: Sequence[int]) -> tuple[EnemyRoom, ...]:
        """Return the rooms of several enemies, as `of_enemy` does."""
        known = self._enemy_rooms
        return tuple([known[enemy] or self.of_enemy(enemy) for enemy in enemies])

    def of_own(self, unit: int, h: int) -> int:
        """Return how many hexes our unit can retreat from a hex.

        This is constant in a phase, as enemies do not move.
        """
        key = (unit, h)
        found = self._own_rooms.get(key)
        if found is None:
            found = self._own_rooms[key] = self.position.room(unit, h)
        return found

    def in_sight(self, h: int) -> list[int]:
        """Return the enemies whose room for retreat depends on whether a unit is in this hex."""
        found = self._in_sight.get(h)
        if found is None:
            row = self.position.land.distance(h)
            found = self._in_sight[h] = [foe for foe in self.foes if row[self.position.where[foe]] <= SIGHT]
        return found

    def forget_near(self, h: int, forgotten: Forgotten) -> None:
        """Forget the rooms near a hex that one of our units has entered or left; note them in `forgotten`."""
        known = self._enemy_rooms
        for foe in self.in_sight(h):
            forgotten.append((foe, known[foe]))
            known[foe] = None

    def restore(self, forgotten: Forgotten) -> None:
        """Restore the noted rooms, once our units are back in place."""
        for foe, room in reversed(forgotten):
            self._enemy_rooms[foe] = room

    def forget_enemies(self) -> None:
        """Forget the enemies' rooms, which depend on the places of our units."""
        self._enemy_rooms = [None] * len(self._enemy_rooms)

    def forget(self) -> None:
        """Forget everything; call this after moving enemy units."""
        self.forget_enemies()
        self._own_rooms.clear()
        self._in_sight.clear()
