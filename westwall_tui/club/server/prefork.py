"""The prefork parent: a process that has loaded everything, and forks a player's process on each request.

The parent has no threads, no event loop and no database connection, because none of them survives a fork. The server
sends a request as a packet of JSON, with the terminal and the wake socket. The parent answers with the number of the
new process, and later with its exit status.
"""

import contextlib
import errno
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import random
import resource
import select
import signal
import socket
import sys
import termios
from collections.abc import Sequence

from westwall_tui.club.command_line import FAILED
from westwall_tui.club.server.log import log_all_failures, log_failure

MAX_MEMORY = 700 << 20
MAX_FILES = 64
PLAYER_NICENESS, THINKER_NICENESS = 3, 8
"""Niceness of the processes of players and of the thinker. The server and the database have priority over both."""
MAX_FILE_SIZE = 1 << 32
"""The maximum bytes of a file that a process may write. The only such file is the database."""
MAX_PACKET = 65_536
STREAMS = (("stdin", "r"), ("stdout", "w"))
SORRY = "Something went wrong; the administrator can see the details. Your games are unaffected."
PACKAGES = ("engine", "files", "history", "ai", "ui", "club")
TERMINAL_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "LANG", "LC_ALL", "LC_CTYPE")
"""The environment variables of a client that are passed on to the client's process."""
NOT_INHERITED = ("COLUMNS", "LINES", "TERM_PROGRAM", "SSH_CONNECTION", "SSH_TTY", *TERMINAL_VARIABLES)
"""The environment variables of the server that are not passed on to a process."""


def warm() -> None:
    """Load all modules that a player's process may need, and show each screen once."""
    os.environ.update(TEXTUAL_ANIMATIONS="none", TERM="xterm-256color", LANG="C.UTF-8")
    for name in PACKAGES:
        package = importlib.import_module(f"westwall_tui.{name}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith(("westwall_tui.club.server.prefork", "westwall_tui.club.server.ssh_server")):
                with contextlib.suppress(ImportError):  # the extra may not be installed
                    importlib.import_module(found.name)
    from westwall_tui.club.server.child import preload_screens

    preload_screens()


def serve(control: socket.socket) -> None:
    """Fork a process for each request until the server is gone."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    while True:
        ready, _, _ = select.select([control.fileno(), reader], [], [])
        if reader in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(reader, 4096)
            _report_ended(control)
        if control.fileno() in ready:
            data, descriptors, _, _ = socket.recv_fds(control, MAX_PACKET, 4)
            if not data:
                return
            try:
                request = json.loads(data)
            except ValueError:  # cut short, so not a request of the server
                for descriptor in descriptors:
                    os.close(descriptor)
                continue
            process = os.fork()
            if process == 0:
                for other in (reader, writer):
                    os.close(other)
                control.close()
                os._exit(_run_child(request, descriptors))
            for descriptor in descriptors:
                os.close(descriptor)
            _send_packet(control, {"for": request["id"], "process": process})


def _send_packet(control: socket.socket, packet: dict[str, object]) -> None:
    """Send a packet to the server. If the server is gone, the next read ends this process."""
    with contextlib.suppress(ConnectionError):
        control.send(json.dumps(packet).encode())


def _report_ended(control: socket.socket) -> None:
    """Report to the server which processes have ended."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        _send_packet(control, {"gone": process, "status": os.waitstatus_to_exitcode(status)})


def _run_child(request: dict[str, object], descriptors: Sequence[int]) -> int:
    """Turn this process into a player's process. Return its exit status."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log_all_failures()
        *streams, wake = descriptors
        wake_at = _attach_streams(streams, wake, on_terminal=bool(request["terminal"]))
        os.nice(THINKER_NICENESS if request["words"] == ["think"] else PLAYER_NICENESS)
        environment = request["environment"]
        assert isinstance(environment, dict)
        for name in NOT_INHERITED:
            os.environ.pop(name, None)
        os.environ.update({name: str(value) for name, value in environment.items() if name in TERMINAL_VARIABLES})
        random.seed()
        from westwall_tui.club.server.child import run

        status = run(request, socket.socket(fileno=wake_at))
        with contextlib.suppress(OSError):  # the player has disconnected, and the terminal is gone
            _flush_streams()
    except (BrokenPipeError, EOFError, KeyboardInterrupt, SystemExit):
        return 0  # the player has disconnected, or a signal ends the process
    except BaseException as error:  # noqa: BLE001 - a child must never return to its parent's loop
        log_failure("the thinker failed" if request["words"] == ["think"] else "a player's process failed", error)
        with contextlib.suppress(OSError, ValueError):
            print(f"\r\n{SORRY}\r", file=sys.__stderr__)
            _flush_streams()
        return FAILED
    return status


def _flush_streams() -> None:
    """Send buffered output to the player."""
    for stream in (sys.__stdout__, sys.__stderr__):
        assert stream is not None
        stream.flush()


def _attach_streams(streams: Sequence[int], wake: int, *, on_terminal: bool) -> int:
    """Attach this process to the terminal, or to three pipes. Return the new descriptor of the wake socket.

    Messages to the player go to `sys.__stderr__`, where Textual also draws. `sys.stderr` and descriptor 2 remain the
    administrator's log. Raises EOFError if the player has already disconnected.
    """
    os.setsid()
    if on_terminal:
        try:
            fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            raise EOFError from error  # the player has disconnected
    wake_at = fcntl.fcntl(wake, fcntl.F_DUPFD, 10)
    copies = [fcntl.fcntl(streams[min(n, len(streams) - 1)], fcntl.F_DUPFD, 10) for n in range(3)]
    for n, copy in enumerate(copies[:2]):
        os.dup2(copy, n)
    for descriptor in {*copies[:2], *streams, wake} - {0, 1, 2, copies[2], wake_at}:
        os.close(descriptor)
    for n, (name, mode) in enumerate(STREAMS):  # the streams from before the fork belong to the server
        made = open(n, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.__stderr__ = open(copies[2], "w", encoding="utf-8", errors="replace", closefd=False)  # type: ignore[misc] # noqa: SIM115
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_FILES, MAX_FILES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_SIZE, MAX_FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    return wake_at


def main() -> None:
    """Load everything, report to the server, and serve requests on the descriptor that the command line names."""
    control = socket.socket(fileno=int(sys.argv[1]))
    log_all_failures()
    warm()
    gc.collect()
    gc.freeze()
    gc.disable()
    _send_packet(control, {"ready": os.getpid()})
    serve(control)


if __name__ == "__main__":
    main()
