"""The record of a game: its orders carried out once more, cut into Player-Turns, combats and losses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from westwall_tui.engine import events as ev
from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Objective, Score
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import Combat, State

T = TypeVar("T")
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
    column: str
    faces: tuple[str, ...]
    """What each face of the die would have brought."""
    die: int
    result: str
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


@dataclass(slots=True)
class PlayerTurn:
    """What one side did in a Game-Turn. Turn 0 is the set-up of both sides."""

    turn: int
    side: int
    first: int
    """Its first order in the log, from 0."""
    before: State
    points_before: tuple[int, int]
    account_before: Sequence[Score]
    places_before: Mapping[str, Objective]
    after: State
    points: tuple[int, int] = (0, 0)
    account: Sequence[Score] = ()
    places: Mapping[str, Objective] = field(default_factory=dict)
    """The places that score at its end, by name."""
    assembled: State | None = None
    """The position when its Combat Phase began: everybody has moved, nobody has fought."""
    events: list[list[Event]] = field(default_factory=list)
    """What happened, by order."""
    fights: list[Fight] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The order after its last one, from 0."""
        return self.first + len(self.events)

    def all(self, *kinds: type[T]) -> list[T]:
        """Everything of some kinds that happened in it, in order."""
        return [event for events in self.events for event in events if isinstance(event, kinds)]


class History:
    """A game as it went. It keeps the position after each Player-Turn; `position` finds any other."""

    def __init__(self, game: Game) -> None:
        """A game in progress is given as a side may know it (`Game.known`), or its secrets are in the record."""
        self.scenario: Scenario = game.scenario
        self.log = tuple(game.log)
        self.outcome = game.outcome
        self.scale = queries.scale(game)
        self.setup: PlayerTurn | None = None
        self.turns: list[PlayerTurn] = []
        """The Player-Turns in order, set-up not among them."""
        self.fights: list[Fight] = []
        self.losses: list[Loss] = []
        self._stops: list[tuple[int, Game]] = []
        self.end = _Reader(self, game).read()
        """The game at its end, or as far as it went."""

    @property
    def all_turns(self) -> Sequence[PlayerTurn]:
        """The set-up, if there is one, and the Player-Turns."""
        return [self.setup, *self.turns] if self.setup else self.turns

    def position(self, orders: int) -> Game:
        """The game after so many orders of its log; the nearest position before it that was kept is played on."""
        at, game = max((stop for stop in self._stops if stop[0] <= orders), key=lambda stop: stop[0])
        found = game.copy()
        found.replay(self.log[at:orders])
        return found

    def balance(self, points: tuple[int, int]) -> int:
        """By how much the First Player would be ahead with these points, on the scale that decides the game."""
        return self.scale.balance(points)

    def keep(self, orders: int, game: Game) -> None:
        """Keep the game after so many orders, for `position`."""
        self._stops.append((orders, game.copy()))


class _Reader:
    """Plays the orders of a game once more, and notes what happens."""

    def __init__(self, history: History, game: Game) -> None:
        self.history, self.log = history, history.log
        self.game = game.root()
        self.game.seed = None  # the log has the dice
        self.fight: Fight | None = None

    def read(self) -> Game:
        """Note everything; the game at its end."""
        turn: PlayerTurn | None = None
        for number, line in enumerate(self.log):
            turn = self._turn_of(turn, number)
            before = self.game.state.copy()
            fought = self._combat_at_roll(before, line, turn, number)
            events = self.game.replay([line])
            turn.events.append(events)
            self._note(turn, number, before, events, fought)
            if turn.assembled is None and turn.turn and self.game.state.phase is Phase.COMBAT:
                turn.assembled = self.game.state.copy() if before.phase is not Phase.COMBAT else before
        if turn is not None:
            self._close(turn)
        self.history.keep(len(self.log), self.game)
        return self.game

    def _turn_of(self, turn: PlayerTurn | None, number: int) -> PlayerTurn:
        """The Player-Turn that the next order belongs to: the one so far, or a new one."""
        state = self.game.state
        key = (0, 0) if state.phase is Phase.SETUP else (state.turn, state.side)
        if turn is not None and (turn.turn, turn.side) == key:
            return turn
        if turn is not None:
            self._close(turn)
        self.fight = None
        self.history.keep(number, self.game)
        here, points, account = state.copy(), queries.totals(self.game), queries.account(self.game)
        turn = PlayerTurn(*key, number, here, points, account, self._places(), here)
        if key == (0, 0):
            self.history.setup = turn
        else:
            self.history.turns.append(turn)
        return turn

    def _close(self, turn: PlayerTurn) -> None:
        """Note how things stand at the end of a Player-Turn."""
        turn.after = self.game.state.copy()
        turn.points, turn.account = queries.totals(self.game), queries.account(self.game)
        turn.places = self._places()

    def _places(self) -> Mapping[str, Objective]:
        return {place.name: place for place in queries.objectives(self.game)}

    def _combat_at_roll(self, state: State, line: str, turn: PlayerTurn, number: int) -> Fight | None:
        """The combat whose die the next order rolls; None if it rolls none."""
        combat, odds = state.combat, planning.current(self.game)
        if not line.startswith("roll") or combat is None or combat.result or odds is None:
            return None
        if self.game.prompt.kind != "roll" or queries.die_due(self.game) is not None:
            return None
        units = (*combat.attackers, *combat.barrage, *combat.defenders, *combat.fire)
        return Fight(
            turn=turn.turn,
            side=combat.side,
            number=len(turn.fights) + 1,
            order=number,
            combat=combat,
            attack=odds.attack,
            defense=odds.defense,
            line=str(odds.line),
            column=odds.column,
            faces=odds.results,
            die=0,
            result="",
            where={unit: state.location[unit] for unit in units},
            alone=not combat.attackers,
        )

    def _note(
        self, turn: PlayerTurn, number: int, before: State, events: Sequence[Event], rolled: Fight | None
    ) -> None:
        """Note combats and losses among what an order brought."""
        scenario, board = self.history.scenario, self.history.scenario.board
        for event in events:
            match event:
                case ev.Attacked() | ev.PhaseBegan() | ev.TurnBegan():
                    self.fight = None
                case ev.Rolled() if rolled is not None:
                    rolled.die, rolled.result = event.die, event.result
                    self.fight = rolled
                    turn.fights.append(rolled)
                    self.history.fights.append(rolled)
            if self.fight is not None:
                self.fight.events.append(event)
            if isinstance(event, ev.Eliminated):
                unit, h = scenario.by_id[event.unit.lower()], board.hex(event.path[-1])
                why = self._why_lost(before, unit, h, event, self.fight)
                loss = Loss(unit, h, turn.turn, turn.side, number, why, self.fight)
                turn.losses.append(loss)
                self.history.losses.append(loss)
                if self.fight is not None:
                    self.fight.losses.append(loss)

    def _why_lost(self, before: State, unit: int, h: int, event: ev.Eliminated, fight: Fight | None) -> str:
        """The cause of a loss, as the rules had it before the order that brought it."""
        if fight is None:
            return OUTSIDE
        if fight.result in OUTRIGHT:
            return f"{fight.result}, eliminated outright"
        then = self.game.copy()
        then.state = before.copy()
        lead = "no way out" if len(event.path) == 1 else f"could not complete {fight.result}"
        causes = causes_of(then, unit, h)
        return f"{lead}: {causes or 'nowhere farther away to go'}"


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
