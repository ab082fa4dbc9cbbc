"""The interface between a game on the screen and its decisions and boxes, and the base class of boxes.

Decisions and boxes read a `GameScreen`, give orders to it and show messages with it; `GameInPlay`
(`screens/play/game.py`) implements it. Nothing here paints: `Changes` collects what must be drawn, and the screen draws
it once, after a key has had its whole effect.

A `Dialog` is the content of a box and the effect of its keys. The panes of the playing screen (`terminal/pane.py`) ask
the open box for the cells that it covers.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.words import capital, sentence
from westwall_tui.files.disk.writing import Advice
from westwall_tui.ui.map.signs import SIGNS, zone_sign
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import Row, Span, row, with_more

if TYPE_CHECKING:
    from westwall_tui.ai.thinker import Thought
    from westwall_tui.files.sessions.base import Deputy
    from westwall_tui.ui.decisions.die import Die
    from westwall_tui.ui.map.overlays.attack_plan import AttackPlan


class Changes:
    """The changes that the screen must draw; after drawing, a new instance takes its place."""

    def __init__(self) -> None:
        self.cursor = False
        """True if the cursor was put on a hex that must be brought into sight."""
        self.dirty = False
        """True if something on the screen changed: marks, panel, prompt, keys, the open dialog."""
        self.game = False
        """True if an order may have changed more: counters, zones, phase bar, log."""
        self.unseen = False
        """True if keys pressed before the drawing are dropped, because they were meant for something else."""
        self.final = False
        """True if keys pressed before the terminal shows the changes are dropped too, because the answer is final."""
        self.page = ""
        """The name of a page to show."""
        self.copies = ""
        """The text to copy, as in `GameScreen.copy`."""
        self.die: Die | None = None
        """A die that the program has rolled, and that the player at the keyboard sees."""
        self.bell = False
        """True if the terminal must ring its bell, because the player must decide."""


class GameScreen:
    """A game on the screen, as decisions and boxes see it."""

    def __init__(self, keymap: Keymap, cursor: int = 0) -> None:
        self.keymap = keymap
        self.cursor = cursor
        """The hex under the cursor."""
        self.dialog: Dialog | None = None
        """The open dialog, or None."""
        self.jumped_to = NOWHERE
        """The hex to which the player jumped by typing; `NOWHERE` once Enter has been pressed."""
        self.message: Row = ()
        """The message shown in place of the prompt until the next key."""
        self.refused_case = ""
        """The case of the refusal on the screen."""
        self.skipped: set[int] = set()
        """Units that the player has skipped in this phase."""
        self.attack_plan: AttackPlan | None = None
        """The latest plan, for any phase and of either side; `plan` is the plan that applies now."""
        self.last_combat = ""
        """The last combat of this phase and its result, in a line; empty before the first."""
        self.changes = Changes()
        self._failed: set[str] = set()
        """Advisers whose failure the player has been shown."""

    # -- advice that fails

    def advice(self, adviser: str) -> Advice:
        """Guard a block that only advises or informs. If the block fails, the player is told so once.

        `adviser` is its name in that notice: `the coach`, `this page`.
        """
        return Advice(partial(self._tell_failure, adviser))

    def _tell_failure(self, adviser: str) -> None:
        if adviser not in self._failed:
            self._failed.add(adviser)
            self.notice_failure(f"{capital(adviser)} has no advice because of a bug: the error report has the details")

    def notice_failure(self, text: str) -> None:
        """Tell the player that advice is missing."""
        self.say(text)

    # -- the game

    @property
    def game(self) -> Game:
        """The game, read-only."""
        raise NotImplementedError

    @property
    def deputy(self) -> "Deputy | None":
        """The player whose decision the player at this keyboard makes, or None."""
        return None

    @property
    def who_decides(self) -> str:
        """The deciding side and, in a quick game, the side that answers for it, in words; undefined after the end."""
        return self.game.scenario.sides[self.game.side].adjective

    @property
    def viewer(self) -> int:
        """The side whose secrets may be shown, or -1."""
        raise NotImplementedError

    @property
    def decides_here(self) -> bool:
        """True if the player at this keyboard may give an order now."""
        return True

    @property
    def warns(self) -> bool:
        """True if the player wants warnings about the risks of a decision."""
        return True

    @property
    def note_sign(self) -> str:
        """The sign of the player's notes on the map; empty if the player has none."""
        return ""

    @property
    def coached(self) -> bool:
        """True if a coach advises the player before a phase ends."""
        return False

    def shown_as(self, sign: str) -> str:
        """Return how the map shows a sign that is given in ASCII: as a sign, or as a color."""
        return sign

    def zone_mark(self, side: int) -> str:
        """Return how the map shows a side's Zones of Control."""
        return self.shown_as(zone_sign(self.game.scenario, side))

    def sign(self, name: str) -> str:
        """Return how the map shows the sign with this name."""
        return self.shown_as(SIGNS[name].ascii)

    @property
    def can_undo(self) -> bool:
        """True if the last order can be undone here (5.15)."""
        raise NotImplementedError

    @property
    def shares_keyboard(self) -> bool:
        """True if two people play at this keyboard, so that they can undo the end of a Player-Turn together."""
        return False

    def is_final(self, order: Order) -> bool:
        """Return True if a legal order of the deciding side could not be undone here (5.15)."""
        ahead = self.game.fork(seed=0, viewer=self.game.side)
        ahead.apply(order)
        return not (ahead.can_undo_together if self.shares_keyboard else ahead.can_undo)

    @property
    def happened(self) -> Mapping[int, tuple[str, str]]:
        """Marks where another player acted, until the player at the keyboard acts."""
        return {}

    def unit_for(self, h: int) -> int:
        """Return the unit that Enter would send to a hex, or -1."""
        return -1

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order, save and log it, and turn to the next mode; if it is refused, show why and return None."""
        raise NotImplementedError

    def apply_all(self, orders: Iterable[Order]) -> bool:
        """Give orders that belong together, save once, and turn to the next mode; return False if one was refused.

        Each order is taken from the iterator after the one before it has been carried out. The prompt line shows a
        refusal.
        """
        raise NotImplementedError

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says; if that is refused, show why."""
        raise NotImplementedError

    def redo(self) -> None:
        """Repeat the order that was undone last; if that is refused, show why."""
        raise NotImplementedError

    def decline_advances(self) -> None:
        """Decline the pending advances, and for the player who decides all others of this phase without asking."""
        raise NotImplementedError

    def draw_die(self) -> int:
        """Return a random die, 1 to 6, or 0 if the players roll their own dice."""
        return 0

    def turn_to(self, kind: str) -> None:
        """Turn to a mode for a part of the pending decision; the mode of `game.prompt.kind` follows the next order."""
        raise NotImplementedError

    def advise(self, then: "Callable[[Thought], None]") -> bool:
        """Have the computer choose an order for the deciding player, then call `then`; return False if it cannot."""
        return False

    def advised_units(self) -> Collection[int]:
        """Return the units that are where a hint of this Player-Turn sent them."""
        return ()

    # -- the map

    def show_on_map(self, marks: Mapping[int, tuple[str, str]], hexes: Sequence[int], text: str) -> None:
        """Mark something on the map until the next order, put the cursor on the first of `hexes`, and say a text."""
        if hexes:
            self.move_cursor(hexes[0])
        self.say(text)

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex, and scroll that hex into sight."""
        self.cursor = h
        self.changes.cursor = self.changes.dirty = True

    @property
    def plan(self) -> "AttackPlan | None":
        """The attack plan on the map: the plan of the player at the keyboard, in that player's Movement Phase."""
        plan = self.attack_plan
        return plan if plan is not None and plan.live and plan.viewer == self.viewer else None

    def units_on_the_way(self) -> Sequence[int]:
        """Return the units of the attack plan that are not yet in their planned hexes."""
        plan = self.plan
        return plan.on_the_way if plan is not None else ()

    def plan_against(self, enemy: int) -> tuple[Sequence[int], int]:
        """Return the units and the Ground Support Points of this Combat Phase's plan against an enemy.

        The units are attackers and further enemies. If there is no such plan, return no units and 0 points.
        """
        plan = self.attack_plan
        if plan is None or not plan.is_for_this_phase or enemy not in plan.enemies:
            return (), 0
        return [unit for unit in (*plan.wanted, *plan.enemies) if unit != enemy], plan.support

    # -- messages

    def key(self, action: str) -> str:
        """Return the player's key for an action, for messages."""
        return self.keymap.first(action)

    def say(self, text: str) -> None:
        """Show a line in place of the prompt until the next key."""
        self.message = row(sentence(text))
        self.changes.dirty = True

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show a refusal as `CASE: reason`, and what to do instead; without a rule, only the reason."""
        of_a_rule = refusal.case[:1].isdigit()
        reason = refusal.reason
        why = f"{refusal.case}: {reason}" if of_a_rule else reason[:1].upper() + reason[1:]
        spans = [Span(why, "danger")]
        if do:
            spans.append(Span(f". {sentence(do)}"))
        self.message = tuple(spans)
        self.refused_case = refusal.case if of_a_rule else ""
        self.changes.dirty = True

    def update(self) -> None:
        """Have the screen drawn, as every key and click does."""
        self.changes.dirty = True

    def update_game(self) -> None:
        """Have the screen drawn with all that an order may have changed: counters, zones, phase bar, log."""
        self.changes.game = self.changes.dirty = True

    def show_page(self, name: str) -> None:
        """Show a page by its name: `reinforcements`, `tables`, `rules`, `rules:7.12`, `account`."""
        self.changes.page = name

    def copy(self, what: str) -> None:
        """Copy a text and say where it is: `position`, `log` and the words of a filter, or `report`."""
        self.changes.copies = what
        self.changes.dirty = True

    # -- the box

    def open(self, dialog: "Dialog") -> None:
        """Open a dialog over the map, in place of any other."""
        self.dialog = dialog
        self.changes.dirty = True
        if dialog.unseen:
            self.changes.unseen = True
            self.changes.final |= dialog.final

    def close(self) -> None:
        """Close the open dialog, if there is one."""
        if self.dialog is not None:
            self.dialog = None
            self.changes.dirty = True


class Dialog:
    """The content and the actions of a box."""

    title = ""
    wide = False
    """True if the box takes the whole width of the screen (combats, long texts), not only the width of the map."""
    docks = True
    """True if the box replaces the panel on a wide screen; tables made for 76 columns do not."""
    narrow = False
    """True if the rows also suit the width of the panel of a wide screen, and a row that doesn't fit ends in `...`."""
    about = ""
    """The name of the box's help text (`words/helptext.py`); the help lists its keys in any case."""
    typing = False
    """True if printable keys are text (`typed`) and not keys of actions."""
    clicked = "confirm"
    """The action of a second click on a line."""
    informs = False
    """True if the box only informs: then `leave` closes it, as it closes a page, and does not quit the game."""
    passes: Sequence[str] = ()
    """Actions of the screen that close the box first."""
    room = 15
    """Rows that the box can have without hiding the hexes that it is about; set by the layout."""
    unseen = True
    """True if keys pressed before the box was first on the screen are dropped, because they were not meant for it."""
    final = False
    """True if the answer is final: then keys pressed before the terminal has shown the box are dropped."""
    follows_orders = False
    """True if `confirm` may still be held down, because it gave the order that led here; it must first be released."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    @property
    def game(self) -> Game:
        """The game, read-only."""
        return self.screen.game

    def rows(self, width: int) -> Sequence[Row]:
        """Return the content as rows of at most that width; their number should not change while the box is open."""
        raise NotImplementedError

    def within(self, rows: Sequence[Row], room: int, width: int) -> Sequence[Row]:
        """Return the rows to show if only `room` fit."""
        return rows if len(rows) <= room else with_more(rows[:room], width, 0, len(rows) - room)

    def stake(self, width: int) -> str:
        """Return what is at stake, for the right end of the title line, in at most `width` columns."""
        return ""

    def prompt(self) -> str:
        """Return the question for the prompt line."""
        return self.game.prompt.text

    def act(self, action: str) -> bool:
        """Perform the action of a key (`confirm`, `up`, `yes`, `put` ...) and return True if the box has a use for it.

        If not, `back` closes the box, `leave` quits the game, and pages can be shown; no other action works while the
        box is open.
        """
        return False

    def pick(self, row: int) -> int:
        """Put the bar on the line in a row of the box, after a click, and return its number; -1 if there is none."""
        return -1

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the actions for the key bar, each with one or two words about its effect."""
        return (("back", "back"),)

    def typed(self, character: str) -> None:
        """Take a typed character (`typing`), or an empty string for Backspace."""

    def pasted(self, text: str) -> None:
        """Take a pasted line (`typing`) as if it were typed."""
        for character in text:
            self.typed(character)

    def hexes(self) -> Sequence[int]:
        """Return the hexes that should stay in sight beside the box if possible."""
        return ()

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return marks by hex, which are shown over the marks of the decision."""
        return {}
