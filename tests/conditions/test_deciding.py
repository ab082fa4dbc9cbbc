"""Decisions by conditions: the order that a table gives, or none, on drawn boards and in recorded games."""

from collections.abc import Iterator

import pytest

from tests.drawn import FIELD, drawn, lane, play, where
from tests.every import every
from tests.games.record import FOLDER, GAMES, begin, read
from tests.long import sample
from westwall_tui.conditions import decide, decided_by, decided_in, gaps, parse, suggested, switched, tried
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.entries import Chronicle
from westwall_tui.words.conditions import decision_told, entry_told

GUNS = ["Q 3-1-18/1-7 0301", "P 3-4-18/1-7 0302", "R 3-2-18/1-7 0303"]


def attacked(attack: int = 8, **what) -> Game:
    """Return a game in which A attacks X, which has a Defense Strength of 2 and artillery that could add 7."""
    game = drawn(blue=[f"A {attack}-4-7 0505"], red=["X 3-2-7 0504", *GUNS], phase="combat", **what)
    play(game, "attack A > X")
    return game


def beaten(*board: str, red: tuple[str, ...] = (), attack: str = "A > X", die: int = 4, **what) -> Game:
    """Return a game in which X must retreat two hexes."""
    game = drawn(*board, blue=["A 13-1-7 0505"], red=["X 1-1-7 0504", *red], phase="combat", **what)
    play(game, f"attack {attack}", f"roll {die}")
    return game


def repelled() -> Game:
    """Return a game in which A has attacked X and Y and has retreated from 0505, so that they may advance."""
    game = drawn(blue=["A 1-1-7 0505"], red=["X 9-9-7 0504", "Y 9-9-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 1", "retreat A 0506")
    assert game.prompt.kind == "advance"
    return game


def recorded(file: str) -> tuple[Game, Iterator[str]]:
    """Return a recorded game before its first order, and its orders."""
    record = next(each for each in GAMES if each.file == file)
    _, orders = read((FOLDER / file).read_text(encoding="utf-8"))
    return begin(record.scenario, record.seed, record.options), iter(orders)


def order(game: Game, *lines: str) -> str:
    return str(decide(game, lines))


# -- fire


@every(
    ("line", "fire"),
    [
        ("fire none", "fpf none"),
        ("fire all", "fpf Q P R"),  # each of them changes the column of +6
        ("fire Q P to +1", "fpf Q P"),
        ("fire Q P to +2", "fpf P"),  # P alone is enough
        ("fire all to +4", "fpf R"),  # Q alone is not enough, and P would be wasted
        ("fire Q R to +1", "None"),  # they reach only +3
        ("fire all to +6", "fpf none"),
        ("fire all for Q", "None"),
        ("fire all at ..+5", "None"),
        ("fire R at +6", "fpf R"),
        ("fire R for near 0503 1 at +6..+7", "fpf R"),
    ],
)
def test_8_4_a_line_fires_the_fewest_guns_in_its_order(line, fire):
    assert order(attacked(), line) == fire


def test_8_4_a_gun_that_changes_nothing_does_not_fire_and_a_later_line_may():
    game = attacked(9)  # +7, in the same column as +6
    assert order(game, "fire Q") == "fpf none"
    assert order(game, "fire Q", "fire R to +5") == "fpf R"


def test_8_46_a_gun_that_has_fired_is_left_out():
    blue, red = ["A 8-4-7 0505", "B 8-4-7 0805"], ["X 3-2-7 0504", "Y 3-2-7 0804", *GUNS]
    game = drawn(blue=blue, red=red, phase="combat")
    play(game, "attack A > X", "fpf P", "roll 5")
    while game.prompt.kind != "combat":
        game.apply(next(game.legal()))
    play(game, "attack B > Y")
    assert order(game, "fire P R") == "fpf R"


def test_9_0_ground_support_comes_after_the_guns_and_only_as_much_as_is_needed():
    game = attacked(supports=((), [(1, 9, 5)]))
    assert order(game, "fire R support 3 to +3") == "fpf R gs 1"
    assert order(game, "fire support 3 to +5") == "fpf gs 1"
    assert order(game, "fire P support 3 to +2") == "fpf P"


# -- retreats and displacement


def test_7_7_wishes_count_in_their_order_and_those_of_several_lines_add_up():
    game = beaten()
    assert order(game, "retreat all toward 0801") == "retreat X 0503 0602"
    assert order(game, "retreat all prefer 0402 toward 0801") == "retreat X 0403 0402"
    found = decided_by(game, ["retreat X prefer 0402", "advance none", "retreat all toward 0801"])
    assert found is not None
    assert (str(found.order), found.lines) == ("retreat X 0403 0402", (1, 3))


def test_7_7_never_comes_before_all_wishes_but_does_not_close_the_last_way():
    game = beaten()
    assert order(game, "retreat all toward 0801 never 0602") == "retreat X 0603 0703"
    assert order(game, "retreat all toward 0801 never near 0504 4") == "retreat X 0503 0602"


def test_7_7_cover_and_terrain_are_wishes():
    rows = FIELD.split()
    rows[1], rows[2] = "....f....", "..o......"  # woods at 0502, a town at 0303
    game = beaten("\n".join(rows))
    assert order(game, "retreat all prefer town cover") == "retreat X 0403 0303"
    assert order(game, "retreat all prefer woods") == "retreat X 0503 0502"
    assert order(game, "retreat all away") == "retreat X 0403 0303"


def test_7_74_no_unit_is_lost_for_the_wishes_of_another():
    """Y can only retreat to 0603, X there or to 0403."""
    ground = lane("0505", "0504", "0604", "0603", "0403")
    game = drawn(ground, blue=["A 5-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert order(game, "retreat all prefer 0603") in ("retreat X 0403", "retreat Y 0603")
    while game.side == 1 and game.prompt.kind == "retreat":
        game.apply(order(game, "retreat all prefer 0603"))
    assert where(game, "X") != "eliminated" != where(game, "Y")


def test_7_8_displacements_obey_the_same_lines():
    game = beaten(red=("F 1-1-7 0503", "G 1-1-7 0403", "H 1-1-7 0603"))
    play(game, "retreat X 0503 0502")
    assert order(game, "retreat F prefer 0602", "retreat all away") == "displace F 0602"
    assert order(game, "retreat X prefer 0602") == "None"


def test_a_retreat_waits_for_the_player_unless_all_units_are_covered():
    game = beaten(red=("Y 1-1-7 0404",), attack="A > X Y", die=3)
    assert order(game, "retreat X away") == "None"
    assert order(game, "retreat X Y away").startswith("retreat ")


# -- advances, bridges


def test_7_9_the_first_line_about_a_unit_decides_and_none_means_none():
    game = repelled()
    assert order(game, "advance none") == "stand"
    assert order(game, "advance Y", "advance none") == "advance Y 0505"
    assert order(game, "advance none for X", "advance all into 0505") == "advance Y 0505"
    assert order(game, "advance all into 0101") == "stand"
    assert order(game, "advance X") == "None"


def test_12_1_bridges_are_blown_or_spared_by_name():
    game, orders = recorded("arnhem-historical-busy.orders")
    while game.prompt.kind != "demolition":
        game.replay([next(orders)])
    bridge = "/".join(map(game.scenario.board.number, game.prompt.hexes))
    assert order(game, f"demolish {bridge} no", "demolish all yes") == "demolish no"
    assert order(game, "demolish 2518/2519 no", "demolish all yes") == "demolish yes"
    assert order(game, "demolish 2518/2519 no") == "None"
    session = LocalSession.of_save(Save(game))
    session.change_private(1, lambda own: own._replace(conditions=("demolish all yes",)))
    session.by_conditions = {len(game.log): 1}
    entry = Chronicle(game.rolled_by_hand(), len(game.log)).carry_out("demolish yes")
    said = f"By the German conditions, the bridge {bridge} is to be blown."
    assert entry_told(session, entry, len(game.log)) == said
    assert decision_told(session, names_side=True) == (Demolish(attempt=True), said)


# -- a table as a whole


def test_a_table_that_is_off_or_faulty_decides_nothing():
    game = attacked()
    assert order(game, *switched(["fire all"], on=False)) == "None"
    assert order(game, "fire all", "fire bogus") == "None"


def test_no_condition_decides_in_your_own_turn():
    game = beaten(red=("Y 1-1-7 0404",), attack="A > X Y", die=5)
    while game.side == 1:
        game.apply(next(game.legal()))
    assert order(game, "retreat all away", "fire all", "advance all") == "None"


def test_in_a_sandbox_the_player_decides_for_both_sides():
    game = LocalSession.of_save(Save(attacked()))
    game.change_private(1, lambda own: own._replace(conditions=("fire none",)))
    assert decided_in(game) is not None
    game.game.is_trial = True
    assert decided_in(game) is None


def test_gaps_name_what_waits_for_the_player():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    assert [gap.kind for gap in gaps(game, 0, ())] == ["fpf", "retreat", "advance"]
    assert [gap.kind for gap in gaps(game, 1, ())] == ["fpf", "retreat", "advance", "demolition"]
    assert not gaps(game, 1, suggested(game, 1))
    some = gaps(game, 1, ["fire all at +2..", "retreat 9S away", "advance none", "demolish all no"])
    assert some == [("fpf", False), ("retreat", False)]


# -- recorded games, random tables


def random_table(game: Game, side: int, draw: Draw) -> list[str]:
    """Return a table of random lines for a side."""
    scenario, board = game.scenario, game.scenario.board
    own = [unit.id for unit in scenario.units if unit.side == side]
    guns = [unit.id for unit in scenario.units if unit.side == side and unit.is_artillery]

    def place() -> str:
        number = board.number(draw.pick(board.playable))
        return draw.pick((number, f"near {number} {1 + draw.below(6)}", "town", "woods"))

    def who() -> str:
        return draw.pick(("all", " ".join(draw.pick(own) for _ in range(3)), place()))

    forms = (
        lambda: f"fire {draw.pick(('all', 'none', draw.pick(guns)))} for {who()} at {draw.below(8) - 3}..",
        lambda: f"fire all support 2 to {draw.below(6) - 2}",
        lambda: f"fire {draw.pick(guns)} {draw.pick(guns)} {draw.pick(guns)} support {draw.below(3)} for {who()}",
        lambda: f"retreat {who()} never {place()} {place()} toward {place()} prefer {place()} cover away",
        lambda: f"retreat {who()} {draw.pick(('stay', 'away', 'prefer cover'))} never {place()}",
        lambda: f"advance {who()} into {place()} {place()}",
        lambda: draw.pick(("advance none", "advance all", f"advance none for {who()}")),
        lambda: f"demolish all {draw.pick(('yes', 'no'))}",
    )
    return [draw.pick(forms)() for _ in range(1 + draw.below(12))]


@pytest.mark.slow
@pytest.mark.parametrize("record", sample(GAMES, GAMES[1::4]), ids=lambda record: record.file)
def test_in_recorded_games_every_order_is_legal_and_depends_on_nothing_hidden(record):
    (game, orders), draw = recorded(record.file), Draw(record.seed)
    asked = decided = 0
    for line in orders:
        if queries.is_defense(game):
            side, fork = game.side, game.fork(viewer=game.side)
            before = game.digest()
            assert decide(game, suggested(game, side)) is not None, game.prompt.text
            for _ in range(3):
                table = random_table(game, side, draw)
                for each in table:
                    parse(each, game.scenario, side)
                found = decide(game, table)
                assert found == decide(fork, table)
                assert found is None or game.explain(found) is None, (table, str(found))
                asked, decided = asked + 1, decided + (found is not None)
            assert game.digest() == before
        game.replay([line])
    assert asked > 10
    assert asked / 10 < decided < asked


def test_the_last_enemy_turn_is_tried_again_with_what_was_given_there():
    game, orders = recorded("spearhead-greedy.orders")
    game.replay(orders)
    trials = tried(game, 1, suggested(game, 1))
    assert trials
    assert len({trial.turn for trial in trials}) == 1
    for trial in trials:
        assert trial.game.explain(trial.given) is None
        assert trial.decided == decided_by(trial.game, suggested(game, 1)) is not None
    assert [trial.given for trial in tried(game, 1, ())] == [trial.given for trial in trials]
    assert all(trial.decided is None for trial in tried(game, 1, ()))
