"""Exits: the points at each edge, and a question before an exit without gain."""

from tests.drawn import drawn
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import siege
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine import queries


def spearhead(*german: str, us=()):
    """Return a desk where A1 and A2 should exit west, and A3 should not."""
    units = german or ("A1 4-4-7 0101", "A2 4-4-7 0505", "A3 4-4-7 0606")
    return siege(german=list(units), us=list(us), victory={"specified": ["A1", "A2"]})


def test_the_edge_that_scores_comes_first_each_with_its_worth():
    desk = BareDesk(spearhead()).at("0101").act("confirm", "exit")
    lines = [line.strip(" |>") for line in desk.box.splitlines()]
    west = next(i for i, line in enumerate(lines) if line.startswith("West"))
    north = next(i for i, line in enumerate(lines) if line.startswith("North"))
    assert west < north
    assert lines[west].startswith("West   1 point for you, 3 fewer for the U.S.: German ")
    assert lines[north].startswith("North  nothing for you; the U.S. keep their 3 for good")
    assert "It cannot return." in desk.box
    assert "One other unit should still exit." in desk.box
    desk.act("yes")
    assert desk.game.log[-1] == "exit A1 0101 west"


def test_an_exit_without_gain_needs_a_second_yes():
    desk = BareDesk(spearhead()).at("0101").act("confirm", "exit", "down", "yes")
    assert "Exiting north gains nothing" in desk.said
    assert not desk.game.log
    desk.act("up", "down", "yes")
    assert desk.game.log[-1] == "exit A1 0101 north"


def test_it_takes_the_unit_under_the_cursor():
    desk = BareDesk(spearhead()).at("0101").act("exit")
    assert "1 point for you" in desk.box
    desk.act("back")
    desk = BareDesk(spearhead()).at("0303").act("exit")
    assert "First select the unit" in desk.said


def test_15_17_the_points_for_an_exit():
    game = spearhead()
    unit = game.scenario.by_id["a1"]
    west, north = (queries.departure(game, unit, edge) for edge in ("west", "north"))
    assert west.gained == (1, -3)
    assert north.gained == (0, 0)
    assert north.kept == (0, 3)
    now = queries.totals(game)
    assert west.totals == (now[0] + 1, now[1] - 3)
    assert west.back is None
    assert game.state.location[unit] >= 0, "nothing has happened"


def test_in_a_narrow_box_the_sums_have_a_line_of_their_own():
    """They were cut at the edge of the box."""
    desk = BareDesk(spearhead()).at("0101").act("confirm", "exit")
    assert desk.dialog is not None
    wide, narrow = (text_of(desk.dialog.rows(width)) for width in (76, 44))
    assert "1 point for you, 3 fewer for the U.S.: German " in wide
    assert "fewer for US:" not in narrow
    assert "Score then: German " in narrow
    assert all(len(line) <= 44 for line in narrow.splitlines())


def test_4_1_the_list_of_reinforcements_has_columns():
    game = market(allied=["A 4-4-7", "Engineers 3-3-10", "Old 2-2-7 0909"], arrivals=[(1, "A Engineers", "0101 0102")])
    desk = BareDesk(game).act("reinforcements")
    starts = {line.index(" at ") for line in desk.box.splitlines() if " at " in line}
    assert len(starts) == 1


def test_enter_exits_for_points_and_can_be_undone():
    desk = BareDesk(spearhead()).at("0101").act("confirm", "exit", "confirm")
    assert desk.game.log[-1].startswith("exit A1")
    assert desk.game.can_undo


def test_the_key_bar_offers_an_exit_only_if_that_scores():
    desk = BareDesk(spearhead("A1 4-4-7 0505", "A2 4-4-7 0606", "A3 4-4-7 0103")).at("0103").act("confirm")
    assert "exit" not in dict(desk.mode.keys()), "A3 counts for nothing; its key works all the same"
    desk = BareDesk(spearhead()).at("0101").act("confirm")
    assert "exit" in dict(desk.mode.keys())


def test_the_list_counts_the_units_that_can_enter_now_and_leads_to_later_ones():
    """The prompt used to count units that the list called `but not now`."""
    blue = ["A 4-4-7", "B 4-4-7"]
    desk = BareDesk(drawn(blue=blue, red=["X 3-3-7 0103"], arrivals=[(1, "A", "0101"), (1, "B", "0103")]))
    desk.act("reinforcements")
    assert desk.dialog is not None
    assert "at 0103, but not now" in desk.box
    assert desk.dialog.prompt() == "Which unit enters first? One of two units can"
    assert ("reinforcements", "schedule") in desk.dialog.keys()[:4], "a narrow bar has no room for more keys"
    desk.act("reinforcements")
    assert desk.page == "reinforcements"
    alone = BareDesk(drawn(blue=blue, red=["X 3-3-7 0101"], arrivals=[(1, "A B", "0101")])).act("reinforcements")
    assert alone.dialog is not None
    assert (
        alone.dialog.prompt() == "No unit can enter now, because its entry hexes or the routes from there are blocked"
    )
