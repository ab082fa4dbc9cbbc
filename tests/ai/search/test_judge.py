"""Judging plans by the enemy's answer: fair dice, nothing changed, the same every time, and a clock that says so."""

import pytest

from tests.drawn import drawn
from tests.engine.battles.drawn_arnhem import field, market
from tests.engine.battles.drawn_bastogne import relief
from westwall_tui.ai import goals
from westwall_tui.ai.player import Player
from westwall_tui.ai.search.judge import PlanJudge
from westwall_tui.ai.search.playout import DICE
from westwall_tui.ai.value.view import View, find_options
from westwall_tui.engine.game import Game


def meeting() -> Game:
    """Three against two, a gun on each side, all in reach of each other."""
    return drawn(
        blue=["A 5-4-7 0507", "B 4-4-7 0607", "C 3-3-7 0407", "G 3-2-6/1-5 0509"],
        red=["X 4-4-5 0504", "Y 3-4-5 0603", "H 2-2-6/1-5 0501"],
        last_turn=6,
        seed=1,
    )


def planning(game: Game) -> View:
    """Return the view of the side to move."""
    view = View(game, goals.of(game, game.side, {}))
    find_options(view)
    return view


def put(view: View, **places: str):
    """Return the plan with units there, the rest at home."""
    board, by_id = view.game.scenario.board, view.game.scenario.by_id
    view.show(tuple((by_id[name.lower()], board.hex(number)) for name, number in places.items()))
    return view.plan()


def test_7_61_what_the_dice_do_is_a_combats_value_on_average():
    view = planning(meeting())
    put(view, A="0505", B="0604", C="0404", G="0507")
    assert view.fights
    for fight in view.fights:
        dice = view.combats.by_die(fight)
        assert sum(dice) / DICE == pytest.approx(fight.value)


def test_8_15_the_same_holds_for_guns_alone():
    view = planning(drawn(blue=["G 9-2-6/1-5 0505"], red=["X 3-3-5 0504"], last_turn=6))
    view.recount()
    (fight,) = view.fights
    assert sum(view.combats.by_die(fight)) / DICE == pytest.approx(fight.value)


@pytest.mark.slow
def test_a_judge_changes_neither_the_game_nor_the_plan():
    game = meeting()
    view = planning(game)
    plan = put(view, A="0505", B="0604")
    before = game.digest(), view.parts, list(view.position.where)
    judge = PlanJudge(view, {}, seed=5)
    first = [judge.answer(plan, number) for number in range(4)]
    assert (game.digest(), view.parts, list(view.position.where)) == before
    again = PlanJudge(view, {}, seed=5)
    assert [again.answer(plan, number) for number in range(4)] == first
    assert len({answer.score for answer in first if answer}) > 1  # other dice, other answers


def test_a_plan_that_leaves_units_to_die_is_worse():
    """The judge sees what the enemy does next, on the same dice for both plans."""
    game = drawn(blue=["A 5-2-7 0209"], red=["X 9-9-7 0502", "Y 9-9-7 0602"], last_turn=6, seed=1)
    view = planning(game)
    near, far = put(view, A="0506"), put(view, A="0109")
    judge = PlanJudge(view, {}, seed=5)
    assert judge.better(far, near, 3)
    assert not judge.better(near, far, 3)
    assert not judge.better(far, far, 3)


def test_14_0_an_enemy_gun_alone_in_contact_that_cannot_move_is_worth_no_more_than_it_is():
    """Neither gun can leave (5.14) or attack by itself."""
    view = planning(relief(us=["A 2-2-12/4-7 0505", "B 4-4-7 0909"], german=["G 2-9-12/4-7 0504"], last_turn=6))
    near, far = put(view, B="0907"), put(view, B="0909")
    judge = PlanJudge(view, {}, seed=5)
    answers = [judge.answer(plan, number) for plan in (near, far) for number in range(3)]
    assert all(answer is not None and abs(answer.score) < 1000 for answer in answers)


@pytest.mark.slow
@pytest.mark.parametrize("level", [3, 4])
def test_who_judges_gives_the_same_orders_every_time(level):
    def orders() -> list[str]:
        game, player = meeting(), Player(level, 7, clock=False)
        side = game.side
        while game.side == side and game.prompt.kind == "movement":
            game.apply(player.choose(game))
        return [str(order) for order in game.log] + player.log

    assert orders() == orders()


@pytest.mark.slow
def test_a_budget_multiplies_what_is_thought():
    def nodes(budget: float) -> int:
        player = Player(4, 1, budget=budget, clock=False)
        player.choose(meeting())
        return int(player.log[0].split(" nodes")[0].split()[-1])

    assert nodes(0.2) < nodes(1.0) < nodes(3.0)


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_a_budget_is_more_than_nothing(budget):
    with pytest.raises(ValueError, match="more than 0"):
        Player(4, 1, budget=budget)


@pytest.mark.slow
def test_the_log_says_when_the_clock_has_cut():
    player = Player(4, 1)
    player.settings = player.settings._replace(seconds=1e-6)
    game = meeting()
    assert game.explain(player.choose(game)) is None
    assert "cut by the clock" in player.log[0]
    player = Player(4, 1)
    player.choose(game)
    assert "clock" not in player.log[0]


def test_11_1_who_may_stay_in_a_city_stays_when_a_plan_is_played_out():
    """At +4 no die drives a garrison out of a City that is not surrounded."""
    game = market(
        field("0505#"),
        allied=["A 6-4-7 0508"],
        german=["X 2-2-3 0505"],
        victory={"line_to": ["0101"], "drop_zones": []},
        seed=1,
        last_turn=6,
    )
    view = planning(game)
    put(view, A="0506")
    (fight,) = view.fights
    playout = PlanJudge(view, {}, seed=5)
    for number in range(DICE):
        put(playout.view, A="0506")
        playout._fight_combat(fight, number)
        assert playout.view.position.where[1] == game.scenario.board.hex("0505")


@pytest.mark.slow
def test_his_answers_are_the_same_whether_or_not_they_share_what_they_work_out(monkeypatch):
    view = planning(meeting())
    plans = [put(view, A="0505", B="0604"), put(view, A="0505", B="0605", C="0404"), put(view, G="0507")]
    shared, alone = (PlanJudge(view, {}, 1) for _ in range(2))
    found = [shared.answer(plan, number) for plan in plans for number in range(DICE)]
    monkeypatch.setattr(View, "remember", lambda *_: None)
    assert found == [alone.answer(plan, number) for plan in plans for number in range(DICE)]
