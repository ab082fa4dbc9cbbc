"""The commands `westwall host`, `westwall join` and `westwall watch`, without the screen."""

import argparse
import asyncio
import contextlib
import getpass
import os
import shlex
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.checks import kind_of
from westwall_tui.files.command_line import DRAWN, SEEDED, SHARED, UNUSABLE
from westwall_tui.files.disk.reach import has_keyboard, is_file
from westwall_tui.files.faults import Fault, FileError, printable, refuse
from westwall_tui.files.players.bids import ONE_GAME
from westwall_tui.files.players.last_table import keep_joined
from westwall_tui.files.players.options import read_options, read_seats, starts_of
from westwall_tui.files.players.seats import MAX_NAME_LENGTH
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.saves.shares import shares_folder
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_file
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net import addresses, admission
from westwall_tui.net.addresses import Address, check_folder, is_self, user_called
from westwall_tui.net.client import Client, Lost, ask_about
from westwall_tui.net.guests import fit_name
from westwall_tui.net.host import Host, Notices
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.lease import LINGER, Lease, lease_of
from westwall_tui.net.protocol import (
    LONGEST_GAME,
    LONGEST_TOKEN,
    Message,
    ProtocolError,
    number,
    records,
    text,
    words,
)
from westwall_tui.net.session import HostedSession
from westwall_tui.net.table import Table

TOKEN = "WESTWALL_TOKEN"
"""The environment variable with the token, for hosts and guests. Every user of a machine can read command lines."""
PASSWORD, OLD_PASSWORD = "WESTWALL_PASSWORD", "WESTWALL_WORD"
"""The environment variable with the password of a player's seat, and its name in version 0.2."""
SECRETS = (TOKEN, PASSWORD, OLD_PASSWORD)
PASSWORD_PROMPT = "Password of your seat: "
ASKED = {admission.TOKEN: ("token", "Token: "), admission.PASSWORD: ("password", PASSWORD_PROMPT)}
"""For each secret that a host may want, the argument of `sit_down` and the prompt of `westwall join`."""
LOOPBACK = "127.0.0.1"
"""The default address for a port. Only this machine can reach it."""
MACHINE = "ADDRESS"
"""Placeholder for the address of a host that listens on all addresses of its machine."""
READ_SECONDS = 1.0
"""Seconds that a host waits for its first and last lines to be read."""
CHECK_SECONDS = 2.0
"""Seconds between a background host's checks for guests."""
LIST_SECONDS = 2.0
"""Timeout for the answers of hosts when listing games, in seconds."""


def host(options: argparse.Namespace) -> int:
    """Host a game until it is stopped. Return 2 if an argument cannot be used."""
    if os.name != "posix":
        print("westwall host needs Linux, macOS or another Unix; join works here: HOST:PORT", file=sys.stderr)
        return UNUSABLE
    lease = lease_of(os.environ)
    try:
        if lease is not None:
            lease.take()
            options.linger = min(options.linger or LINGER, LINGER)
        addresses.keys_folder()  # first, because a game whose keys cannot be saved is not hosted
        shares = shares_folder()
        session = open_session(options)
        session.set_host(fit_name(printable(options.host_name or user_name())[:MAX_NAME_LENGTH]))
        token, about_token = _choose_token(options)
        address = _listening_address(options, session)
    except FileError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    name = f"{address.path.stem}{_folder_in_words(options)}" if address.path else str(address)
    owner, notices = addresses.new_key(), Notices(sys.stdout.fileno())
    table = Table(
        session,
        owner_key=owner,
        dice=SharedDice(session, shares) if session.game.seed is None and not session.draws_dice else None,
        keys=addresses.seat_keys(session.path),
        bidding=options.bid,
    )
    try:
        hosted = Host(table, notices.say, token=token, pace=options.pace)
        asyncio.run(_serve_game(hosted, notices, address, owner, about_token, name, options.linger, lease))
    except FileError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    finally:
        if address.path:
            addresses.clear(address.path)
    if not (session.is_saved or session.save()):
        print(printable(f"The last orders are {session.trouble}"), file=sys.stderr)
        return UNUSABLE
    notices.say(f"The game is saved: {session.path}")
    notices.flush(READ_SECONDS)
    return 0


def open_session(options: argparse.Namespace) -> LocalSession:
    """Open the game to host: a new game of a scenario, or a saved game. Raises `FileError`."""
    try:
        scenario = load_scenario(options.game)
    except FileError as error:
        path = scenario_file(options.game) or Path(options.game)
        if is_file(path) and kind_of(path) != "save":
            raise
        try:
            save = find_save(options.game)
        except FileError:
            raise error from None
        return _resume_save(save, options)
    chosen = read_options(scenario, options.option)
    seats = read_seats(scenario, options.computer)
    if options.bid and options.match:
        refuse("--bid", ONE_GAME)
    if options.bid and not (starts := starts_of(scenario)):
        refuse("--bid", f"points do not decide {scenario.title}")
    if options.bid and (options.computer or any(chosen.battle.get(start.name) for start in starts)):
        refuse("--bid", "both players bid for the points at the start: leave out --computer and points by --option")
    return LocalSession.new(
        scenario,
        seed=options.seed,
        manual=options.dice == SHARED,
        drawn=options.dice == DRAWN,
        strict=options.strict or chosen.strict,
        options=chosen.battle,
        seats=seats,
        match=Match.new(options.match) if options.match else None,
    )


def _resume_save(save: Path, options: argparse.Namespace) -> LocalSession:
    """Open a saved game to host. Its players may be changed, but not its options or dice. Raises `FileError`."""
    if options.option or options.strict or options.seed is not None or options.dice != SEEDED or options.match:
        refuse(str(save), "is a saved game, so its options, dice and match cannot change")
    session = LocalSession.resume(save)
    if options.bid and session.match is not None:
        refuse("--bid", ONE_GAME)
    if options.bid and (session.game.log or not starts_of(session.game.scenario)):
        refuse("--bid", f"{save.name} has already begun")
    session.seat(read_seats(session.game.scenario, options.computer))
    return session


def _choose_token(options: argparse.Namespace) -> tuple[str, str]:
    """Return the token for guests (or an empty string), and a line about it for the host's user.

    Raises `FileError`.
    """
    given = options.token or os.environ.get(TOKEN, "")
    if len(printable(given)) > LONGEST_TOKEN:
        refuse("--token", f"has more than {LONGEST_TOKEN} characters")
    if options.token:
        return given, (
            "Guests need your token to join. Other users of this machine can read it in the list of processes; "
            f"to hide it, set {TOKEN} instead"
        )
    if given:
        return given, "Guests need your token to join (westwall join asks for it)"
    if not options.listen:
        return "", ""
    token = addresses.new_key()
    return token, f"Guests need this token to join: {token} (westwall join asks for it)"


def _listening_address(options: argparse.Namespace, session: LocalSession) -> Address:
    """Return the address to listen on. Raises `FileError`."""
    if options.listen:
        listen = options.listen if ":" in options.listen else f"{LOOPBACK}:{options.listen}"
        address = addresses.find_port(listen)
        if address is None:
            refuse("--listen", f"write it like this: {LOOPBACK}:7777", at=options.listen)
        return address
    folder = addresses.games_folder(options.folder)
    addresses.prepare(folder)
    if other := hosted_game_of(session.path, folder):
        why = f"is already hosted; to join: westwall join {other.name}{_folder_in_words(options)}"
        refuse(session.path.name, why)
    wanted = options.name or session.path.stem
    return Address(addresses.free_socket_path(folder, wanted))


def _folder_in_words(options: argparse.Namespace) -> str:
    """Return the `--folder` option that `westwall join NAME` needs; empty if no folder was named."""
    return f" --folder {shlex.quote(str(addresses.games_folder(options.folder)))}" if options.folder else ""


async def _serve_game(
    host: Host,
    notices: Notices,
    address: Address,
    owner: str,
    about_token: str,
    name: str,
    linger: int,
    lease: Lease | None,
) -> None:
    """Listen until a signal, until no client has been connected for `linger` seconds, or until the lease ends.

    `name` has the arguments for `westwall join`. Raises `FileError` for an address that cannot be used, and `OSError`
    if standard output cannot be written to.
    """
    shared = address.path is not None and bool(address.path.parent.stat().st_mode & stat.S_IRWXG)
    try:
        await host.listen(address, shared=shared)
    except OSError as error:
        raise FileError([Fault(str(address), "", "", error.strerror or str(error))]) from error
    if address.path is None:
        address = address._replace(port=host.port)
        name = str(address._replace(host=MACHINE) if address.is_every else address)
        addresses.save_key(f"owner-{address._replace(host=LOOPBACK)}", owner)  # the host's player joins there
    addresses.save_key(f"owner-{address}", owner)
    where = f" (for {MACHINE}, type the name or address of this machine)" if address.is_every else ""
    notices.say(f"{host.table.about()['title']} is ready. To play: westwall join {name} --side NAME{where}")
    if about_token:
        notices.say(about_token)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_ in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(signal_, stop.set)
    if lease is not None:
        loop.add_reader(lease.lifeline, stop.set)
    await host.begin()
    await asyncio.to_thread(notices.flush, READ_SECONDS)
    if linger:
        _discard_output()
    while not stop.is_set() and not (linger and (host.empty_for() > linger or _is_lost(host, address))):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), CHECK_SECONDS if linger else None)
    await host.close()


def _is_lost(host: Host, address: Address) -> bool:
    """Return True if no guest is here, and none can come because the socket has been removed."""
    return address.path is not None and not host.table.guests and not os.path.lexists(address.path)


def _discard_output() -> None:
    """Discard further output, because nobody reads it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def join(options: argparse.Namespace, screen: Callable[[HostedSession], int]) -> int:
    """Join a hosted game as a player or spectator, and show it. Return 2 if that fails."""
    folder = addresses.games_folder(options.folder)
    if getattr(options, "list", False):
        if options.game:
            refuse("westwall join --list", f"it lists the games of a folder; leave {options.game} out")
        return list_games(folder, options.token)
    try:
        session = _join_and_ask(options, folder)
    except (FileError, Lost) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    try:
        return screen(session)
    finally:
        session.leave()


def save_to_watch(options: argparse.Namespace) -> Path | None:
    """Return the save for `westwall watch`, or None for a hosted game, which comes first. Raises `FileError`."""
    if is_file(Path(options.game)):
        return Path(options.game)
    try:
        address = addresses.find(options.game, addresses.games_folder(options.folder))
        if address.path is None or addresses.is_alive(address.path):
            return None
    except FileError:
        if not options.game:
            raise
    try:
        return find_save(options.game)
    except FileError:
        why = "is neither a saved game nor a hosted one; see westwall list, and westwall join --list"
        refuse(options.game, why)


def _join_and_ask(options: argparse.Namespace, folder: Path) -> HostedSession:
    """Join a game. If the host wants a secret, ask for it at the keyboard. Raises `FileError` or `Lost`."""
    given = {"token": options.token}
    if getattr(options, "password", False):
        given["password"] = _new_password()
    while True:
        try:
            return sit_down(options.game, folder, options.side, options.name, **given)
        except Lost as lost:
            if lost.wants not in ASKED or not has_keyboard():
                raise
            print(lost, file=sys.stderr)
            argument, prompt = ASKED[lost.wants]
            given[argument] = ""
            with contextlib.suppress(EOFError):
                given[argument] = getpass.getpass(prompt)
            if not given[argument]:
                raise


def _new_password() -> str:
    """Ask for a new password of a seat, twice. Raises `FileError`."""
    if not has_keyboard():
        refuse("--password", f"there is no keyboard to type it at; set {PASSWORD} instead")
    typed = ""
    with contextlib.suppress(EOFError):
        typed = getpass.getpass(PASSWORD_PROMPT)
        if typed != getpass.getpass("Again: "):
            refuse("--password", "you typed two different passwords; try again")
    if not typed:
        refuse("--password", "you typed nothing")
    return typed


def sit_down(
    game: str, folder: Path, side: str | None, name: str = "", token: str = "", password: str = ""
) -> HostedSession:
    """Join a hosted game: on `side`, as a spectator (empty), or on our own seat or the free one (None).

    `password` is the seat's password, or a new one for a free seat. Raises `FileError` or `Lost`.
    """
    address = addresses.find(game, folder)
    called = address.path.stem if address.path else str(address)
    try:
        about, user = ask_about(address)
        side = _likely_seat(address, user, about) if side is None else side
        kept, game_id = _key_name(address, user, about, side), text(about, "game", LONGEST_GAME)
    except ProtocolError:
        raise Lost(f"{address}: the program there does not host a game") from None
    hello = {
        "name": (name or user_name())[:MAX_NAME_LENGTH],
        "as_before": not name,
        "game": game_id,
        "side": side,
        "token": token or os.environ.get(TOKEN, ""),
        "key": addresses.read_key(kept) if side else "",
        "word": (password or os.environ.get(PASSWORD, "") or os.environ.get(OLD_PASSWORD, "")) if side else "",
        "owner": addresses.read_key(f"owner-{address}") if user is None or is_self(user) else "",
    }
    client = Client(address, hello, host=user)
    seats = [words(seat, "side") for seat in records(about, "seats")]

    def keep_key(mine: int) -> None:
        """Keep the key of the seat under the name of this player's side, and no longer under that of another side."""
        nonlocal kept
        key, name = client.welcome["key"], _key_name(address, user, about, seats[mine])
        if name != kept and addresses.read_key(kept) == key:
            addresses.save_key(kept, "")
        addresses.save_key(name, key)
        kept = name

    if side and isinstance(client.welcome.get("key"), str) and client.welcome.get("side") in (0, 1):
        keep_key(client.welcome["side"])
    if side and not is_self(user) and address.path is not None and address.path.parent == addresses.games_folder():
        keep_joined(called, side, words(about, "title"))
    private = addresses.private_folder() / sha256(_game_name(address, user, about).encode()).hexdigest()[:32]
    return HostedSession(client, called, shares_folder(), switched=keep_key, private=private)


def _game_name(address: Address, user: int | None, about: Message) -> str:
    """Return a name for a game of one host: user or port, and game. Raises `ProtocolError`.

    Another host that announces the same game must get neither this player's keys nor the player's conditions.
    """
    return f"{address if user is None else user}-{text(about, 'game', LONGEST_GAME)}"


def _key_name(address: Address, user: int | None, about: Message, side: str) -> str:
    """Return the name under which a seat's key is saved: game and side. Raises `ProtocolError`."""
    return f"{_game_name(address, user, about)}-{side.lower()}"


def _own_seats(address: Address, user: int | None, about: Message) -> dict[str, bool]:
    """Return the sides whose keys we have, each with True if its player is connected. Raises `ProtocolError`."""
    taken = {words(seat, "side"): bool(seat.get("here")) for seat in records(about, "seats") if not seat.get("free")}
    return {side: here for side, here in taken.items() if addresses.read_key(_key_name(address, user, about, side))}


def _likely_seat(address: Address, user: int | None, about: Message) -> str:
    """Return our own idle seat, else the only free seat, else our own seat at another terminal.

    Raises `FileError` if there is no such seat or more than one, and `ProtocolError`.
    """
    seats, own = records(about, "seats"), _own_seats(address, user, about)
    if not seats:
        raise ProtocolError("the game has no seats")
    free = [words(seat, "side") for seat in seats if seat.get("free")]
    likely = [side for side, here in own.items() if not here] or free or list(own)
    if len(likely) != 1:
        why = f"name your side. {', '.join(map(seat_in_words, seats))}"
        refuse("--side", why)
    return likely[0]


def user_name() -> str:
    """Return the login name of the user."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "somebody"


def list_games(folder: Path, token: str = "") -> int:
    """Print the hosted games of a folder. Hosts with a token name their players only if it is given.

    Raises `FileError`.
    """
    check_folder(folder)
    found = hosted_games(folder, token)
    print(printable(f"Games hosted in {folder}:" if found else f"No games are hosted in {folder}"))
    for game in found:
        host = f", hosted by {game.host}" if game.host else ""
        print(printable(f"    {game.name:24} {f'{game.title}, turn {game.turn} {game.date}'.rstrip()}{host}"))
        print(printable(f"    {'':24} {', '.join(game.seats)}"))
    return 0


class HostedGame(NamedTuple):
    """A hosted game in a list of games."""

    name: str
    title: str
    turn: int
    date: str
    seats: tuple[str, ...]
    host: str = ""
    """The user who hosts the game; empty if this user does."""
    game: str = ""
    """The game's id."""
    own: tuple[str, ...] = ()
    """Our own sides whose player is not connected."""


def hosted_games(folder: Path, token: str = "") -> list[HostedGame]:
    """Ask all hosts in a folder at once, and return the games of those that answer in time, by name."""
    found: dict[Path, HostedGame] = {}

    def ask(path: Path) -> None:
        with contextlib.suppress(Lost, ProtocolError):
            found[path] = _game_at(path, token)

    asking = [threading.Thread(target=ask, args=(path,), daemon=True) for path in addresses.sockets_in(folder)]
    for thread in asking:
        thread.start()
    end = time.monotonic() + LIST_SECONDS
    for thread in asking:
        thread.join(max(0.0, end - time.monotonic()))
    return [game for _, game in sorted(found.copy().items())]


def hosted_game_of(save: Path, folder: Path) -> HostedGame | None:
    """Return the hosted game that uses a save, or None."""
    game = addresses.seat_keys(save).game
    return next((found for found in hosted_games(folder) if found.game == game), None)


def _game_at(path: Path, token: str) -> HostedGame:
    """Ask a host about its game.

    If the token is wrong, leave out the players' names. Raises `Lost` or `ProtocolError`.
    """
    address = Address(path)
    try:
        about, user = ask_about(address, token)
    except Lost as lost:
        if not token or lost.wants != "token":
            raise
        about, user = ask_about(address)
    return HostedGame(
        path.stem,
        words(about, "title"),
        number(about, "turn"),
        words(about, "date"),
        tuple(map(seat_in_words, records(about, "seats"))),
        "" if is_self(user) else user_called(user),
        text(about, "game", LONGEST_GAME),
        tuple(side for side, here in _own_seats(address, user, about).items() if not here),
    )


def seat_in_words(seat: Message) -> str:
    """Return a seat in words: `German: Anna, away`, or, without names, `German: taken`. Raises `ProtocolError`."""
    side = words(seat, "side")
    if seat.get("free"):
        return f"{side}: free"
    return f"{side}: {words(seat, 'name') or 'taken'}" + ("" if seat.get("here") else ", away")
