"""The club's database: SQLite, which is one file, or PostgreSQL, for servers on several machines.

Statements are plain SQL with `?` for values; `Dialect` has the differences between the two databases. A store is one
connection, and belongs to one thread of one process, so it must be opened after a fork.

The tables are made by numbered steps, which also bring the database of an older club up to date. Never edit a step that
was released. In a step, `{serial}` stands for a key that the database numbers by itself. Times are seconds since 1970.
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
    folded text not null unique,        -- the name without case, which must be unique
    since double precision not null,
    settings text not null default '',  -- the text of a settings file
    mail text not null default '',      -- the address for notifications
    program integer not null default 0, -- 1 if a program plays under this name
    away_until double precision not null default 0,  -- the end of a holiday, which stops clocks of days
    barred integer not null default 0);
create table keyring(
    fingerprint text primary key,
    player integer not null references player(id),
    comment text not null default '',
    last double precision not null default 0);
create table invitation(
    code text primary key,              -- a hash, so that a reader of the table cannot use it
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
    version integer not null default 0, -- grows with every change, and decides races
    orders integer not null default 0,
    turn integer not null default 1,
    to_decide integer not null default 0,
    phasing integer not null default 0,
    kind text not null default '',      -- of the pending decision
    asks text not null default '',      -- the decision in a sentence, for lists
    points text not null default '',
    ask_side integer,                   -- the side that asks to undo an order, and at which version
    ask_version integer,
    draw_side integer,                  -- the side that offers a draw
    rated integer not null default 1,
    days double precision not null default 0,   -- per turn; 0: no such clock
    clock double precision not null default 0,  -- seconds per side for the whole game, live; 0: none
    gain double precision not null default 0,   -- seconds that an order adds
    late text not null default 'computer',      -- what follows if time runs out: `computer` or `lost`
    since double precision not null default 0,  -- when the side to decide began to
    due double precision,               -- when its time runs out
    told double precision not null default 0,   -- when its player was notified
    wanted integer references player(id),       -- the player who is challenged; null: anyone
    lot integer not null default 0,     -- sides are drawn when the game starts
    private integer not null default 0, -- only its players may watch
    thinker text,
    thinks_until double precision not null default 0);
create table seat(
    game integer not null references game(id),
    side integer not null,
    player integer references player(id),
    level integer not null default 0,   -- the computer's level if it plays the side
    defends text not null default 'ask',-- in the other side's turn: `ask`, `computer`, or hours until the computer does
    seen integer not null default 0,    -- how many orders its player has seen
    rest double precision not null default 0,   -- seconds left on its clock
    primary key (game, side));
create table entry(
    game integer not null references game(id),
    n integer not null,
    line text not null,
    side integer not null,              -- the side that decided; -1 for a die
    who text not null,                  -- the name of the player, or of the computer that defended
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
alter table player add column defends text not null default 'ask';  -- as in seat, for new games
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

FOURTH = """
create table bid(                           -- sealed: until the game starts, only its player may read it
    game integer not null references game(id),
    player integer not null references player(id),
    side integer not null,                  -- the side that this player wants
    points integer not null,                -- what the enemy gets for it
    at double precision not null,
    primary key (game, player));
alter table game add column pair integer;       -- the first game of its mirrored match; null: a single game
alter table game add column counted integer;    -- the number of orders when a side lost on time
alter table game add column in_match text;      -- JSON: the `MatchResult` of a finished game of a match
alter table result add column winner integer;   -- the side that won, for a match in its first game; -1 for a draw
update result set winner = (select coalesce(1 - g.overstepped, g.winner) from game g where g.id = result.game);
create index game_pair on game(pair);
"""

FIFTH = """
alter table game add column match_kind text;    -- the kind of the match it belongs to; null: a single game
update game set match_kind = 'mirrored' where pair is not null;
"""

SIXTH = """
create table battle(                        -- the club's own battles
    name text primary key,
    pack text not null,
    at double precision not null,
    offered integer not null default 1);    -- 0: only for games that have begun
"""

SEVENTH = """
create table private(                       -- notes, sandboxes and conditions, which only their player may read
    game integer not null references game(id),
    player integer not null references player(id),
    text text not null,                     -- TOML
    primary key (game, player));
"""

EIGHTH = """
create table tournament(
    id {serial},
    name text not null,
    maker integer not null references player(id),
    made double precision not null,
    scenarios text not null,                -- their keys with blanks between; each round has the next one
    options text not null,                  -- JSON, as in game
    system text not null,                   -- `round robin` or `Swiss`
    times integer not null,                 -- the rounds, or in a round robin how often each pair meets
    places integer not null,                -- the maximum number of players; 2: a series
    level integer not null,                 -- of the computer, which makes the number of players even; 0: none
    kind text not null,                     -- of the matches; empty: single games
    days double precision not null,
    clock double precision not null,
    gain double precision not null,
    rated integer not null,
    wanted integer references player(id),   -- the only player who may join; null: anyone
    starts double precision,                -- when it is to begin; null: when its maker says so
    started double precision,
    ended double precision,
    outcome text not null default '',       -- why it ended early
    round integer not null default 0);
create table entrant(
    tournament integer not null references tournament(id),
    number integer not null,                -- in random order once it has begun
    player integer references player(id),
    level integer not null default 0,       -- if the computer plays
    withdrew double precision,
    primary key (tournament, number),
    unique (tournament, player));
create table pairing(
    tournament integer not null references tournament(id),
    round integer not null,
    first integer not null,                 -- the number of the entrant with side 0 in the first game
    second integer not null,                -- 0: a bye
    game integer references game(id),       -- the first game
    primary key (tournament, round, first));
create index tournament_open on tournament(ended);
create index pairing_game on pairing(game);
"""

NINTH = """
alter table game add column ask_what text not null default '';   -- what the side asks to undo, as `Game.undo` takes it
alter table game add column ask_keep integer not null default 0; -- the number of orders that would be kept
alter table game add column ask_count integer not null default 0;   -- requests at `ask_version`
alter table game add column pause_side integer;                  -- the side that offers a pause
alter table game add column report text;                         -- JSON: what a month's report says of a finished game
alter table seat add column rests_until double precision not null default 0;   -- its clock does not run before
alter table seat add column given double precision not null default 0;  -- seconds that the opponent has given, in all
alter table talk add column note integer not null default 0;     -- 1: something the player did, not a message
create index game_ended on game(ended);
"""

TENTH = """
alter table seat add column consulted integer not null default 0;   -- the orders before the last decision that went
                                                                    -- to its player's conditions
"""

ELEVENTH = """
alter table seat add column heard integer not null default 0;    -- the last message that its player has heard
update seat set heard = (select coalesce(max(n), 0) from talk where talk.game = seat.game);
"""

STEPS: tuple[str, ...] = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH, TENTH, ELEVENTH)
"""The steps by number, from 1. Each step changes the tables that the step before has made."""


MISSING = (
    "the club's database is missing. Mount its disk or restore a backup; only `westwall club new` creates a database"
)
"""The fault of a club whose database is missing or empty."""
CHANNEL = "club"
"""The PostgreSQL channel on which servers tell each other the number of a game that has changed."""
TIMEOUT = 10
"""Seconds to wait for another writer, or for a connection."""
RECONNECT_TIMEOUT = 10.0
"""Seconds to wait for PostgreSQL to restart."""
RECONNECT_PAUSE = 0.1
"""Seconds between two attempts to reconnect."""

_log = logging.getLogger(__name__)
Row = tuple[Any, ...]


class Cursor(Protocol):
    """The cursor of either driver."""

    rowcount: int

    def fetchone(self) -> Row | None:
        """Return the next row."""

    def fetchall(self) -> list[Row]:
        """Return all rows."""


class Refused(FileError, IllegalOrder):
    """A refusal by the club. For pages it is a fault, and for a game a refused order."""

    def __init__(self, reason: str) -> None:
        IllegalOrder.__init__(self, "club", reason)
        self.faults = (Fault("club", "", "", reason),)


class Unavailable(Refused):
    """A failure of the database.

    The messages of PostgreSQL name hosts, ports and users. They only go to the log, never to a player.
    """

    def __init__(self, error: Exception) -> None:
        why = " ".join(str(error).split())
        shown = f" ({why[:100]})" if isinstance(error, sqlite3.Error) else ""
        super().__init__(f"the club's database is not responding; try again{shown}")
        _log.warning("the database: %s", why[:300])


class Dialect(NamedTuple):
    """The differences between SQLite and PostgreSQL."""

    placeholder: str
    """The placeholder for a value in a statement."""
    serial: str
    """The type of a key that the database numbers by itself."""
    begin: str
    """The statement that begins a writing transaction. SQLite must lock at once, because a later lock can fail."""
    read: str
    """The statement that begins a reading transaction. All its queries see the same moment."""
    lock: str
    """The end of a query that locks its rows for the transaction.

    It is empty for SQLite, which locks the whole database.
    """
    notify: str
    """The statement that notifies other servers from inside the transaction."""


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
    """A connection to the club's database."""

    def __init__(self, url: str, restart: float = RECONNECT_TIMEOUT, *, create: bool = True) -> None:
        """Open the database at `url`: the path of SQLite's file, or `postgresql://...`.

        `restart`: seconds to wait for a lost database. `create`: create the file, and in `prepare` the club's first
        tables, if they are missing. Raises `FileError` if the database cannot be opened.
        """
        self.url, self._restart, self._create = url, restart, create
        self.is_postgres = url.startswith(("postgres://", "postgresql://"))
        self._dialect = POSTGRES if self.is_postgres else SQLITE
        self._connection: Any = _connect_postgres(url) if self.is_postgres else _connect_sqlite(url, create=create)
        self._errors, self._clashes = _errors_of_database(postgres=self.is_postgres)
        self._inside = False
        """True during a transaction. It ends if the connection is lost."""
        self._writes = False
        """True during a transaction that writes."""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    # -- statements

    def run(self, sql: str, *values: object) -> Cursor:
        """Run a statement, in which `?` stands for each value. Raises `Unavailable`.

        If the connection to PostgreSQL was lost, connect again, and repeat the statement if it changes nothing.
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

    def _run_sql(self, sql: str, values: Row) -> Cursor:
        try:
            rows: Cursor = self._connection.execute(sql.replace("?", self._dialect.placeholder), values)
        except self._clashes:
            raise Refused("someone else got there first; try again") from None
        return rows

    @property
    def _is_lost(self) -> bool:
        """True if the connection to PostgreSQL is lost outside a transaction."""
        return self.is_postgres and not self._inside and bool(self._connection.closed)

    def _reconnect(self) -> None:
        """Connect to PostgreSQL again. Raises `Unavailable`."""
        end = time.monotonic() + self._restart
        while True:
            try:
                self._connection = _connect_postgres(self.url)
            except FileError as error:
                if time.monotonic() >= end:
                    raise Unavailable(error) from None
                time.sleep(RECONNECT_PAUSE)
            else:
                return

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return all rows of a query."""
        return self.run(sql, *values).fetchall()

    def one(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a query, or None."""
        return self.run(sql, *values).fetchone()

    def row(self, sql: str, *values: object) -> Row:
        """Return the first row of a query that has one."""
        found = self.one(sql, *values)
        assert found is not None
        return found

    @property
    def lock(self) -> str:
        """The end of a query that locks its rows for the transaction."""
        return self._dialect.lock

    @contextmanager
    def writing(self, game: int = 0) -> Iterator[None]:
        """Run the block in one transaction, during which no other connection can change the `game`.

        Inside another such block it is a part of that block's transaction.
        """
        if self._writes:
            self._lock_game(game)
            yield
            return
        self.run(self._dialect.begin)
        self._inside = self._writes = True
        try:
            self._lock_game(game)
            yield
            self.run("commit")
        except BaseException:
            with suppress(Unavailable):  # the connection is lost, and the transaction with it
                self.run("rollback")
            raise
        finally:
            self._inside = self._writes = False

    def _lock_game(self, game: int) -> None:
        if game:
            self.run(f"select 1 from game where id = ?{self._dialect.lock}", game)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Run the block in a transaction in which all queries see the same moment."""
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
        """Make the tables, or bring the tables of an older club up to date. Raises `FileError`."""
        with self.writing():
            self.run("create table if not exists step(number integer not null)")
            self.wait_for_others()
            (known,) = self.row("select coalesce(max(number), 0) from step")
            if not known and not self._create:
                refuse(self._shown_url, MISSING)
            if known > len(STEPS):
                refuse(self._shown_url, "was written by a newer westwall; install that version")
            for number, step in enumerate(STEPS[known:], known + 1):
                for statement in re.sub(r"--.*", "", step).format(serial=self._dialect.serial).split(";"):
                    if statement.strip():
                        self.run(statement)
                self.run("insert into step(number) values(?)", number)
            if not self.one("select 1 from alive"):
                self.run("insert into alive(at) values(?)", time.time())

    def wait_for_others(self) -> None:
        """Wait until no other transaction has called this function. With SQLite there is no need to wait."""
        if self.is_postgres:
            self.run("lock table step in exclusive mode")

    @property
    def _shown_url(self) -> str:
        """The address of the database without its password, for errors."""
        return re.sub(r"//[^@/]*@", "//", self.url)

    def notify(self, game: int) -> None:
        """Tell servers on other machines that a game has changed.

        This server hears of the change from the player's process.
        """
        if self._dialect.notify:
            self.run(self._dialect.notify, str(game))


def _errors_of_database(*, postgres: bool) -> tuple[tuple[type[Exception], ...], type[Exception]]:
    """Return the errors of a database that does not answer, and the error for a row that already exists."""
    if not postgres:
        return (sqlite3.OperationalError,), sqlite3.IntegrityError
    import psycopg

    return (psycopg.OperationalError, psycopg.InterfaceError), psycopg.IntegrityError


def _connect_sqlite(path: str, *, create: bool) -> sqlite3.Connection:
    if not create and not Path(path).exists():
        refuse(path, MISSING)
    place = path if create else f"{Path(path).absolute().as_uri()}?mode=rw"
    connection = None
    try:
        connection = sqlite3.connect(
            place, isolation_level=None, timeout=TIMEOUT, check_same_thread=False, uri=not create
        )
        for pragma in (
            "journal_mode = wal",
            "synchronous = full",
            "foreign_keys = on",
            f"busy_timeout = {TIMEOUT}000",
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
        return psycopg.connect(url, autocommit=True, connect_timeout=TIMEOUT)
    except psycopg.Error as error:
        place = re.sub(r"//[^@/]*@", "//", url)
        refuse(place, f"is not responding: {str(error).splitlines()[0]}")
