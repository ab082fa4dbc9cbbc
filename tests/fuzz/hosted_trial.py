"""Trials of a hosted game: two players who see only the host's messages, and one hostile party.

The hostile party is a watching guest who connects, disconnects and sends anything, or the second player's host, whose
messages contain errors. Everything runs in one process, so the same steps play the same game again.
"""

import re
from collections.abc import Callable, Mapping
from io import BufferedReader
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import Any, Self, cast

from tests.fuzz import hostile, promises
from tests.fuzz.next_step import Temper, legal_order
from tests.fuzz.promises import must
from tests.fuzz.table import Moment, picture
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError, Roll, parse
from westwall_tui.files.saves.file import Save, read_save
from westwall_tui.files.saves.shares import WHO, own_shares, rolls_of
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import Address
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.guest_dice import ASK
from westwall_tui.net.guests import Guest, Unwelcome
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.protocol import LONGEST_NEWS, Message, ProtocolError, decode, encode
from westwall_tui.net.session import HostedSession
from westwall_tui.net.table import Table

Spoil = Callable[[Message], list[Message]]
"""The messages, perhaps none, that a hostile host sends instead of a message."""


def received(data: bytes) -> Message:
    """Return a message as its receiver reads it."""
    must(len(data) <= LONGEST_NEWS, "table", f"a host sends {len(data)} bytes at once")
    return decode(data)


class Wire(Client):
    """A guest's end of a connection, without a socket and without a thread."""

    def __init__(self, room: Table, hello: Message, spoil: Spoil | None = None) -> None:
        """Connect; `spoil` changes the host's messages. Raises `Lost`."""
        self.room = room
        self.spoil = spoil
        self._waiting: list[Message] = []
        self._is_up = False
        super().__init__(Address(host="here"), hello, patient=False)
        self._is_up = True
        for message in self._waiting:
            self._sort_message(message)

    def _come_in(self) -> tuple[socket, BufferedReader, Message]:
        self.guest = Guest(self._arrive, hang_up=self._stop_retrying)
        try:
            self.room.sit(self.guest, decode(encode(self._hello)))
            welcome = self._waiting.pop(0) if self._waiting else {}
        except (Unwelcome, ProtocolError) as error:
            raise Lost(str(error)) from None
        if welcome.get("news") != "welcome":
            raise Lost("no game is hosted there")
        self._hello |= {name: welcome[name] for name in ("key", "since") if name in welcome}
        return cast(Any, self), cast(Any, None), welcome

    def _read_host(self) -> None:
        """Do nothing: the table calls `_arrive` with each message."""

    def _arrive(self, message: Mapping[str, object]) -> None:
        """Receive a message of the host."""
        found = [received(encode(message))]
        if self.spoil is not None:
            found = [received(encode(each)) for spoiled in found for each in self.spoil(spoiled)]
        for each in found:
            if self._is_up:
                self._sort_message(each)
            else:
                self._waiting.append(each)

    @property
    def has_news(self) -> bool:
        """True if a message has arrived that the session has not read yet."""
        return bool(self._news)

    def sendall(self, data: bytes) -> None:
        """Send a message of the guest to the table, like a socket."""
        try:
            self.room.hear(self.guest, decode(data))
        except ProtocolError:  # the host disconnects the guest
            self.shutdown(0)

    def shutdown(self, _: int) -> None:
        """Disconnect, like a closing socket."""
        self._stop_retrying()
        self.room.gone(self.guest)

    def ask(self, line: str) -> tuple[Message, list[Message]]:
        mine = self.say(line)
        if mine not in self._answers:
            raise Lost("the host does not answer")
        at, answer = self._answers.pop(mine)
        return answer, self._take_news(at)

    def tell(self, line: str) -> None:
        self._unheeded.add(self._said + 1)
        self.say(line)


GUEST, HOST = "guest", "host"
"""The hostile party."""
VICTIM = 1
"""The side whose host is hostile."""
MAX_HOSTILE_GUESTS = 3
MAX_STUCK = 40
"""Steps without an order after which a trial with a hostile host ends: if no player accepts a die, nothing goes on."""
MAX_TAKEN = 400
"""Steps after which a hosted trial ends. A long game costs much time, because each returning player reads all of it."""
CALLED = ("anna", "bert")
MAX_ROUNDS = 200
"""Rounds of messages after one step, at most. Every die takes a few rounds, and a combat may need several dice."""


class TablePlayer:
    """A player at a terminal of their own."""

    def __init__(self, room: Table, side: int, folder: Path, name: str) -> None:
        """Join under a name, if the table accepts it."""
        self.room, self.side, self.folder = room, side, folder
        self.name, self.key = name, ""
        self.spoil: Draw | None = None
        """Randomness that spoils the host's next message; None to leave it alone."""
        self.texts: list[str] = []
        """Texts received since the last check."""
        self.warnings = 0
        """Number of warnings that the host's messages are wrong."""
        try:
            self.come()
        except Lost:  # the table refuses that name
            self.name = CALLED[side]
            self.come()

    def come(self) -> None:
        """Join, or return to the seat. Raises `Lost`."""
        side = self.room.game.scenario.sides[self.side].name
        hello = {"name": self.name, "side": side, "key": self.key, "as_before": bool(self.key)}
        self.wire = Wire(self.room, hello, self._spoil_message)
        self.key = str(self.wire.welcome.get("key", "")) or self.key
        self.session = HostedSession(self.wire, "game", self.folder)

    def _spoil_message(self, message: Message) -> list[Message]:
        draw, self.spoil = self.spoil, None
        return [message] if draw is None else hostile.spoiled(message, draw)

    def hear(self) -> bool:
        """Read all messages and agree to every request; return True if there were any."""
        found = self.session.hear()
        for each in found:
            self.texts += [text for text in (each.text, each.asks) if text]
            self.warnings += each.text.endswith((ASK, READ_AGAIN))
            if each.asks:
                try:
                    self.session.agree(True)
                except IllegalOrder as refusal:
                    self.texts.append(str(refusal))
        return bool(found) or self.wire.has_news

    @property
    def reads_again(self) -> bool:
        """True if the player has asked for the whole game and has no answer yet."""
        return self.session._waiting

    @property
    def is_away(self) -> bool:
        """True if the player's connection has ended."""
        return self.wire.guest not in self.room.guests


class LoadedDice(LocalSession):
    """The host's game, in which the host can falsify a die."""

    warnings = NOT_LOADED = -1
    """Number of the victim's warnings before the loaded die; `NOT_LOADED` if no die is loaded."""
    has_fallen = False
    """True if the loaded die has been rolled."""

    def apply(self, order: Order | str) -> list[Event]:
        """Apply an order, but change the roll if the die is loaded."""
        if isinstance(order, Roll) and self.warnings != self.NOT_LOADED and not self.has_fallen:
            order, self.has_fallen = Roll(order.die % 6 + 1), True
        return super().apply(order)


class HostedTrial:
    """A hosted game under attack."""

    def __init__(self, game: Game, bad: str, seed: int) -> None:
        """Host the game; `bad` is the hostile party, and the seed gives the players odd names."""
        self.bad = bad
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        self.path = folder / "game.toml"
        session = self.dice = LoadedDice(Save(game), self.path)
        self._shares_dice = game.seed is None
        dice = _shared_dice(session, folder) if self._shares_dice else None
        self.room = Table(session, owner_key="only the host knows", dice=dice)
        draw = Draw(seed)
        self.players = [TablePlayer(self.room, side, folder, draw.pick(hostile.TEXTS)) for side in (0, 1)]
        self.hostile_guests: list[Guest] = []
        self.stuck = self.taken = 0
        """Steps since the last order; all steps."""
        self.check()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the folder of saves and secrets."""
        self._folder.cleanup()

    @property
    def game(self) -> Game:
        """The game on the host."""
        return self.room.game

    @property
    def is_stuck(self) -> bool:
        """True if the game makes no progress, or has lasted long enough."""
        return self.stuck > MAX_STUCK or self.taken > MAX_TAKEN

    def last(self, draw: Draw) -> tuple[str, ...]:
        """Return the steps after the end of the game."""
        return ("read", "again 0", "again 1", f"attack {draw.below(1 << 30)}", "read")

    def draw(self, draw: Draw, temper: Temper) -> str:
        """Return the next step."""
        kind = draw.below(100)
        if self.bad == HOST and self.stuck and not draw.below(4):
            return f"again {VICTIM}"  # the victim of a hostile host returns and reads the whole game again
        if kind < 55:
            return f"give {legal_order(self.game, draw, temper)}" if self.game.prompt.kind != "roll" else "wait"
        if kind < 60:
            return draw.pick(("undo", "redo"))
        if kind < 63:
            return f"again {draw.below(2)}"
        if kind < 64:
            return "read"
        return f"attack {draw.below(1 << 30)}"

    def take(self, step: str) -> None:
        """Carry out a step. Raises `Broken`, or any error that a bug of the program raises."""
        verb, _, rest = step.partition(" ")
        log, victim = self.game.log[:], self.players[VICTIM]
        is_spoiled = victim.spoil is not None
        STEPS[verb](self, rest)
        goes_on = self.game.log != log
        self.stuck, self.taken = 0 if goes_on else self.stuck + 1, self.taken + 1
        self.check()
        if self.bad == HOST and goes_on and not is_spoiled and not victim.is_away and not victim.reads_again:
            self._compare_games(victim)  # after an honest message the victim notices a difference

    @property
    def now(self) -> Moment:
        """The current moment of the host's game."""
        return Moment(picture(self.game.state), len(self.game.log))

    def check(self) -> None:
        """Raise `Broken` if a player's game differs from the host's, or if a text has unprintable characters."""
        promises.check(self.game)
        self._hear_all()
        if self.dice.has_fallen:
            warned = self.players[VICTIM].warnings > self.dice.warnings
            must(warned, "dice", "no player is warned that the host has falsified a roll")
            self.dice.warnings, self.dice.has_fallen = LoadedDice.NOT_LOADED, False
        for player in self.players:
            for text in player.texts:
                must(text.isprintable(), "table", f"a player receives {text!r}")
            player.texts.clear()
            if self.bad != HOST or player.side != VICTIM:
                self._compare_games(player)
            elif self._shares_dice and not player.warnings:
                theirs, ours = rolls_of(player.session.game.log), rolls_of(self.game.log)
                same = theirs == ours[: len(theirs)] or player.session.game.base is not None
                must(same, "dice", f"a player accepts {theirs}; the host has rolled {ours}")

    def _compare_games(self, player: TablePlayer) -> None:
        """Raise `Broken` if a player's game differs from the host's."""
        side, game = player.side, player.session.game
        must(not player.is_away, "table", f"{CALLED[side]} has lost the connection")
        must(game.digest(side) == self.game.digest(side), "table", f"the game of {side} differs")
        if self.bad == HOST and side == VICTIM:
            return  # the victim may have missed an order that changed nothing else
        whole = game.base is None and not self.game.hides(side)  # otherwise its log begins where this side may read it
        must(not whole or game.log == self.game.log, "table", f"the orders of {side} differ")

    def _hear_all(self) -> None:
        """Let all players read their messages until no message is left: a die takes several rounds."""
        for _ in range(MAX_ROUNDS):
            if not any(list(map(TablePlayer.hear, self.players))):
                return
        must(self.bad == HOST, "table", f"the messages do not end: {[player.texts[-3:] for player in self.players]}")

    # -- steps

    def give(self, line: str) -> None:
        """Give an order of the deciding player; it must be carried out exactly if the host's game accepts it."""
        try:
            order = parse(line)
        except OrderSyntaxError:
            return
        if self.game.side < 0 or isinstance(order, Roll):
            return
        player = self.players[self.game.side]
        bad_host = self.bad == HOST and player.side == VICTIM
        expected, orders = self.game.explain(order), len(self.game.log)
        if bad_host and player.is_away:
            self._sit_again(player)
        try:
            player.session.apply(order)
        except IllegalOrder as refusal:
            must(expected is not None or bad_host, "table", f"{line!r} is refused: {refusal}")
        else:
            must(expected is None or bad_host, "table", f"{line!r} is accepted; the host's game: {expected}")
            must(bad_host or len(self.game.log) > orders, "table", f"{line!r} did not reach the host")

    def back(self, _: str) -> None:
        """Undo the last order for the player who gave it; the other player agrees if asked."""
        side, before = self.game.undoes, len(self.game.log)
        may = side >= 0 and self.players[side].session.game.can_undo  # not past the position received
        if side < 0 or (self.bad == HOST and VICTIM in (side, self.game.side)):
            return
        try:
            self.players[side].session.undo()
        except IllegalOrder:
            self._hear_all()
        closed = not may or self.game.prompt.kind == "roll" or self.game.strict
        must(closed or len(self.game.log) < before or self.bad == HOST, "table", "nothing was undone")

    def forth(self, _: str) -> None:
        """Redo the undone order."""
        if self.game.side >= 0:
            try:
                self.players[self.game.side].session.redo()
            except IllegalOrder as refusal:
                can_redo = self.game.can_redo and self.bad != HOST and self.game.prompt.kind != "roll"
                must(not can_redo, "table", f"nothing is redone: {refusal}")

    def again(self, side: str) -> None:
        """Let a player leave and return to the seat."""
        player = self.players[int(side)]
        player.session.leave()
        self._sit_again(player)

    def _sit_again(self, player: TablePlayer) -> None:
        player.spoil = None
        player.come()
        self._hear_all()
        self._compare_games(player)

    def wait(self, _: str) -> None:
        """Do nothing, while a die is being rolled."""

    def read(self, _: str) -> None:
        """Check that the host's save can be read and contains the game."""
        if self.path.exists():
            found = read_save(self.path)
            must(found.game.log == self.game.log, "save", "of a hosted game has another log")
            must(picture(found.game.state) == picture(self.game.state), "save", "of a hosted game is another position")

    def attack(self, seed: str) -> None:
        """Let the hostile party act; a guest must not change anything."""
        draw = Draw(int(seed))
        if self.bad == HOST:
            victim = self.players[VICTIM]
            if self._shares_dice and not draw.below(4) and not victim.is_away:
                self.dice.warnings = victim.warnings
            else:
                victim.spoil = draw
            return
        since, seats, keys = self.now, self.room.session.seats, self.room.keys
        if not self.hostile_guests or (len(self.hostile_guests) < MAX_HOSTILE_GUESTS and not draw.below(4)):
            self._connect_hostile_guest(draw)
        elif not draw.below(8):
            self.room.gone(self.hostile_guests.pop(draw.below(len(self.hostile_guests))))
        else:
            self._send_as_guest(draw.pick(self.hostile_guests), draw)
        must(self.now == since, "table", "a watching guest has changed the game")
        must(self.room.session.seats == seats and self.room.keys == keys, "table", "a guest has changed who plays")
        if not draw.below(4):
            self.read("")

    def _connect_hostile_guest(self, draw: Draw) -> None:
        guest = Guest(_check_readable)
        try:
            self.room.sit(guest, decode(encode(hostile.hello(self.game, draw))))
        except (Unwelcome, ProtocolError) as error:
            must(str(error).isprintable(), "table", f"a refused guest receives {str(error)!r}")
        else:
            self.hostile_guests.append(guest)

    def _send_as_guest(self, guest: Guest, draw: Draw) -> None:
        sent = hostile.message(self.game, draw)
        try:
            self.room.hear(guest, decode(encode({"": sent} if not isinstance(sent, dict) else sent)))
        except ProtocolError as error:  # the host disconnects the guest
            must(str(error).isprintable(), "table", f"a disconnected guest receives {str(error)!r}")
            self.hostile_guests.remove(guest)
            self.room.gone(guest)


def _check_readable(message: Mapping[str, object]) -> None:
    decode(encode(message))


def _shared_dice(session: LocalSession, folder: Path) -> SharedDice:
    """Return shared dice with fixed secrets, so that the same steps have the same rolls."""
    game = "0" * 32
    session.share_dice().game = game
    for number, who in enumerate(WHO):
        own = own_shares(folder, game, who)
        own.secret = f"{number}" * 64
        own.keep()
    return SharedDice(session, folder)


READ_AGAIN = "yours is read again"
"""The end of the message to a player whose game differed from the host's."""
STEPS: Mapping[str, Callable[[HostedTrial, str], None]] = {
    "give": HostedTrial.give,
    "undo": HostedTrial.back,
    "redo": HostedTrial.forth,
    "again": HostedTrial.again,
    "wait": HostedTrial.wait,
    "read": HostedTrial.read,
    "attack": HostedTrial.attack,
}
"""Methods by the first word of a step; they take the rest."""
_ABOUT = {"give": ".*", "again": "[01]", "attack": "[0-9]{1,18}"}


def is_step(text: str) -> bool:
    """Return True if `HostedTrial.take` can carry it out."""
    verb, space, rest = text.partition(" ")
    about = _ABOUT.get(verb)
    return verb in STEPS and (not space if about is None else re.fullmatch(about, rest, re.DOTALL) is not None)
