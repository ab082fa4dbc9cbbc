"""The thinker: the computer's seats, defense for absent players, clocks, and letters."""

import socket
import time
from smtplib import SMTPRecipientsRefused
from types import SimpleNamespace

import pytest
from aiosmtpd.controller import Controller

from tests.ai.test_fairness import watched
from tests.club.conftest import SCENARIO, new_game, time_passes
from westwall_tui.ai.answers import manners
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.server.thinker import TIMEOUT, Notifier, Thinker, move_message
from westwall_tui.club.session import ClubSession, begin, what_happened
from westwall_tui.engine import queries
from westwall_tui.engine.orders import Offer
from westwall_tui.engine.queries import DEFENSE

pytestmark = pytest.mark.usefixtures("people")


@pytest.fixture
def work(open_store):
    """Return a thinker."""
    return Thinker(open_store(), lambda _: None)


@pytest.mark.slow
def test_the_computer_plays_its_turn_and_no_other(games, work):
    game = new_game(games, (None, 1), (1, 0), scenario="hurtgen/historical")
    side = games.seats(game)[0].side
    first = ClubSession(games, game, 1, 1, "Anna")
    if first.game.side == 1:
        first.apply("done")
        first.apply("done")
    while (after := waiting_for(games, game, 1).game).side != 1 and after.state.side == side:
        assert work.step()
    assert not work.step()


def test_its_computer_holds_only_forks_for_its_side(games, work):
    new_game(games, (None, 1), (2, 0), scenario="hurtgen/historical")
    with watched(0) as wrong:
        assert work.step()
    assert not wrong


def conceding(monkeypatch):
    """Make the computer offer to concede as soon as it may."""
    monkeypatch.setattr(
        manners.Offers,
        "offer",
        lambda _, game: Offer("concession") if queries.may_offer(game, "concession") else None,
    )


def waiting_for(games, game, side):
    """Return the game once it waits for a side, as that side sees it."""
    return ClubSession(games, game, side, side + 1, "AB"[side])


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["accept", "stand"])
def test_the_computer_asks_its_opponent_before_it_concedes(games, work, monkeypatch, answer):
    conceding(monkeypatch)
    game = new_game(games, (None, 1), (2, 0), scenario="hurtgen/historical")
    while (session := waiting_for(games, game, 1)).game.side != 1:
        assert work.step()
    assert session.game.prompt.kind == "offer"
    assert not work.step()  # the computer must not answer this
    games.defend(game, 2, "computer")
    assert not work.step()  # this isn't a defense
    session.apply(answer)
    assert (session.game.outcome is not None) == (answer == "accept")
    while session.game.outcome is None and waiting_for(games, game, 1).game.side != 1:
        assert work.step()
    assert [line for line, _ in games.entries(game)].count("offer concession") == 1
    if answer == "accept":
        assert "conceded" in games.head_of(game).outcome


@pytest.mark.slow
def test_a_computer_that_stands_in_does_not_concede(games, work, monkeypatch):
    conceding(monkeypatch)
    game = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical")
    games.store.run("update seat set level = 1 where game = ? and side = 0", game)
    while waiting_for(games, game, 1).game.side != 1:
        assert work.step()
    assert not any(line.startswith("offer") for line, _ in games.entries(game))


def played_to_a_defense(games, kinds=DEFENSE):
    """Return a game that waits for the side that is not phasing: its number, and that side's player."""
    for seed in range(60):
        game = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical")
        sessions = [ClubSession(games, game, side, side + 1, "AB"[side]) for side in (0, 1)]
        for step in range(120):
            now = sessions[0].game
            if now.side >= 0 and now.side != now.state.side and now.prompt.kind in kinds:
                return game, now.side
            mover = sessions[now.side]
            mover.apply(now.sample(1000 * seed + step))
            sessions[1 - mover.side].hear()
    raise AssertionError("no game came to a defense")


@pytest.mark.slow
def test_an_absent_player_is_defended_as_set(games, work, store):
    game, side = played_to_a_defense(games)
    assert not work.step()  # the club asks the player
    assert games.defend(game, side + 1, "6")
    assert not work.step()  # too early
    store.run("update game set since = ? where id = ?", time.time() - 6.1 * 3_600, game)
    assert work.step()
    last = games.entries(game)[-1]
    assert any(who == f"the computer for {('Anna', 'Bert')[side]}" for _, who in games.entries(game)), last
    after = ClubSession(games, game, -1).game
    assert after.side != side or after.state.side == side  # the computer moved no unit of the absent player


@pytest.mark.slow
def test_the_computer_defends_at_once(games, work):
    game, side = played_to_a_defense(games)
    assert games.defend(game, side + 1, "computer")
    assert work.step()


def test_two_thinkers_never_think_for_one_game(games, open_store):
    game = new_game(games, (None, 1), (None, 1))
    first = games.reserve("one", time.time(), 60, DEFENSE, {})
    assert first is not None
    assert first[0] == game
    assert games.reserve("two", time.time(), 60, DEFENSE, {}) is None
    assert games.reserve("two", time.time() + 61, 60, DEFENSE, {}) is not None  # the first thinker has died


def against_the_computer(games, player):
    """Return a game in which the computer, level 1, is to decide."""
    seats = [(player, 0), (player, 0)]
    seats[begin(SCENARIO).side] = (None, 1)
    return new_game(games, *seats)


def test_players_share_the_thinkers_time(games, people, work):
    """Anna has many games that wait, for longer; Bert has one."""
    people.register("Carla")
    many = [against_the_computer(games, 1) for _ in range(3)]
    one = against_the_computer(games, 2)
    order = []
    spent: dict[int, float] = {}
    for _ in range(2):
        claim = games.reserve("me", time.time(), 60, DEFENSE, spent)
        assert claim is not None
        order.append(claim.game)
        spent[claim.player] = spent.get(claim.player, 0) + 1
    assert order == [many[0], one]


def test_other_games_get_a_turn_during_long_thinking(games, work, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.server.thinker.TIME_SLICE", 0)
    first, second = (against_the_computer(games, player) for player in (1, 2))
    for _ in range(2):
        assert work.step()
    assert games.head_of(first).orders
    assert games.head_of(second).orders


def test_the_computer_plays_for_a_player_who_runs_out_of_days(games, work, store):
    game = new_game(games, (1, 0), (2, 0), pace=Pace(days=2))
    side = store.one("select to_decide from game where id = ?", game)[0]
    assert not TimeLimits(games.store).overdue(time.time())
    time_passes(games, game, 2 * DAY + 1)
    work.check_clocks()
    assert games.seats(game)[side].level


def test_running_out_of_time_loses_if_that_was_agreed(games, work, store):
    game = new_game(games, (1, 0), (2, 0), pace=Pace(clock=60, late="lost"))
    side, due = store.one("select to_decide, due from game where id = ?", game)
    assert due == pytest.approx(time.time() + 60, abs=5)
    time_passes(games, game, 61)
    work.check_clocks()
    assert "ran out of time" in games.head_of(game).outcome
    assert store.one("select winner from game where id = ?", game)[0] == 1 - side


@pytest.mark.slow
def test_a_clock_stops_during_a_holiday(games, work, people, store):
    game = new_game(games, (1, 0), (2, 0), pace=Pace(days=1))
    side = store.one("select to_decide from game where id = ?", game)[0]
    people.set_away(side + 1, time.time() + 10 * DAY)
    time_passes(games, game, 2 * DAY)
    work.check_clocks()
    assert not games.seats(game)[side].level
    assert not TimeLimits(games.store).overdue(time.time())


def test_a_live_clock_runs_for_the_side_to_decide(games, store):
    game = new_game(games, (1, 0), (2, 0), pace=Pace(clock=600, gain=5), scenario="hurtgen/historical")
    side = store.one("select to_decide from game where id = ?", game)[0]
    session = ClubSession(games, game, side, side + 1, "A")
    time_passes(games, game, 100)
    session.apply(session.game.sample(1))
    assert games.seats(game)[side].rest == pytest.approx(505, abs=3)
    assert games.seats(game)[1 - side].rest == 600


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Mailbox:
    """A handler of a real SMTP server that keeps the messages."""

    def __init__(self):
        self.letters = []

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - as aiosmtpd calls it
        self.letters.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 OK"


def test_a_letter_is_sent_once_per_turn(games, people, store, tmp_path):
    game = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical")
    side = store.one("select to_decide from game where id = ?", game)[0]
    mover, other = (ClubSession(games, game, each, each + 1, "AB"[each]) for each in (side, 1 - side))
    store.run("update player set mail = 'other@example.org' where id = ?", 2 - side)
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=_free_port())
    server.start()
    try:
        mail = {"server": "127.0.0.1", "port": server.port, "sender": "club@example.org", "address": "ssh club"}
        notifier = Notifier(mail, quiet=0)
        notifier.notify(games, people, time.time() + 1)
        assert not box.letters
        for _ in range(9):
            if mover.game.side != side:
                break
            mover.apply("done")
        assert mover.game.side == 1 - side
        for _ in range(3):
            notifier.notify(games, people, time.time() + 1)
        ((to, text),) = box.letters
    finally:
        server.stop()
    assert to == ["other@example.org"]
    assert f"game {game}" in text
    assert "Your move" in text
    assert f"ssh -t club play {game}\n" in text.replace("\r\n", "\n")
    other.hear()


def test_the_challenger_is_told_of_the_acceptance(games, people):
    """The player has seen all orders of the game, because there are none."""
    game = new_game(games, (1, 0), (None, 0))
    assert not Lists(games.store).due_notifications(time.time() + 1)
    assert Challenges(games).take_seat(game, 1, 2)
    (due,) = Lists(games.store).due_notifications(time.time() + 1)
    assert (due.game, due.player) == (game, games.store.one("select to_decide from game where id = ?", game)[0] + 1)


def test_the_notification_program_runs_without_a_shell(games, people, tmp_path):
    told = tmp_path / "told"
    program = tmp_path / "tell"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {told}\n')
    program.chmod(0o700)
    game = new_game(games, (1, 0), (2, 0))
    games.store.run("update game set orders = 1, asks = ? where id = ?", "$(rm x); `id`", game)
    Notifier(None, str(program), quiet=0).notify(games, people, time.time() + 1)
    name, *words, _ = told.read_text().split("|")
    opponent = {"Anna": "Bert", "Bert": "Anna"}[name]
    assert words == [str(game), "$(rm x); `id`", f"Bastogne: Spearhead against {opponent}", ""]


def moved_once(games, **how):
    """Return a new game in which the player who is to decide has not seen the last move, and that player's name."""
    game = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical", **how)
    sessions = [ClubSession(games, game, side, side + 1, "AB"[side]) for side in (0, 1)]
    mover = sessions[sessions[0].game.side]
    mover.apply(next(order for order in mover.game.legal() if order.word == "move"))
    while mover.game.side == mover.side:
        mover.apply("done")
    return game, ("Anna", "Bert")[1 - mover.side]


def test_the_notification_says_what_the_opponent_did(games, people, store, tmp_path):
    """A private game says it only to the player, by mail, because the program may post it for everybody."""
    told = tmp_path / "told"
    program = tmp_path / "tell"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {told}\n')
    program.chmod(0o700)
    game, name = moved_once(games)
    secret, _ = moved_once(games, private=True)
    happened = "The U.S. moved one unit."
    due = next(each for each in Lists(store).due_notifications(time.time() + 1) if each.game == secret)
    Notifier(None, str(program), quiet=0).notify(games, people, time.time() + 1)
    words = told.read_text().split("|")
    assert (words[0], words[1], words[4]) == (name, str(game), happened)
    assert (words[6], words[9]) == (str(secret), "")
    mail = {"sender": "club@example.org", "address": "ssh club"}
    letter = move_message(name, "a@example.org", due, what_happened(games, secret, due.seen), mail)
    assert f"\n{happened}\n" in letter.get_content()


def test_one_letter_that_fails_stops_no_other(games, people, store, capsys, monkeypatch):
    """Addresses and names of all kinds, a faulty program, and a server that refuses one letter."""
    sent = []

    class Refuses:
        def __init__(self, *_, **__):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def send_message(self, message):
            message.as_bytes()
            if "bad@" in message["To"]:
                raise SMTPRecipientsRefused({message["To"]: (550, b"no")})
            sent.append(message["To"])

    monkeypatch.setattr("westwall_tui.club.server.thinker.SMTP", Refuses)
    for number, mail in enumerate(
        ("q#-=c日&!.:]?#日$=c}ß_{?f(u@-", "bad@example.org", "a\nBcc: x@y", "good@example.org")
    ):
        player = people.register(f"P{number}").id
        store.run("update player set mail = ? where id = ?", mail, player)
        game = new_game(games, (player, 0), (player, 0))
        store.run("update game set orders = 1, asks = ? where id = ?", "x\ny", game)
    store.run("update player set mail_new = 'bad@example.org' where id = 1")
    store.run("update player set mail_new = 'code@example.org' where id = 2")
    how = {"server": "127.0.0.1", "port": 1, "sender": "c@example.org", "address": "ssh club"}
    for _ in range(2):
        Notifier(how, "/nowhere", quiet=0).notify(games, people, time.time() + 1)
    assert sent == ["good@example.org", "code@example.org"]
    said = capsys.readouterr().err
    assert "a letter for P1: SMTPRecipientsRefused" in said
    assert "bad@" not in said, "the log has no addresses"
    assert not Lists(games.store).due_notifications(time.time() + 1)


def test_a_slow_mail_server_does_not_delay_clocks(games, people, store, monkeypatch):
    """Each letter could take ten seconds, and a hundred were sent in a row."""
    store.run("update player set mail = 'a@example.org'")
    for _ in range(5):
        new_game(games)
    now = [0.0]

    def hang(*_, **__):
        now[0] += TIMEOUT
        raise TimeoutError

    monkeypatch.setattr("westwall_tui.club.server.thinker.SMTP", hang)
    monkeypatch.setattr("westwall_tui.club.server.thinker.time", SimpleNamespace(monotonic=lambda: now[0]))
    notifier = Notifier({"server": "x", "port": 1, "sender": "club@example.org", "address": "ssh club"}, quiet=0)
    for passes in range(1, 6):
        notifier.notify(games, people, time.time() + 1)
        assert now[0] == passes * TIMEOUT
    assert not Lists(store).due_notifications(time.time() + 1)


def test_a_failure_in_one_game_stops_no_other(games, work, monkeypatch, capsys):
    bad, good = against_the_computer(games, 1), against_the_computer(games, 2)
    games.store.run("update entry set line = 'nonsense'")
    games.store.run("update game set scenario = 'gone' where id = ?", bad)
    for _ in range(3):
        work.step()
    assert games.head_of(good).orders
    assert f"game {bad}: " in capsys.readouterr().err


def test_an_unreachable_mail_server_stops_nothing(games, people, capsys):
    games.store.run("update player set mail = 'a@example.org'")
    new_game(games, (1, 0), (2, 0))
    games.store.run("update game set orders = 1")
    mail = {"server": "127.0.0.1", "port": 1, "sender": "c@example.org", "address": "ssh club"}
    Notifier(mail, quiet=0).notify(games, people, time.time() + 1)
    assert "ConnectionRefusedError" in capsys.readouterr().err
    assert not Lists(games.store).due_notifications(time.time() + 1)
