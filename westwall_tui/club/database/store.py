"""The club's database: SQLite, one file and nothing to run, or PostgreSQL, for servers on several machines.

Plain SQL, written with `?`; the two dialects differ in the five places of `Dialect`. A store is one connection and
belongs to one thread of one process: it is opened after the fork, never before it.

The tables of a club's database are steps by number, which bring a database of any earlier club up to date.

A step that was once released is never edited. `{serial}` stands for the key that the database counts by itself,
which SQLite and PostgreSQL spell differently. Times are seconds since 1970.
"""

import logging
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.command_line import how_to_install
from westwall_tui.files.faults import Fault, FileError, refuse

FIRST = """
create table player(
    id {serial},
    name text not null,
    folded text not null unique,        -- the name in small letters: two players may not differ in capitals alone
    since double precision not null,
    settings text not null default '',  -- the settings file that he would have at home
    mail text not null default '',      -- where he wants to be told that it is his move
    program integer not null default 0, -- a program plays under this name, and everybody may know
    away_until double precision not null default 0,  -- on holiday: no clock of days runs against him
    barred integer not null default 0);
create table keyring(
    fingerprint text primary key,
    player integer not null references player(id),
    comment text not null default '',
    last double precision not null default 0);
create table invitation(
    code text primary key,              -- a hash of it: who reads the table can invite nobody
    name text not null,
    made double precision not null,
    used double precision);
create table game(
    id {serial},
    scenario text not null,
    digest text not null,
    options text not null,              -- JSON: the battle's options by name, and `strict`
    made double precision not null,
    started double precision,           -- when the last seat was taken
    ended double precision,
    outcome text,                       -- how it ended, in words
    winner integer,                     -- 0, 1, or -1 for a draw
    version integer not null default 0, -- counts every change and never goes back: races are decided by it
    orders integer not null default 0,
    turn integer not null default 1,
    to_decide integer not null default 0,
    phasing integer not null default 0,
    kind text not null default '',      -- of the pending decision
    asks text not null default '',      -- the decision in a sentence, for lists
    points text not null default '',
    ask_side integer,                   -- who asks to take an order back, at which version
    ask_version integer,
    draw_side integer,                  -- who offers a draw
    rated integer not null default 1,
    days double precision not null default 0,   -- a turn; 0: no such clock
    clock double precision not null default 0,  -- seconds a side for the whole game, live; 0: none
    gain double precision not null default 0,   -- seconds that an order brings back
    late text not null default 'computer',      -- what becomes of who oversteps: `computer` or `lost`
    since double precision not null default 0,  -- when the side to decide began to
    due double precision,               -- when it oversteps
    told double precision not null default 0,   -- when its player was told that he is to move
    wanted integer references player(id),       -- whom the challenge is for; null: anybody
    lot integer not null default 0,     -- sides are drawn when the game starts
    private integer not null default 0, -- only its players may watch
    thinker text,
    thinks_until double precision not null default 0);
create table seat(
    game integer not null references game(id),
    side integer not null,
    player integer references player(id),
    level integer not null default 0,   -- the computer's, where it plays the side
    defends text not null default 'ask',-- in the other side's turn: `ask`, `computer`, or hours until the computer does
    seen integer not null default 0,    -- how many orders its player has seen
    rest double precision not null default 0,   -- seconds left on its clock
    primary key (game, side));
create table entry(
    game integer not null references game(id),
    n integer not null,
    line text not null,
    side integer not null,              -- who decided; -1 for a die
    who text not null,                  -- by name: the player, or the computer that defended for him
    at double precision not null,
    version integer not null,           -- the change that wrote it
    primary key (game, n));
create table talk(
    game integer not null references game(id),
    n integer not null,
    player integer not null references player(id),
    at double precision not null,
    text text not null,
    primary key (game, n));
create table news(
    id {serial},
    at double precision not null,
    text text not null);
create table rating(
    who text primary key,               -- `player 7`, `side bastogne/spearhead 0`
    mu double precision not null,
    sigma double precision not null,
    games integer not null);
create table result(
    game integer primary key references game(id),
    season text not null,
    at double precision not null);
create index entry_version on entry(game, version);
create index seat_player on seat(player);
create index game_open on game(ended, to_decide);
create index game_due on game(due);
"""

SECOND = """
alter table player add column defends text not null default 'ask';  -- as in seat, for games that he begins
"""

THIRD = """
create table pending_key(                   -- keys that count only once their owner has logged in and confirmed them
    fingerprint text not null,
    player integer not null references player(id),
    comment text not null default '',
    code text not null,                     -- a hash of what the owner must type
    made double precision not null,
    primary key (fingerprint, player));
alter table player add column mail_new text not null default '';    -- an address that is not confirmed yet
alter table player add column mail_code text not null default '';   -- a hash of the code that was sent to it
alter table player add column mail_sent double precision not null default 0;
update player set mail_new = mail, mail = '';
alter table player add column away_since double precision not null default 0;
alter table player add column away_year integer not null default 0;
alter table player add column away_spent double precision not null default 0;  -- seconds of that year's holidays
create table alive(at double precision not null);                   -- when the server was last alive
alter table game add column runs integer;                           -- the side whose clock runs
alter table game add column runs_since double precision not null default 0;  -- up to when its time is booked
alter table game add column overstepped integer;                    -- the side that has lost on time, for ratings
alter table seat add column used double precision not null default 0;        -- seconds that it has used in all
alter table entry add column time_0 double precision not null default 0;     -- left and used, of side 0, after it
alter table entry add column time_1 double precision not null default 0;
update game set runs = to_decide, runs_since = since
    where started is not null and ended is null and (days > 0 or clock > 0) and due is not null
    and exists (select 1 from seat s
        where s.game = game.id and s.side = game.to_decide and s.player is not null and s.level = 0);
update game set due = null where runs is null;
update seat set rest = (select days * 86400 from game g where g.id = seat.game)
    where game in (select id from game where days > 0 and clock = 0 and ended is null);
update seat set rest = (select g.due - g.since from game g where g.id = seat.game)
    where exists (select 1 from game g where g.id = seat.game and g.runs = seat.side and g.days > 0 and g.clock = 0);
update entry set time_0 = (select rest from seat s where s.game = entry.game and s.side = 0),
    time_1 = (select rest from seat s where s.game = entry.game and s.side = 1);
"""

STEPS: tuple[str, ...] = (FIRST, SECOND, THIRD)
"""By number, from 1: what brings a database of the number before up to it."""


MISSING = (
    "the club's database is missing. Mount its disk or restore a backup; only `westwall club new` creates a database"
)
"""Fault of a club whose database is missing or empty."""
CHANNEL = "club"
"""On which PostgreSQL calls other servers: the number of the game that has changed."""
PATIENCE = 10
"""Seconds that a writer waits for another."""
RESTART = 10.0
"""Seconds that a PostgreSQL which has gone may take to come back, before whoever needs it is told."""
PAUSE = 0.1
"""Seconds between two tries to find it."""

_log = logging.getLogger(__name__)
Row = tuple[Any, ...]


class Rows(Protocol):
    """What a database answers: both drivers' cursors."""

    rowcount: int

    def fetchone(self) -> Row | None:
        """The next row."""

    def fetchall(self) -> list[Row]:
        """All rows."""


class Refused(FileError, IllegalOrder):
    """What the club does not do, in a sentence: a fault to pages, a refused order to a game."""

    def __init__(self, reason: str) -> None:
        IllegalOrder.__init__(self, "club", reason)
        self.faults = (Fault("club", "", "", reason),)


class Unavailable(Refused):
    """A failure of the database: it does not answer, or cannot do what it is asked.

    PostgreSQL's messages name hosts, ports and users, so they go only to the log, never to a player.
    """

    def __init__(self, error: Exception) -> None:
        why = " ".join(str(error).split())
        told = f" ({why[:100]})" if isinstance(error, sqlite3.Error) else ""
        super().__init__(f"the club's database is not responding; try again{told}")
        _log.warning("the database: %s", why[:300])


class Dialect(NamedTuple):
    """Where SQLite and PostgreSQL differ, and what their drivers raise."""

    mark: str
    """Stands for a value."""
    serial: str
    """The key that the database counts by itself."""
    begin: str
    """Begins a transaction that writes. SQLite takes its lock at once: a later upgrade would fail and not wait."""
    read: str
    """Begins one that reads, all of it as of one moment."""
    lock: str
    """Behind a query: its rows are the transaction's alone. SQLite's whole database is."""
    call: str
    """Subscriptions the other servers, inside the transaction."""


SQLITE = Dialect("?", "integer primary key autoincrement", "begin immediate", "begin", "", "")
POSTGRES = Dialect(
    "%s",
    "integer generated by default as identity primary key",
    "begin",
    "begin isolation level repeatable read read only",
    " for update",
    f"select pg_notify('{CHANNEL}', ?)",
)


class Store:
    """One connection to the club's database."""

    def __init__(self, url: str, restart: float = RESTART, *, makes: bool = True) -> None:
        """Open the database at `url`: the path of SQLite's file, or `postgresql://...`.

        `restart`: seconds to wait for a lost database. `makes`: create the file, and in `prepare` the club's first
        tables, if they are missing. Raises `FileError` if the database cannot be opened.
        """
        self.url, self._restart, self._makes = url, restart, makes
        self.is_postgres = url.startswith(("postgres://", "postgresql://"))
        self._dialect = POSTGRES if self.is_postgres else SQLITE
        self._connection: Any = _connect_postgres(url) if self.is_postgres else _connect_sqlite(url, makes=makes)
        self._errors, self._clashes = _errors_of_database(postgres=self.is_postgres)
        self._inside = False
        """Within a transaction, which ends with its connection."""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    # -- statements

    def run(self, sql: str, *values: object) -> Rows:
        """Run a statement; `?` stands for each value. Raises `Unavailable`.

        A PostgreSQL that was started again is found again, and what changes nothing is then asked once more.
        """
        if self._is_lost:
            self._reconnect()
        try:
            return self._run_sql(sql, values)
        except self._errors as error:
            if not self._is_lost or not sql.startswith(("select", "begin")):
                raise Unavailable(error) from None
        self._reconnect()
        try:
            return self._run_sql(sql, values)
        except self._errors as error:
            raise Unavailable(error) from None

    def _run_sql(self, sql: str, values: Row) -> Rows:
        try:
            rows: Rows = self._connection.execute(sql.replace("?", self._dialect.mark), values)
        except self._clashes:
            raise Refused("someone else was faster; try again") from None
        return rows

    @property
    def _is_lost(self) -> bool:
        """True if the line to PostgreSQL is down, and no transaction went with it."""
        return self.is_postgres and not self._inside and bool(self._connection.closed)

    def _reconnect(self) -> None:
        """Open the line to PostgreSQL again. Raises `Unavailable`."""
        end = time.monotonic() + self._restart
        while True:
            try:
                self._connection = _connect_postgres(self.url)
            except FileError as error:
                if time.monotonic() >= end:
                    raise Unavailable(error) from None
                time.sleep(PAUSE)
            else:
                return

    def rows(self, sql: str, *values: object) -> list[Row]:
        """All rows of a query."""
        return self.run(sql, *values).fetchall()

    def one(self, sql: str, *values: object) -> Row | None:
        """The first row of a query, if it has one."""
        return self.run(sql, *values).fetchone()

    def row(self, sql: str, *values: object) -> Row:
        """The first row of a query that has one."""
        found = self.one(sql, *values)
        assert found is not None
        return found

    @property
    def lock(self) -> str:
        """The end of a query that locks its rows for the transaction."""
        return self._dialect.lock

    @contextmanager
    def writing(self, game: int = 0) -> Iterator[None]:
        """One transaction: all that is written in it is kept, or nothing. Nobody else changes the `game` meanwhile."""
        self.run(self._dialect.begin)
        self._inside = True
        try:
            if game:
                self.run(f"select 1 from game where id = ?{self._dialect.lock}", game)
            yield
            self.run("commit")
        except BaseException:
            with suppress(Unavailable):  # the line is down, and the transaction with it
                self.run("rollback")
            raise
        finally:
            self._inside = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Queries that are answered as of one moment."""
        self.run(self._dialect.read)
        self._inside = True
        try:
            yield
        finally:
            with suppress(Unavailable):
                self.run("commit")
            self._inside = False

    # -- tables

    def prepare(self) -> None:
        """Make the tables, or bring those of an earlier club up to date. Raises `FileError`."""
        with self.writing():
            self.run("create table if not exists step(number integer not null)")
            self.wait_for_others()
            (known,) = self.row("select coalesce(max(number), 0) from step")
            if not known and not self._makes:
                refuse(self._shown_place, MISSING)
            if known > len(STEPS):
                refuse(self._shown_place, "was written by a newer westwall; install that version")
            for number, step in enumerate(STEPS[known:], known + 1):
                for statement in re.sub(r"--.*", "", step).format(serial=self._dialect.serial).split(";"):
                    if statement.strip():
                        self.run(statement)
                self.run("insert into step(number) values(?)", number)
            if not self.one("select 1 from alive"):
                self.run("insert into alive(at) values(?)", time.time())

    def wait_for_others(self) -> None:
        """Wait until no other transaction that calls this is running; in SQLite none is."""
        if self.is_postgres:
            self.run("lock table step in exclusive mode")

    @property
    def _shown_place(self) -> str:
        """The database, as an error names it: no password."""
        return re.sub(r"//[^@/]*@", "//", self.url)

    def call(self, game: int) -> None:
        """Tell the servers of other machines that a game has changed; those of this one hear it from his process."""
        if self._dialect.call:
            self.run(self._dialect.call, str(game))


def _errors_of_database(*, postgres: bool) -> tuple[tuple[type[Exception], ...], type[Exception]]:
    """The errors of a database that does not answer, and the error for a row that another has just written."""
    if not postgres:
        return (sqlite3.OperationalError,), sqlite3.IntegrityError
    import psycopg

    return (psycopg.OperationalError, psycopg.InterfaceError), psycopg.IntegrityError


def _connect_sqlite(path: str, *, makes: bool) -> sqlite3.Connection:
    if not makes and not Path(path).exists():
        refuse(path, MISSING)
    place = path if makes else f"{Path(path).absolute().as_uri()}?mode=rw"
    connection = None
    try:
        connection = sqlite3.connect(
            place, isolation_level=None, timeout=PATIENCE, check_same_thread=False, uri=not makes
        )
        for pragma in (
            "journal_mode = wal",
            "synchronous = full",
            "foreign_keys = on",
            f"busy_timeout = {PATIENCE}000",
        ):
            connection.execute(f"pragma {pragma}")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        refuse(path, f"cannot be opened as a database: {error}")
    return connection


def _connect_postgres(url: str) -> Any:
    try:
        import psycopg
    except ImportError:
        refuse("club", f"PostgreSQL needs psycopg; {how_to_install('club-postgres')}")
    try:
        return psycopg.connect(url, autocommit=True, connect_timeout=PATIENCE)
    except psycopg.Error as error:
        place = re.sub(r"//[^@/]*@", "//", url)
        refuse(place, f"is not responding: {str(error).splitlines()[0]}")
