"""Every text of the panel fits at every width, whole or folded, never cut without a sign."""

from itertools import product

import pytest

from tests.drawn import drawn
from tests.long import sample
from tests.pilot import running, showing
from tests.screens.record import Scene, position
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.around.counter import short_unit_rows, unit_rows
from westwall_tui.ui.around.layout import NARROW, WIDE
from westwall_tui.ui.around.sidepanel import MARGIN, SidePanel, actions, hex_parts
from westwall_tui.ui.around.widepanel import wide_parts
from westwall_tui.words.rows import Row, Span, width_of

pytestmark = pytest.mark.slow

BATTLES = ("arnhem/historical", "bastogne/campaign", "hurtgen/historical", "remagen/historical")
WIDTHS = {80: NARROW - MARGIN, 120: WIDE - MARGIN}


def told(line: Row) -> str:
    return "".join(span.text for span in line)


@pytest.mark.parametrize(
    ("name", "columns"), sample([*product(BATTLES, WIDTHS)], [*zip(BATTLES[::2], (80, 120), strict=True)])
)
def test_every_unit_and_hex_of_every_battle_is_whole_in_the_panel(name, columns):
    """All terrain, names, ways, borders and entries of the board are tried, and all actions of a unit."""
    game, width = Game(load_scenario(name), seed=1), WIDTHS[columns]
    parts = hex_parts if columns < 120 else wide_parts
    rows = [line for h in sorted(game.scenario.board.playable) for part in parts(game, h, width) for line in part.rows]
    for unit in range(len(game.state.units)):
        rows += unit_rows(game, unit, width, ["selected", *actions(game, unit), "was displaced"])
        rows += short_unit_rows(game, unit, width, [*actions(game, unit), "was displaced"])
    assert [told(line) for line in rows if width_of(line) > width or "..." in told(line)] == []


SCENES = (
    Scene("reach", game="spearhead-greedy", turn=2),
    Scene("fight", game="spearhead-greedy", turn=4, kind="combat"),
    Scene("retreat", game="spearhead-greedy", kind="retreat"),
    Scene("lines", ("c",), game="arnhem-historical-busy", turn=3),
    Scene("front", ("F",), game="remagen-historical-busy", turn=8),
    Scene("set-up", scenario="hurtgen/free"),
)


SIZES = ((80, 24), (120, 40), (200, 60))
SHOWN = sample([*product(SCENES, SIZES)], [*zip(SCENES, SIZES * 2, strict=True)])
"""Every scene at every size, or each at one."""


@pytest.mark.parametrize(("scene", "size"), SHOWN, ids=lambda each: getattr(each, "name", str(each)))
async def test_texts_of_decisions_and_overlays_are_folded_to_the_panel(scene, size, monkeypatch):
    """The cursor visits every unit and the hexes around it; no row is wider than the panel."""
    shown: list[Row] = []
    monkeypatch.setattr(SidePanel, "show", lambda pane, rows: shown.extend(rows))
    session = position(scene)
    assert isinstance(session, LocalSession)
    async with running(showing(session, handover="never"), size) as pilot:
        for key in ("tab", *scene.keys):
            await pilot.press(key)
        screen = pilot.screen
        for h in spots(session.game):
            screen.play.move_cursor(h)
            screen.draw()
        width = screen.panes.panel.size.width - MARGIN
    assert len(shown) > 100
    assert [told(line) for line in shown if width_of(line) > width] == []


@pytest.mark.parametrize("size", SIZES)
async def test_text_of_the_panel_has_a_blank_at_both_sides(size):
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never"), size) as pilot:
        screen = pilot.screen
        screen.panel.show([(Span("x" * 200),)])
        line = screen.panel.line(0).text
        assert (line[1], line[-1]) == (" ", " ")
        assert line[2:-1].strip("x").strip() == ""
        assert "xx" in line


def spots(game: Game) -> list[int]:
    """Return the hexes of units and their neighbors or, before any unit is on the map, any hexes."""
    board = game.scenario.board
    found = dict.fromkeys(h for unit in game.state.occupants() for h in (unit, *board.grid.neighbors[unit]))
    return [h for h in (found or sorted(board.playable)) if h in board.playable][: sample(100, 40)]


GROUND = "\n".join([".........", ".........", "...f.....", *["........."] * 6])


@pytest.mark.parametrize("parts", [hex_parts, wide_parts])
def test_the_panel_shows_what_a_move_to_the_hex_needs(parts):
    """5.24: the cost for the kind of unit, and enemy zones. Roads and friendly zones appear if no unit is led."""
    game = drawn(
        GROUND,
        blue=["A 4-4-7 0404", "T 4-4-12 armor 0405"],
        red=["X 3-3-7 0503"],
        roads=["0402 0403 0404"],
        streams=["0403/0303"],
    )
    h = game.scenario.board.hex("0403")

    def shown(mover: int) -> str:
        return "\n".join(told(line) for part in parts(game, h, 25, mover=mover)[1:] for line in part.rows)

    for text in ("2 MP, no vehicles", "attacked on", "road N S", "zone: Blue, Red", "stream NW"):
        assert text in shown(-1)
    foot, vehicle = shown(0), shown(1)
    assert "2 MP off road" in foot
    assert "by road or trail" in vehicle
    for text in (foot, vehicle):
        assert "zone: Red" in text
        assert "stream NW" in text
        assert not any(other in text for other in ("attacked on", "road N", "Blue", "no vehicles"))
