"""Arnhem, 17.3: Lines of Communication, case by case and against a search of every possible path."""

from typing import Any

import pytest

from tests.drawn import FIELD, board
from tests.engine.battles.drawn_arnhem import market, rules
from tests.engine.small_boards import chance
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.board import Board, Bridge, Hexsides, Path
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.terrain import Hexside, Terrain

SOUTH: dict[str, Any] = {"line_to": ["0509"]}
ZONE: dict[str, Any] = {"drop_zones": ["101 0505", "82 0901"]}


def line(game, name="A"):
    """Return the hexes of a unit's line, its own first."""
    unit = game.scenario.by_id[name.lower()]
    return game.state.numbers(rules(game).line(game.state, unit, rules(game).nets(game.state)))


def ground(*, german=("X 2-2-7 0101",), at="0504", terrain=FIELD, others=(), **ways):
    return market(terrain, allied=[f"A 3-3-7 {at}", *others], german=german, victory=SOUTH, **ways)


def para(at, *, german=("X 2-2-7 0109",), terrain=FIELD, others=(), division="101st", **ways):
    allied = [f"A 2-2-7 airborne:{division} {at}", *others]
    return market(terrain, allied=allied, german=german, victory=ZONE, **ways)


def test_17_31_over_open_ground_to_the_south():
    assert line(ground()) == ("0504", "0505", "0506", "0507", "0508", "0509")
    assert line(ground(at="0509")) == ("0509",)


def test_17_31_a_line_on_a_road_follows_the_road():
    """The road from 0506 leads east and ends; a line that reaches it must follow it."""
    walls = [f"{c:02}06{t}" for c in (1, 2, 3, 4, 6, 7, 8, 9) for t in "-"]
    rows = [list(row) for row in FIELD.split()]
    for spot in walls:
        rows[5][int(spot[:2]) - 1] = "-"
    terrain = "\n".join("".join(row) for row in rows)
    assert line(ground(terrain=terrain))
    assert not line(ground(terrain=terrain, roads=["0505 0506"]))
    assert line(ground(terrain=terrain, roads=["0505 0506 0507 0508 0509"]))
    assert line(ground(terrain=terrain, roads=["0506 0507 0508 0509"]))
    assert not line(ground(terrain=terrain, roads=["0506 0507 0508"]))  # it ends before the goal


def test_17_31_a_road_in_the_units_own_hex_does_not_matter():
    """Ruling: the unit is on a road that leads nowhere, so its line may leave the road."""
    game = ground(roads=["0503 0504"])
    assert line(game) == ("0504", "0505", "0506", "0507", "0508", "0509")


def narrow(**ways):
    """Return a board of one column: 0101 at the top, the goal at the bottom."""
    game = market(
        board("\n".join(["."] * 6), **ways), allied=["A 3-3-7 0101"], german=["X 2-2-7"], victory={"line_to": ["0106"]}
    )
    return bool(line(game))


def test_17_31_a_line_on_a_trail_follows_trails_and_roads():
    assert narrow(trails=["0103 0104 0105 0106"])
    assert narrow(trails=["0103 0104"], roads=["0104 0105 0106"])  # trails lead to roads
    assert not narrow(trails=["0103 0104"])
    assert not narrow(trails=["0104 0105 0106"], roads=["0103 0104"])  # roads do not lead to trails
    assert not narrow(roads=["0102 0103"])
    assert narrow(trails=["0101 0102 0103 0104 0105 0106"])


def test_17_31_between_road_hexes_the_hexside_must_be_road():
    assert not narrow(roads=["0102 0103", "0104 0105 0106"])


def test_17_31_a_blown_bridge_breaks_the_road():
    ways: dict[str, Any] = {"canals": ["0103/0104"], "roads": ["0101 0102 0103 0104 0105 0106"]}
    game = market(
        board("\n".join(["."] * 6), **ways), allied=["A 3-3-7 0101"], german=["X 2-2-7"], victory={"line_to": ["0106"]}
    )
    assert line(game)
    game.state.alter(2, 3, Hexside.CANAL)
    assert not line(game)


def test_17_31_either_goal_is_enough():
    game = market(allied=["A 3-3-7 0504"], german=["X 2-2-7 0509"], victory={"line_to": ["0509", "0109"]})
    assert line(game)[-1] == "0109"


@every(("at", "length"), [("0505", 1), ("0504", 2), ("0901", 7), ("0101", 7)])
def test_17_32_to_the_divisions_own_drop_zone(at, length):
    game = para(at)
    found = line(game)
    assert found[0] == at
    assert found[-1] == "0505"
    assert len(found) == length


def test_17_32_seven_hexes_including_the_drop_zone():
    """A ruling: the unit's own hex is not counted."""
    wide = "\n".join(["." * 20] * 3)
    for column, has in ((8, True), (9, False)):
        game = market(
            wide,
            allied=[f"A 2-2-7 airborne:101st {column:02}01"],
            german=["X 2-2-7"],
            victory={"drop_zones": ["101 0101"]},
        )
        assert bool(line(game)) is has


def test_17_32_over_any_ground():
    rows = ["%" * 9] * 9
    assert line(para("0502", terrain="\n".join(rows)))


def test_17_32_each_division_has_its_own():
    assert line(para("0902", division="82nd"))[-1] == "0901"
    assert line(para("0902"))[-1] == "0505"


@every("kind", ["airborne:101st", "glider:101st", "airborne-artillery:101st"])
def test_17_32_airborne_gliders_and_their_artillery(kind):
    strength = "2-1-4/1-7" if "artillery" in kind else "2-2-7"
    game = market(allied=[f"A {strength} {kind} 0503"], german=["X 2-2-7 0109"], victory=ZONE)
    assert line(game) == ("0503", "0504", "0505")


def test_17_33_not_through_enemies_or_their_zones():
    assert line(para("0503", german=["X 2-2-7 0505"])) == ()
    assert line(para("0503", german=["X 2-2-7 0506"])) == ()  # the drop zone is controlled
    assert line(ground(german=["X 2-2-7 0508", "Y 2-2-7 0101"])) == ()


def test_17_33_the_units_own_hex_may_be_controlled():
    assert line(para("0503", german=["X 2-2-7 0502"])) == ("0503", "0504", "0505")


def test_17_33_a_friendly_unit_negates_an_enemy_zone():
    assert line(para("0503", german=["X 2-2-7 0506"], others=["B 3-3-7 0505"])) == ("0503", "0504", "0505")
    assert line(para("0503", german=["X 2-2-7 0506"], others=["B 3-3-7 0606"])) == ()
    assert line(ground(german=["X 2-2-7 0508"], others=["B 3-3-7 0509"]))[-2:] == ("0409", "0509")


@every("water", ["rivers", "streams", "canals"])
def test_17_34_not_over_unbridged_water(water):
    ring = "0505/0504 0505/0604 0505/0605 0505/0506 0505/0405 0505/0404"
    assert not line(para("0503", **{water: [ring]}))
    assert line(para("0503", **{water: [ring]}, bridges=["rail 0505/0504"]))
    assert line(para("0503", **{water: [ring]}, trails=["0504 0505"]))


def test_17_34_a_ferry_is_not_a_bridge():
    ring = "0505/0504 0505/0604 0505/0605 0505/0506 0505/0405 0505/0404"
    assert not line(para("0503", rivers=[ring], ferries=["0505/0504"]))


def test_17_36_poles_and_germans_need_no_line():
    game = market(allied=["P 2-2-7 airborne:Polish 0101", "A 3-3-7 0102"], german=["X 2-2-7 0909"], victory=SOUTH)
    assert [game.scenario.units[unit].id for unit in rules(game).bound(game.state)] == ["A"]


# -- against every possible path


def a_board(draw: Draw) -> Board:
    """Five by five with roads, trails, streams and rivers at random."""
    grid = HexGrid(5, 5, 5)
    pairs = [(a, b) for a in range(len(grid)) for b in grid.neighbors[a] if b != NOWHERE and a < b]

    def some(percent):
        return tuple(pair for pair in pairs if chance(draw, percent))

    return Board(
        name="small",
        grid=grid,
        terrain=tuple(Terrain(draw.pick("......%^#-")) for _ in range(len(grid))),
        roads=tuple(Path("road", pair) for pair in some(14)),
        trails=tuple(Path("trail", pair) for pair in some(14)),
        streams=(Hexsides("stream", some(8)),),
        rivers=(Hexsides("river", some(8)),),
        canals=(Hexsides("canal", some(5)),),
        bridges=tuple(Bridge("rail", pair) for pair in some(3)),
    )


def naive_line(game, unit, goals, longest, *, disciplined):
    """Return the length of the shortest line by trying every path, without the unit's own hex; None if none."""
    state, grid = game.state, game.scenario.board.grid
    side = state.units[unit].side
    enemies = {state.location[u] for u, c in enumerate(state.units) if c.side != side and state.location[u] >= 0}
    friends = {state.location[u] for u, c in enumerate(state.units) if c.side == side and state.location[u] >= 0}
    ground_now = state.ground

    def around(h):
        return [n for n in grid.neighbors[h] if n != NOWHERE]

    def open_to_it(h):
        if h in enemies or state.scenario.board.terrain[h] is Terrain.NONE:
            return False
        held = any(n in enemies and not _parts(ground_now.hexside(h, n)) for n in around(h))
        return not held or h in friends

    def on(h, what):
        return any(ground_now.hexside(h, n) & what for n in around(h))

    best = None
    todo: list[tuple[tuple[int, ...], Hexside]] = [((state.location[unit],), Hexside.NOTHING)]
    while todo:
        path, bound = todo.pop()
        here = path[-1]
        if here in goals and open_to_it(here):
            best = len(path) - 1 if best is None else min(best, len(path) - 1)
            continue
        if len(path) - 1 == longest:
            continue
        for n in around(here):
            side_between = ground_now.hexside(here, n)
            if n in path or not open_to_it(n) or _wet(side_between):
                continue
            if disciplined and bound and not side_between & bound:
                continue
            then = (
                Hexside.ROAD
                if bound == Hexside.ROAD or on(n, Hexside.ROAD)
                else Hexside.WAY
                if bound or on(n, Hexside.TRAIL)
                else bound
            )
            todo.append(((*path, n), then if disciplined else Hexside.NOTHING))
    return best


def _parts(side):
    return side & Hexside.RIVER and not side & Hexside.BRIDGE


def _wet(side):
    return side & Hexside.WATER and not side & Hexside.BRIDGE


@pytest.mark.slow
@every("seed", range(60))
def test_17_3_agrees_with_a_search_of_all_paths(seed):
    draw = Draw(seed)
    land = a_board(draw)
    spots = [land.number(h) for h in land.playable]
    if len(spots) < 7:
        pytest.skip("nothing but holes")
    taken = [spots.pop(draw.below(len(spots))) for _ in range(5)]
    goals = [spots[draw.below(len(spots))], spots[draw.below(len(spots))]]
    game = market(
        land,
        allied=[f"A 3-3-7 {taken[0]}", f"B 2-2-7 airborne:101st {taken[1]}", f"C 3-3-7 {taken[2]}"],
        german=[f"X 2-2-7 {taken[3]}", f"Y 2-2-7 {taken[4]}"],
        victory={"line_to": goals, "drop_zones": [f"101 {goals[0]}"]},
    )
    ends = {land.hex(goal) for goal in goals}
    for name in "AC":
        unit = game.scenario.by_id[name.lower()]
        wanted = naive_line(game, unit, ends, 9, disciplined=True)
        found = line(game, name)
        if wanted is None:
            assert not found or len(found) > 10
        else:
            assert len(found) == wanted + 1
            assert found[-1] in goals
    wanted = naive_line(game, 1, {land.hex(goals[0])}, 7, disciplined=False)
    assert len(line(game, "B")) == (0 if wanted is None else wanted + 1)


# -- the examples of play


def test_17_3_of_the_example_each_line_has_its_own_reason():
    game = example("arnhem/17.3-lines", 4)
    why = {game.state.units[found.unit].id: found.why for found in queries.supplies(game)}
    assert why == {
        "1/506": "",
        "2/506": "the drop zone is 8 hexes away, but the limit is 7",
        "3/506": "the drop zone is 10 hexes away, but the limit is 7",
        "32": "an enemy zone at 0404",
        "153": "",
    }
