"""The commands of players behind `ssh club.example`: lists, boards and saves as text, and the line protocol."""

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TextIO

from textual.geometry import Size as Extent

from westwall_tui.club.challenges import PACES, Terms, accept, claim_win, find_scenario, match_in_words, send
from westwall_tui.club.command_line import COMMANDS, MISUSED, NEW, OPEN, command_lines
from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.battles import Battles
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, LATE, PAUSE, Pace
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import FREE, ListedGame, Lists, ago, left, names
from westwall_tui.club.database.people import ClubPlayer, People, fingerprint_of
from westwall_tui.club.database.tournaments import Tournaments
from westwall_tui.club.server.arguments import CommandParser, options_of_games, wants_help
from westwall_tui.club.server.tournament_commands import TournamentCommands
from westwall_tui.club.session import ClubSession, begin, open_game, parse_number, position_summary
from westwall_tui.conditions import ConditionFault, parse, without_switch
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import capital
from westwall_tui.files.command_line import MATCHES
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.players.bids import Bid, settled_in_words
from westwall_tui.files.players.seats import LEVELS, Seat
from westwall_tui.files.saves.file import Save, build_save, write_save
from westwall_tui.files.saves.private import MAX_CONDITION_LENGTH, MAX_CONDITIONS
from westwall_tui.files.scenarios.catalog import shared_scenario, shipped
from westwall_tui.files.scenarios.random_battles import RANDOM, battle_named, listed_battles
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.tables import SourceFile
from westwall_tui.referee import Referee, as_json, as_text
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.pane.still import StillMap
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.words.rows import clean

Answer = Callable[[], int]
ABOUT_CHALLENGE = "Challenge a player (anyone, unless you name one), or play the computer."
ATTEMPTS = 5
"""The number of attempts that a new player has to register."""
MAX_KEY_LENGTH = 4_000
"""The maximum number of characters in a public key."""


def answer(
    games: Games,
    people: People,
    player: ClubPlayer,
    words: Sequence[str],
    tell: Callable[[int], object],
    lines: TextIO,
    out: TextIO,
) -> int:
    """Carry out a player's command and return the exit status. Raises `FileError`."""
    commands = PlayerCommands(games, people, player, tell, lines, out)
    handlers: dict[str, Callable[[Sequence[str]], int]] = {
        "games": commands.games_of,
        "challenge": commands.challenge,
        "accept": commands.accept,
        "decline": commands.decline,
        "pause": commands.pause,
        "give": commands.give_time,
        "claim": commands.claim_win,
        "board": commands.board,
        "save": commands.save,
        "bring": commands.bring,
        "defend": commands.defend,
        "conditions": commands.conditions,
        "keys": commands.keys,
        "referee": commands.referee,
        "program": commands.program,
        "help": commands.help,
    }
    tournaments = TournamentCommands(Tournaments(games.store), people, player, tell)
    handlers |= {name: partial(commands.print_lines, does) for name, does in tournaments.handlers().items()}
    word, *rest = words
    return handlers[word](rest) if word in handlers else commands.help(rest) or MISUSED


def register(people: People, words: Sequence[str], request: dict[str, Any]) -> ClubPlayer:
    """Return the player for an unknown key, using the words that its owner sends or types. Raises `FileError`.

    The owner becomes a new player, or enters a code to confirm that the key was added to their account. At a terminal
    they may try again.
    """
    invited, terminal, key = request["entry"] != OPEN, request["terminal"], request["fingerprint"]
    name, code = " ".join(words), ""
    if len(words) > 1 and (invited or people.is_pending(key, " ".join(words[:-1]))):
        name, code = " ".join(words[:-1]), words[-1]
    if terminal:
        print(f"Welcome to {clean(request['club'])}. What name should other players see?")
    attempts = ATTEMPTS if terminal else 1
    while True:
        if terminal:
            name = name or _ask("Your name: ")
        pending = people.is_pending(key, name)
        if terminal and not code and (pending or invited):
            code = _ask("The code that `keys add` printed: " if pending else "The code in your invitation: ")
        try:
            player = people.confirm_key(key, code) if pending else _register(people, name, code, request)
        except FileError as error:
            attempts -= 1
            if not attempts:
                raise
            print(sentence(error))
            name = code = ""
        else:
            print(f"You are registered as {player.name}. Next time, log in with this key: {clean(request['address'])}")
            return player


def _ask(prompt: str) -> str:
    """Return the line typed after a prompt. `input` is not used, because it would write the prompt to the log."""
    print(prompt, end="", flush=True)
    return input()


def _register(people: People, name: str, code: str, request: dict[str, Any]) -> ClubPlayer:
    if request["entry"] != OPEN and not code:
        command = f"{clean(request['first'])} {NEW} NAME CODE"
        refuse("club", f"this club is for invited players only; if you have a code, type {command}")
    return people.register(name, request["fingerprint"], clean(request["comment"]), code=code)


def sentence(error: FileError | IllegalOrder) -> str:
    """Return the reason of a refusal in words for a player. The names of the server's files only go to the log."""
    if not isinstance(error, FileError):
        return f"{error}"
    if any("/" in fault.file for fault in error.faults):
        logging.getLogger(__name__).warning("%s", "; ".join(str(fault) for fault in error.faults))
        return "The club cannot read one of its own files; its administrator can see which"
    lines = [fault.reason if fault.file == "club" else f"{fault}" for fault in error.faults]
    return "\n".join(capital(line) for line in lines)


def _whose_move(game: ListedGame, now: float) -> str:
    """Return text on whose move it is, and how much time is left."""
    if game.ended or not game.started:
        return game.outcome or "over" if game.ended else "waiting for a second player"
    when = f", {left(game.due - now)}" if game.due else ""
    return ("your move" if game.is_mine else "their move") + (", paused" if game.is_paused else when)


class PlayerCommands:
    """The commands of one player."""

    def __init__(
        self,
        games: Games,
        people: People,
        player: ClubPlayer,
        tell: Callable[[int], object],
        lines: TextIO,
        out: TextIO,
    ) -> None:
        self._games, self._agreements = games, Agreements(games)
        self._people, self._player = people, player
        self._tell, self._lines, self._out = tell, lines, out

    def _print(self, text: str) -> None:
        self._out.write(f"{clean(text)}\n")
        self._out.flush()

    def print_lines(self, does: Callable[[Sequence[str]], Sequence[str]], words: Sequence[str]) -> int:
        """Carry out a command, and print the lines that it returns. Raises `FileError`."""
        for line in does(words):
            self._print(line)
        return 0

    def help(self, _: Sequence[str]) -> int:
        """List the commands."""
        return self.print_lines(lambda _: command_lines(), ())

    def games_of(self, _: Sequence[str]) -> int:
        """List the player's games. Games where it is the player's move come first."""
        now = time.time()
        games = Lists(self._games.store).of(self._player.id)
        for game in games:
            side = "" if game.settled_by else game.side
            self._print(
                f"{game.id:>4}  {game.title:<24}  {side:<6} {game.date:>5}  {game.points:<8}  "
                f"{f'against {game.opponent}: ' if game.started else ''}{_whose_move(game, now)}"
            )
            match = match_in_words(self._games, game.id) if game.match else ""
            if notes := " ".join(filter(None, (f"{game.tournament}." * bool(game.tournament), match))):
                self._print(f"      {notes}")
        challenges = Lists(self._games.store).challenges(self._player.id)
        for game in challenges:
            who = next((name for name in game.players if name != FREE), "")
            side = "" if game.settled_by else f"you {game.sides[game.players.index(FREE)]}"
            terms = (f"challenge from {who}", side, *game.terms, game.pace.words, "" if game.rated else "friendly")
            self._print(f"{game.id:>4}  {game.title:<24}  {', '.join(filter(None, terms))}")
        if not games and not challenges:
            self._print("No games yet. Type challenge to challenge a player or to play the computer")
        return 0

    def challenge(self, words: Sequence[str]) -> int:
        """Challenge a player, or begin a game against the computer. Raises `FileError`."""
        if wants_help(words):
            self._out.write(_challenge_parser().format_help())
            return 0
        given = _challenge_parser().parse_args(words)
        key = find_scenario(given.battle, Battles(self._games.store))
        scenario, options = shared_scenario(key), options_of_games([key], given.option)
        side, bid = scenario.side_called(given.side), None
        if side < 0 and given.side != RANDOM:
            refuse("club", f"{given.side!r} isn't a side; the sides are {' and '.join(names(key).sides)}")
        if given.bid is not None:
            if side >= 0:
                refuse("club", "the bids decide who plays which side, so do not name one")
            bid = Bid.read(scenario, given.bid)
        wanted = self._people.by_name(" ".join(given.against)) if given.against else None
        if given.against and wanted is None:
            refuse("club", f"no player is called {' '.join(given.against)!r}")
        if wanted is not None and (wanted.id == self._player.id or given.level):
            refuse("club", "you can challenge one other player, or the computer")
        terms = Terms(
            key, max(side, 0), given.side == RANDOM, given.level, wanted.id if wanted is not None else None, options,
            Pace(days=given.days, late=given.late), not given.friendly, given.private, given.match, bid,
        )  # fmt: skip
        number = send(self._games, self._player.id, terms)
        self._tell(number)
        self._print(f"Game {number} has begun" if given.level else f"Your challenge is game {number}")
        return 0

    def accept(self, words: Sequence[str]) -> int:
        """Accept a challenge, with a bid if it needs one. Raises `FileError`."""
        number = parse_number(words[0] if words else "")
        accept(self._games, number, self._player.id, " ".join(words[1:]))
        self._tell(number)
        game = Lists(self._games.store).one(number, self._player.id)
        side = game.side if game is not None else ""
        self._print(f"Game {number} has begun, and you play the {side} side")
        if bids := Challenges(self._games).bids(number, self._player.id):
            scenario = shared_scenario(self._games.head_of(number).scenario)
            self._print(settled_in_words(scenario, [each.name for each in bids], [each.bid for each in bids]))
        return 0

    def decline(self, words: Sequence[str]) -> int:
        """Decline a challenge, or withdraw one. Raises `FileError`."""
        number = parse_number(words[0] if words else "")
        challenges = Challenges(self._games)
        if not any(act(number, self._player.id) for act in (challenges.decline, challenges.withdraw)):
            refuse("club", f"game {number} isn't a challenge to you or by you")
        self._tell(number)
        self._print(f"Challenge {number} is over")
        return 0

    def pause(self, words: Sequence[str]) -> int:
        """Offer a pause, agree to one, or end a pause. Raises `FileError`."""
        number, me = self._own_game(words), self._player.id
        if self._agreements.end_pause(number, me):
            said = f"The pause of game {number} is over"
        elif self._agreements.offer_pause(number, me):
            said = f"Game {number} is paused for {round(PAUSE / DAY)} days at most. An order or pause {number} ends it"
        else:
            said = f"You offer a pause of game {number}. The next order ends the offer"
        self._tell(number)
        self._print(said)
        return 0

    def give_time(self, words: Sequence[str]) -> int:
        """Give the opponent time. Raises `FileError`."""
        number = self._own_game(words)
        self._agreements.give_time(number, self._player.id)
        self._tell(number)
        self._print("Your opponent has more time")
        return 0

    def claim_win(self, words: Sequence[str]) -> int:
        """Claim a win on time. Raises `FileError`."""
        number = self._own_game(words)
        claim_win(self._games, number, self._player.id)
        self._tell(number)
        self._print(f"You have won game {number} on time")
        return 0

    def _own_game(self, words: Sequence[str]) -> int:
        """Return the number of a game in progress in which the player has a seat. Raises `FileError`."""
        number = parse_number(words[0] if words else "")
        game = Lists(self._games.store).one(number, self._player.id)
        if game is None or not game.side or not game.started or game.ended:
            refuse("club", "name a game in progress in which you play, by its number")
        return number

    def _open_session(self, words: Sequence[str], *, plays: bool = False) -> ClubSession:
        """Return the game that a command names. Raises `FileError`."""
        if not words:
            refuse("club", "name a game by its number")
        number = parse_number(words[0])
        return open_game(self._games, number, self._player, self._tell, watches=not plays)

    def board(self, words: Sequence[str]) -> int:
        """Print a board as text, without secrets that the player may not know."""
        session = self._open_session(words)
        game = session.game.known(session.side)
        for line in board_lines(game):
            self._print(line)
        self._print(session.game.prompt.text if session.side == session.game.side else f"Turn {game.state.turn}")
        return 0

    def save(self, words: Sequence[str]) -> int:
        """Print a game as a save, without secrets that the player may not know.

        Once the game is over, print everything.
        """
        session = self._open_session(words)
        self._out.write(write_save(exported(session)))
        self._out.flush()
        return 0

    def bring(self, _: Sequence[str]) -> int:
        """Start a game from a save on standard input. Any player may take the other side. Raises `FileError`."""
        text = self._lines.read(MAX_SAVE_SIZE + 1)
        if len(text) > MAX_SAVE_SIZE:
            refuse("club", f"a saved game may have at most {MAX_SAVE_SIZE:,} characters")
        save = build_save(SourceFile("your save", text))
        self._print(f"This is now game {bring(self._games, save, self._player)}. Any player can take the other side")
        return 0

    def defend(self, words: Sequence[str]) -> int:
        """Set who decides in the enemy Player-Turns of a game. Raises `FileError`."""
        number, how = parse_number(words[0] if words else ""), " ".join(words[1:])
        if not self._games.defend(number, self._player.id, how):
            refuse("club", f"you don't play in game {number}, or it is over")
        self._tell(number)
        self._print(f"In game {number} enemy turns are now decided by: {how}")
        return 0

    def conditions(self, words: Sequence[str]) -> int:
        """Print the player's conditions in a game, or replace them by lines on standard input. Raises `FileError`."""
        session = self._open_session(words, plays=True)
        if words[1:] == ["set"]:
            most = MAX_CONDITIONS * (MAX_CONDITION_LENGTH + 2)
            if len(text := self._lines.read(most + 1)) > most:
                refuse("club", f"conditions have at most {most:,} characters in all")
            lines = tuple(line.strip() for line in text.splitlines() if line.strip())
            for number, line in enumerate(without_switch(lines), 1):
                try:
                    parse(line, session.game.scenario, session.side)
                except ConditionFault as fault:
                    refuse("club", f"line {number}: {fault}")
            session.change_private(session.side, lambda private: private._replace(conditions=lines))
        for line in session.private(session.side).conditions:
            self._print(line)
        return 0

    def keys(self, words: Sequence[str]) -> int:
        """List the player's keys, add one from standard input, or drop one. Raises `FileError`."""
        if words == ["add"]:
            code = self._people.add_key(self._player.id, *fingerprint_of(self._lines.readline(MAX_KEY_LENGTH)))
            self._print(f"To confirm the key, log in with it within a week, as user {NEW}, with this command:")
            self._print(f"{NEW} {self._player.name} {code}")
            return 0
        if words[:1] == ["drop"] and len(words) == 2:
            dropped = self._people.drop_key(self._player.id, words[1])
            self._print("Key removed" if dropped else "That isn't one of your keys, or it is your last one")
            return 0 if dropped else 1
        for key in self._people.keys(self._player.id):
            when = ago(time.time() - key.last)
            state = f"added {when}, not confirmed yet" if key.is_pending else f"used {when}"
            self._print(f"{key.fingerprint}  {key.comment or 'no comment'}  {state}")
        return 0

    def program(self, words: Sequence[str]) -> int:
        """Note whether a program plays under this name."""
        if words not in (["yes"], ["no"]):
            self._print(f"program {COMMANDS['program'][0]}: {COMMANDS['program'][1]}")
            return MISUSED
        self._people.mark_program(self._player.id, program=words == ["yes"])
        self._print(
            "All players can see that a program plays for you"
            if words == ["yes"]
            else "The club now shows you as a person"
        )
        return 0

    def referee(self, words: Sequence[str]) -> int:
        """Run the line protocol of docs/referee.md on a game. Each answer fits the position at that moment."""
        session = self._open_session(words, plays=True)
        referee = self._make_referee(session)
        write = as_json if "--json" in words else as_text
        self._print(write(referee, referee.opening()))
        while line := self._lines.readline(10_002):
            if any(heard.fresh or heard.back for heard in session.hear()) or referee.game is not session.game:
                referee = self._make_referee(session)
            self._print(write(referee, referee.answer(line)))
        return 0

    @staticmethod
    def _make_referee(session: ClubSession) -> Referee:
        return Referee(session.game, new_seed(), session.side, session=session)


def _challenge_parser() -> CommandParser:
    """Return the parser of the terms of a challenge, which has the names of the options of `westwall play`."""
    parser = CommandParser("challenge", ABOUT_CHALLENGE)
    days = sorted({round(pace.days) for pace in PACES})
    parser.add_argument("battle", metavar="BATTLE", help="a scenario, random, random/7, or daily")
    parser.add_argument("--against", nargs="+", metavar="NAME", help="the player to challenge")
    parser.add_argument("--level", type=int, choices=LEVELS, default=0, help="the level of the computer to play")
    parser.add_argument("--side", default=RANDOM, help="the side that you play (default: random)")
    parser.add_argument("--bid", metavar="SIDE=POINTS", help="your sealed bid for a side, in place of --side")
    third = "best-of-three goes on with a third game unless one of you wins both"
    parser.add_argument(
        "--match", choices=MATCHES, default="", help=f"two games at once, with the sides switched; {third}"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="an option: strict, start-us=3 ..."
    )
    parser.add_argument("--days", type=int, choices=days, default=3, help="days for each decision; 0: no clock")
    late = "; ".join(f"{word}: {then}" for word, then in LATE.items())
    parser.add_argument("--late", choices=LATE, default="computer", help=f"what follows if time runs out ({late})")
    parser.add_argument("--friendly", action="store_true", help="do not rate the game")
    parser.add_argument("--private", action="store_true", help="keep others from watching")
    return parser


def exported(session: ClubSession) -> Save:
    """Return a game as a save with both players' names, without secrets that the session's player may not know."""
    first, second = (Seat(name=seat.name) for seat in session.games.seats(session.number))
    return Save(session.game.known(session.side), (first, second), drawn=True)


def bring(games: Games, save: Save, player: ClubPlayer) -> int:
    """Start a game with the orders of a save, and with a free seat for the side that does not decide.

    Return its number.

    Raises `FileError` if the game is over, lacks its first orders, or its scenario cannot be played in this club.
    """
    game = save.game
    key = game.scenario.key
    known = battle_named(key) in listed_battles() or key in {entry.key for entry in shipped()}
    known = known or Battles(games.store).find(key) == key
    if not known or shared_scenario(key).digest != game.scenario.digest or save.history or game.base is not None:
        refuse("club", "only games of this club's scenarios can be brought here, unchanged and with all their orders")
    if game.outcome is not None:
        refuse("club", "this game is over")
    options = game.rules.options
    fresh = begin(key, options)
    fresh.replay(game.log)  # cannot fail: the save was replayed when it was read
    Challenges(games).check_open(player.id)
    side = max(fresh.side, 0)
    seats: list[tuple[int | None, int]] = [(None, 0), (None, 0)]
    seats[side] = (player.id, 0)
    return Challenges(games).new_game(
        fresh.scenario.key, fresh.scenario.digest, options, seats, position_summary(fresh),
        rated=False, lines=fresh.log, who=player.name,
    )  # fmt: skip


def board_lines(game: Game) -> list[str]:
    """Return a board with its counters as lines of ASCII text."""
    view = StillMap(game.scenario.board, lines=boundary_pairs(game))
    view.show_units(Counters().of(game))
    view.show_gates(gates(game))
    whole = Extent(view.picture.width, view.picture.height)
    return ["".join(span.text for span in line).rstrip() for line in view.rows(whole)]
