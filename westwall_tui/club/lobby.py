"""The lobby: what waits for the player. Games in which it is his move, the others, challenges, games to watch, news."""

import time
from collections.abc import Sequence
from functools import partial
from random import random

from textual.timer import Timer

from westwall_tui.club.lists import Listed, ago, left, names
from westwall_tui.club.page import Chapter, ClubPage, Item, Keyed
from westwall_tui.club.pages import ChallengePage, GamePage, OverPage, PlayersPage
from westwall_tui.club.ratings import Ratings
from westwall_tui.club.visit import Visit
from westwall_tui.club.words import WORDS
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, Span, row

EMPTY = "No games yet. n challenges somebody, or plays the computer at once."
NEWS_SHOWN = 3
LATER = 20.0
"""Seconds, about, after which the lobby shows what others do in games of their own: a hundred lobbies that read their
lists at every order would take the machine from those who play."""


class LobbyScreen(ClubPage):
    """What waits for the player."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._chapters: Sequence[Chapter] = ()
        self._news: Sequence[str] = ()
        self._rank = ""
        self._is_read = True  # lists that are empty can be shown
        self._mine: set[int] = set()
        self._newest = 0
        """The highest number of a game that was heard of."""
        self._waits: Timer | None = None

    def changed(self, game: int) -> None:
        """A game has changed: the player's own and new ones are shown at once, those of others when there is time."""
        if game in self._mine or game > self._newest:
            self._newest = max(game, self._newest)
            self.look()
        elif self._waits is None:
            self._waits = self.set_timer(LATER * (0.5 + random()), self.look)

    def read(self) -> None:
        """Read the lists, and show them; the bar stays on its game."""
        at = self.items[self.at].text[:6] if self.at < len(self.items) else ""
        lists, player = self.visit.lists, self.visit.player.id
        if self._waits is not None:
            self._waits.stop()
            self._waits = None
        mine = lists.of(player)
        self._mine = {game.id for game in mine}
        going = [game for game in mine if not game.ended]
        yours = [game for game in going if game.is_mine]
        theirs = [game for game in going if not game.is_mine and game.started]
        open_ones = [game for game in going if not game.started]
        challenges = lists.challenges(player)
        watching = lists.to_watch(player)
        self._chapters = [
            chapter
            for chapter in (
                Chapter(f"YOUR MOVE ({len(yours)})", [self._game(game) for game in yours], "since     left"),
                Chapter(f"WAITING FOR THEM ({len(theirs)})", [self._game(game) for game in theirs]),
                Chapter(
                    f"CHALLENGES ({len(challenges) + len(open_ones)})",
                    [self._challenge(game) for game in (*challenges, *open_ones)],
                ),
                Chapter(f"WATCH ({len(watching)})", [self._watched(game) for game in watching]),
            )
            if chapter.items or chapter.head.startswith("YOUR MOVE")
        ]
        self._news = lists.news(NEWS_SHOWN)
        self._rank = Ratings(self.visit.games.store).words(player)
        self.at = next((i for i, item in enumerate(self.items) if at and item.text.startswith(at)), self.at)
        self.paint()

    def caption(self) -> str:
        """The club."""
        return f"Club  {self.visit.club}"

    def stand(self) -> str:
        """Who you are, and how good."""
        return f"you: {self.visit.player.name} {self._rank}".rstrip()

    def chapters(self) -> Sequence[Chapter]:
        """The lists."""
        return self._chapters

    def after(self, width: int) -> Sequence[Row]:
        """The news."""
        rows: list[Row] = [] if self.items else [row(), row(f"  {EMPTY}"[:width])]
        if self._news:
            rows += [row(), (Span("NEWS", "heading"),), *(row(f"  {text}"[:width]) for text in self._news)]
        return rows

    def keys(self) -> Sequence[Keyed]:
        """What the keys do."""
        return (("Enter", "go in"), ("n", "new"), ("p", "players"), ("o", "over"), ("m", "mail"), ("Tab", "next list"))

    def ways_on(self) -> Sequence[Keyed]:
        """Help, and out."""
        return (("?", "help"), ("q", "leave"))

    def act(self, key: str, action: str) -> None:
        """A key of the lobby."""
        if key == "n":
            self.app.push_screen(ChallengePage(self.visit))
        elif key == "p":
            self.app.push_screen(PlayersPage(self.visit))
        elif key == "o":
            self.app.push_screen(OverPage(self.visit))
        elif key == "m":
            self._ask_mail()
        elif action == "help":
            self.app.push_screen(PageScreen("The club", lambda _: HELP_ROWS))
        elif action == "leave":
            self.app.exit(0)
        elif action == "back":
            self.said = f"{self.keymap.first('leave')}: leave the club"

    def _ask_mail(self) -> None:
        now = self.visit.people.by_number(self.visit.player.id)
        known = f" (now {now.mail}; Enter alone: nowhere)" if now and now.mail else ""

        def keep(mail: str) -> None:
            self.visit.people.set_mail(self.visit.player.id, mail.strip())
            self.said = f"You are told at {mail.strip()} when it is your move" if mail.strip() else "You get no mail"

        self.ask(f"Where shall the club tell you that it is your move?{known}", keep)

    def _game(self, game: Listed) -> Item:
        now = time.time()
        when = left(game.due - now) if game.due else "-"
        text = (
            f"{game.id:<4} {game.title[:26]:<26} {game.opponent[:12]:<12} {game.side[:7]:<7} {game.turn:>2}  "
            f"{game.points:<9} {ago(now - game.since):>9} {when if game.is_mine else '':>9}"
        )
        new = game.orders - game.seen
        told = f"{new} new {'order' if new == 1 else 'orders'}. " if new > 0 and game.is_mine else ""
        return Item(text, told + game.asks, partial(self.show_page, GamePage(self.visit, game.id)))

    def _challenge(self, game: Listed) -> Item:
        who = next((name for name in game.players if name != "free"), "")
        side = "by lot" if game.lot else f"{who} is {_side_of(game, who)}"
        told = f"from {who}" if not game.side else "yours: waits for somebody"
        text = (
            f"{game.id:<4} {game.title[:26]:<26} {told[:22]:<22} {side[:20]:<20} "
            f"{'rated' if game.rated else 'friendly':<8} {game.pace.words}"
        )
        about = "Enter shows it; take it there." if not game.side else "Enter shows it; you can take it back there."
        return Item(text, about, partial(self.show_page, GamePage(self.visit, game.id)))

    def _watched(self, game: Listed) -> Item:
        who = " against ".join(game.players)[:30]
        text = f"{game.id:<4} {game.title[:26]:<26} {who:<30} turn {game.turn}  {game.points}"
        return Item(
            text, "Enter looks on: you see what both sides may see.", lambda: self.visit.play(game.id, watches=True)
        )


def _side_of(game: Listed, who: str) -> str:
    sides = names()[game.scenario].sides if game.scenario in names() else ("", "")
    return sides[game.players.index(who)] if who in game.players else ""


HELP_ROWS: Sequence[Row] = [
    row(text)
    for text in (
        "",
        "Your games are in the club's database: they last however often your line breaks.",
        "Games that wait for you come first, the oldest above.",
        "",
        "Enter opens a game's page: what has happened, who defends, talk, offers.",
        "n challenges anybody, a friend, or a level of the computer, which plays at once.",
        "",
        "Who defends: in the enemy's turn you decide your FPF and your retreats.",
        "While you are away the game waits, or the computer decides them for you at once,",
        "or after some hours. You choose for each game; the log says who decided.",
        "",
        "Words without the lobby, as in ssh club.example games:",
        *(f"  {told}" for told in WORDS.values()),
        "",
    )
]
