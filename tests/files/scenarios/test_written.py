"""Briefings that the program writes from a scenario's tables of points."""

import pytest

from tests.engine.battles.scored import scored
from westwall_tui.files.scenarios.briefings import briefings_of, has_briefing

UNITS = {"blue": ["A 4-4-7 0204", "B 4-4-7 0205", "G 5-3-2/1-6"], "red": ["X 2-2-7 0604"], "last_turn": 4}
ROAD = {"roads": ["edge 0105 0205 0305 0405 0505 0605 0705 0805 0905 edge"]}

SENTENCES = [
    # what gives the points, what it says to Blue of itself and of Red, and what it says to Red of itself
    (
        'kind = "hold"\nhexes = ["0505"]\nname = "Town"\npoints = { Blue = 5, Red = 3 }',
        ["5 Town (0505) at the end, if you were the last to pass through it"],
        ["3 Town (0505) at the end, if they were the last to pass through it"],
    ),
    (
        'kind = "hold"\nhexes = ["0505"]\nname = "Town"\nheld = "Red"\nwhen = "turns"\nfrom = 2\npoints = { Red = 2 }',
        [],
        ["2 Town (0505) at the end of each Game-Turn from 2 to 4, unless you were the last to pass through it"],
    ),
    (
        'kind = "hold"\nhexes = ["0505", "0506"]\nname = "Town"\neach = true\nby = "unit"\npoints = { Blue = 5 }\n'
        "missed = { Red = 1 }",
        ["5 each hex of Town (0505, 0506) at the end, if you have a unit there"],
        ["1 Town, if neither side holds it at the end"],
    ),
    (
        'kind = "hold"\nhexes = ["0505", "0506"]\nname = "Town"\nby = "zones"\nwhen = [3]\npoints = { Blue = 5 }',
        [
            "5 Town (0505, 0506) at the end of Game-Turn 3, if you have a unit in every hex, or only you have units or "
            "Zones of Control there"
        ],
        [],
    ),
    (
        'kind = "hold"\nhexes = ["0505"]\nname = "Town"\nby = "line"\nside = "Blue"\nto = ["west edge"]\n'
        'over = "ground"\nrough = 2\npoints = { Blue = 5 }',
        [
            "5 Town (0505) at the end, if no enemy unit or Zone of Control is in it and it has an "
            "overland route free of enemy units and Zones of Control to the west edge, through at most two Rough hexes"
        ],
        [],
    ),
    (
        'kind = "exit"\nside = "Blue"\nedge = "east"\nuntil = 3\npoints = { Blue = 2 }\nmissed = { Red = 1 }',
        ["2 each Blue unit that exits off the east edge by Game-Turn 3"],
        ["1 each Blue unit that has not exited off the east edge by Game-Turn 3"],
    ),
    (
        'kind = "exit"\nside = "Blue"\nedge = ["east", "north"]\nunits = ["A", "B"]\npoints = { Blue = 2 }',
        ["2 each of Blue units A and B that exits off the east or north edge"],
        [],
    ),
    ('kind = "lose"\nside = "Red"\npoints = { Blue = 1 }', ["1 each Red unit lost"], []),
    (
        'kind = "lose"\nside = "Blue"\nby = "attack"\nfree = 2\npoints = { Red = 1 }',
        [],
        ["1 each Attack or Barrage Strength Point of lost Blue units, beyond the first two"],
    ),
    (
        'kind = "line"\nside = "Blue"\nname = "the road"\nhexes = ["0105"]\nto = ["0905"]\nwhen = [2, 4]\n'
        "points = { Blue = 2 }\nmissed = { Red = 1 }",
        [
            "2 the road open at the end of Game-Turns 2 and 4 (a road free of enemy units and Zones of Control from "
            "0105 to 0905)"
        ],
        ["1 the road closed at the end of Game-Turns 2 and 4"],
    ),
    (
        'kind = "inside"\nside = "Blue"\nname = "the hills"\nhexes = ["column 9"]\nfree = 2\npoints = { Blue = 2 }\n'
        "missed = { Red = 4 }",
        ["2 each Blue unit at the hills at the end, beyond the first two"],
        ["4 no Blue unit at the hills at the end"],
    ),
    (
        'kind = "inside"\nside = "Blue"\nhexes = ["all"]\nwithout = true\nto = ["0105"]\nwhen = "begins"\n'
        "points = { Red = 3 }",
        [],
        [
            "3 each Blue unit on the map without a Line of Communication to 0105 at the start of each Game-Turn "
            "from 1 to 4"
        ],
    ),
    (
        'kind = "line"\nside = "Blue"\nname = "the road"\nhexes = ["0105"]\nto = ["0905"]\nwins = "Blue"\n'
        '[victory]\notherwise = "Red"',
        [
            " You win if the road is open when a Game-Turn ends (a road free of enemy units and Zones of Control from "
            "0105 to 0905)"
        ],
        [" They win if neither side has won by the end of Game-Turn 4"],
    ),
    (
        'kind = "lose"\nside = "Red"\npoints = { Blue = 1 }',
        ["1 each Red unit lost"],
        [],
    ),
]


@pytest.mark.parametrize(("table", "own", "other"), SENTENCES)
def test_each_kind_of_points_in_a_sentence(table, own, other):
    game = scored(f"[[points]]\n{table}\n", **UNITS, **ROAD)
    blue, red = briefings_of(game.scenario)
    assert [f"{source.points} {source.what}" for source in blue.own] == own
    assert [f"{source.points} {source.what}" for source in blue.other] == other
    assert len(red.own) == len(other)
    assert len(red.other) == len(own)


def test_what_a_side_is_told_besides_its_points():
    text = """
[[points]]
kind = "hold"
name = "Town"
hexes = ["0505"]
held = "Red"
points = { Blue = 5, Red = 3 }

[[points]]
kind = "lose"
side = "Red"
points = { Blue = 1 }

[victory]
weigh = { Red = 2 }
tie = "Red"

[special]
night = [2]
"""
    game = scored(
        text,
        blue=["A 4-4-7 0204", "B 4-4-7", "C 4-4-7"],
        red=["X 2-2-7 0604", *(f"U{i} 2-2-7" for i in range(9))],
        arrivals=[(2, "B C", "0101"), (3, " ".join(f"U{i}" for i in range(9)), "0909")],
        supports=([(1, 2, 3)], []),
        last_turn=4,
    )
    blue, red = briefings_of(game.scenario)
    assert blue.situation == "You begin with one of your three units. The Red forces begin with 1 of their 10 units."
    assert red.situation == "You begin with 1 of your 10 units. The Blue forces begin with one of their three units."
    assert blue.wins == [
        "Take Town, and eliminate Red units.",
        "Each Red point counts twice.",
        "The side with more points wins; the Red forces win ties.",
    ]
    assert red.wins[0] == "Hold Town."
    assert red.wins[-1] == "The side with more points wins; you win ties."
    assert blue.enemy == "The Red forces want to hold Town."
    assert red.enemy == "The Blue forces want to take Town, and eliminate Red units."
    assert blue.clock == [
        ("1", "three Ground Support Points for you"),
        ("2", "B and C enter at 0101; night"),
        ("3", "nine Red units enter at 0909; no more Ground Support for you"),
        ("4", "the last Game-Turn"),
    ]
    assert red.clock[1:3] == [
        ("2", "two Blue units enter at 0101; night"),
        ("3", "nine units enter at 0909; no more Ground Support for the Blue forces"),
    ]
    assert blue.special.startswith("Game-Turn 2 is a night turn")


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        (
            'ratio = [["Blue Decisive", 4], ["Blue Marginal", 1.5], ["Draw", 1], ["Red Marginal"]]',
            "The level of victory depends on the ratio of Blue to Red points: 4 or more is Blue Decisive, 1.5 or more "
            "is Blue Marginal, 1 or more is Draw, and anything less is Red Marginal.",
        ),
        (
            'difference = [["Blue Decisive", 10], ["Red Decisive"]]',
            "The level of victory depends on Blue points minus Red points: 10 or more is Blue Decisive, and anything "
            "less is Red Decisive.",
        ),
    ],
)
def test_levels_of_victory_in_a_sentence(levels, sentence):
    table = 'kind = "lose"\nside = "Red"\npoints = { Blue = 1 }'
    game = scored(f"[[points]]\n{table}\n[victory]\nlevels = {{ {levels} }}\n", **UNITS)
    assert briefings_of(game.scenario)[0].wins == ["Eliminate Red units.", sentence]


def test_a_scenario_without_points_has_no_written_briefing():
    game = scored("", **UNITS)
    assert not has_briefing(game.scenario)
    assert briefings_of(game.scenario) == ()
