"""Facts that the text of a script relies on, such as `cost 2/1 0705 : 5`, checked with the engine (docs/lessons.md).

All facts except `refuses` and `allows` end with a colon and the engine's answer.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn, TypeVar

from westwall_tui.engine import events, planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.planning import Preview
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.scenarios.hexsets import read_hexes

_Kind = TypeVar("_Kind")


class OrderSubject(NamedTuple):
    """The unit and the hex that an order or a refusal is about, each empty if there is none."""

    unit: str = ""
    hex: str = ""


class Situation:
    """The subject of conditions: the position, the events of the step, and the learner's last action."""

    def __init__(self, game: Game, learner: int) -> None:
        self.game = game
        self.learner = learner
        """The learner's side."""
        self.happened: list[Event] = []
        self.pressed: set[str] = set()
        """Actions whose keys the learner has pressed."""
        self.cursor = ""
        """The hex under the cursor, if the learner has moved the cursor."""
        self.answer = 0
        self.order = ""
        """The first word of the last order, if the learner's last action was an order."""
        self.given: Order | None = None
        """The last order."""
        self.refusal: IllegalOrder | None = None
        """The refusal of the last order."""

    @property
    def subject(self) -> OrderSubject:
        """The unit and hex that the last order is about: those that its refusal names, or else those in the order."""
        unit = getattr(self.given, "unit", "") or next(iter(getattr(self.given, "attackers", ())), "")
        hexes = getattr(self.given, "hexes", ()) or (getattr(self.given, "hex", ""),)
        if self.refusal is None:
            return OrderSubject(unit, hexes[-1])
        return OrderSubject(next(iter(self.refusal.units), unit), next(iter(self.refusal.hexes), hexes[-1]))

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """Return the events of a kind."""
        return [event for event in self.happened if isinstance(event, kind)]

    def support(self) -> list[int]:
        """Return the Ground Support Points of each attack and each fire."""
        attacks, fires = self.of(events.Attacked), self.of(events.Fired)
        return [*(event.support for event in attacks), *(event.support for event in fires)]


Holds = Callable[[Situation], bool]


class Names:
    """The names that a condition may use in its scenario. Every method raises `ValueError` for an unknown name."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def unit(self, word: str) -> int:
        """Return a unit by its id."""
        return self.scenario.unit(word)

    def unit_id(self, word: str) -> str:
        """Return a unit's id as events have it."""
        return self.scenario.units[self.scenario.unit(word)].id

    def side(self, words: Sequence[str]) -> int:
        """Return a side by its name."""
        return self.scenario.side(" ".join(words))

    def hexes(self, words: Sequence[str]) -> frozenset[int]:
        """Return the hexes of comma-separated terms of hex sets. Single hexes may be river hexes."""
        board = self.scenario.board
        wrong: list[str] = []
        terms = [term.strip() for term in " ".join(words).split(",")]
        single = [term for term in terms if term.isdigit()]
        found = {board.hex(term) for term in single}
        found |= set(read_hexes(board, [t for t in terms if t not in single], wrong.append, lambda _: None))
        if wrong:
            raise ValueError(wrong[0])
        return frozenset(found)


def misread(form: str) -> NoReturn:
    """Raise `ValueError` with the correct form of a condition."""
    raise ValueError(f"must have the form {form}")


def read_number(word: str) -> int:
    """Read a number of at most two figures. Raises `ValueError` for anything else."""
    found = int(word)  # `int` raises ValueError itself
    if abs(found) > 99:
        raise ValueError(f"{word} is too large")
    return found


Reader = Callable[[Sequence[str], Names], Holds]
"""A function that reads the words of a condition after the first one."""


HEX = 4
"""The number of figures in a hex number."""


def _fact(words: Sequence[str], form: str) -> tuple[str, str]:
    """Return the parts of a fact before and after the last ` : `."""
    about, colon, told = " ".join(words).rpartition(" : ")
    if not colon:
        misread(form)
    return about, told


def _read_order(line: str) -> str:
    try:
        return str(parse(line))
    except OrderSyntaxError as error:
        raise ValueError(str(error)) from None


def _of_attack(form: str, answer: Callable[[Preview], str]) -> Reader:
    """Return the reader of a fact about an attack that could be declared."""

    def read(words: Sequence[str], names: Names) -> Holds:
        about, told = _fact(words, form)
        order = parse(_read_order(about))
        if not isinstance(order, Attack):
            return misread(form)

        def holds(now: Situation) -> bool:
            found = planning.preview(now.game, order)
            return found is not None and answer(found) == told

        return holds

    return read


def _read_gives(words: Sequence[str], names: Names) -> Holds:
    form = "gives ATTACK on 1 to 4 : D2"
    about, told = _fact(words, form)
    attack, on, dice = about.rpartition(" on ")
    first, _, last = dice.partition(" to ")
    order = parse(_read_order(attack))
    if not (on and first.isdigit() and (last or first).isdigit() and isinstance(order, Attack)):
        return misread(form)

    def holds(now: Situation) -> bool:
        found = planning.preview(now.game, order)
        return found is not None and {*found.odds.results[int(first) - 1 : int(last or first)]} == {told}

    return holds


def _read_cost(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "cost U HEX : POINTS or never")
    name, _, number = about.partition(" ")
    unit, (h,) = names.unit(name), names.hexes([number])

    def holds(now: Situation) -> bool:
        left = queries.reach(now.game, unit).left.get(h)
        if left is None:
            return told == "never"
        return told == f"{(queries.allowance(now.game, unit) - left) / 2:g}"

    return holds


def _of_unit(form: str, answer: Callable[[Situation, int], str]) -> Reader:
    """Return the reader of a fact about a unit."""

    def read(words: Sequence[str], names: Names) -> Holds:
        about, told = _fact(words, form)
        unit = names.unit(about)
        return lambda now: answer(now, unit) == told

    return read


def _of_side(form: str, answer: Callable[[Situation, int], str]) -> Reader:
    """Return the reader of a fact about a side."""

    def read(words: Sequence[str], names: Names) -> Holds:
        about, told = _fact(words, form)
        side = names.side([about])
        return lambda now: answer(now, side) == told

    return read


def _read_distance(words: Sequence[str], names: Names) -> Holds:
    form = "distance U HEX : 3, or HEX HEX"
    about, told = _fact(words, form)
    first, _, second = about.partition(" ")
    (to,) = names.hexes([second])
    grid = names.scenario.board.grid
    if len(first) == HEX and first.isdigit():
        (h,) = names.hexes([first])
        return lambda _: str(grid.distance(h, to)) == told
    unit = names.unit(first)

    def holds(now: Situation) -> bool:
        at = now.game.state.location[unit]
        return at >= 0 and str(grid.distance(at, to)) == told

    return holds


def _read_die(words: Sequence[str], names: Names) -> Holds:
    form = "die 1 to 2 : WHAT IT BRINGS"
    about, told = _fact(words, form)
    first, _, last = about.partition(" to ")
    if not (first.isdigit() and (last or first).isdigit()):
        return misread(form)

    def holds(now: Situation) -> bool:
        due = queries.die_due(now.game)
        return due is not None and {*due.table[int(first) - 1 : int(last or first)]} == {told}

    return holds


def _read_rolled(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "rolled 5 : +9 D1")
    return lambda now: any(
        str(event.die) == about and f"{event.differential:+d} {event.result}" == told
        for event in now.of(events.Rolled)[-1:]
    )


def _scored(now: Situation, side: int) -> str:
    """Return the points that a side scored in this step."""
    return str(sum(event.points for event in now.of(events.Scored) if event.side == now.game.scenario.sides[side].name))


def _read_limit(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "limit ATTACK : artillery units 3 of at most 2 (CASE)")
    order = parse(_read_order(about))
    if not isinstance(order, Attack):
        return misread("limit ATTACK : LIMIT")
    return lambda now: planning.attack_limit(now.game, order) == told


def _read_outcome(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "outcome SIDE : THE FIRST WORDS OF ITS REASON")
    side = names.side([about])
    return lambda now: (
        now.game.outcome is not None and now.game.outcome.winner == side and now.game.outcome.reason.startswith(told)
    )


def _read_refuses(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "refuses ORDER : CASE")
    line = _read_order(about)

    def holds(now: Situation) -> bool:
        refusal = now.game.explain(line)
        return refusal is not None and refusal.case == told

    return holds


def _read_allows(words: Sequence[str], names: Names) -> Holds:
    line = _read_order(" ".join(words))
    return lambda now: now.game.explain(line) is None


FACTS: Mapping[str, Reader] = {
    "odds": _of_attack(
        "odds ATTACK : +3 D2 D2 D2 D1 Br Br",
        lambda found: f"{found.odds.differential:+d} {' '.join(found.odds.results)}",
    ),
    "points": _of_attack("points ATTACK : 13 4", lambda found: f"{found.odds.attack} {found.odds.defense}"),
    "ground": _of_attack("ground ATTACK : Town at 0403", lambda found: found.reason),
    "column": _of_attack("column ATTACK : +9-11", lambda found: found.odds.column),
    "gives": _read_gives,
    "cost": _read_cost,
    "allowance": _of_unit("allowance U : 7", lambda now, unit: f"{queries.allowance(now.game, unit) / 2:g}"),
    "strength": _of_unit("strength U : 2-4-7", lambda now, unit: str(now.game.scenario.units[unit].strength)),
    "distance": _read_distance,
    "rolled": _read_rolled,
    "die": _read_die,
    "supports": _of_side("supports SIDE : 4", lambda now, side: str(queries.support_left(now.game, side))),
    "limit": _read_limit,
    "scored": _of_side("scored SIDE : 5", _scored),
    "scores": _of_side("scores SIDE : 5", lambda now, side: str(queries.totals(now.game)[side])),
    "outcome": _read_outcome,
    "refuses": _read_refuses,
    "allows": _read_allows,
}
"""The readers of a fact's remaining words, by the fact's first word."""
