"""The database: steps by number, transactions, and the copy of the first club's that is kept here."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.club.conftest import drop_tables, new_game
from tests.every import every
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import STEPS, Store, Unavailable
from westwall_tui.club.session import ClubSession
from westwall_tui.files.faults import FileError

FIRST = Path(__file__).parent / "stores" / "1.sqlite"


def test_a_database_is_brought_up_to_date_once(url):
    store = Store(url)
    if store.is_postgres:
        drop_tables(store)
    store.prepare()
    assert store.one("select count(*) from player") == (0,)
    assert store.one("select max(number) from step") == (len(STEPS),)
    store.prepare()
    assert store.one("select count(*) from step") == (len(STEPS),)
    store.close()


def test_the_first_clubs_database_can_still_be_played(tmp_path):
    """Made by the first version: two players, a game in its second Player-Turn, talk, a rating."""
    shutil.copy(FIRST, tmp_path / "club.db")
    store = Store(str(tmp_path / "club.db"))
    store.prepare()
    games = Games(store)
    session = ClubSession(games, 1, 1, 2, "Bert")
    mover = session if session.game.side == 1 else ClubSession(games, 1, 0, 1, "Anna")
    before = len(mover.game.log)
    assert before > 20
    mover.apply(mover.game.sample(1))
    assert games.head_of(1).orders > before
    assert [player.name for player in People(store).all()] == ["Anna", "Bert"]
    store.close()


def test_a_newer_clubs_database_is_left_alone(store):
    store.run("insert into step(number) values(999)")
    with pytest.raises(FileError, match="newer"):
        store.prepare()


def test_half_a_transaction_is_none(store):
    def half() -> None:
        with store.writing():
            store.run("insert into news(at, text) values(1, 'half')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    assert store.one("select count(*) from news") == (0,)


def test_a_step_that_fails_leaves_the_database_as_it_was(store, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.database.store.STEPS", (*STEPS, "create table more(a integer); nonsense;"))
    with pytest.raises(Exception, match=r"nonsense|syntax"):
        store.prepare()
    assert store.one("select max(number) from step") == (len(STEPS),)
    with pytest.raises(Exception, match="more"):
        store.run("select * from more")


@pytest.mark.usefixtures("people")
@every("text", ["'; drop table entry; --", '"', "%s ? {x}", "\\", "\u202e", "a\nb"])
def test_words_are_never_sql(games, store, text):
    game = new_game(games)
    games.say(game, 1, text)
    assert games.talk(game)[0][2] == text
    assert store.one("select count(*) from entry") == (0,)


def test_what_is_no_database_says_so(tmp_path):
    (tmp_path / "x.db").write_text("not a database, but long enough to be taken for one" * 40)
    with pytest.raises(FileError, match="no database"):
        Store(str(tmp_path / "x.db"))
    with pytest.raises(FileError, match="does not answer") as error:
        Store(f"postgresql://me:secret@/x?host={tmp_path}")
    assert "secret" not in str(error.value)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_backup_while_people_play_can_be_gone_back_to(games, store, tmp_path):
    game = new_game(games, scenario="hurtgen/historical")
    side = ClubSession(games, game, -1).game.side
    session = ClubSession(games, game, side, side + 1, "A")
    session.apply(session.game.sample(1))
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy, closing(sqlite3.connect(store.url)) as source:
        source.backup(copy)
    kept = session.game.log[:]
    session.apply(session.game.sample(2))
    restored = Store(str(tmp_path / "copy.db"))
    assert ClubSession(Games(restored), game, -1).game.log == kept
    restored.close()


def test_what_postgres_says_of_its_place_goes_to_the_log_alone(caplog):
    words = 'connection to server at "10.0.0.7", port 5432 failed: user "club"'
    error = Unavailable(OSError(words))
    assert str(error) == "club: the club's database does not answer; try again"
    assert words in caplog.text
