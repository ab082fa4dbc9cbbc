"""Players and their keys."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.every import every
from westwall_tui.club.database.people import People, check_name, fingerprint_of
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.settings import Settings


@pytest.mark.slow
def test_a_name_is_one_players_in_whatever_capitals(people):
    for name in ("anna", "ANNA", " Anna ", "Anna  "):
        with pytest.raises(FileError, match="is taken"):
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
    ],
)
def test_nobody_is_called_what_could_do_harm(people, name):
    with pytest.raises(FileError):
        people.register(name)


def test_ordinary_names_are_good():
    for name in ("Anna", "j.r", "von Manstein", "007", "a-b_c"):
        assert check_name(name) == name


def test_a_key_is_one_players(people):
    with pytest.raises(FileError, match="already"):
        people.register("Carla", "key of Anna")
    assert people.by_name("Carla") is None  # nothing of it was kept
    with pytest.raises(FileError, match="already"):
        people.add_key(2, "key of Anna")


def test_a_player_has_several_keys_and_keeps_the_last_one(people):
    people.add_key(1, "second", "at work")
    assert {key for key, *_ in people.keys(1)} == {"key of Anna", "second"}
    assert people.drop_key(1, "key of Anna")
    assert people.by_key("key of Anna") is None
    assert not people.drop_key(1, "second")
    assert not people.drop_key(1, "key of Bert")


def test_who_leaves_takes_his_name_and_keys_along(people, store):
    people.set_mail(1, "anna@example.org")
    people.leave(1)
    assert people.by_key("key of Anna") is None
    assert "anna" not in str(store.rows("select * from player")).lower()
    assert [player.name for player in people.all()] == ["Bert"]
    people.register("Anna", "another key")


@every("mail", ["x", "a@b c", "a@b\nBcc: d@e", "a,b@c", "<a@b>", "@b", "a@"])
def test_no_mail_address_can_be_two(people, mail):
    with pytest.raises(FileError):
        people.set_mail(1, mail)


def test_settings_are_the_players_own(people):
    assert people.settings(1) == Settings()
    people.keep_settings(1, Settings(size="small", keys={"next": "n"}))
    assert people.settings(1) == Settings(size="small", keys={"next": "n"})
    assert people.settings(2) == Settings()


def test_settings_that_cannot_be_read_are_as_at_first(people, store):
    store.run("update player set settings = ? where id = 1", "no = [toml")
    assert people.settings(1) == Settings()


def test_an_invitation_is_good_once(people, store):
    code = people.invite("Carla")
    again = People(store)
    again.register("Carla", "c", code=code)
    with pytest.raises(FileError, match="used it"):
        again.register("Dirk", "d", code=code)
    assert again.by_name("Dirk") is None


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
def test_what_is_no_public_key_says_so(line):
    with pytest.raises(FileError, match="not a public key"):
        fingerprint_of(line)
