"""Reasons and the advice for one unit."""

from functools import partial

import pytest

from tests.drawn import drawn, lane, scenario
from tests.engine.battles.drawn_arnhem import field, market, resolve
from westwall_tui.ai import goals
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases.movement import order_to
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View, find_options
from westwall_tui.ai.words import advice, combats, dangers, moves
from westwall_tui.ai.words.reason import compared_in_words
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Fpf, Retreat, end_of, parse
from westwall_tui.engine.state import EXITED
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.library import new_game

FIRE = "if the enemy uses all its Final Protective Fire"


def game(blue, red, **what):
    return Game(scenario(blue=blue, red=red, **what), seed=1)


def test_a_unit_that_improves_an_attack_gets_partners_and_dice_as_its_reason():
    """7.61."""
    start = game(["A1 9-4-7 0506", "A2 9-4-7 0306"], ["X 1-1-7 0402"])
    player = Player(3, 1)
    order = player.advise_unit(start, "a1")
    assert str(order).startswith("move A1 ")
    assert any(reason.startswith("From here it can attack X") and "roll" in reason for reason in player.reasons)


def test_a_unit_that_should_stay_gets_a_reason_and_a_second_best_order():
    start = game(["G 2-2-8/6-6 0507", "A1 4-4-7 0506"], ["X 3-3-7 0501"])
    player = Player(3, 1)
    assert player.advise_unit(start, "G") is None
    assert player.reasons
    assert player.second is not None
    assert start.explain(player.second) is None


def test_advice_has_no_errors_at_any_level():
    start = game(["A1 4-4-7 0505", "A2 5-4-7 0305"], ["X 3-3-7 0502"])
    adviser, opponent = Player(1, 1), Player(1, 1)
    adviser.advise(start)
    opponent.choose(start)
    assert not adviser.settings.noise
    assert opponent.settings.noise
    assert adviser.log[-1] != opponent.log[-1]  # what its plan is worth


def test_7_11_an_attack_that_must_be_made_says_so():
    start = game(["A1 1-4-7 0505"], ["X 9-9-7 0504"], phase="combat")
    player = Player(3, 1)
    assert str(player.advise(start)) == "attack A1 > X"
    assert player.reasons == (
        "A1 is next to X and must attack (7.12).",
        "At -8, no roll drives X back.",
        "Risk: 1 of 6 rolls eliminates A1, and the other 5 drive it back.",
    )


def test_8_4_the_rolls_of_an_attack_are_given_without_fire_and_after_all_of_it():
    """G may fire for X or not, so both results are given."""
    start = game(["A1 6-4-7 0505"], ["X 3-3-7 0504", "G 9-9-8/6-5 0501"], phase="combat")
    quiet = game(["A1 6-4-7 0505"], ["X 3-3-7 0504"], phase="combat")
    found, alone = (
        str(combats.CombatInWords(View(each, goals.of(each, 0, {})), PlannedCombat((0,), (1,))))
        for each in (start, quiet)
    )
    assert found == "at +3, every roll drives X back; if the enemy uses all its Final Protective Fire, no roll does"
    assert alone == "at +3, every roll drives X back"
    start.apply(parse("attack A1 > X"))
    for fire, driven_back in (((), 6), (("G",), 0)):
        answer = planning.answer(start, Fpf(fire))
        assert answer is not None
        assert sum(planning.asked_of(start, 1, each) > 0 for each in answer.odds.results) == driven_back


@pytest.mark.parametrize(
    ("quiet", "fired", "text"),
    [
        ((0, 4), (0, 4), "4 of 6 rolls drive X back"),
        ((0, 4), (0, 2), f"4 of 6 rolls drive X back; {FIRE}, 2 of 6"),
        ((0, 6), (0, 0), f"every roll drives X back; {FIRE}, no roll does"),
        ((0, 0), (0, 4), f"{FIRE}, 4 of 6 rolls drive X back"),
        ((3, 3), (3, 3), "3 of 6 rolls eliminate X"),
        ((2, 5), (2, 5), "2 of 6 rolls eliminate X, and 3 more drive it back"),
        ((1, 6), (1, 6), "1 of 6 rolls eliminates X, and the other 5 drive it back"),
        ((6, 6), (3, 3), f"every roll eliminates X; {FIRE}, 3 of 6"),
        ((5, 5), (6, 6), f"5 of 6 rolls eliminate X; {FIRE}, every roll does"),
        ((0, 0), (3, 3), f"{FIRE}, 3 of 6 rolls eliminate X"),
        ((2, 5), (0, 3), f"2 of 6 rolls eliminate X, and 3 more drive it back; {FIRE}, 3 of 6 rolls drive it back"),
        ((3, 3), (0, 0), f"3 of 6 rolls eliminate X; {FIRE}, no roll does"),
        ((1, 5), (0, 0), f"1 of 6 rolls eliminates X, and 4 more drive it back; {FIRE}, no roll drives it back"),
    ],
)
def test_8_4_rolls_are_given_without_fire_and_after_all_of_it_if_that_decides(quiet, fired, text):
    assert combats.rolls_in_words(combats.Chances(*quiet), combats.Chances(*fired), "X") == text


@pytest.mark.parametrize(("attack", "hopeless"), [(1, True), (9, False)])
def test_7_61_an_attack_is_hopeless_if_no_roll_hurts_a_defender(attack, hopeless):
    start = game([f"A1 {attack}-4-7 0505"], ["X 9-9-7 0504"], phase="combat")
    fight = combats.CombatInWords(View(start, goals.of(start, 0, {})), PlannedCombat((0,), (1,)))
    assert fight.is_hopeless == hopeless


@pytest.mark.parametrize(("attack", "told"), [(1, []), (9, [("The winner may advance to 0504.", 5.0)])])
def test_7_9_an_enemy_hex_counts_by_the_rolls_that_take_it(attack, told):
    start = game([f"A1 {attack}-4-7 0505"], ["X 1-1-7 0504" if attack > 1 else "X 9-9-7 0504"], phase="combat")
    view = View(start, goals.of(start, 0, {}))
    view.goals.gain[start.scenario.board.hex("0504")] = 6.0
    found = combats.CombatInWords(view, PlannedCombat((0,), (1,), value=1.0)).reasons()
    assert [(each.text, each.points) for each in found if "may advance" in each.text] == told


def test_8_15_artillery_alone_takes_no_hex():
    start = game(["G 6-2-8/6-3 0507"], ["X 1-1-7 0504"], phase="combat")
    view = View(start, goals.of(start, 0, {}))
    view.goals.gain[start.scenario.board.hex("0504")] = 6.0
    assert not any(
        "may advance" in each.text
        for each in combats.CombatInWords(view, PlannedCombat((), (1,), (0,), value=1.0)).reasons()
    )


def test_7_21_the_second_best_attack_is_more_than_another_sequence_of_enemies():
    start = game(["A1 9-4-7 0505"], ["X 1-1-7 0506", "Y 1-1-7 0504"], phase="combat")
    player = Player(3, 1)
    assert str(player.advise(start)) == "attack A1 > X Y"
    assert player.second is None


@pytest.mark.parametrize(
    ("order", "other", "another"),
    [
        ("attack A B > X Y + G H", "attack B A > Y X + H G", False),
        ("attack A > X + G", "attack A > X", True),
        ("attack A > X gs 1", "attack A > X gs 2", True),
        ("fpf G H", "fpf H G", False),
        ("fpf G", "fpf none", True),
        ("retreat A 0505 0506", "retreat A 0605 0506", False),
        ("retreat A 0505 0506", "retreat A 0505 0606", True),
        ("retreat A 0505", "retreat B 0507", False),
        ("move A 0505", "move A 0506", True),
    ],
)
def test_an_order_written_differently_is_the_same_decision(order, other, another):
    assert advice.differs(parse(order), parse(other)) == another


def test_7_6_a_bare_number_as_a_name_does_not_look_like_a_count():
    start = game(["1/3 4-4-7 0505", "2/3 4-4-7 0404"], ["52 3-3-7 0504"], phase="combat")
    player = Player(3, 1)
    assert str(player.advise(start)) == "attack 1/3 2/3 > 52"
    assert player.reasons[0].startswith("At +5, every roll drives unit 52 back")


def test_a_combat_names_units_that_have_yet_to_move():
    start = game(["A1 5-4-7 0507", "A2 5-4-7 0306"], ["X 3-3-7 0402"])
    player = Player(3, 1)
    first = str(player.advise(start)).split()[1]
    other = "A2" if first == "A1" else "A1"
    assert any(
        f"together with {other}, which has yet to move. X cannot retreat: at +7 " in reason for reason in player.reasons
    )
    start.apply(player.advise(start))
    player.advise(start)
    assert any(f"together with {first}. X cannot retreat: at +7 " in reason for reason in player.reasons)


@pytest.mark.parametrize("result", ["D1", "D2"])
def test_11_1_the_reason_for_holding_a_city_is_that_it_absorbs_the_result(result):
    start = market(
        field("0505#"),
        allied=["A 4-4-7 0504"],
        german=["X 2-2-7 0505"],
        victory={"line_to": ["0101"], "drop_zones": []},
        phase="combat",
    )
    resolve(start, "attack A > X", result)
    player = Player(3, 1)
    assert str(player.advise(start)) == "retreat X 0505"
    assert player.reasons[0] == "The city absorbs the result (11.1)."
    assert str(player.second) != "retreat X 0505"


def test_7_7_a_retreat_has_reasons_for_its_last_hex():
    start = drawn(blue=["A 6-9-7 0504"], red=["X 2-2-7 0505"], phase="combat")
    resolve(start, "attack A > X", "D2")
    player = Player(3, 1)
    order = player.advise(start)
    assert player.reasons
    assert isinstance(player.second, Retreat)
    assert end_of(player.second) != end_of(order)


def test_the_reason_for_ending_the_phase_names_units_that_should_stay():
    start = game(["A 1-1-7 0801"], ["X 9-9-1 0909"])
    start.apply(parse("move A 0802"))
    player = Player(3, 1)
    assert str(player.advise(start)) == "done"
    assert player.reasons == ("All units have moved.",)
    start = game(["A 1-1-0 0801"], ["X 9-9-1 0909"])
    assert str(player.advise(start)) == "done"
    assert player.reasons == ("No other move helps. A should stay where it is.",)


def test_a_unit_that_makes_room_names_the_other_unit():
    start = game(["A 1-1-7 0505", "B 1-1-7 0507"], ["X 9-9-1 0101"])
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    hexes = [start.scenario.board.hex(number) for number in ("0606", "0505")]
    view.change([*zip((0, 1), hexes, strict=True)])
    told, _ = advice.of_target(view, start, 0, [], lambda h: None)
    assert told == ("It makes room for B at 0505.",)


def test_weighing_a_unit_that_makes_room_leaves_the_other_unit_in_its_hex():
    start = game(["A 1-1-7 0505", "B 1-1-7 0507"], ["X 9-9-1 0101"])
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    there, room = (start.scenario.board.hex(number) for number in ("0606", "0505"))
    view.change([(0, there), (1, room)])
    assert moves.gain_of_move(view, 0, there, room) == 0
    assert view.occupied(room) == 1


@pytest.mark.slow
def test_the_loss_of_the_best_move_left_is_named_only_once():
    start, player = new_game("bergstein", seed=1), Player(1, 1)
    told: list[tuple[str, ...]] = []
    while not told:
        if start.prompt.kind == "movement":
            view = View(start, goals.of(start, start.side, weights_of(start.scenario.rules)))
            find_options(view)
            able = [unit for unit in queries.movers(start) if view.home[unit] >= 0]
            staying = [advice.of_staying(view, start, [unit], partial(order_to, start)) for unit in able]
            told = [each for each in staying if len(each) == 2]
        start.apply(player.choose(start))
    assert all("which loses" in loss and because.endswith(".") for loss, because in told)


@pytest.mark.parametrize(
    ("turn", "blue", "told"),
    [
        (1, True, "No enemy can attack it at 0909 next turn."),
        (2, True, "No enemy can attack it at 0909 later this turn."),
        (2, False, "The game ends before an enemy can attack it at 0101."),
    ],
)
def test_the_enemy_has_no_next_turn_in_the_last_game_turn(turn, blue, told):
    start = game(["A 2-2-7 0909"], ["X 2-2-7 0101"], last_turn=2)
    while (start.state.turn, start.side, start.prompt.kind) != (turn, 0 if blue else 1, "movement"):
        start.apply(parse("done"))
    view = View(start, goals.of(start, start.side, {}))
    unit = 0 if blue else 1
    assert moves.of_ground(view, start, unit, start.state.location[unit]) == told


def test_4_1_no_enemy_can_attack_counts_reinforcements_that_are_due():
    """R enters at 0509 next turn, near enough to A at 0507, too far from A at 0501."""
    start = game(["A 2-2-7 0507"], ["R 2-2-3"], arrivals=[(1, "R", "0509")])
    view = View(start, goals.of(start, 0, {}))
    number = start.scenario.board.hex
    assert "No enemy" not in moves.of_ground(view, start, 0, number("0507"))
    assert moves.of_ground(view, start, 0, number("0501")) == "No enemy can attack it at 0501 next turn."


def test_a_danger_after_the_moves_of_the_plan_says_so():
    """B still blocks the lane; in the plan B has left it, and X reaches A."""
    road = lane(*(f"010{row}" for row in range(1, 10)))
    start = Game(scenario(road, blue=["A 2-2-7 0107", "B 2-2-7 0103"], red=["X 6-4-9 0101"]), seed=1)
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    number = start.scenario.board.hex
    assert moves.of_ground(view, start, 0, number("0107")) == "No enemy can attack it at 0107 next turn."
    view.change([(1, number("0109"))])
    assert "once the others have moved" in dangers.first_moved(view, start, 0, 0, [number("0107")])
    start.apply(parse("move B 0109"))
    assert dangers.first_moved(view, start, 0, 0, [number("0107")]) == ""


# -- what each battle is about


def everywhere(key):
    """Return both sides' clauses for units in a few hexes, and for the whole, when a scenario has begun."""
    start = new_game(key, seed=1)
    player = Player(1, 1)
    while start.prompt.kind != "movement":
        start.apply(player.choose(start))
    found = {}
    for side, info in enumerate(start.scenario.sides):
        own = goals.of(start, side, weights_of(start.scenario.rules))
        view = View(start, own)
        units = [unit for unit in start.scenario.of_side[side] if not own.position.gun[unit]]
        told = [own.draws(unit, h) for unit in units[::4] for h in range(5, len(own.gain), 97)]
        assert all(len({len(own.draws(unit, h)) for h in range(5, len(own.gain), 97)}) == 1 for unit in units[::4])
        parts = [part for parts in (*told, own.stakes(view)) for part in parts]
        assert own.stakes(view)
        found[info.name] = {text for part in parts for text in (part.better, part.worse, part.goal)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "side", "some", "never"),
    [
        ("bastogne/relief", "US", "a German unit that can close the road", "west"),
        ("bastogne/relief", "German", "the relief road", "Bastogne"),
        ("bastogne/spearhead", "German", "the west edge, where it can exit in time", "relief"),
        ("bastogne/spearhead", "US", "Bastogne", "west"),
        ("hurtgen/historical", "US", "Schmidt", "edge"),
        ("hurtgen/historical", "German", "it keeps the enemy out of Schmidt", "helps to hold"),
        ("remagen/historical", "US", "it makes the front safer", "denies"),
        ("remagen/historical", "German", "Honningen", "front"),
        ("arnhem/historical", "Allied", "the Waal", "cuts Lines"),
        ("arnhem/historical", "German", "it cuts Lines of Communication", "drop zone or"),
    ],
)
def test_reasons_name_what_a_side_wants_in_its_scenario(key, side, some, never):
    """15.17, 15.27 (Bastogne); 15.21 (Hurtgen Forest); 14.1, 16.1 (Remagen); 17.1 (Arnhem)."""
    told = everywhere(key)[side]
    assert some in told
    assert not any(never in text for text in told)
    assert not any(" or " in text for text in told)


@pytest.mark.slow
def test_15_17_a_town_has_the_points_that_the_side_itself_scores():
    """Bastogne gives the U.S. 12 points and the Germans 10."""
    start = new_game("bastogne/spearhead", seed=2)
    players = Player(2, 1), Player(1, 1)
    while (start.state.turn, start.state.side, start.prompt.kind) != (2, 0, "movement"):
        start.apply(players[start.prompt.side].choose(start))
    player = Player(2, 1)
    told = []
    for unit in queries.movers(start):
        if start.state.location[unit] >= 0:
            player.advise_unit(start, start.state.units[unit].id)
            told += [reason for reason in player.reasons if "it helps to hold Bastogne (" in reason]
    assert told
    assert all("it helps to hold Bastogne (10 points)" in reason for reason in told)


@pytest.mark.slow
def test_a_plan_is_kept_until_a_unit_departs_from_it():
    start = game(["A1 9-4-7 0507", "A2 9-4-7 0306"], ["X 1-1-7 0402"])
    player = Player(3, 1)
    start.apply(player.advise(start))
    player.advise(start)
    assert len(player.log) == 1
    start.undo()
    first = str(player.advise(start)).split()[1]
    other = "A2" if first == "A1" else "A1"
    assert len(player.log) == 2
    start.apply(parse(f"move {other} 0109"))
    player.advise(start)
    assert len(player.log) == 3


def test_a_gun_gets_its_targets_as_a_reason():
    start = game(["G 2-2-8/6-3 0109", "A1 4-4-7 0507"], ["X 3-3-7 0502", "Y 3-3-7 0602"])
    player = Player(3, 1)
    order = player.advise_unit(start, "G")
    assert str(order).startswith("move G ")
    assert any("it has two enemies in range; " in reason for reason in player.reasons)


def test_a_unit_that_exits_or_waits_off_the_map_has_reasons():
    start = game(["A1 1-1-7 0504", "A2 4-4-7 0604"], ["X 9-9-9 0501", "Y 9-9-9 0401"])
    view = View(start, goals.of(start, 0, {}))
    unit = start.scenario.by_id["a1"]
    home = view.home[unit]
    out = moves.of_move(view, unit, EXITED[0], home, 0.0)
    back = moves.of_move(view, unit, home, EXITED[0], 0.0)
    assert "The enemy cannot hurt it off the map." in [reason.text for reason in out]
    assert [reason.points for reason in back] != [reason.points for reason in out]
    assert view.position.where[unit] == home


@pytest.mark.slow
def test_15_34_a_unit_that_must_land_is_not_left_off_the_map():
    start = new_game("arnhem/historical", seed=5)
    player = Player(3, 1)
    for unit in ("1/1", "2/504", "1/82"):
        order = player.advise_unit(start, unit)
        assert str(order).startswith(f"land {unit} ") or player.reasons[0].startswith("Do this first: ")
        if str(order).startswith(f"land {unit} "):
            assert player.reasons[0] == "It must enter now and may not be withheld."


@pytest.mark.slow
def test_7_74_the_risk_of_staying_names_enemies_hexes_and_rolls():
    """A unit that stays alone can be surrounded by possible enemy moves, and the rolls are those of the rules."""
    start = game(["A 2-2-7 0505", "B 2-2-7 0109"], ["X 6-4-6 0501", "Y 6-4-6 0901", "Z 6-4-6 0101"])
    board = start.scenario.board
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    stays, away = board.hex("0505"), board.hex("0109")
    view.change([(1, board.hex("0209"))])
    found = planning.siege(planning.EnemyTurn(start, 0), 0)
    assert found is not None
    dice = "any roll eliminates it" if found.dice == 6 else f"{found.dice} of 6 rolls eliminate it"
    told = [reason.text for reason in moves.of_move(view, 0, away, stays, 0.05)]
    alone = "If it stays at 0505 on its own, three enemies could surround it from "
    better = next(text for text in told if text.startswith(alone))
    assert better.endswith(f"; then {dice}.")
    told = [reason.text for reason in moves.of_move(view, 0, stays, away, 0.05)]
    assert f"Risk: {better[0].lower()}{better[1:]}" in told
    view.change([(1, board.hex("0406"))])
    told = [reason.text for reason in moves.of_move(view, 0, away, stays, 0.05)]
    assert not any("on its own" in text for text in told)


def of_two(start, unit, to, instead):
    """Return the reasons for one hex and not the other, with the numbers of both."""
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    number = start.scenario.board.hex
    return [reason.text for reason in moves.of_move(view, unit, number(to), number(instead), 0.01)]


def test_a_danger_names_the_attackers_and_their_odds():
    """X has 9 MP and reaches both hexes; Y reaches neither."""
    start = game(["A 2-2-7 0505"], ["X 6-4-5 0501", "Y 6-4-1 0901"])
    told = of_two(start, 0, "0508", "0505")
    assert "Next turn no enemy could attack it. At 0505 X could do so at +4." in told
    assert "Risk: next turn X could attack it at +4. At 0508 no enemy could." in of_two(start, 0, "0505", "0508")


def test_a_danger_to_a_friend_names_its_hex_and_the_difference():
    """B leaves X only a hex from which X must attack A and B together."""
    start = game(["A 2-2-7 0505", "B 2-2-7 0509"], ["X 6-4-3 0702"])
    view = View(start, goals.of(start, 0, {}))
    number = start.scenario.board.hex
    told = dangers.friend_in_words(view, start, 0, 1, number("0604"), number("0509"), better=True)
    here, there = (dangers.exposure_of(view, 0, 1, number(h)) for h in ("0604", "0509"))
    assert here.attack < there.attack
    attack = "X could attack A at 0505 at only +2 next turn"
    assert told == f"with it at 0604, {attack}. If it stays at 0509, X could do so at +4"


@pytest.mark.parametrize(
    ("gun", "told"),
    [
        ("G 2-2-9/9-6 0509", "From 0504 it is three hexes to X; from 0509 it is eight. The range of G is 9."),
        ("G 2-2-5/9-6 0509", "At 0504 it has one enemy in range; at 0509 it has none."),
    ],
)
def test_8_0_the_hex_of_a_gun_is_judged_by_enemies_and_range(gun, told):
    start = game([gun], ["X 6-4-5 0501"])
    assert told in of_two(start, 0, "0504", "0509")


def test_two_numbers_are_both_in_figures_if_one_is():
    assert compared_in_words(4, 6, "hex", "hexes") == ("four hexes", "six")
    assert compared_in_words(6, 12, "hex", "hexes") == ("6 hexes", "12")
    assert compared_in_words(12, 1, "hex", "hexes") == ("12 hexes", "1")
    assert compared_in_words(1, 10, "hex", "hexes") == ("1 hex", "10")
    assert compared_in_words(10, 0, "enemy", "enemies") == ("10 enemies", "none")
    assert compared_in_words(0, 10, "friend", "friends") == ("no friends", "10")


def test_a_picket_names_the_road_hex_that_it_holds():
    start = new_game("arnhem/historical", seed=1)
    view = View(start, goals.of(start, 0, weights_of("arnhem")))
    find_options(view)
    number = start.scenario.board.hex
    unit = start.scenario.by_id["1/501"]
    told = [reason.text for reason in moves.of_move(view, unit, number("1309"), number("1208"), 0.01)]
    assert "At 1309 it holds a road hex that the enemy could close next turn." in told


def test_8_31_a_gun_next_to_the_enemy_learns_what_it_may_no_longer_do():
    start = game(["G 2-2-8/9-6 0509"], ["X 6-4-5 0501"])
    told = of_two(start, 0, "0505", "0502")
    assert "At 0502 it would be next to X and could not fire at any other enemy (8.31)." in told


def test_the_reason_for_ending_a_phase_is_the_loss_of_the_best_move():
    """The reasons include one for a move that would lead to a combat."""
    start = game(["A 2-2-7 0508", "B 1-2-7 0708"], ["X 9-9-7 0505"])
    view = View(start, goals.of(start, 0, {}))
    find_options(view)
    number = start.scenario.board.hex
    told = [reason.text for reason in moves.of_move(view, 0, number("0506"), number("0508"), 0.01)]
    assert any("from here it would have to attack X. At " in text for text in told)
    view.misjudge({(0, number("0508")): 1.0})
    left = advice.of_staying(view, start, [0], lambda unit, h: order_to(start, unit, h))
    assert left[0].startswith("No other move helps. The best move is ")
    assert left[0].endswith(" points.")
    assert view.plan() == ((0, number("0508")), (1, number("0708")))


def test_7_9_making_no_attack_has_a_reason():
    start = game(["G 1-2-8/6-3 0507"], ["X 9-9-7 0504"], phase="combat")
    player = Player(3, 1)
    assert str(player.choose(start)) == "done"
    assert player.reasons == ("None of the attacks left would gain anything.",)
