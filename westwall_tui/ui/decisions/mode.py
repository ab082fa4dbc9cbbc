"""Mode: one kind of pending decision as seen from the keyboard; all of them by their kind."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.map.signs import NAMED
from westwall_tui.words.keymap import FRONT, LINES, MAP
from westwall_tui.words.orders import name_of
from westwall_tui.words.rows import Row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk


class Mark(NamedTuple):
    """A mark in a hex: a text of the map's table of signs, so that it is not told by colour alone, and its role.

    On a counter it becomes the state between the numbers (`ui/map/hexes/marks.py`).
    """

    char: str
    role: str


THROUGH = Mark(",", "faint")
"""A hex that it may only pass through."""
PATH = Mark("@", "path")
"""On the way that would be taken."""
WAYPOINT = Mark("P", "path")
"""Pinned by the player."""
SELECTED = Mark("@", "selected")
"""The unit that is being moved, retreated, advanced ..."""
OBLIGED = Mark("!", "obliged")
"""Must attack, or must be attacked."""
TARGET = Mark("?", "target")
"""An enemy that can be attacked."""
CHOSEN = Mark("&", "target")
"""An enemy that is being attacked."""
JOINED = Mark("&", "selected")
"""A unit that takes part."""
OFFERED = Mark("?", "offered")
"""A unit that could take part, or that has a choice to make."""
REACH = "reach"
"""The role of a hex in reach."""
LEGAL = Mark("*", REACH)
"""A hex that may be chosen."""
DONE = Mark(" ", "faint")
"""A unit that has moved, or that cannot."""

PANEL = 25
"""Columns of the narrow panel's text."""


def reach_mark(left: int, zone: str = "") -> Mark:
    """The mark for a hex in reach. `left`: half Movement Points that would be left there. `zone`: the enemy zone's
    sign, where units must stop.
    """
    return Mark(f"{left // 2}{chr(39) if left % 2 else ''}{zone}", REACH)


def on_the_way(mark: Mark) -> Mark:
    """The mark for a hex on the way to the cursor; the number of a hex in reach stays."""
    return Mark(mark.char + PATH.char if mark.role == REACH else PATH.char, PATH.role)


def named(mark: Mark | None) -> Mark:
    """Return the mark of a hex that a text names: its other mark, followed by the sign for that."""
    if mark is None:
        return Mark(NAMED, PATH.role)
    return mark if mark in (LEGAL, SELECTED) else Mark(mark.char + NAMED, mark.role)


def numbers_in(marks: Mapping[int, tuple[str, str]]) -> Mapping[int, Mark]:
    """The marks of the hexes in reach that have a number, without the signs of the way and of what a text names."""
    texts = {
        h: char.removesuffix(NAMED).removesuffix(PATH.char)
        for h, (char, role) in marks.items()
        if role in (REACH, PATH.role)
    }
    return {h: Mark(text, REACH) for h, text in texts.items() if text[:1].isdigit()}


EACH_STEP = 4
"""This many last hexes of a way are all marked; farther back only the turns are."""


def way_marks(game: Game, way: Sequence[int], marks: Mapping[int, Mark]) -> dict[int, Mark]:
    """The marks of the hexes on a way.

    One step of the cursor may change the whole way, yet few bytes should be written. So hexes with friends keep their
    marks, and the far part of a long way is marked only where it turns.
    """
    grid, held = game.scenario.board.grid, game.state.location
    turns = {h for a, h, b in zip(way, way[1:], way[2:], strict=False) if grid.direction(a, h) != grid.direction(h, b)}
    near = way[-EACH_STEP:]
    return {h: on_the_way(marks.get(h, PATH)) for h in way if h not in held and (h in near or h in turns)}


MODES: "dict[str, type[Mode]]" = {}
"""The modes whose modules are loaded, by kind of decision."""


class Mode:
    """A pending decision's marks, prompt and keys. A new one is made for every decision.

    `class LookingMode(Mode, kind="scout")` is the mode of that kind of `Game.prompt`.
    """

    kind: ClassVar[str] = ""
    """The kind of decision that it is for; empty if it is for none."""

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:
            MODES[kind] = cls
        cls.kind = kind

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.screen.game

    @property
    def who(self) -> str:
        """The name of the side that decides."""
        return self.screen.who_decides

    @property
    def about(self) -> str:
        """What its help explains, by the name of a text (`words/helptext.py`): the pending decision, if it is yours."""
        return self.game.prompt.kind

    def begin(self) -> None:
        """Called once the mode is in place: select what there is to select, put the cursor where it is needed."""

    def prompt(self) -> str:
        """One line: who decides what, and how many are left; the keys are in the last line."""
        return self.game.prompt.text

    def marks(self) -> Mapping[int, Mark]:
        """Marks by hex."""
        return {}

    def route(self) -> Sequence[int]:
        """The way that would be taken to the cursor, hex by hex, for the drawn map; empty if none."""
        return ()

    def goals(self) -> Collection[int]:
        """Where the unit in hand can go, so that the map scrolls far enough to show it; empty if all of it is near."""
        return ()

    def front_line(self) -> Sequence[int]:
        """The front that is being named, hex by hex, for the drawn map; empty if none is."""
        return ()

    def unit_in_hand(self) -> int:
        """The unit in hand, wherever the cursor is; -1 if there is none."""
        return -1

    def hint_about(self) -> str:
        """Return the unit or the division that a hint should be about; empty for any."""
        unit = self.unit_in_hand() if self.game.prompt.kind in ("movement", "set-up") else -1
        return self.game.state.units[unit].id if unit >= 0 else ""

    def in_hand(self, h: int) -> int:
        """The unit that Enter would send to a hex; -1 if there is none."""
        return -1

    def means(self, h: int) -> Row:
        """What a hex means to the unit in hand: a row below the unit, beside the hex's number; empty if nothing."""
        return ()

    def panel(self, h: int) -> Sequence[Row]:
        """What the mode adds to the side panel about a hex: rows of at most 25 characters; longer ones are folded."""
        return ()

    def risks(self, h: int) -> "Sequence[Risk]":
        """What Enter on a hex would put at risk, the most points first."""
        return ()

    def confirm(self, h: int) -> None:
        """Enter on the cursor's hex."""

    def back(self) -> bool:
        """Backspace or Escape: one step back, never out of the game. False if there is nothing to go back from."""
        return False

    def next(self, step: int) -> None:
        """Tab (1) or Shift+Tab (-1): the next or previous unit that can act."""
        self.screen.say(f"There is no unit to choose here. {self.screen.key('help')} for help")

    def skip(self) -> None:
        """Space."""
        self.next(1)

    def end(self) -> None:
        """E: end the phase; the first time with a warning that names what is left, if anything is."""
        state = self.game.state
        if self.game.outcome is not None:
            self.screen.say(f"The game is over. {self.screen.key('leave')}: leave it")
        elif self.screen.viewer == state.side:
            self.screen.say(f"Finish this first; then {self.screen.key('end')} ends the phase")
        else:
            whose = self.game.scenario.sides[state.side].name
            self.screen.say(f"It is the {whose} phase: you cannot end it")

    @property
    def places(self) -> frozenset[str]:
        """Where keys are live while it is in place, for `Keymap.action_in`: its own, its battle's, and everybody's."""
        game, found = self.game, {self.kind}
        if game.outcome is None:
            found.update(kind.word for kind in queries.extra_kinds(game))
        if queries.front_side(game) >= 0:
            found |= FRONT
        if queries.needs_lines(game):
            found |= LINES
        return MAP | found

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Further actions of the mode by name (see `keymap.py`): `attack`, `waypoint`, `exit` ..."""
        return {}

    def keys(self) -> Sequence[tuple[str, str]]:
        """What the footer shows, most useful first: an action's name and what it does in a word or two."""
        return ()

    # -- what modes share

    def refused(self, order: Order, advice: str = "") -> bool:
        """True if an order is not allowed: then why, and what to do instead, is shown."""
        refusal = self.game.explain(order)
        if refusal is not None:
            self.screen.refuse(refusal, advice)
        return refusal is not None

    def give(self, order: Order, advice: str) -> None:
        """Give an order; if it is refused, say why, and what to do instead."""
        if not self.refused(order, advice):
            self.screen.apply(order)

    # -- orders that a part of the battle adds to the decision

    @cached_property
    def _extras_of_no_unit(self) -> Sequence[Order]:
        return queries.extra_orders(self.game)

    def _units_for_extras(self) -> Sequence[int]:
        """The unit in hand; without one those at the cursor."""
        unit = self.unit_in_hand()
        return [unit] if unit >= 0 else queries.units_at(self.game, self.screen.cursor)

    def _extras(self) -> Sequence[Order]:
        """Such orders for the unit in hand; without one those of the units at the cursor, and those that name none."""
        found = [order for unit in self._units_for_extras() for order in queries.extra_orders(self.game, unit)]
        return found if self.unit_in_hand() >= 0 else [*self._extras_of_no_unit, *found]

    def extra_keys(self) -> Sequence[tuple[str, str]]:
        """The footer's keys for such orders that can be given now."""
        now = {type(order) for order in self._extras()}
        return [(kind.word, name_of(kind)) for kind in queries.extra_kinds(self.game) if kind in now]

    def extra_actions(self) -> Mapping[str, Callable[[], object]]:
        """By the word of such an order: what its key does."""
        return {kind.word: partial(self._give_extra, kind) for kind in queries.extra_kinds(self.game)}

    def _give_extra(self, kind: type[Order]) -> None:
        """Give an order of a kind, or choose one in the mode that is called like it; if none is legal, say why."""
        legal = [order for order in self._extras() if isinstance(order, kind)]
        if legal and kind.word in MODULES:
            self.screen.turn_to(kind.word)
        elif legal:
            self.screen.apply(legal[0])
        else:
            asked = (queries.why_no_extra(self.game, kind, unit) for unit in self._units_for_extras())
            refusal = queries.why_no_extra(self.game, kind) or next(filter(None, asked), None)
            if refusal is not None:
                self.screen.refuse(refusal, "")
            else:
                self.screen.say(f"Select a unit first: {self.screen.key('confirm')} on it")

    def cursor_to_next(self, hexes: Sequence[int], step: int) -> None:
        """The cursor from one of some hexes to the next (1) or previous (-1); from elsewhere to the first or last."""
        self.screen.move_cursor(next_after(hexes, self.screen.cursor, step))


class ForwardMode(Mode):
    """A mode in which only one thing can be done: Enter, Tab, Space and E all do it."""

    def go_on(self) -> None:
        """Do the one thing that can be done."""
        raise NotImplementedError

    def confirm(self, h: int) -> None:
        self.go_on()

    def next(self, step: int) -> None:
        self.go_on()

    def end(self) -> None:
        self.go_on()


class BoxMode(Mode):
    """What is decided in a box: it is open from the start; close it to look at the map, and Enter opens it again."""

    def new_box(self) -> Dialog:
        """The box."""
        raise NotImplementedError

    def begin(self) -> None:
        self.screen.open(self.new_box())

    def confirm(self, h: int) -> None:
        self.screen.open(self.new_box())


def next_after(choices: Sequence[int], at: int, step: int) -> int:
    """The one after the one `at` (1) or before it (-1), round and round; the first or the last where that is none."""
    place = choices.index(at) + step if at in choices else 0 if step > 0 else -1
    return choices[place % len(choices)]


def marked(count: int) -> str:
    """`3 hexes are marked *`: how many hexes may be chosen."""
    return f"{count} hexes are marked *" if count != 1 else "1 hex is marked *"


def undo_hint(screen: GameScreen, does: str) -> str:
    """`<: undo`, by the player's key; nothing where nothing can be taken back (5.15)."""
    return f"{screen.key('undo')}: {does}" if screen.can_undo else ""


def quietest(game: Game, side: int, hexes: Sequence[int]) -> int:
    """The hex where a unit that must go would be best off: the first outside the enemy's zones, if there is one."""
    zone = queries.zone(game, 1 - side)
    return min(hexes, key=lambda h: h in zone)


MODULES: Mapping[str, str] = {
    "notes": "setup",
    "set-up": "setup",
    "movement": "movement",
    "bridge": "bridges",
    "halted": "bridges",
    "demolition": "bridges",
    "combat": "combat",
    "fpf": "fpf",
    "roll": "roll",
    "retreat": "retreat",
    "displace": "retreat",
    "advance": "advance",
    "bridges": "bridges",
    "front": "front",
    "offer": "offer",
    "over": "idle",
}
"""The module of each mode, by kind of decision. Modules load when needed, since a resumed game starts in one of them.
"""


def mode_for(kind: str, screen: GameScreen) -> Mode:
    """A new mode for a pending decision."""
    if kind not in MODES:
        import_module(f"{__package__}.{MODULES[kind]}")
    return MODES[kind](screen)
