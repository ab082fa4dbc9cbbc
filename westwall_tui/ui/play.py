"""Play: a game at the keyboard. It holds the session, the pending decision's mode and the open dialog.

Every order goes through `Play.apply`: to the session, which has it on disk when it returns; then the events go to the
log, and the mode of the next decision takes over. Keys that only look go to `Looking` (`looking.py`). How things are
painted is the screen's business (`playscreen.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Protocol

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.seats import Seat
from westwall_tui.files.session import Session
from westwall_tui.files.settings import SIZES
from westwall_tui.ui.computer.computer import Computer, Room
from westwall_tui.ui.computer.places import place_of
from westwall_tui.ui.computer.thinking import Thought
from westwall_tui.ui.dialogs.handover import HandOverDialog
from westwall_tui.ui.keys import Keymap
from westwall_tui.ui.kit.dialog import Confirm, Dialog
from westwall_tui.ui.kit.rows import Row, Span, first_line, row
from westwall_tui.ui.looking import Looking
from westwall_tui.ui.modes.base import Mode
from westwall_tui.ui.modes.catalogue import mode_for
from westwall_tui.ui.texts.log import LogLine, log_lines, log_so_far, with_summary, without_secrets

ALWAYS = (("goto", "go to"), ("help", "help"), ("commands", "more"), ("leave", "quit"))
"""Keys that the footer shows after the mode's, if there is room."""
READING = "Replaying the orders so far ..."
"""The log of a game whose position is on the screen already."""


COMPUTER, ELSEWHERE = "computer", "elsewhere"
"""In place of the kind of decision while it is the computer's, or somebody's at another terminal."""


class View(Room, Protocol):
    """The screen, as far as `Play` knows it."""

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""

    def paint(self) -> None:
        """Paint what may have changed in the mode: marks, panel, prompt, keys."""

    def paint_game(self) -> None:
        """Paint what an order may have changed: counters, zones, phase bar, log."""

    def make_room(self, dialog: Dialog) -> None:
        """Bring the hexes that a dialog is about into sight beside it, if that can be."""

    def paint_dialog(self) -> None:
        """Paint the open dialog, or what was behind it."""

    def set_size(self, step: int) -> None:
        """Draw the map larger or smaller."""

    def show_page(self, name: str) -> None:
        """Show a page of its own."""

    def open_look(self, name: str) -> None:
        """Open a dialog for finding your way: go to, commands, messages, legend."""

    def show_overview(self) -> None:
        """Show the whole board."""

    def hold_keys(self) -> None:
        """Drop the keys that are pressed before what is now to be painted is on the screen."""

    def sees(self, h: int) -> bool:
        """Whether a hex is in sight."""

    def ring(self) -> None:
        """Ring the terminal's bell: the player is asked."""

    def set_speed(self, speed: str) -> None:
        """Show the computer's orders at another speed from now on."""

    def leave(self) -> None:
        """Back to the title."""


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
        self.quick = quick
        self.keymap = keymap or Keymap()
        self.dialog: Dialog | None = None
        self.message: Row = ()
        """Shown in place of the prompt until the next key."""
        self.skipped: set[int] = set()
        self.log: list[LogLine] = []
        self._fresh: list[LogLine] = []
        """What the last order added to the log."""
        self.looking = Looking(self, self.log, view.paint_game, self._in_hand)
        self.mode = Mode(self)
        self._refused = ""
        """The case of the refusal on the screen."""
        self._serial = -1
        self._decides = -1
        """The side whose player is at the keyboard."""
        self._asked: tuple[str, int] = ("", -1)
        """Kind and side of the decision whose mode is in place."""
        self._happened: list[str] = []
        """What the last orders did, since the player at the keyboard changed."""
        self._waits = False
        """Whether the notice for the other player is open: nobody's secrets are shown then."""
        self.computer = Computer(self, view)
        self._followed = -1
        """The hex where the cursor was put to show what the computer did; where it is not, the person looks around."""
        self._behind = not session.is_verified
        """Whether the log is still to be read: the game was resumed at once, and its orders are being replayed."""

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
        side = self._person()
        if self._waits or side < 0:
            return -1
        people = [other for other in (side, 1 - side) if self._is_here(other)]
        return people[0] if people else -1

    def _is_here(self, side: int) -> bool:
        """Whether a side's player sits at this keyboard."""
        return side >= 0 and self.session.seats[side].is_person

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""
        self.view.move_cursor(h)

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order; it is saved and logged, and the next mode takes over. None if it was refused."""
        self.catch_up()
        try:
            events = self.session.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return None
        self._enter(events)
        return events

    def _enter(self, events: Sequence[Event]) -> None:
        """What an order did goes into the log, and into the message with the next decision."""
        from westwall_tui.ui.texts.combat import die_in_words, told

        did = self._write(events)
        warning = self._warning()
        self.looking.forget()
        self._happened += [line for line in (told(self.game, events), self.looking.plan_news(), did) if line]
        self._go_on()
        happened = " ".join(self._happened)
        if not self._waits and not self.computer.decides:
            self._happened.clear()
            if happened and not warning:
                self.say(f"{happened} {self.mode.prompt().removeprefix(die_in_words(self.game.state))}")
        if warning:
            self.message = row(warning, "refusal")

    def _write(self, events: Sequence[Event]) -> str:
        """What an order did goes into the log, and what the computer did in a turn that is over: that is the answer."""
        did = self.computer.note(events)
        self._fresh = with_summary(log_lines(events), did)
        self.log += self._fresh
        return f"{did}." if did else ""

    # -- the computer at the table

    @property
    def is_free(self) -> bool:
        """Whether no box is open."""
        return self.dialog is None

    def give(self, order: Order) -> None:
        """Carry an order of the computer out, and go on to the next decision. Raises `IllegalOrder`."""
        self.catch_up()
        events = self.session.apply(order)
        if self.computer.has_turn:  # of its own turn only the last: the rest is in the log
            self._happened.clear()
        self.message = ()
        self._follow(order, events)
        self._enter(events)
        if not self.computer.decides:
            self.update()  # with what it did

    def _follow(self, order: Order, events: Sequence[Event]) -> None:
        """Put the cursor where the computer did something, unless the person has moved it to look around."""
        if not self.computer.shows or self.view.cursor != self._followed:
            return
        h = place_of(self.game, order, events)
        brisk = self.view.speed == "fast" and self.game.state.phase is not Phase.COMBAT
        if h >= 0 and (not brisk or self.view.sees(h)):  # to scroll for each move is no pleasure, and takes 6 KB
            self.view.move_cursor(h)
            self._followed = h

    def _let_computer(self) -> None:
        """The computer decides; meanwhile the person looks around."""
        from westwall_tui.ui.computer.mode import ComputerMode

        if self._asked[0] != COMPUTER:
            self._asked = (COMPUTER, -1)
            self._followed = self.view.cursor
        self._waits = False
        self.mode = ComputerMode(self, self.computer)
        fresh = any(line.heading for line in self._fresh)
        self.computer.play()
        if self.computer.shows or fresh:
            self.view.paint_game()
            self.update()

    def take_seat(self, side: int, seat: Seat) -> None:
        """Have somebody else play a side, and go on with him."""
        self.catch_up()
        try:
            self.session.sit(side, seat)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        if seat.is_person and side == self.game.side:
            self._decides = side  # he is at the keyboard
        self.computer.rest()
        self._happened.clear()
        self._go_on(fresh=True)
        self.say(f"{self.game.scenario.sides[side].name}: {seat} from here on")

    def _players(self) -> None:
        from westwall_tui.ui.computer.players import PlayersDialog

        self.open(PlayersDialog(self, self.session.seats, self.view.speed, self._seated))

    def _seated(self, seats: Sequence[Seat], speed: str) -> None:
        """Who plays, and how fast the computer's orders are shown, was chosen."""
        if speed != self.view.speed:
            self.view.set_speed(speed)
        for side, seat in enumerate(seats):
            if seat != self.session.seats[side]:
                self.take_seat(side, seat)
        self.update()

    def hint(self) -> None:
        """Ask what the computer would do in the person's place."""
        from westwall_tui.ui.computer.hint import HINT_LEVEL

        kind = self.game.prompt.kind
        if kind in ("over", "roll") or self.computer.decides or self._waits:
            self.say("A hint is for a decision of yours; there is none now")
            return
        self.catch_up()
        hand = self.mode.unit_in_hand()
        unit = self.game.state.units[hand].id if hand >= 0 else ""
        about = f" for {queries.named(unit)}" if unit else ""
        self.say(f"Thinking of a hint{about} ... {self.key('back')}: never mind")
        self.computer.advise(HINT_LEVEL, unit)

    def advised(self, thought: Thought) -> None:
        """Show a hint; what was in front goes back there afterwards."""
        from westwall_tui.ui.computer.hint import HintDialog

        self.message = ()
        if thought.order is None and not thought.stays:
            self.say("No hint: the computer found no order (it is in the error report)")
        elif not isinstance(self.dialog, HintDialog):
            self.open(HintDialog(self, thought, self.dialog, self.mode.unit_in_hand()))
        self.update()

    def _warning(self) -> str:
        """What the save says once: that another program has changed it."""
        news = self.session.news()
        self.log += [LogLine(news, heading=True)] if news else []
        return news

    def apply_all(self, orders: Sequence[Order]) -> None:
        """Give legal orders that belong together, saved and painted once: a set-up of a hundred units takes no time."""
        self.catch_up()
        try:
            self._write(self.session.apply_all(orders))
        except IllegalOrder as refusal:  # the line to the host was lost: some may have been carried out
            self._start_over()
            self.refuse(refusal)
            return
        self._go_on()

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show a refusal, `CASE: reason`, and what to do instead."""
        spans = [Span(f"{refusal.case}: {refusal.reason}", "refusal")]
        if do:
            spans.append(Span(f". {do[0].upper()}{do[1:]}"))
        self.message = tuple(spans)
        self._refused = refusal.case

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

    # -- from decision to decision

    def begin(self) -> None:
        """Start, or carry on where the game was left."""
        if self._behind:
            self.log.append(LogLine(READING, heading=True))
        else:
            self._read_log()
        people = [side for side in (self._person(), 0, 1) if self._is_here(side)]
        self._decides = people[0] if people else -1
        home = self._home()
        if home is not None:
            self.view.move_cursor(home)
        self._go_on(fresh=True)

    def catch_up(self) -> None:
        """Read the log of a game that was resumed at once, after waiting, if need be, until its orders are replayed."""
        if self._behind:
            self.session.verify()
            self._behind = False
            self._read_log()
            self.update()

    def _read_log(self) -> None:
        notes = [LogLine(note, heading=True) for note in self.session.notes]
        self.computer.read_again()
        self.log[:] = [*log_so_far(self.session, self.computer.note), *notes]

    def _person(self) -> int:
        """The side whose player answers the pending decision; -1 if nobody decides any more."""
        prompt = self.game.prompt
        if prompt.kind in SHARED and self.quick and all(map(self._is_here, (0, 1))):
            return self.game.state.side
        if prompt.kind == "roll" and self._decides >= 0:
            return self._decides  # a die is no decision: whoever sits there rolls it
        return prompt.side

    def _home(self) -> int | None:
        """Where the cursor starts: on a unit that the decision is about, or one of the side that decides."""
        game = self.game
        prompt = game.prompt
        asked = [game.state.location[u] for u in prompt.units if game.state.location[u] >= 0]
        own = [game.state.location[u] for u in game.state.on_map(max(prompt.side, 0))]
        places = [h for place in game.scenario.board.places if place.kind == "town" for h in place.hexes]
        return next(iter((*asked, *own, *places)), None)

    def _go_on(self, *, fresh: bool = False) -> None:
        """The next decision: its mode takes over, after a notice if it is the other player's."""
        game = self.game
        if game.state.serial != self._serial:
            self._serial = game.state.serial
            self.skipped.clear()
        self.looking.forget()
        if self.computer.decides:
            self._let_computer()
            return
        self.computer.rest()
        person = self._person()
        if self.session.is_hosted and game.side >= 0 and (game.prompt.kind == "roll" or not self._is_here(person)):
            self._wait()
            return
        if person not in (self._decides, -1):
            before, self._decides = self._decides, person
            secret = any(queries.holds_secret(game, side) for side in (0, 1))
            if all(map(self._is_here, (0, 1))) and not fresh and (self.handover or secret):
                self._hand_over(queries.holds_secret(game, before))
                return
        self._take_over()

    def _wait(self) -> None:
        """Somebody at another terminal decides; meanwhile the player here looks around."""
        from westwall_tui.ui.modes.away import AwayMode

        self._asked = (ELSEWHERE, -1)
        self._waits = False
        self.mode = AwayMode(self, lambda: self.session.seats)
        self.view.paint_game()
        self.update()

    def hear(self) -> None:
        """Show what has come from other terminals."""
        from westwall_tui.ui.dialogs.asked import AskedDialog
        from westwall_tui.ui.dialogs.plan import PlanDialog

        for heard in self.session.hear():
            waited = self._asked[0] == ELSEWHERE
            if heard.fresh:
                self._start_over()
            elif heard.back:
                self.log.append(LogLine(f"{self._other()} took the last order back", heading=True))
                self._happened.clear()
                self._go_on(fresh=True)
            if heard.went_on:
                self.message = ()  # it was about what came before
                self._enter(heard.events)
            if isinstance(self.dialog, PlanDialog) and self.dialog.plan is not self.looking.plan:
                self.close()  # its enemy is gone, or the phase that it was made for has begun
            if heard.text:
                self.log.append(LogLine(heard.text, heading=True))
                self.say(heard.text)
            if heard.asks:
                self.open(AskedDialog(self, heard.asks, self._agree, self.dialog))
            if heard.asks or heard.calls or (waited and self._asked[0] != ELSEWHERE):
                self.view.ring()
            self.view.paint_game()
            self.update()

    def _start_over(self) -> None:
        """The game was read again: what was shown of the old one is void."""
        self._serial = -1
        self._happened.clear()
        self.looking.forget()
        self._read_log()
        self._go_on(fresh=True)

    def _hand_over(self, secret: bool) -> None:
        """Tell the other player that he decides. The cursor leaves the hex where the first one keeps a `secret`."""
        self._waits = True
        home = self._home() if secret else None
        if home is not None:
            self.view.move_cursor(home)
        self.mode = Mode(self)
        self.view.paint_game()
        self.open(HandOverDialog(self, self._take_over, self._news()))

    def _news(self) -> str:
        """What the last orders did."""
        last = next((line.text for line in reversed(self._fresh) if not line.heading), "")
        return " ".join(self._happened) or last

    def _take_over(self) -> None:
        """Put the mode of the pending decision in place."""
        if self._waits:
            self._happened.clear()
        self._waits = False
        kind = self.game.prompt.kind
        before, self._asked = self._asked, (kind, self.game.prompt.side)
        if before[0] and (self._asked != before or kind in SHARED):
            self.view.hold_keys()
        self.mode = mode_for(kind, self)
        self.mode.begin()
        self.view.paint_game()
        self.update()
        if kind == "over":
            self.show_page("account")

    def undo(self) -> None:
        """Take the last order back."""
        self.catch_up()
        before = self.game.log[:]
        try:
            if self.computer.plays(self.game.undoes):
                raise IllegalOrder("5.15", "the computer has decided since your last order")
            self.session.undo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        back = "; ".join(without_secrets(order) for order in before[len(self.game.log) :])
        self.log.append(LogLine(f"Taken back: {back}"))
        self._happened.clear()
        self.computer.rest()
        warning = self._warning()
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
        self._enter(events)

    # -- keys

    def act(self, action: str) -> None:
        """Do what a key does."""
        self.message = ()
        if action != "help":
            self._refused = ""
        if self.dialog is not None:
            if not self.dialog.act(action):
                self._past(self.dialog, action)
        elif not self.looking.walk(action) and not self.looking.end(action):
            self._do(action)
        self.update()

    def point(self, h: int) -> None:
        """The mouse puts the cursor on a hex."""
        self.message = ()
        self.move_cursor(h)
        self.update()

    def _past(self, dialog: Dialog, action: str) -> None:
        """A key that the open dialog did not take."""
        if action == "help":
            from westwall_tui.ui.dialogs.boxhelp import BoxHelp

            self.open(BoxHelp(self, dialog))
        elif action in PAGES:
            self.show_page(PAGES[action])
        elif action == "hint":
            self.hint()
        elif action == "say":
            self._speak()
        elif action in OVERLAYS:
            self.looking.actions()[action]()
        elif action == "leave" and isinstance(dialog, HandOverDialog):
            self._leave()
        elif action in ("back", "leave"):
            self.close()
        else:
            self.say(f"Not while a box is open. {self._where_to_look()}")

    def unknown(self, key: str) -> None:
        """A key that does nothing."""
        self.say(f"{key} does nothing. {self._where_to_look()}")
        self.update()

    def interrupted(self) -> None:
        """Ctrl+C, which copies in some terminals and stops programs in others."""
        self.say(f"{self.key('leave')}: back to title (the game is saved). Ctrl+Q: quit at once")
        self.update()

    def typed(self, character: str) -> None:
        """A character was typed into the open dialog."""
        self.message = ()
        if self.dialog is not None:
            self.dialog.typed(character)
            self.update()

    def pasted(self, text: str) -> None:
        """Something was pasted: the first line of it goes into the open dialog, if that takes text."""
        line = first_line(text)
        if self.dialog is not None and self.dialog.typing and line:
            self.message = ()
            self.dialog.pasted(line)
            self.update()

    def _do(self, action: str) -> None:
        own = self.mode.actions().get(action)
        if own is not None:
            own()
        elif (common := self._common.get(action)) is not None:
            common(self)
        elif (look := self.looking.actions().get(action)) is not None:
            look()
        elif action in PAGES:
            self.show_page(PAGES[action])
        elif action in LOOKS:
            self.view.open_look(action)
        else:
            self.say(f"That does nothing now. {self._where_to_look()}")

    def _where_to_look(self) -> str:
        if isinstance(self.dialog, HandOverDialog):
            return f"{self.key('put')}: go on"
        if self.dialog is not None:
            return f"The box's last line shows its keys; {self.key('back')}: close it"
        return f"{self.key('help')} for help, {self.key('commands')} for all commands"

    def _in_hand(self, h: int) -> int:
        return self.mode.in_hand(h)

    def _confirm(self) -> None:
        self.mode.confirm(self.cursor)

    def _back(self) -> None:
        if self.computer.advises:
            self.computer.rest()
        elif not self.mode.back():
            self.say(
                f"Nothing to go back from. {self.key('undo')}: undo, "
                f"{self.key('leave')}: back to title (the game is saved)"
            )

    def _next(self) -> None:
        self.mode.next(1)

    def _previous(self) -> None:
        self.mode.next(-1)

    def _skip(self) -> None:
        self.mode.skip()

    def _end(self) -> None:
        self.mode.end()

    def _help(self) -> None:
        from westwall_tui.ui.dialogs.help import HelpDialog  # the rules need not be there at the start

        self.open(HelpDialog(self, self._refused))

    def _plan(self) -> None:
        """7.0: an attack on the enemy under the cursor: in the Movement Phase a plan of it, with units still to come.

        With a unit of the plan in hand, go to its hex; away from all enemies, the plan that there is, or a choice.
        """
        from westwall_tui.ui.dialogs.attack import AttackDialog
        from westwall_tui.ui.dialogs.plan import PlanChoice

        if self._asked[0] in (COMPUTER, ELSEWHERE):
            self._plan_ahead()
            return
        state, kind = self.game.state, self.game.prompt.kind
        enemy = state.occupants().get(self.cursor, -1)
        on_enemy = enemy >= 0 and state.units[enemy].side != state.side
        enemies = state.on_map(1 - state.side)
        if kind == "combat" and on_enemy:
            self.open(AttackDialog(self, (enemy,), plan=True))
        elif kind != "movement" or not enemies:
            self.say("Put the cursor on an enemy to preview an attack on it")
        elif on_enemy:
            self._open_plan(enemy)
        elif (h := self._planned_for_hand()) != NOWHERE:
            self.view.move_cursor(h)
            self.say(f"{self.key('confirm')}: move here as planned")
        elif self.looking.plan is not None:
            self._open_plan(self.looking.plan.enemies[0])
        else:
            self.open(PlanChoice(self, enemies, self._open_plan))

    def _planned_for_hand(self) -> int:
        """The hex that the plan has for the unit in hand; `NOWHERE` if there is none, or the cursor is there."""
        spots = self.looking.plan.spots if self.looking.plan else {}
        planned = (spot.hex for unit, spot in spots.items() if self._in_hand(spot.hex) == unit)
        h = next(planned, NOWHERE)
        return NOWHERE if h == self.cursor else h

    def _open_plan(self, enemy: int) -> None:
        from westwall_tui.ui.dialogs.plan import PlanDialog
        from westwall_tui.ui.overlays.plan import AttackPlan

        self.view.move_cursor(self.game.state.location[enemy])
        before = self.looking.plan
        plan = before if before is not None and enemy in before.enemies else AttackPlan(self.game, (enemy,))
        self.open(PlanDialog(self, plan, self.looking.show_plan, before))

    def _plan_ahead(self) -> None:
        """7.0: somebody else decides; plan an attack for your own next turn, as if it began now."""
        from westwall_tui.ui.dialogs.plan import PlanChoice
        from westwall_tui.ui.overlays.plan import PlanAhead

        state, side = self.game.state, self.viewer
        if side < 0 or state.phase is Phase.SETUP:
            self.say("There is nothing to plan now")
            return
        enemy = state.occupants().get(self.cursor, -1)
        if enemy >= 0 and state.units[enemy].side != side:
            self._open_plan_ahead(enemy)
        elif isinstance(self.looking.plan, PlanAhead):
            self._open_plan_ahead(self.looking.plan.enemies[0])
        elif enemies := state.on_map(1 - side):
            self.open(PlanChoice(self, enemies, self._open_plan_ahead))

    def _open_plan_ahead(self, enemy: int) -> None:
        from westwall_tui.ui.dialogs.plan import plan_ahead_dialog
        from westwall_tui.ui.overlays.plan import PlanAhead

        if self.game.state.location[enemy] < 0:
            self.say("It has left the map")
            return
        self.view.move_cursor(self.game.state.location[enemy])
        before = self.looking.plan
        mine = isinstance(before, PlanAhead) and enemy in before.enemies
        plan = before if mine else PlanAhead(lambda: self.game, self.viewer, (enemy,))
        assert isinstance(plan, PlanAhead)
        self.open(plan_ahead_dialog(self, plan, self.looking.show_plan, before))

    def _speak(self) -> None:
        """Say something to those at other terminals; what was in front goes back there afterwards."""
        from westwall_tui.ui.dialogs.chat import ChatDialog

        if not self.session.is_hosted:
            self.say("Nobody is at another terminal")
        elif not isinstance(self.dialog, ChatDialog):
            self.open(ChatDialog(self, self._said, self.dialog))

    def _said(self, text: str) -> None:
        try:
            self.session.say(text)
        except IllegalOrder as refusal:
            self.refuse(refusal)
        else:
            self.log.append(LogLine(f"You: {text}", heading=True))
            self.view.paint_game()

    def _agree(self, yes: bool) -> None:
        """Answer what the other player asked."""
        try:
            self.session.agree(yes)
        except IllegalOrder as refusal:
            self.refuse(refusal)

    def _other(self) -> str:
        """The player at another terminal whose order is meant."""
        return self.session.seats[self.game.side].name if self.game.side >= 0 else "Somebody"

    def _concede(self) -> None:
        from westwall_tui.ui.dialogs.concede import concede_dialog

        self.open(concede_dialog(self))

    def _leave(self) -> None:
        if self.session.trouble and not self.session.save():
            said = [row(line) for line in wrap(f"The last orders are {self.session.trouble}", 58)]
            answers = {"does": "leave anyway", "stays": "play on"}
            self.open(Confirm(self, "Leave without saving?", said, self.view.leave, **answers))
        else:
            self.view.leave()

    # -- what is shown

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

    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the footer."""
        if self.dialog is not None:
            return self.dialog.keys()
        lines = (("lines", "lines"),) if queries.needs_lines(self.game) else ()
        keys = (*(self.looking.keys() or self.mode.keys()), *lines, *ALWAYS)
        return [(name, word) for name, word in keys if name != "undo" or self.game.can_undo]

    _common: Mapping[str, Callable[["Play"], None]] = {
        "confirm": _confirm,
        "back": _back,
        "next": _next,
        "previous": _previous,
        "skip": _skip,
        "end": _end,
        "leave": _leave,
        "help": _help,
        "concede": _concede,
        "players": _players,
        "hint": hint,
        "say": _speak,
        "plan": _plan,
        "undo": undo,
        "redo": redo,
        "overview": lambda self: self.view.show_overview(),
        "larger": lambda self: self.view.set_size(1),
        "smaller": lambda self: self.view.set_size(-1),
    }


SHARED = ("retreat", "displace", "advance")
"""Decisions after the die of a combat; in a quick game the phasing player answers them for both sides."""

PAGES: Mapping[str, str] = {
    "reinforcements": "reinforcements",
    "tables": "tables",
    "rules": "rules",
    "all_keys": "keys",
    "account": "account",
    "saves": "saves",
    "line_list": "lines",
}
"""Actions that show a page of its own."""

OVERLAYS = ("zones", "enemy_reach", "lines", "objective_marks", "counted_marks", "front")
"""Actions that lay something over the map; the open dialog, if one is, stays open."""

LOOKS = ("goto", "commands", "messages", "legend")
"""Actions that open a dialog for finding your way."""


def next_size(name: str, step: int) -> str:
    """The size after or before one, or the same at either end."""
    return SIZES[min(max(0, SIZES.index(name) + step), len(SIZES) - 1)]
