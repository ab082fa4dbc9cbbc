"""Games by mail on the title: with whom and on what terms, and the passphrase of secret notes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.words import COMPUTER, DEFENSES, DICE_BY_MAIL, LETTERS, ORDERS, SEALED, TOGETHER
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines

ABOUT = (
    "By mail you each play on your own computer, when you like. The program stops where the other player decides, and "
    "writes a letter for you to send. docs/mail.md tells how, and what it can prove."
)
DICE_TOLD: Mapping[str, str] = {SEALED: "a letter a turn", TOGETHER: "a letter a die"}
ABOUT_DICE = (
    "A letter a turn: nobody can change a die or roll it again, but who writes a letter could look at its dice first. "
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
            self.dice = _next(DICE_BY_MAIL, self.dice, step)

        def turn_defense(step: int) -> None:
            self.defense = _next(DEFENSES, self.defense, step)

        return [
            _name_item("Other name:", self.other or "type it", to_other, erase=bool(self.other)),
            _name_item("Your name:", self.me or "as your login", to_me, erase=bool(self.me)),
            MenuItem(f"{'Dice:':<12} {DICE_TOLD[self.dice]}", turn=turn_dice, info=lines(ABOUT_DICE)),
            MenuItem(f"{'Defense:':<12} {DEFENSE_TOLD[self.defense]}", turn=turn_defense, info=lines(ABOUT_DEFENSE)),
        ]


def _name_item(what: str, shown: str, typed: Callable[[str], None], *, erase: bool) -> MenuItem:
    return MenuItem(f"{what:<12} {shown}", info=lines(NAMES), typed=typed, erase=erase, letters=True)


def _next(words: Sequence[str], now: str, step: int) -> str:
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
            raise FileError([Fault("", "", "", "type it twice, the same; Down goes to the second line")])
        if not typed[0]:
            raise FileError([Fault("", "", "", "type it, then Enter")])
        then(typed[0])

    def items() -> Sequence[MenuItem]:
        return [field(0, "Passphrase:"), *([field(1, "Once more:")] if is_new else [])]

    return Menu("Your secret notes", items)
