"""The bars above and below the map (phase bar, log, prompt, key bar), and the timeline of a game that is watched."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.terminal.pane import TextPane
from westwall_tui.words.events import LogLine
from westwall_tui.words.rows import HARD, Row, Span, row, spread, width_of

if TYPE_CHECKING:
    pass


class PhaseBar(TextPane):
    """The line above the map with turn, phase and score."""

    DEFAULT_CSS = "PhaseBar { height: 1; width: 1fr; }"
    ground = "bar"


TRACK_FROM = 100
"""Minimum columns of a bar that shows the turns as a track; narrower bars show `3/7`."""
TRACK = 10
"""Maximum number of turns on the track. In a longer game the track shows the turns around the current one."""


def phase_bar(game: Game, width: int, switches: str = "") -> Row:
    """Return turn, date, side, phase and obligations, with the points at the right edge, shortened to fit.

    `switches` is a text about what the player has turned on or off.
    """
    points = points_row(game)
    if game.outcome is not None:
        return spread(row(f" {game.scenario.title}  The game is over", "text"), points, width)
    for left in _less_and_less(game, width, switches):
        if width_of(left) + 2 + width_of(points) <= width:
            return spread(left, points, width)
    return spread((Span(" "), *_side_and_phase(game, both=False)), points, width)


def _less_and_less(game: Game, width: int, switches: str) -> Iterator[Row]:
    """Yield versions of the bar's left part, each shorter than the one before.

    The bar loses, in this order, the battle's name, the track, the other phase, the scenario's name, the whole date,
    the circumstances from the last on, and the turn.
    """
    state, scenario = game.state, game.scenario
    turn, day = f"{state.turn}/{scenario.last_turn}", short_date(scenario.date(state.turn))
    track = _turn_track(state.turn, scenario.first_turn, scenario.last_turn) if width >= TRACK_FROM else (Span(turn),)
    title, name = scenario.title, scenario.name
    circumstances, owed = [*queries.circumstances(game), *_ground_support(game)], _must_fight(game)
    steps: list[tuple[str, Row, str, bool, int]] = [
        (title if width >= TRACK_FROM else name, track, day, True, len(circumstances)),
        (name, track, day, True, len(circumstances)),
        (name, (Span(turn),), day, True, len(circumstances)),
        (name, (Span(turn),), day, False, len(circumstances)),
        ("", (Span(turn),), day, False, len(circumstances)),
        *(("", (Span(turn),), "", False, kept) for kept in range(len(circumstances), -1, -1)),
        ("", (), "", False, 0),
    ]
    for head, turns, date, both, kept in steps:
        parts = [(Span(f"{head} ") if head else Span(""), *turns), row(date) if date else ()]
        parts += [_side_and_phase(game, both=both), (Span(owed, "warning"),) if owed else ()]
        parts += [row(each) for each in circumstances[:kept]]
        spans: list[Span] = [Span(" ")]
        for part in parts:
            if width_of(part):
                spans += [*part, Span("  ")]
        spans[-1:] = [Span(switches)] if switches else []
        yield tuple(spans)


def headed_bar(head: str, game: Game, width: int, switches: str = "") -> Row:
    """Return a bar that begins with a heading; side, phase, obligations and circumstances follow if they fit."""
    owed = _must_fight(game)
    parts = [_side_and_phase(game, both=False), (Span(owed, "warning"),) if owed else ()]
    parts += [row(each) for each in (*queries.circumstances(game), *_ground_support(game))]
    bar: Row = (Span(f" {head}", "heading"),)
    for part in (*parts, row(switches.strip())):
        if width_of(part) and width_of(bar) + 2 + width_of(part) < width:
            bar = (*bar, Span("  "), *part)
    return bar


def short_date(date: str) -> str:
    """Return a date in the short form for bars: `19 Dec am`."""
    return date.replace("a.m.", "am").replace("p.m.", "pm")


def _turn_track(turn: int, first: int, last: int) -> Row:
    """Return the turns as `1 2 [3] 4 5`; in a long game, those around this one: `.. 12 13 [14] 15 .. 30`."""
    begin = max(first, min(turn - TRACK // 2, last - TRACK + 1))
    shown = range(begin, min(begin + TRACK, last + 1))
    before, after = (".. " if begin > first else ""), (f" .. {last}" if shown[-1] < last else "")
    past = "".join(f"{n} " for n in shown if n < turn)
    rest = "".join(f" {n}" for n in shown if n > turn)
    return Span(f"{before}{past}", "dim"), Span(f"[{turn}]", "key"), Span(f"{rest}{after}")


def _side_and_phase(game: Game, *, both: bool) -> Row:
    """Return the side and its phase: `GERMAN >MOVE< combat`; the other phase is shown only for `both`."""
    state, scenario = game.state, game.scenario
    side = game.prompt.side if state.phase is Phase.SETUP else state.side
    chip = Span(scenario.sides[side].adjective.upper(), f"chip_{scenario.colors(side)}")
    if state.phase is Phase.SETUP:
        return chip, Span(" "), Span(">SET-UP<", "key")
    fights = queries.has_combat(game) or state.phase is Phase.COMBAT
    found = [chip]
    for phase, word in ((Phase.MOVEMENT, "move"), (Phase.COMBAT, "combat"))[: 1 + fights]:
        if state.phase is phase:
            found += [Span(" "), Span(f">{word.upper()}<", "key")]
        elif both:
            found.append(Span(f" {word}"))
    return tuple(found)


def points_row(game: Game) -> Row:
    """Return the Victory Points of both sides, the First Player's first; `57x2` if points count double."""
    if not queries.account(game):
        return ()
    one, other = game.scenario.sides
    first, second = points_as_counted(game)
    colors = [f"chip_{game.scenario.colors(side)}" for side in (0, 1)]
    return Span(one.adjective, colors[0]), Span(f" {first} : "), Span(other.adjective, colors[1]), Span(f" {second}")


def points_as_counted(game: Game) -> Sequence[str]:
    """Return the Victory Points of both sides; `57x2` if points count double."""
    weighted = zip(queries.totals(game), queries.scale(game).weights, strict=True)
    return [f"{points}x{weight}" if weight != 1 else str(points) for points, weight in weighted]


def _ground_support(game: Game) -> list[str]:
    """Return the Ground Support Points that each side may use now and has left (9.0)."""
    state, found = game.state, []
    for side, info in enumerate(game.scenario.sides):
        if info.support(state.turn) or state.support[side]:
            usable, rest = queries.support_left(game, side), state.support[side]
            found.append(f"GS {info.adjective} {usable}{f'/{rest}' if rest != usable else ''}")
    return found


def _must_fight(game: Game) -> str:
    """Return how many units must still attack or be attacked in this Combat Phase (7.11)."""
    if game.state.phase is not Phase.COMBAT:
        return ""
    obliged = queries.outstanding(game)
    count = len(obliged.attackers) + len(obliged.enemies)
    return f"fight {count}" if count else ""


class KeyBar(TextPane):
    """The last line, with the keys that work now."""

    DEFAULT_CSS = "KeyBar { width: 1fr; height: 1; }"
    ground = "bar"


class LogPane(TextPane):
    """The latest lines of the log."""

    DEFAULT_CSS = "LogPane { width: 1fr; height: 2; }"


WORDS = 3
"""Lines of words under the phase bar."""


class WordsPane(TextPane):
    """The text of a lesson or an example, under the phase bar."""

    DEFAULT_CSS = f"WordsPane {{ width: 1fr; height: {WORDS}; }}"
    ground = "box"


class PromptLine(TextPane):
    """The line with the pending decision, a refusal or another message."""

    DEFAULT_CSS = "PromptLine { width: 1fr; height: 1; }"


def wrap_row(line: Row, width: int) -> list[Row]:
    """Return a row wrapped to a width. It breaks after spaces, but not before a `*`; the words keep their styles."""
    text = "".join(span.text for span in line).replace(" *", f"{HARD}*")
    styles = [span.style for span in line for _ in span.text]
    rows: list[Row] = []
    at = 0
    for part in wrap(text, max(width - 1, 10)):
        at = text.index(part, at)
        runs = groupby(zip(part, styles[at : at + len(part)], strict=True), key=lambda pair: pair[1])
        rows.append((Span(" "), *(Span("".join(c for c, _ in run).replace(HARD, " "), role) for role, run in runs)))
        at += len(part)
    return rows or [()]


def fit_row(line: Row, width: int, height: int, more: str) -> list[Row]:
    """Return a row wrapped to a width, in at most `height` lines; a longer row is cut before its last span.

    The last span says what to press, and stays whole; `more` before it says where to read the rest. If the last span
    alone is too long, it ends with `...`.
    """
    rows = wrap_row(line, width)
    if len(rows) <= height:
        return rows
    *before, asks = line
    words = "".join(span.text for span in before).split()
    while words and len(rows) > height:
        words.pop()
        rows = wrap_row((Span(f"{' '.join([*words, more])} ", before[0].style), asks), width)
    if words:
        return rows
    words = asks.text.split()
    while len(rows := wrap_row((asks,), width)) > height:
        words.pop()
        asks = asks._replace(text=" ".join([*words, "..."]))
    return rows


def last_lines(log: Sequence[LogLine], width: int, height: int) -> list[Row]:
    """Return the end of the log, wrapped; if the first line is cut, it ends with `...`."""
    lines: list[Row] = []
    for entry in reversed(log):
        room = height - len(lines)
        if room <= 0 or width <= 10:
            break
        most = 1 if entry.brief else room
        part = wrap(entry.text, width, subsequent_indent="  ", max_lines=most, placeholder=" ...")
        lines = [(Span(f" {text}", "bold" if entry.heading else ""),) for text in part] + lines
    return lines


class TrackPane(TextPane):
    """The timeline of a game that is watched."""

    DEFAULT_CSS = "TrackPane { width: 1fr; height: 5; }"
