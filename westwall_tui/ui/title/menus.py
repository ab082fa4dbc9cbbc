"""Menus of the title screen and their lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass
class Item:
    """A line of a menu."""

    label: str
    enter: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    """Left and right: change the value."""
    info: Callable[[], Sequence[str]] = lambda: ()
    typed: Callable[[str], None] | None = None
    """A digit was typed; with an empty string, delete the last one."""
    erase: bool = False
    """Whether there is a digit to delete."""
    letters: bool = False
    """Whether more than digits may be typed."""


@dataclass
class Menu:
    """A page of the title screen; `items` makes its lines again whenever something changes."""

    title: str
    items: Callable[[], Sequence[Item]]
    at: int = 0


def lines(*texts: str) -> Callable[[], Sequence[str]]:
    """What an item says about itself."""
    return lambda: texts
