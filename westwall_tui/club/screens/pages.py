"""The pages that the lobby leads to: a game, a new challenge, finished games, and the players."""

import secrets
import time
from collections.abc import Mapping, Sequence
from functools import partial

from westwall_tui.club.context import Context
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.lists import ago, left, names
from westwall_tui.club.database.ratings import Ratings, season
from westwall_tui.club.screens.page import Chapter, ClubPage, Item, Keyed
from westwall_tui.club.session import STRICT, ClubSession, begin, position_summary
from westwall_tui.engine.game import options_of
from westwall_tui.engine.queries import Option
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.scenarios.catalog import LENGTHS, shared_scenario
from westwall_tui.words.rows import Row, Span, row, text_rows
from westwall_tui.words.summary import Summary

DEFENDS = {"ask": "game waits", "computer": "computer at once", "6": "computer after 6 h", "24": "computer after 24 h"}
"""For each way to defend for an absent player, by its value in the database, a short text for a column."""
WHILE_AWAY = {
    "ask": "the game waits",
    "computer": "the computer decides at once",
    "6": "the computer decides after 6 h",
    "24": "the computer decides after 24 h",
}
"""For each way to defend for an absent player, a clause for use in a sentence."""
TALK_SHOWN = 4
PACES = (
    Pace(days=1), Pace(days=2), Pace(days=3), Pace(days=7), Pace(days=14), Pace(),
    Pace(clock=3_600), Pace(clock=7_200, gain=10),
)  # fmt: skip
LATE = {"computer": "the computer plays on", "lost": "that player loses"}


class GamePage(ClubPage):
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
        self._seats = games.seats(self.number)
        self._mine = next((seat.side for seat in self._seats if seat.player == player.id and not seat.level), -1)
        self._rows = self._head_rows()
        self._since = self._what_happened()

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
        moves = "your move" if game.is_mine else f"{game.opponent} to move" if game.opponent else "in progress"
        return f"{moves}{when}"

    def before(self, width: int) -> Sequence[Row]:
        """Return the seats and the position in words."""
        return [(line[:1] and (Span(line[0].text[:width], line[0].style),)) or line for line in self._rows]

    def _head_rows(self) -> list[Row]:
        game, ratings = self._game, Ratings(self.context.games.store)
        sides = names()[game.scenario].sides
        kind = "rated" if game.rated else "friendly"
        rows = [row(), row(f"  {game.title}    {kind}, {game.pace.words}"), row()]
        for seat in self._seats:
            player = self.context.people.by_number(seat.player) if seat.player and not seat.level else None
            name = f"{player.name}{', a program' * player.is_program}" if player is not None else "free"
            who = f"the computer, level {seat.level}" if seat.level else name
            rating = ratings.words(seat.player) if seat.player and not seat.level else ""
            defends = "" if seat.level or not seat.player else f"if away: {DEFENDS.get(seat.defends, seat.defends)}"
            side = "random" if game.lot and not game.started else sides[seat.side]
            rows.append(row(f"  {side:<8} {who:<24} {rating:<6} {defends}"))
        points = f", {game.points}" if game.points else ""
        rows += [row(), row(f"  turn {game.turn}{points}. {game.asks}")]
        if game.ended:
            rows.append(row(f"  {game.outcome}", "heading"))
        if self._late is not None and game.rated:
            rows.append(
                row(f"  The {sides[self._late]} player ran out of time, so the ratings count a loss", "warning")
            )
        if self._draws is not None and not game.ended:
            offers = "You offer" if self._draws == self._mine else f"The {sides[self._draws]} player offers"
            rows.append(row(f"  {offers} a draw", "warning"))
        return rows

    def _what_happened(self) -> list[Item]:
        """Return an item for each Player-Turn since the player last saw the game."""
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
        summary, at = None, (-1, -1)
        replayed = game
        for n, (line, who) in enumerate(entries):
            now = (replayed.state.turn, replayed.state.side)
            replayed.replay([line])
            if n < seen:
                continue
            if now != at or summary is None:
                summary, at = Summary(game.scenario, now[1]), now
                items.append(Item("", "", self._open_game))
            summary.add(past[n + 1])
            items[-1] = Item(f"turn {now[0]}  {summary.text()}", "Press Enter to open the game.", self._open_game)
            if who == f"the computer for {self.context.player.name}":
                items[-1] = items[-1]._replace(about="You were away in this turn, so the computer decided for you.")
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
            return Item("Accept this challenge", "Press Enter to accept; then the game begins.", self._take_seat)
        if not game.started:
            return Item("Withdraw this challenge", "Press Enter to withdraw it.", self._withdraw_challenge)
        if self._mine < 0:
            return Item("Watch", "You see only what both sides may see.", self._watch_game)
        return Item("Open the game", game.asks, self._open_game)

    def after(self, width: int) -> Sequence[Row]:
        talk = self.context.games.talk(self.number)[-TALK_SHOWN:]
        if not talk:
            return ()
        return [row(), (Span("TALK", "heading"),), *(row(f"  {name}: {text}"[:width]) for _, name, text in talk)]

    def keys(self) -> Sequence[Keyed]:
        again = ((self.keymap.first("replay_back"), "replay"),) if self._game.orders and self._game.started else ()
        if self._may_decline:
            return (("Enter", "accept"), ("x", "decline"))
        if not self._plays:
            return (("Enter", "open"), *again)
        return (("Enter", "open"), *again, ("d", "defense"), ("t", "talk"), ("r", "draw"), ("G", "give up"))

    @property
    def _plays(self) -> bool:
        """True if the player holds a seat, and the game is in progress."""
        return self._mine >= 0 and self._game.started is not None and self._game.ended is None

    @property
    def _may_decline(self) -> bool:
        """True if this is an open challenge to this player."""
        return self._game.wanted == self.context.player.id and not self._game.started and not self._game.ended

    def act(self, key: str, action: str) -> None:
        plays = self._plays
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
            self.message = f"While you are away, {WHILE_AWAY[then]}. D: in all your games"
        elif key == "D" and plays:
            how = self._seats[self._mine].defends
            self.context.games.defend_all(self.context.player.id, how)
            self._announce_change()
            self.message = f"In all games, old and new, {WHILE_AWAY.get(how, how)} while you are away"
        elif key == "t" and self._game.started and self._game.side:
            self.ask("Say:", self._send_talk)
        elif key == "r" and plays and self._draws == self._mine:
            self.ask("Type withdraw to withdraw your draw offer:", self._withdraw_draw)
        elif key == "r" and plays:
            self.ask("Type draw to offer a draw, or to accept your opponent's offer:", self._offer_draw)
        elif key == "G" and plays:
            self.ask("Type give up to give up this game:", self._give_up)
        elif key == "x" and self._may_decline:
            self.ask("Type decline if you do not want this game:", self._decline)

    def _announce_change(self) -> None:
        self.context.feed.changed(self.number)
        self.reload()

    def _send_talk(self, text: str) -> None:
        if text.strip():
            self.context.games.say(self.number, self.context.player.id, text.strip())
            self._announce_change()

    def _offer_draw(self, text: str) -> None:
        if text.strip().lower() == "draw":
            self.context.games.offer_draw(self.number, self.context.player.id)
            self._announce_change()

    def _withdraw_draw(self, text: str) -> None:
        if text.strip().lower() == "withdraw":
            self.context.games.withdraw_draw(self.number, self.context.player.id)
            self._announce_change()

    def _decline(self, text: str) -> None:
        if text.strip().lower() == "decline":
            self.context.games.decline(self.number, self.context.player.id)
            self.context.feed.changed(self.number)
            self.app.pop_screen()

    def _give_up(self, text: str) -> None:
        if text.strip().lower() == "give up":
            side = names()[self._game.scenario].sides[self._mine]
            self.context.games.give_up(self.number, self.context.player.id, f"the {side} player gave up")
            self._announce_change()

    def _open_game(self) -> None:
        self.context.play(self.number)

    def _watch_game(self) -> None:
        self.context.play(self.number, watches=True)

    def _take_seat(self) -> None:
        side = next(seat.side for seat in self._seats if seat.player is None and not seat.level)
        if not self.context.games.take_seat(self.number, side, self.context.player.id):
            refuse("club", "someone else was faster")
        self._announce_change()

    def _withdraw_challenge(self) -> None:
        self.context.games.withdraw(self.number, self.context.player.id)
        self.context.feed.changed(self.number)
        self.app.pop_screen()


class ChallengePage(ClubPage):
    """The page of a new challenge, with a line for each choice."""

    def __init__(self, context: Context, friend: int = 0) -> None:
        """Prepare a challenge to the player `friend`, or to anyone."""
        super().__init__(context)
        self._first = friend
        self._friends: list[tuple[int, str]] = []
        self._picked = {"Pace": 2}
        """The index of the choice in each line that is not at its first choice."""

    def read(self) -> None:
        """Read the players who can be challenged."""
        me = self.context.player.id
        self._friends = [(player.id, player.name) for player in self.context.people.all() if player.id != me]
        numbers = [number for number, _ in self._friends]
        if self._first in numbers:
            self._picked["Against"], self._first = 1 + len(LEVELS) + numbers.index(self._first), 0

    def caption(self) -> str:
        return "New challenge"

    # -- choices

    def _at(self, line: str) -> int:
        """Return the index of the choice in a line."""
        return self._picked.get(line, 0)

    @property
    def _scenario_keys(self) -> Sequence[str]:
        """The keys of the scenarios of the chosen length."""
        length = LENGTHS[self._at("Length")]
        return [key for key, scenario in names().items() if scenario.length == length]

    @property
    def _scenario_key(self) -> str:
        return self._scenario_keys[self._at("Scenario")]

    @property
    def _level(self) -> int:
        """The computer's level if the computer is the opponent; otherwise 0."""
        return self._at("Against") if 1 <= self._at("Against") <= len(LEVELS) else 0

    @property
    def _friend(self) -> int | None:
        """The number of the player to challenge; None if that is not a player."""
        at = self._at("Against") - len(LEVELS) - 1
        return self._friends[at][0] if at >= 0 else None

    def _list_options(self) -> Sequence[Option]:
        return [option for option in options_of(shared_scenario(self._scenario_key)) if option.most == 1]

    def _choices(self) -> Mapping[str, Sequence[str]]:
        """Return the texts of each line's choices."""
        levels = [f"the computer, level {level}" for level in LEVELS]
        scenarios = [names()[key] for key in self._scenario_keys]
        return {
            "Length": LENGTHS,
            "Scenario": [f"{scenario.title}, {scenario.time}" for scenario in scenarios],
            "Side": (*names()[self._scenario_key].sides, "random"),
            "Against": ("anyone", *levels, *(name for _, name in self._friends)),
            "Pace": [pace.words for pace in PACES],
            "Late": [*LATE.values()],
            "Rated": ("yes", "no"),
            "Strict": ("no", "yes, orders cannot be undone (5.15)"),
            "Watched": ("by anyone", "by nobody"),
            **{option.name.capitalize(): ("no", "yes") for option in self._list_options()},
        }

    def chapters(self) -> Sequence[Chapter]:
        chosen = {line: choices[self._at(line)] for line, choices in self._choices().items()}
        chosen |= {"Pace": "at once", "Late": "-"} if self._level else {}
        items = [
            Item(f"{name:<10} {value}", self._note_on(name), self._send_challenge) for name, value in chosen.items()
        ]
        return [Chapter("", items)]

    def after(self, width: int) -> Sequence[Row]:
        """Return the description of the chosen scenario."""
        return [row(), *text_rows(names()[self._scenario_key].about, width, indent="  ")]

    def _note_on(self, name: str) -> str:
        side = self._at("Side")
        if name == "Rated" and not self._at("Rated") and side < 2:
            enemy = f"level {self._level}" if self._level else f"player {self._friend or 0}"
            me = f"player {self.context.player.id}"
            won, lost = Ratings(self.context.games.store).forecast(me, enemy, self._scenario_key, side)
            return f"Your rating becomes {won} if you win, {lost} if you lose."
        return {
            "Scenario": "Press Left or Right to choose, Enter to send the challenge.",
            "Against": "Choose anyone, the computer, or a player: type a first letter, or / and a name.",
            "Late": "What happens to a player who runs out of time.",
            "Side": "Your opponent gets the other side."
            if side < 2
            else "The sides are chosen at random when the game begins.",
        }.get(name, "Press Left or Right to change it, Enter to send the challenge.")

    # -- keys

    def keys(self) -> Sequence[Keyed]:
        return (("Up Down", "line"), ("Left Right", "change"), ("Enter", "send"))

    def act(self, key: str, action: str) -> None:
        """Change the choice in the line under the bar."""
        line = [*self._choices()][self.at]
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif action in ("next_hex", "previous_hex"):
            self._turn_choice(line, 1 if action == "next_hex" else -1)
        elif line == "Against" and key == "/":
            self.ask("Against:", self._find_friend)
        elif line == "Against":
            self._find_friend(key)

    def _turn_choice(self, line: str, step: int) -> None:
        if line in ("Length", "Scenario"):  # the options may differ for another scenario
            for option in self._list_options():
                self._picked.pop(option.name.capitalize(), None)
        if line == "Length":
            self._picked.pop("Scenario", None)
        self._picked[line] = (self._at(line) + step) % len(self._choices()[line])

    def _find_friend(self, typed: str) -> None:
        """Choose the next player whose name begins with the typed text, ignoring case."""
        first = 1 + len(LEVELS)
        numbers = [first + n for n, (_, name) in enumerate(self._friends) if name.lower().startswith(typed.lower())]
        if numbers:
            self._picked["Against"] = next((n for n in numbers if n > self._at("Against")), numbers[0])

    def _send_challenge(self) -> None:
        games, me = self.context.games, self.context.player.id
        games.check_open(me, self._friend)
        options = {option.name: bool(self._at(option.name.capitalize())) for option in self._list_options()}
        if self._at("Strict"):
            options[STRICT] = True
        game = begin(self._scenario_key, options)
        side, pace = self._at("Side"), PACES[self._at("Pace")]._replace(late=[*LATE][self._at("Late")])
        mine = side if side < 2 else secrets.randbits(1)
        seats: list[tuple[int | None, int]] = [(None, self._level), (None, self._level)]
        seats[mine] = (me, 0)
        number = games.new_game(
            self._scenario_key, game.scenario.digest, options, seats, position_summary(game),
            pace=Pace() if self._level else pace, rated=not self._at("Rated"), wanted=self._friend,
            lot=side == 2 and not self._level, private=bool(self._at("Watched")),
        )  # fmt: skip
        self.context.feed.changed(number)
        if self._level:
            self.context.play(number)
        else:
            self.app.pop_screen()


class FinishedPage(ClubPage):
    """The page of the player's finished games."""

    def read(self) -> None:
        self._finished = [game for game in self.context.lists.of(self.context.player.id) if game.ended]

    def caption(self) -> str:
        return "Finished games"

    def chapters(self) -> Sequence[Chapter]:
        items = [
            Item(
                f"{game.id:<4} {game.title[:28]:<28} {game.side[:8]:<8} {game.opponent[:14]:<14} {game.points:<10}",
                game.outcome,
                partial(self.show_page, GamePage(self.context, game.id)),
            )
            for game in self._finished
        ]
        return [Chapter(f"FINISHED ({len(items)})", items)]

    def keys(self) -> Sequence[Keyed]:
        return (("Enter", "open"),)

    def act(self, key: str, action: str) -> None:
        if action in ("back", "leave"):
            self.app.pop_screen()


class PlayersPage(ClubPage):
    """The page with the ladder of a season, and all players who are not on it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._season, self._seasons = season(), [season()]

    def read(self) -> None:
        ratings = Ratings(self.context.games.store)
        now = season()
        self._seasons = [*(known for known in ratings.seasons() if known != now), now]
        self._ladder = ratings.ladder(self._season)
        on_it, everybody = {number for number, *_ in self._ladder}, self.context.people.all()
        self._programs = {player.id for player in everybody if player.is_program}
        self._others = [player for player in everybody if player.id not in on_it]

    def caption(self) -> str:
        return f"Players: {self._season}"

    def chapters(self) -> Sequence[Chapter]:
        ladder = [
            self._item_of_player(
                number,
                name,
                f"{at:>3}  {name:<20} {rating!s:>6}   {won} won of {played}"
                f"{', a program' * (number in self._programs)}",
            )
            for at, (number, name, rating, played, won) in enumerate(self._ladder, 1)
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
            Chapter("LADDER", ladder, "rating of all seasons"),
            Chapter(f"WITHOUT A RATED GAME IN {self._season.upper()}", others),
        ]

    def _item_of_player(self, number: int, name: str, text: str) -> Item:
        if number == self.context.player.id:
            return Item(text, "This is you.", lambda: None)
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
