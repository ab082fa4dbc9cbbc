"""Finds out who really hosts at a socket, so that nobody can put his game in another's place.

In a shared folder the sticky bit protects each user's sockets. A guest also asks the system who listens, and shows his
key only to that user: a socket made by somebody else after the host is gone learns nothing.
"""

import contextlib
import os
import socket
import stat
import struct
from pathlib import Path

from westwall_tui.files.faults import Fault, FileError

_CREDENTIALS = struct.Struct("3i")
"""Linux's data about a socket's other end: process, user, group."""


class Stranger(Exception):
    """A socket belongs to another user than it should; the reason is one plain sentence."""


def check_folder(folder: Path) -> None:
    """Refuse a folder where others could remove a host's socket. Raises `FileError`."""
    try:
        mode = folder.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError([Fault(str(folder), "", "", error.strerror or str(error))]) from None
    if mode & stat.S_IWOTH:
        raise FileError([Fault(str(folder), "", "", "anybody may write there; chmod o-rwx it first")])
    if mode & stat.S_IWGRP and not mode & stat.S_ISVTX:
        why = "anybody of its group could put a game of his own in the place of another's; chmod +t it first"
        raise FileError([Fault(str(folder), "", "", why)])


def host_at(path: Path, line: socket.socket) -> int:
    """The user who listens at a socket. Raises `Stranger` if the file is another user's."""
    try:
        found = path.lstat()
    except OSError as error:
        raise Stranger(error.strerror or str(error)) from None
    if not stat.S_ISSOCK(found.st_mode):
        raise Stranger("that is no socket of a host")
    listens = user_at(line)
    if listens not in (None, found.st_uid):
        raise Stranger(f"the socket is {user_called(found.st_uid)}'s, but {user_called(listens)} listens there")
    return found.st_uid


def user_at(line: socket.socket) -> int | None:
    """The user at a socket's other end; None if the system won't say."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    try:
        _, user, _ = _CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    except (OSError, struct.error):
        return None
    return int(user)


def user_called(user: int | None) -> str:
    """A user's name."""
    if os.name == "posix" and user is not None:
        import pwd

        with contextlib.suppress(KeyError):
            return pwd.getpwuid(user).pw_name
    return f"user {user}"


def is_self(user: int | None) -> bool:
    """True if a user runs this program."""
    return os.name == "posix" and user == os.getuid()
