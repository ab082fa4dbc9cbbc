"""What orders did, in sentences: who moved from where to where, who fought whom with which result, and why."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import named
from westwall_tui.engine.state import State
from westwall_tui.engine.words import division_named
from westwall_tui.history.deeds import Chronicle, Deed, because, player_turn_of
from westwall_tui.history.gains import gains_of, tidings
from westwall_tui.history.words import Words
from westwall_tui.plain.places import short_hex
from westwall_tui.plain.speech import count, listed, sentence, spoken
from westwall_tui.words.odds import result_in_words


class Teller:
    """Follows a game, and tells what its orders did."""

    def __init__(self, game: Game) -> None:
        self._words = Words(game.scenario)
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log))

    def new(self, game: Game) -> list[Deed]:
        """What the orders did that were given since the last time."""
        before = len(self._chronicle.game.log)
        return [self._chronicle.carry_out(line) for line in game.log[before:]]

    def went_back(self, game: Game) -> None:
        """Orders were taken back."""
        began: State | None = self._chronicle.began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            began = None
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log), began)

    def tell(self, deed: Deed) -> "Told":
        """What an order did."""
        return tell(self._chronicle.game, deed, self._words)


class Told(NamedTuple):
    """What an order did, a sentence or two to a line."""

    lines: list[str]
    """Its events, each with its cause; the points that it brought; what the end of a Player-Turn brought."""
    headings: list[str]
    """The turns and phases that began with it, and what happened in them before a decision."""


def tell(game: Game, deed: Deed, words: Words) -> Told:
    """What an order did."""
    conceded = any(isinstance(event, ev.Conceded) for event in deed.events)
    lines: list[str] = []
    headings: list[str] = []
    for event, why in zip_longest(deed.events, deed.reasons[: len(deed.events)], fillvalue=""):
        if isinstance(event, str) or (conceded and isinstance(event, ev.GameEnded)):
            continue
        cause = "" if isinstance(event, ev.Rolled) else because(why)  # a roll's sentence says what it does
        line = spoken(sentence(f"{in_a_sentence(game, event, deed)}{cause}"))
        begins = isinstance(event, ev.TurnBegan | ev.PhaseBegan | ev.PhaseSkipped | ev.GameEnded)
        (headings if begins or headings else lines).append(line)
    if gains := gains_of(deed, words):
        lines.append(spoken(sentence(_with_words_for_changes(gains, words))))
    lines += (spoken(sentence(_with_words_for_changes(tiding.text, words))) for tiding in tidings(deed, words))
    return Told(lines, headings)


def _with_words_for_changes(text: str, words: Words) -> str:
    """A text whose `US +8` is `US gains 8 points`."""
    sides = "|".join(map(re.escape, words.sides))
    return re.sub(rf"\b({sides}) ([+-])(\d+)", _change_in_words, text)


def _change_in_words(found: re.Match[str]) -> str:
    side, sign, number = found.groups()
    return f"{side} {'gains' if sign == '+' else 'loses'} {count(int(number), 'point')}"


def happened_since(game: Game, side: int) -> list[str]:
    """What the enemy has done since the last Player-Turn of a side; without a side, all of the last two."""
    start = game.root().rolled_by_hand()
    words, chronicle = Words(game.scenario), Chronicle(start)
    turns: list[tuple[tuple[int, int], list[str]]] = [
        ((0, -1), [spoken(sentence(in_a_sentence(start, e))) for e in start.opening])
    ]
    for line in game.log:
        deed = chronicle.carry_out(line)
        place = player_turn_of(chronicle.game.state)
        lines, headings = tell(chronicle.game, deed, words)
        turns[-1][1].extend(lines)
        if place[0] and place != turns[-1][0]:  # until then it is the set-up
            turns.append((place, []))
        turns[-1][1].extend(headings)
    own = [i for i, ((turn, who), _) in enumerate(turns) if turn and who == side]
    last = len(turns) - (side >= 0 and len(own) > 0 and own[-1] == len(turns) - 1)
    first = max((i for i in own if i < last), default=-1) + 1
    if side < 0:
        first = max(0, len(turns) - 2)
    return [line for _, lines in turns[first:last] for line in lines]


def in_a_sentence(game: Game, event: Event, deed: Deed | None = None) -> str:
    """An event, with hexes by name."""
    if isinstance(event, ev.Rolled):
        return _rolled(game, event, deed)
    if isinstance(event, ev.Attacked):
        at = f" at {short_hex(game.scenario.board, deed.at)}" if deed is not None and deed.at >= 0 else ""
        return _attacked(_Namer(game), event) + at
    say = SAID.get(type(event))
    return say(_Namer(game), event) if say else str(event)


class _Namer:
    """The names of a game's units and hexes."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def unit(self, unit: str) -> str:
        scenario = self._game.scenario
        side = scenario.sides[scenario.units[scenario.by_id[unit.lower()]].side].name
        return f"{side} {named(unit)}"

    def units(self, units: Sequence[str]) -> str:
        return listed((named(unit) for unit in units), 99)

    def side(self, units: Sequence[str]) -> str:
        return self.unit(units[0]).partition(" ")[0] if units else ""

    def hex(self, number: str) -> str:
        board = self._game.scenario.board
        try:
            return short_hex(board, board.hex(number))
        except ValueError:
            return number

    def date(self, turn: int) -> str:
        date = Words(self._game.scenario).date(turn)
        return f", {date}" if date else ""

    def bridge(self, bridge: str) -> str:
        ends = [self.hex(end) for end in bridge.split("/")]
        return f"the bridge {'between' if len(ends) > 1 else 'at'} {' and '.join(ends)}"


def points_in_words(half: int) -> str:
    """Half Movement Points in words: `2 Movement Points`, `half a Movement Point`."""
    if half == 1:
        return "half a Movement Point"
    return f"{ev.points(half)} Movement Point{'' if half == 2 else 's'}"


def _rolled(game: Game, event: ev.Rolled, deed: Deed | None) -> str:
    fight = deed.fight if deed is not None and deed.rolls else None
    adjacent = fight is None or bool(fight.combat.attackers)
    result = result_in_words(event.result, alone=fight is not None and fight.alone, adjacent=adjacent)
    sums = f"Attack {fight.attack} less defense {fight.defense}" if fight is not None else "The differential"
    line = Words(game.scenario).line(fight) if fight is not None else event.line
    head = f"{sums} is {event.differential:+d}" if event.differential else f"{sums} is 0"
    return f"{head}, on the {line} line, column {event.column}. The die shows {event.die}. {result}"


def _attacked(names: _Namer, event: ev.Attacked) -> str:
    parts = [names.units((*event.attackers, *event.barrage))]
    if event.support:
        parts.append(count(event.support, "Ground Support Point"))
    who = " with ".join(filter(None, parts))
    attackers = (*event.attackers, *event.barrage)
    verb = ("attack" if event.attackers else "barrage") + ("s" if len(attackers) == 1 else "")
    side = names.side(attackers)
    return f"{f'{side} ' if side else ''}{who} {verb} {names.side(event.defenders)} {names.units(event.defenders)}"


def _fired(names: _Namer, event: ev.Fired) -> str:
    support = [count(event.support, "Ground Support Point")] if event.support else []
    given = listed([*([names.units(event.units)] if event.units else []), *support])
    return f"Final Protective Fire: {given or 'none'}"


SAID: Mapping[type, Callable[[_Namer, Any], str]] = {
    ev.TurnBegan: lambda n, e: f"Game-Turn {e.turn}{n.date(e.turn)}",
    ev.PhaseBegan: lambda _, e: f"{e.side}, {e.phase}",
    ev.PhaseSkipped: lambda _, e: f"{e.side}, Combat Phase: no attack is possible",
    ev.Deployed: lambda n, e: f"{n.unit(e.unit)} is set up at {n.hex(e.hex)}",
    ev.Moved: lambda n, e: (
        f"{n.unit(e.unit)} moves from {n.hex(e.path[0])} to {n.hex(e.path[-1])} for {points_in_words(e.cost)}"
    ),
    ev.Entered: lambda n, e: (
        f"{n.unit(e.unit)} enters at {n.hex(e.path[0])}"
        + (f" and moves to {n.hex(e.path[-1])}" if len(e.path) > 1 else "")
        + f" for {points_in_words(e.cost)}"
    ),
    ev.Landed: lambda n, e: f"{n.unit(e.unit)} lands at {n.hex(e.hex)}",
    ev.Exited: lambda n, e: f"{n.unit(e.unit)} exits the map at {n.hex(e.path[-1])}, by the {e.edge} edge",
    ev.BridgeSpared: lambda n, e: f"{n.bridge(e.bridge)} is left standing",
    ev.BridgeTried: lambda n, e: (
        f"{n.bridge(e.bridge)}: the die shows {e.die}; it {'is blown' if e.blown else 'stands'}"
    ),
    ev.BridgeDestroyed: lambda n, e: (
        f"{n.unit(e.unit)} destroys the bridge at {n.hex(e.bridge)} and goes to {n.hex(e.hex)}"
    ),
    ev.DropZonePlaced: lambda n, e: f"the drop zone of {division_named(e.division)} is at {n.hex(e.hex)}",
    ev.WeatherChanged: lambda _, e: f"weather: {e.weather}" + (f"; the die shows {e.die}" if e.die else ""),
    ev.Fired: _fired,
    ev.Held: lambda n, e: f"{n.unit(e.unit)} holds {n.hex(e.hex)}",
    ev.Retreated: lambda n, e: f"{n.unit(e.unit)} retreats from {n.hex(e.path[0])} to {n.hex(e.path[-1])}",
    ev.Displaced: lambda n, e: f"{n.unit(e.unit)} is displaced from {n.hex(e.path[0])} to {n.hex(e.path[-1])}",
    ev.Eliminated: lambda n, e: f"{n.unit(e.unit)} is eliminated at {n.hex(e.path[-1])}",
    ev.Advanced: lambda n, e: f"{n.unit(e.unit)} advances to {n.hex(e.path[-1])}",
    ev.Scored: lambda _, e: f"{e.side} scores {count(e.points, 'Victory Point')}: {e.cause}",
}
"""By kind of event the sentence; the others say it themselves."""
