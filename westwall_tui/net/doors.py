"""Whose door it is at which a guest knocks: nobody puts a game of his own in the place of another's.

In a folder that several users share, the sticky bit keeps everybody's sockets his own. Besides, a guest asks the system
who listens, and shows his key only to that user: a socket that somebody else makes once a host is gone learns nothing.
"""

import contextlib
import os
import socket
import stat
import struct
from pathlib import Path

from westwall_tui.files.faults import Fault, FileError

_CREDENTIALS = struct.Struct("3i")
"""What Linux says of the other end of a line: process, user, group."""


class Stranger(Exception):
    """A socket is not whose it seems to be; the reason is one plain sentence."""


def check_folder(folder: Path) -> None:
    """Refuse a folder in which others could take a host's socket away, if it is there. Raises `FileError`."""
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
    """The user who listens at the other end of a line to a socket. Raises `Stranger` if the socket is another's."""
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
    """The user at the other end of a line to a socket; None where the system does not say."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    try:
        _, user, _ = _CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    except (OSError, struct.error):
        return None
    return int(user)


def user_called(user: int | None) -> str:
    """What the system calls a user."""
    if os.name == "posix" and user is not None:
        import pwd

        with contextlib.suppress(KeyError):
            return pwd.getpwuid(user).pw_name
    return f"user {user}"


def is_self(user: int | None) -> bool:
    """Whether a user is the one who runs this program."""
    return os.name == "posix" and user == os.getuid()
