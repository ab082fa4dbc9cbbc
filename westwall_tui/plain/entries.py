"""Describes the effects of orders in sentences: moves, combats with their results and causes, points."""

from itertools import zip_longest
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.history.entries import Chronicle, Entry, because, player_turn_of
from westwall_tui.history.gains import gains_of, points_in_words, turn_news
from westwall_tui.plain.speech import aloud
from westwall_tui.words.telling import Names, spoken


class Narrator:
    """Follows a game, and describes the effects of its orders."""

    def __init__(self, game: Game) -> None:
        self._names = Names(game.scenario)
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log))

    def new(self, game: Game) -> list[Entry]:
        """Return the entries of the orders that were given since the last call."""
        before = len(self._chronicle.game.log)
        return [self._chronicle.carry_out(line) for line in game.log[before:]]

    def go_back(self, game: Game) -> None:
        """Return to the log that the game has after an undo."""
        began: State | None = self._chronicle.began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            began = None
        self._chronicle = Chronicle(game.rolled_by_hand(), len(game.log), began)

    def narrate(self, entry: Entry) -> "Narration":
        """Return a description of the effects of an order."""
        return narrate(entry, self._names)


class Narration(NamedTuple):
    """A description of the effects of an order, with one or two sentences per line."""

    lines: list[str]
    """The order's events with their causes, the points that it brought, and the results of the turn that it ended."""
    headings: list[str]
    """The turns and phases that the order began, and their events before the next decision."""


def narrate(entry: Entry, names: Names) -> Narration:
    """Return a description of the effects of an order."""
    words = names.words
    conceded = any(isinstance(event, ev.Conceded) for event in entry.events)
    lines: list[str] = []
    headings: list[str] = []
    for event, why in zip_longest(entry.events, entry.reasons[: len(entry.events)], fillvalue=""):
        if isinstance(event, str) or (conceded and isinstance(event, ev.GameEnded)):
            continue
        cause = "" if isinstance(event, ev.Rolled) else because(why)  # the sentence of a roll already gives its result
        line = aloud(f"{spoken(names, event, entry)}{cause}")
        begins = isinstance(event, ev.TurnBegan | ev.PhaseBegan | ev.PhaseSkipped | ev.GameEnded)
        (headings if begins or headings else lines).append(line)
    if gains := gains_of(entry, words):
        lines.append(aloud(points_in_words(gains, words)))
    lines += (aloud(points_in_words(news.text, words)) for news in turn_news(entry, words))
    return Narration(lines, headings)


def happened_since(game: Game, side: int) -> list[str]:
    """Describe the enemy's orders since a side's last Player-Turn; without a side, all orders of the last two turns."""
    start = game.root().rolled_by_hand()
    names, chronicle = Names(game.scenario), Chronicle(start)
    turns: list[tuple[tuple[int, int], list[str]]] = [((0, -1), [aloud(spoken(names, e)) for e in start.opening])]
    for line in game.log:
        entry = chronicle.carry_out(line)
        place = player_turn_of(chronicle.game.state)
        lines, headings = narrate(entry, names)
        turns[-1][1].extend(lines)
        if place[0] and place != turns[-1][0]:  # before that it is the set-up
            turns.append((place, []))
        turns[-1][1].extend(headings)
    own = [i for i, ((turn, who), _) in enumerate(turns) if turn and who == side]
    last = len(turns) - (side >= 0 and len(own) > 0 and own[-1] == len(turns) - 1)
    first = max((i for i in own if i < last), default=-1) + 1
    if side < 0:
        first = max(0, len(turns) - 2)
    return [line for _, lines in turns[first:last] for line in lines]
