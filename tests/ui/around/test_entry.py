"""Entries in the panel, and the opponent's turn on the map: routes, combats, and marks afterward."""

import pytest

from tests.drawn import drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.scored import TOWN, scored
from tests.engine.queries.test_sources import begun
from tests.pilot import running
from tests.ui.desk import text_of
from tests.ui.looks import laid_over
from westwall_tui.engine.events import Landed, Moved
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.entries import Entry, entries_since
from westwall_tui.history.record import History, Replay
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.around.entry import OpponentRecord, entry_rows
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.starts import GameStart

WIDTH, ROOM = 25, 14


@pytest.mark.slow
def test_rows_that_do_not_fit_become_dots_and_losses_stay_longest():
    game, orders = begun("hurtgen-historical-holding")
    game.replay(orders)
    replay, shortened = Replay(History(game), 0), 0
    while replay.step(1):
        entry = replay.entry
        assert entry is not None
        whole, rows = entry_rows(replay.game, entry, WIDTH), entry_rows(replay.game, entry, WIDTH, ROOM)
        assert len(rows) <= ROOM
        if len(whole) <= ROOM:
            assert rows == whole
            continue
        shortened += 1
        lines = text_of(rows).splitlines()
        assert "..." in lines
        lost = [line for line in text_of(whole).splitlines() if " is lost at " in line]
        assert lost[:1] == [line for line in lines if " is lost at " in line][:1]
    assert shortened > 5


def test_7_81_a_displacement_after_the_roll_is_shown_with_the_die():
    red = ["X 1-1-7 0504", "F1 1-1-7 0403", "F2 1-1-7 0503", "F3 1-1-7 0603"]
    game = drawn(blue=["A 9-4-7 0505"], red=red, phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0503 0502")
    before = game.copy()
    play(game, "displace F2 0502")
    (entry,) = entries_since(before, game.log)  # as for a player who decided in the middle of the combat
    rows = text_of(entry_rows(game, entry, WIDTH))
    assert "rolled 3" in rows
    assert "not rolled yet" not in rows
    assert "F2" in rows


@pytest.fixture(autouse=True)
def thoughtless(monkeypatch):
    """Make the computer do nothing, so that only the test gives orders."""
    monkeypatch.setattr(PlayScreen, "think", lambda self, question: None)


COMPUTER = Seat("computer", level=1)
SPEED = Settings(computer_speed="step", handover="never")


def watched(phase="movement", settings=SPEED):
    """Return an app in which the computer plays Blue, with orders from the test."""
    blue, red = ["A 9-9-7 0102", "B 9-9-7 0201"], ["X 1-1-7 0101", "Y 1-1-7 0909"]
    if phase == "movement":
        blue = ["A 9-9-7 0505", "B 9-9-7 0201"]
    game = drawn(blue=blue, red=red, phase=phase)
    return WestwallApp(GameStart(LocalSession.of_save(Save(game, (COMPUTER, Seat()), drawn=True))), settings)


def give(screen, order):
    """Give an order as the computer does."""
    screen.play._carry_out(parse(order))
    screen.draw()


@pytest.mark.slow
async def test_the_opponents_route_and_counter_are_marked():
    async with running(watched()) as pilot:
        screen = pilot.screen
        give(screen, "move A 0508")
        board = screen.play.game.scenario.board
        assert screen.map.contents(board.hex("0508")).mark == ("@", "selected")
        assert screen.map.contents(board.hex("0505")).mark == ("@", "path")
        assert screen.map.contents(board.hex("0506")).mark == ("@", "path")
        assert "A moved from 0505 to 0508" in " ".join(screen.panel.text.replace("|", " ").split())


@pytest.mark.slow
async def test_7_6_the_panel_shows_the_opponents_combat_with_odds_and_die():
    async with running(watched("combat")) as pilot:
        screen = pilot.screen
        give(screen, "attack A B > X")
        text = " ".join(screen.panel.text.replace("|", " ").split())
        assert "The Blue forces attack" in text
        assert "18 - 1 = +17" in text
        assert "1 2 3 4 5 6" in text
        assert f"[{screen.play.game.state.combat.result}]" in text
        outright = screen.play.game.state.combat.result == "De"
        assert ("X is lost at 0101 De, outright" if outright else "X is lost at 0101 no way out") in text


@pytest.mark.slow
async def test_the_map_shows_the_opponents_order_and_scrolls_no_farther():
    """The hexes of the route count like those around the cursor; in a combat, so do both sides."""
    app = watched()
    async with running(app) as pilot:
        screen = pilot.screen
        give(screen, "move A 0508")
        board = screen.play.game.scenario.board
        assert set(screen.play.goals()) == {board.hex(number) for number in ("0505", "0506", "0507", "0508")}
    app = watched("combat")
    async with running(app) as pilot:
        screen = pilot.screen
        give(screen, "attack A B > X")
        assert set(screen.play.goals()) >= {board.hex("0102"), board.hex("0101")}


@pytest.mark.slow
async def test_the_panel_shows_the_hex_while_the_player_looks_around():
    async with running(watched()) as pilot:
        screen = pilot.screen
        give(screen, "move A 0508")
        await pilot.press("up", "up")
        assert "A moved" not in screen.panel.text


@pytest.mark.slow
async def test_marks_stay_until_the_player_acts():
    app = watched(settings=Settings(computer_speed="once", handover="never"))
    async with running(app) as pilot:
        screen = pilot.screen
        board = screen.play.game.scenario.board
        give(screen, "move A 0508")
        give(screen, "done")
        play = screen.play
        for _ in range(4):
            if play.game.side == 1 and play.game.prompt.kind == "movement":
                break
            order = next(iter(play.game.legal()))
            give(screen, str(order))
        assert play.game.prompt.kind == "movement"
        assert play.game.side == 1
        marked = laid_over(app)
        assert marked[board.hex("0508")] == ("m", "zone")
        play.apply(parse("move Y 0908"))
        screen.draw()
        assert laid_over(app) == {}


@pytest.mark.slow
async def test_hexes_of_combats_and_losses_are_marked():
    async with running(watched("combat")) as pilot:
        screen = pilot.screen
        board = screen.play.game.scenario.board
        give(screen, "attack A B > X")
        marked = laid_over(pilot.app)
        assert marked[board.hex("0101")] == ("k", "obliged")
        assert marked[board.hex("0102")] == ("a", "offered")


@pytest.mark.slow
@pytest.mark.parametrize("speed", ["slow", "fast"])
async def test_the_map_follows_each_move(speed):
    async with running(watched(settings=Settings(computer_speed=speed, handover="never"))) as pilot:
        screen = pilot.screen
        give(screen, "move A 0508")
        assert screen.cursor == screen.play.game.scenario.board.hex("0508")


def test_12_1_a_unit_that_finishes_its_landing_after_his_answer_is_not_credited_to_the_opponent():
    game = market(allied=["A 2-2-7 0707"], german=["X 2-2-7 0101"])
    scenario = game.scenario
    own = Entry("demolish no", [Landed("A", "0707")], None, rolls=False, losses=())
    his = Entry("move X 0102", [Moved("X", ("0101", "0102"), 2)], None, rolls=False, losses=())
    for viewer, marked in ((0, {"0102"}), (-1, {"0102", "0707"})):
        seen = OpponentRecord(game)
        seen.note(game, [own, his], viewer, shows=False)
        assert {scenario.board.number(h) for h in seen.marks} == marked


def test_a_place_that_scores_for_another_side_than_before_is_marked():
    game = scored(TOWN, blue=["A 4-4-7 0506"], red=["X 2-2-7 0101"])
    seen = OpponentRecord(game)
    events = game.apply("move A 0505")
    seen.note(game, [Entry("move A 0505", events, None, rolls=False, losses=())], viewer=1, shows=False)
    seen.note_places(game)
    assert seen.marks[game.scenario.board.hex("0505")][1] == "objective"
