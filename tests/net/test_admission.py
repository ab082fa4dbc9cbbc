"""Admission to a host: floods of connections, guesses at the token, and bans."""

import contextlib
import json
import socket
import threading
from collections import Counter
from functools import partial

import pytest

from tests.net.local import wait_for
from tests.net.test_host import raw
from westwall_tui import cli
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net import command
from westwall_tui.net.admission import (
    BAN_SECONDS,
    FREE_GUESSES,
    LONGEST_WAIT,
    MOST_CONNECTIONS,
    MOST_PEERS,
    Admission,
    Connection,
    peer_of,
)
from westwall_tui.net.client import Lost, ask_about
from westwall_tui.net.command import hosted_games
from westwall_tui.net.guests import Unwelcome
from westwall_tui.net.protocol import encode


class Clock:
    """A clock that only the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def warned():
    return []


@pytest.fixture
def admission(clock, warned):
    return Admission("open sesame", lambda line, attack: warned.append((line, attack)), clock)


def guess(admission, said, peer="203.0.113.7", *, known=False):
    """Return the refusal of a token, or an empty string."""
    try:
        admission.check_token(peer, said, known=known)
    except Unwelcome as error:
        return str(error)
    return ""


# -- new connections


def test_too_many_connections_reject_the_first_of_the_busiest_origin(admission):
    turned_away = []

    def come(peer):
        caller = Connection(peer, lambda why: turned_away.append((peer, why)))
        admission.receive(caller)
        return caller

    friend = come("user 1000")
    for _ in range(3 * MOST_CONNECTIONS):
        come("user 666")
    assert Counter(peer for peer, _ in turned_away) == {"user 666": 2 * MOST_CONNECTIONS + 1}
    admission.release(friend)
    admission.release(friend)


# -- guesses


def test_only_the_token_is_accepted(admission):
    assert guess(admission, "open sesame") == ""
    assert "this game needs a token" in guess(admission, "")
    for said in ("open", "open sesame ", "OPEN SESAME"):
        assert "wrong token" in guess(admission, said)


@pytest.mark.slow
def test_only_the_guesser_waits_and_longer_each_time(admission, clock):
    tried = 0
    while clock.now < 3_600:
        if "wrong token" in guess(admission, f"guess {tried}"):
            tried += 1
        clock.now += 0.1
    assert FREE_GUESSES < tried < FREE_GUESSES + 3_600 / LONGEST_WAIT + 10
    assert "wait" in guess(admission, "open sesame")  # even for the right token
    assert guess(admission, "open sesame", "198.51.100.9") == ""
    assert guess(admission, "open sesame", known=True) == ""
    clock.now += LONGEST_WAIT
    assert guess(admission, "open sesame") == ""


def test_the_host_hears_of_each_guess_and_of_an_attack(admission, clock, warned):
    for _ in range(FREE_GUESSES + 1):
        guess(admission, "guess")
    assert warned[0] == ("wrong token from 203.0.113.7 (1 so far)", False)
    assert [attack for _, attack in warned] == [False] * FREE_GUESSES + [True]
    for _ in range(1_000):
        guess(admission, "guess")
    assert len(warned) == FREE_GUESSES + 1


def test_guesses_from_many_addresses_do_not_fill_the_memory(admission):
    for number in range(3 * MOST_PEERS):
        guess(admission, "guess", f"peer {number}")
    assert len(admission._guesses) == MOST_PEERS


def test_a_ban_does_not_affect_other_sides_from_the_same_origin(admission, clock):
    admission.ban("user 1000", -1)
    with pytest.raises(Unwelcome, match="try again in 30 seconds"):
        admission.check_ban("user 1000", -1)
    admission.check_ban("user 1000", 0)
    admission.check_ban("user 1001", -1)
    clock.now += BAN_SECONDS
    admission.check_ban("user 1000", -1)


@pytest.mark.parametrize(
    ("host", "family", "peer"),
    [("127.0.0.1", socket.AF_INET, "127.0.0.1"), ("::1", socket.AF_INET6, "::/64")],
)
def test_peers_are_addresses_and_networks(host, family, peer):
    with socket.socket(family) as door:
        try:
            door.bind((host, 0))
        except OSError:
            pytest.skip("this machine has no such addresses")
        door.listen()
        with socket.create_connection(door.getsockname()[:2]):
            line, _ = door.accept()
            with line:
                assert peer_of(line) == peer


# -- over a connection


@pytest.mark.slow
def test_silent_connections_keep_no_player_out(hosted, tmp_path):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    with contextlib.ExitStack() as crowd:
        for _ in range(MOST_CONNECTIONS + 100):
            crowd.enter_context(raw(tmp_path))
        players = [host.sit(name, name) for name in ("German", "US")]
        watchers = [host.sit("", f"W{number}") for number in range(5)]
        assert len(host.table.guests) == len(players) + len(watchers)
        assert hosted_games(tmp_path)[0].seats == ("German: German", "US: US")


@pytest.mark.slow
def test_a_flood_of_connections_keeps_no_player_out(hosted, tmp_path):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    over, come = threading.Event(), [0]

    def flood():
        lines = []
        while not over.is_set():
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(1)
            try:
                line.connect(str(tmp_path / "game.sock"))
            except OSError:
                line.close()
                continue
            come[0] += 1
            lines.append(line)
            if len(lines) > 2 * MOST_CONNECTIONS:
                lines.pop(0).close()
        for line in lines:
            line.close()

    floods = [threading.Thread(target=flood) for _ in range(2)]
    for thread in floods:
        thread.start()
    try:
        wait_for(lambda: come[0] > 300)

        def sits(side):
            with contextlib.suppress(Lost):  # a flood from our own login may displace us; then retry
                return host.sit(side, side)

        for side in ("German", "US"):
            wait_for(partial(sits, side))
        assert sorted(guest.name for guest in host.table.guests) == ["German", "US"]
    finally:
        over.set()
        for thread in floods:
            thread.join()
        ask_about(host.address)  # so earlier connections were received


@pytest.mark.slow
def test_guessing_the_token_is_slow_and_reported(hosted, tmp_path):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path), token="open sesame")
    owner = host.sit("US", "Bob", owner="owner", token="open sesame")
    reasons: Counter[str] = Counter()
    for number in range(200):
        with raw(tmp_path, {"token": f"guess {number}"}) as (_, reader):
            reasons[json.loads(reader.readline())["text"].partition(";")[0]] += 1
    assert reasons == {"wrong token": FREE_GUESSES + 1, "too many wrong guesses from your address": 194}
    assert sum("wrong token from" in line for line in host.said) == FREE_GUESSES + 1
    wait_for(lambda: any("Warning: wrong token from" in heard.text for heard in owner.hear()))
    key = owner.client.welcome["key"]
    assert host.sit("US", "Bob", key=key, token="open sesame").side == 1  # a returning player does not wait
    with pytest.raises(Lost, match="too many wrong guesses"):
        host.sit("German", "Anna", token="open sesame")


@pytest.mark.slow
def test_names_are_shown_only_with_the_token(hosted, tmp_path):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path), token="open sesame")
    host.sit("US", "Bob", token="open sesame")
    assert b"Bob" not in encode(ask_about(host.address)[0])
    assert hosted_games(tmp_path)[0].seats == ("German: free", "US: taken")
    assert hosted_games(tmp_path, "open sesame")[0].seats == ("German: free", "US: Bob")
    assert hosted_games(tmp_path, "another game's")[0].seats == ("German: free", "US: taken")
    with pytest.raises(Lost, match="wrong token") as refused:
        ask_about(host.address, "guess")
    assert refused.value.wants == "token"


@pytest.mark.slow
def test_a_spectator_who_sent_too_much_is_banned(hosted, tmp_path):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))
    with raw(tmp_path, {}) as (line, reader), contextlib.suppress(OSError):
        for _ in range(2_000):
            line.sendall(encode({"line": "?prompt"}))
        while reader.readline():
            pass
    wait_for(lambda: not host.table.guests)
    with pytest.raises(Lost, match="too many lines; try again in"):
        host.sit("", "Mallory")
    assert host.sit("US", "Bob").side == 1


# -- the command line


@pytest.mark.slow
def test_the_token_can_come_from_the_environment(hosting, monkeypatch):
    monkeypatch.setenv("WESTWALL_TOKEN", "open sesame")
    program = hosting("bastogne/spearhead", "--name", "game")
    assert program.stdout.readline() == "Guests need your token to join (westwall join asks for it)\n"
    assert hosting.sit("US", "Bob").side == 1
    monkeypatch.delenv("WESTWALL_TOKEN")
    with pytest.raises(Lost, match="this game needs a token"):
        hosting.sit("German", "Anna")


@pytest.mark.slow
def test_join_asks_for_the_token_at_the_keyboard(hosted, tmp_path, monkeypatch, capsys):
    hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path), token="open sesame")
    typed = ["wrong", "open sesame"]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda _: typed.pop(0))
    joined = []
    arguments = ["join", "game", "--side", "US", "--name", "Bob", "--folder", str(tmp_path)]
    options = cli._parser(arguments).parse_args(arguments)

    def screen(session):
        joined.append(session.side)
        return 0

    assert command.join(options, screen) == 0
    assert (joined, typed) == ([1], [])
    assert "this game needs a token" in capsys.readouterr().err


@pytest.mark.slow
def test_a_token_that_no_line_could_hold_is_refused(hosting):
    program = hosting("bastogne/spearhead", "--token", "x" * 201)
    assert "--token has more than 200 characters" in hosting.first
    assert program.wait(30) == 2
