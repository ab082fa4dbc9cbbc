"""The commands of players, behind `ssh club.example`, and of the administrator, behind `westwall club`.

This module does not import the rest of the club, because the command line and the server load it first.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

OPEN, INVITED = "open", "invited"
"""Kinds of entry: anyone with a key may register, or only players with an invitation code."""

NEW = "new"
"""The user name with which new players log in, and the command to register."""
MISUSED = 64
"""The exit status for an unknown command."""
MAX_SCREEN = 300, 100
"""The maximum columns and rows of a screen. A larger screen would cost a player's process too much memory."""
FAILED = 70
"""The exit status of a player's process that failed. The log has the reason."""
COMMANDS = {
    "games": ("", "list your games, those where it is your move first, and challenges"),
    "play": ("N", "play game N (needs ssh -t)"),
    "watch": ("N", "watch game N (needs ssh -t)"),
    "challenge": ("BATTLE", "challenge a player or play the computer; challenge --help lists the terms"),
    "accept": ("N [BID]", "accept challenge N, with a bid such as German=3 if it needs one"),
    "decline": ("N", "decline challenge N, or withdraw your own"),
    "pause": ("N", "offer a pause in game N, agree to one, or end it"),
    "give": ("N", "give your opponent in game N more time"),
    "claim": ("N", "claim a win on time in game N"),
    "board": ("N", "print the board of game N as text"),
    "save": ("N", "print game N as a saved game: save N > mine.toml"),
    "bring": ("", "start a game from a saved game: bring < mine.toml"),
    "defend": ("N HOW", "say who decides in enemy turns: ask, conditions, computer, 6, 24 (hours)"),
    "conditions": ("N [set]", "list your conditions; conditions N set < lines.txt replaces them"),
    "tournaments": ("", "list the tournaments and series"),
    "tournament": ("N", "print the table and games of tournament N; tournament new --help makes one"),
    "join": ("N", "take part in tournament N"),
    "start": ("N", "begin tournament N, which you have made"),
    "withdraw": ("N", "withdraw from tournament N; its games are lost"),
    "keys": ("", "list your keys; keys add < other.pub; keys drop FINGERPRINT"),
    "referee": ("N [--json]", "play line by line, for programs"),
    "program": ("yes|no", "say whether a program plays under your name"),
    NEW: ("NAME [CODE]", "register, or confirm a key that you have added"),
    "help": ("", "list these commands"),
}
"""For each command, its arguments and a description."""
TERMINAL_COMMANDS = ("play", "watch")
"""The commands that need a terminal."""


def command_lines() -> list[str]:
    """Return a line for each command."""
    return [f"{f'{name} {arguments}'.rstrip():<18} {does}" for name, (arguments, does) in COMMANDS.items()]


def add(parser: "argparse.ArgumentParser") -> None:
    """Add the administrator's commands."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, about: str) -> "argparse.ArgumentParser":
        found: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        found.add_argument("folder", metavar="DIR", help="the club's folder")
        found.set_defaults(word=name)
        return found

    new = command("new", "create a club in an empty folder")
    new.add_argument("--name", default="", help="the club's name (default: the folder's name)")
    new.add_argument(
        "--entry", choices=(OPEN, INVITED), default=INVITED, help="who may register: all, or only invited players"
    )
    new.add_argument("--database", default="club.db", help="a file in the folder, or postgresql://...")
    new.add_argument("--port", type=int, default=2222, help="the port for SSH connections")
    command("serve", "run the club until it is stopped")
    invite = command("invite", "print an invitation; with a public key, register the player at once")
    invite.add_argument("name", metavar="NAME", help="the player's name")
    invite.add_argument("key", metavar="KEYFILE", nargs="?", help="the player's public key, such as id_ed25519.pub")
    command("players", "list the players")
    command("games", "list the games")
    command("bar", "keep a player out").add_argument("name", metavar="NAME")
    command("admit", "let a barred player in again").add_argument("name", metavar="NAME")
    command("forget", "delete a player's name, keys, mail address and messages; the games remain").add_argument(
        "name", metavar="NAME"
    )
    command("close", "end a game that will not be finished, without a winner").add_argument(
        "game", metavar="N", type=int
    )
    command("tournaments", "list the tournaments")
    command("cancel", "end a tournament; its games go on").add_argument("tournament", metavar="N", type=int)
    command("announce", "show a line of news in the lobby").add_argument("text", metavar="TEXT")
    add = command("add", "offer a battle for challenges")
    add.add_argument("file", metavar="FILE", help="a pack or scenario file, or the name of a battle of your own")
    add.add_argument("--name", default="", help="the name of the battle in the club (default: that of the file)")
    command("remove", "stop offering a battle; its games go on").add_argument("name", metavar="NAME")
    report = command("report", "print the report of a month, or write it as an HTML page")
    report.add_argument("month", metavar="MONTH", nargs="?", default="", help="2026-11, or last (default: this month)")
    report.add_argument("file", metavar="FILE", nargs="?", help="the HTML page; an older report there is replaced")
    command("backup", "copy the database to a file, while people play").add_argument("file", metavar="FILE")
    export = command("export", "write a game to a file, as a saved game")
    export.add_argument("game", metavar="N", type=int)
    export.add_argument("file", metavar="FILE")
    bring = command("import", "start a game from a saved game, for a player")
    bring.add_argument("name", metavar="NAME")
    bring.add_argument("file", metavar="FILE")
