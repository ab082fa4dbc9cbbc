"""What orders did, in sentences: who moved from where to where, who fought whom with which result, and why."""

import re
from itertools import zip_longest
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.history.entries import Chronicle, Entry, because, player_turn_of
from westwall_tui.history.gains import gains_of, tidings
from westwall_tui.history.words import Words
from westwall_tui.plain.speech import aloud, count
from westwall_tui.words.telling import Names, spoken


class Teller:
    """Follows a game, and tells what its orders did."""

    def __init__(self, game: Game) -> None:
        self._names = Names(game.scenario)
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log))

    def new(self, game: Game) -> list[Entry]:
        """What the orders did that were given since the last time."""
        before = len(self._chronicle.game.log)
        return [self._chronicle.carry_out(line) for line in game.log[before:]]

    def went_back(self, game: Game) -> None:
        """Orders were taken back."""
        began: State | None = self._chronicle.began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            began = None
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log), began)

    def tell(self, entry: Entry) -> "Told":
        """What an order did."""
        return tell(entry, self._names)


class Told(NamedTuple):
    """What an order did, a sentence or two to a line."""

    lines: list[str]
    """Its events, each with its cause; the points that it brought; what the end of a Player-Turn brought."""
    headings: list[str]
    """The turns and phases that began with it, and what happened in them before a decision."""


def tell(entry: Entry, names: Names) -> Told:
    """What an order did."""
    words = names.words
    conceded = any(isinstance(event, ev.Conceded) for event in entry.events)
    lines: list[str] = []
    headings: list[str] = []
    for event, why in zip_longest(entry.events, entry.reasons[: len(entry.events)], fillvalue=""):
        if isinstance(event, str) or (conceded and isinstance(event, ev.GameEnded)):
            continue
        cause = "" if isinstance(event, ev.Rolled) else because(why)  # a roll's sentence says what it does
        line = aloud(f"{spoken(names, event, entry)}{cause}")
        begins = isinstance(event, ev.TurnBegan | ev.PhaseBegan | ev.PhaseSkipped | ev.GameEnded)
        (headings if begins or headings else lines).append(line)
    if gains := gains_of(entry, words):
        lines.append(aloud(_with_words_for_changes(gains, words)))
    lines += (aloud(_with_words_for_changes(tiding.text, words)) for tiding in tidings(entry, words))
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
    names, chronicle = Names(game.scenario), Chronicle(start)
    turns: list[tuple[tuple[int, int], list[str]]] = [((0, -1), [aloud(spoken(names, e)) for e in start.opening])]
    for line in game.log:
        entry = chronicle.carry_out(line)
        place = player_turn_of(chronicle.game.state)
        lines, headings = tell(entry, names)
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
