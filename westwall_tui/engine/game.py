"""Game: the only door to the engine.

    >>> game = Game(scenario, seed=1)                              # doctest: +SKIP
    >>> game.prompt.text                                           # doctest: +SKIP
    'US sets up: 52, 2, 811 ...'
    >>> game.apply(parse("deploy 52 1214"))                        # doctest: +SKIP
    [Deployed(unit='52', hex='1214')]

`legal()` lists what may be done, `explain()` says why something may not, `apply()` does it, or raises `IllegalOrder`
and changes nothing; `undo()` takes it back as far as the last die, the other side's last decision or the phase's start.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from westwall_tui.engine import choices, dice, flow
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.events import Event
from westwall_tui.engine.frames import (
    Advances,
    CombatPhase,
    Die,
    Displacing,
    Frame,
    Halted,
    Movement,
    Noting,
    Protect,
    Razing,
    Retreats,
    Setup,
    Throw,
    Wired,
)
from westwall_tui.engine.orders import IllegalOrder, Order, Roll, parse
from westwall_tui.engine.rules import obligations
from westwall_tui.engine.rules.answers import Option
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import Outcome, State

MANUAL = -1
"""Die of a game whose rolls are given from outside."""

KINDS: Mapping[type, str] = {
    Noting: "notes",
    Halted: "halted",
    Wired: "demolition",
    Throw: "roll",
    Razing: "bridges",
    Setup: "set-up",
    Movement: "movement",
    CombatPhase: "combat",
    Protect: "fpf",
    Die: "roll",
    Retreats: "retreat",
    Displacing: "displace",
    Advances: "advance",
}


class Prompt(NamedTuple):
    """Who decides what now."""

    side: int
    """The side to decide; -1 when the game is over."""
    kind: str
    """One of `notes`, `set-up`, `movement`, `halted`, `demolition`, `bridges`, `combat`, `fpf`, `roll`, `retreat`,
    `displace`, `advance` and `over`.
    """
    text: str
    """One line for people."""
    units: tuple[int, ...] = ()
    """The units that it is about."""


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """What the players may choose before a scenario begins."""
    return RULESETS[scenario.rules](scenario).choices


class Game:
    """A game of a scenario from its start to its end."""

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int | None = 0,
        strict: bool = False,
        options: Mapping[str, bool] | None = None,
    ) -> None:
        """`seed` None: every roll is given as an order. `strict`: nothing is taken back (5.15).

        `options` are those of the battle (`options_of`), by name. Raises `ScenarioDataError` when the scenario lacks
        what its rules read.
        """
        self.scenario = scenario
        self.rules: Ruleset = RULESETS[scenario.rules](scenario, options)
        self.seed = seed
        self.strict = strict
        self.state = State.begin(scenario, MANUAL if seed is None else dice.start(seed))
        self.log: list[str] = []
        """Every order given so far, in full, dice included: with scenario and seed this is the game."""
        self.opening: list[Event] = []
        """What happened before the first decision."""
        self._past: list[tuple[State, int, int]] = []
        self._undone: list[list[str]] = []
        flow.begin(self.rules, self.state, self.opening)
        self.opening += self._roll()
        self.log.clear()  # a die before the first order comes from the seed again

    # -- reading

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.state.outcome

    @property
    def prompt(self) -> Prompt:
        """Who decides what now."""
        state = self.state
        if not state.frames:
            return Prompt(-1, "over", state.outcome.reason if state.outcome else "The game is over")
        frame = state.frames[-1]
        units = _asked(self.rules, state, frame)
        name = state.scenario.sides[frame.side].name
        return Prompt(frame.side, KINDS[type(frame)], _prompt_text(self.rules, state, frame, name, units), units)

    def legal(self) -> Iterator[Order]:
        """The orders that may be given now: small decisions whole, moves and attacks one by one as they are found."""
        return choices.legal(self.rules, self.state)

    def explain(self, order: Order) -> IllegalOrder | None:
        """Why an order would be refused, or None if it would be carried out."""
        try:
            flow.resolve(self.rules, self.state, order)
        except IllegalOrder as refusal:
            return refusal
        return None

    def digest(self) -> str:
        """A fingerprint of the position."""
        return self.state.digest()

    # -- changing

    def apply(self, order: Order) -> list[Event]:
        """Carry out an order, and roll the die when one is due and the game has its own.

        Raises `IllegalOrder` and changes nothing when the rules forbid it.
        """
        if isinstance(order, Roll) and self.seed is not None:
            raise IllegalOrder("7.6", "the die is rolled by the game")
        events = self._apply(order)
        self._undone.clear()
        return events + self._roll()

    def _roll(self) -> list[Event]:
        """Roll the die as long as one is due and the game has its own."""
        events: list[Event] = []
        while self.seed is not None and self.state.frames and isinstance(self.state.frames[-1], Die | Throw):
            self.state.die, die = dice.roll(self.state.die)
            events += self._apply(Roll(die))
        return events

    def replay(self, lines: Iterable[str]) -> list[Event]:
        """Carry out orders of a log, rolls included. Raises `IllegalOrder`, or `OrderSyntaxError`.

        In a game with its own die, a roll that the die does not show is refused.
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
        step = flow.resolve(self.rules, self.state, order)
        side = self.state.frames[-1].side
        before = self.state.copy()
        events: list[Event] = []
        step.perform(events)
        flow.settle(self.rules, self.state, events)
        if self._past and self._past[-1][2] != side:
            self._past.clear()
        self._past.append((before, len(self.log), side))
        if isinstance(order, Roll) or self.state.serial != before.serial or self.state.outcome is not None:
            self._past.clear()
        self.log.append(str(step.order))
        return events

    @property
    def can_undo(self) -> bool:
        """Whether the last order may be taken back (5.15 and its ruling)."""
        return bool(self._past) and not self.strict

    @property
    def can_redo(self) -> bool:
        """Whether an order was taken back and nothing else done since."""
        return bool(self._undone)

    def _has_just_begun(self) -> bool:
        """Whether it stands as at its beginning; one that goes on from a snapshot has no orders either."""
        return self.digest() == Game(self.scenario, seed=self.seed, options=self.rules.options).digest()

    def undo(self) -> None:
        """Take the last order back. Raises `IllegalOrder` where that is not allowed."""
        if self.strict:
            raise IllegalOrder("5.15", "this game is played strictly: nothing is taken back")
        if not self.log and self._has_just_begun():
            raise IllegalOrder("5.15", "nothing has been done yet")
        if not self._past:
            raise IllegalOrder(
                "5.15", "nothing can be taken back past a die, the other side's decision or a phase's end"
            )
        state, length, _ = self._past.pop()
        self._undone.append(self.log[length:])
        self.state = state
        del self.log[length:]

    def redo(self) -> list[Event]:
        """Give the order again that was taken back last. Raises `IllegalOrder` when there is none."""
        if not self._undone:
            raise IllegalOrder("5.15", "nothing was taken back")
        lines = self._undone.pop()
        return self.replay(lines)

    def copy(self) -> "Game":
        """An independent game in the same position, without what could be taken back."""
        twin = Game.__new__(Game)
        twin.scenario, twin.rules, twin.seed, twin.strict = self.scenario, self.rules, self.seed, self.strict
        twin.state = self.state.copy()
        twin.log, twin.opening = self.log[:], self.opening[:]
        twin._past, twin._undone = [], []
        return twin


def _asked(rules: Ruleset, state: State, frame: Frame) -> tuple[int, ...]:
    """The units that a decision is about."""
    if isinstance(frame, Retreats | Advances):
        return frame.units
    if isinstance(frame, Displacing | Halted):
        return (frame.unit,)
    if isinstance(frame, Setup):
        return tuple(flow.undeployed(state, frame.side))
    if isinstance(frame, CombatPhase):
        left = obligations.outstanding(rules, state)
        return tuple(left.attackers + left.enemies)
    if isinstance(frame, Protect | Die) and state.combat is not None:
        return state.combat.defenders
    return ()


def _prompt_text(rules: Ruleset, state: State, frame: Frame, name: str, units: tuple[int, ...]) -> str:
    names = ", ".join(state.ids(units))
    if isinstance(frame, Noting):
        left = ", ".join(rules.unnoted(state, frame.side))
        return f"{name} notes the drop zones of {left}" if left else f"{name}: all drop zones are noted"
    if isinstance(frame, Halted):
        return f"The bridge before {names} is gone: {name} moves it another way, or it stands"
    if isinstance(frame, Wired):
        bridge = "/".join(state.numbers((frame.a, frame.b)))
        return f"{name} may try to demolish bridge {bridge}"
    if isinstance(frame, Razing):
        return f"{name} may destroy a bridge: {', '.join(state.numbers(frame.hexes))}"
    if isinstance(frame, Setup):
        return f"{name} sets up: {names}" if units else f"{name}: the set-up is complete"
    if isinstance(frame, Movement):
        return f"{name} moves"
    if isinstance(frame, CombatPhase):
        return (
            f"{name} chooses an attack; {len(units)} units are obliged"
            if units
            else f"{name} may attack, or end the phase"
        )
    if isinstance(frame, Protect):
        return f"{name} may give Final Protective Fire to {names}"
    if isinstance(frame, Throw):
        return f"{name} rolls for the {frame.purpose}"
    if isinstance(frame, Die):
        return f"{name} rolls the die"
    if isinstance(frame, Retreats):
        hexes = "1 hex" if frame.hexes == 1 else f"{frame.hexes} hexes"
        return f"{name} retreats {names} by {hexes}"
    if isinstance(frame, Displacing):
        return f"{name} displaces {names}"
    return f"{name} may advance: {names}"
