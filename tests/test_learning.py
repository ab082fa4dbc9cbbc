"""The example in examples/learning meets PettingZoo's API, reveals no secret, and offers each legal order."""

import warnings

import pytest

from examples.learning.picks import BACK, GO, Picks
from tests.drawn import drawn
from tests.long import LONG, sample
from westwall_tui import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from examples.learning import learn  # noqa: E402
from examples.learning.environment import PLANES, WestwallEnv, env  # noqa: E402

pytestmark = pytest.mark.slow


def step_through(game: WestwallEnv, seed: int):
    """Pick at random until the end; return the sum of the rewards by agent."""
    game.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter(10_000):
        seen, reward, ended, cut, _ = game.last()
        total[agent] += reward
        game.step(None if ended or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@pytest.mark.parametrize(
    "key", ["arnhem/free", *sample(["bastogne/relief", "hurtgen/historical", "remagen/historical"], [])]
)
def test_pettingzoo_accepts_the_environment(key):
    from pettingzoo.test import api_test, seed_test  # this loads libraries for half a second, which no other test needs

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends names such as player_0 for agents
        api_test(env(key), num_cycles=sample(30, 8))
        seed_test(lambda: env(key), num_cycles=sample(20, 6))


def test_the_winner_gets_one_and_the_loser_loses_one():
    game = env("bastogne/relief")
    total = step_through(game, 3)
    assert game.game.outcome is not None
    assert sorted(total.values()) == [-1.0, 1.0]
    assert total[game.game.scenario.sides[game.game.outcome.winner].name] == 1.0


def test_rewards_by_points_add_up_to_the_margin_of_a_truncated_game():
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


def test_own_and_enemy_swap_with_the_viewer_and_only_the_acting_side_picks():
    game = env("bastogne/spearhead")
    game.reset(seed=1)
    for order in ("deploy 52 2614", "deploy 2 2611"):
        game.game.apply(order)
    views = {agent: game.observe(agent) for agent in game.agents}
    seen = {agent: dict(zip(PLANES, view["observation"], strict=True)) for agent, view in views.items()}
    for what in ("attack", "defense", "barrage", "zone"):
        assert (seen["US"][f"own {what}"] == seen["German"][f"enemy {what}"]).all()
    assert seen["US"]["own attack"].sum() > 0
    assert [agent for agent, view in views.items() if view["action_mask"].any()] == [game.agent_selection]


def test_15_36_no_side_sees_the_other_sides_noted_drop_zone():
    games = [env("arnhem/free") for _ in range(2)]
    for game, h in zip(games, ("0101", "0107"), strict=True):
        game.reset(seed=1)
        assert game.agent_selection == "Allied"
        game.game.apply(f"zone 101 {h}")
    seen = [game.observe("German") for game in games]
    assert all((seen[0][part] == seen[1][part]).all() for part in seen[0])


# -- picks


def combat() -> Game:
    blue = ["A 4-4-7 0505", "B 3-3-7 0604", "C 2-2-7 0405", "G 3-2-12/1-7 0508", "H 2-2-12/1-7 0507"]
    return drawn(blue=blue, red=["X 3-3-7 0504", "Y 2-2-7 0404", "R 2-2-12/2-7 0201"], phase="combat")


def named(order: Attack) -> str:
    return str([sorted(names) for names in (order.attackers, order.defenders, order.barrage)])


def every_attack(picks: Picks) -> set[str]:
    """Yield all attacks that picks lead to, tried one after the other."""
    found: set[str] = set()
    seen: set[frozenset[int]] = set()

    def go_on() -> None:
        if frozenset(picks.picked) in seen:
            return
        seen.add(frozenset(picks.picked))
        for each in picks.possible():
            if picks.name(each)[1] in (BACK, "done"):
                continue
            before = picks.picked[:]
            order = picks.pick(each)
            if order is None:
                go_on()
            else:
                assert isinstance(order, Attack)
                found.add(named(order))
            picks.picked[:] = before

    go_on()
    return found


def test_exactly_the_legal_attacks_can_be_picked():
    game = combat()
    assert every_attack(Picks(game)) == {named(order) for order in game.legal() if isinstance(order, Attack)}


def test_an_attack_is_picked_enemy_by_enemy_and_can_be_dropped():
    picks = Picks(combat())

    def pick(*names: str):
        orders = [picks.pick(next(n for n in picks.possible() if picks.name(n)[1] == name)) for name in names]
        return orders[-1]

    assert {picks.name(each)[1] for each in picks.possible()} == {"X", "Y", "R"}
    assert pick("X", "B", "G", BACK) is None
    assert picks.picked == []
    assert pick("X", "A", "B", "G", GO) == Attack(("A", "B"), ("X",), ("G",))
    with pytest.raises(ValueError, match="cannot follow here"):
        picks.pick(len(picks) - 1)


# -- the learner


def test_the_example_learns_something(capsys):
    learn.main(["--games", "200", "--test", "50"] if LONG else ["--games", "4", "--test", "2"])
    before, after = (float(line.partition(": ")[2].split()[0]) for line in capsys.readouterr().out.splitlines())
    assert after > before or not LONG
