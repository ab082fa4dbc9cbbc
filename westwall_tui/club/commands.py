"""The administrator's commands, behind `westwall club`."""

import argparse
import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from westwall_tui.club import settings
from westwall_tui.club.command_line import INVITED, NEW
from westwall_tui.club.database.battles import CLUB, Battles
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists, ago
from westwall_tui.club.database.people import INVITATION_LASTS, ClubPlayer, People, check_name
from westwall_tui.club.database.store import Store
from westwall_tui.club.database.tournaments import Tournaments
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.command_line import how_to_install
from westwall_tui.files.disk.writing import file_lock, replace_together, write_whole
from westwall_tui.files.faults import printable, refuse


def _make_club(options: argparse.Namespace) -> int:
    club = settings.create(
        Path(options.folder), name=options.name, entry=options.entry, database=options.database, port=options.port
    )
    print(f"{club.name} is ready. Check {club.folder / settings.FILE}, then type: westwall club serve {options.folder}")
    if club.entry == INVITED:
        print(f"To invite a player, type: westwall club invite {options.folder} NAME")
    return 0


def _serve(options: argparse.Namespace) -> int:
    from westwall_tui.club.server.ssh_server import run

    club = settings.load(Path(options.folder))
    settings.make_private(club.folder)
    run(club)
    return 0


def _invite(options: argparse.Namespace, store: Store) -> int:
    club, people = settings.load(Path(options.folder)), People(store)
    if options.key is None:
        name = check_name(options.name)
        print(f"Send {name} this line. Its code can be used once, within {INVITATION_LASTS / DAY:.0f} days.")
        print(f"{club.address_for(NEW)} {NEW} {name} {people.invite(name)}")
        return 0
    player = people.register(options.name, _fingerprint(Path(options.key)), Path(options.key).stem)
    print(f"{player.name} is registered, and can log in with that key: {club.address}")
    return 0


def _fingerprint(path: Path) -> str:
    import asyncssh

    try:
        return str(asyncssh.read_public_key(path).get_fingerprint("sha256"))
    except (OSError, asyncssh.KeyImportError) as error:
        refuse(str(path), f"is not a public key: {error}")


def _players(_: argparse.Namespace, store: Store) -> int:
    people = People(store)
    for player in people.all():
        keys = people.keys(player.id)
        last = max((key.last for key in keys), default=player.since)
        marks = (", barred" if player.is_barred else "") + (", a program" if player.is_program else "")
        count = f"{len(keys)} {'key' if len(keys) == 1 else 'keys'}"
        print(f"{player.name:<20} {count}, last seen {ago(time.time() - last)}{marks}")
    return 0


def _games(_: argparse.Namespace, store: Store) -> int:
    for game in Lists(store).all():
        state = game.outcome if game.ended else "waiting for a player" if not game.started else game.asks
        print(f"{game.id:>4}  {game.title:<24}  {' - '.join(game.players):<30} {game.date:>5}  {state}"[:160])
    return 0


def _find_player(people: People, name: str) -> ClubPlayer:
    player = people.by_name(name)
    if player is None:
        refuse("club", f"no player is called {name}")
    return player


def _bar(options: argparse.Namespace, store: Store) -> int:
    people = People(store)
    people.bar(_find_player(people, options.name).id)
    print(f"{options.name} is barred. Any open session of this player closes within seconds")
    return 0


def _admit(options: argparse.Namespace, store: Store) -> int:
    people = People(store)
    people.bar(_find_player(people, options.name).id, barred=False)
    print(f"{options.name} may log in again")
    return 0


def _forget(options: argparse.Namespace, store: Store) -> int:
    people = People(store)
    people.delete(_find_player(people, options.name).id)
    print(f"The name, keys, mail address and messages of {options.name} are deleted. The games remain")
    return 0


def _close(options: argparse.Namespace, store: Store) -> int:
    games = Games(store)
    if not games.close(options.game):
        refuse("club", f"there is no game {options.game} in progress")
    head = games.head_of(options.game)
    rated = "It is not rated, and neither is its match" if head.match is not None else "It is not rated"
    if head.overstepped is not None:
        rated = "It counts as a loss for the player who had run out of time"
    print(f"Game {options.game} is over, and has no winner. {rated}")
    return 0


def _tournaments(_: argparse.Namespace, store: Store) -> int:
    tournaments = Tournaments(store)
    for found in tournaments.listed():
        print(f"{found.id:>4}  {found.plan.name:<30}  {tournaments.state(found):<20}  {found.plan.terms}"[:160])
    return 0


def _cancel(options: argparse.Namespace, store: Store) -> int:
    found = Tournaments(store).cancel(options.tournament)
    print(f"{found.plan.name} is over, without a winner. Its games go on")
    return 0


def _announce(options: argparse.Namespace, store: Store) -> int:
    Games(store).announce(options.text)
    print("The lobby shows the announcement")
    return 0


def _new_file(name: str) -> Path:
    """Return the path of a file to write.

    Raises `FileError` if the file exists, because others might be able to read it.
    """
    file = Path(name)
    if file.exists():
        refuse(name, "is a file already; choose another name")
    return file


def _report(options: argparse.Namespace, store: Store) -> int:
    """Print the report of a month, or write it as a page, which everyone may read."""
    from westwall_tui.club import month

    now = month.month_of(time.time())
    wanted = {"": now, "last": month.neighbor(now, -1)}.get(options.month, options.month)
    found = month.read_month(store, wanted)
    if options.file is None:
        for line in month.as_lines(found):
            print(printable(line))
        return 0
    file, page = Path(options.file), month.as_html(found, settings.load(Path(options.folder)).name)
    try:
        if file.exists() and month.MADE_BY not in file.read_text(encoding="utf-8", errors="replace"):
            refuse(str(file), "is not a report of a month; choose another name")
        with file_lock(file):
            replace_together({file: page}, backed_up=[file])  # without a copy of the old page beside it
        file.chmod(0o644)
    except OSError as error:
        refuse(str(file), f"cannot be written: {error.strerror or error}")
    print(f"{file} has the report of {found.name}")
    return 0


def _backup(options: argparse.Namespace, store: Store) -> int:
    if store.is_postgres:
        refuse("club", "this club uses PostgreSQL; back it up with pg_dump")
    file = _new_file(options.file)
    try:
        with closing(sqlite3.connect(store.url)) as source, closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        file.unlink(missing_ok=True)  # an incomplete backup is useless
        refuse(str(file), f"cannot be written: {error}")
    print(
        f"To restore {file} later, stop the club, delete {store.url} and the files beside it that end in -wal and "
        "-shm, put the copy in its place, and start the club"
    )
    return 0


def _export(options: argparse.Namespace, store: Store) -> int:
    from westwall_tui.club.server.player_commands import exported
    from westwall_tui.club.session import ClubSession
    from westwall_tui.files.saves.file import write_save

    try:
        session = ClubSession(Games(store), options.game, -1)
    except LookupError:
        refuse("club", f"there is no game {options.game}")
    except IllegalOrder:
        refuse(
            "club", f"game {options.game} began with an earlier version of its scenario, and cannot go on with this one"
        )
    write_whole(_new_file(options.file), write_save(replace(exported(session), game=session.game)))
    print(f"{options.file} contains the whole game, including secret drop zones")
    return 0


def _import(options: argparse.Namespace, store: Store) -> int:
    from westwall_tui.club.server.player_commands import bring
    from westwall_tui.files.saves.file import read_save

    people = People(store)
    number = bring(Games(store), read_save(Path(options.file)), _find_player(people, options.name))
    print(f"The save is now game {number}. Any player can take the other side")
    return 0


def _add(options: argparse.Namespace, store: Store) -> int:
    from westwall_tui.files.scenarios.catalog import load_scenario
    from westwall_tui.files.scenarios.own import short_key

    scenario = load_scenario(options.file)
    assert scenario.texts is not None
    key = Battles(store).add(options.name or short_key(scenario.key), scenario.texts)
    print(f"Players can choose {key} for a challenge: {scenario.title}")
    return 0


def _remove(options: argparse.Namespace, store: Store) -> int:
    name = options.name.removeprefix(f"{CLUB}/")
    if not Battles(store).remove(name):
        refuse("club", f"offers no battle called {name}")
    print(f"{CLUB}/{name} can no longer be chosen for a challenge. Its games go on")
    return 0


Handler = Callable[[argparse.Namespace, Store], int]
HANDLERS: Mapping[str, Handler] = {
    "invite": _invite,
    "players": _players,
    "games": _games,
    "bar": _bar,
    "admit": _admit,
    "forget": _forget,
    "close": _close,
    "tournaments": _tournaments,
    "cancel": _cancel,
    "announce": _announce,
    "add": _add,
    "remove": _remove,
    "report": _report,
    "backup": _backup,
    "export": _export,
    "import": _import,
}
"""The commands that use the club's database. `new` creates the database, and `serve` opens it in each process."""


def _with_store(handler: Handler, options: argparse.Namespace) -> int:
    store = Store(settings.load(Path(options.folder)).database, create=False)
    try:
        store.prepare()
        return handler(options, store)
    finally:
        store.close()


def run(options: argparse.Namespace) -> int:
    """Carry out the command line and return the exit status. Raises `FileError`.

    The files that it writes can only be read by the administrator.
    """
    umask = os.umask(0o077)
    try:
        if options.word in HANDLERS:
            return _with_store(HANDLERS[options.word], options)
        return _make_club(options) if options.word == "new" else _serve(options)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("asyncssh", "openskill"):
            raise
        refuse("westwall club", f"needs {error.name}; {how_to_install('club')}")
    finally:
        os.umask(umask)
