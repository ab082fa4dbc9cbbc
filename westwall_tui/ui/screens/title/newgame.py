"""The choices for a new game, and for one by mail: with whom, on what terms, and the passphrase of secret notes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import LEVELS, SEATS, TEMPERAMENTS, Seat
from westwall_tui.files.words import (
    COMPUTER,
    DEFENSES,
    DICE_BY_MAIL,
    DRAWN,
    LETTERS,
    MANUAL,
    ORDERS,
    SEALED,
    SEEDED,
    SHARED,
    TOGETHER,
)
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines

if TYPE_CHECKING:
    from westwall_tui.engine.queries import Option
    from westwall_tui.files.scenarios.catalog import ListedScenario


ABOUT_MAIL = (
    "By mail you each play on your own computer, when you like. The program stops where the other player decides, and "
    "writes a letter for you to send. docs/mail.md tells how, and what it can prove."
)
DICE_BY_MAIL_TOLD: Mapping[str, str] = {SEALED: "a letter a turn", TOGETHER: "a letter a die"}
ABOUT_DICE_BY_MAIL = (
    "A letter a turn: nobody can change a die or roll it again, but its writer could look at its dice first. "
    "A letter a die: nobody can do that either, and there are many letters."
)
DEFENSE_TOLD: Mapping[str, str] = {
    COMPUTER: "the computer decides",
    ORDERS: "the other player, by standing orders",
    LETTERS: "each decides, in letters of their own",
}
ABOUT_DEFENSE = (
    "Who decides for you in the other player's turn on fire, retreats, advances and demolitions. If that is not you, a "
    "turn is one letter."
)
NAMES = "As they stand in the letters. Type; Backspace deletes."
LONGEST_NAME = 24


@dataclass
class MailTerms:
    """What is chosen for a new game by mail."""

    other: str = ""
    me: str = ""
    dice: str = DICE_BY_MAIL[0]
    defense: str = DEFENSES[0]

    def items(self) -> Sequence[MenuItem]:
        """Their lines on the page of a new game."""

        def to_other(character: str) -> None:
            self.other = (self.other + character)[:LONGEST_NAME] if character else self.other[:-1]

        def to_me(character: str) -> None:
            self.me = (self.me + character)[:LONGEST_NAME] if character else self.me[:-1]

        def turn_dice(step: int) -> None:
            self.dice = _next_word(DICE_BY_MAIL, self.dice, step)

        def turn_defense(step: int) -> None:
            self.defense = _next_word(DEFENSES, self.defense, step)

        return [
            _name_item("Other name:", self.other or "type it", to_other, erase=bool(self.other)),
            _name_item("Your name:", self.me or "as your login", to_me, erase=bool(self.me)),
            MenuItem(f"{'Dice:':<12} {DICE_BY_MAIL_TOLD[self.dice]}", turn=turn_dice, info=lines(ABOUT_DICE_BY_MAIL)),
            MenuItem(f"{'Defense:':<12} {DEFENSE_TOLD[self.defense]}", turn=turn_defense, info=lines(ABOUT_DEFENSE)),
        ]


def _name_item(what: str, shown: str, typed: Callable[[str], None], *, erase: bool) -> MenuItem:
    return MenuItem(f"{what:<12} {shown}", info=lines(NAMES), typed=typed, erase=erase, letters=True)


def _next_word(words: Sequence[str], now: str, step: int) -> str:
    return words[(words.index(now) + step) % len(words)]


# -- the passphrase


def passphrase_menu(prompt: str, is_new: bool, then: Callable[[str], None]) -> Menu:
    """Asks for a passphrase, unseen, a new one twice; `then` gets it, and may raise `FileError`."""
    typed = ["", ""]

    def field(at: int, what: str) -> MenuItem:
        def type_it(character: str) -> None:
            typed[at] = typed[at] + character if character else typed[at][:-1]

        label = f"{what:<12} {'*' * len(typed[at])}"
        return MenuItem(label, go_on, info=lines(prompt), typed=type_it, erase=bool(typed[at]), letters=True)

    def go_on() -> None:
        if is_new and typed[0] != typed[1]:
            refuse("", "type it twice, the same; Down goes to the second line")
        if not typed[0]:
            refuse("", "type it, then Enter")
        then(typed[0])

    def items() -> Sequence[MenuItem]:
        return [field(0, "Passphrase:"), *([field(1, "Once more:")] if is_new else [])]

    return Menu("Your secret notes", items)


FIRST_LEVEL = 2
"""The computer's level until another is chosen, but for a first game."""
BOTH, NEITHER = 2, 3
"""Whom you play, if not one side."""
GUEST = Seat("away")
"""Somebody at another terminal."""
SEATS_HOSTED = (Seat(), GUEST, *SEATS[1:])
HOSTED = (
    "You play here, somebody else at another terminal (Join a game, or westwall join). "
    "The computer can play for either of you."
)
SEATED = (
    "The computer explains if you ask: level 1 is for a first game, level 4 is the best that decides at once, level 5 "
    "thinks ten times as long. Or two people take turns at this keyboard. You can change who plays during the game."
)

TEMPERED = (
    "Bold: it attacks and advances at more risk. Careful: it keeps its units out of reach. Steady: between the two. "
    "All three are about as strong; what the seed decides you find out by playing."
)

COACHED = (
    "The coach names up to three things that you may regret before you end a phase, and shows them on the map; after "
    "your turn, the best thing you did and the worst. :coach switches him on or off."
)

DICE_TOLD = {
    SEEDED: "the game rolls",
    DRAWN: "the game rolls, and nobody can look ahead",
    MANUAL: "you roll and type them in",
}
ABOUT_DICE = (
    "With real dice, the game asks for each roll. If others can read the save, have each die drawn when due: "
    "an attack tried on a copy then tells nothing."
)

HOSTED_DICE_TOLD = {
    SEEDED: "the host rolls",
    DRAWN: "the host rolls, and nobody can look ahead",
    SHARED: "from shares of all players",
}
ABOUT_HOSTED_DICE = (
    "The seed stays with the host. If each die is drawn when it is due, not even the host can foresee it; if it is "
    "made from shares of all players, nobody can choose it."
)


NAME, BAR = 26, 10
"""Columns of a scenario's name, and of the bar that shows who has it easier."""
COLUMNS = f"{'':<{NAME}} {'turns':>5} {'units':>7} {'hours':>5} {'hard':<4} who wins if equal"


def scenario_line(entry: "ListedScenario", name: str) -> str:
    """A scenario in the list: turns, units a side, hours for two, how hard, and who has it easier."""
    units = f"{entry.units[0]}:{entry.units[1]}"
    line = f"{name[:NAME]:<{NAME}} {entry.turns:>5} {units:>7}"
    evening = entry.evening
    if evening is None:
        return line
    line += f" {evening.hours:>5} {'*' * evening.hard:<4}"
    if evening.balance is None:
        return line.rstrip()
    side, won, played = evening.balance
    first = won if side == entry.sides[0] else played - won
    full = round(BAR * first / max(1, played))
    return f"{line} {entry.sides[0]:>6} {'#' * full:-<{BAR}} {entry.sides[1]}"


@dataclass
class NewGame:
    """What has been chosen for a new game."""

    key: str
    name: str
    sides: Sequence[str] = ("", "")
    seats: list[Seat] = field(default_factory=lambda: [Seat(), SEATS[FIRST_LEVEL]])
    dice: str = SEEDED
    seed: str = ""
    strict: bool = False
    choices: "Sequence[Option]" = ()
    """The options of the battle."""
    options: dict[str, bool] = field(default_factory=dict)
    """What they have chosen, by name."""
    coach: bool = False
    """Whether the coach speaks, in a game against the computer."""
    may_mail: bool = True
    """Whether it can go by mail from here."""
    mailed: bool = False
    """Whether it does."""
    by_mail: MailTerms = field(default_factory=MailTerms)
    """With whom, and on what terms."""
    temperament: str = ""
    """How the computer plays; empty if the seed decides."""
    hosted: bool = False
    """Whether others play and watch at terminals of their own."""

    def begin_gently(self) -> None:
        """Suggest what suits a first game: the computer's first level, and the coach."""
        self.seats, self.coach = [Seat(), SEATS[LEVELS[0]]], True

    def items(self, start: Callable[[], None]) -> Sequence[MenuItem]:
        """The menu: start, and what you can change first."""
        sides = list(enumerate(self.sides))
        seats = [self._item_of_seat(side, name) for side, name in sides] if self.hosted else self._items_of_opponents()
        dice = MenuItem(
            f"{'Dice:':<12} {self._kinds_of_dice[self.dice]}",
            turn=self._other_dice,
            info=lines(ABOUT_HOSTED_DICE if self.hosted else ABOUT_DICE),
        )
        seed = MenuItem(
            f"{'Seed:':<12} {self.seed or 'random'}",
            info=lines("Type a number to get the same dice in several games. Backspace deletes."),
            typed=self._type_digit,
            erase=bool(self.seed),
        )
        strict = MenuItem(
            f"{'Strict:':<12} {'yes, no undo' if self.strict else 'no'}",
            turn=lambda _: setattr(self, "strict", not self.strict),
            info=lines("5.15 to the letter: a finished move stands. If not, moves can be undone until a roll."),
        )
        begin = MenuItem("Start", start, info=lines(f"Play {self.name}."))
        own = [self._option_item(option) for option in self.choices]
        if self.mailed:
            return [begin, *seats, *self.by_mail.items(), *own, strict]
        return [begin, *seats, *own, dice, *((seed,) if self.dice == SEEDED else ()), strict]

    def _other_dice(self, step: int) -> None:
        kinds = tuple(self._kinds_of_dice)
        self.dice = kinds[(kinds.index(self.dice) + step) % len(kinds)]

    @property
    def _kinds_of_dice(self) -> Mapping[str, str]:
        """How the dice may come about, by kind."""
        return HOSTED_DICE_TOLD if self.hosted else DICE_TOLD

    @property
    def mine(self) -> int:
        """The side that is played here; -1 if none is."""
        return next((side for side, seat in enumerate(self.seats) if seat.is_person), -1)

    def _option_item(self, option: "Option") -> MenuItem:
        taken = self.options.get(option.name, False)

        def turn(_: int) -> None:
            self.options[option.name] = not taken

        label = f"{option.name.capitalize()}:"
        return MenuItem(f"{label:<12} {'yes' if taken else 'no'}", turn=turn, info=lines(option.text))

    def _items_of_opponents(self) -> Sequence[MenuItem]:
        """Which side you play, and against whom: the computer, or somebody beside you."""
        persons = [seat.is_person for seat in self.seats]
        now = BOTH if all(persons) else persons.index(True) if any(persons) else NEITHER
        level = max(seat.level for seat in self.seats) or FIRST_LEVEL
        told = (*self.sides, "both: two people at this keyboard", "neither: the computer plays itself")

        def sit(mine: int, at: int) -> None:
            here = {BOTH: (True, True), NEITHER: (False, False)}.get(mine, (mine == 0, mine == 1))
            computer = replace(SEATS[at], temperament=self.temperament)
            self.seats = [Seat() if person else computer for person in here]

        def oppose(at: int) -> None:
            """By the computer's level; beyond the last one it is somebody by mail."""
            self.mailed = at > LEVELS[-1]
            if self.mailed and now == NEITHER:
                sit(0, level)
            elif not self.mailed:
                sit(now, at)
            self.coach = self.coach or at == 1  # who wants level 1 is new to it

        def play_side(step: int) -> None:
            sit((now + step) % (2 if self.mailed else len(told)), level)

        play = MenuItem(
            f"{'You play:':<12} {told[now]}",
            turn=play_side,
            info=lines(SEATED),
        )
        against = MenuItem(
            f"{'Against:':<12} {'somebody by mail' if self.mailed else f'the computer, level {level}'}",
            turn=lambda step: oppose(
                ((LEVELS[-1] if self.mailed else level - 1) + step) % (LEVELS[-1] + self.may_mail) + 1
            ),
            info=lines(ABOUT_MAIL if self.mailed else SEATED),
        )

        def temper(step: int) -> None:
            known = ("", *TEMPERAMENTS)
            self.temperament = known[(known.index(self.temperament) + step) % len(known)]
            sit(now, level)

        plays = MenuItem(
            f"{'It plays:':<12} {self.temperament or 'as the seed decides'}", turn=temper, info=lines(TEMPERED)
        )
        coach = MenuItem(
            f"{'Coach:':<12} {'yes' if self.coach else 'no'}",
            turn=lambda _: setattr(self, "coach", not self.coach),
            info=lines(COACHED),
        )
        if self.mailed:
            return [play, against]
        if now == BOTH:
            return [play]
        return [play, against, plays] if now == NEITHER else [play, against, plays, coach]

    def _item_of_seat(self, side: int, name: str) -> MenuItem:
        known = SEATS_HOSTED if self.hosted else SEATS

        def turn(step: int) -> None:
            self.seats[side] = known[(known.index(replace(self.seats[side], temperament="")) + step) % len(known)]
            if self.hosted and self.seats[side].is_person and self.seats[1 - side].is_person:
                self.seats[1 - side] = GUEST  # you can sit on one chair only

        seat = self.seats[side]
        who = {Seat(): "you, at this keyboard", GUEST: "somebody at another terminal"} if self.hosted else {}
        return MenuItem(
            f"{name + ':':<12} {who.get(seat, seat)}", turn=turn, info=lines(HOSTED if self.hosted else SEATED)
        )

    def _type_digit(self, character: str) -> None:
        self.seed = (self.seed + character)[:18] if character else self.seed[:-1]
