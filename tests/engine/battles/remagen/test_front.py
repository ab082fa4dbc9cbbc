"""Remagen, 14.0: the continuous front, which the U.S. player names at the end of each U.S. Player-Turn."""

import pytest

from tests.drawn import only, play, refused, until, where
from tests.engine.battles.drawn_bank import Position
from tests.engine.battles.rhine import account, rhine
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Eliminated, FrontHeld, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import NameFront
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.state import ELIMINATED


def proposed(game: Game) -> Front:
    front = queries.front(game)
    assert front is not None
    return front


def test_14_11_from_the_end_of_the_first_us_player_turn_with_three_units_in_the_east():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None
    assert not only(play(game, "done"), FrontHeld)
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506", "C 3-6-7 0405"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None  # a unit on a bridge is on neither bank
    play(game, "move C 0505")
    assert queries.front(game) is not None
    until_then = "The U.S. must hold a front once 3 units are east of the Rhine (14.11). There are 3 now."
    assert until_then in queries.situation(game)
    assert only(play(game, "done"), FrontHeld)
    until(game, "US movement", 2)
    play(game, "done")
    assert "The U.S. have had to hold a front since Game-Turn 1 (14.11)." in queries.situation(game)


def test_14_11_later_fronts_are_due_with_fewer_units():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    for unit in (1, 2):
        game.state.place(unit, ELIMINATED)
    assert queries.front(game) is not None


def test_14_12_an_unbroken_front_from_the_rhine_to_the_rhine():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    front = proposed(game)
    assert (front.gaps, front.lost, front.cost) == ((), (), 0)
    ends = game.state.numbers((front.hexes[0], front.hexes[-1]))
    assert all(number.startswith("05") for number in ends)


def test_14_12_germans_on_it_and_their_zones_do_not_break_it():
    alone = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    beset = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0603", "Y 2-4-7 0605"])
    assert queries.front(alone) == queries.front(beset)


# -- naming it


def costly(**what) -> Game:
    """Begin a game where the U.S. must choose a front with two gaps that joins B and C to A, or one that loses them."""
    return rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 1-6-7 0509", "D 3-6-7 0805"], german=["X 2-4-7 0909"], **what)


def test_14_0_a_front_that_costs_nothing_is_held_without_a_decision():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    (held,) = only(play(game, "done"), FrontHeld)
    assert held.gaps == ()
    assert game.state.side == 1
    assert game.log == ["done"]


def test_14_0_a_front_that_costs_is_named_by_its_player():
    game = costly()
    assert not only(play(game, "done"), FrontHeld)
    front = proposed(game)
    prompt = game.prompt
    assert (prompt.side, prompt.kind) == (0, "front")
    assert prompt.text == "The U.S. must name their front; the proposed one costs six Victory Points"
    assert prompt.hexes == front.hexes
    assert game.state.ids(prompt.units) == tuple(game.state.ids([game.state.at[h] for h in front.lost]))
    line = f"front {' '.join(game.state.numbers(front.hexes))}"
    assert str(next(game.legal())) == line
    (held,) = only(play(game, "front"), FrontHeld)
    assert held.hexes == game.state.numbers(front.hexes)
    assert game.log == ["done", line]
    assert (game.prompt.side, game.prompt.kind) == (1, "movement")
    assert queries.totals(game)[1] - queries.totals(costly())[1] == front.cost


def test_14_0_any_path_that_is_a_front_may_be_named_from_either_end():
    game, again = costly(), costly()
    play(game, "done", "front 0501 0502 0503")
    play(again, "done", "front 0503 0502 0501")
    assert game.log == again.log == ["done", "front 0501 0502 0503"]
    assert game.digest() == again.digest()
    assert account(game)["gaps in the front: 1 hex"] == 5
    assert account(game)["units beyond the front"] == 9 + 1 + 3


@every(
    ("line", "case", "words"),
    [
        ("front 0501 0503", "14.12", "0503 is not next to 0501"),
        ("front 0501 0502 0501", "14.12", "the front uses 0501 twice"),
        ("front 0601 0502", "14.12", "both ends must be next to the Rhine, and 0601 is not"),
        ("front 0502 0602", "14.12", "both ends must be next to the Rhine, and 0602 is not"),
        ("front 0403 0503", "14.12", "0403 is not on the east bank"),
        ("front 0303", "14.12", "0303 is not on the east bank"),
        ("front 9999", "2.1", "there is no hex 9999"),
        ("front 0503", "14.12", "no U.S. unit is on that front or between it and the river"),
        ("done", "4.1", "can only give this order: front"),
    ],
)
def test_14_12_a_wrong_front_is_refused_with_the_reason(line, case, words):
    game = costly()
    play(game, "done")
    before = game.digest()
    refusal = refused(game, line)
    assert refusal.case == case
    assert words in refusal.reason
    assert game.digest() == before


@pytest.mark.slow
@every("seed", range(25))
def test_14_12_every_path_is_a_front_or_refused(seed):
    game = costly()
    play(game, "done")
    state, draw = game.state, Draw(seed)
    east = set(game.scenario.board.areas["East bank"])
    worth = {state.location[unit]: state.units[unit].strength.attack for unit in state.on_map(0)}
    here = Position(game.scenario.board, worth, {h for h in east if state.zones[0][h]} | worth.keys())
    paths = [game.state.scenario.board.hex(number) for number in game.random_order(draw).hexes]  # type: ignore[attr-defined]
    for _ in range(40):
        path = list(paths)
        for _ in range(draw.below(3)):
            at = draw.below(len(path))
            how = draw.below(3)
            path[at : at + (how < 2)] = [draw.pick(sorted(east))] if how else []
            path = path or [draw.pick(sorted(east))]
        given = NameFront(state.numbers(path))
        measure = here.measure(path) if east.issuperset(path) else None
        assert (game.explain(given) is None) == (measure is not None)
        if measure is not None:
            twin = game.copy()
            twin.apply(given)
            assert queries.totals(twin)[1] - queries.totals(game)[1] == measure[0]


def test_14_0_legal_lists_the_proposal_and_for_each_unit_beyond_it_a_front_that_it_is_on():
    game = costly()
    play(game, "done")
    first, *others = game.legal()
    assert first == NameFront(game.state.numbers(proposed(game).hexes))
    for h in proposed(game).lost:
        assert any(game.state.number(h) in order.hexes for order in others)  # type: ignore[attr-defined]
    assert all(game.explain(order) is None for order in (first, *others))


def test_14_0_random_fronts_differ_and_are_legal():
    game = costly()
    play(game, "done")
    drawn = [game.random_order(Draw(seed)) for seed in range(30)]
    assert all(game.explain(order) is None for order in drawn)
    assert len(set(drawn)) > 3


def test_14_0_the_caller_may_set_the_worth_of_units():
    """C is worth a point, and left out; if it is worth more, it is included, and the price is still in points."""
    game = costly()
    unit = game.scenario.by_id["c"]
    where_it_is = game.state.location[unit]
    assert where_it_is in proposed(game).lost
    front = queries.front(game, worth={unit: 99})
    assert front is not None
    assert where_it_is not in front.lost
    assert front.points == (5,) * len(front.gaps)


def test_5_15_the_end_of_the_phase_can_be_taken_back_before_the_front_is_named_and_not_after():
    game = costly()
    before = game.digest()
    play(game, "done")
    game.undo()
    assert game.digest() == before
    play(game, "done", "front")
    assert not game.can_undo


def test_4_1_a_front_is_named_at_the_end_of_the_player_turn_only():
    refusal = refused(costly(), "front 0501 0502")
    assert (refusal.case, refusal.reason) == (
        "14.11",
        "no front is due now; you name one only at the end of your Player-Turn, if your front costs points",
    )


def test_13_0_a_front_is_named_at_night():
    game = costly(victory={"night": [1]})
    play(game, "done")
    assert game.prompt.kind == "front"
    play(game, "front")
    assert (game.prompt.side, game.prompt.kind) == (1, "movement")


# -- what it costs


def test_14_13_units_beyond_the_front_are_eliminated_and_counted():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0504", "C 3-6-7 0506", "D 3-6-7 0808"], german=["X 2-4-7 0901"])
    front = proposed(game)
    assert (game.state.numbers(front.lost), front.cost) == (("0808",), 3)
    events = play(game, "done", "front")
    assert [event.unit for event in only(events, Eliminated)] == ["D"]
    assert where(game, "D") == "eliminated"
    assert account(game)["units beyond the front"] == 3
    assert only(events, Scored) == [Scored("German", 3, "D beyond the front")]


def test_14_13_each_unit_beyond_the_front_counts():
    game = rhine(
        us=["A 3-6-7 0502", "B 3-6-7 0504", "C 3-6-7 0506", "D 1-6-7 0808", "E 2-6-7 0902"], german=["X 2-4-7 0109"]
    )
    front = proposed(game)
    assert set(game.state.numbers(front.lost)) == {"0808", "0902"}
    assert front.points == tuple(1 if game.state.number(h) == "0808" else 2 for h in front.lost)
    scored = only(play(game, "done", "front"), Scored)
    assert {(s.side, s.points, s.cause) for s in scored} == {
        ("German", 1, "D beyond the front"),
        ("German", 2, "E beyond the front"),
    }
    assert account(game)["units beyond the front"] == 3


def test_14_13_units_next_to_a_unit_on_the_front_are_kept():
    game = rhine(us=["A 3-6-7 0503", "B 3-6-7 0504", "C 3-6-7 0505", "D 3-6-7 0604"], german=["X 2-4-7 0909"])
    assert proposed(game).lost == ()


def test_14_14_five_points_for_each_hex_of_a_gap_whatever_the_ground():
    terrain = "\n".join(["...~%%%%%"] * 9)
    game = rhine(terrain, us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    front = proposed(game)
    assert (game.state.numbers(front.gaps), front.points) == (("0503", "0507"), (5, 5))
    events = play(game, "done", "front")
    assert [event.gaps for event in only(events, FrontHeld)] == [("0503", "0507")]
    assert only(events, Scored) == [Scored("German", 10, "gaps in the front")]
    assert account(game)["gaps in the front: 2 hexes"] == 10
    until(game, "US movement", 2)
    play(game, "done", "front")
    assert account(game)["gaps in the front: 4 hexes"] == 20


def test_14_14_only_at_the_end_of_the_us_player_turn():
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    play(game, "done", "front")
    assert not only(until(game, "US movement", 2), FrontHeld)


def test_14_11_without_units_in_the_east_no_front_is_due():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    for unit in range(3):
        game.state.place(unit, ELIMINATED)
    assert queries.front(game) is None
    until(game, "US movement", 2)
    assert not only(play(game, "done"), FrontHeld)
    assert game.state.side == 1


# -- the examples of play


def test_14_14_of_the_example_the_gap_is_paid_and_the_unit_saved():
    game = example("remagen/14.0-front", 3)
    assert queries.totals(game)[1] == 25, "5 for the gap, 20 as nobody is on the Autobahn"
    assert where(game, "1/310") == "0704"
    lost = example("remagen/14.0-front", 4)
    assert where(lost, "1/310") == "eliminated"
    assert queries.totals(lost)[1] > 25
