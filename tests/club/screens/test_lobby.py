"""The lobby and the pages behind it, by keys, at 80x24."""

import json
import time

import pytest
from textual.geometry import Size

from tests.club.conftest import new_game, time_passes
from tests.files.example import load_example
from westwall_tui.club.command_line import MAX_SCREEN
from westwall_tui.club.context import ChangeFeed
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.games import Mover, conditions_of
from westwall_tui.club.database.lists import left, span
from westwall_tui.club.database.people import People
from westwall_tui.club.database.ratings import Ratings, season
from westwall_tui.club.database.store import Refused
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.month import Moment
from westwall_tui.club.screens.page import HELP_ROWS, help_rows
from westwall_tui.club.server.child import ClubApp, ClubGameStart
from westwall_tui.club.server.subscriptions import ANY
from westwall_tui.club.session import ClubSession, begin, position_summary
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.matches import MatchResult
from westwall_tui.files.scenarios.catalog import LENGTHS, all_scenarios
from westwall_tui.ui.preferences import Preferences
from westwall_tui.words.rows import width_of

pytestmark = [
    pytest.mark.usefixtures("people"),
    pytest.mark.parametrize("url", ["sqlite"], indirect=True),
]


class At:
    """A player at a terminal of the club."""

    def __init__(self, store, player, start=None, *, asks=False):
        people = People(store)
        who = people.by_number(player)
        assert who is not None
        self.app = ClubApp("club.example", store, who, people.settings(player), ChangeFeed(), start, asks=asks)

    async def __aenter__(self):
        self._running = self.app.run_test(size=(80, 24))
        self.pilot = await self._running.__aenter__()
        await self.pilot.pause()
        return self

    async def __aexit__(self, *what):
        await self._running.__aexit__(*what)

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self.text

    @property
    def text(self):
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@pytest.mark.slow
async def test_a_player_without_games_is_told_how_to_begin(store):
    async with At(store, 1) as anna:
        assert "You have no games. Here are ways to begin:" in anna.text
        assert "Challenge someone      Bert is a member" in anna.text
        assert "5  computer 1   780" in anna.text
        assert "Against:   the computer, level 1" in await anna.press("enter")
        await anna.press("escape")
        assert anna.text.splitlines()[-1].endswith("? help  q quit")
        assert all(len(line) <= 80 for line in anna.text.splitlines())


@pytest.mark.slow
async def test_a_player_chooses_once_per_terminal_how_the_map_looks(store, monkeypatch):
    for name in ("LC_ALL", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-kitty")
    monkeypatch.setattr(Preferences, "palette", "night")
    async with At(store, 1, asks=True) as anna:
        assert "How should the map look?" in anna.text
        assert "YOUR MOVE (0)" in await anna.press("enter")
    async with At(store, 1, asks=True) as anna:
        assert "YOUR MOVE (0)" in anna.text
        assert anna.app.settings.glyphs == "drawn"


@pytest.mark.slow
async def test_a_challenge_is_sent_seen_and_accepted(store, games):
    async with At(store, 1) as anna:
        await anna.press("n", "down", "down", "right")
        assert "Side:      U.S." in anna.text
        assert "CHALLENGES (1)" in await anna.press("enter")
    async with At(store, 2) as bert:
        assert "from Anna" in bert.text
        assert "Take an open challenge" in bert.text
        assert "Accept this challenge" in await bert.press("down", "enter")
        assert "Noville: Bert - Anna" in await bert.press("enter")
        await bert.press("escape")
        assert "CHALLENGES" not in bert.text
        assert "level" not in bert.text
    assert [seat.name for seat in games.seats(1)] == ["Bert", "Anna"]


@pytest.mark.slow
async def test_the_scenarios_of_a_challenge_are_listed_by_length(store, games):
    async with At(store, 1) as anna:
        text = await anna.press("n")
        first = all_scenarios()[0]
        assert first.overview is not None
        assert "Length:    Under an hour" in text
        assert f"Scenario:  Bastogne: Noville, {first.overview.time}" in text
        assert " ".join(first.overview.texts) in " ".join(line.strip() for line in text.splitlines())
        assert max(map(len, text.splitlines())) <= 80
        await anna.press("down")
        quick = len(of_length(LENGTHS[0]))
        assert "Scenario:  the battle of the day, random/" in await anna.press(*["right"] * quick)
        text = await anna.press("right")
        assert "Scenario:  a random battle, random/" in text
        assert "isn't historical" in " ".join(line.strip() for line in text.splitlines())
        assert "Scenario:  Bastogne: Noville" in await anna.press("right")
        await anna.press("up", "right")
        assert "Length:    An evening" in anna.text
        assert "Scenario:  Bastogne: Spearhead, 2 h" in anna.text
        text = await anna.press("down", "right", "up", "right")
        assert "Length:    A campaign" in text
        assert "Scenario:  Bastogne: The Campaign, 6 h" in text, "not the second one"
        await anna.press("down", *["right"] * 3)
        assert "Scenario:  Arnhem: Historical, 6 h" in anna.text
        assert "Weather:   no" in anna.text
        assert "Weather" not in await anna.press("up", "right"), "that option is not for Noville"
        await anna.press("left", "enter")
    assert games.head_of(1).scenario == of_length(LENGTHS[2])[0]


def of_length(length):
    """Return the keys of the scenarios of a length."""
    return [each.entry.key for each in all_scenarios() if each.length == length]


@pytest.mark.slow
async def test_the_clubs_own_battles_are_a_list_of_their_own(store, games, tmp_path):
    texts = load_example(tmp_path).texts
    assert texts is not None
    Battles(store).add("mills", texts)
    async with At(store, 1) as anna:
        text = await anna.press("n", "left")
        assert "Length:    The club's own" in text
        assert "Scenario:  The bridge at Upper Mill" in text
        assert "The Germans attack. Can they be across the brook tonight?" in " ".join(text.split())
        await anna.press("enter")
    assert games.head_of(1).scenario == "club/mills"


@pytest.mark.slow
async def test_both_players_bid_for_a_side(store, games, people):
    people.register("Carla")
    async with At(store, 1) as anna:
        await anna.press("n", "down", "down", "right", "right", "right")
        assert "Side:      German, if your bid is higher" in anna.text
        assert "The higher bidder gets the side, and the other the points." in anna.text
        text = await anna.press("down", "right", "right", "down")
        assert "Against:   the computer, level 2" in text
        assert "Bid" not in text, "the computer makes no bids"
        text = await anna.press("up", "left", "left", "down", "right")
        assert "Match:     two games" in text
        assert "if your bid is higher" not in await anna.press("up", "up", "right", "right", "right"), "nor in a match"
        await anna.press("down", "down", "left", "up", "up", "left")
        assert "Side:      U.S., if your bid is higher" in anna.text
        assert "Bid:       0" in anna.text
        await anna.press("down", "down", "down", "right", "slash", *"12", "enter", "right")
        assert "Bid:       13" in anna.text
        assert "Points:  " not in anna.text
        await anna.press("enter")
        assert "A sealed bid for the side. Press Enter to see it." in await anna.press("tab")
        assert "   Your bid is 13 for the U.S.\n" in await anna.press("enter")
    async with At(store, 3) as carla:
        assert "is 13" not in carla.text + await carla.press("tab", "enter")
    async with At(store, 2) as bert:
        text = await bert.press("tab", "enter")
        assert "is 13" not in text
        assert "Your bid, such as U.S.=3 (you cannot change it):" in await bert.press("enter")
        assert "from 0 to 999, not 'many'" in await bert.press(*"US", "equals_sign", *"many", "enter")
        await bert.press("enter", *"US", "equals_sign", *"15", "enter")
        assert "Anna bid 13 for the U.S., and Bert bid 15 for the U.S." in bert.text
        assert "15 points at the start for the Germans" in bert.text
        assert max(map(len, bert.text.splitlines())) <= 80
    assert [seat.name for seat in games.seats(1)] == ["Anna", "Bert"]


@pytest.mark.slow
async def test_a_match_is_sent_and_its_pages_show_the_sum(store, games):
    async with At(store, 1) as anna:
        await anna.press("n", *["down"] * 4, "right", "down", "left", "left")
        assert "Match:     two games at once, with the sides switched" in anna.text
        assert "Points:    2 for the Germans" in anna.text
        assert "Points:    1 for the U.S." in await anna.press("right", "right", "right")
        await anna.press("enter")
    async with At(store, 2) as bert:
        assert "both sides" in bert.text
        await bert.press("tab", "enter", "enter")
        assert "The other game of the match is game 2" in bert.text
        assert "A match of two games, one point at the start for the U.S." in bert.text
        assert max(map(len, bert.text.splitlines())) <= 80
        games.give_up(1, 2, "gave up")
        opening = position_summary(begin("bastogne/spearhead"))
        Challenges(games).keep_result(1, MatchResult(0, 7, 2), opening)
        await bert.press("escape", "o", "enter")
        told = " ".join(line.strip() for line in bert.text.splitlines())
        assert "The other game of the match is game 2. After one game of the match, Anna leads by seven points." in told
        games.give_up(2, 1, "gave up")
        Challenges(games).keep_result(2, MatchResult(1, -9, 2), opening)
        await bert.press("escape", "escape", "o", "enter")
        told = " ".join(line.strip() for line in bert.text.splitlines())
        assert "The match goes to Bert, by the sum of the leads: Bert +2 (Anna +7, Bert +9)." in told


@pytest.mark.slow
async def test_only_the_challenged_player_sees_a_challenge(store, games, people):
    people.register("Carla")
    new_game(games, (1, 0), (None, 0), wanted=2)
    async with At(store, 3) as carla:
        assert "CHALLENGES" not in carla.text
    assert not Challenges(games).take_seat(1, 1, 3), "not by its number either"
    async with At(store, 2) as bert:
        assert "CHALLENGES (1)" in bert.text


@pytest.mark.slow
async def test_the_computer_is_there_at_once(store, games):
    async with At(store, 1) as anna:
        await anna.press("n", "down", "down", "down", "right", "right")
        assert "the computer, level 2" in anna.text
        await anna.press("enter")
        assert "Noville 1/4" in anna.text
    assert games.seats(1)[1].level == 2


def handed_over(games):
    """Return a game in which the first player has finished a turn: its number, the player's side and session."""
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    mover = ClubSession(games, game, side, side + 1, "AB"[side])
    while mover.game.side == side:
        mover.apply("done")
    return game, side, mover


@pytest.mark.slow
async def test_your_move_comes_first_and_a_page_says_what_happened(store, games):
    game, side, mover = handed_over(games)
    async with At(store, 2 - side) as other:
        assert "YOUR MOVE (1)" in other.text
        text = await other.press("enter")
        assert "SINCE YOU WERE LAST HERE" in text
        assert "turn 1" in text
        await other.press("enter")
        assert games.seats(game)[1 - side].seen == len(mover.game.log)
    async with At(store, side + 1) as first:
        assert "WAITING FOR THEM (1)" in first.text


@pytest.mark.slow
async def test_a_page_says_who_decided_in_your_absence_and_leaves_out_the_end_of_a_turn_you_saw(store, games, people):
    game, side, mover = handed_over(games)
    other = people.by_number(2 - side)
    store.run("update entry set who = ? where game = ? and n = 0", conditions_of(other.name), game)
    async with At(store, other.id) as away:
        assert "In this turn your conditions decided for you." in await away.press("enter")
    games.mark_seen(game, other.id, len(mover.game.log) - 1)
    async with At(store, other.id) as back:
        text = await back.press("enter")
        assert "SINCE YOU WERE LAST HERE" not in text
        assert "moved no units" not in text


@pytest.mark.slow
async def test_talk_offers_and_who_defends(store, games):
    game = new_game(games)
    async with At(store, 1) as anna:
        assert anna.app._window_title == "westwall: club.example"
        await anna.press("tab", "enter")
        assert "conditions decide" in await anna.press("d")
        assert "You have no conditions yet" in anna.text
        assert "if away: computer" in await anna.press("d")
        assert "D: in all your games" in anna.text
        assert "t talk  r draw  G give up " in anna.text.splitlines()[-1]
        await anna.press("t", *"hello", "enter")
        assert "Anna: hello" in anna.text
        assert "You offer a draw" in await anna.press("r", *"draw", "enter")
    async with At(store, 2) as bert:
        assert bert.app._window_title == "westwall: club.example, your move in one game"
        await bert.press("enter")
        assert "The German player offers a draw" in bert.text
        await bert.press("r", *"draw", "enter")
        assert "A draw by agreement" in bert.text
    assert games.head_of(game).ended


@pytest.mark.slow
async def test_giving_up_needs_a_typed_confirmation(store, games):
    game = new_game(games)
    async with At(store, 1) as anna:
        await anna.press("enter", "G", "y", "enter")
        assert not games.head_of(game).ended
        await anna.press("G", *"give", "space", *"up", "enter")
        assert "player gave up" in anna.text


@pytest.mark.slow
async def test_settings_are_kept_in_the_players_row(store, games, people):
    game = new_game(games)
    async with At(store, 1, ClubGameStart(game, watches=False)) as anna:
        await anna.press("minus")
    assert people.settings(1).size == "small"
    assert people.settings(2) == Settings()


@pytest.mark.slow
async def test_no_page_of_the_club_lists_files(store, games, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.toml").write_text("format = 1\n")
    game = new_game(games)
    async with At(store, 1, ClubGameStart(game, watches=False)) as anna:
        text = await anna.press("S")
        assert "Your games are in the lobby" in text
        assert "secret" not in text
        text = await anna.press("colon", *"your_games".replace("_", ""), "enter")
        assert "secret" not in text


@pytest.mark.slow
async def test_mail_is_asked_for_and_checked(store, people):
    async with At(store, 1) as anna:
        assert "isn't a mail address" in await anna.press("m", *"nonsense", "enter")
        await anna.press("m", *"anna", "at", *"example.org", "enter")
        assert "is sending a code to anna@example.org" in anna.text
        assert not people.by_number(1).mail
        letter = people.next_code()
        assert letter is not None
        assert "isn't the code" in await anna.press("m", *"abcdefgh", "enter")
        await anna.press("m", *letter.code, "enter")
        assert people.by_number(1).mail == "anna@example.org"


@pytest.mark.slow
async def test_an_opponents_move_is_shown(store, games, open_games):
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    async with At(store, 2 - side, ClubGameStart(game, watches=False)) as other:
        elsewhere = ClubSession(open_games(), game, side, side + 1, "AB"[side])
        elsewhere.apply("done")
        other.app._show_news_of_game(game)
        await other.pilot.pause()
        await other.pilot.pause()
        assert "COMBAT" in other.text.upper()


async def test_a_player_in_a_sandbox_hears_of_the_game_and_nobody_sees_the_sandbox(store, games, open_games):
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    elsewhere = ClubSession(open_games(), game, side, side + 1, "AB"[side])
    async with At(store, 2 - side, ClubGameStart(game, watches=False)) as other:
        await other.press("dollar_sign")
        assert "New sandbox from here" in other.text
        assert "SANDBOX 1 " in await other.press("enter")
        await other.press("E", "y")
        assert elsewhere.hear() == []
        assert games.since(game, -1)[0].orders == 0
        elsewhere.apply("done")
        other.app._show_news_of_game(game)
        await other.pilot.pause()
        await other.pilot.pause()
        assert "In the game: " in other.text
        assert "news in the game" in (await other.press("left")).splitlines()[0]
        assert "SANDBOX" not in await other.press("q")
        assert len(ClubSession(open_games(), game, 1 - side, 2 - side).private(1 - side).sandboxes[0].orders) == 1
        with pytest.raises(IllegalOrder):
            elsewhere.private(1 - side)


@pytest.mark.slow
@pytest.mark.parametrize("player", [1, 2], ids=["who was to move", "who waited"])
async def test_a_closed_game_waits_for_no_move(store, games, player):
    game = new_game(games, (1, 0), (2, 0))
    async with At(store, player, ClubGameStart(game, watches=False)) as anna:
        assert games.close(game)
        anna.app._show_news_of_game(game)
        await anna.pilot.pause()
        await anna.pilot.pause()
        assert "The game is over: the administrator closed it" in anna.text.splitlines()[-2]
        assert "the administrator closed it" in (await anna.press("enter")).splitlines()[-2]
    async with At(store, player, ClubGameStart(game, watches=False)) as again:
        assert "The game is over: the administrator closed it" in again.text


@pytest.mark.slow
async def test_own_games_are_updated_at_once_and_others_later(store, games):
    """A hundred lobbies that read their lists at every order slowed the games down."""
    own = new_game(games, (1, 0), (2, 0))
    async with At(store, 1) as anna:
        read: list[int] = []
        news = anna.app.context.lists.news

        def noted(most):
            read.append(most)
            return news(most)

        anna.app.context.lists.news = noted
        await anna.pilot.pause()
        del read[:]
        for _ in range(3):
            anna.app._show_news_of_game(ANY)
            await anna.pilot.pause()
        assert not read
        assert anna.app.screen._reload_timer is not None
        anna.app._show_news_of_game(own)
        await anna.pilot.pause()
        assert len(read) == 1
        assert anna.app.screen._reload_timer is None
        new = new_game(games, (2, 0), (None, 0))
        anna.app._show_news_of_game(new)
        await anna.pilot.pause()
        assert f"{new:<4}" in anna.text


@pytest.mark.slow
async def test_lists_fit_80_columns(store, games, people):
    people.register("christoph-maria v. x")
    game = new_game(games, (1, 0), (3, 0), scenario="bastogne/relief", pace=Pace(days=2))
    side = ClubSession(games, game, -1).game.side
    async with At(store, (1, 3)[side]) as one:
        head, line = one.text.splitlines()[1:3]
        assert head.endswith("since    left")
        assert line.startswith(f" > {game}    The Relief of Bastogne  ")
        assert line.endswith(" s      2 d")
        assert "9/17" in line
        assert one.text.count("...") == (not side), "only the long name is cut"
        assert "christoph-maria v. x" in one.text or side, "and the foot has it"
    async with At(store, 2) as bert:
        assert "WATCH (1)" in bert.text
        assert all(len(line) <= 80 for line in bert.text.splitlines())


def test_a_span_of_time_fits_its_column():
    for seconds in (0, 59, 60, 99 * 60, 100 * 60, 47 * 3_600, 48 * 3_600, 400 * DAY):
        assert len(span(seconds)) <= 6
        assert len(span(seconds - 0.001)) <= 6
    assert [span(99 * 60), span(100 * 60), span(2 * DAY)] == ["99 min", "1.7 h", "2 d"]


def test_a_new_time_limit_is_shown_in_full():
    """The list used to show three days as `2 d left` at once, and 120 minutes as `1 h left`."""
    given = {60: "1 min", 3_600: "60 min", 7_200: "2 h", 36_000: "10 h", DAY: "24 h", 2 * DAY: "2 d", 3 * DAY: "3 d"}
    assert {seconds: span(seconds - 0.5) for seconds in given} == given
    assert left(3 * DAY - 0.5) == "3 d left"
    assert [left(2.6 * DAY), left(1.75 * DAY), left(1), left(0)] == ["2.6 d left", "42 h left", "1 s left", "overdue"]


@pytest.mark.slow
async def test_a_challenge_names_the_player_and_your_side(store, games, people):
    people.register("Carla")
    new_game(games, (1, 0), (None, 0), wanted=3, pace=Pace(days=3))
    new_game(games, (None, 0), (1, 0), lot=True)
    async with At(store, 1) as anna:
        assert "yours, to Carla   you German  rated" in anna.text
        assert "yours, to anyone  random" in anna.text
    async with At(store, 3) as carla:
        assert "to you, from Anna  you U.S.  rated" in carla.text


@pytest.mark.slow
async def test_a_game_leads_back_to_the_lobby(store, games):
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    async with At(store, side + 1, ClubGameStart(game, watches=False)) as mover:
        assert mover.text.splitlines()[-1].endswith("q quit")
        assert "q: quit to the lobby (the game is saved)" in await mover.press("escape")
        assert "q: quit to the lobby (the game is saved)" in await mover.press("ctrl+c")
        assert "quit to the lobby; games are saved" in await mover.press("colon", *"lobby")
        await mover.press("escape", "q")
        assert "YOUR MOVE" in mover.text


@pytest.mark.slow
async def test_a_player_sets_a_holiday_and_clocks_of_days_stop(store, people):
    async with At(store, 1) as anna:
        assert "Type a number of days" in await anna.press("h", *"99", "enter")
        assert "you: Anna, away for 7 d" in await anna.press("h", *"7", "enter")
        assert people.by_number(1).away_until > time.time() + 6 * DAY
        assert "away for" not in await anna.press("h", "0", "enter")
    assert people.by_number(1).away_until == 0


@pytest.mark.slow
async def test_the_defense_can_be_set_for_all_games(store, games):
    new_game(games)
    async with At(store, 1) as anna:
        await anna.press("tab", "enter", "d", "d", "D")
        assert "In all games, old and new, the computer decides at once" in anna.text
    later, challenge = new_game(games, (2, 0), (1, 0)), new_game(games, (2, 0), (None, 0))
    Challenges(games).take_seat(challenge, 1, 1)
    for game in (1, later, challenge):
        assert {seat.name: seat.defends for seat in games.seats(game)} == {"Anna": "computer", "Bert": "ask"}


@pytest.mark.slow
async def test_recent_events_can_be_replayed(store, games):
    game, side, _ = handed_over(games)
    async with At(store, 2 - side) as other:
        await other.press("enter", "left_square_bracket")
        watched = other.app.screen
        while watched.replay is None:
            await other.pilot.pause(0.05)
        assert len(watched.replay.game.log) == 0
        assert "Watch:" in other.text
        assert games.seats(game)[1 - side].seen == 0, "what was watched again is still to be read"
        assert "SINCE YOU WERE LAST HERE" in await other.press("q")


@pytest.mark.slow
async def test_a_player_is_found_by_the_beginning_of_the_name(store, games, people):
    for name in ("Carla", "Dora"):
        people.register(name)
    async with At(store, 1) as anna:
        await anna.press("n", "down", "down", "down", "d")
        assert "Against:   Dora" in anna.text
        assert "Against:   Bert" in await anna.press("b")
        await anna.press("escape", "p", "tab")
        assert "Press Enter to challenge Bert" in await anna.press("down")
        assert "Against:   Bert" in await anna.press("enter")


def test_the_help_of_the_club_fits_the_smallest_screen():
    rows = help_rows(78)
    assert all(width_of(line) <= 78 for line in rows)
    texts = ["".join(span.text for span in line) for line in rows]
    commands = next(at for at, text in enumerate(texts) if text.startswith("Commands"))
    assert texts[: commands + 1] == [line[0].text for line in HELP_ROWS[: commands + 1]]  # no line is broken
    told = " ".join(" ".join(span.text for line in rows for span in line).split())
    assert "challenge --help lists the terms" in told


@pytest.mark.slow
async def test_the_ladder_of_an_earlier_season(store, games):
    for winner, at in ((0, 1.0), (1, time.time())):
        game = new_game(games)
        games.store.run("update game set turn = 2")
        games.give_up(game, 2 - winner, "gave up")
        store.run("update game set ended = ? where id = ?", at, game)
    Ratings(store).settle()
    async with At(store, 1) as anna:
        assert f"Ladder: {season()}" in await anna.press("p")
        assert "0 won of 1" in anna.text
        assert "1  computer 5" in anna.text
        await anna.press("enter")
        assert "Against:   the computer, level 5" in anna.text
        await anna.press("escape")
        assert "Ladder: 1970 winter" in await anna.press("left")
        assert "1 won of 1" in anna.text


@pytest.mark.slow
async def test_a_program_is_marked_on_every_page(store, games, people):
    game = new_game(games)
    people.mark_program(2, program=True)
    async with At(store, 1) as anna:
        await anna.press("tab", "enter")
        assert "Bert, a program" in anna.text
        await anna.press("escape", "p")
        assert "a program, joined" in anna.text
        games.store.run("update game set turn = 2")
        games.give_up(game, 1, "gave up")
        Ratings(store).settle()
        await anna.press("escape", "p")
        assert "1 won of 1, a program" in anna.text


@pytest.mark.slow
async def test_messages_are_news(store, games):
    game = new_game(games)
    games.talk.say(game, 2, "Your bridge or mine?")
    async with At(store, 1) as anna:
        assert f"Bert in {game}: Your bridge or mine?" in anna.text
    async with At(store, 2) as bert:
        assert "Your bridge" not in bert.text


async def test_long_news_go_on_in_a_second_line(store, games):
    games.announce("The club has two new puzzles, and a tournament of quick battles begins on the first of December.")
    async with At(store, 1) as anna:
        assert "The club has two new puzzles" in anna.text
        assert "the first of December." in " ".join(anna.text.split())


@pytest.mark.slow
async def test_a_player_whose_time_is_up_can_only_watch(store, games):
    game = new_game(games, pace=Pace(days=1), scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    async with At(store, side + 1, ClubGameStart(game, watches=False)) as late:
        time_passes(games, game, 2 * DAY)
        await late.press("E", "y")
        assert "time is up" in late.text
        assert TimeLimits(games.store).time_out(game, side, 2, "x")
        late.app._show_news_of_game(game)
        await late.pilot.pause()
        await late.press("E", "y", "enter", "less_than_sign")
        assert not games.entries(game)
        assert late.app.screen.play.seats.viewer == -1
        await late.press("q")
        assert "YOUR MOVE (0)" in late.text
        text = await late.press("tab", "enter")
        assert "Watch" in text
        assert "r draw" not in text
        assert "ran out of time, so the ratings count a loss" in text


@pytest.mark.slow
@pytest.mark.parametrize(("lot", "told"), [(False, True), (True, False)], ids=["for the U.S.", "at random"])
async def test_a_challenge_shows_the_aims_of_the_side_that_it_offers(store, games, lot, told):
    new_game(games, (1, 0), (None, 0), wanted=2, lot=lot, scenario="quick/noville")
    async with At(store, 2) as bert:
        await bert.pilot.resize_terminal(120, 40)
        await bert.press("tab", "enter")
        await bert.app.workers.wait_for_complete()
        await bert.pilot.pause()
        assert ("YOU  WIN" in bert.text) == told


@pytest.mark.slow
async def test_a_spectator_is_offered_no_sandboxes_and_a_copy_names_only_commands_that_exist(store, games):
    game = new_game(games, (1, 0), (2, 0))
    async with At(store, 3 - 1 - ClubSession(games, game, -1).game.side, ClubGameStart(game, watches=False)) as waits:
        assert "sandboxes" in waits.text.splitlines()[-1]
        told = await waits.press("colon", *"copy position", "enter")
        assert f"ssh CLUB board {game}" in told
        assert "ssh CLUB" not in await waits.press("colon", *"copy log", "enter")
    People(store).register("Carla", "key of Carla")
    async with At(store, 3, ClubGameStart(game, watches=True)) as watches:
        assert "look around" in watches.text.splitlines()[-1]
        assert "sandboxes" not in watches.text.splitlines()[-1]


@pytest.mark.slow
async def test_the_page_at_the_end_says_how_to_get_a_report(store, games):
    game, played = new_game(games, scenario="quick/noville"), begin("quick/noville")
    while played.outcome is None:
        played.apply("roll 3" if played.prompt.kind == "roll" else played.sample(1))
    side = ClubSession(games, game, -1).game.side
    assert games.change(game, 0, played.log, Mover(side, side + 1), "x", position_summary(played))
    async with At(store, 1, ClubGameStart(game, watches=False)) as anna:
        assert f"For a report, type ssh CLUB save {game} > mine.toml; westwall report mine.toml" in anna.text


@pytest.mark.slow
async def test_a_private_challenge_can_be_accepted_and_any_declined(store, games):
    game, other = (new_game(games, (1, 0), (None, 0), wanted=2, private=True) for _ in range(2))
    async with At(store, 2) as bert:
        assert "Accept this challenge" in await bert.press("tab", "enter")
        assert "x decline" in bert.text.splitlines()[-1]
        await bert.press("enter", "escape")
        assert games.head_of(game).version == 1
        await bert.press("tab", "enter", "x", *"decline", "enter")
        assert "CHALLENGES" not in bert.text
    async with At(store, 1) as anna:
        assert "CHALLENGES" not in anna.text
        await anna.press("o")
        assert "Bert declined the challenge" in anna.text
        assert "This challenge is over" in await anna.press("enter")
        await anna.press("enter")
    assert games.head_of(other).ended


@pytest.mark.slow
async def test_a_draw_offer_can_be_withdrawn(store, games):
    game = new_game(games)
    async with At(store, 1) as anna:
        await anna.press("tab", "enter", "r", *"draw", "enter")
        assert games.head_of(game).draw_side == 0
        assert "withdraw your draw offer" in await anna.press("r")
        await anna.press(*"withdraw", "enter")
        assert games.head_of(game).draw_side is None
        assert "you offer" not in anna.text


@pytest.mark.slow
async def test_every_page_has_its_help(store):
    async with At(store, 1) as anna:
        for keys in ((), ("escape", "n"), ("escape", "escape", "p")):
            await anna.press(*keys)
            assert "referee N [--json]" in await anna.press("question_mark", "end")


@pytest.mark.slow
async def test_a_challenge_that_is_gone_is_reported(store, games):
    """Enter on such a challenge used to close the screen."""
    game = new_game(games, (1, 0), (None, 0), wanted=2)
    async with At(store, 2) as bert:
        assert "CHALLENGES (1)" in bert.text
        Challenges(games).withdraw(game, 1)
        text = await bert.press("tab", "enter")
        assert f"game {game} is gone" in text
        assert "CHALLENGES" not in text
        new = new_game(games, (1, 0), (None, 0), wanted=2)
        bert.app._show_news_of_game(new)
        await bert.pilot.pause()
        assert "Accept this challenge" in await bert.press("tab", "enter")
        Challenges(games).withdraw(new, 1)
        bert.app._show_news_of_game(new)
        await bert.pilot.pause()
        assert f"game {new} is gone" in bert.text
        assert "it is not an open challenge to you" in await bert.press("enter")
        assert "YOUR MOVE" in await bert.press("escape")


@pytest.mark.slow
async def test_a_game_that_cannot_be_opened_keeps_its_page(store, games, monkeypatch):
    game = new_game(games, (1, 0), (2, 0))
    async with At(store, 1) as anna:
        await anna.press("tab", "enter")

        def gone(*_):
            raise Refused("game 1 is gone")

        monkeypatch.setattr(anna.app.context.games, "seats", gone)
        text = await anna.press("enter")
        assert f"Game {game}" in text
        assert "game 1 is gone" in text


@pytest.mark.slow
async def test_letters_and_digits_move_as_in_all_menus(store, games):
    for _ in range(3):
        new_game(games, (1, 0), (2, 0))
    async with At(store, 1) as anna:
        at = [anna.app.screen.at]
        for key in ("j", "2", "k", "8", "end", "home", "1", "7"):
            await anna.press(key)
            at.append(anna.app.screen.at)
        assert at == [0, 1, 2, 1, 0, 2, 0, 2, 0]
        assert "Game 1 " in await anna.press("5")
        await anna.press("escape", "n", "j", "j")
        assert anna.app.screen.at == 2
        before = anna.text
        assert before != await anna.press("l")
        assert before == await anna.press("h")
        await anna.press("j")
        assert "Against:   Bert" in await anna.press("slash", *"be", "enter")


@pytest.mark.slow
@pytest.mark.parametrize("keyset", ["left", "vi"])
async def test_the_keys_of_the_player_move_on_club_pages_too(store, games, people, keyset):
    people.keep_settings(1, Settings(keyset=keyset))
    for _ in range(2):
        new_game(games, (1, 0), (2, 0))
    async with At(store, 1) as anna:
        await anna.press({"left": "s", "vi": "j"}[keyset])
        assert anna.app.screen.at == 1


@pytest.mark.slow
async def test_no_screen_is_larger_than_the_largest_whatever_the_terminal_says(store):
    async with At(store, 1) as anna:
        assert anna.app._resized(Size(60_000, 60_000)).size == Size(*MAX_SCREEN)


@pytest.mark.slow
async def test_a_wide_lobby_shows_a_game_to_watch_and_the_ladder_beside_the_lists(store, games, people):
    people.register("Carla")
    new_game(games, (2, 0), (3, 0))
    games.announce("Two new puzzles")
    async with At(store, 1) as anna:
        await anna.pilot.resize_terminal(120, 40)
        await anna.pilot.pause()
        await anna.app.workers.wait_for_complete()
        await anna.pilot.pause()
        lines = anna.text.splitlines()
        assert lines[1].endswith("Bastogne: Spearhead: Bert - Carla")
        beside = [line[lines[1].index("|") + 2 :] for line in lines]
        assert f"LADDER  {season()}" in beside
        assert "Two new puzzles" in beside
        assert any(line.startswith("German 0 : U.S. ") for line in beside), beside
        assert all(len(line.rstrip()) < 120 for line in lines), "one column at the right is blank"


@pytest.mark.slow
async def test_a_finished_game_is_shown_with_its_board_and_the_points_of_each_side(store, games):
    number = new_game(games, (1, 0), (2, 0))
    games.give_up(number, 1, "the German player gave up")
    async with At(store, 1) as anna:
        await anna.press("o")
        await anna.app.workers.wait_for_complete()
        await anna.pilot.pause()
        assert "Bastogne: Spearhead" in anna.text
        assert "German 0 : U.S. 39" in anna.text, "above the board or in the list"
        assert "Senonchamps" in anna.text, "on the board"
        assert "The German player gave up" in anna.text, "below the board"
        await anna.press("enter")
        await anna.app.workers.wait_for_complete()
        await anna.pilot.pause()
        assert "Senonchamps" in anna.text, "on the board of the game's page"
        assert anna.text.count("German player gave up") == 1


@pytest.mark.slow
async def test_players_pause_a_game_give_time_and_claim_a_win_on_its_page(store, games):
    game = new_game(games, pace=Pace(days=1, late="claim"), scenario="hurtgen/historical")
    mover = ClubSession(games, game, -1).game.side + 1
    async with At(store, mover) as first, At(store, 3 - mover) as second:
        await first.press("enter")
        assert "A win on time must be claimed" in first.text
        assert "You offer a pause" in await first.press("p")
        assert "You offer a pause" not in await first.press("p")
        await first.press("p")
        await second.press("enter")
        assert "offers a pause. Press p to agree" in second.text
        assert "your move, paused" not in first.text
        assert "p pause  g give time" in second.text.splitlines()[-1]
        await second.press("p")
        assert "to move, paused for up to 7 d" in second.text
        assert "g give time" not in second.text
        assert "only while their clock runs" in await second.press("g")
        assert "offers a pause" in second.text.split("TALK")[1]
        assert (await second.press("p")).splitlines()[-1] == " Enter confirm  Esc cancel"
        await second.press(*"resume", "enter", "escape")
        assert "2 d" in second.text
        assert "only while their clock runs" in await second.press("enter", "g"), "the other clock rests"
        time_passes(games, game, DAY)
        assert "has one more day" in await second.press("g")
        time_passes(games, game, 9 * DAY)
        await second.press("escape", "down", "up")
        assert "is out of time: press Enter to claim the win" in second.text
        await second.press("enter")
        assert "You may claim the win (c), give them time (g), or wait" in second.text
        assert max(map(len, second.text.splitlines())) <= 80
        await second.press("c", *"claim", "enter")
    assert games.head_of(game).overstepped == mover - 1


async def test_the_report_of_a_month_is_a_page(store, games):
    games.give_up(new_game(games), 1, "the player gave up")
    games.give_up(old := new_game(games), 2, "the other player gave up")
    store.run("update game set ended = ended - ? where id = ?", 32 * DAY, old)
    moment = Moment(1.5, 0, 0, 1, "2 attacked 3 \u2212 and rolled 1.")
    told = json.dumps({"die": moment._asdict()})
    games.keep_report(old, told)
    async with At(store, 1) as anna:
        assert "  r month  " in anna.text.splitlines()[-1]
        text = await anna.press("r")
        assert "one public game ended" in text
        assert "LUCKIEST DIE" not in text
        text = await anna.press("left")
        assert f"> Anna in game {old} (Bastogne: Spearhead), turn 1" in text
        assert "2 attacked 3" in text
        assert f"{old}    Bastogne: Spearhead" in text
        assert "No public game ended before this month" in await anna.press("[")
        assert "LUCKIEST DIE" not in await anna.press("]")
        assert max(map(len, text.splitlines())) <= 80
