"""The pages that the lobby leads to: a game, a new challenge, finished games, and the players."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from westwall_tui.club.challenges import accept, claim_win, match_in_words
from westwall_tui.club.context import Context
from westwall_tui.club.database.games import conditions_of
from westwall_tui.club.database.lists import MAX_LISTED, ListedGame, ago, left, names, span
from westwall_tui.club.database.private import read_private
from westwall_tui.club.database.ratings import Ratings, season
from westwall_tui.club.screens.challenge import ChallengePage
from westwall_tui.club.screens.page import Chapter, Item, Keyed, in_columns, rating_bar
from westwall_tui.club.screens.pictured import PicturedPage
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.words import capital, with_stop
from westwall_tui.files.command_line import CONDITIONS
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.bids import settled_in_words
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.scenarios.catalog import shared_scenario
from westwall_tui.words.rows import Row, Span, fold_row, row, text_rows
from westwall_tui.words.summary import Summary

DEFENDS = {
    "ask": "if away: game waits",
    CONDITIONS: "conditions decide",
    "computer": "if away: computer at once",
    "6": "if away: computer after 6 h",
    "24": "if away: computer after 24 h",
}
"""For each way to defend, by its value in the database, a short text for a column."""
DEFENDS_IN_WORDS = {
    "ask": "the game waits while you are away",
    CONDITIONS: "your conditions decide, or the game waits",
    "computer": "the computer decides at once while you are away",
    "6": "the computer decides after 6 h while you are away",
    "24": "the computer decides after 24 h while you are away",
}
"""For each way to defend, a clause for use in a sentence."""
ACCEPTS = "The computer accepts at once. Press Enter to choose a battle."
"""The note on an item that challenges the computer."""
TALK_SHOWN = 4
BAR = 20
"""Maximum columns of the bar of a rating."""
WIDTH = 78
"""Columns of the texts at the top of a game's page."""


class GamePage(PicturedPage):
    """The page of a game: whose move it is, recent events, who defends, talk, and offers."""

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self.number = number
        self._rows: list[Row] = []
        self._since: list[Item] = []

    def read(self) -> None:
        self.context.feed.watch(self.number)
        games, player = self.context.games, self.context.player
        found, head = self.context.lists.one(self.number, player.id), games.head(self.number)
        if found is None or head is None:
            refuse("club", f"game {self.number} is gone: it was withdrawn, or you may not see it")
        self._game, self._draws, self._late = found, head.draw_side, head.overstepped
        self._asks, self._pauses = head.undo_side, head.pause_side
        self._seats = games.seats(self.number)
        self._mine = next((seat.side for seat in self._seats if seat.player == player.id and not seat.level), -1)
        self._rows = self._head_rows()
        self._since = self._what_happened()

    def game_shown(self) -> ListedGame:
        return self._game

    def _choose_subject(self) -> None:
        super()._choose_subject()
        self._subject = self._subject._replace(outcome="")  # it is above the picture

    def changed(self, game: int) -> None:
        if game == self.number:
            self.reload()

    def caption(self) -> str:
        return f"Game {self.number}  {self._game.title}"

    def status(self) -> str:
        """Return text on whose move it is, and how much time is left."""
        game = self._game
        if game.ended:
            return "over"
        if not game.started:
            return "waiting for a second player"
        when = f", {left(game.due - time.time())}" if game.due else ""
        when = f", paused for up to {span(game.paused_until - time.time())}" if game.is_paused else when
        moves = "your move" if game.is_mine else f"{game.opponent} to move" if game.opponent else "in progress"
        return f"{moves}{when}"

    def before(self, width: int) -> Sequence[Row]:
        """Return the seats and the position in words."""
        return [part for line in self._rows for part in fold_row(line, width)]

    def _head_rows(self) -> list[Row]:
        game, ratings = self._game, Ratings(self.context.games.store)
        sides = names(game.scenario).sides
        kind = "rated" if game.rated else "friendly"
        rows = [row(), row(f"  {game.title}    {kind}, {game.pace.words}")]
        rows += [row(f"  {capital(', '.join(game.terms))}")] if game.terms else []
        rows.append(row())
        cells: list[tuple[str, ...]] = []
        for seat in self._seats:
            player = self.context.people.by_number(seat.player) if seat.player and not seat.level else None
            name = f"{player.name}{', a program' * player.is_program}" if player is not None else "free"
            who = f"the computer, level {seat.level}" if seat.level else name
            rating = ratings.words(seat.player) if seat.player and not seat.level else ""
            is_over = game.ended is not None
            defends = "" if seat.level or not seat.player or is_over else DEFENDS.get(seat.defends, seat.defends)
            side = sides[seat.side] if game.settled_by in ("", "both sides") else game.settled_by
            cells.append((side, who, rating, defends))
        rows += [row(f"  {text}".rstrip()) for text in in_columns(cells)]
        texts = filter(None, (self._bid_text(), match_in_words(self.context.games, self.number)))
        rows += [line for text in texts for line in text_rows(text, WIDTH, indent="  ")]
        points = f", {game.score}" if game.score else ""
        rows += [row(), row(f"  turn {game.turn}{points}. {game.asks if not game.ended else ''}".rstrip())]
        if game.ended:
            rows.append(row(f"  {capital(game.outcome)}", "heading"))
        if self._late is not None and game.rated:
            where = "the match counts" if game.match else "the ratings count"
            rows.append(row(f"  The {sides[self._late]} player ran out of time, so {where} a loss", "warning"))
        if not game.ended:
            rows += [row(f"  {text}", "warning") for text in (*self._offers(), *self._about_time()) if text]
        return rows

    def _offers(self) -> Sequence[str]:
        """Return the players' requests and offers in sentences."""
        sides = names(self._game.scenario).sides

        def who(side: int, they: str, you: str) -> str:
            return f"You {you}" if side == self._mine else f"The {sides[side]} player {they}"

        texts = []
        if self._draws is not None:
            texts.append(who(self._draws, "offers a draw", "offer a draw"))
        if self._pauses is not None:
            answer = ". Press p to agree" if self._mine == 1 - self._pauses else ""
            texts.append(who(self._pauses, "offers a pause", "offer a pause of seven days at most") + answer)
        if self._asks is not None and self._mine >= 0:
            answer = ". Open the game to answer" if self._asks != self._mine else ""
            texts.append(who(self._asks, "asks to undo orders", "ask to undo orders") + answer)
        return texts

    def _about_time(self) -> Sequence[str]:
        """Return sentences on a pause, and on a win that may be claimed."""
        game = self._game
        if game.is_paused:
            return ("No clock runs until one of you gives an order or presses p",)
        if not game.may_be_claimed or self._mine < 0:
            return ()
        if game.is_mine:
            return ("Your time is up. Until your opponent claims the win, you may still decide",)
        return (f"{game.opponent} is out of time. You may claim the win (c), give them time (g), or wait",)

    def _bid_text(self) -> str:
        """Return both bids and their result, or the player's own bid and the even one while the bidding is open."""
        game, bids = self._game, self.context.challenges.bids(self.number, self.context.player.id)
        if not game.has_bid:
            return ""
        scenario = shared_scenario(game.scenario)
        if len(bids) > 1:
            return settled_in_words(scenario, [each.name for each in bids], [each.bid for each in bids])
        own = [with_stop(f"Your bid is {bid.points} for {scenario.sides[bid.side].people}") for *_, bid in bids]
        return " ".join((*own, "" if game.ended else names(game.scenario).fair)).strip()

    def _what_happened(self) -> list[Item]:
        """Return an item for each Player-Turn since the player last saw the game.

        A turn is left out if the player has seen it except for its last orders, and these did nothing.
        """
        if self._mine < 0 or not self._game.started:
            return []
        seen = self._seats[self._mine].seen
        entries = self.context.games.entries(self.number)
        if seen >= len(entries):
            return []
        session = ClubSession(self.context.games, self.number, self._mine, 0, self.context.player.name)
        past = session.past()
        game = session.game.root()
        items: list[Item] = []
        summary, at, about = None, (-1, -1), ""
        known = (-1, -1)  # the last turn of which the player has seen something
        replayed = game
        for n, (line, who) in enumerate(entries):
            now = (replayed.state.turn, replayed.state.side)
            replayed.replay([line])
            if n < seen:
                known = now
                continue
            if now != at or summary is None:
                summary, at, about = Summary(game.scenario, now[1]), now, "Press Enter to open the game."
                items.append(Item("", "", self._open_game))
            summary.add(past[n + 1])
            if who == f"the computer for {self.context.player.name}":
                about = "You were away in this turn, so the computer decided for you."
            elif who == conditions_of(self.context.player.name):
                about = "In this turn your conditions decided for you."
            items[-1] = Item(f"turn {now[0]}  {summary.text()}", about, self._open_game)
            if now == known and summary.is_empty:
                at = (-1, -1)
                items.pop()
        return items

    def chapters(self) -> Sequence[Chapter]:
        if self._since:
            return [Chapter("SINCE YOU WERE LAST HERE", self._since)]
        return [Chapter("", [self._entry_item()])]

    def _entry_item(self) -> Item:
        game = self._game
        if game.ended and not game.started:
            return Item("This challenge is over", game.outcome, lambda: None)
        if not game.started and self._mine < 0:
            return Item("Accept this challenge", "Press Enter to accept; then the game begins.", self._accept)
        if not game.started:
            return Item("Withdraw this challenge", "Press Enter to withdraw it.", self._withdraw_challenge)
        if self._mine < 0:
            return Item("Watch", "You see only what both sides may see.", self._watch_game)
        return Item("Open the game", "" if game.ended else game.asks, self._open_game)

    def after(self, width: int) -> Sequence[Row]:
        talk = self.context.games.talk.read(self.number)[-TALK_SHOWN:]
        if not talk:
            return ()
        return [row(), (Span("TALK", "heading"),), *(row(f"  {said.line}"[:width]) for said in talk)]

    def keys(self) -> Sequence[Keyed]:
        again = ((self.keymap.first("replay_back"), "replay"),) if self._game.orders and self._game.started else ()
        if self._may_decline:
            return (("Enter", "accept"), ("x", "decline"))
        if not self._plays:
            return (("Enter", "open"), *again)
        claim = (("c", "claim"),) if self._game.may_be_claimed and not self._game.is_mine else ()
        may_give = not self._game.is_mine and not self._game.is_paused
        time = (("p", "pause"), *((("g", "give time"),) * may_give)) if self._has_clocks else ()
        last = (("d", "defense"), ("t", "talk"), ("r", "draw"), ("G", "give up"))
        return (("Enter", "open"), *again, *claim, *time, *last)

    @property
    def _has_clocks(self) -> bool:
        """True if the game of two players has clocks."""
        return bool(self._game.pace.at_first) and not any(seat.level for seat in self._seats)

    @property
    def _plays(self) -> bool:
        """True if the player holds a seat, and the game is in progress."""
        return self._mine >= 0 and self._game.started is not None and self._game.ended is None

    @property
    def _may_decline(self) -> bool:
        """True if this is an open challenge to this player."""
        return self._game.wanted == self.context.player.id and not self._game.started and not self._game.ended

    def act(self, key: str, action: str) -> None:
        plays, agreements = self._plays, self.context.agreements
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif action == "replay_back" and self._game.orders and self._game.started:
            seen = self._seats[self._mine].seen if self._mine >= 0 else 0
            self.context.play(self.number, again=seen if self._since else 0)
        elif key == "d" and plays:
            known = list(DEFENDS)
            now = self._seats[self._mine].defends
            then = known[(known.index(now) + 1) % len(known)] if now in known else "ask"
            self.context.games.defend(self.number, self.context.player.id, then)
            self._announce_change()
            self.message = f"{capital(DEFENDS_IN_WORDS[then])}. D: in all your games"
            store, me = self.context.games.store, self.context.player.id
            if then == CONDITIONS and not read_private(store, self.number, me).conditions:
                self.message = f"You have no conditions yet: open the game and press {self.keymap.first(CONDITIONS)}"
        elif key == "D" and plays:
            how = self._seats[self._mine].defends
            self.context.games.defend_all(self.context.player.id, how)
            self._announce_change()
            self.message = f"In all games, old and new, {DEFENDS_IN_WORDS.get(how, how)}"
        elif key == "t" and self._game.started and self._game.side:
            self.ask("Say:", self._send_talk)
        elif key == "r" and plays and self._draws == self._mine:
            self._ask_word("withdraw", "to withdraw your draw offer", agreements.withdraw_draw)
        elif key == "r" and plays:
            self._ask_word("draw", "to offer a draw, or to accept your opponent's offer", agreements.offer_draw)
        elif key == "p" and plays:
            self._change_pause()
        elif key == "g" and plays and self._has_clocks:
            self._give_time()
        elif key == "c" and plays and self._game.may_be_claimed and not self._game.is_mine:
            self._ask_word("claim", "to end the game as won", partial(claim_win, self.context.games))
        elif key == "G" and plays:
            self._ask_word("give up", "to give up this game", self._give_up)
        elif key == "x" and self._may_decline:
            self.ask_word("decline", "if you do not want this game", self._decline)

    def _announce_change(self) -> None:
        self.context.feed.changed(self.number)
        self.reload()

    def _send_talk(self, text: str) -> None:
        if text.strip():
            self.context.games.talk.say(self.number, self.context.player.id, text.strip())
            self._announce_change()

    def _ask_word(self, word: str, why: str, act: Callable[[int, int], object]) -> None:
        """Ask to type a word that confirms an act of this player in this game."""

        def done() -> None:
            act(self.number, self.context.player.id)
            self._announce_change()

        self.ask_word(word, why, done)

    def _change_pause(self) -> None:
        """Offer a pause, withdraw the offer, agree to the opponent's offer, or ask whether to end a pause."""
        agreements = self.context.agreements
        if self._game.is_paused:
            self._ask_word("resume", "to let the clocks run", agreements.end_pause)
            return
        withdraws = self._pauses is not None and self._pauses == self._mine
        (agreements.withdraw_pause if withdraws else agreements.offer_pause)(self.number, self.context.player.id)
        self._announce_change()

    def _give_time(self) -> None:
        if self.context.agreements.give_time(self.number, self.context.player.id):
            self._announce_change()
            self.message = f"{self._game.opponent} has {self._game.pace.more_in_words}"

    def _decline(self) -> None:
        self.context.challenges.decline(self.number, self.context.player.id)
        self.context.feed.changed(self.number)
        self.app.pop_screen()

    def _give_up(self, number: int, player: int) -> None:
        side = names(self._game.scenario).sides[self._mine]
        self.context.games.give_up(number, player, f"the {side} player gave up")

    def _open_game(self) -> None:
        self.context.play(self.number)

    def _watch_game(self) -> None:
        self.context.play(self.number, watches=True)

    def _accept(self) -> None:
        if self._game.has_bid:
            self.ask(f"Your bid, such as {self._game.sides[1]}=3 (you cannot change it):", self._take_seat)
        else:
            self._take_seat("")

    def _take_seat(self, bid: str) -> None:
        accept(self.context.games, self.number, self.context.player.id, bid)
        self._announce_change()

    def _withdraw_challenge(self) -> None:
        self.context.challenges.withdraw(self.number, self.context.player.id)
        self.context.feed.changed(self.number)
        self.app.pop_screen()


class FinishedPage(PicturedPage):
    """The page of the player's finished games."""

    def read(self) -> None:
        self._finished = [game for game in self.context.lists.of(self.context.player.id) if game.ended]

    def game_shown(self) -> ListedGame | None:
        return self._finished[self.at] if self._finished else None

    def caption(self) -> str:
        return "Finished games"

    def chapters(self) -> Sequence[Chapter]:
        cells = [
            (
                f"{game.id:<4} {game.title}",
                game.opponent[:14],
                game.score,
                ago(time.time() - (game.ended or 0)),
            )
            for game in self._finished
        ]
        items = [
            Item(text.rstrip(), game.outcome, partial(self.show_page, GamePage(self.context, game.id)))
            for text, game in zip(in_columns(cells) if cells else (), self._finished, strict=True)
        ]
        return [Chapter(f"FINISHED ({len(items)})", items, note="" if items else "Your games will be listed here.")]

    def keys(self) -> Sequence[Keyed]:
        return (("Enter", "open"),)

    def act(self, key: str, action: str) -> None:
        if action in ("back", "leave"):
            self.app.pop_screen()


class PlayersPage(PicturedPage):
    """The page with the ladder of a season, with the computer's levels, and all players who are not on it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._season, self._seasons = season(), [season()]

    def read(self) -> None:
        ratings = Ratings(self.context.games.store)
        now = season()
        self._seasons = [*(known for known in ratings.seasons() if known != now), now]
        everybody = self.context.people.all()
        programs = {player.id for player in everybody if player.is_program}
        on_it, found = set[int](), list[tuple[int, int, str, str]]()
        for number, name, rating, played, won in ratings.ladder(self._season):
            on_it.add(number)
            text = f"{name:<20} {rating!s:>6}   {won} won of {played}{', a program' * (number in programs)}"
            found.append((rating.shown, number, name, text))
        for level in LEVELS:
            own, name = ratings.of(f"level {level}"), f"computer {level}"
            found.append((own.shown, -level, name, f"{name:<20} {own!s:>6}"))
        highest, fine = max(points for points, *_ in found), self.preferences.fine
        left = max(len(text) for *_, text in found) + 1
        self._ladder = [
            (number, name, f"{text:<{left}}{rating_bar(points, highest, BAR, fine=fine)}".rstrip())
            for points, number, name, text in sorted(found, key=lambda each: -each[0])
        ]
        self._others = [player for player in everybody if player.id not in on_it]
        lists = self.context.lists
        games = [*lists.to_watch(self.context.player.id), *lists.results(MAX_LISTED)]
        self._last_games = {name: game for game in reversed(games) for name in game.players}

    def game_shown(self) -> ListedGame | None:
        """Return the game of the player under the bar that is in progress or was over last."""
        called = [
            *(name.replace("computer", "level") for _, name, _ in self._ladder),
            *(each.name for each in self._others),
        ]
        return self._last_games.get(called[self.at]) if self.at < len(called) else None

    def caption(self) -> str:
        return f"Ladder: {self._season}"

    def chapters(self) -> Sequence[Chapter]:
        ladder = [
            self._item_of_player(number, name, f"{at:>3}  {text}")
            for at, (number, name, text) in enumerate(self._ladder, 1)
        ]
        others = [
            self._item_of_player(
                player.id,
                player.name,
                f"     {player.name:<20} {'a program, ' * player.is_program}joined {ago(time.time() - player.since)}",
            )
            for player in self._others
        ]
        return [
            Chapter("LADDER", ladder, "rating over all seasons"),
            Chapter(f"WITHOUT A RATED GAME IN {self._season.upper()}", others),
        ]

    def _item_of_player(self, number: int, name: str, text: str) -> Item:
        if number == self.context.player.id:
            return Item(text, "This is you.", lambda: None)
        if number < 0:  # a level of the computer
            return Item(text, ACCEPTS, lambda: self.show_page(ChallengePage(self.context, level=-number)))
        return Item(
            text, f"Press Enter to challenge {name}.", lambda: self.show_page(ChallengePage(self.context, number))
        )

    def _challenge(self, player: int) -> None:
        self.show_page(ChallengePage(self.context, player))

    def keys(self) -> Sequence[Keyed]:
        seasons = (("Left Right", "season"),) if len(self._seasons) > 1 else ()
        return (("Enter", "challenge"), *seasons, ("Tab", "next list"))

    def act(self, key: str, action: str) -> None:
        """Show another season, or go back."""
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif action in ("next_hex", "previous_hex") and self._season in self._seasons:
            at = self._seasons.index(self._season) + (1 if action == "next_hex" else -1)
            self._season = self._seasons[max(0, min(at, len(self._seasons) - 1))]
            self.reload()
