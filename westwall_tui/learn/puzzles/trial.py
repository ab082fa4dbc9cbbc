"""A try at a puzzle. Each decision is compared with the best possible one, so luck never counts.

The value of a position assumes best play after it. A decision costs the difference between the values before and after
it. Orders that can still be undone are judged together, once they can no longer be undone. The session shows one try,
or the best line, and writes nothing.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play, fights
from westwall_tui.engine.orders import Done, IllegalOrder, Order, Roll, as_order, parse
from westwall_tui.engine.queries import tables
from westwall_tui.engine.state import State
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.base import Unsaved
from westwall_tui.learn.puzzles.catalog import Puzzle
from westwall_tui.learn.puzzles.goals import as_fraction
from westwall_tui.learn.puzzles.prover import Prover

MAX_STEPS = 40
"""Maximum number of orders and dice in a line of best play."""

JUDGED = "that decision has been judged; you can try again at the end"


class Judgment(NamedTuple):
    """The values of the position before and after a decision."""

    orders: tuple[str, ...]
    best: Fraction
    """The value of the position before the decision, with best play from both sides."""
    yours: Fraction
    """The value of the position after the decision."""

    @property
    def drop(self) -> Fraction:
        """The cost of the decision."""
        return self.best - self.yours


class BestStep(NamedTuple):
    """A step of the best line."""

    order: str
    """The order or the die of the step."""
    side: int
    """The side that gives the order."""
    value: Fraction
    """The value of the position after the step."""
    result: str = ""
    """The result of a die, and how many of six rolls give that result, such as `D2, 3 of 6`."""


class Unjudged(NamedTuple):
    """Orders to be judged."""

    state: State
    """The position before the first order."""
    orders: tuple[str, ...]


class Trial:
    """One try at a puzzle. Threads may call the methods that ask the prover, which answers one question at a time."""

    def __init__(self, puzzle: Puzzle, seed: int, prover: Prover | None = None) -> None:
        """Begin a try. `prover` may be that of an earlier try, which has its proofs in its memo."""
        self.puzzle = puzzle
        self.game = puzzle.game(seed)
        self.prover = prover or Prover(self.game, puzzle.goal)
        self.judgments: list[Judgment] = []
        self.ended = False
        """True once the phase that counts is over, or once nothing in it can change the value of the goal."""
        self._lock = Lock()
        self._from, self._logged = self.game.state.copy(), len(self.game.log)
        """The position before the first order that is not judged yet, and the length of the log there."""
        self._ending: tuple[str, ...] = ()
        """The order that ends the Combat Phase. The goal is judged before this order is carried out."""

    # -- playing

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order of either side. Raises `IllegalOrder`."""
        order, game = as_order(order), self.game
        if isinstance(order, Done) and game.prompt.kind == "combat":
            refusal = game.explain(order)
            if refusal is not None:
                raise refusal
            self._ending, self.ended = (str(order),), True
            return []
        is_other = game.side != self.puzzle.side
        events = game.apply(order)
        state = game.state
        self.ended = game.outcome is not None or state.serial > self.prover.last or self.prover.is_settled(state)
        if is_other:
            self._begin_again()
        return events

    def _begin_again(self) -> None:
        self._from, self._logged = self.game.state.copy(), len(self.game.log)

    @property
    def can_undo(self) -> bool:
        """True if an order that is not judged yet can be undone."""
        return not self.ended and self.game.can_undo and self._logged < len(self.game.log)

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says. Raises `IllegalOrder`, also for judged orders."""
        after = self.game.copy(undo=True)
        after.undo(what)
        if after.log[: self._logged] != self.game.log[: self._logged]:
            raise IllegalOrder("5.15", JUDGED)
        self.game.undo(what)

    def due(self) -> Unjudged | None:
        """Return the orders that can no longer be undone, each only once; None if there are none."""
        game = self.game
        given = (*takewhile(lambda line: not line.startswith("roll "), game.log[self._logged :]), *self._ending)
        decides = game.side == self.puzzle.side and game.prompt.kind != "roll"
        if not given or (decides and game.can_undo and not self.ended):
            return None
        found = Unjudged(self._from, given)
        self._begin_again()
        self._ending = ()
        return found

    # -- questions to the prover, which may take seconds and belong in a thread

    def prepare(self) -> None:
        """Prove the puzzle in advance, so that later answers take less time. Raises `TooLong` once stopped."""
        with self._lock:
            self.prover.value(self._from)

    def judge(self, due: Unjudged) -> Judgment:
        """Judge orders. Store and return the judgment. Raises `TooLong` once stopped."""
        with self._lock:
            best = as_fraction(self.prover.value(due.state))
            yours = as_fraction(self.prover.value_after(due.state, map(parse, due.orders)))
            judgment = Judgment(due.orders, best, yours)
            self.judgments.append(judgment)
        return judgment

    def answer(self, state: State) -> Order:
        """Return the best order in a position of the game. Raises `TooLong` once stopped."""
        with self._lock:
            return self.prover.best(state).order

    def is_out_of_reach(self, state: State) -> bool:
        """Return True if not even best play reaches the goal from a position. Raises `TooLong` once stopped."""
        with self._lock:
            return not self.puzzle.goal.counts_points and self.prover.value(state) == self.puzzle.goal.least

    def end(self) -> None:
        """End the try, because the goal is out of reach."""
        self.ended = True

    def best_line(self) -> list[BestStep]:
        """Return best play from both sides. Each die shows the likeliest result that keeps the goal within reach.

        Raise `TooLong` once stopped.
        """
        with self._lock:
            return list(self._best_line())

    def _best_line(self) -> Iterator[BestStep]:
        game, prover = self.puzzle.game(), self.prover
        order: Order = parse(self.puzzle.proof.answers[0])
        result = ""
        for _ in range(MAX_STEPS):
            side, state = game.side, game.state
            choice = prover.after(state, order)
            yield BestStep(str(order), side, as_fraction(prover.value_of(choice)), result)
            if choice.ends:
                return
            game.apply(order)
            if game.outcome is not None or prover.is_settled(game.state):
                return
            if game.prompt.kind == "roll":
                order, result = self._roll_to_show(game)
            else:
                order, result = prover.best(game.state).order, ""

    def _roll_to_show(self, game: Game) -> tuple[Roll, str]:
        """Return a roll of the best line, and its result in words. The roll is the lowest with that result."""
        combat, goal, state = game.state.combat, self.prover.goal, game.state
        if combat is None or combat.die:
            return Roll(3), ""
        shown = tables.results(*fights.weigh(Play(state), combat))

        def promise(result: str) -> tuple[bool, int, int]:
            first = shown.index(result)
            value = self.prover.value_of(self.prover.after(state, Roll(first + 1)))
            return goal.counts_points or value > goal.least, shown.count(result), -first

        result = max(dict.fromkeys(shown), key=promise)
        return Roll(shown.index(result) + 1), f"{result}, {shown.count(result)} of 6"

    def stop(self) -> None:
        """Stop the prover, because no answer is needed anymore."""
        self.prover.stopped = True

    # -- the result

    @property
    def solved(self) -> bool:
        """True if no decision cost anything."""
        return self.ended and all(judgment.drop == 0 for judgment in self.judgments)

    @property
    def worst(self) -> Judgment | None:
        """The most costly decision; None if no decision cost anything."""
        found = max(self.judgments, key=lambda judgment: judgment.drop, default=None)
        return found if found is not None and found.drop > 0 else None


class PuzzleSession(Unsaved):
    """A try at a puzzle, or its best line, as a session (`sessions.session.Session`)."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(Path(trial.puzzle.key))
        self.trial = trial
        self.shown: Game | None = None
        """The game of the best line, as long as the best line is on the screen."""

    @property
    def game(self) -> Game:
        return self.shown or self.trial.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The solver on one side, and the prover's best play on the other."""
        seats = [Seat("computer", level=4), Seat("computer", level=4)]
        seats[self.trial.puzzle.side] = Seat()
        return seats[0], seats[1]

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order of either side. Raises `IllegalOrder`."""
        if self.shown is not None:
            return self.shown.apply(order)
        return self.trial.apply(order)

    def undo(self, what: str = "") -> None:
        if not self.trial.can_undo:
            raise IllegalOrder("5.15", JUDGED)
        self.trial.undo(what)

    def redo(self) -> list[Event]:
        return self.trial.game.redo()
