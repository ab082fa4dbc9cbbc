"""A real PostgreSQL for the tests, on a socket in its own folder, which can be killed and started again."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian leaves off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or filter(None, [shutil.which("initdb")])
    return next((Path(path).parent for path in reversed([*found])), None)


class Postgres:
    """A PostgreSQL for the tests. If `durable`, committed data survives a kill."""

    def __init__(self, *, durable: bool = False) -> None:
        folder = programs()
        assert folder is not None
        self._programs = folder
        self.folder = Path(tempfile.mkdtemp(prefix="wpg"))
        self._user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        if self._user:
            shutil.chown(self.folder, self._user, self._user)
        self._options = (
            f"-k {self.folder} -c listen_addresses= -c max_connections=200 -c recovery_init_sync_method=syncfs"
        )
        if not durable:
            self._options += " -c fsync=off"
        self._make()
        self.start()
        self.url = f"postgresql://club@/postgres?host={self.folder}"

    def _make(self) -> None:
        """Make an empty database. In a test run the first one is kept, and the others are copies of it."""
        data, made = self.folder / "data", ("initdb", "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8")
        if "WESTWALL_TESTS" not in os.environ:
            self._run(*made)
            return
        kept = Path(os.environ["WESTWALL_TESTS"]) / "postgres"
        with kept.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.exists():
                subprocess.run(["cp", "-a", kept, data], check=True)
            else:
                self._run(*made)
                subprocess.run(["cp", "-a", data, kept], check=True)

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        command: list[Path | str] = [self._programs / program, "-D", self.folder / "data", *arguments]
        quiet, user = subprocess.DEVNULL, self._user
        done = subprocess.run(command, check=check, cwd=self.folder, stdout=quiet, stderr=quiet, user=user, group=user)
        return done.returncode

    def start(self) -> None:
        """Start the server, after the processes of a killed one have ended."""
        for _ in range(50):
            if not self._run("pg_ctl", "-w", "-o", self._options, "-l", str(self.folder / "log"), "start", check=False):
                return
            time.sleep(0.2)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def kill(self) -> None:
        """Kill the server."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def close(self) -> None:
        """Stop the server, and remove its files."""
        self._run("pg_ctl", "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
