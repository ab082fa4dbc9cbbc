"""The price of ending a phase now."""

from typing import Any

from tests.drawn import below, drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import relief, siege
from tests.engine.battles.drawn_hurtgen import forest
from tests.engine.battles.rhine import rhine
from tests.engine.naming import ids, numbers, unit
from tests.every import every
from westwall_tui.engine import planning
from westwall_tui.engine.battles.remagen.front import UsFront
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.planning import Clash, Price
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.state import State


def clash(game: Game) -> Clash:
    (found,) = planning.price_of_ending(game).clashes
    return found


def concerns(game: Game) -> list[str]:
    return [concern.text for concern in planning.price_of_ending(game).concerns]


def attacks(game: Game, found: Clash) -> list[tuple[str, str, int]]:
    """Return the units of each of the best attacks, barrage included, its enemies and its differential."""
    return [
        (ids(game, (*each.attackers, *each.barrage)), ids(game, each.enemies), each.odds.differential)
        for each in found.attacks
    ]


def legal(game: Game, found: Clash) -> bool:
    """Return True if each attack of a clash can be declared in the Combat Phase."""
    combat = planning.imagined(game)
    name = game.state.ids
    orders = (Attack(name(a.attackers), name(a.enemies), name(a.barrage), a.support) for a in found.attacks)
    return all(combat.explain(order) is None for order in orders)


# -- fights


def test_a_phase_that_can_end_without_a_price():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"])
    before = game.digest()
    assert planning.price_of_ending(game) == Price(None, (), ())
    assert game.digest() == before


def test_7_1_the_best_attack_on_each_enemy_leaves_a_unit_for_every_other_one():
    """B can join A against X only if the gun attacks Y."""
    game = drawn(
        blue=["A 4-4-7 0404", "B 3-4-7 0505", "G 2-1-4/3-7 0407"],
        red=["X 2-3-7 0504", "Y 2-5-7 0506"],
        supports=([(1, 9, 2)], []),
    )
    found = clash(game)
    assert (ids(game, found.attackers), ids(game, found.enemies)) == ("A B", "X Y")
    assert attacks(game, found) == [("A B", "X", 6), ("B G", "Y", 2)]
    assert {each.support for each in found.attacks} == {2}
    assert numbers(game, found.hexes) == "0404 0504 0505 0506"
    assert found.text == "A and B must attack X and Y: at best +6 against X, +2 against Y"
    assert legal(game, found)
    assert found.attacks[0].odds.results == planning_results(game, found)


def test_7_21_a_unit_that_alone_must_attack_two_enemies_attacks_both_together():
    where = {"blue": ["A 4-4-7 0504"], "red": ["X 2-3-7 0503", "Y 2-4-7 0505"]}
    assert clash(drawn(**where)).text == "A must attack X and Y together: -3"
    helped = drawn(**where | {"blue": ["A 4-4-7 0504", "G 2-1-4/3-7 0506"]}, supports=([(1, 9, 1)], []))
    assert "G" in ids(helped, clash(helped).attackers), "the gun must attack Y, too"
    game = drawn(**where, supports=([(1, 9, 2)], []))
    assert clash(game).text == "A must attack X and Y together: -1 at best, -3 without Ground Support"
    assert legal(game, clash(game))


def test_7_41_a_differential_of_zero_has_no_sign():
    game = drawn(blue=["A 4-4-7 0404"], red=["X 2-4-7 0504"])
    assert clash(game).text == "A must attack X: 0"


def planning_results(game: Game, found: Clash) -> tuple[str, ...]:
    """Return the Combat Phase's own odds for the best attack on X."""
    twin = game.copy()
    play(twin, "done")
    sketched = planning.sketch_attack(
        twin, {u: twin.state.location[u] for u in (0, 1)}, [unit(game, "X")], found.attacks[0].support
    )
    assert sketched is not None
    return sketched.odds.results


def test_7_1_separate_fights_are_separate_clashes():
    game = drawn(blue=["A 4-4-7 0205", "B 4-4-7 0805"], red=["X 2-2-7 0204", "Y 2-2-7 0804"])
    found = planning.price_of_ending(game).clashes
    assert [(ids(game, c.attackers), ids(game, c.enemies)) for c in found] == [("A", "X"), ("B", "Y")]


def test_6_33_a_river_separates_clashes():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0504"], rivers=[below(4)])
    assert planning.price_of_ending(game).clashes == ()


def test_14_0_the_best_attack_keeps_to_the_limit_on_artillery():
    """Bastogne: no more points of artillery and Ground Support than of ground units; the obliged gun first."""
    game = siege(
        german=["A 4-4-7 0405", "G 2-1-1/3-7 0504", "H 3-1-9/3-7 0409"],
        us=["X 2-2-7 0505"],
        supports=([(1, 9, 5)], []),
        victory={"bastogne": []},
    )
    found = clash(game)
    assert {each.odds.attack for each in found.attacks} == {4 + 4}
    assert all("G" in ids(game, each.attackers) for each in found.attacks)
    assert legal(game, found)


def test_11_2_the_best_attack_keeps_to_a_limit_by_number():
    """Hurtgen Forest: the U.S. player attacks with at most four artillery units, the strongest ones."""
    guns = [f"G{i} {i}-1-9/3-7 {column:02}09" for i, column in zip((1, 2, 3, 4, 5), (1, 3, 5, 7, 9), strict=True)]
    game = forest(us=["A 4-4-7 0505", *guns], german=["X 2-2-7 0504"])
    (best,) = clash(game).attacks
    assert ids(game, best.barrage) == "G2 G3 G4 G5"
    assert best.odds.attack == 4 + 2 + 3 + 4 + 5


def test_13_0_there_are_no_clashes_at_night():
    where: dict[str, Any] = {"us": ["A 3-6-7 0504"], "german": ["X 2-4-7 0604"]}
    assert planning.price_of_ending(rhine(**where)).clashes
    assert planning.price_of_ending(rhine(**where, victory={"night": [1]})).clashes == ()


def test_7_11_the_remaining_fights_and_the_reason_why_the_phase_cannot_end():
    game = drawn(
        blue=["A 4-4-7 0205", "B 4-4-7 0805"], red=["X 1-1-7 0204", "Y 2-2-7 0804"], phase="combat", last_turn=9
    )
    play(game, "attack A > X", "roll 1")
    while game.prompt.kind != "combat":
        play(game, str(next(game.legal())))
    found = planning.price_of_ending(game)
    assert found.refusal is not None
    assert found.refusal.case == "7.11"
    assert ids(game, clash(game).attackers) == "B"


def test_other_decisions_have_no_price():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 3")
    assert game.prompt.kind == "retreat"
    assert planning.price_of_ending(game) == Price(None, (), ())


# -- other drawbacks


def test_4_1_reinforcements_that_could_still_enter():
    game = drawn(
        blue=["A 4-4-7 0505", "R 4-4-4", "S 4-4-4", "T 4-4-4"],
        red=["X 2-2-7 0901", "Y 2-2-7 0109"],
        arrivals=[(1, "R", "0501 0502"), (2, "S", "0501"), (1, "T", "0109")],
    )
    (waiting,) = planning.price_of_ending(game).concerns
    assert (waiting.text, ids(game, waiting.units)) == ("R could still enter", "R")
    assert numbers(game, waiting.hexes) == "0501 0502"


def test_15_34_landings_that_are_still_due():
    game = market(
        allied=["A 4-4-7 0909", "L 2-2-7 airborne:101st", "M 2-2-7 airborne:101st"],
        german=["X 2-2-7 0501"],
        landings=[(1, "L", "0506"), (1, "M", "0501")],
        victory={"drop_zones": ["101 0506"]},
    )
    found = planning.price_of_ending(game)
    assert found.refusal is not None
    assert found.refusal.case == "15.34"
    assert [(c.text, c.points) for c in found.concerns if "land" in c.text] == [
        ("L could still land", 0),
        ("M cannot land and will be eliminated, 5 points", 5),
    ]


def test_17_3_lines_that_are_cut():
    game = market(
        allied=["A 4-4-7 0505", "B 4-4-7 0901"],
        german=["X 2-2-7 0508"],
        roads=["0509 0508 0507 0506 0505"],
        victory={"line_to": ["0509"]},
    )
    found = planning.price_of_ending(game).concerns
    assert [(ids(game, c.units), numbers(game, c.hexes), c.points) for c in found] == [
        ("A B", "0505 0901", 6),
    ]
    assert found[0].text == "A and B have no Line of Communication: an enemy zone at 0507"


def test_17_3_several_reasons_share_one_line():
    game = market(
        allied=["A 4-4-7 0505", "B 4-4-7 0909", "L 2-2-7 airborne:101st 0901", "M 2-2-7 airborne:82nd 0101"],
        german=["X 2-2-7 0508", "Y 2-2-7 0201"],
        roads=["0509 0508 0507 0506 0505"],
        victory={"line_to": ["0509"], "drop_zones": ["82 0909"]},
    )
    found = planning.price_of_ending(game).concerns
    assert [(c.text, c.points) for c in found] == [("A, B, L and M have no Line of Communication", 12)]


def test_17_11_2_allies_beyond_the_waal_count_against_the_german():
    game = market(
        allied=["A 4-4-7 0504"],
        german=["X 2-2-7 0101"],
        side=1,
        roads=["0509 0508 0507 0506 0505 0504"],
        areas={"North of the Waal": "0504"},
        victory={"line_to": ["0509"]},
    )
    (found,) = planning.price_of_ending(game).concerns
    assert (ids(game, found.units), found.points) == ("A", 5)


def test_14_0_gaps_in_the_front_and_units_beyond_it(monkeypatch):
    us = ["A 3-6-7 0501", "B 3-6-7 0505", "C 3-6-7 0509"]
    nobody = rhine(us=us, german=["X 2-4-7 0909"])  # to fight: the front is named next, and no question before that
    assert not [text for text in concerns(nobody) if "front" in text]
    game = rhine(us=us, german=["X 2-4-7 0909", "Y 2-4-7 0502"])
    front = game.rules.front.propose(game.state)
    assert front is not None
    asked: list[State] = []
    real = UsFront.propose

    def counting(front: UsFront, state: State, **what: Any) -> Front | None:
        asked.append(state)
        return real(front, state, **what)

    monkeypatch.setattr(UsFront, "propose", counting)
    (found,) = (c for c in planning.price_of_ending(game).concerns if "front" in c.text)
    assert len(asked) == 1
    assert (found.points, found.hexes) == (front.cost, (*front.gaps, *front.lost))
    assert front.cost > 0
    play(game, "done")
    assert (game.prompt.kind, game.prompt.side) == ("combat", 0)
    assert not [text for text in concerns(game) if "front" in text]  # the front is named next
    play(nobody, "done", "front")
    game = nobody
    assert game.state.side == 1
    assert not [text for text in concerns(game) if "front" in text]  # the Germans do not hold a front


@every(("turn", "side", "points"), [(3, 1, []), (4, 1, [5]), (6, 1, [5]), (4, 0, []), (9, 1, [])])
def test_12_11_the_division_that_should_have_withdrawn(turn, side, points):
    game = forest(us=["A 4-4-7 0101"], german=["P 2-3-12 armor 0505"], withdrawing=["P"], turn=turn, side=side)
    assert [c.points for c in planning.price_of_ending(game).concerns] == points


def test_15_17_the_last_game_turn_for_an_exit():
    what = {"bastogne": [], "specified": ["A"], "exit_by": 2}
    late = siege(german=["A 4-4-7 0505"], us=["X 2-2-7 0101"], victory=what, turn=2)
    (found,) = planning.price_of_ending(late).concerns
    assert (ids(late, found.units), numbers(late, found.hexes), found.points) == (
        "A",
        "0505",
        4,
    )  # 1 for the German, 3 for the U.S.
    assert concerns(siege(german=["A 4-4-7 0505"], us=["X 2-2-7 0101"], victory=what)) == []


def test_15_27_a_road_that_wins():
    game = relief(
        us=["A 4-4-7 0505"],
        german=["X 1-1-7 0909"],
        side=1,
        roads=["0101 0102 0103"],
        victory={"bastogne": [], "line_from": ["0103"], "line_to": ["0101"]},
    )
    (found,) = planning.price_of_ending(game).concerns
    assert numbers(game, found.hexes) == "0101 0102 0103"


def test_16_23_the_last_game_turn_at_the_autobahn():
    game = rhine(us=["A 3-6-7 0501"], german=["X 2-4-7 0909"], turn=9)
    assert [c.points for c in planning.price_of_ending(game).concerns] == [20]
    cut = rhine(us=["A 3-6-7 0801"], german=["X 2-4-7 0505", "Y 2-4-7 0509"], bridge="", turn=9)
    assert [ids(cut, c.units) for c in planning.price_of_ending(cut).concerns] == ["A"]
