"""Entries of the log in the panel and as traces on the map, for watching another player's turn or a replay."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import Combat
from westwall_tui.engine.words import capital, sentence, signed
from westwall_tui.history.entries import Entry, Fight, Loss, strengths_in
from westwall_tui.history.gains import gains_of, turn_news
from westwall_tui.history.words import Words
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.signs import HELD, JOINED, OBLIGED, SIGNS
from westwall_tui.words.rows import Row, Span, row, text_rows, width_of
from westwall_tui.words.telling import in_combat

LISTED = 4
"""Maximum number of lines for the units of a side in a combat; the last one counts the units left out."""
LABEL, WORD, TOTAL = 8, 3, 5
"""Columns of a combat's lines: `attack` or `defense`, the unit's kind, and the side's Strength Points."""
ALL = 1000
"""Room for any number of rows."""


# -- in the panel


def entry_rows(
    game: Game, entry: Entry, width: int, room: int = ALL, picture: Sequence[Row] = ()
) -> list[Row]:  # fmt: skip
    """Return the rows of an entry; `game` is the position after it.

    A combat always has the same lines in the same order: those of its `picture` or, without one, `fight_rows`.

    If there are more than `room` rows, `...` replaces the first events or, if necessary, the last lines.
    """
    events = [event for event in entry.events if not in_combat(event)]
    combat = game.state.combat
    if entry.fight is not None:
        head = list(picture) or fight_rows(game, entry.fight, width)
    elif combat is not None:
        die = f"rolled {combat.die}" if combat.die else "not rolled yet"
        head = [*side_rows(game, combat, strengths_in(game, combat), width), row(die)]
    else:
        head = _head_of_unit(game, events)
    rolled = entry.fight is not None or combat is None or combat.die > 0
    groups = [event_rows([event], width) for event in events] if rolled else []
    lost = entry.losses or (entry.fight.losses if entry.fight is not None else ())
    foot = [*loss_rows(game, lost, width), *_points_rows(game, entry, width)]
    left = room - len(head) - len(foot)
    if sum(map(len, groups)) > left:
        while groups and sum(map(len, groups)) > left - 1:
            groups.pop(0)
        groups.insert(0, [row("...")])
    rows = [*head, *(line for lines in groups for line in lines), *foot]
    return rows if len(rows) <= room else [*rows[: room - 1], row("...")]


def _points_rows(game: Game, entry: Entry, width: int) -> list[Row]:
    """Return the points that an entry brought and, at the end of a Player-Turn, the places and roads that changed."""
    if entry.account is None and entry.ended is None:
        return []
    words = Words(game.scenario)
    texts = [gains_of(entry, words), *(news.text for news in turn_news(entry, words))]
    return [row(line) for text in texts for line in wrap(text, width, subsequent_indent=" ")]


def fight_rows(game: Game, fight: Fight, width: int) -> list[Row]:
    """Return a combat: attackers, defenders and their fire, the arithmetic, and the six results.

    The result that was rolled is marked.
    """
    totals = fight.attack, fight.defense
    sums = f"{fight.attack} - {fight.defense} = {signed(fight.differential)}, {fight.reason}"
    faces = "".join(f"[{face}]" if die == fight.die else f" {face} " for die, face in enumerate(fight.faces, 1))
    before = faces.index("[")
    after = faces.index("]") + 1
    return [
        *side_rows(game, fight.combat, fight.strengths, width, totals),
        *text_rows(sums if len(sums) <= width else sums.replace(" at ", " "), width, "bold"),
        row("  " + "   ".join("123456")),
        (Span(faces[:before]), Span(faces[before:after], "chip_cursor"), Span(faces[after:])),
    ]


def side_rows(
    game: Game, combat: Combat, strengths: Mapping[int, int], width: int, totals: Sequence[int] = ()
) -> list[Row]:
    """Return attackers and defenders, each with its points; the last line of each side has the total."""
    attack = _unit_lines(game, (*combat.attackers, *combat.barrage), combat.barrage, combat.support, strengths)
    defense = _unit_lines(game, (*combat.defenders, *combat.fire), combat.fire, combat.fire_support, strengths)
    rows: list[Row] = []
    for at, (label, lines) in enumerate((("attack", attack), ("defense", defense))):
        for number, (kind, name, points) in enumerate(lines):
            total = f" ={totals[at]:>3}" if totals and number == len(lines) - 1 else ""
            head = Span(f"{label if not number else '':<{LABEL}}")
            # A line without a unit starts in the column of the kinds.
            what = [head, Span(name)] if kind.text.isspace() else [head, kind, Span(f" {name}")]
            gap = width - TOTAL - width_of(tuple(what))
            rows.append((*what, Span(f"{points:>{gap}}{total}")))
    return rows


def _unit_lines(
    game: Game, units: Sequence[int], guns: Sequence[int], support: int, strengths: Mapping[int, int]
) -> list[tuple[Span, str, str]]:
    """Return the kind, name and Strength Points of each unit; artillery and support have a plus sign."""
    counters = game.state.units
    lines = [(unit_chip(game, unit), counters[unit].id, _points_added_by(unit, guns, strengths)) for unit in units]
    if len(lines) > LISTED:
        others = units[LISTED - 1 :]
        lines[LISTED - 1 :] = [
            (Span(" " * WORD), f"{len(others)} more", f"+{sum(strengths.get(unit, 0) for unit in others)}")
        ]
    if support:
        lines.append((Span(" " * WORD), "support", f"+{support}"))
    return lines


def _points_added_by(unit: int, guns: Sequence[int], strengths: Mapping[int, int]) -> str:
    return f"{'+' if unit in guns else ''}{strengths.get(unit, 0)}"


def unit_chip(game: Game, unit: int) -> Span:
    """Return a unit's kind as on its counter."""
    army = game.scenario.army(unit)
    return Span(token_of(game.state.units[unit], army).word, f"chip_{army}")


def _head_of_unit(game: Game, events: Sequence[Event]) -> list[Row]:
    """Return a row for the unit that the events are about."""
    named = next((event.unit for event in events if isinstance(getattr(event, "unit", None), str)), "")  # type: ignore[attr-defined]
    unit = game.scenario.by_id.get(named.lower())
    if unit is None:
        return []
    return [(unit_chip(game, unit), Span(f" {named}", "bold"), Span(f"  {game.state.units[unit].strength}"))]


def event_rows(events: Sequence[Event], width: int) -> list[Row]:
    """Return the events, each in its own rows."""
    return [row(line) for event in events for line in wrap(sentence(str(event)), width, subsequent_indent=" ")]


def loss_rows(game: Game, losses: Sequence[Loss], width: int) -> list[Row]:
    """Return the units that were lost, each with its cause."""
    state, rows = game.state, []
    for loss in losses:
        lost = f"{state.units[loss.unit].name} is lost at {state.number(loss.hex)}"
        rows += text_rows(lost, width, "danger")
        rows += text_rows(loss.why, width, indent=" ")
    return rows


# -- on the map


class Trace(NamedTuple):
    """The traces that an order leaves on the map until the next one."""

    route: Sequence[int]
    """The route of a unit."""
    marks: Mapping[int, tuple[str, str]]
    lost: Mapping[int, tuple[str, str]]
    """Marks in the hexes where units were lost."""
    place: int
    """The hex to look at; `NOWHERE` if nothing happened on the map."""


NO_TRACE = Trace((), {}, {}, NOWHERE)
LOST_HERE = SIGNS["loss"].ascii, SIGNS["loss"].role


def trace_of(game: Game, entry: Entry) -> Trace:
    """Return the traces of an entry; `game` is the position after it."""
    board, state = game.scenario.board, game.state
    paths = [[board.hex(number) for number in path] for event in entry.events if (path := getattr(event, "path", ()))]
    route = next((path for path in reversed(paths) if len(path) > 1), paths[-1] if paths else [])
    marks = {h: ("@", "path") for h in _steps_on_map(game, route) if h not in state.occupants()}
    place = route[-1] if route else NOWHERE
    if route and route[-1] in state.occupants():
        marks[route[-1]] = HELD, "selected"
    combat, where = (entry.fight.combat, entry.fight.where) if entry.fight is not None else (state.combat, None)
    if combat is not None and (entry.rolls or entry.fight is None):
        at = where or dict(enumerate(state.location))
        marks |= {at[unit]: (JOINED, "selected") for unit in (*combat.attackers, *combat.barrage, *combat.fire)}
        marks |= {at[unit]: (OBLIGED, "obliged") for unit in combat.defenders}
        place = at[combat.defenders[0]]
    if place == NOWHERE:
        number = next((event.hex for event in reversed(entry.events) if getattr(event, "hex", "")), "")  # type: ignore[attr-defined]
        place = board.hex(number) if number else NOWHERE
    marks = {h: mark for h, mark in marks.items() if h >= 0}
    if place >= 0 and not marks and place in state.occupants():
        marks[place] = HELD, "selected"
    return Trace(route, marks, {loss.hex: LOST_HERE for loss in entry.losses}, place)


def _steps_on_map(game: Game, route: Sequence[int]) -> Sequence[int]:
    """Return a route without its hexes off the map; a unit that enters begins there."""
    near = game.scenario.board.grid.neighbors
    return route if all(b in near[a] for a, b in pairwise(route)) else route[-1:]


RANKED = ("moved_in", "fought", "taken", "loss")
"""The signs that mark a hex, by increasing rank; only the one of the highest rank is shown."""
WENT = ev.Moved | ev.Entered | ev.Landed
"""Events in which a player moves a unit of their own."""
CAME = WENT | ev.Retreated | ev.Displaced | ev.Advanced
"""Events after which a unit is in another hex. A set-up is not among them, because nothing has moved yet."""


def _owners(game: Game) -> Mapping[str, int]:
    return {place.name: place.side for place in queries.objectives(game)}


class OpponentRecord:
    """The record of what the opponent has done since the player at the keyboard last acted."""

    def __init__(self, game: Game) -> None:
        self._marked: dict[int, str] = {}
        self.turn = game.state.turn, game.state.side
        """The Player-Turn in which the record began."""
        self._owners = _owners(game)
        self.entry: Entry | None = None
        """The last entry that was shown; None once the player at the keyboard decides."""
        self.trace: Trace = NO_TRACE

    def note(self, game: Game, entries: Sequence[Entry], viewer: int = -1, *, shows: bool) -> None:
        """Record the opponent's entries, and with `shows` keep the last one for the panel and the map.

        An opponent's answer may let a unit of the `viewer` finish its move; that move is not recorded.
        """
        board, scenario = game.scenario.board, game.scenario
        for entry in entries:
            if any(isinstance(event, ev.Deployed) for event in entry.events):
                self._owners = _owners(game)  # nobody has taken the places of a set-up
            for event in entry.events:
                if isinstance(event, WENT) and scenario.units[scenario.by_id[event.unit.lower()]].side == viewer:
                    continue
                if isinstance(event, CAME):
                    path = getattr(event, "path", ()) or (getattr(event, "hex", ""),)
                    self._mark_hex(board.hex(path[-1]), "moved_in")
            if entry.rolls and entry.fight is not None:
                for unit in (*entry.fight.combat.attackers, *entry.fight.combat.defenders):
                    self._mark_hex(entry.fight.where[unit], "fought")
            for loss in entry.losses:
                self._mark_hex(loss.hex, "loss")
        if shows and entries:
            self.entry = next((entry for entry in reversed(entries) if entry.rolls), entries[-1])
            self.trace = trace_of(game, self.entry)

    def note_places(self, game: Game) -> None:
        """Mark the places that score for another side than before."""
        for place in queries.objectives(game):
            if place.side != self._owners.get(place.name, place.side):
                for h in place.hexes:
                    self._mark_hex(h, "taken")

    def _mark_hex(self, h: int, name: str) -> None:
        if RANKED.index(name) >= RANKED.index(self._marked.get(h, RANKED[0])):
            self._marked[h] = name

    def forget_last(self) -> None:
        """Stop showing the last entry, because the player decides now; the marks stay."""
        self.entry, self.trace = None, NO_TRACE

    @property
    def marks(self) -> Mapping[int, tuple[str, str]]:
        """The marks over the map, by hex."""
        return {h: (SIGNS[name].ascii, SIGNS[name].role) for h, name in sorted(self._marked.items())}

    def rows(self, game: Game, width: int) -> Sequence[Row]:
        """Return rows for the panel about the last entry; empty if none is shown."""
        if self.entry is None:
            return ()
        state = game.state
        deployed = next((event for event in self.entry.events if isinstance(event, ev.Deployed)), None)
        acting = game.scenario.units[game.scenario.by_id[deployed.unit.lower()]].side if deployed else state.side
        side = game.scenario.sides[self.entry.fight.side if self.entry.fight is not None else acting]
        attacks = self.entry.fight is not None or state.combat is not None
        head = f"{capital(side.people)} {'attack' if attacks else 'play'}"
        return [row(head, "heading"), *entry_rows(game, self.entry, width)]
