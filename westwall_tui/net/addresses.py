"""Addresses of hosted games (one socket per game in a folder, or HOST:PORT), and the saved keys of seats.

By default the folder is the user's own, which no other user may enter. Two users of one machine who want to play
together name a shared folder with `--folder` or in WESTWALL_GAMES.
"""

import contextlib
import os
import re
import secrets
import socket
import stat
import struct
import warnings
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.disk.reach import home_path
from westwall_tui.files.faults import refuse

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
_LONGEST_PATH = 100
"""The maximum number of bytes in a socket's path. Systems allow about 100."""
_LONGEST_WORDS = 80
"""The maximum number of characters of a key's name that its file name contains. A hash of the whole name follows."""
_LONGEST_KEY = 400
"""The maximum number of characters in a saved key. A game's seat keys with hashes of passwords have about 240."""
LAST_PORT = 65535
KEEP_ALIVE = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 4, "TCP_USER_TIMEOUT": 35_000}
"""Options of a TCP connection, in order.

- Seconds of silence before the system probes the other end.
- Seconds between probes.
- The number of probes.
- Milliseconds for which sent data may stay unacknowledged.
"""
_PORT = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^:\[\]/]+):(?P<port>[0-9]{1,5})")


class Address(NamedTuple):
    """A host's address: a socket's path, or a name and a port."""

    path: Path | None = None
    host: str = ""
    port: int = 0

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return str(self.path) if self.path else f"{host}:{self.port}"

    @property
    def is_every(self) -> bool:
        """True if the address stands for all addresses of a machine, so that guests cannot connect to it."""
        with contextlib.suppress(ValueError):
            return ip_address(self.host).is_unspecified
        return False


def games_folder(named: str = "") -> Path:
    """Return the folder of hosted games: `named`, WESTWALL_GAMES, or the user's own. Raises `FileError`."""
    named = named or os.environ.get("WESTWALL_GAMES", "")
    if named:
        return home_path(named, "--folder or WESTWALL_GAMES").absolute()
    try:
        with warnings.catch_warnings():  # a temporary folder will do
            warnings.simplefilter("ignore")
            own = own_folder("runtime", "WESTWALL_GAMES")
    except OSError as error:
        refuse("the folder of hosted games", f"{error}, or use --folder")
    return own / "games"


def prepare(folder: Path) -> None:
    """Make the folder, for its owner alone, if it doesn't exist. Raises `FileError`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        refuse(str(folder), error.strerror or str(error))
    check_folder(folder)


def socket_path(folder: Path, name: str) -> Path:
    """Return the path of a game's socket. Raises `FileError` for an impossible name."""
    if not _NAME.fullmatch(name):
        refuse(name, "is neither HOST:PORT nor the name of a game (lowercase letters, digits and hyphens)")
    path = folder / f"{name}.sock"
    if len(os.fsencode(path)) > _LONGEST_PATH:
        refuse(str(path), "is too long for a socket; use --folder with a shorter path")
    return path


def free_socket_path(folder: Path, wanted: str) -> Path:
    """Return an unused path for a game's socket: `spearhead.sock`, `spearhead-2.sock`. Raises `FileError`."""
    stem = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:36] or "game"
    number = 1
    while True:
        path = socket_path(folder, stem if number == 1 else f"{stem}-{number}")
        if not os.path.lexists(path) or clear(path):
            return path
        number += 1


def clear(path: Path) -> bool:
    """Remove the socket of a host that has ended. Return True if there was one."""
    if is_alive(path):
        return False
    try:
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()
            return True
    except OSError:
        pass
    return False


def is_alive(path: Path) -> bool:
    """Return True if a host listens at a socket."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        try:
            line.connect(str(path))
        except BlockingIOError:  # the host is running, but too busy to accept connections
            return True
        except OSError:
            return False
    return True


def sockets_in(folder: Path) -> list[Path]:
    """Return the sockets in a folder by name, without those whose name `socket_path` would refuse."""
    try:
        named = (path for path in folder.glob("*.sock") if _NAME.fullmatch(path.stem))
        return sorted(path for path in named if stat.S_ISSOCK(path.lstat().st_mode))
    except OSError:
        return []


def find_port(name: str) -> Address | None:
    """Return the address HOST:PORT, or None if `name` has another form. Raises `FileError` for an impossible port."""
    found = _PORT.fullmatch(name)
    if found is None:
        return None
    if int(found["port"]) > LAST_PORT:
        refuse(name, f"is not an address, because ports end at {LAST_PORT}")
    return Address(host=found["host"].strip("[]"), port=int(found["port"]))


def find(name: str, folder: Path) -> Address:
    """Return the address that a guest asks for: HOST:PORT, or a game in the folder. Raises `FileError`.

    Without a name, it is the only game in the folder.
    """
    if port := find_port(name):
        return port
    check_folder(folder)
    if name:
        path = socket_path(folder, name)
        if not os.path.lexists(path):
            refuse(name, f"is not a game hosted in {folder}; see westwall join --list")
        return Address(path)
    found = [path for path in sockets_in(folder) if is_alive(path)]
    if len(found) == 1:
        return Address(found[0])
    names = ", ".join(path.stem for path in found)
    none = "no game is hosted here; to host one: westwall host SCENARIO"
    refuse(str(folder), f"several games are hosted here; name one of {names}" if names else none)


def keep_alive(line: socket.socket) -> None:
    """Have the system notice within a minute that the machine at the other end of a connection is gone."""
    if line.family == getattr(socket, "AF_UNIX", None):
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for name, value in KEEP_ALIVE.items():
        if hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


# -- keys that identify players


def keys_folder() -> Path:
    """Return the folder of a user's keys, for seats and hosted games. Raises `FileError`."""
    return own_folder("state", "XDG_STATE_HOME") / "keys"


def private_folder() -> Path:
    """Return the folder of a user's notes, sandboxes and conditions in hosted games. Raises `FileError`."""
    return own_folder("data", "XDG_DATA_HOME") / "private"


def _key_file(name: str) -> Path:
    words = re.sub(r"[^A-Za-z0-9.-]+", "_", name)[-_LONGEST_WORDS:]
    return keys_folder() / f"{words}-{sha256(name.encode()).hexdigest()[:16]}.key"


def read_key(name: str) -> str:
    """Return a saved key; empty if there is none."""
    try:
        return _key_file(name).read_text(encoding="ascii").strip()[:_LONGEST_KEY]
    except (OSError, ValueError):
        return ""


def save_key(name: str, key: str) -> None:
    """Save a key so that only its user can read it. If that fails, the user can't get the seat back later."""
    path = _key_file(name)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key)
        new.replace(path)  # if the host is killed now, the file has the old key or the new one
    except OSError:
        return


class SeatKeys(NamedTuple):
    """The id of a hosted game, and the keys of its seats."""

    game: str
    """The public id, by which a guest's program finds its saved key."""
    first: str = ""
    second: str = ""
    """The keys of taken seats."""
    first_password: str = ""
    second_password: str = ""
    """The hashes of the seats' passwords; empty for a seat without one."""
    owner: str = ""
    """The host's side, 0 or 1, if the host plays a seat with a password; otherwise empty."""
    bids: str = ""
    """While the players bid for a side, the bids so far (`Table.keys`); empty once the game has begun."""


def seat_keys(save: Path) -> SeatKeys:
    """Return the saved keys of a hosted game, or an id for a new game."""
    words = read_key(f"seats-{save.resolve()}").split(" ") if save.exists() else [""]
    game, *taken = words[: len(SeatKeys._fields)]
    return SeatKeys(game or new_key(), *taken)


def save_seat_keys(save: Path, keys: SeatKeys) -> None:
    """Save a hosted game's seat keys, so that players keep their seats when it is hosted again."""
    save_key(f"seats-{save.resolve()}", " ".join(keys))


def new_key() -> str:
    """Return a key that nobody can guess."""
    return secrets.token_hex(16)


# -- the user who hosts at a socket
#
# In a shared folder the sticky bit protects each user's sockets. In addition, a guest's program asks the system which
# user listens, and shows its key only to that user, so that a forged socket never gets the key.


_CREDENTIALS = struct.Struct("3i")
"""The layout of Linux's data about the other end of a socket: process, user, group."""


class WrongUser(Exception):
    """A socket belongs to the wrong user. The reason is one plain sentence."""


def check_folder(folder: Path) -> None:
    """Raise `FileError` for a folder in which other users could remove a host's socket."""
    try:
        mode = folder.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        refuse(str(folder), error.strerror or str(error))
    if mode & stat.S_IWOTH:
        refuse(str(folder), "every user of this machine can write there; run chmod o-rwx on it first")
    if mode & stat.S_IWGRP and not mode & stat.S_ISVTX:
        refuse(str(folder), "members of its group could replace each other's games; run chmod +t on it first")


def host_at(path: Path, line: socket.socket) -> int:
    """Return the user who listens at a socket. Raises `WrongUser` if its file belongs to another user."""
    try:
        found = path.lstat()
    except OSError as error:
        raise WrongUser(error.strerror or str(error)) from None
    if not stat.S_ISSOCK(found.st_mode):
        raise WrongUser("that isn't a host's socket")
    listens = user_at(line)
    if listens not in (None, found.st_uid):
        raise WrongUser(f"the socket belongs to {user_called(found.st_uid)}, but {user_called(listens)} listens there")
    return found.st_uid


def user_at(line: socket.socket) -> int | None:
    """Return the user at the other end of a socket, or None if the system doesn't say."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    try:
        _, user, _ = _CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    except (OSError, struct.error):
        return None
    return int(user)


def user_called(user: int | None) -> str:
    """Return the login name of a user."""
    if os.name == "posix" and user is not None:
        import pwd

        with contextlib.suppress(KeyError):
            return pwd.getpwuid(user).pw_name
    return f"user {user}"


def is_self(user: int | None) -> bool:
    """Return True if this program runs as a user."""
    return os.name == "posix" and user == os.getuid()
