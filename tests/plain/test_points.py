"""The sentences about the points of a scenario's own tables, as `points` reads them out."""

import pytest

from tests.drawn import play, until
from tests.engine.battles.scored import scored
from westwall_tui.plain.questions import ask
from westwall_tui.referee import Inquiry

UNITS = {"blue": ["A 4-4-7 0504", "B 4-4-7 0205"], "red": ["X 2-2-7 0709"], "last_turn": 3}
ROAD = {"roads": ["edge 0105 0205 0305 0405 0505 0605 0705 0805 0905 edge"]}
TOWN = 'kind = "hold"\nname = "Town"\nhexes = ["0505"]\n'
LINE = 'kind = "line"\nname = "the Town road"\nside = "Blue"\nhexes = ["0105"]\nto = ["0905"]\n'

EXAMPLES = [
    # tables, orders, and the sentences that they cause
    (
        [TOWN + 'held = "Red"\npoints = { Blue = 5, Red = 1 }'],
        [],
        [
            "The Red forces have 1 point for Town.",
            "Town, 0505, is worth 5 points to the Blue forces and 1 point to the Red forces. It counts for the Red "
            "forces: they have held it from the start.",
            "This would change the result: Town held by the Blue forces, for a score of 5 to 0.",
        ],
    ),
    (
        [TOWN + 'held = "Red"\npoints = { Blue = 5 }', TOWN + 'held = "Red"\nwhen = "turns"\npoints = { Red = 3 }'],
        ["done", "done", "move A 0505 0506", "done"],
        [
            "The Blue forces have 5 points for Town.",
            "The Red forces have 3 points for Town each turn.",
            "Town, 0505, is worth 5 points to the Blue forces. It counts for the Blue forces: they were the last "
            "to pass through.",
            "Town, 0505, is worth 3 points to the Red forces each turn. The Blue forces have it: they were the last to "
            "pass through.",
            "Either of these would change the result: Town held by the Red forces, for a score of 0 to 6; "
            "Town held by the Red forces for one turn, for a score of 5 to 6.",
        ],
    ),
    (
        [TOWN.replace('["0505"]', '["0505", "0506"]') + "each = true\npoints = { Blue = 2, Red = 2 }"],
        ["move A 0505"],
        [
            "The Blue forces have 2 points for Town at 0505.",
            "Town at 0505 is worth 2 points to the Blue forces and 2 points to the Red forces. It counts for the Blue "
            "forces: they were the last to pass through.",
            "Town at 0506 is worth 2 points to the Blue forces and 2 points to the Red forces. It counts for neither "
            "side: neither side was there.",
            "Either of these would change the result: one hex of Town held by the Red forces, for a score of 2 to 2; "
            "one Blue hex of Town held by the Red forces, for a score of 0 to 2.",
        ],
    ),
    (
        [TOWN + 'by = "unit"\npoints = { Red = 2 }'],
        [],
        [
            "Town, 0505, is worth 2 points to the Red forces. It counts for neither side: neither side is there.",
            "This would change the result: Town held by the Red forces, for a score of 0 to 2.",
        ],
    ),
    (
        [LINE + "points = { Blue = 2 }\nmissed = { Red = 1 }\nwhen = [2, 3]"],
        [],
        [
            "Either of these would change the result: the Town road open for one more turn, for a score of 2 to 0; the "
            "Town road closed for one turn, for a score of 0 to 1.",
        ],
    ),
    (
        [LINE + "points = { Blue = 2 }"],
        [],
        [
            "The Blue forces have 2 points for the Town road.",
            "This would change the result: the Town road closed, for a score of 0 to 0.",
        ],
    ),
    (
        [
            'kind = "exit"\nside = "Blue"\nname = "Tanks out"\nunits = ["A"]\nedge = "north"\npoints = { Blue = 3 }',
            'kind = "exit"\nside = "Blue"\nname = "Guns out"\nunits = ["B"]\nedge = "west"\nuntil = 2\n'
            "points = { Blue = 1 }\nmissed = { Red = 1 }",
        ],
        ["exit B west"],
        [
            "The Blue forces have 1 point for Guns out.",
            "To exit north by Game-Turn 3: A at 0504.",
            "To exit west by Game-Turn 2: B exited by the west edge on Game-Turn 1.",
        ],
    ),
    (
        ['kind = "lose"\nside = "Red"\npoints = { Blue = 1 }\n[victory]\nstart = { Red = 1 }\ntie = "Blue"'],
        [],
        [
            "The Red forces have 1 point for the head start.",
            "This would change the result: one more Red unit lost, for a score of 1 to 1.",
        ],
    ),
    (
        ['kind = "lose"\nside = "Blue"\nfree = 1\npoints = { Red = 2 }'],
        [],
        [
            "This would change the result: one more Blue unit lost, beyond the next unit, for a score of 0 to 2.",
        ],
    ),
    (
        ['kind = "inside"\nside = "Blue"\nname = "the north"\nhexes = ["row 1"]\npoints = { Blue = 2 }'],
        ["move A 0503 0502 0501"],
        [
            "The Blue forces have 2 points for the north.",
            "The north, 0101, is worth 2 points to the Blue forces for each unit. It counts for the Blue forces: one "
            "unit.",
            "The north: A at 0501.",
            "This would change the result: one fewer Blue unit for the north, for a score of 0 to 0.",
        ],
    ),
    (
        [LINE + 'wins = "Blue"\n[victory]\notherwise = "Red"'],
        ["done"],
        [
            "The Blue forces win if a Game-Turn ends with this: the Town road (open, 0105 to 0905).",
            "The Town road runs from 0105 to 0905.",
            "The Red forces win if Game-Turn 3 ends without that.",
        ],
    ),
]


@pytest.mark.parametrize(("tables", "orders", "sentences"), EXAMPLES)
def test_the_points_of_a_table_in_sentences(tables, orders, sentences):
    game = scored("".join(f"[[points]]\n{table}\n" for table in tables), **UNITS, **ROAD)
    play(game, *orders)
    told = ask("points", Inquiry(game, game.side, "", game))
    assert [line for line in told if not line.startswith(("Game-Turn", "If the game"))] == sentences


def test_the_points_of_a_game_that_is_over():
    game = scored(f'[[points]]\n{TOWN}points = {{ Blue = 5 }}\n[victory]\ntie = "Red"', **UNITS)
    until(game, "over")
    assert ask("points", Inquiry(game, 0, "", game))[1] == "The Red forces win: Blue 0, Red 0 (a tie goes to them)."
