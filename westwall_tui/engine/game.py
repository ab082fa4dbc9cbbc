"""Game: the only door to the engine.

    >>> from westwall_tui import load_scenario
    >>> game = Game(load_scenario("bastogne/spearhead"), seed=1)
    >>> game.prompt.text
    'The U.S. must set up unit 52, unit 2, unit 811 and 6 more'
    >>> game.apply("deploy 52 2614")
    [Deployed(unit='52', hex='2614')]
    >>> print(game.explain("deploy 2 2614"))
    5.31: unit 52 is already in 2614; choose another hex or move that unit first

`legal()` lists the orders you may give, `sample()` draws one of them, `explain()` says why one is refused, `apply()`
carries it out, or raises `IllegalOrder` and changes nothing; `undo()` takes it back, as far as the last die, the other
side's last decision or the start of the Player-Turn. `fork()` is an independent game to think ahead in, `observe()` the
position as plain data.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from westwall_tui.engine import dice, flow
from westwall_tui.engine.battles import rules_of
from westwall_tui.engine.decisions.base import Resolved
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, Roll, as_order, parse
from westwall_tui.engine.rules.answers import NOBODY, Option
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import Combat, Outcome, State

MANUAL = -1
"""Stands for the die if rolls are given as orders."""
MOST_UNDONE = 500
"""The most orders that can be undone: each keeps a copy of the position."""


class Prompt(NamedTuple):
    """Who decides what now."""

    side: int
    """The side to decide; -1 when the game is over."""
    kind: str
    """One of `notes`, `set-up`, `movement`, `halted`, `demolition`, `bridges`, `front`, `combat`, `fpf`, `roll`,
    `retreat`, `displace`, `advance`, `offer` and `over`.
    """
    text: str
    """One line for people."""
    units: tuple[int, ...] = ()
    """Its units."""
    hexes: tuple[int, ...] = ()
    """Its hexes: those of a bridge, or those to choose from."""
    combat: Combat | None = None
    """The combat that it belongs to."""


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """The options that players may choose before a scenario begins."""
    return rules_of(scenario).choices


class Game:
    """A game of a scenario from its start to its end."""

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int | None = 0,
        strict: bool = False,
        options: Mapping[str, bool] | None = None,
        stream: int = dice.MIXED,
    ) -> None:
        """Begin a game. `seed` None: every roll is given as an order. `strict`: nothing is taken back (5.15).

        `options` are those of the battle (`options_of`), by name. `stream` is the stream of dice that the seed
        selects: games from before 2026-11 have `dice.SHIFTED`. Raises `ScenarioDataError` if the scenario lacks data
        that its rules need.
        """
        self.scenario = scenario
        self.rules = rules_of(scenario, options)
        self.seed = seed
        self.stream = stream
        self.strict = strict
        self.state = State.begin(self.rules, MANUAL if seed is None else dice.start(seed, stream))
        self.base: State | None = None
        """The position where the log starts, if not at the scenario's beginning."""
        self.log: list[str] = []
        """All orders so far, in full, dice included: with scenario and seed this is the game."""
        self.opening: list[Event] = []
        """What happened before the first decision."""
        self._past: list[tuple[State, int, int]] = []
        self._undone: list[list[str]] = []
        flow.begin(self.state, self.opening)
        self.opening += self._roll()
        self.log.clear()  # a roll before the first order comes from the seed again

    def __repr__(self) -> str:
        return f"<Game {self.state.summary}, {len(self.log)} orders>"

    # -- reading

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it continues."""
        return self.state.outcome

    @property
    def side(self) -> int:
        """The side to decide; -1 when the game is over."""
        return self.state.frames[-1].side if self.state.frames else NOBODY

    @property
    def prompt(self) -> Prompt:
        """Who decides what now."""
        state = self.state
        if not state.frames:
            return Prompt(NOBODY, "over", state.outcome.sentence if state.outcome else "The game is over")
        decision = flow.pending(state)
        subject = decision.subject(state)
        return Prompt(decision.side, decision.kind, decision.prompt(state, subject), *subject)

    def legal(self, unit: int | str | None = None) -> Iterator[Order]:
        """The legal orders now; moves and attacks are found one by one, as you ask for them.

        With a `unit`, by its id or index, only those that name it among the units that act. Moves take their cheapest
        path. Conceding is always possible and not listed. Raises `ValueError` for a unit that is not in the scenario.
        """
        if not self.state.frames:
            return iter(())
        return flow.legal(self.state, None if unit is None else self.scenario.unit(unit))

    def sample(self, seed: int = 0) -> Order:
        """A random legal order, all equally likely; a seed gives the same one in the same position.

        Raises `ValueError` once the game is over. `Game.legal` says what is listed, and in which form.
        """
        if not self.state.frames:
            raise ValueError("the game is over: there is nothing left to order")
        return flow.sample(self.state, Draw(seed))

    def random_order(self, draw: Draw) -> Order:
        """A random legal order, found without listing them all, so that some are likelier than others.

        Every game of such orders ends. There must be something to decide.
        """
        found = self._draw_order(draw)
        return found.order if isinstance(found, Resolved) else found

    def _draw_order(self, draw: Draw) -> Order | Resolved:
        return flow.random_order(self.state, draw)

    def observe(self, viewer: int | str | None = None) -> dict[str, object]:
        """The position as plain data (docs/referee.md), as far as a side may know it; None: what everybody may know."""
        from westwall_tui.engine.observation import observation  # not loaded at the start

        found = observation(self.state, NOBODY if viewer is None else self.scenario.side(viewer))
        return {**found, "orders": len(self.log)}

    def explain(self, order: Order | str) -> IllegalOrder | None:
        """Why an order would be refused; None if it is legal. Takes an order or its line, as `apply` does."""
        try:
            self._resolve(as_order(order))
        except IllegalOrder as refusal:
            return refusal
        return None

    def digest(self, viewer: int | None = None) -> str:
        """A fingerprint of the position: all of it, or with a `viewer` (0, 1, or nobody) what that side may know of it.

        A fingerprint can be tried against guessed positions. So a side's is the same for all positions that it cannot
        tell apart, and does not depend on the die.
        """
        return self.state.digest() if viewer is None else self.fork(viewer=viewer).state.digest()

    # -- changing

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, or its line of text, and roll the die when one is due and the game has its own.

        Raises `IllegalOrder` if the rules forbid it, `OrderSyntaxError` for a line that cannot be read and `TypeError`
        for what is neither, and then changes nothing.
        """
        return self._carry_out_and_roll(self._resolve(as_order(order)))

    def play_random(self, draw: Draw) -> list[Event]:
        """Carry out a random order, as `random_order` finds it: legal in this position, so it is not checked again."""
        found = self._draw_order(draw)
        return self._carry_out_and_roll(found) if isinstance(found, Resolved) else self.apply(found)

    def _resolve(self, order: Order) -> Resolved:
        if isinstance(order, Roll) and self.seed is not None:
            raise IllegalOrder("7.6", "the game rolls the die")
        return flow.resolve(self.state, order)

    def _carry_out_and_roll(self, step: Resolved) -> list[Event]:
        """Carry out an order that was resolved in this very position, and roll the die if the game has its own."""
        events = self._carry_out(step)
        self._undone.clear()
        return events + self._roll()

    def _roll(self) -> list[Event]:
        """Roll the die while one is due, if the game has its own."""
        events: list[Event] = []
        while self.seed is not None and self.state.frames and flow.pending(self.state).rolls():
            self.state.die, die = dice.roll(self.state.die)
            events += self._apply(Roll(die))
        return events

    def replay(self, lines: Iterable[str]) -> list[Event]:
        """Carry out orders of a log, rolls included. Raises `IllegalOrder`, or `OrderSyntaxError`.

        A game with its own die refuses a roll that the die does not show.
        """
        events: list[Event] = []
        for line in lines:
            order = parse(line)
            if isinstance(order, Roll) and self.seed is not None:
                after, die = dice.roll(self.state.die)
                if die != order.die:
                    raise IllegalOrder("7.6", f"the die shows {die}, not {order.die}")
                self.state.die = after
            events += self._apply(order)
        return events

    def _apply(self, order: Order) -> list[Event]:
        return self._carry_out(flow.resolve(self.state, order))

    def _carry_out(self, step: Resolved) -> list[Event]:
        side = self.side
        before = None if isinstance(step.order, Roll) else self.state.copy()
        events: list[Event] = []
        step.perform(self.state, events)
        flow.settle(self.state, events)
        if before is None or self.state.outcome is not None or not _goes_on(before, self.state):
            self._past.clear()
        else:
            if self._past and self._past[-1][2] != side:
                self._past.clear()
            self._past.append((before, len(self.log), side))
            if len(self._past) > MOST_UNDONE:
                del self._past[0]
        self.log.append(str(step.order))
        return events

    @property
    def can_undo(self) -> bool:
        """True if the last order may be taken back (5.15 and its ruling)."""
        return bool(self._past) and not self.strict

    @property
    def undoes(self) -> int:
        """The side whose order `undo` would take back; -1 if nothing may be taken back."""
        return self._past[-1][2] if self.can_undo else NOBODY

    @property
    def can_redo(self) -> bool:
        """True if an order was taken back and none given since."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last order back. Raises `IllegalOrder` if that is not allowed."""
        if self.strict:
            raise IllegalOrder("5.15", "nothing can be taken back in a strict game")
        if not self.log and self.base is None:
            raise IllegalOrder("5.15", "nothing has been done yet")
        if not self._past:
            raise IllegalOrder("5.15", "no undo past a roll, the other side's decision or a Player-Turn's end")
        state, length, _ = self._past.pop()
        self._undone.append(self.log[length:])
        self.state = state.copy()  # a copy of the game may have the same one to go back to
        del self.log[length:]

    def redo(self) -> list[Event]:
        """Repeat the order that was taken back last. Raises `IllegalOrder` if there is none."""
        if not self._undone:
            raise IllegalOrder("5.15", "there is nothing to redo")
        lines = self._undone.pop()
        return self.replay(lines)

    # -- other games

    def root(self) -> "Game":
        """The game as it stood before the first order of its log."""
        start = Game(self.scenario, seed=self.seed, strict=self.strict, options=self.rules.options, stream=self.stream)
        if self.base is not None:
            start.go_on_from(self.base)
        return start

    def go_on_from(self, position: State) -> None:
        """Continue from another position of the same scenario and options; the game forgets what came before."""
        self.state, self.base = position.copy(), position.copy()
        for done in (self.log, self.opening, self._past, self._undone):
            done.clear()

    def copy(self, *, undo: bool = False) -> "Game":
        """A copy of the game. Its dice will show the same numbers.

        With `undo` the copy can undo and redo the same orders; else none. To think ahead for a player, take a `fork`.
        """
        twin = Game.__new__(Game)
        twin.scenario, twin.rules, twin.strict = self.scenario, self.rules, self.strict
        twin.seed, twin.stream = self.seed, self.stream
        twin.state, twin.base = self.state.copy(), self.base
        twin.log, twin.opening = self.log[:], self.opening[:]
        twin._past, twin._undone = (self._past[:], self._undone[:]) if undo else ([], [])
        return twin

    def fork(self, *, seed: int | None = None, viewer: int | str = NOBODY, undo: bool = False) -> "Game":
        """An independent game that continues from this position, as far as a side may know it, with its own dice.

        `seed` None: every roll is given as an order; with a seed, a die that is due now is rolled. What the `viewer`
        (a side by name or number, or nobody) may not know is replaced by a random possibility. The fork's log begins
        here: earlier orders might give a secret away. With `undo` it begins with what may be taken back here, if that
        gives none away.
        """
        viewer = viewer if viewer == NOBODY else self.scenario.side(viewer)
        whose = self.undoes if self.can_undo else self.side
        twin = self.copy(undo=undo and not self.strict and (viewer == whose or not self.hides(viewer)))
        twin.seed, twin.stream = seed, dice.MIXED
        twin._past = [(state.copy(), length, side) for state, length, side in twin._past]
        for state in (twin.state, *(state for state, _, _ in twin._past)):
            state.die = MANUAL if seed is None else dice.start(seed)
            if viewer != self.rules.notes.side:
                self.rules.notes.draw_hidden(state, dice.Draw(seed or 0))
        twin._roll()
        twin._begin_with_the_past()
        return twin

    def _begin_with_the_past(self) -> None:
        """Let the log begin with the first order that may be taken back, or here."""
        start, first, _ = self._past[0] if self._past else (self.state, len(self.log), NOBODY)
        self.base, self.log = start.copy(), self.log[first:]
        self._past = [(state, length - first, side) for state, length, side in self._past]
        self.opening.clear()

    def hides(self, viewer: int) -> bool:
        """True if anything is hidden from a side (0, 1, or nobody)."""
        return viewer != self.rules.notes.side and self.rules.notes.hidden(self.state)

    def known(self, viewer: int) -> "Game":
        """The game as a side (0, 1, or nobody) may know it; its rolls are given as orders.

        It keeps the log unless an order would reveal a secret; then it is a `fork`.
        """
        if self.hides(viewer):
            return self.fork(viewer=viewer)
        return self.rolled_by_hand()

    def rolled_by_hand(self) -> "Game":
        """A copy of the game whose rolls, from here on and when it is replayed, are given as orders."""
        twin = self.copy()
        twin.seed = None
        twin.state.die = MANUAL
        if twin.base is not None:
            twin.base = twin.base.copy()
            twin.base.die = MANUAL
        return twin


def _goes_on(before: State, after: State) -> bool:
    """True if a player may go back from `after` to `before` (ruling on 5.15): the phase is the same, or he has ended
    his own Movement Phase and attacks next.
    """
    if after.serial == before.serial:
        return True
    own = (after.turn, after.side) == (before.turn, before.side)
    return own and before.phase is Phase.MOVEMENT and after.phase is Phase.COMBAT
