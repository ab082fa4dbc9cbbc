"""Game: the only public interface of the engine.

    >>> from westwall_tui import load_scenario
    >>> game = Game(load_scenario("bastogne/spearhead"), seed=1)
    >>> game.prompt.text
    'The U.S. must set up units 52, 2, 811 and 6 more'
    >>> game.apply("deploy 52 2614")
    [Deployed(unit='52', hex='2614')]
    >>> print(game.explain("deploy 2 2614"))
    5.31: unit 52 is already in 2614; choose another hex or move that unit first

`legal()` lists the orders you may give, `sample()` draws one of them, `explain()` returns the reason why an order is
refused. `apply()` carries an order out, or raises `IllegalOrder` and changes nothing. `undo()` takes it back, as far as
the last die, the other side's last decision or, unless both players agree, the start of the Player-Turn. `fork()`
returns an independent game for thinking ahead, `observe()` the position as plain data.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from westwall_tui.engine import dice, flow
from westwall_tui.engine.battles import rules_of
from westwall_tui.engine.decisions.base import Resolved
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, Roll, as_order, parse, units_of
from westwall_tui.engine.rules.answers import NOBODY, Option
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import Combat, Outcome, State
from westwall_tui.engine.units import lower

MANUAL = -1
"""The state of the die if rolls are given as orders."""
MOST_UNDONE = 500
"""The maximum number of orders that can be undone; each needs a copy of the position."""
TURN = "turn"
"""The word for undoing all orders that can be undone (`Game.undo`). No unit has it as its id."""


class Prompt(NamedTuple):
    """The pending decision and its side."""

    side: int
    """The side to decide; -1 when the game is over."""
    kind: str
    """One of `notes`, `set-up`, `movement`, `halted`, `demolition`, `bridges`, `front`, `combat`, `fpf`, `roll`,
    `retreat`, `displace`, `advance`, `offer` and `over`.
    """
    text: str
    """A sentence for people, without a full stop."""
    units: tuple[int, ...] = ()
    """The units that the decision is about."""
    hexes: tuple[int, ...] = ()
    """The hexes of a bridge, or the hexes to choose from."""
    combat: Combat | None = None
    """The combat that the decision belongs to."""


class _Earlier(NamedTuple):
    """An earlier position, to which `undo` may return."""

    state: State
    orders: int
    """The number of orders in the log before it."""
    side: int
    """The side that gave the order after it."""
    ends_turn: bool
    """True if that order ended a Player-Turn or a set-up, so that undoing it needs both players' agreement."""


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """Return the options that players may choose before a scenario begins."""
    return rules_of(scenario).offered


class Game:
    """A game of a scenario from its start to its end."""

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int | None = 0,
        strict: bool = False,
        options: Mapping[str, int] | None = None,
        stream: int = dice.MIXED,
    ) -> None:
        """Begin a game.

        If `seed` is None, every roll is given as an order. In a `strict` game no order can be undone (5.15). `options`
        are the values of the chosen options (`options_of`), by name. `stream` is the stream of dice that the seed
        selects: games from before 2026-11 have `dice.SHIFTED`. Raises `ScenarioDataError` if the scenario lacks data
        that its rules need.
        """
        self.scenario = scenario
        self.rules = rules_of(scenario, options)
        self.seed = seed
        self.stream = stream
        self.strict = strict
        self.is_trial = False
        """True if every order can be undone, dice and the other side's decisions included (`for_trial`)."""
        self.state = State.begin(self.rules, MANUAL if seed is None else dice.start(seed, stream))
        self.base: State | None = None
        """The position where the log starts, unless it starts at the beginning of the scenario."""
        self.log: list[str] = []
        """All orders so far, in full and with dice. Scenario, seed and log together determine the whole game."""
        self.opening: list[Event] = []
        """The events before the first decision."""
        self._past: list[_Earlier] = []
        self._undone: list[list[str]] = []
        flow.begin(self.state, self.opening)
        self.opening += self._roll()
        self.log.clear()  # the seed will repeat any roll before the first order

    def __repr__(self) -> str:
        return f"<Game {self.state.summary}, {len(self.log)} orders>"

    # -- reading

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it continues."""
        return self.state.outcome

    @property
    def side(self) -> int:
        """The side to decide; -1 when the game is over."""
        return self.state.frames[-1].side if self.state.frames else NOBODY

    @property
    def prompt(self) -> Prompt:
        """The pending decision and its side."""
        state = self.state
        if not state.frames:
            return Prompt(NOBODY, "over", state.outcome.sentence if state.outcome else "The game is over")
        decision = flow.pending(state)
        subject = decision.subject(state)
        return Prompt(decision.side, decision.kind, decision.prompt(state, subject), *subject)

    def legal(self, unit: int | str | None = None) -> Iterator[Order]:
        """Find the legal orders one by one.

        With a `unit`, given by id or index, only orders in which it acts. Moves take their cheapest path. Conceding is
        always possible and not listed. Raises `ValueError` for a unit that is not in the scenario.
        """
        if not self.state.frames:
            return iter(())
        return flow.legal(self.state, None if unit is None else self.scenario.unit(unit))

    def sample(self, seed: int = 0) -> Order:
        """Draw a legal order, all with the same probability; the same seed draws the same order in the same position.

        Raises `ValueError` once the game is over. The orders are those that `Game.legal` lists.
        """
        if not self.state.frames:
            raise ValueError("the game is over: there is nothing left to order")
        return flow.sample(self.state, Draw(seed))

    def random_order(self, draw: Draw) -> Order:
        """Draw a legal order without listing them all, so that some orders are likelier than others.

        Every game of such orders ends. The game must not be over.
        """
        found = self._draw_order(draw)
        return found.order if isinstance(found, Resolved) else found

    def _draw_order(self, draw: Draw) -> Order | Resolved:
        return flow.random_order(self.state, draw)

    def observe(self, viewer: int | str | None = None) -> dict[str, object]:
        """Return the position as plain data (docs/referee.md), as a side may know it; None: the public part."""
        from westwall_tui.engine.observation import observation  # not loaded at the start

        found = observation(self.state, NOBODY if viewer is None else self.scenario.side(viewer))
        return {**found, "orders": len(self.log)}

    def explain(self, order: Order | str) -> IllegalOrder | None:
        """Return the refusal of an order, or of its line of text; None if it is legal."""
        try:
            self._resolve(as_order(order))
        except IllegalOrder as refusal:
            return refusal
        return None

    def digest(self, viewer: int | None = None) -> str:
        """Return a fingerprint of the position, or of the part that a `viewer` (0, 1, or `NOBODY`) may know.

        Somebody could compare a fingerprint with those of guessed positions. Therefore a viewer's fingerprint is the
        same for all positions that the viewer cannot tell apart, and does not depend on the die.
        """
        return self.state.digest() if viewer is None else self.fork(viewer=viewer).state.digest()

    # -- changing

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, or its line of text, and roll the die if one is due and the game has its own dice.

        Raises `IllegalOrder` if the rules forbid the order, `OrderSyntaxError` for a line that isn't an order and
        `TypeError` for other objects. In these cases nothing changes.
        """
        return self._carry_out_and_roll(self._resolve(as_order(order)))

    def play_random(self, draw: Draw) -> list[Event]:
        """Carry out an order that `random_order` draws, without checking it again."""
        found = self._draw_order(draw)
        return self._carry_out_and_roll(found) if isinstance(found, Resolved) else self.apply(found)

    def _resolve(self, order: Order) -> Resolved:
        if isinstance(order, Roll) and self.seed is not None:
            raise IllegalOrder("7.6", "you cannot give a roll, because the game rolls its own dice")
        return flow.resolve(self.state, order)

    def _carry_out_and_roll(self, step: Resolved) -> list[Event]:
        """Carry out an order that was resolved in this position, and roll the die if the game has its own dice."""
        events = self._carry_out(step)
        self._undone.clear()
        return events + self._roll()

    def _roll(self) -> list[Event]:
        """Roll all dice that are due, if the game has its own dice."""
        events: list[Event] = []
        while self.seed is not None and self.state.frames and flow.pending(self.state).rolls():
            self.state.die, die = dice.roll(self.state.die)
            events += self._apply(Roll(die))
        return events

    def replay(self, lines: Iterable[str]) -> list[Event]:
        """Carry out the orders of a log, including rolls. Raises `IllegalOrder` or `OrderSyntaxError`.

        A game with its own dice refuses a roll that differs from its die.
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
        before = self.state.copy() if self.is_trial or not isinstance(step.order, Roll) else None
        events: list[Event] = []
        step.perform(self.state, events)
        flow.settle(self.state, events)
        ends_turn = before is not None and not _can_go_back(before, self.state)
        if before is None or not (self.is_trial or self._stays_undoable(before, ends_turn=ends_turn)):
            self._past.clear()
        else:
            others = self._past and self._past[-1].side != side and not self._past[-1].ends_turn
            if others and not self.is_trial:
                self._past.clear()
            self._past.append(_Earlier(before, len(self.log), side, ends_turn))
            if len(self._past) > MOST_UNDONE:
                del self._past[0]
        self.log.append(str(step.order))
        return events

    def _stays_undoable(self, before: State, *, ends_turn: bool) -> bool:
        """Return True if the order that has just led here from the position `before` can be undone (5.15)."""
        hidden = self.rules.notes.hidden
        return not (self.state.outcome or (ends_turn and (hidden(before) or hidden(self.state))))

    @property
    def can_undo(self) -> bool:
        """True if the last order can be undone (5.15 and its ruling)."""
        return self.can_undo_together and (self.is_trial or not self._past[-1].ends_turn)

    @property
    def can_undo_together(self) -> bool:
        """True if the last order can be undone, though perhaps only if both players agree (ruling on 5.15)."""
        return bool(self._past) and not self.strict

    @property
    def undoes(self) -> int:
        """The side whose order `undo` would take back; -1 if no order can be undone."""
        return self._past[-1].side if self.can_undo else NOBODY

    @property
    def can_redo(self) -> bool:
        """True if an order has been undone and no order has been given since."""
        return bool(self._undone)

    def undo(self, what: str = "", *, agreed: bool = False) -> None:
        """Take the last order back. Raises `IllegalOrder` if that is not allowed.

        With `what` as the id of a unit, take back the unit's last order and keep later orders of the same phase, if
        none of them depends on it; the end of that phase is taken back, too. With `TURN`, take back all orders since
        the last die, the other side's last decision or the start of the Player-Turn. If both players have `agreed`, the
        last order may have ended a Player-Turn or a set-up.
        """
        if self.strict:
            raise IllegalOrder("5.15", "you cannot undo orders in a strict game")
        if not self.log and self.base is None:
            raise IllegalOrder("5.15", "there is no order to undo yet")
        if not (self.can_undo_together if agreed and not what else self.can_undo):
            reason = "you cannot undo a die roll, your opponent's decision or the end of a Player-Turn"
            raise IllegalOrder("5.15", reason)
        if what and what != TURN:
            try:
                unit = self.scenario.unit(what)
            except ValueError as error:
                raise IllegalOrder("5.15", str(error)) from None
            self._undo_of(unit)
            return
        first = self._first_of_turn if what else -1
        earlier = self._past[first]
        del self._past[first:]
        self._undone.append(self.log[earlier.orders :])
        self.state = earlier.state.copy()  # a copy of the game may share this position
        del self.log[earlier.orders :]

    def back_to(self, orders: int) -> None:
        """Return to the position after the first `orders` orders, because both players agree.

        Dice that are taken back must be given or drawn again. Nothing can be redone. Raises `IllegalOrder` in a strict
        game, and if dice that come from the game's seed would be rolled again.
        """
        if self.strict:
            self.undo()  # raises the reason
        if self.seed is not None and any(isinstance(parse(line), Roll) for line in self.log[orders:]):
            raise IllegalOrder(
                "5.15", "the dice of this game come from its seed, so the same ones would be rolled again"
            )
        earlier = self.root()
        earlier.replay(self.log[:orders])
        self.state, self._past = earlier.state, earlier._past
        del self.log[orders:]
        self._undone.clear()

    @property
    def _first_of_turn(self) -> int:
        """The first of the earlier positions of the Player-Turn or set-up in which the last order was given."""
        return max((at for at, earlier in enumerate(self._past[:-1], 1) if earlier.ends_turn), default=0)

    def _undo_of(self, unit: int) -> None:
        """Take back a unit's last order, and repeat the orders of the same phase after it.

        Raises `IllegalOrder` if one of them depends on it.
        """
        name, past = self.state.units[unit].name, self._past[self._first_of_turn :]
        lines = [self.log[earlier.orders] for earlier in past]
        own = [at for at, line in enumerate(lines) if lower(getattr(parse(line), "unit", "")) == lower(self._id(unit))]
        if not own:
            raise IllegalOrder("5.15", self._why_not_undone(unit), (self._id(unit),))
        at = own[-1]
        without = self.copy()
        without.state, without._past = past[at].state.copy(), self._past[: len(self._past) - len(past) + at]
        del without.log[past[at].orders :]
        after = [*(earlier.state for earlier in past[at + 1 :]), self.state]
        kept = [then.serial == past[at].state.serial for then in after[1:]]  # the unit may act again in its phase
        for line, before, then, keep in zip(lines[at + 1 :], after, after[1:], kept, strict=False):
            if keep and not without._repeats(line, before, then):
                raise IllegalOrder("5.15", _dependence(self.scenario, name, parse(line)), (self._id(unit),))
        self._undone.append([lines[at], *(line for line, keep in zip(lines[at + 1 :], kept, strict=True) if not keep)])
        self.state, self.log, self._past = without.state, without.log, without._past

    def _why_not_undone(self, unit: int) -> str:
        """Return why no order of a unit can be undone now: what has happened since its last order, if it had one."""
        name, own = self.state.units[unit].name, lower(self._id(unit))
        orders = [parse(line) for line in self.log]
        last = max((at for at, order in enumerate(orders) if own in map(lower, units_of(order))), default=-1)
        if last < 0:
            return f"{name} has had no order yet"
        if any(isinstance(order, Roll) for order in orders[last:]):
            why = "a die has been rolled since its last one"
        elif not hasattr(orders[last], "unit"):
            why = "its last one was for several units"
        else:
            why = "your opponent has decided something since its last one, or a Player-Turn has ended"
        return f"{name} has no order that you can undo now: {why}"

    def _id(self, unit: int) -> str:
        return self.state.units[unit].id

    def _repeats(self, line: str, before: State, then: State) -> bool:
        """Carry out an order of another course of the game; return True if it has the same effect here as there.

        There, it led from the position `before` to `then`.
        """
        order, expected = parse(line), list[Event]()
        flow.resolve(there := before.copy(), order).perform(there, expected)
        flow.settle(there, expected)
        try:
            events = self._apply(order)
        except IllegalOrder:
            return False
        return events == expected and self.log[-1] == line and _asks(self.state) == _asks(then)

    def redo(self) -> list[Event]:
        """Repeat what was undone last. Raises `IllegalOrder` if there is nothing to repeat, or no longer legal."""
        if not self._undone:
            raise IllegalOrder("5.15", "there is no order to redo")
        events = self.replay(self._undone[-1])
        self._undone.pop()
        return events

    # -- other games

    def begun_again(self, seed: int | None) -> "Game":
        """Return a new game of this scenario with the same options, and with the dice of a seed."""
        return Game(self.scenario, seed=seed, strict=self.strict, options=self.rules.options, stream=self.stream)

    def root(self) -> "Game":
        """Return the game as it was before the first order of its log."""
        start = self.begun_again(self.seed)
        if self.base is not None:
            start.go_on_from(self.base)
        return start

    def go_on_from(self, position: State) -> None:
        """Continue from another position of the same scenario and options, and forget the log so far."""
        self.state, self.base = position.copy(), position.copy()
        for done in (self.log, self.opening, self._past, self._undone):
            done.clear()

    def copy(self, *, undo: bool = False) -> "Game":
        """Return a copy of the game, whose dice will show the same numbers.

        With `undo` the copy can undo and redo the same orders; otherwise none. Use a `fork` to think ahead for a
        player.
        """
        copied = Game.__new__(Game)
        copied.scenario, copied.rules = self.scenario, self.rules
        copied.strict, copied.is_trial = self.strict, self.is_trial
        copied.seed, copied.stream = self.seed, self.stream
        copied.state, copied.base = self.state.copy(), self.base
        copied.log, copied.opening = self.log[:], self.opening[:]
        copied._past, copied._undone = (self._past[:], self._undone[:]) if undo else ([], [])
        return copied

    def fork(self, *, seed: int | None = None, viewer: int | str = NOBODY, undo: bool = False) -> "Game":
        """Return an independent game with its own dice that continues from this position, as a side may know it.

        If `seed` is None, every roll is given as an order; with a seed, a die that is due now is rolled. Random
        possibilities replace the secrets that are hidden from the `viewer` (a side by name or number, or `NOBODY`). The
        log of the fork begins here, because earlier orders might reveal a secret. With `undo` it begins with the orders
        that can be undone, if they reveal no secret.
        """
        viewer = viewer if viewer == NOBODY else self.scenario.side(viewer)
        whose = self.undoes if self.can_undo else self.side
        fork = self.copy(undo=undo and not self.strict and (viewer == whose or not self.hides(viewer)))
        fork.seed, fork.stream = seed, dice.MIXED
        turns = [i for i, earlier in enumerate(fork._past, 1) if earlier.ends_turn]
        fork._past = [earlier._replace(state=earlier.state.copy()) for earlier in fork._past[max(turns, default=0) :]]
        for state in (fork.state, *(earlier.state for earlier in fork._past)):
            state.die = MANUAL if seed is None else dice.start(seed)
            if viewer != self.rules.notes.side:
                self.rules.notes.draw_hidden(state, dice.Draw(seed or 0))
        fork._roll()
        fork._begin_with_the_past()
        return fork

    def _begin_with_the_past(self) -> None:
        """Start the log with the first order that can be undone, or else at the present position."""
        start, first = self._past[0][:2] if self._past else (self.state, len(self.log))
        self.base, self.log = start.copy(), self.log[first:]
        self._past = [earlier._replace(orders=earlier.orders - first) for earlier in self._past]
        self.opening.clear()

    def hides(self, viewer: int) -> bool:
        """Return True if any secret is hidden from a side (0, 1, or `NOBODY`)."""
        return viewer != self.rules.notes.side and self.rules.notes.hidden(self.state)

    def known(self, viewer: int) -> "Game":
        """Return the game as a side (0, 1, or `NOBODY`) may know it; its rolls are given as orders.

        The game has its whole log, unless an order would reveal a secret; then the result is a `fork`.
        """
        if self.hides(viewer):
            return self.fork(viewer=viewer)
        return self.rolled_by_hand()

    def rolled_by_hand(self) -> "Game":
        """Return a copy of the game whose rolls, in the future and in a replay, are given as orders."""
        copied = self.copy()
        copied.seed, copied.is_trial = None, False
        copied.state.die = MANUAL
        if copied.base is not None:
            copied.base = copied.base.copy()
            copied.base.die = MANUAL
        return copied

    def for_trial(self) -> "Game":
        """Return a copy whose rolls are given as orders, and whose orders from here on can all be undone."""
        trial = self.rolled_by_hand()
        trial.strict, trial.is_trial = False, True
        return trial


def _asks(state: State) -> tuple[int, str]:
    """Return the side and the kind of the pending decision."""
    return (state.frames[-1].side, flow.pending(state).kind) if state.frames else (NOBODY, "")


def _dependence(scenario: Scenario, name: str, order: Order) -> str:
    """Return the refusal to undo the order of a unit called `name`, because a later order depends on it."""
    acting = getattr(order, "unit", "")
    if acting:
        later = scenario.units[scenario.unit(acting)].name
        return f"the order of {later} depends on that of {name}: undo {later} first"
    return f"a later order depends on that of {name}: undo the later order first"


def _can_go_back(before: State, after: State) -> bool:
    """Return True if a player may go back from the position `after` to the position `before` (ruling on 5.15).

    This is possible within a phase, and from a player's own Combat Phase to the Movement Phase before it.
    """
    if after.serial == before.serial:
        return True
    own = (after.turn, after.side) == (before.turn, before.side)
    return own and before.phase is Phase.MOVEMENT and after.phase is Phase.COMBAT
