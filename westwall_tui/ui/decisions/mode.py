"""Modes: what the keyboard does and the map shows during each kind of pending decision."""

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
from westwall_tui.words.rows import Row, row, with_more

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk


class Mark(NamedTuple):
    """A mark in a hex: a text from the map's table of signs and its role, so that color alone never carries meaning.

    On a counter the mark becomes the state in the word's last cell (`ui/map/hexes/marks.py`).
    """

    char: str
    role: str


THROUGH = Mark(",", "faint")
"""A hex that the selected unit may only pass through."""
PATH = Mark("@", "path")
"""A hex on the route that the unit would take."""
WAYPOINT = Mark("P", "path")
"""A hex to which the player has pinned the route."""
SELECTED = Mark("@", "selected")
"""The unit that the decision is about."""
OBLIGED = Mark("!", "obliged")
"""A unit that must attack or be attacked."""
TARGET = Mark("?", "target")
"""An enemy that can be attacked."""
CHOSEN = Mark("&", "target")
"""An enemy that is being attacked."""
JOINED = Mark("&", "selected")
"""A unit that takes part in the combat."""
OFFERED = Mark("?", "offered")
"""A unit that could take part, or that may be selected."""
REACH = "reach"
"""The role of a hex in reach."""
LEGAL = Mark("*", REACH)
"""A hex that the player may choose."""
DONE = Mark(".", "faint")
"""A unit that has moved or cannot move."""

SHOWN = 5
"""Number of units that the side panel lists, around the selected one."""
PANEL = 24
"""Columns of text in the narrow panel."""


def reach_mark(left: int, zone: str = "") -> Mark:
    """Return the mark of a hex in reach: the Movement Points left there (given in halves) and the enemy zone's sign."""
    return Mark(f"{left // 2}{chr(39) if left % 2 else ''}{zone}", REACH)


def on_the_way(mark: Mark) -> Mark:
    """Return the mark of a hex on the route to the cursor, with the number if the hex is in reach."""
    return Mark(mark.char + PATH.char if mark.role == REACH else PATH.char, PATH.role)


def named(mark: Mark | None) -> Mark:
    """Return the mark of a hex that a text names: its own mark, followed by the sign for named hexes."""
    if mark is None:
        return Mark(NAMED, PATH.role)
    return mark if mark in (LEGAL, SELECTED) else Mark(mark.char + NAMED, mark.role)


def numbers_in(marks: Mapping[int, tuple[str, str]]) -> Mapping[int, Mark]:
    """Return the marks of the numbered hexes in reach, without the signs for the route and for named hexes."""
    texts = {
        h: char.removesuffix(NAMED).removesuffix(PATH.char)
        for h, (char, role) in marks.items()
        if role in (REACH, PATH.role)
    }
    return {h: Mark(text, REACH) for h, text in texts.items() if text[:1].isdigit()}


EACH_STEP = 4
"""Number of hexes at the end of a route that are all marked.

Before these, only hexes where the route turns are marked.
"""


def way_marks(game: Game, way: Sequence[int], marks: Mapping[int, Mark]) -> dict[int, Mark]:
    """Return the marks of the hexes on a route.

    One step of the cursor may change the whole route, and few bytes should be written for it. Therefore hexes with
    units on them keep their marks, and the far part of a long route is marked only where it turns.
    """
    grid, held = game.scenario.board.grid, game.state.location
    turns = {h for a, h, b in zip(way, way[1:], way[2:], strict=False) if grid.direction(a, h) != grid.direction(h, b)}
    near = way[-EACH_STEP:]
    return {h: on_the_way(marks.get(h, PATH)) for h in way if h not in held and (h in near or h in turns)}


MODES: "dict[str, type[Mode]]" = {}
"""The modes whose modules have been loaded, by kind of decision."""


class Mode:
    """The marks, prompt and keys of one pending decision.

    `class LookingMode(Mode, kind="scout")` declares the mode for prompts of that kind (`Game.prompt`).
    """

    kind: ClassVar[str] = ""
    """The kind of decision that the mode is for; empty if for none."""

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:
            MODES[kind] = cls
        cls.kind = kind

    box: Dialog | None = None
    """The box in which the decision is made; None before it opens, and for a decision on the map."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    @property
    def game(self) -> Game:
        """The game, read-only."""
        return self.screen.game

    @property
    def who(self) -> str:
        """The name of the side that decides."""
        return self.screen.who_decides

    @property
    def about(self) -> str:
        """The name of the help text (`words/helptext.py`): the kind of the pending decision, if it is the player's."""
        return self.game.prompt.kind

    def begin(self) -> None:
        """Select a unit and place the cursor, once the mode is in place."""

    def prompt(self) -> str:
        """Return one line that says who decides what, and how much is left; it names no keys."""
        return self.game.prompt.text

    def marks(self) -> Mapping[int, Mark]:
        """Return the marks by hex."""
        return {}

    def route(self) -> Sequence[int]:
        """Return the route to the cursor, hex by hex, for the drawn map; empty if there is none."""
        return ()

    def goals(self) -> Collection[int]:
        """Return the hexes in reach of the selected unit if the map should scroll to show them; otherwise none."""
        return ()

    def front_line(self) -> Sequence[int]:
        """Return the front that is being named, hex by hex, for the drawn map; empty if there is none."""
        return ()

    def selected_unit(self) -> int:
        """Return the selected unit, or -1."""
        return -1

    def hint_about(self) -> str:
        """Return the unit or the division that a hint should be about; empty for any."""
        unit = self.selected_unit() if self.game.prompt.kind in ("movement", "set-up") else -1
        return self.game.state.units[unit].id if unit >= 0 else ""

    def unit_for(self, h: int) -> int:
        """Return the unit that Enter would send to a hex, or -1."""
        return -1

    def means(self, h: int) -> Row:
        """Return a row that says what a hex means to the selected unit; empty if there is nothing to say."""
        return ()

    def panel(self, h: int) -> Sequence[Row]:
        """Return rows about a hex to add to the side panel. Rows longer than 24 characters are folded."""
        return ()

    def entering(self, h: int) -> Sequence[Row]:
        """Return the units that can enter at a hex, for a panel that has no list of reinforcements."""
        return ()

    def risks(self, h: int) -> "Sequence[Risk]":
        """Return the risks of pressing Enter on a hex, the most points first."""
        return ()

    def confirm(self, h: int) -> None:
        """Act on the cursor's hex, after Enter."""

    def back(self) -> bool:
        """Go one step back, after Escape or Backspace, but never out of the game; return False if there is no step."""
        return False

    def next(self, step: int) -> None:
        """Select the next (1) or previous (-1) unit that can act, after Tab or Shift+Tab."""
        self.screen.say(f"There is no unit to select here. {self.screen.key('help')}: help")

    def skip(self) -> None:
        """Skip the selected unit, after Space."""
        self.next(1)

    def end(self) -> None:
        """End the phase, after E; ask first if something is left to do."""
        state = self.game.state
        if self.game.outcome is not None:
            self.screen.say(f"The game is over. {self.screen.key('leave')}: quit")
        elif self.screen.viewer == state.side:
            self.screen.say(f"Finish this first; then {self.screen.key('end')} ends the phase")
        else:
            self.screen.say("This is the other side's phase: you cannot end it")

    @property
    def places(self) -> frozenset[str]:
        """The places whose keys work in this mode, for `Keymap.action_in`: the mode, the battle, and every map."""
        game, found = self.game, {self.kind}
        if game.outcome is None:
            found.update(kind.word for kind in queries.extra_kinds(game))
        if queries.front_side(game) >= 0:
            found |= FRONT
        if queries.needs_lines(game):
            found |= LINES
        return MAP | found

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Return more actions of the mode by name (`keymap.py`): `attack`, `waypoint`, `exit` ..."""
        return {}

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the actions for the key bar, the most useful first, each with one or two words about its effect."""
        return ()

    # -- what modes share

    def refused(self, order: Order, advice: str = "") -> bool:
        """Return True if an order is not allowed, after showing why and what to do instead."""
        refusal = self.game.explain(order)
        if refusal is not None:
            self.screen.refuse(refusal, advice)
        return refusal is not None

    def give(self, order: Order, advice: str) -> None:
        """Give an order; if it is refused, say why, and what to do instead."""
        if not self.refused(order, advice):
            self.screen.apply(order)

    # -- extra orders, which only some battles add to the decision

    @cached_property
    def _extras_of_no_unit(self) -> Sequence[Order]:
        return queries.extra_orders(self.game)

    def _units_for_extras(self) -> Sequence[int]:
        """Return the selected unit or, without one, the units at the cursor."""
        unit = self.selected_unit()
        return [unit] if unit >= 0 else queries.units_at(self.game, self.screen.cursor)

    def _extras(self) -> Sequence[Order]:
        """Return the extra orders for the selected unit.

        If no unit is selected, return those for units at the cursor and those that need no unit.
        """
        found = [order for unit in self._units_for_extras() for order in queries.extra_orders(self.game, unit)]
        return found if self.selected_unit() >= 0 else [*self._extras_of_no_unit, *found]

    def extra_keys(self) -> Sequence[tuple[str, str]]:
        """Return the key bar's entries for the extra orders that can be given now."""
        now = {type(order) for order in self._extras()}
        return [(kind.word, name_of(kind)) for kind in queries.extra_kinds(self.game) if kind in now]

    def extra_actions(self) -> Mapping[str, Callable[[], object]]:
        """Return the effects of the keys for extra orders, by the word of the order."""
        return {kind.word: partial(self._give_extra, kind) for kind in queries.extra_kinds(self.game)}

    def _give_extra(self, kind: type[Order]) -> None:
        """Give an extra order of a kind, or turn to the mode for choosing one; if none is legal, say why."""
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
        """Move the cursor to the next (1) or previous (-1) of these hexes; from elsewhere, to the first or last."""
        self.screen.move_cursor(next_after(hexes, self.screen.cursor, step))


class ForwardMode(Mode):
    """A mode with a single action, which Enter, Tab, Space and E all perform."""

    def go_on(self) -> None:
        """Perform the single action."""
        raise NotImplementedError

    def confirm(self, h: int) -> None:
        self.go_on()

    def next(self, step: int) -> None:
        self.go_on()

    def end(self) -> None:
        self.go_on()


class BoxMode(Mode):
    """A mode whose decision is made in a box, which opens at once, and again with Enter after a look at the map."""

    def new_box(self) -> Dialog:
        """Return a new box for the decision."""
        raise NotImplementedError

    def begin(self) -> None:
        self._open_box()

    def confirm(self, h: int) -> None:
        self._open_box()

    def _open_box(self) -> None:
        self.box = self.new_box()
        self.screen.open(self.box)


def next_after(choices: Sequence[int], at: int, step: int) -> int:
    """Return the choice after (1) or before (-1) `at`, cyclically; the first or last if `at` is not among them."""
    place = choices.index(at) + step if at in choices else 0 if step > 0 else -1
    return choices[place % len(choices)]


def marked(count: int) -> str:
    """Return how many hexes may be chosen: `3 hexes are marked *`. Figures leave room for the rest of the prompt."""
    return f"{count} hexes are marked *" if count != 1 else "One hex is marked *"


def listed_units(game: Game, head: str, units: Sequence[int], chosen: int = -1) -> list[Row]:
    """Return a heading and `SHOWN` of some units, around the chosen one; nothing if there are no units."""
    if not units:
        return []
    at = units.index(chosen) if chosen in units else 0
    first = max(0, min(at - SHOWN // 2, len(units) - SHOWN))
    shown = [game.state.units[unit] for unit in units[first : first + SHOWN]]
    names = [
        row(f"{'>' if number == chosen else ' '} {unit.id:<7} {unit.strength}")
        for number, unit in zip(units[first:], shown, strict=False)
    ]
    below = len(units) - first - len(names)
    names = [*names[:-1], row()] if below else names  # a name leaves no room for the sign that more follow
    return with_more([row(head, "bold"), *names], PANEL, first, below + bool(below))


def undo_hint(screen: GameScreen, does: str) -> str:
    """Return a hint about the undo key, `<: undo`; empty if nothing can be undone (5.15)."""
    return f"{screen.key('undo')}: {does}" if screen.can_undo else ""


def quietest(game: Game, side: int, hexes: Sequence[int]) -> int:
    """Return the hex outside the enemy's zones that is farthest from the enemy: the default for a unit that must go."""
    state, zone = game.state, queries.zone(game, 1 - side)
    enemies = [state.location[unit] for unit in state.on_map(1 - side)]
    distance = state.scenario.board.grid.distance
    return min(hexes, key=lambda h: (h in zone, -min((distance(h, enemy) for enemy in enemies), default=0)))


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
"""The module of each mode, by kind of decision. Modules are loaded when needed, because a game needs only one at its
start."""


def mode_for(kind: str, screen: GameScreen) -> Mode:
    """Return a new mode for a kind of decision."""
    if kind not in MODES:
        import_module(f"{__package__}.{MODULES[kind]}")
    return MODES[kind](screen)
