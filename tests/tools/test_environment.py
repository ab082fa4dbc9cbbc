"""The environment for programs that learn: it is what PettingZoo says, and nobody sees a secret."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from tests.long import LONG, sample  # noqa: E402, sample
from westwall_tui import queries  # noqa: E402
from westwall_tui.tools.environment import PLANES, WestwallEnv, env  # noqa: E402

ROOT = Path(__file__).parents[2]


def step_through(game: WestwallEnv, seed: int, most: int = 10_000):
    """Pick at random until the end: the sum of the rewards by agent."""
    game.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter(most):
        seen, reward, ended, cut, _ = game.last()
        total[agent] += reward
        game.step(None if ended or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", ["bastogne/relief", "arnhem/free", *sample(["hurtgen/historical", "remagen/historical"], [])]
)
def test_pettingzoo_finds_nothing_wrong(key):
    from pettingzoo.test import api_test, seed_test  # with what loads half a second, which no other test needs

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like agents to be called player_0
        api_test(env(key), num_cycles=sample(30, 8))
        seed_test(lambda: env(key), num_cycles=sample(20, 6))


@pytest.mark.slow
def test_the_winner_gets_one_and_the_loser_loses_one():
    game = env("bastogne/relief")
    total = step_through(game, 3)
    assert game.game.outcome is not None
    assert sorted(total.values()) == [-1.0, 1.0]
    assert total[game.game.scenario.sides[game.game.outcome.winner].name] == 1.0


@pytest.mark.slow
def test_what_is_gained_by_points_adds_up_to_the_margin():
    game = env("hurtgen/historical", reward="points", picks=150)
    first, second = game.possible_agents
    game.reset(seed=2)
    before = queries.totals(game.game)
    total = step_through(game, 2)
    after = queries.totals(game.game)
    gained = (after[0] - after[1]) - (before[0] - before[1])
    assert total[first] == pytest.approx(gained / 50)
    assert total[second] == -total[first]
    assert gained != 0


@pytest.mark.slow
def test_a_game_is_cut_after_some_turns():
    game = env("bastogne/relief", turns=1)
    step_through(game, 1)
    assert game.game.outcome is not None or game.game.state.turn == game.game.scenario.first_turn + 1


def test_the_mask_is_empty_for_who_does_not_act():
    game = env("bastogne/spearhead")
    game.reset(seed=1)
    acting = game.agent_selection
    (other,) = {*game.possible_agents} - {acting}
    assert game.observe(acting)["action_mask"].any()
    assert not game.observe(other)["action_mask"].any()
    with pytest.raises(ValueError, match="cannot follow here"):
        game.step(int(np.flatnonzero(game.observe(acting)["action_mask"] == 0)[0]))


def test_own_and_enemy_change_places_with_the_viewer():
    game = env("bastogne/spearhead")
    game.reset(seed=1)
    for order in ("deploy 52 2614", "deploy 2 2611"):
        game.game.apply(order)
    seen = {agent: dict(zip(PLANES, game.observe(agent)["observation"], strict=True)) for agent in game.agents}
    for what in ("attack", "defense", "barrage", "zone"):
        assert (seen["US"][f"own {what}"] == seen["German"][f"enemy {what}"]).all()
    assert seen["US"]["own attack"].sum() > 0


@pytest.mark.slow
def test_15_36_nobody_sees_a_drop_zone_that_the_other_side_has_noted():
    games = [env("arnhem/free") for _ in range(2)]
    games[0].reset(seed=1)
    noting = games[0].agent_selection
    for game, h in zip(games, ("0101", "0107"), strict=True):
        game.reset(seed=1)
        game.game.apply(f"zone 101 {h}")
    (other,) = {*games[0].possible_agents} - {noting}
    seen = [game.observe(other) for game in games]
    assert all((seen[0][part] == seen[1][part]).all() for part in seen[0])


def test_another_reward_is_refused():
    with pytest.raises(ValueError, match="reward is 'outcome', 'points' or a function"):
        env(reward="fame")


def example(*words):
    """What a learner gains in a game before and after it has learned."""
    run = subprocess.run(
        [sys.executable, ROOT / "examples/learn.py", *words], capture_output=True, text=True, check=True, cwd=ROOT
    )
    before, after = (float(line.partition(": ")[2].split()[0]) for line in run.stdout.splitlines())
    return before, after


@pytest.mark.slow
def test_the_example_plays_and_measures():
    assert example("--games", "4", "--test", "2") == example("--games", "4", "--test", "2")


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="takes some ten seconds; make long")
def test_the_example_learns_something():
    before, after = example("--games", "200", "--test", "50")
    assert after > before
