"""A game in plain lines: the player types orders, commands and questions, and the program answers in sentences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

from westwall_tui.ai.thinker import Thinker, Thought
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import (
    WORDS,
    Displace,
    IllegalOrder,
    Order,
    OrderSyntaxError,
    Retreat,
    Stand,
    parse,
)
from westwall_tui.engine.units import lower
from westwall_tui.files.disk.writing import Advice, add_report
from westwall_tui.files.faults import brief
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.private import CASE as PRIVATE
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.sessions.keyboard import Seats
from westwall_tui.files.sessions.notebook import Notebook, notebook_of
from westwall_tui.files.sessions.sandbox import in_earnest
from westwall_tui.history.entries import Entry
from westwall_tui.plain import conditions, log, notes
from westwall_tui.plain.console import LONGEST_LINE, Console
from westwall_tui.plain.entries import Narrator
from westwall_tui.plain.input import completions, normalized, with_hexes
from westwall_tui.plain.places import find_hexes
from westwall_tui.plain.questions import QUESTIONS, ask, check_hint, hint_in_words, hint_of
from westwall_tui.plain.speech import aloud, capital, count, with_stop
from westwall_tui.plain.warnings import warnings_after, warnings_before
from westwall_tui.referee import Inquiry
from westwall_tui.words.conditions import decision_told, entry_told
from westwall_tui.words.copies import write_copy
from westwall_tui.words.events import Turns
from westwall_tui.words.keymap import REPORT
from westwall_tui.words.orders import column_in_words, in_words, undone
from westwall_tui.words.par import par_in_words
from westwall_tui.words.telling import Names, spoken
from westwall_tui.words.waiting import not_now

WARNING = "The warning"
MOVES = ("deploy", "move", "enter", "land")
"""Orders of the computer that are only summed up if the settings ask for that."""
NO_FILE = "The host has the game's file, and can write a report on it"
ROLL = "Roll a die, then type roll and the number, such as roll 4"


class Quit(Exception):
    """Raised when the player quits."""


class PlainGame:
    """A game at this terminal, for one or two people and the computer."""

    def __init__(self, session: Session, console: Console, settings: Settings) -> None:
        self.session, self.console, self.settings = session, console, settings
        seed = session.game.seed
        self._thinker = Thinker(new_seed() if seed is None else seed)
        self._narrator = Narrator(session.game)
        self._turns = self._fresh_turns()
        self._seats = Seats(session, settings.quick)
        self._asked_for: tuple[object, ...] = ()
        """The decision that was last announced."""
        self._advised: tuple[list[str], str, Thought] | None = None
        """The last hint: the log of its position, the unit that it was about, and the hint itself."""
        self._declines = (-1, -1)
        """The serial number of a phase, and the side whose player wants no more advances in it."""
        self._to_confirm: tuple[str, int] | None = None
        """The line that the player has to repeat, and the length of the log at which repeating it counts."""
        self._described = COMMANDS
        """The descriptions of the commands."""
        self._has_secrets_on_screen = False
        """True if notes have been said since the last player took the keyboard."""
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "column": self._column,
            "same": self._same,
            "no": self._no_advances,
            "hint": self._hint,
            "do": self._follow_hint,
            "why": self._say_why,
            "notes": self._read_notes,
            "note": self._note,
            "log": self._read_log,
            "copy": self._copy,
            "save": self._save,
            "conditions": self._conditions,
            "players": self._players,
            "voice": self._voice,
            "quit": self._quit,
        }

    @property
    def game(self) -> Game:
        """The game. Only the session may change it."""
        return self.session.game

    # -- from decision to decision

    def play(self) -> bool:
        """Play until the game is over or the player quits; return True if it is over."""
        self.resume()
        self.begin()
        try:
            while self.goes_on:
                if self._computer_decides:
                    self._let_computer()
                else:
                    self._let_person()
        except Quit:
            self.farewell("")
            return False
        self.end()
        return True

    def resume(self) -> None:
        """Take the keyboard, at the beginning or after a sandbox, and announce the pending decision again."""
        self.console.edit(self._complete, lambda: self._prompt)
        self._asked_for = ()

    @property
    def keeper(self) -> int:
        """The side whose player's notes, sandboxes and conditions may be read; -1 for none."""
        return self._seats.keeper

    def check_shown(self, what: str) -> None:
        """Raise `IllegalOrder` if the player's `notes`, `sandboxes` or `conditions` may not be read now."""
        if self._seats.hands_over and self.keeper < 0:
            raise IllegalOrder(PRIVATE, not_now(what))

    def tell_news(self) -> None:
        """Say what has happened at other terminals, to a player in a sandbox. This class has no news."""

    @property
    def goes_on(self) -> bool:
        """True while the game is not over."""
        return self.game.outcome is None

    def begin(self) -> None:
        """Name the scenario and the players."""
        game, say = self.game, self.say
        self.session.verify()
        say(game.scenario.name, *self.session.notes)
        self._name_players()
        if any(seat.is_person for seat in self.session.seats):
            say(WHAT_TO_TYPE)
        if not game.log:
            names = Names(game.scenario)
            say(*(spoken(names, event) for event in game.opening))
        elif game.state.turn:
            say(f"Game-Turn {game.state.turn} of {game.scenario.last_turn}")

    def _name_players(self) -> None:
        for seat, info in zip(self.session.seats, self.game.scenario.sides, strict=True):
            self.say(capital(f"{seat}{',' * (',' in str(seat))} plays {info.people}"))

    def end(self) -> None:
        """Say how the game ended."""
        outcome = self.game.outcome
        self.say("The game is over", *([outcome.sentence] if outcome else []), queries.verdict_note(self.game))
        with self._advice("The score"):
            said_already = 2 if self.game.state.turn else 1  # the Game-Turn, and the outcome
            self.console.say(*ask("points", Inquiry(self.game, -1, "", self.game))[said_already:])
        with self._advice("The comparison"):
            self.say(par_in_words(self.game, self.session.seats))
        self._tell_match()
        self.say(self._report)

    @property
    def _report(self) -> str:
        """The sentence that explains how to read the report; empty if the file is not here."""
        return f"To read how it went, run: westwall report {self.session.path.name}"

    def _tell_match(self) -> None:
        """Say how the match stands after this game, if the game belongs to one, and how to play the next game."""
        self.say(*self.session.match_after_game())
        if (find := self.session.next_game) is not None and (following := find()) is not None:
            self.say(f"To play the next game, run: westwall resume {following.path.name} --plain")

    def farewell(self, why: str) -> None:
        """Say, as the last line, whether the game is saved. `why` begins the line."""
        if not self.game.log:
            self.say(f"{why}You gave no orders, so nothing was saved")
        elif self.session.trouble:
            self.say(f"{why}{self.session.trouble}")
        else:
            self.say(f"{why}{self.way_back}")

    @property
    def way_back(self) -> str:
        """The sentence that explains how to continue another time."""
        return f"The game is saved. To continue, run: westwall resume {self.session.path.name} --plain"

    @property
    def _computer_decides(self) -> bool:
        game = self.game
        return game.prompt.kind != "roll" and self.session.seats[game.side].is_computer

    @property
    def _prompt(self) -> str:
        return f"{self._seats.called(max(self._side, 0))}: "

    @property
    def _side(self) -> int:
        """The side whose player types."""
        return self._seats.asked

    # -- a person

    def _let_person(self) -> None:
        if self._decides_by_conditions():
            return
        game, prompt, before = self.game, self.game.prompt, self._seats.decides
        notice = self._seats.needs_notice(self.settings.handover)
        self._seats.sit_down()
        if notice:
            self._hand_over(before, self._seats.decides)
        declines = prompt.kind == "advance" and self._declines == (game.state.serial, self._seats.asked)
        if declines and game.explain(Stand()) is None:
            self.say("No unit advances")
            self._apply_all([Stand()])
            return
        decision = (prompt.kind, prompt.side, prompt.units, game.state.serial)
        if decision != self._asked_for:
            self._asked_for = decision
            question = prompt.text
            with self._advice("The number of choices"):
                question = self._decision_in_words()
            self.say(question)
        line = self.console.ask(self._prompt)
        if line is None:
            raise Quit
        self._obey(line)

    def _decides_by_conditions(self) -> bool:
        """Make the pending decision by the conditions of a player at this keyboard; return False if they do not."""
        found: tuple[Order, str] | None = None
        if self._seats.asks_conditions:
            with self._advice("The decision by your conditions"):
                found = decision_told(self.session, names_side=self._seats.both_here)
        if found is None:
            return False
        order, told = found
        self.say(told)
        try:
            self._apply_all([order])
        except IllegalOrder as refusal:  # the connection to the host was lost
            self.say(brief(refusal.reason))
            return False
        return True

    def _decision_in_words(self) -> str:
        game, prompt = self.game, self.game.prompt
        question = with_stop(prompt.text)
        if prompt.kind == "set-up" and (left := queries.to_set_up(game)):
            people = capital(game.scenario.sides[prompt.side].people)
            question = f"{people} are setting up and still have {count(len(left), 'unit')} to place."
        elif prompt.kind == "movement":
            movers = len(queries.movers(game))
            return f"{question} {capital(count(movers, 'unit'))} can move"
        elif prompt.kind == "retreat" and len(prompt.units) == 1:
            ways = len(queries.retreats(game, prompt.units[0]).paths)
            question = f"{question} There {'is' if ways == 1 else 'are'} {count(ways, 'way')} out."
        elif prompt.kind == "offer":
            return f"{question} Type accept to end the game, or stand to play on"
        return question if prompt.kind == "combat" else f"{question} Type legal to hear what you may do"

    def _hand_over(self, before: int, side: int) -> None:
        """Announce that the other player takes the keyboard, and hide secrets."""
        game = self.game
        names = [seat.name for seat in self.session.seats]
        players = names if all(names) else [f"The {info.adjective} player" for info in game.scenario.sides]
        if queries.holds_secret(game, before) or self._has_secrets_on_screen:
            self.console.hide()
        self._has_secrets_on_screen = False
        away = f" {players[before]} must look away." if queries.holds_secret(game, side) else ""
        self.say(f"{players[side]} takes the keyboard.{away} Press Enter")
        if self.console.ask("Enter: ") is None:
            raise Quit

    def add(self, commands: Mapping[str, Callable[[str], None]], described: Mapping[str, str]) -> None:
        """Add commands and their descriptions."""
        self._commands = {**self._commands, **commands}
        self._described = {**self._described, **described}

    def _obey(self, line: str) -> None:
        """Carry out a line: a command, a question, or an order."""
        if not line or line.startswith("#"):
            self._asked_for = ()
            return
        if len(line) > LONGEST_LINE:
            self.say(f"That line is longer than {LONGEST_LINE} characters")
            return
        line = normalized(self.game, line)
        word, _, rest = line.removeprefix("?").partition(" ")
        word, rest = lower(word), rest.strip()
        try:
            if word in self._commands:
                self._commands[word](rest)
            elif word in QUESTIONS:
                self._answer(word, rest)
            elif word in WORDS:
                self._order(with_hexes(self.game, line))
            else:
                self._unknown(word)
        except IllegalOrder as refusal:
            self.say(f"{brief(refusal.reason)} ({refusal.case})")
        except OrderSyntaxError as error:
            self.say(brief(str(error)))

    def _unknown(self, word: str) -> None:
        known = [*self._commands, *QUESTIONS, *WORDS]
        near = get_close_matches(word, known, 1)
        meant = f"; did you mean {near[0]}?" if near else "."
        self.say(f"Unknown command {brief(word)!r}{meant} Type help for a list")

    def _check_own_decision(self) -> None:
        """Raise `IllegalOrder` while another player decides. Here nobody else does."""

    def _answer(self, word: str, rest: str) -> None:
        if word == "legal":
            self._check_own_decision()
        with self._advice("The answer", IllegalOrder, OrderSyntaxError):
            self.console.say(*ask(word, Inquiry(self.game, self._side, rest, self.game)))

    def _advice(self, advice: str, *passes: type[Exception]) -> Advice:
        """Guard a block that only advises or describes. If a bug stops the block, say so and continue the game."""
        return Advice(lambda: self.say(f"{advice} is missing because of a bug: see the error report"), passes)

    # -- orders

    def _order(self, line: str) -> None:
        if line.lower().split() == ["deploy", "auto"]:
            self._apply_all(queries.suggested_setup(self.game))
            return
        order = parse(line)
        if (refusal := self.game.explain(order)) is not None:
            raise refusal
        warnings = self._warnings_before(order)
        if not self.confirms(line, warnings):
            return
        after = self._warnings_after([order])
        self._apply_all([order])
        self.say(*after)

    def confirms(self, line: str, warnings: Sequence[str], again: str = "give the same order again") -> bool:
        """Return True if there are no warnings, or if the player has given the same line twice; else say them."""
        if warnings and self._to_confirm != (line, len(self.game.log)):
            self._to_confirm = (line, len(self.game.log))
            self.say(*warnings, f"To confirm, {again}")
            return False
        self._to_confirm = None
        return True

    def _column(self, rest: str) -> None:
        """Say where the units of a column would go and, once the player confirms it, move them."""
        units, _, goal = rest.partition(">")
        board, line = self.game.scenario.board, f"{planning.COLUMN} {rest}"
        if goal.strip():
            joined = "".join(goal.split())
            try:
                hexes = find_hexes(board, joined if joined.isdigit() else goal)
                line = f"{planning.COLUMN} {units} > {board.number(hexes[0])}"
            except ValueError as error:
                raise OrderSyntaxError(str(error)) from None
        read = planning.read_column(self.game, line)
        assert read is not None
        legs = planning.column(self.game, *read)
        orders = [leg.order for leg in legs if leg.order is not None]
        if not orders:
            raise IllegalOrder("5.24", "none of these units can go farther toward that hex by road")
        if self.confirms(line, [column_in_words(self.game, legs)]):
            after = self._warnings_after(orders)
            self._apply_all(orders)
            self.say(*after)

    def _same(self, rest: str) -> None:
        """Give an order to retreat, and the same to all units that are alike."""
        order = parse(with_hexes(self.game, rest)) if rest else None
        if not isinstance(order, Retreat | Displace):
            raise OrderSyntaxError("write it like this: same retreat UNIT HEX ..., or same displace UNIT HEX")
        if (refusal := self.game.explain(order)) is not None:
            raise refusal
        warnings = self._warnings_before(order)
        if self.confirms(f"same {rest}", warnings):
            self._apply_all([order] if warnings else planning.alike(self.game, order))

    def _no_advances(self, rest: str) -> None:
        """Decline this advance, and all others of the player who decides in this phase."""
        if rest != "advances":
            raise OrderSyntaxError("write it like this: no advances")
        phase = self.game.state.serial, self._seats.asked
        if self.game.prompt.kind != "advance":
            raise IllegalOrder("7.96", "there is no advance to decline now")
        self._apply_all([Stand()])
        self._declines = phase

    def _apply_all(self, orders: Iterable[Order]) -> bool:
        """Give orders, and describe their effects. Return False if there was nothing to say. Raises `IllegalOrder`."""
        events = self.session.apply_all(orders)
        with self._narrating():
            self._turns.note(events)
            return self._narrate(self._narrator.new(self.game))
        return True

    def give_in_earnest(self, side: int, orders: Sequence[str]) -> None:
        """Give a side's orders of a sandbox, and describe their effects. If one is refused, say why."""
        before = len(self.game.log)
        try:
            self._apply_all(map(parse, in_earnest(self.session, side, orders)))
        except IllegalOrder as refusal:
            with self._narrating():
                self._narrate(self._narrator.new(self.game))
            given = f"Orders given before it: {len(self.game.log) - before} of {len(orders)}"
            self.say(f"{refusal.reason} ({refusal.case})", given)

    def _narrating(self) -> Advice:
        """Guard a block that describes the effects of orders.

        If a bug stops it, say so and describe only later orders.
        """

        def failed() -> None:
            self.say("The description of these orders is missing because of a bug: see the error report")
            self._narrator = Narrator(self.game)
            self._say_trouble()

        return Advice(failed)

    def _warnings_before(self, order: Order) -> list[str]:
        """Return the warnings that the player has to confirm."""
        if order.word == "concede":
            return [f"If you concede, {self.game.scenario.sides[1 - self.game.side].people} win"]
        with self._advice(WARNING):
            return warnings_before(self.game, order) if self.settings.warnings else []
        return []

    def _warnings_after(self, orders: Sequence[Order]) -> list[str]:
        """Return the warnings that come after moves. Call this before the moves."""
        with self._advice(WARNING):
            return warnings_after(self.game, orders) if self.settings.warnings else []
        return []

    def _narrate(self, entries: Sequence[Entry]) -> bool:
        """Describe the effects of orders, after a warning if they aren't saved.

        Return False if there was nothing to say.
        """
        self._say_trouble()
        said = False
        first = len(self.game.log) - len(entries)
        for at, entry in enumerate(entries, first):
            narration = self._narrator.narrate(entry)
            self.say(entry_told(self.session, entry, at))
            self.console.say(*narration.lines, *narration.headings)
            said = said or bool(narration.lines or narration.headings)
        self._say_news()
        return said

    def _say_news(self) -> None:
        """Say news that comes with orders but is not among their events. This class has none."""

    def _say_trouble(self) -> None:
        for trouble in (self.session.news(), self.session.trouble):
            if trouble:
                self.say(f"Warning: {trouble}")

    # -- commands

    def _help(self, rest: str) -> None:
        words = rest.split()
        if not words:
            self._list_commands()
        elif lower(words[0]) in WORDS:
            self.say(f"Write it like this: {WORDS[lower(words[0])].usage()}")
        elif lower(words[0]) in QUESTIONS:
            question = QUESTIONS[lower(words[0])]
            self.say(f"{question.form}: {question.about}")
        elif lower(words[0]) in self._described:
            self.say(f"{words[0]}: {self._described[lower(words[0])]}")
        else:
            self._answer("rules", rest)

    def _list_commands(self) -> None:
        kind = queries.decisions().get(self.game.prompt.kind)
        if kind is not None:
            self.console.say(f"{kind.title}. The orders are:", *(f"{form}." for form in kind.forms))
        self.console.say("The questions are:", *(f"{each.form}: {each.about}." for each in QUESTIONS.values()))
        described = self._described.items()
        self.console.say("The commands are:", *(f"{word}: {about}." for word, about in described))
        self.say("Name a hex by its number (column, then row) or by a place name, with hyphens for spaces")

    def _undo(self, rest: str) -> None:
        """Undo the last order, a unit's last order, or the whole turn."""
        before, what = self.game.log[:], TURN if lower(rest) == TURN else self._unit_meant(rest)
        self._seats.undo(what)
        self._declines = -1, -1
        back = "an order"
        with self._advice("The undone order"):
            back = undone(before, self.game.log)
        self._forget_later()
        self._say_trouble()
        self.say(f"Undone: {back}")

    def _redo(self, _: str) -> None:
        events = self.session.redo()
        with self._narrating():
            self._turns.note(events)
            self._narrate(self._narrator.new(self.game))

    def _forget_later(self) -> None:
        """Forget everything about orders that are no longer in the log."""
        self._narrator.go_back(self.game)
        self._turns = self._fresh_turns()
        self._thinker.forget()
        self._asked_for, self._to_confirm = (), None

    def _follow_hint(self, rest: str) -> None:
        """Carry out the last hint, or a new hint if the position has changed or another unit is named."""
        self._check_own_decision()
        unit = self._unit_meant(rest)
        if self.game.prompt.kind == "roll":
            self.say(ROLL)
            return
        if self._advised is None or self._advised[0] != self.game.log or (unit and self._advised[1] != unit):
            self._advised = None
            with self._advice("The hint", IllegalOrder):
                self._advised = self.game.log[:], unit, hint_of(self.game, unit)
        if self._advised is None:
            return
        order = self._advised[2].order
        if order is None:
            self.say("There is no hint to follow")
        elif not self._apply_all([order]):
            with self._advice("The description of the order"):
                self.say(in_words(order))

    def _hint(self, rest: str) -> None:
        """Say the computer's hint, which the command `do` then carries out."""
        self._check_own_decision()
        unit = self._unit_meant(rest)
        with self._advice("The hint", IllegalOrder):
            check_hint(self.game)
            self._advised = self.game.log[:], unit, hint_of(self.game, unit)
            self.say(*hint_in_words(self.game, self._advised[2]))

    def _unit_meant(self, rest: str) -> str:
        """Return the id of the named unit; empty if none is named. Raises `OrderSyntaxError`."""
        if rest and lower(rest) not in self.game.scenario.by_id:
            raise OrderSyntaxError(f"there is no unit {rest!r} in this scenario")
        return self.game.state.units[self.game.scenario.unit(rest)].id if rest else ""

    def _say_why(self, rest: str) -> None:
        refusal = self.game.explain(parse(with_hexes(self.game, rest) if rest else rest))
        self.say("That order is legal" if refusal is None else f"{refusal.reason} ({refusal.case})")

    def _save(self, _: str) -> None:
        if self.session.save():
            self.say(f"The game is saved in {self.session.path}, and saved again after every order")
        else:
            self.say(self.session.trouble)

    def _notebook(self) -> Notebook:
        """Return the notes of the player who types. Raises `IllegalOrder` if none may be shown."""
        self.check_shown("notes")
        notebook = notebook_of(self.session, self.keeper)
        if notebook is None:
            raise IllegalOrder(PRIVATE, "only the players of a game keep notes")
        return notebook

    def _read_notes(self, rest: str) -> None:
        """Say the player's notes, or those about a hex, each with its number."""
        told = notes.listed(self._notebook(), self.game, rest)
        self._has_secrets_on_screen = self._has_secrets_on_screen or bool(told)
        none = "You have no notes about that hex" if rest else f"You have no notes. {notes.FORMS}"
        self.say(*(told or [none]))

    def _note(self, rest: str) -> None:
        """Add a note, or rewrite or delete one."""
        said = notes.changed(self._notebook(), self.game, rest)
        self._say_trouble()
        self.say(said)

    def _read_log(self, rest: str) -> None:
        """Say the last lines of the log, or the last ones that some words apply to."""
        with self._advice("The log"):
            self.say(*log.last_lines(self.session, rest))

    def _copy(self, rest: str) -> None:
        """Write the position or the log to a file, or say where the report is."""
        if rest == REPORT:
            self.say(self._report or NO_FILE)
        else:
            self.say(write_copy(log.copy_of(self.session, self._side, rest)))

    def _players(self, rest: str) -> None:
        """Name the players, or give a side to another player: `players US 2`, `players US person`."""
        scenario = self.game.scenario
        if rest:
            name, _, who = rest.rpartition(" ")
            side = scenario.side_called(name)
            seats = {"person": SEATS[0], **{str(seat.level): seat for seat in SEATS[1:]}}
            if side < 0 or who not in seats:
                raise OrderSyntaxError(
                    f"type players, a side, and either person or a level of the computer from 1 to {SEATS[-1].level}"
                )
            self.session.sit(side, seats[who])
            self._thinker.forget()
            self._turns = self._fresh_turns()
            self._say_trouble()
        self._name_players()

    def _conditions(self, rest: str) -> None:
        """Say the player's conditions, change them, or try them against the last enemy turn."""
        self.check_shown("conditions")
        self.say(*conditions.answer(self.session, self.keeper, rest))

    def _voice(self, _: str) -> None:
        self.console.in_parts = not self.console.in_parts
        how = "in parts, for a voice; you may type them that way too" if self.console.in_parts else "in one piece"
        self.say(f"Hexes and units are now written {how}")

    def _quit(self, _: str) -> None:
        raise Quit

    # -- the computer

    def _let_computer(self) -> None:
        """Let the computer decide, and describe the effects."""
        game, side = self.game, self.game.side
        seat, people = self.session.seats[side], game.scenario.sides[side].people
        if (game.state.serial, side) != self._asked_for:
            self._asked_for = (game.state.serial, side)
            if self.console.at_terminal:
                self.say(f"The computer decides for {people}")
        offers = self.session.seats[1 - side].is_person
        thought = self._thinker.question(game, seat.level, seat.temperament, offers=offers)()
        if thought.faults:
            add_report("\n".join(thought.faults))
        if thought.order is None:
            self.say(f"The computer found no order; see the error report. From here on you play {people}")
            self.session.sit(side, SEATS[0])
            return
        events = self.session.apply(thought.order)
        self._say_trouble()
        silent = self.settings.computer_speed == "once" and thought.order.word in MOVES
        with self._narrating():
            summary = self._turns.note(events)
            for narration in map(self._narrator.narrate, self._narrator.new(game)):
                self.console.say(*(() if silent else narration.lines))
                self.say(summary)
                self.console.say(*narration.headings)

    def _fresh_turns(self) -> Turns:
        return Turns(self.game.scenario, max(self.game.side, 0), lambda side: self.session.seats[side].is_computer)

    # -- words

    def say(self, *lines: str) -> None:
        """Say sentences."""
        self.console.say(*(aloud(line) for line in lines if line))

    def _complete(self, line: str) -> list[str]:
        if self._seats.asked != self._seats.decides:
            return []
        return completions(self.game, line, [*dict.fromkeys((*self._commands, *QUESTIONS))])


WHAT_TO_TYPE = "Type help to hear what you can type, or briefing to hear what the battle is about"
COMMANDS: Mapping[str, str] = {
    "help": "list what you can type; help move explains an order, and help supply or help 7.71 reads out the rules",
    "undo": "undo the last order; undo 1/304 undoes that unit's last order, and undo turn the whole turn",
    "redo": "repeat the order that you have just undone",
    "column": "move units by road toward a hex, the first one first, as in column 2G/5 44 > 2721; repeat it to confirm",
    "same": "give a retreat to a unit and to all others that can go the same way, as in same retreat 1/304 2414",
    "no": "no advances declines the advance, and all others of this phase",
    "do": "follow the hint; with a unit, follow the hint for that unit",
    "why": "explain why an order is not allowed, as in why move 2R 1414",
    "notes": "read your notes, which only you see; with a hex, those about it",
    "note": "add a note: note TEXT, note 1315 TEXT, note turn TEXT, or for a bookmark of this position note here NAME "
    "TEXT; also note delete N, and note change N TEXT",
    "log": "say what has happened; add a unit, a hex, a place or a kind of event, as in log 1/304 or log 1315 losses",
    "copy": "write a text to a file, as in copy position or copy log losses; copy report says how to get a report",
    "save": "save the game and say where; the game is also saved after every order",
    "players": "name the players; to change one, add a side, and either person or a level of the computer from 1 to 5",
    "conditions": "list the conditions that decide for you in the enemy's turn; add, delete, move, try, on, off and "
    "suggest change or try them, as in conditions add advance none",
    "voice": "write hexes and units in parts for a voice, such as 25 20 and 1/9 S, or in one piece again",
    "quit": "stop playing; the game stays saved",
}
"""The functions of the commands, by command. Orders and questions are not included."""
