"""Conditions of a lesson's script, a line each: `unit 25 in 0502 and not zone-at 25` (docs/lessons.md lists them).

`condition` reads a line for a scenario, so that a wrong word is found when the file is read; `holds` asks it of a
`Situation`. Nothing here knows a rule: the position answers through `queries` and `planning`, the rest are events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from westwall_tui.engine import events, planning, queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Attack, IllegalOrder, OrderSyntaxError, parse
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED, EXITED
from westwall_tui.files.boards import read_hexes

_Kind = TypeVar("_Kind")


class Situation:
    """What conditions are asked of: the position, what has happened since a step began, and what was done last."""

    def __init__(self, game: Game, learner: int) -> None:
        self.game = game
        self.learner = learner
        """The learner's side."""
        self.happened: list[Event] = []
        self.pressed: set[str] = set()
        """Actions whose keys were pressed."""
        self.cursor = ""
        """The hex under the cursor, once that was moved."""
        self.answer = 0
        self.order = ""
        """The first word of what was ordered last, if that was the last thing done."""
        self.refusal: IllegalOrder | None = None
        """Why that was refused."""

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The events of a kind."""
        return [event for event in self.happened if isinstance(event, kind)]

    def support(self) -> list[int]:
        """The Ground Support Points of each attack and each fire."""
        attacks, fires = self.of(events.Attacked), self.of(events.Fired)
        return [*(event.support for event in attacks), *(event.support for event in fires)]


Holds = Callable[[Situation], bool]


class Condition(NamedTuple):
    """A line of a script that holds or does not."""

    text: str
    holds: Holds

    @property
    def is_refusal(self) -> bool:
        """True if it is about an order that was refused."""
        return self.text.startswith("refused ")

    def __str__(self) -> str:
        return self.text


def condition(line: str, scenario: Scenario) -> Condition:
    """A line as a condition: `not` before a part, ` and ` and ` or ` between. Raises `ValueError`."""
    ways = [[_part(part.strip(), scenario) for part in way.split(" and ")] for way in line.split(" or ")]
    return Condition(line, lambda now: any(all(holds(now) for holds in parts) for parts in ways))


def _part(text: str, scenario: Scenario) -> Holds:
    if text.startswith("not "):
        inner = _part(text.removeprefix("not ").strip(), scenario)
        return lambda now: not inner(now)
    verb, _, rest = text.partition(" ")
    if verb not in READERS:
        raise ValueError(f"{text!r} is no condition; the first word must be one of {', '.join(READERS)}")
    return READERS[verb](rest.split(), Names(scenario))


class Names:
    """What the words of a condition name in its scenario; all raise `ValueError`."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def unit(self, word: str) -> int:
        """A unit by its id."""
        return self.scenario.unit(word)

    def unit_id(self, word: str) -> str:
        """A unit's id as events have it."""
        return self.scenario.units[self.scenario.unit(word)].id

    def side(self, words: Sequence[str]) -> int:
        """A side by its name."""
        return self.scenario.side(" ".join(words))

    def hexes(self, words: Sequence[str]) -> frozenset[int]:
        """Hexes: terms of hex sets between commas, and single ones even in a river."""
        board = self.scenario.board
        wrong: list[str] = []
        terms = [term.strip() for term in " ".join(words).split(",")]
        single = [term for term in terms if term.isdigit()]
        found = {board.hex(term) for term in single}
        found |= set(read_hexes(board, [t for t in terms if t not in single], wrong.append, lambda _: None))
        if wrong:
            raise ValueError(wrong[0])
        return frozenset(found)


def _wrong(form: str) -> Holds:
    raise ValueError(f"is written {form}")


def _number(word: str) -> int:
    number = int(word)  # raises ValueError itself
    if abs(number) > 99:
        raise ValueError(f"{word} is too much")
    return number


# -- the position


def _unit(words: Sequence[str], names: Names) -> Holds:
    match words:
        case [name, "in", *hexes] if hexes:
            unit, there = names.unit(name), names.hexes(hexes)
            return lambda now: now.game.state.location[unit] in there
        case [name, "off", edge] if edge in EDGES:
            unit, off = names.unit(name), EXITED[EDGES.index(edge)]
            return lambda now: now.game.state.location[unit] == off
        case [name, "lost"]:
            unit = names.unit(name)
            return lambda now: now.game.state.location[unit] == ELIMINATED
        case [name, "on-map"]:
            unit = names.unit(name)
            return lambda now: now.game.state.location[unit] >= 0
    return _wrong("unit U in HEXES, unit U off EDGE, unit U lost or unit U on-map")


def _held(words: Sequence[str], names: Names) -> Holds:
    if "by" not in words[1:]:
        return _wrong("held HEXES by SIDE")
    at = words.index("by")
    hexes, side = names.hexes(words[:at]), names.side(words[at + 1 :])
    return lambda now: any(now.game.state.location[unit] in hexes for unit in now.game.state.on_map(side))


def _zone(words: Sequence[str], names: Names) -> Holds:
    if "of" not in words[1:]:
        return _wrong("zone HEXES of SIDE")
    at = len(words) - 1 - list(reversed(words)).index("of")
    hexes, side = names.hexes(words[:at]), names.side(words[at + 1 :])
    return lambda now: hexes <= queries.zone(now.game, side)


def _zone_at(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return _wrong("zone-at U")
    unit = names.unit(words[0])
    enemy = 1 - names.scenario.units[unit].side

    def holds(now: Situation) -> bool:
        at = now.game.state.location[unit]
        return at >= 0 and enemy in queries.zones_at(now.game, at)

    return holds


def _room(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 2:
        return _wrong("room U N")
    unit, most = names.unit(words[0]), _number(words[1])
    return lambda now: now.game.state.location[unit] >= 0 and planning.fate(now.game, unit).room <= most


def _line(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 2 or words[0] != "of":
        return _wrong("line of U")
    unit = names.unit(words[1])
    return lambda now: any(supply.unit == unit and supply.line for supply in queries.supplies(now.game))


def _bridge(words: Sequence[str], names: Names) -> Holds:
    (h,) = names.hexes(words[:1]) if len(words) == 1 else (-1,)
    if h < 0:
        return _wrong("bridge HEX")
    return lambda now: any(bridge.hex == h for bridge in queries.bridges(now.game))


def _turn(words: Sequence[str], names: Names) -> Holds:
    turn = _number(" ".join(words))
    return lambda now: now.game.state.turn == turn


def _phase(words: Sequence[str], names: Names) -> Holds:
    if words not in (["movement"], ["combat"]):
        return _wrong("phase movement or phase combat")
    return lambda now: now.game.state.phase.name.lower() == words[0]


def _asked(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1 or words[0] not in ASKED:
        return _wrong(f"asked KIND, one of {', '.join(ASKED)}")
    return lambda now: now.game.prompt.kind == words[0] and now.game.side == now.learner


ASKED = ("movement", "combat", "fpf", "retreat", "displace", "advance")
"""Decisions that a script may speak of."""


def _advancing(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return _wrong("advancing U")
    unit = names.unit(words[0])
    return lambda now: now.game.prompt.kind == "advance" and unit in now.game.prompt.units


def _must_fight(words: Sequence[str], names: Names) -> Holds:
    if words != ["none"]:
        return _wrong("must-fight none")

    def holds(now: Situation) -> bool:
        left = queries.outstanding(now.game)
        return not left.attackers and not left.enemies

    return holds


def _over(words: Sequence[str], names: Names) -> Holds:
    return _wrong("over") if words else lambda now: now.game.outcome is not None


def _won(words: Sequence[str], names: Names) -> Holds:
    if words:
        return _wrong("won")
    return lambda now: now.game.outcome is not None and now.game.outcome.winner == now.learner


# -- this step so far


def _attacked(words: Sequence[str], names: Names) -> Holds:
    parts: dict[str, list[str]] = {"": []}
    at = ""
    for word in words:
        if word in ("by", "with"):
            parts[word], at = [], word
        else:
            parts[at].append(names.unit_id(word))
    if not parts[""]:
        return _wrong("attacked D... [by A...] [with G...]")
    wanted = {mark: frozenset(ids) for mark, ids in parts.items()}

    def is_it(event: events.Attacked) -> bool:
        real = {"": event.defenders, "by": event.attackers, "with": event.barrage}
        return all(wanted[mark] == set(real[mark]) for mark in wanted)

    return lambda now: any(is_it(event) for event in now.of(events.Attacked))


def _support(words: Sequence[str], names: Names) -> Holds:
    least = _number(" ".join(words))
    return lambda now: sum(now.support()) >= least


def _differential(words: Sequence[str], names: Names) -> Holds:
    least = _number(" ".join(words))
    return lambda now: any(event.differential >= least for event in now.of(events.Rolled)[-1:])


def _result(words: Sequence[str], names: Names) -> Holds:
    if not words:
        return _wrong("result D2, or several")
    return lambda now: any(event.result in words for event in now.of(events.Rolled)[-1:])


def _fired(words: Sequence[str], names: Names) -> Holds:
    if words == ["nothing"]:
        return lambda now: any(not event.units and not event.support for event in now.of(events.Fired))
    if not words:
        return _wrong("fired G... or fired nothing")
    guns = {names.unit_id(word) for word in words}
    return lambda now: any(guns <= set(event.units) for event in now.of(events.Fired))


def _did(
    kind: type[events.Moved] | type[events.Retreated] | type[events.Displaced] | type[events.Advanced],
) -> "Reader":
    """Reads `moved U` and the like: a unit that did something."""

    def read(words: Sequence[str], names: Names) -> Holds:
        if words == ["nobody"]:
            return lambda now: not now.of(kind)
        if len(words) != 1:
            return _wrong(f"{kind.__name__.lower()} U")
        unit = names.unit_id(words[0])
        return lambda now: any(event.unit == unit for event in now.of(kind))

    return read


# -- the last order, and what the screen reports


def _ordered(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return _wrong("ordered KIND")
    return lambda now: now.order == words[0] and now.refusal is None


def _refused(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return _wrong("refused CASE")
    return lambda now: now.refusal is not None and now.refusal.case == words[0]


def _cursor(words: Sequence[str], names: Names) -> Holds:
    there = {names.scenario.board.number(h) for h in names.hexes(words)}
    return lambda now: now.cursor in there


def _pressed(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return _wrong("pressed ACTION")
    return lambda now: words[0] in now.pressed


def _answered(words: Sequence[str], names: Names) -> Holds:
    number = _number(" ".join(words))
    return lambda now: now.answer == number


# -- facts: what words rely on


def _fact(words: Sequence[str], form: str) -> tuple[str, str]:
    """What stands before the last ` : `, and what behind it."""
    about, colon, told = " ".join(words).rpartition(" : ")
    if not colon:
        _wrong(form)
    return about, told


def _order(line: str) -> str:
    try:
        return str(parse(line))
    except OrderSyntaxError as error:
        raise ValueError(str(error)) from None


def _odds(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "odds ATTACK : +3 D2 D2 D2 D1 Br Br")
    order = parse(_order(about))
    if not isinstance(order, Attack):
        return _wrong("odds ATTACK : +3 D2 D2 D2 D1 Br Br")

    def holds(now: Situation) -> bool:
        found = planning.preview(now.game, order)
        return found is not None and f"{found.odds.differential:+d} {' '.join(found.odds.results)}" == told

    return holds


def _cost(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "cost U HEX : POINTS or never")
    name, _, number = about.partition(" ")
    unit, (h,) = names.unit(name), names.hexes([number])

    def holds(now: Situation) -> bool:
        left = queries.reach(now.game, unit).left.get(h)
        if left is None:
            return told == "never"
        return told == f"{(queries.allowance(now.game, unit) - left) / 2:g}"

    return holds


def _refuses(words: Sequence[str], names: Names) -> Holds:
    about, told = _fact(words, "refuses ORDER : CASE")
    line = _order(about)

    def holds(now: Situation) -> bool:
        refusal = now.game.explain(line)
        return refusal is not None and refusal.case == told

    return holds


Reader = Callable[[Sequence[str], Names], Holds]

READERS: Mapping[str, Reader] = {
    "unit": _unit,
    "held": _held,
    "zone": _zone,
    "zone-at": _zone_at,
    "room": _room,
    "line": _line,
    "bridge": _bridge,
    "turn": _turn,
    "phase": _phase,
    "asked": _asked,
    "advancing": _advancing,
    "must-fight": _must_fight,
    "over": _over,
    "won": _won,
    "attacked": _attacked,
    "support": _support,
    "differential": _differential,
    "result": _result,
    "fired": _fired,
    "moved": _did(events.Moved),
    "retreated": _did(events.Retreated),
    "advanced": _did(events.Advanced),
    "displaced": _did(events.Displaced),
    "ordered": _ordered,
    "refused": _refused,
    "cursor": _cursor,
    "pressed": _pressed,
    "answered": _answered,
    "odds": _odds,
    "cost": _cost,
    "refuses": _refuses,
}
"""By the first word of a condition: reads the others."""
