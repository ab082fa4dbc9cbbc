"""Landings one by one, with keys (Arnhem 15.3)."""

import pytest

from tests.drawn import play, where
from tests.engine.battles.drawn_arnhem import market
from tests.ui.decisions.test_arrivals import GO_TO, at_turn, hand, lose_line
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Demolish, Done
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.mapedge import EntryDialog


def airlift(**what):
    """Return a desk with three units that land around 0404, one that lands elsewhere, and one on the map."""
    return BareDesk(
        market(
            **{
                "allied": [*(f"{name} 2-2-7 airborne:101st" for name in "ABCD"), "Old 2-2-7 0909"],
                "german": ["X 2-2-7 0109"],
                "landings": [(1, "A B C", "0303 0304 0403 0404 0405 0504"), (1, "D", "0801 0802 0901 0902")],
                **what,
            }
        )
    )


def begun(**what):
    here = airlift(**what)
    here.act("reinforcements", "confirm")
    return here


def test_15_31_the_next_unit_is_selected_until_all_have_landed_or_escape():
    here = begun()
    assert "A (2-2-7) lands: choose a hex marked *. 3 more to land" in here.mode.prompt()
    here.act("confirm")
    assert where(here.game, "A") == "0403", "in the middle of its hexes"
    assert "B (2-2-7) lands: choose a hex marked *. 2 more to land" in here.mode.prompt()
    assert here.here == "0403", "where a second Enter lands nobody"
    here.act("back")
    assert "which unit moves?" in here.mode.prompt()
    here.act("confirm")
    assert here.game.state.units[hand(here)].id == "A", "and it can move on"
    assert here.mode.prompt() == "A: choose a numbered hex. 1 more unit to move, 3 to land", "not to enter"


def test_15_32_the_reach_after_a_landing_is_shown_before_it():
    """A has 3 MP after it has landed at 0403; the landing hexes keep their mark."""
    here = begun()
    here.at("0403")
    marks, number = here.mode.marks(), here.game.scenario.board.hex
    assert [marks[number(h)].char for h in ("0402", "0401", "0304")] == ["2", "1", "*"]
    assert number("0908") not in marks
    assert "numbers: MP left then" in text_of([*here.mode.panel(number("0403"))])
    here.act("confirm", "confirm")
    left = queries.reach(here.game, here.game.scenario.unit("A")).left
    assert left[number("0402")] == 2 * int(marks[number("0402")].char)


def test_s_lands_beside_the_last_unit_or_amid_a_new_place():
    here = begun()
    here.act("confirm", "stand", "stand")
    near = here.game.scenario.board.grid.distance
    hexes = [here.game.state.location[u] for u in range(3)]
    assert all(h >= 0 and near(h, hexes[0]) <= 2 for h in hexes)
    assert "D (2-2-7) lands: " in here.mode.prompt()
    assert here.here in ("0801", "0802", "0901", "0902"), "the cursor is at its own hexes"
    here.act("stand")
    assert where(here.game, "D") in ("0801", "0802", "0901", "0902")
    assert "lands" not in here.mode.prompt()


def test_a_landed_unit_moves_on_and_the_next_one_lands():
    here = begun()
    here.act("confirm", "confirm")
    assert here.game.state.units[hand(here)].id == "A", "a second Enter picks it up"
    here.at("0402").act("confirm")
    assert where(here.game, "A") == "0402"
    assert "B (2-2-7) lands: choose a hex marked *. 2 more to land" in here.mode.prompt()
    here.act("stand")
    assert where(here.game, "B") == "0403", "beside where A came down"


def test_a_lands_all():
    here = begun()
    here.at("0504").act("attack")
    assert where(here.game, "A") == "0504", "the first at the cursor"
    assert all(here.game.state.location[u] >= 0 for u in range(4))
    assert "Four units landed." in here.said


def test_a_leaves_the_refusal_in_sight_when_the_connection_is_lost(monkeypatch):
    here = begun()
    lose_line(here, monkeypatch)
    here.at("0504").act("attack")
    assert "connection to the host" in here.refused.reason
    assert not here.said, "not that there is nowhere to land"


def test_6_0_no_unit_lands_in_an_enemy_zone_while_there_is_room():
    here = begun(german=["X 2-2-7 0502"])
    zone = queries.zone(here.game, 1)
    here.act("attack")
    assert not {here.game.state.location[u] for u in range(3)} & zone


def test_15_34_after_another_order_no_unit_is_selected():
    here = begun()
    here.act("confirm", "back")
    play(here.game, "move Old 0908")
    here.turn_to("movement")
    assert queries.last_landing(here.game) == NOWHERE
    assert "which unit moves?" in here.mode.prompt()
    here.act("reinforcements", "confirm", "stand")
    assert "Land one unit first" in here.said


def test_skipping_goes_to_the_next_that_lands():
    here = begun()
    here.act("skip")
    assert "B (2-2-7) lands" in here.mode.prompt()
    here.act("skip", "skip")
    assert "D (2-2-7) lands: " in here.mode.prompt()


def test_units_that_can_land_now_come_first_and_the_list_starts_under_the_cursor():
    crowded = airlift(
        german=["X 2-2-7 0109"],
        allied=[*(f"{n} 2-2-7 airborne:101st" for n in "ABCD"), *(f"F{h} 1-1-7 {h}" for h in LANDING)],
    )
    dialog = EntryDialog(crowded, queries.entering(crowded.game, 0), lambda unit: None)
    assert [line.split()[0] for line in dialog.lines] == ["D", "A", "B", "C"]
    assert "blocked now" in dialog.lines[1]
    assert dialog.prompt() == "Which unit enters first? One of four units can"
    assert dialog.at == 0
    free = airlift().at("0801")
    dialog = EntryDialog(free, queries.entering(free.game, 0), lambda unit: None)
    assert dialog.lines[dialog.at].startswith("D")


@pytest.fixture
def weathered():
    """Return a game on the first day with the weather rules: Good, so that 25 of 40 may land."""
    return BareDesk(Game(load_scenario("arnhem/historical"), seed=1, options={"weather": True}))


def test_16_12_the_prompt_counts_no_more_than_the_weather_lets_land(weathered):
    assert "which unit lands? 25 of 40 can" in weathered.mode.prompt()
    weathered.act("reinforcements", "confirm")
    assert ". 24 more to land" in weathered.mode.prompt()
    weathered.act("confirm")
    assert ". 23 more to land" in weathered.mode.prompt()
    weathered.act("back")
    assert weathered.mode.prompt().endswith("which unit moves? 1 left, 24 to land")
    weathered.act("end")
    assert "24 of 39 units could still land (" in " ".join(weathered.box.split())


@pytest.mark.parametrize(
    ("width", "zone", "poles"),
    [
        (76, "by air, within 7 hexes of 1007", "by air, within 7 hexes of 1007 or 2323 or 3919"),
        (50, "by air near 1007", "by air near any drop zone"),
    ],
)
def test_16_11_the_list_of_landing_units_cuts_no_place(weathered, width, zone, poles):
    """A box in place of the panel has 50 columns."""
    dialog = EntryDialog(weathered, queries.entering(weathered.game, 0), lambda unit: None)
    dialog.room = 60
    told = [text_of([line]).rstrip() for line in dialog.rows(width)]
    assert [line for line in told if line.endswith(f"  {zone}")]
    assert len([line for line in told if line.endswith(f"  {poles}")]) == 3
    assert not any("..." in line for line in told)


LANDING = ["0303", "0304", "0403", "0404", "0405", "0504"]


def leave_bridge(here):
    """Have the Germans leave the bridge beside which a unit has landed."""
    here.close()
    here.game.apply(Demolish(False))
    here.turn_to(here.game.prompt.kind)


def landings_by_hand(steer):
    """Return the keys for all landings of Arnhem's first turn; with `steer`, the first at each place goes to a hex."""
    game = at_turn("arnhem/historical", 1, 0)
    here = BareDesk(game)
    waiting = queries.entering(game, 0)
    assert len(waiting) == 26
    here.act("reinforcements", "confirm")
    keys, places = 2, set[str]()
    for _ in range(4 * len(waiting)):
        if game.prompt.kind == "demolition":
            leave_bridge(here)
        if hand(here) < 0:
            break
        place = str(game.scenario.arrivals[hand(here)].hexes)
        if place not in places and steer:
            here.move_cursor(queries.entry_hexes(game, hand(here))[-1])
            keys += GO_TO
        here.act("stand" if places and not (steer and place not in places) else "confirm")
        places.add(place)
        keys += 1
    assert all(game.state.location[unit] >= 0 for unit in waiting)
    assert game.explain(Done()) is None
    return keys


@pytest.mark.slow
def test_15_3_the_first_turns_landings_of_arnhem_take_one_key_each():
    """26 units take the list, the first unit and one key each, or a few more to choose the first hexes."""
    assert landings_by_hand(steer=False) == 2 + 26
    assert landings_by_hand(steer=True) <= 26 * 3


def test_15_3_or_a_few_for_all():
    game = at_turn("arnhem/historical", 1, 0)
    here = BareDesk(game).act("reinforcements", "confirm", "attack")
    keys = 3
    for _ in queries.entering(game, 0):
        if game.prompt.kind == "demolition":
            leave_bridge(here)
        if hand(here) < 0:
            break
        here.act("attack")
        keys += 1
    assert queries.entering(game, 0) == []
    assert keys <= 15


def test_a_lands_the_divisions_in_the_order_of_the_schedule():
    everywhere = " ".join(f"0{x}0{y}" for x in range(2, 9) for y in range(2, 9))
    here = airlift(landings=[(1, "C D", everywhere), (1, "A B", everywhere)])
    here.act("reinforcements", "confirm", "attack")
    assert [line.split()[1] for line in here.game.log] == ["A", "C", "D", "B"], "A was chosen"


def test_17_32_units_that_land_beside_each_other_stay_around_the_middle():
    names = "ABCDEFG"
    everywhere = " ".join(f"0{x}0{y}" for x in range(2, 9) for y in range(2, 9))
    here = airlift(
        allied=[f"{name} 2-2-7 airborne:101st" for name in names], landings=[(1, " ".join(names), everywhere)]
    )
    here.act("reinforcements", "confirm", "attack")
    down = [here.game.state.location[u] for u in range(len(names))]
    assert all(h >= 0 for h in down)
    middle = here.game.scenario.board.grid.distance
    assert all(middle(h, down[0]) <= 2 for h in down), "not in a row toward the edge of the map"
