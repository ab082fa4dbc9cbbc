"""The club's players: who somebody is comes from his key alone, never from the name that he logs in with."""

import base64
import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

from westwall_tui.club.database.store import Store
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.players.settings import Settings, build_settings, settings_text
from westwall_tui.files.tables import SourceFile

LONGEST_NAME = 20
MOST_KEYS = 10
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
RESERVED = frozenset(
    {"new", "root", "admin", "club", "computer", "somebody", "nobody", "anybody", "westwall", "free", "you", "keeper"}
)
LOOK_ALIKE = ("gone", "level", "the computer", "by lot")
"""How no name may begin: as what lists show in place of a name."""
GONE = "gone {}"
"""The name of a player who has left; his games stay."""


class ClubPlayer(NamedTuple):
    """Somebody who is known by a key."""

    id: int
    name: str
    since: float
    mail: str
    is_program: bool
    away_until: float
    is_barred: bool


_COLUMNS = "p.id, p.name, p.since, p.mail, p.program, p.away_until, p.barred"


class People:
    """The players of a club and their keys."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def by_key(self, fingerprint: str) -> ClubPlayer | None:
        """The player whose key it is."""
        return self._find_player("join keyring k on k.player = p.id where k.fingerprint = ?", fingerprint)

    def welcome(self, fingerprints: Collection[str]) -> set[str]:
        """Of these keys, those of players who are not barred."""
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
        """A player by name, in whatever capitals."""
        return self._find_player("where p.folded = ?", fold(name))

    def by_number(self, player: int) -> ClubPlayer | None:
        """A player by number."""
        return self._find_player("where p.id = ?", player)

    def _find_player(self, where: str, value: object) -> ClubPlayer | None:
        found = self._store.one(f"select {_COLUMNS} from player p {where}", value)
        return None if found is None else _player_of_row(found)

    def all(self) -> list[ClubPlayer]:
        """All players by name, without those who have left."""
        rows = self._store.rows(
            f"select {_COLUMNS} from player p where p.folded not like ? order by p.folded", "gone %"
        )
        return [_player_of_row(row) for row in rows]

    def register(self, name: str, fingerprint: str = "", comment: str = "", *, code: str = "") -> ClubPlayer:
        """A new player, with a key of his and the code of an invitation if he was given one.

        Raises `FileError` if the name cannot be had, or the code is not good.
        """
        name = check_name(name)
        with self._store.writing():
            if code:
                self._use_invitation(code, name)
            if self._store.one("select 1 from player where folded = ?", fold(name)):
                refuse("club", f"the name {name} is taken; choose another")
            (number,) = self._store.row(
                "insert into player(name, folded, since) values(?, ?, ?) returning id", name, fold(name), time.time()
            )
            if fingerprint:
                self._add_key(number, fingerprint, comment)
        player = self.by_number(number)
        assert player is not None
        return player

    def add_key(self, player: int, fingerprint: str, comment: str = "") -> None:
        """One more key of a player. Raises `FileError` if it is somebody's, or he has too many."""
        with self._store.writing():
            self._add_key(player, fingerprint, comment)

    def _add_key(self, player: int, fingerprint: str, comment: str) -> None:
        if self._store.one("select 1 from keyring where fingerprint = ?", fingerprint):
            refuse("club", "a player has this key already")
        (count,) = self._store.row("select count(*) from keyring where player = ?", player)
        if count >= MOST_KEYS:
            refuse("club", f"nobody needs more than {MOST_KEYS} keys; drop one first")
        self._store.run(
            "insert into keyring(fingerprint, player, comment, last) values(?, ?, ?, ?)",
            *(fingerprint, player, comment[:60], time.time()),
        )

    def keys(self, player: int) -> list[tuple[str, str, float]]:
        """The keys of a player: fingerprint, comment, and when it was last used."""
        found = self._store.rows(
            "select fingerprint, comment, last from keyring where player = ? order by last desc", player
        )
        return [(fingerprint, comment, last) for fingerprint, comment, last in found]

    def drop_key(self, player: int, fingerprint: str) -> bool:
        """Take a key from a player; not his last one."""
        with self._store.writing():
            (count,) = self._store.row("select count(*) from keyring where player = ?", player)
            if count < 2:
                return False
            dropped = self._store.run("delete from keyring where player = ? and fingerprint = ?", player, fingerprint)
        return dropped.rowcount == 1

    def came(self, fingerprint: str) -> None:
        """A key was used."""
        self._store.run("update keyring set last = ? where fingerprint = ?", time.time(), fingerprint)

    # -- who may come in

    def invite(self, name: str = "") -> str:
        """A new invitation: the code, which is kept nowhere. `name`: for whom it is meant, to tell them apart."""
        code = secrets.token_urlsafe(9)
        self._store.run("insert into invitation(code, name, made) values(?, ?, ?)", _hash_code(code), name, time.time())
        return code

    def _use_invitation(self, code: str, name: str) -> None:
        used = self._store.run(
            "update invitation set used = ?, name = ? where code = ? and used is null",
            time.time(),
            name,
            _hash_code(code),
        )
        if used.rowcount != 1:
            refuse("club", "this code is not known here, or somebody has used it")

    def bar(self, player: int, *, barred: bool = True) -> None:
        """Let nobody in with the keys of a player any more, or again."""
        self._store.run("update player set barred = ? where id = ?", int(barred), player)

    def leave(self, player: int) -> None:
        """A player leaves: his name, keys, settings and address go, games stay."""
        gone = GONE.format(player)
        with self._store.writing():
            self._store.run("delete from keyring where player = ?", player)
            self._store.run(
                "update player set name = ?, folded = ?, settings = '', mail = '', barred = 1 where id = ?",
                *(gone, gone, player),
            )
            self._store.run("delete from rating where who = ?", f"player {player}")
            self._store.run("update talk set text = '...' where player = ?", player)

    # -- what he has set

    def settings(self, player: int) -> Settings:
        """His settings; what is wrong in them is as at first."""
        found = self._store.one("select settings from player where id = ?", player)
        if not found or not found[0]:
            return Settings()
        try:
            return build_settings(SourceFile("your settings", found[0]))[0]
        except FileError:
            return Settings()

    def keep_settings(self, player: int, settings: Settings) -> None:
        """Keep his settings."""
        self._store.run("update player set settings = ? where id = ?", settings_text(settings), player)

    def set_mail(self, player: int, mail: str) -> None:
        """Where he is told that it is his move; nothing for not at all. Raises `FileError` for no address."""
        if mail and not re.fullmatch(r"[^\s@<>,;\"\\\x00-\x20]{1,64}@[A-Za-z0-9.-]{1,190}", mail):
            refuse("club", "not a mail address; write it like anna@example.org")
        self._store.run("update player set mail = ? where id = ?", mail, player)

    def set_away(self, player: int, until: float) -> None:
        """He is on holiday until then: clocks of days wait for him."""
        self._store.run("update player set away_until = ? where id = ?", until, player)

    def mark_program(self, player: int, *, program: bool) -> None:
        """Say whether a program plays under this name."""
        self._store.run("update player set program = ? where id = ?", int(program), player)


def fingerprint_of(line: str) -> tuple[str, str]:
    """The fingerprint and comment of a public key as in id_ed25519.pub. Raises `FileError` if it is none."""
    kind, _, rest = line.strip().partition(" ")
    text, _, comment = rest.strip().partition(" ")
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:
        key = b""
    name = kind.encode()
    if not kind.startswith(("ssh-", "ecdsa-", "sk-")) or not key.startswith(len(name).to_bytes(4, "big") + name):
        refuse("club", "not a public key; it looks like the line in id_ed25519.pub")
    return "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("="), comment.strip()


def _player_of_row(row: tuple[object, ...]) -> ClubPlayer:
    number, name, since, mail, program, away, barred = row
    return ClubPlayer(
        int(str(number)), str(name), float(str(since)), str(mail), bool(program), float(str(away)), bool(barred)
    )


def fold(name: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def check_name(name: str) -> str:
    """A name that somebody may have: letters, digits, spaces, dots and dashes. Raises `FileError`."""
    name = " ".join(name.split())
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        wrong = (
            f"a name begins with a letter or digit, and has up to {LONGEST_NAME} letters, digits, spaces, dots, dashes"
        )
        refuse("club", wrong)
    bare = re.sub(r"[ ._-]+", " ", fold(name)).strip()
    if bare in RESERVED or any(f"{bare} ".startswith(f"{word} ") for word in LOOK_ALIKE):
        refuse("club", f"the name {name} is not allowed here")
    return name


def _hash_code(code: str) -> str:
    return hashlib.sha256(code.strip().encode()).hexdigest()
