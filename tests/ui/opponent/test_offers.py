"""Offers to concede or draw: the computer asks you, you may play on, and you may offer it a draw."""

import pytest

from tests.pilot import running
from tests.ui.looks import screen_of, shown_by
from tests.ui.opponent.test_computer import LEVEL_1, PERSON, app_of, board_game, persons, settle
from westwall_tui.ai.answers import manners
from westwall_tui.engine import queries
from westwall_tui.engine.orders import Offer
from westwall_tui.ui.pages.end import VictoryScreen

pytestmark = pytest.mark.slow


def offering(what):
    """Make the computer offer this as soon as it may."""

    def offer(_, game):
        return Offer(what) if queries.may_offer(game, what) else None

    return offer


@pytest.mark.parametrize(
    ("what", "title", "ends"),
    [
        ("concession", "The Blue forces would concede", "The Red forces win"),
        ("draw", "The Blue forces offer a draw", "The game is drawn: both sides agreed"),
    ],
)
async def test_you_are_asked_and_accept(monkeypatch, what, title, ends):
    monkeypatch.setattr(manners.Offers, "offer", offering(what))
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        await settle(pilot, persons(app))
        assert title in shown_by(app)
        assert "y accept" in screen_of(app).key_bar.text
        await pilot.press("enter")
        assert session.game.outcome is None
        await pilot.press("y")
        assert isinstance(app.screen, VictoryScreen), app.screen
        assert ends in " ".join(shown_by(app).replace("|", " ").split())


async def test_you_may_look_at_the_map_and_play_on_and_it_does_not_ask_again(monkeypatch):
    monkeypatch.setattr(manners.Offers, "offer", offering("concession"))
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        await settle(pilot, persons(app))
        await pilot.press("escape")
        assert screen_of(app).play.dialog is None
        assert "The Blue forces offer to concede" in shown_by(app)
        await pilot.press("enter")
        assert "The Blue forces would concede" in shown_by(app)
        await pilot.press("n")
        await settle(pilot, persons(app))
        assert session.game.outcome is None
        assert session.game.log.count("offer concession") == 1
        assert session.game.prompt.kind != "offer"


async def test_the_computer_does_not_ask_itself(monkeypatch):
    monkeypatch.setattr(manners.Offers, "offer", offering("concession"))
    session = board_game(LEVEL_1, LEVEL_1)
    async with running(app_of(session)) as pilot:
        await settle(pilot, lambda: session.game.outcome is not None)
    assert not any(line.startswith("offer") for line in session.game.log)


@pytest.mark.parametrize(("ahead", "drawn"), [(-1.0, True), (1.0, False)])
async def test_the_computer_answers_an_offer_of_a_draw(monkeypatch, ahead, drawn):
    monkeypatch.setattr(manners, "expected", lambda game: ahead)
    session = board_game(PERSON, LEVEL_1)
    async with running(app_of(session)) as pilot:
        await pilot.press("colon", *"offer a draw", "enter")
        assert "Offer a draw?" in shown_by(pilot.app)
        await pilot.press("y")
        await settle(pilot, lambda: session.game.prompt.kind in ("over", "movement"))
        assert (session.game.outcome is not None) == drawn
        assert session.game.log[:2] == ["offer draw", "accept" if drawn else "stand"]
        if not drawn:
            await pilot.press("colon", *"offer a draw", "enter")
            assert "refused an offer" in shown_by(pilot.app)
