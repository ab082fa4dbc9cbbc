"""Challenges with even chances: points at the start, matches of two games, sealed bids, and random battles."""

import io

import pytest

from tests.club.conftest import match_of, time_passes
from westwall_tui.club.challenges import Terms, accept, find_scenario, send
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.challenges import Challenges, PlayersBid
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.ratings import Rating, Ratings, season
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.server.player_commands import PlayerCommands
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.club.session import ClubSession, begin, open_game, position_summary
from westwall_tui.engine import queries
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.bids import Bid
from westwall_tui.files.saves.matches import MatchResult
from westwall_tui.files.scenarios.random_battles import listed_battles

pytestmark = pytest.mark.usefixtures("people")
BATTLE = "arnhem/historical"
"""Side 0 are the Allies. At first, neither side has points."""
ANNA, BERT, CARLA = 1, 2, 3


def challenge(games: Games, **terms) -> int:
    """Return a challenge by Anna, who has side 0."""
    return send(games, ANNA, Terms(BATTLE, **terms))


def match(games: Games, **terms) -> int:
    """Return the first game of a match that Bert has accepted."""
    number = challenge(games, match="mirrored", **terms)
    accept(games, number, BERT)
    games.store.run("update game set turn = 2")
    return number


@pytest.fixture
def typed(games, people):
    """Return a function that runs a command of a player, and returns its output or the refusal."""

    def run(player: int, line: str) -> str:
        out = io.StringIO()
        commands = PlayerCommands(games, people, people.by_number(player), lambda _: None, io.StringIO(), out)
        word, *rest = line.split()
        try:
            getattr(commands, {"games": "games_of", "give": "give_time", "claim": "claim_win"}.get(word, word))(rest)
        except FileError as error:
            return error.faults[0].reason
        return out.getvalue()

    return run


def points(games: Games, number: int) -> tuple[int, int]:
    return queries.totals(ClubSession(games, number, -1).game)


def players(games: Games, number: int) -> list[str]:
    return [seat.name for seat in games.seats(number)]


# -- points at the start


def test_points_at_the_start_count_in_the_game(games, store):
    number = challenge(games, options={"start-german": 3})
    listed = Lists(store).one(number, BERT)
    assert listed is not None
    assert [*listed.terms] == ["three points at the start for the Germans"]
    accept(games, number, BERT)
    assert points(games, number) == (0, 3)
    assert store.one("select points from game where id = ?", number) == ("0 : 3",)


def test_the_sides_of_a_scenario_keep_their_ratings_if_chances_were_made_even(games, store):
    number = challenge(games, options={"start-german": 3})
    accept(games, number, BERT)
    games.store.run("update game set turn = 2")
    assert games.give_up(number, BERT, "gave up")
    ratings = Ratings(store)
    assert ratings.settle() == [number]
    assert ratings.of(f"player {ANNA}").mu > Rating().mu
    assert ratings.of(f"side {BATTLE} 0").games == 0


def test_a_game_with_points_against_the_computer_is_not_rated(games, store):
    """The computer accepts any points, so a player could choose to win."""
    points = {"start-allied": 99}
    for options, match, rated in ((points, "", 0), (points, "mirrored", 1), ({}, "", 1), ({}, "best-of-three", 0)):
        number = challenge(games, level=2, options=options, match=match)
        assert store.one("select rated from game where id = ?", number) == (rated,)


# -- matches


def test_a_match_is_two_games_with_the_sides_switched(games, store):
    number = match(games, pace=Pace(days=3), options={"start-german": 2})
    first, second = match_of(games, number).games
    assert [players(games, game) for game in (first, second)] == [["Anna", "Bert"], ["Bert", "Anna"]]
    assert [points(games, game) for game in (first, second)] == [(0, 2), (0, 2)]
    decides = games.head_of(first) and store.row("select to_decide from game where id = ?", first)[0]
    for game, player in ((first, (ANNA, BERT)[decides]), (second, (BERT, ANNA)[decides])):
        assert store.row("select due - since from game where id = ?", game) == (pytest.approx(3 * DAY, abs=1),)
        mover = ClubSession(games, game, -1, player, "x")
        mover.apply(mover.game.sample(1))
    assert Challenges(games).match_of(second) == Challenges(games).match_of(first)


def test_the_computer_plays_a_match(games):
    number = challenge(games, match="mirrored", level=2)
    assert [players(games, game) for game in match_of(games, number).games] == [["Anna", ""], ["", "Anna"]]


def test_a_match_is_rated_once_by_the_sum_of_its_margins(games, store):
    """Bert wins one game by more than Anna wins the other."""
    number = match(games)
    first, second = match_of(games, number).games
    ratings, thinker = Ratings(store), Thinker(store, lambda _: None)
    store.run("update game set options = '{\"start-german\": 7}' where id = ?", second)
    assert games.give_up(second, BERT, "gave up"), "Bert has side 0, and is behind by 7"
    thinker.check_clocks()
    assert not ratings.ladder(season()), "the other game goes on"
    assert games.give_up(first, ANNA, "gave up")
    thinker.check_clocks()
    assert [(result.winner, result.margin) for result in match_of(games, number).match.results] == [
        (1, -50),
        (0, 57),
    ]
    assert [(name, played, won) for _, name, _, played, won in ratings.ladder(season())] == [
        ("Anna", 1, 1),
        ("Bert", 1, 0),
    ]
    assert ratings.of(f"side {BATTLE} 0").games == 0


def test_a_game_lost_on_time_counts_as_it_was_then(games, store):
    """The computer plays on, and the opponent, who has won, then even concedes to it."""
    number = match(games, pace=Pace(days=1))
    side = store.row("select to_decide from game where id = ?", number)[0]
    time_passes(games, number, 2 * DAY)
    assert TimeLimits(games.store).time_out(number, side, 2, "overstepped")
    store.run("update game set thinker = 'one'")
    computer = ClubSession(games, number, side, 0, "the computer", thinker="one")
    while computer.game.side == side:
        computer.apply("done" if computer.game.explain("done") is None else computer.game.sample(1))
    opponent = ClubSession(games, number, -1, 2 - side, "x")
    opponent.apply("concede")
    Thinker(store, lambda _: None).check_clocks()
    (result,) = match_of(games, number).match.results
    assert (result.winner, result.margin) == (1 - side, 50 if side else -50)


def test_a_match_counts_even_if_one_game_is_given_up_at_once(games, store):
    """Otherwise the loser of the first game would give up the second one unrated."""
    number = match(games)
    first, second = match_of(games, number).games
    assert games.give_up(first, BERT, "gave up")
    games.store.run("update game set turn = 1 where id = ?", second)
    assert games.give_up(second, BERT, "gave up")
    Thinker(store, lambda _: None).check_clocks()
    assert [name for _, name, *_ in Ratings(store).ladder(season())] == ["Anna", "Bert"]


def test_a_match_with_a_closed_game_is_not_rated(games, store):
    number = match(games)
    first, second = match_of(games, number).games
    games.close(first)
    games.give_up(second, ANNA, "gave up")
    Thinker(store, lambda _: None).check_clocks()
    assert not Ratings(store).ladder(season())


def test_the_games_of_a_match_show_how_it_stands(games, store):
    number = match(games)
    first, second = match_of(games, number).games
    anna = ClubSession(games, second, -1, ANNA, "Anna")
    assert anna.match_in_bar == "game 2 of 2"
    assert games.give_up(first, BERT, "gave up")
    Thinker(store, lambda _: None).check_clocks()
    anna.hear()
    assert anna.match_in_bar == "game 2 of 2, Anna +50"
    bert = ClubSession(games, second, -1, BERT, "Bert")
    bert.apply("concede")
    (result,) = bert.match_after_game()
    assert result == "The match goes to Anna, by the sum of the leads: Anna +100 (Anna +50, Anna +50)."


# -- the third game of a match


def best_of_three(games, *losers, **terms):
    """Return the games of a best of three in which these players have given up the first games, one each."""
    number = challenge(games, match="best-of-three", **terms)
    accept(games, number, BERT)
    for game, loser in zip(match_of(games, number).games, losers, strict=False):
        games.store.run("update game set turn = 2 where id = ?", game)
        assert games.give_up(game, loser, "gave up")
    Thinker(games.store, lambda _: None).check_clocks()
    return [*match_of(games, number).games]


def test_the_third_game_has_the_terms_and_sides_of_the_first(games, store):
    first, _, third = best_of_three(games, BERT, ANNA, pace=Pace(days=3), options={"start-german": 2})
    assert players(games, third) == players(games, first) == ["Anna", "Bert"]
    assert (games.head_of(third).orders, points(games, third)) == (0, (0, 2))
    (decides,) = store.row("select to_decide from game where id = ?", third)
    assert store.row("select due - since from game where id = ?", third) == (pytest.approx(3 * DAY, abs=1),)
    mover = ClubSession(games, third, -1, (ANNA, BERT)[decides], "x")
    mover.apply(mover.game.sample(1))
    assert mover.match_in_bar == "game 3 of 3"
    Thinker(store, lambda _: None).check_clocks()
    assert len(match_of(games, first).games) == 3, "it begins once"


def test_a_best_of_three_is_rated_once_for_more_wins(games, store):
    *_, third = best_of_three(games, BERT, ANNA)
    ratings = Ratings(store)
    assert not ratings.ladder(season())
    assert games.give_up(third, ANNA, "gave up")
    Thinker(store, lambda _: None).check_clocks()
    assert [(name, played, won) for _, name, _, played, won in ratings.ladder(season())] == [
        ("Bert", 1, 1),
        ("Anna", 1, 0),
    ]
    (result,) = ClubSession(games, third, -1).match_after_game()
    assert result.startswith("The match goes to Bert, by games won (2 : 1): ")
    assert ratings.of(f"side {BATTLE} 0").games == 0


def test_two_wins_decide_a_best_of_three(games, store):
    assert len(best_of_three(games, BERT, BERT)) == 2
    assert [(name, won) for _, name, _, _, won in Ratings(store).ladder(season())] == [("Anna", 1), ("Bert", 0)]


@pytest.mark.parametrize("losers", [(), (BERT,)], ids=["none", "one"])
def test_no_third_game_begins_before_the_first_two_are_decided(games, losers):
    """Not even from results that are forged: a result counts only once its game is decided."""
    numbers = best_of_three(games, *losers)
    opening = position_summary(begin(BATTLE))
    for number, winner in zip(numbers, (1, 0), strict=True):
        Challenges(games).keep_result(number, MatchResult(winner, 0, 0), opening)
    assert [*match_of(games, numbers[0]).games] == numbers
    assert len(match_of(games, numbers[0]).results) == len(losers)


def test_a_result_is_not_changed(games):
    first, second, third = best_of_three(games, BERT, ANNA)
    before = Challenges(games).match_of(third)
    for number in (first, second):
        Challenges(games).keep_result(number, MatchResult(0, 99, 9), position_summary(begin(BATTLE)))
    assert Challenges(games).match_of(third) == before


def test_no_third_game_follows_a_closed_one(games, store):
    numbers = best_of_three(games, BERT)
    games.close(numbers[1])
    Thinker(store, lambda _: None).check_clocks()
    assert [*match_of(games, numbers[0]).games] == numbers
    assert not Ratings(store).ladder(season())


def test_a_player_who_ran_out_of_time_plays_the_third_game(games, store):
    first, second = best_of_three(games, pace=Pace(days=1))
    (late,) = store.row("select to_decide from game where id = ?", first)
    time_passes(games, first, 2 * DAY)
    assert TimeLimits(games.store).time_out(first, late, 2, "overstepped")
    assert games.give_up(second, (BERT, ANNA)[late], "gave up")
    Thinker(store, lambda _: None).check_clocks()
    third = match_of(games, first).games[2]
    assert [(seat.name, seat.level) for seat in games.seats(third)] == [("Anna", 0), ("Bert", 0)]


def test_a_best_of_three_needs_no_screen(games, typed):
    typed(ANNA, "challenge arnhem/historical --side Allied --match best-of-three")
    assert "a best of three" in typed(BERT, "games")
    typed(BERT, "accept 1")
    for game, loser in ((1, ANNA), (2, BERT)):
        assert games.give_up(game, loser, "gave up")
    Thinker(games.store, lambda _: None).check_clocks()
    assert (
        "      The other games of the match are 1 and 2. After game 2 of 3, the match is even. "
        "Game 3 decides, with the sides of game 1." in typed(ANNA, "games").splitlines()
    )


# -- bids


ALLIED, GERMAN = 0, 1


@pytest.mark.parametrize(
    ("anna", "bert", "seats", "given"),
    [
        (Bid(ALLIED, 5), "Allied=3", ["Anna", "Bert"], (0, 5)),
        (Bid(ALLIED, 3), "Allied=5", ["Bert", "Anna"], (0, 5)),
        (Bid(GERMAN, 4), "German=4", ["Bert", "Anna"], (4, 0)),
        (Bid(GERMAN, 4), "Allied=6", ["Bert", "Anna"], (0, 6)),
        (Bid(ALLIED, 0), "Allied=0", ["Anna", "Bert"], (0, 0)),
    ],
    ids=["challenger", "other", "equal", "both their sides", "nothing"],
)
def test_the_higher_bid_has_its_side_and_the_enemy_the_points(games, store, anna, bert, seats, given):
    number = challenge(games, bid=anna)
    accept(games, number, BERT, bert)
    assert players(games, number) == seats
    assert points(games, number) == given
    assert store.one("select points from game where id = ?", number) == (f"{given[0]} : {given[1]}",)
    bid = Bid.read(ClubSession(games, number, -1).game.scenario, bert)
    known = [PlayersBid(ANNA, "Anna", anna), PlayersBid(BERT, "Bert", bid)]
    assert all(Challenges(games).bids(number, player) == known for player in (ANNA, BERT, CARLA))


def answers(store, games: Games, people, player: int, number: int) -> list[object]:
    """Return everything that the club tells a player about a challenge."""
    lists, who = Lists(store), people.by_number(player)
    told: list[object] = [lists.of(player), lists.challenges(player), lists.one(number, player), lists.all()]
    told += [games.head(number), games.seats(number), games.since(number, -1), Challenges(games).bids(number, player)]
    told += [games.entries(number), Challenges(games).match_of(number), games.talk.read(number), people.by_number(ANNA)]
    for word, *rest in (("games",), ("board", str(number)), ("save", str(number)), ("accept", str(number))):
        out = io.StringIO()
        commands = PlayerCommands(games, people, who, lambda _: None, io.StringIO(), out)
        try:
            getattr(commands, {"games": "games_of"}.get(word, word))(rest)
        except FileError as error:
            told.append(str(error))
        told.append("\n".join(line for line in out.getvalue().splitlines() if not line.startswith("saved =")))
    session = open_game(games, number, who, lambda _: None, watches=True)
    return [*told, session.game.log, session.game.digest(), session.game.rules.options, session.waiting, session.hear()]


@pytest.mark.parametrize("player", [BERT, CARLA], ids=["opponent", "spectator"])
def test_nothing_that_others_read_depends_on_a_sealed_bid(games, people, store, player):
    people.register("Carla")
    store.run("update player set since = 0")
    bids = Bid(ALLIED, 5), Bid(GERMAN, 777)
    number, other = (challenge(games, bid=bid) for bid in bids)
    assert games.seats(number) == games.seats(other), "wherever the challenger wants to sit"
    assert Challenges(games).withdraw(other, ANNA)
    told = []
    for bid in bids:
        store.run("update bid set side = ?, points = ? where game = ?", *bid, number)
        told.append(answers(store, games, people, player, number))
        assert not Challenges(games).bids(number, player)
        assert [each.bid for each in Challenges(games).bids(number, ANNA)] == [bid], "the challenger's own bid"
    assert told[0] == told[1]


def test_an_open_challenge_to_a_match_with_a_bid_can_still_be_accepted(games, store):
    """Earlier versions allowed bids in matches."""
    number = challenge(games, bid=Bid(ALLIED, 3))
    store.run("update game set pair = id, match_kind = 'mirrored' where id = ?", number)
    accept(games, number, BERT, "Allied=5")
    first, second = match_of(games, number).games
    assert [players(games, game) for game in (first, second)] == [["Bert", "Anna"], ["Anna", "Bert"]]
    assert [points(games, game) for game in (first, second)] == [(0, 5), (0, 5)]


def test_a_declined_bid_stays_sealed(games):
    number = challenge(games, bid=Bid(ALLIED, 5), wanted=BERT)
    assert Challenges(games).decline(number, BERT)
    assert not Challenges(games).bids(number, BERT)


def test_a_bid_that_is_in_cannot_be_changed(games, people, store):
    people.register("Carla")
    number = challenge(games, bid=Bid(ALLIED, 5))

    def state() -> list[object]:
        return [store.rows(f"select * from {table} order by 1, 2") for table in ("bid", "game", "seat")]

    before = state()
    for player, typed in (
        *((ANNA, "Allied=9"), (BERT, ""), (BERT, "9"), (BERT, "Allied=-1"), (BERT, "Allied=1000"), (BERT, "Dutch=1")),
        (99, "Allied=2"),
    ):
        with pytest.raises(FileError):
            accept(games, number, player, typed)
    for side, player, bid in ((0, ANNA, Bid(0, 9)), (1, ANNA, Bid(0, 9)), (1, BERT, None)):
        assert not Challenges(games).take_seat(number, side, player, bid)
    assert state() == before
    accept(games, number, BERT, "Allied=3")
    before = state()
    for player in (ANNA, BERT, CARLA):
        with pytest.raises(FileError):
            accept(games, number, player, "Allied=9")
        assert not Challenges(games).take_seat(number, 1, player, Bid(0, 9))
    assert state() == before


def test_a_bid_is_not_wanted_where_there_is_none(games):
    number = challenge(games)
    with pytest.raises(FileError, match="needs no bid"):
        accept(games, number, BERT, "Allied=3")
    assert not Challenges(games).take_seat(number, 1, BERT, Bid(0, 3))
    for wrong in ({"level": 2}, {"options": {"start-german": 1}}, {"match": "mirrored"}):
        with pytest.raises(FileError):
            challenge(games, bid=Bid(ALLIED, 1), **wrong)


def test_a_withdrawn_challenge_takes_its_bid_along(games, store):
    number = challenge(games, bid=Bid(ALLIED, 5))
    assert Challenges(games).withdraw(number, ANNA)
    assert not store.rows("select * from bid")


def test_a_session_from_before_the_bids_has_the_points(games, people):
    number = challenge(games, bid=Bid(ALLIED, 5))
    watching = open_game(games, number, people.by_number(BERT), lambda _: None, watches=True)
    accept(games, number, BERT, "Allied=3")
    assert any(heard.fresh for heard in watching.hear())
    assert queries.totals(watching.game) == (0, 5)


# -- battles, and commands


def test_random_battles_of_the_list_are_played(games, store):
    battle = str(listed_battles()[0])
    assert find_scenario("noville", Battles(store)) == "quick/noville"
    assert find_scenario(f"random/{listed_battles()[0].seed}", Battles(store)) == battle
    assert find_scenario("daily", Battles(store)) in map(str, listed_battles())
    number = send(games, ANNA, Terms(find_scenario(battle, Battles(store))))
    accept(games, number, BERT)
    session = ClubSession(games, number, -1)
    mover = ClubSession(games, number, -1, session.game.side + 1, "x")
    mover.apply(mover.game.sample(1))
    listed = Lists(store).one(number, ANNA)
    assert listed is not None
    assert listed.title.startswith(f"Random {listed_battles()[0].seed}: ")
    assert listed.date == "1/4"


@pytest.mark.parametrize("word", ["random/8-2", "random/99999", "/etc/passwd", "pyproject.toml", "nowhere", ""])
def test_other_battles_are_refused(word, store):
    with pytest.raises(FileError, match="isn't a battle of this club"):
        find_scenario(word, Battles(store))


def test_a_challenge_with_a_bid_needs_no_screen(games, typed):
    assert (
        typed(ANNA, "challenge arnhem/historical --against bert --bid Allied=5 --days 7")
        == "Your challenge is game 1\n"
    )
    assert "challenge from Anna, a sealed bid for the side, 7 days a turn" in typed(BERT, "games")
    assert "needs a bid" in typed(BERT, "accept 1")
    assert typed(BERT, "accept 1 Allied=6").splitlines() == [
        "Game 1 has begun, and you play the Allied side",
        "Anna bid 5 for the Allies, and Bert bid 6 for the Allies. "
        "Bert plays the Allies, and the Germans have 6 points at the start.",
    ]
    assert points(games, 1) == (0, 6)


def test_the_terms_of_a_challenge_are_typed(games, store, typed):
    said = typed(
        ANNA,
        "challenge arnhem/historical --side german --match mirrored --option start-german=3 --option strict --friendly",
    )
    assert said == "Your challenge is game 1\n"
    assert "a match of two games, three points at the start for the Germans" in typed(BERT, "games")
    assert "and you play the Allied side" in typed(BERT, "accept 1")
    assert "      The other game of the match is game 2." in typed(ANNA, "games").splitlines()
    assert games.head_of(2).options == {"start-german": 3, "strict": 1}
    assert store.rows("select distinct rated from game") == [(0,)]


def test_a_challenge_is_declined_or_withdrawn_in_lines(games, typed):
    for _ in range(2):
        typed(ANNA, "challenge arnhem/historical --against Bert")
    assert typed(BERT, "decline 1") == "Challenge 1 is over\n"
    assert typed(BERT, "decline 9") == "game 9 isn't a challenge to you or by you"
    assert typed(ANNA, "decline 2") == "Challenge 2 is over\n"
    assert games.head(2) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("challenge", "the following arguments are required: BATTLE"),
        ("challenge arnhem/historical --level 9", "invalid choice: 9"),
        ("challenge arnhem/historical --side dutch", "'dutch' isn't a side"),
        ("challenge arnhem/historical --against Zoe", "no player is called 'Zoe'"),
        ("challenge arnhem/historical --against Anna", "one other player"),
        ("challenge arnhem/historical --bid German=2 --side German", "do not name one"),
        ("challenge arnhem/historical --bid German=1000", "from 0 to 999"),
        ("challenge arnhem/historical --option start-german=-1", "from 0 to 999"),
    ],
)
def test_wrong_terms_are_refused_with_a_reason(games, typed, line, reason):
    assert reason in typed(ANNA, line)
    assert games.head(1) is None


def test_pauses_time_and_claims_have_commands(games, typed):
    typed(ANNA, "challenge noville --against Bert --late claim --days 1 --side German")
    assert "a win on time must be claimed" in typed(BERT, "games")
    typed(BERT, "accept 1")
    assert "You offer a pause of game 1" in typed(BERT, "pause 1")
    assert "Game 1 is paused for 7 days at most" in typed(ANNA, "pause 1")
    assert "your move, paused" in typed(BERT, "games")
    assert "The pause of game 1 is over" in typed(BERT, "pause 1")
    assert "Your opponent has more time" in typed(ANNA, "give 1")
    assert "has time left" in typed(ANNA, "claim 1")
    assert "by its number" in typed(ANNA, "claim 99")
    time_passes(games, 1, 9 * 86_400)
    assert "You have won game 1 on time" in typed(ANNA, "claim 1")
    assert "by its number" in typed(ANNA, "pause 1")
