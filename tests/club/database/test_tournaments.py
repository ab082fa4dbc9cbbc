"""Tournaments: who may do what, each step once, and what becomes of players who are gone."""

import threading
import time
from collections import Counter

import pytest

from tests.club.conftest import match_of, time_passes
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Refused
from westwall_tui.club.database.tournaments import (
    MAX_A_DAY,
    MAX_JOINED,
    MAX_OPEN,
    MAX_WAIT,
    MOST,
    Plan,
    Tournaments,
)
from westwall_tui.club.pairings import BYE, SWISS, WIN
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.club.session import ClubSession, begin, match_result, position_summary
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.saves.matches import MatchResult

BATTLE = "quick/noville"
ANNA, BERT, CARLA, DORA = 1, 2, 3, 4
FOUR = (ANNA, BERT, CARLA, DORA)
MEMBERS = "Anna Bert Carla Dora Emil Frieda Georg Hilde Jan Karl Maria Nora Otto Paul Rita Sam Toni Uwe"
CUP = Plan("Winter cup", [BATTLE], kind="")
OTHER = CUP._replace(name="Summer cup")


@pytest.fixture
def people(store):
    """Return the players of a club with eighteen members."""
    people = People(store)
    for name in MEMBERS.split():
        people.register(name, f"key of {name}")
    return people


@pytest.fixture
def cups(store, people):
    """Return the club's tournaments."""
    return Tournaments(store)


@pytest.fixture
def thinker(open_store, people):
    """Return a thinker that checks clocks and tournaments at once."""
    return Thinker(open_store(), lambda _: None)


def begun(cups, thinker, plan=CUP, players=FOUR):
    """Return a tournament that has begun; the first player has made it."""
    number = cups.make(players[0], plan)
    for player in players[1:]:
        cups.join(number, player)
    if len(players) < plan.places:
        cups.start(number, players[0])
    thinker.check_clocks()
    return number


def going(games):
    """Return the games in progress."""
    return [game for (game,) in games.store.rows("select id from game where ended is null order by id")]


def lose(games, loser=min):
    """Let one player of each game in progress give up: the one with the lowest number, unless told otherwise."""
    for game in going(games):
        games.give_up(game, loser(seat.player for seat in games.seats(game) if seat.player), "gave up")


def to_the_end(games, cups, thinker, number):
    """Play a tournament to its end, and return its table by names: half points and rounds that count."""
    for _ in range(40):
        if cups.one(number).ended is not None:
            break
        lose(games)
        thinker.check_clocks()
    found = cups.one(number)
    assert found.ended is not None
    return [(found.name_of(row.player), row.halves, row.played) for row in cups.table(found)]


def met(cups, number):
    """Return how often each two players have met."""
    found = cups.one(number)
    return Counter(
        frozenset((found.entrants[each.first - 1].player, found.entrants[each.second - 1].player))
        for each in cups.pairings(number)
        if each.second != BYE
    )


# -- from the start to the end


def test_a_round_robin_is_played_to_its_end(games, cups, thinker, store):
    number = begun(cups, thinker)
    assert len(going(games)) == 2
    assert {*store.rows("select rated, late, days, private from game")} == {(1, "lost", 3, 0)}
    assert to_the_end(games, cups, thinker, number) == [("Dora", 6, 3), ("Carla", 4, 3), ("Bert", 2, 3), ("Anna", 0, 3)]
    assert [*met(cups, number).values()] == [1] * 6
    assert [text.partition(":")[0] for text in Lists(store).news(9)] == [
        "Winter cup is over, won by Dora.",
        "Winter cup has begun, round robin",
    ]
    thinker.check_clocks()
    assert len(store.rows("select 1 from pairing")) == 6


def test_a_match_of_two_games_is_one_pairing(games, cups, thinker):
    number = begun(cups, thinker, CUP._replace(kind="mirrored"))
    assert len(going(games)) == 4
    first = going(games)[0]
    match = match_of(games, first)
    loser = games.seats(first)[0].player
    games.give_up(first, loser, "gave up")
    thinker.check_clocks()
    assert [each.halves for each in cups.pairings(number)] == [None, None], "the second game goes on"
    games.give_up(match.games[1], loser, "gave up")
    thinker.check_clocks()
    (done,) = [each for each in cups.pairings(number) if each.halves]
    assert (done.halves, done.lead) == ((0, WIN), match_of(games, first).match.margin)
    assert done.lead <= -2 * 5 * 4, "four Game-Turns are left of each game"
    to_the_end(games, cups, thinker, number)
    assert [*met(cups, number).values()] == [1] * 6


def test_a_swiss_tournament_pairs_players_with_equal_points(games, cups, thinker):
    number = begun(cups, thinker, CUP._replace(system=SWISS, times=2), range(1, 9))
    lose(games)
    thinker.check_clocks()
    second = [each for each in cups.pairings(number) if each.round == 2]
    won = {each.first if each.halves[0] else each.second for each in cups.pairings(number) if each.round == 1}
    assert [{each.first, each.second} <= won or not {each.first, each.second} & won for each in second] == [True] * 4
    to_the_end(games, cups, thinker, number)
    assert {*met(cups, number).values()} == {1}


def test_a_series_begins_when_both_are_there_and_plays_the_battles_in_turn(games, cups, thinker, store):
    plan = CUP._replace(places=2, times=3, scenarios=[BATTLE, "hurtgen/free"], wanted=BERT)
    number = cups.make(ANNA, plan)
    with pytest.raises(Refused, match="it is for one other player"):
        cups.join(number, CARLA)
    cups.join(number, BERT)
    thinker.check_clocks()
    to_the_end(games, cups, thinker, number)
    assert store.rows("select scenario from game order by id") == [(BATTLE,), ("hurtgen/free",), (BATTLE,)]
    with_side_0 = [games.seats(game)[0].player for game in (1, 2, 3)]
    assert with_side_0 in ([ANNA, BERT, ANNA], [BERT, ANNA, BERT])


def test_an_odd_number_of_players_has_a_bye_or_the_computer(games, cups, thinker, store):
    number = begun(cups, thinker, players=range(1, 6))
    assert sum(each.second == BYE for each in cups.pairings(number)) == 1
    assert {played for *_, played in to_the_end(games, cups, thinker, number)} == {5}
    other = begun(cups, thinker, OTHER._replace(level=1, options={"start-german": 5}), players=(6, 7, 8))
    assert "level 1" in [each.name for each in cups.one(other).entrants]
    rated = dict(store.rows("select s.level, min(g.rated) from game g join seat s on s.game = g.id group by s.level"))
    assert rated == {0: 0, 1: 0}, "with points at the start, nobody is rated against the computer"


def test_a_tournament_begins_at_its_time_or_is_over_with_too_few_players(cups, thinker, store):
    number = cups.make(ANNA, CUP._replace(starts=time.time() + DAY))
    for player in (BERT, CARLA, DORA):
        cups.join(number, player)
    few = cups.make(BERT, OTHER._replace(starts=time.time() + DAY))
    thinker.check_clocks()
    assert [cups.one(each).started for each in (number, few)] == [None, None]
    store.run("update tournament set starts = starts - ?", DAY + 1)
    with pytest.raises(Refused, match="it has begun"):
        cups.join(few, ANNA)
    thinker.check_clocks()
    assert cups.one(number).round == 1
    assert cups.one(few).outcome == "too few players joined"


# -- who may do what


def test_only_the_organizer_starts_a_tournament_and_only_with_enough_players(cups):
    number = cups.make(ANNA, CUP)
    with pytest.raises(Refused, match="needs 4 players"):
        cups.start(number, ANNA)
    for player in (BERT, CARLA, DORA):
        cups.join(number, player)
    with pytest.raises(Refused, match="only its organizer"):
        cups.start(number, BERT)
    assert cups.one(number).plan.starts is None


def test_nobody_joins_twice_or_too_late(cups, thinker, store):
    number = begun(cups, thinker)
    before = store.rows("select * from entrant order by number")
    for player in (ANNA, 5):
        with pytest.raises(Refused, match="it has begun"):
            cups.join(number, player)
    with pytest.raises(Refused, match="has begun already"):
        cups.start(number, ANNA)
    assert store.rows("select * from entrant order by number") == before
    with pytest.raises(Refused, match="has the name winter CUP already"):
        cups.make(BERT, CUP._replace(name="winter CUP"))
    other = cups.make(BERT, OTHER)
    with pytest.raises(Refused, match="you take part already"):
        cups.join(other, BERT)
    with pytest.raises(Refused, match="there is no tournament 99"):
        cups.join(99, BERT)


def test_there_is_no_seventeenth_player(cups, thinker):
    number = cups.make(ANNA, CUP)
    for player in range(2, MOST + 1):
        cups.join(number, player)
    with pytest.raises(Refused, match="it has begun"):
        cups.join(number, MOST + 1)
    thinker.check_clocks()
    assert (cups.one(number).round, len(cups.one(number).entrants)) == (1, MOST)


def test_a_player_cannot_flood_the_club_with_tournaments(cups, store):
    names = (f"Cup {n}" for n in range(100, 200))

    def make(player):
        return cups.make(player, CUP._replace(name=next(names)))

    for _ in range(MAX_OPEN):
        make(ANNA)
    with pytest.raises(Refused, match="unfinished"):
        make(ANNA)
    store.run("update tournament set ended = 1")
    for _ in range(MAX_A_DAY - MAX_OPEN):
        make(ANNA)
    store.run("update tournament set ended = 1")
    with pytest.raises(Refused, match="in a day"):
        make(ANNA)
    store.run("update tournament set made = made - ?", DAY + 1)
    make(ANNA)
    for player in range(2, MAX_JOINED + 1):
        cups.join(make(player), ANNA)
    with pytest.raises(Refused, match="at a time"):
        cups.join(make(9), ANNA)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"name": "a\x1b[2Jb"}, "letters"),
        ({"name": "[bold]x"}, "letters"),
        ({"name": "x" * 31}, "letters"),
        ({"scenarios": []}, "battles"),
        ({"system": "knockout"}, "its system"),
        ({"kind": "best-of-three"}, "one game or two"),
        ({"places": 17}, "4 to 16 players"),
        ({"places": 3}, "4 to 16 players"),
        ({"places": 2, "system": SWISS, "times": 2}, "two players"),
        ({"wanted": BERT}, "one opponent"),
        ({"times": 3}, "1 to 2 rounds"),
        ({"system": SWISS, "times": 1}, "2 to 9 rounds"),
        ({"places": 2, "times": 10}, "1 to 9 rounds"),
        ({"pace": Pace()}, "a number of days"),
        ({"pace": Pace(clock=3_600)}, "a number of days"),
    ],
)
def test_an_impossible_plan_is_refused(cups, wrong, reason):
    with pytest.raises(Refused, match=reason):
        cups.make(ANNA, CUP._replace(**wrong))


def test_a_barred_player_neither_makes_nor_joins_nor_starts(cups, people, store):
    number = cups.make(ANNA, CUP)
    people.bar(ANNA)
    people.bar(BERT)
    for act in (
        lambda: cups.make(BERT, CUP),
        lambda: cups.join(number, BERT),
        lambda: cups.start(number, ANNA),
        lambda: cups.withdraw(number, ANNA),
    ):
        with pytest.raises(Refused, match="only members"):
            act()
    assert len(store.rows("select 1 from entrant")) == 1


# -- players who are gone


def test_a_player_who_withdraws_loses_the_games_and_the_others_go_on(games, cups, thinker):
    number = begun(cups, thinker, CUP._replace(kind="mirrored"))
    lost = cups.withdraw(number, ANNA)
    assert len(lost) == 2
    with pytest.raises(Refused, match="don't take part"):
        cups.withdraw(number, ANNA)
    thinker.check_clocks()
    (done,) = [each.halves for each in cups.pairings(number) if each.halves]
    assert WIN in done
    table = to_the_end(games, cups, thinker, number)
    assert table == [("Dora", 6, 3), ("Carla", 4, 3), ("Bert", 2, 3), ("Anna", 0, 1)]
    assert not any({ANNA} & pair for pair in list(met(cups, number))[2:]), "no more games with Anna"


def test_before_the_start_a_player_leaves_and_the_organizer_takes_it_back(cups, store):
    number = cups.make(ANNA, CUP)
    cups.join(number, BERT)
    cups.join(number, CARLA)
    assert cups.withdraw(number, BERT) == []
    assert [each.name for each in cups.one(number).entrants] == ["Anna", "Carla"]
    cups.join(number, BERT)
    assert cups.withdraw(number, ANNA) == []
    assert not store.rows("select 1 from entrant union all select 1 from tournament")


def test_nobody_spoils_a_full_tournament_by_withdrawing_at_once(cups, thinker):
    number = cups.make(ANNA, CUP._replace(places=2))
    cups.join(number, BERT)
    for player in (BERT, ANNA):
        with pytest.raises(Refused, match="Winter cup begins in a moment"):
            cups.withdraw(number, player)
    thinker.check_clocks()
    assert cups.one(number).started is not None
    assert len(cups.withdraw(number, BERT)) == 1


def test_barred_and_forgotten_players_withdraw(games, cups, people, thinker, store):
    number = begun(cups, thinker, CUP._replace(name="Bert's cup"))
    people.bar(ANNA)
    people.delete(BERT)
    assert cups.one(number).plan.name == "gone 2's cup"
    thinker.check_clocks()
    assert {each.name for each in cups.one(number).entrants if each.withdrew} == {"Anna", "gone 2"}
    table = to_the_end(games, cups, thinker, number)
    assert [name for name, *_ in table][:2] == ["Dora", "Carla"]
    assert not any("Bert" in text for text in Lists(store).news(9))
    assert any("gone 2" in text for text in Lists(store).news(9))
    people.bar(ANNA, barred=False)
    with pytest.raises(Refused, match="don't take part"):
        cups.withdraw(number, ANNA)


def test_a_tournament_of_a_barred_organizer_does_not_begin(cups, people, thinker, store):
    cups.join(cups.make(ANNA, CUP), BERT)
    other = cups.make(BERT, OTHER)
    people.bar(ANNA)
    thinker.check_clocks()
    assert [each.id for each in cups.listed()] == [other]
    store.run("update tournament set made = made - ?", MAX_WAIT + 1)
    thinker.check_clocks()
    assert not cups.listed(), "it has waited too long for players"


def test_if_all_clocks_run_out_the_tournament_ends(games, cups, thinker):
    number = begun(cups, thinker, CUP._replace(kind="mirrored"))
    for _ in range(3):
        for game in going(games):
            time_passes(games, game, 4 * DAY)
        thinker.check_clocks()
    found = cups.one(number)
    assert found.ended is not None
    assert sum(row.halves for row in cups.table(found)) == 2 * 6


def test_all_players_may_withdraw(games, cups, thinker, store):
    number = begun(cups, thinker)
    for player in FOUR:
        cups.withdraw(number, player)
    thinker.check_clocks()
    assert cups.one(number).ended is not None
    assert Lists(store).news(1) == ["Winter cup is over, and all players withdrew."]
    assert not going(games)


def test_two_players_cannot_let_the_others_wait(games, cups, thinker):
    begun(cups, thinker)
    for seat in games.seats(1):
        with pytest.raises(Refused, match="only a series allows that"):
            Agreements(games).offer_pause(1, seat.player)
    waits = 1 - games.store.row("select to_decide from game where id = 1")[0]
    with pytest.raises(Refused, match="would have to wait"):
        Agreements(games).give_time(1, games.seats(1)[waits].player)
    begun(cups, thinker, OTHER._replace(places=2), (5, 6))
    series = going(games)[-1]
    for game, reason in ((1, "would have to wait"), (series, "asks your opponent to let")):
        mover = ClubSession(games, game, waits, games.seats(game)[1 - waits].player)
        mover.apply(mover.game.sample(1))
        mover.undo()
        mover.apply(mover.game.sample(1))
        games.mark_seen(game, games.seats(game)[waits].player, len(mover.game.log))
        with pytest.raises(IllegalOrder, match=reason):
            mover.undo()
    assert [Agreements(games).offer_pause(series, player) for player in (5, 6)] == [False, True]


# -- the administrator


def test_a_closed_game_gives_no_points(games, cups, thinker):
    number = begun(cups, thinker, CUP._replace(kind="mirrored"))
    first = cups.pairings(number)[0]
    game = going(games)[0]
    games.close(game)
    lose(games)
    thinker.check_clocks()
    assert cups.pairings(number)[0].halves == (0, 0)
    assert first.halves is None
    assert cups.one(number).round == 2


def test_the_games_of_a_cancelled_tournament_go_on(games, cups, thinker):
    number = begun(cups, thinker)
    cups.cancel(number)
    with pytest.raises(Refused, match="is over"):
        cups.cancel(number)
    assert len(going(games)) == 2
    lose(games)
    thinker.check_clocks()
    assert cups.one(number).round == 1
    with pytest.raises(Refused, match="is over"):
        cups.withdraw(number, ANNA)


# -- each step once


def test_a_result_that_arrives_twice_counts_once(games, cups, thinker):
    number = begun(cups, thinker)
    game = going(games)[0]
    games.give_up(game, games.seats(game)[0].player, "gave up")
    opening = position_summary(begin(BATTLE))
    Challenges(games).keep_result(game, match_result(games, game), opening)
    before = cups.pairings(number)
    Challenges(games).keep_result(game, MatchResult(0, 99, 9), opening)
    assert not games.give_up(game, games.seats(game)[1].player, "gave up")
    assert cups.pairings(number) == before
    assert [each.halves for each in before].count((0, WIN)) == 1


def test_a_thinker_that_is_late_begins_no_round(games, cups, thinker, open_store):
    number = begun(cups, thinker)
    lose(games)
    for decided in Challenges(games).without_result():
        Challenges(games).keep_result(decided, match_result(games, decided), position_summary(begin(BATTLE)))
    (seen,) = cups.due(time.time())
    game = begin(BATTLE)
    digest, opening = game.scenario.digest, position_summary(game)
    assert len(cups.advance(seen, digest, opening)) == 2
    assert Tournaments(open_store()).advance(seen, digest, opening) == []
    assert (cups.one(number).round, len(going(games))) == (2, 2)


def test_two_thinkers_at_once_begin_each_round_once(games, cups, people, open_store):
    number = cups.make(ANNA, CUP)
    for player in (BERT, CARLA, DORA):
        cups.join(number, player)
    cups.start(number, ANNA)
    thinkers = [Thinker(open_store(), lambda _: None) for _ in range(3)]
    for _ in range(3):
        running = [threading.Thread(target=each.check_clocks) for each in thinkers]
        for each in running:
            each.start()
        for each in running:
            each.join()
        lose(games)
    assert [*met(cups, number).values()] == [1] * 6
    assert len(games.store.rows("select 1 from game")) == 6


def test_a_thinker_that_dies_in_the_middle_of_a_step_leaves_nothing(games, cups, thinker, store, monkeypatch):
    number = cups.make(ANNA, CUP)
    for player in (BERT, CARLA, DORA):
        cups.join(number, player)
    cups.start(number, ANNA)
    new_game, calls = Challenges.new_game, Counter[str]()

    def dies(self, *args, **how):
        calls["new"] += 1
        if calls["new"] == 2:
            raise OSError("killed")
        return new_game(self, *args, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Challenges, "new_game", dies)
        thinker.check_clocks()
    assert calls["new"] == 2
    assert not store.rows("select 1 from game union all select 1 from pairing")
    assert cups.one(number).started is None
    assert not Lists(store).news(1)
    thinker.check_clocks()
    assert len(going(games)) == 2
