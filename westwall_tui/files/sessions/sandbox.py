"""Sandboxes: lines of play that a player tries out beside a game, deciding for both sides and choosing the dice.

A sandbox plays on a copy of the game as its player may know it, whose dice are given as orders. It cannot change the
game or foresee its dice. Its orders are part of what the player keeps for nobody else (`saves.private`). They reach the
game only if the player gives them in earnest, and then the game's own session checks them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError, Roll, parse
from westwall_tui.files.faults import printable
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.saves.private import CASE, Change, Private, Sandbox
from westwall_tui.files.sessions.base import Session, Unsaved
from westwall_tui.files.sessions.course import compared, course_marks, orders_so_far, positions
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.recording import as_known


class SandboxSession(Unsaved):
    """A sandbox in play. Every change is stored before the method returns; `trouble` says why if that fails."""

    def __init__(self, real: Session, side: int, sandbox: Sandbox, game: Game) -> None:
        """Take the `real` game's session, the player's side, and the position after the orders of the sandbox."""
        super().__init__(real.path)
        self.real, self.owner, self.sandbox = real, side, sandbox
        self._game, self._seats = game, (Seat(), Seat())
        self._before = len(game.log) - len(sandbox.orders)
        """The number of orders in the log before the sandbox."""

    @property
    def game(self) -> Game:
        return self._game

    @property
    def name(self) -> str:
        """The name of the sandbox, safe for a terminal."""
        return printable(self.sandbox.name)

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        return self.apply_all([order])

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders, and store the sandbox once. Raises `IllegalOrder`; earlier orders are kept."""
        events: list[Event] = []
        before = len(self._game.log)
        try:
            for order in orders:
                events += self._game.apply(order)
        finally:
            if len(self._game.log) > before:
                self.save()
        return events

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says. Go on while the computer would decide again at once."""
        self._game.undo(what)
        while self._game.can_undo and self._game.prompt.kind != "roll" and self._seats[self._game.side].is_computer:
            self._game.undo()
        self.save()

    def redo(self) -> list[Event]:
        events = self._game.redo()
        self.save()
        return events

    def save(self) -> bool:
        """Store the sandbox. Return False if that fails; then `trouble` says why."""
        self.sandbox = self.sandbox._replace(orders=tuple(self._game.log[self._before :]))
        try:
            self.real.change_private(self.owner, self._stored)
        except IllegalOrder as refusal:
            self.trouble = f"the sandbox is not saved: {refusal.reason}"
        else:
            self.trouble = self.real.trouble
        return not self.trouble

    def _stored(self, private: Private) -> Private:
        """Return the player's table with this sandbox as it is now."""
        own = _folded(self.sandbox.name)
        found = [self.sandbox if _folded(each.name) == own else each for each in private.sandboxes]
        return private._replace(sandboxes=tuple(found if self.sandbox in found else [*found, self.sandbox]))

    # -- what the player keeps for nobody else

    def private(self, side: int) -> Private:
        """Return what the player keeps with the real game. Raises `IllegalOrder` for the other side."""
        return self.real.private(side)

    def change_private(self, side: int, change: Change) -> Private:
        """Change what the player keeps with the real game. Raises `IllegalOrder` for the other side."""
        return self.real.change_private(side, change)

    # -- players

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The player on both sides, unless the player wants the computer's answers."""
        return self._seats

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return the seats that a side may have. The computer plays only beside a game with its file here."""
        now = self._seats[side]
        return (now, *(seat for seat in SEATS if seat != now)) if isinstance(self.real, LocalSession) else (now,)

    def sit(self, side: int, seat: Seat) -> None:
        """Give a side to the computer or the player, until the player goes back to the real game."""
        first, second = self._seats
        self._seats = (seat, second) if side == 0 else (first, seat)


class ListedSandbox(NamedTuple):
    """A sandbox, and how its course compares with that of the real game."""

    sandbox: Sandbox
    beginning: Game | None
    """The position where it begins, for a trial; None if that position can no longer be reached."""
    end: Game | None
    """The position after its orders; None if they can no longer be carried out."""
    why: str
    """The reason why there is no `beginning` or no `end`; otherwise empty."""
    is_on_course: bool
    """True if the real game's orders before the beginning are still the same."""
    played: int
    """The number of the sandbox's first orders that have been played in the real game."""
    is_overtaken: bool
    """True if the real game has then played something other than the sandbox."""
    since: int
    """The number of orders that the real game has played since the beginning; 0 if they have been undone."""


class Sandboxes:
    """The sandboxes of one side in a game."""

    def __init__(self, real: Session, side: int) -> None:
        """Take the session of the `real` game, and the side of a player at this keyboard.

        Raises `IllegalOrder` for another side, or if the player's table cannot be read.
        """
        self.real, self.side = real, side
        real.verify()
        self.all: Sequence[Sandbox] = real.private(side).sandboxes

    # -- where sandboxes begin

    def _places(self) -> dict[str, int]:
        """Return for each sandbox the number of the real game's orders before it, as the game is now; -1 if unknown."""
        marks = course_marks(self.real, self.side)
        latest = {mark: at for at, mark in enumerate(marks)}
        found = {}
        for box in self.all:
            is_same = box.start < len(marks) and marks[box.start] == box.course
            found[box.name] = box.start if is_same else latest.get(box.course, -1)
        return found

    def listed(self) -> list[ListedSandbox]:
        """Return all sandboxes, with the positions where they begin and end, and their courses."""
        places, lines = self._places(), orders_so_far(self.real)
        starts = [places[box.name] if places[box.name] >= 0 else box.start for box in self.all]
        known = {at: game.for_trial() for at, game in positions(self.real, self.side, starts).items()}
        return [
            self._compare(box, known.get(start), lines[start:], is_on_course=places[box.name] >= 0)
            for box, start in zip(self.all, starts, strict=True)
        ]

    def _compare(
        self, box: Sandbox, beginning: Game | None, since: Sequence[str], *, is_on_course: bool
    ) -> ListedSandbox:
        end, why = None, ""
        if beginning is None:
            why = "the game no longer has the position where it begins"
        else:
            end, why = _carried_out(beginning, box.orders)
        if not is_on_course:
            return ListedSandbox(box, beginning, end, why, False, 0, False, 0)
        played, is_overtaken = self._played(box.orders, since)
        return ListedSandbox(
            box, beginning, end, why, True, played, is_overtaken, len(compared(self.real, self.side, since))
        )

    def _played(self, orders: Sequence[str], since: Sequence[str]) -> tuple[int, bool]:
        """Return how many of the orders the real game has played, and whether it has then played something else."""
        played, rest = 0, iter(compared(self.real, self.side, since))
        following = next(rest, None)
        for at, line in enumerate(orders, 1):
            if compared(self.real, self.side, [line]):
                if following != line:
                    return played, following is not None
                following = next(rest, None)
            played = at
        return played, False

    def find(self, name: str) -> ListedSandbox:
        """Return the sandbox of a name. Raises `IllegalOrder` if there is none."""
        found = next((each for each in self.listed() if _folded(each.sandbox.name) == _folded(name)), None)
        if found is None:
            raise IllegalOrder(CASE, f"you have no sandbox {printable(name)!r} in this game")
        return found

    # -- changes

    def open(self, name: str) -> SandboxSession:
        """Return a sandbox in play. Raises `IllegalOrder` if there is none of that name, or it cannot be replayed."""
        found = self.find(name)
        if found.end is None:
            raise IllegalOrder(CASE, found.why)
        return SandboxSession(self.real, self.side, found.sandbox, found.end)

    def new(self, name: str = "") -> SandboxSession:
        """Return a new sandbox that begins at the present position. Its first order stores it.

        Without a name it gets the first free number. Raises `IllegalOrder` if the game is over, the name is taken, or
        there is no room for another sandbox.
        """
        if self.real.game.outcome is not None:
            raise IllegalOrder(CASE, "the game is over; to try another course, watch it again and play on from there")
        lines = orders_so_far(self.real)
        box = Sandbox(name or self._free_name(), len(lines), (), course_marks(self.real, self.side)[-1])
        self._check_room(box)
        return SandboxSession(self.real, self.side, box, as_known(self.real, self.real.game, self.side).for_trial())

    def branch(self, sandbox: SandboxSession) -> SandboxSession:
        """Return a new sandbox that has the orders of another one so far, and store it.

        Raises `IllegalOrder` if there is no room for another sandbox.
        """
        box = sandbox.sandbox._replace(name=self._free_name())
        self._check_room(box)
        new = SandboxSession(self.real, self.side, box, sandbox.game.copy(undo=True))
        new.save()
        return new

    def _free_name(self) -> str:
        names = {_folded(box.name) for box in self.all}
        return next(str(n) for n in range(1, len(names) + 2) if str(n) not in names)

    def _check_room(self, box: Sandbox) -> None:
        self.real.private(self.side).changed(lambda own: own._replace(sandboxes=(*own.sandboxes, box)))

    def rename(self, name: str, new: str) -> None:
        """Give a sandbox another name. Raises `IllegalOrder` if that isn't possible."""
        old = self.find(name).sandbox
        self._change(lambda box: box._replace(name=new.strip()) if box.name == old.name else box)

    def delete(self, name: str) -> None:
        """Delete a sandbox. Raises `IllegalOrder` if there is none of that name."""
        self.find(name)
        self._change(lambda box: None if _folded(box.name) == _folded(name) else box)

    def _change(self, change: Callable[[Sandbox], Sandbox | None]) -> None:
        def changed(private: Private) -> Private:
            return private._replace(sandboxes=tuple(new for box in private.sandboxes if (new := change(box))))

        self.all = self.real.change_private(self.side, changed).sandboxes

    # -- in earnest

    def to_give(self, name: str) -> Sequence[str]:
        """Return the player's own orders of a sandbox from the real game's present position on.

        They end before the first die and the first decision of the other side. If the real game has taken another
        course, they are the orders that the sandbox has for the same decision of the same phase, from the first one
        that the real game allows, because it may already have some of them. Raises `IllegalOrder` if there are none, or
        if it is not the player's decision.
        """
        found = self.find(name)
        if found.beginning is None or found.end is None:
            raise IllegalOrder(CASE, found.why)
        _check_own(self.real.game, self.side)
        orders, ahead = found.sandbox.orders, found.beginning.copy()
        is_followed = found.is_on_course and not found.is_overtaken
        first = found.played if is_followed else self._first_for_now(found.beginning, orders)
        given: list[str] = []
        for at, line in enumerate(orders):
            if 0 <= first <= at:
                if ahead.side != self.side or isinstance(parse(line), Roll):
                    break
                given.append(line)
            ahead.replay([line])
        if not given:
            raise IllegalOrder(CASE, "the sandbox has no orders for your present decision")
        return given

    def _first_for_now(self, beginning: Game, orders: Sequence[str]) -> int:
        """Return the index of the first order for the real game's present decision that it allows.

        If it allows none of them, return that of the first one, which then says why; -1 if there is none.
        """
        ahead, now, found = beginning.copy(), _decision(self.real.game), -1
        for at, line in enumerate(orders):
            if _decision(ahead) == now:
                if self.real.game.explain(line) is None:
                    return at
                found = at if found < 0 else found
            ahead.replay([line])
        return found


def in_earnest(real: Session, side: int, orders: Iterable[str]) -> Iterator[str]:
    """Yield orders of a sandbox for the real session, which checks each one.

    Raises `IllegalOrder` once another side decides, so that no order of the sandbox answers for another player.
    """
    for order in orders:
        _check_own(real.game, side)
        yield order


def _check_own(game: Game, side: int) -> None:
    if game.side != side or game.prompt.kind == "roll":
        raise IllegalOrder(CASE, f"it isn't your decision. {game.prompt.text}")


def _decision(game: Game) -> tuple[object, ...]:
    """Return a key of the pending decision. Positions with equal keys may need the same orders."""
    state = game.state
    return state.turn, state.side, state.phase, game.prompt.kind, game.side


def _carried_out(beginning: Game, orders: Sequence[str]) -> tuple[Game | None, str]:
    """Return the position after some orders, or None and the reason why one of them is refused."""
    game = beginning.copy()
    for number, line in enumerate(orders, 1):
        try:
            game.replay([line])
        except (IllegalOrder, OrderSyntaxError) as error:
            reason = error.reason if isinstance(error, IllegalOrder) else str(error)
            return None, f"its order {number} is now refused: {printable(reason)}"
    return game, ""


def _folded(name: str) -> str:
    return name.strip().casefold()
