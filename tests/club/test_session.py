"""Two players in one game of the club, on both databases."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest

from tests.club.conftest import new_game
from tests.net.local import wait_for
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.people import People
from westwall_tui.club.database.talk import MAX_TALK
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.game import TURN
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.units import lower
from westwall_tui.files.players.seats import FREE
from westwall_tui.files.saves.private import Note, Private
from westwall_tui.files.sessions.keyboard import Seats
from westwall_tui.files.sessions.sandbox import Sandboxes, in_earnest
from westwall_tui.words.events import log_so_far

pytestmark = pytest.mark.usefixtures("people")
ROOT = Path(__file__).parents[2]


def both(open_games, game):
    """Return the sessions of both players, each with its own connection."""
    told: list[int] = []
    first = ClubSession(open_games(), game, 0, 1, "Anna", told.append)
    second = ClubSession(open_games(), game, 1, 2, "Bert", told.append)
    return first, second, told


def play(session, orders):
    """Play orders for a side while it decides."""
    for seed in range(orders):
        if session.game.side != session.side:
            return
        session.apply(session.game.sample(seed))


def test_an_order_is_shown_on_the_other_screen(open_games, games):
    first, second, told = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    events = mover.apply(mover.game.sample(1))
    assert told == [mover.number]
    (heard,) = [heard for heard in other.hear() if heard.order]
    assert list(heard.events) == events
    assert other.game.digest() == mover.game.digest()
    assert other.version == mover.version == 1


@pytest.mark.slow
def test_an_order_is_written_before_it_is_shown(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover = first if first.game.side == 0 else second
    play(mover, 20)
    fresh = ClubSession(open_games(), mover.number, -1)
    assert fresh.game.log == mover.game.log
    assert fresh.game.digest() == mover.game.digest()


def test_a_player_cannot_decide_for_another(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    other = second if first.game.side == 0 else first
    with pytest.raises(IllegalOrder, match="isn't your decision"):
        other.apply(other.game.sample(1))


def test_a_spectator_gives_no_orders(open_games, games):
    game = new_game(games)
    watcher = ClubSession(open_games(), game, -1)
    with pytest.raises(IllegalOrder, match="isn't your decision"):
        watcher.apply(watcher.game.sample(1))
    with pytest.raises(IllegalOrder, match="only the players of this game can talk"):
        watcher.say("to the left!")


@pytest.mark.slow
def test_the_second_of_two_orders_is_refused_and_the_game_read_again(open_games, games):
    """The same player is at two terminals, and gives an order at each."""
    game = new_game(games)
    side = ClubSession(games, game, 0).game.side
    here, there = (ClubSession(open_games(), game, side, side + 1, "Anna") for _ in range(2))
    here.apply(here.game.sample(1))
    with pytest.raises(IllegalOrder, match="changed in the meantime"):
        there.apply(there.game.sample(2))
    assert there.game.log == here.game.log
    assert any(heard.fresh for heard in there.hear())


@pytest.mark.slow
def test_the_same_number_of_orders_is_not_the_same_game(open_games, games):
    """After an undo and another order, a session that has the undone order must not continue from it."""
    game = new_game(games)
    side = ClubSession(games, game, 0).game.side
    here, there = (ClubSession(open_games(), game, side, side + 1, "Anna") for _ in range(2))
    here.apply(here.game.sample(1))
    there.hear()
    here.undo()
    here.apply(
        next(order for order in (here.game.sample(seed) for seed in range(2, 99)) if str(order) != there.game.log[0])
    )
    assert len(here.game.log) == len(there.game.log)
    with pytest.raises(IllegalOrder, match="changed in the meantime"):
        there.apply(there.game.sample(1))
    assert there.game.log == here.game.log


@pytest.mark.slow
def test_an_undo_is_followed(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    start = mover.game.digest()
    mover.apply(mover.game.sample(1))
    mover.undo()  # the other player has not seen the order
    assert not other.game.log
    mover.apply(mover.game.sample(2))
    other.hear()
    with pytest.raises(IllegalOrder, match="asks your opponent to let"):
        mover.undo()
    assert any("wants to undo" in heard.asks for heard in other.hear())
    other.agree(True)
    mover.hear()
    assert mover.game.digest() == other.game.digest() == start


@pytest.mark.slow
def test_5_15_the_orders_of_a_unit_or_a_turn_are_undone_until_the_other_player_has_seen_them(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    moved = [give_to_another(mover, n) for n in range(3)]
    Seats(mover, quick=False).undo(lower(moved[0].split()[1]))
    assert mover.game.log == moved[1:]
    other.hear()
    assert other.game.log == moved[1:]
    assert other.game.digest() == mover.game.digest()
    other.mark_seen()
    for what, text in (("turn", "the whole turn: 2 orders"), (lower(moved[1].split()[1]), "the last order of ")):
        with pytest.raises(IllegalOrder, match=f"let you undo {text}"):
            Seats(mover, quick=False).undo(what)
    assert mover.game.log == moved[1:]
    third = give_to_another(mover, 3)
    Seats(mover, quick=False).undo(lower(third.split()[1]))
    other.hear()
    assert other.game.log == mover.game.log == moved[1:]


def give_to_another(session, seed):
    """Give an order to a unit that has had none, and return it."""
    had = {line.split()[1] for line in session.game.log}
    orders = [order for order in session.game.legal() if getattr(order, "unit", None) and order.unit not in had]
    session.apply(orders[seed * 7 % len(orders)])
    return session.game.log[-1]


def after_a_die(open_games, games):
    """Return the sessions of the player to move and of the other player, after a move and an attack with its die."""
    first, second, _ = both(open_games, new_game(games, scenario="hurtgen/historical"))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    attack(mover, other)
    return mover, other


def attack(mover, other):
    """Move a unit and attack, up to a die."""
    mover.apply_all([next(order for order in mover.game.legal() if str(order).startswith("move ")), "done"])
    while not any(line.startswith("roll ") for line in mover.game.log):
        decides = mover if mover.game.side == mover.side else other
        decides.hear()
        decides.apply(next((o for o in decides.game.legal() if str(o).startswith("attack ")), decides.game.sample(1)))
        mover.hear()
    other.hear()


def test_5_15_a_whole_turn_with_its_dice_is_undone_if_both_agree(open_games, games, monkeypatch):
    mover, other = after_a_die(open_games, games)
    before, lines = mover.game.root().digest(), len(mover.game.log)
    rolled = [line for line in mover.game.log if line.startswith("roll ")]
    with pytest.raises(IllegalOrder, match=f"let you undo the whole turn: {lines - 1} orders, 1 die"):
        mover.undo(TURN)
    (asked,) = [heard.asks for heard in other.hear() if heard.asks]
    assert asked == f"{other.seats[mover.side].name} wants to undo the whole turn: {lines - 1} orders, 1 die"
    other.agree(True)
    *_, undone, told = mover.hear()
    assert undone.fresh
    assert told.text == f"{other.name} agrees to the undo"
    assert mover.game.digest() == other.game.digest() == before
    assert games.entries(mover.number) == mover.game.log == []
    with pytest.raises(IllegalOrder, match="no order to redo"):
        mover.redo()  # nobody gets the same die again
    monkeypatch.setattr("westwall_tui.files.sessions.dice.draw", lambda: 7 - int(rolled[0].split()[1]))
    attack(mover, other)
    assert [line for line in mover.game.log if line.startswith("roll ")] != rolled
    assert [said.line for said in games.talk.read(mover.number)] == [f"{other.name} agrees to the undo"]


def test_a_request_is_shown_to_a_player_who_comes_later_and_lapses_with_the_next_change(open_games, games):
    mover, other = after_a_die(open_games, games)
    with pytest.raises(IllegalOrder, match="let you undo the last order and what followed it"):
        mover.undo()
    later = ClubSession(open_games(), mover.number, -1, other.player, other.name)
    assert [heard.asks.split(" wants ")[1] for heard in later.hear() if heard.asks]
    decides = mover if mover.game.side == mover.side else other
    decides.hear()
    decides.apply(decides.game.sample(3))
    length = len(decides.game.log)
    later.hear()
    with pytest.raises(IllegalOrder, match="changed in the meantime"):
        later.agree(True)
    assert len(games.entries(mover.number)) == length


def test_the_player_agrees_only_to_the_request_that_was_shown(open_games, games):
    """Otherwise a player could ask for more just before the opponent agrees."""
    mover, other = after_a_die(open_games, games)
    with pytest.raises(IllegalOrder, match="the last order and"):
        mover.undo()
    other.hear()
    with pytest.raises(IllegalOrder, match="the whole turn"):
        mover.undo(TURN)
    with pytest.raises(IllegalOrder, match="changed in the meantime"):
        other.agree(True)
    assert len(games.entries(mover.number)) == len(mover.game.log)


@pytest.mark.slow
def test_an_undo_may_be_refused(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(2))
    other.hear()
    with pytest.raises(IllegalOrder, match="asks your opponent to let"):
        mover.undo()
    other.hear()
    other.agree(False)
    assert len(mover.game.log) == len(other.game.log) == 1
    assert not any(heard.asks for heard in other.hear())


@pytest.mark.slow
def test_a_redo_is_written(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(1))
    after = mover.game.digest()
    mover.undo()
    mover.redo()
    other.hear()
    assert mover.game.digest() == other.game.digest() == after


@pytest.mark.slow
def test_messages_reach_the_other_player_once(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    first.say("good luck")
    assert [heard.text for heard in second.hear()] == ["Anna: good luck"]
    assert not second.hear()
    assert not any(heard.text for heard in first.hear())


def test_talk_that_was_heard_is_only_in_the_log_also_when_the_game_is_opened_again(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.say("Good luck")
    mover.apply(mover.game.sample(1))
    other.say("You too")
    other.hear()
    mover.say("Still there?")

    def opened():
        session = ClubSession(open_games(), mover.number, -1, other.player, other.name)
        return [heard.text for heard in session.hear() if heard.calls], [line.text for line in log_so_far(session)]

    calls, log = opened()
    assert calls == [f"{mover.name}: Still there?"]
    at = [log.index(text) for text in (f"{mover.name}: Good luck", "You: You too", f"{mover.name}: Still there?")]
    assert (at[0] < len(log) - 3, at[1:]) == (True, [len(log) - 2, len(log) - 1]), "each in its place"
    assert opened() == ([], log)
    watches = ClubSession(open_games(), mover.number, -1)
    assert not [heard.text for heard in watches.hear() if heard.text]


def test_a_log_that_is_read_again_has_all_talk_once(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(1))
    other.hear()
    with pytest.raises(IllegalOrder, match="asks your opponent to let"):
        mover.undo()
    other.hear()
    mover.say("Sorry")
    other.say("No problem")
    other.agree(True)
    heard = other.hear()
    assert any(each.fresh for each in heard)
    assert [each.text for each in heard if each.text and not each.is_logged] == []
    talk = [line.text for line in log_so_far(other) if line.text.startswith(("You", mover.name, other.name))]
    assert talk == [f"{mover.name}: Sorry", "You: No problem", f"{other.name} agrees to the undo"]


def test_messages_are_limited(open_games, games, store):
    first, second, _ = both(open_games, new_game(games))
    for n in range(MAX_TALK):
        first.say(f"line {n}")
    with pytest.raises(IllegalOrder, match="too many messages"):
        first.say("one more")
    second.say("the other one may")
    store.run("update talk set at = at - 61")
    first.say("and later again")
    assert len(games.talk.read(first.number)) == MAX_TALK + 2


def test_only_the_last_lines_of_a_game_are_kept(games, store, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.database.talk.KEPT_TALK", 3)
    game = new_game(games)
    for n in range(5):
        games.talk.say(game, 1, f"line {n}")
    assert [said.text for said in games.talk.read(game)] == ["line 2", "line 3", "line 4"]
    assert store.one("select count(*) from talk") == (3,)


def test_a_game_waits_for_its_second_player(open_games, games):
    game = new_game(games, (1, 0), (None, 0))
    alone = ClubSession(open_games(), game, 0, 1, "Anna")
    assert alone.seats[1] == FREE
    with pytest.raises(IllegalOrder):
        alone.apply(alone.game.sample(1))
    assert not Challenges(games).take_seat(game, 1, 1)  # but not against herself
    assert Challenges(games).take_seat(game, 1, 2)
    assert not Challenges(games).take_seat(game, 1, 2)
    alone.hear()
    assert alone.seats[1].name == "Bert"


def test_a_draw_ends_the_game_for_both(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    assert not Agreements(games).offer_draw(first.number, 1)
    assert any("offers a draw" in heard.text for heard in second.hear())
    assert Agreements(games).offer_draw(first.number, 2)
    mover = first if first.game.side == 0 else second
    with pytest.raises(IllegalOrder, match="a draw by agreement"):
        mover.apply(mover.game.sample(1))


@pytest.mark.slow
def test_a_whole_game_of_two_sessions_ends_in_the_database(open_games, games):
    """Give random orders until a player gives up: each screen must have what the database has."""
    game = new_game(games, scenario="remagen/historical")
    first, second, _ = both(open_games, game)
    for seed in range(110):
        mover, other = (first, second) if first.game.side == 0 else (second, first)
        mover.apply(mover.game.sample(seed))
        other.hear()
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply("concede")
    other.hear()
    assert first.game.outcome is not None
    assert first.game.digest() == second.game.digest()
    head = games.head(game)
    assert head.ended
    assert head.outcome == first.game.outcome.sentence
    assert head.orders == len(first.game.log) > 80


def test_a_lost_database_leaves_the_game_unchanged(open_games, games, monkeypatch):
    """The order may have been written or not: it is refused, nothing of it is shown, and the game is read again."""
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(1))
    before = mover.game.digest()
    run = mover.games.store._run_sql

    def dies(sql, values):
        if sql == "commit":
            run(sql, values)  # written, but the connection was lost before the answer
            raise mover.games.store._errors[0]("gone")
        return run(sql, values)

    monkeypatch.setattr(mover.games.store, "_run_sql", dies)
    with pytest.raises(IllegalOrder, match="is not responding"):
        mover.apply(mover.game.sample(2))
    assert mover.game.digest() == before
    monkeypatch.undo()
    assert any(heard.fresh for heard in mover.hear())
    other.hear()
    assert len(mover.game.log) == 2
    assert mover.game.digest() == other.game.digest()


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_lost_connection_to_postgresql_is_opened_again(open_games, games, store):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    drop = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    store.rows(drop)
    mover.apply(mover.game.sample(1))
    store.rows(drop)
    other.hear()
    assert mover.game.digest() == other.game.digest()


@pytest.mark.usefixtures("people")
def test_the_defense_stays_with_the_player_when_sides_are_swapped(games, store):
    for _ in range(30):
        game = new_game(games, (1, 0), (None, 0), lot=True)
        games.store.run("update seat set defends = '24' where game = ? and player = 1", game)
        assert Challenges(games).take_seat(game, 1, 2)
        assert {seat.name: seat.defends for seat in games.seats(game)} == {"Anna": "24", "Bert": "ask"}
    first = {games.seats(game)[0].name for (game,) in store.rows("select id from game")}
    assert first == {"Anna", "Bert"}


@pytest.mark.usefixtures("people")
def test_the_number_of_a_withdrawn_challenge_is_not_used_again(games):
    game = new_game(games, (1, 0), (None, 0))
    assert not Challenges(games).withdraw(game, 2)
    assert Challenges(games).withdraw(game, 1)
    assert games.head(game) is None
    assert new_game(games, (1, 0), (None, 0)) > game


@pytest.mark.slow
@pytest.mark.usefixtures("people")
def test_two_servers_at_one_game_lose_no_order_and_write_none_twice(games, url):
    """Two processes, each with its own connection, give orders for the same seat as fast as they can."""
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    hurry = [sys.executable, "-m", "tests.club.hurry", url, str(game), str(side)]
    pipe = subprocess.PIPE
    writers = [subprocess.Popen([*hurry, str(n)], stdin=pipe, stdout=pipe, text=True, cwd=ROOT) for n in (1, 2, 3)]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    given = []
    for writer in writers:
        out, _ = writer.communicate(timeout=120)
        assert writer.returncode == 0
        given.append([line.split(" ", 2) for line in out.splitlines()])
    kept = {int(version): line for order in given for word, version, line in order if word == "kept"}
    refused = sum(word == "refused" for order in given for word, *_ in order)
    assert all(any(word == "kept" for word, *_ in order) for order in given), "each had its turn"
    assert refused, "they were in each other's way"
    rows = games.store.rows("select version, line from entry where game = ? and side = ? order by n", game, side)
    assert len({version for version, _ in rows}) == len(rows), "one order for each version"
    assert dict(rows) == kept
    assert games.head_of(game).version == max(kept)
    numbers = [n for (n,) in games.store.rows("select n from entry where game = ? order by n", game)]
    assert numbers == [*range(len(numbers))]
    ClubSession(games, game, -1)  # the log can be replayed


def at_once(open_games, *does):
    """Call functions at the same moment, each over its own connection, and return their answers."""
    ready = Barrier(len(does))

    def run(do):
        games = open_games()
        ready.wait()
        return do(games)

    with ThreadPoolExecutor(len(does)) as pool:
        return [*pool.map(run, does)]


@pytest.mark.slow
def test_simultaneous_messages_are_all_kept_in_order(games, open_games, store):
    """The row of the game is locked while its next number is found; otherwise two writers would use the same number."""
    people = People(store)
    players = [1, 2, *(people.register(f"P{n}").id for n in range(2))]
    games_of = [new_game(games, (first, 0), (second, 0)) for first, second in (players[:2], players[2:])]

    def talks(player):
        game = games_of[players.index(player) // 2]
        return lambda own: [own.talk.say(game, player, f"{player}.{n}") for n in range(MAX_TALK)]

    numbers = at_once(open_games, *map(talks, players))
    for game, said in zip(games_of, (numbers[:2], numbers[2:]), strict=True):
        assert sorted(n for each in said for n in each) == [*range(1, 2 * MAX_TALK + 1)]
        assert len(games.talk.read(game)) == 2 * MAX_TALK


@pytest.mark.slow
def test_two_draw_offers_at_once_are_an_agreement(games, open_games):
    def offer_draw(own, game, player):
        return Agreements(own).offer_draw(game, player)

    for game in [new_game(games) for _ in range(8)]:
        agreed = at_once(open_games, *(partial(offer_draw, game=game, player=player) for player in (1, 2)))
        assert sorted(agreed) == [False, True]
        assert games.head_of(game).outcome == "a draw by agreement"


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_writes_to_many_games_take_the_games_before_their_seats(games, open_games, store):
    """In another order PostgreSQL would abort one of two such writes as a deadlock."""
    first, second = (new_game(games, pace=Pace(days=3)) for _ in range(2))
    waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()"
    with ThreadPoolExecutor(1) as pool:
        with games.store.writing(second):
            games.store.run("update seat set seen = 1 where game = ?", second)
            other = pool.submit(open_games().defend_all, 1, "24")
            wait_for(lambda: store.row(waits) == (1,))
            games.store.run("update seat set seen = 1 where game = ?", first)
        other.result(30)
    assert [games.seats(game)[0].defends for game in (first, second)] == ["24", "24"]


@pytest.mark.slow
def test_one_of_several_players_gets_a_seat(games, open_games, store):
    people = People(store)
    others = [2, *(people.register(f"P{n}").id for n in range(3))]

    def take_seat(own, game, player):
        return Challenges(own).take_seat(game, 1, player)

    for game in [new_game(games, (1, 0), (None, 0)) for _ in range(5)]:
        took = at_once(open_games, *(partial(take_seat, game=game, player=who) for who in others))
        assert sum(took) == 1
        assert games.seats(game)[1].player == others[took.index(True)]
        assert games.head_of(game).version == 1


def test_only_its_player_reads_what_a_player_keeps(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    first.change_private(0, lambda own: own._replace(notes=(Note("my secret plan"),)))
    assert ClubSession(open_games(), first.number, -1, 1, "Anna").private(0).notes == (Note("my secret plan"),)
    assert second.private(1) == Private()
    spectator = ClubSession(open_games(), first.number, -1)
    for session, side in ((second, 0), (first, 1), (spectator, 0), (spectator, -1)):
        with pytest.raises(IllegalOrder, match="only the player of a side"):
            session.private(side)
        with pytest.raises(IllegalOrder, match="only the player of a side"):
            session.change_private(side, lambda own: own)


def test_a_player_keeps_notes_with_a_limited_number_of_games(open_games, games, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.database.private.MAX_GAMES", 1)
    first, second = (both(open_games, new_game(games))[0] for _ in range(2))
    some = Private(conditions=("advance none",))
    for _ in range(2):
        first.change_private(0, lambda _: some)
    with pytest.raises(IllegalOrder, match="keep notes, sandboxes or conditions with 1 game"):
        second.change_private(0, lambda _: some)
    first.change_private(0, lambda _: Private())
    assert second.change_private(0, lambda _: some) == some


def test_a_sandbox_is_seen_by_its_player_alone_and_changes_nothing(open_games, games):
    first, second, told = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    before = games.since(mover.number, -1)
    for session in (mover, other):  # also while it is the other player's move
        sandbox = Sandboxes(session, session.side).new("secret plan")
        for seed in range(20):
            sandbox.apply("roll 6" if sandbox.game.prompt.kind == "roll" else sandbox.game.sample(seed))
        assert not sandbox.trouble
        assert Sandboxes(session, session.side).open("SECRET plan").game.log == sandbox.game.log
    assert games.since(mover.number, -1) == before
    assert (mover.hear(), other.hear(), told) == ([], [], [])
    mover.change_private(mover.side, lambda _: Private())
    assert len(Sandboxes(other, other.side).all) == 1
    spectator = ClubSession(open_games(), mover.number, -1)
    for side in (0, 1):
        for stranger in (spectator, mover if side == other.side else other):
            with pytest.raises(IllegalOrder, match="only the player of a side"):
                Sandboxes(stranger, side)


def test_orders_of_a_sandbox_are_given_like_any_others(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    sandbox = Sandboxes(mover, mover.side).new()
    for seed in range(8):
        sandbox.apply(sandbox.game.sample(seed))
    orders = Sandboxes(mover, mover.side).to_give("1")
    with pytest.raises(IllegalOrder, match="it isn't your decision"):
        other.apply_all(in_earnest(other, other.side, orders))
    with pytest.raises(IllegalOrder, match="it isn't your decision"):
        other.apply_all(in_earnest(other, mover.side, orders))  # a liar names the other side
    mover.apply(orders[0])
    stale = ClubSession(open_games(), mover.number, mover.side, mover.player, mover.name)
    mover.apply(orders[1])
    with pytest.raises(IllegalOrder, match="the game has changed"):
        stale.apply_all(in_earnest(stale, mover.side, orders[1:]))
    assert mover.game.log == [*orders[:2]]
    rest = Sandboxes(mover, mover.side).to_give("1")
    mover.apply_all(in_earnest(mover, mover.side, rest))
    assert mover.game.log == [*orders]
    assert [order for heard in other.hear() for order in heard.events]
    assert other.game.log == mover.game.log
