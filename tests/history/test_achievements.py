"""Achievements: each condition by a game that meets it and one that does not."""

import pytest

from tests import RECIPE
from tests.drawn import drawn, play, until
from tests.engine.battles.scored import TOWN, scored
from tests.every import every
from tests.history.test_record import recorded
from tests.history.test_story import ROAD
from westwall_tui.engine import events as ev
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.engine.state import EXITED, Outcome
from westwall_tui.files.scenarios.briefings import CONDITIONS, Achievement, achievements_of
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.history.achievements import AGAINST, JUDGES, NO_WAY_OUT, earned
from westwall_tui.history.record import History
from westwall_tui.history.story import Story


def judged(history: History, side: str, when: str, *, place: str = "", **known: object) -> bool:
    """Return True if a side has met a condition."""
    lists = {key: value for key, value in known.items() if isinstance(value, list)}
    numbers = {key: value for key, value in known.items() if isinstance(value, int)}
    return JUDGES[when](history, Achievement("A", "B", side, when, lists, place, numbers))


@pytest.fixture(scope="module")
def spearhead() -> History:
    return History(recorded("spearhead-greedy.orders"))


@pytest.fixture(scope="module")
def arnhem() -> History:
    return History(recorded("arnhem-historical-busy.orders"))


def test_every_condition_has_a_judge():
    assert set(CONDITIONS) == set(JUDGES)


@every("key", [each.key for each in shipped()])
def test_every_scenario_has_achievements_in_its_own_words(key):
    found = achievements_of(load_scenario(key))
    assert found, RECIPE
    for each in found:
        assert each.line.endswith(".")
        assert "  " not in each.line


@pytest.mark.slow
def test_15_17_nobody_entered_counts_every_kind_of_move(spearhead):
    """The Germans took Bastogne in this game."""
    assert not judged(spearhead, "US", "nobody entered", hexes=["1317", "1416"])
    moves = [event for turn in spearhead.turns if turn.side == 0 for event in turn.all(ev.Moved)]
    path = next(event.path for event in moves if len(event.path) > 3)
    assert not judged(spearhead, "US", "nobody entered", hexes=[path[1]]), "passing through is entering"
    been = {
        number
        for turn in spearhead.turns
        for entry in turn.entries
        for event in entry.events
        for number in (getattr(event, "path", ()) or (getattr(event, "hex", ""),))
    }
    untouched = next(n for n in spearhead.scenario.board.grid.numbers if n not in been)
    assert judged(spearhead, "US", "nobody entered", hexes=[untouched])


@pytest.mark.slow
def test_won_may_require_a_turn_losses_and_bridges(spearhead):
    lost = sum(spearhead.scenario.units[loss.unit].side == 0 for loss in spearhead.losses)
    assert judged(spearhead, "German", "won")
    assert not judged(spearhead, "US", "won")
    assert judged(spearhead, "German", "won", by=7)
    assert not judged(spearhead, "German", "won", by=6)
    assert judged(spearhead, "German", "won", lost=lost)
    assert not lost or not judged(spearhead, "German", "won", lost=lost - 1)
    assert judged(spearhead, "German", "won", laid=0)


def test_12_0_units_that_exited_in_time_earn_it(spearhead):
    state = spearhead.end.state
    ids = [
        spearhead.scenario.units[unit].id for unit in spearhead.scenario.of_side[0] if state.location[unit] in EXITED
    ]
    assert ids
    last = max(state.gone[spearhead.scenario.unit(unit)] for unit in ids)
    assert judged(spearhead, "German", "left the map", units=ids, by=last)
    assert not judged(spearhead, "German", "left the map", units=ids, by=last - 1)
    here = spearhead.scenario.units[state.on_map(0)[0]].id
    assert not judged(spearhead, "German", "left the map", units=[here], by=99)


@pytest.mark.slow
def test_17_11_a_place_that_gives_points_at_the_end_earns_it(arnhem):
    account = arnhem.turns[-1].ended.account
    for place in ("Beyond the Waal", "Beyond the Rijn"):
        has = any(line.place == place and line.points for line in account)
        assert judged(arnhem, "Allied", "scored at the end", place=place) == has
    assert not judged(arnhem, "German", "scored at the end", place="Beyond the Waal")


def test_17_11_a_hex_of_a_place_or_an_open_road_earns_it():
    roads = ["edge 0105 0205 0305 0405 0505 0605 0705 0805 0905 edge"]
    town = TOWN.replace('["0505"]', '["0505", "0506"]') + "each = true\n"
    game = scored(f"{town}{ROAD}", blue=["A 9-4-7 0505"], red=["X 1-2-7 0809"], last_turn=1, roads=roads)
    until(game, "over")
    history = History(game)
    assert judged(history, "Blue", "scored at the end", place="Town")
    assert not judged(history, "Red", "scored at the end", place="Town")
    assert judged(history, "Blue", "scored at the end", place="the Town road")
    assert not judged(history, "Blue", "scored at the end", place="the Tow")


@pytest.mark.slow
def test_17_31_a_road_cut_at_the_end_of_a_turn_does_not_earn_it(arnhem, spearhead):
    assert not judged(arnhem, "Allied", "never cut")
    assert not judged(arnhem, "German", "never cut"), "the German has no road there"
    for turn in arnhem.turns:
        turn.ended = turn.ended._replace(measures=[each.replace(cut=()) for each in turn.ended.measures])
    assert judged(arnhem, "Allied", "never cut")


def test_a_unit_must_stay_to_the_end_of_each_turn(arnhem):
    ends = {turn.turn: turn.after for turn in arnhem.turns}
    unit = next(u for u in arnhem.scenario.of_side[1] if ends[1].location[u] >= 0)
    number = arnhem.scenario.board.number(ends[1].location[unit])
    assert judged(arnhem, "German", "stayed", hexes=[number], first=1, last=1)
    assert not judged(arnhem, "Allied", "stayed", hexes=[number], first=1, last=1)
    assert not judged(arnhem, "German", "stayed", hexes=[number], first=1, last=99), "the game ended before"


def test_12_12_bridges_must_all_stand_after_enough_attempts(arnhem):
    tried = [event for turn in arnhem.turns for event in turn.all(ev.BridgeTried)]
    fell = any(event.blown for event in tried)
    assert tried
    assert judged(arnhem, "Allied", "bridges stood", times=len(tried)) == (not fell)
    assert not judged(arnhem, "Allied", "bridges stood", times=len(tried) + 1)


def test_7_9_ground_won_below_0_is_against_the_book():
    game = drawn(blue=["A 2-9-7 0504"], red=["X 1-3-7 0505", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A > X", "roll 1")
    while game.prompt.kind == "retreat":
        game.apply(next(iter(game.legal())))
    if game.prompt.kind == "advance":
        game.apply(next(order for order in game.legal() if str(order).startswith("advance")))
    game.state.outcome = Outcome(0, "Blue wins")
    found = earned(History(game))
    assert [(each.side, each.name) for each in found] == [(0, AGAINST[0])]


@pytest.mark.parametrize(("red", "has"), [(["X", "Y", "Z"], True), (["X", "Y"], False)])
def test_7_6_three_units_lost_by_one_roll_earn_no_way_out(red, has):
    where = {"X": "0504", "Y": "0604", "Z": "0404"}
    units = [f"{name} 1-1-7 {where[name]}" for name in red]
    game = drawn(blue=["A 60-9-7 0505"], red=[*units, "W 1-1-7 0909"], phase="combat")
    play(game, f"attack A > {' '.join(red)}", "roll 1")
    assert len(game.state.eliminated(1)) == len(red)
    game.state.outcome = Outcome(0, "Blue wins")
    assert (NO_WAY_OUT[0] in [each.name for each in earned(History(game))]) == has


@pytest.mark.slow
def test_an_unfinished_or_conceded_game_earns_nothing(spearhead):
    history = History(recorded("spearhead-greedy.orders"))
    history.outcome = None
    assert earned(history) == ()
    given_up = load_and_concede()
    assert given_up.outcome is not None
    assert not earned(History(given_up)), "what never happened earns nothing in a game that was not played"


def load_and_concede():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    game.apply(parse("concede"))
    return game


def test_the_story_names_the_side_that_earned_it(spearhead):
    story = Story(spearhead)
    told = story.achievements()
    assert len(told) == len(earned(spearhead))
    for each, said in zip(earned(spearhead), told, strict=True):
        assert said.startswith(f"{spearhead.scenario.sides[each.side].name}: {each.name}")
        assert said.endswith(each.line)
