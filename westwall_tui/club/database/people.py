"""The club's players. A player is identified by a key alone, never by the user name of a login."""

import base64
import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from westwall_tui.club.database.clocks import DAY, Clocks
from westwall_tui.club.database.games import conditions_of
from westwall_tui.club.database.store import Store, Unavailable
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.players.settings import Settings, build_settings, settings_text
from westwall_tui.files.tables import SourceFile

MAX_NAME_LENGTH = 20
MAX_KEYS = 10
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
RESERVED = frozenset(
    {
        "new",
        "root",
        "admin",
        "club",
        "computer",
        "somebody",
        "nobody",
        "anybody",
        "westwall",
        "free",
        "you",
        "administrator",
    }
)
RESERVED_PREFIXES = ("gone", "level", "the computer", "by lot")
"""Prefixes that names may not have, because lists show them instead of a name."""
DELETED_NAME = "gone {}"
"""The name that replaces the name of a deleted player, whose games remain."""
INVITATION_LASTS = 30 * DAY
"""Seconds for which an invitation is valid."""
CODE_LASTS = 7 * DAY
"""Seconds for which the code of a new key or mail address is valid."""
CODE_PAUSE = 600.0
"""Seconds after a code is sent, before the same player or the same address gets another code."""
AWAY_EACH_YEAR = 45
"""Days of holiday that a player has per calendar year."""
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{1,64}}@)(?=.{{1,190}}$){_ATOM}(\.{_ATOM})*@{_LABEL}(\.{_LABEL})*", re.ASCII)
"""The pattern for mail addresses without quotes, which every mail program accepts."""


class ClubPlayer(NamedTuple):
    """A player of the club."""

    id: int
    name: str
    since: float
    mail: str
    is_program: bool
    away_until: float
    is_barred: bool
    new_mail: str
    """A new address, which the player must still confirm with a code."""


class PendingCode(NamedTuple):
    """A code to send to a new mail address."""

    name: str
    address: str
    code: str


class ClubKey(NamedTuple):
    """A key of a player."""

    fingerprint: str
    comment: str
    last: float
    """The time when the key was last used or, if it has not been used, added."""
    is_pending: bool = False
    """True until the owner confirms the key. It cannot log in before that."""


_COLUMNS = "p.id, p.name, p.since, p.mail, p.program, p.away_until, p.barred, p.mail_new"


class People:
    """The players of a club and their keys."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def by_key(self, fingerprint: str) -> ClubPlayer | None:
        """Return the player who has a key."""
        return self._find_player("join keyring k on k.player = p.id where k.fingerprint = ?", fingerprint)

    def allowed_keys(self, fingerprints: Collection[str]) -> set[str]:
        """Return those of the given keys whose players are not barred."""
        if not fingerprints:
            return set()
        marks = ", ".join("?" for _ in fingerprints)
        rows = self._store.rows(
            "select k.fingerprint from keyring k join player p on p.id = k.player "
            f"where p.barred = 0 and k.fingerprint in ({marks})",
            *fingerprints,
        )
        return {fingerprint for (fingerprint,) in rows}

    def by_name(self, name: str) -> ClubPlayer | None:
        """Return the player with a name, ignoring case."""
        return self._find_player("where p.folded = ?", fold(name))

    def by_number(self, player: int) -> ClubPlayer | None:
        """Return the player with a number."""
        return self._find_player("where p.id = ?", player)

    def _find_player(self, where: str, value: object) -> ClubPlayer | None:
        found = self._store.one(f"select {_COLUMNS} from player p {where}", value)
        return None if found is None else _player_of_row(found)

    def all(self) -> list[ClubPlayer]:
        """Return all players by name, except deleted ones."""
        rows = self._store.rows(
            f"select {_COLUMNS} from player p where p.folded not like ? order by p.folded", "gone %"
        )
        return [_player_of_row(row) for row in rows]

    def register(self, name: str, fingerprint: str = "", comment: str = "", *, code: str = "") -> ClubPlayer:
        """Make a new player, with a key and, if there is one, the code of an invitation.

        From then on the key belongs to this player, even if another player has added it without confirming it. Raises
        `FileError` if the name is not allowed or taken, or the code is not valid.
        """
        name = check_name(name)
        with self._store.writing():
            self._store.wait_for_others()
            if code:
                self._use_invitation(code, name)
            self._check_free(name)
            (number,) = self._store.row(
                "insert into player(name, folded, since) values(?, ?, ?) returning id", name, fold(name), time.time()
            )
            if fingerprint:
                self._take_key(number, fingerprint, comment)
        player = self.by_number(number)
        assert player is not None
        return player

    def _check_free(self, name: str) -> None:
        """Raise `FileError` if a player already has this name or a similar-looking one."""
        wanted, folded = skeleton_of(name), fold(name)
        for (other,) in self._store.rows("select name from player"):
            if fold(other) == folded:
                refuse("club", f"the name {name} is taken; choose another")
            if skeleton_of(other) == wanted:
                refuse("club", f"the name {name} looks too much like {other}; choose another")

    # -- keys

    def add_key(self, player: int, fingerprint: str, comment: str = "") -> str:
        """Add a key for a player, and return the code with which the key's owner confirms it.

        Until then the key cannot log in. Raises `FileError` if the key already belongs to a player, or this player has
        too many keys.
        """
        code = _new_code()
        with self._store.writing():
            self._check_unused(fingerprint)
            self._store.run("delete from pending_key where fingerprint = ? and player = ?", fingerprint, player)
            if len(self.keys(player)) >= MAX_KEYS:
                refuse("club", f"you may have at most {MAX_KEYS} keys; drop one first")
            self._store.run(
                "insert into pending_key(fingerprint, player, comment, code, made) values(?, ?, ?, ?, ?)",
                *(fingerprint, player, _plain(comment), _hash_code(code), time.time()),
            )
        return code

    def is_pending(self, fingerprint: str, name: str) -> bool:
        """Return True if the player `name` has added this key, and its owner can still confirm it."""
        found = self._store.one(
            "select 1 from pending_key k join player p on p.id = k.player "
            "where k.fingerprint = ? and k.made > ? and p.folded = ? and p.barred = 0",
            *(fingerprint, time.time() - CODE_LASTS, fold(name)),
        )
        return found is not None

    def confirm_key(self, fingerprint: str, code: str) -> ClubPlayer:
        """If the code is right, give a key to the player who added it. Raises `FileError`.

        Call this only after a login with that key.
        """
        with self._store.writing():
            found = self._store.one(
                "select k.player, k.comment from pending_key k join player p on p.id = k.player "
                "where k.fingerprint = ? and k.code = ? and k.made > ? and p.barred = 0",
                *(fingerprint, _hash_code(code), time.time() - CODE_LASTS),
            )
            if found is None:
                refuse("club", "this isn't the code that `keys add` printed for this key, or it is over a week old")
            self._take_key(found[0], fingerprint, found[1])
        player = self.by_number(found[0])
        assert player is not None
        return player

    def _take_key(self, player: int, fingerprint: str, comment: str) -> None:
        """Give a key to a player, and remove it from the unconfirmed keys of all players."""
        self._check_unused(fingerprint)
        self._store.run("delete from pending_key where fingerprint = ?", fingerprint)
        self._store.run(
            "insert into keyring(fingerprint, player, comment, last) values(?, ?, ?, ?)",
            *(fingerprint, player, _plain(comment), time.time()),
        )

    def _check_unused(self, fingerprint: str) -> None:
        if self._store.one("select 1 from keyring where fingerprint = ?", fingerprint):
            refuse("club", "this key already belongs to a player")

    def keys(self, player: int) -> list[ClubKey]:
        """Return the keys of a player: the most recently used first, and unconfirmed ones last."""
        found = self._store.rows(
            "select fingerprint, comment, last from keyring where player = ? order by last desc", player
        )
        pending = self._store.rows(
            "select fingerprint, comment, made from pending_key where player = ? and made > ? order by made",
            *(player, time.time() - CODE_LASTS),
        )
        return [
            *(ClubKey(*row) for row in found),
            *(ClubKey(key, comment, made, is_pending=True) for key, comment, made in pending),
        ]

    def drop_key(self, player: int, fingerprint: str) -> bool:
        """Remove a key from a player. Return False if there is no such key, or if it is the player's last one."""
        with self._store.writing():
            pending = self._store.run(
                "delete from pending_key where player = ? and fingerprint = ?", player, fingerprint
            )
            if pending.rowcount:
                return True
            (count,) = self._store.row("select count(*) from keyring where player = ?", player)
            if count < 2:
                return False
            dropped = self._store.run("delete from keyring where player = ? and fingerprint = ?", player, fingerprint)
        return dropped.rowcount == 1

    def note_login(self, fingerprint: str) -> None:
        """Note the time when a key was used. Ignore errors, because a full disk must not prevent a login."""
        with suppress(Unavailable):
            self._store.run("update keyring set last = ? where fingerprint = ?", time.time(), fingerprint)

    # -- invitations, and players who are barred or deleted

    def invite(self, name: str = "") -> str:
        """Make an invitation and return its code. Only a hash of the code is stored. `name` is the person invited."""
        code = secrets.token_urlsafe(9)
        self._store.run("insert into invitation(code, name, made) values(?, ?, ?)", _hash_code(code), name, time.time())
        return code

    def _use_invitation(self, code: str, name: str) -> None:
        now = time.time()
        used = self._store.run(
            "update invitation set used = ?, name = ? where code = ? and used is null and made > ?",
            *(now, name, _hash_code(code), now - INVITATION_LASTS),
        )
        if used.rowcount != 1:
            refuse("club", "this code is unknown, too old, or already used")

    def bar(self, player: int, *, barred: bool = True) -> None:
        """Bar a player from logging in, or lift the bar."""
        self._store.run("update player set barred = ? where id = ?", int(barred), player)

    def delete(self, player: int) -> None:
        """Delete a player's name, keys, settings, address, messages and private notes. The games remain."""
        gone, run = DELETED_NAME.format(player), self._store.run
        with self._store.writing():
            (name,) = self._store.row("select name from player where id = ?", player)
            for table in ("keyring", "pending_key", "private"):
                run(f"delete from {table} where player = ?", player)
            run(
                "update player set name = ?, folded = ?, settings = '', mail = '', mail_new = '', barred = 1 "
                "where id = ?",
                *(gone, gone, player),
            )
            run("delete from rating where who = ?", f"player {player}")
            run("update talk set text = '...' where player = ?", player)
            run("update invitation set name = ? where name = ?", gone, name)
            for table, column in (("news", "text"), ("tournament", "name")):
                for number, text in self._store.rows(f"select id, {column} from {table}"):
                    if name in text:
                        told = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", gone, text)
                        run(f"update {table} set {column} = ? where id = ?", told, number)
            for who in (str, "the computer for {}".format, conditions_of):
                run("update entry set who = ? where who = ?", who(gone), who(name))
            run(
                "update game set outcome = replace(outcome, ?, ?), asks = replace(asks, ?, ?) "
                "where wanted = ? and started is null",
                *(*(f"{name} declined", f"{gone} declined") * 2, player),
            )

    # -- settings

    def settings(self, player: int) -> Settings:
        """Return a player's settings, or the defaults if they cannot be read."""
        found = self._store.one("select settings from player where id = ?", player)
        if not found or not found[0]:
            return Settings()
        try:
            return build_settings(SourceFile("your settings", found[0]))[0]
        except FileError:
            return Settings()

    def keep_settings(self, player: int, settings: Settings) -> None:
        """Save a player's settings."""
        self._store.run("update player set settings = ? where id = ?", settings_text(settings), player)

    # -- mail

    def set_mail(self, player: int, mail: str) -> None:
        """Set a player's address for notifications; an empty string means no mail.

        The club sends a code to the address, and writes no other mail there until the player confirms the address.
        Raises `FileError` if it isn't an address, or if a code was sent a moment ago.
        """
        if mail and not _ADDRESS.fullmatch(mail):
            refuse("club", "this isn't a mail address; write it like anna@example.org")
        lately = time.time() - CODE_PAUSE
        with self._store.writing():
            self._store.wait_for_others()
            if not mail or self._store.one("select 1 from player where id = ? and mail = ?", player, mail):
                self._store.run(  # keep an address that was just sent a code, so that it is not sent a second one
                    "update player set mail = ?, mail_new = case when mail_sent > ? then mail_new else '' end "
                    "where id = ?",
                    *(mail, lately, player),
                )
                return
            if self._store.one(
                "select 1 from player where (mail_sent > ? and (id = ? or lower(mail_new) = lower(?))) "
                "or (mail_sent = 0 and barred = 0 and id <> ? and lower(mail_new) = lower(?))",
                *(lately, player, mail, player, mail),
            ):
                refuse("club", f"the club has just sent a code; try again in {CODE_PAUSE / 60:.0f} minutes")
            self._store.run("update player set mail_new = ?, mail_code = '', mail_sent = 0 where id = ?", mail, player)

    def confirm_mail(self, player: int, code: str) -> bool:
        """Confirm a player's new mail address. Return False if that isn't the code sent to the address."""
        done = self._store.run(
            "update player set mail = mail_new, mail_new = '', mail_code = '' "
            "where id = ? and mail_new <> '' and mail_code = ? and mail_sent > ?",
            *(player, _hash_code(code), time.time() - CODE_LASTS),
        )
        return done.rowcount == 1

    def next_code(self) -> PendingCode | None:
        """Return a new address with the code to send to it, or None if there is none. Each address is returned once."""
        rows = self._store.rows(
            "select id, name, mail_new from player where mail_new <> '' and mail_sent = 0 and barred = 0 order by id"
        )
        for player, name, address in rows:
            code = _new_code()
            mine = self._store.run(
                "update player set mail_sent = ?, mail_code = ? where id = ? and mail_new = ? and mail_sent = 0",
                *(time.time(), _hash_code(code), player, address),
            )
            if mine.rowcount == 1:  # otherwise another thinker sends the code
                return PendingCode(name, address, code)
        return None

    # -- holidays

    def holiday_left(self, player: int) -> float:
        """Return the days of holiday that a player may still take this year."""
        year, spent = self._store.row("select away_year, away_spent from player where id = ?", player)
        now = time.time()
        return AWAY_EACH_YEAR - (spent / DAY if year == time.gmtime(now).tm_year else 0)

    def set_away(self, player: int, until: float) -> None:
        """Set the end of a player's holiday; 0 means that the player is back.

        During the holiday, the player's clocks that count days stop. Its days are taken from the year in which it
        begins, and unused days are given back. Raises `FileError` if too few days are left.
        """
        now, store = time.time(), self._store
        clocks, year = Clocks(store), time.gmtime(now).tm_year
        with store.writing():
            games = store.rows(
                "select id from game where runs is not null and ended is null and days > 0 and clock = 0 "
                f"and id in (select game from seat where player = ?) order by id{store.lock}",
                player,
            )
            of_year, spent, ends = store.row(
                f"select away_year, away_spent, away_until from player where id = ?{store.lock}", player
            )
            booked = [(game, clocks.read(game)) for (game,) in games]
            for game, clock in booked:
                clock.book(now)
                clocks.write(game, clock)
            spent = max(0.0, spent - max(0.0, ends - now)) if of_year == year else 0.0
            if until > now and spent + until - now > AWAY_EACH_YEAR * DAY:
                days = int(AWAY_EACH_YEAR - spent / DAY)
                refuse("club", f"you have {days} of {AWAY_EACH_YEAR} days of holiday left this year")
            end = max(now, until)
            store.run(
                "update player set away_since = ?, away_until = ?, away_year = ?, away_spent = ? where id = ?",
                *(now, end if until > now else 0, year, spent + end - now, player),
            )
            for game, _ in booked:
                clocks.write(game, clocks.read(game))  # the clock now runs out at another time

    def mark_program(self, player: int, *, program: bool) -> None:
        """Note whether a program plays under a player's name."""
        self._store.run("update player set program = ? where id = ?", int(program), player)


def fingerprint_of(line: str) -> tuple[str, str]:
    """Return the fingerprint and comment of a public key as in id_ed25519.pub. Raises `FileError` if it isn't one."""
    kind, _, rest = line.strip().partition(" ")
    text, _, comment = rest.strip().partition(" ")
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:
        key = b""
    name = kind.encode()
    if not kind.startswith(("ssh-", "ecdsa-", "sk-")) or not key.startswith(len(name).to_bytes(4, "big") + name):
        refuse("club", "this isn't a public key; send the line in your id_ed25519.pub")
    return "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("="), comment.strip()


def _player_of_row(row: tuple[object, ...]) -> ClubPlayer:
    number, name, since, mail, program, away, barred, new = row
    return ClubPlayer(
        int(str(number)),
        str(name),
        float(str(since)),
        str(mail),
        bool(program),
        float(str(away)),
        bool(barred),
        str(new),
    )


def fold(name: str) -> str:
    """Return a name in the form used for comparing names."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def check_name(name: str) -> str:
    """Return a name with single spaces. Raises `FileError` if no player may have it."""
    name = " ".join(name.split())
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME_LENGTH:
        may_have = f"at most {MAX_NAME_LENGTH} letters, digits, spaces, dots, dashes"
        refuse("club", f"a name begins with a letter or digit, and has {may_have}")
    words = re.sub(r"[ ._-]+", " ", fold(name)).split()
    bare = " ".join(map(skeleton_of, words))
    forbidden = {skeleton_of(word) for word in RESERVED}
    if skeleton_of(name) in forbidden or any(
        f"{bare} ".startswith(f"{' '.join(map(skeleton_of, begin.split()))} ") for begin in RESERVED_PREFIXES
    ):
        refuse("club", f"the name {name} is not allowed; choose another")
    return name


def skeleton_of(name: str) -> str:
    """Return the skeleton of a name, which is equal for names that people could mistake for each other."""
    from westwall_tui.net.guests import skeleton  # this import loads the engine, which the server does not need

    return skeleton(name)


def _plain(comment: str) -> str:
    """Return a key's comment without unprintable characters, and shortened."""
    return "".join(character for character in comment if character.isprintable())[:60]


def _new_code() -> str:
    """Return a random code that is easy to type: eight letters and digits."""
    return base64.b32encode(secrets.token_bytes(5)).decode().lower()


def _hash_code(code: str) -> str:
    return hashlib.sha256(code.strip().encode()).hexdigest()
