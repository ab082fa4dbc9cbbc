"""Counters: a word above two numbers, with the sign of the state in place of the word's last letter.

The case of letters shows the army, as colors do. The first two letters tell all kinds of units apart.
"""

from collections import Counter
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.units import Unit
from westwall_tui.ui.map.geometry import SMALL
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.sheet.printed import BRIDGE_SIGN, WATERS
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, KIND_LETTERS, OBLIGED, OFFERED, READY, SIGNS, kind_word

ALARM, CHOICE, CHOSEN, NOTED = "alarm", "choice", "chosen", "noted"
STATE_ROLES = {
    **dict.fromkeys((OBLIGED, *(SIGNS[name].ascii[0] for name in ("line_cut", "gap", "lost", "loss"))), ALARM),
    **dict.fromkeys((OFFERED, HELD, *(SIGNS[name].ascii for name in ("counts", "taken"))), CHOICE),
    **dict.fromkeys((JOINED, SIGNS["plan"].ascii), CHOSEN),
    **dict.fromkeys((SIGNS[name].ascii for name in ("line_open", "front", "moved_in", "fought")), NOTED),
}
"""The style of the cell with the sign of a state. The rest of the counter keeps its style, which shows the owner.

Each letter needs a style of its own, or it would be read as part of the word.
"""


CROSSINGS = ("bridge", "laid", "wired", "blown")
"""Roles of crossings."""

NAME = 6
"""Maximum characters of a unit's name on a large counter."""


class Token(NamedTuple):
    """A counter as the map shows it."""

    word: str
    """The word for the unit's kind: `inf`, `INF` or `Inf`, by its army."""
    numbers: tuple[int, int]
    """Attack and defense strength, or those of barrage and Final Protective Fire."""
    title: str
    full: str
    nation: str
    """The role of the unit's nation."""
    state: str = READY
    """The sign of the unit's state; empty if the unit is ready."""
    units: int = 1
    """The number of units in the hex."""

    @property
    def german(self) -> bool:
        """True if the counter's letters are lowercase."""
        return self.word.islower()

    @property
    def rows(self) -> tuple[str, str]:
        """The first and the last row of a large counter: at least five characters, at most seven."""
        name = self.title if len(self.title) <= NAME else f"{self.title[: NAME - 1]}."
        return name.center(5), self.full[:7].center(5)

    @property
    def letter(self) -> str:
        """The letter for the unit's kind, in the case of its army."""
        letter = KIND_LETTERS[self.word.lower()]
        return letter if self.german else letter.upper()


def token_of(unit: Unit, nation: str) -> Token:
    """Return a unit's counter."""
    s = unit.strength
    numbers = (s.barrage, s.fpf) if unit.is_artillery else (s.attack, s.defense)
    full = f"{s.barrage}-{s.fpf}-{s.range}" if unit.is_artillery else str(s)
    return Token(kind_word(unit.kind, nation), numbers, unit.designation, full, nation)


def counter_cells(canvas: Canvas, h: int, token: Token) -> list[Cell]:
    """Return the cells of a counter."""
    done = "_done" if token.state == DONE else ""
    upper, lower = token.nation + done, f"{token.nation}_low{done}"
    how = STATE_ROLES.get(token.state)
    eye = f"{token.nation}_{how}" if how else ""
    count = str(token.units) if token.units > 1 else ""
    first, second = (str(n)[-1] if n < 10 else "+" for n in token.numbers)
    corner = token.state or count
    if canvas.size is SMALL:
        return [
            *canvas.cells(h, (1, 0), token.letter, upper),
            *canvas.cells(h, (2, 0), corner or " ", eye or upper),
            *canvas.cells(h, (1, 1), first + second, lower),
        ]
    if canvas.size.down == 2:
        return [
            *canvas.cells(h, (1, 0), token.word[:2], upper),
            *canvas.cells(h, (3, 0), corner or token.word[2], eye or upper),
            *canvas.cells(h, (1, 1), f"{first}-{second}", lower),
        ]
    name, full = token.rows
    return [
        *canvas.cells(h, (1 if len(name) > 5 else 2, 0), name, upper),
        *canvas.cells(h, (2, 1), f" {token.word}", upper),
        *canvas.cells(h, (6, 1), corner or " ", eye or upper),
        *canvas.cells(h, (1 if len(full) > 5 else 2, 2), full, lower),
    ]


def over_water(cell: tuple[str, str], below: str) -> tuple[str, str]:
    """Return a cell of a counter over water or over a crossing, as character and role.

    `below` is the role of the water.

    The hyphen between the numbers has the water's ground; all characters are the counter's own.
    The sign of the water or the crossing is beside the counter (`marks.py`), so that it is visible without colors too.
    """
    char, role = cell
    shown = "_low" in role and char == "-" and below in (*WATERS, *CROSSINGS)
    return char, f"{role}+{below}" if shown else role


# -- counters and bridges in the current position


class Counters:
    """The counters of a game. Each is created when it is first shown."""

    def __init__(self) -> None:
        self._tokens: dict[int, Token] = {}

    def of(self, game: Game) -> dict[int, Token]:
        """Return the counters by hex.

        If two units share a hex, the counter is that of the last one, with their number.
        """
        state = game.state
        counts = Counter(state.location)
        return {h: self._token_of(game, unit, counts[h]) for h, unit in state.occupants().items()}

    def _token_of(self, game: Game, unit: int, count: int) -> Token:
        state = game.state
        token = self._tokens.get(unit)
        if token is None:
            token = token_of(state.units[unit], game.scenario.army(unit))
            self._tokens[unit] = token
        fought = state.serial in (state.attacked[unit], state.defended[unit], state.fired[unit])
        return token._replace(units=count, state=DONE if fought else token.state)


def gates(game: Game) -> dict[tuple[int, int], str]:
    """Return the bridges that are wired, blown or laid, with the names of their signs."""
    found = (crossing for crossing in queries.crossings(game) if crossing.state)
    return {crossing.pair: BRIDGE_SIGN[crossing.state] for crossing in found}
