"""A battle for tests, in deep mud: it overrides everything that a battle may override.

The allowance is half of the printed one and vehicles pay twice, units may leave enemy zones, no unit attacks from
Rough, Groves shorten retreats, one gun joins an attack with at most two points for each of the ground units, Ground
Support needs infantry close by and comes one by one, the second side may not enter a corner, and scouts do not retreat.
"""

from collections.abc import Sequence

import pytest

from tests.drawn import drawn
from westwall_tui.engine import battles
from westwall_tui.engine.board import WHEELS
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import ArtilleryLimit, ClosedHexes, GroundSupport, Refuges, Relief
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind

COUNTRY = """
,.f.g..^.,..
.,ff.g.%^...
..g.,..^%f..
f..~....g.,.
.g.~..%..ff.
..,~.g..^...
.f..~..,..g.
%..g~.f.,...
..^.~..g..f.
.,..f.,..%..
"""
ROADS = ("0106 0206 0306 0406 0506 0606 0706 0806", "0602 0603 0604 0605 0606 0607 0608")
BLUE = (
    "A 4-4-8 0305",
    "B 3-3-8 0607",
    "C 5-4-12 armor 0504",
    "D 3-3-12 mechanized 0704",
    "E 2-3-6 0608",
    "S 1-2-14 reconnaissance 0803",
    "G 4-1-12/1-6 0502",
    "H 3-2-9/1-6 sp-artillery 0508",
)
RED = (
    "P 3-4-8 0805",
    "Q 3-3-8 0708",
    "R 4-4-12 armor 0906",
    "T 2-2-8 0804",
    "U 3-3-12 mechanized 1007",
    "V 1-2-14 reconnaissance 0910",
    "K 3-2-12/1-6 1005",
    "L 2-1-7/2-6 sp-artillery 1108",
)
CORNER = ("0101", "0102", "0201", "0202", "0301")


class Mud(Ruleset):
    """The Standard Rules with an override of every answer that the computer player uses as a number."""

    def __init__(self, scenario, options=None):
        super().__init__(scenario, options)
        board, units = scenario.board, scenario.units
        self.corner = frozenset(board.by_number[number] for number in CORNER)
        rough = frozenset(h for h, terrain in enumerate(board.terrain) if terrain is Terrain.ROUGH)
        self.no_attacks = ClosedHexes(rough, "7.1", "")
        groves = frozenset(h for h, terrain in enumerate(board.terrain) if terrain is Terrain.GROVE)
        reliefs = [Relief(1, 1) if unit.kind is Kind.INFANTRY else Relief(2, 0) for unit in units]
        self.refuges = Refuges(groves, tuple(reliefs))
        self.infantry = [[u for u in side if units[u].kind is Kind.INFANTRY] for side in scenario.of_side]

    def allowance(self, state, unit):
        return state.units[unit].strength.movement

    def steps(self, state, unit):
        steps: Sequence[Sequence[tuple[int, int]]] = super().steps(state, unit)
        if state.way(unit) != WHEELS:
            return steps
        return [[(n, 2 * cost) for n, cost in around] for around in steps]

    def leaves_zones(self, state):
        return True

    def closed_hexes(self, state, side):
        return ClosedHexes(self.corner if side else frozenset(), "10.1", "the corner is a bog")

    def artillery_limit(self, state, side, *, attacking):
        return ArtilleryLimit(guns=1, per_point=2) if attacking else ArtilleryLimit(guns=2, per_point=1)

    def ground_support(self, state, side):
        return GroundSupport(state.support[side], 1, tuple(self.infantry[side]), 2)

    def rooted(self, state):
        units = (*state.on_map(0), *state.on_map(1))
        return tuple(unit for unit in units if state.units[unit].kind is Kind.RECONNAISSANCE)


def muddy(patch: pytest.MonkeyPatch, **what) -> Game:
    """Return a game in the mud at its first Movement Phase."""
    patch.setitem(battles.RULESETS, "mud", Mud)
    known = {"blue": BLUE, "red": RED, "roads": ROADS, "last_turn": 5, "seed": 3}
    supports = ([(1, 9, 3)], [(1, 9, 2)])
    return drawn(COUNTRY, **{**known, "supports": supports, **what}, rules="mud")
