"""The story of a game: who won and how close it was, where it turned and by what, and whether it was luck."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.queries import Score
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.words import capital, count, in_words, listed, named
from westwall_tui.history.achievements import earned
from westwall_tui.history.course import Swing, feats, lasting_changes, lead_changes, luck, measures_over_time, swings
from westwall_tui.history.gains import alike, cause_of, changes, cutters, passed
from westwall_tui.history.record import Fight, History, PlayerTurn
from westwall_tui.history.words import FEW, Words, times

NO_LUCK, SOME_LUCK = 0.6, 0.3
"""A game at least so uneven as this comes up so often: then the dice decided nothing, or may have helped."""
FAR = 2
"""With more than so many times the greatest swing as margin, no luck decided a game."""
BEHIND = 3
"""The most combats told for a swing."""
NEAR = 3
"""Combats so many hexes from where the points changed are behind it."""


class PointsMoved(NamedTuple):
    """What moved the points in a Player-Turn."""

    title: str
    sentences: Sequence[str]
    hexes: tuple[int, ...]
    """What the title is about."""
    units: tuple[int, ...]
    """The units that the points are for, on the map."""
    exits: bool = False
    """True if it is about units that exited the map."""


class Story:
    """A history in sentences."""

    def __init__(self, history: History) -> None:
        self.history, self.words = history, Words(history.scenario)
        self.swings = swings(history)
        last = history.turns[-1] if history.turns else None
        self.points = last.points if last else queries.totals(history.end)
        self.account = last.ended.account if last else queries.account(history.end)
        self.winner = history.outcome.winner if history.outcome else NOBODY

    @property
    def has_points(self) -> bool:
        """True if points decide the game; in some scenarios nobody scores any."""
        return bool(self.account) or any(any(turn.points) for turn in self.history.turns)

    # -- the result

    def headline(self) -> str:
        """The result: `German Marginal Victory, 16 to 15`."""
        outcome = self.history.outcome
        if outcome is None:
            return "The game is not over"
        verdict = outcome.verdict
        first, second = self.points if self.winner != 1 else self.points[::-1]
        return f"{verdict}, {first} to {second}" if self.has_points else verdict

    def deck(self) -> str:
        """How it came to that, in a sentence or two."""
        outcome, history = self.history.outcome, self.history
        if not history.turns:
            return "" if outcome else "No turn has been played yet."
        last_turn = history.scenario.last_turn
        if not self.has_points:
            how = capital(outcome.sentence.partition(": ")[2]) if outcome else "The game goes on"
            if how and outcome and history.turns[-1].turn == last_turn:
                return f"{how}."
            return f"{how}, on Game-Turn {history.turns[-1].turn} of {last_turn}." if how else ""
        balance = history.balance(self.points)
        is_behind = self.winner != NOBODY and balance * (1, -1)[self.winner] < 0
        how = f"{capital(outcome.sentence.partition(': ')[2])}." if outcome and is_behind else ""
        crossed = lead_changes(history)
        if len(crossed) > 1:
            times = count(len(crossed), "time")
            lead = f"The lead changed hands {times}, for the last time on Game-Turn {crossed[-1].turn} of {last_turn}."
        elif crossed:
            lead = f"The lead changed hands once, on Game-Turn {crossed[0].turn} of {last_turn}."
        else:
            leads = 1 if balance < 0 else 0
            drawn = outcome is not None and self.winner == NOBODY
            lead = f"{capital(self.words.player(leads))} was ahead from first to last." if balance and not drawn else ""
        return " ".join(filter(None, (how, lead, self.margin(), self.what_if())))

    def margin(self) -> str:
        """How close it was, on the scale that decides."""
        scale, sides = self.history.scale, self.words.sides
        for side in (0, 1):
            if scale.handicap[1 - side]:
                need, ahead = scale.handicap[1 - side], self.points[side] - self.points[1 - side]
                stood = f"was {ahead} ahead" if ahead >= 0 else f"ended {-ahead} behind"
                return f"The {sides[side]} player needed to be {need} points ahead, and {stood}."
        heavy = next((side for side in (0, 1) if scale.weights[side] > 1), NOBODY)
        if heavy != NOBODY:
            often, weighed = times(scale.weights[heavy]), self.points[heavy] * scale.weights[heavy]
            return (
                f"Each {sides[heavy]} point counts {often}: on that scale it was {weighed} to {self.points[1 - heavy]}."
            )
        return ""

    def what_if(self) -> str:
        """What alone would have turned the result, from every source of points; empty if nothing would have."""
        found = [each for each in queries.near_misses(self.history.end) if each.winner != self.winner]
        if not found:
            return ""
        names = [f"the {side} player would have won" for side in self.words.sides]
        ends = {side: names[side] if side >= 0 else "neither side would have won" for side in (-1, 0, 1)}
        said = []
        for winner in dict.fromkeys(each.winner for each in found):
            ways = [each.text for each in found if each.winner == winner]
            said.append(f"{capital(', or '.join(ways))}, and {ends[winner]}.")
        return " ".join(said)

    # -- how it turned

    def turned(self, turn: PlayerTurn) -> PointsMoved:
        """What moved the points in a Player-Turn, the greatest change first; what was soon taken back only if that is
        all."""
        found: list[PointsMoved] = []
        seen: set[str] = set()
        moved = lasting_changes(self.history, turn) or changes(turn.began.account, turn.ended.account)
        for side, line, by in moved:
            for key, told in self._explain_points(turn, side, line, by):
                if key not in seen:
                    seen.add(key)
                    found.append(told)
        found = _places_together(found)
        if not found:
            return PointsMoved("The score changes", (), (), ())
        sentences = [each for told in found for each in told.sentences]
        return found[0]._replace(title=_joined_titles(found[:2]), sentences=sentences)

    def _explain_points(self, turn: PlayerTurn, side: int, line: Score, by: int) -> Iterator[tuple[str, PointsMoved]]:
        """Why a line of the account changed by so many points, with a key that is the same for the same reason."""
        if line.place:
            yield from self._points_of_place(turn, line.place)
        elif scored := self._scored_by_line(turn, side, line):
            yield str(scored[0]), self._tally_of_line(turn, side, scored)
        elif "eliminated" in line.cause and (lost := self._points_for_losses(turn, 1 - side)):
            yield f"lost {side}", lost
        elif exits := turn.all(ev.Exited):
            board = self.history.scenario.board
            by_edge: dict[str, list[str]] = {}
            for event in exits:
                by_edge.setdefault(event.edge, []).append(named(event.unit))
            where = next(iter(by_edge)) if len(by_edge) == 1 else "the map"
            title = f"{capital(count(len(exits), 'unit exits', 'units exit'))} {where}"
            said = [
                f"{capital(listed(units, FEW + 1))} exited the map at the {edge} edge."
                for edge, units in by_edge.items()
            ]
            yield "exits", PointsMoved(title, said, tuple(board.hex(event.path[-1]) for event in exits), (), exits=True)
        else:
            more = f"{abs(by)} points {'more' if by > 0 else 'fewer'} for {self.words.player(side)}"
            yield line.cause, PointsMoved(capital(more), (f"{capital(more)}: {line.cause}.",), (), ())

    def _points_of_place(self, turn: PlayerTurn, name: str) -> Iterator[tuple[str, PointsMoved]]:
        before, now = turn.began.places.get(name), turn.ended.places.get(name)
        said = passed(before, now, self.words)
        if now is None or not said:
            return
        if now.area:
            title = said.partition(":")[0].rstrip(".")
        elif now.side != NOBODY:
            title = f"{capital(self.words.player(now.side))} takes {name}"
        else:
            title = f"{capital(self.words.player(before.side if before else NOBODY))} loses {name}"
        yield f"place {name}", PointsMoved(title, (said,), now.hexes[:6], ())

    def _scored_by_line(self, turn: PlayerTurn, side: int, line: Score) -> list[ev.Scored]:
        """The points of a Player-Turn that a line of the account counts."""
        name = self.words.sides[side]
        key = cause_of(line)
        return [
            event
            for event in turn.all(ev.Scored)
            if event.side == name and (cause := event.cause.partition(":")[0]) and alike(cause, key)
        ]

    def _tally_of_line(self, turn: PlayerTurn, side: int, scored: Sequence[ev.Scored]) -> PointsMoved:
        """Points that units brought by where they stood at the end of the turn."""
        by_id = self.history.scenario.by_id
        ids = [name for event in scored for name in re.split(r"[:,] ", event.cause) if name.lower() in by_id]
        if not ids:  # `4M beyond the front`
            ids = [event.cause.split()[0] for event in scored if event.cause.split()[0].lower() in by_id]
        cause = scored[0].cause.partition(":")[0]
        if ids and cause.startswith(ids[0]):
            cause = cause.removeprefix(ids[0]).strip()
        points = sum(event.points for event in scored)
        units = [by_id[name.lower()] for name in ids]
        title = capital(f"{cause} ({count(len(ids), 'unit')})" if ids else cause)
        told = f"{self.words.sides[side]} scored {points} at the end of the turn: {cause}"
        told += f" ({self.words.units(units, FEW + 1)})." if units else "."
        there = [unit for unit in units if turn.after.location[unit] >= 0]
        cut, cutters = self._lines_cut(turn, units)
        hexes = cut or tuple(turn.after.location[unit] for unit in there)
        return PointsMoved(title, (told, *cutters), hexes, tuple(there))

    def _lines_cut(self, turn: PlayerTurn, units: Sequence[int]) -> tuple[tuple[int, ...], Sequence[str]]:
        """Where most of these units' Lines of Communication were cut at the end of a Player-Turn, and by whom."""
        board, scenario = self.history.scenario.board, self.history.scenario
        numbers = {number: h for h, number in enumerate(board.grid.numbers)}
        game = self.history.position(turn.end)
        places: Counter[str] = Counter()
        for supply in queries.supplies(game) if units else ():
            if supply.unit in units and not supply.line:
                places.update([number for number in re.findall(r"\d{4}", supply.why) if number in numbers][:1])
        if not places:
            return (), ()
        number, often = places.most_common(1)[0]
        h = numbers[number]
        by = cutters(turn.after, h, 1 - scenario.units[units[0]].side)
        who = f", by {self.words.units(by)}" if by else ""
        said = (
            f"{capital(in_words(often))} of their lines {'was' if often == 1 else 'were'} cut {self.words.at(h)}{who}."
        )
        return ((h,) if often > 1 else ()), (said,)

    def _points_for_losses(self, turn: PlayerTurn, side: int) -> PointsMoved | None:
        lost = [loss for loss in turn.losses if self.history.scenario.units[loss.unit].side == side]
        if not lost:
            return None
        title = f"{capital(count(len(lost), f'{self.words.sides[side]} unit'))} eliminated"
        names = self.words.units([loss.unit for loss in lost], FEW + 1)
        said = f"{capital(names)} {'was' if len(lost) == 1 else 'were'} eliminated."
        return PointsMoved(title, (said,), tuple(loss.hex for loss in lost[:4]), ())

    def behind(self, swing: Swing, told: PointsMoved, most: int = BEHIND) -> Sequence[Fight]:
        """The combats behind a swing, in the order in which they were fought: the nearest, and those with losses."""
        distance = self.history.scenario.board.grid.distance

        def weight(fight: Fight) -> int:
            defenders = [fight.where[unit] for unit in fight.combat.defenders]
            far = min((distance(a, b) for a in defenders for b in told.hexes), default=9)
            return far - (2 if fight.losses else 0)

        near = sorted((fight for fight in swing.turn.fights if weight(fight) < NEAR), key=weight)
        return sorted(near[:most], key=lambda fight: fight.number)

    # -- ground, achievements, luck, losses

    def ground(self) -> Sequence[str]:
        """Each of the battle's measures in a sentence: at first, at most (or best, if fewer are better), at the end."""
        best = {feat.what: feat for feat in feats(self.history)}
        return [
            f"{name}: {values[0].value} at first, {best[name].value} at {'best' if best[name].low else 'most'} on "
            f"Game-Turn {best[name].turn}, "
            f"{values[-1].value} at the end."
            for name, values in measures_over_time(self.history).items()
        ]

    def achievements(self) -> Sequence[str]:
        """What was earned, with the side that has it: `US: Nuts! To the German commander: see above.`"""
        found = []
        for each in earned(self.history):
            stop = "" if each.name.endswith(("!", "?")) else "."
            found.append(f"{self.words.sides[each.side]}: {each.name}{stop} {each.line}")
        return found

    def luck(self) -> str:
        """The verdict on the dice, in a few sentences."""
        history, words = self.history, self.words
        if not history.fights:
            return "No combat was fought."
        found = luck(history.fights)
        n, often = abs(round(found.hexes)), max(1, round(found.chance * 10))
        if not n:
            when = "so far" if history.outcome is None else "over the whole game"
            return f"The dice were fair: {when} the results matched the odds."
        lucky = 0 if found.hexes > 0 else 1
        lean = (
            f"The dice leaned to {words.player(lucky)}: over {count(len(history.fights), 'combat')} they were worth "
            f"{count(n, 'hex', 'hexes')} of retreat more than the odds promised. "
            f"{capital(count(often, 'game'))} in 10 {'is' if often == 1 else 'are'} at least this uneven."
        )
        if history.outcome is None or self.winner == NOBODY:
            return lean
        if found.chance >= NO_LUCK:
            return f"{lean} The dice did not decide it."
        if lucky != self.winner:
            return f"{lean} {capital(words.player(self.winner))} won all the same."
        margin, turned = abs(history.balance(self.points)), [abs(each.by) for each in self.swings]
        if self.has_points and margin <= min(turned, default=0):
            return f"{lean} The game was so close that even that may have been enough."
        if self.has_points and turned and margin > FAR * max(turned):
            return f"{lean} The margin was far too wide for that to have decided it."
        if found.chance >= SOME_LUCK:
            return f"{lean} That may have helped; it does not explain the result."
        return f"{lean} The dice had a part in the result."

    def losses(self) -> str:
        """How units were lost, in a sentence."""
        lost = self.history.losses
        if not lost:
            return "No unit was lost."
        shut = sum(": " in loss.why for loss in lost)
        outside = sum(loss.fight is None for loss in lost)
        outright = len(lost) - shut - outside
        parts = [
            (shut, "could not retreat far enough"),
            (outright, f"{'was' if outright == 1 else 'were'} eliminated outright"),
            (outside, f"{'was' if outside == 1 else 'were'} eliminated without a combat"),
        ]
        told = [(n, how) for n, how in parts if n]
        units, were = capital(count(len(lost), "unit")), "was" if len(lost) == 1 else "were"
        if told == [(shut, parts[0][1])]:
            return f"{units} {were} lost because {'it' if shut == 1 else 'they'} could not retreat far enough."
        if len(told) == 1:
            return f"{units} {told[0][1]}."
        return f"{units} {were} lost: {listed(f'{in_words(n)} {how}' for n, how in told)}."


def _joined_titles(found: Sequence[PointsMoved]) -> str:
    """The titles of what moved the points most, in one: `The German player takes Bastogne; two units exit west`."""
    first, *others = (told.title for told in found)
    return "; ".join([first, *(other[:1].lower() + other[1:] for other in others)])


def _places_together(found: Sequence[PointsMoved]) -> list[PointsMoved]:
    """Places that the same player took, or lost, in one breath."""
    groups: dict[tuple[str, str], list[PointsMoved]] = {}
    keys = [_who_and_verb(told.title) for told in found]
    for key, told in zip(keys, found, strict=True):
        groups.setdefault(key, []).append(told)
    kept: list[PointsMoved] = []
    for key, told in zip(keys, found, strict=True):
        who, verb = key
        group = groups[key] if verb else [told]
        if group[0] is not told:
            continue
        if len(group) == 1:
            kept.append(told)
            continue
        names = listed([each.title.partition(verb)[2] for each in group], FEW)
        sentences = tuple(each for one in group for each in one.sentences)
        hexes = tuple(h for each in group for h in each.hexes)
        kept.append(PointsMoved(f"{who}{verb}{names}", sentences, hexes, ()))
    return kept


def _who_and_verb(title: str) -> tuple[str, str]:
    """Who takes or loses a place by a title; empty if it is about something else."""
    for verb in (" takes ", " loses "):
        who, found, _ = title.partition(verb)
        if found:
            return who, verb
    return title, ""
