"""The database: numbered steps, transactions, and copies of older clubs' databases."""

import re
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.club.conftest import drop_tables, new_game
from tests.every import every
from westwall_tui.club.challenges import Terms, accept, send
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Clocks
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import People
from westwall_tui.club.database.ratings import Ratings, season
from westwall_tui.club.database.store import STEPS, Store, Unavailable
from westwall_tui.club.session import ClubSession
from westwall_tui.files.faults import FileError

FIRST, SECOND, THIRD = (Path(__file__).parent / "stores" / f"{number}.sqlite" for number in (1, 2, 3))


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
    """A database of the first version: two players, a game in its second Player-Turn, talk, a rating."""
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


def test_clocks_mail_and_seats_of_the_second_step_continue(url):
    """Before clocks had one record: live, by days, without a clock, a challenge, a lost seat."""
    store = Store(url)
    if store.is_postgres:
        drop_tables(store)
    copy_of_second_step(store)
    store.prepare()
    games, people, clocks = Games(store), People(store), Clocks(store)
    live, days, free, challenge, taken = (clocks.read(number) for number in range(1, 6))
    assert (live.runs, [hand.rest for hand in live.hands]) == (1, [7200, pytest.approx(7230, abs=1)])
    assert (days.runs, days.hands[1].rest) == (1, 3 * DAY)
    assert (free.runs, challenge.runs, taken.runs) == (-1, -1, -1)
    assert challenge.hands[0].rest == 2 * DAY
    assert store.rows("select id from game where due is null order by id") == [(3,), (4,), (5,)]
    anna = people.by_number(1)
    assert anna is not None
    assert (anna.mail, anna.new_mail) == ("", "anna@example.org"), "an address counts once it is confirmed"
    assert people.by_key("key of Anna") == anna
    before = live.times
    store.run("update game set runs_since = ?, since = ? where ended is null", time.time(), time.time())
    session = ClubSession(games, 1, 1, 2, "Bert")
    session.apply(session.game.sample(1))
    session.undo()
    assert clocks.read(1).times == pytest.approx(before, abs=1)
    store.run("update seat set seen = 0")
    session.undo()  # and an order from before the step
    assert clocks.read(1).times == pytest.approx(before, abs=1)
    assert Challenges(games).take_seat(4, 1, 2)
    assert clocks.read(4).runs >= 0
    store.close()


def test_games_and_ratings_of_the_third_step_continue(tmp_path):
    """A database from before matches and bids: a game, a challenge, one given up, and one lost on time."""
    shutil.copy(THIRD, tmp_path / "club.db")
    store = Store(str(tmp_path / "club.db"))
    store.prepare()
    games, ratings = Games(store), Ratings(store)
    wins = {name: (played, won) for _, name, _, played, won in ratings.ladder(season(1_795_958_201))}
    assert wins == {"Anna": (2, 1), "Bert": (2, 1)}
    assert not ratings.settle()
    challenges = Challenges(games)
    assert (challenges.bids(1, 1), challenges.match_of(1), challenges.without_result()) == ([], None, [])
    sessions = [ClubSession(games, 1, -1, player, "x") for player in (1, 2)]
    mover = sessions[sessions[0].side != sessions[0].game.side]
    mover.apply(mover.game.sample(1))
    accept(games, 2, 2)
    assert games.has_begun(2)
    store.close()


@pytest.mark.usefixtures("people")
def test_a_match_of_the_fourth_step_continues(games, store):
    """A database from before the best of three."""
    number = send(games, 1, Terms("arnhem/historical", match="mirrored"))
    accept(games, number, 2)
    single = send(games, 1, Terms("arnhem/historical"))
    take_back_steps(store, 4)
    store.prepare()
    match = Challenges(games).match_of(number)
    assert match is not None
    assert (match.kind, len(match.games)) == ("mirrored", 2)
    assert [listed.match for listed in Lists(store).of(1)] == ["mirrored", "mirrored", ""]
    assert Challenges(games).match_of(single) is None


def take_back_steps(store: Store, last: int) -> None:
    """Return a database to the tables of an earlier step."""
    later = "".join(STEPS[last:])
    for index in re.findall(r"create index (\w+)", later):
        store.run(f"drop index {index}")
    for table, column in re.findall(r"alter table (\w+) add column (\w+)", later):
        store.run(f"alter table {table} drop column {column}")
    for table in reversed(re.findall(r"create table (\w+)", later)):
        store.run(f"drop table {table}")
    store.run("delete from step where number > ?", last)


def copy_of_second_step(store: Store) -> None:
    """Fill an empty database with the club of the second step."""
    serial = "integer primary key" if not store.is_postgres else "integer generated by default as identity primary key"
    store.run("create table step(number integer not null)")
    for number, step in enumerate(STEPS[:2], 1):
        for statement in re.sub(r"--.*", "", step).format(serial=serial).split(";"):
            if statement.strip():
                store.run(statement)
        store.run("insert into step(number) values(?)", number)
    with closing(sqlite3.connect(SECOND)) as old:
        assert old.execute("select max(number) from step").fetchone() == (2,)
        for table in ("player", "keyring", "game", "seat", "entry", "talk"):
            rows = old.execute(f"select * from {table}")
            columns = [name for name, *_ in rows.description]
            for row in rows:
                marks = ", ".join("?" for _ in row)
                store.run(f"insert into {table}({', '.join(columns)}) values({marks})", *row)


def test_a_newer_clubs_database_is_left_alone(store):
    store.run("insert into step(number) values(999)")
    with pytest.raises(FileError, match="newer"):
        store.prepare()


def test_half_a_transaction_writes_nothing(store):
    def half() -> None:
        with store.writing():
            store.run("insert into news(at, text) values(1, 'half')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    assert store.one("select count(*) from news") == (0,)


def test_a_failed_step_leaves_the_database_unchanged(store, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.database.store.STEPS", (*STEPS, "create table more(a integer); nonsense;"))
    with pytest.raises(Exception, match=r"nonsense|syntax"):
        store.prepare()
    assert store.one("select max(number) from step") == (len(STEPS),)
    with pytest.raises(Exception, match="more"):
        store.run("select * from more")


@pytest.mark.usefixtures("people")
@every("text", ["'; drop table entry; --", '"', "%s ? {x}", "\\", "\u202e", "a\nb"])
def test_texts_are_never_sql(games, store, text):
    game = new_game(games)
    games.talk.say(game, 1, text)
    assert games.talk.read(game)[0][2] == text
    assert store.one("select count(*) from entry") == (0,)


def test_an_unreadable_database_is_reported(tmp_path):
    (tmp_path / "x.db").write_text("not a database, but long enough to be taken for one" * 40)
    with pytest.raises(FileError, match="cannot be opened as a database"):
        Store(str(tmp_path / "x.db"))
    with pytest.raises(FileError, match="is not responding") as error:
        Store(f"postgresql://me:secret@/x?host={tmp_path}")
    assert "secret" not in str(error.value)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_backup_made_during_play_can_be_restored(games, store, tmp_path):
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


def test_only_the_log_has_postgresqls_messages(caplog):
    words = 'connection to server at "10.0.0.7", port 5432 failed: user "club"'
    error = Unavailable(OSError(words))
    assert str(error) == "club: the club's database is not responding; try again"
    assert words in caplog.text
