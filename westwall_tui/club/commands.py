"""The keeper's commands: `westwall club new | serve | invite | players | games | bar | leave | close | backup ...`."""

import argparse
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from westwall_tui.club import keep
from westwall_tui.club.games import Games
from westwall_tui.club.lists import Lists, ago
from westwall_tui.club.people import ClubPlayer, People, check_name
from westwall_tui.club.store import Store
from westwall_tui.club.words import INVITED, NEW
from westwall_tui.files.faults import Fault, FileError


def _store(options: argparse.Namespace) -> Store:
    store = Store(keep.load(Path(options.folder)).database)
    store.prepare()
    return store


def _new(options: argparse.Namespace) -> int:
    club = keep.make(
        Path(options.folder), name=options.name, entry=options.entry, database=options.database, port=options.port
    )
    print(f"{club.name} is made: see to {club.folder / keep.FILE}, then: westwall club serve {options.folder}")
    if club.entry == INVITED:
        print(f"Who may come in: westwall club invite {options.folder} NAME")
    return 0


def _serve(options: argparse.Namespace) -> int:
    from westwall_tui.club.door import run

    run(keep.load(Path(options.folder)))
    return 0


def _invite(options: argparse.Namespace) -> int:
    club, people = keep.load(Path(options.folder)), People(_store(options))
    if options.key is None:
        name = check_name(options.name)
        print(f"For {name}, once: {club.address_for(NEW)} {NEW} {name} {people.invite(name)}")
        return 0
    player = people.register(options.name, _fingerprint(Path(options.key)), Path(options.key).stem)
    print(f"{player.name} is known by that key: {club.address}")
    return 0


def _fingerprint(path: Path) -> str:
    import asyncssh

    try:
        return str(asyncssh.read_public_key(path).get_fingerprint("sha256"))
    except (OSError, asyncssh.KeyImportError) as error:
        raise FileError([Fault(str(path), "", "", f"is no public key: {error}")]) from None


def _players(options: argparse.Namespace) -> int:
    people = People(_store(options))
    for player in people.all():
        keys = people.keys(player.id)
        last = max((used for *_, used in keys), default=player.since)
        marks = (", barred" if player.is_barred else "") + (", a program" if player.is_program else "")
        count = f"{len(keys)} {'key' if len(keys) == 1 else 'keys'}"
        print(f"{player.name:<20} {count}, here {ago(time.time() - last)}{marks}")
    return 0


def _games(options: argparse.Namespace) -> int:
    for game in Lists(_store(options)).all():
        state = game.outcome if game.ended else "waits for a player" if not game.started else game.asks
        print(f"{game.id:>5}  {game.title:<28} {' - '.join(game.players):<30} turn {game.turn:<3} {state}"[:160])
    return 0


def _player(people: People, name: str) -> ClubPlayer:
    player = people.by_name(name)
    if player is None:
        raise FileError([Fault("club", "", "", f"nobody is called {name} here")])
    return player


def _bar(options: argparse.Namespace) -> int:
    people = People(_store(options))
    people.bar(_player(people, options.name).id)
    print(f"{options.name} comes in no more; if he is in, he is sent away within seconds")
    return 0


def _admit(options: argparse.Namespace) -> int:
    people = People(_store(options))
    people.bar(_player(people, options.name).id, barred=False)
    return 0


def _forget(options: argparse.Namespace) -> int:
    people = People(_store(options))
    people.leave(_player(people, options.name).id)
    return 0


def _close(options: argparse.Namespace) -> int:
    if not Games(_store(options)).close(options.game):
        raise FileError([Fault("club", "", "", f"there is no game {options.game} that goes on")])
    return 0


def _announce(options: argparse.Namespace) -> int:
    Games(_store(options)).announce(options.text)
    return 0


def _backup(options: argparse.Namespace) -> int:
    store = _store(options)
    if store.is_postgres:
        raise FileError([Fault("club", "", "", "this club is PostgreSQL's; copy it with pg_dump")])
    file = Path(options.file)
    if file.exists():
        raise FileError([Fault(str(file), "", "", "is there already")])
    try:
        with sqlite3.connect(store.url) as source, sqlite3.connect(file) as copy:
            source.backup(copy)
        copy.close()
    except sqlite3.Error as error:
        raise FileError([Fault(str(file), "", "", f"cannot be written: {error}")]) from None
    print(f"To go back to it: stop the club, put it in place of {store.url}, and start the club again")
    return 0


def _export(options: argparse.Namespace) -> int:
    from westwall_tui.club.session import ClubSession
    from westwall_tui.files.saves import Save, write_save
    from westwall_tui.files.writing import write_whole

    try:
        session = ClubSession(Games(_store(options)), options.game, -1)
    except LookupError:
        raise FileError([Fault("club", "", "", f"there is no game {options.game}")]) from None
    write_whole(Path(options.file), write_save(Save(session.game, drawn=True)))
    return 0


def _import(options: argparse.Namespace) -> int:
    from westwall_tui.club.spoken import bring
    from westwall_tui.files.saves import read_save

    store = _store(options)
    people = People(store)
    number = bring(Games(store), read_save(Path(options.file)), _player(people, options.name))
    print(f"It is game {number}; whoever takes the other side plays on")
    return 0


WAYS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "new": _new,
    "serve": _serve,
    "invite": _invite,
    "players": _players,
    "games": _games,
    "bar": _bar,
    "admit": _admit,
    "forget": _forget,
    "close": _close,
    "announce": _announce,
    "backup": _backup,
    "export": _export,
    "import": _import,
}
"""What each word of the command line does."""


def run(options: argparse.Namespace) -> int:
    """Do what the command line says; the exit status. Raises `FileError`."""
    try:
        return WAYS[options.word](options)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("asyncssh", "openskill"):
            raise
        hint = f"needs {error.name}: pip install 'westwall-tui[club]'"
        raise FileError([Fault("westwall club", "", "", hint)]) from None
