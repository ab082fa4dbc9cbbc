"""What stands above and below the map: phase bar, log, prompt and keys."""

from collections.abc import Sequence
from itertools import groupby, takewhile
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.pane import TextPane
from westwall_tui.ui.terminal.rows import Row, Span, row
from westwall_tui.ui.words.events import LogLine

# -- One line above the map: where in the game we are.


class PhaseBar(TextPane):
    """One line above the map: where in the game we are."""

    DEFAULT_CSS = "PhaseBar { height: 1; width: 1fr; }"
    ground = "bar"


def phase_bar(game: Game, width: int, switched: str = "") -> Row:
    """Battle, turn and date, side, phase, points; as much as fits. `switched`: what the player has turned on or off."""
    state, scenario = game.state, game.scenario
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    if game.outcome is not None:
        return row(f" {name}  The game is over", "text")
    turn = f"turn {state.turn} of {scenario.last_turn}"
    date = scenario.date(state.turn)
    now: list[Span] = [Span(f"{scenario.sides[game.prompt.side].name.upper()} ", "key")]
    if state.phase is Phase.SETUP:
        now.append(Span("SET-UP", "key"))
    else:
        now = [Span(f"{scenario.sides[state.side].name.upper()} ", "key")]
        fights = queries.has_combat(game) or state.phase is Phase.COMBAT
        for phase, word in ((Phase.MOVEMENT, "move"), (Phase.COMBAT, "combat"))[: 1 + fights]:
            now.append(Span(f">{word.upper()}<", "key") if state.phase is phase else Span(f" {word} ", "text"))
    heads = ((name, turn, date), (scenario.name, turn, date), (scenario.name, turn), (turn,), (f"turn {state.turn}",))
    conditions, points, rest = queries.conditions(game), _points_in_words(game), _must_fight(game) + switched
    room = width - sum(len(span.text) for span in now)
    # The turn is worth more room than the last of the battle's conditions.
    for kept in range(len(conditions), -1, -1):
        tail = points + "".join(f"  {condition}" for condition in conditions[:kept]) + rest
        for parts in heads:
            head = " " + "".join(f"{part}  " for part in parts if part)
            if len(head) + len(tail) <= room:
                return (Span(head, "text"), *now, Span(tail, "text"))
    return (Span(" ", "text"), *now, Span(points + rest, "text"))


def _points_in_words(game: Game) -> str:
    """Victory Points and Ground Support."""
    state, sides = game.state, game.scenario.sides
    text = ""
    if queries.account(game):
        first, second = queries.totals(game)
        text += f"  VP {sides[0].letter}{first} {sides[1].letter}{second}"
    for side, info in enumerate(sides):
        if info.support(state.turn) or state.support[side]:
            usable, rest = queries.support_left(game, side), state.support[side]
            text += f"  GS {info.letter}{usable}{f'/{rest}' if rest != usable else ''}"
    return text


def _must_fight(game: Game) -> str:
    """How many must still attack or be attacked in this Combat Phase (7.11)."""
    if game.state.phase is not Phase.COMBAT:
        return ""
    obliged = queries.outstanding(game)
    count = len(obliged.attackers) + len(obliged.enemies)
    return f"  must fight {count}" if count else ""


# -- The keys that work now, as the last line.


WAYS_ON = ("help", "commands", "leave")
"""Keys that lead to all others, and out: where the footer ends with them it always shows them."""


FIRST = 5
"""So many keys come first; further ones are shown only if those of `WAYS_ON` keep their words."""


class KeyBar(TextPane):
    """The keys that work now."""

    DEFAULT_CSS = "KeyBar { width: 1fr; height: 1; }"
    ground = "bar"


def key_bar(keys: Sequence[tuple[str, str]], keymap: Keymap, width: int) -> Row:
    """Keys and what they do, as many as there is room for. `keymap` has the keys.

    Those of `WAYS_ON` that the keys end with are always there, without words where there is no room for them.
    """
    found = [(f" {keymap.first(name)}", f" {word} " if word else "") for name, word in keys]
    ends = len(list(takewhile(lambda name: name in WAYS_ON, (name for name, _ in reversed(keys)))))
    first, last = found[: len(found) - ends], found[len(found) - ends :]
    if last:
        last[-1] = last[-1][0], last[-1][1].rstrip()  # nothing follows: no blank that could cost it its word
    spans: list[Span] = []
    room, words = width - sum(len(key) for key, _ in last), sum(len(does) for _, does in last)
    for i, (key, does) in enumerate(first):
        if len(key) + len(does) > room - (words if i >= FIRST else 0):
            break
        spans += [Span(key, "key"), Span(does, "text")]
        room -= len(key) + len(does)
    for key, does in last:
        word = does if len(does) <= room else ""
        spans += [Span(key, "key"), *([Span(word, "text")] if word else [])]
        room -= len(word)
    return tuple(spans)


# -- The end of the log and the prompt, below the map.


class LogPane(TextPane):
    """What happened last."""

    DEFAULT_CSS = "LogPane { width: 1fr; height: 2; }"


class PromptLine(TextPane):
    """Who decides what now, or a refusal or other message."""

    DEFAULT_CSS = "PromptLine { width: 1fr; height: 1; }"


def wrap_row(line: Row, width: int) -> list[Row]:
    """A row wrapped to a width, each line behind a space; the words keep their styles."""
    text = "".join(span.text for span in line)
    styles = [span.style for span in line for _ in span.text]
    rows: list[Row] = []
    at = 0
    for part in wrap(text, max(width - 1, 10)):
        at = text.index(part, at)
        runs = groupby(zip(part, styles[at : at + len(part)], strict=True), key=lambda pair: pair[1])
        rows.append((Span(" "), *(Span("".join(c for c, _ in run), role) for role, run in runs)))
        at += len(part)
    return rows or [()]


def fit_row(line: Row, width: int, height: int, more: str) -> list[Row]:
    """A row wrapped to a width, in so many lines: if it is longer, its last span is whole, and before it stands `more`.

    The last span says what to press; of what happened before, `more` says where the rest is.
    """
    rows = wrap_row(line, width)
    if len(rows) <= height:
        return rows
    *before, asks = line
    words = "".join(span.text for span in before).split()
    while words and len(rows) > height:
        words.pop()
        rows = wrap_row((Span(f"{' '.join([*words, more])} ", before[0].style), asks), width)
    return rows[:height] if words else wrap_row((asks,), width)[:height]


def last_lines(log: Sequence[LogLine], width: int, height: int) -> list[Row]:
    """The end of the log, wrapped."""
    lines: list[Row] = []
    for entry in reversed(log[-height:] if height > 0 else ()):
        part = wrap(entry.text, width, subsequent_indent="  ") if width > 10 else []
        lines = [(Span(f" {text}", "bold" if entry.heading else ""),) for text in part] + lines
    return lines[-height:] if height > 0 else []
