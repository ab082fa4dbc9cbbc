"""State: copy, encoding, digest."""

import json
import re
from pathlib import Path

import pytest

from tests.drawn import deciding, drawn, legal, play
from tests.engine import naive_zones
from tests.every import every
from tests.long import sample
from westwall_tui.engine.board import KEPT
from westwall_tui.engine.decisions.base import STEPS
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import ELIMINATED, State, changed
from westwall_tui.engine.terrain import Hexside
from westwall_tui.files.scenarios.catalog import load_scenario

STORY = [
    "move A 0505",
    "done",
    "attack A > X + G gs 1",
    "fpf H gs 1",
    "roll 4",
    "retreat X 0503 0502",
    "displace F 0501",
    "advance A 0503",
    "done",
    "done",
]
"""A Player-Turn with every kind of decision but the set-up's."""


def story() -> Game:
    return drawn(
        blue=["A 13-4-7 0506", "G 1-1-18/1-7 0909"],
        red=[
            "X 1-1-7 0504",
            "F 1-1-7 0502",
            "P 1-1-7 0403",
            "Q 1-1-7 0603",
            "R 1-1-7 0402",
            "S 1-1-7 0602",
            "H 1-2-18/1-7 0101",
        ],
        supports=([(1, 9, 5)], [(1, 9, 5)]),
    )


def positions():
    """Yield the game before each order of the story."""
    game = story()
    yield game
    for line in told():
        play(game, line)
        yield game


def told() -> list[str]:
    """Return the story's orders without those of decisions that settle by themselves."""
    game = story()
    lines = []
    for line in STORY:
        if line.split()[0] in {str(order).split()[0] for order in game.legal()} or line.startswith("roll"):
            play(game, line)
            lines.append(line)
    return lines


def test_the_story_has_every_kind_of_decision():
    assert told() == STORY


def test_encode_and_decode_are_inverse():
    for game in positions():
        data = game.state.encode()
        again = State.decode(game.rules, data, STEPS)
        assert again.encode() == data
        assert again.digest() == game.digest()


def test_the_encoding_is_plain_data():
    """The data survive JSON, and therefore any similar format."""
    for game in positions():
        data = game.state.encode()
        assert json.loads(json.dumps(data)) == data
        assert State.decode(game.rules, json.loads(json.dumps(data)), STEPS).digest() == game.digest()


def test_a_decoded_game_continues_in_the_same_way():
    """From every position of the story, its remaining orders lead to the same end."""
    lines = told()
    whole = story()
    play(whole, *lines)
    game = story()
    for i, line in enumerate(lines):
        other = game.copy()
        other.state = State.decode(game.rules, game.state.encode(), STEPS)
        assert legal(other) == legal(game)
        play(other, *lines[i:])
        assert other.digest() == whole.digest()
        play(game, line)


def test_decoded_state_is_independent():
    game = story()
    data = game.state.encode()
    before = json.dumps(data)
    other = State.decode(game.rules, data, STEPS)
    other.place(0, -2)
    other.facts["something"] = 1
    assert json.dumps(data) == before
    assert game.state.location[0] >= 0


def test_an_encoding_does_not_change_with_the_game():
    """A snapshot does not follow the game."""
    game = story()
    data = game.state.encode()
    before = json.dumps(data)
    play(game, *told())
    assert json.dumps(data) == before


def test_a_copy_is_independent():
    for game in positions():
        before = game.digest()
        other = game.state.copy()
        assert other.digest() == before
        other.place(0, -2)
        other.moved = changed(other.moved, 9, 0)
        other.support = changed(other.support, 9, 0)
        other.facts["something"] = 1
        other.frames.clear()
        assert game.digest() == before
        naive_zones.agrees(game.state)
        naive_zones.agrees(other)


def test_digests_differ_between_positions():
    digests = [game.digest() for game in positions()]
    assert len(set(digests)) == len(digests)
    assert all(len(digest) == 16 for digest in digests)


def test_equal_positions_have_equal_digests_whatever_their_history():
    """Two moves are made in either order."""
    one, other = story(), story()
    play(one, "move A 0505", "move G 0908")
    play(other, "move G 0908", "move A 0505")
    assert one.digest() == other.digest()


def test_positions_are_equal_even_if_the_board_has_dropped_their_ground():
    """The board caches a few compiled grounds; a position that is read after many others gets a new one."""
    game = Game(load_scenario("arnhem/historical"), seed=1)
    state, board = game.state, game.scenario.board
    a = board.ground.around[0][0][0]
    state.alter(0, a, Hexside.RIVER)
    for side in range(2 * KEPT):
        board.ground_with(((1, board.ground.around[1][0][0], side),))
    again = State.decode(game.rules, state.encode(), STEPS)
    assert again.ground is not state.ground
    assert again == state


@every(
    ("key", "value"),
    [("phase", "tea"), ("die", "six"), ("frames", 3), ("frames", [["Teatime", 0]]), ("frames", [["Movement"]])],
)
def test_nonsense_is_not_decoded(key, value):
    game = story()
    data = {**game.state.encode(), key: value}
    with pytest.raises((ValueError, KeyError, TypeError)):
        State.decode(game.rules, data, STEPS)


def test_prompts_name_the_deciding_side():
    asked = [deciding(game) for game in positions()]
    assert asked == [
        "Blue movement",
        "Blue movement",
        "Blue combat",
        "Red fpf",
        "Blue roll",
        "Red retreat",
        "Red displace",
        "Blue advance",
        "Blue combat",
        "Red movement",
        "Red combat",
    ]


# -- places of units by hex


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["bastogne/campaign", "hurtgen/historical", "arnhem/historical", "arnhem/free", "remagen/historical"]
)
def test_6_0_hexes_and_zones_are_right_after_every_order(name):
    game, draw = Game(load_scenario(name), seed=3), Draw(3)
    for _ in range(sample(500, 60)):
        if game.outcome is not None:
            break
        game.apply(game.random_order(draw))
        naive_zones.agrees(game.state)
        if game.can_undo and not draw.below(4):
            game.undo()
            naive_zones.agrees(game.state)
        naive_zones.agrees(State.decode(game.rules, game.state.encode(), STEPS))


def test_units_may_share_a_hex_and_leave_it_one_by_one():
    """A unit on its way passes through friendly units (5.31)."""
    state = drawn(blue=["A 1-1-7 0101", "B 1-1-7 0102", "C 1-1-7 0103"], red=["X 1-1-7 0505"]).state
    here = state.location[1]
    for unit, h in ((0, here), (2, here), (2, ELIMINATED), (1, ELIMINATED), (0, state.location[3]), (3, here)):
        state.place(unit, h)
        naive_zones.agrees(state)


def test_6_33_zones_follow_the_features_of_hexsides():
    state = drawn(blue=["A 1-1-7 0405"], red=["X 1-1-7 0505"]).state
    a, x = state.location[0], state.location[1]
    state.alter(a, x, Hexside.RIVER)
    assert not state.zones[0][x]
    naive_zones.agrees(state)
    state.alter(a, x, Hexside.RIVER | Hexside.BRIDGE)
    assert state.zones[0][x]
    naive_zones.agrees(state)


@pytest.mark.slow
def test_no_code_moves_a_unit_except_by_place():
    """A direct change of `location` would leave hexes and zones unchanged."""
    root = Path(__file__).parents[2]
    files = (
        path
        for folder in ("westwall_tui", "tests", "examples", "benchmarks")
        for path in root.glob(f"{folder}/**/*.py")
    )
    past_it = re.compile(
        r"^\s*[\w.]*state\.location(\[.*\])?(\s*[-+]?=[^=]|\.(append|clear|extend|insert|pop)\b)", re.MULTILINE
    )
    assert [str(path) for path in files if past_it.search(path.read_text(encoding="utf-8"))] == []
