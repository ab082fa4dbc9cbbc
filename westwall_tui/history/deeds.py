"""What each order did: the combat that it belongs to, with its numbers at the roll, and losses with their cause.

A `Chronicle` carries orders out one by one and tells; the history of a whole game is made of it; a game in play
asks it about its last order only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State

OUTSIDE = "cut off, and not in a combat"
"""The cause of a loss that no die brought: in Remagen, beyond the front (14.12)."""
OUTRIGHT = ("De", "Ae")
"""Results that eliminate units where they stand (7.62)."""


@dataclass(slots=True)
class Fight:
    """A combat, with its numbers as they were when the die was rolled, and all that came of it."""

    turn: int
    side: int
    """The attacker."""
    number: int
    """Its number in the Player-Turn, from 1."""
    order: int
    """The order of the log that rolled the die, from 0."""
    combat: Combat
    attack: int
    defense: int
    line: str
    """The terrain line on which it was fought."""
    reason: str
    """Why on that line: `Town at 1417`."""
    column: str
    faces: tuple[str, ...]
    """What each face of the die would have brought."""
    die: int
    result: str
    strengths: Mapping[int, int]
    """The Strength Points of each unit that took part, on its side."""
    where: Mapping[int, int]
    """The hex of each unit that took part."""
    alone: bool
    """True if only artillery and Ground Support attacked, so that no attacker suffers (8.1)."""
    events: list[Event] = field(default_factory=list)
    """What happened from the die on, up to the next attack."""
    losses: "list[Loss]" = field(default_factory=list)

    @property
    def differential(self) -> int:
        """Attacking Strength Points less defending ones."""
        return self.attack - self.defense

    def worth(self, result: str) -> int:
        """A result in hexes of retreat, those of the defender less those of the attacker; a unit lost outright is 5."""
        effect = queries.tables.effect(result, alone=self.alone)
        return effect.defenders - effect.attackers


class Loss(NamedTuple):
    """A unit that was eliminated."""

    unit: int
    hex: int
    """Where it was lost."""
    turn: int
    phasing: int
    """The side whose Player-Turn it was."""
    order: int
    """The order of the log that brought it, from 0."""
    why: str
    """The cause in a clause: `no way out: zones at 0726 and 0627, the mapedge`."""
    fight: Fight | None


class Deed(NamedTuple):
    """What an order did."""

    order: str
    """Its line of the log."""
    events: Sequence[Event]
    fight: Fight | None
    """The combat that it belongs to, once its die is rolled, up to the next attack."""
    rolls: bool
    """True if it rolled the die of that combat."""
    losses: Sequence[Loss]


class Chronicle:
    """Carries the orders of a log out, one by one, and tells what each did.

    It may begin in the middle of a game: of a combat whose die was rolled before, it knows the result but no numbers.
    """

    def __init__(self, game: Game, orders: int = 0) -> None:
        """`game` is changed; `orders`: how many of the log it has behind it."""
        self.game = game
        self.game.seed = None  # the log has the dice
        self._orders = orders
        self._fight: Fight | None = None
        self._place = (-1, -1)
        """Game-Turn and side of the present Player-Turn; turn 0 is the set-up."""
        self._fights = 0
        """Combats of it so far."""

    def carry_out(self, line: str) -> Deed:
        """Carry out the next order of the log. Raises `IllegalOrder`, or `OrderSyntaxError`."""
        state, before = self.game.state, self.game.state.copy()
        place = (0, 0) if state.phase is Phase.SETUP else (state.turn, state.side)
        if place != self._place:
            self._place, self._fights, self._fight = place, 0, None
        rolled = self._combat_at_roll(line)
        events = self.game.replay([line])
        losses: list[Loss] = []
        for event in events:
            match event:
                case ev.Attacked() | ev.PhaseBegan() | ev.TurnBegan():
                    self._fight = None
                case ev.Rolled() if rolled is not None:
                    rolled.die, rolled.result = event.die, event.result
                    self._fight = rolled
                    self._fights += 1
            if self._fight is not None:
                self._fight.events.append(event)
            if isinstance(event, ev.Eliminated):
                losses.append(self._loss(before, event, events))
        self._orders += 1
        return Deed(line, events, self._fight, rolled is not None and bool(rolled.result), losses)

    def _combat_at_roll(self, line: str) -> Fight | None:
        """The combat whose die the next order rolls; None if it rolls none."""
        state = self.game.state
        combat, odds = state.combat, planning.current(self.game)
        if not line.startswith("roll") or combat is None or combat.result or odds is None:
            return None
        if self.game.prompt.kind != "roll" or queries.die_due(self.game) is not None:
            return None
        units = (*combat.attackers, *combat.barrage, *combat.defenders, *combat.fire)
        return Fight(
            turn=self._place[0],
            side=combat.side,
            number=self._fights + 1,
            order=self._orders,
            combat=combat,
            attack=odds.attack,
            defense=odds.defense,
            line=str(odds.line),
            reason=planning.line_reason(self.game, combat),
            column=odds.column,
            faces=odds.results,
            die=0,
            result="",
            strengths=strengths_in(self.game, combat),
            where={unit: state.location[unit] for unit in units},
            alone=not combat.attackers,
        )

    def _loss(self, before: State, event: ev.Eliminated, events: Sequence[Event]) -> Loss:
        scenario, combat = self.game.scenario, before.combat
        unit, h = scenario.by_id[event.unit.lower()], scenario.board.hex(event.path[-1])
        rolled = next((other.result for other in events if isinstance(other, ev.Rolled)), "")
        result = rolled or (combat.result if combat is not None else "")
        why = self._why_lost(before, unit, h, event, result)
        fight = self._fight if result else None  # the last combat has nothing to do with what is lost after it
        loss = Loss(unit, h, *self._place, self._orders, why, fight)
        if fight is not None:
            fight.losses.append(loss)
        return loss

    def _why_lost(self, before: State, unit: int, h: int, event: ev.Eliminated, result: str) -> str:
        """The cause of a loss, as the rules had it before the order that brought it."""
        if not result:
            return OUTSIDE
        if result in OUTRIGHT:
            return f"{result}, eliminated outright"
        then = self.game.copy()
        then.state = before.copy()
        lead = "no way out" if len(event.path) == 1 else f"could not complete {result}"
        causes = causes_of(then, unit, h)
        return f"{lead}: {causes or 'nowhere farther away to go'}"


def strengths_in(game: Game, combat: Combat) -> Mapping[int, int]:
    """The Strength Points that each unit adds to its side of a combat."""
    units = game.state.units
    found = {unit: planning.attack_points(game, unit) for unit in (*combat.attackers, *combat.barrage)}
    found |= {unit: units[unit].strength.defense for unit in combat.defenders}
    return found | {unit: planning.fire_points(game, unit) for unit in combat.fire}


def deeds_since(before: Game, log: Sequence[str]) -> list[Deed]:
    """What the orders of a log did after the game stood like this; `before` is changed."""
    chronicle = Chronicle(before, len(before.log))
    return [chronicle.carry_out(line) for line in log[len(before.log) :]]


def causes_of(game: Game, unit: int, h: int) -> str:
    """What keeps a unit from retreating on from a hex, in a clause: `zones at 0726 and 0627, the mapedge`."""
    found, numbers = queries.shut_in(game, unit, h), game.state.numbers
    parts = []
    if found.enemies:
        parts.append(f"{'an enemy' if len(found.enemies) == 1 else 'enemies'} at {listed(numbers(found.enemies))}")
    if found.zones:
        parts.append(f"{'a zone' if len(found.zones) == 1 else 'zones'} at {listed(numbers(found.zones))}")
    roadless = [n for n, case, _ in found.barred if case == "5.24"]
    if roadless:
        parts.append(f"no road for vehicles to {listed(numbers(roadless))}")
    shut = [n for n, case, _ in found.barred if case == "7.72"]
    if shut:
        parts.append(f"no way across to {listed(numbers(shut))}")
    parts += dict.fromkeys(why for _, case, why in found.barred if case not in ("5.24", "7.72"))
    if found.edge:
        parts.append("the mapedge")
    return ", ".join(parts)


def listed(names: Iterable[str], most: int = 99) -> str:
    """Names in a sentence: `0726, 0627 and 0628`, or with more than `most`: `0726, 0627 and 5 more`."""
    items = list(names)
    if len(items) > most + 1:
        items = [*items[:most], f"{len(items) - most} more"]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
