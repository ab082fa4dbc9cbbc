"""Entries of a log: each order with its events, its combat, and each loss with its cause.

A `Chronicle` carries out orders one by one and returns an `Entry` for each. The history of a whole game consists of
entries; a game in play needs only the last one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Demolish
from westwall_tui.engine.queries import Measure, Objective, Score
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, Combat, State
from westwall_tui.engine.words import count, listed, with_article

OUTSIDE = "cut off, and not in a combat"
"""The cause of a loss without a combat: in Remagen, a unit beyond the front (14.12)."""
NO_WAY_OUT = "no way out"
"""The beginning of the cause if a unit was lost because it could not retreat a single hex."""
INCOMPLETE = "could not complete"
"""The beginning of the cause if a unit was lost because it could not retreat far enough."""
NO_EFFECT = "no effect"
"""The reason for a roll without consequences."""
OUTRIGHT = ("De", "Ae")
"""Results that eliminate units in their hexes (7.62)."""


@dataclass(slots=True)
class Fight:
    """A combat, with its numbers when the die was rolled, and all its consequences."""

    turn: int
    side: int
    """The attacking side."""
    number: int
    """The number of the combat in the Player-Turn, from 1."""
    order: int
    """The number, from 0, of the order in the log that rolled the die."""
    combat: Combat
    attack: int
    defense: int
    line: str
    """The terrain line of the Combat Results Table."""
    reason: str
    """The reason for the terrain line: `Town at 1417`."""
    column: str
    faces: tuple[str, ...]
    """The results of the six rolls."""
    die: int
    result: str
    strengths: Mapping[int, int]
    """The Strength Points that each unit adds to its side."""
    where: Mapping[int, int]
    """The hex of each unit that takes part."""
    alone: bool
    """True if only artillery and Ground Support attacked (8.15). No attacker suffers if none was adjacent (8.14)."""
    events: list[Event] = field(default_factory=list)
    """The events from the roll up to the next attack."""
    losses: "list[Loss]" = field(default_factory=list)

    @property
    def differential(self) -> int:
        """The attacking Strength Points minus the defending ones."""
        return self.attack - self.defense

    @property
    def place(self) -> int:
        """The hex of the first defender."""
        return self.where[self.combat.defenders[0]]

    def worth(self, result: str) -> int:
        """Return a result in hexes of retreat, the defenders' minus the attackers'.

        A unit eliminated outright counts as 5.
        """
        effect = queries.tables.effect(result, alone=self.alone)
        return effect.defenders - (effect.attackers if self.combat.attackers else 0)


class Loss(NamedTuple):
    """A unit that was eliminated."""

    unit: int
    hex: int
    """The hex where the unit was lost."""
    turn: int
    phasing: int
    """The side in whose Player-Turn the unit was lost."""
    order: int
    """The number of the order in the log, from 0."""
    why: str
    """The cause as a clause: `no way out: zones at 0726 and 0627, the mapedge`."""
    fight: Fight | None


class TurnEnd(NamedTuple):
    """The state of the game at the start or end of a Player-Turn."""

    state: State
    account: Sequence[Score]
    places: Mapping[str, Objective]
    """The places that score, by name."""
    measures: Sequence[Measure]
    points: tuple[int, int]
    """The Victory Points of both sides."""


def standing(game: Game) -> TurnEnd:
    """Return the present state of the game."""
    places = {place.name: place for place in queries.objectives(game)}
    measures, points = queries.measures(game), queries.totals(game)
    return TurnEnd(game.state.copy(), queries.account(game), places, measures, points)


class Entry(NamedTuple):
    """An order of the log with all its consequences."""

    order: str
    """The order's line in the log."""
    events: Sequence[Event]
    fight: Fight | None
    """The order's combat, from the roll up to the next attack."""
    rolls: bool
    """True if the order rolled the die of its combat."""
    losses: Sequence[Loss]
    reasons: Sequence[str] = ()
    """The reason for each event as a clause: for losses, shortened retreats and rolls without effect; else empty."""
    at: int = NOWHERE
    """The hex of the order's combat."""
    account: tuple[Sequence[Score], Sequence[Score]] | None = None
    """The account before and after the order, if units were lost or exited."""
    ended: tuple[TurnEnd, TurnEnd] | None = None
    """The state at the start and at the end of a Player-Turn, if the order ended it."""
    bridge: str = ""
    """The bridge that a `Demolish` order is about, by the hexes at its ends."""


class Chronicle:
    """A game in which the orders of a log are carried out one by one, with an `Entry` for each.

    It may begin in the middle of a game. A combat whose die was rolled before has a result but no numbers.
    """

    def __init__(self, game: Game, orders: int = 0, began: State | None = None) -> None:
        """Take a `game`, which is changed; `orders` of its log are already carried out.

        `began` is the position at the start of the present Player-Turn, if that isn't the present position.
        """
        self.game = game
        self.game.seed = None  # the log has the dice
        self._orders = orders
        self.began = game.state.copy() if began is None else began
        """The position at the start of the present Player-Turn."""
        self._stood: TurnEnd | None = None
        """The state at the start of the present Player-Turn, once it is needed."""
        self._fight: Fight | None = None
        self._place = (-1, -1)
        """The present Player-Turn."""
        self._fights = 0
        """The number of combats so far in this Player-Turn."""

    def carry_out(self, line: str) -> Entry:
        """Carry out the next order of the log. Raises `IllegalOrder` or `OrderSyntaxError` if it is refused."""
        before = self.game.state.copy()
        place = player_turn_of(before)
        if place != self._place:
            self._place, self._fights, self._fight = place, 0, None
        rolled = self._combat_at_roll(line)
        blows = line.startswith(f"{Demolish.word} ")
        bridge = "/".join(before.numbers(sorted(self.game.prompt.hexes))) if blows else ""
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
                losses.append(self._loss_of_unit(before, event, events))
        self._orders += 1
        rolls, at = rolled is not None and bool(rolled.result), self._scene_of_combat(before, rolled)
        reasons = self._reasons(before, events, losses)
        account = None
        if losses or any(isinstance(event, ev.Exited) for event in events):
            account = queries.account(self._as_of(before)), queries.account(self.game)
        return Entry(line, events, self._fight, rolls, losses, reasons, at, account, self._both_ends(place), bridge)

    def standing_at_start(self) -> TurnEnd:
        """Return the state at the start of the present Player-Turn."""
        if self._stood is None:
            self._stood = standing(self._as_of(self.began))
        return self._stood

    def _both_ends(self, place: tuple[int, int]) -> tuple[TurnEnd, TurnEnd] | None:
        """Return the state at the start and at the end of the Player-Turn in `place`, if that is over."""
        over = self.game.outcome is not None
        if player_turn_of(self.game.state) == place and not over:
            return None
        found = (self.standing_at_start(), standing(self.game)) if place[0] else None
        self.began, self._stood = self.game.state.copy(), found[1] if found else None
        return found

    def _as_of(self, state: State) -> Game:
        """Return the game in an earlier position."""
        then = self.game.copy()
        then.state = state.copy()
        return then

    def _scene_of_combat(self, before: State, rolled: Fight | None) -> int:
        """Return the hex of the order's combat; `NOWHERE` without one."""
        if rolled is not None:
            return rolled.place
        combat = self.game.state.combat
        if combat is None or not combat.defenders or (before.combat is not None and before.combat.result):
            return NOWHERE
        return max(NOWHERE, self.game.state.location[combat.defenders[0]])

    def _reasons(self, before: State, events: Sequence[Event], losses: Sequence[Loss]) -> Sequence[str]:
        """Return, by event, the cause of a loss, the cause of a shortened retreat, or that a roll had no effect."""
        units = self.game.scenario.units
        causes = {units[loss.unit].id: loss.why for loss in losses}

        def reason(event: Event) -> str:
            match event:
                case ev.Eliminated():
                    return causes.get(event.unit, "")
                case ev.Retreated() | ev.Held():
                    return self._why_short(before, event, events)
                case ev.Rolled():
                    return NO_EFFECT if queries.what_happened(self.game, events).endswith(f": {NO_EFFECT}.") else ""
            return ""

        return [reason(event) for event in events]

    def _why_short(self, before: State, event: ev.Retreated | ev.Held, events: Sequence[Event]) -> str:
        """Return the cause of a shortened retreat as a clause; empty if the retreat had its full length."""
        combat, unit = before.combat, self.game.scenario.by_id[event.unit.lower()]
        rolled = next((other.result for other in events if isinstance(other, ev.Rolled)), "")
        result = rolled or (combat.result if combat is not None else "")
        if combat is None or not result:
            return ""
        effect = queries.tables.effect(result, alone=planning.guns_alone(self.game, combat.attackers))
        full = effect.defenders if unit in combat.defenders else effect.attackers
        path = (event.hex,) if isinstance(event, ev.Held) else event.path
        board, rules = self.game.scenario.board, self.game.rules
        short = full - (len(path) - 1)
        if short <= 0:
            return ""
        refuge = next((h for h in map(board.hex, path) if h in rules.refuges.hexes), NOWHERE)
        if refuge != NOWHERE:
            less = queries.refuges(self.game)
            shorter = count(short, "hex", "hexes")
            return f"{less.case}: the {less.place} at {board.number(refuge)} shortens its retreat by {shorter}"
        return "7.74: a friendly unit displaced it, which counts as its retreat"

    def _combat_at_roll(self, line: str) -> Fight | None:
        """Return the combat whose die the next order rolls, or None."""
        state, combat = self.game.state, self.game.state.combat
        if not line.startswith("roll") or combat is None or combat.result:
            return None
        odds = planning.current(self.game)
        if odds is None or self.game.prompt.kind != "roll" or queries.die_due(self.game) is not None:
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
            alone=planning.guns_alone(self.game, combat.attackers),
        )

    def _loss_of_unit(self, before: State, event: ev.Eliminated, events: Sequence[Event]) -> Loss:
        scenario, combat = self.game.scenario, before.combat
        unit, h = scenario.by_id[event.unit.lower()], scenario.board.hex(event.path[-1])
        rolled = next((other.result for other in events if isinstance(other, ev.Rolled)), "")
        result = rolled or (combat.result if combat is not None else "")
        why = self._why_lost(self._as_it_stood(before, events, event), unit, h, event, result)
        fight = self._fight if result else None  # the last combat is not the cause of losses after it
        loss = Loss(unit, h, *self._place, self._orders, why, fight)
        if fight is not None:
            fight.losses.append(loss)
        return loss

    def _as_it_stood(self, before: State, events: Sequence[Event], event: Event) -> State:
        """Return the position just before an event of an order: other units may have retreated in the same order."""
        state, scenario = before.copy(), self.game.scenario
        for earlier in takewhile(lambda other: other is not event, events):
            if isinstance(earlier, ev.Retreated | ev.Displaced | ev.Advanced):
                state.place(scenario.by_id[earlier.unit.lower()], scenario.board.hex(earlier.path[-1]))
            elif isinstance(earlier, ev.Eliminated):
                state.place(scenario.by_id[earlier.unit.lower()], ELIMINATED)
        return state

    def _why_lost(self, before: State, unit: int, h: int, event: ev.Eliminated, result: str) -> str:
        """Return the cause of a loss, judged by the position just before it."""
        if not result:
            return OUTSIDE
        if result in OUTRIGHT:
            return f"{result}, outright"
        lead = NO_WAY_OUT if len(event.path) == 1 else f"{INCOMPLETE} {result}"
        causes = causes_of(self._as_of(before), unit, h)
        return f"{lead}: {causes or 'nowhere farther away to go'}"


def because(why: str) -> str:
    """Return a cause to be appended to a loss, or nothing: `, because it had no way out: German units at 0726`."""
    if why.startswith(NO_WAY_OUT):
        return f", because it had {why}"
    if why.startswith(INCOMPLETE):
        return f", because it {why}"
    return f": {why}" if why else ""


def player_turn_of(state: State) -> tuple[int, int]:
    """Return the Game-Turn and the side of a Player-Turn; Game-Turn 0 is the set-up."""
    return (0, 0) if state.phase is Phase.SETUP else (state.turn, state.side)


def strengths_in(game: Game, combat: Combat) -> Mapping[int, int]:
    """Return the Strength Points that each unit adds to its side in a combat."""
    units = game.state.units
    found = {unit: planning.attack_points(game, unit) for unit in (*combat.attackers, *combat.barrage)}
    found |= {unit: units[unit].strength.defense for unit in combat.defenders}
    return found | {unit: planning.fire_points(game, unit) for unit in combat.fire}


def entries_since(before: Game, log: Sequence[str]) -> list[Entry]:
    """Return the entries of the orders after `before`, the start of a Player-Turn. `before` is changed."""
    chronicle = Chronicle(before, len(before.log))
    return [chronicle.carry_out(line) for line in log[len(before.log) :]]


def _some(enemy: str, what: str, n: int) -> str:
    """Return `German units`, or `a German unit` for one."""
    return f"{enemy} {what}s" if n > 1 else f"{with_article(enemy)} {what}"


def causes_of(game: Game, unit: int, h: int) -> str:
    """Return what prevents a unit from retreating from a hex: `German zones at 0726, the edge of the map`."""
    found, numbers = queries.blocked_retreat(game, unit, h), game.state.numbers
    enemy = game.scenario.sides[1 - game.state.units[unit].side].adjective
    parts = []
    for hexes, what in ((found.enemies, "unit"), (found.zones, "zone")):
        if hexes:
            parts.append(f"{_some(enemy, what, len(hexes))} at {listed(numbers(hexes))}")
    roadless = [n for n, case, _ in found.barred if case == "5.24"]
    if roadless:
        parts.append(f"no road for vehicles to {listed(numbers(roadless))}")
    shut = [n for n, case, _ in found.barred if case == "7.72"]
    if shut:
        parts.append(f"no way across to {listed(numbers(shut))}")
    parts += dict.fromkeys(why for _, case, why in found.barred if case not in ("5.24", "7.72"))
    if found.edge:
        parts.append("the edge of the map")
    *first, last = parts or [""]
    return f"{', '.join(first)}, and {last}" if first else last
