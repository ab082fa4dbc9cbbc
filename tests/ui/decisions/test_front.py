"""Naming the front at the keyboard (Remagen 14.0): the proposed front, pinned hexes, and the cost."""

from textual.geometry import Size as Extent

from tests.drawn import play
from tests.engine.battles.rhine import rhine
from tests.ui.desk import BareDesk
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.labels import LABEL
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.pane.still import StillMap
from westwall_tui.words.rows import Span


def costly() -> Game:
    """Return a desk where B and C need two gaps to be connected with A, or are lost; D is far away."""
    return rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 1-6-7 0509", "D 3-6-7 0805"], german=["X 2-4-7 0909"])


def naming() -> BareDesk:
    game = costly()
    play(game, "done")
    assert game.prompt.kind == "front"
    return BareDesk(game)


def test_14_0_the_map_shows_the_proposed_front_with_its_cost():
    desk = naming()
    game, front = desk.game, queries.front(desk.game)
    assert front is not None
    assert front.cost > 0
    marks = desk.marked
    assert {number for number, mark in marks.items() if mark == "__"} == {*game.state.numbers(front.gaps)}
    assert {number for number, mark in marks.items() if mark == "L"} == {*game.state.numbers(front.lost)}
    assert marks.keys() == {*game.state.numbers((*front.hexes, *front.lost))}
    assert f"{front.cost} points" in desk.mode.prompt()
    assert desk.here in game.state.numbers((*front.gaps, *front.lost)), "the cursor begins at what costs"


def test_14_0_on_the_map_the_front_is_a_line_and_its_gaps_have_red_hexsides():
    """Both the front view and the mode show this, in characters and drawn."""
    desk = naming()
    front = queries.front(desk.game)
    assert front is not None
    assert tuple(desk.mode.front_line()) == front.hexes
    for drawing in (None, Drawing(SEXTANTS, Colors("night", exact=True))):
        looks = []
        for named in (True, False):
            view = StillMap(desk.game.scenario.board)
            view.drawing = drawing
            view.show_units(Counters().of(desk.game))
            view.front = front.hexes
            marks = {h: (mark.char, mark.role) for h, mark in desk.mode.marks().items()}
            (view.show_marks if named else view.show_zones)(marks)
            looks.append(view.rows(Extent(view.picture.width, view.picture.height)))
        assert looks[0] == looks[1]
        shown = {span for line in looks[0] for span in line}
        if drawing is None:
            assert Span("\\", f"target@{desk.game.scenario.board.terrain[front.gaps[0]].name.lower()}") in shown
        else:
            inks = {part for span in shown for part in span.style.strip("=").split("/")}
            assert inks >= {drawing.colors.of(LABEL["gap"]), drawing.colors.of(LABEL["held"])}


def test_14_13_14_14_the_panel_shows_the_cost_of_each_unit_and_gap():
    desk = naming()
    game, front = desk.game, queries.front(desk.game)
    assert front is not None
    points = dict(zip((*front.gaps, *front.lost), front.points, strict=True))
    for h in front.gaps:
        assert f"{game.state.number(h)} {points[h]}" in desk.panel
    for h in front.lost:
        assert f"{game.state.units[game.state.at[h]].id} {points[h]}" in desk.panel
    assert sum(points.values()) == front.cost


def test_14_0_enter_asks_before_it_names_a_front_that_costs_something_and_ends_the_player_turn():
    desk = naming()
    front, before = queries.front(desk.game), queries.totals(desk.game)
    assert front is not None
    assert front.cost
    desk.act("confirm")
    assert f"{front.cost} points" in desk.box
    desk.act("confirm", "end")
    assert desk.game.prompt.kind == "front", "only y names it"
    desk.act("yes")
    assert desk.game.log[-1] == f"front {' '.join(desk.game.state.numbers(front.hexes))}"
    assert (desk.game.prompt.side, desk.game.prompt.kind) == (1, "movement")
    assert queries.totals(desk.game)[1] == before[1] + front.cost


def test_14_0_the_front_passes_a_pinned_hex_until_it_is_unpinned():
    desk = naming()
    proposed = queries.front(desk.game)
    assert proposed is not None
    assert "0509" not in desk.game.state.numbers(proposed.hexes)
    desk.at("0509").act("waypoint")
    other = queries.front(desk.game, pins=[desk.cursor])
    assert other is not None
    assert desk.marked["0509"] == "P"
    assert other.cost != proposed.cost
    assert f"{other.cost} points (proposed: {proposed.cost})" in desk.mode.prompt()
    assert dict(desk.mode.keys())["waypoint"] == "unpin"
    assert "the front must pass here" in desk.panel
    desk.act("waypoint")
    assert "P" not in desk.marked.values()
    assert f"{proposed.cost} points" in desk.mode.prompt()
    desk.act("waypoint", "confirm", "yes")
    assert "0509" in desk.game.log[-1].split()
    assert desk.game.log[-1] == f"front {' '.join(desk.game.state.numbers(other.hexes))}"


def test_14_0_escape_unpins_the_last_hex_and_then_does_nothing():
    desk = naming()
    desk.at("0805").act("waypoint")
    desk.at("0703").act("waypoint")
    assert {number for number, mark in desk.marked.items() if mark == "P"} == {"0805", "0703"}
    desk.act("back")
    assert {number for number, mark in desk.marked.items() if mark == "P"} == {"0805"}
    assert desk.mode.back()
    assert not desk.mode.back()
    assert desk.game.prompt.kind == "front", "nothing is named yet"


def test_14_12_a_hex_without_a_front_is_refused():
    desk = naming()
    shown = desk.marked
    desk.at("0205").act("waypoint")  # west of the river
    assert desk.said == "No front goes through 0205"
    assert desk.marked == shown


def test_tab_goes_from_gap_to_unit_and_end_says_what_enter_does():
    desk = naming()
    front = queries.front(desk.game)
    assert front is not None
    seen = set()
    for _ in (*front.gaps, *front.lost):
        desk.act("next")
        seen.add(desk.cursor)
    assert seen == {*front.gaps, *front.lost}
    desk.act("end")
    assert desk.said.startswith("Enter: name this front and end your turn")
    assert desk.game.prompt.kind == "front"
