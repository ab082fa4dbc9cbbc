"""The lobby: games, challenges, tournaments, games to watch, results, the ladder, news, and a picture of a game."""

import time
from collections.abc import Sequence
from functools import partial
from random import random
from typing import NamedTuple

from textual.geometry import Size
from textual.timer import Timer

from westwall_tui.club.context import Context
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.lists import ListedGame, ago, span
from westwall_tui.club.database.people import AWAY_EACH_YEAR
from westwall_tui.club.database.ratings import Ratings, season
from westwall_tui.club.database.tournaments import Tournament
from westwall_tui.club.screens.challenge import ChallengePage
from westwall_tui.club.screens.month import MonthPage
from westwall_tui.club.screens.page import Chapter, Item, Keyed, cut, in_columns, rating_bar
from westwall_tui.club.screens.pages import ACCEPTS, FinishedPage, GamePage, PlayersPage
from westwall_tui.club.screens.pictured import PicturedPage
from westwall_tui.club.screens.tournaments import TournamentPage, TournamentsPage, line_cells
from westwall_tui.engine.words import capital, count, listed
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.words.rows import Row, Span, row
from westwall_tui.words.rows import cut as cut_rows

EMPTY, WAYS = "No game is waiting for you.", "You have no games. Here are ways to begin:"
RESULTS_SHOWN, TOURNAMENTS_SHOWN, LADDER_SHOWN, LADDER_SHOWN_LOW = 3, 5, 12, 6
LOW = 30
"""Maximum lines of a screen with a short ladder."""
LEAST_PICTURE = 5
"""Minimum lines of a picture."""
LADDER_EVERY = 60.0
"""Seconds before the ladder is read again."""
TITLE, NAME, CHALLENGE, PLAYER, SIDE, POINTS = 24, 10, 20, 12, 10, 8
"""Maximum columns of texts in the lists."""
NEWS_SHOWN, NEWS_LINES, MEMBERS_NAMED, WHO = 3, 2, 3, 44
BAR = 50
"""Maximum columns of the bar of a rating."""
TIMES, PACE = (" since", "   left"), ("  pace",)
"""The words above the last columns of the lists."""
TALK_NEW = 7 * DAY
"""Seconds for which messages of other players count as news."""
SPREAD = 5.0
"""Seconds over which lobbies spread their reading, after a change that reaches all lobbies at once."""


class Place(NamedTuple):
    """A place on the ladder."""

    text: str
    rating: int
    is_own: bool


class LobbyScreen(PicturedPage):
    """The lobby of the club."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._games: dict[int, ListedGame] = {}
        self._ladder: Sequence[Place] = ()
        self._ladder_read = float("-inf")
        self._members: Sequence[str] = ()
        self._chapters: Sequence[Chapter] = ()
        self._news: Sequence[str] = ()
        self._rank = self._away = ""
        self._reload_timer: Timer | None = None

    def changed(self, game: int) -> None:
        """Show a change.

        Read the lists at once for the player's own games and new games, and later for other games (0).
        """
        if game:
            self.reload()
        elif self._reload_timer is None:
            self._reload_timer = self.set_timer(SPREAD * random(), self.reload)

    def read(self) -> None:
        """Read the lists, and keep the bar on the same game."""
        at = self.items[self.at].game if self.at < len(self.items) else 0
        lists, player = self.context.lists, self.context.player.id
        if self._reload_timer is not None:
            self._reload_timer.stop()
            self._reload_timer = None
        mine = lists.of(player)
        going = [game for game in mine if not game.ended]
        for game in going:
            self.context.feed.watch(game.id)
        yours = [game for game in going if game.is_mine]
        self._game_app.name_window(_title(self.context.club, len(yours)))
        theirs = [game for game in going if not game.is_mine and game.started]
        open_ones = [game for game in going if not game.started]
        challenges = lists.challenges(player)
        watching = lists.to_watch(player)
        results = lists.results(RESULTS_SHOWN)
        self._games = {game.id: game for game in (*results, *mine, *challenges, *reversed(watching))}
        self._read_ladder()
        tournaments = [
            found
            for found in self.context.tournaments.going()
            if found.number_of(player) or not found.why_closed(player, time.time())
        ]
        tournaments.sort(key=lambda found: not found.number_of(player))
        ways = [] if yours or theirs else self._ways(challenges)
        note = "" if yours else WAYS if ways else EMPTY
        self._chapters = [
            Chapter(
                f"YOUR MOVE ({len(yours)})", [*ways, *self._game_items(yours)], " ".join(TIMES) * bool(yours), note
            ),
            *(
                chapter
                for chapter in (
                    Chapter(f"WAITING FOR THEM ({len(theirs)})", self._game_items(theirs), " ".join(TIMES)),
                    Chapter(
                        f"CHALLENGES ({len(challenges) + len(open_ones)})",
                        self._challenge_items([*challenges, *open_ones]),
                        *PACE,
                    ),
                    Chapter(f"TOURNAMENTS ({len(tournaments)})", self._tournament_items(tournaments)),
                    Chapter(f"WATCH ({len(watching)})", self._watch_items(watching), *PACE),
                    Chapter("LAST RESULTS", self._result_items(results)),
                )
                if chapter.items
            ),
        ]
        now = time.time()
        self._news = [*lists.news(NEWS_SHOWN), *lists.talk(player, now - TALK_NEW, NEWS_SHOWN)]
        self._rank = Ratings(self.context.games.store).words(player)
        me = self.context.people.by_number(player)
        away = me.away_until if me is not None and me.away_until > now else 0
        self._away = f", away for {span(away - now)}" if away else ""
        self.at = next((i for i, item in enumerate(self.items) if at and item.game == at), self.at)

    def _read_ladder(self) -> None:
        """Read the ladder with the computer's levels in it, and the members, unless that was done a moment ago."""
        now = time.monotonic()
        if now < self._ladder_read + LADDER_EVERY:
            return
        self._ladder_read = now
        ratings, me = Ratings(self.context.games.store), self.context.player
        found = [
            (rating.shown, name, str(rating), f"{won} of {played}")
            for _, name, rating, played, won in ratings.ladder(season())
        ]
        unrated = [(0, me.name, "-", "")] if me.name not in [name for _, name, *_ in found] else []
        levels = [(level, ratings.of(f"level {level}")) for level in LEVELS]
        found += [(rating.shown, f"computer {level}", str(rating), "") for level, rating in levels]
        found = [*sorted(found, key=lambda line: -line[0]), *unrated]
        places = [str(at) for at, _ in enumerate(found, 1)]
        cells = [
            (place, cut(name, CHALLENGE), rating, won)
            for place, (_, name, rating, won) in zip(places, found, strict=True)
        ]
        texts = in_columns(cells, ("", ""))
        self._ladder = [
            Place(text.rstrip(), rating, name == me.name) for text, (rating, name, *_) in zip(texts, found, strict=True)
        ]
        self._members = [player.name for player in self.context.people.all() if player.id != me.id]

    def _ways(self, challenges: Sequence[ListedGame]) -> Sequence[Item]:
        """Return the ways to begin: the computer, an open challenge, another player."""
        rating = Ratings(self.context.games.store).of("level 1")
        cells = [("Play the computer now", f"level 1 is the weakest (rated {rating})")]
        enters = [lambda: self.show_page(ChallengePage(self.context, level=1))]
        abouts = [ACCEPTS]
        if challenges:
            cells.append(("Take an open challenge", f"{len(challenges)} below"))
            enters.append(partial(self.show_page, GamePage(self.context, challenges[0].id)))
            abouts.append("Press Enter to see the first one.")
        cells.append(("Challenge someone", self._members_in_words(WHO)))
        enters.append(lambda: self.show_page(ChallengePage(self.context)))
        abouts.append("A challenge stays here until someone accepts it. Press Enter to set its terms.")
        texts = in_columns(cells)
        return [Item(text.rstrip(), about, enter) for text, about, enter in zip(texts, abouts, enters, strict=True)]

    def _members_in_words(self, width: int) -> str:
        """Return the names of as many other members as fit, and the number of the rest."""
        if not self._members:
            return "whoever joins next"
        are = "is a member" if len(self._members) == 1 else "are members"
        texts = (f"{listed(self._members, named)} {are}" for named in range(MEMBERS_NAMED, 0, -1))
        return next((text for text in texts if len(text) <= width), f"{len(self._members)} {are}")

    def caption(self) -> str:
        return f"Club  {self.context.club}"

    def status(self) -> str:
        """Return the player's name, rating and holiday."""
        return f"you: {self.context.player.name} {self._rank}".rstrip() + self._away

    def chapters(self) -> Sequence[Chapter]:
        return self._chapters

    def after(self, width: int) -> Sequence[Row]:
        """Return the news, and the ladder if there is room for it, unless they are beside the lists."""
        if self.is_beside:
            return ()
        news, ladder = self._news_rows(width - 2), self._ladder_rows(width - 2)
        above = sum(2 + bool(chapter.note) + len(chapter.items) for chapter in self._chapters) + len(news)
        parts = (news, ladder) if above + len(ladder) < self.size.height - 4 else (news,)
        return [line for part in parts if part for line in (row(), part[0], *((Span("  "), *own) for own in part[1:]))]

    def _news_rows(self, width: int) -> Sequence[Row]:
        if not self._news:
            return ()
        return [
            (Span("NEWS", "heading"),),
            *(line for text in self._news for line in cut_rows(text, width, NEWS_LINES)),
        ]

    def _ladder_rows(self, width: int) -> Sequence[Row]:
        """Return the first places of the ladder, and the player's own place, with bars that compare the ratings."""
        most = LADDER_SHOWN if self.size.height > LOW else LADDER_SHOWN_LOW
        first, own = self._ladder[:most], [place for place in self._ladder[most:] if place.is_own]
        shown = [*(first[:-1] if own else first), *own]
        left = max((len(place.text) for place in shown), default=0) + 2
        highest = max((place.rating for place in shown), default=1)
        rows: list[Row] = [(Span("LADDER", "heading"), Span(f"  {season()}", "dim"))]
        for text, rating, is_own in shown:
            bar = rating_bar(rating, highest, min(BAR, width - left), fine=self.preferences.fine)
            rows.append((Span(f"{text:<{left}}", "bold" if is_own else ""), Span(bar, "dim")))
        return rows

    # -- the part beside the lists

    def beside(self, extent: Size) -> Sequence[Row]:
        """Return a picture of the chosen game or of one to watch, and below it the ladder and the news."""
        news = self._news_rows(extent.width)
        below = [row(), *self._ladder_rows(extent.width), *([row(), *news] if news else [])]
        room = extent.height - len(below) - 1
        if room < LEAST_PICTURE:
            return [*below[1:]]
        rows = self.picture_rows(Size(extent.width, room + 1))
        return [*rows, *([row()] * (room + 1 - len(rows))), *below]

    def game_shown(self) -> ListedGame | None:
        """Return the game under the bar; without one the game to watch that was played last."""
        watched = next((chapter.items for chapter in self._chapters if chapter.head.startswith("WATCH")), ())
        chosen = self.items[self.at].game if self.items else 0
        return self._games.get(chosen or next((item.game for item in watched), 0))

    def keys(self) -> Sequence[Keyed]:
        return (
            *(("Enter", "open"), ("n", "new"), ("p", "ladder"), ("t", "tournaments"), ("r", "month"), ("o", "ended")),
            *(("m", "mail"), ("h", "away"), ("Tab", "list")),
        )

    def fixed_keys(self) -> Sequence[Keyed]:
        """Return the keys for help and for quitting."""
        return (("?", "help"), ("q", "quit"))

    def act(self, key: str, action: str) -> None:
        if key == "n":
            self.show_page(ChallengePage(self.context))
        elif key == "p":
            self.show_page(PlayersPage(self.context))
        elif key == "t":
            self.show_page(TournamentsPage(self.context))
        elif key == "o":
            self.show_page(FinishedPage(self.context))
        elif key == "r":
            self.show_page(MonthPage(self.context))
        elif key == "m":
            self._ask_mail()
        elif key == "h":
            self._ask_away()
        elif action == "leave":
            self.app.exit(0)
        elif action == "back":
            self.interrupted()

    def _ask_mail(self) -> None:
        people, me = self.context.people, self.context.player.id
        if not self.context.sends_mail:
            self.message = "This club sends no mail"
            return
        now = people.by_number(me)
        pending = now.new_mail if now is not None else ""
        if pending:
            asked = f"Type the code that was sent to {pending}, or another address:"
        elif now is not None and now.mail:
            asked = f"Where should the club write when it is your move? (now {now.mail}; empty: no mail)"
        else:
            asked = "Mail address to which the club should write when it is your move:"

        def keep(typed: str) -> None:
            typed = typed.strip()
            if pending and typed and "@" not in typed:
                good = people.confirm_mail(me, typed)
                self.message = f"The club writes to {pending} when it is your move" if good else "That isn't the code"
                return
            people.set_mail(me, typed)
            self.message = "The club sends you no mail"
            if typed:
                now = people.by_number(me)
                waits = now is not None and now.new_mail
                self.message = (
                    f"The club is sending a code to {typed}; then press m and type it"
                    if waits
                    else "Your mail address is unchanged"
                )

        self.ask(asked, keep)

    def _ask_away(self) -> None:
        left = max(0, int(self.context.people.holiday_left(self.context.player.id)))
        self.ask(f"How many days will you be away? You have {left} left this year (0: you are back)", self._go_away)

    def _go_away(self, days: str) -> None:
        days = days.strip()
        if not (days.isascii() and days.isdigit() and int(days[:4]) <= AWAY_EACH_YEAR):
            self.message = f"Type a number of days from 0 to {AWAY_EACH_YEAR}"
            return
        self.context.people.set_away(self.context.player.id, time.time() + int(days) * DAY if int(days) else 0)
        self.reload()

    # -- the lists

    def _game_items(self, games: Sequence[ListedGame]) -> Sequence[Item]:
        """Return the player's games, with the time since the last order and the time that is left."""
        now = time.time()
        cells, abouts = [], []
        for game in games:
            when = "-" if not game.due else span(game.due - now) if game.due > now else "over"
            when = "paused" if game.is_paused else when
            cells.append((
                _numbered(game), cut(game.opponent, NAME), cut(game.side, SIDE), game.date,
                cut(game.points, POINTS), span(now - game.since), when,
            ))  # fmt: skip
            new = game.orders - game.seen
            note = f"{new} new {'order' if new == 1 else 'orders'}. " if new > 0 and game.is_mine else ""
            if game.may_be_claimed and not game.is_mine and game.opponent:
                note = f"{game.opponent} is out of time: press Enter to claim the win. "
            if len(game.opponent) > NAME:
                note = f"Against {game.opponent}. {note}"
            if game.tournament:
                note = f"{game.tournament}. {note}"
            abouts.append(note + game.asks)
        return self._items_of(games, in_columns(cells, TIMES), abouts)

    def _challenge_items(self, games: Sequence[ListedGame]) -> Sequence[Item]:
        """Return the challenges that the player may accept, and their own."""
        cells, abouts = [], []
        for game in games:
            who = next((name for name in game.players if name != "free"), "")
            side = game.settled_by or f"you {game.sides[game.own_side]}"
            wanted = self.context.people.by_number(game.wanted) if game.wanted else None
            if game.side:
                note = f"yours, to {wanted.name if wanted else 'anyone'}"
            else:
                note = f"to you, from {who}" if wanted else f"from {who}"
            rated = "rated" if game.rated else "friendly"
            cells.append((
                _numbered(game), cut(note, CHALLENGE), cut(side, SIDE), rated, game.pace.short,
            ))  # fmt: skip
            abouts.append(f"{capital(', '.join(game.terms or (note, game.pace.words)))}. Press Enter to see it.")
        return self._items_of(games, in_columns(cells, PACE), abouts)

    def _tournament_items(self, tournaments: Sequence[Tournament]) -> Sequence[Item]:
        """Return the first tournaments in which the player takes part, or which are open."""
        shown = tournaments[:TOURNAMENTS_SHOWN]
        cells = [line_cells(self.context.tournaments, found) for found in shown]
        return [
            Item(text.rstrip(), found.plan.terms, partial(self.show_page, TournamentPage(self.context, found.id)))
            for found, text in zip(shown, in_columns(cells) if cells else (), strict=True)
        ]

    def _watch_items(self, games: Sequence[ListedGame]) -> Sequence[Item]:
        """Return other players' games."""
        cells = [
            (
                _numbered(game), _players_in_short(game), game.date,
                cut(game.points, POINTS), game.pace.short,
            )
            for game in games
        ]  # fmt: skip
        about = "Press Enter to watch. You see only what both sides may see."
        found = self._items_of(games, in_columns(cells, PACE), [about] * len(games))
        return [item._replace(enter=partial(self.context.play, item.game, watches=True)) for item in found]

    def _result_items(self, games: Sequence[ListedGame]) -> Sequence[Item]:
        """Return the games of the club that ended last."""
        cells = [
            (
                _numbered(game), _players_in_short(game), game.score,
                ago(time.time() - (game.ended or 0)),
            )
            for game in games
        ]  # fmt: skip
        return self._items_of(games, in_columns(cells), [game.outcome for game in games])

    def _items_of(self, games: Sequence[ListedGame], texts: Sequence[str], abouts: Sequence[str]) -> list[Item]:
        """Return an item for each game; Enter shows its page."""
        return [
            Item(text, about, partial(self.show_page, GamePage(self.context, game.id)), game.id)
            for game, text, about in zip(games, texts, abouts, strict=True)
        ]


def _numbered(game: ListedGame) -> str:
    """Return the number and the title, so that the titles of all lists begin in the same column."""
    return f"{game.id:<4} {cut(game.title, TITLE)}"


def _players_in_short(game: ListedGame) -> str:
    return " - ".join(cut(name, PLAYER) for name in game.players)


def _title(club: str, waiting: int) -> str:
    """Return the title of the window, given how many games wait for the player."""
    return f"{club}, your move in {count(waiting, 'game')}" if waiting else club
