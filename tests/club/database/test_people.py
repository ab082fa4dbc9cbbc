"""Players and their keys."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.club.conftest import SCENARIO, new_game
from tests.every import every
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.people import _ADDRESS, MAX_KEYS, PendingCode, People, check_name, fingerprint_of
from westwall_tui.club.database.private import change_private
from westwall_tui.club.database.store import STEPS
from westwall_tui.club.server.thinker import code_message
from westwall_tui.club.session import ClubSession, begin
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.settings import Settings


@pytest.mark.slow
def test_names_are_unique_ignoring_case(people):
    for name in ("anna", "ANNA", " Anna ", "Anna  "):
        with pytest.raises(FileError, match="is taken"):
            people.register(name)


@pytest.mark.parametrize("name", ["Anna.", "Anna-", "A nna", "An.na", "Ann_a", "B-e-r-t", "8ert"])
def test_no_name_may_look_like_another(people, name):
    with pytest.raises(FileError, match=r"looks too much like (Anna|Bert)"):
        people.register(name)


@pytest.mark.slow
@every(
    "name",
    [
        "",
        " ",
        "x" * 21,
        "a\x00b",
        "\x1b[2J",
        "-o",
        "Ann\u0430",
        "a'; drop table player; --",
        "new",
        "Computer",
        "gone 3",
        "a/b",
        "free",
        "You",
        "level_4",
        "the computer.",
        "Level 2",
        "Leve1 2",
        "c1ub",
        "Adm1n",
        "r00t",
        "n-e-w",
    ],
)
def test_harmful_names_are_refused(people, name):
    with pytest.raises(FileError):
        people.register(name)


def test_ordinary_names_are_allowed():
    for name in ("Anna", "j.r", "von Manstein", "007", "a-b_c"):
        assert check_name(name) == name


def test_a_key_belongs_to_one_player(people):
    with pytest.raises(FileError, match="already"):
        people.register("Carla", "key of Anna")
    assert people.by_name("Carla") is None  # nothing of it was kept
    with pytest.raises(FileError, match="already"):
        people.add_key(2, "key of Anna")


def test_an_added_key_cannot_log_in_before_its_owner_confirms_it(people):
    code = people.add_key(2, "key of Vera")
    assert people.by_key("key of Vera") is None
    assert people.allowed_keys({"key of Vera"}) == set()
    for wrong in ("", "x", people.add_key(1, "key of Vera")[::-1]):
        with pytest.raises(FileError, match="isn't the code"):
            people.confirm_key("key of Vera", wrong)
    with pytest.raises(FileError, match="isn't the code"):
        people.confirm_key("another key", code)
    assert people.confirm_key("key of Vera", code).name == "Bert"
    assert people.by_key("key of Vera").name == "Bert"
    assert [key for key in people.keys(1) if key.is_pending] == [], "even if another player has added it"


def test_a_registration_beats_a_pending_key(people):
    code = people.add_key(2, "key of Vera")
    vera = people.register("Vera", "key of Vera")
    assert people.by_key("key of Vera") == vera
    with pytest.raises(FileError, match="isn't the code"):
        people.confirm_key("key of Vera", code)
    assert [key.fingerprint for key in people.keys(2)] == ["key of Bert"]


def test_a_pending_key_is_valid_for_a_week_and_can_be_dropped(people, store):
    code = people.add_key(2, "key of Vera")
    store.run("update pending_key set made = made - ?", 8 * DAY)
    assert not people.is_pending("key of Vera", "Bert")
    with pytest.raises(FileError, match="isn't the code"):
        people.confirm_key("key of Vera", code)
    people.add_key(2, "key of Vera")
    assert people.is_pending("key of Vera", "bert")
    assert people.drop_key(2, "key of Vera")
    assert not people.is_pending("key of Vera", "Bert")


def test_the_comment_of_a_key_is_kept_without_control_characters(people):
    people.add_key(1, "second", "a\0b\x1b[2J\n" + 99 * "c")
    people.register("Vera", "key of Vera", "\0")
    assert [key.comment for key in people.keys(1)] == ["", "ab[2J" + 55 * "c"]


def test_a_player_has_at_most_ten_keys_including_pending_ones(people):
    for number in range(MAX_KEYS - 1):
        people.add_key(1, f"key {number}")
    with pytest.raises(FileError, match="at most 10 keys"):
        people.add_key(1, "one more")


def test_a_player_has_several_keys_and_keeps_the_last_one(people):
    code = people.add_key(1, "second", "at work")
    people.confirm_key("second", code)
    assert {key for key, *_ in people.keys(1)} == {"key of Anna", "second"}
    assert people.drop_key(1, "key of Anna")
    assert people.by_key("key of Anna") is None
    assert not people.drop_key(1, "second")
    assert not people.drop_key(1, "key of Bert")


def test_deleting_a_player_deletes_name_and_keys(people, store):
    people.set_mail(1, "anna@example.org")
    people.delete(1)
    assert people.by_key("key of Anna") is None
    assert "anna" not in str(store.rows("select * from player")).lower()
    assert [player.name for player in people.all()] == ["Bert"]
    people.register("Anna", "another key")


def test_the_database_does_not_name_a_deleted_player(people, store, games):
    anna = people.register("Annabella", "her key", code=people.invite("Annabella")).id
    people.add_key(anna, "her other key", "Annabella's laptop")
    people.set_mail(anna, "annabella@example.org")
    side = (game := begin(SCENARIO)).side
    number = new_game(games, *(((anna, 0), (2, 0)) if side == 0 else ((2, 0), (anna, 0))))
    ClubSession(games, number, side, anna, "Annabella").apply(game.sample(1))
    ClubSession(games, number, side, anna, "the computer for Annabella").apply(game.sample(2))
    games.talk.say(number, anna, "Annabella is my name")
    Challenges(games).decline(new_game(games, (2, 0), (None, 0), wanted=anna), anna)
    change_private(games.store, number, anna, lambda own: own._replace(conditions=("annabella",)))
    people.delete(anna)
    for table in re.findall(r"create table (\w+)", "".join(STEPS)):
        assert not re.search("annabella|her key|her other", str(store.rows(f"select * from {table}")), re.IGNORECASE)
    assert games.entries(number)[0][1] == f"gone {anna}"


@every(
    "mail",
    [
        *("x", "a@b c", "a@b\nBcc: d@e", "a,b@c", "<a@b>", "@b", "a@", "a..b@c", ".a@b", "a.@b", "a@.b", "a@b..c"),
        *("a@-b", "ä@example.org", "a@exämple.org", "q#-=c日&!.:]?#日$=c}ß_{?f(u@-", "a@b@c", '"a"@b', "a:b@c"),
        *("a@[127.0.0.1]", "a\x00@b", "١@example.org", f"{'a' * 65}@example.org", f"a@{'b.' * 100}c", "a@b\n"),
    ],
)
def test_a_mail_address_is_plain_ascii(people, mail):
    with pytest.raises(FileError, match="isn't a mail address"):
        people.set_mail(1, mail)


ATOMS = st.text("abcXYZ019!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=9)
LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,9}[a-z0-9])?", fullmatch=True)


@pytest.mark.slow
@given(st.builds("{}@{}".format, *(st.lists(part, min_size=1, max_size=4).map(".".join) for part in (ATOMS, LABELS))))
@settings(max_examples=50, deadline=None)
def test_mail_can_be_sent_to_every_accepted_address(address):
    assert _ADDRESS.fullmatch(address)
    message = code_message(
        PendingCode("Anna", address, "abcdefgh"), {"sender": "club@example.org", "address": "ssh club"}
    )
    assert message["To"] == address
    assert [each.addr_spec for each in message["To"].addresses] == [address]
    assert message.as_bytes()


def test_mail_is_sent_only_to_a_confirmed_address(people):
    people.set_mail(1, "anna@example.org")
    assert people.by_number(1).mail == ""
    assert not people.confirm_mail(1, ""), "no code was sent yet"
    letter = people.next_code()
    assert (letter.name, letter.address) == ("Anna", "anna@example.org")
    assert people.next_code() is None, "it goes out once"
    assert not people.confirm_mail(1, "aaaaaaaa")
    assert not people.confirm_mail(2, letter.code), "it is Anna's"
    assert people.confirm_mail(1, letter.code)
    assert people.by_number(1).mail == "anna@example.org"
    assert not people.confirm_mail(1, letter.code)


def test_a_new_address_leaves_the_old_one_until_it_is_confirmed(people, store):
    store.run("update player set mail = 'old@example.org' where id = 1")
    people.set_mail(1, "new@example.org")
    assert people.by_number(1).mail == "old@example.org"
    assert people.confirm_mail(1, people.next_code().code)
    assert people.by_number(1).mail == "new@example.org"
    people.set_mail(1, "")
    assert people.by_number(1).mail == people.by_number(1).new_mail == ""


def test_codes_are_not_sent_repeatedly(people, store):
    people.set_mail(1, "victim@example.org")
    assert people.next_code()
    for player, mail in ((1, "other@example.org"), (2, "Victim@example.org")):
        with pytest.raises(FileError, match="just sent a code"):
            people.set_mail(player, mail)
    store.run("update player set mail_sent = mail_sent - 601")
    people.set_mail(1, "other@example.org")


@pytest.mark.parametrize("instead", ["", "anna@example.org"])
def test_an_abandoned_address_gets_no_second_code_for_another_player(people, store, instead):
    """One account after another could set a foreign address, have mail sent there, and give it up."""
    store.run("update player set mail = 'anna@example.org' where id = 1")
    people.set_mail(1, "victim@example.org")
    assert people.next_code()
    people.set_mail(1, instead)
    assert people.by_number(1).mail == instead
    with pytest.raises(FileError, match="just sent a code"):
        people.set_mail(2, "victim@example.org")
    store.run("update player set mail_sent = mail_sent - 601")
    people.set_mail(1, instead)
    assert not people.by_number(1).new_mail
    people.set_mail(2, "victim@example.org")


def test_an_unconfirmed_address_is_reserved_for_one_player(people):
    people.set_mail(1, "victim@example.org")
    with pytest.raises(FileError, match="just sent a code"):
        people.set_mail(2, "VICTIM@example.org")
    people.set_mail(1, "")
    people.set_mail(2, "VICTIM@example.org")
    assert people.next_code()
    assert people.next_code() is None


def test_a_code_for_an_address_is_valid_for_a_week(people, store):
    people.set_mail(1, "anna@example.org")
    code = people.next_code().code
    store.run("update player set mail_sent = mail_sent - ?", 8 * DAY)
    assert not people.confirm_mail(1, code)


def test_each_player_has_settings(people):
    assert people.settings(1) == Settings()
    people.keep_settings(1, Settings(size="small", keys={"next": "n"}))
    assert people.settings(1) == Settings(size="small", keys={"next": "n"})
    assert people.settings(2) == Settings()


def test_unreadable_settings_are_the_defaults(people, store):
    store.run("update player set settings = ? where id = 1", "no = [toml")
    assert people.settings(1) == Settings()


def test_an_invitation_is_valid_once(people, store):
    code = people.invite("Carla")
    again = People(store)
    again.register("Carla", "c", code=code)
    with pytest.raises(FileError, match="already used"):
        again.register("Dirk", "d", code=code)
    assert again.by_name("Dirk") is None


def test_an_invitation_ends_after_a_month(people, store):
    code = people.invite("Carla")
    store.run("update invitation set made = made - ?", 31 * DAY)
    with pytest.raises(FileError, match="too old"):
        people.register("Carla", "c", code=code)


def test_players_log_in_on_a_full_disk(people, store, monkeypatch):
    """A login notes when its key was used; a failure to note it must not refuse the login."""

    def full(sql, values):
        raise store._errors[0]("database or disk is full")

    monkeypatch.setattr(store, "_run_sql", full)
    people.note_login("key of Anna")


@pytest.mark.slow
def test_a_public_key_is_known_by_its_fingerprint(tmp_path):
    if shutil.which("ssh-keygen") is None:
        pytest.skip("there is no ssh-keygen here")
    for kind, *bits in (("ed25519",), ("rsa", "-b", "2048"), ("ecdsa",)):
        key = tmp_path / kind
        subprocess.run(["ssh-keygen", "-q", "-t", kind, *bits, "-N", "", "-C", "at work", "-f", key], check=True)
        line = Path(f"{key}.pub").read_text()
        shown = subprocess.run(["ssh-keygen", "-l", "-f", f"{key}.pub"], capture_output=True, text=True, check=True)
        assert fingerprint_of(line) == (shown.stdout.split()[1], "at work")


@every("line", ["", "x", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-rsa !!!", "-----BEGIN KEY-----"])
def test_an_invalid_public_key_is_reported(line):
    with pytest.raises(FileError, match="isn't a public key"):
        fingerprint_of(line)
