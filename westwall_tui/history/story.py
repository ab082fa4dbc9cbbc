"""The story of a game: who won and by how much, when and why it turned, and whether luck decided it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.queries import Score
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.scoring import EACH_TURN
from westwall_tui.engine.words import capital, count, in_words, listed, named, these, with_stop
from westwall_tui.history.achievements import earned
from westwall_tui.history.course import Swing, feats, lasting_changes, lead_changes, luck, measures_over_time, swings
from westwall_tui.history.gains import alike, cause_of, changes, cutters, passed
from westwall_tui.history.record import Fight, History, PlayerTurn
from westwall_tui.history.words import FEW, Words, times

NO_LUCK, SOME_LUCK = 0.6, 0.3
"""Probabilities of a game this lopsided above which the dice decided nothing, or may have helped."""
FEWEST_COMBATS = 10
"""Minimum number of combats for a verdict on the dice."""
FAR = 2
"""Luck did not decide the game if the margin is more than this many times the greatest swing."""
BEHIND = 3
"""Maximum number of combats mentioned for a swing."""
NEAR = 3
"""Maximum distance, in hexes, of a combat behind a change of points from the place of the change."""


class PointsMoved(NamedTuple):
    """A cause for a change of the points in a Player-Turn."""

    title: str
    sentences: Sequence[str]
    hexes: tuple[int, ...]
    """The hexes that the title is about."""
    units: tuple[int, ...]
    """The units on the map that scored the points."""
    exits: bool = False
    """True if the cause is about units that exited the map."""


class Story:
    """The sentences about the history of a game."""

    def __init__(self, history: History) -> None:
        self.history, self.words = history, Words(history.scenario)
        self.swings = swings(history)
        last = history.turns[-1] if history.turns else None
        self.points = last.points if last else queries.totals(history.end)
        self.account = last.ended.account if last else queries.account(history.end)
        self.winner = history.outcome.winner if history.outcome else NOBODY

    @property
    def has_points(self) -> bool:
        """True if points decide the game; in some scenarios no side scores any."""
        return bool(self.account) or any(any(turn.points) for turn in self.history.turns)

    # -- the result

    def headline(self) -> str:
        """Return the result: `German Marginal Victory, 16 to 15`."""
        outcome = self.history.outcome
        if outcome is None:
            return "The game is not over"
        verdict = outcome.verdict
        first, second = self.points if self.winner != 1 else self.points[::-1]
        return f"{verdict}, {first} to {second}" if self.has_points and self.history.turns else verdict

    def deck(self) -> str:
        """Return the reasons for the result, in a sentence or two."""
        outcome, history = self.history.outcome, self.history
        if not history.turns:
            how = capital(outcome.sentence.partition(": ")[2]) if outcome else ""
            return with_stop(f"{how} during the set-up") if how else "No turn has been played yet."
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
            often, last = times(len(crossed)), crossed[-1].turn
            lead = f"The lead changed hands {often}, the last time on Game-Turn {last} of {last_turn}."
        elif crossed:
            lead = f"The lead changed hands once, on Game-Turn {crossed[0].turn} of {last_turn}."
        else:
            leads = 1 if balance < 0 else 0
            drawn = outcome is not None and self.winner == NOBODY
            lead = (
                f"{capital(self.words.people[leads])} were ahead from first to last." if balance and not drawn else ""
            )
        return " ".join(filter(None, (how, lead, self.margin(), self.what_if())))

    def margin(self) -> str:
        """Return how close it was, on the scale that decides the game."""
        scale, words = self.history.scale, self.words
        for side in (0, 1):
            if scale.handicap[1 - side]:
                need, ahead = scale.handicap[1 - side], self.points[side] - self.points[1 - side]
                ended = f"{ahead} ahead" if ahead >= 0 else f"{-ahead} behind"
                return f"{capital(words.people[side])} needed to be {need} points ahead and ended {ended}."
        heavy = next((side for side in (0, 1) if scale.weights[side] > 1), NOBODY)
        if heavy != NOBODY:
            often, weighed = times(scale.weights[heavy]), self.points[heavy] * scale.weights[heavy]
            makes = f"which makes it {weighed} to {self.points[1 - heavy]}"
            return f"Each {words.adjectives[heavy]} point counts {often}, {makes}."
        return ""

    def what_if(self) -> str:
        """Return each source of points that alone would have changed the winner, and how; empty if there is none."""
        found = [each for each in queries.near_misses(self.history.end) if each.winner != self.winner]
        if not found:
            return ""
        sentences = []
        for winner in dict.fromkeys(each.winner for each in found):
            people = "the game" if winner == NOBODY else self.words.people[winner]
            texts = [
                each.text.replace(f" held by {people}", " in their hands") for each in found if each.winner == winner
            ]
            if len(texts) > 1:
                end = "have made the game a draw" if winner == NOBODY else f"have been enough for {people} to win"
                sentences.append(with_stop(f"{capital(these(len(texts)))} would {end}: {listed(texts, joined='or')}"))
            else:
                would = "would have been a draw" if winner == NOBODY else "would have won"
                sentences.append(with_stop(f"{capital(people)} {would} with {texts[0]}"))
        return " ".join(sentences)

    # -- how it turned

    def turned(self, turn: PlayerTurn) -> PointsMoved:
        """Return the causes of the change of points in a Player-Turn, with the greatest change in the title.

        Changes that were soon reversed appear only if there are no others.
        """
        found: list[PointsMoved] = []
        seen: set[str] = set()
        moved = lasting_changes(self.history, turn) or changes(turn.began.account, turn.ended.account)
        for side, line, by in moved:
            for key, cause in self._explain_points(turn, side, line, by):
                if key not in seen:
                    seen.add(key)
                    found.append(cause)
        found = _places_together(found)
        if not found:
            return PointsMoved("The score changes for a while", (), (), ())
        sentences = [each for cause in found for each in cause.sentences]
        return found[0]._replace(title=_joined_titles(found[:2]), sentences=sentences)

    def _explain_points(self, turn: PlayerTurn, side: int, line: Score, by: int) -> Iterator[tuple[str, PointsMoved]]:
        """Yield the causes of a change in a line of the account, each with a key that depends only on the cause."""
        changed_hands = [*self._points_of_place(turn, line.place)] if line.place else []
        if changed_hands or (line.place and line.at_end):
            yield from changed_hands
        elif scored := self._scored_by_line(turn, side, line):
            yield str(scored[0]), self._tally_of_line(turn, side, scored)
        elif re.search("eliminated|lost", line.cause) and (lost := self._points_for_losses(turn, 1 - side)):
            yield f"lost {side}", lost
        elif exits := turn.all(ev.Exited):
            board = self.history.scenario.board
            by_edge: dict[str, list[str]] = {}
            for event in exits:
                by_edge.setdefault(event.edge, []).append(named(event.unit))
            where = next(iter(by_edge)) if len(by_edge) == 1 else "the map"
            title = f"{capital(count(len(exits), 'unit exits', 'units exit'))} {where}"
            sentences = [
                f"{capital(listed(units, FEW + 1))} exited the map at the {edge} edge."
                for edge, units in by_edge.items()
            ]
            yield (
                "exits",
                PointsMoved(title, sentences, tuple(board.hex(event.path[-1]) for event in exits), (), exits=True),
            )
        else:
            points = count(abs(by), "point", most=0)
            people = capital(self.words.people[side])
            title = f"{people} {'gain' if by > 0 else 'lose'} {points} for {line.cause}"
            sentence = f"{people} {'gained' if by > 0 else 'lost'} {points} for {line.cause}."
            yield line.cause, PointsMoved(title, (sentence,), (), ())

    def _points_of_place(self, turn: PlayerTurn, name: str) -> Iterator[tuple[str, PointsMoved]]:
        before, now = turn.began.places.get(name), turn.ended.places.get(name)
        change = passed(before, now, self.words)
        if now is None or not change:
            return
        people = [capital(each) for each in self.words.people]
        place = name.removesuffix(EACH_TURN)
        if now.area:
            title = change.partition(":")[0].removesuffix(".")
        elif now.side != NOBODY:
            title = f"{people[now.side]} take {place}"
        else:
            title = f"{people[before.side if before else NOBODY]} lose {place}"
        yield title, PointsMoved(title, (change,), now.hexes[:6], ())

    def _scored_by_line(self, turn: PlayerTurn, side: int, line: Score) -> list[ev.Scored]:
        """Return the events of a Player-Turn that a line of the account counts."""
        name = self.words.sides[side]
        key = cause_of(line)
        return [
            event
            for event in turn.all(ev.Scored)
            if event.side == name and (cause := event.cause.partition(":")[0]) and alike(cause, key)
        ]

    def _tally_of_line(self, turn: PlayerTurn, side: int, scored: Sequence[ev.Scored]) -> PointsMoved:
        """Return the points that units scored by their positions at the end of the turn."""
        named = [self._units_named(event.cause) for event in scored]
        units, cause = [unit for found, _ in named for unit in found], named[0][1]
        points = sum(event.points for event in scored)
        who = capital(self.words.people[side])
        many = f"{count(len(units), 'unit')} {re.sub('^no ', 'without a ', cause)}" if units else cause
        title = capital(many) if units else f"{who} score for {cause}"
        names = f" ({self.words.units(units, FEW + 1)})" if units else ""
        scored_so = f"{self.words.people[side]} scored {count(points, 'point', most=0)} for {many}{names}"
        sentence = f"At the end of the turn, {scored_so}."
        there = [unit for unit in units if turn.after.location[unit] >= 0]
        cut, cutters = self._lines_cut(turn, units)
        hexes = cut or tuple(turn.after.location[unit] for unit in there)
        return PointsMoved(title, (sentence, *cutters), hexes, tuple(there))

    def _units_named(self, cause: str) -> tuple[Sequence[int], str]:
        """Return the units named in the cause of some points, and the rest of the cause.

        Causes have the forms `no Line of Communication: 32, 2/506` and `unit 32, 2/506 beyond the front`.
        """
        by_id = self.history.scenario.by_id
        what, colon, names = cause.partition(": ")
        if not colon and (found := re.match(r"((?:(?:unit )?\S+, )*(?:unit )?\S+) (.+)", cause)):
            names, what = found.groups()
        ids = [name.removeprefix("unit ").removeprefix("the ").lower() for name in names.split(", ")]
        return ([by_id[name] for name in ids], what) if all(name in by_id for name in ids) else ([], cause)

    def _lines_cut(self, turn: PlayerTurn, units: Sequence[int]) -> tuple[tuple[int, ...], Sequence[str]]:
        """Return where most of some units' Lines of Communication were cut at the end of a turn, and by which units."""
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
        lines = f"{capital(in_words(often))} of their lines {'was' if often == 1 else 'were'}"
        return ((h,) if often > 1 else ()), (f"{lines} cut {self.words.at(h)}{who}.",)

    def _points_for_losses(self, turn: PlayerTurn, side: int) -> PointsMoved | None:
        lost = [loss for loss in turn.losses if self.history.scenario.units[loss.unit].side == side]
        if not lost:
            return None
        title = f"{capital(count(len(lost), f'{self.words.adjectives[side]} unit'))} eliminated"
        names = self.words.units([loss.unit for loss in lost], FEW + 1)
        sentence = f"{capital(names)} {'was' if len(lost) == 1 else 'were'} eliminated."
        return PointsMoved(title, (sentence,), tuple(loss.hex for loss in lost[:4]), ())

    def behind(self, swing: Swing, cause: PointsMoved, most: int = BEHIND) -> Sequence[Fight]:
        """Return the combats behind a swing, in the order of play: the nearest, and those with losses."""
        distance = self.history.scenario.board.grid.distance

        def weight(fight: Fight) -> int:
            defenders = [fight.where[unit] for unit in fight.combat.defenders]
            far = min((distance(a, b) for a in defenders for b in cause.hexes), default=9)
            return far - (2 if fight.losses else 0)

        near = sorted((fight for fight in swing.turn.fights if weight(fight) < NEAR), key=weight)
        return sorted(near[:most], key=lambda fight: fight.number)

    # -- ground, achievements, luck, losses

    def ground(self) -> Sequence[str]:
        """Return the course of each of the battle's measures: at first, at its best if that differs, and at the end."""
        best = {feat.what: feat for feat in feats(self.history)}
        found = []
        for name, values in measures_over_time(self.history).items():
            first, last, feat = values[0].value, values[-1].value, best[name]
            peak = f", {feat.value} at {'best' if feat.low else 'most'} (Game-Turn {feat.turn})"
            better = min if feat.low else max
            ends = f"{last} from first to last" if first == last else f"{first} at first, {last} at the end"
            if better(feat.value, first, last) not in (first, last):
                ends = f"{first} at first{peak}, {last} at the end"
            found.append(f"{name}: {ends}.")
        return found

    def achievements(self) -> Sequence[str]:
        """Return the achievements with their sides, such as `U.S.: Nuts! To the German commander: see above`."""
        found = []
        for each in earned(self.history):
            stop = "" if each.name.endswith(("!", "?")) else "."
            found.append(f"{self.words.adjectives[each.side]}: {each.name}{stop} {each.line}")
        return found

    def luck(self) -> str:
        """Return the verdict on the dice, in a few sentences."""
        history, words = self.history, self.words
        if not history.fights:
            return "No combats were fought."
        if len(history.fights) < FEWEST_COMBATS:
            fought = (
                f"Only {count(len(history.fights), 'combat')} {'was' if len(history.fights) == 1 else 'were'} fought"
            )
            return f"{fought}, too few to say whom the dice favored."
        found = luck(history.fights)
        n, often = abs(round(found.hexes)), max(1, round(found.chance * 10))
        so_far = "so far" if history.outcome is None else "over the whole game"
        if not n:
            return f"The dice were fair: {so_far} the results matched the odds."
        lucky = 0 if found.hexes > 0 else 1
        combats, hexes = count(len(history.fights), "combat"), count(n, "hex", "hexes")
        games = count(often, "game", most=10)
        lean = (
            f"The dice favored {words.people[lucky]}: over {combats}, luck was worth {hexes} of retreat. "
            f"The dice lean at least this far in {games} out of ten."
        )
        if history.outcome is None or self.winner == NOBODY:
            return lean
        if found.chance >= NO_LUCK:
            return f"{lean} The dice did not decide the game."
        if lucky != self.winner:
            return f"{lean} {capital(words.people[self.winner])} won all the same."
        margin, turned = abs(history.balance(self.points)), [abs(each.by) for each in self.swings]
        if self.has_points and margin <= min(turned, default=0):
            return f"{lean} In so close a game that may have been enough to decide it."
        if self.has_points and turned and margin > FAR * max(turned):
            return f"{lean} The margin was far too wide for luck to have decided the game."
        if found.chance >= SOME_LUCK:
            return f"{lean} That may have helped, but it does not explain the result."
        return f"{lean} The dice played a part in the result."

    def losses(self) -> str:
        """Return how units were lost, in a sentence."""
        lost = self.history.losses
        if not lost:
            return "No units were lost."
        no_room = sum(": " in loss.why for loss in lost)
        outside = sum(loss.fight is None for loss in lost)
        parts = ((no_room, ""), (len(lost) - no_room - outside, "outright"), (outside, "outside combat"))
        ways = [(n, how) for n, how in parts if n]
        if len(ways) == 1:
            return _all_lost(*ways[0])
        most = 9 if len(lost) <= 9 else 0  # figures throughout where one number is a figure
        ends = []
        for n, how in ways:
            end = f"{'was' if n == 1 else 'were'} eliminated {how}" if how else "could not retreat far enough"
            ends.append(f"{in_words(n, most)} {end}")
        return f"Of the {in_words(len(lost), most)} units lost, {listed(ends)}."


def _all_lost(n: int, how: str) -> str:
    """Return a sentence for units that were all lost in the same way. An empty `how` means no room to retreat."""
    if not how:
        return (
            "The only unit lost could not retreat far enough."
            if n == 1
            else f"{'Neither' if n == 2 else 'None'} of the {in_words(n)} lost units could retreat far enough."
        )
    many = "Both" if n == 2 else f"All {in_words(n)}"
    lost = "The only unit lost was" if n == 1 else f"{many} units lost were"
    return f"{lost} eliminated {how}."


def _joined_titles(found: Sequence[PointsMoved]) -> str:
    """Return the titles of the greatest changes as one title: `The Germans take Bastogne; two units exit west`."""
    first, *others = (cause.title for cause in found)
    return "; ".join([first, *(other[:1].lower() + other[1:] for other in others)])


def _places_together(found: Sequence[PointsMoved]) -> list[PointsMoved]:
    """Return the causes, with all places that one side took, or lost, joined into one cause."""
    groups: dict[tuple[str, str], list[PointsMoved]] = {}
    keys = [_who_and_verb(cause.title) for cause in found]
    for key, cause in zip(keys, found, strict=True):
        groups.setdefault(key, []).append(cause)
    kept: list[PointsMoved] = []
    for key, cause in zip(keys, found, strict=True):
        who, verb = key
        group = groups[key] if verb else [cause]
        if group[0] is not cause:
            continue
        if len(group) == 1:
            kept.append(cause)
            continue
        names = _places([each.title.partition(verb)[2] for each in group])
        sentences = _same_reasons([each for one in group for each in one.sentences])
        hexes = tuple(h for each in group for h in each.hexes)
        kept.append(PointsMoved(f"{who}{verb}{names}", sentences, hexes, ()))
    return kept


def _same_reasons(sentences: Sequence[str]) -> Sequence[str]:
    """Return sentences about places taken or lost, with one sentence for all places that have the same reason."""
    names: dict[tuple[str, str], list[str]] = {}
    for sentence in sentences:
        event, colon, reason = sentence.removesuffix(".").partition(": ")
        who, verb, name = re.split(r" (took|lost) ", event, maxsplit=1)
        names.setdefault((f"{who} {verb}", f"{colon}{reason}."), []).append(name)
    return [f"{head} {_places(found, most=99)}{tail}" for (head, tail), found in names.items()]


def _places(names: Sequence[str], most: int = FEW) -> str:
    """Return a list of places, with the hexes of a place together: `Best at 0602 and 0702`."""
    hexes: dict[str, list[str]] = {}
    for name in names:
        place, _, number = name.partition(" at ")
        hexes.setdefault(place, []).append(number)
    return listed([f"{place} at {listed(at)}" if at[0] else place for place, at in hexes.items()], most)


def _who_and_verb(title: str) -> tuple[str, str]:
    """Return the side and the verb of a title about taking or losing a place; the verb is empty for other titles."""
    for verb in (" take ", " lose "):
        who, found, _ = title.partition(verb)
        if found:
            return who, verb
    return title, ""
