"""The terminal's first sixteen numbers, redefined: those that the game has no use for as the colors it uses most.

The code of such a number takes two bytes (`32`, `42`), that of another of the 256 colors eight (`38;5;22`). OSC 4 says
which color a number is from then on, so the picture stays as it is. A dropped line may leave a terminal so; otherwise
`lending.py` puts it back. So a number keeps about its hue, and reads on the terminal's ground.
"""

from collections.abc import Mapping
from functools import cache

BRIGHT = 8
"""The number from which on a bold letter keeps its color: many terminals show bold ones of lower numbers brighter."""


class Numbers:
    """Which color of the 256 each redefined number is."""

    def __init__(self, colors: Mapping[int, int] | None = None) -> None:
        """`colors`: by number, of the first sixteen, a color from 16 on."""
        self.colors: Mapping[int, int] = colors or {}
        self._number_of = {f"5;{color}": number for number, color in self.colors.items()}

    def front(self, code: str, *, bold: bool) -> str:
        """The code of a letter's color, by that of the 256 (`38;5;22`)."""
        number = self._number_of.get(code[3:])
        if number is None or not code.startswith("38;") or (bold and number < BRIGHT):
            return code
        return f"3{number}" if number < BRIGHT else f"9{number - BRIGHT}"

    def ground(self, code: str) -> str:
        """The code of a ground, by that of the 256 (`48;5;22`)."""
        number = self._number_of.get(code[3:])
        if number is None or not code.startswith("48;"):
            return code
        return f"4{number}" if number < BRIGHT else f"10{number - BRIGHT}"


NONE = Numbers()
"""Nothing is redefined."""

STEPS = (0, 95, 135, 175, 215, 255)
"""How bright red, green and blue can be in the cube."""


def rgb_of(color: int) -> tuple[int, int, int]:
    """Red, green and blue of one of the 256 colors from 16 on."""
    if color >= 232:
        return (8 + 10 * (color - 232),) * 3
    return STEPS[(color - 16) // 36], STEPS[(color - 16) // 6 % 6], STEPS[(color - 16) % 6]


SETS: Mapping[tuple[str, bool], Mapping[int, int]] = {
    ("night", False): {1: 179, 2: 22, 3: 58, 4: 25, 5: 54, 6: 73, 8: 240, 9: 223, 10: 113},
    ("night", True): {1: 179, 2: 22, 3: 94, 4: 60, 5: 182, 6: 32, 8: 237, 9: 137, 10: 28, 12: 75, 14: 24},
    ("paper", False): {1: 180, 2: 65, 3: 94, 4: 26, 8: 235, 9: 88, 10: 22, 11: 226, 13: 55, 14: 117},
    ("paper", True): {1: 130, 2: 107, 3: 180, 4: 25, 6: 74, 8: 235, 9: 137, 10: 151, 12: 110, 13: 92},
    ("colour-blind", False): {1: 215, 3: 101, 4: 20, 5: 54, 6: 23, 8: 242, 9: 221, 12: 153, 14: 117},
    ("colour-blind", True): {1: 94, 2: 65, 3: 58, 4: 27, 5: 182, 6: 23, 8: 241, 9: 221, 12: 60, 14: 117},
}
"""By palette, and whether the map is drawn: what the numbers become, those that save the most bytes in the turns of
`benchmarks/turn.py`. No palette of that name uses these numbers otherwise."""


@cache
def numbers_for(palette: str, *, drawn: bool) -> Numbers:
    """What a palette would redefine; a palette that does not tint hexes redefines nothing."""
    colors = SETS.get((palette, drawn))
    return Numbers(colors) if colors else NONE
