"""Games by mail on the screen: how they begin, resume and wait, and what a letter brings."""

import pytest

from tests.pilot import running, showing
from tests.ui.looks import screen_of, shown_by
from tests.ui.screens.title.test_screen import RecordingLobby, choose, labels, press
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.mail.opening import NEW_PASSPHRASE, PassphraseWanted
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.boards.watch import WatchScreen
from westwall_tui.ui.screens.title.hosted_games import save_items
from westwall_tui.ui.screens.title.lastgame import find_last_game
from westwall_tui.ui.screens.title.newgame import passphrase_menu
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.starts import GameStart


class ByMail(RecordingLobby):
    """A lobby that records games by mail, and asks for a passphrase if `wants` is true."""

    wants = False

    def start_by_mail(self, chosen, passphrase):
        if self.wants and not passphrase:
            raise PassphraseWanted(NEW_PASSPHRASE)
        self.done.append((chosen.key, chosen.mine, chosen.by_mail, chosen.strict, passphrase))


def opponents(lobby):
    """Return the menu of a new game, at the line with the opponent."""
    screen = TitleScreen(lobby)
    choose(screen, "New game", "enter")
    choose(screen, "Bastogne: Spearhead", "enter")
    choose(screen, "Against:")
    return screen


def new_game(lobby):
    screen = opponents(lobby)
    for _ in range(9):  # whichever opponent is offered first
        if "Against:     someone by mail" in labels(screen):
            break
        press(screen, "right")
    return screen


def test_a_browser_offers_no_game_by_mail():
    """Letters cannot get into or out of a browser."""
    lobby = ByMail()
    lobby.in_browser = True
    screen, met = opponents(lobby), set()
    for key in ["right"] * 6 + ["left"] * 6:
        press(screen, key)
        met.add(next(label[13:] for label in labels(screen) if label.startswith("Against")))
    assert met == {"someone at this keyboard", *(f"the computer, level {level}" for level in LEVELS)}


def test_an_opponent_by_mail_has_a_name():
    lobby = ByMail()
    screen = new_game(lobby)
    assert labels(screen)[1:7] == [
        "You play:    the Germans",
        "Against:     someone by mail",
        "Opponent:    type a name",
        "Your name:   your login name",
        "Dice:        one letter per turn",
        "Defense:     the computer decides",
    ]
    assert not any(label.startswith(("Seed", "Coach", "Retreats")) for label in labels(screen))
    choose(screen, "You play")
    menu = screen.menus[-1]
    assert " ".join(menu.items()[menu.at].info()).startswith("By mail, each of you plays on their own computer")
    choose(screen, "Opponent", "B", "e", "r", "t", "x", "backspace")
    choose(screen, "Dice", "right")
    choose(screen, "You play", "right")
    choose(screen, "Start", "enter")
    ((key, mine, terms, strict, passphrase),) = lobby.done
    assert (key, mine, strict, passphrase) == ("bastogne/spearhead", 1, False, "")
    assert (terms.other, terms.me, terms.dice, terms.defense) == ("Bert", "", "together", "computer")


def test_a_passphrase_is_hidden_and_a_new_one_is_typed_twice():
    lobby = ByMail()
    lobby.wants = True
    screen = new_game(lobby)
    choose(screen, "Start", "enter")
    assert labels(screen) == ["Passphrase:  ", "Repeat it:   "]
    press(screen, "r", "e", "d", "enter")
    assert screen.trouble == "the two passphrases differ; type the same one on both lines (Down: second line)"
    press(screen, "down", "r", "e", "d")
    assert labels(screen) == ["Passphrase:  ***", "Repeat it:   ***"]
    press(screen, "enter")
    assert lobby.done[0][-1] == "red"
    assert len(screen.menus) == 1


def test_a_known_passphrase_is_typed_once():
    given: list[str] = []
    menu = passphrase_menu("The passphrase", False, given.append)
    (item,) = menu.items()
    assert item.enter is not None
    assert item.typed is not None
    with pytest.raises(FileError, match="type a passphrase, then press Enter"):
        item.enter()
    item.typed("x")
    item.enter()
    assert given == ["x"]


def test_the_title_says_whose_move_it_is(anna, bert):
    anna.begin("Bert")
    assert find_last_game().about[0] == "Bastogne: Spearhead by mail"
    assert find_last_game().about[2] == "Bert's move"
    bert.open(anna.sent())
    assert find_last_game().about[2] == "your move"


def test_a_game_by_mail_is_not_offered_to_be_hosted(anna):
    anna.begin("Bert")
    assert list_saves()
    assert save_items(list_saves(), lambda save: None) == []


@pytest.mark.slow
async def test_a_waiting_player_sees_where_the_letter_is(anna):
    app = showing(anna.begin("Bert", side=1))
    async with running(app) as pilot:
        await pilot.press("A", "E", "y")
        assert anna.session.written is not None
        assert "The letter to Bert is written" in shown_by(app)
        await pilot.press("space")
        shown = " ".join(shown_by(app).split())
        assert "Your letter to Bert is written (bastogne-t1-to-bert.toml). The game is waiting" in shown
        await pilot.press("less_than_sign")
        assert "your letter is written and can no longer be changed" in " ".join(shown_by(app).split())
        assert " say " not in screen_of(app).key_bar.text


@pytest.mark.slow
async def test_a_letter_is_watched_before_play(anna, bert):
    session = anna.begin("Bert", side=1)
    session.apply_all(anna.suggested())
    session.apply("done")
    app = WestwallApp(GameStart(bert.open(anna.sent()), "since"), Settings())
    async with running(app) as pilot:
        for _ in range(50):
            await pilot.pause(0.02)
            if isinstance(app.screen, WatchScreen) and app.screen.replay is not None:
                break
        assert isinstance(app.screen, WatchScreen)
        assert app.screen.replay is not None
        assert (app.screen.replay.length, app.screen.replay.at) == (10, 0)
        keys = app.screen.key_bar.text
        assert "Esc back" in keys
        assert "go on" not in keys
        await pilot.press("G")
        assert len(list_saves()) == 1
        assert (
            "You cannot play on from here: your game by mail continues after this letter" in app.screen.prompt_line.text
        )
        await pilot.press("escape")
        assert "German >MOVE<".lower() in shown_by(app).lower()


@pytest.mark.slow
async def test_a_deputy_sees_the_standing_orders(anna, bert):
    session = anna.begin("Bert", side=1, defense="orders", standing="Fire with all you have")
    session.apply_all(anna.suggested())
    session.apply("done")
    session = bert.open(anna.sent())
    for order in ("enter 2R 2913 2314", "enter 1/3 2913 2415", "done", "attack 1/3 2R > 811"):
        session.apply(order)
    async with running(showing(session)) as pilot:
        await pilot.pause()
        shown = " ".join(shown_by(pilot.app).split())
        assert "You decide for Anna. Standing orders: Fire with all you have" in shown
        assert "| You decide for Anna. Standing orders: Fire with all you have" in shown_by(pilot.app)  # in the box
        await pilot.press("n")
        assert session.written is not None
