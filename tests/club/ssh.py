"""A club with a server process, and real OpenSSH clients that connect to it."""

import contextlib
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pyte
import pytest

from westwall_tui.club import settings
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Store

SSH = shutil.which("ssh")
PATIENCE = 60
COLD = """\
import sys
if "westwall_tui.club.server.prefork" in sys.orig_argv:
    from westwall_tui.club.server import child
    child.preload_screens = lambda: None
"""
"""A change that makes a club start sooner: its prefork parent loads no screens, so each player's process does."""
OPEN_HANDED = """\
import sys
if "serve" in sys.orig_argv:
    from westwall_tui.club.server import ssh_server
    limit = ssh_server.RateLimit
    ssh_server.RateLimit = lambda burst, per_second: limit(1_000, 1_000)
    ssh_server.CHECK_INTERVAL = 0.5
"""
"""A change that makes a club quick: it delays no client, and soon notices the administrator's changes."""


def changed(folder: Path, change: str) -> str:
    """Write a change of a club's code to a folder, and return that folder for its path."""
    (folder / "sitecustomize.py").write_text(change)
    return str(folder)


class Server:
    """A club in its own folder, with a server on a port of this machine."""

    def __init__(self, folder: Path, database: str = "", entry: str = "open", path: str = "") -> None:
        """Make a club. `path`: a folder from which its processes load modules first."""
        self.folder, self._path = folder, path
        self.club = settings.create(
            folder / "club", name="club.example", entry=entry, database=database or "club.db", port=0
        )
        file = self.club.folder / settings.FILE
        file.write_text(file.read_text().replace('listen = ""', 'listen = "127.0.0.1"'))
        self.keys: dict[str, Path] = {}
        self.start()

    def start(self) -> None:
        """Start the server."""
        self.process = self._administer("serve")
        assert self.process.stderr is not None
        self.said: list[str] = []
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"port (\d+)$", line):
                self.port = int(found[1])
                break
        else:
            raise AssertionError("".join(self.said))
        os.set_blocking(self.process.stderr.fileno(), False)

    def _administer(self, word: str, *values: str) -> "subprocess.Popen[str]":
        """Start a command of the administrator."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [self._path, *sys.path]))}
        return subprocess.Popen(
            [sys.executable, "-m", "westwall_tui", "club", word, str(self.club.folder), *values],
            stderr=subprocess.PIPE, text=True, env=environment, cwd=self.folder,
        )  # fmt: skip

    def keep(self, word: str, *values: str) -> None:
        """Run a command of the administrator while the server runs."""
        done = self._administer(word, *values)
        _, said = done.communicate(timeout=PATIENCE)
        assert not done.returncode, said

    def stop(self) -> None:
        """Stop the server."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def log(self) -> str:
        """Return the administrator's log."""
        assert self.process.stderr is not None
        with contextlib.suppress(BlockingIOError):  # the log has grown no further
            while data := os.read(self.process.stderr.fileno(), 65_536):
                self.said.append(data.decode("utf-8", "replace"))
        return "".join(self.said)

    @property
    def prefork(self) -> int:
        """Return the number of the prefork parent."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(found[0])

    def key(self, name: str) -> Path:
        """Return the key file of a client."""
        if name not in self.keys:
            self.keys[name] = self.folder / f"key-{name}"
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", self.keys[name]], check=True
            )
        return self.keys[name]

    def command(self, name: str, *words: str, options: Sequence[str] = (), user: str = "x") -> list[str]:
        """Return the command line of an OpenSSH client with a client's key."""
        settled = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "IdentitiesOnly=yes")
        given = [part for option in settled for part in ("-o", option)]
        place = ["-F", "none", "-p", str(self.port), "-i", str(self.key(name))]
        assert SSH is not None
        return [SSH, *place, *given, *options, f"{user}@127.0.0.1", *words]

    def ask(
        self, name: str, *words: str, said: str | bytes = b"", options: Sequence[str] = (), user: str = "x"
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command without a terminal."""
        given = said.encode() if isinstance(said, str) else said
        done = subprocess.run(
            self.command(name, *words, options=options, user=user), input=given, capture_output=True,
            timeout=PATIENCE, check=False, env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "xterm"},
        )  # fmt: skip
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        )

    def register(self, *names: str) -> None:
        """Register players."""
        store = Store(self.club.database)
        people = People(store)
        for name in names:
            words = subprocess.run(
                ["ssh-keygen", "-l", "-f", f"{self.key(name)}.pub"], capture_output=True, text=True, check=True
            )
            people.register(name, words.stdout.split()[1])
        store.close()


class Screen:
    """A client at a terminal of the club; pyte interprets the output."""

    def __init__(self, command: Sequence[str], columns: int = 80, rows: int = 24, term: str = "xterm-256color") -> None:
        self.shown = ""
        self._screen = pyte.Screen(columns, rows)
        self._screen.write_process_input = self._answer  # type: ignore[method-assign]
        self._stream = pyte.ByteStream(self._screen)
        self.process, self._at = pty.fork()
        if self.process == 0:
            os.environ.update(TERM=term, COLUMNS=str(columns), LINES=str(rows))
            os.execvp(command[0], [*command])
        self.resize(columns, rows)

    def _answer(self, data: str) -> None:
        """Answer the terminal queries in the output; keys that a player types must not come before."""
        if data == "\x1b[0n":
            with contextlib.suppress(OSError):
                os.write(self._at, data.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window."""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self._at, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float = 0.2) -> str:
        """Read the output of a while; `shown` has all output since the last key."""
        came = b""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self._at], [], [], left)[0]:
                break
            try:
                data = os.read(self._at, 65_536)
            except OSError:
                break
            if not data:
                break
            came += data
            os.write(self._at, b"\x1b[0n" * data.count(b"\x1b[5n"))  # the process has written what it was to write
        self._stream.feed(came)
        text = came.decode("utf-8", "replace")
        self.shown += text
        return text

    def first(self, seconds: float) -> str:
        """Read until the first output."""
        select.select([self._at], [], [], seconds)
        return self.read(0.05)

    def until(self, text: str, seconds: float = PATIENCE) -> str:
        """Read until a text is on the screen, and return the screen."""
        end = time.monotonic() + seconds
        while text not in self.text and (left := end - time.monotonic()) > 0:
            select.select([self._at], [], [], left)
            self.read(0.01)
        assert text in self.text, f"{text!r} is not in:\n{self.text}"
        return self.text

    @property
    def text(self) -> str:
        """Return the text on the screen."""
        return "\n".join(self._screen.display)

    def press(self, keys: str) -> None:
        """Type keys, and forget earlier output."""
        self.read(0.05)
        self.shown = ""
        os.write(self._at, keys.encode())

    def is_over(self, seconds: float = 5) -> bool:
        """Return True if the client has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.05)
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(self.process, os.WNOHANG)[0]:
                    return True
        return False

    def close(self) -> None:
        """Cut the connection."""
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        with contextlib.suppress(OSError):
            os.close(self._at)


class Over(Exception):
    """Raised if a program cannot continue, because its connection is lost or it is not its decision."""


class Program:
    """A client's program, which plays line by line over an OpenSSH client."""

    def __init__(self, server: Server, name: str, game: int) -> None:
        self._process = subprocess.Popen(
            server.command(name, "referee", str(game)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self.opening = self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            raise Over(self._process.stderr.read())
        return line.rstrip("\n")

    def ask(self, line: str) -> str:
        """Return the answer to a line. Raises `Over`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
        except (BrokenPipeError, ValueError):
            raise Over("the line is down") from None
        return self._line()

    def sample(self, number: int) -> str:
        """Return a legal order. Raises `Over` if there is none."""
        word, _, order = self.ask(f"?sample {number}").partition(" ")
        if word != "ok":
            raise Over(order)
        return order

    def order(self, number: int) -> str:
        """Give an order, and return it, or an empty string if it was refused. Raises `Over`."""
        order = self.sample(number)
        return order if self.ask(order).startswith("ok") else ""

    def close(self) -> None:
        """Cut the connection."""
        self._process.kill()
        self._process.communicate()


needs_ssh = pytest.mark.skipif(
    SSH is None, reason="there is no OpenSSH client here (Debian: apt install openssh-client)"
)
