"""Where names stand in a window: whole, the important first, wherever else a unit may go, and beside no box's edge."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, product
from typing import NamedTuple

import pytest
from textual.geometry import Region
from textual.geometry import Size as Extent

from tests.drawn import board
from tests.games import record
from tests.long import paired, sample
from tests.ui.desk import BareDesk
from westwall_tui.engine import queries
from westwall_tui.engine.board import Place
from westwall_tui.engine.game import Game
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS, Drawing
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.names.distant import SHARE_ACROSS, STRANGE, UNDER_LINE, Leader
from westwall_tui.ui.map.names.placement import NamePlacer
from westwall_tui.ui.map.names.room import LINE_ROLE
from westwall_tui.ui.map.names.taken import Sight
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.candidates import FURTHEST, apart, banks_of, town_signs
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.ui.terminal.pane import Covered

BUSY = {
    "arnhem-historical-busy": (5, 88),
    "spearhead-greedy": (4, 92),
    "hurtgen-free-busy": (4, 98),
    "remagen-historical-busy": (8, 96),
}
"""Recorded games in their thick, and of how many names in a hundred it is asked that they stand whole."""
ACROSS, DOWN = 53, 19
DRAWN = Drawing(SEXTANTS, Colors("night", exact=False))
BOTH = (None, DRAWN)
"""How the map is drawn."""


def name_of(each: object) -> str:
    """What a case is called."""
    return each if isinstance(each, str) else "ascii" if each is None else "drawn"


BUSY_IN_BOTH = pytest.mark.parametrize(("name", "drawing"), paired(BUSY, BOTH), ids=name_of)


class Seen(MapView):
    """The map in a window without a terminal."""

    @property
    def size(self) -> Extent:
        return Extent(ACROSS, DOWN)

    @property
    def region(self) -> Region:
        return Region(0, 1, ACROSS, DOWN)

    def look_at(self, left: int, top: int) -> None:
        self._centred_for = self.size
        self.left, self.top = left, top
        self.line_cells(0)

    @property
    def goals(self) -> frozenset[int]:
        """The hexes whose towns are named first."""
        return self._objectives

    def letters(self) -> dict[tuple[int, int], str]:
        """The letters of names."""
        if self._window_drawn is not None:
            rows = self._window_drawn._layers._texts["names"]
            return {(x, y): text.char for y, row in rows.items() for x, text in row.items()}
        layer = self._layers["names"]
        return {
            (x, y): char for y, row in layer.items() for x, (char, role) in row.items() if role not in ("", LINE_ROLE)
        }

    def leaders(self) -> Sequence[Leader]:
        """The lines from names to their places."""
        room = self._lettering._room if self._window_drawn is None else self._window_drawn._room
        assert room is not None
        return room.leaders

    def texts(self) -> dict[tuple[int, int], str]:
        """What stands in hexes in characters."""
        if self._window_drawn is not None:
            rows = self._window_drawn._layers._texts["hexes"]
            return {(x, y): text.char for y, row in rows.items() for x, text in row.items()}
        return {(x, y): char for y, row in self._layers["hexes"].items() for x, (char, _) in row.items()}

    def names(self) -> set[tuple[str, int, int]]:
        """The names, each with where it begins."""
        found, letters = set(), self.letters()
        for y, row in groupby(sorted(letters, key=lambda spot: spot[::-1]), key=lambda spot: spot[1]):
            for _, run in groupby(enumerate(row), key=lambda each: each[1][0] - each[0]):
                spots = [spot for _, spot in run]
                found.add(("".join(letters[spot] for spot in spots), spots[0][0], y))
        return found


@cache
def in_its_thick(name: str, kind: str = "") -> Game:
    """A recorded game at a Game-Turn."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = record.begin(*header[:3])
    for order in orders:
        wanted = (kind,) if kind else ("movement", "combat")
        if game.state.turn >= BUSY[name][0] and game.prompt.kind in wanted:
            break
        game.replay([order])
    return game


def seen(game: Game, drawing: Drawing | None, size=MIDDLE) -> Seen:
    """The map of a game as the playing screen fills it."""
    view, places = Seen(game.scenario.board, size), Objectives(game)
    view.set_picture(size, drawing=drawing)
    view.show_units(Counters().of(game))
    view.show_gates(gates(game))
    view.show_signs(places.signs())
    view.show_objectives(h for place in places.places for h in place.hexes)
    return view


class Window(NamedTuple):
    """What stands in a window on the map."""

    sight: Sight
    letters: dict[tuple[int, int], str]
    texts: dict[tuple[int, int], str]
    names: set[tuple[str, int, int]]
    leaders: Sequence[Leader]


@cache
def windows(name: str, drawing: Drawing | None) -> tuple[Seen, list[Window]]:
    """The map of a recorded game in its thick, and windows all over it, each looked at once for all tests."""
    view, found = seen(in_its_thick(name), drawing), []
    for top in range(0, view.picture.height - DOWN, sample(5, 8)):
        for left in range(0, view.picture.width - ACROSS, sample(9, 13)):
            view.look_at(left, top)
            sight = Sight(left, top, left + ACROSS, top + DOWN)
            found.append(Window(sight, view.letters(), view.texts(), view.names(), view.leaders()))
    return view, found


@pytest.mark.slow
@BUSY_IN_BOTH
def test_most_names_stand_whole_in_any_window_and_no_objectives_is_missing(name, drawing):
    game, (view, found) = in_its_thick(name), windows(name, drawing)
    goals = {h for place in queries.objectives(game) if len(place.hexes) <= 6 for h in place.hexes}
    wanted, stands = 0, 0
    for sight, letters, texts, names, _ in found:
        assert all(sight.holds(spot, 1) for spot in letters)
        assert letters.keys().isdisjoint(texts)
        stand = {text: (x, y) for text, x, y in names}
        for place in game.scenario.board.places:
            if place.kind in ("town", "village") and any(whole(view.picture, h, sight) for h in place.hexes):
                wanted += 1
                spot = stand.get(place.name)
                stands += spot is not None
                if spot is None:
                    missing = not goals.isdisjoint(place.hexes) and not at_the_rim(view.picture, place, sight)
                    assert not missing, f"{place.name} is missing at {sight}"
                else:
                    city = any(view.board.terrain[h] is Terrain.CITY for h in place.hexes)
                    share = SHARE_ACROSS if city or not view.goals.isdisjoint(place.hexes) else 0
                    owners = view.picture.owners(spot, len(place.name))
                    crossed = banks_of(view.board, place.hexes, 12).are_crossed(owners, share)
                    assert not crossed, f"{place.name} stands across a river at {sight}"
    assert 100 * stands / wanted >= BUSY[name][1]


@BUSY_IN_BOTH
@pytest.mark.slow
def test_no_name_stands_nearer_to_another_towns_sign_than_to_its_own(name, drawing):
    """Where a line leads to its place it may, but not beside that sign; else only an objective's, which must stand.

    Signs that a counter hides mislead nobody; the middle of its hex stands for a place that has none.
    """
    game, (view, found) = in_its_thick(name), windows(name, drawing)
    picture = view.picture
    signs = {(x, y): h for h, cells in town_signs(picture).items() for x, y in cells}
    places = {place.name: place for place in view.board.places if place.kind in ("town", "village")}
    for water in {each.text for each in picture.names if not each.hexes}:
        places.pop(water, None)
    goals = {h for place in queries.objectives(game) for h in place.hexes}
    goals |= {h for h in picture.shown if view.board.terrain[h] is Terrain.CITY}
    asked, led, misleading = 0, 0, list[str]()
    for sight, _, _, names, lines in found:
        for text, x, y in names:
            place = places.get(text)
            if place is None:
                continue
            centers = [(i + picture.size.middle, j) for i, j in map(picture.origin, place.hexes)]
            hidden = {*place.hexes, *view.shown_units}
            others = [spot for spot, h in signs.items() if h not in hidden and sight.holds(spot, 1)]
            own, other = apart((x, y), len(text), centers), apart((x, y), len(text), others)
            line = any(leader.hex in place.hexes and leader.between for leader in lines)
            long = any(leader.hex in place.hexes and len(leader.between) > 2 for leader in lines)
            asked, led = asked + 1, led + long
            misleads = other <= (min(own, STRANGE) if line else own)
            if misleads and not at_the_rim(picture, place, sight, picture.size.across):
                misleading.append(f"{text} at {x}, {y} in {sight}")
                assert not goals.isdisjoint(place.hexes), misleading
    assert asked > sample(300, 100)
    assert len(misleading) < asked / 200, misleading
    assert led < asked / 12


@BUSY_IN_BOTH
@pytest.mark.slow
def test_a_name_stands_next_to_its_place_or_has_a_line_to_it(name, drawing):
    """Two lines off it seems to be of what lies between."""
    view, found = windows(name, drawing)
    picture, places = view.picture, {place.name: place for place in view.board.places if place.kind != "water"}
    for water in {each.text for each in picture.names if not each.hexes}:
        places.pop(water, None)
    asked, lost = 0, list[str]()
    for sight, letters, _, names, leaders in found:
        led = {leader.hex for leader in leaders if leader.between}
        assert letters.keys().isdisjoint(cell for leader in leaders for cell in leader.between), "no name covers a line"
        for text, _, y in names:
            if (place := places.get(text)) is not None:
                off = min(abs(picture.origin(h)[1] - y) for h in place.hexes)
                asked += 1
                if off >= 2 and led.isdisjoint(place.hexes):
                    lost.append(f"{text} in {sight}")
    assert asked > 100
    assert len(lost) <= asked / 80, lost


@BUSY_IN_BOTH
@pytest.mark.slow
def test_only_a_name_that_must_stand_touches_a_counter(name, drawing):
    """A village's would be read with the counter's word or numbers."""
    view, found = windows(name, drawing)
    picture, size = view.picture, view.picture.size
    must = {h for h in picture.shown if view.board.terrain[h] is Terrain.CITY} | view.goals
    corners = map(picture.origin, view.shown_units)
    counters = {(x + i, y + j) for x, y in corners for j, row in enumerate(size.counter) for i in row}
    asked = 0
    for place in (place for place in view.board.places if place.kind != "water" and must.isdisjoint(place.hexes)):
        for window in found:
            for text, x, y in window.names:
                if text == place.name:
                    asked += 1
                    assert counters.isdisjoint({(x - 1, y), (x + len(text), y)}), f"{text} in {window.sight}"
    assert asked > 20


def at_the_rim(picture: Picture, place: Place, sight: Sight, beyond: int = 0) -> bool:
    """True if a place is so near the rim of a window that its name may find no room on its own bank.

    `beyond`: with so many cells more.
    """
    columns, length = [picture.origin(h)[0] for h in place.hexes], len(place.name) + beyond
    return min(columns) - sight.left <= length or sight.right - max(columns) <= length


def whole(picture: Picture, h: int, sight: Sight) -> bool:
    return sight.shows(picture.origin(h), picture.size)


IN_HAND = sample(
    [*product(BUSY, SIZES, (None, DRAWN))],
    [
        *zip(BUSY, (*SIZES, MIDDLE), (None, DRAWN) * 2, strict=True),
        *zip(BUSY, (MIDDLE, *SIZES), (DRAWN, None) * 2, strict=True),
    ],
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "drawing"), IN_HAND, ids=lambda each: getattr(each, "name", each if isinstance(each, str) else "")
)
def test_a_unit_in_hand_moves_no_name_and_no_sign_cuts_one(name, size, drawing):
    """Numbers find room beside names; with both sides' zones shown, too, a name may have to make way, but whole."""
    game = in_its_thick(name, "movement")
    view, desk = seen(game, drawing, size), BareDesk(game)
    mode, all_names = desk.mode, {each.name for each in game.scenario.board.places}
    assert isinstance(mode, MovementMode)
    all_names |= {each.text for each in view.picture.names}
    zones: dict[int, str] = {}
    for side in (0, 1):
        for h in queries.zone(game, side):
            zones[h] = zones.get(h, "") + zone_sign(game.scenario, side)
    for unit in [u for u in mode.movers if game.state.location[u] >= 0][: sample(8, 2)]:
        desk.cursor = view.cursor = game.state.location[unit]
        view.show_marks({})
        view.show_zones({})
        view._centre()
        view.look_at(view.left, view.top)
        before = view.names()
        mode.take(unit)
        view.show_marks(mode.marks())
        assert view.names() == before
        ways = [h for h, (_, role) in mode.marks().items() if role == "reach" and view.sees([h], 0, DOWN)]
        for desk.cursor in ways[:: max(1, len(ways) // 4)]:
            marks = mode.marks()
            assert len(ways) < 5 or any(role == "path" for _, role in marks.values())
            view.show_marks(marks)
            assert view.names() == before, "nor does its way"
        desk.cursor = view.cursor
        view.show_marks(mode.marks())
        assert not view.letters().keys() & {spot for spot, char in view.texts().items() if char != " "}
        view.show_zones({h: (text if len(text) == 2 or text == "z" else " Z", "zone") for h, text in zones.items()})
        assert {text for text, _, _ in view.names()} <= all_names
        assert not view.letters().keys() & {spot for spot, char in view.texts().items() if char != " "}


@BUSY_IN_BOTH
@pytest.mark.slow
def test_no_name_covers_a_bridge_or_a_ferry(name, drawing):
    """Of rivers and canals; drawn, a bridge is wider than its gate."""
    (view, found), picture = windows(name, drawing), Picture(in_its_thick(name).scenario.board)
    crossings = {
        (picture.origin(h)[0] + x, picture.origin(h)[1] + y)
        for h in picture.shown
        for direction, side in enumerate(picture.hexsides[h])
        if side & int(Hexside.BRIDGE | Hexside.FERRY)
        for x, y in picture.size.gates[direction]
    }
    if drawing is not None:
        assert view._window_drawn is not None
        crossings |= view._window_drawn._layers.sheet.bridged
    assert crossings
    for window in found:
        assert crossings.isdisjoint(window.letters)


@pytest.mark.parametrize("drawing", BOTH, ids=name_of)
@pytest.mark.slow
def test_a_box_cuts_no_name(drawing):
    """Docked at the right; what it hides is named again where it was once the box is closed."""
    view = seen(in_its_thick("arnhem-historical-busy"), drawing)
    for left in range(0, view.picture.width - ACROSS, sample(13, 26)):
        view.look_at(left, 15)
        before = view.names()
        box = Region(30, 1, 23, DOWN)
        view.show_box(Covered(box, ()))
        edge = left + box.x
        assert all(x + len(text) <= edge for text, x, _ in view.names())
        view.show_box(None)
        assert view.names() == before


BANKS = int(Hexside.RIVER | Hexside.CANAL)


def on_the_bank(board, hexes, sides) -> set[int]:
    """The hexes near a place that one reaches from it without crossing a river or a canal."""
    found, edge = set(hexes), set(hexes)
    for _ in range(4):
        edge = {
            n for h in edge for n, side in zip(board.grid.neighbours[h], sides[h], strict=True) if not side & BANKS
        } - found - {-1}  # fmt: skip
        found |= edge
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawing"),
    paired(["arnhem-historical-busy", "hurtgen-free-busy", "remagen-historical-busy"], BOTH),
    ids=name_of,
)
def test_no_name_stands_on_the_other_bank_of_a_river(name, drawing):
    """At most one letter of it."""
    view = seen(in_its_thick(name), drawing)
    picture, grid = view.picture, view.board.grid
    places = {place.name: place for place in view.board.places if place.kind in ("town", "village")}
    banks = {text: on_the_bank(view.board, place.hexes, picture.hexsides) for text, place in places.items()}
    asked = 0
    for top in range(0, picture.height - DOWN, sample(9, 18)):
        for left in range(0, picture.width - ACROSS, sample(20, 40)):
            view.look_at(left, top)
            for text, x, y in view.names():
                near = [h for h in (picture.at(x + i, y) for i in range(len(text))) if h >= 0 and text in places]
                near = [h for h in near if min(grid.distance(h, own) for own in places[text].hexes) <= 4]
                asked += len(near)
                assert sum(h not in banks[text] for h in near) <= 1, f"{text} at {x}, {y}"
    assert asked > 100


def test_a_line_leads_between_the_counters_to_a_town_far_from_its_name():
    """Bastogne in the thick of it: the nearest room for its name is below the crowd."""
    game = in_its_thick("spearhead-greedy", "combat")
    view, (town,) = seen(game, None), [each for each in game.scenario.board.places if each.name == "Bastogne"]
    x, y = view.picture.origin(town.hexes[0])
    view.look_at(x - 26, y - 9)
    ((_, left, line),) = [each for each in view.names() if each[0] == "Bastogne"]
    rows = view._layers["names"]
    run = [(i, j) for j, row in rows.items() for i, (_, role) in row.items() if role == LINE_ROLE]
    below = [(i, j) for i, j in run if left - 1 <= i <= left + len("Bastogne")]
    (column,), lines = {i for i, _ in below}, sorted(j for _, j in below)
    tops = [j for i, j in map(view.picture.origin, town.hexes) if column in (i, i + MIDDLE.across)]
    roads = {j for j in range(lines[0] - 1, lines[-1] + 2) if view.picture.roles[j][column] == "road"}
    between = [j for j in range(DOWN + y) if min(lines[0], *roads, 999) <= j <= max(lines[-1], *roads)]
    assert set(between) <= {*lines, *roads}, "without a gap but for a road"
    assert 1 in (between[0] - line, line - between[-1])
    assert any(top in between or top + 1 in between for top in tops)


def test_a_name_without_a_line_rather_stands_farther_away_than_beside_another_towns_sign():
    """A city that must be named, and has room only beside a village in the next column, or above that, alone."""
    plain = board("\n".join([*["." * 10] * 4, "....#o....", *["." * 10] * 4]))
    city, village = plain.hex("0505"), plain.hex("0605")
    plain = replace(plain, places=(Place("Nijmegen", "town", (city,)), Place("Beek", "village", (village,))))
    picture = Picture(plain, MIDDLE)
    x, y = town_signs(picture)[village][0]
    everywhere = {(i, j) for i in range(picture.width) for j in range(picture.height)}

    def named(*rooms: tuple[int, int]) -> list[tuple[int, int]]:
        free = {(left + i, line) for left, line in rooms for i in range(-1, len("Nijmegen") + 1)}
        cells = NamePlacer(picture, picture.names).cells(everywhere - free, objectives=(city,))
        return [(cell.x, cell.y) for cell in cells if cell.char == "N"]

    beside, alone = (x + 2, y), (x + 4, y - 3)
    assert named(beside) == [beside]
    assert named(beside, alone) == [alone]


@pytest.mark.slow
def test_no_name_stands_far_from_its_place_with_a_line_that_is_all_under_a_water():
    """Neffe, whose unit hides the nearest room: two hexes on, beyond a stream, it would be read as another hex's."""
    game = in_its_thick("spearhead-greedy", "combat")
    view, asked = seen(game, None), 0
    places = {h: place for place in game.scenario.board.places for h in place.hexes if place.kind != "water"}
    for left in range(30, 60, 6):
        view.look_at(left, 15)
        stand = {text: (x, y) for text, x, y in view.names()}
        for leader in view.leaders():
            place = places[leader.hex]
            middles = [(x + MIDDLE.middle, y) for x, y in map(view.picture.origin, place.hexes)]
            if apart(stand[place.name], len(place.name), middles) > FURTHEST + 1 and leader.between:
                asked += 1
                assert any(view.picture.roles[y][x] in UNDER_LINE for x, y in leader.between), place.name
        assert apart(stand["Neffe"], 5, [(x + 2, y) for x, y in [view.picture.origin(view.board.hex("1816"))]]) < 6
    assert asked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawing"), paired(["arnhem-historical-busy", "remagen-historical-busy"], BOTH), ids=name_of
)
def test_a_line_to_a_village_is_short_and_runs_along_no_river_and_no_canal(name, drawing):
    """It would be taken for a bank; towns that score, and cities, have theirs wherever there is room."""
    game, (view, found) = in_its_thick(name), windows(name, drawing)
    roles, goals = view.picture.roles, {h for place in queries.objectives(game) for h in place.hexes}
    asked = 0
    for sight, _, _, _, leaders in found:
        for leader in leaders:
            if leader.hex in goals or view.board.terrain[leader.hex] is Terrain.CITY:
                continue
            asked += bool(leader.between)
            y = view.picture.origin(leader.hex)[1]
            assert sum(not y <= line < y + MIDDLE.down for _, line in leader.between) <= 3
            beside = [{*roles[line][x - 1 : x + 2]} for x, line in leader.between]
            assert sum(not near.isdisjoint({"river", "canal"}) for near in beside) <= 1, f"{leader} in {sight}"
    assert asked


def test_a_name_stays_where_it_is_while_it_can():
    picture = Picture(load_scenario("bastogne/spearhead").board, MIDDLE)
    naming, sight = NamePlacer(picture, picture.names), Sight(60, 40, 120, 70)
    before = naming.cells((), sight)
    assert naming.cells((), sight._replace(left=61, right=121))[:1]
    moved = {cell for cell in naming.cells((), sight) if cell.char != " "} ^ {c for c in before if c.char != " "}
    assert len(moved) < len(before) / 4


@pytest.mark.parametrize("drawing", BOTH, ids=name_of)
def test_a_place_that_scores_has_its_sign_in_its_own_hexes_alone(drawing):
    """Where the line to its name begins it would seem to say that another hex scores."""
    game = in_its_thick("spearhead-greedy", "combat")
    view, (town,) = seen(game, drawing), [each for each in game.scenario.board.places if each.name == "Bastogne"]
    x, y = view.picture.origin(town.hexes[0])
    view.look_at(x - 26, y - 9)
    (leader,) = [each for each in view.leaders() if each.hex in town.hexes]
    assert leader.between
    size, corners = view.picture.size, [view.picture.origin(h) for h in town.hexes]
    for x, y in (spot for spot, char in view.texts().items() if char == "$"):
        assert any(0 <= x - left < size.across + 2 and 0 <= y - top < size.down for left, top in corners)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawing"),
    paired(["arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/historical"], BOTH),
    ids=name_of,
)
def test_a_name_leaves_a_printed_number_whole_or_nothing_of_it(name, drawing):
    """A stump beside a name looks like strengths."""
    board = load_scenario(name).board
    view = Seen(board, LARGE)
    view.set_picture(LARGE, drawing=drawing)
    whole_numbers, gone = 0, 0
    for top in range(0, view.picture.height - DOWN, 19):
        for left in range(0, view.picture.width - ACROSS, 53):
            view.look_at(left, top)
            letters = view.letters()
            for h in (
                h for h in view.picture.shown if whole(view.picture, h, Sight(left, top, left + ACROSS, top + DOWN))
            ):
                x, y = view.picture.origin(h)
                line = view.line_cells(y - top)
                spots = [x + i for i in range(2, 6)]
                stands = [line[i - left][0] == char and (i, y) not in letters
                          for i, char in zip(spots, board.number(h), strict=True)]  # fmt: skip
                named = any((i, y) in letters for i in spots)
                whole_numbers, gone = whole_numbers + all(stands), gone + named
                assert all(stands) or not any(stands), f"{board.number(h)} in {left}, {top}"
    assert whole_numbers > 100
    assert gone > 2
