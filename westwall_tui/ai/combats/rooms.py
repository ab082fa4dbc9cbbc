"""How far units can retreat, as they stand while plans are tried: the enemies' room changes with every move of ours."""

from collections.abc import Sequence

from westwall_tui.engine.loops import Position

SIGHT = 5
"""Hexes within which a unit can change an enemy's room for retreat."""

EnemyRoom = tuple[int, int]
"""Hexes that an enemy can retreat, and by how many he may shorten it."""
Forgotten = list[tuple[int, EnemyRoom | None]]
"""Enemies whose room may have changed, with what was known of it."""


class Rooms:
    """The room for retreat of both sides, remembered."""

    def __init__(self, position: Position, side: int) -> None:
        """`side` moves; its enemies stand still until `forget`."""
        self.position, self.foes = position, position.on_map(1 - side)
        self._enemy_rooms: list[EnemyRoom | None] = [None] * len(position.where)
        self._own_rooms: dict[tuple[int, int], int] = {}
        self._in_sight: dict[int, list[int]] = {}

    def of_enemy(self, enemy: int) -> EnemyRoom:
        """An enemy's room as our units stand now, and the hexes by which he may shorten it."""
        found = self._enemy_rooms[enemy]
        if found is None:
            position, h = self.position, self.position.where[enemy]
            found = self._enemy_rooms[enemy] = position.room(enemy, h), position.relief(enemy, h)
        return found

    def of_enemies(self, enemies: Sequence[int]) -> tuple[EnemyRoom, ...]:
        """The same of several."""
        known = self._enemy_rooms
        return tuple([known[enemy] or self.of_enemy(enemy) for enemy in enemies])

    def of_own(self, unit: int, h: int) -> int:
        """Hexes that a unit of ours can retreat from a hex; the same all phase, since enemies stand still."""
        key = (unit, h)
        found = self._own_rooms.get(key)
        if found is None:
            found = self._own_rooms[key] = self.position.room(unit, h)
        return found

    def in_sight(self, h: int) -> list[int]:
        """The enemies whose room a unit in a hex may change."""
        found = self._in_sight.get(h)
        if found is None:
            row = self.position.land.distance(h)
            found = self._in_sight[h] = [foe for foe in self.foes if row[self.position.where[foe]] <= SIGHT]
        return found

    def forget_near(self, h: int, forgotten: Forgotten) -> None:
        """A unit of ours has come to a hex or left it: note what was known there, and look again when asked."""
        known = self._enemy_rooms
        for foe in self.in_sight(h):
            forgotten.append((foe, known[foe]))
            known[foe] = None

    def restore(self, forgotten: Forgotten) -> None:
        """Our units are back where they were before these enemies' room may have changed."""
        for foe, room in reversed(forgotten):
            self._enemy_rooms[foe] = room

    def forget_enemies(self) -> None:
        """Forget the enemies' room as our units stand now."""
        self._enemy_rooms = [None] * len(self._enemy_rooms)

    def forget(self) -> None:
        """Forget everything; call it after moving units of the enemy."""
        self.forget_enemies()
        self._own_rooms.clear()
        self._in_sight.clear()
