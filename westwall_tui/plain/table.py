"""A game in plain lines: what is typed is an order, a command or a question; what happens comes in sentences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

from westwall_tui.ai.thinker import Thinker, Thought
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import WORDS, IllegalOrder, Order, OrderSyntaxError, parse
from westwall_tui.engine.units import lower
from westwall_tui.files.disk.writing import Advice, add_report
from westwall_tui.files.faults import brief
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.files.sessions.keyboard import Seats
from westwall_tui.history.entries import Entry
from westwall_tui.plain.console import LONGEST_LINE, Console
from westwall_tui.plain.entries import Teller
from westwall_tui.plain.input import completions, heard, with_hexes
from westwall_tui.plain.questions import QUESTIONS, ask, check_hint, hint_in_words, hint_of
from westwall_tui.plain.speech import aloud, count
from westwall_tui.referee import Inquiry
from westwall_tui.words.events import Turns
from westwall_tui.words.orders import in_public, in_words
from westwall_tui.words.telling import Names, spoken
from westwall_tui.words.warnings import attack_warning, not_counted, warning_in_full

WARNING = "The warning"
MOST_RISKS = 3
"""The most things named that a player may regret."""
MOVES = ("deploy", "move", "enter", "land")
"""Orders of the computer that are not told one by one if the settings want a summary alone."""


class Quit(Exception):
    """The player leaves the table."""


class PlainGame:
    """A game at this terminal, for one or two people and the computer."""

    def __init__(self, session: Session, console: Console, settings: Settings) -> None:
        self.session, self.console, self._settings = session, console, settings
        seed = session.game.seed
        self._thinker = Thinker(new_seed() if seed is None else seed)
        self._teller = Teller(session.game)
        self._turns = self._fresh_turns()
        self._seats = Seats(session, lambda: settings.quick)
        self._asked_for: tuple[object, ...] = ()
        """The decision that was told last."""
        self._advised: tuple[list[str], str, Thought] | None = None
        """The last hint, with the log of its position and the unit that it was about."""
        self._sure: tuple[str, int] | None = None
        """The line that has to be given once more, and after how many orders of the log."""
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "hint": self._hint,
            "do": self._follow_hint,
            "why": self._say_why,
            "save": self._save,
            "players": self._players,
            "voice": self._voice,
            "quit": self._quit,
        }

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.session.game

    # -- from decision to decision

    def play(self) -> bool:
        """Play until the game is over or the player leaves; True if it is over."""
        self.console.edit(self._complete, lambda: self._prompt)
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

    @property
    def goes_on(self) -> bool:
        """True until the game is over."""
        return self.game.outcome is None

    def begin(self) -> None:
        """Say what is played, and by whom."""
        game, say = self.game, self.say
        self.session.verify()
        say(game.scenario.name, *self.session.notes)
        for side, info in enumerate(game.scenario.sides):
            say(f"{info.name}: {self.session.seats[side]}")
        if any(seat.is_person for seat in self.session.seats):
            say("help tells what you can type; briefing, what the battle is about")
        if not game.log:
            names = Names(game.scenario)
            say(*(spoken(names, event) for event in game.opening))
        elif game.state.turn:
            say(f"Game-Turn {game.state.turn} of {game.scenario.last_turn}")

    def end(self) -> None:
        """Say how it ended."""
        outcome = self.game.outcome
        self.say("The game is over", *([outcome.sentence] if outcome else []), queries.verdict_note(self.game))
        with self._advice("The score"):
            self.console.say(*ask("points", Inquiry(self.game, -1, "", self.game))[1:])
        self.say(f"To read how it went: westwall report {self.session.path.name}")

    def farewell(self, why: str) -> None:
        """The last line: the game is kept."""
        if not self.game.log:
            self.say(f"{why}Nothing was ordered, so nothing is saved")
        elif self.session.trouble:
            self.say(f"{why}{self.session.trouble}")
        else:
            self.say(f"{why}{self.way_back}")

    @property
    def way_back(self) -> str:
        """How it goes on another time."""
        return f"The game is saved. To continue: westwall resume {self.session.path.name} --plain"

    @property
    def _computer_decides(self) -> bool:
        game = self.game
        return game.prompt.kind != "roll" and self.session.seats[game.side].is_computer

    @property
    def _prompt(self) -> str:
        return f"{self.game.scenario.sides[max(self._seats.asked, 0)].name}: "

    # -- a person

    def _let_person(self) -> None:
        game, prompt, before, passes = self.game, self.game.prompt, self._seats.decides, self._seats.turn_passes
        self._seats.sit_down()
        if before not in (self._seats.decides, -1):
            self._hand_over(before, self._seats.decides, passes=passes)
        decision = (prompt.kind, prompt.side, prompt.units, game.state.serial)
        if decision != self._asked_for:
            self._asked_for = decision
            told = prompt.text
            with self._advice("What you may do"):
                told = self._decision_in_words()
            self.say(told)
        line = self.console.ask(self._prompt)
        if line is None:
            raise Quit
        self._obey(line)

    def _decision_in_words(self) -> str:
        game, prompt = self.game, self.game.prompt
        told = prompt.text
        if prompt.kind == "set-up" and (left := queries.to_set_up(game)):
            told = f"{game.scenario.sides[prompt.side].name} sets up; {count(len(left), 'unit')} to place"
        elif prompt.kind == "movement":
            told = f"{told}; {count(len(queries.movers(game)), 'unit')} can move"
        elif prompt.kind == "retreat" and len(prompt.units) == 1:
            ways = queries.retreats(game, prompt.units[0]).paths
            told = f"{told}; {count(len(ways), 'way', 'ways')} out"
        elif prompt.kind == "offer":
            return f"{told}. accept ends the game; stand plays on"
        return f"{told}. legal tells what you may do" if prompt.kind not in ("movement", "combat") else told

    def _hand_over(self, before: int, side: int, *, passes: bool) -> None:
        """Announce that the other player takes the keyboard, if the turn `passes` or a secret must be hidden."""
        game = self.game
        if not self._seats.both_here:
            return
        names = [info.name for info in game.scenario.sides]
        secret = queries.holds_secret(game, before)
        if secret:
            self.console.hide()
        if not (secret or (passes and self._settings.handover)):
            return
        away = f" The {names[before]} player looks away." if queries.holds_secret(game, side) else ""
        self.say(f"{names[side]} takes the keyboard.{away} Press Enter")
        if self.console.ask("Enter: ") is None:
            raise Quit

    @property
    def _commands_told(self) -> Mapping[str, str]:
        """What the commands do."""
        return COMMANDS

    def _obey(self, line: str) -> None:
        """Do what a line says: a command, a question, or an order."""
        if not line or line.startswith("#"):
            self._asked_for = ()
            return
        if len(line) > LONGEST_LINE:
            self.say(f"That line is longer than {LONGEST_LINE} characters")
            return
        line = heard(self.game, line)
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
        meant = f" Did you mean {near[0]}?" if near else ""
        self.say(f"{brief(word)!r} is neither an order nor a command; help lists them.{meant}")

    def _answer(self, word: str, rest: str) -> None:
        with self._advice("That question", IllegalOrder, OrderSyntaxError):
            self.console.say(*ask(word, Inquiry(self.game, self._seats.asked, rest, self.game)))

    def _advice(self, adviser: str, *passes: type[Exception]) -> Advice:
        """Guard a block that only advises or tells: if a bug stops it, say so, and go on with the game."""
        return Advice(lambda: self.say(f"{adviser} has no answer because of a bug: the error report says more"), passes)

    # -- orders

    def _order(self, line: str) -> None:
        if line.lower().split() == ["deploy", "auto"]:
            self._apply_all(queries.suggested_setup(self.game))
            return
        order = parse(line)
        if (refusal := self.game.explain(order)) is not None:
            raise refusal
        warnings: list[str] = []
        with self._advice(WARNING):
            warnings = self._warnings_before(order)
        if warnings and self._sure != (line, len(self.game.log)):
            self._sure = (line, len(self.game.log))
            self.say(*warnings, "Give the same order once more if you are sure")
            return
        self._sure = None
        after: list[str] = []
        with self._advice(WARNING):
            after = self._warnings_after(order)
        self._apply_all([order])
        self.say(*after)

    def _apply_all(self, orders: Iterable[Order]) -> bool:
        """Give orders, and tell what they did; False if that was nothing. Raises `IllegalOrder`."""
        events = self.session.apply_all(orders)
        with self._telling():
            self._turns.note(events)
            return self._tell(self._teller.new(self.game))
        return True

    def _telling(self) -> Advice:
        """Guard a block that tells what orders did: if a bug stops it, say so, and tell the next orders again."""

        def failed() -> None:
            self.say("The program cannot tell what happened because of a bug: the error report says more")
            self._teller = Teller(self.game)
            self._tell_trouble()

        return Advice(failed)

    def _warnings_before(self, order: Order) -> list[str]:
        """What a player should know before an order that cannot be taken back."""
        game = self.game
        if order.word == "concede":
            sides = game.scenario.sides
            return [f"{sides[game.side].name} concedes, and {sides[1 - game.side].name} wins"]
        if not self._settings.warnings:
            return []
        if order.word == "done":
            return self._price_of_ending()
        if order.word == "attack":
            found = planning.preview(game, order)  # type: ignore[arg-type]  # its word says what it is
            alone = planning.attackers_alone(game, order)  # type: ignore[arg-type]
            told = attack_warning(game, planning.risks_of_attack(game, found, alone=alone)) if found else ""
            return [f"Warning: {told}"] if told else []
        lost = planning.needless_loss(game, order)
        names = " and ".join(queries.named(name) for name in game.state.ids(lost))
        return [f"Warning: {names} would be lost, and another order saves more"] if lost else []

    def _price_of_ending(self) -> list[str]:
        """What it costs to end the phase now."""
        price = planning.price_of_ending(self.game)
        if price.refusal is not None:
            return []
        fights = [f"You will have to fight: {clash.text}" for clash in price.clashes]
        told = [f"If the phase ends now: {concern.text}" for concern in price.concerns]
        if self.game.prompt.kind in ("movement", "combat"):
            risks = planning.risks_of_ending(self.game)[:MOST_RISKS]
            told += [f"Warning: {warning_in_full(self.game, risk)}" for risk in risks]
        if fights or told:
            told.append(not_counted(self.game, self.game.state.side))
        return [*fights, *told]

    def _warnings_after(self, order: Order) -> list[str]:
        """What a move puts at risk; it is found before the move, and told after it, for it can be taken back."""
        game = self.game
        hexes = getattr(order, "hexes", ())
        if not (self._settings.warnings and hexes and order.word in ("move", "enter")):
            return []
        unit, h = game.scenario.unit(getattr(order, "unit", "")), game.scenario.board.hex(hexes[-1])
        found = queries.reach(game, unit)
        way = found.path(h) if h in found else ()
        risks = planning.Outlook(game).of_move(unit, h, way)[:MOST_RISKS]
        back = ["undo takes it back"] if risks and not game.strict else []
        left_out = not_counted(game, game.state.side) if risks else ""
        return [*(f"Warning: {warning_in_full(game, risk)}" for risk in risks), left_out, *back]

    def _tell(self, entries: Sequence[Entry]) -> bool:
        """Tell what orders did, after a warning if they are not saved; False if there was nothing to tell."""
        self._tell_trouble()
        said = False
        for told in map(self._teller.tell, entries):
            self.console.say(*told.lines, *told.headings)
            said = said or bool(told.lines or told.headings)
        self._tell_heard()
        return said

    def _tell_heard(self) -> None:
        """Tell the news that comes with orders besides their events: none here."""

    def _tell_trouble(self) -> None:
        for told in (self.session.news(), self.session.trouble):
            if told:
                self.say(f"Warning: {told}")

    # -- commands

    def _help(self, rest: str) -> None:
        words = rest.split()
        if not words:
            self._list_commands()
        elif lower(words[0]) in WORDS:
            self.say(f"Write {WORDS[lower(words[0])].usage()}")
        elif lower(words[0]) in QUESTIONS:
            question = QUESTIONS[lower(words[0])]
            self.say(f"{question.form}: {question.about}")
        elif lower(words[0]) in self._commands_told:
            self.say(f"{words[0]}: {self._commands_told[lower(words[0])]}")
        else:
            self._answer("rules", rest)

    def _list_commands(self) -> None:
        kind = queries.decisions().get(self.game.prompt.kind)
        if kind is not None:
            self.console.say(f"{kind.title}. The orders are:", *(f"{form}." for form in kind.forms))
        self.console.say("The questions are:", *(f"{each.form}: {each.about}." for each in QUESTIONS.values()))
        self.console.say("The commands are:", *(f"{word}: {about}." for word, about in self._commands_told.items()))
        self.say("A hex is a number, such as its column and row, or the name of a place, with hyphens for blanks")

    def _undo(self, _: str) -> None:
        game = self.game
        if game.can_undo and self.session.seats[game.undoes].is_computer:
            raise IllegalOrder("5.15", "the computer has decided since your last order")
        before = game.log[:]
        self.session.undo()
        back = ["an order"]
        with self._advice("What was taken back"):
            back = [in_public(line) for line in before[len(self.game.log) :]]
        self._went_back()
        self._tell_trouble()
        self.say(f"Taken back: {'; '.join(back)}")

    def _redo(self, _: str) -> None:
        events = self.session.redo()
        with self._telling():
            self._turns.note(events)
            self._tell(self._teller.new(self.game))

    def _went_back(self) -> None:
        self._teller.went_back(self.game)
        self._turns = self._fresh_turns()
        self._thinker.forget()
        self._asked_for, self._sure = (), None

    def _follow_hint(self, rest: str) -> None:
        """Carry out the last hint, or a new one if the position has changed or another unit is named."""
        unit = self._unit_meant(rest)
        if self.game.prompt.kind == "roll":
            self.say("Roll a die, and write roll and its number")
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
            with self._advice("What was done"):
                self.say(in_words(order))

    def _hint(self, rest: str) -> None:
        """Tell the computer's hint, which `do` then carries out."""
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
        self.say("That is legal" if refusal is None else f"{refusal.reason} ({refusal.case})")

    def _save(self, _: str) -> None:
        if self.session.save():
            self.say(f"The game is saved in {self.session.path}. Every order saves it again")
        else:
            self.say(self.session.trouble)

    def _players(self, rest: str) -> None:
        """Tell who plays, or have somebody else play a side: `players US 2`, `players US person`."""
        scenario = self.game.scenario
        if rest:
            name, _, who = rest.rpartition(" ")
            side = scenario.side_called(name)
            seats = {"person": SEATS[0], **{str(seat.level): seat for seat in SEATS[1:]}}
            if side < 0 or who not in seats:
                raise OrderSyntaxError(
                    f"write players, a side, and person or the computer's level from 1 to {SEATS[-1].level}"
                )
            self.session.sit(side, seats[who])
            self._thinker.forget()
            self._turns = self._fresh_turns()
            self._tell_trouble()
        for side, info in enumerate(scenario.sides):
            self.say(f"{info.name}: {self.session.seats[side]}")

    def _voice(self, _: str) -> None:
        self.console.apart = not self.console.apart
        how = "for a voice, in parts; you may type them that way, too" if self.console.apart else "in one word"
        self.say(f"Hexes and units are written {how}")

    def _quit(self, _: str) -> None:
        raise Quit

    # -- the computer

    def _let_computer(self) -> None:
        """Have the computer decide, and tell what it did."""
        game, side = self.game, self.game.side
        seat, name = self.session.seats[side], game.scenario.sides[side].name
        if (game.state.serial, side) != self._asked_for:
            self._asked_for = (game.state.serial, side)
            if self.console.at_terminal:
                self.say(f"{name}, the computer, decides")
        offers = self.session.seats[1 - side].is_person
        thought = self._thinker.question(game, seat.level, seat.temperament, offers=offers)()
        if thought.faults:
            add_report("\n".join(thought.faults))
        if thought.order is None:
            self.say(f"The computer found no order, and the error report says why. {name} is yours to play from here")
            self.session.sit(side, SEATS[0])
            return
        events = self.session.apply(thought.order)
        self._tell_trouble()
        silent = self._settings.computer_speed == "once" and thought.order.word in MOVES
        with self._telling():
            summary = self._turns.note(events)
            for told in map(self._teller.tell, self._teller.new(game)):
                self.console.say(*(() if silent else told.lines))
                self.say(summary)
                self.console.say(*told.headings)

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


COMMANDS: Mapping[str, str] = {
    "help": "this list; help move: how to write an order; help supply or help 7.71: the rules",
    "undo": "take the last order back, as the game allows",
    "redo": "do it again",
    "do": "do what the computer would do here; do and a unit, what it would do with it",
    "why": "why an order is not allowed: why move 2R 1414",
    "save": "save the game, and say where; every order does so too",
    "players": "who plays; players, a side, and person or a level from 1 to 5 changes that",
    "voice": "write hexes and units as a voice reads them best, such as 25 20 and 1/9 S, or in one word again",
    "quit": "leave; the game stays saved",
}
"""What can be typed beside orders and questions."""
