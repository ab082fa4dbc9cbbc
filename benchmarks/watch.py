"""Watching a game again: how long its orders take to be read, and a step back anywhere in them."""

from time import perf_counter

from benchmarks.positions import BATTLES, LONG, played
from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.history.record import History, Reel

READING, STEP_BACK = 3000, 100
"""Milliseconds that are promised."""


def figures() -> list[Figure]:
    """Of a long game of each battle: its record made once, and every step back from its end to its beginning."""
    read, back = [], []
    for battle, scenario in BATTLES.items():
        game = played(scenario, LONG)
        begun = perf_counter()
        reel = Reel(History(game))
        read.append(Measured((perf_counter() - begun) * 1000, f"{battle}, {reel.length} orders"))
        while reel.at:
            begun = perf_counter()
            reel.step(-1)
            back.append(Measured((perf_counter() - begun) * 1000, f"{battle}, before order {reel.at + 1}"))
    return [
        worst_of("reading a game to watch it", read, "ms", READING),
        worst_of("a step back in a game that is watched", back, "ms", STEP_BACK, note="without painting"),
    ]
