"""The effects of the results of the Combat Results Table on both sides (7.62, 8.15)."""

from tests.every import every
from westwall_tui.engine.rules.results_table import LOST, effect


@every(
    ("result", "asked"),
    [
        ("A1", (1, 0, True)),
        ("A2", (2, 0, True)),
        ("Ae", (LOST, 0, True)),
        ("Br", (1, 1, False)),
        ("D1", (0, 1, True)),
        ("D4", (0, 4, True)),
        ("De", (0, LOST, True)),
    ],
)
def test_7_62_one_side_retreats_and_the_other_wins(result, asked):
    assert effect(result, alone=False) == asked


@every(
    ("result", "asked"),
    [("Br", (1, 0, False)), ("D1", (0, 0, False)), ("D2", (0, 2, True)), ("A1", (1, 0, True))],
)
def test_8_15_artillery_alone_causes_no_retreat_of_one_hex(result, asked):
    assert effect(result, alone=True) == asked
