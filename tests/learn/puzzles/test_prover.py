"""The prover compared with brute force and with itself without pruning, as exact fractions."""

import os
from fractions import Fraction
from random import Random

import pytest

from tests.drawn import drawn
from tests.learn.puzzles.brute import Brute, TooMany
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play
from westwall_tui.engine.orders import parse
from westwall_tui.engine.planning import preview
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.learn.puzzles.catalog import scenario_of
from westwall_tui.learn.puzzles.goals import CONDITIONS, UNIT, Goal, as_fraction
from westwall_tui.learn.puzzles.prover import Prover, TooLong
from westwall_tui.tools.puzzles.positions import BattleMap, PositionSize, small_board

WHOLE = bool(os.environ.get("WESTWALL_WHOLE"))
"""True if `make puzzles` asks for all positions instead of a sample."""
MOST = 20_000 if WHOLE else 1_500
"""Maximum number of positions for brute force."""
BATTLES = ("arnhem/historical", "bastogne/campaign", "hurtgen/historical", "remagen/historical")
TINY = (
    PositionSize(1, 1),
    PositionSize(2, 1),
    PositionSize(2, 1),
    PositionSize(1, 2),
    PositionSize(2, 2),
    PositionSize(3, 1),
    PositionSize(3, 2),
)


def some_goal(rng, game, side):
    """Draw any goal: losses, points, hexes, or two conditions at once."""
    kind = rng.choice(["eliminate", "eliminate", "points", "points", "keep", "hold", "clear", "bar", "free", "away"])
    if kind == "points":
        return Goal(game.scenario, side, [])
    kinds = {kind}
    if rng.random() < 0.4:
        kinds.add(rng.choice(["keep", "hold", "clear", "free", "away"]))
    on_map = [game.state.on_map(each) for each in (0, 1)]
    hexes = [h for h in game.state.location if h >= 0]
    made = []
    for each in sorted(kinds):
        ours, theirs = on_map[side], on_map[1 - side]
        two = tuple(rng.sample(hexes, 2))
        about = {
            "eliminate": (theirs, (), rng.choice([1, 1, len(theirs)])),
            "keep": (ours, (), rng.randint(0, 1)),
            "hold": ((), two, 1),
            "clear": ((), two[:1], None),
            "bar": ((), two[:1], None),
            "free": (tuple(rng.sample(ours, 1)), (), None),
            "away": (theirs[:2], two, None),
        }
        made.append(CONDITIONS[each](side, *about[each]))
    return Goal(game.scenario, side, made)


def small_games(rng):
    """Yield tiny positions on boards of their own, with artillery and Ground Support."""
    while True:
        size = rng.choice(TINY)._replace(
            guns=(rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 1])),
            support=(rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 1])),
        )
        yield from begun(lambda size=size: small_board(rng, size, 6, 6).texts)


def battle_games(rng, keys=BATTLES):
    """Yield tiny positions of the battles, with their Exclusive Rules."""
    maps = [BattleMap(load_scenario(key)) for key in keys]
    while True:
        size = rng.choice(TINY[:6])._replace(
            guns=(rng.choice([0, 0, 1]), rng.choice([0, 0, 1])), support=(rng.choice([0, 1]), 0)
        )
        yield from begun(lambda size=size: rng.choice(maps).draw(rng, size).texts)


def moving_games(rng):
    """Yield positions in which one unit moves and two fight, small enough for brute force."""
    while True:
        texts = dict(small_board(rng, PositionSize(rng.choice([1, 2]), 1, loose=1), 5, 5).texts)
        texts["units"] = texts["units"].replace('-7"', '-2"').replace('-6"', '-2"')
        yield from begun(lambda texts=texts: texts)


def begun(draw):
    try:
        game = Game(scenario_of(draw(), "drawn"), seed=None)
    except (FileError, IndexError):  # there is no room for the units
        return
    if game.prompt.kind in ("combat", "movement"):
        yield game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "seed", "wanted"),
    [(small_games, 13, 3), (battle_games, 2, 3), (moving_games, 3, 4)],
    ids=["small", "battles", "moves"],
)
def test_the_prover_agrees_exactly_with_brute_force(games, seed, wanted):
    wanted *= 80 if WHOLE else 1
    rng, agreed, broken = Random(seed), 0, 0
    for game in games(rng):
        goal = some_goal(rng, game, rng.choice([0, 1]))
        try:
            slow = Brute(game, goal, MOST).value(game)
        except TooMany:
            continue
        assert as_fraction(Prover(game, goal).value(game.state)) == slow, (game.scenario, goal.conditions)
        agreed, broken = agreed + 1, broken + (slow.denominator > 1)
        if agreed == wanted:
            break
    assert broken > wanted / 10  # not all are trivial


@pytest.mark.slow
def test_without_pruning_the_value_is_the_same():
    rng, agreed = Random(4), 0
    for game in small_games(rng):
        goal = some_goal(rng, game, 0)
        try:
            plain = Prover(game, goal, positions=4000 if WHOLE else 1000, prune=False).value(game.state)
        except TooLong:
            continue
        assert Prover(game, goal).value(game.state) == plain
        agreed += 1
        if agreed == (200 if WHOLE else 2):
            return


def mirrored(condition):
    """Return the condition that holds for the other side exactly when this one does not."""
    side, units, hexes = 1 - condition.side, condition.units, condition.hexes
    match condition.kind:
        case "eliminate":
            return CONDITIONS["keep"](side, units, hexes, (condition.number or len(units)) - 1)
        case "keep":
            return CONDITIONS["eliminate"](side, units, hexes, (condition.number or 0) + 1)
        case "clear":
            return CONDITIONS["bar"](side, units, hexes, None)
    return CONDITIONS["clear"](side, units, hexes, None)


@pytest.mark.slow
def test_the_chances_of_both_sides_add_up_to_one():
    rng, done = Random(5), 0
    for game in small_games(rng):
        goal = some_goal(rng, game, rng.choice([0, 1]))
        if len(goal.conditions) != 1 or goal.conditions[0].kind not in ("eliminate", "keep", "clear", "bar"):
            continue
        other = Goal(game.scenario, 1 - goal.side, [mirrored(goal.conditions[0])])
        assert Prover(game, goal).value(game.state) + Prover(game, other).value(game.state) == UNIT
        done += 1
        if done == (200 if WHOLE else 5):
            return


def fight(*blue):
    """Return a game of battalions against one in the open at 0505."""
    game = drawn(blue=list(blue), red=["X 3-3-7 0505"], phase="combat")
    goal = Goal(game.scenario, 0, [CONDITIONS["eliminate"](0, (game.scenario.unit("X"),), (), None)])
    return game, Prover(game, goal)


def test_7_71_a_unit_that_can_retreat_is_never_lost():
    game, prover = fight("A 4-4-7 0506")
    assert prover.value(game.state) == 0
    assert prover.second(game.state) is None  # all orders are equally good


def test_7_74_a_unit_that_cannot_retreat_is_lost_on_every_retreat_result():
    game, prover = fight("A 2-4-7 0506", "B 2-4-7 0604", "C 2-4-7 0404")
    shown = preview(game, next(order for order in game.legal() if str(order) == "attack A B C > X"))
    assert shown is not None
    assert shown.odds is not None
    chance = Fraction(sum(result[0] != "A" for result in shown.odds.results), 6)
    assert as_fraction(prover.value(game.state)) == chance
    assert "attack A B C > X" in map(str, prover.answers(game.state))
    value, order = prover.options(game.state)[0]
    assert (as_fraction(value), prover.best(game.state).order) == (chance, order)


def test_7_74_a_lone_defender_with_room_is_safe_once_the_attack_is_declared():
    game, prover = fight("A 4-4-7 0506", "B 4-4-7 0604")
    order = parse("attack A B > X")
    assert prover.is_settled(prover.after(game.state, order).state)
    game, prover = fight("A 2-4-7 0506", "B 2-4-7 0604", "C 2-4-7 0404")
    assert not prover.is_settled(prover.after(game.state, parse("attack A B C > X")).state)


@pytest.mark.slow
@pytest.mark.skipif(not WHOLE, reason="takes a minute; make puzzles")
def test_three_guns_with_ground_support_take_less_than_a_minute():
    rng, proven = Random(5), 0
    while proven < 4:
        try:
            game = Game(
                scenario_of(small_board(rng, PositionSize(4, 3, (2, 1), (3, 0)), 9, 8).texts, "drawn"), seed=None
            )
        except (FileError, IndexError):
            continue
        if game.prompt.kind == "combat":
            enemy = next(i for i, u in enumerate(game.scenario.units) if u.side != game.side and not u.is_artillery)
            goal = Goal(game.scenario, game.side, [CONDITIONS["eliminate"](game.side, (enemy,), (), None)])
            Prover(game, goal, positions=70_000).value(game.state)
            proven += 1


def test_every_way_is_legal_and_does_what_the_order_does():
    for game in (
        fight("A 4-4-7 0506", "B 4-4-7 0604")[0],
        drawn(blue=["A 4-4-3 0406"], red=["X 3-3-7 0505"], phase="movement"),
    ):
        ways = list(Play(game.state).ways())
        assert len(ways) == len(list(game.legal()))
        for way in ways:
            by_order, by_way = game.copy(), Play(game.state.copy())
            by_order.apply(way.order)
            by_way.do(way)
            assert by_way.state.digest() == by_order.state.digest()


def test_a_proof_that_takes_too_long_is_stopped():
    game, _ = fight("A 2-4-7 0506", "B 2-4-7 0604")
    goal = Goal(game.scenario, 0, [])
    with pytest.raises(TooLong):
        Prover(game, goal, positions=2).value(game.state)
    stopped = Prover(game, goal, prune=False)
    stopped.stopped, stopped.positions = True, 60  # the prover checks this only sometimes
    with pytest.raises(TooLong):
        stopped.value(game.state)
