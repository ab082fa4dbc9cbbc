"""An attack that is planned during the Movement Phase with units that still have to move next to the enemy.

The plan stays on the map while these units move.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.planning import Joiner, Preview, Risk, Spot
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import signed
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.words.rows import Row, row

PLANNED = SIGNS["plan"].ascii, "path"
"""The mark of a hex to which a planned unit must go, and of the unit itself until it is there."""
THERE, TARGET = ("&", "selected"), ("&", "target")
"""The marks of a planned unit that is in its planned hex, and of an enemy to attack."""
FREE = "*", "reach"
"""The mark of a hex that the unit being placed could take."""


class AttackPlan:
    """A plan of units and hexes to attack some enemies in the following Combat Phase. A plan gives no orders.

    The plan is valid for the Movement Phase in which it was made, and again if the player undoes orders back to that
    phase.
    """

    def __init__(self, game: Game, enemies: Sequence[int]) -> None:
        self.game = game
        self.side, self._turn, self._serial = game.state.side, game.state.turn, game.state.serial
        self.enemies = tuple(enemies)
        self.wanted: dict[int, int] = {}
        """The planned hex of each planned unit."""
        self.support = 0
        self._blocking: dict[int, int] = {}
        """Units that have to be in these hexes without attacking the enemy: to surround it, or see `others`."""
        self.others: Collection[int] = ()
        """The units among them that have to attack another unit, so that the attack is legal (7.11)."""
        self._missed: set[int] = set()
        """Planned units that cannot get there, of which the player has already been told."""
        self.forget()
        here = game.state.location
        for joiner in self.joiners:
            if any(spot.hex == here[joiner.unit] and not spot.barrage for spot in joiner.spots):
                self.wanted[joiner.unit] = here[joiner.unit]

    def forget(self) -> None:
        """Discard all results, because of an order or an undo."""
        self._joiners: Sequence[Joiner] | None = None
        self._spots: dict[int, Spot] | None = None
        self._bridges: Sequence[Risk] | None = None
        self._sketch: tuple[int, Preview | None] | None = None
        """The preview, with the number of Ground Support Points for which it was made."""

    def after_order(self) -> "AttackPlan":
        """Return the plan, updated after an order or an undo."""
        self.forget()
        return self

    @property
    def viewer(self) -> int:
        """The side whose player looks at the plan."""
        return self.side

    @property
    def live(self) -> bool:
        """True while the plan's Movement Phase lasts."""
        state = self.game.state
        on_map = all(state.location[enemy] >= 0 for enemy in self.enemies)
        return state.phase is Phase.MOVEMENT and state.serial == self._serial and on_map

    @property
    def is_for_this_phase(self) -> bool:
        """True in the Combat Phase for which the plan was made."""
        state = self.game.state
        return (state.phase, state.side, state.turn) == (Phase.COMBAT, self.side, self._turn)

    # -- its units and their hexes

    @property
    def joiners(self) -> Sequence[Joiner]:
        """Every unit that could join the attack."""
        if self._joiners is None:
            self._joiners = planning.could_attack(self.game, self.enemies)
        return self._joiners

    @property
    def spots(self) -> dict[int, Spot]:
        """The hex of each planned unit, a different one for each. Units that can no longer get there are missing."""
        if self._spots is None:
            found = self._joiners
            if found is None:
                found = planning.could_attack(self.game, self.enemies, self.wanted)
            self._spots = planning.shared_out(found, self.wanted)
        return self._spots

    @property
    def unable(self) -> list[int]:
        """The planned units that cannot get to the attack now."""
        return [unit for unit in self.wanted if unit not in self.spots]

    def news(self) -> str:
        """Return a sentence about units that can no longer get to the attack; empty if there are no new ones.

        Each unit is reported only once.
        """
        missing = set(self.unable)
        new, self._missed = sorted(missing - self._missed), missing
        if not new:
            return ""
        return f"Plan: {self._join_names(new)} can no longer attack {self._join_names(self.enemies)}."

    def is_there(self, unit: int) -> bool:
        """Return True if a planned unit is already in its planned hex."""
        return self.spots[unit].hex == self.game.state.location[unit]

    @property
    def on_the_way(self) -> list[int]:
        """The planned units that are not yet in their planned hexes."""
        return [unit for unit in self.spots if not self.is_there(unit)]

    @property
    def waits(self) -> bool:
        """True if the plan is more than an attack by the units already next to the enemy.

        It then has units still to move, barrages, Ground Support, or more than one enemy.
        """
        barrage = any(spot.barrage for spot in self.spots.values())
        return bool(self.on_the_way) or barrage or self.support > 0 or len(self.enemies) > 1

    # -- changing it

    def add(self, unit: int) -> bool:
        """Add a unit, and give other units new hexes if necessary. Return False if there is no hex for the unit."""
        return self._share_out({**self._hex_by_unit(), unit: NOWHERE}, unit)

    def drop(self, unit: int) -> None:
        """Remove a unit from the plan."""
        self.wanted = {other: h for other, h in self._hex_by_unit().items() if other != unit}
        self._forget_sketch()

    def shift(self, unit: int, step: int) -> bool:
        """Give a unit the next (1) or previous (-1) hex that is not planned for another unit.

        Return False if there is no such hex.
        """
        taken = {spot.hex for other, spot in self.spots.items() if other != unit}
        free = [spot.hex for joiner in self.joiners if joiner.unit == unit for spot in joiner.spots]
        free = [h for h in free if h not in taken]
        here = self.spots[unit].hex if unit in self.spots else NOWHERE
        others = [h for h in free if h != here]
        if not others:
            return False
        at = free.index(here) + step if here in free else 0
        rest = {other: h for other, h in self._hex_by_unit().items() if other != unit}
        return self._share_out({unit: free[at % len(free)], **rest}, unit)

    def close_ring(self) -> bool:
        """Plan the fewest moves that surround a single enemy. Return False if there are none, or they are planned."""
        if len(self.enemies) > 1:
            return False
        enemy = self.enemies[0]
        found = planning.siege(planning.EnemyTurn(self.game, 1 - self.side), enemy)
        if found is None or not found.ring:
            return False
        ring = dict(found.moves[: found.ring])
        if ring.items() <= (self._hex_by_unit() | self._blocking).items():
            return False
        there = {unit: h for unit, h in self._hex_by_unit().items() if self.is_there(unit)}
        near = self.game.state.ground.zone[self.game.state.location[enemy]]
        if not there and not set(ring.values()) & set(near):  # a unit must attack
            ring |= dict(found.moves[found.ring : found.ring + 1])
        self.wanted = there | {unit: h for unit, h in ring.items() if h in near}
        self._blocking = {unit: h for unit, h in ring.items() if h not in near}
        self._forget_sketch()
        return True

    @property
    def blocking(self) -> Mapping[int, int]:
        """The units that have to be in these hexes without attacking the enemy."""
        taken = {spot.hex for spot in self.spots.values()}
        return {unit: h for unit, h in self._blocking.items() if unit not in self.spots and h not in taken}

    @property
    def bridges(self) -> Sequence[Risk]:
        """The wired bridges that may be blown on the way of the planned units."""
        if self._bridges is None:
            self._bridges = planning.risks_of_bridges(self.game, {**self._hex_by_unit(), **self.blocking})
        return self._bridges

    def add_all(self) -> None:
        """Add all units that can get next to the enemies, the strongest first."""
        near = [j.unit for j in self.joiners if any(not spot.barrage for spot in j.spots)]
        units = self.game.state.units
        strong = [unit for unit in near if not units[unit].is_artillery and unit not in self.spots]
        for unit in sorted(strong, key=lambda unit: (-planning.attack_points(self.game, unit), unit)):
            self.add(unit)

    def also(self, enemy: int) -> None:
        """Add an enemy to the attack, or remove it. Units that cannot attack all of the enemies are removed."""
        self._blocking = {}
        others = tuple(e for e in self.enemies if e != enemy)
        self.enemies = (*self.enemies, enemy) if others == self.enemies else others
        self.forget()
        self.wanted = self._hex_by_unit()

    def neighbors(self) -> list[int]:
        """Return the other enemies next to the planned hexes, and the enemies that were added to the attack."""
        state = self.game.state
        near = {n for spot in self.spots.values() if not spot.barrage for n in state.ground.zone[spot.hex]}
        others = [enemy for enemy in state.on_map(1 - self.side) if state.location[enemy] in near]
        return sorted({*others, *self.enemies} - {self.enemies[0]})

    def _hex_by_unit(self) -> dict[int, int]:
        return {unit: spot.hex for unit, spot in self.spots.items()}

    def _share_out(self, wanted: dict[int, int], unit: int) -> bool:
        found = planning.shared_out(self.joiners, wanted)
        if unit not in found:
            return False
        self.wanted = {u: found[u].hex for u in found}
        self._forget_sketch()
        return True

    def _forget_sketch(self) -> None:
        self._spots, self._bridges, self._sketch = None, None, None

    # -- its result

    def sketch(self) -> Preview | None:
        """Return a preview of the attack as if all units were in their planned hexes."""
        if self._sketch is None or self._sketch[0] != self.support:
            found = planning.sketch_attack(self.game, self._hex_by_unit(), self.enemies, self.support, self.blocking)
            self._sketch = self.support, found
        return self._sketch[1]

    @property
    def alone(self) -> bool:
        """True if only artillery joins the attack (8.15)."""
        return planning.guns_alone(self.game, self.spots)

    # -- on the map

    def marks(self, unit: int = -1) -> Mapping[int, tuple[str, str]]:
        """Return marks by hex. If a `unit` is being placed, the hexes that it could take are marked too."""
        location = self.game.state.location
        found = {location[enemy]: TARGET for enemy in self.enemies}
        for joiner in self.joiners if unit >= 0 else ():
            if joiner.unit == unit:
                found |= {spot.hex: FREE for spot in joiner.spots if not spot.barrage}
        found |= dict.fromkeys(self.blocking.values(), PLANNED)
        for planned, spot in self.spots.items():
            if self.is_there(planned):
                found[spot.hex] = THERE
                continue
            found[spot.hex] = PLANNED
            if location[planned] >= 0:
                found[location[planned]] = PLANNED
        return found

    def panel(self, h: int) -> Sequence[Row]:
        """Return the plan's lines about a hex."""
        state = self.game.state
        rows: list[Row] = []
        if h in (state.location[enemy] for enemy in self.enemies):
            found = self.sketch()
            if found is not None and self.spots:
                odds = f"{found.odds.attack} - {found.odds.defense} = {signed(found.odds.differential)}"
                rows.append(row(f"plan: {odds}", "bold"))
        for unit, spot in self.spots.items():
            name = state.units[unit].name
            if self.is_there(unit):
                rows += [row(f"plan: {name} is there")] if h == spot.hex else []
            elif h == spot.hex:
                rows.append(row(f"plan: {name}, {points(spot.cost)} MP", "bold"))
            elif h == state.location[unit]:
                rows.append(row(f"plan: goes to {state.number(spot.hex)}", "bold"))
        return rows

    def state(self) -> str:
        """Return the plan's progress: `plan 1/3`."""
        there = sum(self.is_there(unit) for unit in self.spots)
        return f"plan {there}/{len(self.wanted)}"

    def _join_names(self, units: Sequence[int]) -> str:
        return ", ".join(self.game.state.names(units))

    def verb(self, unit: int, spot: Spot) -> str:
        """Return words for a unit's way to its hex: `to`, `enters, to`, or `lands, to`; `at` if the unit is there."""
        if self.game.state.location[unit] == spot.hex:
            return "at"
        if queries.lands(self.game, unit):
            return "lands, to"
        return "to" if self.game.state.location[unit] >= 0 else "enters, to"


class PlanAhead(AttackPlan):
    """A plan made while another player decides, as if your own Movement Phase began now.

    The plan follows the game order by order until that phase begins.
    """

    def __init__(self, now: Callable[[], Game], side: int, enemies: Sequence[int]) -> None:
        """Make a plan. `now` returns the current game."""
        self._now = now
        super().__init__(self._turn_of(side), enemies)

    def _turn_of(self, side: int) -> Game:
        """Return the game in which a side's next Movement Phase begins now."""
        return planning.EnemyTurn(self._now(), 1 - side).game

    def forget(self) -> None:
        self.game = self._turn_of(self.side)
        super().forget()

    @property
    def live(self) -> bool:
        """True while all enemies of the plan are on the map."""
        state = self._now().state
        return state.outcome is None and all(state.location[enemy] >= 0 for enemy in self.enemies)

    @property
    def ripe(self) -> bool:
        """True once the plan's Movement Phase has begun."""
        game = self._now()
        return game.prompt.kind == "movement" and game.side == self.side and self.live

    def after_order(self) -> AttackPlan:
        """Return this plan; once its Movement Phase has begun, return the same plan for that phase."""
        if not self.ripe:
            return super().after_order()
        plan = AttackPlan(self._now(), self.enemies)
        plan.wanted, plan.support = dict(self.wanted), self.support
        plan.forget()
        return plan


class TheirAttack(PlanAhead):
    """The worst attack that the enemy could make on a unit in its next Player-Turn, while we stay in place.

    The unit may be in an imagined hex. Each unit that is due to arrive is judged as the first of its column.
    """

    waits = False

    def __init__(self, now: Callable[[], Game], unit: int, h: int) -> None:
        """Find the attack on a unit in a hex."""
        self._place = unit, h
        super().__init__(now, 1 - now().state.units[unit].side, (unit,))
        turn = planning.EnemyTurn(self._now(), 1 - self.side, [self._place])
        worst = planning.worst_attack(turn, unit)
        self.enemies, self.wanted, self.support = worst.enemies, dict(worst.places), worst.support
        self._blocking = {**worst.ring, **worst.others}
        self.others = worst.others
        self._forget_sketch()

    @property
    def viewer(self) -> int:
        return 1 - self.side

    def _turn_of(self, side: int) -> Game:
        return planning.EnemyTurn(self._now(), 1 - side, [self._place]).game
