"""Clubs for the tests. Each test of the database runs on SQLite and on a real PostgreSQL, which is started here."""

import re
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="the extra `club` is not installed")

from tests.club.postgres import Postgres, programs
from tests.pilot import keep_pictures
from westwall_tui.club.database.challenges import Challenges, MatchGames
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import STEPS, Store
from westwall_tui.club.session import begin, position_summary

SCENARIO = "bastogne/spearhead"
keep_pictures()


@pytest.fixture(scope="session")
def postgres():
    """Return the address of a PostgreSQL for the tests, or skip the test if it isn't installed."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    pytest.importorskip("psycopg")
    found = Postgres()
    yield found.url
    found.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request, tmp_path):
    """Return the address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    address = request.getfixturevalue("postgres")
    store = Store(address)
    take_all_rows(store)
    store.close()
    return address


def take_all_rows(store: Store) -> None:
    """Empty a PostgreSQL, but keep the tables of a new club, because making them takes longer than most tests."""
    if store.one("select to_regclass('step')") == (None,):
        return
    if store.rows("select number from step order by number") != [(number,) for number in range(1, len(STEPS) + 1)]:
        drop_tables(store)
        return
    tables = re.findall(r"create table (\w+)", "".join(STEPS))
    counters = store.rows("select sequencename from pg_sequences")
    store.run(
        "".join(f"delete from {table};" for table in reversed(tables))
        + "".join(f"alter sequence {counter} restart;" for (counter,) in counters)
    )


def drop_tables(store: Store) -> None:
    """Remove all tables of a PostgreSQL."""
    store.run("drop schema public cascade")
    store.run("create schema public")


@pytest.fixture
def open_store(url):
    """Return a function that opens one more connection to the database."""
    opened = []

    def one_more() -> Store:
        opened.append(Store(url))
        return opened[-1]

    first = one_more()
    first.prepare()
    yield one_more
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store):
    """Return a connection to a database with its tables."""
    return open_store()


@pytest.fixture
def open_games(open_store):
    """Return a function that opens the club's games over one more connection."""
    return lambda: Games(open_store())


@pytest.fixture
def games(open_games):
    """Return the club's games."""
    return open_games()


@pytest.fixture
def people(store):
    """Return the players of a club with Anna and Bert."""
    people = People(store)
    people.register("Anna", "key of Anna")
    people.register("Bert", "key of Bert")
    return people


def time_passes(games: Games, game: int, seconds: float) -> None:
    """Let so many seconds pass for the clock of a game."""
    games.store.run(
        "update game set since = since - ?, runs_since = runs_since - ?, due = due - ? where id = ?",
        *(seconds, seconds, seconds, game),
    )


def match_of(games: Games, game: int) -> MatchGames:
    """Return the match that a game belongs to."""
    found = Challenges(games).match_of(game)
    assert found is not None
    return found


def new_game(games: Games, *seats: tuple[int | None, int], scenario: str = SCENARIO, **how: Any) -> int:
    """Make a new game; seats are players by number, or levels of the computer."""
    game = begin(scenario)
    chosen = seats or ((1, 0), (2, 0))
    return Challenges(games).new_game(scenario, game.scenario.digest, {}, chosen, position_summary(game), **how)
