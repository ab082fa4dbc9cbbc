"""The die of a combat whose retreats, displacements and advances are still to be decided, for the head of the panel."""

from collections.abc import Sequence
from itertools import product

from westwall_tui.engine.words import count, signed
from westwall_tui.history.words import Words
from westwall_tui.ui.decisions.fight import ARROWS, SLIM, face_role, face_sign
from westwall_tui.ui.decisions.result import Fought, faces_of
from westwall_tui.ui.map.signs import Frame
from westwall_tui.words.rows import Row, Span, row, width_of

PIPS = ("    o    ", "o       o", "o   o   o", "o o   o o", "o o o o o", "o oo oo o")
"""The pips of each side of the die: three rows of three columns."""
ASCII_PIP = "o"
PIP = "\u25cf"
"""The pip if the map has more than ASCII."""
FEW_ARROWS = 3
"""Columns of the arrows in a panel of fewer than `SLIM` columns."""


class Die:
    """A combat and its roll: who fights whom, the odds, and the six results beside a drawing of the die."""

    def __init__(self, fought: Fought) -> None:
        self._game, self._fight = fought
        self._faces = faces_of(*fought)

    @property
    def side(self) -> int:
        """The side on which the die lies, 1 to 6."""
        return self._fight.die

    def rows(self, width: int, frame: Frame, shown: int = 0) -> list[Row]:
        """Return the rows for a panel; `shown` is the side that a rolling die shows, 0 once it lies."""
        side = shown or self.side
        beside = _drawing(side, frame)
        room = width - width_of(beside[0])
        results = [self._result_row(die, side, room, lies=not shown) for die in range(1, 7)]
        return [*self._head_rows(width), *((*left, *right) for left, right in zip(beside, results, strict=True))]

    def _head_rows(self, width: int) -> list[Row]:
        """Return the attackers with the sums, and the defenders with the column."""
        fight, words = self._fight, Words(self._game.scenario)
        combat = fight.combat
        sums = f"{fight.attack} - {fight.defense} = {signed(fight.differential)}"
        attackers = self._names(words.attackers(fight), (*combat.attackers, *combat.barrage))
        defenders = self._names(f"on {words.units(combat.defenders)}", combat.defenders, "on ")
        columns = f"{fight.reason}, column {fight.column}", f"{words.line(fight)}, {fight.column}", fight.column
        return [_spread(attackers, (sums,), width), _spread(defenders, columns, width)]

    def _names(self, in_full: str, units: Sequence[int], before: str = "") -> Sequence[str]:
        """Return units in full, as a sum, and as a number; Ground Support alone only in full."""
        if not units:
            return (in_full,)
        names = [self._game.scenario.units[unit].name for unit in units]
        return in_full, before + " + ".join(names), before + (count(len(units), "unit") if len(units) > 1 else names[0])

    def _result_row(self, die: int, side: int, width: int, *, lies: bool) -> Row:
        """Return the result of a roll: if it was rolled, in the color of the side that suffers, and otherwise dim."""
        game, fight = self._game, self._fight
        face = next(face for face in self._faces if die in face.dice)
        number = Span(f"[{die}]", "chip_cursor") if die == side else Span(f" {die} ", "dim")
        arrows = (face_sign(face) * ARROWS)[: ARROWS if width >= SLIM else FEW_ARROWS]
        before = f"{face.result:<2} {arrows} "
        room = width - len(number.text) - len(before)
        words = next((each for each in face.words if len(each) <= room), face.words[-1][:room])
        role = face_role(game, face, (fight.side, 1 - fight.side)) if lies and die == side else "dim"
        return number, Span(before + words, role)


def _drawing(side: int, frame: Frame) -> list[Row]:
    """Return six rows with a drawing of a side of the die in the first five."""
    pip = ASCII_PIP if frame.across == "-" else PIP
    pips = PIPS[side - 1].replace(ASCII_PIP, pip)
    above, below = (frame.corners[at] + frame.across * 3 + frame.corners[at + 1] for at in (0, 2))
    edge = Span(frame.down, "frame")
    middle = [(edge, Span(pips[at : at + 3], "key"), edge) for at in (0, 3, 6)]
    return [row(above, "frame"), *middle, row(below, "frame"), row(" " * 5)]


def _spread(lefts: Sequence[str], rights: Sequence[str], width: int) -> Row:
    """Return the first texts that fit in a row, one at each end."""
    room = width - 1
    left, right = next(
        (texts for texts in product(lefts, rights) if sum(map(len, texts)) <= room), (lefts[-1], rights[-1])
    )
    return Span(left, "bold"), Span(" " * max(1, width - len(left) - len(right))), Span(right)
