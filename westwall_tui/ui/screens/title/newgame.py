"""The menu of a new game: players, options, dice, the terms of a game by mail, and the passphrase of secret notes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.files.command_line import (
    BEST_OF_THREE,
    COMPUTER,
    CONDITIONS,
    DEFENSES,
    DICE_BY_MAIL,
    DRAWN,
    LETTERS,
    MANUAL,
    MATCHES_AT_ONCE,
    MIRRORED,
    ORDERS,
    SEALED,
    SEEDED,
    SHARED,
    TOGETHER,
    docs_page,
)
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.seats import LEVELS, SEATS, TEMPERAMENTS, Seat
from westwall_tui.files.players.settings import SOMEONE_HERE
from westwall_tui.ui.screens.menus import YES_NO, Menu, MenuItem, choice_item, lines, text_item

if TYPE_CHECKING:
    from westwall_tui.engine.queries import Option
    from westwall_tui.files.players.settings import Settings
    from westwall_tui.files.scenarios.catalog import ListedScenario


ABOUT_MAIL = (
    "By mail, each of you plays on their own computer at any time. When your opponent must decide, the program stops "
    f"and writes a letter for you to send. For details, see {docs_page('mail')}"
)
DICE_BY_MAIL_LABELS: Mapping[str, str] = {SEALED: "one letter per turn", TOGETHER: "one letter per die"}
ABOUT_DICE_BY_MAIL = (
    "One letter per turn: nobody can change or re-roll a die, but the writer could look at the dice first. "
    "One letter per die: nobody can do that either, but there are many letters."
)
DEFENSE_LABELS: Mapping[str, str] = {
    COMPUTER: "the computer decides",
    CONDITIONS: "each player's conditions",
    ORDERS: "your opponent, by standing orders",
    LETTERS: "each player, by extra letters",
}
ABOUT_DEFENSE = (
    "Choose who makes your decisions in your opponent's turn: fire, retreats, advances and demolitions. Unless it is "
    "you, each turn takes one letter. Conditions take an extra letter for what they don't cover."
)
NAMES_HERE = (
    "The names appear when the keyboard changes hands, in the log, the report and Your games. The program remembers "
    "them. Backspace deletes; Left and Right swap the names."
)
ABOUT_MATCH_BY_MAIL = (
    "In a match, you play the battle twice at once, in the same letters, with the sides switched, so that an uneven "
    "battle is fair. The sum of the leads in points decides. In a best of three, the number of wins does, and a third "
    "game follows unless one of you wins both. To bid for a side instead, use westwall mail --bid."
)
NAMES = "The names used in the letters. Type to change; Backspace deletes."


@dataclass
class MailTerms:
    """The terms of a new game by mail."""

    other: str = ""
    me: str = ""
    dice: str = DICE_BY_MAIL[0]
    defense: str = DEFENSES[0]
    match: str = ""
    """The kind of match (`MATCHES_AT_ONCE`); empty for a single game."""

    def items(self) -> Sequence[MenuItem]:
        """Return the items for these terms in the menu of a new game."""
        return [
            text_item("Opponent:", self.other, partial(setattr, self, "other"), NAMES, "type a name"),
            text_item("Your name:", self.me, partial(setattr, self, "me"), NAMES, "your login name"),
            choice_item("Dice:", DICE_BY_MAIL_LABELS, self.dice, partial(setattr, self, "dice"), ABOUT_DICE_BY_MAIL),
            choice_item("Defense:", DEFENSE_LABELS, self.defense, partial(setattr, self, "defense"), ABOUT_DEFENSE),
            choice_item("Match:", MATCHES_AT_ONCE, self.match, partial(setattr, self, "match"), ABOUT_MATCH_BY_MAIL),
        ]


# -- the passphrase


def passphrase_menu(prompt: str, is_new: bool, then: Callable[[str], None]) -> Menu:
    """Return a menu that asks for a passphrase without echo, and for a new one twice.

    `then` gets the passphrase, and may raise `FileError`.
    """
    typed = ["", ""]

    def field(at: int, what: str) -> MenuItem:
        text = typed[at]
        item = text_item(what, text, partial(typed.__setitem__, at), prompt, secret=True, most=None)
        return replace(item, enter=go_on)

    def go_on() -> None:
        if is_new and typed[0] != typed[1]:
            refuse("", "the two passphrases differ; type the same one on both lines (Down: second line)")
        if not typed[0]:
            refuse("", "type a passphrase, then press Enter")
        then(typed[0])

    def items() -> Sequence[MenuItem]:
        return [field(0, "Passphrase:"), *([field(1, "Repeat it:")] if is_new else [])]

    return Menu("Your secret notes", items)


FIRST_LEVEL = 2
"""The computer's level in any game but the first, unless another is chosen."""
BOTH, NEITHER = 2, 3
"""Values for the player's side that stand for both sides and for neither."""
HERE = 0
"""The value for a person at this keyboard, in place of a level of the computer."""
GUEST = Seat("away")
"""A person at another terminal."""
SEAT_LABELS: Mapping[Seat, str] = {
    Seat(): "you, at this keyboard",
    GUEST: "someone at another terminal",
    **{seat: str(seat) for seat in SEATS[1:]},
}
"""The players of a side in a hosted game, and their labels."""
HOSTED = (
    "You play here, and your opponent at another terminal (Join a game, or westwall join). "
    "The computer can play either side."
)
SEATED = (
    "You can ask for a hint at any time. Level 1 is for beginners, level 4 is the strongest that answers quickly, and "
    "level 5 thinks ten times as long. Two people can also take turns at this keyboard. You can change the players "
    "during the game."
)

TWO_HERE = (
    "Two people take turns at this keyboard. For a game against the computer, choose one of its levels as the opponent."
)
TEMPERED = (
    "Bold takes more risks when it attacks and advances, careful keeps its units out of reach, and steady is in "
    "between. All three are about equally strong. If you choose a surprise, you find out as you play."
)

COACHED = (
    "Before you end a phase, the coach names up to three things that you may regret, and shows them on the map. After "
    "your turn it names your best and your worst decision. :coach turns it on or off."
)

DICE_LABELS = {
    SEEDED: "the game rolls",
    DRAWN: "the game rolls each die when it is due",
    MANUAL: "you roll real dice and type them in",
}
ABOUT_DICE = (
    "With real dice, the game asks you for each roll. If others can read the saved game, have each die rolled when it "
    "is due: trying an attack on a copy then reveals nothing."
)

MATCH_LABELS: Mapping[str, str] = {
    "": "one game",
    MIRRORED: "two games, and you switch sides",
    BEST_OF_THREE: "best of three games, and you switch sides",
}
ABOUT_MATCH = (
    "You play the battle again with the sides switched, so that an uneven battle is fair. With two games, "
    "the sum of the leads in points decides; with three, the number of wins. A concession adds five points to the "
    "winner's lead for each Game-Turn that is not finished."
)
ABOUT_SEALED_BID = (
    "Before the game, each of you bids points for a side without seeing the other bid. The higher bidder plays the "
    "side they bid for, and the other player starts with the points."
)
ABOUT_SAME_DICE = (
    "With the same dice, each game begins with the same seed. If you attack in a different order, the same rolls "
    "come up in different combats."
)
ABOUT_POINTS = (
    "Give points at the start to the weaker side or player. Right adds points for the second side, and Left for the "
    "first; or type a number. They count like any other points."
)
ABOUT_STRICT = "Strict: a finished move is final (5.15). Otherwise you can undo moves until a die is rolled."
HOSTED_DICE_LABELS = {
    SEEDED: "the host rolls",
    DRAWN: "the host rolls each die when it is due",
    SHARED: "from shares of all players",
}
ABOUT_HOSTED_DICE = (
    "The host keeps the seed of the dice. If each die is rolled when it is due, not even the host can foresee it. If "
    "dice are made from shares of all players, nobody can choose them."
)


COLUMNS: Mapping[bool, tuple[int, int]] = {True: (25, len("45 min")), False: (26, len("10 h"))}
"""Columns of a scenario's name and playing time in the lists that show minutes, and in the others."""
PLAYED = "*"
"""The mark of a scenario of which there is a saved game."""


def columns_of(*, played: bool, minutes: bool) -> str:
    """Return the heading of the columns of the list, which explains the mark if a scenario has it."""
    name, time = COLUMNS[minutes]
    return f"{f'{PLAYED} played' if played else '':<{name}} {'time':>{time}}"


def scenario_line(entry: "ListedScenario", name: str, *, played: bool = False) -> str:
    """Return a scenario's line in the list: its name, the time that two people need, and a mark if it was played."""
    first, second = COLUMNS[entry.may_be_short]
    time = entry.overview.time if entry.overview is not None else ""
    return f"{name[:first]:<{first}} {time:>{second}} {PLAYED if played else ''}".rstrip()


MORE_COLUMNS = " level equal play"
"""The heading of the columns that are shown if there is room."""


def more_columns(entry: "ListedScenario") -> str:
    """Return the level of difficulty of a short battle, and the games between equals that a side won."""
    if not entry.may_be_short or entry.overview is None or entry.overview.balance is None:
        return ""
    from westwall_tui.engine.words import adjective

    side, won, played = entry.overview.balance
    return f"{entry.overview.level:>4}   {adjective(side)} {round(100 * won / max(1, played))}%"


@dataclass
class NewGame:
    """The choices for a new game."""

    key: str
    name: str
    sides: Sequence[str] = ("", "")
    fair: str = ""
    """A sentence about the terms that make an even game; empty if nobody has measured them."""
    seats: list[Seat] = field(default_factory=lambda: [Seat(), SEATS[FIRST_LEVEL]])
    dice: str = SEEDED
    seed: str = ""
    strict: bool = False
    choices: "Sequence[Option]" = ()
    """The options of the battle."""
    options: dict[str, int] = field(default_factory=dict)
    """The values chosen for `choices`, by name."""
    coach: bool = False
    """True if the coach speaks in a game against the computer."""
    may_mail: bool = True
    """True if the game can be played by mail from here."""
    mailed: bool = False
    """True if the game is to be played by mail."""
    by_mail: MailTerms = field(default_factory=MailTerms)
    """The opponent and the terms of a game by mail."""
    temperament: str = ""
    """The computer's style; empty if the seed decides."""
    names: list[str] = field(default_factory=lambda: ["", ""])
    """The names of the people at this keyboard: yours first, or by side if two people play."""
    match: str = ""
    """The kind of match (`saves.matches.KINDS`); empty for a single game."""
    same_dice: bool = False
    """True if all games of the match have the same seed."""
    bid: bool = False
    """True if the players first bid for a side: here before the game, in a hosted game at the table."""
    hosted: bool = False
    """True if others play and watch at other terminals."""

    def take_seats_of_last_game(self, settings: "Settings") -> None:
        """Preset the opponent and the side of the player's last game at this keyboard."""
        if settings.opponent == SOMEONE_HERE:
            self.seats = [Seat(), Seat()]
        else:
            self.seats = [Seat(), SEATS[int(settings.opponent)]]
            if settings.second:
                self.seats.reverse()

    def with_seats(self, settings: "Settings") -> "Settings":
        """Return the settings with the opponent and the side of this game, if a person at this keyboard plays it."""
        if self.mine < 0:
            return settings
        if self.is_shared:
            return settings._replace(opponent=SOMEONE_HERE)
        return settings._replace(opponent=str(self.seats[1 - self.mine].level), second=bool(self.mine))

    def begin_gently(self) -> None:
        """Preset the choices for a first game: the computer's lowest level, and the coach."""
        self.seats, self.coach = [Seat(), SEATS[LEVELS[0]]], True

    def items(self, start: Callable[[], None]) -> Sequence[MenuItem]:
        """Return the items of the menu: Start, and the choices."""
        sides = list(enumerate(self.sides))
        seats = [self._seat_item(side, name) for side, name in sides] if self.hosted else self._opponent_items()
        kinds, about_dice = (HOSTED_DICE_LABELS, ABOUT_HOSTED_DICE) if self.hosted else (DICE_LABELS, ABOUT_DICE)
        dice = choice_item("Dice:", kinds, self.dice, partial(setattr, self, "dice"), about_dice)
        seed = MenuItem(
            "Seed:",
            value=self.seed or "random",
            info=lines("Type a number to get the same dice in several games. Backspace deletes."),
            typed=self._type_digit,
            erase=bool(self.seed),
        )
        strict = choice_item(
            "Strict:", {False: "no", True: "yes, no undo"}, self.strict, partial(setattr, self, "strict"), ABOUT_STRICT
        )
        begin = MenuItem("Start", start, info=lines(f"Play {self.name}."))
        own = [self._option_item(option) for option in self.choices if option.most == 1]
        points = [self._points_item(*self.starts)] if self.starts else []
        if self.mailed:
            return [begin, *seats, *self.by_mail.items(), *own, strict, *points]
        match = [] if self.mine < 0 else self._match_items()
        return [begin, *seats, *match, *own, dice, *((seed,) if self.dice == SEEDED else ()), strict, *points]

    @property
    def starts(self) -> "Sequence[Option]":
        """The options for the points at the start, by side; none if points don't decide the battle."""
        return [option for option in self.choices if option.most > 1]

    @property
    def may_bid(self) -> bool:
        """True if points decide the battle, and it is not a match, in which each player would have the points once."""
        return bool(self.starts) and not self.match

    def take_points(self, points: Mapping[int, int]) -> None:
        """Take the points at the start that a bid has settled, by side; without any, no bid counts."""
        self.bid = bool(points)
        for side, option in enumerate(self.starts):
            self.options[option.name] = points.get(side, 0)

    @property
    def named_seats(self) -> Sequence[Seat]:
        """The seats, with the names of the people at this keyboard."""
        names = [name.strip() for name in self.names]
        if not self.is_shared:
            names = [names[0]] * 2  # whichever side you play
        return [
            seat._replace(name=name) if seat.is_person else seat for seat, name in zip(self.seats, names, strict=True)
        ]

    @property
    def is_shared(self) -> bool:
        """True if two people share this keyboard."""
        return all(seat.is_person for seat in self.seats)

    @property
    def mine(self) -> int:
        """The side that is played at this keyboard; -1 if none is."""
        return next((side for side, seat in enumerate(self.seats) if seat.is_person), -1)

    def _option_item(self, option: "Option") -> MenuItem:
        taken, take = bool(self.options.get(option.name, 0)), partial(self.options.__setitem__, option.name)
        return choice_item(f"{option.name.capitalize()}:", YES_NO, taken, take, f"{option.text}.")

    def _match_items(self) -> Sequence[MenuItem]:
        """Return the items for a match."""

        def choose(kind: str) -> None:
            self.match = kind
            if kind and self.bid:
                self.take_points({})

        match = choice_item("Match:", MATCH_LABELS, self.match, choose, ABOUT_MATCH)
        if self.hosted:
            bid = choice_item(
                "Bid:", YES_NO, self.bid, partial(setattr, self, "bid"), f"{ABOUT_SEALED_BID} {self.fair}"
            )
            return [match, bid] if self.may_bid and not any(seat.is_computer for seat in self.seats) else [match]
        if not self.match or self.dice != SEEDED:
            return [match]
        same = partial(setattr, self, "same_dice")
        return [match, choice_item("Same dice:", YES_NO, self.same_dice, same, ABOUT_SAME_DICE)]

    def _points_item(self, first: "Option", second: "Option") -> MenuItem:
        """Return the item for the points at the start; at most one side has any."""
        from westwall_tui.engine.words import people

        lead = self.options.get(first.name, 0) - self.options.get(second.name, 0)

        def give(to: int) -> None:
            self.options[first.name], self.options[second.name] = max(to, 0), max(-to, 0)

        def turn(step: int) -> None:
            give(max(-second.most, min(lead - step, first.most)))

        def typed(character: str) -> None:
            digits = str(abs(lead)) + character if character else str(abs(lead))[:-1]
            points = min(int(digits or 0), first.most)
            give(-points if lead < 0 else points)

        now = f"{abs(lead)} for {people(self.sides[lead < 0])}" if lead else "none at the start"
        return MenuItem(
            "Points:",
            value=now,
            turn=turn,
            info=lines(f"{ABOUT_POINTS} {self.fair}".rstrip()),
            typed=typed,
            erase=bool(lead),
        )

    def _opponent_items(self) -> Sequence[MenuItem]:
        """Return the items for your side and your opponent: the computer or another person."""
        from westwall_tui.engine.words import adjective, people

        persons = [seat.is_person for seat in self.seats]
        now = BOTH if all(persons) else persons.index(True) if any(persons) else NEITHER
        level = max(seat.level for seat in self.seats) or FIRST_LEVEL
        mailed = LEVELS[-1] + 1
        """The value for an opponent by mail, in place of a level."""

        def sit(mine: int, at: int) -> None:
            here = {BOTH: (True, True), NEITHER: (False, False)}.get(mine, (mine == 0, mine == 1))
            computer = SEATS[at]._replace(temperament=self.temperament)
            self.seats = [Seat() if person else computer for person in here]

        def oppose(at: int) -> None:
            self.mailed = at == mailed
            mine = 0 if now == BOTH or (self.mailed and now == NEITHER) else now
            sit(BOTH if at == HERE else mine, at if at in LEVELS else level)
            self.coach = self.coach or at == 1  # a player who chooses level 1 is new to the game

        def name_of(side: int) -> MenuItem:
            typed, now = partial(self.names.__setitem__, side), self.names[side]
            item = text_item(f"{adjective(self.sides[side])}:", now, typed, NAMES_HERE, "type a name, if you like")
            return replace(item, turn=lambda _: self.names.reverse())

        def temper(temperament: str) -> None:
            self.temperament = temperament
            sit(now, level)

        sides = dict(enumerate(map(people, self.sides)))
        if not self.mailed:
            sides |= {BOTH: "both: two people at this keyboard", NEITHER: "neither: the computer plays itself"}
        others = {HERE: "someone at this keyboard"} | {at: f"the computer, level {at}" for at in LEVELS}
        others |= {mailed: "someone by mail"} if self.may_mail else {}
        styles = {"": "a surprise"} | dict(zip(TEMPERAMENTS, TEMPERAMENTS, strict=True))
        about = ABOUT_MAIL if self.mailed else TWO_HERE if now == BOTH else SEATED
        opponent = mailed if self.mailed else HERE if now == BOTH else level
        play = choice_item("You play:", sides, now, lambda side: sit(side, level), about)
        against = choice_item("Against:", others, opponent, oppose, about)
        plays = choice_item("Its style:", styles, self.temperament, temper, TEMPERED)
        coach = choice_item("Coach:", YES_NO, self.coach, partial(setattr, self, "coach"), COACHED)
        if self.mailed:
            return [play, against]
        if now == BOTH:
            return [play, against, name_of(0), name_of(1)]
        return [play, against, plays] if now == NEITHER else [play, against, plays, coach]

    def _seat_item(self, side: int, name: str) -> MenuItem:
        """Return the item for the player of one side of a hosted game."""
        from westwall_tui.engine.words import adjective

        def sit(seat: Seat) -> None:
            self.seats[side] = seat
            if seat.is_person and self.seats[1 - side].is_person:
                self.seats[1 - side] = GUEST  # you can play only one side

        return choice_item(f"{adjective(name)}:", SEAT_LABELS, self.seats[side], sit, HOSTED)

    def _type_digit(self, character: str) -> None:
        self.seed = (self.seed + character)[:18] if character else self.seed[:-1]
