"""Who must still fight but is out of sight: at the foot of the side panel how many, and beyond which edges."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.map.signs import OBLIGED
from westwall_tui.ui.map.view import MapView


def away_rows(view: MapView, marks: Mapping[int, tuple[str, str]], width: int) -> Sequence[Row]:
    """`out of sight, must fight:` and below it `up 2, right 1`; nothing if all that are marked so are in sight.

    Edges are those of the screen, since a sheet may lie on its side; a hex beyond a corner counts above or below.
    """
    beyond = dict.fromkeys(("up", "down", "left", "right"), 0)
    for h, (text, _) in marks.items():
        if text[0] == OBLIGED and (edge := view.edge_beyond(h)):
            beyond[edge] += 1
    if not any(beyond.values()):
        return ()
    told = ", ".join(f"{edge} {count}" for edge, count in beyond.items() if count)
    lines = wrap(told, width, initial_indent=" ", subsequent_indent=" ")
    return row("out of sight, must fight:", "obliged"), *(row(line, "obliged") for line in lines)
