"""The record of a game: its orders carried out once more, cut into Player-Turns, combats and losses."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import State
from westwall_tui.history.entries import (
    Chronicle,
    Entry,
    Fight,
    Loss,
    TurnEnd,
    causes_of,
    player_turn_of,
    standing,
)

__all__ = ["Fight", "History", "Loss", "PlayerTurn", "TurnEnd", "causes_of"]

T = TypeVar("T")


@dataclass(slots=True)
class PlayerTurn:
    """What one side did in a Game-Turn. Turn 0 is the set-up of both sides."""

    turn: int
    side: int
    first: int
    """Its first order in the log, from 0."""
    began: TurnEnd
    """How things stood when it began."""
    ended: TurnEnd
    """How they stood at its end."""
    assembled: State | None = None
    """The position when its Combat Phase began: everybody has moved, nobody has fought."""
    entries: list[Entry] = field(default_factory=list)
    """What happened, by order."""
    fights: list[Fight] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The order after its last one, from 0."""
        return self.first + len(self.entries)

    @property
    def after(self) -> State:
        """The position at its end."""
        return self.ended.state

    @property
    def points(self) -> tuple[int, int]:
        """The Victory Points at its end."""
        return self.ended.points

    @property
    def points_before(self) -> tuple[int, int]:
        """The Victory Points when it began."""
        return self.began.points

    def all(self, *kinds: type[T]) -> list[T]:
        """Everything of some kinds that happened in it, in order."""
        return [event for entry in self.entries for event in entry.events if isinstance(event, kinds)]


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
        self.end = _GameReader(self, game).read()
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


class _GameReader:
    """Plays the orders of a game once more, and notes what happens."""

    def __init__(self, history: History, game: Game) -> None:
        self.history, self.log = history, history.log
        self.chronicle = Chronicle(game.root().rolled_by_hand())
        self.game = self.chronicle.game

    def read(self) -> Game:
        """Note everything; the game at its end."""
        turn: PlayerTurn | None = None
        for number, line in enumerate(self.log):
            turn = self._turn_of(turn, number)
            before = self.game.state.copy()
            self._note_entry(turn, self.chronicle.carry_out(line))
            if turn.assembled is None and turn.turn and self.game.state.phase is Phase.COMBAT:
                turn.assembled = self.game.state.copy() if before.phase is not Phase.COMBAT else before
        if turn is not None:
            self._close_turn(turn)
        self.history.keep(len(self.log), self.game)
        return self.game

    def _note_entry(self, turn: PlayerTurn, entry: Entry) -> None:
        turn.entries.append(entry)
        turn.losses += entry.losses
        self.history.losses += entry.losses
        if entry.rolls and entry.fight is not None:
            turn.fights.append(entry.fight)
            self.history.fights.append(entry.fight)

    def _turn_of(self, turn: PlayerTurn | None, number: int) -> PlayerTurn:
        """The Player-Turn that the next order belongs to: the one so far, or a new one."""
        key = player_turn_of(self.game.state)
        if turn is not None and (turn.turn, turn.side) == key:
            return turn
        if turn is not None:
            self._close_turn(turn)
        self.history.keep(number, self.game)
        stood = self.chronicle.standing_at_start()
        turn = PlayerTurn(*key, number, stood, stood)
        if key == (0, 0):
            self.history.setup = turn
        else:
            self.history.turns.append(turn)
        return turn

    def _close_turn(self, turn: PlayerTurn) -> None:
        """Note how things stand at the end of a Player-Turn, or where the game has got to in it."""
        ended = turn.entries[-1].ended
        turn.ended = ended[1] if ended is not None else standing(self.game)


# -- the positions, to be watched again


class Reel:
    """A game's history with a place in it."""

    def __init__(self, history: History, at: int = -1) -> None:
        """`at`: after so many orders; -1 at its end."""
        self.history = history
        self.length = len(history.log)
        """How many orders there are."""
        self.at = self.length
        """How many of them have been carried out."""
        self._game = history.end
        self._rolls = [fight.order + 1 for fight in history.fights]
        self._turns = [turn.first for turn in history.all_turns]
        if at >= 0:
            self.go(at)

    @property
    def game(self) -> Game:
        """The game as it stood here."""
        return self._game

    @property
    def turn(self) -> PlayerTurn | None:
        """The Player-Turn of the order that was carried out last; None of a game without orders."""
        turns = self.history.all_turns
        return turns[max(0, bisect_right(self._turns, self.at - 1) - 1)] if turns else None

    @property
    def points(self) -> tuple[int, int]:
        """The points of both sides here; while units are set up, those with which the first Player-Turn begins."""
        turns = self.history.turns
        if not turns:
            return queries.totals(self.history.end)
        return turns[0].points_before if self.at <= turns[0].first else queries.totals(self._game)

    @property
    def entry(self) -> Entry | None:
        """What the last order did; None at the beginning."""
        turn = self.turn
        return turn.entries[self.at - 1 - turn.first] if turn is not None and self.at else None

    def go(self, at: int) -> bool:
        """Go to where so many orders have been carried out, as far as there are; False if that is here."""
        at = min(max(0, at), self.length)
        if at == self.at:
            return False
        if at == self.at + 1:
            self._game = self._game.copy()
            self._game.replay([self.history.log[self.at]])
        else:
            self._game = self.history.position(at)
        self.at = at
        return True

    def step(self, orders: int) -> bool:
        """Go on, or back, by orders; False at an end."""
        return self.go(self.at + orders)

    def step_fight(self, way: int) -> bool:
        """Go to the next roll of a combat, or back to the one before; False if there is none."""
        return self._stride_to_stop(self._rolls, way)

    def step_turn(self, way: int) -> bool:
        """Go to where the next Player-Turn begins, or back to where this one or the one before began."""
        return self._stride_to_stop([*self._turns, self.length], way)

    def _stride_to_stop(self, stops: list[int], way: int) -> bool:
        found = bisect_right(stops, self.at) if way > 0 else bisect_left(stops, self.at) - 1
        return 0 <= found < len(stops) and self.go(stops[found])
