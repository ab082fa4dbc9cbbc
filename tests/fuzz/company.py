"""A game at a table: two players who know it only by what the host says, and somebody who means harm.

He is a guest who watches, comes and goes, and says whatever he likes; or he is the host of the second player, who
gets what he is told with slips in it. Everybody is in one program, so the same steps are the same game again.
"""

import re
from collections.abc import Callable, Mapping
from io import BufferedReader
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import Any, Self, cast

from tests.fuzz import promises, rogues
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
"""What a hostile host makes of a message: others in its place, or none."""


def heard(data: bytes) -> Message:
    """A message as the other end reads it."""
    must(len(data) <= LONGEST_NEWS, "table", f"a host says {len(data)} bytes at once")
    return decode(data)


class Wire(Client):
    """A guest's end, without a socket and without a thread."""

    def __init__(self, room: Table, hello: Message, spoil: Spoil | None = None) -> None:
        """`spoil`: what becomes of the host's messages. Raises `Lost`."""
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
        """Nothing: what is said arrives by itself."""

    def _arrive(self, message: Mapping[str, object]) -> None:
        """The host says something."""
        found = [heard(encode(message))]
        if self.spoil is not None:
            found = [heard(encode(each)) for spoiled in found for each in self.spoil(spoiled)]
        for each in found:
            if self._is_up:
                self._sort_message(each)
            else:
                self._waiting.append(each)

    @property
    def has_news(self) -> bool:
        """True if something has come that nobody has fetched yet."""
        return bool(self._news)

    def sendall(self, data: bytes) -> None:
        """The guest says something, as to a socket."""
        try:
            self.room.hear(self.guest, decode(data))
        except ProtocolError:  # the door is shown to him
            self.shutdown(0)

    def shutdown(self, _: int) -> None:
        """He leaves, as by closing his socket."""
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
"""Who means harm."""
VICTIM = 1
"""The side whose host does."""
MOST_ROGUES = 3
MOST_STUCK = 40
"""Steps without an order after which a game with a hostile host is given up: a die that nobody believes never falls."""
MOST_TAKEN = 400
"""Steps after which a game at a table is given up: whoever comes back reads all of it again, so long ones are dear."""
CALLED = ("anna", "bert")
MOST_ROUNDS = 200
"""So often they hear something after one step; every die takes a few rounds, and a combat may come to some."""


class TablePlayer:
    """Somebody who plays at a terminal of his own."""

    def __init__(self, room: Table, side: int, folder: Path, name: str) -> None:
        """`name`: what he would like to be called."""
        self.room, self.side, self.folder = room, side, folder
        self.name, self.key = name, ""
        self.spoil: Draw | None = None
        """What spoils the next thing that his host says."""
        self.said: list[str] = []
        """What he was told since he was last looked at."""
        self.warnings = 0
        """So often he was told that something is wrong with what the host says."""
        try:
            self.come()
        except Lost:  # nobody may be called that
            self.name = CALLED[side]
            self.come()

    def come(self) -> None:
        """Sit down, or come back. Raises `Lost`."""
        side = self.room.game.scenario.sides[self.side].name
        hello = {"name": self.name, "side": side, "key": self.key, "as_before": bool(self.key)}
        self.wire = Wire(self.room, hello, self._spoil_message)
        self.key = str(self.wire.welcome.get("key", "")) or self.key
        self.session = HostedSession(self.wire, "game", self.folder)

    def _spoil_message(self, message: Message) -> list[Message]:
        draw, self.spoil = self.spoil, None
        return [message] if draw is None else rogues.spoiled(message, draw)

    def hear(self) -> bool:
        """Hear what there is to hear, and agree to whatever is asked; whether there was anything."""
        found = self.session.hear()
        for each in found:
            self.said += [text for text in (each.text, each.asks) if text]
            self.warnings += each.text.endswith((ASK, READ_AGAIN))
            if each.asks:
                try:
                    self.session.agree(True)
                except IllegalOrder as refusal:
                    self.said.append(str(refusal))
        return bool(found) or self.wire.has_news

    @property
    def reads_again(self) -> bool:
        """True if he has asked for the whole game, and was not answered."""
        return self.session._waiting

    @property
    def is_away(self) -> bool:
        """True if his line has ended."""
        return self.wire.guest not in self.room.guests


class LoadedDice(LocalSession):
    """The host's game, in which a die may show what the host likes."""

    warnings = NOT_LOADED = -1
    """How often the victim had been warned before; unless no die is loaded."""
    has_fallen = False
    """True if the loaded die has been rolled."""

    def apply(self, order: Order | str) -> list[Event]:
        """As any session does it, but for a roll."""
        if isinstance(order, Roll) and self.warnings != self.NOT_LOADED and not self.has_fallen:
            order, self.has_fallen = Roll(order.die % 6 + 1), True
        return super().apply(order)


class Company:
    """A game under attack at a table."""

    def __init__(self, game: Game, bad: str, seed: int) -> None:
        """`bad`: who means harm; by the seed the players have odd names."""
        self.bad = bad
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        self.path = folder / "game.toml"
        session = self.dice = LoadedDice(Save(game), self.path)
        self._shares_dice = game.seed is None
        dice = _shared_dice(session, folder) if self._shares_dice else None
        self.room = Table(session, owner_key="only the host knows", dice=dice)
        draw = Draw(seed)
        self.players = [TablePlayer(self.room, side, folder, draw.pick(rogues.TEXTS)) for side in (0, 1)]
        self.rogues: list[Guest] = []
        self.stuck = self.taken = 0
        """How many steps ago the last order was given, and all steps."""
        self.check()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the folder of saves and secrets away."""
        self._folder.cleanup()

    @property
    def game(self) -> Game:
        """The game on the host."""
        return self.room.game

    @property
    def is_stuck(self) -> bool:
        """True while it goes no further, or has gone far enough."""
        return self.stuck > MOST_STUCK or self.taken > MOST_TAKEN

    def last(self, draw: Draw) -> tuple[str, ...]:
        """Steps after its end."""
        return ("read", "again 0", "again 1", f"rogue {draw.below(1 << 30)}", "read")

    def draw(self, draw: Draw, temper: Temper) -> str:
        """The next step."""
        kind = draw.below(100)
        if self.bad == HOST and self.stuck and not draw.below(4):
            return f"again {VICTIM}"  # the player that a host tells nonsense comes back, and hears it all anew
        if kind < 55:
            return f"give {legal_order(self.game, draw, temper)}" if self.game.prompt.kind != "roll" else "wait"
        if kind < 60:
            return draw.pick(("undo", "redo"))
        if kind < 63:
            return f"again {draw.below(2)}"
        if kind < 64:
            return "read"
        return f"rogue {draw.below(1 << 30)}"

    def take(self, step: str) -> None:
        """Carry out a step. Raises `Broken`, or whatever a fault of the program raises."""
        verb, _, rest = step.partition(" ")
        log, victim = self.game.log[:], self.players[VICTIM]
        is_spoiled = victim.spoil is not None
        STEPS[verb](self, rest)
        goes_on = self.game.log != log
        self.stuck, self.taken = 0 if goes_on else self.stuck + 1, self.taken + 1
        self.check()
        if self.bad == HOST and goes_on and not is_spoiled and not victim.is_away and not victim.reads_again:
            self._compare_games(victim)  # an honest word, and he knows that what he has is not the host's game

    @property
    def now(self) -> Moment:
        """The moment that the game on the host is at."""
        return Moment(picture(self.game.state), len(self.game.log))

    def check(self) -> None:
        """Raise `Broken` where a player's game is not the host's, or where he is told what no screen should show."""
        promises.check(self.game)
        self._hear_all()
        if self.dice.has_fallen:
            warned = self.players[VICTIM].warnings > self.dice.warnings
            must(warned, "dice", "nobody is told that the host has rolled what he likes")
            self.dice.warnings, self.dice.has_fallen = LoadedDice.NOT_LOADED, False
        for player in self.players:
            for text in player.said:
                must(text.isprintable(), "table", f"a player is told {text!r}")
            player.said.clear()
            if self.bad != HOST or player.side != VICTIM:
                self._compare_games(player)
            elif self._shares_dice and not player.warnings:
                theirs, ours = rolls_of(player.session.game.log), rolls_of(self.game.log)
                same = theirs == ours[: len(theirs)] or player.session.game.base is not None
                must(same, "dice", f"a player believes {theirs}; the host has rolled {ours}")

    def _compare_games(self, player: TablePlayer) -> None:
        """Raise `Broken` if a player's game is not the host's."""
        side, game = player.side, player.session.game
        must(not player.is_away, "table", f"{CALLED[side]} has lost his line")
        must(game.digest(side) == self.game.digest(side), "table", f"the game of {side} is another one")
        if self.bad == HOST and side == VICTIM:
            return  # an order that he never heard of, and that led nowhere else
        whole = game.base is None and not self.game.hides(side)  # else its orders begin where he may know them
        must(not whole or game.log == self.game.log, "table", f"the orders of {side} are others")

    def _hear_all(self) -> None:
        """Let all hear what there is to hear, until nobody has anything to say to it: a die takes several rounds."""
        for _ in range(MOST_ROUNDS):
            if not any(list(map(TablePlayer.hear, self.players))):
                return
        must(self.bad == HOST, "table", f"the talk does not end: {[player.said[-3:] for player in self.players]}")

    # -- steps

    def give(self, line: str) -> None:
        """Whoever decides gives an order: it is carried out exactly if the host's game takes it."""
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
            must(bad_host or len(self.game.log) > orders, "table", f"{line!r} never reached the host")

    def back(self, _: str) -> None:
        """Whoever gave the last order takes it back; the other agrees if he is asked."""
        side, before = self.game.undoes, len(self.game.log)
        may = side >= 0 and self.players[side].session.game.can_undo  # not before the position that he came back to
        if side < 0 or (self.bad == HOST and VICTIM in (side, self.game.side)):
            return
        try:
            self.players[side].session.undo()
        except IllegalOrder:
            self._hear_all()
        closed = not may or self.game.prompt.kind == "roll" or self.game.strict
        must(closed or len(self.game.log) < before or self.bad == HOST, "table", "nothing was taken back")

    def forth(self, _: str) -> None:
        """Repeat what was taken back."""
        if self.game.side >= 0:
            try:
                self.players[self.game.side].session.redo()
            except IllegalOrder as refusal:
                can_redo = self.game.can_redo and self.bad != HOST and self.game.prompt.kind != "roll"
                must(not can_redo, "table", f"nothing is repeated: {refusal}")

    def again(self, side: str) -> None:
        """A player leaves, and comes back to his seat."""
        player = self.players[int(side)]
        player.session.leave()
        self._sit_again(player)

    def _sit_again(self, player: TablePlayer) -> None:
        player.spoil = None
        player.come()
        self._hear_all()
        self._compare_games(player)

    def wait(self, _: str) -> None:
        """Nothing: a die is on its way."""

    def read(self, _: str) -> None:
        """What the host has written can be read, and is the game."""
        if self.path.exists():
            found = read_save(self.path)
            must(found.game.log == self.game.log, "save", "of a hosted game has another log")
            must(picture(found.game.state) == picture(self.game.state), "save", "of a hosted game is another position")

    def rogue(self, seed: str) -> None:
        """Somebody means harm. As a guest he changes nothing that is not his."""
        draw = Draw(int(seed))
        if self.bad == HOST:
            victim = self.players[VICTIM]
            if self._shares_dice and not draw.below(4) and not victim.is_away:
                self.dice.warnings = victim.warnings
            else:
                victim.spoil = draw
            return
        since, seats, keys = self.now, self.room.session.seats, self.room.keys
        if not self.rogues or (len(self.rogues) < MOST_ROGUES and not draw.below(4)):
            self._let_rogue_in(draw)
        elif not draw.below(8):
            self.room.gone(self.rogues.pop(draw.below(len(self.rogues))))
        else:
            self._speak_as_guest(draw.pick(self.rogues), draw)
        must(self.now == since, "table", "a guest who only watches has changed the game")
        must(self.room.session.seats == seats and self.room.keys == keys, "table", "a guest has changed who plays")
        if not draw.below(4):
            self.read("")

    def _let_rogue_in(self, draw: Draw) -> None:
        guest = Guest(_check_readable)
        try:
            self.room.sit(guest, decode(encode(rogues.hello(self.game, draw))))
        except (Unwelcome, ProtocolError) as error:
            must(str(error).isprintable(), "table", f"who is not let in is told {str(error)!r}")
        else:
            self.rogues.append(guest)

    def _speak_as_guest(self, guest: Guest, draw: Draw) -> None:
        said = rogues.message(self.game, draw)
        try:
            self.room.hear(guest, decode(encode({"": said} if not isinstance(said, dict) else said)))
        except ProtocolError as error:  # the door is shown to him
            must(str(error).isprintable(), "table", f"who is shown the door is told {str(error)!r}")
            self.rogues.remove(guest)
            self.room.gone(guest)


def _check_readable(message: Mapping[str, object]) -> None:
    decode(encode(message))


def _shared_dice(session: LocalSession, folder: Path) -> SharedDice:
    """Shared dice that fall alike whenever the same steps are played: everybody's secrets are settled."""
    game = "0" * 32
    session.share_dice().game = game
    for number, who in enumerate(WHO):
        own = own_shares(folder, game, who)
        own.secret = f"{number}" * 64
        own.keep()
    return SharedDice(session, folder)


READ_AGAIN = "yours is read again"
"""How it ends what a player is told whose game was not the host's."""
STEPS: Mapping[str, Callable[[Company, str], None]] = {
    "give": Company.give,
    "undo": Company.back,
    "redo": Company.forth,
    "again": Company.again,
    "wait": Company.wait,
    "read": Company.read,
    "rogue": Company.rogue,
}
"""By the first word of a step; the rest is what it is about."""
_ABOUT = {"give": ".*", "again": "[01]", "rogue": "[0-9]{1,18}"}


def is_step(text: str) -> bool:
    """True if `Company.take` can carry it out."""
    verb, space, rest = text.partition(" ")
    about = _ABOUT.get(verb)
    return verb in STEPS and (not space if about is None else re.fullmatch(about, rest, re.DOTALL) is not None)
