"""Reinforcements entered one by one or together, with keys."""

import pytest

from tests.drawn import drawn, where
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import panel_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Demolish, Done, IllegalOrder
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import key_bar

ROAD = ["edge 0501 0502 0503 0504 0505 0506 0507 0508 0509 edge"]


def desk(**what):
    """Return a desk with three units that can enter by a road, and one that enters elsewhere."""
    return BareDesk(
        drawn(
            **{
                "blue": ["A 4-4-3", "B 4-4-3", "C 4-4-2", "E 4-4-7", "Old 2-2-7 0905"],
                "red": ["X 1-1-1 0109"],
                "arrivals": [(1, "A B C", "0301 0401 0501"), (1, "E", "0801")],
                "roads": ROAD,
                **what,
            }
        )
    )


def hand(here):
    """Return the name of the selected unit."""
    assert isinstance(here.mode, MovementMode)
    return here.mode.selected_unit()


def test_the_first_starts_on_the_road_and_the_next_is_selected_until_all_are_in():
    here = desk()
    here.act("reinforcements", "confirm")
    assert here.here == "0501"
    here.at("0505").act("confirm")
    assert where(here.game, "A") == "0505"
    assert "B (4-4-3) enters: choose a numbered hex. 2 more to enter" in here.mode.prompt()
    assert here.here == "0505", "where a second Enter can do nothing"
    here.act("confirm")
    assert where(here.game, "B") != "0505"
    assert "B (4-4-3) enters" in here.mode.prompt()


def test_an_entered_unit_stays_faded_where_the_next_one_passes_through():
    here = desk()
    here.act("reinforcements", "confirm")
    here.at("0504").act("confirm")
    assert where(here.game, "A") == "0504"
    here.at("0506")
    assert here.marked["0504"] == ".", "the next one's way leads through it, but it is done"
    here.at("0502")
    assert here.marked["0504"] == "."
    here.act("back")
    assert here.marked["0504"] == "."


def test_the_same_way_takes_one_key():
    here = desk()
    here.act("reinforcements", "confirm")
    here.at("0505").act("confirm", "stand", "stand")
    assert (where(here.game, "B"), where(here.game, "C")) == ("0504", "0503")
    assert "E (4-4-7) enters" in here.mode.prompt(), "who enters elsewhere comes last"
    assert here.here == "0801", "and the cursor is where it can enter"
    here.act("stand")
    assert "There is no room for E" in here.said


def test_the_same_way_needs_a_unit_that_has_entered():
    here = desk()
    here.act("reinforcements", "confirm", "stand")
    assert "Enter one unit first" in here.said
    here.act("back", "stand")
    assert "for units that enter or land" in here.said


def test_a_enters_all_along_the_road():
    here = desk()
    here.act("reinforcements", "confirm", "attack")
    assert [where(here.game, unit) for unit in "ABC"] == ["0506", "0505", "0504"]
    assert "Three units entered." in here.said
    assert "E (4-4-7) enters" in here.mode.prompt()


def test_a_unit_without_room_stays_selected_after_a():
    """Otherwise Enter, meant to enter that unit elsewhere, would enter another one."""
    here = desk()
    here.act("reinforcements", "confirm")
    here.at("0505").act("confirm")
    while (name := here.game.state.units[here.mode.selected.unit].name) != "E":
        here.act("next")
    here.act("attack")
    assert "There is no room for E" in here.said
    assert here.game.state.units[here.mode.selected.unit].name == name


def lose_line(here, monkeypatch):
    """Make orders that belong together fail from now on, as if the connection to the host were lost."""

    def refused(orders):
        here.refuse(IllegalOrder("table", "the connection to the host is lost"))
        return False

    monkeypatch.setattr(here, "apply_all", refused)


def test_a_leaves_the_refusal_in_sight_when_the_connection_is_lost(monkeypatch):
    here = desk()
    here.act("reinforcements", "confirm")
    lose_line(here, monkeypatch)
    here.act("attack")
    assert "connection to the host" in here.refused.reason
    assert not here.said, "not that there is no room"


def test_a_enters_all_behind_the_one_that_goes_to_the_cursor():
    here = desk()
    here.act("reinforcements", "confirm")
    here.at("0604").act("attack")
    assert where(here.game, "A") == "0604"
    assert {where(here.game, unit) for unit in "BC"} <= {"0503", "0502", "0504"}


def test_a_stops_where_there_is_no_room():
    here = desk(blue=["A 4-4-3", "B 4-4-3", "C 4-4-2", "E 4-4-7", "Old 2-2-7 0905"])
    here.act("reinforcements", "confirm")
    here.at("0502").act("attack")
    assert (where(here.game, "A"), where(here.game, "B")) == ("0502", "0501")
    assert "Two units entered. There is no room for C" in here.said
    ends = (("help", "help"), ("commands", "more"), ("leave", "quit"))
    bar = "".join(span.text for span in key_bar((*here.mode.keys(), *ends), Keymap(), 80))
    assert "Space skip" in bar, "it is named as a way on"
    assert where(here.game, "C") == "reserve"


def test_a_does_nothing_where_no_unit_enters():
    """The key is also that for an attack."""
    here = desk()
    here.act("attack")
    assert "r: select the first one; then a: bring in all the rest" in here.said
    here.at("0905").act("confirm", "attack")
    assert "You attack in the Combat Phase" in here.said
    assert where(here.game, "A") == "reserve"


def test_a_unit_that_would_block_its_entry_hex_causes_one_warning():
    here = desk()
    here.act("reinforcements", "confirm", "confirm")
    assert "A would stop in its entry hex with 2.5 MP left" in here.said
    assert where(here.game, "A") == "reserve"
    here.act("confirm")
    assert where(here.game, "A") == "0501"


def test_tab_goes_to_skipped_units_once_no_others_are_left():
    here = desk()
    here.act("next", "skip", "back", "reinforcements", "confirm", *["skip"] * 4)
    assert "five units that you skipped can still move" in here.mode.prompt()
    here.act("next")
    assert hand(here) >= 0


def test_an_entering_units_strengths_are_in_the_panel():
    here = desk()
    here.act("reinforcements", "confirm")
    for number in ("0101", "0109"):
        shown = panel_of(here.game, here.at(number).cursor, selected=here.mode.selected_unit())
        assert shown.startswith("[  A   ] infantry")
        assert "[4-4-3 ]" in shown


def test_a_narrow_panel_lists_the_units_that_can_enter_at_the_hex():
    here = desk()
    listed = text_of(here.at("0501").mode.entering(here.cursor)).splitlines()
    assert listed[0] == "can enter here:"
    assert [line.split()[0] for line in listed[1:]] == ["A", "B", "C"]
    assert not here.at("0909").mode.entering(here.cursor)
    here.act("next")
    assert not here.at("0501").mode.entering(here.cursor), "a unit is selected"


def at_turn(key, turn, side):
    """Return a game in a side's Movement Phase, after a set-up as suggested and only forced orders."""
    game, draw = Game(load_scenario(key), seed=1), Draw(3)
    while (game.prompt.kind, game.state.turn, game.state.side) != ("movement", turn, side):
        if game.prompt.kind == "set-up":
            for order in queries.suggested_setup(game):
                game.apply(order)
        quiet = (order for order in (Done(), Demolish(False)) if game.explain(order) is None)
        game.apply(next(quiet, None) or game.random_order(draw))
    return game


GO_TO = len("g1234") + len(["enter"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "turn", "side"), [("remagen/historical", 1, 0), ("bastogne/spearhead", 2, 1), ("arnhem/historical", 3, 0)]
)
def test_fifteen_arrivals_cost_at_most_45_keys(key, turn, side):
    """Without `a`, the first unit of a column goes to a hex by its number, and each other needs one key."""
    game = at_turn(key, turn, side)
    here = BareDesk(game)
    waiting = [u for u in queries.entering(game, side) if not queries.lands(game, u)]
    first = queries.entering(game, side).index(waiting[0])
    here.act("reinforcements", *["down"] * first, "confirm")
    keys = 1 + first + 1
    roads = [road for h in queries.best_entries(game, waiting[0]) if (road := queries.road_in(game, waiting[0], h))]
    for road in roads:
        here.at(game.state.number(road[-1])).act("confirm")
        keys += GO_TO + 1
        unit = -1
        while game.prompt.kind == "demolition" or (hand(here) in waiting and unit != hand(here)):
            if game.prompt.kind == "demolition":
                game.apply(Demolish(False))
                here.turn_to(game.prompt.kind)
                continue
            unit = hand(here)
            here.act("stand")
            keys += 1
        if not any(game.state.location[u] < 0 for u in waiting):
            break
    assert all(game.state.location[u] >= 0 for u in waiting)
    assert keys <= 45 / 15 * len(waiting)


@pytest.mark.parametrize(
    ("key", "turn", "side"), [("remagen/historical", 1, 0), ("bastogne/spearhead", 2, 1), ("arnhem/historical", 3, 0)]
)
def test_with_a_they_are_all_on_the_road_by_one_key(key, turn, side):
    game = at_turn(key, turn, side)
    here = BareDesk(game)
    waiting = [u for u in queries.entering(game, side) if not queries.lands(game, u)]
    here.act("reinforcements", *["down"] * queries.entering(game, side).index(waiting[0]), "confirm", "attack")
    while game.prompt.kind == "demolition":
        game.apply(Demolish(False))
        here.turn_to(game.prompt.kind)
        here.act("attack")
    assert all(game.state.location[u] >= 0 for u in waiting)
    assert game.explain(Done()) is None or queries.entering(game, side)


def test_units_that_could_not_move_have_not_moved():
    """5.14."""
    here = BareDesk(drawn(blue=["A 4-4-3 0505"], red=["X 1-1-1 0504"]))
    assert "no unit can move" in here.mode.prompt()
    here.act("next")
    assert here.said == "No unit can move. E: end the phase"  # there is nothing to take back (5.15)
    here = BareDesk(drawn(blue=["A 4-4-3 0505"], red=["X 1-1-1 0109"])).act("next")
    here.at("0504").act("confirm")
    assert "all units have moved" in here.mode.prompt()
