"""The lobby: the player's games, challenges, games to watch, and news."""

import time
from collections.abc import Sequence
from functools import partial
from random import random

from textual.timer import Timer

from westwall_tui.club.context import Context
from westwall_tui.club.database.clocks import DAY
from westwall_tui.club.database.lists import ListedGame, span
from westwall_tui.club.database.people import AWAY_EACH_YEAR
from westwall_tui.club.database.ratings import Ratings
from westwall_tui.club.screens.challenge import ChallengePage
from westwall_tui.club.screens.page import Chapter, ClubPage, Item, Keyed
from westwall_tui.club.screens.pages import FinishedPage, GamePage, PlayersPage
from westwall_tui.engine.words import capital
from westwall_tui.words.rows import Row, Span, row

EMPTY = "No games yet. Press n to challenge a player, or to play the computer at once."
NEWS_SHOWN = 3
TALK_NEW = 7 * DAY
"""Seconds for which messages of other players count as news."""
SPREAD = 5.0
"""Seconds over which lobbies spread their reading, after a change that reaches all lobbies at once."""


class LobbyScreen(ClubPage):
    """The lobby of the club."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
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
        at = self.items[self.at].text[:6] if self.at < len(self.items) else ""
        lists, player = self.context.lists, self.context.player.id
        if self._reload_timer is not None:
            self._reload_timer.stop()
            self._reload_timer = None
        mine = lists.of(player)
        going = [game for game in mine if not game.ended]
        for game in going:
            self.context.feed.watch(game.id)
        yours = [game for game in going if game.is_mine]
        theirs = [game for game in going if not game.is_mine and game.started]
        open_ones = [game for game in going if not game.started]
        challenges = lists.challenges(player)
        watching = lists.to_watch(player)
        self._chapters = [
            chapter
            for chapter in (
                Chapter(f"YOUR MOVE ({len(yours)})", [self._game_item(game) for game in yours], "since   left"),
                Chapter(
                    f"WAITING FOR THEM ({len(theirs)})", [self._game_item(game) for game in theirs], "since   left"
                ),
                Chapter(
                    f"CHALLENGES ({len(challenges) + len(open_ones)})",
                    [self._challenge_item(game) for game in (*challenges, *open_ones)],
                    "pace",
                ),
                Chapter(f"WATCH ({len(watching)})", [self._watch_item(game) for game in watching], "pace"),
            )
            if chapter.items or chapter.head.startswith("YOUR MOVE")
        ]
        now = time.time()
        self._news = [*lists.news(NEWS_SHOWN), *lists.talk(player, now - TALK_NEW, NEWS_SHOWN)]
        self._rank = Ratings(self.context.games.store).words(player)
        me = self.context.people.by_number(player)
        away = me.away_until if me is not None and me.away_until > now else 0
        self._away = f", away for {span(away - now)}" if away else ""
        self.at = next((i for i, item in enumerate(self.items) if at and item.text.startswith(at)), self.at)

    def caption(self) -> str:
        return f"Club  {self.context.club}"

    def status(self) -> str:
        """Return the player's name, rating and holiday."""
        return f"you: {self.context.player.name} {self._rank}".rstrip() + self._away

    def chapters(self) -> Sequence[Chapter]:
        return self._chapters

    def after(self, width: int) -> Sequence[Row]:
        rows: list[Row] = [] if self.items else [row(), row(f"  {EMPTY}"[:width])]
        if self._news:
            rows += [row(), (Span("NEWS", "heading"),), *(row(f"  {text}"[:width]) for text in self._news)]
        return rows

    def keys(self) -> Sequence[Keyed]:
        return (
            *(("Enter", "open"), ("n", "new"), ("p", "ladder"), ("o", "finished"), ("m", "mail"), ("h", "away")),
            ("Tab", "list"),
        )

    def fixed_keys(self) -> Sequence[Keyed]:
        """Return the keys for help and for quitting."""
        return (("?", "help"), ("q", "quit"))

    def act(self, key: str, action: str) -> None:
        if key == "n":
            self.show_page(ChallengePage(self.context))
        elif key == "p":
            self.show_page(PlayersPage(self.context))
        elif key == "o":
            self.show_page(FinishedPage(self.context))
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

    def _game_item(self, game: ListedGame) -> Item:
        now = time.time()
        when = "-" if not game.due else span(game.due - now) if game.due > now else "over"
        text = (
            f"{game.id:<4} {game.title[:24]:<24} {game.opponent[:10]:<10} {game.side[:6]:<6} {game.date:>5} "
            f"{game.points[:8]:<8} {span(now - game.since):>6}{when:>7}"
        )
        new = game.orders - game.seen
        note = f"{new} new {'order' if new == 1 else 'orders'}. " if new > 0 and game.is_mine else ""
        if len(game.opponent) > 10:
            note = f"Against {game.opponent}. {note}"
        return Item(text, note + game.asks, partial(self.show_page, GamePage(self.context, game.id)))

    def _challenge_item(self, game: ListedGame) -> Item:
        who = next((name for name in game.players if name != "free"), "")
        free = next((side for side, name in zip(game.sides, game.players, strict=True) if name == "free"), "")
        side = game.settled_by or f"you {game.side or free}"
        wanted = self.context.people.by_number(game.wanted) if game.wanted else None
        if game.side:
            note = f"yours, to {wanted.name if wanted else 'anyone'}"
        else:
            note = f"to you, from {who}" if wanted else f"from {who}"
        text = (
            f"{game.id:<4} {game.title[:24]:<24} {note[:20]:<20} {side[:10]:<10} "
            f"{'rated' if game.rated else 'friendly':<8}{game.pace.short:>6}"
        )
        return Item(
            text,
            f"{capital(', '.join(game.terms or (note, game.pace.words)))}. Press Enter to see it.",
            partial(self.show_page, GamePage(self.context, game.id)),
        )

    def _watch_item(self, game: ListedGame) -> Item:
        who = " - ".join(name[:12] for name in game.players)
        text = (
            f"{game.id:<4} {game.title[:24]:<24} {who[:26]:<26} {game.date:>5} {game.points[:8]:<8}{game.pace.short:>5}"
        )
        return Item(
            text,
            "Press Enter to watch. You see only what both sides may see.",
            lambda: self.context.play(game.id, watches=True),
        )
