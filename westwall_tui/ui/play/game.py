"""Play: a game at the keyboard. It holds the session, the pending decision's mode and the open dialog.

Every order goes through `Play.apply`: to the session, which has it on disk when it returns; then the events go to the
log, and the mode of the next decision takes over. What keys do is in `hands.py`; how things are painted is the
screen's business (`playscreen.py`).
"""

from collections.abc import Iterable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Concede, IllegalOrder, Order
from westwall_tui.files.seats import Seat
from westwall_tui.files.session import Session
from westwall_tui.ui.boxes.leave import HandOverDialog, decides_in_secret
from westwall_tui.ui.computer.computer import Computer
from westwall_tui.ui.computer.following import Following
from westwall_tui.ui.decisions.mode import Mode, mode_for
from westwall_tui.ui.looking import Looking
from westwall_tui.ui.play.gamelog import GameLog
from westwall_tui.ui.play.sitting import SHARED, Sitting
from westwall_tui.ui.play.view import View
from westwall_tui.ui.terminal.dialog import Dialog
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.rows import Row, Span, row
from westwall_tui.ui.words.log import LogLine

COMPUTER, ELSEWHERE = "computer", "elsewhere"
"""In place of the kind of decision while it is the computer's, or somebody's at another terminal."""


class Play:
    """A game at the keyboard; what modes and dialogs know as their `Desk`."""

    def __init__(
        self,
        session: Session,
        view: View,
        *,
        handover: bool = True,
        quick: bool = False,
        keymap: Keymap | None = None,
    ) -> None:
        """`handover`: whether a notice comes up when the decision passes to the other player.

        `quick`: the phasing player decides retreats, displacements and advances for both sides.
        """
        self.session = session
        self.view = view
        self.handover = handover
        self.keymap = keymap or Keymap()
        self.sitting = Sitting(session, quick=quick)
        self.dialog: Dialog | None = None
        self.message: Row = ()
        """Shown in place of the prompt until the next key."""
        self.refused = ""
        """The case of the refusal on the screen."""
        self.skipped: set[int] = set()
        self.asked: tuple[str, int] = ("", -1)
        """Kind and side of the decision whose mode is in place; `COMPUTER` or `ELSEWHERE` in place of the kind."""
        self.hands_over = False
        """Whether the notice for the other player is open: nobody's secrets are shown then."""
        self.computer = Computer(self, view)
        self.log = GameLog(session, self.computer)
        self.looking = Looking(self, self.log.lines, view.paint_game, self.in_hand)
        self.mode = Mode(self)
        self._following = Following(view)
        self._serial = -1
        self._concedes = -1
        """The side that has conceded while the computer decided; it is carried out when that side is asked."""
        self._happened: list[str] = []
        """What the last orders did, since the player at the keyboard changed."""

    # -- the desk

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.session.game

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.view.cursor

    @property
    def viewer(self) -> int:
        """The side whose secrets may be shown; -1 while nobody's may."""
        return -1 if self.hands_over else self.sitting.viewer

    @property
    def can_undo(self) -> bool:
        """Whether the last order may be taken back (5.15): what the computer has decided stands."""
        return self.game.can_undo and not self.computer.plays(self.game.undoes)

    @property
    def is_free(self) -> bool:
        """Whether no box is open."""
        return self.dialog is None

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""
        self.view.move_cursor(h)

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show a refusal, `CASE: reason`, and what to do instead."""
        spans = [Span(f"{refusal.case}: {refusal.reason}", "refusal")]
        if do:
            spans.append(Span(f". {do[0].upper()}{do[1:]}"))
        self.message = tuple(spans)
        self.refused = refusal.case

    def say(self, text: str) -> None:
        """Show a line in place of the prompt until the next key."""
        self.message = row(text)

    def key(self, action: str) -> str:
        """The key of an action as the player has set it, for hints."""
        return self.keymap.first(action)

    def turn_to(self, kind: str) -> None:
        """Put a mode in place for a part of the pending decision; that of `game.prompt.kind` follows the next order."""
        self.mode = mode_for(kind, self)
        self.mode.begin()
        self.update()

    def coming(self) -> Sequence[int]:
        """Units of the attack plan on the map that are not yet where it wants them."""
        return self.looking.plan.coming if self.looking.plan else ()

    def planned(self, enemy: int) -> tuple[Sequence[int], int]:
        """Whom the plan made for this Combat Phase takes in against an enemy, and its Ground Support Points."""
        return self.looking.planned(enemy)

    def update(self) -> None:
        """Paint what may have changed in the mode."""
        self.view.paint()

    def show_page(self, name: str) -> None:
        """Show a page of its own: `reinforcements`, `tables`, `rules`, `account` ..."""
        self.view.show_page(name)

    def open(self, dialog: Dialog) -> None:
        """Open a dialog over the map; one that is open is replaced."""
        self.dialog = dialog
        if dialog.unseen:
            self.view.hold_keys()
        self.view.make_room(dialog)
        self.view.paint_dialog()

    def close(self) -> None:
        """Close the dialog that is open, if one is."""
        if self.dialog is not None:
            self.dialog = None
            self.view.paint_dialog()
            if self.computer.decides:
                self.view.later(0, self.computer.nudge)

    def refresh_dialog(self) -> None:
        """Paint what changed in the dialog."""
        self.view.paint_dialog()

    def in_hand(self, h: int) -> int:
        """The unit that Enter would send to a hex; -1 if there is none."""
        return self.mode.in_hand(h)

    def prompt(self) -> Row:
        """The prompt line: a message to the player, or who decides what now."""
        if self.message:
            return self.message
        if self.session.trouble:
            what = self.session.trouble
            return row(f"{what}. You can play on: each order tries to save again", "refusal")
        if self.dialog is not None:
            return row(self.game.prompt.text, "prompt")
        return row(self.looking.prompt() or self.mode.prompt(), "prompt")

    # -- orders

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order; it is saved and logged, and the next mode takes over. None if it was refused."""
        self.catch_up()
        try:
            events = self.session.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return None
        self.went_on(events)
        return events

    def apply_all(self, orders: Iterable[Order]) -> bool:
        """Give legal orders that belong together, saved and painted once: a set-up of a hundred units takes no time.

        False if one was refused.
        """
        self.catch_up()
        try:
            events = self.session.apply_all(orders)
        except IllegalOrder as refusal:  # the line to the host was lost: some may have been carried out
            self.start_over()
            self.refuse(refusal)
            return False
        self.went_on(events)
        return True

    def give(self, order: Order) -> None:
        """Carry an order of the computer out, and go on to the next decision. Raises `IllegalOrder`."""
        self.catch_up()
        events = self.session.apply(order)
        if self.computer.has_turn:  # of its own turn only the last: the rest is in the log
            self._happened.clear()
        self.message = ()
        if self.computer.shows:
            self.follow(order, events)
        self.went_on(events)
        if not self.computer.decides:
            self.update()  # with what it did

    def follow(self, order: Order, events: Sequence[Event]) -> None:
        """Show where the computer, or somebody at another terminal, did something, unless the person looks around."""
        if self.asked[0] in (COMPUTER, ELSEWHERE) and self.is_free:
            self._following.follow(self.game, order, events)

    @property
    def conceding(self) -> int:
        """The side that would concede: who decides, or, while that is the computer, who sits here; -1 if it is over."""
        decides, here = self.game.prompt.side, self.sitting.viewer
        return here if here >= 0 and self.computer.plays(decides) else decides

    def concede(self, side: int) -> None:
        """Concede for a side: at once if it is to decide, else as soon as the computer has brought it to that."""
        if side == self.game.side:
            self.apply(Concede())
            return
        self._concedes = side
        self.say(f"{self.game.scenario.sides[side].name} concedes as soon as it is to decide")
        self.computer.rush()

    def undo(self) -> None:
        """Take the last order back."""
        self.catch_up()
        self._concedes = -1
        before = self.game.log[:]
        try:
            if self.computer.plays(self.game.undoes):
                raise IllegalOrder("5.15", "the computer has decided since your last order")
            self.session.undo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        from westwall_tui.ui.words.orders import in_public

        back = "; ".join(in_public(order) for order in before[len(self.game.log) :])
        self.log.lines.append(LogLine(f"Taken back: {back}"))
        self._happened.clear()
        self.computer.rest()
        warning = self.log.warning()
        self._go_on()
        self.say(warning or f"Taken back: {back}. {self.key('redo')}: redo")

    def redo(self) -> None:
        """Repeat the order that was taken back last."""
        self.catch_up()
        try:
            events = self.session.redo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        self.went_on(events)

    def take_seat(self, side: int, seat: Seat) -> None:
        """Have somebody else play a side, and go on with him."""
        self.catch_up()
        try:
            self.session.sit(side, seat)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        self._concedes = -1
        if seat.is_person and side == self.game.side:
            self.sitting.decides = side  # he is at the keyboard
        self.computer.rest()
        self._happened.clear()
        self._go_on(fresh=True)
        self.say(f"{self.game.scenario.sides[side].name}: {seat} from here on")

    # -- from decision to decision

    def begin(self) -> None:
        """Start, or carry on where the game was left."""
        self.log.begin()
        self.sitting.begin()
        home = home_of(self.game)
        if home is not None:
            self.view.move_cursor(home)
        if self.sitting.both_here and decides_in_secret(self.game):
            self._hand_over(secret=True)
        else:
            self._go_on(fresh=True)

    def catch_up(self) -> None:
        """Read the log of a game that was resumed at once, after waiting, if need be, until its orders are replayed."""
        if self.log.catch_up():
            self.update()

    def start_over(self) -> None:
        """The game was read again: what was shown of the old one is void."""
        self._serial = self._concedes = -1
        self._happened.clear()
        self.looking.come_back()
        self.looking.forget()
        self.log.read()
        self._go_on(fresh=True)

    def went_back(self) -> None:
        """Somebody at another terminal took orders back."""
        self._happened.clear()
        self._go_on(fresh=True)

    def went_on(self, events: Sequence[Event]) -> None:
        """An order was carried out: what it did goes into the log, and into the message with the next decision."""
        from westwall_tui.ui.words.combat import die_in_words, told

        did = self.log.write(events)
        warning = self.log.warning()
        self.looking.forget()
        self._happened += [line for line in (told(self.game, events), self.looking.plan_news(), did) if line]
        self._go_on()
        happened = " ".join(self._happened)
        if not self.hands_over and not self.computer.decides:
            self._happened.clear()
            if happened and not warning:
                asks = self.mode.prompt().removeprefix(die_in_words(self.game.state))
                self.message = (Span(f"{happened} "), Span(asks))
        if warning:
            self.message = row(warning, "refusal")

    def _go_on(self, *, fresh: bool = False) -> None:
        """The next decision: its mode takes over, after a notice if it is the other player's."""
        game, sitting = self.game, self.sitting
        if game.state.serial != self._serial:
            self._serial = game.state.serial
            self.skipped.clear()
        self.looking.forget()
        if self.computer.decides:
            self._let_computer()
            return
        self.computer.rest()
        if self._concedes >= 0 and self._concedes == game.side:
            self._concedes = -1
            self.apply(Concede())
            return
        if sitting.waits:
            self._wait()
            return
        if sitting.asked not in (sitting.decides, -1):
            before, sitting.decides = sitting.decides, sitting.asked
            secret = any(queries.holds_secret(game, side) for side in (0, 1))
            if sitting.both_here and not fresh and (self.handover or secret):
                self._hand_over(queries.holds_secret(game, before))
                return
        self._take_over()

    def _let_computer(self) -> None:
        """The computer decides; meanwhile the person looks around."""
        from westwall_tui.ui.computer.mode import ComputerMode

        self._look_on(COMPUTER, ComputerMode(self, self.computer))
        self.computer.play()
        if self.computer.shows or self.log.begins_phase:
            self.view.paint_game()
            self.update()

    def _wait(self) -> None:
        """Somebody at another terminal decides; meanwhile the player here looks around."""
        from westwall_tui.ui.decisions.idle import AwayMode

        self._look_on(ELSEWHERE, AwayMode(self, lambda: self.session.seats, self.session.path.name))
        self.view.paint_game()
        self.update()

    def _look_on(self, who: str, mode: Mode) -> None:
        """Put a mode in place in which nothing is decided here: `COMPUTER` or `ELSEWHERE` decides."""
        if self.asked[0] != who:
            self.asked = (who, -1)
            self._following.begin()
        self.hands_over = False
        self.mode = mode

    def _hand_over(self, secret: bool) -> None:
        """Tell the other player that he decides. The cursor leaves the hex where the first one keeps a `secret`."""
        self.looking.come_back()
        self.hands_over = True
        home = home_of(self.game) if secret else None
        if home is not None:
            self.view.move_cursor(home)
        self.mode = Mode(self)
        self.view.paint_game()
        self.open(HandOverDialog(self, self._take_over, " ".join(self._happened) or self.log.last))

    def _take_over(self) -> None:
        """Put the mode of the pending decision in place."""
        self.looking.come_back()
        if self.hands_over:
            self._happened.clear()
        self.hands_over = False
        kind = self.game.prompt.kind
        before, self.asked = self.asked, (kind, self.game.prompt.side)
        if before[0] and (self.asked != before or kind in SHARED):
            self.view.hold_keys()
        self.mode = mode_for(kind, self)
        self.mode.begin()
        self.view.paint_game()
        self.update()
        if kind == "over":
            self.show_page("account")


def home_of(game: Game) -> int | None:
    """Where the cursor starts: on a unit that the decision is about, one of the side that decides, or a town."""
    prompt = game.prompt
    asked = [game.state.location[u] for u in prompt.units if game.state.location[u] >= 0]
    own = [game.state.location[u] for u in game.state.on_map(max(prompt.side, 0))]
    places = [h for place in game.scenario.board.places if place.kind == "town" for h in place.hexes]
    return next(iter((*asked, *own, *places)), None)
