"""The title screen: menus, new games, saved games and options; and the way into a game and back."""

import re
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.files.example import write_example
from tests.pilot import key_event, running
from tests.ui.looks import screen_of
from westwall_tui.engine.orders import parse
from westwall_tui.files.command_line import DRAWN, MANUAL, SEEDED
from westwall_tui.files.disk.folders import saves_folder, scenarios_folder
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.last_table import joined_file, keep_joined
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import LENGTHS, all_scenarios, load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.learn.progress import FIGHT, keep_fight
from westwall_tui.mail.notes import MISSING
from westwall_tui.net.command import HostedGame
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.pages.rules import RulesScreen
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.lesson import LessonScreen
from westwall_tui.ui.screens.menus import MenuOfLists, wrap
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.lobby import DAY, Lobby, SeatRequest
from westwall_tui.ui.screens.title.newgame import ABOUT_MAIL, NewGame
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.terminal.page import PageScreen


@pytest.fixture(autouse=True)
def fought(folders):
    """Win the first fight, so that the lessons do not come first."""
    keep_fight(FIGHT, won=True)


class RecordingLobby(Lobby):
    """A lobby that records its calls."""

    def __init__(self, settings=None):
        self.preferences = Preferences(settings or Settings(), Console())
        self.called = self.password = ""
        self.linger = DAY
        self.done = []
        self.in_browser = False
        self.damaged = False
        self.hosted = None
        self.games = [HostedGame("spearhead", "Bastogne: Spearhead", 2, "18 Dec p.m.", ("German: Anna", "US: free"))]

    def start(self, chosen):
        self.done.append(("start", chosen.key, tuple(chosen.named_seats), chosen.dice, chosen.seed, chosen.strict))
        self.options = dict(chosen.options)

    def resume(self, name, passphrase=""):
        self.done.append(("resume", Path(name).name))
        if self.damaged:
            raise FileError([Fault(name, "", "", "is damaged")])

    def change(self, settings):
        self.preferences.settings = settings
        return ""

    def look(self, found):
        found(self.games)

    def look_for(self, save, found):
        found(self.hosted)

    def join(self, game, side, request):
        self.done.append(("join", game, side))
        self.request = request

    def host(self, chosen, request):
        self.done.append(("host", chosen.key, tuple(chosen.named_seats), chosen.dice, chosen.mine))

    def host_save(self, name, side, request):
        self.done.append(("host", Path(name).name, side))

    def show_rules(self):
        self.done.append("rules")

    def show_keys(self):
        self.done.append("keys")

    def quit(self):
        self.done.append("leave")


def labels(screen):
    """Return the lines of the top menu, all with values in the same column."""
    items = screen.menus[-1].items()
    return [item.label if item.value is None else f"{item.label:<12} {item.value}" for item in items]


OWN_KEYS = {"up": "f3", "down": "f4", "east": "f5", "confirm": "f6", "back": "f7", "leave": "x", "help": "f9"}


def press(screen, *keys):
    """Press keys as the terminal sends them."""
    for key in keys:
        screen.press(key, key if len(key) == 1 else "")


def choose(screen, label, *keys):
    """Put the cursor on a line, if need be of another list, and press keys."""
    lists = len(screen.menus[-1].row_of_names) if isinstance(screen.menus[-1], MenuOfLists) else 1
    for _ in range(lists):
        found = [i for i, text in enumerate(labels(screen)) if text.startswith(label)]
        if found:
            screen.menus[-1].at = found[0]
            press(screen, *keys)
            return
        press(screen, "right")
    raise AssertionError(f"{label} is in no list")


def at_the_seats(lobby):
    """Return the title with the seats of the first waiting game."""
    screen = TitleScreen(lobby)
    choose(screen, "Join a game", "enter", "enter")
    return screen


def type_in(screen, text):
    """Type a text on the line under the bar."""
    for character in text:
        screen.press(character, character)


def test_without_saves_the_title_has_no_continue():
    screen = TitleScreen(RecordingLobby())
    assert labels(screen)[:5] == ["New game", "Learn", "Puzzles", "Workshop", "Host a game"]
    assert labels(screen)[5:] == ["Join a game", "Options", "Rules", "Keys", "Quit"]


def test_a_new_game_starts_with_the_choices():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    press(screen, "enter")
    choose(screen, "Bastogne: Spearhead", "enter", "enter")
    assert lobby.done == [("start", "bastogne/spearhead", (Seat(), SEATS[1]), SEEDED, "", False)]
    assert len(screen.menus) == 1, "the game returns to the first menu"
    new_game(screen, "Bastogne: Spearhead")
    choose(screen, "Seed", "4", "2", "7", "backspace")
    choose(screen, "Strict", "right")
    choose(screen, "Start", "enter")
    assert lobby.done[-1] == ("start", "bastogne/spearhead", (Seat(), SEATS[1]), SEEDED, "42", True)
    new_game(screen, "Bastogne: Spearhead")
    choose(screen, "Dice", "right")
    assert "Dice:        the game rolls each die when it is due" in labels(screen)
    press(screen, "right")
    assert not [text for text in labels(screen) if text.startswith("Seed")]
    choose(screen, "Start", "enter")
    assert lobby.done[-1] == ("start", "bastogne/spearhead", (Seat(), SEATS[1]), MANUAL, "", False)
    new_game(screen, "Bastogne: Spearhead")
    choose(screen, "Dice", "right")
    choose(screen, "Start", "enter")
    assert lobby.done[-1][3:] == (DRAWN, "", False)


@pytest.mark.parametrize(
    ("steps", "levels", "you", "seats"),
    [
        (0, 0, "the Germans", (Seat(), SEATS[1])),
        (1, 0, "the U.S.", (SEATS[1], Seat())),
        (1, 2, "the U.S.", (SEATS[3], Seat())),
        (0, 7, "the Germans", (Seat(), SEATS[1])),  # after level 5 come someone by mail and someone at this keyboard
        (2, 0, "both: two people at this keyboard", (Seat(), Seat())),
        (3, 1, "neither: the computer plays itself", (SEATS[3], SEATS[3])),
        (4, 0, "the Germans", (Seat(), SEATS[2])),
    ],
)
def test_the_opponent_is_the_computer_or_a_person(steps, levels, you, seats):
    lobby = RecordingLobby()
    screen = spearhead_menu(lobby)
    choose(screen, "You play:", *["right"] * steps)
    assert f"You play:    {you}" in labels(screen)
    if levels:
        choose(screen, "Against:", *["right"] * levels)
    assert ("Against:     someone at this keyboard" in labels(screen)) == (seats == (Seat(), Seat()))
    choose(screen, "Start", "enter")
    assert lobby.done == [("start", "bastogne/spearhead", seats, SEEDED, "", False)]


def test_two_people_at_this_keyboard_may_have_names():
    lobby = RecordingLobby()
    screen = spearhead_menu(lobby)
    choose(screen, "Against:", "left")
    assert "Against:     someone at this keyboard" in labels(screen)
    choose(screen, "German:", *"Anna")
    choose(screen, "U.S.:", *"Bert")
    choose(screen, "Start", "enter")
    assert lobby.done[-1][2] == (Seat(name="Anna"), Seat(name="Bert"))
    assert (lobby.preferences.settings.player, lobby.preferences.settings.partner) == ("Anna", "Bert")


def test_enter_completes_a_name_and_goes_to_the_next_line():
    screen = spearhead_menu(RecordingLobby())
    choose(screen, "Against:")
    press(screen, "left")
    choose(screen, "German:")
    press(screen, *"Anna", "enter", *"Bob")
    assert {"German:      Anna", "U.S.:        Bob"} <= {*labels(screen)}


def test_names_are_remembered_and_can_be_swapped():
    lobby = RecordingLobby(Settings(player="Anna", partner="Bert"))
    screen = spearhead_menu(lobby)
    choose(screen, "Against:", "left")
    choose(screen, "German:      Anna", "right")
    assert "U.S.:        Anna" in labels(screen)
    choose(screen, "Start", "enter")
    assert lobby.done[-1][2] == (Seat(name="Bert"), Seat(name="Anna"))
    names = lobby.preferences.settings.player, lobby.preferences.settings.partner
    assert names == ("Anna", "Bert"), "swapped names are the same people"


def test_a_match_is_chosen_for_games_at_this_keyboard():
    screen = spearhead_menu(RecordingLobby())
    choose(screen, "Match:       one game")
    assert not [label for label in labels(screen) if label.startswith("Same dice:")]
    press(screen, "right")
    assert "Match:       two games, and you switch sides" in labels(screen)
    choose(screen, "Same dice:   no", "right")
    assert "Same dice:   yes" in labels(screen)
    choose(screen, "Dice:", "right")
    assert not [label for label in labels(screen) if label.startswith("Same dice:")], "without a seed"


@pytest.mark.parametrize("mine", [0, 1])
def test_your_name_is_yours_against_the_computer(mine):
    lobby = RecordingLobby(Settings(player="Anna", partner="Bert"))
    screen = spearhead_menu(lobby)
    choose(screen, "You play:", *["right"] * mine)
    choose(screen, "Start", "enter")
    assert lobby.done[-1][2][mine] == Seat(name="Anna")
    assert lobby.done[-1][2][1 - mine].level


def new_game(screen, scenario):
    """Open the page of a new game of a scenario."""
    choose(screen, "New game", "enter")
    choose(screen, scenario, "enter")


def spearhead_menu(lobby):
    """Return the title with the page of a new game of Spearhead."""
    screen = TitleScreen(lobby)
    new_game(screen, "Bastogne: Spearhead")
    return screen


def coached(screen):
    return [text.split()[-1] for text in labels(screen) if text.startswith("Coach:")]


def test_a_first_game_has_a_coach_until_it_is_turned_off():
    lobby = RecordingLobby()
    screen = spearhead_menu(lobby)
    assert coached(screen) == ["yes"]
    press(screen, "enter")
    assert lobby.preferences.settings.coach
    screen = spearhead_menu(lobby)
    choose(screen, "Coach:", "right")
    assert coached(screen) == ["no"]
    choose(screen, "Start", "enter")
    assert not lobby.preferences.settings.coach


def against(screen):
    return next(text for text in labels(screen) if text.startswith("Against:"))


def test_after_the_lessons_the_first_whole_game_is_against_level_1_with_the_coach():
    """The saved fight of the lessons once counted as experience: level 2, without the coach."""
    fight = LocalSession.new(load_lesson(find_lesson("first-fight").folder).scenario)
    fight.save()
    screen = spearhead_menu(RecordingLobby())
    assert (against(screen).split()[-2:], coached(screen)) == (["level", "1"], ["yes"])
    saved()
    screen = spearhead_menu(RecordingLobby())
    assert (against(screen).split()[-2:], coached(screen)) == (["level", "2"], ["no"])


def test_later_games_have_a_coach_at_level_1_or_by_choice():
    saved()
    lobby = RecordingLobby()
    screen = spearhead_menu(lobby)
    assert coached(screen) == ["no"]
    choose(screen, "Against:", "left")
    assert "Against:     the computer, level 1" in labels(screen)
    assert coached(screen) == ["yes"]
    choose(screen, "You play:", "right", "right")
    assert coached(screen) == [], "two people need none"


@pytest.mark.parametrize("text", [ABOUT_MAIL, MISSING])
def test_menus_never_break_addresses_and_file_names(text):
    lines = wrap(text, 70)
    assert len(lines) > 2
    assert all(any(word in line for line in lines) for word in text.split())


def open_list(screen, name):
    """Show the list with a name, and return its lines."""
    names = [span.text.strip(" []") for span in screen.menus[-1].row_of_names]
    press(screen, *["right"] * names.index(name))
    assert f"[{name}]" in screen.menus[-1].row_of_names[names.index(name)].text
    return labels(screen)


def all_lists(lobby):
    """Return the lines of the lists of a new game by their names."""
    found = {}
    for length in LENGTHS:
        screen = TitleScreen(lobby)
        choose(screen, "New game", "enter")
        found[length] = open_list(screen, length)
    return found


def test_scenarios_are_listed_by_their_length():
    quick, evening, campaign = all_lists(RecordingLobby()).values()
    *quick, random = quick
    assert random == "A random battle"
    assert quick[0] == "Noville                   35 min"
    names = [each.entry.name for each in all_scenarios() if each.is_quick]
    assert [label[:25].rstrip() for label in quick] == names, "no name is cut off"
    assert evening == ["Bastogne: Spearhead         2 h", "  The Relief of Bastogne    2 h"]
    assert [label[:26].rstrip() for label in campaign] == [
        "Bastogne: The Campaign", "Remagen: Historical", "  German Optimum", "Arnhem: Historical", "  Free Deployment",
        "Hurtgen Forest: Historical", "  Free Deployment",
    ]  # fmt: skip
    assert len(quick) + len(evening) + len(campaign) == len(all_scenarios())
    assert {len(label) for label in (*quick, *evening, *campaign)} == {32, 31}, "there is room for a picture beside it"


def test_your_own_battles_are_a_list_in_which_a_faulty_one_says_why():
    folder = scenarios_folder() / "mills"
    folder.mkdir(parents=True)
    write_example(folder).rename(folder / "scenario.toml")
    (folder.parent / "spoiled.toml").write_text("?")
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "New game", "enter")
    assert open_list(screen, "Your battles") == ["The bridge at Upper Mill", "spoiled"]
    choose(screen, "spoiled", "enter")
    assert " ".join(screen.menus[-1].items()[1].info()).startswith("spoiled.toml is not TOML")
    choose(screen, "The bridge", "enter")
    assert screen.menus[-1].title == "The bridge at Upper Mill, Game-Turns 3 to 4"
    choose(screen, "Start", "enter")
    assert lobby.done[-1][:2] == ("start", "own/mills")


def test_a_new_game_begins_at_the_battle_played_last_and_marks_those_played():
    for key in ("quick/noville", "bastogne/spearhead", "quick/best"):
        LocalSession.new(load_scenario(key), seed=1).save()
    for number, path in enumerate(sorted(saves_folder().glob("*.toml"), key=lambda path: "best" in path.name)):
        text = re.sub(r"(?m)^saved = .*$", f"saved = 2026-11-0{number + 1}T10:00:00Z", path.read_text())
        path.write_text(text)
    screen = TitleScreen(RecordingLobby())
    choose(screen, "New game", "enter")
    found = labels(screen)
    assert found[screen.menus[-1].at] == "Best                      30 min *"
    assert found[0] == "Noville                   35 min *"
    assert not [label for label in found if label.endswith("*")][2:]
    assert "* played" in screen.menus[-1].head
    press(screen, "right")
    assert labels(screen)[0].endswith("2 h *")


def test_left_and_right_go_round_the_lists_and_start_at_their_first_line():
    screen = TitleScreen(RecordingLobby())
    press(screen, "enter")
    first = labels(screen)
    press(screen, "left")
    assert labels(screen)[0].startswith("Bastogne: The Campaign")
    press(screen, "down", "down", "right")
    assert (labels(screen), screen.menus[-1].at) == (first, 0)
    press(screen, "escape")
    assert len(screen.menus) == 1


def test_enter_alone_starts_a_quick_battle_for_beginners():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    assert labels(screen)[screen.menus[-1].at] == "New game"
    press(screen, "enter", "enter", "enter")
    ((_, key, seats, *_),) = lobby.done
    chosen = next(each for each in all_scenarios() if each.entry.key == key)
    assert chosen.is_quick
    overview = chosen.overview
    assert overview is not None
    assert (overview.first, overview.level) == (True, 1)
    assert seats == (Seat(), SEATS[1])
    assert lobby.preferences.settings.coach


def test_the_next_game_begins_with_the_opponent_and_side_of_the_last():
    lobby = RecordingLobby(Settings(opponent="4", second=True))
    chosen = NewGame("quick/best", "Best")
    chosen.take_seats_of_last_game(lobby.preferences.settings)
    assert chosen.seats == [SEATS[4], Seat()]
    assert chosen.with_seats(Settings()) == lobby.preferences.settings
    chosen.seats = [Seat(), Seat()]
    here = chosen.with_seats(Settings())
    assert here.opponent == "here"
    chosen.take_seats_of_last_game(here)
    assert chosen.is_shared
    chosen.seats = [SEATS[1], SEATS[2]]
    assert chosen.with_seats(here) == here, "a game to watch changes nothing"


def test_a_letter_goes_to_the_next_item_that_begins_with_it():
    screen = TitleScreen(RecordingLobby())
    press(screen, "o")
    assert labels(screen)[screen.menus[-1].at] == "Options"
    choose(screen, "New game", "enter", "v")
    assert labels(screen)[screen.menus[-1].at].startswith("Veghel")
    press(screen, "s", "t", "t")
    assert labels(screen)[screen.menus[-1].at].startswith("The Groesbeek heights")


def test_enter_alone_hosts_a_quick_battle():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "Host a game", "enter", "enter", "enter")
    assert [done[:2] for done in lobby.done] == [("host", all_scenarios()[0].entry.key)]


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
async def test_the_lists_fit_on_a_small_screen(folders, glyphs):
    app = WestwallApp(settings=Settings(glyphs=glyphs))
    async with running(app) as pilot:
        await pilot.press("enter")
        assert isinstance(app.screen, TitleScreen)
        for length in LENGTHS:
            shown = app.screen.shown_text.splitlines()
            assert len(shown) == 24
            assert max(map(len, shown)) <= 80
            assert [line for line in shown if f"[{length}]" in line]
            assert "Left Right list" in shown[-1]
            assert [line for line in shown if line.startswith(" > ")]
            await pilot.press("right")
        await pilot.press("end")
        last = labels(app.screen)[-1]
        assert f" > {last}" in app.screen.shown_text


def test_the_menu_describes_each_scenario():
    screen = TitleScreen(RecordingLobby())
    press(screen, "enter")
    choose(screen, "Bastogne: Spearhead")
    about = " ".join(" ".join(item.info()) for item in screen.menus[-1].items())
    assert "the 101st is in its trucks" in about
    assert "The 4th Armored attacks" in about


def test_options_of_the_battle_are_offered_and_explained():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    press(screen, "enter")
    choose(screen, "Arnhem: Historical", "enter", "enter")
    assert lobby.options == {}
    new_game(screen, "Arnhem: Historical")
    choose(screen, "Weather:     no")
    info = screen.menus[-1].items()[screen.menus[-1].at].info()
    assert any("16.0" in line for line in info)
    assert " ".join(info).endswith("."), "the text ends like the others"
    press(screen, "right")
    assert "Weather:     yes" in labels(screen)
    choose(screen, "Start", "enter")
    assert lobby.options == {"weather": True}


def test_points_at_the_start_are_chosen_with_arrows_or_typed():
    lobby = RecordingLobby()
    screen = spearhead_menu(lobby)
    choose(screen, "Points:      none at the start", "right", "right")
    assert "Points:      2 for the U.S." in labels(screen)
    press(screen, "5")
    assert "Points:      25 for the U.S." in labels(screen)
    press(screen, "backspace", "left", "left", "left")
    assert "Points:      1 for the Germans" in labels(screen)
    press(screen, "9", "9", "9")
    assert "Points:      999 for the Germans" in labels(screen)
    choose(screen, "Start", "enter")
    assert lobby.options == {"start-german": 999, "start-us": 0}


def test_points_at_the_start_are_not_offered_where_no_points_decide():
    screen = TitleScreen(RecordingLobby())
    new_game(screen, "  The Relief of Bastogne")
    assert not [label for label in labels(screen) if label.startswith("Points:")]


@pytest.mark.slow
async def test_a_game_with_an_option(folders):
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        app.lobby.start(NewGame("arnhem/historical", "", seats=[Seat(), Seat()], seed="1", options={"weather": True}))
        await pilot.pause()
        await pilot.press("enter")  # the briefing
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.play.game.rules.options == {"weather": True}


def test_the_menu_of_the_workshop_is_at_the_battle_that_was_changed_there():
    class Changing(RecordingLobby):
        def work_on(self, battle, left):
            battle.store()
            left(battle)

    screen = TitleScreen(Changing())
    choose(screen, "Workshop", "enter")
    choose(screen, "On the board of Arnhem", "enter")
    choose(screen, "On the board of Remagen", "enter")
    menu = screen.menus[-1]
    subject = menu.items()[menu.at].subject
    assert subject is not None
    assert subject.name == "own/remagen-battle"
    press(screen, "escape")
    assert len(screen.menus) == 1


def test_the_size_of_an_empty_board_is_typed_over_the_old_one():
    screen = TitleScreen(RecordingLobby())
    choose(screen, "Workshop", "enter")
    choose(screen, "On an empty board", "enter")
    press(screen, "1", "2", "enter", *["backspace"] * 4, "9")
    assert labels(screen)[:2] == ["Columns:     12", "Rows:        9"]


def test_escape_goes_one_menu_back_and_never_quits():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    press(screen, "enter", "escape", "escape", "backspace", "left")
    assert labels(screen)[0] == "New game"
    assert lobby.done == []
    press(screen, "q")
    assert lobby.done == ["leave"]


def test_options_change_at_once():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "Options", "enter", "right")
    assert lobby.preferences.settings.glyphs == "unicode"
    press(screen, "left")
    assert lobby.preferences.settings.glyphs == "ascii"
    choose(screen, "Hand-over", "right")
    assert lobby.preferences.settings.handover == "never"
    choose(screen, "Hexes", "right")
    assert lobby.preferences.settings.size == "large"


def test_a_save_that_cannot_be_read_says_why(folders):
    (folders / "saves").mkdir()
    (folders / "saves" / "bad.toml").write_text("nonsense = [\n\x1b[31m")
    screen = TitleScreen(RecordingLobby())
    choose(screen, "Your games", "enter")
    assert "cannot be read" in labels(screen)[0]
    assert all(text.isprintable() for item in screen.menus[-1].items() for text in (item.label, *item.info()))


@pytest.mark.slow
async def test_a_damaged_save_offers_its_backup(folders):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    session.save()
    session.apply(parse("deploy 52 2614"))
    session.path.write_text("nonsense = [")
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await pilot.press("down", "down", "down", "down", "enter")
        assert isinstance(app.screen, TitleScreen)
        assert "Enter: resume its backup" in app.screen.shown_text
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
async def test_a_save_found_damaged_when_opened_offers_its_backup(folders):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    session.save()
    session.apply(parse("deploy 52 2614"))
    session.path.write_text(session.path.read_text()[:600], encoding="utf-8")
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await pilot.press("down", "down", "down", "down", "enter", "enter")
        assert isinstance(app.screen, TitleScreen)
        assert "Enter: resume its backup" in app.screen.shown_text
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (72, 22)])
@pytest.mark.parametrize("folder", ["c", "a folder with a long name" * 9, "x" * 200])
async def test_the_title_shows_faults_of_the_settings(folders, monkeypatch, size, folder):
    monkeypatch.setenv("WESTWALL_CONFIG", str(folders / folder))
    (folders / folder).mkdir()
    (folders / folder / "settings.toml").write_text('format = 1\nkind = "settings"\nglyphs = "runes"\n')
    app = WestwallApp()
    async with running(app, size):
        assert isinstance(app.screen, TitleScreen)
        shown = "".join(app.screen.shown_text.split())  # a long path breaks where the line ends
        assert "settings.toml:glyphs:'runes'isnotoneofascii,unicode" in shown
        assert ">Newgame" in shown
        assert len(app.screen.shown_text.splitlines()) <= size[1]


def test_the_menu_shows_errors_of_a_save(folders):
    LocalSession.new(load_scenario("bastogne/relief"), seed=1).save()
    lobby = RecordingLobby()
    lobby.damaged = True
    screen = TitleScreen(lobby)
    choose(screen, "Continue", "enter")
    assert "cannot be read" in labels(screen)[screen.menus[-1].at]
    assert any("is damaged" in line for line in screen.menus[-1].items()[screen.menus[-1].at].info())


def test_the_keys_of_the_settings_work_in_the_menus():
    lobby = RecordingLobby(Settings(keys=OWN_KEYS))
    screen = TitleScreen(lobby)
    press(screen, "down", "enter", "escape", "question_mark")
    assert (screen.menus[0].at, len(screen.menus), lobby.done) == (0, 1, []), "these keys have no action now"
    press(screen, "f9")
    assert lobby.done == ["rules"]
    press(screen, *["f4"] * 7, "f3", "f6")
    assert [menu.title for menu in screen.menus] == ["", "Options"]
    before = labels(screen)[0]
    press(screen, "f5")
    assert labels(screen)[0] != before
    press(screen, "f7", "x")
    assert len(screen.menus) == 1
    assert lobby.done == ["rules", "leave"]


# -- games at several terminals


def test_a_hosted_game_has_you_on_one_side_and_a_guest_on_the_other():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "Host a game", "enter")
    choose(screen, "Bastogne: Spearhead", "enter")
    assert labels(screen)[:6] == [
        "Start",
        "German:      you, at this keyboard",
        "U.S.:        someone at another terminal",
        "Match:       one game",
        "Bid:         no",
        "Dice:        the host rolls",
    ]
    choose(screen, "U.S.", "left")
    choose(screen, "Dice", "right", "right")
    assert labels(screen)[1] == "German:      someone at another terminal", "you play only one side"
    assert labels(screen)[5] == "Dice:        from shares of all players"
    choose(screen, "Start", "enter")
    assert lobby.done == [("host", "bastogne/spearhead", (Seat("away"), Seat()), "shared", 1)]
    assert labels(screen) == ["Waiting for the host ... Esc: give up"]


def test_a_waiting_game_can_be_joined_or_watched():
    lobby = RecordingLobby()
    for wanted, side in (("Play the U.S.", "US"), ("Watch", "")):
        screen = at_the_seats(lobby)
        assert labels(screen) == [
            "Play the Germans: Anna",
            "Play the U.S.: free",
            "Watch",
            "Your name:   your login name",
            "Password:    none",
        ]
        choose(screen, wanted, "enter")
        assert lobby.done.pop() == ("join", "spearhead", side)


@pytest.mark.parametrize(
    ("seats", "own", "under_the_bar"),
    [
        (("German: Anna", "US: free"), (), "Play the U.S.: free"),
        (("German: free", "US: free"), (), "Play the Germans: free"),
        (("German: Anna, away", "US: free"), (), "Play the U.S.: free"),
        (("German: Anna, away", "US: free"), ("German",), "Play the Germans: Anna, away"),
        (("German: Anna", "US: Bob, away"), (), "Play the U.S.: Bob, away"),
        (("German: Anna", "US: computer, level 2"), (), "Watch"),
    ],
)
def test_the_bar_is_on_a_seat_that_can_be_taken(seats, own, under_the_bar):
    lobby = RecordingLobby()
    lobby.games = [HostedGame("spearhead", "Bastogne: Spearhead", 2, "18 Dec p.m.", seats, own=own)]
    screen = at_the_seats(lobby)
    assert labels(screen)[screen.menus[-1].at] == under_the_bar


def test_the_menus_ask_for_your_name():
    lobby = RecordingLobby()
    screen = at_the_seats(lobby)
    choose(screen, "Your name")
    type_in(screen, "Bert 2")
    screen.press("backspace", "")
    assert lobby.called == "Bert "
    assert labels(screen)[-2].startswith("Your name:   Bert")


def test_the_menus_ask_for_your_password_and_do_not_show_it():
    lobby = RecordingLobby()
    screen = at_the_seats(lobby)
    choose(screen, "Password")
    type_in(screen, "q 7xy")
    screen.press("backspace", "")
    assert lobby.password == "q 7x"
    assert labels(screen)[-1] == "Password:    ****"


def test_a_typed_password_is_sent_once_and_forgotten(monkeypatch):
    said: list[str] = []
    # Patch spawn first: importing it binds the present `sit_down` for all later tests.
    monkeypatch.setattr("westwall_tui.net.spawn.host_and_join", lambda *given: said.append(given[-1]))
    monkeypatch.setattr("westwall_tui.net.command.sit_down", lambda *_, password: said.append(password))
    app = WestwallApp()
    monkeypatch.setattr(app.lobby, "_sit_down", lambda sit, _: sit())
    request = SeatRequest(lambda: True, lambda _: None)
    for begin in (app.lobby.join, app.lobby.host_save):
        app.lobby.password = "cheesecake"
        begin("game", "US", request)
        begin("game", "US", request)
    assert said == ["cheesecake", "", "cheesecake", ""]


def test_until_the_host_answers_a_line_says_so_and_escape_gives_up():
    lobby = RecordingLobby()
    screen = at_the_seats(lobby)
    seats = labels(screen)
    press(screen, "enter")
    assert labels(screen) == ["Waiting for the host ... Esc: give up"]
    assert lobby.request.wanted()
    lobby.request.done(FileError([Fault("", "", "", "the room is full")]))
    assert (labels(screen), screen.trouble) == (seats, "the room is full")
    press(screen, "enter", "escape")
    assert labels(screen) == seats
    assert not lobby.request.wanted()
    press(screen, "enter")
    assert lobby.request.wanted()
    lobby.request.done(None)
    assert labels(screen)[0] == "New game"


def test_without_waiting_games_the_menu_says_what_to_do():
    lobby = RecordingLobby()
    lobby.games = []
    screen = TitleScreen(lobby)
    choose(screen, "Join a game", "enter")
    assert labels(screen) == ["No games are waiting"]


def saved(host="", **seats):
    """Save a game of Bastogne with these players."""
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    session.set_host(host)
    for side, name in seats.items():
        session.sit(session.game.scenario.side_called(side), Seat(name=name))
    session.save()
    return session


def test_saved_games_come_first_in_the_list_of_games_to_host():
    session = saved()
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "Host a game", "enter")
    assert labels(screen) == ["Resume Bastogne: Spearhead, turn 1, 18 Dec a.m."]
    press(screen, "enter")
    assert labels(screen) == [
        "Play the Germans",
        "Play the U.S.",
        "Watch",
        "Kept open:   for a day after everyone has left",
        "Your name:   your login name",
        "Password:    none",
    ]
    choose(screen, "Play the U.S.", "enter")
    assert lobby.done == [("host", session.path.name, "US")]


@pytest.mark.parametrize("by_list", [False, True])
def test_a_hosted_game_resumes_as_a_hosted_game(by_list):
    session = saved("Bob", German="Anna", US="Bob")
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    if by_list:
        choose(screen, "Your games", "enter")
        assert "Bastogne: Spearhead, hosted, turn 1" in labels(screen)[0]
        assert "Hosted by Bob" in screen.menus[-1].items()[0].info()
    press(screen, "enter")
    assert screen.menus[-1].title == "Bastogne: Spearhead, hosted by Bob"
    assert labels(screen)[:4] == ["Play the Germans: Anna", "Play the U.S.: Bob", "Watch", "Play on at this keyboard"]
    assert screen.menus[-1].at == 1, "the host plays the same side again"
    press(screen, "enter")
    assert lobby.done == [("host", session.path.name, "US")]


def test_a_game_that_is_hosted_now_is_joined():
    saved("Bob", German="Anna", US="Bob")
    lobby = RecordingLobby()
    lobby.hosted = HostedGame("spearhead-2", "Bastogne: Spearhead", 1, "", ("German: Anna, away", "US: Bob"))
    screen = TitleScreen(lobby)
    press(screen, "enter")
    assert labels(screen) == [
        "Play the Germans: Anna, away",
        "Play the U.S.: Bob",
        "Watch",
        "Your name:   your login name",
        "Password:    none",
    ]
    press(screen, "enter")
    assert lobby.done == [("join", "spearhead-2", "German")]


def test_a_hosted_game_can_continue_at_one_keyboard():
    session = saved("Bob", US="Bob")
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    press(screen, "enter")
    choose(screen, "Play on at this keyboard", "enter")
    assert lobby.done == [("resume", session.path.name)]
    assert len(screen.menus) == 1


def test_a_host_is_not_offered_the_computers_seats():
    session = saved("Bob", US="Bob")
    session.sit(0, Seat("computer", level=2))
    screen = TitleScreen(RecordingLobby())
    press(screen, "enter")
    assert labels(screen)[:2] == ["Play the U.S.: Bob", "Watch"]
    assert screen.menus[-1].at == 0


def test_the_menu_chooses_how_long_a_host_waits():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "Host a game", "enter", "enter")
    choose(screen, "Kept open:   for a day after everyone has left")
    assert "the host keeps running" in screen.menus[-1].items()[screen.menus[-1].at].info()[0]
    press(screen, "right")
    assert (lobby.linger, labels(screen)[screen.menus[-1].at]) == (
        7 * DAY,
        "Kept open:   for a week after everyone has left",
    )
    press(screen, "right")
    assert lobby.linger == 60


def test_in_a_browser_the_server_chooses_how_long_a_host_waits():
    lobby = RecordingLobby()
    lobby.in_browser = True
    screen = TitleScreen(lobby)
    choose(screen, "Host a game", "enter", "enter")
    assert not [label for label in labels(screen) if label.startswith("Kept open")]
    assert [label for label in labels(screen) if label.startswith("Your name")]


@pytest.mark.parametrize("newer", [False, True])
def test_continue_rejoins_a_game_at_another_users_host(newer):
    session = saved()
    keep_joined("spearhead", "US", "Bastogne: Spearhead")
    if not newer:
        joined_file().write_text(re.sub(r"when = \d{4}", "when = 2001", joined_file().read_text()))
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    assert labels(screen)[:2] == ["Continue", "New game"]
    press(screen, "enter")
    assert lobby.done == [("join", "spearhead", "US") if newer else ("resume", session.path.name)]


def test_continue_names_a_hosted_game_that_is_gone():
    keep_joined("spearhead", "US", "Bastogne: Spearhead")
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    assert labels(screen)[:2] == ["Continue", "New game"]
    press(screen, "enter")
    lobby.request.done(FileError([Fault("spearhead", "", "", "is not a game hosted in /run/games")]))
    assert screen.trouble == ("Bastogne: Spearhead (you play the U.S.) is not a game hosted in /run/games")
    assert labels(screen)[0] == "Continue"


def test_without_a_readable_save_nothing_continues(folders):
    (folders / "saves").mkdir()
    (folders / "saves" / "game.toml").write_text("")
    screen = TitleScreen(RecordingLobby())
    press(screen, "enter")
    assert "has no saved game" in screen.trouble


# -- on the screen


@pytest.mark.slow
async def test_the_title_asks_hosts_while_it_can_be_used(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_GAMES", str(tmp_path))
    monkeypatch.setattr("westwall_tui.net.command.LIST_SECONDS", 0.5)
    app = WestwallApp()
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(tmp_path / "hung.sock"))
        hung.listen()
        async with running(app) as pilot:
            title = app.screen
            assert isinstance(title, TitleScreen)
            await pilot.press("j", "enter")
            assert "Looking for games" in title.shown_text
            await pilot.press("escape")
            assert "Looking for games" not in title.shown_text
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "No games are waiting" in title.shown_text


@pytest.mark.slow
async def test_an_unsafe_folder_for_sockets_is_named(tmp_path, monkeypatch):
    (tmp_path / "games").mkdir()
    (tmp_path / "games").chmod(0o770)
    monkeypatch.setenv("WESTWALL_GAMES", str(tmp_path / "games"))
    saved("Bob", US="Bob")
    async with running(WestwallApp()) as pilot:
        title = pilot.app.screen
        assert isinstance(title, TitleScreen)
        for item in ("Join a game", "Continue"):
            choose(title, item)
            await pilot.press("enter")
            assert "run chmod +t on it first" in " ".join(title.shown_text.split())
            assert len(title.menus) == 1


@pytest.mark.slow
async def test_a_player_can_give_up_on_a_hanging_host(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_GAMES", str(tmp_path))
    monkeypatch.setattr(
        "westwall_tui.net.command.hosted_games", lambda _: [HostedGame("hung", "Hung", 1, "", ("US: free",))]
    )
    app = WestwallApp()
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(tmp_path / "hung.sock"))
        hung.listen()
        async with running(app) as pilot:
            title = app.screen
            assert isinstance(title, TitleScreen)
            choose(title, "Join a game")
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.press("enter", "enter")
            assert "> Waiting for the host ... Esc: give up" in title.shown_text
            await pilot.press("escape")
            assert "> Play the U.S.: free" in title.shown_text
            assert not app.workers, "a worker would delay quitting"


@pytest.mark.slow
async def test_a_player_who_gave_up_leaves_when_the_host_answers(tmp_path, hosted):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), seed=3))
    anna = host.sit("German", "Anna")
    async with running(WestwallApp()) as pilot:
        pilot.app.lobby._sit_down(lambda: host.sit("US", "Bob"), SeatRequest(lambda: False, lambda fault: None))
        heard: list[str] = []
        for _ in range(300):
            await pilot.pause(0.02)
            heard += [news.text for news in anna.hear()]
            if "Bob (U.S.) has left" in heard:
                break
        assert heard == ["Bob (U.S.) is here", "Bob (U.S.) has left"]
        assert isinstance(pilot.app.screen, TitleScreen)


async def on_the_table(app, pilot):
    """Wait until the app shows a game, and return its session."""
    for _ in range(1500):
        await pilot.pause(0.02)
        if isinstance(app.screen, PlayScreen):
            return app.screen.play.session
    raise AssertionError(app.screen.shown_text)


@pytest.fixture
def hosts(monkeypatch, folders, short_folder):
    """Yield the list of hosts started in the background, and end them afterward."""
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            started.append(self)

    monkeypatch.setattr("westwall_tui.net.spawn.subprocess.Popen", Noted)
    monkeypatch.setenv("WESTWALL_GAMES", str(short_folder / "games"))
    yield started
    for program in started:
        program.kill()
        program.wait()


@pytest.mark.slow
async def test_a_hosted_game_continued_at_one_keyboard_says_so(folders, monkeypatch):
    monkeypatch.setenv("WESTWALL_GAMES", str(folders / "games"))
    session = saved("Bob", German="Anna", US="Bob")
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        choose(app.screen, "Play on at this keyboard")
        await pilot.press("enter")
        await on_the_table(app, pilot)
        assert isinstance(app.screen, PlayScreen)
        app.screen.play.session.verify()
        assert "Bob hosted this game. It continues here at one keyboard" in app.screen.play.session.notes[0]
        app.screen.play.session.apply(parse("deploy 52 2614"))
    assert LocalSession.resume(session.path).host == ""


@pytest.mark.slow
async def test_continue_rejoins_or_rehosts_a_hosted_game(hosts):
    app = WestwallApp(settings=Settings())
    app.lobby.called = "Anna"
    async with running(app) as pilot:
        assert isinstance(app.screen, TitleScreen)
        choose(app.screen, "Host a game")
        await pilot.press("enter")
        choose(app.screen, "Bastogne: Spearhead")
        await pilot.press("enter", "down", "down", "left", "home", "enter")
        session = await on_the_table(app, pilot)
        assert (session.is_hosted, session.side) == (True, 1)
        session.apply(parse("deploy 52 2614"))
        for lives in (True, False):
            if not lives:
                hosts[0].terminate()
                hosts[0].wait(30)
            app.back_to_title()
            await pilot.pause()
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            title = app.screen
            assert isinstance(title, TitleScreen)
            assert "Bastogne: Spearhead, hosted by Anna" in title.shown_text
            assert "> Play the U.S.: Anna" in title.shown_text
            assert ("Play on at this keyboard" in title.shown_text) != lives
            await pilot.press("enter")
            session = await on_the_table(app, pilot)
            assert (session.is_hosted, session.side, session.game.log) == (True, 1, ["deploy 52 2614"])
            assert len(hosts) == 1 if lives else 2


@pytest.mark.slow
async def test_the_title_shows_the_keys_that_are_set():
    app = WestwallApp(settings=Settings(keys=OWN_KEYS))
    async with running(app) as pilot:
        assert isinstance(app.screen, TitleScreen)
        assert " ".join(app.screen.shown_text.splitlines()[-1].split()) == "F3 F4 choose F6 pick F9 rules x quit"
        await pilot.press("f4", "f4", "f4", "f4", "f4", "f4", "f6")
        keys = app.screen.shown_text.splitlines()[-1]
        assert " ".join(keys.split()) == "F3 F4 choose Left F5 change F9 rules F7 back"
        await pilot.press("f7", "ctrl+c")
        assert any(line.strip() == "x: quit" for line in app.screen.shown_text.splitlines())


@pytest.mark.slow
async def test_a_game_can_be_quit_and_continued(folders):
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await pilot.press("enter")
        assert isinstance(app.screen, TitleScreen)
        choose(app.screen, "Bastogne: Spearhead")
        await pilot.press("enter", "enter")
        await pilot.press("enter")  # the briefing
        await pilot.pause()
        screen = screen_of(app)
        assert screen.play.game.scenario.name == "Spearhead"
        await pilot.press("A", "enter")
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert "> Continue" in app.screen.shown_text
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)
        await pilot.press("q")
        await pilot.press("down", "down", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert "Bastogne: Spearhead, turn 1" in app.screen.shown_text


@pytest.mark.slow
async def test_rules_and_keys_open_and_close():
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await pilot.press("question_mark")
        page = app.screen
        assert isinstance(page, RulesScreen)
        await pilot.press("7", ".", "7", "4")
        assert "7.74" in page.shown_text.splitlines()[4]
        await pilot.press("pagedown", "enter")
        assert isinstance(app.screen, PageScreen)
        await pilot.press("end", "home", "pagedown", "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.slow
async def test_a_second_enter_before_a_lesson_is_shown_opens_it_only_once():
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        assert isinstance(app.screen, TitleScreen)
        choose(app.screen, "Learn")
        await pilot.press("enter")
        for _ in range(2):
            app.post_message(key_event("enter"))
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack].count(LessonScreen) == 1


@pytest.mark.slow
async def test_options_are_saved(folders):
    async with running(WestwallApp()) as pilot:
        await pilot.press("o", "enter", "right")
    assert WestwallApp().settings.glyphs == "unicode"


def test_two_people_at_one_keyboard_choose_a_quick_game_which_the_next_one_offers_again():
    lobby = RecordingLobby()
    screen = TitleScreen(lobby)
    choose(screen, "New game", "enter", "enter")
    assert not any("Retreats" in line for line in labels(screen))
    choose(screen, "Against", "left")
    choose(screen, "Retreats")
    assert "Retreats, advances: each player decides their own" in labels(screen)
    press(screen, "right")
    assert "Retreats, advances: the player whose turn it is decides all" in labels(screen)
    assert lobby.preferences.settings.quick


async def test_the_letters_that_choose_an_item_are_in_the_color_of_keys():
    async with running(WestwallApp(None, Settings(keyset="usual"))) as pilot:
        title: Any = pilot.app.screen
        spans = [span for line in title._paper._rows for span in line]
        shown = {span.text for span in spans if len(span.text) == 1 and span.style.startswith("key")}
        assert {"J", "K", "L", "N", "P", "O", "R"} <= shown
        for letter in ("o", "p", "j", "k", "r", "l", "n"):  # j, k and l move the bar in other menus
            await pilot.press(letter)
            assert title.menus[0].items()[title.menus[0].at].initial == letter
