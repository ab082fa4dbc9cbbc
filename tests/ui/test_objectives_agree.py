"""The list of `P`, the marks of `T`, the places of `o` and the account agree in every battle at all times."""

import pytest

from tests.long import sample, scenario_keys
from tests.players import busy_player
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import capital
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.pages.points import lines_of
from westwall_tui.ui.screens.play.look import LookAround

ORDERS = (0, 60, 120)
"""Numbers of orders after which the game is checked."""

pytestmark = pytest.mark.slow


class Bench(BareDesk):
    """A desk with the keys for looking around."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.around = LookAround(self)

    def look(self, action: str) -> None:
        self.around.actions()[action]()


@pytest.mark.parametrize("name", scenario_keys()[:: sample(1, 3)])
def test_p_t_o_and_the_account_agree(name):
    game, draw = Game(load_scenario(name), seed=6), Draw(6)
    for count in range(max(ORDERS) + 1):
        if count in ORDERS:
            agree(game)
        if game.outcome is not None:
            break
        game.apply(busy_player(game, draw))


def agree(game: Game) -> None:
    """Check that all four agree in a position."""
    places, account, bench = queries.objectives(game), queries.account(game), Bench(game)
    for side in (0, 1):
        scored = [line for line in account if line.side == side and line.place]
        assert sum(line.points for line in scored) == sum(place.scored[side] for place in places)
        for place in places:
            own = [line for line in scored if line.place == place.name]
            assert sum(line.points for line in own) == place.scored[side], place.name
    if not places:
        assert not any(line.place for line in account)
        assert not bench.around.views.places.signs()
        return
    list_agrees(game, Objectives(game))
    marks_agree(game, bench, Objectives(game))


def list_agrees(game: Game, shown: Objectives) -> None:
    """Check that `P` has one line per place, with its points and the side that scores it, and that Enter goes there."""
    sides = game.scenario.sides
    earlier = {line.place for line in queries.account(game) if not line.at_end}
    lines = {line.hex: line for line in reversed(lines_of(game, 76)) if line.source is None}  # places before units
    for place in shown.places:
        text = text_of([lines[place.hexes[0]].row])
        assert text.startswith(capital(place.name.partition(" at ")[0])[:18])
        assert all(
            f"{side.adjective} {points}" in text for side, points in zip(sides, place.points, strict=True) if points
        )
        assert f" {sides[place.side].adjective if place.side >= 0 else '-'} " in text
        if place.side >= 0 and place.scored != (0, 0) and place.name not in earlier:
            assert place.scored[place.side], f"{place.name}: who holds it has points for it"


def marks_agree(game: Game, bench: Bench, shown: Objectives) -> None:
    """Check that `T` marks each hex with its owner's letter, that `o` goes there, and that the panel agrees."""
    bench.look("objective_marks")
    marks = bench.around.marks()
    assert set(marks) == {h for place in shown.places for h in place.hexes}
    for place in shown.places:
        letter = game.scenario.sides[place.side].letter if place.side >= 0 else "?"
        for h in place.hexes:
            panel = text_of(shown.panel(h, 60))
            other = [p for p in shown.places if h in p.hexes and p is not place]
            assert other or (marks[h][0] == f"${letter}" and f"now {shown.holder(place)}" in panel)
    reached = set()
    for _ in range(len(shown.places) + 60):
        bench.look("next_place")
        reached.add(bench.cursor)
    assert {place.hexes[0] for place in shown.places} <= reached
