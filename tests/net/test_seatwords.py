"""The word of a seat: who has all keys of his login, and not the word, does not sit on an absent player's seat."""

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
from westwall_tui.net.chairs import Guest, Unwelcome
from westwall_tui.net.client import Client, Lost, look
from westwall_tui.net.porter import FREE_GUESSES, SaidWord, hash_word
from westwall_tui.net.rooms import SeatKeys, keep_seat_keys, keys_folder, seat_keys
from westwall_tui.net.spawn import host_and_join
from westwall_tui.net.table import Table

WORD = "Käsekuchen mit Sahne"


@pytest.fixture
def host(hosted, tmp_path):
    """A game of which the test is the host."""
    return hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))


def leave(host, *guests):
    """Players leave, and the host has noticed."""
    for guest in guests:
        guest.leave()
    names = [guest.seats[guest.side].name for guest in guests]
    wait_for(lambda: not [guest for guest in host.do(lambda table: table.guests) if guest.name in names])


def key_of(guest):
    """The key of somebody's seat, as it lies in his state folder."""
    return guest.client.welcome["key"]


def why_not(host, side, **hello):
    """Why somebody may not sit there."""
    with pytest.raises(Lost) as refused:
        host.sit(side, "Mallory", **hello)
    return refused.value


# -- a thief with every file of the login


@pytest.mark.slow
def test_who_has_the_key_and_not_the_word_does_not_sit_on_an_absent_players_seat(host):
    anna = host.sit("German", "Anna", word=WORD)
    key = key_of(anna)
    leave(host, anna)
    refused = why_not(host, "German", key=key)
    assert "there is a word for the German seat" in str(refused)
    assert (refused.wants, refused.for_good) == ("word", True)
    assert "wrong word for the German seat" in str(why_not(host, "German", key=key, word="Apfelkuchen"))
    assert "the German seat is Anna's, who is away" in str(why_not(host, "German", word=WORD))
    assert host.sit("German", "Anna", key=key, word=WORD).side == 0


@pytest.mark.slow
def test_nor_does_he_take_it_from_a_player_who_is_there(host):
    anna = host.sit("German", "Anna", word=WORD)
    why_not(host, "German", key=key_of(anna), since=anna.client.welcome["since"], as_before=True)
    anna.say("I am still here")
    assert host.sit("German", "Anna", key=key_of(anna), word=WORD).side == 0  # another terminal of hers


@pytest.mark.slow
def test_what_the_host_keeps_is_of_no_use_in_place_of_the_word(host):
    anna = host.sit("German", "Anna", word=WORD)
    kept = host.do(lambda table: table.keys)
    leave(host, anna)
    assert kept.first_word
    for said in (kept.first_word, kept.first, f"{kept.first}{kept.first_word}", " ".join(kept)[:200]):
        why_not(host, "German", key=kept.first, word=said)


@pytest.mark.slow
def test_guesses_are_slowed_down_and_told_though_they_come_all_at_once_and_spell_the_side_anew(host, tmp_path):
    bob = host.sit("US", "Bob", owner="owner")
    anna = host.sit("German", "Anna", word=WORD)
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
        "wrong word for the German seat": tried,
        "too many wrong guesses from your address": 40 - tried,
    }
    assert sum("a wrong word for the German seat from" in line for line in host.said) == tried
    wait_for(lambda: any("At the door: a wrong word for the German seat" in heard.text for heard in bob.hear()))
    assert "too many wrong guesses" in str(why_not(host, "German", key=key, word=WORD))  # nor is a right one told
    assert (
        host.sit("US", "Bob", key=key_of(bob), owner="owner", word="of my own").side == 1
    )  # another seat is not slowed


@pytest.mark.slow
def test_the_hosts_key_frees_no_seat_without_the_word_of_the_hosts_own(host):
    bob = host.sit("US", "Bob", owner="owner", word="Bob's word")
    anna = host.sit("German", "Anna", word=WORD, owner="owner")  # her program shows it too: it lies in the same folder
    with pytest.raises(IllegalOrder, match="only US or the host"):
        anna.sit(1, FREE)
    leave(host, anna, bob)
    mallory = host.sit("", "Mallory", owner="owner")
    with pytest.raises(IllegalOrder, match="only German or the host"):
        mallory.sit(0, FREE)
    again = host.sit("US", "Bob", key=key_of(bob), owner="owner", word="Bob's word")
    again.sit(0, FREE)
    assert not host.do(lambda table: table.keys).first_word
    assert host.sit("German", "Carl").side == 0


@pytest.mark.slow
def test_whoever_hosts_without_a_word_frees_any_seat_and_then_its_word_is_gone(host):
    anna = host.sit("German", "Anna", word=WORD)
    host.sit("", "Bob", owner="owner").sit(0, FREE)
    assert host.sit("German", "Carl", word="Carl's").side == 0
    why_not(host, "German", key=key_of(anna), word=WORD)


# -- where the word gets to


@pytest.mark.slow
def test_the_word_is_nowhere_but_with_its_player(host, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    bob, watcher = host.sit("US", "Bob"), host.sit("", "Wim")
    told: list[dict[str, object]] = []
    for guest in (bob, watcher):

        def listen(message, take=guest.client._sort_message):
            told.append(message)
            take(message)

        guest.client._sort_message = listen
    anna = host.sit("German", "Anna", word=WORD)
    host.do(lambda table: keep_seat_keys(table.session.path, table.keys))
    why_not(host, "German", key=key_of(anna), word=f"{WORD}?")
    anna.say("hello")
    wait_for(lambda: sum(message.get("news") == "said" for message in told) == 2)
    seen = json.dumps([told, anna.client.welcome, look(host.address)[0], host.said], ensure_ascii=False)
    digest = host.do(lambda table: table.keys).first_word
    assert '"word": true' in seen
    assert digest not in seen
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(digest.encode() in content for content in files)
    for content in (*files, seen.encode(), caplog.text.encode(), repr(vars(host.table)).encode()):
        assert WORD.encode() not in content
        assert json.dumps(WORD)[1:-1].encode() not in content


@pytest.mark.slow
def test_a_lost_line_comes_back_with_the_word_by_itself(host):
    anna = host.sit("German", "Anna", patient=True, word=WORD)
    host.do(lambda table: table.guests[0].hang_up())
    wait_for(lambda: any("is back" in heard.text for heard in anna.hear()))
    assert anna.side == 0


@pytest.mark.slow
def test_a_program_that_has_the_wrong_word_does_not_go_on_guessing(host):
    anna = host.sit("German", "Anna", word=WORD)
    client = Client(host.address, {"side": "German", "name": "Anna", "key": key_of(anna), "word": WORD})
    client._hello["word"] = "another"
    host.do(lambda table: table.guests[0].hang_up())
    wait_for(lambda: not client._thread.is_alive())
    assert client.news()[-1]["news"] == "closed"


@pytest.mark.slow
def test_who_comes_back_may_give_his_seat_a_word_and_the_first_one_stays(host):
    anna = host.sit("German", "Anna")
    key = key_of(anna)
    assert host.sit("German", "Anna", key=key, word=WORD).side == 0
    why_not(host, "German", key=key, word="another")


# -- the table by itself


@pytest.fixture
def table(tmp_path):
    return Table(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))


def hello(**said):
    return {"version": 2, "name": "Anna", "side": "German", **said}


def sit(table, word, **said):
    guest = Guest(lambda _: None)
    table.sit(guest, hello(**said), word)
    return guest


def test_a_word_counts_for_a_free_seat_or_with_its_key_and_for_nothing_else(table):
    key = table._chairs[0].key
    assert table.seat_for_word(hello(word="w", side="german")) == ("German", key)
    sit(table, SaidWord(key, "d"))
    assert table.seat_for_word(hello(word="w")) is None
    assert table.seat_for_word(hello(word="w", key="guess")) is None
    assert table.seat_for_word(hello(word="w", key=key)) == ("German", key)
    assert table.seat_for_word(hello(key=key)) is None
    assert table.seat_for_word(hello(word="w", side="")) is None


def test_a_word_that_was_said_before_the_seat_changed_hands_counts_for_nothing(table):
    key = table._chairs[0].key
    anna = sit(table, SaidWord(key, "d"))
    table._seat(anna, "German open")
    with pytest.raises(Unwelcome, match="just changed hands"):
        sit(table, SaidWord(key, "d"))
    assert not table._chairs[0].word


@pytest.mark.slow
def test_hashes_are_salted_with_the_seat_and_take_any_text():
    assert hash_word("a", "key") == hash_word("a", "key")
    assert len({hash_word(*said).digest for said in (("a", "key"), ("a", "other"), ("b", "key"), ("", "key"))}) == 4


@pytest.mark.parametrize(("owner", "side"), [("0", 0), ("1", -1), ("", -1), ("7", -1), ("x", -1)])
def test_a_game_that_is_hosted_again_has_its_words(tmp_path, owner, side):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path)
    keys = SeatKeys("g", "a" * 32, "b" * 32, "c" * 64, "", owner)
    table = Table(session, keys=keys)
    assert table._owner_side == side
    assert table.keys == keys._replace(owner="0" if side == 0 else "")
    with pytest.raises(Unwelcome, match="there is a word for the German seat"):
        sit(table, SaidWord("", ""), key="a" * 32)


# -- programs


@pytest.mark.slow
def test_words_outlive_a_host_that_is_killed(hosting, monkeypatch):
    monkeypatch.setenv("WESTWALL_WORD", WORD)
    program = hosting("bastogne/spearhead", "--name", "game")
    hosting.sit("US", "Bob").leave()
    save = next(hosting.saves.glob("*.toml"))
    wait_for(lambda: seat_keys(save).second_word)
    program.kill()
    program.wait()
    hosting(save.stem, "--name", "game")
    for said in ("", "another"):
        monkeypatch.setenv("WESTWALL_WORD", said)
        with pytest.raises(Lost, match=r"word (of|for) the US seat"):
            hosting.sit("US", "Bob")
    monkeypatch.setenv("WESTWALL_WORD", WORD)
    assert hosting.sit("US", "Bob").side == 1
    kept = b"".join(path.read_bytes() for path in keys_folder().iterdir())
    assert WORD.encode() not in kept + save.read_bytes()


@pytest.mark.slow
def test_who_hosts_from_the_title_has_a_word_and_his_rights_go_with_it(hosting, monkeypatch):
    popen, running = subprocess.Popen, []

    def begin(command, **more):
        running.append(popen(command, **more))
        return running[-1]

    monkeypatch.setattr("subprocess.Popen", begin)
    arguments = ["bastogne/spearhead", "--name", "game", "--linger", "1"]
    guest = host_and_join(arguments, hosting.folder, "US", "Bob", word=WORD)
    try:
        assert WORD not in str(running[0].args)
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
    """What is typed where no echo shows."""
    words: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda _: words.pop(0))
    return words


def join(folder, *more):
    """`westwall join` to the US seat; who then sits where."""
    arguments = ["join", "game", "--side", "US", "--name", "Bob", "--folder", str(folder), *more]
    joined = []

    def screen(session):
        joined.append(session.side)
        return 0

    assert command.join(cli._parser(arguments).parse_args(arguments), screen) == 0
    return joined


@pytest.mark.slow
def test_join_asks_for_a_word_and_asks_again_when_the_seat_has_one(host, tmp_path, typed, capsys):
    typed += [WORD, WORD]
    assert join(tmp_path, "--word") == [1]
    typed += ["wrong", WORD]
    assert join(tmp_path) == [1]
    assert not typed
    assert WORD not in "".join(capsys.readouterr())


@pytest.mark.slow
@pytest.mark.parametrize(("words", "why"), [(["a", "b"], "two different words"), (["", ""], "you typed nothing")])
def test_a_word_that_was_not_typed_twice_is_none(typed, words, why):
    typed += words
    with pytest.raises(FileError, match=why):
        command._new_word()


def test_without_a_keyboard_no_word_is_asked_for(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(FileError, match="set WESTWALL_WORD"):
        command._new_word()
