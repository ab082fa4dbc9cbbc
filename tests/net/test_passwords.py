"""The password of a seat: all the keys of a login do not open an absent player's seat without it."""

import json
import logging
import subprocess
import threading
from collections import Counter

import pytest

from tests.net.local import wait_for
from tests.net.test_host import raw
from westwall_tui import cli
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import FREE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net import command
from westwall_tui.net.addresses import SeatKeys, keys_folder, save_seat_keys, seat_keys
from westwall_tui.net.admission import FREE_GUESSES, SaidPassword, hash_password
from westwall_tui.net.client import Client, Lost, ask_about
from westwall_tui.net.guests import Guest, Unwelcome
from westwall_tui.net.spawn import host_and_join
from westwall_tui.net.table import Table

PASSWORD = "Käsekuchen mit Sahne"


@pytest.fixture
def host(hosted, tmp_path):
    """Return a game that the test hosts."""
    return hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))


def leave(host, *guests):
    """Have players leave, and wait until the host has noticed."""
    for guest in guests:
        guest.leave()
    names = [guest.seats[guest.side].name for guest in guests]
    wait_for(lambda: not [guest for guest in host.do(lambda table: table.guests) if guest.name in names])


def key_of(guest):
    """Return the key of a guest's seat, as it is stored in the guest's state folder."""
    return guest.client.welcome["key"]


def why_not(host, side, **hello):
    """Return the refusal that Mallory gets at a seat."""
    with pytest.raises(Lost) as refused:
        host.sit(side, "Mallory", **hello)
    return refused.value


# -- a thief who has every file of the login


@pytest.mark.slow
def test_the_key_alone_does_not_open_an_absent_players_seat(host):
    anna = host.sit("German", "Anna", word=PASSWORD)
    key = key_of(anna)
    leave(host, anna)
    refused = why_not(host, "German", key=key)
    assert "the German seat needs a password" in str(refused)
    assert (refused.wants, refused.for_good) == ("word", True)
    assert "wrong password for the German seat" in str(why_not(host, "German", key=key, word="Apfelkuchen"))
    assert "the German seat belongs to Anna, who is away" in str(why_not(host, "German", word=PASSWORD))
    assert host.sit("German", "Anna", key=key, word=PASSWORD).side == 0


@pytest.mark.slow
def test_the_key_alone_does_not_take_the_seat_of_a_player_who_is_there(host):
    anna = host.sit("German", "Anna", word=PASSWORD)
    why_not(host, "German", key=key_of(anna), since=anna.client.welcome["since"], as_before=True)
    anna.say("I am still here")
    assert host.sit("German", "Anna", key=key_of(anna), word=PASSWORD).side == 0  # another terminal of hers


@pytest.mark.slow
def test_the_hosts_stored_keys_and_hashes_do_not_replace_the_password(host):
    anna = host.sit("German", "Anna", word=PASSWORD)
    kept = host.do(lambda table: table.keys)
    leave(host, anna)
    assert kept.first_password
    for said in (kept.first_password, kept.first, f"{kept.first}{kept.first_password}", " ".join(kept)[:200]):
        why_not(host, "German", key=kept.first, word=said)


@pytest.mark.slow
def test_guesses_are_slowed_down_and_reported_even_if_they_come_at_once_and_spell_the_side_differently(host, tmp_path):
    bob = host.sit("US", "Bob", owner="owner")
    anna = host.sit("German", "Anna", word=PASSWORD)
    key = key_of(anna)
    leave(host, anna)
    reasons: Counter[str] = Counter()

    def guess(number):
        side = ("German", "german", "GERMAN", " German ")[number % 4]
        with raw(tmp_path, {"side": side, "key": key, "word": f"guess {number}"}) as (_, reader):
            reasons[json.loads(reader.readline())["text"].partition(";")[0]] += 1

    guesses = [threading.Thread(target=guess, args=(number,)) for number in range(40)]
    for thread in guesses:
        thread.start()
    for thread in guesses:
        thread.join()
    tried = FREE_GUESSES + 1
    assert reasons == {
        "wrong password for the German seat": tried,
        "too many wrong guesses from your address": 40 - tried,
    }
    assert sum("wrong password for the German seat from" in line for line in host.said) == tried
    wait_for(lambda: any("Warning: wrong password for the German seat" in heard.text for heard in bob.hear()))
    assert "too many wrong guesses" in str(
        why_not(host, "German", key=key, word=PASSWORD)
    )  # even for the right password
    assert (
        host.sit("US", "Bob", key=key_of(bob), owner="owner", word="of my own").side == 1
    )  # another seat is not slowed down


@pytest.mark.slow
def test_the_hosts_key_frees_no_seat_without_the_password_of_the_hosts_own(host):
    bob = host.sit("US", "Bob", owner="owner", word="Bob's password")
    anna = host.sit(
        "German", "Anna", word=PASSWORD, owner="owner"
    )  # her program shows the host's key too: it is in the same folder
    with pytest.raises(IllegalOrder, match=r"only the U\.S\. player or the host"):
        anna.sit(1, FREE)
    leave(host, anna, bob)
    mallory = host.sit("", "Mallory", owner="owner")
    with pytest.raises(IllegalOrder, match="only the German player or the host"):
        mallory.sit(0, FREE)
    again = host.sit("US", "Bob", key=key_of(bob), owner="owner", word="Bob's password")
    again.sit(0, FREE)
    assert not host.do(lambda table: table.keys).first_password
    assert host.sit("German", "Carl").side == 0


@pytest.mark.slow
def test_a_host_without_a_password_frees_any_seat_and_its_password_is_gone(host):
    anna = host.sit("German", "Anna", word=PASSWORD)
    host.sit("", "Bob", owner="owner").sit(0, FREE)
    assert host.sit("German", "Carl", word="Carl's").side == 0
    why_not(host, "German", key=key_of(anna), word=PASSWORD)


# -- where the password is stored


@pytest.mark.slow
def test_only_the_player_ever_has_the_password(host, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    bob, watcher = host.sit("US", "Bob"), host.sit("", "Wim")
    told: list[dict[str, object]] = []
    for guest in (bob, watcher):

        def listen(message, take=guest.client._sort_message):
            told.append(message)
            take(message)

        guest.client._sort_message = listen
    anna = host.sit("German", "Anna", word=PASSWORD)
    host.do(lambda table: save_seat_keys(table.session.path, table.keys))
    why_not(host, "German", key=key_of(anna), word=f"{PASSWORD}?")
    anna.say("hello")
    wait_for(lambda: sum(message.get("news") == "said" for message in told) == 2)
    seen = json.dumps([told, anna.client.welcome, ask_about(host.address)[0], host.said], ensure_ascii=False)
    digest = host.do(lambda table: table.keys).first_password
    assert '"word": true' in seen
    assert digest not in seen
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(digest.encode() in content for content in files)
    for content in (*files, seen.encode(), caplog.text.encode(), repr(vars(host.table)).encode()):
        assert PASSWORD.encode() not in content
        assert json.dumps(PASSWORD)[1:-1].encode() not in content


@pytest.mark.slow
def test_a_lost_connection_is_restored_with_the_password(host):
    anna = host.sit("German", "Anna", patient=True, word=PASSWORD)
    host.do(lambda table: table.guests[0].hang_up())
    wait_for(lambda: any("is back" in heard.text for heard in anna.hear()))
    assert anna.side == 0


@pytest.mark.slow
def test_a_program_with_the_wrong_password_does_not_keep_guessing(host):
    anna = host.sit("German", "Anna", word=PASSWORD)
    client = Client(host.address, {"side": "German", "name": "Anna", "key": key_of(anna), "word": PASSWORD})
    client._hello["word"] = "another"
    host.do(lambda table: table.guests[0].hang_up())
    wait_for(lambda: not client._thread.is_alive())
    assert client.news()[-1]["news"] == "closed"


@pytest.mark.slow
def test_a_returning_player_may_set_a_password_and_the_first_one_stays(host):
    anna = host.sit("German", "Anna")
    key = key_of(anna)
    assert host.sit("German", "Anna", key=key, word=PASSWORD).side == 0
    why_not(host, "German", key=key, word="another")


# -- the table without sockets


@pytest.fixture
def table(tmp_path):
    return Table(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))


def hello(**said):
    return {"version": 2, "name": "Anna", "side": "German", **said}


def sit(table, password, **said):
    guest = Guest(lambda _: None)
    table.sit(guest, hello(**said), password)
    return guest


def test_a_password_is_only_checked_for_a_free_seat_or_with_its_key(table):
    key = table._slots[0].key
    assert table.seat_for_password(hello(word="w", side="german")) == ("German", key)
    sit(table, SaidPassword(key, "d"))
    assert table.seat_for_password(hello(word="w")) is None
    assert table.seat_for_password(hello(word="w", key="guess")) is None
    assert table.seat_for_password(hello(word="w", key=key)) == ("German", key)
    assert table.seat_for_password(hello(key=key)) is None
    assert table.seat_for_password(hello(word="w", side="")) is None


def test_a_password_given_before_the_seat_changed_hands_is_not_valid(table):
    key = table._slots[0].key
    anna = sit(table, SaidPassword(key, "d"))
    table._seat(anna, "German open")
    with pytest.raises(Unwelcome, match="just changed hands"):
        sit(table, SaidPassword(key, "d"))
    assert not table._slots[0].password


@pytest.mark.slow
def test_hashes_are_salted_with_the_seats_key():
    assert hash_password("a", "key") == hash_password("a", "key")
    assert len({hash_password(*said).digest for said in (("a", "key"), ("a", "other"), ("b", "key"), ("", "key"))}) == 4


@pytest.mark.parametrize(("owner", "side"), [("0", 0), ("1", -1), ("", -1), ("7", -1), ("x", -1)])
def test_a_game_that_is_hosted_again_keeps_its_passwords(tmp_path, owner, side):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path)
    keys = SeatKeys("g", "a" * 32, "b" * 32, "c" * 64, "", owner)
    table = Table(session, keys=keys)
    assert table._owner_side == side
    assert table.keys == keys._replace(owner="0" if side == 0 else "")
    with pytest.raises(Unwelcome, match="the German seat needs a password"):
        sit(table, SaidPassword("", ""), key="a" * 32)


# -- programs


@pytest.mark.slow
def test_passwords_survive_a_killed_host_and_the_old_variable_still_works(hosting, monkeypatch):
    monkeypatch.setenv("WESTWALL_WORD", PASSWORD)
    program = hosting("bastogne/spearhead", "--name", "game")
    hosting.sit("US", "Bob").leave()
    save = next(hosting.saves.glob("*.toml"))
    wait_for(lambda: seat_keys(save).second_password)
    program.kill()
    program.wait()
    hosting(save.stem, "--name", "game")
    monkeypatch.delenv("WESTWALL_WORD")
    for said in ("", "another"):
        monkeypatch.setenv("WESTWALL_PASSWORD", said)
        with pytest.raises(Lost, match=r"the U\.S\. seat"):
            hosting.sit("US", "Bob")
    monkeypatch.setenv("WESTWALL_PASSWORD", PASSWORD)
    assert hosting.sit("US", "Bob").side == 1
    kept = b"".join(path.read_bytes() for path in keys_folder().iterdir())
    assert PASSWORD.encode() not in kept + save.read_bytes()


@pytest.mark.slow
def test_a_password_set_on_the_title_protects_the_hosts_rights(hosting, monkeypatch):
    popen, running = subprocess.Popen, []

    def begin(command, **more):
        running.append(popen(command, **more))
        return running[-1]

    monkeypatch.setattr("subprocess.Popen", begin)
    arguments = ["bastogne/spearhead", "--name", "game", "--linger", "1"]
    guest = host_and_join(arguments, hosting.folder, "US", "Bob", password=PASSWORD)
    try:
        assert PASSWORD not in str(running[0].args)
        assert hosting.sit("", "Mallory")._owner is False
        guest.sit(1, FREE)
        assert hosting.sit("", "Bob")._owner is True
    finally:
        guest.leave()
        running[0].kill()
        running[0].wait()


# -- at the keyboard


@pytest.fixture
def typed(monkeypatch):
    """Return a list for the passwords to type next."""
    passwords: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda _: passwords.pop(0))
    return passwords


def join(folder, *more):
    """Run `westwall join` for the US seat, and return the sides that were joined."""
    arguments = ["join", "game", "--side", "US", "--name", "Bob", "--folder", str(folder), *more]
    joined = []

    def screen(session):
        joined.append(session.side)
        return 0

    assert command.join(cli._parser(arguments).parse_args(arguments), screen) == 0
    return joined


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--password", "--word"])
def test_join_asks_for_a_new_password_and_for_that_of_the_seat(host, tmp_path, typed, capsys, option):
    typed += [PASSWORD, PASSWORD]
    assert join(tmp_path, option) == [1]
    typed += ["wrong", PASSWORD]
    assert join(tmp_path) == [1]
    assert not typed
    assert PASSWORD not in "".join(capsys.readouterr())


@pytest.mark.slow
@pytest.mark.parametrize(("typings", "why"), [(["a", "b"], "two different passwords"), (["", ""], "you typed nothing")])
def test_a_new_password_must_be_typed_twice(typed, typings, why):
    typed += typings
    with pytest.raises(FileError, match=why):
        command._new_password()


def test_a_password_is_not_asked_for_without_a_keyboard(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(FileError, match="set WESTWALL_PASSWORD"):
        command._new_password()
