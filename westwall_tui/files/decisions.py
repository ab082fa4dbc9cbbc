"""The pending decisions of a position that anybody may have written: whether the engine could have asked so.

Whatever it could not is told by a `ValueError` that names the part of the position.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.frames import (
    Advances,
    Aftermath,
    CombatPhase,
    Die,
    Displacing,
    Frame,
    Halted,
    Marching,
    Movement,
    Noting,
    Protect,
    Razing,
    Retreating,
    Retreats,
    Setup,
    Shifting,
    Throw,
    TurnOver,
    Wired,
)
from westwall_tui.engine.game import MANUAL
from westwall_tui.engine.orders import EDGES
from westwall_tui.engine.scenario import Phase

_LONGEST_PURPOSE = 40
_FAR = 1 << 20
"""More half Movement Points than any unit has."""
_MARCHES = ("move", "enter", "land", "advance", *EDGES)


def want(good: bool, name: str) -> None:
    """Raise `ValueError` for the part of that name unless it is good."""
    if not good:
        raise ValueError(name)


def whole(value: object, low: int, high: int, name: str) -> None:
    """A whole number within limits."""
    want(type(value) is int and low <= value <= high, name)


def several(value: object, allowed: Container[int], name: str) -> None:
    """A record's list of numbers, each one of those allowed."""
    want(isinstance(value, tuple) and all(type(x) is int and x in allowed for x in value), name)


def _word(value: object, longest: int, name: str) -> None:
    want(isinstance(value, str) and value.isprintable() and len(value) <= longest, name)


def adjacent(board: Board, path: Sequence[int]) -> bool:
    """Whether hexes of the board lie next to each other, one by one."""
    return all(0 <= h < len(board.grid) for h in path) and all(b in board.grid.neighbours[a] for a, b in pairwise(path))


class _Allowed(NamedTuple):
    """What the pending decisions of a position may name."""

    state: Any
    stand: set[int]
    """Hexes that hold units."""
    of_side: Sequence[Sequence[int]]

    def on_map(self, side: int) -> list[int]:
        """A side's units on the map."""
        return [unit for unit in self.of_side[side] if self.state.location[unit] in self.stand]

    def units(self, value: object, side: int) -> None:
        """Units of a side on the map."""
        several(value, self.on_map(side), "frames")

    def hexes(self, value: object) -> None:
        """Any hexes of the board."""
        several(value, range(len(self.state.scenario.board.grid)), "frames")

    def path(self, value: Any, step: object, unit: int) -> None:
        """A way of adjacent hexes, `step` of them behind a unit that is in the last of those."""
        several(value, self.stand, "frames")
        want(adjacent(self.state.scenario.board, value), "frames")
        whole(step, 1, len(value), "frames")
        assert isinstance(step, int)
        want(self.state.location[unit] == value[step - 1], "frames")


def check_frames(state: Any, stand: set[int]) -> None:
    """Raise `ValueError` unless the engine could have asked what is pending; `stand` are the hexes for units."""
    units = range(len(state.scenario.units))
    of_side = [[unit for unit in units if state.units[unit].side == side] for side in (0, 1)]
    allowed = _Allowed(state, stand, of_side)
    for frame in state.frames:
        want(type(frame.side) is int and frame.side in (0, 1), "frames")
        _check_frame(frame, allowed)
    want(_is_stack(state), "frames")
    if state.combat is not None:
        _check_combat(state.combat, state.frames, of_side, stand)


def _check_frame(frame: Any, allowed: _Allowed) -> None:
    """Raise `ValueError` unless the engine could have asked so."""
    match frame:
        case Retreats(units=group, hexes=hexes, trail=trail):
            allowed.units(group, frame.side)
            whole(hexes, 1, 9, "frames")
            if trail != ():
                want(len(group) == 1, "frames")
                want(isinstance(trail, tuple), "frames")
                allowed.path(trail, len(trail), group[0])
        case Retreating(unit=unit, path=path, step=step, hexes=hexes, lost=lost):
            allowed.units((unit,), frame.side)
            allowed.path(path, step, unit)
            whole(hexes, 0, 9, "frames")
            whole(lost, 0, 1, "frames")
        case Marching(unit=unit, path=path, step=step, how=how, cost=cost):
            allowed.units((unit,), frame.side)
            allowed.path(path, step, unit)
            want(how in _MARCHES, "frames")
            want((how == "advance") == (allowed.state.combat is not None), "frames")
            whole(cost, 0, _FAR, "frames")
        case Halted(unit=unit, left=left):
            allowed.units((unit,), frame.side)
            whole(left, -_FAR, _FAR, "frames")
        case Displacing(unit=unit, chain=chain):
            allowed.units((unit,), frame.side)
            allowed.units(chain, frame.side)
            want(len(chain) > 0, "frames")
        case Shifting(unit=unit, hex=h):
            allowed.units((unit,), frame.side)
            several((h,), allowed.stand, "frames")
        case Wired(a=a, b=b):
            allowed.hexes((a, b))
            want(adjacent(allowed.state.scenario.board, (a, b)), "frames")
        case Throw(purpose=purpose, about=about):
            _word(purpose, _LONGEST_PURPOSE, "frames")
            allowed.hexes(about)
            want(adjacent(allowed.state.scenario.board, about), "frames")
        case Razing(hexes=hexes):
            allowed.hexes(hexes)
        case _:
            allowed.units(getattr(frame, "units", ()), frame.side)


_ASKED = (Wired, Throw)
"""What a battle may ask before anything else goes on."""
_AFTER_DIE = (Advances, Retreats, Retreating, Displacing, Shifting, Marching, *_ASKED)
_LIES_ON: Mapping[type, tuple[type, ...]] = {
    Setup: (Setup, Noting),
    Noting: (Noting,),
    Movement: (Marching, Halted, *_ASKED),
    CombatPhase: (Aftermath, *_ASKED),
    TurnOver: (Razing, *_ASKED),
    Aftermath: (Die, *_AFTER_DIE),
    Die: (Protect,),
    Protect: (),
    Marching: _ASKED,
    Halted: _ASKED,
    Wired: _ASKED,
    Throw: _ASKED,
    Razing: _ASKED,
    Advances: _AFTER_DIE,
    Retreats: _AFTER_DIE,
    Retreating: _AFTER_DIE,
    Displacing: (),
    Shifting: _AFTER_DIE,
}
"""By pending decision, what may lie next above it: what comes first."""
_BEGINS: Mapping[type, tuple[Phase, ...]] = {
    Setup: (Phase.SETUP,),
    Noting: (Phase.SETUP,),
    Movement: (Phase.MOVEMENT,),
    CombatPhase: (Phase.COMBAT,),
    TurnOver: (Phase.MOVEMENT, Phase.COMBAT),
}
"""What lies lowest, with the phases in which it does."""
_AUTOMATIC = (Marching, Retreating, Shifting, Aftermath, TurnOver)
"""What nobody decides; it is never on top."""
_ROLLED = (Die, Throw)
"""What is on top only where the players roll."""


def _is_stack(state: Any) -> bool:
    """Whether the pending decisions lie on each other as the sequence of play puts them."""
    kinds = [type(frame) for frame in state.frames]
    if (Aftermath in kinds) != (state.combat is not None):
        return False
    if not kinds:
        return True
    if state.phase not in _BEGINS.get(kinds[0], ()):
        return False
    if state.phase is not Phase.SETUP and state.frames[0].side != state.side:
        return False
    if not all(above in _LIES_ON[below] for below, above in pairwise(kinds)):
        return False
    if Displacing in kinds and Retreating not in kinds:
        return False
    return kinds[-1] not in _AUTOMATIC and (kinds[-1] not in _ROLLED or state.die == MANUAL)


def _check_combat(
    combat: Any,
    frames: Sequence[Frame],
    of_side: Sequence[Sequence[int]],
    stand: set[int],
) -> None:
    """A combat has units of both sides, and only those who fought in it retreat and advance."""
    want(type(combat.side) is int and combat.side in (0, 1), "combat")
    for side, groups in (
        (combat.side, (combat.attackers, combat.barrage)),
        (1 - combat.side, (combat.defenders, combat.fire)),
    ):
        for group in groups:
            several(group, of_side[side], "combat")
            want(len(set(group)) == len(group), "combat")
    want(len(combat.defenders) > 0, "combat")
    for number in (combat.support, combat.fire_support, combat.die):
        whole(number, 0, 999, "combat")
    want(isinstance(combat.result, str) and len(combat.result) < 10, "combat")
    want(isinstance(combat.paths, tuple), "combat")
    for entry in combat.paths:
        want(isinstance(entry, tuple) and len(entry) == 2, "combat")
        several((entry[0],), (*of_side[0], *of_side[1]), "combat")
        several(entry[1], stand, "combat")
        want(len(entry[1]) > 0, "combat")
    fled = dict(combat.paths)
    want(combat.side == frames[0].side, "combat")
    for frame in frames:
        if isinstance(frame, Retreating):
            want(frame.unit in fled, "frames")
        if isinstance(frame, Advances | Retreats):
            several(frame.units, combat.attackers if frame.side == combat.side else combat.defenders, "frames")
