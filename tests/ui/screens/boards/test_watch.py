"""The watch screen: stepping through orders, panel and timeline, playing by itself, and a new game from a place."""

import re
from itertools import count
from typing import Any

import pytest

from tests.drawn import drawn, play
from tests.history.test_record import recorded as finished
from tests.long import sample
from tests.pilot import running, showing
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.recording import recorded
from westwall_tui.history.gains import turn_news
from westwall_tui.history.record import History
from westwall_tui.history.words import Words
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.pages.end import VictoryScreen
from westwall_tui.ui.screens.boards.watch import NOTHING, WatchScreen
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.lastgame import last_played
from westwall_tui.ui.starts import WatchStart

pytestmark = pytest.mark.slow

PEOPLE = Seat(), Seat()


def lost_in_a_corner() -> Game:
    """Return a game in which X is lost in a corner between A and B, and A advances."""
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A B > X", "roll 2")
    return game


@pytest.fixture(scope="module")
def spearhead() -> Game:
    return finished("spearhead-greedy.orders")


def watching(game: Game, settings: Settings = Settings()) -> WestwallApp:  # noqa: B008
    return WestwallApp(WatchStart(recorded(game, PEOPLE, manual=False)), settings)


async def ready(pilot) -> Any:
    """Return the screen once the orders are replayed, untyped because keys change what it holds."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    assert isinstance(pilot.app.screen, WatchScreen)
    return pilot.app.screen


async def test_the_board_goes_back_and_forth_order_by_order(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        assert "The beginning" in screen.bar.text
        assert screen.map.shown_units == {}
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert "order 2 of 574" in screen.bar.text
        assert len(screen.map.shown_units) == 2
        await pilot.press("left_square_bracket")
        assert len(screen.map.shown_units) == 1
        assert "order 1 of 574" in screen.bar.text


async def test_the_end_of_a_turn_shows_its_gains(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        words, told = Words(spearhead.scenario), 0
        while screen.replay.at < screen.replay.length:
            await pilot.press("greater_than_sign")
            found = turn_news(screen.replay.entry, words)
            if found:
                told += 1
                text = " ".join(screen.panel.text.replace("|", " ").split())
                assert " ".join(found[0].text.split()[:3]) in text
                assert screen.cursor in (found[0].hexes[0], screen._trace.place)
        assert told > 1


async def test_a_combat_is_shown_with_odds_die_and_result(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_curly_bracket")
        fight = screen.replay.history.fights[0]
        text = screen.panel.text
        assert f"{fight.attack} - {fight.defense} = " in text
        assert f"die {fight.die}, " in " ".join(text.split())
        assert re.search(rf"[1-6]  ?{fight.result} ", text)
        for unit in fight.combat.defenders:
            assert spearhead.state.units[unit].id in text
            assert screen.map.contents(fight.where[unit]).mark == ("!", "obliged")
        await pilot.press("right_curly_bracket", "left_curly_bracket")
        assert screen.replay.at == fight.order + 1


@pytest.mark.parametrize("theme", ["night", "mono"])
async def test_7_7_a_loss_is_explained_and_marked_on_the_map(theme):
    game = lost_in_a_corner()
    async with running(watching(game, Settings(theme=theme))) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_curly_bracket")
        text = " ".join(screen.panel.text.replace("|", " ").split())
        assert "X is lost at 0101 no way out:" in text
        assert "Blue units at 0201 and 0102, and the edge of the map" in text
        assert screen.map.contents(game.scenario.board.hex("0101")).over == ("k", "obliged")


async def test_a_units_route_is_drawn():
    game = drawn(blue=["A 4-4-7 0505"], red=["Y 1-1-7 0101"])
    play(game, "move A 0808")
    async with running(watching(game)) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_square_bracket")
        board = game.scenario.board
        marks = {h for h in board.playable if screen.map.contents(h).mark == ("@", "path")}
        assert board.hex("0505") in marks
        assert len(marks) == board.grid.distance(board.hex("0505"), board.hex("0808"))
        assert screen.map.contents(board.hex("0808")).mark == ("@", "selected")
        assert screen.cursor == board.hex("0808")


async def test_the_timeline_is_proportional(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        *chart, turns, fights = screen.track.text.split("\n")
        assert chart == [
            "     45 --------------+",
            "        .             +-------------------+======================== German 21",
            "      0 ==================================+------------------------ U.S. 0",
        ]
        assert turns == "        ^1 2      3        4           5      6         7"
        assert fights == "          .  .x. .  ... .. .  .. . x .x x.x...  ....x..x  x.... .."
        await pilot.press("greater_than_sign", "greater_than_sign")
        assert screen.replay.at == screen.replay.history.turns[1].first
        await pilot.press("less_than_sign")
        assert screen.replay.at == screen.replay.history.turns[0].first
        for _ in range(14):
            await pilot.press("greater_than_sign")
        assert screen.replay.at == 574
        *chart, turns, _ = screen.track.text.split("\n")
        assert turns == "         1 2      3        4           5      6         7         ^"
        assert chart[1] == "        ..............+-------------------+======================== German 21"
        await pilot.press("greater_than_sign")
        assert "The Germans win: German 21, U.S. 0" in screen.prompt_line.text


@pytest.mark.parametrize("size", [(80, 24), *sample([(120, 40), (200, 60)], [])])
async def test_the_whole_board_can_be_watched(spearhead, size):
    async with running(watching(spearhead), size) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_curly_bracket", "W")
        await pilot.pause()
        assert "Bastogne" in screen.whole.text
        assert "W map" in screen.key_bar.text
        fight = screen.replay.history.fights[0]
        if screen.panel.display:
            assert f"{fight.attack} - {fight.defense} = " in screen.panel.text
        else:
            assert "Units  " in screen.whole.text, "the rest of the screen has the list of places"
        before = screen.whole.text
        await pilot.press("greater_than_sign")
        assert screen.whole.text != before
        await pilot.press("W")
        assert screen.map.display
        assert not screen.whole.display
        assert "W board" in screen.key_bar.text


@pytest.mark.advice_fails
@pytest.mark.parametrize("picture", ["timeline_rows", "fitting_board", "rolled_faces"])
async def test_a_bug_in_a_picture_does_not_stop_watching(spearhead, picture, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a picture that fails")

    monkeypatch.setattr(f"westwall_tui.ui.screens.boards.watch.{picture}", fails)
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_curly_bracket", "W", "right_curly_bracket")
        assert screen.is_active
        assert screen.replay.at == screen.replay.history.fights[1].order + 1
        assert screen.map.display == (picture == "fitting_board")


async def test_the_panel_lists_the_orders_around_the_last_one(spearhead):
    async with running(watching(spearhead), (120, 40)) as pilot:
        screen = await ready(pilot)
        await pilot.press("greater_than_sign", "greater_than_sign", "right_square_bracket")
        lines = [line.replace("|", " ").rstrip() for line in screen.panel.text.splitlines()]
        marked = next(at for at, line in enumerate(lines) if line.strip().startswith(">"))
        assert lines[marked].split()[1] == str(screen.replay.at)
        assert lines[marked + 1].split()[0] == str(screen.replay.at + 1)


async def test_space_plays_on_and_stops_and_plus_makes_it_faster(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        for _ in range(4):
            await pilot.press("plus")
        assert "8 orders per second" in screen.prompt_line.text
        await pilot.press("space")
        assert "at 8x" in screen.bar.text
        while screen.replay.at == 0:
            await pilot.pause(0.05)
        await pilot.press("space")
        at = screen.replay.at
        await pilot.pause(0.3)
        assert screen.replay.at == at
        await pilot.press("minus")
        assert "4 orders per second" in screen.prompt_line.text


async def test_looking_around_leaves_the_place_in_the_game(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_square_bracket")
        here = screen.cursor
        await pilot.press("down")
        assert screen.cursor != here
        assert screen.replay.at == 1


async def test_a_new_game_continues_from_a_place(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        await pilot.press("greater_than_sign", "greater_than_sign")
        assert "G play from here" in screen.key_bar.text
        await pilot.press("G", "escape", "G")
        assert screen.prompt_line.text.startswith(f" Start a new game from order {screen.replay.at}, with new dice?")
        assert screen.key_bar.text.startswith(" y new game  Esc stay here")
        await pilot.press("y")
        assert isinstance(pilot.app.screen, PlayScreen)
        game = pilot.screen.play.game
        assert game.log == spearhead.log[: screen.replay.at]
        assert not list_saves(), "the first order saves it"


async def test_watching_a_game_again_returns_to_it(tmp_path):
    """`G` once started a new game without asking, and Continue then opened that one."""
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    for order in ("deploy 52 2614", "deploy 2 1318"):
        session.apply(order)
    async with running(showing(session, handover="never")) as pilot:
        await pilot.press("left_square_bracket")
        screen = await ready(pilot)
        assert screen.key_bar.text.startswith(" Esc back")
        assert "G play from here" in screen.key_bar.text
        await pilot.press("G")
        assert screen.prompt_line.text.rstrip().endswith("Your game stays as it is.")
        await pilot.press("n", "q")
        assert pilot.screen.play.session is session
        await pilot.press("left_square_bracket")
        await ready(pilot)
        await pilot.press("G", "y")
        assert pilot.screen.play.session is not session
        last = last_played()
        assert isinstance(last, SaveInfo)
        assert last.path == session.path


async def test_the_position_is_copied_as_its_viewer_may_know_it(folders):
    game = lost_in_a_corner()
    async with running(watching(game)) as pilot:
        screen = await ready(pilot)
        await pilot.press("right_square_bracket", "c")
        assert "The position is in " in screen.prompt_line.text
        copied = (folders / "saves" / "copied.txt").read_text()
        assert "A 0102" in copied, "as it was after one order, before the advance"
        await pilot.press("semicolon")
        assert "open the game to read yours" in screen.prompt_line.text


async def test_no_new_game_continues_from_the_end(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        screen.replay.go(574)
        await pilot.press("G")
        assert "The game is over here" in screen.prompt_line.text
        assert not list_saves()


async def test_watching_a_game_in_play_does_not_change_it():
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    for order in ("deploy 52 2614", "deploy 2 1318"):
        session.apply(order)
    app = showing(session, handover="never")
    async with running(app) as pilot:
        await pilot.press("left_square_bracket")
        screen = await ready(pilot)
        assert "order 1 of 2" in screen.bar.text
        assert "52" in screen.panel.text
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
        assert len(session.game.log) == 2
        await pilot.press("right_square_bracket")
        screen = await ready(pilot)
        assert screen.replay.at == 0


async def test_leaving_before_the_orders_are_replayed_harms_nothing(spearhead):
    app = showing(LocalSession.of_save(Save(History(spearhead).position(300))), handover="never")
    async with running(app) as pilot:
        await pilot.press("left_square_bracket", "escape")
        assert isinstance(app.screen, PlayScreen)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()


async def test_a_game_without_orders_has_nothing_to_watch():
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never")) as pilot:
        await pilot.press("left_square_bracket")
        screen = await ready(pilot)
        assert NOTHING[:40] in screen.prompt_line.text
        await pilot.press("space", "right_curly_bracket", "right_square_bracket", "q")
        assert isinstance(pilot.app.screen, PlayScreen)


async def test_the_final_score_leads_to_watching_again():
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never")) as pilot:
        await pilot.press("colon", *"concede", "enter", "y")
        assert isinstance(pilot.app.screen, VictoryScreen)
        await pilot.press("left_square_bracket")
        screen = await ready(pilot)
        assert screen.bar.text.rstrip().endswith("order 0 of 1")


async def test_keys_that_do_nothing_while_watching_say_why(spearhead):
    async with running(watching(spearhead)) as pilot:
        screen = await ready(pilot)
        for key in ("i", "F", "T", "m", "R"):
            await pilot.press(key)
            told = f" {key} works only in a game. ?: the keys that work"
            assert screen.prompt_line.text.rstrip() == told
        await pilot.press("f9")
        assert screen.prompt_line.text.startswith(" F9 does nothing here.")


@pytest.mark.parametrize(
    ("name", "glyphs", "theme"),
    [
        ("arnhem-free-holding", "ascii", "mono"),
        ("remagen-historical-busy", "drawn", "paper"),
        *sample([("spearhead-busy", "drawn", "night"), ("hurtgen-free-busy", "ascii", "mono")], []),
    ],
)
async def test_each_battle_is_watched_from_start_to_end(name, glyphs, theme):
    game = finished(f"{name}.orders")
    async with running(watching(game, Settings(glyphs=glyphs, theme=theme))) as pilot:
        screen = await ready(pilot)
        screen.act("replay_on")
        for number in count():
            if screen.replay.at >= screen.replay.length:
                break
            screen.act("turn_on")
            at = screen.replay.at
            if number % sample(1, 6) == 0:
                screen.act("fight_back")
                screen.act("replay_back")
            assert set(screen.map.shown_units) == set(screen.replay.game.state.occupants())
            screen.replay.go(at)
        screen.paint()
        await pilot.pause()
        assert screen.replay.game.digest() == screen.replay.history.end.digest()
