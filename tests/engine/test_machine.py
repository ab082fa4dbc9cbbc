"""The public door as a machine: orders, undo, redo, saves, copies and forks in any order, on small drawn boards."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests import long
from tests.drawn import board, drawn
from tests.engine import naive_zones
from westwall_tui.engine.decisions.base import STEPS
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.state import State

BLUE = ["A 4-4-7 0505", "B 3-3-7 0405", "C 5-5-10 armor 0606", "G 2-2-6/1-7 0508", "R 3-3-7"]
RED = ["X 3-3-7 0503", "Y 2-3-7 0604", "Z 4-4-7 0403", "H 2-2-6/1-7 0501"]
ROUGH = "\n".join(["..#......", ".g.......", "...#..%..", ".........", "..o...g..", *["........."] * 4])
BOARDS = (
    board(),
    board(ROUGH),
    board(roads=["0501 0502 0503 0504 0505 0506 0507 0508 0509"], streams=["0504/0505 0504/0404"]),
)
WORDS = ["move", "attack", "A", "B", "X", "Y", ">", "0504", "0404", "0505", "done", "stand", "fpf", "none"]
SEEDS = st.integers(0, 1 << 16)


class Door(RuleBasedStateMachine):
    """What can be done to a game; `line` is the story so far, a digest before each order that can be taken back."""

    game: Game
    line: list[str]
    ahead: list[str]

    @initialize(ground=st.sampled_from(BOARDS), seed=st.none() | SEEDS, strict=st.booleans())
    def begin(self, ground, seed, strict):
        self.game = drawn(
            ground,
            blue=BLUE,
            red=RED,
            arrivals=[(2, "R", "0109")],
            supports=([(1, 3, 1)], []),
            last_turn=3,
            seed=seed,
            strict=strict,
        )
        self.line, self.ahead = [], []

    @rule(seed=SEEDS)
    @precondition(lambda self: self.game.outcome is None)
    def order(self, seed):
        self.give(self.game.random_order(Draw(seed)))

    @rule(words=st.lists(st.sampled_from(WORDS), max_size=4))
    def typed(self, words):
        before, log = self.game.digest(), self.game.log[:]
        try:
            order = parse(" ".join(words))
        except OrderSyntaxError:
            return
        explained = self.game.explain(order)
        assert self.game.digest() == before
        if explained is None:
            self.give(order)
            return
        with pytest.raises(IllegalOrder) as caught:
            self.game.apply(order)
        assert (caught.value.case, caught.value.reason) == (explained.case, explained.reason)
        assert (self.game.digest(), self.game.log) == (before, log)

    def give(self, order: Order) -> None:
        assert self.game.explain(order) is None
        self.line.append(self.game.digest())
        self.game.apply(order)
        self.ahead.clear()

    @rule()
    @precondition(lambda self: self.game.can_undo)
    def undo(self):
        self.ahead.append(self.game.digest())
        self.game.undo()
        assert self.game.digest() == self.line.pop()

    @rule()
    @precondition(lambda self: self.game.can_redo)
    def redo(self):
        self.line.append(self.game.digest())
        self.game.redo()
        assert self.game.digest() == self.ahead.pop()

    @rule()
    def reload(self):
        """From scenario, seed and log, and from the position as data."""
        again = self.game.root()
        again.replay(self.game.log)
        assert (again.digest(), again.log) == (self.game.digest(), self.game.log)
        read = State.decode(self.game.rules, self.game.state.encode(), STEPS)
        assert read == self.game.state
        self.game = again
        self.ahead.clear()

    @rule(seed=SEEDS, forked=st.booleans())
    def think_ahead(self, seed, forked):
        before, log, draw = self.game.digest(), self.game.log[:], Draw(seed)
        twin = self.game.fork(seed=seed) if forked else self.game.copy()
        for _ in range(3):
            if twin.outcome is None:
                twin.apply(twin.random_order(draw))
        assert (self.game.digest(), self.game.log) == (before, log)

    @invariant()
    def somebody_decides(self):
        if not hasattr(self, "game"):
            return
        over = self.game.outcome is not None
        assert (self.game.prompt.kind == "over") == over
        assert self.game.prompt.text
        assert (next(self.game.legal(), None) is None) == over
        assert self.game.can_redo == bool(self.ahead)
        naive_zones.agrees(self.game.state)


TestDoor = pytest.mark.slow(Door.TestCase)
TestDoor.settings = settings(
    max_examples=long.sample(30, 15),
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
