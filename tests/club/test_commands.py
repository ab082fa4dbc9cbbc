"""The administrator's commands, as they are typed."""

import resource
import sqlite3
import subprocess
from contextlib import closing

import pytest
from asyncssh import read_private_key

from tests.club.conftest import drop_tables, new_game
from tests.club.ssh import needs_ssh
from tests.files.example import SCENARIO, swap
from tests.files.scenarios.test_packs import pack
from westwall_tui.cli import main
from westwall_tui.club import settings
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Store
from westwall_tui.club.database.tournaments import Plan, Tournaments
from westwall_tui.club.month import begin_of
from westwall_tui.club.server.ssh_server import ClubServer
from westwall_tui.club.session import ClubSession
from westwall_tui.files.saves.file import read_save


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a club with Anna and Bert, and a game of theirs."""
    found = tmp_path / "spa"
    assert main(["club", "new", str(found), "--name", "club.example"]) == 0
    store = Store(settings.load(found).database)
    people = People(store)
    people.register("Anna", "key of Anna")
    people.register("Bert", "key of Bert")
    games = Games(store)
    game = new_game(games, scenario="hurtgen/historical")
    session = ClubSession(games, game, side := ClubSession(games, game, -1).game.side, side + 1, "AB"[side])
    session.apply("done")
    store.close()
    return found


@pytest.fixture
def store(folder):
    """Return the club's database."""
    found = Store(settings.load(folder).database)
    yield found
    found.close()


@pytest.fixture
def club(folder, capsys):
    """Return a function that runs a command of the administrator, and returns its status and its output."""

    def typed(word, *rest):
        capsys.readouterr()
        status = main(["club", word, str(folder), *map(str, rest)])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out + err

    return typed


def test_new_keeps_its_key_and_database_private(folder):
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / settings.KEY).stat().st_mode & 0o077 == 0
    assert 'entry = "invited"' in (folder / settings.FILE).read_text()


def test_players_and_games_are_listed(club):
    assert [line.split(maxsplit=1) for line in club("players")[1].splitlines()] == [
        ["Anna", "1 key, last seen just now"],
        ["Bert", "1 key, last seen just now"],
    ]
    line = club("games")[1]
    assert "Hurtgen: Historical       Anna - Bert" in line
    assert " 1/14 " in line


@needs_ssh
def test_an_invitation_is_a_code_or_a_registered_key(club, store, tmp_path):
    said = club("invite", "Carla M")[1]
    assert said.startswith(
        "Send Carla M this line. Its code can be used once, within 30 days.\nssh -p 2222 new@club.example new Carla M "
    )
    assert People(store).register("Carla M", code=said.split()[-1]).name == "Carla M"
    assert club("invite", "a/b")[0] == 2
    key = tmp_path / "k"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    shown = subprocess.run(["ssh-keygen", "-l", "-f", key], capture_output=True, text=True, check=True).stdout
    People(store).add_key(1, shown.split()[1])  # Anna cannot confirm a key that isn't hers
    assert "can log in with that key" in club("invite", "Dora", f"{key}.pub")[1]
    dora = People(store).by_key(shown.split()[1])
    assert dora is not None
    assert dora.name == "Dora"
    assert "not a public key" in club("invite", "Emil", tmp_path / "nothing")[1]


def test_a_barred_player_is_admitted_again_and_a_deleted_one_leaves_games(club, store):
    assert "is barred" in club("bar", "anna")[1]
    assert store.rows("select name from player where barred = 1") == [("Anna",)]
    assert "again" in club("admit", "anna")[1]
    assert store.rows("select name from player where barred = 1") == []
    assert "games remain" in club("forget", "Anna")[1]
    assert [player.name for player in People(store).all()] == ["Bert"]
    assert "gone 1 - Bert" in club("games")[1]
    assert club("bar", "Nobody2") == (2, "club: no player is called Nobody2\n")


def test_a_game_is_closed_once(club, store):
    assert "has no winner. It is not rated" in club("close", 1)[1]
    assert Games(store).head_of(1).outcome == "the administrator closed it"
    assert club("close", 1)[0] == 2
    assert club("close", 99)[0] == 2


def test_a_tournament_is_cancelled_once(club, store):
    Tournaments(store).make(1, Plan("Winter cup", ["quick/noville"]))
    assert "   1  Winter cup                      open, 1 of 16         Round robin, " in club("tournaments")[1]
    assert club("cancel", 1) == (0, "Winter cup is over, without a winner. Its games go on\n")
    assert club("cancel", 1) == (2, "club: Winter cup is over\n")
    assert club("cancel", 2) == (2, "club: there is no tournament 2\n")
    assert "ended by the administrator" in club("tournaments")[1]


def test_closing_a_game_does_not_undo_a_loss_on_time(club, store):
    store.run("update game set overstepped = 0 where id = 1")
    assert club("close", 1)[1].endswith("It counts as a loss for the player who had run out of time\n")


def test_news_is_in_the_lobby(club, store):
    assert club("announce", "Autumn season ends")[0] == 0
    assert store.rows("select text from news") == [("Autumn season ends",)]


def test_a_backup_is_a_complete_database_and_overwrites_nothing(club, tmp_path):
    copy = tmp_path / "copy.db"
    assert "To restore" in club("backup", copy)[1]
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("select count(*) from entry").fetchone()[0] >= 1
        assert kept.execute("pragma integrity_check").fetchone() == ("ok",)
    assert club("backup", copy)[0] == 2
    assert club("backup", tmp_path / "no" / "folder.db")[0] == 2


def test_a_backup_on_a_full_disk_leaves_no_part_of_it(club, store, tmp_path):
    copy, before = tmp_path / "copy.db", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, before[1]))  # less than a database, but more than a log
    try:
        status, said = club("backup", copy)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (status, "cannot be written" in said) == (2, True)
    assert not copy.exists()
    assert club("backup", copy)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_postgres_is_backed_up_by_its_own_program(url, tmp_path, capsys):
    folder = tmp_path / "spa"
    assert main(["club", "new", str(folder), "--database", url]) == 0
    assert main(["club", "backup", str(folder), str(tmp_path / "copy")]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_a_game_is_exported_and_imported(club, store, tmp_path):
    file = tmp_path / "g.toml"
    assert "the whole game" in club("export", 1, file)[1]
    save = read_save(file)
    assert [seat.name for seat in save.seats] == ["Anna", "Bert"]
    assert save.game.log == ClubSession(Games(store), 1, -1).game.log
    assert "The save is now game 2" in club("import", "Bert", file)[1]
    assert ClubSession(Games(store), 2, -1).game.log == save.game.log
    assert club("export", 9, file)[0] == 2
    assert club("import", "Bert", tmp_path / "none.toml")[0] == 2


def test_a_game_of_an_earlier_scenario_is_not_exported(club, store, tmp_path):
    with store.writing():
        store.run("update entry set line = 'stand' where game = 1")  # as if the scenario had asked something else then
    code, told = club("export", 1, tmp_path / "g.toml")
    assert code == 2
    assert "earlier version of its scenario" in told


def test_a_folder_without_a_club_is_reported(tmp_path, capsys):
    for word in ("serve", "players", "games"):
        assert main(["club", word, str(tmp_path)]) == 2
        assert "create a club with: westwall club new" in capsys.readouterr().err


def test_faults_of_settings_are_reported(folder, club):
    file = folder / settings.FILE
    file.write_text(file.read_text().replace("port = 2222", "port = 99999\nprot = 1"))
    status, said = club("players")
    assert status == 2
    assert "port" in said
    assert "prot" in said


def test_only_the_administrator_can_read_what_the_club_writes(folder, club, tmp_path):
    assert folder.stat().st_mode & 0o077 == 0
    club("export", 1, tmp_path / "g.toml")
    club("backup", tmp_path / "copy.db")
    written = [*folder.iterdir(), tmp_path / "g.toml", tmp_path / "copy.db"]
    assert [file.name for file in written if file.stat().st_mode & 0o077] == []
    (tmp_path / "open.toml").touch(mode=0o644)
    for word in (("export", 1), ("backup",)):
        status, said = club(*word, tmp_path / "open.toml")
        assert status == 2
        assert "is a file already" in said


def test_a_folder_open_to_others_is_made_private_or_refused(tmp_path, capsys):
    empty, full = tmp_path / "empty", tmp_path / "full"
    for made in (empty, full):
        made.mkdir(mode=0o755)
    (full / "letter").touch()
    assert main(["club", "new", str(empty)]) == 0
    assert "only its owner can open it" in capsys.readouterr().err
    assert empty.stat().st_mode & 0o777 == 0o700
    assert main(["club", "new", str(full)]) == 2
    assert "open to other users and not empty" in capsys.readouterr().err
    assert [file.name for file in full.iterdir()] == ["letter"]


@pytest.fixture
def no_server(monkeypatch):
    """Make `serve` do nothing once it has checked the club and its database."""

    def look(club):
        server = ClubServer(club)
        try:
            server.store.prepare()
        finally:
            server.store.close()

    monkeypatch.setattr("westwall_tui.club.server.ssh_server.run", look)


@pytest.mark.usefixtures("no_server")
def test_serve_makes_the_folder_of_an_earlier_version_private(folder, club):
    folder.chmod(0o755)
    assert club("serve") == (0, f"{folder} was open to other users; now only its owner can open it\n")
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.usefixtures("no_server")
@pytest.mark.parametrize("key", [None, b"", b"garbage", b"ssh-ed25519 AAAA", "folder", "encrypted"])
def test_a_missing_host_key_is_reported(folder, club, key):
    """The message was a traceback, or didn't name the file."""
    file = folder / settings.KEY
    if key == "encrypted":
        read_private_key(file).write_private_key(file, "pkcs8-pem", passphrase="secret")
    else:
        file.unlink()
    if key == "folder":
        file.mkdir()
    elif isinstance(key, bytes):
        file.write_bytes(key)
    status, said = club("serve")
    assert status == 2
    assert said.startswith(f"{file} is not the club's host key (")


def test_a_clubs_name_keeps_only_printable_characters(tmp_path):
    assert main(["club", "new", str(tmp_path / "spa"), "--name", 'c"l\\u\n\x1b[31mb']) == 0
    assert settings.load(tmp_path / "spa").name == "clu[31mb"


COMMANDS = (
    ("serve",), ("invite", "Carla"), ("players",), ("games",), ("bar", "Anna"), ("admit", "Anna"), ("forget", "Anna"),
    ("close", 1), ("tournaments",), ("cancel", 1), ("announce", "News"), ("backup", "x.db"),
    ("export", 1, "x.toml"), ("import", "Anna", "x.toml"),
)  # fmt: skip


@pytest.mark.usefixtures("no_server")
def test_a_club_without_its_database_is_not_opened_empty(folder, club, monkeypatch):
    monkeypatch.chdir(folder)
    for file in folder.glob(f"{settings.DATABASE}*"):
        file.unlink()
    before = sorted(file.name for file in folder.iterdir())
    for empty in (False, True):  # a disk that is not mounted; an empty file
        if empty:
            (folder / settings.DATABASE).touch()
        for word in COMMANDS:
            status, said = club(*word)
            assert (word, status) == (word, 2)
            assert "only `westwall club new` creates a database" in said
        if not empty:
            assert sorted(file.name for file in folder.iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.usefixtures("no_server")
def test_a_postgres_without_a_club_is_not_opened_empty(url, tmp_path, capsys):
    folder = tmp_path / "spa"
    assert main(["club", "new", str(folder), "--database", url]) == 0
    store = Store(url)
    drop_tables(store)
    assert main(["club", "serve", str(folder)]) == 2
    assert "only `westwall club new` creates a database" in capsys.readouterr().err
    assert store.one("select to_regclass('step')") == (None,)
    store.prepare()
    store.close()


def test_a_battle_is_added_and_removed(club, store, tmp_path):
    assert club("add", pack(tmp_path), "--name", "mills") == (
        0, "Players can choose club/mills for a challenge: The bridge at Upper Mill\n",
    )  # fmt: skip
    assert Battles(store).offered() == ["club/mills"]
    status, said = club("add", pack(tmp_path, scenario=swap(SCENARIO, "first_turn = 3", "first_turn = 0")))
    assert (status, "first_turn: must be from 1 to 99" in said) == (2, True)
    assert club("remove", "mills") == (0, "club/mills can no longer be chosen for a challenge. Its games go on\n")
    assert club("remove", "mills")[0] == 2
    assert Battles(store).offered() == []


def test_the_report_of_a_month_is_printed_or_written_for_everyone_to_read(club, store, tmp_path):
    games = Games(store)
    games.give_up(1, 1, "\x1b[2Jthe player gave up")
    store.run("update game set ended = ?", begin_of("2026-10") + 60)
    status, out = club("report", "2026-10")
    assert status == 0
    assert out.startswith("In October 2026, one public game ended.\n")
    assert "\x1b" not in out
    page = tmp_path / "month.html"
    for _ in range(2):
        assert club("report", "2026-10", page) == (0, f"{page} has the report of October 2026\n")
    assert page.stat().st_mode & 0o777 == 0o644
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("month")] == ["month.html"]
    assert "club.example: October 2026" in page.read_text()
    other = tmp_path / "index.html"
    other.write_text("mine")
    assert "is not a report of a month" in club("report", "2026-10", other)[1]
    assert other.read_text() == "mine"
    assert "isn't a month" in club("report", "soon")[1]
    assert club("report", "last")[0] == club("report")[0] == 0
