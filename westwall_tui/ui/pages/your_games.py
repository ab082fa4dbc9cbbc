"""The player's record by scenario, side and opponent, with the best results, from the saved games."""

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.files.saves.file import open_save, read_save
from westwall_tui.words.rows import Row, Span, row

if TYPE_CHECKING:
    from westwall_tui.files.saves.matches import Match
    from westwall_tui.history.achievements import Earned
    from westwall_tui.history.course import Feat

TITLE = 25
"""Columns of a scenario's title."""
EMPTY = "No games yet. Your games appear here and count once they are finished."


class Played(NamedTuple):
    """A saved game."""

    scenario: str
    when: str
    sides: tuple[str, str]
    seats: tuple[Seat, Seat]
    turn: int
    last_turn: int
    points: tuple[int, int]
    winner: int | None
    """The side that won, -1 for a draw, None while the game goes on."""
    balance: int
    """The lead of the First Player, on the scale that decides the game."""
    counts: bool
    """True if the scenario counts points."""
    path: Path | None = None
    """The file of the save."""
    match: "Match | None" = None
    """The match that the game belongs to, with the result of this game if it is over."""
    names: tuple[str, str] = ("", "")
    """The names of the match's players, by number."""
    by_mail: int = 0
    """The number of the game in a match by mail, whose games are played at once; then `match` has only its result."""
    feats: "Sequence[Feat]" = ()
    """The player's best results, once the orders have been read."""
    earned: "Sequence[Earned]" = ()
    """The player's achievements, once the orders have been read."""

    @property
    def yours(self) -> int:
        """The side of the only human player; -1 if there are two human players or none."""
        people = [side for side in (0, 1) if self.seats[side].is_person]
        return people[0] if len(people) == 1 else -1

    @property
    def against(self) -> str:
        """The opponent: `level 2`, a name, or both sides at this keyboard."""
        if self.yours < 0:
            return "both sides here" if self.seats[0].is_person else "computers"
        other = self.seats[1 - self.yours]
        return f"level {other.level}" if other.level else other.name or "another terminal"

    @property
    def pair(self) -> tuple[str, ...]:
        """The names of two people at this keyboard, in alphabetical order; empty for other games."""
        names = [seat.name for seat in self.seats if seat.is_person and seat.name]
        return tuple(sorted(names)) if len(names) == 2 and names[0] != names[1] else ()

    @property
    def score(self) -> str:
        """The score, your side first: `U.S. 17 : German 12`; or the last Game-Turn in a scenario without points."""
        mine = max(self.yours, 0)
        first, second = (f"{self.sides[side]} {self.points[side]}" for side in (mine, 1 - mine))
        return f"{first} : {second}" if self.counts else f"turn {self.turn}"


def played(game: Game, seats: Sequence[Seat], when: str) -> Played:
    """Return the data that the page needs of a game."""
    scenario, points = game.scenario, queries.totals(game)
    first, second = scenario.sides
    return Played(
        scenario.title, when, (first.adjective, second.adjective), (seats[0], seats[1]),
        game.state.turn, scenario.last_turn, points, None if game.outcome is None else game.outcome.winner,
        queries.scale(game).balance(points), bool(queries.account(game)),
    )  # fmt: skip


def games_of(saves: Iterable[SaveInfo]) -> list[Played]:
    """Return the games of the saves that can be read."""
    found = []
    for save in saves:
        try:
            kept = open_save(save.path)
        except FileError:
            continue  # the list of saved games shows the error
        game = played(kept.game, kept.seats, save.local_time[:10])._replace(path=save.path)
        if kept.match is not None:
            match = kept.match.with_result(kept.game) if kept.game.outcome is not None else kept.match
            game = game._replace(match=match, names=kept.match.players(kept.seats))
        if kept.mail is not None and (number := kept.mail.match):
            match = kept.mail.match_with([kept.mail.result(kept.game)] if kept.game.outcome is not None else [])
            game = game._replace(match=match, by_mail=number, names=kept.mail.players_by_number)
        found.append(game)
    return found


@lru_cache(maxsize=500)
def with_results(game: Played) -> Played:
    """Return a game with its achievements and best results, which takes seconds and is cached.

    Raises `FileError` if the file has disappeared or changed.
    """
    from westwall_tui.history.achievements import earned  # not loaded until needed
    from westwall_tui.history.course import feats
    from westwall_tui.history.record import History

    if game.path is None:
        return game
    history = History(read_save(game.path).game)
    return game._replace(
        feats=[feat for feat in feats(history) if feat.side == game.yours],
        earned=[each for each in earned(history) if each.side == game.yours],
    )


class Line(NamedTuple):
    """A line of the page."""

    row: Row
    path: Path | None = None
    """The file of the game that the line is about; None for a heading."""


def your_games_lines(found: Sequence[Played], width: int) -> list[Line]:
    """Return the page: games in progress, a record by scenario and side, and the best results."""
    if not found:
        return [Line(row(EMPTY[:width]))]
    going = [game for game in found if game.winner is None]
    over = [game for game in found if game.winner is not None]
    parts = (
        _lines_of_running(going, width),
        _lines_of_record(over, width),
        _lines_of_pairs(over, width),
        _lines_of_matches(found, width),
        _lines_of_achievements(over, width),
        _lines_of_feats(over, width),
    )
    return [line for part in parts if part for line in (Line(row()), *part)][1:]


def _lines_of_achievements(over: Sequence[Played], width: int) -> list[Line]:
    """Return your achievements, each once, with the number of times that you earned it, for the last of the games."""
    count = Counter((each.name, each.line) for game in over for each in game.earned)
    last = {(each.name, each.line): game.path for game in over for each in game.earned}
    lines = [Line(row("Achievements", "heading"))] if count else []
    for (name, line), times in sorted(count.items(), key=lambda each: (-each[1], each[0])):
        often = f" x{times}" if times > 1 else ""
        cells = Span(f"{name + often:<26} "[:width], "good"), Span(line[: max(0, width - 27)])
        lines.append(Line(cells, last[name, line]))
    return lines


def _lines_of_feats(over: Sequence[Played], width: int) -> list[Line]:
    """Return the player's best results by scenario."""
    best: dict[tuple[str, str], tuple[Feat, Played]] = {}
    for game in over:
        for feat in game.feats:
            key = game.scenario, feat.what
            if key not in best or feat.rank < best[key][0].rank:
                best[key] = feat, game
    lines = [Line(row("Your best results", "heading"))] if best else []
    last = ""
    for (scenario, what), (feat, game) in sorted(best.items(), key=lambda each: each[0][0]):
        if scenario != last:
            lines.append(Line(row(scenario[:width], "dim")))
            last = scenario
        lines.append(Line(row(f"  {what:<60} {feat}"[:width]), game.path))
    return lines


def _lines_of_running(going: Sequence[Played], width: int) -> list[Line]:
    """Return the games in progress."""
    score, against = (max((len(text) for text in texts), default=0) for texts in (
        [each.score for each in going], [each.against[:15] for each in going],
    ))  # fmt: skip
    rests = (
        f"{f'{game.turn}/{game.last_turn}':>5}  {game.score:<{score}}  {game.against[:15]:<{against}}" for game in going
    )
    texts = _titled([(game.scenario, rest) for game, rest in zip(going, rests, strict=True)], width) if going else ()
    lines = (Line(row(text[:width]), game.path) for text, game in zip(texts, going, strict=True))
    return [Line(row("In progress", "heading")), *lines] if going else []


def _titled(lines: Sequence[tuple[str, str]], width: int) -> Sequence[str]:
    """Return lines that begin with a title, which is cut only if the longest rest of a line needs its columns."""
    room = min(max(len(title) for title, _ in lines), width - 1 - max(len(rest.rstrip()) for _, rest in lines))
    titles = (title if len(title) <= room else f"{title[: room - 3]}..." for title, _ in lines)
    return [f"{title:<{room}} {rest}" for title, (_, rest) in zip(titles, lines, strict=True)]


def _short_title(title: str) -> str:
    """Return the title of a scenario in `TITLE` columns."""
    return title if len(title) <= TITLE else f"{title[: TITLE - 3]}..."


def _lines_of_record(over: Sequence[Played], width: int) -> list[Line]:
    """Return the number of finished games and their results, by scenario, side and opponent."""
    if not over:
        return []
    won = sum(game.winner == game.yours for game in over if game.yours >= 0)
    alone = sum(game.yours >= 0 for game in over)
    head = f"Finished: {len(over)}" + (f". You played {alone} as one side and won {won}" if alone else "")
    wide = max(len("against"), *(len(game.against[:15]) for game in over))
    texts, paths = [("", f"{'against':<{wide}} all won lost drawn best")], []
    groups: dict[tuple[str, int, str], list[Played]] = {}
    for game in over:
        groups.setdefault((game.scenario, game.yours, game.against), []).append(game)
    for (scenario, yours, against), games in sorted(groups.items()):
        results, best = Counter(_result_in_word(game) for game in games), _best_game(games)
        counts = f"{len(games):>3} {results['won']:>3} {results['lost']:>4} {results['drawn']:>5}"
        as_side = [games[0].sides[yours]] if yours >= 0 and not games[0].counts else []
        score = ", ".join([*as_side, *([best.score] if best is not None and yours >= 0 else [])])
        texts.append((scenario, f"{against[:15]:<{wide}} {counts} {score}"))
        paths.append((best or games[0]).path)
    columns, *texts_of_games = _titled(texts, width)
    lines = (Line(row(text), path) for text, path in zip(texts_of_games, paths, strict=True))
    return [Line(row(head, "heading")), Line(row(columns, "dim")), *lines]


def _lines_of_pairs(over: Sequence[Played], width: int) -> list[Line]:
    """Return a line for each scenario that two named players have played: games won, and the points of each game."""
    groups: dict[tuple[tuple[str, ...], str], list[Played]] = {}
    for game in over:
        if game.pair:
            groups.setdefault((game.pair, game.scenario), []).append(game)
    lines = [Line(row("Two at this keyboard", "heading"))] if groups else []
    pairs = sorted({pair for pair, _ in groups})
    scores = [_score_of_pair(pair, [game for game in over if game.pair == pair]) for pair in pairs]
    lines += [Line(row(score[:width], "bold")) for score in scores]
    for (pair, scenario), games in sorted(groups.items()):
        first = [0 if game.seats[0].name == pair[0] else 1 for game in games]
        won = [sum(game.winner == side ^ other for game, side in zip(games, first, strict=True)) for other in (0, 1)]
        points = [f"{game.points[side]} : {game.points[1 - side]}" for game, side in zip(games, first, strict=True)]
        score = f", points {', '.join(points)}" if games[0].counts else ""
        text = f"{_short_title(scenario):<{TITLE}} {pair[0]} : {pair[1]}  {won[0]} : {won[1]}{score}"
        lines.append(Line(row(text[:width]), games[-1].path))
    return lines


def _score_of_pair(pair: tuple[str, ...], games: Sequence[Played]) -> str:
    """Return the games that two players have won against each other: `Anna 3, Bert 2, drawn 1`."""
    winners = Counter(game.seats[game.winner].name if game.winner in (0, 1) else "" for game in games)
    drawn = f", drawn {winners['']}" if winners[""] else ""
    return f"{pair[0]} {winners[pair[0]]}, {pair[1]} {winners[pair[1]]}{drawn}"


def _with_matches_by_mail(found: Sequence[Played]) -> Iterator[Played]:
    """Yield the games of matches. All games of a match by mail are one, which has their results."""
    by_mail: dict[str, Played] = {}
    for game in sorted(found, key=lambda game: game.by_mail):
        match = game.match
        if match is None or not game.by_mail:
            yield game
            continue
        before = by_mail.get(match.id)
        results = (*(before.match.results if before is not None and before.match is not None else ()), *match.results)
        by_mail[match.id] = game._replace(match=match._replace(results=results))
    yield from by_mail.values()


def _lines_of_matches(found: Sequence[Played], width: int) -> list[Line]:
    """Return a line for each match: the sum of the leads, the lead of each game, and the winner."""
    last: dict[str, Played] = {}
    for game in _with_matches_by_mail(found):
        if game.match is not None and game.match.results:
            known = last.get(game.match.id)
            if known is None or known.match is None or len(known.match.results) < len(game.match.results):
                last[game.match.id] = game
    lines = [Line(row("Matches", "heading"))] if last else []
    for game in sorted(last.values(), key=lambda game: (game.scenario, game.when)):
        match = game.match
        assert match is not None
        won = "to be continued" if not match.is_over else "drawn" if match.winner < 0 else game.names[match.winner]
        text = f"{_short_title(game.scenario):<{TITLE}} {match.score(game.names)}: {won}"
        lines.append(Line(row(text[:width]), game.path))
    return lines


def _result_in_word(game: Played) -> str:
    """Return `won`, `lost` or `drawn`; empty if the game had two human players or none."""
    if game.yours < 0:
        return ""
    return "drawn" if game.winner == -1 else "won" if game.winner == game.yours else "lost"


def _best_game(games: Sequence[Played]) -> Played | None:
    """Return the game with the largest lead or, without points, the quickest win; None if none was won then."""
    side = games[0].yours
    if games[0].counts:
        return max(games, key=lambda game: game.balance if side == 0 else -game.balance)
    won = [game for game in games if game.winner == side]
    return min(won, key=lambda game: game.turn) if won else None


def fill_list(found: list[Played]) -> Iterator[str]:
    """Fill a list with the player's games: first the saves, then their orders. Yield texts about progress."""
    try:
        saves = list_saves()
    except FileError as error:
        yield str(error)
        return
    for number, save in enumerate(saves, 1):
        found += games_of([save])
        yield f"Reading your saved games: {number} of {len(saves)} ..."
    to_read = [at for at, game in enumerate(found) if game.winner is not None and game.yours >= 0]
    for number, at in enumerate(to_read):
        yield f"Reading their orders for your best results and achievements: {number} of {len(to_read)} ..."
        with contextlib.suppress(FileError):
            found[at] = with_results(found[at])
    yield ""
