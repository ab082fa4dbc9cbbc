"""Conditions of a lesson's script, one per line: `unit 25 in 0502 and not zone-at 25` (docs/lessons.md lists them).

`condition` reads a line for a scenario, so that an unknown word is reported as soon as the file is read. `holds`
applies the condition to a `Situation`. This module contains no rules: it asks `queries` and `planning` about the
position, and reads events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import events, planning, queries
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED, EXITED
from westwall_tui.learn.lessons.facts import FACTS, Holds, Names, Reader, Situation, misread, read_number


class Condition(NamedTuple):
    """A line of a script that is true or false of a situation."""

    text: str
    holds: Holds

    @property
    def is_refusal(self) -> bool:
        """True if the condition is about an order that was refused."""
        return self.text.startswith("refused ")

    def __str__(self) -> str:
        return self.text


def condition(line: str, scenario: Scenario) -> Condition:
    """Read a line as a condition: `not` before a part, ` and ` and ` or ` between parts.

    Raises `ValueError` if the line is not a condition.
    """
    ways = [[_part(part.strip(), scenario) for part in way.split(" and ")] for way in line.split(" or ")]
    return Condition(line, lambda now: any(all(holds(now) for holds in parts) for parts in ways))


def _part(text: str, scenario: Scenario) -> Holds:
    if text.startswith("not "):
        inner = _part(text.removeprefix("not ").strip(), scenario)
        return lambda now: not inner(now)
    verb, _, rest = text.partition(" ")
    if verb not in READERS:
        raise ValueError(f"{text!r} isn't a condition; the first word must be one of {', '.join(READERS)}")
    return READERS[verb](rest.split(), Names(scenario))


# -- the position


def _read_unit(words: Sequence[str], names: Names) -> Holds:
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
    return misread("unit U in HEXES, unit U off EDGE, unit U lost or unit U on-map")


def _read_held(words: Sequence[str], names: Names) -> Holds:
    if "by" not in words[1:]:
        return misread("held HEXES by SIDE")
    at = words.index("by")
    hexes, side = names.hexes(words[:at]), names.side(words[at + 1 :])
    return lambda now: any(now.game.state.location[unit] in hexes for unit in now.game.state.on_map(side))


def _read_zone(words: Sequence[str], names: Names) -> Holds:
    if "of" not in words[1:]:
        return misread("zone HEXES of SIDE")
    at = len(words) - 1 - list(reversed(words)).index("of")
    hexes, side = names.hexes(words[:at]), names.side(words[at + 1 :])
    return lambda now: hexes <= queries.zone(now.game, side)


def _zone_at(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return misread("zone-at U")
    unit = names.unit(words[0])
    enemy = 1 - names.scenario.units[unit].side

    def holds(now: Situation) -> bool:
        at = now.game.state.location[unit]
        return at >= 0 and enemy in queries.zones_at(now.game, at)

    return holds


def _read_room(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 2:
        return misread("room U N")
    unit, most = names.unit(words[0]), read_number(words[1])
    return lambda now: now.game.state.location[unit] >= 0 and planning.fate(now.game, unit).room <= most


def _read_line(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 2 or words[0] != "of":
        return misread("line of U")
    unit = names.unit(words[1])
    return lambda now: any(supply.unit == unit and supply.line for supply in queries.supplies(now.game))


def _read_bridge(words: Sequence[str], names: Names) -> Holds:
    (h,) = names.hexes(words[:1]) if len(words) == 1 else (-1,)
    if h < 0:
        return misread("bridge HEX")
    return lambda now: any(bridge.hex == h for bridge in queries.bridges(now.game))


def _with_number(holds: Callable[[Situation, int], bool]) -> Reader:
    """Return the reader of a condition that consists of a number; `holds` tests the condition for that number."""

    def read(words: Sequence[str], names: Names) -> Holds:
        number = read_number(" ".join(words))
        return lambda now: holds(now, number)

    return read


def _read_phase(words: Sequence[str], names: Names) -> Holds:
    if words not in (["movement"], ["combat"]):
        return misread("phase movement or phase combat")
    return lambda now: now.game.state.phase.name.lower() == words[0]


def _read_asked(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1 or words[0] not in ASKED:
        return misread(f"asked KIND, one of {', '.join(ASKED)}")
    return lambda now: now.game.prompt.kind == words[0] and now.game.side == now.learner


ASKED = ("movement", "combat", "fpf", "retreat", "displace", "advance", "demolition", "halted", "bridges", "front")
"""The decisions that a script may name."""


def _read_advancing(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return misread("advancing U")
    unit = names.unit(words[0])
    return lambda now: now.game.prompt.kind == "advance" and unit in now.game.prompt.units


def _must_fight(words: Sequence[str], names: Names) -> Holds:
    if words != ["none"]:
        return misread("must-fight none")

    def holds(now: Situation) -> bool:
        left = queries.outstanding(now.game)
        return not left.attackers and not left.enemies

    return holds


def _game_over(words: Sequence[str], names: Names) -> Holds:
    return misread("over") if words else lambda now: now.game.outcome is not None


def _learner_won(words: Sequence[str], names: Names) -> Holds:
    if words:
        return misread("won")
    return lambda now: now.game.outcome is not None and now.game.outcome.winner == now.learner


# -- this step so far


def _read_attacked(words: Sequence[str], names: Names) -> Holds:
    parts: dict[str, list[str]] = {"": []}
    at = ""
    for word in words:
        if word in ("by", "with"):
            parts[word], at = [], word
        else:
            parts[at].append(names.unit_id(word))
    if not parts[""]:
        return misread("attacked D... [by A...] [with G...]")
    wanted = {mark: frozenset(ids) for mark, ids in parts.items()}

    def is_it(event: events.Attacked) -> bool:
        real = {"": event.defenders, "by": event.attackers, "with": event.barrage}
        return all(wanted[mark] == set(real[mark]) for mark in wanted)

    return lambda now: any(is_it(event) for event in now.of(events.Attacked))


def _read_result(words: Sequence[str], names: Names) -> Holds:
    if not words:
        return misread("result D2, or several")
    return lambda now: any(event.result in words for event in now.of(events.Rolled)[-1:])


def _read_fired(words: Sequence[str], names: Names) -> Holds:
    if words == ["nothing"]:
        return lambda now: any(not event.units and not event.support for event in now.of(events.Fired))
    if not words:
        return misread("fired G... or fired nothing")
    guns = {names.unit_id(word) for word in words}
    return lambda now: any(guns <= set(event.units) for event in now.of(events.Fired))


def _unit_did(
    kind: type[events.Moved] | type[events.Retreated] | type[events.Displaced] | type[events.Advanced],
) -> Reader:
    """Return the reader of conditions such as `moved U`, that a unit has done something."""

    def read(words: Sequence[str], names: Names) -> Holds:
        if words == ["nobody"]:
            return lambda now: not now.of(kind)
        if len(words) != 1:
            return misread(f"{kind.__name__.lower()} U")
        unit = names.unit_id(words[0])
        return lambda now: any(event.unit == unit for event in now.of(kind))

    return read


# -- the last order, and what the screen reports


def _read_ordered(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return misread("ordered KIND")
    return lambda now: now.order == words[0] and now.refusal is None


def _read_refused(words: Sequence[str], names: Names) -> Holds:
    """Read `refused CASE`, perhaps of one of some units or about one of some hexes."""
    form = "refused CASE [of U...] [at HEXES]"
    if not words:
        return misread(form)
    case, *more = words
    at = more.index("at") if "at" in more else len(more)
    of, hexes = more[:at], more[at + 1 :]
    if (of and (of[0] != "of" or len(of) < 2)) or (at < len(more) and not hexes):
        return misread(form)
    units = {names.unit_id(word) for word in of[1:]}
    there = {names.scenario.board.number(h) for h in names.hexes(hexes)} if hexes else set()

    def holds(now: Situation) -> bool:
        if now.refusal is None or now.refusal.case != case:
            return False
        about = now.subject
        return (not units or about.unit in units) and (not there or about.hex in there)

    return holds


def _read_cursor(words: Sequence[str], names: Names) -> Holds:
    there = {names.scenario.board.number(h) for h in names.hexes(words)}
    return lambda now: now.cursor in there


def _read_pressed(words: Sequence[str], names: Names) -> Holds:
    if len(words) != 1:
        return misread("pressed ACTION")
    return lambda now: words[0] in now.pressed


READERS: Mapping[str, Reader] = {
    "unit": _read_unit,
    "held": _read_held,
    "zone": _read_zone,
    "zone-at": _zone_at,
    "room": _read_room,
    "line": _read_line,
    "bridge": _read_bridge,
    "turn": _with_number(lambda now, turn: now.game.state.turn == turn),
    "phase": _read_phase,
    "asked": _read_asked,
    "advancing": _read_advancing,
    "must-fight": _must_fight,
    "over": _game_over,
    "won": _learner_won,
    "attacked": _read_attacked,
    "support": _with_number(lambda now, least: sum(now.support()) >= least),
    "differential": _with_number(
        lambda now, least: any(event.differential >= least for event in now.of(events.Rolled)[-1:])
    ),
    "result": _read_result,
    "fired": _read_fired,
    "moved": _unit_did(events.Moved),
    "retreated": _unit_did(events.Retreated),
    "advanced": _unit_did(events.Advanced),
    "displaced": _unit_did(events.Displaced),
    "ordered": _read_ordered,
    "refused": _read_refused,
    "cursor": _read_cursor,
    "pressed": _read_pressed,
    "answered": _with_number(lambda now, number: now.answer == number),
    **FACTS,
}
"""The readers of a condition's remaining words, by the condition's first word."""
