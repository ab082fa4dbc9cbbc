"""Names by their rule: the first free spot of eight, a line for an objective, otherwise no name; and their promises."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from textual.geometry import Region

from tests.drawn import board
from tests.long import paired, sample
from tests.ui.desk import BareDesk
from tests.ui.map.seen import (
    ACROSS,
    BOTH,
    BUSY,
    BUSY_IN_BOTH,
    DOWN,
    Seen,
    at_the_rim,
    in_its_thick,
    name_of,
    seen,
    whole,
)
from westwall_tui.engine import queries
from westwall_tui.engine.board import Place
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.boards import find_board
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES
from westwall_tui.ui.map.names import BANKS, BARE, Covered, NamePlacer, Sight, apart, bank_of, eight_spots
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import TOWNS
from westwall_tui.ui.map.signs import LEADER, zone_sign
from westwall_tui.ui.terminal.pane import Covered as Box

FOY = board("\n".join([*["." * 10] * 4, "....o.....", *["." * 10] * 4]))
HERE = FOY.hex("0505")
FOY = replace(FOY, places=(Place("Foy", "village", (HERE,)),))


NOTHING, EVERYWHERE = Covered(()), Sight(0, 0, 999, 999)


def placed(field, covered=NOTHING, objectives=()):
    """Return the names on a drawn board."""
    return NamePlacer(Picture(field)).place(covered, EVERYWHERE, objectives)


def cells_of(spots, length=3) -> set[tuple[int, int]]:
    """Return the cells of a name in some spots, with the blanks."""
    return {(x + i, y) for x, y in spots for i in range(-1, length + 1)}


def test_a_name_takes_the_first_free_spot_of_eight():
    picture = Picture(FOY, LARGE)
    placer, eight = NamePlacer(picture), [*eight_spots(picture.sign_of(HERE), 3)]
    assert len(set(eight)) == 8
    for taken in ([], *([spot] for spot in eight), *([*eight[:count]] for count in range(2, 9))):
        covered = cells_of(taken)
        names = placer.place(Covered(covered), EVERYWHERE, keep=False)
        assert [name.spot for name in names] == [spot for spot in eight if covered.isdisjoint(cells_of([spot]))][:1]
        assert not any(name.line for name in names)


def test_around_a_counter_the_eight_spots_are_beside_that():
    counter = Picture(FOY).counter_of(HERE)
    (name,) = placed(FOY, Covered(frozenset(counter), frozenset(counter)))
    assert name.spot in eight_spots(counter, 3)
    assert not {*counter} & {*name.letters, *name.blanks}


def test_a_spot_that_covers_no_way_and_no_water_comes_first():
    """A river that runs past a town leaves it a spot on its own bank."""
    field = board("\n".join([*["." * 10] * 4, "....o.....", *["." * 10] * 4]), rivers=["0505/0604 0505/0605"])
    picture = Picture(replace(field, places=FOY.places))
    right, *others = eight_spots(picture.sign_of(HERE), 3)
    assert "river" in picture.roles_of(right, 3)
    (name,) = NamePlacer(picture).place(NOTHING, EVERYWHERE)
    assert name.spot == next(spot for spot in others if BARE.issuperset(picture.roles_of(spot, 3)))


def test_only_an_objective_without_a_free_spot_has_a_line_to_its_name():
    """The line runs past the counters, up to the nearest name that it may lead to."""
    picture = Picture(FOY)
    _, y = picture.origin(HERE)
    covered = Covered({(i, j) for i in range(picture.width) for j in range(y - 4, picture.height)})
    assert placed(FOY, covered) == []
    (name,) = placed(FOY, covered, [HERE])
    assert name.spot[1] == y - 5
    assert [line for _, line in name.line] == [*range(y - 4, y + 2)]
    (column,) = {column for column, _ in name.line}
    assert column in picture.line_columns(HERE)
    assert name.spot[0] - 1 <= column <= name.spot[0] + 3


def test_objectives_come_first_then_cities_then_towns():
    """There is room for one name between them."""
    hexes = {kind: FOY.hex(number) for kind, number in (("town", "0305"), ("city", "0505"), ("village", "0705"))}
    terrain = [*FOY.terrain]
    for kind, h in hexes.items():
        terrain[h] = Terrain.CITY if kind == "city" else Terrain.TOWN
    places = [Place(kind, "village" if kind == "village" else "town", (h,)) for kind, h in hexes.items()]
    field = replace(FOY, terrain=tuple(terrain), places=tuple(places))
    for kinds, objectives, first in (
        (("town", "city"), (), "city"),
        (("city", "town"), (hexes["town"],), "town"),
        (("village", "city"), (hexes["village"],), "village"),
    ):
        some = replace(field, places=tuple(place for place in places if place.name in kinds))
        assert placed(some, objectives=objectives)[0].name == first


def test_a_name_stays_where_it_is_while_its_spot_is_free():
    placer = NamePlacer(Picture(FOY))
    first, second, *_ = eight_spots(Picture(FOY).sign_of(HERE), 3)

    def spot(covered=frozenset(), *, keep=True):
        (name,) = placer.place(Covered(covered), EVERYWHERE, keep=keep)
        return name.spot

    assert spot() == first
    assert spot(frozenset((first,)), keep=False) == second
    assert spot() == first, "as it was before"
    assert spot(frozenset((first,))) == second
    assert spot() == second
    x, y = second
    (name,) = placer.place(Covered(frozenset(((x - 1, y),)), frozenset(((x - 1, y),))), EVERYWHERE)
    assert name.spot == second, "a counter beside its letters doesn't move it"


def test_names_of_one_window_keep_a_blank_on_either_side():
    field = board("\n".join([*["." * 10] * 4, "..o.oo.o..", *["." * 10] * 4]))
    towns = [field.hex(number) for number in ("0305", "0505", "0605", "0805")]
    field = replace(field, places=tuple(Place(f"Town{h}", "town", (h,)) for h in towns))
    names = placed(field)
    assert len(names) > 2
    for name in names:
        others = {cell for other in names if other is not name for cell in other.letters}
        assert others.isdisjoint((*name.letters, *name.blanks))


def test_a_water_is_named_on_its_own_band_once_in_about_a_window():
    picture = Picture(find_board("arnhem"))
    names = [each for each in NamePlacer(picture).place(NOTHING, EVERYWHERE) if each.name == "Maas"]
    assert len(names) > 1
    for name in names:
        x, y = name.spot
        assert picture.roles_of((x, y), 4).count("river") >= 2
        near = [each for each in names if abs(each.spot[0] - x) < 50 and abs(each.spot[1] - y) < 18]
        assert near == [name]


# -- the promises, on all four boards in the thick of a game

EXTENTS = ((ACROSS, DOWN), (93, 33), (150, 50))


def windows(view: Seen) -> Iterator[Sight]:
    """Return windows all over a map."""
    wide, high = view.extent
    for top in range(0, max(1, view.picture.height - high), sample(5, 9)):
        for left in range(0, max(1, view.picture.width - wide), sample(9, 17)):
            yield view.look_at(left, top)


@pytest.mark.slow
@BUSY_IN_BOTH
@pytest.mark.parametrize(
    ("size", "extent"),
    [(MIDDLE, extent) for extent in EXTENTS] + [(LARGE, EXTENTS[0])],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_most_names_are_whole_none_of_an_objective_is_missing_and_none_seems_to_be_anothers(
    name, drawing, size, extent
):
    """A name's own bank is nearer than other signs, except for an objective at the rim or in a crowd."""
    game = in_its_thick(name)
    view = seen(game, drawing, size, extent)
    picture, board = view.picture, game.scenario.board
    goals = {h for place in queries.objectives(game) for h in place.hexes}
    places = [place for place in board.places if place.kind in ("town", "village")]
    signs = {cell: h for h in picture.shown if board.terrain[h] in TOWNS for cell in picture.sign_of(h)}
    crossings = {
        (picture.origin(h)[0] + x, picture.origin(h)[1] + y)
        for h in picture.shown
        for d, side in enumerate(picture.hexsides[h])
        if side & BANKS and picture.role(h, picture.size.gates[d][0]) == "bridge"
        for x, y in picture.size.gates[d]
    }
    wanted = stands = 0
    for sight in windows(view):
        names, letters = {each.place: each for each in view.placed() if each.place}, view.letters().keys()
        assert all(sight.holds(each.spot, len(each.name)) for each in names.values()), "each is whole"
        assert letters.isdisjoint(view.texts()), "no name covers a counter or a sign"
        assert letters.isdisjoint(crossings), "nor a bridge"
        assert letters.isdisjoint(cell for each in names.values() for cell in each.line), "nor a line"
        for place in places:
            if place in names or any(whole(picture, h, sight) for h in place.hexes):
                wanted, stands = wanted + 1, stands + (place in names)
            if not goals.isdisjoint(place.hexes) and any(whole(picture, h, sight) for h in place.hexes):
                assert place in names or at_the_rim(picture, place, sight), f"{place.name} is missing in {sight}"
        for place, each in names.items():
            others = [cell for cell, h in signs.items() if h not in place.hexes]
            own = each.line or [cell for h in place.hexes for cell in picture.sign_of(h)]
            near, other = (apart(each.spot, len(each.name), cells) for cells in (own, others))
            assert near <= other, f"{place.name} in {sight}"
            if goals.isdisjoint(place.hexes):
                assert near < other, f"{place.name} in {sight}"
                assert not each.line
                assert bank_of(board, place.hexes).issuperset(picture.owners(each.spot, len(each.name)))
    assert 100 * stands / wanted >= 80


IN_HAND = sample(
    [*product(BUSY, SIZES, BOTH)],
    [*zip(BUSY, (*SIZES, MIDDLE), BOTH * 2, strict=True), *zip(BUSY, (MIDDLE, *SIZES), BOTH[::-1] * 2, strict=True)],
)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "drawing"), IN_HAND, ids=lambda each: getattr(each, "name", name_of(each)))
def test_a_selected_unit_moves_no_name_and_no_sign_cuts_one(name, size, drawing):
    """Numbers find room beside names.

    With both sides' zones shown a name may have to be hidden, but only as a whole.
    """
    game = in_its_thick(name, "movement")
    view, desk = seen(game, drawing, size), BareDesk(game)
    mode, plain = desk.mode, game.scenario.board
    assert isinstance(mode, MovementMode)
    bands = (*plain.rivers, *plain.canals, *plain.streams)
    all_names = {each.name for each in plain.places} | {band.name for band in bands}
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
        mode.select(unit)
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


@pytest.mark.parametrize("drawing", BOTH, ids=name_of)
@pytest.mark.slow
def test_a_box_cuts_no_name(drawing):
    """The box is docked at the right; a name that it hides is in its old place once the box is closed."""
    view = seen(in_its_thick("arnhem-historical-busy"), drawing)
    for left in range(0, view.picture.width - ACROSS, sample(13, 26)):
        view.look_at(left, 15)
        before = view.names()
        box = Region(30, 1, 23, DOWN)
        view.show_box(Box(box, ()))
        edge = left + box.x
        assert all(x + len(text) <= edge for text, x, _ in view.names())
        view.show_box(None)
        assert view.names() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawing"),
    paired(["arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/historical"], BOTH),
    ids=name_of,
)
def test_a_name_covers_a_printed_number_completely_or_not_at_all(name, drawing):
    """The rest of a number beside a name looks like strengths."""
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


@pytest.mark.slow
@pytest.mark.parametrize("name", BUSY)
def test_no_tick_of_a_line_to_a_name_is_read_as_half_a_movement_point(name):
    """A dot of the ground, which would be a point, isn't left either, with a reach over the whole map."""
    view, ticks = seen(in_its_thick(name), None), 0
    view.has_cursor = False
    marks = {h: ("3'", "reach") for h in view.picture.shown if h not in view.shown_units}
    for reach in ({}, marks):
        view.show_marks(reach)
        for top in range(0, view.picture.height - DOWN, sample(9, 18)):
            for left in range(0, view.picture.width - ACROSS, sample(17, 34)):
                view.look_at(left, top)
                for y in range(top, top + DOWN):
                    row = view.row(y)
                    ticks += sum(char == LEADER for char, _ in row[left : left + ACROSS])
                    numbers = {x for x, (char, role) in enumerate(row) if char in "3'" and role.startswith("reach")}
                    beside = {x + aside for x in numbers for aside in (-1, 1)} & {*range(len(row))}
                    assert not {row[x][0] for x in beside} & {LEADER, "."}, "".join(char for char, _ in row)
    assert ticks or name not in ("spearhead-greedy", "hurtgen-free-busy")
