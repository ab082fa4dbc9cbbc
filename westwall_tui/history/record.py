"""The record of a game: its orders carried out again, in Player-Turns, combats and losses."""

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
    """A side's turn in a Game-Turn. Game-Turn 0 is the set-up of both sides."""

    turn: int
    side: int
    first: int
    """The number of the Player-Turn's first order in the log, from 0."""
    began: TurnEnd
    """The state at the start of the Player-Turn."""
    ended: TurnEnd
    """The state at the end of the Player-Turn."""
    assembled: State | None = None
    """The position at the start of the Combat Phase, after all moves and before all combats."""
    entries: list[Entry] = field(default_factory=list)
    """The entries of the Player-Turn's orders."""
    fights: list[Fight] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The number of the order after the Player-Turn's last one, from 0."""
        return self.first + len(self.entries)

    @property
    def after(self) -> State:
        """The position at the end of the Player-Turn."""
        return self.ended.state

    @property
    def points(self) -> tuple[int, int]:
        """The Victory Points at the end of the Player-Turn."""
        return self.ended.points

    @property
    def points_before(self) -> tuple[int, int]:
        """The Victory Points at the start of the Player-Turn."""
        return self.began.points

    def all(self, *kinds: type[T]) -> list[T]:
        """Return all events of some kinds in the Player-Turn, in order."""
        return [event for entry in self.entries for event in entry.events if isinstance(event, kinds)]


class History:
    """A game and its course. It keeps the position after each Player-Turn; `position` restores any other."""

    def __init__(self, game: Game) -> None:
        """Record a game.

        Pass a game in progress as a side may know it (`Game.known`), or the record has its secrets.
        """
        self.scenario: Scenario = game.scenario
        self.log = tuple(game.log)
        self.outcome = game.outcome
        self.scale = queries.scale(game)
        self.setup: PlayerTurn | None = None
        self.turns: list[PlayerTurn] = []
        """The Player-Turns in order, without the set-up."""
        self.fights: list[Fight] = []
        self.losses: list[Loss] = []
        self._stops: list[tuple[int, Game]] = []
        self.end = _GameReader(self, game).read()
        """The game after its last order."""

    @property
    def all_turns(self) -> Sequence[PlayerTurn]:
        """The set-up, if there is one, and all Player-Turns."""
        return [self.setup, *self.turns] if self.setup else self.turns

    def position(self, orders: int) -> Game:
        """Return the game after this many orders of its log, by replaying from the last kept position before it."""
        at, game = max((stop for stop in self._stops if stop[0] <= orders), key=lambda stop: stop[0])
        found = game.copy()
        found.replay(self.log[at:orders])
        return found

    def balance(self, points: tuple[int, int]) -> int:
        """Return the First Player's lead with these points, on the scale that decides the game."""
        return self.scale.balance(points)

    def keep(self, orders: int, game: Game) -> None:
        """Keep the game after this many orders, for `position`."""
        self._stops.append((orders, game.copy()))


class _GameReader:
    """A replay of a game that records its course."""

    def __init__(self, history: History, game: Game) -> None:
        self.history, self.log = history, history.log
        self.chronicle = Chronicle(game.root().rolled_by_hand())
        self.game = self.chronicle.game

    def read(self) -> Game:
        """Replay and record everything. Return the game at its end."""
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
        """Return the Player-Turn of the next order, which may be a new one."""
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
        """Record the state at the end of a Player-Turn, or after its last order so far."""
        ended = turn.entries[-1].ended
        turn.ended = ended[1] if ended is not None else standing(self.game)


# -- replay


class Replay:
    """A movable position in the history of a game."""

    def __init__(self, history: History, at: int = -1) -> None:
        """Start after `at` orders, or at the end if `at` is -1."""
        self.history = history
        self.length = len(history.log)
        """The number of orders."""
        self.at = self.length
        """The number of orders carried out."""
        self._game = history.end
        self._rolls = [fight.order + 1 for fight in history.fights]
        self._turns = [turn.first for turn in history.all_turns]
        if at >= 0:
            self.go(at)

    @property
    def game(self) -> Game:
        """The game in this position."""
        return self._game

    @property
    def turn(self) -> PlayerTurn | None:
        """The Player-Turn of the last order carried out; None for a game without orders."""
        turns = self.history.all_turns
        return turns[max(0, bisect_right(self._turns, self.at - 1) - 1)] if turns else None

    @property
    def points(self) -> tuple[int, int]:
        """The points of both sides here. During set-up, those at the start of the first Player-Turn."""
        turns = self.history.turns
        if not turns:
            return queries.totals(self.history.end)
        return turns[0].points_before if self.at <= turns[0].first else queries.totals(self._game)

    @property
    def entry(self) -> Entry | None:
        """The entry of the last order; None at the start."""
        turn = self.turn
        return turn.entries[self.at - 1 - turn.first] if turn is not None and self.at else None

    def go(self, at: int) -> bool:
        """Go to the position after this many orders, or to the end. Return False if the position is already there."""
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
        """Go forward or back by this many orders. Return False at either end."""
        return self.go(self.at + orders)

    def step_fight(self, way: int) -> bool:
        """Go to the next roll of a combat, or back to the previous one. Return False if there is none."""
        return self._stride_to_stop(self._rolls, way)

    def step_turn(self, way: int) -> bool:
        """Go to the start of the next Player-Turn, or back to the start of this one or the previous one."""
        return self._stride_to_stop([*self._turns, self.length], way)

    def _stride_to_stop(self, stops: list[int], way: int) -> bool:
        found = bisect_right(stops, self.at) if way > 0 else bisect_left(stops, self.at) - 1
        return 0 <= found < len(stops) and self.go(stops[found])
