"""Warnings before a move: a line at the bottom of the panel, and marks on the map at a key."""

from typing import Any

import pytest

from tests.drawn import drawn, scenario
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.naming import at, unit
from tests.pilot import running, showing
from tests.ui.desk import BareDesk
from tests.ui.looks import laid_over, prompt_of, screen_of
from tests.ui.test_play import go
from westwall_tui.engine.planning import Outlook, Peril, Risk
from westwall_tui.files.players.settings import load_settings
from westwall_tui.words.warnings import points_in_words, warning, warning_in_full

POSITION: dict[str, Any] = {"blue": ["A1 4-4-7 0509", "G 4-2-3/2-7 0609"], "red": ["X 5-4-7 0504", "Y 5-4-7 0107"]}
"""A1 guards the gun; in 0505, next to X, Y could surround it."""


def between(**settings):
    return showing(scenario(**POSITION), **{"handover": "never", **settings})


def panel(app):
    """Return the text of the panel in one line."""
    return " ".join(screen_of(app).panel.text.replace("|", " ").split())


@pytest.mark.slow
async def test_the_panel_warns_before_a_move():
    app = between()
    async with running(app) as pilot:
        go(app, "0509")
        await pilot.press("enter")
        go(app, "0508")
        assert "surrounded" not in panel(app)
        go(app, "0505")
        assert "Can be surrounded if X is still there (+1). !: map" in panel(app)
        await pilot.press("exclamation_mark")
        told = prompt_of(app)
        assert "A1 can be surrounded at 0505 by Y and X if X is still there; then" in told
        assert "A1 leaves G at 0609 alone" in told
        marked = {screen_of(app).play.game.state.number(h) for h in laid_over(app)}
        assert "0609" in marked
        assert marked & {"0405", "0506", "0605"}, "where Y closes the ring"
        await pilot.press("exclamation_mark")
        assert not laid_over(app)


@pytest.mark.slow
async def test_warnings_can_be_turned_off_by_name_and_stay_off():
    app = between()
    async with running(app) as pilot:
        go(app, "0509")
        await pilot.press("enter")
        go(app, "0505")
        assert "surrounded" in panel(app)
        await pilot.press("colon", *"warnings", "enter")
        assert "Warnings are off" in prompt_of(app)
        assert "surrounded" not in panel(app)
        await pilot.press("exclamation_mark")
        assert "Warnings are off" in prompt_of(app)
        assert not load_settings()[0].warnings
        await pilot.press("colon", *"warnings", "enter")
        assert "surrounded" in panel(app)


@pytest.mark.parametrize("peril", [*Peril])
def test_every_kind_of_risk_has_a_short_and_a_full_sentence(peril):
    game = drawn(**POSITION)
    a, g, x = (unit(game, name) for name in ("A1", "G", "X"))
    risk = Risk(peril, a, (at(game, "0505"), at(game, "0506")), 4.0, 2, others=(g, x), places=("Bastogne",))
    short, full = warning(game, risk), warning_in_full(game, risk)
    assert len(short) <= 38, "two lines of the panel, with the key"
    assert "A1" in full or "0505" in full
    for text in (short, full):
        assert text[0].isupper()
        assert not text.endswith(".")
    assert len(full) <= 110


def test_points_are_whole_in_words():
    told = [points_in_words(points) for points in (0.0, 0.4, 0.6, 1.0, 3.5)]
    assert told == ["", "", "1 point", "1 point", "4 points"]


def test_the_greatest_risk_comes_first():
    game = siege(
        german=["A 3-3-7 0505", "S 3-3-7 0509"],
        us=["X 5-4-7 0504", "Y 5-4-7 0107", "Z 5-4-7 0907"],
        victory={"specified": ["S"], "exit_by": 9},
    )
    found = Outlook(game).of_move(unit(game, "S"), at(game, "0508"), [at(game, "0509"), at(game, "0508")])
    assert [risk.points for risk in found] == sorted((risk.points for risk in found), reverse=True)


@pytest.mark.slow
async def test_the_attack_box_warns_of_an_attacker_that_could_not_retreat():
    start = scenario(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Y 3-3-7 0506"], phase="combat")
    for warnings in (True, False):
        async with running(showing(start, handover="never", warnings=warnings)) as pilot:
            go(pilot.app, "0504")
            await pilot.press("enter")
            assert ("A cannot retreat: " in prompt_of(pilot.app)) == warnings


def test_7_91_the_panel_warns_of_an_advance_into_a_trap():
    """X has left 0504, where A would be next to Y, and Z could come behind it."""
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "Y 5-9-7 0503", "Z 9-9-7 0808"], phase="combat")
    game.apply("attack A > X")
    game.apply("roll 4")
    while game.prompt.kind == "retreat":
        game.apply(next(iter(game.legal())))
    assert game.prompt.kind == "advance"
    desk = BareDesk(game)
    assert [risk.peril for risk in desk.mode.risks(at(game, "0504"))] == [Peril.SURROUNDED]
    assert desk.mode.risks(at(game, "0505")) == ()
