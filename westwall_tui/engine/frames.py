"""Frames: the pending decisions, small records on a stack (`State.frames`); the last one says who decides what now."""

from typing import NamedTuple, get_args


class Setup(NamedTuple):
    """A side sets its units up."""

    side: int


class Movement(NamedTuple):
    """The phasing player moves."""

    side: int


class CombatPhase(NamedTuple):
    """The phasing player chooses an attack."""

    side: int


class Protect(NamedTuple):
    """The defender of the current combat may give Final Protective Fire."""

    side: int


class Die(NamedTuple):
    """The die of the current combat is due."""

    side: int


class Retreats(NamedTuple):
    """The units must retreat that many hexes, in their owner's order.

    `trail` is the way that a unit has come whose next step a fallen bridge has cut: it completes its retreat another
    way, and `hexes` are those that it still has to go if it leaves out none.
    """

    side: int
    units: tuple[int, ...]
    hexes: int
    trail: tuple[int, ...] = ()


class Retreating(NamedTuple):
    """A unit is on its way along a path of retreat; `step` hexes of it (the first is where it was) are behind it.

    The whole retreat is of so many `hexes`; a unit that cannot go them is `lost` at the end of its path.
    """

    side: int
    unit: int
    path: tuple[int, ...]
    step: int
    hexes: int = 0
    lost: int = 0


class Displacing(NamedTuple):
    """A unit must make way; `chain` are the units that wait for it, the retreating one first."""

    side: int
    unit: int
    chain: tuple[int, ...]


class Shifting(NamedTuple):
    """A displaced unit goes to a hex once that is vacant."""

    side: int
    unit: int
    hex: int


class Marching(NamedTuple):
    """A unit is on its way; `step` hexes of its path are behind it, the last of them is where it is.

    `how` is `move`, `enter`, `land`, `advance`, or the edge by which it exits; `cost` is in half Movement Points.
    """

    side: int
    unit: int
    path: tuple[int, ...]
    step: int
    how: str
    cost: int


class Halted(NamedTuple):
    """A unit's way was cut by a bridge that fell before it; it has `left` half Movement Points for another."""

    side: int
    unit: int
    left: int


class Wired(NamedTuple):
    """A side may try to blow the bridge between two hexes, now or never."""

    side: int
    a: int
    b: int


class Throw(NamedTuple):
    """A die is due that a battle's Exclusive Rules ask for; `about` are the hexes that it concerns."""

    side: int
    purpose: str
    about: tuple[int, ...] = ()


class Razing(NamedTuple):
    """A side may destroy bridges that its units stand on; `hexes` are the Bridge hexes (11.21 of Remagen)."""

    side: int
    hexes: tuple[int, ...]


class Noting(NamedTuple):
    """A side notes its drop zones in secret (15.36 of Arnhem)."""

    side: int


class TurnOver(NamedTuple):
    """The side's Player-Turn is over once everything above it is."""

    side: int


class Advances(NamedTuple):
    """The victorious units may advance."""

    side: int
    units: tuple[int, ...]


class Aftermath(NamedTuple):
    """The current combat is over once everything above it is."""

    side: int


Frame = (
    Setup
    | Noting
    | Movement
    | Marching
    | Halted
    | Wired
    | Throw
    | Razing
    | CombatPhase
    | Protect
    | Die
    | Retreats
    | Retreating
    | Displacing
    | Shifting
    | Advances
    | Aftermath
    | TurnOver
)
FRAMES = {frame.__name__: frame for frame in get_args(Frame)}
"""By name, as encoded states call them."""
