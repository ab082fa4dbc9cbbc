"""Counters drawn for the side panel: in a frame the size, the symbol of the kind, and the strengths."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.units import Kind, Unit
from westwall_tui.ui.kit.rows import Row, Span

ACROSS = 8
"""Columns of a drawing."""

SYMBOLS: Mapping[Kind, str] = {
    Kind.INFANTRY: "X",
    Kind.AIRBORNE: "v",
    Kind.GLIDER: "g",
    Kind.ENGINEER: "E",
    Kind.ARMOR: "O",
    Kind.MECHANIZED: "%",
    Kind.RECONNAISSANCE: "/",
    Kind.ARTILLERY: "*",
    Kind.SP_ARTILLERY: "(*)",
    Kind.AIRBORNE_ARTILLERY: "*v",
}
"""The symbols that stand for the kinds on counters, as near as ASCII comes to them."""


def symbol(kind: Kind) -> str:
    """A kind's symbol in its box, five characters."""
    return f"[{SYMBOLS[kind]:^3}]"


def drawing(unit: Unit, nation: str) -> Sequence[Row]:
    """A counter in three rows of `ACROSS` characters, in its army's colours (`Scenario.army`), the last as on the map.

    Guns show barrage, Final Protective Fire and Range.

        +- II -+
        |[ X ] |
        |5-5-12|
    """
    s = unit.strength
    numbers = f"{s.barrage}-{s.fpf}-{s.range}" if unit.is_artillery else str(s)
    inside = ACROSS - 2
    size = f" {unit.size} ".center(inside, "-") if unit.size else "-" * inside
    return (
        (Span(f"+{size}+", nation),),
        (Span(f"|{symbol(unit.kind).center(inside)}|", nation),),
        (Span(f"|{numbers.center(inside)[:inside]}|", f"{nation}_low"),),
    )
