"""A game on the screen as decisions and boxes know it, and the box that may lie over its map.

`GameScreen` is what they read, what they give orders to, and how they tell the player something; `GameInPlay`
(`screens/play/game.py`) goes from decision to decision with it. Nothing here paints: what is to be drawn is noted in
`Changes`, and drawn once, when the key has done all that it does.

The panes of the playing screen (`terminal/pane.py`) ask the open box for the cells that it covers. A dialog is what is
in the box and what its keys do.
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
    from westwall_tui.ui.map.overlays.attack_plan import AttackPlan


class Changes:
    """What the screen must draw and do. Once that is done, a new one begins."""

    def __init__(self) -> None:
        self.cursor = False
        """The cursor was put on a hex, and that is to be in sight."""
        self.dirty = False
        """Something on the screen: marks, panel, prompt, keys, the open dialog."""
        self.game = False
        """What an order may change as well: counters, zones, phase bar, log."""
        self.unseen = False
        """Keys pressed before this is drawn were meant for something else, and are dropped."""
        self.final = False
        """True if keys pressed before the terminal has shown this are dropped, too: the answer cannot be taken back."""
        self.page = ""
        """A page to show."""
        self.bell = False
        """The player is asked: ring the terminal's bell."""


class GameScreen:
    """A game on the screen, as decisions and boxes know it."""

    def __init__(self, keymap: Keymap, cursor: int = 0) -> None:
        self.keymap = keymap
        self.cursor = cursor
        """The hex under the cursor."""
        self.dialog: Dialog | None = None
        """The open one."""
        self.jumped_to = NOWHERE
        """The hex to which the player jumped by what he typed; `NOWHERE` once he has pressed Enter."""
        self.message: Row = ()
        """Shown in place of the prompt until the next key."""
        self.refused_case = ""
        """The case of the refusal on the screen."""
        self.skipped: set[int] = set()
        """Units that their player skipped in this phase."""
        self.attack_plan: AttackPlan | None = None
        """The plan that was made last, for any phase and by either side; `plan` is the one that counts now."""
        self.last_combat = ""
        """The last combat of this phase and its result, in a line; empty before the first."""
        self.changes = Changes()
        self._failed: set[str] = set()
        """Advisers whose failure the player knows."""

    # -- advice that fails

    def advice(self, adviser: str) -> Advice:
        """Guard a block that only advises or tells: if it fails, the player sees that once.

        `adviser` names it in that notice: `the coach`, `this page`.
        """
        return Advice(partial(self._tell_failure, adviser))

    def _tell_failure(self, adviser: str) -> None:
        if adviser not in self._failed:
            self._failed.add(adviser)
            self.notice_failure(f"{capital(adviser)} has nothing to say because of a bug: the error report says more")

    def notice_failure(self, text: str) -> None:
        """Tell the player that advice is missing."""
        self.say(text)

    # -- what the game in play says

    @property
    def game(self) -> Game:
        """The game; for reading."""
        raise NotImplementedError

    @property
    def deputy(self) -> "Deputy | None":
        """Whom the player at this keyboard stands in for in this decision."""
        return None

    @property
    def who_decides(self) -> str:
        """The side that decides, and the one that answers for it in a quick game, in words; not for an ended game."""
        return self.game.scenario.sides[self.game.side].name

    @property
    def viewer(self) -> int:
        """The side whose secrets may be shown; -1 while nobody's may."""
        raise NotImplementedError

    @property
    def decides_here(self) -> bool:
        """True if the player at this keyboard may give an order now."""
        return True

    @property
    def warns(self) -> bool:
        """True if the player wants to be warned of what a decision puts at risk."""
        return True

    @property
    def coached(self) -> bool:
        """True if a coach speaks before the player's phases end."""
        return False

    def shown_as(self, sign: str) -> str:
        """Return how the map shows a sign, given in ASCII: as a sign, or as a color."""
        return sign

    def zone_mark(self, side: int) -> str:
        """Return how the map shows a side's Zones of Control."""
        return self.shown_as(zone_sign(self.game.scenario, side))

    def sign(self, name: str) -> str:
        """Return how the map shows the sign of a name."""
        return self.shown_as(SIGNS[name].ascii)

    @property
    def can_undo(self) -> bool:
        """True if the last order may be taken back here (5.15)."""
        raise NotImplementedError

    @property
    def happened(self) -> Mapping[int, tuple[str, str]]:
        """Marks where another player did something, until the one at the keyboard acts."""
        return {}

    def in_hand(self, h: int) -> int:
        """The unit that Enter would send to a hex; -1 if there is none."""
        return -1

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order; it is saved and logged, and the next mode takes over. None if it was refused.

        The refusal is shown in the prompt line.
        """
        raise NotImplementedError

    def apply_all(self, orders: Iterable[Order]) -> bool:
        """Give legal orders that belong together; they are saved once, then the next mode takes over.

        The next is asked for when the one before it has been carried out. False if one was refused, and the refusal is
        shown in the prompt line.
        """
        raise NotImplementedError

    def turn_to(self, kind: str) -> None:
        """Put a mode in place for a part of the pending decision; that of `game.prompt.kind` follows the next order."""
        raise NotImplementedError

    def advise(self, then: "Callable[[Thought], None]") -> bool:
        """Have the computer think of what the player to decide should do, and `then` told; False if there is none."""
        return False

    def advised_units(self) -> Collection[int]:
        """The units that stand where a hint of this Player-Turn sent them."""
        return ()

    # -- the map

    def show_on_map(self, marks: Mapping[int, tuple[str, str]], hexes: Sequence[int], told: str) -> None:
        """Mark something on the map until the next order, put the cursor on the first of some hexes, and tell it."""
        if hexes:
            self.move_cursor(hexes[0])
        self.say(told)

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""
        self.cursor = h
        self.changes.cursor = self.changes.dirty = True

    @property
    def plan(self) -> "AttackPlan | None":
        """The attack plan on the map: that of the player at the keyboard, in his Movement Phase."""
        plan = self.attack_plan
        return plan if plan is not None and plan.live and plan.side == self.viewer else None

    def units_on_the_way(self) -> Sequence[int]:
        """Units of the attack plan on the map that are not yet where it wants them."""
        plan = self.plan
        return plan.on_the_way if plan is not None else ()

    def plan_against(self, enemy: int) -> tuple[Sequence[int], int]:
        """Units and Ground Support Points that the plan for this Combat Phase has against an enemy.

        Units that attack and further enemies; nobody and 0 if there is no such plan.
        """
        plan = self.attack_plan
        if plan is None or not plan.is_for_this_phase or enemy not in plan.enemies:
            return (), 0
        return [unit for unit in (*plan.wanted, *plan.enemies) if unit != enemy], plan.support

    # -- what the player reads

    def key(self, action: str) -> str:
        """The key of an action as the player has set it, for hints."""
        return self.keymap.first(action)

    def say(self, text: str) -> None:
        """Show a line in place of the prompt until the next key."""
        self.message = row(sentence(text))
        self.changes.dirty = True

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show a refusal, `CASE: reason`, and what to do instead; only the reason if no rule forbids it."""
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
        """Have the screen drawn. A key or a click does so in any case."""
        self.changes.dirty = True

    def update_game(self) -> None:
        """Have the screen drawn with what an order may have changed: counters, zones, phase bar, log."""
        self.changes.game = self.changes.dirty = True

    def show_page(self, name: str) -> None:
        """Show a page of its own: `reinforcements`, `tables`, `rules`, `rules:7.12`, `account`."""
        self.changes.page = name

    # -- the box

    def open(self, dialog: "Dialog") -> None:
        """Open a dialog over the map; one that is open is replaced."""
        self.dialog = dialog
        self.changes.dirty = True
        if dialog.unseen:
            self.changes.unseen = True
            self.changes.final |= dialog.final

    def close(self) -> None:
        """Close the dialog that is open, if one is."""
        if self.dialog is not None:
            self.dialog = None
            self.changes.dirty = True


class Dialog:
    """The text and the actions of a box."""

    title = ""
    wide = False
    """True if it takes the whole width of the screen, for combats and what has much to say; else that of the map."""
    docks = True
    """True if it stands in place of the panel where the screen is wide; tables that are made for 76 columns do not."""
    about = ""
    """What its help explains, by the name of a text (`words/helptext.py`); its keys are listed anyway."""
    typing = False
    """True if printable keys are text (`typed`) and not keys of actions."""
    clicked = "confirm"
    """The action of a second click on a line."""
    tells = False
    """True if it only tells something: then `leave` closes it, as it closes a page, and does not leave the game."""
    passes: Sequence[str] = ()
    """Actions of the screen that close it first."""
    room = 15
    """Rows that it has before it hides what it is about; the layout says how many."""
    unseen = True
    """True if keys pressed before the box was first on the screen are dropped: nobody meant them for it."""
    final = False
    """True if its answer cannot be taken back: then keys pressed before the terminal has shown the box are dropped."""
    follows_orders = False
    """True if `confirm`, which gave the order that led here, may still be held: until it is let go it does nothing."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.screen.game

    def rows(self, width: int) -> Sequence[Row]:
        """What is in the box, as rows of at most that width; their number should stay the same while it is open."""
        raise NotImplementedError

    def within(self, rows: Sequence[Row], room: int, width: int) -> Sequence[Row]:
        """The rows that are shown where only so many fit."""
        return rows if len(rows) <= room else with_more(rows[:room], width, 0, len(rows) - room)

    def stake(self, width: int) -> str:
        """What is at stake, at the right of the title, in so many columns."""
        return ""

    def prompt(self) -> str:
        """What is asked while it is open."""
        return self.game.prompt.text

    def act(self, action: str) -> bool:
        """Do what a key does here: `confirm`, `up`, `yes`, `put` ... True if the box has a use for it.

        If not, `back` closes the box, `leave` leaves the game, and pages can be looked up; nothing else works while it
        is open.
        """
        return False

    def pick(self, row: int) -> int:
        """Put the bar on the line in a row of the box, as the mouse does; the line's number, -1 if there is none."""
        return -1

    def keys(self) -> Sequence[tuple[str, str]]:
        """What the footer shows while it is open: actions, and what each does in a word or two."""
        return (("back", "back"),)

    def typed(self, character: str) -> None:
        """A character was typed (`typing`); an empty string is Backspace."""

    def pasted(self, text: str) -> None:
        """A line was pasted (`typing`): as if it were typed."""
        for character in text:
            self.typed(character)

    def hexes(self) -> Sequence[int]:
        """Hexes that should stay in sight beside the box if that can be."""
        return ()

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Marks by hex, over those of the decision."""
        return {}
