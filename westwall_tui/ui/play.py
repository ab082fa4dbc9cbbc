"""Play: a game at the keyboard. It holds the session, the pending decision's mode and the open dialog.

Every order goes through `Play.apply`: to the session, which has it on disk when it returns; then the events go to the
log, and the mode of the next decision takes over. How things are painted is the screen's business (`playscreen.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple, Protocol

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order, OrderSyntaxError
from westwall_tui.files.session import Session
from westwall_tui.files.settings import SIZES
from westwall_tui.ui.combat_dialog import AttackDialog
from westwall_tui.ui.dialog import Confirm, Dialog
from westwall_tui.ui.helpdialog import HelpDialog, concede_dialog
from westwall_tui.ui.keys import BY_NAME, shown
from westwall_tui.ui.lookdialogs import HandOverDialog, hex_in
from westwall_tui.ui.mapview import DIRECTIONS, step
from westwall_tui.ui.modes.base import Mode
from westwall_tui.ui.modes.catalogue import mode_for
from westwall_tui.ui.rows import Row, Span, row

FAR = 5
"""Hexes that the cursor goes with Shift."""

ALWAYS = (("goto", "go to"), ("help", "help"), ("commands", "all"), ("leave", "leave"))
"""Keys that the footer shows behind the mode's, if there is room."""

WAYS = (*DIRECTIONS, "west", "east")

LOOKING = (("next_enemy", "enemies"), ("next_place", "objectives"), ("back", "back"))


class Told(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False


class View(Protocol):
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
        """Open one of the dialogs for finding one's way."""

    def leave(self) -> None:
        """Back to the title."""


class Play:
    """A game at the keyboard; what modes and dialogs know as their `Desk`."""

    def __init__(self, session: Session, view: View, *, handover: bool = True) -> None:
        self.session = session
        self.view = view
        self.handover = handover
        self.dialog: Dialog | None = None
        self.message: Row = ()
        """Shown in place of the prompt until the next key."""
        self.skipped: set[int] = set()
        self.log: list[Told] = []
        self.overlay = ""
        """`zones` or `reach`, or nothing."""
        self.hidden = False
        """Whether the counters are hidden, so that the ground can be seen."""
        self.looking: int | None = None
        """The hex to go back to after looking around."""
        self.mode = Mode(self)
        self._refused = ""
        """The case of the refusal that is shown now."""
        self._replayed: int | None = None
        """Line of the log that is being looked at again."""
        self._serial = -1
        self._decides = -1

    # -- the desk

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.session.game

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.view.cursor

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""
        self.view.move_cursor(h)

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order; it is saved, told in the log, and the next mode takes over. None when it was refused."""
        try:
            events = self.session.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return None
        self._tell(events)
        self._go_on()
        return events

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

    def update(self) -> None:
        """Paint what may have changed in the mode."""
        self.view.paint()

    def show_page(self, name: str) -> None:
        """Show a page of its own: `reinforcements`, `tables`, `rules`, `account` ..."""
        self.view.show_page(name)

    def open(self, dialog: Dialog) -> None:
        """Open a dialog over the map; one that is open is replaced."""
        self.dialog = dialog
        self.view.make_room(dialog)
        self.view.paint_dialog()

    def close(self) -> None:
        """Close the dialog that is open, if one is."""
        if self.dialog is not None:
            self.dialog = None
            self.view.paint_dialog()

    def refresh_dialog(self) -> None:
        """Paint what changed in the dialog."""
        self.view.paint_dialog()

    # -- from decision to decision

    def begin(self) -> None:
        """Start, or go on where the game was left."""
        game = self.game
        self._retell()
        self.log += [Told(note, heading=True) for note in self.session.notes]
        self._decides = game.prompt.side
        home = self._home()
        if home is not None:
            self.view.move_cursor(home)
        self._go_on(fresh=True)

    def _retell(self) -> None:
        """Fill the log with what has happened: the game is played through again from its orders."""
        game = self.game
        twin = Game(game.scenario, seed=game.seed, strict=game.strict)
        self._tell(twin.opening)
        events: list[Event] = []
        try:
            for line in game.log:
                if not line.startswith("roll"):
                    self._tell(events)
                    events = []
                events += twin.replay([line])
            self._tell(events)
        except (IllegalOrder, OrderSyntaxError):  # a game that goes on from a snapshot: its orders are all there is
            self.log = [Told(line) for line in (*self.session.history, *game.log)]

    def _home(self) -> int | None:
        """Where the cursor is at first: a unit that is asked for, or one of the side that decides."""
        game = self.game
        prompt = game.prompt
        asked = [game.state.location[u] for u in prompt.units if game.state.location[u] >= 0]
        own = [game.state.location[u] for u in game.state.on_map(max(prompt.side, 0))]
        places = [h for place in game.scenario.board.places if place.kind == "town" for h in place.hexes]
        return next(iter((*asked, *own, *places)), None)

    def _tell(self, events: Sequence[Event]) -> None:
        """Put events into the log: what belongs to one order on one line, turns and phases on their own."""
        line = ""
        for event in events:
            if isinstance(event, TurnBegan | PhaseBegan):
                if line:
                    self.log.append(Told(line))
                    line = ""
                self.log.append(Told(str(event), heading=True))
            else:
                line = f"{line}. {event}" if line else str(event)
        if line:
            self.log.append(Told(line))

    def _go_on(self, *, fresh: bool = False) -> None:
        """The next decision: its mode takes over, after a notice if it is the other player's."""
        game = self.game
        if game.state.serial != self._serial:
            self._serial = game.state.serial
            self.skipped.clear()
        self.looking = self._replayed = None
        prompt = game.prompt
        if prompt.side not in (self._decides, -1):
            self._decides = prompt.side
            if self.handover and not fresh and all(seat.kind == "person" for seat in self.session.seats):
                self.mode = Mode(self)
                self.view.paint_game()
                self.open(HandOverDialog(self, self._take_over))
                return
        self._take_over()

    def _take_over(self) -> None:
        """Put the mode of the pending decision in place."""
        kind = self.game.prompt.kind
        self.mode = mode_for(kind, self)
        self.mode.begin()
        self.view.paint_game()
        self.update()
        if kind == "over":
            self.show_page("account")

    def undo(self) -> None:
        """Take the last order back."""
        before = self.game.log[:]
        try:
            self.session.undo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        back = "; ".join(before[len(self.game.log) :])
        self.log.append(Told(f"Taken back: {back}"))
        self._go_on()
        self.say(f"Taken back: {back}. > does it again")

    def redo(self) -> None:
        """Give the order again that was taken back last."""
        try:
            events = self.session.redo()
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return
        self._tell(events)
        self._go_on()

    # -- keys

    def act(self, action: str) -> None:
        """Do what a key stands for."""
        self.message = ()
        if action != "help":
            self._refused = ""
        if self.dialog is not None:
            if not self.dialog.act(action):
                self._past(self.dialog, action)
        elif action in WAYS or action.startswith("far_"):
            self._walk(action)
        else:
            self._do(action)
        self.update()

    def _past(self, dialog: Dialog, action: str) -> None:
        """A key that the open dialog did not take."""
        if action in PAGES:
            self.show_page(PAGES[action])
        elif action == "leave" and isinstance(dialog, HandOverDialog):
            self._leave()
        elif action in ("back", "leave"):
            self.close()
        else:
            self.say("The box has the keys now; its last line tells which")

    def unknown(self, key: str) -> None:
        """A key that stands for nothing."""
        self.say(f"{key} does nothing. ? tells what is asked now, : lists every command")
        self.update()

    def interrupted(self) -> None:
        """Ctrl+C, which copies in some terminals and stops programs in others."""
        self.say("q leaves the game, which is saved already; Ctrl+Q closes the program at once")
        self.update()

    def typed(self, character: str) -> None:
        """A character was typed into the open dialog."""
        self.message = ()
        if self.dialog is not None:
            self.dialog.typed(character)
            self.update()

    def _walk(self, action: str) -> None:
        far = action.startswith("far_")
        h = self.cursor
        for _ in range(FAR if far else 1):
            h = step(self.game.scenario.board, h, action.removeprefix("far_"))
        self.move_cursor(h)

    def _do(self, action: str) -> None:
        own = self.mode.actions().get(action)
        if self.looking is not None and action in ("confirm", "back", "look"):
            self.move_cursor(self.looking)
            self.looking = None
        elif own is not None:
            own()
        elif (common := self._common.get(action)) is not None:
            common(self)
        elif action in PAGES:
            self.show_page(PAGES[action])
        elif action in LOOKS:
            self.view.open_look(action)
        else:
            self.say("That does nothing now. ? tells what is asked, : lists every command")

    def _confirm(self) -> None:
        self.mode.confirm(self.cursor)

    def _back(self) -> None:
        if not self.mode.back():
            self.say("There is nothing to go back from. < takes an order back, q leaves (the game is saved)")

    def _next(self) -> None:
        self.mode.next(1)

    def _previous(self) -> None:
        self.mode.next(-1)

    def _skip(self) -> None:
        self.mode.skip()

    def _end(self) -> None:
        self.mode.end()

    def _help(self) -> None:
        self.open(HelpDialog(self, self._refused))

    def _plan(self) -> None:
        """7.0: what an attack on the enemy under the cursor would be, as things stand."""
        state = self.game.state
        enemy = state.occupants().get(self.cursor, -1)
        if self.game.prompt.kind not in ("movement", "combat") or enemy < 0 or state.units[enemy].side == state.side:
            self.say("Put the cursor on an enemy to see what an attack on it would be")
        else:
            self.open(AttackDialog(self, (enemy,), plan=True))

    def _concede(self) -> None:
        self.open(concede_dialog(self))

    def _leave(self) -> None:
        if self.session.trouble and not self.session.save():
            told = [row(line) for line in wrap(f"The last orders are {self.session.trouble}", 58)]
            told += [row(), row("Enter leaves all the same   Esc goes on", "bold")]
            self.open(Confirm(self, "Leave without having saved?", told, self.view.leave, also="confirm"))
        else:
            self.view.leave()

    # -- looking at the map

    def _toggle_overlay(self, what: str, told: str) -> None:
        self.overlay = "" if self.overlay == what else what
        self.view.paint_game()
        if self.overlay:
            self.say(told)

    def _zones(self) -> None:
        first, second = self.game.scenario.sides
        told = f"Zones of Control: {first.letter.lower()} {first.name}, {second.letter.lower()} {second.name}, & both"
        self._toggle_overlay("zones", f"{told}. z hides them")

    def _enemy_reach(self) -> None:
        enemy = 1 - max(self.game.prompt.side, 0)
        name = self.game.scenario.sides[enemy].name
        self._toggle_overlay("reach", f'Hexes marked " are where {name} units could go as things stand. Z hides them')

    def overlay_marks(self) -> Mapping[int, tuple[str, str]]:
        """Zones of control or the enemy's reach, as marks by hex."""
        game = self.game
        if self.overlay == "reach":
            enemy = 1 - max(game.prompt.side, 0)
            return dict.fromkeys(sorted(queries.side_reach(game, enemy)), ('"', f"zone{enemy}"))
        if self.overlay != "zones":
            return {}
        both = [queries.zone(game, side) for side in (0, 1)]
        found = {}
        for h in sorted(both[0] | both[1]):
            sides = [side for side in (0, 1) if h in both[side]]
            char = "&" if len(sides) > 1 else game.scenario.sides[sides[0]].letter.lower()
            found[h] = char, "obliged" if len(sides) > 1 else f"zone{sides[0]}"
        return found

    def _look(self) -> None:
        self.looking = self.cursor
        self.say("Looking around: m M enemies, o O objectives, g anything by name; Esc goes back to where you were")

    def _jump(self, hexes: Sequence[int], step: int, what: str) -> None:
        """Put the cursor on the next of some hexes, in the order given."""
        if not hexes:
            self.say(f"There are no {what}")
            return
        here = self.cursor
        if here in hexes:
            self.move_cursor(hexes[(hexes.index(here) + step) % len(hexes)])
        else:
            distance = self.game.scenario.board.grid.distance
            self.move_cursor(min(hexes, key=lambda h: (distance(h, here), h)))

    def _enemies(self) -> list[int]:
        state = self.game.state
        return [state.location[u] for u in state.on_map(1 - max(self.game.prompt.side, 0))]

    def objectives(self) -> list[int]:
        """The hexes that the scenario's victory speaks of, or the towns."""
        board = self.game.scenario.board
        found: dict[int, None] = {}
        for value in self.game.scenario.victory.values():
            for word in value if isinstance(value, list) else ():
                try:
                    found[board.hex(str(word))] = None
                except ValueError:
                    continue
        return list(found) or [place.hexes[0] for place in board.places if place.kind == "town"]

    def _replay(self, step: int) -> None:
        """One line of the log after the other, with the cursor where it happened."""
        at = min(max(0, (len(self.log) if self._replayed is None else self._replayed) + step), len(self.log))
        self._replayed = at if at < len(self.log) else None
        if self._replayed is None:
            self.say("That is all that has happened. [ goes back through it")
            return
        told = self.log[at].text
        h = hex_in(self.game, told)
        if h is not None:
            self.move_cursor(h)
        self.say(f"[{at + 1} of {len(self.log)}] {told}")

    def _toggle_counters(self) -> None:
        self.hidden = not self.hidden
        self.view.paint_game()
        if self.hidden:
            self.say("The counters are hidden; v shows them again")

    # -- what is shown

    def switched(self) -> str:
        """What the player has switched on or off on the map, with its key: for the phase bar."""
        on = {"zones": ("zones", "zones"), "reach": ("enemy_reach", "enemy reach")}.get(self.overlay)
        told = [*([on] if on else ()), *([("counters", "no counters")] if self.hidden else ())]
        return "".join(f"  {shown(BY_NAME[name].keys)}: {what}" for name, what in told)

    def prompt(self) -> Row:
        """The prompt line: a word to the player, or who decides what now."""
        if self.message:
            return self.message
        if self.session.trouble:
            what = self.session.trouble
            return row(f"{what}. The game goes on, and is saved with the next order that can be", "refusal")
        if self.dialog is not None:
            return row(self.game.prompt.text, "prompt")
        if self.looking is not None:
            return row(f"Looking around: Esc goes back to {self.game.state.number(self.looking)}", "prompt")
        return row(self.mode.prompt(), "prompt")

    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the footer."""
        if self.dialog is not None:
            return self.dialog.keys()
        if self.looking is not None:
            return (*LOOKING, *ALWAYS)
        keys = (*self.mode.keys(), *ALWAYS)
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
        "plan": _plan,
        "undo": undo,
        "redo": redo,
        "zones": _zones,
        "enemy_reach": _enemy_reach,
        "look": _look,
        "counters": _toggle_counters,
        "next_enemy": lambda self: self._jump(self._enemies(), 1, "enemies on the map"),
        "previous_enemy": lambda self: self._jump(self._enemies(), -1, "enemies on the map"),
        "next_place": lambda self: self._jump(self.objectives(), 1, "objectives"),
        "previous_place": lambda self: self._jump(self.objectives(), -1, "objectives"),
        "replay_back": lambda self: self._replay(-1),
        "replay_on": lambda self: self._replay(1),
        "larger": lambda self: self.view.set_size(1),
        "smaller": lambda self: self.view.set_size(-1),
    }


PAGES: Mapping[str, str] = {
    "reinforcements": "reinforcements",
    "tables": "tables",
    "rules": "rules",
    "all_keys": "keys",
    "account": "account",
    "saves": "saves",
}
"""Actions that show a page of its own."""

LOOKS = ("goto", "commands", "messages", "legend")
"""Actions that open a dialog for finding one's way."""


def next_size(name: str, step: int) -> str:
    """The size after or before one, or the same at either end."""
    return SIZES[min(max(0, SIZES.index(name) + step), len(SIZES) - 1)]
