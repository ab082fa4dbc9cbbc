"""Menus of the title screen: their lines, and what can be chosen for a new game and under the options."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from westwall_tui.files.folders import settings_file
from westwall_tui.files.settings import GLYPHS, SIZES, Settings

if TYPE_CHECKING:
    from westwall_tui.engine.rules.answers import Option

SEATS = {"person": "a person at this keyboard"}
"""What a kind of seat is called."""

THEMES = {"": "as the terminal has them", "plain": "none"}
"""Themes by name, and what they are called."""


@dataclass
class Item:
    """A line of a menu."""

    label: str
    enter: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    """Left and right: change the value."""
    info: Callable[[], Sequence[str]] = lambda: ()
    typed: Callable[[str], None] | None = None
    """A digit was typed, or with an empty string the last one taken back."""
    erase: bool = False
    """Whether there is a digit to take back."""


@dataclass
class Menu:
    """A page of the title screen; `items` makes them anew whenever something changed."""

    title: str
    items: Callable[[], Sequence[Item]]
    at: int = 0


def lines(*told: str) -> Callable[[], Sequence[str]]:
    """What an item tells about itself."""
    return lambda: told


# -- a new game


@dataclass
class NewGame:
    """What has been chosen for a new game."""

    key: str
    name: str
    sides: Sequence[str] = ("", "")
    seats: list[str] = field(default_factory=lambda: ["person", "person"])
    manual: bool = False
    seed: str = ""
    strict: bool = False
    choices: "Sequence[Option]" = ()
    """What the battle lets the players choose."""
    options: dict[str, bool] = field(default_factory=dict)
    """What they have chosen of it, by name."""

    def items(self, start: Callable[[], None]) -> Sequence[Item]:
        """The menu: to start, and what can be changed before."""
        seats = [self._seat(side, name) for side, name in enumerate(self.sides)]
        dice = Item(
            f"{'Dice:':<12} {'rolled by the players and typed in' if self.manual else 'rolled by the game'}",
            turn=lambda _: setattr(self, "manual", not self.manual),
            info=lines("With dice of your own on the table the game asks what they show."),
        )
        seed = Item(
            f"{'Seed:':<12} {self.seed or 'drawn by lot'}",
            info=lines("Type a number to have the same dice in several games; Backspace takes digits back."),
            typed=self._digit,
            erase=bool(self.seed),
        )
        strict = Item(
            f"{'Strict:':<12} {'yes, nothing is taken back' if self.strict else 'no'}",
            turn=lambda _: setattr(self, "strict", not self.strict),
            info=lines("5.15 to the letter: a finished move stands. Else moves may be taken back until a die."),
        )
        begin = Item("Start", start, info=lines(f"Play {self.name}."))
        own = [self._option(option) for option in self.choices]
        return [begin, *seats, *own, dice, *(() if self.manual else (seed,)), strict]

    def _option(self, option: "Option") -> Item:
        taken = self.options.get(option.name, False)

        def turn(_: int) -> None:
            self.options[option.name] = not taken

        label = f"{option.name.capitalize()}:"
        return Item(f"{label:<12} {'yes' if taken else 'no'}", turn=turn, info=lines(option.text))

    def _seat(self, side: int, name: str) -> Item:
        kinds = list(SEATS)

        def turn(step: int) -> None:
            self.seats[side] = kinds[(kinds.index(self.seats[side]) + step) % len(kinds)]

        return Item(
            f"{name + ':':<12} {SEATS[self.seats[side]]}",
            turn=turn if len(kinds) > 1 else None,
            info=lines("Two people take turns at this keyboard."),
        )

    def _digit(self, character: str) -> None:
        self.seed = (self.seed + character)[:18] if character else self.seed[:-1]


# -- options


def option_items(settings: Settings, change: Callable[[Settings], None], keys: Callable[[], None]) -> Sequence[Item]:
    """The options with their values; `change` takes over other settings, `keys` shows the keys."""
    yes_no = "yes" if settings.handover else "no"
    theme = THEMES.get(settings.theme, settings.theme)
    options: Sequence[tuple[str, str, str, Sequence[object], str]] = (
        ("Characters:", settings.glyphs, "glyphs", GLYPHS,
         "ascii works in every terminal; unicode draws finer symbols, each of width one."),
        ("Hexes:", settings.size, "size", SIZES, "How large hexes are drawn; + and - change it in the game."),
        ("Hand-over notice:", yes_no, "handover", (True, False), "A notice whenever the other player is to decide."),
        ("Colours:", theme, "theme", list(THEMES),
         "The terminal's own sixteen colours, or none. NO_COLOR in the environment wins."),
    )  # fmt: skip

    def turn(key: str, values: Sequence[object]) -> Callable[[int], None]:
        def to(step: int) -> None:
            at = values.index(getattr(settings, key)) if getattr(settings, key) in values else 0
            # mypy cannot know that the value suits the key.
            change(replace(settings, **{key: values[(at + step) % len(values)]}))  # type: ignore[arg-type]

        return to

    items = [
        Item(f"{label:<18} {now}", turn=turn(key, values), info=lines(about))
        for label, now, key, values, about in options
    ]
    about_keys = f"Every key can be changed by its action's name, under [keys] in {settings_file()}"
    return [*items, Item("Keys", keys, info=lines(about_keys))]
