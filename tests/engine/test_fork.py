"""Forks: games to think ahead in, which know neither the dice to come nor the enemy's secrets; and a game's root."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.drawn import deciding, drawn, play, where
from tests.every import every
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.scenarios.catalog import load_scenario, shipped

ALLIED, GERMAN = 0, 1


def battle(seed: int | None = 1) -> Game:
    return drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=seed)


# -- chance


def test_a_forks_dice_are_not_the_games():
    """The same attack in many forks shows every number; in copies it shows the one that the game will show."""
    game = battle()
    copied: set[str] = set()
    forked: set[str] = set()
    for seed in range(40):
        for twin, found in ((game.copy(), copied), (game.fork(seed=seed), forked)):
            play(twin, "attack A > X")
            found.add(next(line for line in twin.log if line.startswith("roll")))
    assert len(copied) == 1
    assert forked == {f"roll {die}" for die in range(1, 7)}


def test_forks_of_one_seed_are_alike_whatever_die_the_game_has():
    assert battle(1).fork(seed=7).digest() == battle(2).fork(seed=7).digest()


def test_a_fork_without_a_seed_is_told_its_dice():
    twin = battle().fork()
    play(twin, "attack A > X")
    assert deciding(twin) == "Blue roll"
    play(twin, "roll 6")


def test_a_fork_with_a_seed_rolls_a_die_that_is_due():
    """Else nobody could go on: the die is not the player's to give, and none is rolled without an order."""
    game = battle(None)
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    twin = game.fork(seed=1)
    assert deciding(twin) != "Blue roll"
    assert twin.log == []
    assert deciding(game) == "Blue roll"


def test_a_fork_leaves_the_game_alone():
    game = battle()
    before, log = game.digest(), game.log[:]
    twin = game.fork(seed=1)
    play(twin, "attack A > X")
    assert (game.digest(), game.log) == (before, log)


def test_a_fork_goes_on_from_here_and_remembers_nothing():
    game = battle(None)
    play(game, "attack A > X", "roll 1")
    twin = game.fork(seed=3)
    assert twin.log == []
    assert not twin.can_undo
    assert not twin.can_redo
    assert twin.root().digest() == twin.digest()


# -- what may be taken back


def moving() -> Game:
    """Blue has moved twice, and taken a third move back."""
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0909", "C 4-4-7 0109"], red=["X 3-3-7 0101"], seed=1)
    play(game, "move A 0506", "move B 0908", "move C 0108")
    game.undo()
    return game


def twins(game: Game) -> list[Game]:
    return [game.copy(undo=True), game.fork(seed=5, undo=True), game.fork(seed=5, viewer=1, undo=True)]


def test_5_15_a_copy_or_fork_may_take_back_and_redo_what_the_game_may():
    game = moving()
    before, log = game.digest(), game.log[:]
    for twin in twins(game):
        assert (twin.can_undo, twin.can_redo, twin.undoes) == (True, True, 0)
        twin.undo()
        twin.undo()
        assert not twin.can_undo
        assert [where(twin, name) for name in "ABC"] == ["0505", "0909", "0109"]
        for _ in range(3):
            twin.redo()
        assert [where(twin, name) for name in "ABC"] == ["0506", "0908", "0108"]
        assert twin.log == [*log, "move C 0108"]
        again = twin.root()
        again.replay(twin.log)
        assert again.digest() == twin.digest()
    assert (game.digest(), game.log) == (before, log)
    game.undo()  # and that of a copy leaves the game's own past as it was
    assert game.log == log[:1]


def test_5_15_each_goes_its_own_way_from_the_same_past():
    game = moving()
    first, second = game.copy(undo=True), game.copy(undo=True)
    for twin in (first, second):
        twin.undo()
    play(first, "move B 0907")
    assert (where(first, "B"), where(second, "B")) == ("0907", "0909")
    second.undo()
    assert (where(first, "A"), where(second, "A")) == ("0506", "0505")


def test_5_15_without_asking_nothing_can_be_taken_back():
    game = moving()
    for twin in (game.copy(), game.fork(seed=5)):
        assert (twin.can_undo, twin.can_redo) == (False, False)


def test_5_15_a_fork_of_a_game_that_rolls_goes_back_to_before_its_own_die_and_no_further():
    game = battle(None)
    play(game, "attack A > X")
    assert game.can_undo
    assert not game.fork(seed=1, undo=True).can_undo  # it has rolled
    assert game.fork(undo=True).can_undo


# -- secrets (15.36 of Arnhem)


def noted(*zones: str) -> Game:
    """Arnhem's free deployment, with the Allied player's drop zones noted so."""
    game = Game(load_scenario("arnhem/free"), seed=1)
    play(game, *zones, "done")
    return game


NOTED = [("zone 101 1618", "zone 82 3011 2", "zone 1 1203 3"), ("zone 101 1219 2", "zone 82 2205", "zone 1 3706")]


@pytest.fixture(scope="module")
def two_games() -> list[Game]:
    return [noted(*zones) for zones in NOTED]


@pytest.mark.parametrize("viewer", [GERMAN, -1])
@pytest.mark.parametrize("seed", range(5))
def test_15_36_a_fork_does_not_depend_on_what_its_viewer_may_not_know(two_games, viewer, seed):
    first, second = (game.fork(seed=seed, viewer=viewer) for game in two_games)
    assert first.digest() == second.digest()
    assert not any("zone" in line for line in first.log)


def test_15_36_a_fork_takes_nothing_back_that_gives_a_secret_away():
    game = Game(load_scenario("arnhem/free"), seed=1)
    play(game, *NOTED[0][:2])
    for viewer in (GERMAN, -1):
        twin = game.fork(seed=1, viewer=viewer, undo=True)
        assert (twin.log, twin.can_undo) == ([], False)
    own = game.fork(seed=1, viewer=ALLIED, undo=True)
    assert own.log == game.log
    own.undo()
    assert own.log == game.log[:1]
    strict = Game(load_scenario("arnhem/free"), seed=1, strict=True)
    play(strict, *NOTED[0][:2])
    assert strict.fork(seed=1, undo=True).log == []


def test_15_36_who_noted_the_zones_keeps_them_in_his_forks(two_games):
    for game in two_games:
        twin = game.fork(seed=4, viewer=ALLIED)
        assert twin.state.facts == game.state.facts


def test_15_36_the_zones_of_a_fork_are_possible_and_differ(two_games):
    """Noted where they are drawn they would be accepted; forty draws give many arrangements."""
    game, seen = two_games[0], set()
    for seed in range(40):
        facts = game.fork(seed=seed, viewer=GERMAN).state.facts
        again = Game(game.scenario, seed=1)
        zones = tuple((d, facts[f"zone {d}"], facts[f"turn of zone {d}"]) for d in ("101", "82", "1"))
        for division, h, turn in zones:
            again.apply(parse(f"zone {division} {game.scenario.board.number(h)} {turn}"))
        again.apply(parse("done"))
        seen.add(zones)
    assert len(seen) == 40


def test_15_39_a_zone_not_placed_yet_comes_later():
    """Once the Allied player has begun to move in good weather, what lies nowhere is noted for a later Game-Turn."""
    game = noted(*NOTED[0])
    draw = Draw(1)
    while game.prompt.kind == "set-up":
        game.apply(game.random_order(draw))
    assert deciding(game) == "Allied movement"
    for seed in range(10):
        facts = game.fork(seed=seed, viewer=GERMAN).state.facts
        assert facts["zone 101"] == game.state.facts["zone 101"]  # on the map
        assert facts["turn of zone 82"] > game.state.turn
        assert facts["turn of zone 1"] > game.state.turn


# -- the root


@every("name", [each.key for each in shipped()])
def test_the_root_is_the_game_at_its_start(name):
    game = Game(load_scenario(name), seed=5)
    start, draw = game.digest(), Draw(2)
    for _ in range(15):
        game.apply(game.random_order(draw))
    assert game.root().digest() == start
    again = game.root()
    again.replay(game.log)
    assert again.digest() == game.digest()


def test_the_root_of_a_game_that_went_on_from_a_position_is_that_position():
    game = battle(None)
    play(game, "attack A > X", "roll 1")
    later = battle(None)
    later.go_on_from(game.state)
    at = later.digest()
    play(later, *[str(order) for order in list(later.legal())[:1]])
    assert later.root().digest() == at


# -- two threads


@pytest.mark.slow
def test_games_of_one_board_run_in_two_threads():
    """Bridges fall and are laid, and each makes another ground of the one board that both games share."""
    scenario = load_scenario("arnhem/historical")

    def played(seed: int) -> str:
        game, draw = Game(scenario, seed=seed), Draw(seed)
        for _ in range(120):
            game.apply(game.random_order(draw))
        return game.digest()

    alone = [played(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(played, range(4))) == alone
