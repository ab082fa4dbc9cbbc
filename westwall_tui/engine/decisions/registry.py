"""The registry of decisions and steps: it knows what to do with a frame, and refuses parts that do not fit."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from westwall_tui.engine.decisions.checks import Position, want
from westwall_tui.engine.decisions.decision import Decision, Resolved, Step
from westwall_tui.engine.decisions.naming import side_name
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.frames import Frame
from westwall_tui.engine.orders import WORDS, IllegalOrder, Order
from westwall_tui.engine.state import State


class Registry:
    """Decisions and steps by their frames."""

    def __init__(self, parts: Iterable[Step[Any]]) -> None:
        """Raises `ValueError` for a part that does not fit: registered twice, without orders, below unknown frames."""
        self._by_frame: dict[type, Step[Any]] = {}
        for part in parts:
            if part.frame in self._by_frame or part.saved_name in self.frames:
                raise ValueError(f"{part.name} is registered twice")
            self._by_frame[part.frame] = part
        for part in self._by_frame.values():
            self._check_part(part)

    def _check_part(self, part: Step[Any]) -> None:
        names = {known.name for known in self._by_frame.values()}
        unknown = [name for name in part.above if name not in names]
        if unknown:
            raise ValueError(f"{part.name} allows {', '.join(unknown)} above it, which nobody has registered")
        if isinstance(part, Decision):
            if not part.kind or not part.orders:
                raise ValueError(f"{part.name} has no kind, or takes no orders")
            nameless = [order.__name__ for order in part.orders if order not in WORDS]
            if nameless:
                raise ValueError(f"{part.name} takes orders that have no word: {', '.join(nameless)}")

    @property
    def frames(self) -> Mapping[str, type]:
        """Every kind of frame, by its name in saves."""
        return {part.saved_name: part.frame for part in self._by_frame.values()}

    @property
    def decisions(self) -> list[Decision[Any]]:
        """All decisions."""
        return [part for part in self._by_frame.values() if isinstance(part, Decision)]

    def step(self, frame: Frame) -> Step[Any]:
        """The step or decision that a frame belongs to."""
        return self._by_frame[type(frame)]

    def decision(self, frame: Frame) -> Decision[Any]:
        """The decision that is pending while this frame is the last."""
        part = self._by_frame[type(frame)]
        assert isinstance(part, Decision)
        return part

    # -- orders

    def resolve(self, state: State, order: Order) -> Resolved:
        """Check an order against the pending decision. Raises `IllegalOrder` and changes nothing."""
        frame = state.frames[-1]
        decision = self.decision(frame)
        handler = decision.orders.get(type(order))
        if handler is not None:
            return handler(state, frame, order)
        words = ", ".join(WORDS[kind] for kind in decision.orders)
        name = side_name(state, frame.side)
        refusals = [IllegalOrder("4.1", f"it is the {name} player's decision; you can give: {words}")]
        for other in self.decisions:
            if type(order) in other.orders:
                try:
                    other.not_now(state, order)
                except IllegalOrder as refusal:
                    refusals.insert(0, refusal)
        raise min(refusals, key=lambda refusal: refusal.case == "4.1")

    def sample(self, state: State, draw: Draw) -> Order | Resolved:
        """A random legal order for the pending decision; resolved, if that was no more work."""
        frame = state.frames[-1]
        return self.decision(frame).sample(state, frame, draw)

    # -- positions from files

    def check(self, position: Position) -> None:
        """Raise `ValueError` unless these decisions could be pending in a game."""
        frames = position.state.frames
        for frame in frames:
            want(type(frame.side) is int and frame.side in (0, 1), "frames")
            self.step(frame).check(frame, position)
        want(self._is_stack(position.state), "frames")

    def _is_stack(self, state: Any) -> bool:
        """Whether the sequence of play could stack the pending decisions like this."""
        parts = [self.step(frame) for frame in state.frames]
        if not parts:
            return True
        lowest, last = parts[0], parts[-1]
        if state.phase not in lowest.lowest_in:
            return False
        if not all(above.name in below.above for below, above in pairwise(parts)):
            return False
        # On top is a decision, never a step; a game with its own die does not wait for a roll.
        return isinstance(last, Decision) and (not last.rolls or state.die < 0)
