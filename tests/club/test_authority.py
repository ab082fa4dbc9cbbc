"""Only the player who holds a seat at that moment writes to its game.

Each wrong person tries each write of `Games` and the classes beside it, in each state of a game that forbids it; not a
row may change. A method that is in none of the tables fails.
"""

import inspect
import io
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

import pytest

from tests.club.conftest import new_game, time_passes
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.games import Games, Mover
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.private import change_private, read_private
from westwall_tui.club.database.store import Refused
from westwall_tui.club.database.talk import Talk
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.server.player_commands import PlayerCommands
from westwall_tui.club.session import ClubSession, begin, open_game, position_summary
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.private import Private

pytestmark = pytest.mark.usefixtures("people")
SCENARIO = "arnhem/free"
TABLES = ("game", "seat", "entry", "talk", "bid", "private")
ANNA, BERT, CARLA = 1, 2, 3
ORDER = "zone 101 0101"
"""A secret of the Allied side, 0, which decides first."""


def rows(games: Games) -> list[list[tuple[object, ...]]]:
    """Return everything that the club's database has on its games."""
    return [games.store.rows(f"select * from {table} order by 1, 2") for table in TABLES]


def position(*orders: str):
    game = begin(SCENARIO)
    game.replay(orders)
    return position_summary(game)


class Act(NamedTuple):
    """A write on behalf of a player."""

    do: Callable[[Games, int, int], object]
    """By games, game and player."""
    before: Callable[[Games, int], object] = lambda games, game: None
    """Preparation without which the player cannot do this."""
    also: frozenset[str] = frozenset()
    """Names of wrong states in which the write is still allowed."""


def order(games: Games, game: int, player: int = ANNA, side: int = 0) -> bool:
    version = games.head_of(game).version
    return games.change(game, version, [ORDER], Mover(side, player), "x", position(ORDER))


def take_back(games: Games, game: int, player: int, side: int = 0) -> bool:
    return games.take_back(game, games.head_of(game).version, 0, Mover(side, player), position())


def request_undo(games: Games, game: int, player: int, what: str = "", keep: int = 0) -> bool:
    return Agreements(games).request_undo(game, games.head_of(game).version, player, what, keep)


def run_clock(games: Games, game: int, side: int = 0, late: str = "computer", rest: float = 60) -> None:
    """Let a side decide with so many seconds left, at a clock that counts days."""
    games.store.run(
        "update game set days = 3, late = ?, to_decide = ?, runs = ?, runs_since = ?", late, side, side, time.time()
    )
    games.store.run("update seat set rest = ? where game = ?", rest, game)


def offer_pause(games: Games, game: int) -> None:
    run_clock(games, game)
    Agreements(games).offer_pause(game, ANNA)


def pause(games: Games, game: int) -> None:
    offer_pause(games, game)
    Agreements(games).offer_pause(game, BERT)


ACTS: Mapping[str, Act] = {
    "change": Act(order),
    "take_back": Act(take_back, order),
    "request_undo": Act(request_undo, order),
    "refuse_undo": Act(
        lambda games, game, player: Agreements(games).refuse_undo(game, player),
        lambda games, game: (order(games, game), request_undo(games, game, BERT)),
    ),
    "mark_seen": Act(lambda games, game, player: games.mark_seen(game, player, 0), order),
    "say": Act(
        lambda games, game, player: games.talk.say(game, player, "x"),
        also=frozenset(("over", "played by the computer")),
    ),
    "change_private": Act(
        lambda games, game, player: change_private(games.store, game, player, lambda _: Private(conditions=("x",))),
        also=frozenset(("over", "played by the computer")),
    ),
    "offer_draw": Act(lambda games, game, player: Agreements(games).offer_draw(game, player)),
    "withdraw_draw": Act(
        lambda games, game, player: Agreements(games).withdraw_draw(game, player),
        lambda games, game: Agreements(games).offer_draw(game, ANNA),
    ),
    "offer_pause": Act(lambda games, game, player: Agreements(games).offer_pause(game, player), run_clock),
    "withdraw_pause": Act(
        lambda games, game, player: Agreements(games).withdraw_pause(game, player),
        offer_pause,
    ),
    "end_pause": Act(lambda games, game, player: Agreements(games).end_pause(game, player), pause),
    "give_time": Act(
        lambda games, game, player: Agreements(games).give_time(game, player),
        lambda games, game: run_clock(games, game, 1),
    ),
    "claim_win": Act(
        lambda games, game, player: TimeLimits(games.store).claim_win(game, player, "x"),
        lambda games, game: run_clock(games, game, 1, "claim", -1),
    ),
    "give_up": Act(lambda games, game, player: games.give_up(game, player, "x")),
    "defend": Act(lambda games, game, player: games.defend(game, player, "24")),
}
"""Writes of a player in a game in progress, by name; Anna, side 0, may do them."""
CHALLENGES = {"take_seat", "withdraw", "decline", "check_open", "new_game", "defend_all"}
"""Writes of a player to a challenge, or to all own games; they are tested below."""
SERVER = {
    "reserve",
    "consult",
    "release",
    "overdue",
    "time_out",
    "expire_abandoned",
    "mark_notified",
    "close",
    "forfeit",
    "announce",
    "keep_result",
    "keep_report",
}
"""Writes of the server or the administrator."""
READS = {
    *("head", "head_of", "seats", "since", "entries", "read", "is_private", "has_begun", "is_unseen"),
    *("bids", "match_of", "read_private", "last_heard", "places", "without_result", "without_report"),
}
INSIDE = {"note", "check_rate"}
"""Parts of writes that have checked the player."""
STATES: Mapping[str, str] = {
    "over": "update game set ended = 1, outcome = 'x' where id = ?",
    "not begun": "update game set started = null where id = ?",
    "played by the computer": "update seat set level = 2 where side = 0 and game = ?",
    "barred": "update player set barred = 1 where id = 1 and ? > 0",
    "another's": "update seat set player = 3 where side = 0 and game = ?",
}
"""States of a game, by name, in which Anna may do nothing."""


def test_every_write_is_in_a_table():
    known = {*ACTS, *CHALLENGES, *SERVER, *READS, *INSIDE}
    kinds = [vars(kind).items() for kind in (Games, Agreements, Challenges, TimeLimits, Talk)]
    public = {name: does for kind in kinds for name, does in kind if not name.startswith("_")}
    public |= {does.__name__: does for does in (read_private, change_private)}
    assert {*public} == known
    writes = re.compile(r"\b(update|insert into|delete from) \w")
    assert not [name for name in READS if writes.search(inspect.getsource(public[name]))]


@pytest.fixture
def game(games, people):
    people.register("Carla")
    return new_game(games, (ANNA, 0), (BERT, 0), scenario=SCENARIO)


def tried(games: Games, act: Act, game: int, player: int) -> bool:
    """Return True if a player's attempt changed anything."""
    before = rows(games)
    with suppress(Refused):
        act.do(games, game, player)
    return rows(games) != before


@pytest.mark.parametrize("name", ACTS)
def test_the_player_with_the_seat_may_write(games, game, name):
    ACTS[name].before(games, game)
    assert tried(games, ACTS[name], game, ANNA)


@pytest.mark.parametrize("name", ACTS)
def test_other_players_may_not_write(games, game, name):
    ACTS[name].before(games, game)
    for player in (CARLA, 0, -1, 99):
        assert not tried(games, ACTS[name], game, player)


@pytest.mark.parametrize("name", ACTS)
def test_no_write_succeeds_in_a_wrong_state(games, people, name):
    people.register("Carla")
    for state, sql in STATES.items():
        if state in ACTS[name].also:
            continue
        game = new_game(games, (ANNA, 0), (BERT, 0), scenario=SCENARIO)
        ACTS[name].before(games, game)
        assert games.store.run(sql, game).rowcount == 1, state
        assert not tried(games, ACTS[name], game, ANNA), state


def test_a_player_cannot_write_for_the_other_side(games, game):
    assert not order(games, game, BERT, 0), "the opponent, with the side that decides"
    assert not order(games, game, BERT, 1), "the opponent, who does not decide"
    assert not order(games, game, ANNA, 1), "the player who decides, with the other side"
    assert order(games, game, ANNA, 0)
    assert not take_back(games, game, BERT, 0)
    assert not take_back(games, game, BERT, 1), "it is not the opponent's order"


def test_only_an_unseen_order_is_undone_without_asking(games, game):
    order(games, game)
    games.mark_seen(game, BERT, 1)
    assert not take_back(games, game, ANNA), "Bert has seen it"
    assert request_undo(games, game, ANNA)
    assert not take_back(games, game, ANNA), "the one who asks does not answer"
    assert take_back(games, game, BERT, 1)


def test_a_thinker_writes_only_to_a_game_that_it_has_reserved(games: Games, game: int) -> None:
    def tries(thinker: str) -> bool:
        version = games.head_of(game).version
        return games.change(game, version, [ORDER], Mover(0, 0, thinker), "x", position(ORDER))

    games.store.run("update game set thinker = 'one'")
    assert not tries("one"), "a player sits there"
    games.store.run("update seat set defends = 'computer'")
    assert not tries("one"), "it is the player's own turn"
    games.store.run("update seat set level = 2 where side = 0")
    assert not tries("two")
    assert not tries("")
    assert tries("one")


def test_only_the_thinker_of_a_game_consults_conditions_and_only_if_its_player_wants_that(games, game):
    change_private(games.store, game, BERT, lambda _: Private(conditions=("fire all",)))
    games.store.run("update game set thinker = 'one', to_decide = 1, phasing = 0")
    version = games.head_of(game).version

    def consults(*mover, version=version):
        before = rows(games)
        found = games.consult(game, version, Mover(*mover))
        assert bool(found) == (rows(games) != before)
        return found

    assert not consults(1, 0, "one"), "Bert decides himself"
    for how in ("computer", "6"):
        games.defend(game, BERT, how)
        assert not consults(1, 0, "one")
    games.defend(game, BERT, "conditions")
    for mover in ((1, 0, "two"), (1, ANNA), (1, CARLA), (1, BERT), (0, ANNA), (0, 0, "one"), (1, 0, "")):
        assert not consults(*mover), mover
    assert not consults(1, 0, "one", version=version + 1)
    games.store.run("update game set phasing = 1")
    assert not consults(1, 0, "one"), "it is Bert's own turn"
    games.store.run("update game set phasing = 0")
    games.store.run("update seat set level = 2 where side = 1")
    assert not consults(1, 0, "one"), "the computer plays on for Bert"
    games.store.run("update seat set level = 0")
    games.store.run("update game set orders = 1")
    assert consults(1, 0, "one") == ("fire all",)


def test_only_the_players_of_a_challenge_may_change_it(games, game, people):
    challenge = new_game(games, (ANNA, 0), (None, 0), wanted=BERT)
    for player in (BERT, CARLA, 0):
        assert not Challenges(games).withdraw(challenge, player)
    for player in (ANNA, CARLA, 0):
        assert not Challenges(games).decline(challenge, player)
        assert not Challenges(games).take_seat(challenge, 1, player)
    assert Challenges(games).take_seat(challenge, 1, BERT)
    assert not Challenges(games).withdraw(challenge, ANNA), "it has begun"
    assert not Challenges(games).decline(challenge, BERT)
    assert not Challenges(games).withdraw(game, ANNA)
    other = new_game(games, (ANNA, 0), (None, 0), wanted=BERT)
    assert Challenges(games).decline(other, BERT)
    assert games.head_of(other).outcome == "Bert declined the challenge"
    assert not Challenges(games).take_seat(other, 1, BERT)


def test_challenges_of_a_barred_player_cannot_be_accepted(games, people, store):
    """The player who accepted these challenges used to win them all on time."""
    challenge = new_game(games, (ANNA, 0), (None, 0), pace=Pace(days=1))
    people.bar(ANNA)
    assert Lists(store).challenges(BERT) == []
    assert not Challenges(games).take_seat(challenge, 1, BERT)
    people.bar(ANNA, barred=False)
    assert [game.id for game in Lists(store).challenges(BERT)] == [challenge]
    assert Challenges(games).take_seat(challenge, 1, BERT)


def test_challenges_to_one_player_are_limited(games, people):
    for _ in range(3):
        Challenges(games).check_open(ANNA, BERT)
        assert Challenges(games).decline(new_game(games, (ANNA, 0), (None, 0), wanted=BERT), BERT)
    with pytest.raises(FileError, match="challenged this player 3 times"):
        Challenges(games).check_open(ANNA, BERT)
    Challenges(games).check_open(ANNA)
    games.store.run("update game set ended = 1")
    Challenges(games).check_open(ANNA, BERT)


def test_players_set_the_defense_of_their_own_seats_only(games, game):
    games.store.run("update seat set level = 2 where side = 1")
    games.defend_all(BERT, "24")
    games.defend_all(CARLA, "24")
    assert [seat.defends for seat in games.seats(game)] == ["ask", "ask"]
    games.defend_all(ANNA, "24")
    assert [seat.defends for seat in games.seats(game)] == ["24", "ask"]


def test_a_private_challenge_is_shown_to_players_who_may_accept_it(games, people, store):
    people.register("Carla")
    lists = Lists(store)

    def seen_by(game: int) -> list[int]:
        return [player for player in (ANNA, BERT, CARLA) if lists.one(game, player) is not None]

    for_bert = new_game(games, (ANNA, 0), (None, 0), wanted=BERT, private=True)
    for_anybody = new_game(games, (ANNA, 0), (None, 0), private=True)
    declined = new_game(games, (ANNA, 0), (None, 0), wanted=BERT, private=True)
    Challenges(games).decline(declined, BERT)
    assert seen_by(for_bert) == [ANNA, BERT]
    assert seen_by(for_anybody) == [ANNA, BERT, CARLA]
    assert seen_by(declined) == [ANNA]
    for game in (for_bert, for_anybody):
        assert Challenges(games).take_seat(game, 1, BERT)
        assert seen_by(game) == [ANNA, BERT], "it has begun"
    assert seen_by(99) == []


def test_many_challenges_of_one_player_do_not_hide_others(games, people, store):
    people.register("Carla")
    many = [new_game(games, (ANNA, 0), (None, 0)) for _ in range(5)]
    one = new_game(games, (None, 0), (CARLA, 0))
    for_bert = new_game(games, (ANNA, 0), (None, 0), wanted=BERT)
    assert [game.id for game in Lists(store).challenges(BERT)][:4] == [for_bert, many[0], one, many[1]]


# -- sessions


def by_lot(games: Games) -> int:
    """Return a game with random sides that has not begun, in which Anna has side 0."""
    return new_game(games, (ANNA, 0), (None, 0), scenario=SCENARIO, lot=True)


def begin_as(games: Games, monkeypatch: pytest.MonkeyPatch, game: int, *, swaps: bool) -> None:
    monkeypatch.setattr("westwall_tui.club.database.challenges.secrets.randbits", lambda _: int(swaps))
    assert Challenges(games).take_seat(game, 1, BERT)
    assert games.seats(game)[0].player == (BERT if swaps else ANNA)


def test_a_game_that_has_not_begun_is_not_opened_for_play(games, people):
    game = by_lot(games)
    anna = people.by_number(ANNA)
    with pytest.raises(FileError, match="has not begun"):
        open_game(games, game, anna, lambda _: None)
    with pytest.raises(FileError, match="has not begun"):
        PlayerCommands(games, people, anna, lambda _: None, io.StringIO(), io.StringIO()).referee([str(game)])
    watching = open_game(games, game, anna, lambda _: None, watches=True)
    assert (watching.side, watching.player) == (-1, 0), "as everybody sees it"


def test_a_session_from_before_the_swap_has_the_new_side(games, people, open_games, monkeypatch):
    """The session used to keep the old side, and with it the opponent's secrets."""
    game = by_lot(games)
    old = ClubSession(open_games(), game, 0, ANNA, "Anna")
    begin_as(games, monkeypatch, game, swaps=True)
    bert = ClubSession(open_games(), game, 0, BERT, "Bert")
    bert.apply(ORDER)
    with pytest.raises(
        IllegalOrder, match="changed in the meantime"
    ):  # and not the reason from the rules, which could reveal secrets
        old.apply("zone 82 0102")
    assert old.side == 1
    assert any(heard.fresh for heard in old.hear())
    with pytest.raises(IllegalOrder, match="isn't your decision"):
        old.apply("zone 82 0102")
    with pytest.raises(IllegalOrder, match="no order in this Player-Turn"):
        old.undo()
    assert [line for line, _ in games.entries(game)] == [ORDER]


def test_the_referee_of_a_session_from_before_the_swap_reveals_no_secret(games, people, open_games, monkeypatch):
    game = by_lot(games)
    out = io.StringIO()

    lines = io.StringIO("?state\nzone 82 0102\n?legal\n")
    read = lines.readline

    def readline(size: int = -1) -> str:
        """Begin the game, and note Bert's zone, once Anna's session is open."""
        if not lines.tell():
            begin_as(games, monkeypatch, game, swaps=True)
            ClubSession(open_games(), game, 0, BERT, "Bert").apply(ORDER)
        return read(size)

    monkeypatch.setattr(lines, "readline", readline)
    games.store.run("update game set started = 1 where id = ?", game)  # so that it can be opened, as was once possible
    commands = PlayerCommands(games, people, people.by_number(ANNA), lambda _: None, lines, out)
    commands.referee([str(game)])
    said = out.getvalue()
    assert "0101" not in said
    assert "hidden" in said


def test_a_player_whose_time_is_up_decides_nothing_more(games, people, open_games):
    game = new_game(games, (ANNA, 0), (BERT, 0), scenario=SCENARIO, pace=Pace(days=1))
    anna = ClubSession(open_games(), game, 0, ANNA, "Anna")
    time_passes(games, game, 2 * 86_400)
    with pytest.raises(IllegalOrder, match="time is up"):
        anna.apply(ORDER)
    assert TimeLimits(games.store).time_out(game, 0, 2, "x")
    for do in (lambda: anna.apply(ORDER), anna.undo, lambda: anna.apply(ORDER)):
        with pytest.raises(IllegalOrder):
            do()
    assert anna.side == -1
    heard = anna.hear()
    assert any(each.fresh for each in heard)
    assert any(each.text.startswith("Your time is up") for each in heard)
    assert not anna.seats[0].is_person
    assert not games.entries(game)
    with pytest.raises(FileError, match="the computer plays your side"):
        open_game(games, game, people.by_number(ANNA), lambda _: None)
    assert open_game(games, game, people.by_number(ANNA), lambda _: None, watches=True).side == -1


def test_both_players_are_told_whose_time_is_up(games, people, open_games):
    game = new_game(games, (ANNA, 0), (BERT, 0), scenario=SCENARIO, pace=Pace(days=1))
    anna, bert = (ClubSession(open_games(), game, side, side + 1, "AB"[side]) for side in (0, 1))
    time_passes(games, game, 2 * 86_400)
    assert TimeLimits(games.store).time_out(game, 0, 2, "x")
    said = "The computer plays on for the Allies"
    assert [heard.text for heard in anna.hear() if heard.text] == [f"Your time is up. {said}"]
    assert [heard.text for heard in bert.hear() if heard.text] == [f"Anna has run out of time. {said}"]
    assert not any(heard.text for heard in (*anna.hear(), *bert.hear()))


@pytest.mark.parametrize("person", ["opponent", "watches", "unknown client", "ended", "computer"])
def test_a_session_of_a_wrong_person_changes_nothing(games, game, open_games, people, person):
    order(games, game)
    player = {"opponent": BERT, "watches": 0, "unknown client": CARLA}.get(person, ANNA)
    session = ClubSession(open_games(), game, 0 if person != "watches" else -1, player, "x")
    if person == "ended":
        games.give_up(game, BERT, "x")
    elif person == "computer":
        games.store.run("update seat set level = 2 where side = 0")
    before = rows(games)
    tries: list[Callable[[], object]] = [
        lambda: session.apply("zone 82 0102"),
        lambda: session.apply_all(["zone 82 0102", "zone 1 0103"]),
        session.undo,
        session.redo,
        lambda: session.agree(True),
        lambda: session.agree(False),
    ]
    for do in tries * 2:
        with suppress(IllegalOrder):
            do()
    if person != "opponent":  # watching is allowed, and then the orders count as seen
        session.mark_seen()
    assert rows(games) == before
