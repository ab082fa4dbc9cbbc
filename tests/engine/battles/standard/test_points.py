"""The kinds of `[[points]]`: their points, what can still change those, and the reports to the screens."""

import pytest

from tests.drawn import only, play, refused, until, where
from tests.engine.battles.scored import TOWN, account, check_sources, limits, scored
from tests.engine.naming import ids
from westwall_tui.engine import queries
from westwall_tui.engine.events import Scored
from westwall_tui.engine.orders import parse

ROAD = {"roads": ["edge 0105 0205 0305 0405 0505 0605 0705 0805 0905 edge"]}


def winner(game):
    return queries.outcome_now(game).winner


# -- places


def test_the_last_to_pass_through_holds_a_place():
    game = scored(TOWN, blue=["A 4-4-7 0506"], red=["X 2-2-7 0101"])
    assert account(game) == {}
    assert [place.side for place in queries.objectives(game)] == [-1]
    play(game, "move A 0505 0504")
    assert account(game) == {"Town": (5, 0)}
    assert [(place.side, place.why) for place in queries.objectives(game)] == [
        (0, "they were the last to pass through")
    ]
    assert limits(game, 0) == [("Town", 5, 0, 5)]
    assert limits(game, 1) == [("Town", 0, 0, 3)]
    check_sources(game)


def test_a_place_that_a_side_holds_at_the_start():
    game = scored(TOWN + 'held = "Red"\nmissed = { Blue = 9 }\n', blue=["A 4-4-7 0506"], red=["X 2-2-7 0101"])
    assert account(game) == {"Town": (0, 3)}
    play(game, "move A 0505")
    assert account(game) == {"Town": (5, 0)}


def test_points_if_neither_side_holds_a_place():
    game = scored(TOWN + "missed = { Blue = 1, Red = 2 }\n", blue=["A 4-4-7 0506"], red=["X 2-2-7 0101"])
    assert account(game) == {"Town": (1, 2)}
    assert limits(game, 1) == [("Town", 2, 0, 3)]
    check_sources(game)


def test_each_hex_of_a_place_by_itself():
    text = TOWN.replace('["0505"]', '["0505", "0506"]') + "each = true\n"
    game = scored(text, blue=["A 4-4-7 0507"], red=["X 2-2-7 0305"])
    play(game, "move A 0506", "done", "move X 0404 0505")
    assert account(game) == {"Town at 0505": (0, 3), "Town at 0506": (5, 0)}
    assert [place.name for place in queries.objectives(game)] == ["Town at 0505", "Town at 0506"]
    sources = check_sources(game)
    assert [(chance.one, chance.times, chance.by) for chance in sources[0].chances] == [
        ("one hex of Town held by the Blue forces", 1, (5, -3)),
        ("one hex of Town held by the Red forces", 1, (-5, 3)),
    ]


def test_a_place_with_all_its_hexes_is_held_by_one_side_or_neither():
    text = TOWN.replace('["0505"]', '["0505", "0506"]')
    game = scored(text, blue=["A 4-4-7 0507"], red=["X 2-2-7 0305"])
    play(game, "move A 0506 0505 0504 0503 0502")
    assert account(game) == {"Town": (5, 0)}
    play(game, "done", "move X 0405 0505")
    assert account(game) == {}
    assert queries.objectives(game)[0].why == "neither side has all of it"


@pytest.mark.parametrize(
    ("by", "blue", "red", "points"),
    [
        ("unit", ["A 4-4-7 0505"], ["X 2-2-7 0101"], {"Town": (5, 0)}),
        ("unit", ["A 4-4-7 0506"], ["X 2-2-7 0101"], {}),
        ("zones", ["A 4-4-7 0506"], ["X 2-2-7 0101"], {"Town": (5, 0)}),
        ("zones", ["A 4-4-7 0506"], ["X 2-2-7 0504"], {}),
        ("zones", ["A 4-4-7 0101"], ["X 2-2-7 0504"], {"Town": (0, 3)}),
    ],
)
def test_places_held_by_units_or_by_zones(by, blue, red, points):
    game = scored(TOWN + f'by = "{by}"\n', blue=blue, red=red)
    assert account(game) == points
    check_sources(game)


@pytest.mark.parametrize(
    ("red", "points", "why"),
    [
        ("X 2-2-7 0909", (5, 0), "a Line of Communication leads to 0105"),
        ("X 2-2-7 0605", (0, 0), "enemy units or Zones of Control are in it"),
        ("X 2-2-7 0304", (0, 0), "it has no Line of Communication"),
    ],
)
def test_a_place_held_by_a_line(red, points, why):
    text = TOWN + 'by = "line"\nside = "Blue"\nto = ["0105"]\n'
    game = scored(text, blue=["A 4-4-7 0908"], red=[red], **ROAD)
    assert queries.totals(game) == points
    assert queries.objectives(game)[0].why == why
    check_sources(game)


def test_a_line_over_ground_enters_only_so_many_rough_hexes():
    text = TOWN + 'by = "line"\nside = "Blue"\nto = ["west edge"]\nover = "ground"\nrough = {}\n'
    terrain = "\n".join([".%%......"] * 9)
    for rough, points in ((2, (5, 0)), (1, (0, 0))):
        game = scored(text.replace("{}", str(rough)), terrain, blue=["A 4-4-7 0908"], red=["X 2-2-7 0909"])
        assert queries.totals(game) == points


def test_a_place_that_scores_at_the_end_of_turns():
    game = scored(TOWN + "when = [1, 3]\n", blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"], last_turn=3)
    assert account(game) == {}
    assert [(line.side, line.points) for line in queries.standing_now(game).due] == [(0, 5)]
    assert limits(game, 0) == [("Town each turn", 0, 0, 10)]
    assert [(e.side, e.points, e.cause) for e in until(game, "Blue movement", 2)] == [("Blue", 5, "Town")]
    assert account(game) == {"Town each turn": (5, 0)}
    assert [line.place for line in queries.account(game)] == [each.name for each in queries.objectives(game)]
    assert limits(game, 0) == [("Town each turn", 5, 5, 10)]
    assert [(each.one, each.times, each.by) for each in check_sources(game)[0].chances] == [
        ("Town held by the Blue forces for one more turn", 1, (5, 0)),
        ("Town held by the Red forces for one turn", 1, (0, 3)),
    ]
    until(game, "over")
    assert account(game) == {"Town each turn": (10, 0)}
    assert game.outcome is not None
    assert game.outcome.winner == 0


def test_two_tables_about_one_place_have_different_numbers_for_a_briefing():
    game = scored(f'{TOWN}{TOWN}when = "turns"\n', blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"])
    found = queries.numbers(game)
    assert {name: points for name, points in found.items() if points} == {
        "town_blue": 5,
        "town_red": 3,
        "town_each_turn_blue": 5,
        "town_each_turn_red": 3,
    }


def test_a_place_that_scores_as_turns_begin():
    game = scored(TOWN + 'when = "begins"\nfrom = 2\n', blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"], last_turn=3)
    assert account(game) == {}
    assert [line.points for line in queries.standing_now(game).due] == [5]
    until(game, "Blue movement", 2)
    assert account(game) == {"Town each turn": (5, 0)}
    until(game, "over")
    assert account(game) == {"Town each turn": (10, 0)}


def test_the_second_player_is_warned_of_what_scores_as_the_turn_ends():
    game = scored(TOWN + 'when = "turns"\n', blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"])
    assert [*game.rules.concerns(game.state)] == []
    play(game, "done")
    assert [(each.text, each.points) for each in game.rules.concerns(game.state)] == [
        ("The Blue forces score five points for Town when the Game-Turn ends", 5)
    ]


# -- lines and bridges

LINE = """
[[points]]
kind = "line"
name = "the road"
side = "Blue"
hexes = ["0105"]
to = ["0905"]
points = { Blue = 4 }
missed = { Red = 2 }
"""


@pytest.mark.parametrize(("red", "points"), [("X 2-2-7 0909", (4, 0)), ("X 2-2-7 0506", (0, 2))])
def test_an_open_road(red, points):
    game = scored(LINE, blue=["A 4-4-7 0101"], red=[red], **ROAD)
    assert queries.totals(game) == points
    check_sources(game)
    measure = queries.measures(game)[0]
    assert (measure.side, bool(measure.cut)) == (0, points == (0, 2))


def test_a_line_that_wins_the_game():
    text = (
        LINE.replace("points = { Blue = 4 }\nmissed = { Red = 2 }", 'wins = "Blue"') + '[victory]\notherwise = "Red"\n'
    )
    game = scored(text, blue=["A 4-4-7 0101"], red=["X 2-2-7 0506"], last_turn=2, **ROAD)
    assert winner(game) == 1
    assert [(source.side, source.wins) for source in check_sources(game)] == [(0, True), (1, True)]
    play(game, "done", "move X 0507 0508 0509")
    assert [each.text for each in game.rules.concerns(game.state)] == [
        "The Blue forces have a line open from 0105 to 0905: they win when the Game-Turn ends"
    ]
    until(game, "over")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (0, "Blue wins: the road")


BRIDGE = """
[[points]]
kind = "bridge"
name = "the mill bridge"
hexside = "0505/0506"
points = { Blue = 6 }
missed = { Red = 1 }
[special]
wired = "Red"
"""


def test_a_bridge_that_stands_or_is_blown():
    water = {"canals": ["0505/0506"], "bridges": ["canal 0505/0506"], "roads": ["0505 0506"]}
    game = scored(BRIDGE, blue=["A 4-4-7 0503"], red=["X 2-2-7 0909"], **water)
    assert queries.totals(game) == (6, 0)
    assert [chance.one for chance in check_sources(game)[0].chances] == ["the mill bridge blown"]
    play(game, "move A 0504 0505", "demolish yes", "roll 1")
    assert queries.totals(game) == (0, 1)
    assert "blown 1" in queries.circumstances(game)
    check_sources(game)


# -- units

EXIT = """
[[points]]
kind = "exit"
name = "the column"
side = "Blue"
units = ["A", "B"]
edge = "west"
until = 2
points = { Blue = 3 }
missed = { Red = 2 }
"""


def test_units_that_exit_in_time():
    game = scored(EXIT, blue=["A 4-4-7 0205", "B 4-4-7 0905", "C 4-4-7 0206"], red=["X 2-2-7 0909"])
    assert queries.totals(game) == (0, 4)
    assert limits(game, 0) == [("the column, 3 each", 0, 0, 6)]
    assert limits(game, 1) == [("not exited: the column, 2 each", 4, 0, 4)]
    assert "gives no points" in refused(game, "exit C west").reason
    assert "only west" in refused(game, "exit A north").reason
    play(game, "exit A west")
    assert queries.totals(game) == (3, 2)
    assert [(ids(game, [each.unit]), each.points, each.exits) for each in queries.counted(game)] == [
        ("A", 3, ()),
        ("B", 2, ("west",)),
    ]
    check_sources(game)
    until(game, "Blue movement", 3)
    assert [each.exits for each in queries.counted(game)] == [(), ()]
    assert "until Game-Turn 2" in refused(game, "exit B west").reason


def test_a_unit_without_a_turn_to_spare_is_a_concern():
    game = scored(EXIT, blue=["A 4-4-4 0705", "B 4-4-7 0105"], red=["X 2-2-7 0909"])
    assert [(ids(game, each.units), each.points) for each in game.rules.concerns(game.state)] == [("A", 5)]


LOSE = """
[[points]]
kind = "lose"
side = "Red"
points = { Blue = 2 }
"""


@pytest.mark.parametrize(("by", "points"), [("unit", 2), ("attack", 6), ("defense", 4), ("all", 10)])
def test_lost_units_at_their_value(by, points):
    game = scored(LOSE + f'by = "{by}"\n', blue=["A 9-9-7 0505", "B 9-9-7 0604"], red=["X 3-2-7 0504"], phase="combat")
    assert queries.totals(game) == (0, 0)
    assert limits(game, 0)[0][1:] == (0, 0, points)
    play(game, "attack A B > X", "roll 1")
    assert where(game, "X") == "eliminated"
    assert queries.totals(game) == (points, 0)
    check_sources(game)


def test_the_first_losses_may_be_free():
    game = scored(LOSE + "free = 1\n", blue=["A 9-9-7 0505", "B 9-9-7 0604"], red=["X 3-2-7 0504"], phase="combat")
    assert limits(game, 0)[0][1:] == (0, 0, 0)
    play(game, "attack A B > X", "roll 1")
    assert queries.totals(game) == (0, 0)


INSIDE = """
[[points]]
kind = "inside"
name = "the east bank"
side = "Blue"
hexes = ["column 08", "column 09"]
points = { Blue = 2 }
missed = { Red = 7 }
"""


def test_units_inside_an_area():
    game = scored(INSIDE, blue=["A 4-4-7 0705", "B 4-4-7 0706"], red=["X 2-2-7 0101"])
    assert queries.totals(game) == (0, 7)
    assert [chance.once for chance in check_sources(game)[0].chances] == [(0, -7)]
    play(game, "move A 0805")
    assert queries.totals(game) == (2, 0)
    assert [(ids(game, [each.unit]), each.points) for each in queries.counted(game)] == [("A", 2)]
    assert limits(game, 0) == [("the east bank, 2 per unit", 2, 0, 4)]
    check_sources(game)


def test_only_some_kinds_count_inside_and_the_first_are_free():
    text = INSIDE + 'kinds = ["infantry"]\nfree = 1\n'
    game = scored(text, blue=["A 4-4-7 0805", "B 4-4-7 0806", "T 4-4-9 armor 0807"], red=["X 2-2-7 0101"])
    assert queries.totals(game) == (2, 0)
    assert [each.points for each in queries.counted(game)] == [0, 2]
    check_sources(game)


@pytest.mark.parametrize(("key", "points"), [("line", (2, 0)), ("without", (2, 0))])
def test_units_with_or_without_a_line(key, points):
    text = INSIDE.replace("missed = { Red = 7 }", f'{key} = true\nto = ["west edge"]\nover = "ground"')
    game = scored(text, blue=["A 4-4-7 0805", "B 4-4-7 0901"], red=["X 2-2-7 0802", "Y 2-2-7 0902"])
    assert [ids(game, [each.unit]) for each in queries.counted(game)] == (["A"] if key == "line" else ["B"])
    assert queries.totals(game) == points


def test_the_whole_map_is_no_objective():
    game = scored(
        INSIDE.replace('["column 08", "column 09"]', '["all"]') + 'when = "turns"\n',
        blue=["A 4-4-7 0705"],
        red=["X 2-2-7 0101"],
    )
    assert queries.objectives(game) == []
    assert only(until_turn(game, 2), Scored)[0].points == 2


def until_turn(game, turn):
    events = []
    while game.state.turn < turn:
        events += game.apply(parse("done"))
    return events
