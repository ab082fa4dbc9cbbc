"""A club's folder, with its settings (club.toml), its host key and, unless it uses PostgreSQL, its database."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from westwall_tui.club.command_line import INVITED, NEW, OPEN
from westwall_tui.club.database.store import Store
from westwall_tui.files.command_line import docs_page
from westwall_tui.files.disk.reach import exists
from westwall_tui.files.disk.writing import write_whole
from westwall_tui.files.faults import refuse
from westwall_tui.files.tables import parse, read

FILE, KEY, DATABASE = "club.toml", "host_key", "club.db"
PORT, SSH_PORT = 2222, 22
HOUR = 3_600
OTHERS_ACCESS = 0o077
"""The permission bits of a folder that give other users access."""
TEXT = """\
# The settings of a westwall club, which `westwall club serve` reads when it starts.
# {page} explains them.

format = 1
kind = "club"
name = "{name}"

listen = ""            # an address of this machine; empty: all of them
port = {port}
entry = "{entry}"      # "open": anyone with an SSH key may register; "invited": only players with a code
database = "{database}"   # a file in this folder, or postgresql://...

connections = 200      # maximum at the same time
connections_each = 10  # maximum from one address, which may open twice as many at once, then half as many per second
processes = 120        # maximum number of processes; each takes about 25 MB. One network gets 3 * connections_each
idle_hours = 12        # a session ends after so many hours without a key
log_addresses = false  # true: the log contains network addresses, for programs such as fail2ban

# A program to call when it is a player's move; {page} has its arguments:
# program = "/usr/local/bin/tell"

# Mail to players when it is their move:
# [mail]
# server = "localhost"
# port = 25
# sender = "club@club.example"
# address = "ssh club.example"   # what the mail tells players to type
"""


@dataclass(frozen=True)
class Mail:
    """The settings for mail to players when it is their move."""

    server: str
    port: int
    sender: str
    address: str


@dataclass(frozen=True)
class Club:
    """The settings of a club."""

    folder: Path
    name: str
    listen: tuple[str, int]
    database: str
    entry: str
    most: int
    most_each: int
    idle: int
    """Seconds without a key press after which a session ends."""
    program: str = ""
    """A program to call when it is a player's move, with the player's name, the game's number, what the player has to
    decide, the game's title with the opponent, and what happened since the player looked."""
    mail: Mail | None = None
    most_processes: int = 120
    """The maximum number of players' processes that may run at a time."""
    logs_addresses: bool = False

    @property
    def host_key(self) -> Path:
        """The file of the key by which clients recognize the club."""
        return self.folder / KEY

    @property
    def address(self) -> str:
        """The command with which a player logs in."""
        return self.address_for()

    def address_for(self, user: str = "") -> str:
        """Return the command with which a player logs in under a user name."""
        port, place = self.listen[1], f"{user}@{self.name}" if user else self.name
        return f"ssh {place}" if port == SSH_PORT else f"ssh -p {port} {place}"

    def for_processes(self) -> dict[str, object]:
        """Return the settings that a player's process gets."""
        mail = None if self.mail is None else vars(self.mail)
        return {
            "database": self.database,
            "club": self.name,
            "address": self.address,
            "first": self.address_for(NEW),
            "entry": self.entry,
            "program": self.program,
            "mail": mail,
        }


def create(folder: Path, *, name: str = "", entry: str = INVITED, database: str = DATABASE, port: int = PORT) -> Club:
    """Create a club in an empty folder: settings, host key and tables. Raises `FileError`."""
    import asyncssh

    if exists(folder / FILE):
        refuse(str(folder), "is already a club's folder; start the club with: westwall club serve")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & OTHERS_ACCESS and any(folder.iterdir()):
            refuse(str(folder), "is open to other users and not empty; give the club an empty folder of its own")
        make_private(folder)
        name = "".join(c for c in name or folder.resolve().name if c.isprintable() and c not in '"\\')
        quoted = tomli_w.dumps({"v": database}).partition(" = ")[2].strip().strip('"')
        write_whole(
            folder / FILE, TEXT.format(page=docs_page("run-a-club"), name=name, entry=entry, database=quoted, port=port)
        )
        key = folder / KEY
        descriptor = os.open(key, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    except OSError as error:
        refuse(str(folder), f"cannot become a club's folder: {error.strerror}")
    club = load(folder)
    store = Store(club.database)
    store.prepare()
    store.close()
    return club


def make_private(folder: Path) -> None:
    """Deny other users access to a club's folder, which has keys, passwords and secret notes, and print a message.

    Raises `FileError` if that fails.
    """
    mode = folder.stat().st_mode & 0o7777
    if not mode & OTHERS_ACCESS:
        return
    try:
        folder.chmod(mode & ~OTHERS_ACCESS)
    except OSError as error:
        refuse(
            str(folder),
            f"is open to other users ({error.strerror}); type: chmod 700 {folder}",
        )
    print(f"{folder} was open to other users; now only its owner can open it", file=sys.stderr)


def load(folder: Path) -> Club:
    """Read the settings of a club's folder. Raises `FileError` with all their faults."""
    path = folder / FILE
    if not exists(path):
        refuse(str(folder), "is not a club's folder; create a club with: westwall club new")
    source = read(path)
    top = parse(source, "club")
    name, listen = top.text("name"), top.text("listen", "")
    port = top.number("port", PORT, low=0, high=65_535)
    entry = top.choice("entry", (OPEN, INVITED), INVITED)
    database = top.text("database", DATABASE, longest=500)
    most = top.number("connections", 200, low=1, high=10_000)
    most_each = top.number("connections_each", 10, low=1, high=10_000)
    idle = top.number("idle_hours", 12, low=1, high=24 * 365)
    processes = top.number("processes", 120, low=1, high=10_000)
    addresses = top.flag("log_addresses", False)
    program = top.text("program", "", longest=500)
    table, mail = top.table("mail"), None
    if table is not None:
        mail = Mail(
            table.text("server", "localhost"),
            table.number("port", 25, low=1, high=65_535),
            table.text("sender", longest=200),
            table.text("address", f"ssh -p {port} {name}", longest=200),
        )
        table.finish()
    top.check()
    if "://" not in database:
        database = str((folder / database).resolve())
    return Club(
        folder.resolve(), name, (listen, port), database, entry, most, most_each, idle * HOUR, program, mail,
        processes, addresses,
    )  # fmt: skip
