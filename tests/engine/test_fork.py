"""Forks, which have neither a game's future dice nor the enemy's secrets; and the root of a game."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.drawn import deciding, drawn, play, where
from tests.every import every
from tests.long import scenario_keys
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.scenarios.catalog import load_scenario

ALLIED, GERMAN = 0, 1


def battle(seed: int | None = 1) -> Game:
    return drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=seed)


# -- chance


def test_the_dice_of_a_fork_differ_from_the_games():
    """In many forks the same attack shows every number; in copies it shows the number that the game will show."""
    game = battle()
    copied: set[str] = set()
    forked: set[str] = set()
    for seed in range(40):
        for other, found in ((game.copy(), copied), (game.fork(seed=seed), forked)):
            play(other, "attack A > X")
            found.add(next(line for line in other.log if line.startswith("roll")))
    assert len(copied) == 1
    assert forked == {f"roll {die}" for die in range(1, 7)}


def test_forks_of_one_seed_are_equal_whatever_the_games_die():
    assert battle(1).fork(seed=7).digest() == battle(2).fork(seed=7).digest()


def test_a_fork_without_a_seed_gets_its_dice_as_orders():
    other = battle().fork()
    play(other, "attack A > X")
    assert deciding(other) == "Blue roll"
    play(other, "roll 6")


def test_a_fork_with_a_seed_rolls_a_die_that_is_due():
    """Otherwise the fork could not continue: players cannot give the die, and no order would roll it."""
    game = battle(None)
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    other = game.fork(seed=1)
    assert deciding(other) != "Blue roll"
    assert other.log == []
    assert deciding(game) == "Blue roll"


def test_a_fork_leaves_the_game_alone():
    game = battle()
    before, log = game.digest(), game.log[:]
    other = game.fork(seed=1)
    play(other, "attack A > X")
    assert (game.digest(), game.log) == (before, log)


def test_a_fork_starts_from_the_present_position_without_a_log():
    game = battle(None)
    play(game, "attack A > X", "roll 1")
    other = game.fork(seed=3)
    assert other.log == []
    assert not other.can_undo
    assert not other.can_redo
    assert other.root().digest() == other.digest()


# -- undo and redo


def moving() -> Game:
    """Return a game in which Blue has moved twice and undone a third move."""
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0909", "C 4-4-7 0109"], red=["X 3-3-7 0101"], seed=1)
    play(game, "move A 0506", "move B 0908", "move C 0108")
    game.undo()
    return game


def copies(game: Game) -> list[Game]:
    return [game.copy(undo=True), game.fork(seed=5, undo=True), game.fork(seed=5, viewer=1, undo=True)]


def test_5_15_a_copy_or_fork_can_undo_and_redo_as_the_game_can():
    game = moving()
    before, log = game.digest(), game.log[:]
    for other in copies(game):
        assert (other.can_undo, other.can_redo, other.undoes) == (True, True, 0)
        other.undo()
        other.undo()
        assert not other.can_undo
        assert [where(other, name) for name in "ABC"] == ["0505", "0909", "0109"]
        for _ in range(3):
            other.redo()
        assert [where(other, name) for name in "ABC"] == ["0506", "0908", "0108"]
        assert other.log == [*log, "move C 0108"]
        again = other.root()
        again.replay(other.log)
        assert again.digest() == other.digest()
    assert (game.digest(), game.log) == (before, log)
    game.undo()  # undo in a copy does not affect the game
    assert game.log == log[:1]


def test_5_15_the_game_and_its_copies_are_independent():
    game = moving()
    first, second = game.copy(undo=True), game.copy(undo=True)
    for other in (first, second):
        other.undo()
    play(first, "move B 0907")
    assert (where(first, "B"), where(second, "B")) == ("0907", "0909")
    second.undo()
    assert (where(first, "A"), where(second, "A")) == ("0506", "0505")


def test_5_15_a_plain_copy_cannot_undo():
    game = moving()
    for other in (game.copy(), game.fork(seed=5)):
        assert (other.can_undo, other.can_redo) == (False, False)


def test_5_15_a_fork_cannot_undo_its_own_die():
    game = battle(None)
    play(game, "attack A > X")
    assert game.can_undo
    assert not game.fork(seed=1, undo=True).can_undo  # the fork has rolled its die
    assert game.fork(undo=True).can_undo


# -- secrets (15.36 of Arnhem)


def noted(*zones: str) -> Game:
    """Return a game of Arnhem's Free Deployment with these drop zones noted."""
    game = Game(load_scenario("arnhem/free"), seed=1)
    play(game, *zones, "done")
    return game


NOTED = [("zone 101 1618", "zone 82 3011 2", "zone 1 1203 3"), ("zone 101 1219 2", "zone 82 2205", "zone 1 3706")]


@pytest.fixture(scope="module")
def two_games() -> list[Game]:
    return [noted(*zones) for zones in NOTED]


@pytest.mark.parametrize("viewer", [GERMAN, -1])
@pytest.mark.parametrize("seed", range(5))
def test_15_36_a_fork_does_not_depend_on_secrets(two_games, viewer, seed):
    first, second = (game.fork(seed=seed, viewer=viewer) for game in two_games)
    assert first.digest() == second.digest()
    assert not any("zone" in line for line in first.log)


def test_15_36_a_fork_cannot_undo_an_order_that_reveals_a_secret():
    game = Game(load_scenario("arnhem/free"), seed=1)
    play(game, *NOTED[0][:2])
    for viewer in (GERMAN, -1):
        other = game.fork(seed=1, viewer=viewer, undo=True)
        assert (other.log, other.can_undo) == ([], False)
    own = game.fork(seed=1, viewer=ALLIED, undo=True)
    assert own.log == game.log
    own.undo()
    assert own.log == game.log[:1]
    strict = Game(load_scenario("arnhem/free"), seed=1, strict=True)
    play(strict, *NOTED[0][:2])
    assert strict.fork(seed=1, undo=True).log == []


def test_15_36_both_players_together_do_not_undo_secret_notes(two_games):
    """The notes would be on the screen while the other player is at the keyboard."""
    assert not any(game.can_undo_together for game in two_games)


def test_15_36_a_fork_for_the_noting_side_keeps_its_zones(two_games):
    for game in two_games:
        other = game.fork(seed=4, viewer=ALLIED)
        assert other.state.facts == game.state.facts


def test_15_36_the_zones_of_a_fork_are_possible_and_differ(two_games):
    """The drawn zones would be accepted as notes, and 40 draws give many arrangements."""
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


def test_15_39_a_zone_that_is_not_placed_yet_is_noted_for_a_later_game_turn():
    """Once the Allies have begun to move in good weather, missing zones are noted for a later Game-Turn."""
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


@every("name", scenario_keys())
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
    """Blown and laid bridges make new grounds of the one board that both games share."""
    scenario = load_scenario("arnhem/historical")

    def played(seed: int) -> str:
        game, draw = Game(scenario, seed=seed), Draw(seed)
        for _ in range(120):
            game.apply(game.random_order(draw))
        return game.digest()

    alone = [played(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(played, range(4))) == alone
