"""The gains of an order or a Player-Turn: points with their cause, places taken and lost, roads cut and opened."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.queries import Measure, Objective, Score
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.state import State
from westwall_tui.engine.words import capital, count, scored_at, signed
from westwall_tui.history.entries import Entry, TurnEnd
from westwall_tui.history.words import FEW, Words, in_past

PLURALS = re.compile(r"\b(unit|time|hex)\b")


class TurnNews(NamedTuple):
    """A sentence or two on one thing that a Player-Turn brought."""

    text: str
    hexes: tuple[int, ...]
    """The hex that the sentence is about."""


# -- the account


def cause_of(line: Score) -> str:
    """Return the cause of a line of the account without its numbers, so that it stays the same throughout a game."""
    cause = re.sub(r"\d+\s*", "", line.cause).strip(" :,")
    return PLURALS.sub(lambda found: f"{found[1]}{'e' * (found[1] == 'hex')}s", cause)


Key = tuple[int, str, str]
"""The key of a line of an account: side, place, and the cause if there is no place."""


def key_of(line: Score) -> Key:
    """Return the key of a line, which stays the same throughout a game."""
    return line.side, line.place, cause_of(line) if not line.place else ""


def points_by_key(account: Sequence[Score]) -> Mapping[Key, int]:
    """Return the points of an account by key."""
    found: Counter[Key] = Counter()
    for line in account:
        found[key_of(line)] += line.points
    return found


def changes(before: Sequence[Score], after: Sequence[Score]) -> Sequence[tuple[int, Score, int]]:
    """Return how an account changed, the greatest change first: side, the line after or else before, and the change."""
    stood, now = points_by_key(before), points_by_key(after)
    lines = {key_of(line): line for line in (*before, *after)}
    found = [(key[0], line, now.get(key, 0) - stood.get(key, 0)) for key, line in lines.items()]
    return sorted((change for change in found if change[2]), key=lambda change: -abs(change[2]))


def alike(cause: str, line: str) -> bool:
    """Return True if an event and a line of the account have the same cause, judged by their first or last words."""
    own, other = cause.lower().split(","), line.lower().split(",")
    words = re.sub(r"[^a-z ]", " ", own[0]).split()
    return other[0].startswith(own[0]) or own[0].startswith(other[0]) or set(other[0].split()[-3:]) <= set(words)


def gains_of(entry: Entry, words: Words) -> str:
    """Return the points that an order brought by units lost or exited: `German +1, U.S. -3 for the exit`.

    Return an empty string for none. Points that the rules score at the end of a turn are left out, as they have an
    event.
    """
    if entry.account is None:
        return ""
    scored = [event for event in entry.events if isinstance(event, ev.Scored)]
    found = [
        (by, words.adjectives[side])
        for side, line, by in changes(*entry.account)
        if not line.place
        and not any(
            event.side == words.sides[side] and alike(event.cause.partition(":")[0], cause_of(line)) for event in scored
        )
    ]
    found.sort(key=lambda gain: -gain[0])
    cause = (
        "exit"
        if any(isinstance(event, ev.Exited) for event in entry.events)
        else "loss"
        if len(entry.losses) == 1
        else "losses"
    )
    return ", ".join(f"{name} {by:+d}" for by, name in found) + f" for the {cause}" if found else ""


def points_in_words(text: str, words: Words, *, past: bool = False) -> str:
    """Return a text with `the U.S. gain 8 points` (or `gained`) in place of `U.S. +8`."""
    people = {name: info.people for info in words.scenario.sides for name in (info.name, info.adjective)}
    verbs = {"+": "gained" if past else "gain", "-": "lost" if past else "lose"}

    def in_words(found: re.Match[str]) -> str:
        side, sign, number = found.groups()
        change, before = f"{people[side]} {verbs[sign]} {count(int(number), 'point', most=0)}", text[: found.start()]
        if re.search(r"[+-]\d+, $", before):
            return f"and {change}"
        return capital(change) if before.endswith(". ") else change

    return re.sub(rf"(?<!\w)({'|'.join(map(re.escape, people))}) ([+-])(\d+)", in_words, text)


# -- the end of a Player-Turn


def turn_news(entry: Entry, words: Words, minus: str = "-") -> Sequence[TurnNews]:
    """Return what a Player-Turn brought in places and roads, if the order ended it; else nothing."""
    if entry.ended is None:
        return ()
    before, after = entry.ended
    return [*_news_of_places(before, after, words, minus), *roads(before, after, words)]


def _news_of_places(before: TurnEnd, after: TurnEnd, words: Words, minus: str) -> Sequence[TurnNews]:
    """Return the places that give other points than before, and the reasons."""
    by_place: dict[str, list[str]] = {}
    for side, line, by in changes(before.account, after.account):
        if line.place and line.at_end:
            by_place.setdefault(line.place, []).append(f"{words.adjectives[side]} {signed(by, minus)}")
    found = []
    for name, gains in by_place.items():
        place = after.places.get(name)
        if place is not None:
            change = passed(before.places.get(name), place, words) or f"{place.called}: {place.why}."
            found.append(TurnNews(f"{change} {', '.join(gains)}.", place.hexes))
    return found


def passed(before: Objective | None, now: Objective | None, words: Words) -> str:
    """Return which side took or lost a place, and why, as a sentence.

    Empty if the place scores for the same side as before.
    """
    if now is None or (before is not None and before.side == now.side):
        return ""
    why = "." if not now.why else f": {now.why if now.area else in_past(now.why)}."
    name = now.called
    if now.area:  # no side takes such ground; units score on it
        holds = now.side != NOBODY or before is None
        side = now.side if holds or before is None else before.side
        scores = f"{'now' if holds else 'no longer'} score {scored_at(now.name)}"
        return f"{capital(words.people[side])} {scores}{why}" if side != NOBODY else ""
    if now.side != NOBODY:
        return f"{capital(words.people[now.side])} took {name}{why}"
    return f"{capital(words.people[before.side])} lost {name}{why}" if before is not None else ""


def roads(before: TurnEnd, after: TurnEnd, words: Words) -> Sequence[TurnNews]:
    """Return the roads that were cut, with the hex and the enemy units, and the roads that were opened."""
    stood = {measure.name: measure for measure in before.measures}
    found = []
    for now in after.measures:
        was = stood.get(now.name)
        if was is None or not now.road or bool(was.cut) == bool(now.cut):
            continue
        if now.cut:
            found.append(TurnNews(f"{capital(now.road)} was cut {cut_by(now, after.state, words)}.", now.cut[:1]))
        else:
            found.append(TurnNews(f"{capital(now.road)} was opened.", was.cut[:1]))
    return found


def cut_by(measure: Measure, state: State, words: Words) -> str:
    """Return where a road is closed and by which units: `at 0404, near Grave, by 2/21`."""
    h = measure.cut[0]
    units = cutters(state, h, 1 - measure.side)
    return words.at(h) + (f", by {words.units(units, FEW)}" if units else "")


def cutters(state: State, h: int, side: int) -> Sequence[int]:
    """Return the units of a side that occupy a hex, or if there are none, the units that control it."""
    units = state.on_map(side)
    there = [unit for unit in units if state.location[unit] == h]
    return there or [unit for unit in units if h in state.ground.zone[state.location[unit]]]
